"""What a viewer sees of a match, as data and in words: for screens that are not the table's own.

Whatever stands in here was worked out on a view, and nothing else is handed in: what a viewer may
not know cannot be in it. Nothing here knows a clock, a network, a disk or a thread.
"""
