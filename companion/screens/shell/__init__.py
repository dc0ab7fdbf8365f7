"""What holds all screens: the app and its window, the session, the screen host, navigation, dialogs, preferences."""
