"""Games under created rules that nobody is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

from eights._base import arguments
from eights._base.arguments import integer
from eights._base.options import HiddenOptions
from eights._eights import ArgumentError, Game, Ruleset

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["Split", "hidden_rules", "hidden_ruleset", "longest"]

Split = Literal["train", "test", "all"]

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
        raise ArgumentError(f"ruleset must be an id or a Ruleset, not {arguments.kind(ruleset)}")
    drawn = integer("rules", rules, 1, MOST_RULES)
    changes: dict[str, Any] = {
        "created.by": "lot",
        "created.seen": "nobody",
        "created.drawn": drawn,
        "created.most": drawn,
        "created.rules": [],
        "created.split": arguments.text("split", split),
    }
    if rounds is not None:
        changes["match.rounds"] = integer("rounds", rounds, 1, MOST_ROUNDS)
        changes["match.target"] = 0
    return base.override({**changes, **arguments.mapping("overrides", overrides)})


def hidden_rules(
    ruleset: str | Ruleset = "rose_mau",
    players: SupportsIndex = 4,
    rules: SupportsIndex = 2,
    rounds: SupportsIndex | None = None,
    split: Split = "train",
    overrides: Mapping[str, Any] | None = None,
    max_decisions: SupportsIndex | None = None,
    **options: Unpack[HiddenOptions],
) -> Game:
    """A game whose episodes stand under created rules that nobody sees, for `eights.Batch` too.

    The rules are drawn anew for each episode from the grammar of created rules. The mask of every
    seat holds every card in hand: what is illegal costs what the ruleset says, and that is how the
    rules are learned. The true rules of a state are in `state.to_dict()["created"]`, those of env
    `i` of a batch in `batch.state(i).to_dict()["created"]`, for analysis only.

    The splits `"train"` and `"test"` share no rule; they are fixed for a `GRAMMAR_VERSION`.

    Args:
        ruleset: what is played beside them: an id, or a `Ruleset`.
        players: number of seats.
        rules: how many are drawn for each episode, 1 … 3.
        rounds: an episode is a match of this many rounds under the same rules; `None`: one round.
        split: `"train"`, `"test"` or `"all"`.
        overrides: further changes to the ruleset, as `Ruleset.override` takes them.
        max_decisions: decisions of all seats after which an episode is truncated; `None`: 200 for
            each seat and round, since under a few rules nobody goes out.
        options: what `eights.Game` takes further: `reward`, `layout`, `history`, `truncation`,
            `beliefs`.

    Raises:
        eights.Error: an argument is refused; the message says what was possible.
    """
    return Game(
        hidden_ruleset(ruleset, rules, rounds, split, overrides),
        players=players,
        episode="round" if rounds is None else "match",
        max_decisions=longest(players, rounds) if max_decisions is None else max_decisions,
        **options,
    )


def longest(players: SupportsIndex, rounds: SupportsIndex | None) -> int:
    """Decisions after which an episode is truncated, unless told otherwise."""
    seats = integer("players", players, 2, 10)
    count = 1 if rounds is None else integer("rounds", rounds, 1, MOST_ROUNDS)
    return min(LONGEST_ROUND * seats * count, MOST_DECISIONS)
