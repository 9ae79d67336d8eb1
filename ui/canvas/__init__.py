"""The renderer: shapes become figures of coloured triangles, and those a few batches.

Why there is one beside Kivy's own instructions, with figures, stands in :mod:`ui.canvas.shader`.
"""

from ui.canvas.shader import install

__all__ = ["install"]
