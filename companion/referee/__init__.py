"""The door for other programs: JSON lines, schema, and whole simulated games."""
