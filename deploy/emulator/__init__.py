"""An emulated Raspberry Pi: a 64-bit ARM machine in QEMU with a touchscreen, a scanner and sticks, for trying a card.

It shows everything from the kernel to the screen, but not a Pi's own parts: no vc4, DSI, backlight, sound or firmware.
"""
