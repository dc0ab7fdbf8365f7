"""Makes a machine an appliance, and undoes it; on the system's own Python, before anything of ours is there."""
