"""The client, with what it sends and receives; OpenEnv looks for them in a file of this name."""

from eights.openenv import EightsAction, EightsEnv, EightsObservation, EightsState

__all__ = ["EightsAction", "EightsEnv", "EightsObservation", "EightsState"]
