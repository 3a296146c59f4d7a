"""The adapter `gymnasium.vector.VectorEnv`, compared with the single environment."""

from __future__ import annotations

import copy
import inspect
import pickle
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from test_envs import run

import eights

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is an extra")

from gymnasium.utils import performance  # noqa: E402
from gymnasium.utils.env_checker import data_equivalence  # noqa: E402
from gymnasium.utils.env_match import check_environments_match  # noqa: E402
from gymnasium.vector import AutoresetMode, SyncVectorEnv  # noqa: E402
from vectors import play_both, sample  # noqa: E402

from eights.envs import EightsEnv, EightsVectorEnv, env_id  # noqa: E402

tools = pytest.mark.skipif(
    not hasattr(performance, "benchmark_vector_step"), reason="Gymnasium's tools of 1.4"
)
PASS = eights.string_to_action("pass")
IDS = [env_id(ruleset) for ruleset in eights.rulesets()]
MODES = list(AutoresetMode)
SHORT: dict[str, Any] = {"overrides": {"deal.cards": 2}, "max_decisions": 12}
"""Options for short episodes, some ended by the limit."""


def make(num_envs: int = 5, ruleset: str = "crazy_eights_special", **options: Any) -> Any:
    return EightsVectorEnv(num_envs, ruleset, **options)


def sync(num_envs: int, mode: AutoresetMode, ruleset: str, **options: Any) -> SyncVectorEnv:
    """Returns Gymnasium's own vector of single environments."""
    return SyncVectorEnv(
        [lambda: EightsEnv(ruleset, **options) for _ in range(num_envs)], autoreset_mode=mode
    )


# ---- Registration -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*IDS, "eights/HiddenRules-v0", "eights/HouseRules-v0"])
def test_make_vec_gives_the_native_batch(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make_vec(name, num_envs=3, illegal="random", max_decisions=40)
    assert isinstance(env, EightsVectorEnv)
    assert env.num_envs == 3
    assert env.autoreset_mode is env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    observations, infos = env.reset(seed=1)
    for _ in range(60):
        assert observations in env.observation_space
        assert observations.dtype == np.float32
        assert infos["action_mask"].dtype == np.int8
        assert infos["action_mask"].any(axis=1).all()
        actions = env.action_space.sample(mask=tuple(infos["action_mask"]))
        observations, rewards, terminations, truncations, infos = env.step(actions)
        assert rewards.dtype == np.float64
        assert rewards.shape == terminations.shape == (3,)
        assert terminations.dtype == truncations.dtype == np.bool_
    env.close()
    env.close()


def test_make_vec_imports_the_package_by_itself() -> None:
    done = run(
        """
        import gymnasium
        env = gymnasium.make_vec("eights:eights/CrazyEights-v0", num_envs=2, players=4)
        print(type(env).__name__, env.spec.id)
        """
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "EightsVectorEnv eights/CrazyEights-v0\n"


def test_the_modes_can_be_named() -> None:
    for mode in MODES:
        for given in (mode, mode.value):
            env = gymnasium.make_vec("eights/Uno-v0", num_envs=2, autoreset_mode=given)
            assert env.metadata["autoreset_mode"] is env.unwrapped.autoreset_mode is mode
    assert "autoreset_mode" not in EightsVectorEnv.metadata


def test_every_option_of_the_single_environment_is_there() -> None:
    one = inspect.signature(EightsEnv).parameters
    many = inspect.signature(EightsVectorEnv).parameters
    assert set(one) < set(many)
    assert {name: one[name].default for name in one} == {name: many[name].default for name in one}


# ---- The single environment ---------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
def test_modes_of_autoreset_have_one_name_everywhere(mode: AutoresetMode) -> None:
    ours = eights.Autoreset(mode)
    assert (ours.gymnasium, str(ours)) == (mode.value, ours.value)
    game = eights.Game("uno")

    def first(_: Any, action_masks: Any) -> Any:
        return action_masks.argmax(axis=1)

    names: list[Any] = [mode, mode.value, ours, ours.value]
    for name in names:
        assert eights.Autoreset(name) is ours
        assert eights.Batch(game, 1, autoreset=name).autoreset == ours
        policies = eights.PolicyBatch(game, 1, controllers=[None, first], autoreset=name)
        assert policies.autoreset == ours
        assert EightsVectorEnv(autoreset_mode=name).autoreset_mode is mode


def test_other_modes_of_autoreset_are_refused() -> None:
    wrong: list[Any] = ["samestep", "SAME_STEP", "", 7, None]
    for name in wrong:
        with pytest.raises(eights.Error, match="autoreset"):
            eights.Batch(eights.Game("uno"), 1, autoreset=name)
        with pytest.raises(eights.Error, match="autoreset_mode"):
            EightsVectorEnv(autoreset_mode=name)
        with pytest.raises(ValueError, match="is not a valid Autoreset"):
            eights.Autoreset(name)


@tools
@pytest.mark.parametrize("illegal", ["lose", "random"])
@pytest.mark.parametrize("name", [*IDS, "eights/HiddenRules-v0", "eights/HouseRules-v0"])
def test_gymnasium_finds_no_difference_to_the_single_environment(name: str, illegal: str) -> None:
    options = {"illegal": illegal, "render_mode": "ansi", "max_decisions": 60}
    native = gymnasium.make_vec(name, num_envs=1, **options)
    single = gymnasium.make_vec(name, num_envs=1, vectorization_mode="sync", **options)
    check_environments_match(native, single, num_steps=40, seed=3)


@pytest.mark.parametrize("mode", MODES[:2])
@pytest.mark.parametrize("chosen", ["legal", "any"])
@pytest.mark.parametrize(
    "options",
    [
        SHORT,
        {**SHORT, "illegal": "random", "players": 4, "opponents": ["greedy", "random", "greedy"]},
        {**SHORT, "truncation": "bootstrap", "reward": "points", "history": 2},
    ],
)
def test_each_env_plays_the_games_of_its_seed(
    options: dict[str, Any], chosen: str, mode: AutoresetMode
) -> None:
    native = make(6, autoreset_mode=mode, **options)
    single = sync(6, mode, "crazy_eights_special", **options)
    assert play_both(native, single, chosen == "legal", steps=60) > 6


@pytest.mark.parametrize("mode", MODES[:2])
@pytest.mark.parametrize("chosen", ["legal", "any"])
@pytest.mark.parametrize("name", ["eights/CrazyEightsSpecial-v0", "eights/HouseRules-v0"])
def test_episodes_are_cut_off_as_gymnasium_does_it(
    name: str, chosen: str, mode: AutoresetMode
) -> None:
    options = {"max_episode_steps": 5, "max_decisions": 30}
    native = gymnasium.make_vec(name, num_envs=6, autoreset_mode=mode, **options)
    single = gymnasium.make_vec(
        name,
        num_envs=6,
        vectorization_mode="sync",
        vector_kwargs={"autoreset_mode": mode},
        **options,
    )
    assert play_both(native, single, chosen == "legal", steps=40) > 30


def test_an_episode_that_is_cut_off_stays_so_where_nothing_is_reset() -> None:
    env = make(2, autoreset_mode="Disabled", max_episode_steps=3)
    env.reset(seed=1)
    shown = [env.step(env.sample()) for _ in range(5)]
    cuts = [truncations.tolist() for _, _, _, truncations, _ in shown]
    assert cuts == [[False] * 2] * 2 + [[True] * 2] * 3
    assert not any(terminations.any() for _, _, terminations, _, _ in shown)
    for step in shown[3:]:
        np.testing.assert_array_equal(step[0], shown[2][0])
        assert not step[1].any()
    env.reset(options={"reset_mask": np.array([True, False])})
    assert env.step(env.sample())[3].tolist() == [False, True]
    for wrong, error in ((0, eights.GameError), ("many", eights.ArgumentError)):
        with pytest.raises(error, match="max_episode_steps"):
            make(2, max_episode_steps=wrong)


def test_disabled_envs_show_their_end_until_they_are_reset() -> None:
    env, rng = make(4, autoreset_mode="Disabled", **SHORT), np.random.default_rng(1)
    observations, infos = env.reset(seed=2)
    ended = np.zeros(4, dtype=np.bool_)
    for _ in range(80):
        before = observations
        actions = sample(rng, infos["action_mask"])
        actions[ended] = 77  # ignored
        observations, rewards, terminations, truncations, infos = env.step(actions)
        np.testing.assert_array_equal(observations[ended], before[ended])
        assert not rewards[ended].any()
        assert (terminations | truncations)[ended].all()
        ended = terminations | truncations
        assert (infos["action_mask"][ended].sum(axis=1) == 1).all()
        assert infos["action_mask"][ended, PASS].all()
        if ended.all():
            break
    assert ended.all()
    chosen = np.array([True, False, True, False])
    options = {"reset_mask": chosen}
    seeds = [5, None, None, 6]
    observations, infos = env.reset(seed=seeds, options=options)
    assert options == {"reset_mask": chosen}
    single = EightsEnv("crazy_eights_special", **SHORT)
    np.testing.assert_array_equal(observations[0], single.reset(seed=5)[0])
    single.reset(seed=4)
    np.testing.assert_array_equal(observations[2], single.reset()[0], "the next of its seed, 2 + 2")
    assert infos["action_mask"].any(axis=1).all()
    assert (infos["action_mask"][~chosen].sum(axis=1) == 1).all()


def test_a_loss_by_an_illegal_action_stays_where_nothing_is_reset() -> None:
    env = make(3, autoreset_mode="Disabled", players=4)
    observations, infos = env.reset(seed=2)
    actions = sample(np.random.default_rng(0), infos["action_mask"])
    actions[1] = np.flatnonzero(infos["action_mask"][1] == 0)[0]
    seen, rewards, terminations, _, infos = env.step(actions)
    assert infos["illegal_action"].tolist() == infos["_illegal_action"].tolist()
    assert infos["illegal_action"].tolist() == [False, True, False]
    for won in (-1 / 3, 0.0):
        np.testing.assert_array_equal(seen[1], observations[1])
        assert terminations.tolist() == [False, True, False]
        assert rewards[1] == pytest.approx(won)
        assert np.flatnonzero(infos["action_mask"][1]).tolist() == [PASS]
        assert np.flatnonzero(env.action_masks()[1]).tolist() == [PASS]
        actions = sample(np.random.default_rng(0), infos["action_mask"])
        seen, rewards, terminations, _, infos = env.step(actions)
    env.reset(options={"reset_mask": terminations})
    assert env.action_masks().sum(axis=1).min() > 1


def test_a_partial_reset_also_ends_the_wait_for_the_next_step() -> None:
    env = make(3, **SHORT)
    single = EightsEnv("crazy_eights_special", **SHORT)
    _, infos = env.reset(seed=2)
    rng = np.random.default_rng(1)
    for _ in range(50):
        seen, _, terminations, truncations, infos = env.step(sample(rng, infos["action_mask"]))
        ended = terminations | truncations
        if ended.any():
            break
    first = int(np.flatnonzero(ended)[0])
    single.reset(seed=2 + first)
    mask = np.arange(3) == first
    seen, infos = env.reset(options={"reset_mask": mask})
    np.testing.assert_array_equal(seen[first], single.reset()[0])
    action = sample(rng, infos["action_mask"])
    seen, *_ = env.step(action)
    np.testing.assert_array_equal(seen[first], single.step(action[first])[0])


def test_the_first_illegal_action_is_warned_of() -> None:
    env = make(4)
    env.reset(seed=1)
    with pytest.warns(eights.IllegalActionWarning, match="maskable"):
        env.step(np.full(4, -1))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env.step(np.full(4, -1))
        env.step(np.full(4, -1))


def test_illegal_actions_may_raise_and_nothing_has_moved() -> None:
    env = make(4, illegal="raise")
    before, infos = env.reset(seed=3)
    actions = sample(np.random.default_rng(0), infos["action_mask"])
    wrong = actions.copy()
    wrong[2] = -1
    with pytest.raises(eights.ActionError, match="env 2: action -1 is not legal; legal: "):
        env.step(wrong)
    np.testing.assert_array_equal(env.reset(seed=3)[0], before)
    env.step(actions)


# ---- Returned arrays ----------------------------------------------------------------------------


def test_what_is_returned_is_the_callers_own() -> None:
    for mode in MODES:
        env = make(3, autoreset_mode=mode, **SHORT)
        observations, infos = env.reset(seed=1)
        returned = [observations, infos["action_mask"]]
        rng = np.random.default_rng(0)
        kept = [array.copy() for array in returned]
        for _ in range(20):
            observations, *rest, infos = env.step(sample(rng, infos["action_mask"]))
            for now in (observations, *rest, infos["action_mask"]):
                assert not any(np.shares_memory(now, array) for array in returned)
        np.testing.assert_array_equal(returned[0], kept[0])
        np.testing.assert_array_equal(returned[1], kept[1])


@pytest.mark.parametrize("way", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_plays_the_same_games(way: Callable[[Any], Any]) -> None:
    env = make(4, illegal="random", **SHORT)
    env.reset(seed=1)
    for _ in range(10):
        env.step([3] * 4)
    other = way(env)
    for _ in range(30):
        one, two = env.step([3] * 4), other.step([3] * 4)
        assert data_equivalence(one, two, exact=True)
        assert env.sample().tolist() == other.sample().tolist()
    np.testing.assert_array_equal(env.reset()[0], other.reset()[0])


@pytest.mark.parametrize("mode", MODES[:2])
def test_without_copies_the_same_arrays_show_the_same_games(mode: AutoresetMode) -> None:
    one = make(4, autoreset_mode=mode, copy=False, **SHORT)
    two = make(4, autoreset_mode=mode, **SHORT)
    rng = np.random.default_rng(0)
    (first, infos), (other, told) = one.reset(seed=1), two.reset(seed=1)
    for _ in range(60):
        np.testing.assert_array_equal(first, other)
        np.testing.assert_array_equal(infos["action_mask"], told["action_mask"])
        actions = sample(rng, infos["action_mask"])
        actions[0] = 3 if rng.random() < 0.2 else actions[0]
        again, _, *ends, infos = one.step(actions)
        other, _, *expected, told = two.step(actions)
        np.testing.assert_array_equal(ends, expected)
        assert np.shares_memory(first, again)


def test_seeds_are_as_gymnasium_says() -> None:
    def observe(seed: Any) -> np.ndarray[Any, Any]:
        observations: np.ndarray[Any, Any] = make(3).reset(seed=seed)[0]
        return observations

    np.testing.assert_array_equal(observe(5), observe([5, 6, 7]))
    np.testing.assert_array_equal(observe(5), observe(np.array([5, 6, 7])))
    assert (observe(5)[1] != observe([5, 7, 7])[1]).any()
    assert (observe(None) != observe(None)).any()
    observe(2**70)
    env = make(2)
    with pytest.raises(eights.ActionError, match=r"call reset\(\)"):
        env.step([0, 0])
    refused: list[tuple[Any, type[eights.Error], str]] = [
        (-1, eights.GameError, "seed = -1"),
        ([1], eights.ArrayError, "1 seeds for 2 envs"),
        (0.5, eights.ArgumentError, "seed must be an integer, not float"),
        ([1, "x"], eights.ArgumentError, "seed must be an integer, not str"),
    ]
    for seed, error, message in refused:
        with pytest.raises(error, match=message):
            env.reset(seed=seed)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"num_envs": 0}, eights.BatchError, "num_envs = 0"),
        ({"players": 11}, eights.GameError, "2 to 10"),
        ({"opponents": ["random"] * 3}, eights.GameError, "3 opponents"),
        ({"opponents": "hal"}, eights.BotError, "hal"),
        ({"illegal": "ignore"}, eights.GameError, "ignore"),
        ({"render_mode": "human"}, eights.GameError, '"ansi", "rgb_array"'),
        ({"autoreset_mode": "never"}, eights.GameError, '"next-step", "NextStep"'),
        ({"autoreset_mode": 3}, eights.ArgumentError, "autoreset_mode must be a text"),
    ],
)
def test_arguments_that_are_refused(
    options: dict[str, Any], error: type[eights.Error], message: str
) -> None:
    with pytest.raises(error, match=message):
        make(**{"num_envs": 2, **options})


@pytest.mark.parametrize(
    "mask",
    [[True, False], np.ones(3, dtype=np.bool_), np.ones(2), np.zeros(2, dtype=np.bool_)],
)
def test_masks_that_are_refused(mask: Any) -> None:
    env = make(2)
    env.reset(seed=1)
    with pytest.raises(eights.ArrayError, match=r"a bool array of shape \(2,\)"):
        env.reset(options={"reset_mask": mask})


class Elsewhere:
    """An array of another library, which NumPy reads by DLPack."""

    def __init__(self, values: list[int]) -> None:
        self.values = np.array(values)

    def __dlpack__(self, **given: Any) -> Any:
        return self.values.__dlpack__(**given)

    def __dlpack_device__(self) -> Any:
        return self.values.__dlpack_device__()


def test_actions_are_integers_of_any_library() -> None:
    env, other = make(2), make(2)
    _, infos = env.reset(seed=1)
    other.reset(seed=1)
    actions = infos["action_mask"].argmax(axis=1).tolist()
    seen, *_ = env.step(Elsewhere(actions))
    np.testing.assert_array_equal(seen, other.step(actions)[0])


@pytest.mark.parametrize("actions", [3, [3], [[3, 3]], [3.0, 3.0], ["draw", "draw"], [[1], [2, 3]]])
def test_actions_that_are_refused(actions: Any) -> None:
    env = make(2)
    env.reset(seed=1)
    with pytest.raises(eights.ArrayError, match="one for each of 2 envs"):
        env.step(actions)


def test_render_shows_each_table() -> None:
    assert make(2).render() is None
    env = make(2, render_mode="rgb_array")
    env.reset(seed=1)
    assert [picture.shape for picture in env.render()] == [(440, 800, 3)] * 2
    env = make(2, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == tuple(env.state(i).render(player=0) for i in range(2))


# ---- Gymnasium's own tools ----------------------------------------------------------------------


@tools
@pytest.mark.parametrize("mode", MODES[:2])
def test_wrappers_of_gymnasium_work_on_it(mode: AutoresetMode) -> None:
    env = make(4, autoreset_mode=mode, **SHORT)
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(env)
    _, infos = env.reset(seed=1)
    lengths = []
    rng = np.random.default_rng(0)
    for _ in range(60):
        *_, infos = env.step(sample(rng, infos["action_mask"]))
        if "episode" in infos:
            lengths += infos["episode"]["l"][infos["_episode"]].tolist()
    assert len(lengths) > 4
    assert min(lengths) > 0


def test_observations_are_normalized_by_gymnasium() -> None:
    env = gymnasium.wrappers.vector.NormalizeObservation(make(4, **SHORT))  # needs NEXT_STEP
    _, infos = env.reset(seed=1)
    for _ in range(20):
        observations, *_, infos = env.step(infos["action_mask"].argmax(axis=1))
    assert np.isfinite(observations).all()


@tools
@pytest.mark.parametrize("mode", MODES)
def test_gymnasium_measures_it(mode: AutoresetMode) -> None:
    env = make(8, autoreset_mode=mode, illegal="random")
    assert performance.benchmark_vector_step(env, target_duration=0, seed=1) > 0
