"""Afterwards: what came of finished matches, figures over all of them, and files for others.

Pure functions over summaries; :mod:`history` alone knows where they are kept.
"""
