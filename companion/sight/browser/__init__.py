"""How what is seen is drawn in a browser, whichever page it stands on."""
