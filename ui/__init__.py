"""The screen: all that is drawn and touched, with Kivy.

Lengths are pixels of the window, x from the left and y from the foot, and times are seconds, unless
a name or a sentence says otherwise.
"""
