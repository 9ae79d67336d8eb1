"""The way in: which touches are meant, signals in their order, and whether anybody is there."""
