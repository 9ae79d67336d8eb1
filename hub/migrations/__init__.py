"""The steps by which the database of a hub became what it is, in order. Expand, fill, contract:
a step never takes away what the version before still reads."""
