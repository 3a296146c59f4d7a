"""Whole games of models, bots and people at one table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import SupportsIndex

from eights._base import arguments
from eights._eights import ArgumentError, Game, State
from eights._play.deciders import Decider
from eights.text.episode import Episode, Fallback
from eights.text.exchange import Message, Player, TextPlayer
from eights.text.judge import Judge
from eights.text.style import Style

__all__ = ["Person", "play"]


class Person:
    """A person at the terminal: what is new is shown, and a line is read.

    Raises:
        EOFError: the input has ended.
    """

    def __init__(self) -> None:
        """Nothing was shown yet."""
        self._rules = ""

    def __call__(self, messages: Sequence[Message], /) -> str:
        """The line that the person types."""
        first, last = messages[0]["content"], messages[-1]["content"]
        shown = [last] if first == self._rules or first == last else [first, last]
        self._rules = first
        return input("\n".join(("", *shown, "> ")))


def play(
    source: Game | State,
    players: Sequence[Player],
    seed: SupportsIndex = 0,
    *,
    style: Style | None = None,
    retries: SupportsIndex = 2,
    fallback: Fallback = "forfeit",
    judge: Judge | None = None,
) -> Episode:
    """Plays a game to its end.

    Args:
        source: the game, or a state to play on from, which stays as it is.
        players: of each seat: the name of a bot or searcher, a searcher, or a function that answers
            messages. One function may play on several seats.
        seed: as for `Episode`, and so are the others.
        style: the form of the texts.
        retries: how often a player may answer again.
        fallback: what follows then.
        judge: ranks the actions of players by texts.

    Returns:
        The episode: its `shares`, `returns`, `counts_of` each seat by texts, and `steps`.

    Raises:
        eights.Error: an argument is refused, as `Episode` says.

    >>> import eights
    >>> def first(messages):
    ...     return "[1]"
    >>> episode = play(eights.Game("uno", players=3), [first, "heuristic", first], seed=1)
    >>> episode.done, episode.counts_of(2).invalid
    (True, 0)
    """
    bots: dict[int, str | Decider] = {}
    speakers: dict[int, TextPlayer] = {}
    for seat, player in enumerate(_seated(source, players)):
        if isinstance(player, str | Decider):
            bots[seat] = player
        else:
            speakers[seat] = player
    episode = Episode(
        source, seed, bots=bots, style=style, retries=retries, fallback=fallback, judge=judge
    )
    while (asked := episode.seat) is not None:
        episode.answer(speakers[asked](episode.messages()))
    return episode


def _seated(source: Game | State, players: object) -> Sequence[Player]:
    """The players, one for each seat.

    Raises:
        ArgumentError: there are more or fewer, or one is no player.
    """
    if not isinstance(source, Game | State):
        raise ArgumentError(f"source must be a Game or a State, not {arguments.kind(source)}")
    seats = source.num_players()
    if isinstance(players, str) or not isinstance(players, Sequence) or len(players) != seats:
        raise ArgumentError(
            f"players must be one for each of {seats} seats, not {arguments.shown(players)}"
        )
    for seat, player in enumerate(players):
        if not (isinstance(player, str) or callable(player)):
            raise ArgumentError(
                f"players[{seat}] must be a bot or a function, not {arguments.kind(player)}"
            )
    return players
