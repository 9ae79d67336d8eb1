"""The bundled font; see its README."""
