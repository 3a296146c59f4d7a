"""Games as tables of decisions: `eights.collect` and `eights collect`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest
from commands import good, refused
from tables import nearest

import eights
from eights.collect import KEY, collect, read, replay


def first_legal(_: Any, action_masks: Any) -> Any:
    return action_masks.argmax(axis=1)


def column(table: pa.Table, name: str) -> npt.NDArray[Any]:
    return np.array(table[name].to_pylist())


def test_what_is_written_is_what_was_played(ruleset: str, tmp_path: Path) -> None:
    game = eights.Game(ruleset, players=nearest(ruleset, 3), max_decisions=60)
    players: list[Any] = [first_legal, *["greedy"] * (game.num_players() - 1)]
    path = tmp_path / "games.parquet"
    decisions = collect(game, players, path, episodes=3, seed=9)
    found = read(path)
    assert found.game == game
    assert found.about["players"] == ["first_legal", *players[1:]]
    assert found.table.num_rows == decisions
    assert sorted(set(column(found.table, "episode"))) == [0, 1, 2]
    for episode in range(3):
        rows = found.table.filter(pc.equal(found.table["episode"], episode))
        assert set(column(rows, "seed")) == {eights.episode_seed(9, 0, episode)}
        assert column(rows, "decision").tolist() == list(range(len(rows)))
        won = np.zeros(game.num_players())
        state = None
        size = game.observation_tensor_size()
        for t, (at, action) in enumerate(replay(found, episode)):
            row = {name: rows[name][t].as_py() for name in rows.column_names}
            assert row["seat"] == at.current_player()
            seen = at.observation_tensor(out=np.zeros(size, np.uint8))
            assert row["observation"] == seen.tolist()
            assert row["action_mask"] == at.legal_actions_mask().tolist()
            assert row["action_mask"][action]
            won[row["seat"]] += row["reward"]
            state = at
        assert state is not None
        assert state.is_terminal()
        acted = sorted(set(column(rows, "seat")))
        np.testing.assert_allclose(won[acted], np.array(state.returns())[acted], atol=1e-5)
        # Exactly the last decision of each seat that acted is marked.
        marked = np.flatnonzero(column(rows, "terminated"))
        assert sorted(column(rows, "seat")[marked]) == acted
        assert column(rows, "truncated").any() == state.is_truncated()


def test_the_same_arguments_give_the_same_rows(tmp_path: Path) -> None:
    game = eights.Game("uno", players=3)
    for name in ("one", "other"):
        collect(game, ["heuristic", "random", first_legal], tmp_path / name, episodes=70, seed=2)
    assert read(tmp_path / "one").table.equals(read(tmp_path / "other").table)


def test_an_episode_that_is_cut_and_not_paid_is_not_terminated(tmp_path: Path) -> None:
    game = eights.Game("uno", players=2, max_decisions=10, truncation="bootstrap")
    collect(game, ["random"] * 2, tmp_path / "x", episodes=5)
    table = read(tmp_path / "x").table
    assert column(table, "truncated").sum() == 2 * 5
    assert not column(table, "terminated").any()
    assert not column(table, "reward").any()


def test_what_is_refused(tmp_path: Path) -> None:
    game, path = eights.Game("uno", players=2), tmp_path / "x"

    def wrong(observations: Any, _: Any) -> Any:
        return np.full(len(observations), 99)

    explicit = eights.Game("uno", players=2, chance="explicit")
    two: list[Any] = ["random", "random"]
    cases: list[tuple[Any, type[Exception], str]] = [
        (lambda: collect(explicit, two, path), eights.GameError, 'chance = "explicit"'),
        (lambda: collect(game, ["random"], path), eights.ArgumentError, "each of 2 seats, not"),
        (lambda: collect(game, "random", path), eights.ArgumentError, "each of 2 seats, not"),
        (lambda: collect(game, [1, "random"], path), eights.ArgumentError, r"players\[0\] must"),  # type: ignore[list-item]
        (lambda: collect(game, ["x", "random"], path), eights.BotError, "x"),
        (lambda: collect(game, two, path, episodes=0), eights.GameError, "episodes = 0"),
        (lambda: collect(game, two, path, seed=-1), eights.Error, "seed = -1"),
        (
            lambda: collect(game, [wrong, "random"], path),
            eights.ActionError,
            r"wrong, episode \d+, seat 0: action 99 is not legal",
        ),
    ]
    for call, error, message in cases:
        with pytest.raises(error, match=message):
            call()
        assert not list(tmp_path.iterdir())
    with pytest.raises(FileNotFoundError):
        collect(game, two, tmp_path / "no" / "x")


def test_what_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "x.parquet"
    path.write_text("hello")
    with pytest.raises(eights.RecordError, match="is not a Parquet file"):
        read(path)
    pq.write_table(pa.table({"a": [1]}), path)
    with pytest.raises(eights.RecordError, match="was not written by eights"):
        read(path)
    collect(eights.Game("uno", players=2), ["random"] * 2, path, episodes=1)
    table = pq.read_table(path)
    noted = table.schema.metadata[KEY]
    fingerprint = eights.Ruleset("uno").fingerprint.encode()
    changed = {KEY: noted.replace(fingerprint, b"0" * len(fingerprint))}
    pq.write_table(table.replace_schema_metadata(changed), path)
    with pytest.raises(eights.RecordError, match="of rules with the fingerprint 000"):
        read(path)
    with pytest.raises(eights.RecordError, match="there is no episode 7"):
        list(replay(read_of(tmp_path), 7))


def read_of(folder: Path) -> Any:
    collect(eights.Game("uno", players=2), ["random"] * 2, folder / "y", episodes=1)
    return read(folder / "y")


# ---- The command --------------------------------------------------------------------------------


def test_the_command_writes_the_same(tmp_path: Path) -> None:
    one, other = tmp_path / "one.parquet", tmp_path / "other.parquet"
    told = good(
        *("collect", "uno", str(one), "heuristic", "random", "--players", "3"),
        *("--episodes", "5", "--seed", "3"),
        width=200,
    )
    game = eights.Game("uno", players=3)
    decisions = collect(game, ["heuristic", "random", "heuristic"], other, episodes=5, seed=3)
    assert read(one).table.equals(read(other).table)
    assert f"{decisions:,} decisions of 5 episodes" in told


def test_the_command_refuses_in_a_line(tmp_path: Path) -> None:
    good_path = str(tmp_path / "x")
    assert "nobody" in refused("collect", "uno", good_path, "nobody")
    assert "cannot write" in refused("collect", "uno", str(tmp_path / "no" / "x"))
    assert refused("collect", "uno", good_path, *["random"] * 4, "--players", "3") == (
        "4 bots are too many for 3 players"
    )
    assert not Path(good_path).exists()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (b"", "is damaged: it is not JSON"),
        (b"\xff\xfe", "is damaged: it is not JSON"),
        (b"[1]", "is damaged: it is list, and no object of JSON"),
        (b'{"seed": ' + b"1" * 5000 + b"}", "is damaged: it is not JSON"),
        ({"options": None}, "is damaged: 'options' is NoneType"),
        ({"ruleset": 3}, "is damaged: 'ruleset' is int"),
        ({"ruleset": "id ="}, "cannot be made"),
        ({"options": {"players": 99}}, "cannot be made"),
        ({"options": {"hats": 1}}, "cannot be made"),
        ({"players": "greedy"}, "is damaged: 'players' is str"),
        ({"seed": None}, "is damaged: 'seed' is NoneType"),
        ({"fingerprint": "f00"}, "with the fingerprint f00"),
    ],
)
def test_damaged_metadata_is_refused_by_one_class(tmp_path: Path, change: Any, why: str) -> None:
    path = tmp_path / "games.parquet"
    collect(eights.Game("crazy_eights", players=2), ["greedy"] * 2, path, episodes=1)
    table = pq.read_table(path)
    noted = json.loads(table.schema.metadata[KEY])
    text = change if isinstance(change, bytes) else json.dumps(noted | change).encode()
    pq.write_table(table.replace_schema_metadata({KEY: text}), path)
    with pytest.raises(eights.RecordError, match=why):
        read(path)


def test_damaged_files_and_columns_are_refused_by_one_class(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    collect(eights.Game("crazy_eights", players=2), ["greedy"] * 2, path, episodes=1)
    whole, table = path.read_bytes(), pq.read_table(path)
    cut = tmp_path / "cut.parquet"
    for at in range(0, len(whole), len(whole) // 40):
        for damaged in (whole[:at], whole[:at] + b"\xff" * 9 + whole[at + 9 :]):
            cut.write_bytes(damaged)
            if is_readable(cut):
                assert read(cut).table.schema == table.schema
    for name in table.column_names:
        pq.write_table(table.drop_columns([name]), cut)
        with pytest.raises(eights.RecordError, match=rf"the column '{name}' of .* is missing"):
            read(cut)
    texts = pa.array(["x"] * len(table))
    pq.write_table(table.set_column(6, "action", texts), cut)
    with pytest.raises(eights.RecordError, match=r"the column 'action' of .* is of string"):
        read(cut)
    for value, why in ((250, "action 250 of decision 0 is not legal"), (None, "is missing")):
        actions = pa.array([value] * len(table), pa.uint8())
        pq.write_table(table.set_column(6, "action", actions), cut)
        with pytest.raises(eights.RecordError, match=why):
            list(replay(read(cut), 0))
    with pytest.raises(FileNotFoundError):
        read(tmp_path / "none.parquet")


def is_readable(path: Path) -> bool:
    """True if the file can be read; damaged files raise `eights.RecordError`."""
    try:
        read(path)
    except eights.RecordError:
        return False
    return True
