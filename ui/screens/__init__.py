"""The screens: what is on the glass at one time. They name no game; they draw scenes, panels,
pickers and happenings."""
