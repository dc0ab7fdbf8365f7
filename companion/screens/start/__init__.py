"""The screens that people start with: home, the first steps, the demo, a new game and its seats."""

from companion.screens.shell.navigation import register

register(
    __name__,
    home="home:HomeScreen",
    first_steps="firststeps:FirstSteps",
    new_game="newgame:NewGameScreen",
    demo="demo:start_demo",
)
