"""The adapter `eights.minari` with Minari: datasets equal the played games and replay them."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import gymnasium
import minari
import numpy as np
import pytest
from runs import run_blocks, run_example
from typer.testing import CliRunner, Result

import eights
from eights.cli.app import app
from eights.minari import KEY, create, game, replay


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    return tmp_path


def first_legal(_: Any, action_masks: Any) -> Any:
    return action_masks.argmax(axis=1)


def check(dataset: minari.MinariDataset, truncation: str = "score") -> None:
    """Checks that the engine reproduces every episode from its seed and its actions."""
    table = game(dataset)
    metadata = dataset.storage.get_episode_metadata(dataset.episode_indices)
    returns: dict[int, dict[int, float]] = {}
    states: dict[int, eights.State] = {}
    for episode, noted in zip(dataset.iterate_episodes(), metadata, strict=True):
        seat, number = noted["options"]["seat"], noted["options"]["game"]
        assert noted["seed"] == eights.episode_seed(9, 0, number)
        observations, masks = episode.observations, episode.infos["action_mask"]
        assert observations.dtype == np.float32
        assert masks.dtype == np.int8
        assert len(observations) == len(masks) == len(episode) + 1
        at = 0
        state = None
        for t, (state, action) in enumerate(replay(dataset, int(episode.id))):
            if state.current_player() != seat:
                continue
            np.testing.assert_array_equal(observations[at], state.observation_tensor())
            np.testing.assert_array_equal(masks[at].astype(bool), state.legal_actions_mask())
            assert episode.infos["decision"][at].tolist() == [t]
            assert episode.actions[at] == action
            at += 1
        assert state is not None
        assert state.is_terminal()
        assert at == len(episode)
        np.testing.assert_array_equal(observations[-1], state.observation_tensor(seat))
        assert np.flatnonzero(masks[-1]).tolist() == [eights.string_to_action("pass")]
        assert episode.infos["decision"][-1].tolist() == [len(state.history())]
        paid = truncation == "score" or not state.is_truncated()
        ends = [False] * (at - 1)
        assert episode.terminations.tolist() == [*ends, paid]
        assert episode.truncations.tolist() == [*ends, state.is_truncated()]
        returns.setdefault(number, {})[seat] = float(episode.rewards.sum())
        states[number] = state.clone()
    assert sorted(returns) == list(range(len(returns)))
    for number, won in returns.items():
        state = states[number]
        assert sorted(won) == sorted(set(seats_of(table, number)))
        for seat, sum_ in won.items():
            assert sum_ == pytest.approx(state.returns()[seat], abs=1e-5)


def seats_of(table: eights.Game, number: int) -> list[int]:
    """Returns the seats that decide, in order, in a game of `greedy` and the first legal action."""
    state = table.new_initial_state(seed=eights.episode_seed(9, 0, number))
    seats = []
    while not state.is_terminal():
        seat = state.current_player()
        seats.append(seat)
        legal = int(state.legal_actions_mask().argmax())
        state.apply_action(legal if seat == 0 else state.bot_action("greedy"))
    return seats


@pytest.mark.parametrize("ruleset", eights.rulesets())
def test_what_is_written_is_what_was_played(ruleset: str) -> None:
    table = eights.Game(ruleset, max_decisions=60)
    players: list[Any] = [first_legal, *["greedy"] * (table.num_players() - 1)]
    create("games-v0", table, players, episodes=3, seed=9)
    dataset = minari.load_dataset("games-v0")
    assert game(dataset) == table
    assert dataset.observation_space.shape == (table.observation_tensor_size(),)
    assert dataset.action_space == gymnasium.spaces.Discrete(table.num_distinct_actions())
    noted = dataset.storage.metadata
    assert noted[KEY]["fingerprint"] == table.ruleset.fingerprint
    assert noted[KEY]["seed"] == 9
    assert noted["algorithm_name"] == ", ".join(noted[KEY]["players"])
    assert noted["dataset_size"] == dataset.storage.get_size()
    assert noted["requirements"] == [f"eights=={eights.__version__}"]
    check(dataset)


def test_an_episode_that_is_cut_and_not_paid_is_not_terminated() -> None:
    table = eights.Game("uno", players=2, max_decisions=10, truncation="bootstrap")
    check(create("cut-v0", table, [first_legal, "greedy"], episodes=70, seed=9), "bootstrap")


def test_the_dataset_knows_its_environment() -> None:
    table = eights.Game("uno", players=3, max_decisions=90)
    dataset = create("a/b/uno-v3", table, ["heuristic", "random", "greedy"], 2, author="we")
    dataset = minari.load_dataset("a/b/uno-v3")
    assert dataset.storage.metadata["author"] == {"we"}
    env = dataset.recover_environment()
    assert env.observation_space == dataset.observation_space
    assert env.spec is not None
    assert env.spec.kwargs["opponents"] == ["random", "greedy"]
    assert env.unwrapped.game == table
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        other = eights.Game("uno", players=3, overrides={"deal.cards": 5})
        create("others-v0", other, ["random"] * 3, episodes=1)
    assert minari.load_dataset("others-v0").spec.env_spec is None


def test_what_is_refused(folder: Path) -> None:
    table = eights.Game("uno", players=2)
    two = ["random", "random"]

    def wrong(observations: Any, _: Any) -> Any:
        return np.full(len(observations), 99)

    explicit = eights.Game("uno", players=2, chance="explicit")
    cases: list[tuple[Any, type[Exception], str]] = [
        (lambda: create("x", table, two), eights.RecordError, "x is not the id of a Minari"),
        (lambda: create(3, table, two), eights.ArgumentError, "dataset_id must be a text"),  # type: ignore[arg-type]
        (lambda: create("x-v0", explicit, two), eights.GameError, 'chance = "explicit"'),
        (lambda: create("x-v0", table, two[1:]), eights.ArgumentError, "each of 2 seats"),
        (lambda: create("x-v0", table, ["random", "hal"]), eights.BotError, "hal"),
        (lambda: create("x-v0", table, two, episodes=0), eights.GameError, "episodes = 0"),
        (lambda: create("x-v0", table, [wrong, "random"]), eights.ActionError, "action 99 is not"),
    ]
    for call, error, message in cases:
        with pytest.raises(error, match=message):
            call()
    assert not list(folder.iterdir())

    def stop(done: int) -> None:
        raise KeyboardInterrupt(done)

    with pytest.raises(KeyboardInterrupt):
        create("x-v0", table, two, episodes=1, progress=stop)
    assert not list(folder.iterdir()), "half a dataset is none"
    dataset = create("x-v0", table, two, episodes=2)
    with pytest.raises(eights.RecordError, match="there is a Minari dataset x-v0 already"):
        create("x-v0", table, two)
    with pytest.raises(eights.RecordError, match="there is no episode 99 in x-v0"):
        next(replay(dataset, 99))
    dataset.storage.update_metadata({KEY: {**dataset.storage.metadata[KEY], "fingerprint": "0"}})
    with pytest.raises(eights.RecordError, match="x-v0 is of rules with the fingerprint 0"):
        game(dataset)


@pytest.mark.filterwarnings("ignore:.*None:UserWarning")
def test_a_dataset_of_others_is_refused() -> None:
    space = gymnasium.spaces.Discrete(2)
    others = minari.create_dataset_from_buffers(
        "others-v0", [], action_space=space, observation_space=space, data_format="arrow"
    )
    with pytest.raises(eights.RecordError, match="others-v0 was not written by eights"):
        game(others)


# ---- The command --------------------------------------------------------------------------------


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["collect", "uno", *arguments], env={"COLUMNS": "200"})


def test_the_command_writes_the_same() -> None:
    told = run("one-v0", "greedy", "random", "-p", "3", "-e", "5", "-s", "3", "--minari")
    assert told.exit_code == 0, told.output
    table = eights.Game("uno", players=3)
    other = create("other-v0", table, ["greedy", "random", "greedy"], episodes=5, seed=3)
    one = minari.load_dataset("one-v0")
    assert f"one-v0: {other.total_steps:,} decisions of 5 episodes" in told.stdout
    for mine, yours in zip(one.iterate_episodes(), other.iterate_episodes(), strict=True):
        np.testing.assert_array_equal(mine.observations, yours.observations)
        np.testing.assert_array_equal(mine.actions, yours.actions)
        np.testing.assert_array_equal(mine.rewards, yours.rewards)


def test_the_command_refuses_in_a_line() -> None:
    told = run("games.parquet", "--minari")
    assert told.exit_code == 1
    assert told.stderr.startswith("error: games.parquet is not the id of a Minari dataset")
    assert len(told.stderr.splitlines()) == 1


def test_datasets_that_minari_combines_are_read() -> None:
    table = eights.Game("crazy_eights", players=2)
    parts = [
        create(f"eights/part-{seed}-v0", table, ["greedy", "random"], episodes=3, seed=seed)
        for seed in (1, 2)
    ]
    minari.combine_datasets(parts, "eights/whole-v0")
    whole = minari.load_dataset("eights/whole-v0")
    expected = [episode for part in parts for episode in part.iterate_episodes()]
    assert whole.total_episodes == len(expected)
    for one, other in zip(whole.iterate_episodes(), expected, strict=True):
        np.testing.assert_array_equal(one.observations, other.observations)
        np.testing.assert_array_equal(one.actions, other.actions)
        for key in ("action_mask", "decision"):
            np.testing.assert_array_equal(one.infos[key], other.infos[key])
    refused = "combined by Minari, .*: give one of eights/part-1-v0, eights/part-2-v0"
    with pytest.raises(eights.RecordError, match=refused):
        next(replay(whole, 0))


def test_the_example_runs() -> None:
    told = run_example("minari_cloning.py", "--games", "40", "--updates", "20")
    assert "win rate against random" in told


def test_the_blocks_of_the_page_run() -> None:
    run_blocks("minari")
