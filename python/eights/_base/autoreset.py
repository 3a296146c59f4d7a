"""The modes of autoreset: one enumeration for batches and vector environments."""

from __future__ import annotations

from enum import Enum
from typing import Any, Literal, Protocol, TypeAlias

from eights._base import arguments

__all__ = ["AsAutoreset", "Autoreset", "Named"]


class Named(Protocol):
    """A member of an enumeration, such as Gymnasium's `AutoresetMode`, whose values are words."""

    @property
    def value(self) -> Any:
        """The word."""


class Autoreset(str, Enum):
    """The mode of autoreset: how an env goes on when its episode ends.

    Wherever one is taken, so are its value, the word that Gymnasium has for it, and a member of
    Gymnasium's `AutoresetMode`.

    >>> Autoreset("SameStep") is Autoreset("same-step") is Autoreset.SAME_STEP
    True
    """

    __module__ = "eights"

    SAME_STEP = "same-step"
    """Deals anew in the same step."""
    NEXT_STEP = "next-step"
    """Shows the end; the next step deals anew and ignores its action."""
    DISABLED = "disabled"
    """Shows the end until a reset."""

    @property
    def gymnasium(self) -> str:
        """The word that Gymnasium has for it."""
        return "".join(word.capitalize() for word in self.value.split("-"))

    @classmethod
    def _missing_(cls, value: object) -> Autoreset | None:
        word = getattr(value, "value", value)
        return next((mode for mode in cls if word in (mode.value, mode.gymnasium)), None)

    @classmethod
    def of(cls, name: str, given: object) -> Autoreset:
        """One that an argument names.

        Raises:
            ArgumentError: it is not a text and has no value that is one.
            GameError: it names none.
        """
        try:
            return cls(given)
        except ValueError:
            words = [word for mode in cls for word in (mode.value, mode.gymnasium)]
            return cls(arguments.word(name, getattr(given, "value", given), words))

    __str__ = str.__str__


AsAutoreset: TypeAlias = (
    Autoreset
    | Literal["same-step", "next-step", "disabled", "SameStep", "NextStep", "Disabled"]
    | Named
)
