"""The emptiest Kivy program there is: one widget that draws nothing."""

from kivy.app import App
from kivy.uix.widget import Widget


class Empty(App):
    """An empty window."""

    def build(self) -> Widget:
        """Nothing to be seen."""
        return Widget()
