"""A player at a task: its score, and what the exchange took."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, SupportsIndex

from eights._base import arguments
from eights._eights import ArgumentError, GameError, win_rate_interval
from eights._play.bots import named
from eights._play.deciders import Decider
from eights.policies import policy_name
from eights.text.discovery import Discovery
from eights.text.episode import Episode
from eights.text.exchange import Counts, Exchange, Player
from eights.text.tasks import Task

__all__ = ["Report", "evaluate", "run"]

MOST_THREADS = 1024


@dataclass(frozen=True)
class Report:
    """The result of a player at a task.

    Args:
        task: the name of the task.
        version: of its items.
        split: of its items.
        player: the name of the player.
        scores: the score of each item, 0 … 1.
        counts: what the player has said and done in all items.
    """

    task: str
    version: str
    split: str
    player: str
    scores: tuple[float, ...]
    counts: Counts

    @property
    def score(self) -> tuple[float, float, float]:
        """The mean score, and the lower and the upper end of its interval, at 95 %."""
        return win_rate_interval(self.scores)

    def to_dict(self) -> dict[str, Any]:
        """The result in numbers, for JSON."""
        mean, low, high = self.score
        counts, items = self.counts, len(self.scores)
        return {
            "task": self.task,
            "version": self.version,
            "split": self.split,
            "player": self.player,
            "items": items,
            "score": {"mean": mean, "low": low, "high": high},
            "answers": counts.answers,
            "invalid_share": counts.invalid_share,
            "random": counts.random,
            "forfeits": counts.forfeits,
            "judged": len(counts.ranks),
            "hit_rate": counts.hit_rate,
            "mean_rank": counts.mean_rank,
            "prompt_tokens": counts.prompt_tokens / items,
            "answer_tokens": counts.answer_tokens / items,
        }


def run(exchange: Exchange, player: Player) -> Exchange:
    """Runs an item to its end.

    A bot or searcher plays games, by actions. It cannot be asked: it states no hidden rules.

    Raises:
        GameError: a bot is asked a question.
        eights.Error: as for the item.
    """
    if not hasattr(exchange, "done"):
        raise ArgumentError(f"exchange must be an item of a task, not {arguments.kind(exchange)}")
    if not isinstance(player, str | Decider):
        while not exchange.done:
            exchange.answer(player(exchange.messages()))
        return exchange
    episode = exchange.episode if isinstance(exchange, Discovery) else exchange
    if not isinstance(episode, Episode):
        raise GameError(f"{policy_name(player)} plays games only: questions are for texts")
    while not episode.done:
        episode.act(episode.choose(player))
    if isinstance(exchange, Discovery):
        exchange.answer("[]")
    return exchange


def evaluate(
    task: Task,
    player: Player,
    items: SupportsIndex | None = None,
    *,
    name: str | None = None,
    threads: SupportsIndex = 1,
    progress: Callable[[int], object] | None = None,
) -> Report:
    """Measures a player at the first items of a task.

    Args:
        task: the task.
        player: a function that answers messages; or the name of a bot or searcher, or a searcher,
            where games are played.
        items: number of items; `None`: all of the split.
        name: of the player in the report; `None`: its own.
        threads: 1 … 1024: so many items at a time, for a model that waits for a network. Such a
            player is called by several threads.
        progress: is called with the number of finished items.

    Raises:
        GameError: a number is out of range, or a bot is asked questions.
        ArgumentError: the player is none.
        BotError: there is no such bot.

    >>> import eights.text
    >>> report = evaluate(eights.text.task("questions"), lambda messages: "[1]", items=6)
    >>> report.counts.answers, 0 <= report.score[0] <= 1
    (6, True)
    """
    count = len(task) if items is None else arguments.integer("items", items, 1, len(task))
    together = arguments.integer("threads", threads, 1, MOST_THREADS)
    if not (isinstance(player, str) or callable(player)):
        raise ArgumentError(f"player must be a bot or a function, not {arguments.kind(player)}")
    plays = named(player) if isinstance(player, str) else player
    exchanges: list[Exchange] = []

    def finished(exchange: Exchange) -> None:
        exchanges.append(exchange)
        if progress is not None:
            progress(len(exchanges))

    if together == 1:
        for number in range(count):
            finished(run(task[number], plays))
    else:
        with ThreadPoolExecutor(together) as pool:
            for exchange in pool.map(lambda number: run(task[number], plays), range(count)):
                finished(exchange)
    return Report(
        task.name,
        task.version,
        task.split,
        name or policy_name(player),
        tuple(exchange.score for exchange in exchanges),
        sum((exchange.counts for exchange in exchanges), Counts()),
    )
