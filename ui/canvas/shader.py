"""The one shader of the window: it draws our triangles, our words and whatever Kivy draws.

A corner that is ours bears its own colour, and an offset in pixels which makes edges smooth and
lines equally wide at any zoom. Kivy's instructions know neither; their corners are recognised by
having no tint. One program serves all: changing between two costs time in every frame, and one for
each button would be the most of the memory that the companion takes.

Kivy has smooth instructions of its own (SmoothLine, SmoothRoundedRectangle and their like). Beside
them, with the same things on the same table of Sakkara, a frame after a move takes a third of the
time here (1.1 ms and 3.5), a frame of the table as it stands a twelfth (0.14 and 1.7), and the
drawn table a quarter of the memory (21 MB and 82): ``python -m bench.canvas``. Should they ever
come within a fifth, take them.
"""

_VERTICES = """
$HEADER$
attribute vec4 tint;
void main(void) {
    // What Kivy draws by itself has no tint: it is opaque black then.
    float ours = step(1.5, tint.a);
    float lettered = step(3.5, tint.a);
    frag_color = mix(color * vec4(1.0, 1.0, 1.0, opacity),
                     vec4(tint.rgb, (tint.a - 2.0 * (ours + lettered)) * opacity), ours);
    tex_coord0 = vTexCoords0 * (1.0 - ours + lettered);
    vec4 at = modelview_mat * vec4(vPosition, 0.0, 1.0);
    // Pixels of the glass, in the direction in which the picture is turned.
    mat2 turn = mat2(modelview_mat[0].xy, modelview_mat[1].xy) / length(modelview_mat[0].xy);
    at.xy += turn * vTexCoords0 * (ours - lettered);
    gl_Position = projection_mat * at;
}
"""


def install() -> None:
    """Put the shader in force in the window, once it is there and before anything is drawn."""
    from kivy.core.window import Window  # which opens the window

    Window.render_context.shader.vs = _VERTICES
