"""The widgets that draw any game: the board, instruments, pickers, buttons and lines of text.

None of them knows a game, a match or a language. What they show comes in as values of
:mod:`companion.scene`; words come through ``names(text, values)``, which gives the words for a
key or a token in the language of the moment; what was touched goes out as tokens. Sizes and
colours come from :mod:`ui.theme`: put a theme in force first, build widgets after.

Everything is drawn as :class:`~ui.canvas.mesh.Triangles`, coloured and in a few batches, and
sent to the graphics card again only when it changed::

    Shape --figures--> Figure --highlight--> lit Figure --layers--> runs on the canvas
    instruments, buttons --sketch--> Figure -------------------------^

========================  =====================================================================
``board.Board``           any scene: touched, dragged, zoomed, lit; pieces travel
``instruments``           ``SeatPanel``, ``TablePanel``, ``SeatMark``
``pickers``               ``Choice``, ``TokenHint``, ``Palette``, ``NumberPad``, ``ListPicker``
``button.ActionButton``   something that can be done
``text``                  ``TextLine``, ``Paragraph``, ``safe`` for text of people in markup,
                          ``unmarked`` for what is read of that
========================  =====================================================================
"""
