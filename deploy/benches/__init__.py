"""Speed, as figures of one run on one machine: compare them with each other, not between machines."""
