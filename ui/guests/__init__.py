"""The table's end of what is shown on other screens of the house."""
