"""The AEC environment, whose agents are the seats, against PettingZoo's tests and the batch."""

from __future__ import annotations

import copy
import pickle
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from test_envs import run

import eights

pytest.importorskip("pettingzoo", reason="PettingZoo is an extra")

import pettingzoo
from gymnasium import spaces
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    render_test,
    seed_test,
    state_test,
)
from pettingzoo.utils.conversions import aec_to_parallel

from eights.envs import env_id
from eights.pettingzoo import EightsAECEnv, env, parallel_env, raw_env, register_all

TABLES = [
    pytest.param(ruleset, players, id=f"{ruleset}-{players}")
    for ruleset in eights.rulesets()
    for fewest, most in [eights.Ruleset(ruleset).players]
    for players in sorted({max(2, fewest), min(max(3, fewest), most), min(8, most)})
]
"""Every ruleset with the fewest and the most players that it allows, 8 at most, and with 3."""

OF_DICTS = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box",
)
"""A warning of PettingZoo about masks in observations, also for its own games."""


def quietly(test: Callable[..., Any], *arguments: Any, but_for: tuple[str, ...] = ()) -> None:
    """Runs a test of PettingZoo's; warnings are errors unless they begin with one of `but_for`."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for message in but_for:
            warnings.filterwarnings("ignore", message=message)
        test(*arguments)


def act(table: Any, rng: np.random.Generator) -> int:
    """Takes a random legal action of the agent to act, and returns it."""
    mask = table.observe(table.agent_selection)["action_mask"]
    action = int(rng.choice(np.flatnonzero(mask)))
    table.step(action)
    return action


def play(table: Any, rng: np.random.Generator) -> dict[str, float]:
    """Plays a game to its end after a reset, and returns the sum of each agent's rewards."""
    assert sorted(agent for team in table.teams for agent in team) == sorted(table.possible_agents)
    won = dict.fromkeys(table.possible_agents, 0.0)
    while not any(table.terminations.values()) and not any(table.truncations.values()):
        act(table, rng)
        for agent, reward in table.rewards.items():
            won[agent] += reward
    return won


# ---- PettingZoo's own tests ---------------------------------------------------------------------


@pytest.mark.parametrize(("ruleset", "players"), TABLES)
def test_the_contract(ruleset: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    options: dict[str, Any] = {"players": players, "max_decisions": 60}
    quietly(api_test, env(ruleset, **options), 15, but_for=OF_DICTS)
    quietly(api_test, env(ruleset, mask="info", **options), 15)
    quietly(parallel_api_test, parallel_env(ruleset, **options), 15, but_for=OF_DICTS)
    del capsys  # the tests print


@pytest.mark.parametrize("ruleset", eights.rulesets())
def test_seeds_states_and_pictures(ruleset: str, capsys: pytest.CaptureFixture[str]) -> None:
    options: dict[str, Any] = {"max_decisions": 60}
    quietly(seed_test, lambda: env(ruleset, **options), 30)
    tables = env(ruleset, **options), parallel_env(ruleset, **options)
    quietly(state_test, *tables, but_for=("",))  # actions ignore masks, which wrappers warn of
    quietly(render_test, lambda render_mode: env(ruleset, render_mode=render_mode))
    del capsys


def test_it_is_no_parallel_environment() -> None:
    with pytest.raises(AssertionError, match="is_parallelizable"):
        aec_to_parallel(env())


# ---- Making one ---------------------------------------------------------------------------------


@pytest.mark.skipif(not hasattr(pettingzoo, "register"), reason="PettingZoo 1.25 has no registry")
def test_every_ruleset_is_registered() -> None:
    registries = pettingzoo.aec_registry, pettingzoo.parallel_registry
    before = [dict(registry) for registry in registries]
    register_all()
    assert [dict(registry) for registry in registries] == before
    for ruleset in eights.rulesets():
        for kind in ("aec", "parallel"):
            made = pettingzoo.make(kind, env_id(ruleset), mask="info")
            assert isinstance(made.unwrapped, EightsAECEnv)
            assert made.unwrapped.game.ruleset == eights.Ruleset(ruleset)


def test_versions_without_a_registry_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(pettingzoo, "register", raising=False)
    register_all()
    env().reset(seed=1)


def test_it_is_imported_when_it_is_asked_for() -> None:
    done = run(
        """
        import sys
        import eights
        print("pettingzoo" in sys.modules)
        table = eights.pettingzoo.env("uno", players=3)
        print(table.possible_agents, str(table))
        """
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "False\n['player_0', 'player_1', 'player_2'] uno_v0\n"


def test_pettingzoo_is_an_extra() -> None:
    done = run(
        """
        import sys
        sys.modules["pettingzoo"] = None
        import eights
        for line in ("import eights.pettingzoo", "eights.pettingzoo"):
            try:
                exec(line)
            except (ImportError, AttributeError) as why:
                print(why)
        """
    )
    assert done.returncode == 0, done.stderr
    needed = 'the environments for PettingZoo need pettingzoo: pip install "eights[pettingzoo]"'
    assert done.stdout == 2 * f"{needed}\n"


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"players": 11}, eights.GameError, "2 to 10"),
        ({"mask": "both"}, eights.GameError, '"observation", "info"'),
        ({"render_mode": "svg"}, eights.GameError, '"ansi", "human", "rgb_array"'),
        ({"overrides": {"deal.card": 1}}, eights.RulesetError, "deal.card"),
    ],
)
def test_arguments_that_are_refused(
    options: dict[str, Any], error: type[eights.Error], message: str
) -> None:
    with pytest.raises(error, match=message):
        raw_env(**options)


def test_calls_that_are_refused() -> None:
    table = raw_env()
    with pytest.raises(eights.ActionError, match=r"call reset\(\)"):
        table.state()
    for seed in (-1, 2**64):
        with pytest.raises(eights.GameError, match=f"seed = {seed} is not in 0"):
            table.reset(seed=seed)
    with pytest.raises(eights.ArgumentError, match="options must be a mapping"):
        table.reset(options=3)  # type: ignore[arg-type]
    table.reset(seed=1)
    before = table.game_state.clone()
    wrong: list[Any] = [1.5, "draw", None]
    for action in wrong:
        with pytest.raises(eights.ArgumentError, match="action must be an integer"):
            table.step(action)
    for action in (-1, 100, int(np.flatnonzero(~before.legal_actions_mask())[0])):
        with pytest.raises(eights.ActionError):
            table.step(action)
    assert table.game_state == before


# ---- Games --------------------------------------------------------------------------------------


def test_it_plays_the_games_of_a_batch(rng: np.random.Generator) -> None:
    games: list[dict[str, Any]] = [
        {"max_decisions": 200},
        {"episode": "match", "reward": "points", "max_decisions": 500},
    ]
    for options in games:
        table = raw_env("crazy_eights_special", players=3, **options)
        batch = eights.Batch(table.game, 1, seed=9, autoreset="disabled")
        for k in range(3):
            table.reset(seed=9 if k == 0 else None)
            batch.reset()
            if k == 0:
                batch.reset(seed=9)
            won = dict.fromkeys(table.agents, 0.0)
            while not batch.terminations[0]:
                agent = table.agents[batch.players[0]]
                assert table.agent_selection == agent
                seen = table.observe(agent)
                np.testing.assert_array_equal(seen["observation"], batch.observations[0])
                np.testing.assert_array_equal(seen["action_mask"], batch.action_masks[0])
                batch.step(np.array([act(table, rng)]))
                for seat, each in enumerate(table.possible_agents):
                    assert table.rewards[each] == pytest.approx(batch.rewards[0, seat])
                    won[each] += table.rewards[each]
            returns = table.game_state.returns()
            assert list(won.values()) == pytest.approx(returns)


def test_only_the_agent_to_act_has_actions(rng: np.random.Generator) -> None:
    for mask in ("observation", "info"):
        table = raw_env("kings_reverse", players=4, mask=mask)
        table.reset(seed=3)
        for _ in range(30):
            for agent in table.agents:
                seen = table.observe(agent)
                shown = (
                    seen["action_mask"]
                    if mask == "observation"
                    else table.infos[agent]["action_mask"]
                )
                assert shown.dtype == np.int8
                assert shown.any() == (agent == table.agent_selection)
                assert table.observation_space(agent).contains(seen)
            legal = table.game_state.legal_actions()
            table.step(legal[int(rng.integers(len(legal)))])


def test_the_losers_are_paid_too(rng: np.random.Generator) -> None:
    table = env("crazy_eights", players=4)
    table.reset(seed=2)
    play(table, rng)
    paid = {}
    for agent in table.agent_iter():
        _, reward, terminated, truncated, _ = table.last()
        assert (terminated, truncated) == (True, False)
        paid[agent] = reward
        table.step(None)
    assert sorted(paid.values()) == pytest.approx([-1 / 3, -1 / 3, -1 / 3, 1])
    assert table.agents == []


@pytest.mark.parametrize("truncation", ["score", "bootstrap"])
def test_truncation(truncation: Any, rng: np.random.Generator) -> None:
    table = raw_env(max_decisions=4, truncation=truncation)
    table.reset(seed=2)
    play(table, rng)
    assert all(table.truncations.values())
    assert all(table.terminations.values()) == (truncation == "score")
    assert any(table.rewards.values()) == (truncation == "score")


@pytest.mark.parametrize("where", ["observation", "info"])
def test_an_illegal_action_ends_the_wrapped_game(
    where: Any, recwarn: pytest.WarningsRecorder
) -> None:
    table = env(players=3, mask=where)
    table.reset(seed=1)
    agent = table.agent_selection
    seen, *_, info = table.last()
    mask = (seen if where == "observation" else info)["action_mask"]
    table.step(int(np.flatnonzero(mask == 0)[0]))
    assert all(table.terminations.values())
    assert table.rewards[agent] == -0.5
    assert sum(table.rewards.values()) == -0.5
    recwarn.clear()


def test_an_illegal_action_is_replaced_or_an_error_where_that_is_asked_for() -> None:
    table = env("uno", players=3, illegal="random")
    assert str(table) == str(env("uno", players=3))
    table.reset(seed=1)
    table = copy.deepcopy(table)
    wrong = int(np.flatnonzero(table.last()[0]["action_mask"] == 0)[0])
    with pytest.warns(eights.IllegalActionWarning, match="replaced by a legal one"):
        table.step(wrong)
    assert table.unwrapped.game_state.move_number() == 1
    strict = env("uno", players=3, illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(eights.ActionError):
        strict.step(wrong)
    assert strict.unwrapped.game_state.move_number() == 0
    with pytest.raises(eights.GameError, match="illegal = 'win' is unknown"):
        env(illegal="win")  # type: ignore[arg-type]
    table.close()
    assert "close" in vars(EightsAECEnv), "where there is render, there is close"


def test_the_state_shows_what_an_observation_hides() -> None:
    table = raw_env("crazy_eights_special", players=3)
    table.reset(seed=1)
    other = table.clone()
    other._position = other.game_state.resample(0, seed=5)  # noqa: SLF001
    np.testing.assert_array_equal(
        table.observe("player_0")["observation"], other.observe("player_0")["observation"]
    )
    assert (table.state() != other.state()).any()
    assert isinstance(table.state_space, spaces.Box)
    assert table.state_space.contains(table.state())


def test_resets_without_a_seed() -> None:
    one, two = raw_env(), raw_env()
    for table in (one, two):
        table.reset()
    assert one.game_state != two.game_state
    one.reset(seed=4)
    first = one.game_state
    one.reset()
    assert one.game_state != first
    one.reset(seed=4)
    assert one.game_state == first


# ---- Copies -------------------------------------------------------------------------------------

COPIES: dict[str, Callable[[Any], Any]] = {
    "clone": lambda table: table.unwrapped.clone(),
    "copy": lambda table: copy.copy(table.unwrapped),
    "deepcopy": copy.deepcopy,
    "pickle": lambda table: pickle.loads(pickle.dumps(table)),
}


@pytest.mark.parametrize("way", COPIES)
def test_a_copy_goes_on_with_the_same_game(way: str) -> None:
    table = env("crazy_eights_special", players=3, history=2)
    table.reset(seed=5)
    rng = np.random.default_rng(1)
    for _ in range(10):
        act(table, rng)
    other = COPIES[way](table)
    assert other.unwrapped.game_state == table.unwrapped.game_state
    position = table.unwrapped.game_state.clone()
    told = play(other, np.random.default_rng(2))
    assert table.unwrapped.game_state == position, "the copy's moves were not the table's"
    assert play(table, np.random.default_rng(2)) == told
    record = table.unwrapped.game_state.record()
    assert other.unwrapped.game_state.record() == record
    assert eights.replay(record) == table.unwrapped.game_state
    for each in (table, other):
        each.reset()
    assert other.unwrapped.game_state == table.unwrapped.game_state, "the next deal is the same"


def test_pictures_are_seen_from_the_agent_to_act(capsys: pytest.CaptureFixture[str]) -> None:
    table = raw_env("uno", players=3, render_mode="ansi")
    table.reset(seed=1)
    rng = np.random.default_rng(0)
    for _ in range(5):
        seat = table.possible_agents.index(table.agent_selection)
        assert table.render() == table.game_state.render(player=seat)
        act(table, rng)
    play(table, rng)
    while table.agents:
        table.step(None)
    assert "is over" in str(table.render())
    human = raw_env("uno", players=3, render_mode="human")
    human.reset(seed=1)
    assert "\x1b" in capsys.readouterr().out
    act(human, rng)
    assert capsys.readouterr().out
