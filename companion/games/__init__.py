"""The games, a folder each. None knows another, and nothing outside names one."""
