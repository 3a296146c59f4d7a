"""Games of bots and policies as a table of decisions, in a Parquet file: one row a decision.

The file holds all that is needed to play the games again: rules, options, seeds and actions. `read`
gives them back, and `replay` makes the states of an episode anew.

Needs the extra `collect`.

| column | type | meaning |
|---|---|---|
| `episode` | int64 | number of the episode, from 0 |
| `seed` | uint64 | its seed, for `Game.new_initial_state` |
| `decision` | int32 | number of the decision in it, from 0 |
| `seat` | int8 | the seat that decided |
| `observation` | list of D uint8 | what it knew, as `Batch(dtype="uint8")` shows it |
| `action_mask` | list of 100 bool | what it might do |
| `action` | uint8 | what it did |
| `reward` | float32 | what it won until its next decision, or until the end |
| `terminated` | bool | its last decision in an episode whose rewards are final |
| `truncated` | bool | its last decision in one that the limit of decisions ended |
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from eights._base import extras
from eights._base.files import whole
from eights._base.limits import MOST_FOOTER
from eights._base.options import sampled
from eights._base.shapes import parse_object
from eights._eights import Game, RecordError, State
from eights._eights import replay as replay_record
from eights._play.episodes import Episode, about, checked, game_of, played
from eights.policies import AnyPolicy

extras.require("eights.collect", "pyarrow", "pyarrow", "collect")

import pyarrow as pa  # noqa: E402 - after the check that it is there
import pyarrow.compute as pc  # noqa: E402
import pyarrow.parquet as pq  # noqa: E402

__all__ = ["Collected", "collect", "from_records", "read", "replay"]

KEY = b"eights"
"""The key of the file's metadata, a JSON text."""


class Collected(NamedTuple):
    """The contents of a file of `collect`."""

    game: Game
    """The game that was played."""
    about: dict[str, Any]
    """The metadata: `version` of the package, `fingerprint` of the rules, `seed`, `players`."""
    table: pa.Table
    """The decisions, with the columns above."""


def collect(
    game: Game,
    players: Sequence[str | AnyPolicy],
    path: str | Path,
    episodes: int = 1000,
    seed: int = 0,
    progress: Callable[[int], object] | None = None,
) -> int:
    """Plays episodes and writes every decision into a Parquet file.

    Episode k is that of env 0 of a `Batch` with this seed. The same arguments give the same rows.

    Args:
        game: with sampled chance.
        players: who sits on each seat: the name of a bot, or a policy, which is called as
            `policy(observations, action_masks)` with uint8 observations.
        path: the file, which is written anew once all episodes are played.
        episodes: how many are played, from 1.
        seed: 0 … 2**64 - 1.
        progress: called with the number of episodes that have ended. If it returns `False`, no more
            are played, and the file holds those.

    Returns:
        Number of decisions.

    Raises:
        GameError: the game has explicit chance, or a number is out of range.
        ArgumentError: `players` does not name one player for each seat.
        BotError: there is no such bot.
        ActionError: a policy chose an action that is not legal.
        OSError: the file cannot be written.
    """
    seats, episodes = checked(game, players, episodes, seed)
    schema = _schema(game, about(game, seats, seed))
    return _write(path, schema, played(game, seats, episodes, seed, np.uint8), progress)


def from_records(records: Iterable[str], path: str | Path) -> int:
    """Writes games that were played elsewhere, by people for instance, as `collect` writes its own.

    Args:
        records: what `State.record` returned at the ends of episodes: one at least, all of the same
            game, each dealt from its seed. They become episodes 0, 1, 2 …
        path: the file, which is written anew once all are read.

    Returns:
        Number of decisions.

    Raises:
        RecordError: one is not a record, is not over, is of another game, or begins with a
            position; the message says which. Or there are none.
        GameError: the game has explicit chance.
        OSError: the file cannot be written.

    >>> import eights, os, tempfile
    >>> state = eights.Game("crazy_eights", players=2).new_initial_state(seed=7)
    >>> while not state.is_terminal():
    ...     state.apply_action(state.bot_action("greedy"))
    >>> path = os.path.join(tempfile.mkdtemp(), "games.parquet")
    >>> from_records([state.record()], path) == state.move_number()
    True
    """
    episodes: list[Episode] = []
    for number, record in enumerate(records):
        episode = _recorded(record, number)
        if episodes and episode.state.game != episodes[0].state.game:
            raise RecordError(f"record {number} is of another game than record 0")
        episodes.append(episode)
    if not episodes:
        raise RecordError("there are no records")
    noted = about(episodes[0].state.game, episodes[0].seats, episodes[0].seed)
    schema = _schema(episodes[0].state.game, noted)
    return _write(path, schema, ([one] for one in episodes), None)


def _recorded(record: str, number: int) -> Episode:
    """The episode of a record."""
    end = replay_record(record)
    game = sampled(end.game)
    if not end.is_terminal():
        raise RecordError(f"record {number} is not over")
    given = json.loads(record)
    if set(given["start"]) != {"seed"}:
        raise RecordError(f"record {number} does not begin with a deal")
    seats: list[str | AnyPolicy] = ["recorded"] * game.num_players()
    episode = Episode(game, seats, number, given["start"]["seed"], np.uint8)
    for action in end.history():
        episode.take(action, None)
    return episode


def _write(
    path: str | Path,
    schema: pa.Schema,
    episodes: Iterable[list[Episode]],
    progress: Callable[[int], object] | None,
) -> int:
    """Writes the decisions of episodes, some at a time; the file is there once all are."""
    decisions = 0
    with whole(path) as file, pq.ParquetWriter(file, schema, compression="zstd") as writer:
        for some in episodes:
            rows = _rows(some, schema)
            writer.write_table(rows)
            decisions += rows.num_rows
            if progress is not None and progress(some[-1].number + 1) is False:
                break
    return decisions


def read(path: str | Path) -> Collected:
    """Reads what `collect` has written.

    Raises:
        RecordError: the file was not written by `collect`, is damaged, or its rules have changed
            since.
        OSError: it cannot be read.
    """
    Path(path).open("rb").close()  # one that cannot be opened is not damaged
    try:
        _check_footer(path)
        table = pq.read_table(path)
    except (pa.ArrowException, OSError) as why:
        raise RecordError(f"{path} is not a Parquet file: {why}") from why
    noted = (table.schema.metadata or {}).get(KEY)
    if noted is None:
        raise RecordError(f"{path} was not written by eights: it has no metadata {KEY.decode()!r}")
    try:
        told = parse_object(noted)
    except ValueError as why:
        raise RecordError(f"the metadata {KEY.decode()!r} of {path} is damaged: {why}") from why
    game = game_of(told, str(path))
    expected = _schema(game, told)
    for column in expected:
        at = table.schema.get_field_index(column.name)
        if at < 0 or table.schema.field(at).type != column.type:
            given = "missing" if at < 0 else f"of {table.schema.field(at).type}"
            raise RecordError(f"the column {column.name!r} of {path} is {given}")
    return Collected(game, told, table)


def _check_footer(path: str | Path) -> None:
    """Refuses a file whose metadata are longer than those of any file that is read here."""
    if not Path(path).is_file():
        return
    with Path(path).open("rb") as file:
        if file.seek(0, os.SEEK_END) < 8:
            return
        file.seek(-8, os.SEEK_END)
        size = int.from_bytes(file.read(4), "little")
    if size > MOST_FOOTER:
        raise RecordError(f"{path} is refused: its metadata have more than {MOST_FOOTER} bytes")


def replay(collected: Collected, episode: int) -> Iterator[tuple[State, int]]:
    """Plays an episode of a file again: each state with the action that is taken there.

    The state is the same object every time, one action further on.

    Raises:
        RecordError: there is no such episode, or its actions are damaged.
    """
    rows = collected.table.filter(pc.equal(collected.table["episode"], episode))
    if not len(rows):
        raise RecordError(f"there is no episode {episode}")
    seed, actions = rows["seed"][0].as_py(), rows["action"].to_pylist()
    if seed is None or None in actions:
        raise RecordError(f"episode {episode} is damaged: a seed or action is missing")
    state = collected.game.new_initial_state(seed=seed)
    for number, action in enumerate(actions):
        if action not in state.legal_actions():
            raise RecordError(
                f"episode {episode} is damaged: action {action} of decision {number} is not legal"
            )
        yield state, action
        state.apply_action(action)


def _rows(episodes: list[Episode], schema: pa.Schema) -> pa.Table:
    """The rows of some episodes."""
    parts = [_columns(episode) for episode in episodes]
    columns = (np.concatenate([part[name] for part in parts]) for name in schema.names)
    return pa.table([_array(column) for column in columns], schema=schema)


def _columns(episode: Episode) -> dict[str, Any]:
    """The rows of an episode, column by column."""
    decisions = episode.decisions
    size = len(decisions)
    rewards, last = episode.credited()
    terminated, truncated = episode.ended()
    return {
        "episode": np.full(size, episode.number, np.int64),
        "seed": np.full(size, episode.seed, np.uint64),
        "decision": np.arange(size, dtype=np.int32),
        "seat": np.array([decision.seat for decision in decisions], np.int8),
        "observation": np.array([decision.observation for decision in decisions]),
        "action_mask": np.array([decision.action_mask for decision in decisions]),
        "action": np.array([decision.action for decision in decisions], np.uint8),
        "reward": rewards,
        "terminated": last & terminated,
        "truncated": last & truncated,
    }


def _schema(game: Game, noted: dict[str, Any]) -> pa.Schema:
    """The columns, and the metadata."""
    types = {
        "episode": pa.int64(),
        "seed": pa.uint64(),
        "decision": pa.int32(),
        "seat": pa.int8(),
        "observation": pa.list_(pa.uint8(), game.observation_tensor_size()),
        "action_mask": pa.list_(pa.bool_(), game.num_distinct_actions()),
        "action": pa.uint8(),
        "reward": pa.float32(),
        "terminated": pa.bool_(),
        "truncated": pa.bool_(),
    }
    return pa.schema(list(types.items()), metadata={KEY: json.dumps(noted).encode()})


def _array(values: npt.NDArray[Any]) -> pa.Array:
    """A column; one of two dimensions becomes lists of a fixed size."""
    if values.ndim == 1:
        return pa.array(values)
    return pa.FixedSizeListArray.from_arrays(pa.array(values.ravel()), values.shape[1])
