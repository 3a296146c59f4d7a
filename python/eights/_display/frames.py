"""A record as a row of pictures, for pages and animations: what is equal in two is kept once."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, Literal, TypeAlias

from eights._base import arguments
from eights._display.players import board_with_names, named
from eights._eights import ActionError, ArgumentError, State, replay

__all__ = ["Frames", "Perspective", "Story", "beginning"]

Perspective: TypeAlias = int | Literal["all"]
"""A seat, or all hands open."""

DEALT = re.compile(r"(You are|Seat \d+ is) dealt ")


class Story:
    """The events at a table, told piece by piece.

    Args:
        state: the game, as it goes on.
        seat: who listens; `None` is told everything.
    """

    def __init__(self, state: State, seat: int | None) -> None:
        """Listens from the beginning."""
        self.state = state
        self.seat = seat
        self.told = 0

    def news(self, names: Sequence[str] = ()) -> list[str]:
        """The events since the last call; the deal is one line, and so are draws."""
        events = self.state.events(self.seat)
        new, self.told = events[self.told :], len(events)
        lines: list[str] = []
        told = ("The cards are dealt" if DEALT.match(event) else event for event in new)
        for line, same in groupby(told):
            count = len(list(same))
            if count > 1 and line.endswith(" a card"):
                lines.append(f"{line.removesuffix(' a card')} {count} cards")
            elif line == "The cards are dealt":
                lines.append(line)
            else:
                lines += [line] * count
        return [named(line, names) for line in lines]


def beginning(record: str) -> State:
    """The state that a record begins with; notes are of moves that are not made there.

    Raises:
        RecordError: it is not a record, or does not replay.
    """
    replay(record)
    given = {key: of for key, of in json.loads(record).items() if key != "annotations"}
    return replay(json.dumps(given | {"moves": []}))


def _refuse_others(perspective: object, players: int) -> None:
    """Refuses what is neither a seat nor "all"."""
    if perspective == "all" or (isinstance(perspective, int) and 0 <= perspective < players):
        return
    raise ActionError(
        f'{arguments.shown(perspective)} is not a seat: there are 0 … {players - 1}, and "all"'
    )


class Frames:
    """The positions of a record one after the other, each as pictures and words.

    Args:
        record: what `State.record` returned.
        perspectives: whose eyes to see them with: seats, or `"all"`. `None`: every seat's and all.
        names: of the players, in place of the numbers of their seats; empty: the numbers.

    Raises:
        RecordError: it is not a record, or does not replay.
        ActionError: there is no such seat.
        ArgumentError: there is not one name for each seat.
    """

    def __init__(
        self,
        record: str,
        perspectives: Iterable[Perspective] | None = None,
        names: Sequence[str] = (),
    ) -> None:
        """Replays it."""
        self.names = names
        self.game = replay(record).game
        players = self.game.num_players()
        everybody: list[Perspective] = [*range(players), "all"]
        self.perspectives = everybody if perspectives is None else list(perspectives)
        for one in self.perspectives:
            _refuse_others(one, players)
        if names and len(names) != players:
            raise ArgumentError(f"{len(names)} names are given, the game has {players} seats")
        given: dict[str, Any] = json.loads(record)
        self.moves: list[str] = given["moves"]
        self.noted = {note["move"]: note for note in given.get("annotations", [])}
        self.lines: list[str] = []
        """The lines of all pictures, each once."""
        self.deciders: list[Perspective] = []
        """For each frame, whose eyes are those of whoever decides."""
        self._places: dict[str, int] = {}
        self._state = beginning(record)
        self._stories = {
            one: Story(self._state, None if one == "all" else one) for one in self.perspectives
        }
        self.frames = [self._frame(0)]
        for number, move in enumerate(self.moves, start=1):
            self._state.apply_action(move)
            self.frames.append(self._frame(number))

    def _frame(self, number: int) -> list[dict[str, Any]]:
        """The frame after this many moves: a picture for each perspective, and the decision."""
        state = self._state
        actor = state.current_player()
        self.deciders.append(self._decider(actor))
        views = []
        for one in self.perspectives:
            open_here = one in ("all", actor)
            views.append(
                {
                    "picture": [self._place(line) for line in self._board(one).splitlines()],
                    "news": self._stories[one].news(self.names),
                    "legal": self._legal() if open_here and actor >= 0 else [],
                    "chosen": self._chosen(number) if open_here and actor >= 0 else None,
                }
            )
        return views

    def _decider(self, actor: int) -> Perspective:
        """The seat that decides; while chance does, the last one that did; all at the end."""
        if self._state.is_terminal():
            return "all"
        if actor >= 0:
            return actor
        return self.deciders[-1] if self.deciders else 0

    def _board(self, perspective: Perspective) -> str:
        return board_with_names(self._state.to_svg(perspective), self.names)

    def _place(self, line: str) -> int:
        if line not in self._places:
            self._places[line] = len(self.lines)
            self.lines.append(line)
        return self._places[line]

    def _legal(self) -> list[tuple[str, str]]:
        """The legal actions, as text and in words."""
        state = self._state
        ids = state.legal_actions()
        said = ((a, named(state.describe_action(a), self.names)) for a in ids)
        return [(state.action_to_string(a), text) for a, text in said]

    def _chosen(self, number: int) -> dict[str, Any] | None:
        """The action that was chosen here, with the notes on the decision."""
        if number >= len(self.moves):
            return None
        note = {
            key: value for key, value in self.noted.get(number + 1, {}).items() if key != "move"
        }
        return {"text": self.moves[number], **note}
