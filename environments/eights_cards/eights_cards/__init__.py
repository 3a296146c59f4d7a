"""Card games of eights for verifiers, which finds its classes by the name of this package."""

from eights.verifiers import EightsEnv, EightsHarness, EightsTaskset

__all__ = ["EightsEnv", "EightsHarness", "EightsTaskset"]
