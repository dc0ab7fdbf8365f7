"""Hardware: scanners, the codes on labels, label sheets, and the machine's backlight, power and USB sticks."""
