"""The screens for those in charge: settings, maintenance, devices, printing."""
