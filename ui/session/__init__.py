"""What outlives a screen: the open match, the settings, and where the next start goes on."""
