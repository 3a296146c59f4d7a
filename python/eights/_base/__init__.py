"""Checks of what callers and files give, on which all other modules build."""
