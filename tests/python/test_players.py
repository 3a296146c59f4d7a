"""Players in the place of bots: policies with a memory, searchers by name, and policy files."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from commands import good, refused, run

import eights
from eights._play.tables import choose
from eights.cli.added import added
from eights.policies import has_memory

Array = np.ndarray[Any, Any]


class Remembering:
    """A policy that counts its decisions in an episode, and checks that the memory is right."""

    name = "remembering"

    def __init__(self) -> None:
        self.memories: list[Array] = []
        self.most = 0

    def new_memory(self, num_envs: int, num_seats: int) -> Array:
        self.memories.append(np.full((num_envs, num_seats), -1))
        return self.memories[-1]

    def __call__(
        self,
        observations: Array,
        action_masks: Array,
        *,
        memory: Array,
        envs: Array,
        seats: Array,
        starts: Array,
    ) -> Array:
        assert len(envs) == len(observations) == len(set(envs.tolist()))
        assert memory.shape[0] > envs.max()
        memory[envs, seats] = np.where(starts, 0, memory[envs, seats] + 1)
        assert (memory[envs, seats] >= 0).all(), "a seat's first decision is its start"
        self.most = max(self.most, int(memory[envs, seats].max()))
        return by_count(action_masks, memory[envs, seats])


def by_count(action_masks: Array, counts: Array) -> Array:
    """Chooses a playable card by the count of decisions, or any action if there is none."""
    cards = action_masks & (np.arange(100) < 54)
    masks = np.where(cards.any(axis=1, keepdims=True), cards, action_masks)
    ranks = counts % masks.sum(axis=1)
    actions: Array = (np.cumsum(masks, axis=1) > ranks[:, None]).argmax(axis=1)
    return actions


def first_legal(_: Array, action_masks: Array) -> Array:
    actions: Array = action_masks.argmax(axis=1)
    return actions


def expected(state: eights.State) -> int:
    """Returns the action of `Remembering` at a position, from its seat's earlier decisions."""
    seat, count = state.current_player(), 0
    earlier = state.game.new_initial_state(seed=SEED)
    for action in state.history():
        count += earlier.current_player() == seat
        earlier.apply_action(action)
    return int(by_count(state.legal_actions_mask()[None], np.array([count]))[0])


SEED = 11


def test_a_memory_goes_from_decision_to_decision_and_ends_with_the_episode() -> None:
    policy = Remembering()
    game = eights.Game("crazy_eights_special", players=4, max_decisions=60)
    batch = eights.PolicyBatch(
        game, 8, seed=3, controllers=[None, policy, "greedy", policy], autoreset="same-step"
    )
    plain = eights.Batch(game, 8, seed=3, controllers=[None, None, "greedy", None])
    counts = np.full((8, 4), -1)
    compared = 0
    for _ in range(150):
        # The policy batch takes these decisions within its step; the plain batch asks for them.
        for i in range(8):
            assert batch.players[i] == 0
        while (plain.players != 0).any():
            step_policies(plain, counts)
        np.testing.assert_array_equal(plain.observations, batch.observations)
        actions = batch.sample()
        batch.step(actions)
        plain.step(actions)
        counts[plain.terminations | plain.truncations] = -1
        compared += 1
    assert compared == 150
    assert policy.most > 3
    assert len(policy.memories) == 1


def step_policies(plain: eights.Batch[Any], counts: Array) -> None:
    """Plays the seats of `Remembering` in a batch that asks for them."""
    waits = plain.players != 0
    seats = plain.players
    envs = np.flatnonzero(waits)
    counts[envs, seats[envs]] += 1
    chosen = by_count(plain.action_masks, np.maximum(counts[np.arange(8), seats], 0))
    plain.step(chosen.astype(np.int64), waits)
    counts[(plain.terminations | plain.truncations) & waits] = -1


@pytest.mark.parametrize("way", [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_a_copy_of_a_batch_remembers_the_same_and_apart(way: Any) -> None:
    game = eights.Game("crazy_eights_special", players=2, max_decisions=60)
    batch = eights.PolicyBatch(game, 6, seed=3, controllers=[None, Remembering()])
    for _ in range(10):
        batch.step(batch.sample())
    other = way(batch)
    for _ in range(60):
        np.testing.assert_array_equal(batch.observations, other.observations)
        actions = batch.sample()
        other.sample()
        batch.step(actions)
        other.step(actions)


def test_one_policy_in_many_places_has_a_memory_in_each() -> None:
    policy = Remembering()
    game = eights.Game("crazy_eights_special", players=2, max_decisions=60)
    alone = eights.PolicyBatch(game, 4, seed=3, controllers=[None, Remembering()])
    shared = eights.PolicyBatch(game, 4, seed=3, controllers=[None, policy])
    third = eights.PolicyBatch(game, 9, seed=4, controllers=[None, policy])
    for _ in range(40):
        actions = alone.sample()
        alone.step(actions)
        third.step(third.sample())
        eights.arena_games(game, policy, "random", deals=1)
        shared.step(actions)
        np.testing.assert_array_equal(alone.observations, shared.observations)


def test_members_of_a_pool_remember_and_what_plays_no_more_is_let_go() -> None:
    pool = eights.Pool("latest")
    pool.add(Remembering())
    game = eights.Game("crazy_eights_special", players=2, max_decisions=20)
    batch = eights.PolicyBatch(game, 6, seed=3, controllers=[None, pool])
    for step in range(100):
        if step % 20 == 0:
            pool.add(Remembering())
        batch.step(batch.sample())
    held = batch._seating.memories  # noqa: SLF001
    assert 1 <= len(held) < len(pool)
    assert {id(batch._seating.roster[at]) for at in held} <= {  # noqa: SLF001
        id(pool.policy(member)) for member in range(len(pool))
    }


def test_environments_play_against_a_memory() -> None:
    gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is an extra")
    policy = Remembering()
    options = {"opponents": policy, "max_decisions": 60}
    env = gymnasium.make("eights/CrazyEights-v0", **options)
    envs = gymnasium.make_vec("eights/CrazyEights-v0", num_envs=3, **options)
    _, info = env.reset(seed=1)
    _, infos = envs.reset(seed=1)
    for _ in range(60):
        *_, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))
        if terminated or truncated:
            _, info = env.reset()
        *_, infos = envs.step(infos["action_mask"].argmax(axis=1))
    assert len(policy.memories) == 2
    assert policy.most > 1


@pytest.mark.parametrize("players", [2, 3])
def test_a_memory_takes_part_in_the_arena(players: int) -> None:
    policy = Remembering()
    game = eights.Game("crazy_eights", players=players)
    report = eights.arena(game, {"mine": policy, "other": "random"}, deals=20, timing=True)
    assert report["entrants"] == ["mine", "other"]
    assert report["pairings"][0]["win_rate"]["mean"] > 1 / players
    assert report["timing"][0]["microseconds"] > 0
    assert policy.most > 5
    assert report == eights.arena(
        game, {"mine": Remembering(), "other": "random"}, deals=20, timing=True
    ) | {"timing": report["timing"]}


def test_a_memory_at_a_table_follows_from_the_game() -> None:
    game = eights.Game("crazy_eights_special", players=3)
    state = game.new_initial_state(seed=SEED)
    policy = Remembering()
    decisions = 0
    while not state.is_terminal() and decisions < 40:
        action = choose(policy, state.clone())
        assert action == expected(state)
        state.apply_action(action)
        decisions += 1
    assert policy.most > 3


def test_where_lines_are_no_games_a_memory_is_refused() -> None:
    solver = eights.solve.Tabular(eights.Game("tiny_eights_a", players=2))
    policy: Any = Remembering()
    with pytest.raises(eights.ArgumentError, match="remembering has a memory: here lines are no"):
        eights.solve.policy_of(solver, policy)


# ---- Searchers by name --------------------------------------------------------------------------

SEARCH = "ismcts(iterations=4, worlds=2)"


def test_searchers_play_in_batches_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    game = eights.Game("crazy_eights_special", players=3, max_decisions=40)
    seats: list[Any] = [
        [None, SEARCH, SEARCH],
        [None, eights.Searcher(iterations=4, worlds=2), "ismcts(worlds=2, iterations=4)"],
    ]
    one, two = (eights.PolicyBatch(game, 2, seed=1, controllers=each) for each in seats)
    for _ in range(8):
        np.testing.assert_array_equal(one.observations, two.observations)
        actions = one.sample()
        one.step(actions)
        two.step(actions)
    asked: list[int] = []

    def first(_: eights.Searcher, state: eights.State, seed: int | None = None) -> int:
        assert seed is None
        asked.append(state.current_player())
        return int(state.legal_actions_mask().argmax())

    monkeypatch.setattr(eights.Searcher, "choose", first)
    mine = eights.PolicyBatch(game, 6, seed=1, controllers=[None, SEARCH, "greedy"])
    plain = eights.PolicyBatch(game, 6, seed=1, controllers=[None, first_legal, "greedy"])
    for _ in range(60):
        np.testing.assert_array_equal(mine.observations, plain.observations)
        actions = mine.sample()
        mine.step(actions)
        plain.step(actions)
    assert set(asked) == {1}


def test_searchers_that_a_batch_refuses() -> None:
    game = eights.Game("crazy_eights", players=2)
    with pytest.raises(eights.BatchError, match=r"searches from a State: it plays in eights\.Pol"):
        eights.Batch(game, 2, controllers=[None, SEARCH])
    for wrong, why in (
        ("ismcts(x=1)", "'x' is not set"),
        ("pimc(iterations=many)", "'many' is not a number"),
        ("pimc(iterations=0)", "iterations = 0 is not in 1"),
        ("ismcts(iterations=1, milliseconds=1)", "both given"),
        ("ismcts(rollout=hal)", '"hal" is not a bot'),
        ("ismcts(prior=greedy)", '"greedy" has no prior'),
        ("ismcts2", '"ismcts2" is not a bot'),
    ):
        with pytest.raises(eights.BotError, match=why):
            eights.PolicyBatch(game, 2, controllers=[None, wrong])
        with pytest.raises(eights.BotError, match=why):
            eights.arena(game, ["random", wrong], deals=1)
        assert why in refused("play", "crazy_eights", "--players", "2", "--opponents", wrong)


def test_searchers_play_in_environments_by_name() -> None:
    gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is an extra")
    options = {"players": 3, "opponents": ["greedy", SEARCH], "max_decisions": 30}
    env = gymnasium.make("eights/CrazyEights-v0", **options)
    envs = gymnasium.make_vec("eights/CrazyEights-v0", num_envs=1, **options)
    seen, info = env.reset(seed=1)
    told, _ = envs.reset(seed=1)
    for _ in range(6):
        np.testing.assert_array_equal(seen, told[0])
        action = int(info["action_mask"].argmax())
        seen, _, terminated, truncated, info = env.step(action)
        told, *_ = envs.step(np.array([action]))
        if terminated or truncated:
            break


def test_searchers_play_wherever_a_name_is_taken(tmp_path: Path) -> None:
    game = eights.Game("crazy_eights_special", players=2, max_decisions=20)
    state = game.new_initial_state(seed=3)
    searcher = eights.Searcher.named(SEARCH)
    assert searcher is not None
    assert state.bot_action(SEARCH) == searcher.choose(state)
    assert state.bot_action(SEARCH, seed=7) == searcher.choose(state, 7)
    assert eights.decision_time(game, SEARCH)["decisions"] > 0
    by_name = eights.arena_games(game, SEARCH, "greedy", deals=2)
    by_object = eights.arena_games(game, searcher, "greedy", deals=2)
    np.testing.assert_array_equal(by_name, by_object)
    with pytest.raises(eights.BotError, match="'x' is not set"):
        state.bot_action("ismcts(x=1)")
    pytest.importorskip("pyarrow", reason="an extra")
    from eights.collect import collect, read

    collect(game, [SEARCH, "greedy"], tmp_path / "x", episodes=1)
    assert read(tmp_path / "x").about["players"] == [SEARCH, "greedy"]


# ---- Files of policies --------------------------------------------------------------------------

POLICY = """\
def policy(observations, action_masks):
    return action_masks.argmax(axis=1)
"""
MEMORY = """\
import numpy as np


class Counting:
    def new_memory(self, num_envs, num_seats):
        return np.zeros((num_envs, num_seats), int)

    def __call__(self, observations, action_masks, *, memory, envs, seats, starts):
        memory[envs, seats] = np.where(starts, 1, memory[envs, seats] + 1)
        assert memory[envs, seats].max() < 5, "remembers five"
        return action_masks.argmax(axis=1)


def make(game):
    return Counting() if game.num_players() == 2 else None
"""


def test_the_arena_adds_policies_of_files(tmp_path: Path) -> None:
    file, told = tmp_path / "mine.py", str(tmp_path / "r.json")
    file.write_text(POLICY)
    arguments = ("arena", "uno", "greedy", "-d", "3", "--no-alpha-rank", "--json", told)
    text = good(*arguments, "--add", str(file), "--add", str(file))
    assert "mine 1" in text
    assert "mine 2" in text
    good(*arguments, "--add", str(file))
    again = run("arena", "--repeat", told, "--add", str(file), "--no-alpha-rank")
    assert again.exit_code == 0, again.stderr
    assert "the same figures" in " ".join(again.stderr.split())
    assert "mine is a policy" in refused("arena", "--repeat", told)
    assert "cannot read" in refused("arena", "uno", "--add", str(tmp_path / "none.py"))
    file.write_text("def policy(observations, action_masks):\n    return 1 / 0\n")
    assert "ZeroDivisionError" in refused(*arguments, "--add", str(file))


def test_policies_of_files_may_remember(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(MEMORY)
    policy: Any = added(str(file)).make(eights.Game("uno", players=2))
    assert has_memory(policy)
    assert "remembers five" in refused("arena", "uno", "greedy", "-d", "3", "--add", str(file))
    four = ("arena", "uno", "greedy", "--players", "4", "-d", "3", "--add", str(file))
    assert refused(*four).endswith("mine.py does not play uno, 4 players")


def test_a_person_plays_against_policies_of_files(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(POLICY)
    for given in (str(file), f"{file},greedy"):
        players = "2" if given == str(file) else "3"
        command = ("play", "uno", "--plain", "--seed", "3", "--players", players)
        text = good(*command, "--opponent", given, text="1\n1\nq\n")
        assert "mine.py" in text.replace("\n", "")
    file.write_text(MEMORY.replace("< 5", "< 500"))
    told = good("play", "uno", "--plain", "--seed", "3", "--opponents", str(file), text="1\nq\n")
    assert "You leave the table." in told
    assert "cannot read" in refused("play", "uno", "--opponent", str(tmp_path / "none.py"))
