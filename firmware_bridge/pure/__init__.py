"""What only decides: every byte and every time is handed in."""
