"""Sheets to print, and the proof that their codes can be read.

Lengths are millimetres, x from the left and y from the upper edge, unless a name or a sentence says
otherwise.
"""
