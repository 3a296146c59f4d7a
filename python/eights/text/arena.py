"""Arenas with players by texts: several deals at a time, since models are waited for."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Generator, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any, SupportsIndex

from eights._base import arguments
from eights._eights import ArgumentError, BotError, Game, State, arena_games
from eights._play.deciders import Decider
from eights.evaluate import MOST_DEALS, Part, Plan, Progress, Sides, named_entrants, play_parts
from eights.policies import AnyPolicy
from eights.reports import Report
from eights.text.bot import TextBot
from eights.text.chat_model import BudgetError, ChatModel
from eights.text.evaluation import MOST_THREADS

__all__ = ["arena"]

TICK = 0.1
"""Seconds after which it is looked whether the caller wants to stop."""


def arena(
    game: Game,
    entrants: Sequence[str | AnyPolicy] | Mapping[str, str | AnyPolicy],
    deals: SupportsIndex | None = None,
    seed: SupportsIndex = 0,
    *,
    threads: SupportsIndex = 8,
    progress: Progress | None = None,
    precision: float | None = None,
) -> Report:
    """Plays as `eights.arena` does, several deals at a time, which suits language models.

    The games and the report are the same as there for players that answer alike to the same
    messages. Where a budget is spent or the caller stops, the report is of the deals that every
    pairing has finished.

    Args:
        game: as for `eights.arena`.
        entrants: as for `eights.arena`; each player by texts is a `TextBot`.
        deals: number of deals of each pairing; `None`: 100, or with a precision at most 1,000,000.
        seed: 0 … 2**64 - 1.
        threads: 1 … 1024: so many deals at a time; players are called by several threads.
        progress: called with the number of finished games; it stops the arena by returning `False`.
        precision: as for `eights.arena`.

    Returns:
        The report of `eights.arena`, and under `"texts"` what each player by texts has said: the
        number of its answers, the share that was refused, the decisions that were drawn, and its
        tokens; of a `ChatModel` also what was `"spent"`: requests and tokens by the server's count.

    Raises:
        BudgetError: a budget was spent before every pairing had finished a deal.
        eights.Error: as `eights.arena` says, or a model cannot be asked.

    >>> import eights.text
    >>> bot = eights.text.TextBot(lambda messages: "[1]", name="first")
    >>> report = arena(eights.Game("uno", players=2), [bot, "heuristic"], deals=3)
    >>> report["pairings"][0]["games"], report["texts"][0]["invalid_share"]
    (6, 0.0)
    """
    at_once = arguments.integer("threads", threads, 1, MOST_THREADS)
    if progress is not None and not callable(progress):
        raise ArgumentError(
            f"progress must be a function of one number, not {arguments.kind(progress)}"
        )
    if isinstance(entrants, Mapping):
        names, players = named_entrants(list(entrants.values()), list(entrants))
    else:
        names, players = named_entrants(list(entrants))
    if deals is None:
        deals = 100 if precision is None else MOST_DEALS
    most = arguments.integer("deals", deals)
    plan = Plan(most, arguments.integer("seed", seed), precision)
    games = _Games(game, players, plan.seed, at_once, progress)
    try:
        report = play_parts(game, names, players, plan, games.goes_on, games.play, together=1)
    except BotError:
        if games.spent is not None:
            raise games.spent from None
        raise
    report["texts"] = _texts(names, players)
    return report


class _Stopped(Exception):  # noqa: N818 - no error: the arena has ended
    """The arena is over, and a game of it was still being played."""


class _Watched(Decider):
    """A decider that plays only as long as the arena does."""

    def __init__(self, player: Decider, ended: threading.Event) -> None:
        self.player = player
        self.ended = ended

    @property
    def name(self) -> str:
        """The name of the player."""
        return self.player.name

    def validate(self, game: Game) -> None:
        """As the player does."""
        self.player.validate(game)

    def choose(self, state: State, seed: int | None = None) -> int:
        """The choice of the player.

        Raises:
            _Stopped: the arena is over.
        """
        if self.ended.is_set():
            raise _Stopped
        return self.player.choose(state, seed)


class _Games:
    """The games of an arena, played by threads."""

    def __init__(
        self,
        game: Game,
        players: Sequence[str | AnyPolicy],
        seed: int,
        threads: int,
        progress: Progress | None,
    ) -> None:
        self.game = game
        self.seed = seed
        self.threads = threads
        self.progress = progress
        self.done = 0
        self.last = False
        """True if no further deal counts: a budget is spent, or the caller stops."""
        self.spent: BudgetError | None = None
        self.ended = threading.Event()
        self.players = [
            _Watched(one, self.ended) if isinstance(one, Decider) else one for one in players
        ]

    def goes_on(self, games: int) -> bool:
        """Tells the caller how many games are finished; false where the arena is to stop."""
        self.done = games
        self._look()
        return not self.last

    def _look(self) -> None:
        """Asks the caller whether to stop."""
        if self.progress is not None and self.progress(self.done) is False:
            self.last = True

    def play(self, todo: Iterator[Part]) -> Generator[tuple[Part, Sides], None, None]:
        """Plays deals by threads.

        The last finished one is held back: an arena can be stopped only with a deal.
        """
        pool = ThreadPoolExecutor(self.threads)
        held: tuple[Part, Sides] | None = None
        waiting: dict[Future[Sides], Part] = {}
        try:
            while not self.last:
                for part in itertools.islice(todo, self.threads - len(waiting)):
                    waiting[pool.submit(self._played, part)] = part
                if not waiting:
                    break
                for future in wait(waiting, TICK, FIRST_COMPLETED).done:
                    part = waiting.pop(future)
                    try:
                        sides = future.result()
                    except BudgetError as spent:
                        self.last, self.spent = True, spent
                        continue
                    if held is not None:
                        yield held
                    held = part, sides
                self._look()
            if held is not None:
                yield held
            elif self.last:
                raise BotError("the arena was stopped before a deal was finished")
        finally:
            if waiting:
                self.ended.set()
            # An answer that was paid for is kept, so that it is not asked for again.
            pool.shutdown(wait=self.spent is not None, cancel_futures=True)

    def _played(self, part: Part) -> Sides:
        one, other = self.players[part.entrant], self.players[part.field]
        return arena_games(self.game, one, other, part.deals, part.first, self.seed)


def _texts(names: Sequence[str], players: Sequence[str | AnyPolicy]) -> list[dict[str, Any]]:
    """The answers and the costs of each player by texts."""
    told = []
    for name, bot in zip(names, players, strict=True):
        if isinstance(bot, TextBot):
            counts = bot.counts
            line = {
                "entrant": name,
                "decisions": counts.decisions,
                "answers": counts.answers,
                "invalid_share": counts.invalid_share,
                "random": counts.random,
                "prompt_tokens": counts.prompt_tokens,
                "answer_tokens": counts.answer_tokens,
            }
            if isinstance(bot.player, ChatModel):
                line["spent"] = dict(bot.player.spent.__dict__)
            told.append(line)
    return told
