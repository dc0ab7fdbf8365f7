"""What people can set: the look, the device, and what a USB stick can bring and take."""

from companion.screens.shell.navigation import register

register(
    __name__, settings="settings:SettingsScreen", device="device:DeviceScreen", usb_stick="usbstick:UsbStickScreen"
)
