"""What is plugged in, each in a thread of its own: pins, a scanner, button boxes."""
