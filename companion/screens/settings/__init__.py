"""The settings: appearance, the device, and the USB stick."""

from companion.screens.shell.navigation import register, register_preparation

register(
    __name__,
    settings="settings:SettingsScreen",
    device="device:DeviceScreen",
    date_time="datetimescreen:DateTimeScreen",
    usb_stick="usbstick:UsbStickScreen",
)
register_preparation(__name__, "settings:steps")
