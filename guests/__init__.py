"""The table on other screens of the house: a service of its own, and the only place with a network.

It reads what strangers send, so it has nothing worth having: pictures that everybody may see, as
bytes that the table made. It knows no rules, no match, no disk. ``python -m guests`` speaks with
the table on its standard input, which is a socket; where that ends, it ends.
"""
