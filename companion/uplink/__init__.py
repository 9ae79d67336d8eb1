"""What a table tells the hub of its club: a process of its own, alone with a way out."""
