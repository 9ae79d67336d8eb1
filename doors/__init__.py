"""What the programs that strangers speak to share: who is let in, and how they are answered."""
