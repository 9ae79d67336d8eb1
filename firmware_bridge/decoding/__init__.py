"""What edges and bytes of devices mean: every byte and every time is handed in."""
