"""Card games of eights for OpenEnv."""

from .client import EightsAction, EightsEnv, EightsObservation, EightsState

__all__ = ["EightsAction", "EightsEnv", "EightsObservation", "EightsState"]
