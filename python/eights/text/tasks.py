"""Tasks for players by texts, with fixed splits and a score of 0 … 1 for each item."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import partial
from typing import ClassVar, Literal, TypeAlias

from eights._base import arguments
from eights._eights import (
    GRAMMAR_VERSION,
    SAMPLE_VERSION,
    Game,
    GameError,
    Ruleset,
    State,
    episode_seed,
)
from eights._play.bots import named
from eights.hidden import hidden_rules
from eights.text.discovery import Discovery
from eights.text.episode import Episode, Fallback
from eights.text.exchange import Exchange
from eights.text.judge import Judge
from eights.text.questions import KINDS, Question, QuestionExchange, question
from eights.text.style import Style

__all__ = ["HiddenRules", "PlayToWin", "Questions", "Split", "Task", "task"]

Split: TypeAlias = Literal["train", "test"]

TASK_VERSION = 1
"""Raised when an item of a split becomes another one."""

SIZES: dict[str, int] = {"train": 4096, "test": 256}
"""Number of items of each split."""

SEEDS: dict[str, int] = {"train": 1, "test": 2}
"""The seed of the deals of a split, so that no deal is in both."""

LONGEST_ROUND = 100
"""Decisions of each seat after which a round is ended: some house rules make endless games."""

NOTES = "After the match you will be asked which created rules stood in it."
"""The task of a player under hidden rules, which it is told from the beginning."""

MOST_TRIES = 200
"""Deals in which a position for a question is looked for."""


@dataclass(frozen=True)
class Task(ABC):
    """Numbered items of a split, each an exchange with one player.

    A task can be indexed, counted and iterated; the same number is the same item everywhere, as
    long as `version` is the same.

    Args:
        split: `"train"` or `"test"`, which have no rules or no deals in common.
        style: the form of the texts.
        retries: how often a player may answer again after an invalid answer.
        fallback: what follows then in a game: `"forfeit"` or `"random"`.
        judge: ranks the actions of a game; `None`: they are not judged.

    Raises:
        GameError: there is no such split.
    """

    name: ClassVar[str]
    about: ClassVar[str]
    """The task of the player, in a sentence."""

    split: Split = "test"
    style: Style = Style()  # noqa: RUF009 - it is immutable
    retries: int = 2
    fallback: Fallback = "random"
    judge: Judge | None = None

    def __post_init__(self) -> None:
        """Refuses a split that there is not."""
        arguments.word("split", self.split, tuple(SIZES))

    @property
    def version(self) -> str:
        """The version of the items: of this module, of sampled rulesets, of created rules."""
        return f"{TASK_VERSION}.{SAMPLE_VERSION}.{GRAMMAR_VERSION}"

    def __len__(self) -> int:
        """Number of items."""
        return SIZES[self.split]

    def __iter__(self) -> Iterator[Exchange]:
        """All items, each begun anew."""
        return (self[number] for number in range(len(self)))

    def __getitem__(self, number: int) -> Exchange:
        """An item, begun anew.

        Raises:
            IndexError: there is no such item.
        """
        at = arguments.integer("an item", number)
        if not 0 <= at < len(self):
            raise IndexError(f"there is no item {at}: there are 0 … {len(self) - 1}")
        return self.begun(at)

    @abstractmethod
    def begun(self, number: int) -> Exchange:
        """An item, begun anew; the number is one that there is."""

    def _seed(self, number: int) -> int:
        return episode_seed(SEEDS[self.split], number, 0)

    def _episode(self, game: Game, number: int, opponent: str, notes: str = "") -> Episode:
        """A game of an item, with the player on the seats in turn and bots on all others."""
        seat = number % game.num_players()
        others = {other: opponent for other in range(game.num_players()) if other != seat}
        return Episode(
            game,
            self._seed(number),
            bots=others,
            style=self.style,
            retries=self.retries,
            fallback=self.fallback,
            judge=self.judge,
            notes=notes,
        )


@dataclass(frozen=True)
class PlayToWin(Task):
    """Playing to win under house rules that are drawn for each item, against bots.

    The score is the share of the win: 1 for a win, a part where several share it.

    Args:
        opponent: the bot on all other seats.
        ruleset: what is played instead, in every item: then only the deals differ. Or `None`.
        players: number of seats of that ruleset; `None`: its fewest.

    >>> task = PlayToWin()
    >>> task[0].game.ruleset == Ruleset.sample(0, "test")
    True
    """

    name = "play"
    about = "play to win under rules that are told"

    opponent: str = "heuristic"
    ruleset: str | Ruleset | None = None
    players: int | None = None

    def __post_init__(self) -> None:
        """Refuses a bot or a game that there is not."""
        super().__post_init__()
        named(self.opponent)
        if self.ruleset is not None:
            self._game(0)

    def begun(self, number: int) -> Episode:
        """The game of an item, at its first decision."""
        return self._episode(self._game(number), number, self.opponent)

    def _game(self, number: int) -> Game:
        if self.ruleset is not None:
            return Game(self.ruleset, players=self.players)
        return house_game(number, self.split)


def house_game(number: int, split: Split) -> Game:
    """A game of house rules that are drawn, for two, three or four players where it may be."""
    ruleset = Ruleset.sample(number, split)
    fewest, most = ruleset.players
    players = min(max(2 + number // 4 % 3, fewest), most)
    return Game(ruleset, players=players, max_decisions=LONGEST_ROUND * players)


@dataclass(frozen=True)
class Questions(Task):
    """Questions about rules and positions, with exact answers from the engine: a reading test.

    Which cards may be played, who decides next, who has to draw: each item is one question under
    house rules that are drawn for it, in a position of random play. The score is 1 for the right
    answer; where several may be right, the share that agrees.

    >>> task = Questions()
    >>> task[0].question.kind, task[1].question.kind, task[2].question.kind
    ('playable', 'next', 'draws')
    """

    name = "questions"
    about = "answer questions about rules and positions"

    def begun(self, number: int) -> QuestionExchange:
        """The question of an item."""
        state, asked = self._question(number)
        return QuestionExchange(state, asked, self.style, self.retries)

    def _question(self, number: int) -> tuple[State, Question]:
        """The first position of the deals of an item about which its question can be asked."""
        game, kind = house_game(number, self.split), KINDS[number % len(KINDS)]
        drawn = random.Random(f"{self._seed(number)}")
        for _ in range(MOST_TRIES):
            state = game.new_initial_state(seed=drawn.getrandbits(64))
            for _ in range(drawn.randrange(2, 10 * game.num_players())):
                if not state.is_terminal():
                    state.apply_action(drawn.choice(state.legal_actions()))
            asked = question(state, kind, drawn.getrandbits(32))
            if asked is not None and _tells_apart(asked):
                return state, asked
        raise GameError(f"no position was found for item {number}, about {kind}")


def _tells_apart(asked: Question) -> bool:
    """True if a question of several options has right and wrong ones."""
    return not asked.several or 0 < len(asked.right) < len(asked.options)


@dataclass(frozen=True)
class HiddenRules(Task):
    """Finding hidden rules by playing a match, and stating them at its end.

    The score is how near what is stated comes to the truth, 0 … 1.

    Args:
        rules: number of hidden rules, 1 … 3.
        rounds: number of rounds of the match.
        players: number of seats.
        ruleset: what is played beside the hidden rules; `None`: what `eights.hidden_rules` plays.
        opponent: the bot on all other seats.

    >>> task = HiddenRules()
    >>> task[0].game.is_match, task[0].game.num_players()
    (True, 3)
    """

    name = "hidden-rules"
    about = "find the hidden rules by playing, and state them"

    rules: int = 1
    rounds: int = 3
    players: int = 3
    ruleset: str | Ruleset | None = None
    opponent: str = "greedy"

    def __post_init__(self) -> None:
        """Refuses a bot or a game that there is not."""
        super().__post_init__()
        named(self.opponent)
        self._game()

    def begun(self, number: int) -> Discovery:
        """The match of an item, at its first decision."""
        return Discovery(self._episode(self._game(), number, self.opponent, NOTES))

    def _game(self) -> Game:
        made = hidden_rules if self.ruleset is None else partial(hidden_rules, self.ruleset)
        return made(
            players=self.players,
            rules=self.rules,
            rounds=self.rounds,
            split=self.split,
            max_decisions=LONGEST_ROUND * self.players * self.rounds,
        )


_TASKS: dict[str, type[Task]] = {one.name: one for one in (PlayToWin, Questions, HiddenRules)}
TASKS: tuple[str, ...] = tuple(_TASKS)
"""The names of the tasks."""


def task(name: str, split: Split = "test", **options: object) -> Task:
    """The task of a name.

    Args:
        name: `"play"`, `"questions"` or `"hidden-rules"`.
        split: `"train"` or `"test"`.
        options: further arguments of its class. `style` may be a mapping of the options of a
            `Style`, as a file of settings has them.

    Raises:
        GameError: there is no such task, split or option.

    >>> task("questions", "train", style={"grammar": "line"}).style.grammar
    'line'
    """
    kind = _TASKS[arguments.word("a task", name, TASKS)]
    _check_options(kind, options)
    if isinstance(style := options.get("style"), Mapping):
        _check_options(Style, style)
        options["style"] = Style(**style)
    return kind(split, **options)  # type: ignore[arg-type]


def _check_options(kind: type[Task | Style], options: Iterable[object]) -> None:
    """Refuses what is not an option of a class.

    Raises:
        GameError: there is no such option.
    """
    known = [field.name for field in fields(kind) if field.name != "split"]
    for key in options:
        if key not in known:
            possible = ", ".join(known)
            raise GameError(f"{arguments.shown(key)} is not an option: there are {possible}")
