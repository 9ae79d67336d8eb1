"""What a browser is given."""
