"""An app without anything of Kivy's own that a keyboard would open."""

from kivy.app import App


class Kiosk(App):
    """F1 opens no settings: they change what the next start can do, and are for nobody here."""

    use_kivy_settings = False

    def open_settings(self, *_: object) -> bool:
        """Nothing is opened."""
        return False

    def close_settings(self, *_: object) -> bool:
        """So nothing is closed, and Escape is any other key."""
        return False
