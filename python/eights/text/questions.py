"""Questions about rules and positions, with exact answers from the engine."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from eights._base import arguments
from eights._base.options import sampled
from eights._eights import GameError, ResampleError, State
from eights.text.answers import said
from eights.text.budget import fitted, size
from eights.text.exchange import Counts, Message, Reply, refused
from eights.text.prompts import Prompt, briefing, prompt, where
from eights.text.style import Style

__all__ = ["KINDS", "Kind", "Question", "QuestionExchange", "question"]

Kind: TypeAlias = Literal["playable", "next", "draws"]
"""Which cards may be played; who decides next; who holds more cards after an action."""

KINDS: tuple[Kind, ...] = ("playable", "next", "draws")

WORLDS = 8
"""Worlds that the seat cannot tell apart in which the answer has to be the same."""

_NONE = "none"


@dataclass(frozen=True)
class Question:
    """A question to the seat to act.

    Args:
        kind: what is asked for.
        told: what the seat knows.
        text: the question.
        options: the possible answers, numbered from 1.
        right: the numbers of those that are right; empty: none of them.
        several: true if any number of options may be right, false if one is.
    """

    kind: Kind
    told: Prompt
    text: str
    options: tuple[str, ...]
    right: frozenset[int]
    several: bool

    def asked(self) -> str:
        """The question with its options."""
        options = "\n".join(f"{number}. {one}" for number, one in enumerate(self.options, start=1))
        return f"{self.told.in_words()}\n\nIt is your turn. {self.text}\n{options}"

    def chosen(self, part: str) -> frozenset[int] | str:
        """The numbers of the options that an answer names, or a sentence that says why it is none.

        >>> import eights
        >>> state = eights.Game("crazy_eights", players=2).new_initial_state(seed=7)
        >>> asked = question(state, "next")
        >>> asked.options, asked.chosen("2"), asked.chosen("Seat 0")
        (('you', 'seat 0'), frozenset({2}), frozenset({2}))
        """
        if self.several and part.casefold() == _NONE:
            return frozenset()
        names = {one.casefold(): number for number, one in enumerate(self.options, start=1)}
        found = set()
        for one in re.split(r"[,;\n]|\band\b", part) if self.several else [part]:
            word = one.strip().casefold().removeprefix("the ")
            number = names.get(word) or (int(word) if word.isascii() and word.isdigit() else 0)
            if not 1 <= number <= len(self.options):
                return f"{arguments.shown(one.strip())} is not one of the options."
            found.add(number)
        return frozenset(found)

    def score(self, chosen: frozenset[int]) -> float:
        """1 if exactly the right options are chosen; of several, the share of both that agrees."""
        if not self.several or not (chosen or self.right):
            return float(chosen == self.right)
        return len(chosen & self.right) / len(chosen | self.right)


def question(state: State, kind: Kind, seed: int = 0) -> Question | None:
    """A question about a position, whose answer the seat to act can know; `None`: there is none.

    Args:
        state: a position in which a seat is at its turn.
        kind: `"playable"`, `"next"` or `"draws"`.
        seed: of the action that is asked about, and of the worlds that are compared.

    Raises:
        GameError: there is no such kind, or the game has explicit chance.

    >>> import eights
    >>> game = eights.Game("crazy_eights", players=2)
    >>> state = game.position({"hands": ["8H 5C 9S", "KD QD"], "pile": "TC"})
    >>> asked = question(state, "playable")
    >>> [asked.options[number - 1] for number in sorted(asked.right)]
    ['Five of clubs', 'Eight of hearts']
    """
    word = arguments.word("kind", kind, KINDS)
    sampled(state.game)
    if not _is_fresh_turn(state):
        return None
    told = prompt(state, state.current_player())
    try:
        worlds = [state, *(state.resample(told.seat, seed=at) for at in range(WORLDS))]
    except ResampleError:
        return None
    if word == "playable":
        return _playable(worlds, told)
    drawn = random.Random(f"{seed} {state.move_number()}")
    action = drawn.choice(state.legal_actions())
    about = _next if word == "next" else _draws
    [answer, *others] = {about(world, action) for world in worlds}
    if answer is None or others:
        return None
    options = tuple("you" if seat == told.seat else f"seat {seat}" for seat in _order(state))
    right = frozenset(_order(state).index(seat) + 1 for seat in answer)
    name = f"You {state.describe_action(action)}."
    text = {
        _next: f"{name} Who makes the next decision?",
        _draws: f"{name} Who holds more cards at the next decision than now?",
    }[about]
    return Question(kind, told, text, options, right, about is _draws)


def _playable(worlds: Sequence[State], told: Prompt) -> Question | None:
    """The question which cards may be played; `None` where the seat cannot know that."""
    lawful_in = (frozenset(map(one.action_to_string, one.lawful_actions())) for one in worlds)
    [lawful, *others] = set(lawful_in)
    if others:
        return None
    options = tuple(dict.fromkeys(card.name for card in told.hand))
    names = {card.name for card in told.hand if card.action in lawful}
    right = frozenset(number for number, one in enumerate(options, start=1) if one in names)
    text = "Which of your cards may you play now?"
    return Question("playable", told, text, options, right, True)


def _order(state: State) -> list[int]:
    """The seats from the one to act on, clockwise."""
    players, first = state.num_players(), state.current_player()
    return [(first + k) % players for k in range(players)]


def _is_fresh_turn(state: State) -> bool:
    """True if a seat is at its turn, and has neither drawn nor played in it."""
    if not state.is_player_node():
        return False
    position = state.to_dict()
    turn = position.get("turn", {})
    begun = any(turn.get(key) for key in ("taken", "played", "drawn"))
    return position.get("phase", "play") == "play" and not begun


def _next(state: State, action: int) -> tuple[int, ...] | None:
    """The seat that decides after an action; `None` at the end."""
    after = state.child(action)
    return None if after.is_terminal() else (after.current_player(),)


def _draws(state: State, action: int) -> tuple[int, ...] | None:
    """The seats that hold more cards at the next decision than before an action."""
    after = state.child(action)
    if after.is_terminal():
        return None
    seat = state.current_player()
    before, then = prompt(state, seat).sizes, prompt(after, seat).sizes
    return tuple(other for other in range(len(then)) if then[other] > before[other])


class QuestionExchange:
    """A question as an exchange of texts, step by step.

    Args:
        state: the position, from which rules and seat are told.
        asked: the question.
        style: the form of the texts.
        retries: how often may be answered again where an answer names no option.

    >>> import eights
    >>> state = eights.Game("crazy_eights", players=2).new_initial_state(seed=7)
    >>> exchange = QuestionExchange(state, question(state, "next"))
    >>> exchange.answer("It is me: [you]").accepted, exchange.done
    (True, True)
    """

    def __init__(
        self, state: State, asked: Question, style: Style | None = None, retries: int = 2
    ) -> None:
        """Nothing is answered yet."""
        self.question = arguments.instance("asked", asked, Question)
        self.style = style or Style()
        self.retries = arguments.integer("retries", retries, 0)
        self.counts = Counts()
        self._game = arguments.instance("state", state, State).game
        self._refused: list[Message] = []
        self._chosen: frozenset[int] | None = None
        self._done = False

    @property
    def done(self) -> bool:
        """True if it is answered, or was answered too often."""
        return self._done

    @property
    def score(self) -> float:
        """The score of the answer, 0 … 1; 0 without a valid one."""
        return 0.0 if self._chosen is None else self.question.score(self._chosen)

    def messages(self) -> list[Message]:
        """The rules, what the seat may know, and the question.

        Raises:
            GameError: it is answered, or the messages have more tokens than the style allows.
        """
        if self._done:
            raise GameError("the question is answered: nothing more is asked")
        return fitted(
            self._system, [], lambda _: self.question.asked(), 0, self._refused, self.style
        )

    def _system(self, decisions: bool) -> str:
        """The message about rules, seat and answers."""
        if self.question.several:
            how = f'Name all that are right, by number or in words, or "{_NONE}".'
            example = "1, 2"
        else:
            how, example = "Name the one that is right, by number or in words.", "1"
        return briefing(
            self._game,
            self.question.told.seat,
            "## Your answers",
            f"You are asked about the rules. {how} {where(self.style, example, 'answer')}",
            decisions=decisions,
        )

    def answer(self, text: str) -> Reply:
        """Takes an answer.

        Raises:
            GameError: it is answered already.
            ArgumentError: the answer is not a text.
        """
        sent = self.messages()
        part = said(arguments.text("an answer", text), self.style, "answer")
        self.counts.add_answer(size(sent, self.style), self.style.tokens([text]))
        found = (
            "There is no answer to the question." if part is None else self.question.chosen(part)
        )
        if not isinstance(found, str):
            self.counts.decisions += 1
            self._chosen, self._done = found, True
            return Reply(True, ", ".join(map(str, sorted(found))) or _NONE)
        self.counts.invalid += 1
        if self.counts.invalid > self.retries:
            self.counts.forfeits += 1
            self._done = True
        self._refused += refused(text, f"{found} Answer again.")
        return Reply(False, refusal=found)
