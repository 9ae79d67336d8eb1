"""The referee: rules, matches, journal and texts. No screen and no device is known here."""

__version__ = "0.1.0"
