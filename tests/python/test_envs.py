"""The Gymnasium environments, in which the agent has one seat at a table of bots."""

from __future__ import annotations

import collections
import contextlib
import copy
import inspect
import os
import pickle
import subprocess
import sys
import textwrap
import types
import typing
import warnings
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tables import nearest

import eights
from eights._base.options import GameOptions, HiddenOptions, PoolOptions
from eights._display import glyphs

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is an extra")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from eights.envs import EightsEnv, EightsVectorEnv, HiddenRulesEnv, HouseRulesEnv, env_id  # noqa: E402

PASS = eights.string_to_action("pass")
IDS = [env_id(ruleset) for ruleset in eights.rulesets()]


def make(ruleset: str | eights.Ruleset = "crazy_eights_special", **options: Any) -> EightsEnv:
    return EightsEnv(ruleset, **options)


def play(env: EightsEnv, rng: np.random.Generator, most: int = 5000) -> float:
    """Plays an episode to its end after a reset; returns the sum of its rewards."""
    total = 0.0
    for _ in range(most):
        action = rng.choice(np.flatnonzero(env.action_masks()))
        _, reward, terminated, truncated, _ = env.step(action)
        total += reward
        if terminated or truncated:
            return total
    pytest.fail("the episode does not end")


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs code in a separate Python process, with warnings as errors."""
    home = str(Path(eights.__file__).parents[1])
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", textwrap.dedent(code)],
        env={**os.environ, "PYTHONPATH": home, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


# ---- Registration -------------------------------------------------------------------------------


def test_every_ruleset_is_registered() -> None:
    assert {"eights/CrazyEights-v0", "eights/KingsReverse-v0"} <= set(IDS)
    assert set(IDS) <= set(gymnasium.registry)


@pytest.mark.parametrize("name", IDS)
@pytest.mark.parametrize("options", [{}, {"players": 4, "opponents": "heuristic", "history": 2}])
def test_check_env_has_nothing_to_say(name: str, options: dict[str, Any]) -> None:
    if "players" in options:
        ruleset = gymnasium.spec(name).kwargs["ruleset"]
        options = {**options, "players": nearest(ruleset, options["players"])}
    env = gymnasium.make(name, **options)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", eights.IllegalActionWarning)  # actions are unmasked
        check_env(env.unwrapped)
    env.close()
    env.close()


def test_make_by_both_names() -> None:
    one = gymnasium.make("eights/CrazyEights-v0", players=4, opponents="heuristic")
    two = gymnasium.make("eights:eights/CrazyEights-v0", players=4, opponents="heuristic")
    for env in (one, two):
        assert isinstance(env.unwrapped, EightsEnv)
        assert env.unwrapped.game == eights.Game("crazy_eights", players=4)
    a, _ = one.reset(seed=5)
    b, _ = two.reset(seed=5)
    np.testing.assert_array_equal(a, b)


def test_make_without_importing_eights_first() -> None:
    done = run(
        """
        import gymnasium
        env = gymnasium.make("eights:eights/CrazyEights-v0", players=4, opponents="heuristic")
        observation, info = env.reset(seed=1)
        print(observation.shape, info["action_mask"].sum() > 0)
        """
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("True\n")


@pytest.mark.parametrize("error", ["ImportError", "ModuleNotFoundError"])
def test_gymnasium_is_optional(error: str) -> None:
    done = run(
        f"""
        import sys

        class Blocker:
            def find_spec(self, name, path=None, target=None):
                if name.partition(".")[0] == "gymnasium":
                    raise {error}(f"no {{name}} here")

        sys.meta_path.insert(0, Blocker())
        import eights
        state = eights.Game("crazy_eights").new_initial_state(seed=1)
        print(state.current_player() >= 0, "gymnasium" in sys.modules)
        for line in (
            "import eights.envs",
            "import eights.envs.hidden_rules",
            "from eights.envs import house_rules",
            "from eights import HiddenRulesEnv",
            "eights.HiddenRulesEnv",
            "eights.HouseRulesEnv",
            "eights.EightsEnv",
            "eights.envs",
        ):
            try:
                exec(line)
            except (ImportError, AttributeError) as why:
                print(why)
        try:
            eights.x
        except AttributeError as why:
            print(str(why).replace("attribute 'x'", "x"))
        """
    )
    assert done.returncode == 0, done.stderr
    needed = 'the environments of eights need gymnasium: pip install "eights[gym]"'
    assert done.stdout == "True False\n" + 8 * f"{needed}\n" + "module 'eights' has no x\n"


def test_the_environments_are_names_of_eights() -> None:
    names = ("EightsEnv", "EightsVectorEnv", "HiddenRulesEnv", "HouseRulesEnv")
    found = [getattr(eights, name) for name in names]
    assert found == [EightsEnv, EightsVectorEnv, HiddenRulesEnv, HouseRulesEnv]
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = eights.nonsense  # type: ignore[attr-defined]


def test_importing_eights_imports_nothing_heavy() -> None:
    done = run(
        """
        import sys
        sys.modules["gymnasium"] = None
        import eights
        heavy = {"typer", "rich", "jax", "torch", "pettingzoo", "matplotlib", "optax"}
        print(sorted(heavy & set(sys.modules)))
        """
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "[]\n"


def test_registering_again_changes_nothing() -> None:
    from eights.envs import register_all

    before = dict(gymnasium.registry)
    register_all()
    assert dict(gymnasium.registry) == before


# ---- Episodes -----------------------------------------------------------------------------------


def test_spaces_and_infos(ruleset: str) -> None:
    env = make(ruleset, max_decisions=300)
    actions = env.game.num_distinct_actions()
    assert env.action_space == gymnasium.spaces.Discrete(actions)
    assert env.observation_space.shape == (env.game.observation_tensor_size(),)
    observation, info = env.reset(seed=3)
    for _ in range(300):
        assert observation in env.observation_space
        mask = info["action_mask"]
        assert mask.dtype == np.int8
        assert mask.shape == (actions,)
        np.testing.assert_array_equal(mask.astype(bool), env.action_masks())
        state = env.state()
        assert state.current_player() == env.SEAT
        np.testing.assert_array_equal(env.action_masks(), state.legal_actions_mask())
        np.testing.assert_array_equal(observation, state.observation_tensor(env.SEAT))
        action = env.action_space.sample(mask=mask)
        assert mask[action]
        observation, reward, terminated, truncated, info = env.step(action)
        assert type(reward) is float
        assert type(terminated) is type(truncated) is bool
        assert info.keys() == {"action_mask"}
        if terminated or truncated:
            break
    else:
        pytest.fail("the episode does not end")
    assert observation in env.observation_space
    assert np.flatnonzero(info["action_mask"]).tolist() == [PASS], "a mask is never empty"
    assert np.flatnonzero(env.action_masks()).tolist() == [PASS]


def test_rewards_are_the_returns_of_the_agents_seat(rng: np.random.Generator) -> None:
    for options in ({}, {"reward": "points"}, {"episode": "match", "reward": "points"}):
        env = make(players=3, opponents=["greedy", "random"], **options)
        env.reset(seed=4)
        for _ in range(5):
            env.reset()
            total = play(env, rng)
            assert total == pytest.approx(env.state().returns()[env.SEAT], abs=1e-5)


def test_what_is_returned_shares_no_memory() -> None:
    env = make()
    first, info = env.reset(seed=1)
    kept, mask = first.copy(), info["action_mask"].copy()
    second, *_, later = env.step(int(np.flatnonzero(mask)[0]))
    np.testing.assert_array_equal(first, kept)
    np.testing.assert_array_equal(info["action_mask"], mask)
    assert not np.shares_memory(first, second)
    assert not np.shares_memory(info["action_mask"], later["action_mask"])
    env.state().apply_action(env.state().legal_actions()[0])  # a state is a copy
    np.testing.assert_array_equal(env.action_masks(), later["action_mask"].astype(bool))


def test_seeding() -> None:
    def episodes(seed: int) -> list[np.ndarray[Any, Any]]:
        env, rng = make(players=3), np.random.default_rng(0)
        seen = []
        for i in range(3):
            observation, _ = env.reset(seed=seed if i == 0 else None)
            seen.append(observation)
            play(env, rng)
        return seen

    one, same, other = episodes(7), episodes(7), episodes(8)
    np.testing.assert_array_equal(one, same)
    assert (one[0] != other[0]).any()
    assert (one[0] != one[1]).any()
    env = make()
    first, _ = env.reset(seed=np.int64(3))
    second, _ = env.reset(seed=3, options={})
    np.testing.assert_array_equal(first, second)
    env.reset(seed=2**70)
    with pytest.raises(eights.GameError, match="seed = -1"):
        env.reset(seed=-1)
    with pytest.raises(eights.ArgumentError, match="seed must be an integer, not float"):
        env.reset(seed=0.5)  # type: ignore[arg-type]


def test_episodes_after_the_first_go_on_from_its_seed() -> None:
    env = make(players=3)
    env.reset(seed=11)
    origin = int(np.random.default_rng(11).integers(2**63))
    batch = eights.Batch(env.game, 1, seed=origin, controllers=[None, "random", "random"])
    for k in range(4):
        seed = eights.episode_seed(origin, 0, k)
        assert env._batch.episode_seed(0) == batch.episode_seed(0) == seed  # noqa: SLF001
        env.reset()
        batch.reset()


def test_the_agents_place_in_the_order_of_play_differs() -> None:
    env = make("crazy_eights", players=3)
    env.reset(seed=0)
    dealers = set()
    for _ in range(40):
        env.reset()
        dealers.add(env.state().to_dict()["dealer"])
    assert dealers == {0, 1, 2}


@pytest.mark.parametrize("truncation", ["score", "bootstrap"])
def test_truncation(truncation: Any, rng: np.random.Generator) -> None:
    env = make(
        players=2,
        max_decisions=6,
        truncation=truncation,
        overrides={"deal.cards": {"2": 20, "3-10": 5}},
    )
    env.reset(seed=1)
    for _ in range(7):
        action = int(rng.choice(np.flatnonzero(env.action_masks())))
        _, reward, terminated, truncated, info = env.step(action)
        if terminated or truncated:
            break
    assert truncated
    assert terminated == (truncation == "score")
    assert bool(reward) == (truncation == "score")
    assert env.state().is_truncated()
    assert np.flatnonzero(info["action_mask"]).tolist() == [PASS]
    with pytest.raises(eights.ActionError, match="over"):
        env.step(action)


COPIES: dict[str, Callable[[Any], Any]] = {
    "copy": lambda env: copy.copy(env.unwrapped),
    "deepcopy": copy.deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
}


@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("eights/CrazyEightsSpecial-v0", {"players": 4, "illegal": "random", "history": 2}),
        ("eights/HiddenRules-v0", {"rounds": 2, "illegal": "random"}),
        ("eights/HouseRules-v0", {"illegal": "random"}),
        ("eights/HouseRules-v0", {"pool": 3, "illegal": "random"}),
    ],
)
def test_a_copy_plays_the_same_games_at_its_own_table(
    name: str, options: dict[str, Any], way: str
) -> None:
    def play(env: Any, steps: int) -> list[Any]:
        told: list[Any] = []
        for _ in range(steps):
            action = 54 if env.unwrapped.action_masks()[54] else 0  # 0: often illegal
            observation, reward, terminated, truncated, info = env.step(action)
            told.append((observation.tolist(), reward, terminated, truncated))
            if terminated or truncated:
                observation, info = env.reset()
                told.append((observation.tolist(), info["action_mask"].tolist()))
        return told

    env = gymnasium.make(name, **options)
    env.reset(seed=5)
    play(env, 30)
    other = COPIES[way](env)
    first = play(other, 60)
    assert play(env, 60) == first  # steps of the copy do not affect the environment
    third = COPIES[way](other)
    assert play(other, 20) == play(third, 20)


def test_steps_need_a_reset() -> None:
    env = make()
    with pytest.raises(eights.ActionError, match=r"action 54 is refused: .* call reset\(\)"):
        env.step(54)
    wrapped = gymnasium.make("eights/CrazyEights-v0")
    with pytest.raises(gymnasium.error.ResetNeeded):
        wrapped.step(54)


# ---- Illegal actions ----------------------------------------------------------------------------


def illegal_action(env: EightsEnv) -> int:
    return int(np.flatnonzero(~env.action_masks())[0])


@pytest.mark.parametrize(("players", "reward", "loss"), [(2, "win", -1), (4, "win", -1 / 3)])
def test_illegal_actions_lose(players: int, reward: Any, loss: float) -> None:
    for bad in (None, -1, 100, 10**30):
        env = make(players=players, reward=reward)
        before, _ = env.reset(seed=2)
        chosen = illegal_action(env) if bad is None else bad
        observation, won, terminated, truncated, info = env.step(chosen)
        assert won == pytest.approx(loss)
        assert (terminated, truncated) == (True, False)
        assert info["illegal_action"] is True
        assert np.flatnonzero(info["action_mask"]).tolist() == [PASS]
        np.testing.assert_array_equal(observation, before)
        with pytest.raises(eights.ActionError):
            env.step(54)
        _, info = env.reset()
        assert info["action_mask"].sum() > 1


def test_illegal_actions_cost_a_point_where_points_are_paid() -> None:
    env = make(players=4, reward="points")
    env.reset(seed=2)
    assert env.step(illegal_action(env))[1] == -1


def test_illegal_actions_may_be_replaced_by_a_random_legal_one() -> None:
    replaced = []
    for _ in range(2):
        env = make(players=2, illegal="random", opponents="greedy")
        env.reset(seed=9)
        done, infos = False, []
        while not done:
            observation, _, terminated, truncated, info = env.step(illegal_action(env))
            infos.append((observation, info))
            done = terminated or truncated
        assert all(info["illegal_action"] is True for _, info in infos)
        replaced.append([observation for observation, _ in infos])
    np.testing.assert_array_equal(replaced[0], replaced[1], "what replaces it is seeded")
    env.reset()
    _, _, _, _, info = env.step(int(np.flatnonzero(env.action_masks())[0]))
    assert "illegal_action" not in info


@pytest.mark.parametrize("illegal", ["lose", "random"])
def test_the_first_illegal_action_is_warned_of(illegal: Any) -> None:
    env = make(illegal=illegal)
    env.reset(seed=2)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        for _ in range(3):
            env.step(illegal_action(env))
            env.reset()
    (only,) = told
    assert only.category is eights.IllegalActionWarning
    assert f"illegal='{illegal}'" in str(only.message)
    assert "sb3_contrib.common.maskable.evaluation.evaluate_policy" in str(only.message)
    assert only.filename == __file__


def test_every_environment_has_one_default_for_illegal_actions() -> None:
    import eights.pettingzoo
    import eights.rlcard
    from eights.envs import HiddenRulesVectorEnv, HouseRulesVectorEnv

    for made in (
        EightsEnv,
        EightsVectorEnv,
        HiddenRulesEnv,
        HouseRulesEnv,
        HouseRulesVectorEnv,
        eights.pettingzoo.env,
        eights.rlcard.Env,
        eights.rlcard.make,
    ):
        assert inspect.signature(made).parameters["illegal"].default == "lose"
    assert HiddenRulesVectorEnv().illegal == "lose"


def test_illegal_actions_may_raise() -> None:
    env = make(illegal="raise")
    before, info = env.reset(seed=2)
    for bad in (illegal_action(env), -1, 100, 10**30):
        with pytest.raises(eights.ActionError):
            env.step(bad)
    np.testing.assert_array_equal(env.action_masks(), info["action_mask"].astype(bool))
    np.testing.assert_array_equal(env.state().observation_tensor(0), before)
    env.step(int(np.flatnonzero(env.action_masks())[0]))


@pytest.mark.parametrize("illegal", ["lose", "random", "raise"])
def test_an_action_is_an_integer(illegal: Any) -> None:
    env = make(illegal=illegal)
    _, info = env.reset(seed=2)
    wrong: list[Any] = [1.5, "draw", None, [54], np.array([54, 54]), np.float64(54)]
    for action in wrong:
        with pytest.raises(eights.ArgumentError, match="action must be an integer"):
            env.step(action)
    np.testing.assert_array_equal(env.action_masks(), info["action_mask"].astype(bool))
    env.step(np.array(int(np.flatnonzero(env.action_masks())[0])))


# ---- Arguments and rendering --------------------------------------------------------------------


def test_opponents_sit_clockwise_from_the_agent() -> None:
    env = make(players=3, opponents=("greedy", "heuristic"))
    env.reset(seed=1)
    default = make("kings_reverse")
    assert default.game.num_players() == eights.Ruleset("kings_reverse").players[0]
    own = make(eights.Ruleset("crazy_eights").override({"deal.cards": 3}), players=np.int64(3))
    own.reset(seed=1)
    assert own.game.num_players() == 3


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"players": 11}, eights.GameError, "2 to 10"),
        ({"players": "two"}, eights.ArgumentError, "players"),
        ({"opponents": "hal"}, eights.BotError, "hal"),
        ({"opponents": ["random"] * 3}, eights.GameError, "3 opponents"),
        ({"opponents": []}, eights.GameError, "0 opponents"),
        ({"opponents": [None]}, eights.ArgumentError, "opponents"),
        ({"opponents": 3}, eights.ArgumentError, "opponents"),
        ({"illegal": "ignore"}, eights.GameError, "ignore"),
        ({"render_mode": "svg"}, eights.GameError, "svg"),
        ({"overrides": {"deal.card": 1}}, eights.RulesetError, "deal.card"),
        ({"reward": "gold"}, eights.GameError, "gold"),
        ({"ruleset": "chess"}, eights.RulesetError, "chess"),
        ({"max_decisions": 0}, eights.GameError, "max_decisions"),
    ],
    ids=str,
)
def test_arguments_that_are_refused(
    options: dict[str, Any], error: type[eights.Error], message: str
) -> None:
    with pytest.raises(eights.Error) as refused:
        EightsEnv(**options)
    assert type(refused.value) is error
    assert message in str(refused.value)


def test_environments_take_the_options_of_a_game() -> None:
    options = set(inspect.signature(eights.Game).parameters) - {"ruleset", "players", "chance"}
    assert set(typing.get_type_hints(GameOptions)) == options | {"game"}


def test_environments_take_a_game() -> None:
    game = eights.Game("uno", players=3, layout="universal", history=2)
    for env in (EightsEnv(game=game), EightsEnv(game), EightsVectorEnv(2, game=game)):
        assert env.game == game
    for options, message in (
        ({"ruleset": "uno", "game": game}, "a ruleset cannot be given beside a game"),
        ({"game": game, "players": 3, "reward": "points"}, "players, reward cannot be set"),
        ({"game": "uno"}, "game must be a Game, not str"),
        ({"game": eights.Game("uno", chance="explicit")}, "explicit"),
    ):
        with pytest.raises(eights.Error, match=message):
            EightsEnv(**options)


class Unwilling:
    """An object that has the method of an integer, but fails."""

    def __index__(self) -> int:
        raise RuntimeError("no")


ODD: list[Any] = [
    *(None, True, 3, 1.5, "x", "", b"x", [], [3], {}, {"a": object()}, set(), ("a",), object()),
    *(np.zeros(3), np.zeros((2, 2)), Unwilling(), float("nan"), "\ud800"),
    *(-1, 10**30, -(10**30), 10**5000, 2**63, 2**64),
]


@pytest.mark.parametrize(
    ("make_env", "options"),
    [
        (EightsEnv, GameOptions),
        (HouseRulesEnv, PoolOptions),
        (HiddenRulesEnv, HiddenOptions),
    ],
)
def test_whatever_an_argument_is_it_is_taken_or_refused_in_words(
    make_env: Any, options: Any
) -> None:
    names = [name for name in inspect.signature(make_env).parameters if name != "options"]
    for name in [*names, *typing.get_type_hints(options)]:
        for value in ODD:
            with contextlib.suppress(eights.Error):
                make_env(**{name: value}).reset(seed=0)


@pytest.mark.parametrize("make_env", [EightsEnv, HouseRulesEnv, HiddenRulesEnv])
@pytest.mark.parametrize("illegal", ["lose", "random", "raise"])
def test_whatever_a_method_is_given_it_is_taken_or_refused_in_words(
    make_env: Any, illegal: str
) -> None:
    env = make_env(illegal=illegal)
    for value in ODD:
        env.reset(seed=1)
        with contextlib.suppress(eights.Error):
            env.step(value)
        for argument in ("seed", "options"):
            with contextlib.suppress(eights.Error):
                env.reset(**{argument: value})
    env = make_env()
    with pytest.raises(eights.ActionError, match="a very large integer is refused"):
        env.step(10**5000)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"opponents": 10**5000}, "opponents must be names of bots or policies, not int"),
        ({"opponents": ["random", 3], "players": 3}, r"opponents\[1\] must be .* policy, not int"),
        ({"illegal": np.zeros(2)}, "illegal must be a text, not ndarray"),
        ({"render_mode": np.zeros(2)}, "render_mode must be a text, not ndarray"),
        ({"ruleset": 3}, "ruleset must be an id or a Ruleset, not int"),
        ({"overrides": [3]}, "overrides must be a mapping, not list"),
    ],
)
def test_wrong_types_are_refused_by_name(options: dict[str, Any], message: str) -> None:
    for make_env in (EightsEnv, HiddenRulesEnv):
        with pytest.raises(eights.ArgumentError, match=message):
            make_env(**options)
    with pytest.raises(eights.ArgumentError, match="options must be a mapping, not int"):
        make().reset(options=3)  # type: ignore[arg-type]
    with pytest.raises(eights.ArgumentError, match="ruleset must be a text, not int"):
        env_id(3)  # type: ignore[arg-type]


class Own(Mapping[str, Any]):
    """A mapping that is not a dict."""

    def __init__(self, inner: dict[str, Any]) -> None:
        self.inner = inner

    def __getitem__(self, key: str) -> Any:
        return self.inner[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.inner)

    def __len__(self) -> int:
        return len(self.inner)


@pytest.mark.parametrize(
    "kind", [Own, types.MappingProxyType, collections.ChainMap, collections.UserDict]
)
def test_any_mapping_is_a_mapping(kind: Any) -> None:
    changes = kind({"deal.cards": kind({"2": 6, "3-10": 4})})
    game = eights.Game("crazy_eights", overrides={"deal.cards": {"2": 6, "3-10": 4}})
    assert eights.Game("crazy_eights", overrides=changes) == game
    assert eights.Ruleset("crazy_eights").override(changes) == game.ruleset
    assert EightsEnv("crazy_eights", overrides=changes).game == game
    dealt = eights.hidden_rules(overrides=kind({"deal.cards": 4})).ruleset.to_dict()
    assert dealt["deal"]["cards"] == 4
    assert eights.Ruleset.from_dict(kind(game.ruleset.to_dict())) == game.ruleset
    state = game.new_initial_state(seed=1)
    assert game.position(kind(state.to_dict())).to_dict() == state.to_dict()
    rule = kind({"cards": "A", "does": "reverse"})
    assert eights.describe_rule(rule) == "Aces reverse the direction of play"
    with pytest.raises(eights.RulesetError, match=r"deal\.cards: set is not plain data"):
        eights.Game("crazy_eights", overrides=kind({"deal.cards": {3}}))


def test_render(capsys: pytest.CaptureFixture[str]) -> None:
    silent, text, human = (make(render_mode=mode) for mode in (None, "ansi", "human"))
    for env in (silent, text, human):
        env.reset(seed=1)
    assert silent.render() is None
    shown = text.render()
    assert isinstance(shown, str)
    assert shown == text.state().observation_string(EightsEnv.SEAT)
    printed = capsys.readouterr().out
    assert "\x1b" in printed, "it is shown after a reset"
    human.step(int(np.flatnonzero(human.action_masks())[0]))
    assert capsys.readouterr().out, "and after a step"
    assert human.render() is None


def test_pictures_are_of_one_size_and_show_the_board(ruleset: str) -> None:
    env = make(ruleset, render_mode="rgb_array", illegal="random")
    height = 20 * (20 + env.game.num_players())
    env.reset(seed=1)
    seen = []
    for _ in range(8):
        picture = env.render()
        assert isinstance(picture, np.ndarray)
        assert picture.shape == (height, 800, 3)
        assert picture.dtype == np.uint8
        seen.append(picture)
        text = env.state().render(player=EightsEnv.SEAT)
        assert len(text.splitlines()) <= height // 20
        assert not set(text) - set(glyphs.CHARACTERS) - {"\n"}, "each character has a picture"
        if any(env.step(0)[2:4]):
            break
    assert any((picture != seen[0]).any() for picture in seen[1:])


def test_gymnasium_records_a_video(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clips = []

    class Clip:
        """The interface of moviepy that is used, without its encoder."""

        def __init__(self, frames: list[Any], fps: int) -> None:
            self.frames, self.fps = frames, fps

        def write_videofile(self, path: str, **_: Any) -> None:
            clips.append((path, self.fps, self.frames))

    sequence = types.ModuleType("moviepy.video.io.ImageSequenceClip")
    sequence.ImageSequenceClip = Clip  # type: ignore[attr-defined]
    for name in ("moviepy", "moviepy.video", "moviepy.video.io"):
        monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
    monkeypatch.setitem(sys.modules, sequence.__name__, sequence)
    made = gymnasium.make("eights/Uno-v0", render_mode="rgb_array", max_decisions=20)
    env = gymnasium.wrappers.RecordVideo(made, str(tmp_path / "videos"), disable_logger=True)
    _, info = env.reset(seed=1)
    steps = 1
    while True:
        *_, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))
        if terminated or truncated:
            break
        steps += 1
    env.close()
    ((path, fps, frames),) = clips
    assert Path(path).name == "rl-video-episode-0.mp4"
    assert (fps, len(frames)) == (2, steps + 1)
    assert {frame.shape for frame in frames} == {(440, 800, 3)}
    assert not any(size % 2 for size in frames[0].shape[:2]), "encoders want even sizes"


def test_vector_environments_of_gymnasium() -> None:
    envs = gymnasium.make_vec(
        "eights/CrazyEights-v0", num_envs=3, vectorization_mode="sync", players=3
    )
    _, infos = envs.reset(seed=1)
    for _ in range(50):
        assert infos["action_mask"].any(axis=1).all(), "also where an env shows its end"
        actions = envs.action_space.sample(mask=tuple(infos["action_mask"]))
        _, _, _, _, infos = envs.step(actions)
    envs.close()
