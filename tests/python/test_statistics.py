"""The arena's statistics agree with SciPy's, where SciPy has them."""

from __future__ import annotations

import itertools
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pytest
from scipy import optimize, stats

import eights

Counts: TypeAlias = list[tuple[int, int, int, tuple[float, float]]]
"""Of each entrant against each field how often it came in first, second, …"""


@pytest.mark.parametrize(("won", "games"), [(0, 7), (15, 100), (33, 40), (1000, 2000)])
def test_independent_games_have_wilsons_interval(won: int, games: int) -> None:
    found = eights.win_rate_interval([1] * won + [0] * (games - won))
    expected = stats.binomtest(won, games).proportion_ci(method="wilson")
    assert found == pytest.approx((won / games, *expected))


@pytest.mark.parametrize(("won", "deals"), [(0, 20), (5, 20), (60, 100)])
def test_deals_of_one_outcome_have_the_interval_of_clopper_and_pearson(
    won: int, deals: int
) -> None:
    found = eights.win_rate_interval([1, 1] * won + [0, 0] * (deals - won), games_per_deal=2)
    expected = stats.binomtest(won, deals).proportion_ci(method="exact")
    assert found == pytest.approx((won / deals, *expected), abs=0.01)


@pytest.mark.parametrize(("won", "deals"), [(15, 20), (20, 20), (70, 100)])
def test_deals_of_one_outcome_have_the_p_value_of_the_binomial_test(won: int, deals: int) -> None:
    game = eights.Game("crazy_eights", players=2)
    outcomes = [1.0, 1.0] * won + [0.0, 0.0] * (deals - won)
    games = [(share, 2 * share - 1, 30, False) for share in outcomes]
    [pairing] = eights.arena_report(game, ["one", "two"], deals, 0, [(0, 1, games)])["pairings"]
    expected = stats.binomtest(won, deals).pvalue
    assert pairing["p_value"] == pytest.approx(expected, rel=0.06)


def unlikelihood(logs: npt.NDArray[np.float64], counts: Counts) -> float:
    """Minus the logarithm of the likelihood of wins by Bradley, Terry and Luce's model.

    Every two entrants have met once more, half won by each; all logarithms of worth have the sum 0.
    """
    worth = np.append(logs, -logs.sum())
    found = 0.0
    for entrant, field, others, (won, lost) in counts:
        found -= won * worth[entrant] + lost * worth[field]
        found += (won + lost) * np.logaddexp(worth[entrant], worth[field] + np.log(others))
    for one, other in itertools.combinations(worth, 2):
        found += np.logaddexp(one, other) - (one + other) / 2
    return float(found)


@pytest.mark.parametrize("players", [2, 4])
def test_ratings_are_those_of_greatest_likelihood(players: int) -> None:
    game = eights.Game("crazy_eights", players=players)
    report = eights.arena(game, eights.bots(), deals=60, seed=3)
    names, counts = report["entrants"], []
    for one, other in itertools.permutations(range(len(names)), 2):
        if players > 2 or one < other:
            games = eights.arena_games(game, names[one], names[other], deals=60, seed=3)[0]
            won = games[:, 0].sum()
            counts.append((one, other, players - 1, (won, len(games) - won)))
    start = np.zeros(len(names) - 1)
    logs = optimize.minimize(unlikelihood, start, args=(counts,), tol=1e-8).x
    points = np.append(logs, -logs.sum()) * 400 / np.log(10)
    found = {one["entrant"]: one["rating"] for one in report["ranking"]}
    assert [found[name] for name in names] == pytest.approx(points, abs=1e-3)
