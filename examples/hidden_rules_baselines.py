"""The value of knowing hidden rules, or of remembering refused cards.

Four players of increasing knowledge play the same deals under the same hidden rules: each sits on
every seat in turn, against players of one kind on all other seats. Intervals are Wilson's.

    python examples/hidden_rules_baselines.py --split test --games 1000
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import random
import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from tqdm import tqdm

import eights

DRAW = eights.string_to_action("draw")
PASS = eights.string_to_action("pass")
CARDS = 54
"""Actions below this number are cards to play."""

LEAST = 0.02
"""Probability of success below which no attempt is made."""

FOLLOWS, OTHERS = 0.9, 0.1
"""Probability that a card may be played, if it follows by suit or rank and if it does not."""

WEIGHTS = (2.0, 2.0, 1.0, 0.05)
"""For each context, the widest first: number of attempts with the same weight as the wider one."""


# ---- Public information --------------------------------------------------------------------------


@dataclass(frozen=True)
class Table:
    """Public information at a decision.

    Attributes:
        phase: Name of the open phase.
        upcards: Upcard of each pile, such as `("8H",)`.
        suit: Nominated suit in force, such as `"H"`; empty if there is none.
    """

    phase: str
    upcards: tuple[str, ...]
    suit: str

    @classmethod
    def of(cls, state: eights.State) -> Table:
        """Returns the table of a state."""
        position = state.to_dict()
        piles = position.get("piles") or [position.get("pile", "")]
        phase = position.get("phase", "play")
        return cls(
            phase=phase if isinstance(phase, str) else phase["name"],
            upcards=tuple(pile.split()[-1] for pile in piles if pile),
            suit=position.get("suit", ""),
        )


@dataclass(frozen=True)
class Attempt:
    """A card that somebody tried to play in public.

    Attributes:
        card: The card, such as `"8H"`.
        table: The table before the attempt.
        refused: True if the card was handed back.
    """

    card: str
    table: Table
    refused: bool

    @classmethod
    def of(cls, action: int, table: Table, lawful: Sequence[int]) -> Attempt | None:
        """Returns the attempt of an action; `None` if it plays no card."""
        if action >= CARDS:
            return None
        card = eights.action_to_string(action).removeprefix("play ")
        return cls(card, table, action not in lawful)


class Player(Protocol):
    """A player that decides for a seat during one match."""

    def choose(self, table: Table, legal: Sequence[int]) -> int:
        """Chooses one of the legal actions; they include every card of the player's hand."""

    def see(self, attempt: Attempt) -> None:
        """Receives each attempt of every seat, including its own."""


# ---- Players ------------------------------------------------------------------------------------


class RandomPlayer:
    """Tries any card of its hand, or draws."""

    def __init__(self, seed: int) -> None:
        """Seeds the choices."""
        self.rng = random.Random(seed)

    def choose(self, table: Table, legal: Sequence[int]) -> int:  # noqa: ARG002
        """Chooses any legal action."""
        return self.rng.choice(legal)

    def see(self, attempt: Attempt) -> None:
        """Learns nothing."""


class InformedPlayer(RandomPlayer):
    """Knows the cards that the hidden rules allow, and plays one of them."""

    lawful: Sequence[int] = ()

    def tell(self, lawful: Sequence[int]) -> None:
        """Receives the actions that would not be handed back."""
        self.lawful = lawful

    def choose(self, table: Table, legal: Sequence[int]) -> int:  # noqa: ARG002
        """Chooses a card that may be played, if there is one."""
        cards = [action for action in self.lawful if action < CARDS]
        return self.rng.choice(cards or self.lawful)


class PlainPlayer(RandomPlayer):
    """Follows suit and rank as if nothing were hidden, and remembers nothing."""

    def choose(self, table: Table, legal: Sequence[int]) -> int:
        """Chooses the card most likely to be accepted."""
        cards = [action for action in legal if action < CARDS]
        if table.phase != "play" or not cards:  # declines an offer
            return PASS if PASS in legal else self.rng.choice(legal)
        chances = {card: self.chance(eights.action_to_string(card)[5:], table) for card in cards}
        best = max(chances.values())
        if best < LEAST and DRAW in legal:
            return DRAW
        return self.rng.choice([card for card in cards if chances[card] == best])

    def chance(self, card: str, table: Table) -> float:
        """Returns the estimated probability that the card may be played."""
        return float(any(follows(card, upcard, table.suit) for upcard in table.upcards))


class RememberingPlayer(PlainPlayer):
    """Plays the card most likely to be accepted, by the attempts seen in the match.

    A card is judged by similar attempts: those that followed (or did not) by suit or rank, among
    them those on the same rank, among them those with the same rank, and those with the very same
    cards.
    """

    def __init__(self, seed: int) -> None:
        """Starts without any attempts."""
        super().__init__(seed)
        self.tried: dict[tuple[object, ...], int] = defaultdict(int)
        self.accepted: dict[tuple[object, ...], int] = defaultdict(int)

    def chance(self, card: str, table: Table) -> float:
        """Returns the probability on the pile where it is greatest."""
        return max(self.chance_on(card, upcard, table.suit) for upcard in table.upcards)

    def chance_on(self, card: str, upcard: str, suit: str) -> float:
        """Returns the accepted share of similar attempts, smoothed by wider contexts."""
        chance = FOLLOWS if follows(card, upcard, suit) else OTHERS
        for weight, key in zip(WEIGHTS, contexts(card, upcard, suit), strict=True):
            chance = (self.accepted[key] + weight * chance) / (self.tried[key] + weight)
        return chance

    def see(self, attempt: Attempt) -> None:
        """Counts the attempt, if it is clear on which pile it was made."""
        table = attempt.table
        if table.phase != "play" or (len(table.upcards) > 1 and not attempt.refused):
            return
        for upcard in table.upcards:
            for key in contexts(attempt.card, upcard, table.suit):
                self.tried[key] += 1
                self.accepted[key] += not attempt.refused


def follows(card: str, upcard: str, suit: str) -> bool:
    """True if a card follows by suit or rank, ignoring created rules.

    >>> follows("8H", "2H", ""), follows("8H", "8C", ""), follows("8H", "2H", "S")
    (True, True, False)
    """
    return card[1] == (suit or upcard[1]) or (not suit and card[0] == upcard[0])


def contexts(card: str, upcard: str, suit: str) -> list[tuple[object, ...]]:
    """Returns the contexts of an attempt, the widest first."""
    plain = follows(card, upcard, suit)
    return [
        (plain,),
        (plain, upcard[0]),
        (plain, upcard[0], card[0]),
        (plain, upcard, card),
    ]


PLAYERS: dict[str, Callable[[int], Player]] = {
    "random": RandomPlayer,
    "plain": PlainPlayer,
    "remembers": RememberingPlayer,
    "knows": InformedPlayer,
}
"""Players by name, in order of their knowledge; each is made with a seed for one match."""


# ---- Matches ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Outcome:
    """The end of a match.

    Attributes:
        shares: Share of the win of each seat: 1 for a single winner, a part for tied winners.
        attempts: Number of cards that each seat tried to play.
        refused: Number of these cards that were handed back.
    """

    shares: tuple[float, ...]
    attempts: tuple[int, ...]
    refused: tuple[int, ...]


def play(game: eights.Game, players: Sequence[Player], seed: int) -> Outcome:
    """Plays the match of a seed, with one player on each seat."""
    state = game.new_initial_state(seed=seed)
    attempts, refused = [0] * len(players), [0] * len(players)
    while not state.is_terminal():
        seat, table, lawful = state.current_player(), Table.of(state), state.lawful_actions()
        player = players[seat]
        if isinstance(player, InformedPlayer):
            player.tell(lawful)
        action = player.choose(table, state.legal_actions())
        attempt = Attempt.of(action, table, lawful)
        if attempt is not None:
            attempts[seat] += 1
            refused[seat] += attempt.refused
            for other in players:
                other.see(attempt)
        state.apply_action(action)
    winners = state.winners()
    shares = [1 / len(winners) if seat in winners else 0.0 for seat in range(len(players))]
    return Outcome(tuple(shares), tuple(attempts), tuple(refused))


@dataclass(frozen=True)
class Result:
    """A player's results against others of one kind.

    Attributes:
        name: Name of the player.
        games: Matches played; the player sits on each seat in turn.
        win_rate: Share of matches won, with the 95 % interval from `low` to `high`.
        attempts: Cards that it tried to play, per match.
        refused: Cards handed back, per match.
    """

    name: str
    games: int
    win_rate: float
    low: float
    high: float
    attempts: float
    refused: float


def compare(
    game: eights.Game, games: int, seed: int, field: str, stop: eights.SoftStop | None = None
) -> list[Result]:
    """Plays every player on the same deals against `field`; if stopped, returns partial results."""
    seats = game.num_players()
    results = []
    for name in PLAYERS:
        outcomes = []
        for i in tqdm(range(games), desc=name, leave=False):
            if stop:
                break
            deal = eights.episode_seed(seed, 0, i)
            own = i % seats
            players = [
                PLAYERS[name if seat == own else field](eights.episode_seed(deal, seat, 1))
                for seat in range(seats)
            ]
            outcomes.append((play(game, players, deal), own))
        if not outcomes:
            break
        rate, low, high = eights.win_rate_interval([o.shares[own] for o, own in outcomes])
        attempts = sum(outcome.attempts[own] for outcome, own in outcomes) / len(outcomes)
        refused = sum(outcome.refused[own] for outcome, own in outcomes) / len(outcomes)
        results.append(Result(name, len(outcomes), rate, low, high, attempts, refused))
    return results


def print_table(results: list[Result]) -> None:
    """Prints a line for each player."""
    print(f"{'player':>10}  {'wins':>6}  {'95 % interval':>15}  {'attempts':>8}  {'refused':>7}")
    for result in results:
        bounds = f"{result.low:.1%} - {result.high:.1%}"
        print(
            f"{result.name:>10}  {result.win_rate:>6.1%}  {bounds:>15}  {result.attempts:>8.1f}"
            f"  {result.refused:>7.2f}"
        )


def main() -> int:
    """Parses the command line, plays, prints the table or JSON; Ctrl-C ends the playing."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--ruleset", default="rose_mau", help="what is played beside the rules")
    parser.add_argument("--players", type=int, default=4, help="seats at the table")
    parser.add_argument("--rules", type=int, default=2, help="hidden rules of a match, 1 to 3")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of a match")
    parser.add_argument("--split", default="train", choices=("train", "test", "all"))
    parser.add_argument("--games", type=int, default=400, help="matches of each player")
    parser.add_argument("--field", default="plain", choices=PLAYERS, help="on the other seats")
    parser.add_argument("--seed", type=int, default=0, help="seed of all deals")
    parser.add_argument("--json", action="store_true", help="print JSON instead of the table")
    arguments = parser.parse_args()
    if arguments.games < 1:
        parser.error(f"--games {arguments.games} is not 1 or greater")
    try:
        game = eights.hidden_rules(
            arguments.ruleset,
            players=arguments.players,
            rules=arguments.rules,
            rounds=arguments.rounds,
            split=arguments.split,
        )
    except eights.Error as error:
        parser.error(str(error))
    with eights.SoftStop() as stop:
        results = compare(game, arguments.games, arguments.seed, arguments.field, stop)
    code = 130 if stop else 0
    if arguments.json:
        report: dict[str, Any] = {
            **vars(arguments),
            "grammar": eights.GRAMMAR_VERSION,
            "fair_share": 1 / arguments.players,
            "results": [dataclasses.asdict(result) for result in results],
        }
        print(json.dumps(report, indent=2))
        return code
    print(
        f"{arguments.rules} hidden rules of split {arguments.split!r}, {arguments.rounds} rounds, "
        f"{arguments.players} players (fair share {1 / arguments.players:.1%}), "
        f"against {arguments.field!r}; attempts and refused cards a match"
    )
    print_table(results)
    if stop:
        played = ", ".join(f"{result.name} {result.games}" for result in results)
        print(f"stopped; matches played: {played or 'none'}", file=sys.stderr)
    return code


if __name__ == "__main__":
    raise SystemExit(main())
