"""Tables of 11 to 16 players, which no built-in ruleset has unless an override asks for it."""

from __future__ import annotations

import re
from itertools import combinations

import numpy as np
import pytest

import eights
from eights.pettingzoo import parallel_env

MORE = {"players": "2-16", "deck.packs": 4, "deal.cards": 5}
PANEL = (132 * 0.7, 84 * 0.7)
SIZES = 4
"""Features of the size of a hand."""


def game(players: int, **options: object) -> eights.Game:
    return eights.Game("crazy_eights", players=players, overrides=MORE, **options)  # type: ignore[arg-type]


def test_a_table_has_as_many_players_as_its_rules_allow() -> None:
    assert eights.MAX_SEATS == 16
    with pytest.raises(eights.GameError, match="2 to 10 may play"):
        eights.Game("crazy_eights", players=11)
    with pytest.raises(eights.RulesetError, match=r"not a range of players in 2 … 16"):
        eights.Game("crazy_eights", players=16, overrides={"players": "2-17"})
    with pytest.raises(eights.RulesetError, match=r"deck\.packs: no value for 11 players"):
        eights.Game("crazy_eights", players=11, overrides={"players": "2-16"})


@pytest.mark.parametrize(("ruleset", "deck"), [("crazy_eights", {"deck.packs": 2}), ("whot", {})])
def test_the_actions_reach_the_last_seat(ruleset: str, deck: dict[str, int]) -> None:
    overrides = {"players": 16, "deal.cards": 3, **deck}
    large = eights.Game(ruleset, players=16, overrides=overrides)
    assert large.num_distinct_actions() == 127
    texts = [large.action_to_string(action) for action in (74, 82, 121, 126)]
    assert texts == ["seat +1", "seat +9", "seat +10", "seat +15"]
    assert large.string_to_action("seat +15") == 126
    state = large.new_initial_state(seed=1)
    assert state.legal_actions_mask().shape == (127,)


@pytest.mark.parametrize("layout", ["universal", "cards"])
def test_layouts_for_all_games_have_sixteen_seats(layout: str) -> None:
    eleven, sixteen = (game(players, layout=layout) for players in (11, 16))
    assert eleven.observation_layout == sixteen.observation_layout
    assert eleven.observation_layout["hand_sizes"][1] == 16 * SIZES
    ten = game(10, layout=layout)
    assert ten.observation_layout["hand_sizes"][1] == 10 * SIZES
    with pytest.raises(eights.GameError, match=r"shows other features .* up to ten players"):
        eights.GamePool([ten, eleven])


def test_a_batch_shows_what_states_show() -> None:
    sixteen = game(16)
    batch = eights.Batch(sixteen, num_envs=8, seed=3)
    batch.reset()
    for _ in range(60):
        batch.step(batch.sample())
    for env in range(8):
        state = batch.state(env)
        assert np.array_equal(batch.observations[env], state.observation_tensor())
        assert np.array_equal(batch.action_masks[env], state.legal_actions_mask())


def test_every_bot_plays_at_a_full_table() -> None:
    bots = ["learned", "heuristic", "random"]
    report = eights.arena(game(16), bots, deals=4, seed=1, threads=1)
    assert {pairing["entrant"] for pairing in report["pairings"]} == set(bots)


def test_an_environment_has_an_agent_for_each_seat() -> None:
    env = parallel_env("crazy_eights", players=16, overrides=MORE)
    env.reset(seed=1)
    assert env.possible_agents == [f"player_{seat}" for seat in range(16)]


@pytest.mark.parametrize("players", range(11, 17))
def test_players_lie_apart_on_the_board(players: int) -> None:
    picture = game(players).new_initial_state(seed=1).to_svg()
    panel = r'<g data-seat="\d+" transform="translate\(([\d.]+) ([\d.]+)\) scale'
    found = re.findall(panel, picture)
    assert len(found) == players - 1
    places = [(float(x), float(y)) for x, y in found]
    width, height = PANEL
    assert all(0 <= x <= 800 - width and 28 <= y <= 408 - height for x, y in places), places
    for (x, y), (other_x, other_y) in combinations(places, 2):
        assert abs(x - other_x) >= width or abs(y - other_y) >= height
