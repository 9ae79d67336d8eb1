"""The screens: what is shown at one time. They name no game; they draw scenes, panels,
pickers and events."""
