"""Observers of OpenSpiel: what everybody may know, what one seat may, or all seats."""

from __future__ import annotations

import re
from typing import Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from eights._eights import Game, State

__all__ = ["Hidden", "Known", "OfSeat", "Open", "Part", "Public", "Recalled", "private"]

Floats: TypeAlias = npt.NDArray[np.float32]

_SEEN = r"seen (?!pile_top |turned_over|lowest_back |backs\[)"
"""Beginning of the names of the features that count the cards a seat has seen."""

_PRIVATE = re.compile(
    rf"hand |{_SEEN}|known\[|ruled_out\[|turn kept |phase pile_for "
    r"|rules (?:offered|standing)\[|rules created_seen|match partner\["
)
"""Beginnings of the names of private features: a seat's hand, its inferences from the hand and from
cards that it was shown, gave or took, rules that it was shown, and which seats are its partners."""


def private(game: Game) -> npt.NDArray[np.bool_]:
    """For each feature whether it is private to the seat that observes; the others are public.

    >>> import eights
    >>> game = eights.Game("crazy_eights", players=2)
    >>> names = np.array(game.feature_names())[private(game)]
    >>> sorted({name.split()[0] for name in names.tolist()})
    ['hand', 'seen']
    """
    return _named(game, _PRIVATE)


def _named(game: Game, pattern: re.Pattern[str]) -> npt.NDArray[np.bool_]:
    """For each feature whether its name begins so."""
    return np.array([pattern.match(name) is not None for name in game.feature_names()])


class Part(Protocol):
    """A part of what is observed: an array, unless its size is `None`, and a text."""

    size: int | None

    def write(self, state: State, player: int, out: Floats) -> None:
        """Writes what a seat may know of it into an array of its size."""

    def text(self, state: State, player: int) -> str:
        """The same as a text."""


class Known:
    """The observation of a seat: public information with its own."""

    def __init__(self, game: Game) -> None:
        """Of which states are observed."""
        self.size: int | None = game.observation_tensor_size()

    def write(self, state: State, player: int, out: Floats) -> None:
        """The observation tensor."""
        state.observation_tensor(player, out=out)

    def text(self, state: State, player: int) -> str:
        """The table from the seat's view."""
        return state.observation_string(player)


class Recalled:
    """All that a seat has known since the beginning; an array where `max_decisions` is given."""

    def __init__(self, game: Game) -> None:
        """Looks up the size."""
        has_size = game.get_type().provides_information_state_tensor
        self.size = game.information_state_tensor_size() if has_size else None

    def write(self, state: State, player: int, out: Floats) -> None:
        """The information state tensor."""
        state.information_state_tensor(player, out=out)

    def text(self, state: State, player: int) -> str:
        """The information state."""
        return state.information_state_string(player)


class Open:
    """The whole position, the hands of all open."""

    def __init__(self, game: Game) -> None:
        """Of which states are observed."""
        self.size: int | None = game.privileged_tensor_size()

    def write(self, state: State, player: int, out: Floats) -> None:
        """The privileged tensor."""
        state.privileged_tensor(player, out=out)

    def text(self, state: State, player: int) -> str:
        """The table, hands open."""
        del player
        return state.render("all")


class Hidden:
    """The private features of a seat's observation, which others may not know."""

    def __init__(self, game: Game) -> None:
        """Looks up where they are."""
        self._at = np.flatnonzero(private(game))
        self._names = np.array(game.feature_names())[self._at].tolist()
        self._whole = np.zeros(game.observation_tensor_size(), np.float32)
        self.size: int | None = len(self._at)

    def write(self, state: State, player: int, out: Floats) -> None:
        """The features, relative to the seat."""
        state.observation_tensor(player, out=self._whole)
        out[:] = self._whole[self._at]

    def text(self, state: State, player: int) -> str:
        """Those that are not 0."""
        return _told(self, self._names, state, player)


class OfSeat:
    """A part as one seat knows it, whichever asks."""

    def __init__(self, part: Part, seat: int) -> None:
        """Takes the size of the part."""
        self._part, self._seat = part, seat
        self.size: int | None = part.size

    def write(self, state: State, player: int, out: Floats) -> None:
        """The part of the seat."""
        del player
        self._part.write(state, self._seat, out)

    def text(self, state: State, player: int) -> str:
        """The same as a text."""
        del player
        return self._part.text(state, self._seat)


class Public:
    """The features that everybody may know, and how many cards of each kind lie in piles.

    They are the same for all: seats are counted from seat 0. The cards in piles are within `seen`
    in an observation, with those that only the seat knows.

    Args:
        game: of which states are observed.
    """

    def __init__(self, game: Game) -> None:
        """Looks up where they are."""
        self._at = np.flatnonzero(~private(game))
        self._whole = np.zeros(game.observation_tensor_size(), np.float32)
        self._counts = np.zeros(len(self._whole), np.uint8)
        self._hand, self._seen, self._known = (
            np.flatnonzero(_named(game, re.compile(pattern)))
            for pattern in ("hand ", _SEEN, r"known\[")
        )
        layout = game.observation_layout
        self._copies = layout["hand"][2]
        self._unit = layout["known"][2] // self._copies
        names = game.feature_names()
        self._names = [_from_seat_0(names[at]) for at in self._at]
        self._names += [names[at].replace("hand", "pile", 1) for at in self._hand]
        self.size: int | None = len(self._names)

    def write(self, state: State, player: int, out: Floats) -> None:
        """The features, whoever asks."""
        del player
        state.observation_tensor(0, out=self._whole)
        state.observation_tensor(0, out=self._counts)
        count = len(self._at)
        out[:count] = self._whole[self._at]
        known = self._counts[self._known].reshape(-1, len(self._hand)) // self._unit
        piles = self._counts[self._seen] - self._counts[self._hand] - known.sum(axis=0)
        out[count:] = piles / self._copies

    def text(self, state: State, player: int) -> str:
        """Those that are not 0."""
        return _told(self, self._names, state, player)


def _from_seat_0(name: str) -> str:
    """The name of a feature that seat 0 observes, with seats that everybody counts alike.

    >>> _from_seat_0("hand_sizes[self] is 1"), _from_seat_0("phase actor[+2]")
    ('hand_sizes[seat 0] is 1', 'phase actor[seat 2]')
    """
    return re.sub(r"\[(?:self|\+(\d+))\]", lambda found: f"[seat {found[1] or 0}]", name)


def _told(part: Part, names: list[str], state: State, player: int) -> str:
    """The features that are not 0, with their values where that is not 1."""
    features = np.zeros(len(names), np.float32)
    part.write(state, player, features)
    told = zip(names, features.tolist(), strict=True)
    return "; ".join(name if of == 1 else f"{name} = {of:g}" for name, of in told if of)
