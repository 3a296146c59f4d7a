"""Overlong input: every reader refuses it with a short message, before parsing it."""

from __future__ import annotations

import json
import re
import struct
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from commands import refused

import eights
from eights import collect
from eights._base import limits
from eights.leaderboard.meetings import Meetings

LONG = "x\1" * 500_000
CARDS = {"hands": ["8H 5C", "KD QD"], "pile": "TC"}
GAME = eights.Game("crazy_eights", players=2)
RECORD = json.loads(GAME.new_initial_state(seed=1).record())
STATE = json.loads(GAME.new_initial_state(seed=1).serialize())


def record(**more: Any) -> Callable[[], object]:
    return lambda: eights.replay(json.dumps(RECORD | more))


def state(**more: Any) -> Callable[[], object]:
    return lambda: GAME.deserialize_state(json.dumps(STATE | more).encode())


def position(**more: Any) -> Callable[[], object]:
    return lambda: GAME.position(CARDS | more)


def play(action: str) -> None:
    GAME.new_initial_state(seed=1).apply_action(action)


def noted(**more: Any) -> Callable[[], object]:
    state = GAME.new_initial_state(seed=1)
    state.apply_action(state.legal_actions()[0])
    return lambda: state.record([{"move": 1, **more}])


def batch(**more: Any) -> Callable[[], object]:
    saved = json.loads(eights.Batch(GAME, num_envs=1, seed=1).get_state().serialize())
    return lambda: GAME.deserialize_batch_state(json.dumps(saved | more).encode())


CALLS: dict[str, Callable[[], object]] = {
    "an action": lambda: eights.string_to_action(LONG),
    "an action of a state": lambda: play(LONG),
    "a card": lambda: play(f"play {LONG}"),
    "an id": lambda: eights.Ruleset(LONG),
    "the id of a game": lambda: eights.Game(LONG),
    "TOML": lambda: eights.Ruleset.from_toml(LONG),
    "a key of TOML": lambda: eights.Ruleset.from_toml(f'"{"x" * 200_000}" = 1'),
    "a key of a mapping": lambda: eights.Ruleset.from_dict({"id": "x", "y" * 200_000: 1}),
    "an override": lambda: GAME.ruleset.override({"y" * 200_000: 1}),
    "the value of an override": lambda: GAME.ruleset.override({"special.x.cards": "y " * 100_000}),
    "a variant": lambda: GAME.ruleset.override({"variant": "y" * 200_000}),
    "a rule": lambda: eights.describe_rule({"cards": LONG}),
    "an option": lambda: eights.Game("uno", players=2, episode=LONG),  # type: ignore[arg-type]
    "a split": lambda: eights.house_rules(split=LONG),  # type: ignore[arg-type]
    "a bot": lambda: GAME.new_initial_state(seed=1).bot_action(LONG),
    "bots": lambda: eights.arena(GAME, [LONG, "random"], deals=1),
    "a search": lambda: eights.search(GAME.new_initial_state(seed=1), LONG),
    "a rollout": lambda: eights.search(GAME.new_initial_state(seed=1), rollout=LONG),
    "a searcher": lambda: eights.Searcher.named(f"ismcts({LONG})"),
    "the number of a searcher": lambda: eights.Searcher.named(f"ismcts(trees={LONG})"),
    "a page": lambda: eights.documentation(LONG),
    "a perspective": lambda: GAME.new_initial_state(seed=1).to_svg(LONG),  # type: ignore[arg-type]
    "autoreset": lambda: eights.Batch(GAME, 1, autoreset=LONG),  # type: ignore[call-overload]
    "extras": lambda: eights.Batch(GAME, 1, extras=[LONG]),  # type: ignore[list-item]
    "a type": lambda: eights.Game(type("x" * 1_000_000, (), {})()),
    "a key of a position": position(**{LONG[:200_000]: 1}),
    "a hand": position(hands=["8H", LONG[:900_000]]),
    "hands": position(hands=LONG[:900_000]),
    "a suit": position(suit=LONG[:900_000]),
    "a phase": position(phase=LONG[:900_000]),
    "a task": position(agenda=[LONG[:900_000]]),
    "an attack": position(pending={"draw": 2, "kind": LONG[:900_000]}),
    "what is recent": position(recent=[[0, LONG[:900_000]]]),
    "a position": lambda: GAME.position(LONG[:900_000]),  # type: ignore[arg-type]
    "a text for a record": lambda: eights.replay(LONG),
    "the format of a record": record(format=LONG),
    "the version of a record": record(version=LONG),
    "the ruleset of a record": record(ruleset=LONG),
    "a key of a record": record(**{LONG: 1}),
    "an option of a record": record(options={LONG: 1}),
    "an option's value": record(options={"episode": LONG}),
    "the start of a record": record(start={LONG: 1}),
    "a move of a record": record(moves=[LONG]),
    "an annotation": record(annotations=[{LONG: 1}]),
    "an action of one": record(moves=["draw"], annotations=[{"move": 1, "visits": {LONG: 1}}]),
    "what is noted": noted(probabilities={LONG[:900_000]: 1.0}),
    "a key of what is noted": noted(**{LONG[:900_000]: 1.0}),
    "the format of a state": state(format=LONG),
    "the version of a state": state(version=LONG),
    "another game": state(ruleset=LONG),
    "the start of a state": state(start={LONG: 1}),
    "the past of a state": state(past=LONG),
    "a move of a state": state(moves=[LONG]),
    "the format of a batch": batch(format=LONG),
    "envs": batch(envs=LONG),
    "an env": batch(envs=[LONG]),
    "a key of an env": batch(envs=[{LONG: 1}]),
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
def test_long_values_are_cut_in_messages(name: str) -> None:
    begin = time.perf_counter()
    with pytest.raises(eights.Error) as why:
        CALLS[name]()
    assert 10 < len(str(why.value)) < 2500, f"{len(str(why.value))}: {str(why.value)[:1000]}"
    assert time.perf_counter() - begin < 5


def test_many_unknown_keys_take_no_time() -> None:
    keys = {f"colour {n}": 1 for n in range(16_000)}
    begin = time.perf_counter()
    for given in (position(**keys), record(start={"position": CARDS | keys, "seed": 1})):
        with pytest.raises(eights.Error, match="… and 15800 more problems") as why:
            given()
        assert len(str(why.value)) < 200_000
    assert time.perf_counter() - begin < 5


# ---- overlong input


NESTED = """
import resource, sys, eights
game = eights.Game("crazy_eights", players=2)
pool = eights.GamePool([game])
for text in ("[" + "1," * 20_000_000 + "1]", "[" * 40_000_000, '{"a":' * 8_000_000,
             '{"format":"eights-batch","envs":[' + "1," * 20_000_000 + "1]}",
             "[" + '"",' * 5_000_000 + "1]", "a" * 40_000_000):
    data = text.encode()
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for read, given in ((eights.replay, text), (game.deserialize_state, data),
                        (game.deserialize_batch_state, data), (pool.deserialize_batch_state, data),
                        (eights.Ruleset.from_toml, text), (eights.string_to_action, text),
                        (game.position, {"hands": text})):
        try:
            read(given)
        except eights.Error as why:
            assert len(str(why)) < 1000, len(str(why))
        else:
            raise AssertionError(read)
    more = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - used
    print(more // 1024)
"""


def test_much_text_takes_little_memory() -> None:
    found = subprocess.run(
        [sys.executable, "-c", NESTED], capture_output=True, text=True, check=True, timeout=120
    )
    megabytes = list(map(int, found.stdout.split()))
    assert len(megabytes) == 6
    assert max(megabytes) < 200, megabytes


@pytest.mark.parametrize(
    ("read", "most"),
    [
        (lambda n: eights.replay(" " * n), eights.MAX_RECORD_BYTES),
        (lambda n: eights.Ruleset.from_toml("#" * n), eights.MAX_RULESET_BYTES),
        (lambda n: GAME.deserialize_state(b" " * n), 16 << 20),
    ],
)
def test_limits_are_told(read: Callable[[int], object], most: int) -> None:
    with pytest.raises(eights.Error, match=f"more than {most} bytes"):
        read(most + 1)
    with pytest.raises(eights.Error) as why:
        read(most)
    assert "more than" not in str(why.value)


def test_many_annotations_are_not_written() -> None:
    state = GAME.new_initial_state(seed=1)
    for _ in range(30):
        state.apply_action(state.legal_actions()[0])
    texts = [eights.action_to_string(a) for a in range(100)]
    notes = [{"move": n + 1, "values": dict.fromkeys(texts, 0.5)} for n in range(30)]
    assert eights.replay(state.record(notes)).move_number() == 30


def test_commands_read_no_more_than_they_may(tmp_path: Path) -> None:
    file = tmp_path / "long.toml"
    for command, most in (
        (["validate"], eights.MAX_RULESET_BYTES),
        (["show"], eights.MAX_RULESET_BYTES),
        (["replay"], eights.MAX_RECORD_BYTES),
        (["arena", "--repeat"], limits.MOST_REPORT),
    ):
        with file.open("wb") as made:
            made.truncate(10 << 40 if sys.platform == "linux" else most + 1)
        message = f"cannot read {file}: it has more than {most:,} bytes"
        assert refused(*command, str(file)) == message
    message = f"cannot read -: it has more than {eights.MAX_RULESET_BYTES:,} bytes"
    assert refused("validate", "-", text="#" * (eights.MAX_RULESET_BYTES + 1)) == message
    override = refused("show", "uno", "-o", "x=" + "[" * 100_000)
    assert len(override) < 500


def test_parquet_files_of_much_metadata(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    file = tmp_path / "games.parquet"
    file.write_bytes(b"PAR1" + struct.pack("<I", limits.MOST_FOOTER + 1) + b"PAR1")
    with pytest.raises(eights.RecordError, match="metadata have more than 67108864 bytes"):
        collect.read(file)
    for noted in (b"[" * 100_000, b"[" + b"1," * 1_000_000 + b"1]", b"\xff"):
        schema = pa.schema([("episode", pa.int64())], metadata={b"eights": noted})
        pq.write_table(pa.table({"episode": [0]}).cast(schema), file)
        with pytest.raises(
            eights.RecordError, match=re.escape(f"the metadata 'eights' of {file} is damaged")
        ) as why:
            collect.read(file)
        assert len(str(why.value)) < 500


def test_kept_games_that_unpack_to_too_much(tmp_path: Path) -> None:
    kept = Meetings(tmp_path)
    path = kept.path("meeting")
    assert path is not None
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for part in range(5):
            with packed.open(f"{part}.npy", "w", force_zip64=True) as out:
                for _ in range(256 if part == 0 else 0):
                    out.write(bytes(1 << 20))
    assert kept.finished("meeting", {}, [4]) == (0, [])


def test_the_page_lists_every_limit() -> None:
    page = eights.documentation("limits")
    named = {
        "MAX_RULESET_BYTES": eights.MAX_RULESET_BYTES,
        "MAX_RECORD_BYTES": eights.MAX_RECORD_BYTES,
    }
    named |= {name: value for name, value in vars(limits).items() if name.startswith("MOST_")}
    for name, value in named.items():
        assert f"{value:,}" in page, name
