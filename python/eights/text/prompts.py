"""The prompt of a seat, as text or as plain data, made from what the seat may know."""

from __future__ import annotations

import functools
import json
import re
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from eights._base.arguments import instance
from eights._eights import Game, Ruleset, State, _news, _seat_view
from eights.text.style import Style

__all__ = ["Choice", "Prompt", "briefing", "how_to_answer", "prompt", "rules", "where"]

WIDTH = 80
"""Columns of a board."""
LEFT_OUT = "({} earlier events are left out.)"

_SPOKEN = (("↻ clockwise", "Play goes clockwise"), ("↺ anticlockwise", "Play goes anticlockwise"))
_MARKED = "marked card"
"""The words of a board that marks cards; a text lists them."""
_BESIDE_ITS_NAME = re.compile(r"(?<!\S)[♣♦♥♠] ")
_BEGINNING = re.compile(r"(?<=\. )[a-z]")
_LETTERS = str.maketrans("♣♦♥♠", "CDHS")


@dataclass(frozen=True)
class Choice:
    """A card or a legal action: its text as `State.action_to_string` writes it, and its name."""

    action: str
    name: str


@dataclass(frozen=True)
class Prompt:
    """All that a seat knows when it is to decide.

    Args:
        seat: who is told.
        news: what has happened, one event a line.
        table: the piles and what is in force, in words.
        board: the whole table, as `State.render` draws it.
        sizes: the number of cards in each hand, by seat.
        scores: the points of each seat, where there are any; else empty.
        notes: what else is to be said of each seat, such as that it deals, or which of its cards
            are known.
        hand: the cards of the seat.
        status: what is to be decided.
        actions: the legal actions; empty when the seat is not to act.
        left_out: number of events before the first of the news that are left out.
    """

    seat: int
    news: tuple[str, ...]
    table: str
    board: str
    sizes: tuple[int, ...]
    scores: tuple[int, ...]
    notes: tuple[tuple[str, ...], ...]
    hand: tuple[Choice, ...]
    status: str
    actions: tuple[Choice, ...]
    left_out: int = 0

    def shortened(self, events: int) -> Prompt:
        """The same with only the last of its events."""
        kept = self.news[len(self.news) - events :] if events else ()
        left_out = self.left_out + len(self.news) - len(kept)
        return Prompt(**{**self.__dict__, "news": kept, "left_out": left_out})

    def to_dict(self) -> dict[str, Any]:
        """The prompt as plain data, for JSON; actions are numbered from 1."""
        return {
            "seat": self.seat,
            "left_out": self.left_out,
            "news": list(self.news),
            "table": self.table,
            "sizes": list(self.sizes),
            "scores": list(self.scores),
            "notes": [list(notes) for notes in self.notes],
            "hand": [{"card": one.action.partition(" ")[2], "name": one.name} for one in self.hand],
            "status": self.status,
            "actions": [
                {"number": number, "action": one.action, "name": one.name}
                for number, one in enumerate(self.actions, start=1)
            ],
        }

    def text(self, style: Style) -> str:
        """The prompt in the form that a style asks for."""
        if style.form == "json":
            told = self.to_dict()
            if style.actions == "none":
                del told["actions"]
            return json.dumps(told, ensure_ascii=False)
        table = self.board if style.table == "board" else self.in_words()
        parts = [self.happened(), table, self.status, self._actions(style)]
        return "\n\n".join(part for part in parts if part)

    def in_words(self) -> str:
        """The table, the sizes of the hands, points and the seat's own hand, in words."""
        seats = [
            _listed("Cards in hand", self._by_seat(self.sizes)),
            _listed("Points", self._by_seat(self.scores)),
            _listed("Also", self._by_seat([" and ".join(notes) for notes in self.notes])),
        ]
        hand = f"Your hand: {', '.join(card.name for card in self.hand) or 'no cards'}."
        return "\n\n".join([self.table, "\n".join(line for line in seats if line), hand])

    def happened(self) -> str:
        """The events in words; empty without any."""
        lines = [f"- {line}." for line in self.news]
        if self.left_out:
            lines.insert(0, LEFT_OUT.format(self.left_out))
        return "\n".join(["What has happened:", *lines]) if lines else ""

    def _by_seat(self, values: Sequence[int | str]) -> list[str]:
        """A text for each seat, in order of play, beginning with the one that is told."""
        order = [(self.seat + k) % len(values) for k in range(len(values))]
        named = ("you" if seat == self.seat else f"seat {seat}" for seat in order)
        return [
            f"{name}: {values[seat]}"
            for name, seat in zip(named, order, strict=True)
            if values[seat] != ""
        ]

    def _actions(self, style: Style) -> str:
        if style.actions == "none" or not self.actions:
            return ""
        lines = [
            f"{number}. {one.name}" if style.actions == "numbered" else f"- {one.name}"
            for number, one in enumerate(self.actions, start=1)
        ]
        return "\n".join(["You may:", *lines])


def prompt(state: State, seat: int, since: int = 0) -> Prompt:
    """All that a seat may know of a position, and do in it.

    Args:
        state: the position.
        seat: who is told.
        since: number of the first event that is told, of those of `State.events(seat)`.

    Raises:
        ActionError: there is no such seat.

    >>> import eights
    >>> state = eights.Game("crazy_eights", players=2).new_initial_state(seed=7)
    >>> told = prompt(state, state.current_player())
    >>> told.actions[-1]
    Choice(action='draw', name='draw a card')
    """
    events = instance("state", state, State).events(seat)
    seen = _seat_view(state, seat, [])
    status: str = seen["status"].replace(_MARKED, "card")
    points: list[int] = seen["scores"]
    return Prompt(
        seat=seat,
        news=tuple(_news(events[since:], [])),
        table=_progress(seen) + _table(seen),
        board=_board(state, seat),
        sizes=tuple(seen["sizes"]),
        scores=tuple(points) if state.game.is_match or any(points) else (),
        notes=tuple(map(tuple, seen["notes"])),
        hand=tuple(Choice(card["text"], card["label"]) for card in seen["hand"]),
        status=status,
        actions=tuple(Choice(one["text"], one["label"]) for one in seen["actions"]),
    )


def _listed(title: str, parts: Sequence[str]) -> str:
    """A sentence of several parts; empty without any."""
    return f"{title}: {', '.join(parts)}." if parts else ""


def _board(state: State, seat: int) -> str:
    """The board without its last paragraph, the decision that is due."""
    return state.render(seat, unicode=False, width=WIDTH).rpartition("\n\n")[0]


def _progress(seen: dict[str, Any]) -> str:
    """The progress of a match as a sentence; empty for a single round."""
    progress: str = seen["progress"]
    return f"{progress[0].upper()}{progress[1:]}. " if progress else ""


def _table(seen: dict[str, Any]) -> str:
    """The table in words, without the decision that is due."""
    line: str = seen["line"].removesuffix(seen["status"]).strip()
    for symbol, words in _SPOKEN:
        line = line.replace(symbol, words)
    line = _BESIDE_ITS_NAME.sub("", line).translate(_LETTERS)
    return _BEGINNING.sub(lambda found: found[0].upper(), line)


def rules(game: Game, *, decisions: bool = True) -> str:
    """The rules that hold in a game, in English: without sources, and variants that do not hold.

    Args:
        game: the game.
        decisions: with what the source leaves open, as it is decided here.

    >>> import eights
    >>> text = rules(eights.Game("uno", players=2))
    >>> text.splitlines()[0], "Source" in text, "seven-zero" in text.casefold()
    ('# UNO', False, False)
    """
    return _rules(instance("game", game, Game).ruleset, bool(decisions))


@functools.lru_cache(maxsize=256)
def _rules(ruleset: Ruleset, decisions: bool) -> str:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # whoever made the ruleset was warned
        others = {
            name for name in ruleset.variants if ruleset.override({"variant": name}) != ruleset
        }
        kept = [
            decision
            for decision in ruleset.to_dict()["decisions"]
            if decisions and not _names_variant(decision, others)
        ]
        changes = {"variants": None, "source": "", "decisions": kept}
        return ruleset.override(changes).describe().strip()


def _names_variant(decision: str, names: set[str]) -> bool:
    """True if a decision is about one of these variants: "Seven-zero: …"."""
    return decision.partition(":")[0].removeprefix("Variants ").casefold() in names


def briefing(game: Game, seat: int, *further: str, decisions: bool = True, notes: str = "") -> str:
    """The first message to a seat: the rules, the seat and its aim, and further paragraphs.

    Args:
        game: the game.
        seat: who is told.
        further: paragraphs that follow, with their headings.
        decisions: as for `rules`.
        notes: sentences that follow those about the seat.
    """
    own = f"{_seating(game, seat)} {notes}".strip()
    return "\n\n".join((rules(game, decisions=decisions), "## Your seat", own, *further))


def _seating(game: Game, seat: int) -> str:
    """The sentences about the table, the seat and its aim."""
    sentences = [
        f"You sit at a table of {game.num_players()} players, who have the numbers of their seats, "
        f"clockwise from 0. You are seat {seat}.",
    ]
    [team] = [team for team in game.teams if seat in team]
    if len(team) > 1:
        others = " and ".join(f"seat {other}" for other in team if other != seat)
        sentences.append(f"You win and lose together with {others}.")
    played = "a match of several rounds" if game.is_match else "one round"
    aim = "to win it" if game.options["reward"] == "win" else "to score as well as you can"
    sentences.append(f"You play {played}, and your aim is {aim}.")
    return " ".join(sentences)


def how_to_answer(style: Style) -> str:
    """The sentences about the form of an answer."""
    ways = 'in words, such as "draw" or "play 8H"'
    if style.actions == "numbered":
        ways = f"by its number in the list, or {ways}"
    return f"When you are asked, choose one action. Write it {ways}. {where(style, 'draw')}"


def where(style: Style, example: str, key: str = "action") -> str:
    """The sentence that says where in an answer the part stands that counts."""
    form = {
        "brackets": f"in square brackets, such as [{example}], at the end of your answer",
        "line": "alone on the last line of your answer",
        "json": f"in JSON at the end of your answer, such as {json.dumps({key: example})}",
    }[style.grammar]
    return f"Put it {form}."
