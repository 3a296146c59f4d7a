"""Lower bounds on exploitability, for a leaderboard: the most that is won from an entrant for sure.

The other entrants of the table have played already, so the first bound costs nothing: the one that
wins most from the entrant on half of the deals counts on the other half. Where it wins nothing for
sure, a search plays. Each lower end of a 95 % interval is above the truth in one of 40 cases, so
the greater of the two is in one of 20 at most.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypedDict

import numpy as np
import numpy.typing as npt

from eights._exploit import interval
from eights._exploit import searcher as responding
from eights.policies import AnyPolicy
from eights.searcher import Searcher

__all__ = ["COST", "SEARCH", "Bound", "better", "by_another", "found", "least", "mean", "searcher"]

Returns = npt.NDArray[np.float64]
"""The returns of an opponent: deal by deal, from both seats."""


class _Search(TypedDict):
    """Arguments of `eights.exploit`."""

    iterations: int
    prior: str


SEARCH: _Search = {"iterations": 32, "prior": "learned"}
"""The search.

From `learned`, 8 iterations win nothing at `craits`, 32 win 0.1, and 128 hardly more. A deal of 32
takes 0.1 to 0.3 seconds of a core; 128 take more than twice as long.
"""

COST = 600.0
"""The approximate cost of a game of the search, in games of bots."""


class Bound(TypedDict):
    """The winnings of an opponent from an entrant."""

    by: str | None
    """The name of another entrant; `None`: the search."""
    won: list[float]
    """Its mean return, and the ends of its 95 % interval."""


def searcher(player: str | AnyPolicy) -> Searcher:
    """Returns the search that responds to a player."""
    return responding(player, **SEARCH)


def _bound(by: str | None, returns: Returns) -> Bound:
    """Returns the bound that these returns show."""
    return {"by": by, "won": [round(end, 4) for end in interval(returns).values()]}


def by_another(opponents: Mapping[str, Returns]) -> Bound | None:
    """Returns what the strongest of some opponents wins on the second half of its deals.

    The opponent is chosen on the first half: by the lower end of its interval there, so one with
    few deals must win clearly more. `None`: nobody has played two deals.
    """
    firsts: dict[str, float] = {}
    for name, returns in opponents.items():
        half = _half(returns)
        if half:
            firsts[name] = interval(returns[:half])["low"]
    if not firsts:
        return None
    best = max(firsts, key=lambda name: firsts[name])
    return _bound(best, opponents[best][_half(opponents[best]) :])


def _half(returns: Returns) -> int:
    """Returns the number of games in the first half of the deals."""
    return len(returns) // 4 * 2


def better(bound: Bound | None, returns: Returns) -> Bound:
    """Returns the greater of a bound and that of a search."""
    other = _bound(None, returns)
    return bound if bound is not None and bound["won"][1] > other["won"][1] else other


def found(bound: Bound | None) -> bool:
    """Returns true if something is won for sure."""
    return bound is not None and bound["won"][1] > 0


def least(bound: Bound) -> float:
    """Returns the figure of tables: what can be won at least, with 95 % confidence."""
    return max(bound["won"][1], 0.0)


def mean(tables: Iterable[Mapping[str, Any]], name: str) -> float | None:
    """Returns the mean of an entrant's figures at those tables that have one; `None`: none has."""
    bounds = [table.get("exploited", {}).get(name) for table in tables]
    figures = [least(bound) for bound in bounds if bound is not None]
    return float(np.mean(figures)) if figures else None
