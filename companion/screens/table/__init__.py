"""A game with a map: the table, and the screens and drawers over it during play."""

from companion.screens.shell.navigation import register, register_preparation

register(
    __name__,
    table="tablescreen:TableScreen",
    tunnel="tunnelscreen:TunnelScreen",
    tickets="ticketpicker:TicketPicker",
    log="logdrawer:open_log",
)
register_preparation(__name__, "preparedtable:steps")
