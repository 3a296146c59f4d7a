"""Hidden rules: games under rules that nobody is told, and what it is worth to know them.

`hidden_rules` makes such a game; `baselines` plays four players of increasing knowledge in it.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, SupportsIndex

from eights import _arguments
from eights._arguments import integer
from eights._eights import (
    ArgumentError,
    Game,
    GameError,
    Ruleset,
    State,
    action_to_string,
    episode_seed,
    string_to_action,
    win_rate_interval,
)

__all__ = [
    "BASELINES",
    "Attempt",
    "Baseline",
    "Player",
    "Sight",
    "baselines",
    "hidden_rules",
    "hidden_ruleset",
    "play",
]

Split = Literal["train", "test", "all"]

DRAW = string_to_action("draw")
PASS = string_to_action("pass")
CARDS = 54
"""Actions below are cards to play."""

MOST_RULES = 3
MOST_ROUNDS = 65_535

LONGEST_ROUND = 200
"""Decisions of each seat in a round after which an episode is truncated, unless told otherwise."""

MOST_DECISIONS = 65_535


def hidden_ruleset(
    ruleset: str | Ruleset = "rose_mau",
    rules: SupportsIndex = 2,
    rounds: SupportsIndex | None = None,
    split: Split = "train",
    overrides: Mapping[str, Any] | None = None,
) -> Ruleset:
    """A ruleset under which each episode has created rules that nobody sees.

    Args:
        ruleset: what is played beside them: an id, or a `Ruleset`.
        rules: how many are drawn for each episode, 1 … 3.
        rounds: rounds of a match, all under the same rules; `None` leaves the matches as they are.
        split: which rules may be drawn: `"train"`, `"test"` (one of five) or `"all"`.
        overrides: further changes, as `Ruleset.override` takes them.

    Raises:
        RulesetError: the result is not valid: it must let players draw at any time, and charge
            cards for an illegal attempt.
        GameError: a number is out of range.
        ArgumentError: an argument has the wrong type.
    """
    base = Ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    if not isinstance(base, Ruleset):
        raise ArgumentError(f"ruleset must be an id or a Ruleset, not {_arguments.kind(ruleset)}")
    drawn = integer("rules", rules, 1, MOST_RULES)
    changes: dict[str, Any] = {
        "created.by": "lot",
        "created.seen": "nobody",
        "created.drawn": drawn,
        "created.most": drawn,
        "created.rules": [],
        "created.split": _arguments.text("split", split),
    }
    if rounds is not None:
        changes["match.rounds"] = integer("rounds", rounds, 1, MOST_ROUNDS)
        changes["match.target"] = 0
    return base.override({**changes, **_arguments.mapping("overrides", overrides)})


def hidden_rules(
    ruleset: str | Ruleset = "rose_mau",
    players: SupportsIndex = 4,
    rules: SupportsIndex = 2,
    rounds: SupportsIndex | None = None,
    split: Split = "train",
    overrides: Mapping[str, Any] | None = None,
    reward: Literal["win", "points"] = "win",
    layout: Literal["compact", "universal"] = "compact",
    history: SupportsIndex = 0,
    max_decisions: SupportsIndex | None = None,
    truncation: Literal["score", "bootstrap"] = "score",
) -> Game:
    """A game whose episodes stand under created rules that nobody sees, for `eights.Batch` too.

    The rules are drawn anew for each episode from the grammar of created rules. The mask of every
    seat holds every card in hand: what is illegal costs what the ruleset says, and that is how the
    rules are learned. The true rules of a state are in `state.to_dict()["created"]`, those of row
    `i` of a batch in `batch.state(i).to_dict()["created"]`, for analysis only.

    The splits `"train"` and `"test"` share no rule; they are fixed for a `GRAMMAR_VERSION`.

    Args:
        ruleset: what is played beside them: an id, or a `Ruleset`.
        players: number of seats.
        rules: how many are drawn for each episode, 1 … 3.
        rounds: an episode is a match of so many rounds under the same rules; `None`: one round.
        split: `"train"`, `"test"` or `"all"`.
        overrides: further changes to the ruleset, as `Ruleset.override` takes them.
        reward: `"win"` or `"points"`.
        layout: `"compact"` or `"universal"`.
        history: number of public events shown in observations.
        max_decisions: decisions of all seats after which an episode is truncated; `None`: 200 for
            each seat and round, since under a few rules nobody goes out.
        truncation: what becomes of a round that they end, as for `eights.Game`.

    Raises:
        eights.Error: an argument is refused; the message says what was possible.
    """
    return Game(
        hidden_ruleset(ruleset, rules, rounds, split, overrides),
        players=players,
        episode="round" if rounds is None else "match",
        reward=reward,
        layout=layout,
        history=history,
        max_decisions=longest(players, rounds) if max_decisions is None else max_decisions,
        truncation=truncation,
    )


def longest(players: SupportsIndex, rounds: SupportsIndex | None) -> int:
    """Decisions after which an episode is truncated, unless told otherwise."""
    seats = integer("players", players, 2, 10)
    count = 1 if rounds is None else integer("rounds", rounds, 1, MOST_ROUNDS)
    return min(LONGEST_ROUND * seats * count, MOST_DECISIONS)


# ---- Players ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sight:
    """What a player may know at a decision.

    Attributes:
        legal: actions of the mask: among them every card in hand, whether it may be laid or not.
        phase: the name of the open phase.
        upcards: the upcard of each pile, such as `("8H",)`.
        suit: the nominated suit in force, such as `"H"`; empty if none is.
        lawful: what the hidden rules allow. Only `knows` looks at it.
    """

    legal: Sequence[int]
    phase: str
    upcards: tuple[str, ...]
    suit: str
    lawful: Sequence[int]


@dataclass(frozen=True)
class Attempt:
    """A card that somebody tried to lay, in everybody's sight.

    Attributes:
        card: the card, such as `"8H"`.
        sight: what was on the table before.
        refused: whether it was handed back.
    """

    card: str
    sight: Sight
    refused: bool


class Player(Protocol):
    """Who decides for a seat during one match."""

    def choose(self, sight: Sight) -> int:
        """One of `sight.legal`."""

    def see(self, attempt: Attempt) -> None:
        """Is told of each attempt of every seat, its own too."""


class _Random:
    """Any card in hand, or a draw."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(integer("seed", seed))

    def choose(self, sight: Sight) -> int:
        return self.rng.choice(sight.legal)

    def see(self, attempt: Attempt) -> None:
        """Learns nothing."""


class _Knows(_Random):
    """A card that may be laid, if there is one."""

    def choose(self, sight: Sight) -> int:
        cards = [action for action in sight.lawful if action < CARDS]
        return self.rng.choice(cards or sight.lawful)


class _Plain(_Random):
    """Plays by suit and rank, as if nothing were hidden, and remembers nothing."""

    def choose(self, sight: Sight) -> int:
        cards = [action for action in sight.legal if action < CARDS]
        if sight.phase != "play" or not cards:
            return self._aside(sight)
        worth = {action: self.worth(action_to_string(action)[5:], sight) for action in cards}
        best = max(worth.values())
        if best < LEAST and DRAW in sight.legal:
            return DRAW
        return self.rng.choice([action for action in cards if worth[action] == best])

    def _aside(self, sight: Sight) -> int:
        """What is no turn of its own: declined where it can be."""
        return PASS if PASS in sight.legal else self.rng.choice(sight.legal)

    def worth(self, card: str, sight: Sight) -> float:
        """How likely it is that the card may be laid."""
        return float(any(follows(card, upcard, sight.suit) for upcard in sight.upcards))


LEAST = 0.02
"""An attempt less likely to succeed than this is not made."""

FOLLOWS, OTHERS = 0.9, 0.1
"""How likely it is that a card may be laid that follows by suit or rank, or that does not."""

WEIGHTS = (2.0, 2.0, 1.0, 0.05)
"""For each context, the widest first: attempts in it that count as much as what is wider."""


class _Remembers(_Plain):
    """Plays what is most likely to be accepted, by what was refused and accepted in the match.

    A card is judged by attempts like it: those that followed (or did not) by suit or rank, of them
    those on the same rank, of them those with the same rank, and those with the very same cards.
    """

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.tried: dict[tuple[object, ...], int] = defaultdict(int)
        self.laid: dict[tuple[object, ...], int] = defaultdict(int)

    def worth(self, card: str, sight: Sight) -> float:
        return max(self._expected(card, upcard, sight.suit) for upcard in sight.upcards)

    def _expected(self, card: str, upcard: str, suit: str) -> float:
        worth = FOLLOWS if follows(card, upcard, suit) else OTHERS
        for weight, key in zip(WEIGHTS, contexts(card, upcard, suit), strict=True):
            worth = (self.laid[key] + weight * worth) / (self.tried[key] + weight)
        return worth

    def see(self, attempt: Attempt) -> None:
        sight = attempt.sight
        if sight.phase != "play" or (len(sight.upcards) > 1 and not attempt.refused):
            return
        for upcard in sight.upcards:
            for key in contexts(attempt.card, upcard, sight.suit):
                self.tried[key] += 1
                self.laid[key] += not attempt.refused


def follows(card: str, upcard: str, suit: str) -> bool:
    """Whether a card follows by suit or rank, as far as it is known without created rules.

    >>> follows("8H", "2H", ""), follows("8H", "8C", ""), follows("8H", "2H", "S")
    (True, True, False)
    """
    return card[1] == (suit or upcard[1]) or (not suit and card[0] == upcard[0])


def contexts(card: str, upcard: str, suit: str) -> list[tuple[object, ...]]:
    """What an attempt is an example of, the widest first."""
    plain = follows(card, upcard, suit)
    return [
        (plain,),
        (plain, upcard[0]),
        (plain, upcard[0], card[0]),
        (plain, upcard, card),
    ]


BASELINES: dict[str, Callable[[int], Player]] = {
    "random": _Random,
    "plain": _Plain,
    "remembers": _Remembers,
    "knows": _Knows,
}
"""Players by name, the least knowing first: each is made with a seed for one match."""


# ---- Matches ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Outcome:
    """How a match ended.

    Attributes:
        shares: of each seat: 1 for who won alone, parts of it for winners that tie.
        attempts: cards that each seat tried to lay.
        refused: those of them that were handed back.
        rounds: rounds that were played.
    """

    shares: tuple[float, ...]
    attempts: tuple[int, ...]
    refused: tuple[int, ...]
    rounds: int


def sight(state: State) -> Sight:
    """What the seat to act may know, and what only `knows` looks at."""
    position = state.to_dict()
    piles = position.get("piles") or [position.get("pile", "")]
    phase = position.get("phase", "play")
    return Sight(
        legal=state.legal_actions(),
        phase=phase if isinstance(phase, str) else phase["name"],
        upcards=tuple(pile.split()[-1] for pile in piles if pile),
        suit=position.get("suit", ""),
        lawful=state.lawful_actions(),
    )


def _sampled(game: Game) -> Game:
    """The game, if it is one and needs nobody to decide chance."""
    if not isinstance(game, Game):
        raise ArgumentError(f"game must be a Game, not {_arguments.kind(game)}")
    if game.options["chance"] != "sampled":
        raise GameError('the game has explicit chance: make it with chance="sampled"')
    return game


def _seated(game: Game, players: Sequence[Player]) -> None:
    """Refuses players who cannot sit down."""
    if not isinstance(players, Sequence):
        raise ArgumentError(f"players must be a list of players, not {_arguments.kind(players)}")
    for at, player in enumerate(players):
        methods = [getattr(player, name, None) for name in ("choose", "see")]
        if not all(map(callable, methods)):
            what = _arguments.kind(player)
            raise ArgumentError(
                f"players[{at}] must have the methods choose and see, not be {what}"
            )
    if len(players) != game.num_players():
        raise GameError(
            f"{len(players)} players are too few or too many: there are {game.num_players()} seats"
        )


def play(game: Game, players: Sequence[Player], seed: int) -> Outcome:
    """Plays an episode.

    Args:
        game: what `hidden_rules` makes.
        players: one for each seat.
        seed: of the deal, the created rules and all chance.

    Raises:
        GameError: the players are not as many as the seats, or chance is explicit.
        ActionError: a player's choice is illegal.
        ArgumentError: an argument, or a player's choice, has the wrong type.
    """
    _seated(_sampled(game), players)
    state = game.new_initial_state(seed=seed)
    attempts, refused = [0] * len(players), [0] * len(players)
    while not state.is_terminal():
        seat, seen = state.current_player(), sight(state)
        action = integer("action", players[seat].choose(seen))
        if 0 <= action < CARDS:
            attempt = Attempt(action_to_string(action)[5:], seen, action not in seen.lawful)
            attempts[seat] += 1
            refused[seat] += attempt.refused
            for player in players:
                player.see(attempt)
        state.apply_action(action)
    winners = state.winners()
    shares = [1 / len(winners) if seat in winners else 0.0 for seat in range(len(players))]
    rounds = state.to_dict().get("round", 0) + 1
    return Outcome(tuple(shares), tuple(attempts), tuple(refused), rounds)


@dataclass(frozen=True)
class Baseline:
    """How a player fared against a field of another.

    Attributes:
        name: of the player.
        field: the player on all other seats.
        games: matches played; the player sits on each seat in turn.
        win_rate: share of them that it won.
        low: of the 95 % interval of that share.
        high: of the same.
        fair_share: what players that are equal would win.
        attempts: cards that it tried to lay, per match.
        refused: those that were handed back, per match.
        rounds: rounds of a match.
    """

    name: str
    field: str
    games: int
    win_rate: float
    low: float
    high: float
    fair_share: float
    attempts: float
    refused: float
    rounds: float


def baselines(
    game: Game,
    games: SupportsIndex = 400,
    seed: SupportsIndex = 0,
    field: str = "plain",
    names: Sequence[str] | None = None,
    progress: Callable[[int], None] | None = None,
) -> list[Baseline]:
    """How much it is worth to know hidden rules, or to remember what was refused.

    Each player of `BASELINES` plays the same deals under the same rules, against the same field.

    Args:
        game: what `hidden_rules` makes.
        games: matches of each player; a multiple of the number of players is fairest.
        seed: of all deals.
        field: who sits on the other seats, of `BASELINES`.
        names: who plays; `None`: all of `BASELINES`.
        progress: is called with the number of matches played so far.

    Raises:
        GameError: there is no such player, a number is out of range, or chance is explicit.
        ArgumentError: an argument has the wrong type.
    """
    _sampled(game)
    count, start = integer("games", games, 1), integer("seed", seed, 0, 2**64 - 1)
    entrants = list(BASELINES) if names is None else _arguments.names("names", names, "players")
    for name in [_arguments.text("field", field), *entrants]:
        if name not in BASELINES:
            raise GameError(f"no player {_arguments.shown(name)}: there are {', '.join(BASELINES)}")
    if progress is not None and not callable(progress):
        raise ArgumentError(f"progress must be callable, not {_arguments.kind(progress)}")
    table = []
    for at, name in enumerate(entrants):
        outcomes = []
        for i in range(count):
            deal = episode_seed(start, 0, i)
            own = i % game.num_players()
            players = [
                BASELINES[name if seat == own else field](episode_seed(deal, seat, 1))
                for seat in range(game.num_players())
            ]
            outcomes.append((play(game, players, deal), own))
            if progress is not None:
                progress(at * count + i + 1)
        table.append(_summary(name, field, outcomes, game.num_players()))
    return table


def _summary(name: str, field: str, outcomes: list[tuple[Outcome, int]], players: int) -> Baseline:
    games = len(outcomes)
    rate, low, high = win_rate_interval([outcome.shares[own] for outcome, own in outcomes])
    return Baseline(
        name=name,
        field=field,
        games=games,
        win_rate=rate,
        low=low,
        high=high,
        fair_share=1 / players,
        attempts=sum(outcome.attempts[own] for outcome, own in outcomes) / games,
        refused=sum(outcome.refused[own] for outcome, own in outcomes) / games,
        rounds=sum(outcome.rounds for outcome, _ in outcomes) / games,
    )
