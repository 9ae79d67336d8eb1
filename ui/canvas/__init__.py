"""The renderer: shapes become figures of coloured triangles, and those a few batches.

Lengths are in units of the scene, until :mod:`ui.canvas.viewport` turns them into pixels.
Why there is one beside Kivy's own instructions, with figures, stands in :mod:`ui.canvas.shader`.
"""

from ui.canvas.shader import install

__all__ = ["install"]
