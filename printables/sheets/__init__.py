"""The sheets that can be printed. Each module draws one on a canvas, from what the order says."""
