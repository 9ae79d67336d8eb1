"""The screens of a match: the table, what is laid over it, and what comes after it."""
