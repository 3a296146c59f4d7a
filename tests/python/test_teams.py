"""Games in teams: returns, arenas and environments treat the members of a team as one."""

from typing import Literal

import numpy as np
import numpy.typing as npt
import pytest

import eights


@pytest.fixture
def game() -> eights.Game:
    """Two pairs, partners opposite each other."""
    return eights.Game("crazy_eights_teams")


def test_everybody_alone_is_a_team_of_one() -> None:
    assert eights.Game("crazy_eights", players=3).teams == [[0], [1], [2]]


def test_the_seats_of_a_team_are_those_of_the_ruleset(game: eights.Game) -> None:
    assert game.teams == [[0, 2], [1, 3]]
    side_by_side = eights.Game("crazy_eights_teams", overrides={"teams": [0, 0, 1, 1]})
    assert side_by_side.teams == [[0, 1], [2, 3]]


@pytest.mark.parametrize("reward", ["win", "points"])
@pytest.mark.parametrize("variant", [None, "both-out"])
def test_partners_have_the_same_returns_scores_and_places(
    reward: Literal["win", "points"], variant: str | None
) -> None:
    overrides = {} if variant is None else {"variant": variant}
    game = eights.Game("crazy_eights_teams", overrides=overrides, reward=reward, episode="match")
    for seed in range(5):
        state = game.new_initial_state(seed=seed)
        while not state.is_terminal():
            state.apply_action(state.bot_action("greedy"))
        for told in (state.returns(), state.scores(), state.places()):
            assert told[0] == told[2]
            assert told[1] == told[3]
        assert sum(state.returns()) == pytest.approx(0)
        assert state.winners() in ([0, 2], [1, 3], [0, 1, 2, 3])


def first_legal(
    observations: npt.NDArray[np.float32], masks: npt.NDArray[np.bool_]
) -> npt.NDArray[np.intp]:
    """A policy: the first legal action."""
    del observations
    chosen: npt.NDArray[np.intp] = np.argmax(masks, axis=1)
    return chosen


def test_an_entrant_plays_all_seats_of_a_team(game: eights.Game) -> None:
    bots = eights.arena(game, ["heuristic", "greedy"], deals=60, seed=3)
    policies = eights.arena(game, {"policy": first_legal, "greedy": "greedy"}, deals=20, seed=3)
    for report, deals in ((bots, 60), (policies, 20)):
        assert (report["players"], report["teams"]) == (4, 2)
        one, other = report["pairings"]
        assert one["games"] == 2 * deals
        assert one["fair_share"] == 0.5
        assert one["win_rate"]["mean"] + other["win_rate"]["mean"] == pytest.approx(1)
        assert one["mean_return"]["mean"] == pytest.approx(2 * one["win_rate"]["mean"] - 1)
        assert [seat["seat"] for seat in one["seats"]] == [0, 1]
    assert bots["pairings"][0]["win_rate"]["low"] > 0.5


def test_policies_and_bots_play_the_same_arena(game: eights.Game) -> None:
    [own, _] = eights.arena_games(game, "greedy", "random", deals=10, seed=5)
    report = eights.arena(game, ["greedy", "random"], deals=10, seed=5)
    assert own[:, 0].mean() == report["pairings"][0]["win_rate"]["mean"]


def test_partners_are_observed_and_their_cards_are_not(game: eights.Game) -> None:
    names = game.feature_names()
    partner = [at for at, name in enumerate(names) if name.startswith("match partner")]
    state = game.new_initial_state(seed=1)
    seat = state.current_player()
    seen = state.observation_tensor(seat)
    assert seen[partner].tolist() == [0, 0, 1, 0]
    other = state.resample(seat, 9)
    assert state.to_dict()["hands"] != other.to_dict()["hands"]
    assert (other.observation_tensor(seat) == seen).all()
