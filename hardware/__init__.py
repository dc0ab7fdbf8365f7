"""What is plugged in: the scanner on a serial line, what its codes mean, and printed labels."""
