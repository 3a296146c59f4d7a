"""Runs of training: written, read, also while incomplete, and refused when damaged."""

from __future__ import annotations

import asyncio
import base64
import itertools
import json
import math
import os
import re
import resource
import signal
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import numpy as np
import pytest
from commands import good, refused
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

import eights
from eights._base.files import open_plain
from eights.runs import RunError, find_runs, read_run
from eights.runs.lines import KINDS, LONGEST_LINE, parsed
from eights.watch import told as telling
from eights.watch.app import watching
from eights.watch.page import whole_page

FIRST: dict[str, Any] = {"kind": "run", "version": 1, "name": "x", "began": 5, "eights": "0"}
POINT: dict[str, Any] = {"kind": "point", "decisions": 1, "seconds": 1, "values": {"losses/a": 1}}
PAGE = Path(__file__).resolve().parents[2] / "docs" / "watch.md"


def record(seed: int = 1) -> str:
    """Returns the record of a whole game."""
    state = eights.Game("crazy_eights", players=2).new_initial_state(seed=seed)
    while not state.is_terminal():
        state.apply_action(state.bot_action("greedy"))
    return state.record()


def lines(folder: Path, *given: dict[str, Any] | str, end: str = "\n") -> Path:
    """Writes a run's file with these lines."""
    folder.mkdir(parents=True, exist_ok=True)
    texts = [line if isinstance(line, str) else json.dumps(line) for line in given]
    (folder / "run.jsonl").write_text("\n".join(texts) + end, encoding="utf-8")
    return folder


def small_run(folder: Path, upto: int = 3) -> None:
    """Writes a run of some points, a win rate and a game."""
    with eights.RunLog(
        folder, ruleset="crazy_eights", players=2, budget=400, tensorboard=False
    ) as log:
        for at in range(1, upto + 1):
            log.point(100 * at, {"losses/entropy": 1 / at, "games/length": 30.0}, seconds=at)
        log.wins(100 * upto, "random", mean=0.9, low=0.8, high=0.95, seconds=upto)
        log.game(100 * upto, record(), "greedy against itself")


def test_what_is_written_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = itertools.count(100.0, 0.25)
    monkeypatch.setattr(time, "perf_counter", lambda: next(clock))
    folder = tmp_path / "mine"
    settings = {"rate": np.float32(0.5), "envs": np.int64(4), "out": None, "on": True}
    with eights.RunLog(
        folder, ruleset="uno", players=3, budget=1000, settings=settings, tensorboard=False
    ) as log:
        log.point(np.int64(10), {"losses/loss": np.float32(0.25), "losses/kl": math.nan})
        log.wins(10, "random", mean=0.5, low=0.4, high=0.6)
        assert read_run(folder).state == "training"
    run = read_run(folder)
    assert (run.name, run.ruleset, run.players, run.budget) == ("mine", "uno", 3, 1000)
    assert run.settings == {"rate": 0.5, "envs": 4, "out": None, "on": True}
    assert [(at, value) for at, _, value in run.curves["losses/loss"]] == [(10, 0.25)]
    assert run.curves["losses/kl"][0][2] is None
    assert run.wins["random"][0][2:] == (0.5, 0.4, 0.6)
    assert (run.state, run.decisions) == ("finished", 10)
    # Three lines follow the first one, and each read the clock once.
    assert run.seconds == 0.75


@pytest.mark.parametrize(
    ("error", "how"), [(KeyboardInterrupt, "interrupted"), (ValueError, "failed")]
)
def test_it_notes_how_it_ended(tmp_path: Path, error: type[BaseException], how: str) -> None:
    def fails() -> None:
        with eights.RunLog(tmp_path, tensorboard=False) as log:
            log.point(1, {"losses/loss": 1.0})
            raise error

    with pytest.raises(error):
        fails()
    assert read_run(tmp_path).state == how


def test_a_half_written_line_is_no_error(tmp_path: Path) -> None:
    text = [json.dumps(line) for line in (FIRST, POINT)]
    lines(tmp_path, *text, '{"kind":"point","deci', end="")
    assert read_run(tmp_path).curves == {"losses/a": [(1, 1.0, 1)]}
    lines(tmp_path, json.dumps(FIRST)[:20], end="")
    with pytest.raises(RunError, match="is empty so far"):
        read_run(tmp_path)


def test_what_a_full_disk_left_of_a_line_is_no_part_of_the_next(tmp_path: Path) -> None:
    log = eights.RunLog(tmp_path / "run", tensorboard=False)
    log.point(10, {"losses/policy": 1.0})
    file = tmp_path / "run" / "run.jsonl"
    size, limits = file.stat().st_size, resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 20, limits[1]))
    try:
        with pytest.raises(OSError, match="too large"):
            log.point(20, {"losses/policy": 2.0})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert file.stat().st_size == size + 20
    log.point(30, {"losses/policy": 3.0})
    log.close()
    run = read_run(tmp_path / "run")
    assert [at for at, *_ in run.curves["losses/policy"]] == [10, 30]
    assert len(file.read_bytes().splitlines()) == 4


def test_a_run_goes_on_and_takes_back_what_came_later(tmp_path: Path) -> None:
    with eights.RunLog(tmp_path, tensorboard=False) as log:
        for at in (10, 20, 30):
            log.point(at, {"losses/loss": float(at)}, seconds=at)
            log.game(at, record(at), f"game {at}", seconds=at)
        log.wins(30, "random", mean=0.5, low=0.4, high=0.6, seconds=30)
    with (tmp_path / "run.jsonl").open("a") as file:
        file.write('{"kind":"point","dec')
    with eights.RunLog(tmp_path, tensorboard=False, resume=20) as log:
        run = read_run(tmp_path)
        assert (run.state, run.decisions, run.wins) == ("training", 20, {})
        assert 20 <= run.seconds < 60
        log.point(25, {"losses/loss": 25.0})
        log.game(30, record(4), "another")
    run = read_run(tmp_path)
    assert [value for _, _, value in run.curves["losses/loss"]] == [10, 20, 25]
    assert [sample.title for sample in run.samples] == ["game 10", "game 20", "another"]
    assert run.seconds >= 20
    assert len(list((tmp_path / "games").iterdir())) == 3
    with pytest.raises(RunError, match=r"cannot read .*run\.jsonl"):
        eights.RunLog(tmp_path / "nowhere", resume=20)


def test_a_new_run_needs_an_empty_folder(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(RunError, match=r"is not empty: overwrite=True replaces a run that is ther"):
        eights.RunLog(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_overwriting_removes_the_former_run_and_nothing_else(tmp_path: Path) -> None:
    foreign = ["notes.txt", "events.out.tfevents.1.host", "games/mine.json", "games/game-mine.json"]
    (tmp_path / "games").mkdir()
    for name in foreign:
        (tmp_path / name).write_text("mine")
    for _ in range(2):
        with eights.RunLog(tmp_path, overwrite=True) as log:
            log.point(1, {"losses/loss": 1.0})
            log.game(1, record())
            log.game(1, record(2))
    names = [sample.path.name for sample in read_run(tmp_path).samples]
    assert names == ["game-000000000001.json", "game-000000000001-2.json"]
    assert len(list(tmp_path.glob("events.out.tfevents.*.eights"))) == 1
    eights.RunLog(tmp_path, overwrite=True, tensorboard=False).close()
    left = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()}
    assert left == {*foreign, "run.jsonl"}
    assert {(tmp_path / name).read_text() for name in foreign} == {"mine"}


@pytest.mark.parametrize("text", ["mine", json.dumps(FIRST) + "\n"])
def test_the_file_of_another_is_not_overwritten(tmp_path: Path, text: str) -> None:
    events = tmp_path / "events.out.tfevents.1.eights"
    events.touch()
    (tmp_path / "run.jsonl").write_text(text)
    with pytest.raises(RunError, match=r"run\.jsonl was not written by RunLog"):
        eights.RunLog(tmp_path, overwrite=True)
    assert events.exists()
    assert (tmp_path / "run.jsonl").read_text() == text


def test_a_link_is_written_through(tmp_path: Path) -> None:
    small_run(tmp_path / "elsewhere")
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "run.jsonl").symlink_to(tmp_path / "elsewhere" / "run.jsonl")
    eights.RunLog(tmp_path / "run", overwrite=True, name="new", tensorboard=False).close()
    assert (tmp_path / "run" / "run.jsonl").is_symlink()
    assert read_run(tmp_path / "elsewhere").name == "new"


def test_tensorboard_shows_the_same(tmp_path: Path) -> None:
    with eights.RunLog(tmp_path, tensorboard=True) as log:
        log.point(10, {"losses/loss": 0.25})
        log.wins(10, "random", mean=0.5, low=0.25, high=0.75)
    events = EventAccumulator(str(tmp_path))
    events.Reload()
    found = {tag: events.Scalars(tag)[0].value for tag in events.Tags()["scalars"]}
    rates = {f"wins_random/{of}": at for of, at in (("mean", 0.5), ("low", 0.25), ("high", 0.75))}
    assert found == {"losses/loss": 0.25} | rates


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ({"kind": "pint"}, "\"kind\" is 'pint': there are run, resumed, point, wins, game, end"),
        ({"decisions": 1}, '"kind" is missing'),
        (
            POINT | {"loss": 1},
            "unknown key 'loss': a line of kind \"point\" has decisions, seconds",
        ),
        ({"kind": "point", "decisions": 1, "seconds": 1}, 'a line of kind "point" has no values'),
        (POINT | {"decisions": -1}, 'decisions of a line of kind "point" must be a whole number'),
        (POINT | {"decisions": True}, "a whole number from 0, not True"),
        (POINT | {"values": {"Loss": 1}}, "numbers or null, not 'Loss': 1"),
        (POINT | {"values": {"a/b": "x"}}, "numbers or null, not 'a/b': 'x'"),
        ({**POINT, "kind": "end", "how": "x"}, "unknown key 'values'"),
        ({"kind": "end", "decisions": 1, "seconds": 1, "how": "x"}, "one of finished, interr"),
        (
            {"kind": "game", "decisions": 1, "seconds": 1, "title": "x", "file": "../a.json"},
            "name.json",
        ),
        (FIRST, 'the first line, and no other, is of kind "run"'),
        (POINT | {"decisions": 0}, "decisions = 0 comes after 1"),
        ("[1]", "a line must be a mapping, not list"),
        ("{nonsense", "this is not JSON: '{nonsense'"),
        ('{"kind":"point","decisions":1,"seconds":1,"values":{"a/b":NaN}}', "not 'a/b': nan"),
    ],
)
def test_a_line_that_is_wrong_is_refused_by_its_number(
    tmp_path: Path, line: dict[str, Any] | str, why: str
) -> None:
    lines(tmp_path, FIRST, POINT, line)
    with pytest.raises(RunError, match=re.escape(why)) as error:
        read_run(tmp_path)
    assert str(error.value).startswith(f"{tmp_path / 'run.jsonl'}, line 3: ")


def test_a_file_of_another_version_is_refused(tmp_path: Path) -> None:
    lines(tmp_path, FIRST | {"version": 2})
    with pytest.raises(RunError, match='version of a line of kind "run" must be 1, not 2'):
        read_run(tmp_path)


def test_the_writer_refuses_what_the_reader_would(tmp_path: Path) -> None:
    with pytest.raises(RunError, match=r"players .* must be from 2 to 16, not 1"):
        eights.RunLog(tmp_path, players=1)
    with eights.RunLog(tmp_path, tensorboard=False) as log:
        log.point(5, {"losses/loss": 1.0})
        with pytest.raises(RunError, match="not 'no group': 1"):
            log.point(5, {"no group": 1.0})
        with pytest.raises(RunError, match="decisions = 4 comes after 5"):
            log.point(4, {"losses/loss": 1.0})
        with pytest.raises(RunError, match=r"low .* must be a number from 0 to 1, not nan"):
            log.wins(5, "random", mean=0.5, low=math.nan, high=1)
        with pytest.raises(eights.RecordError):
            log.game(5, "{}")
    assert [value for _, _, value in read_run(tmp_path).curves["losses/loss"]] == [1]


def test_the_page_names_every_kind_and_key() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for kind, fields in KINDS.items():
        row = next(line for line in text.splitlines() if line.startswith(f"| `{kind}` |"))
        assert all(f"`{key}`" in row for key in fields if key not in ("decisions", "seconds"))
    example = text.split("```json\n")[1].split("```")[0]
    for line in example.splitlines():
        parsed(line.encode())


def test_runs_are_found_below_a_folder(tmp_path: Path) -> None:
    small_run(tmp_path / "b")
    small_run(tmp_path / "a" / "deep")
    assert find_runs(tmp_path) == [tmp_path / "a" / "deep", tmp_path / "b"]
    assert find_runs(tmp_path / "b") == [tmp_path / "b"]
    with pytest.raises(RunError, match=r"there is no folder .*nowhere"):
        find_runs(tmp_path / "nowhere")


def test_the_page_is_told_all_runs_and_why_one_cannot_be_read(tmp_path: Path) -> None:
    small_run(tmp_path / "good")
    lines(tmp_path / "odd", FIRST, {"kind": "point", "loss": 1})
    before = telling.stamp(tmp_path)
    found = telling.told(tmp_path)
    good_run, odd = found["runs"]
    assert good_run["game"] == eights.Ruleset("crazy_eights").title
    assert good_run["wins"]["random"] == [[300, 3.0, 0.9, 0.8, 0.95]]
    assert good_run["games"][0]["title"].startswith("greedy against itself: seat ")
    assert "line 2: unknown key 'loss'" in odd["error"]
    assert telling.stamp(tmp_path) == before
    with (tmp_path / "odd" / "run.jsonl").open("a") as file:
        file.write("\n")
    assert telling.stamp(tmp_path) != before


def test_long_curves_are_thinned(tmp_path: Path) -> None:
    with eights.RunLog(tmp_path, tensorboard=False) as log:
        for at in range(3 * telling.POINTS):
            log.point(at, {"losses/loss": 1.0 if at % 2 else math.nan}, seconds=at)
    points = telling.told(tmp_path)["runs"][0]["curves"]["losses/loss"]
    assert len(points) <= telling.POINTS + 1
    assert points[0] == [1.0, 1.0, 1.0]
    assert points[-1][0] == 3 * telling.POINTS - 1


def test_one_page_holds_everything(tmp_path: Path) -> None:
    small_run(tmp_path / "runs" / "one")
    out = tmp_path / "page.html"
    assert "written to" in good("watch", str(tmp_path / "runs"), "--html", str(out))
    page = out.read_text(encoding="utf-8")
    assert good("watch", str(tmp_path / "runs"), "--html", "-").startswith("<!DOCTYPE html>")
    assert not re.search(r'(src|href)="(?!data:)', page)
    assert "https://" not in page
    packed = held(page)["runs"][0]["games"][0]["page"]
    assert zlib.decompress(base64.b64decode(packed)).startswith(b"<!DOCTYPE html>")


def test_bad_input_of_the_command(tmp_path: Path) -> None:
    assert "there is no folder" in refused("watch", str(tmp_path / "nowhere"))
    assert "there is no run in" in refused("watch", str(tmp_path), "--html", "-")
    lines(tmp_path, FIRST, {"kind": "point", "loss": 1})
    assert "line 2: unknown key 'loss'" in refused("watch", str(tmp_path), "--html", "-")


def held(page: str) -> dict[str, Any]:
    """Returns the data of a page of `watch --html`; all numbers are valid JSON."""
    text = re.search(r'<script id="data" type="application/json">(.*?)</script>', page, re.DOTALL)
    assert text is not None

    def refuse(constant: str) -> None:
        raise AssertionError(constant)

    data: dict[str, Any] = json.loads(text[1], parse_constant=refuse)
    page.encode()
    return data


def asked(top: Path, path: str, **query: str) -> tuple[int, str]:
    """Returns status and text of the server's response."""
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request"}

    async def send(message: Any) -> None:
        sent.append(message)

    scope: dict[str, Any] = {"type": "http", "method": "GET", "path": path, "headers": []}
    scope |= {"query_string": urlencode(query).encode()}
    asyncio.run(watching(top)(scope, receive, send))
    return sent[0]["status"], b"".join(part["body"] for part in sent[1:]).decode()


GAME: dict[str, Any] = {"kind": "game", "decisions": 1, "seconds": 1, "title": "x"}
BAD: dict[str, list[Any]] = {
    "infinite setting": [FIRST | {"settings": {"rate": math.inf}}],
    "setting of many digits": [FIRST | {"settings": {"seed": 10**400}}],
    "half a character in a name": [FIRST | {"name": "\ud800"}],
    "half a character in a setting": [FIRST | {"settings": {"a": "\udc00"}}],
    "not a number": [FIRST, POINT | {"values": {"a/b": math.nan}}],
    "value of many digits": [FIRST, POINT | {"values": {"a/b": 10**400}}],
    "seconds of many digits": [FIRST, POINT | {"seconds": 10**400}],
    "kind that is a list": [FIRST, {"kind": []}],
    "kind that is an object": [FIRST, {"kind": {}}],
    "text for decisions": [FIRST, POINT | {"decisions": "1"}],
    "too many digits": ['{"kind":"run","version":' + "1" * 5000 + "}"],
    "deep": ["[" * 100_000],
    "long": [FIRST, '"' + "x" * LONGEST_LINE + '"'],
}


def bad_runs(folder: Path) -> int:
    """Writes runs that are each damaged in a different way; returns their number."""
    for name, given in BAD.items():
        lines(folder / name, *given)
    os.mkfifo(lines(folder / "pipe", FIRST) / "other")
    (folder / "pipe" / "run.jsonl").unlink()
    (folder / "pipe" / "other").rename(folder / "pipe" / "run.jsonl")
    (folder / "folder" / "run.jsonl").mkdir(parents=True)
    lines(folder / "empty", end="")
    (folder / "large").mkdir()
    with (folder / "large" / "run.jsonl").open("wb") as file:
        file.truncate(1 << 40)
    return len(BAD) + 4


@pytest.mark.skipif(os.name == "nt", reason="names and pipes of POSIX")
def test_a_bad_run_hides_no_other(tmp_path: Path) -> None:
    count = bad_runs(tmp_path / "bad")
    small_run(tmp_path / "good")
    lines(tmp_path / "large values", FIRST, *[POINT | {"values": {"a/b": 1.7e308}}] * 1001)
    odd = tmp_path / os.fsdecode(b"name \xff")
    small_run(odd)
    lines(odd / "damaged", FIRST, {"kind": "point", "loss": 1})
    games = [GAME | {"file": f"{name}.json"} for name in ("none", "deep", "large", "pipe")]
    there = lines(tmp_path / "games", FIRST, *games) / "games"
    there.mkdir()
    (there / "deep.json").write_text("[" * 100_000)
    os.mkfifo(there / "pipe.json")
    with (there / "large.json").open("wb") as file:
        file.truncate(1 << 40)

    data = held(whole_page(tmp_path))
    assert telling.stamp(tmp_path) == telling.stamp(tmp_path)
    runs = {run["place"]: run for run in data["runs"]}
    assert len([name for name in runs if name.startswith("bad/")]) == count
    failed = {name for name, run in runs.items() if "error" in run}
    assert failed == {name for name in runs if name.startswith("bad/")} | {"name \\udcff/damaged"}
    assert max(len(runs[name]["error"]) for name in failed) < 1000
    assert runs["name \\udcff"]["name"] == "name \\udcff"
    assert runs["name \\udcff"]["games"][0]["page"]
    assert all("cannot show" in game["error"] for game in runs["games"]["games"])
    assert runs["large values"]["curves"]["a/b"][0][2] == pytest.approx(1.7e308)

    status, sent = asked(tmp_path, "/data")
    assert status == 200
    assert [run["place"] for run in json.loads(sent)["runs"]] == list(runs)
    assert asked(tmp_path, "/game", run="name \\udcff", file="game-000000000300.json")[0] == 200
    status, sent = asked(tmp_path, "/game", run="games", file="pipe.json")
    assert status == 404
    assert "it is not a plain file" in json.loads(sent)["message"]


def test_the_server_reads_beside_its_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small_run(tmp_path)
    readers: list[int] = []

    def noted(*given: Any) -> Any:
        readers.append(threading.get_ident())
        return open_plain(*given)

    monkeypatch.setattr("eights.runs.open_plain", noted)
    monkeypatch.setattr("eights.watch.games.open_plain", noted)
    assert asked(tmp_path, "/data")[0] == 200
    assert asked(tmp_path, "/game", run=".", file="game-000000000300.json")[0] == 200
    assert len(readers) == 3  # the log, the record for its result, and again for its page
    assert threading.get_ident() not in readers


@pytest.mark.parametrize(
    "given",
    [
        {"settings": {"rate": math.inf}},
        {"settings": {"rate": np.float32("nan")}},
        {"settings": {"seed": 10**400}},
        {"settings": {"name": "\ud800"}},
        {"settings": {"\ud800": 1}},
        {"settings": {1: 1}},
        {"settings": {"many": np.zeros(2)}},
        {"settings": {"long": "x" * LONGEST_LINE}},
        {"settings": [1]},
        {"name": "\ud800"},
        {"name": "x" * 201},
        {"ruleset": 5},
        {"budget": 1 << 63},
        {"resume": -1},
        {"resume": "a"},
    ],
)
def test_a_refused_run_leaves_nothing(tmp_path: Path, given: dict[str, Any]) -> None:
    folder = tmp_path / "run"
    with pytest.raises(RunError):
        eights.RunLog(folder, tensorboard=False, **given)
    assert not folder.exists()


def test_what_cannot_be_written_adds_nothing(tmp_path: Path) -> None:
    log = eights.RunLog(tmp_path, tensorboard=False)
    wrong: list[Callable[[], None]] = [
        lambda: log.point(1, {"a/b": 10**400}),
        lambda: log.point(1, {"a/b": np.zeros(2)}),
        lambda: log.point(1, {"a/\ud800": 1}),
        lambda: log.point(1, [1]),  # type: ignore[arg-type]
        lambda: log.point(1, {"a/b": 1}, seconds=math.inf),
        lambda: log.point(1.5, {"a/b": 1}),  # type: ignore[arg-type]
        lambda: log.wins(1, "\ud800", mean=0.5, low=0, high=1),
        lambda: log.wins(1, "x", mean=10**400, low=0, high=1),
        lambda: log.wins(1, "x", mean="x", low=0, high=1),  # type: ignore[arg-type]
        lambda: log.game(1, record(), "\ud800"),
    ]
    for call in wrong:
        with pytest.raises(RunError):
            call()
    log.point(2, {"a/b": -math.inf})
    with pytest.raises(RunError, match="decisions = 1 comes after 2"):
        log.game(1, record())
    log.close()
    with pytest.raises(RunError, match="is closed"):
        log.point(3, {"a/b": 1})
    assert [value for _, _, value in read_run(tmp_path).curves["a/b"]] == [None]
    assert [path.name for path in tmp_path.iterdir()] == ["run.jsonl"]


def test_a_page_of_many_runs_is_small(tmp_path: Path) -> None:
    with eights.RunLog(tmp_path, tensorboard=False) as log:
        for at in range(600):
            log.point(at, {f"losses/{name}": math.sin(at) for name in "abcdefgh"})
        for seed in range(3):
            log.game(at, record(seed), "greedy against itself")
    page = whole_page(tmp_path)
    assert all(len(game["page"]) > 5000 for game in held(page)["runs"][0]["games"])
    assert 12 * len(page) < 5_000_000


STOPPED = """
import eights, os, signal
with eights.SoftStop() as stop:
    assert not stop
    os.kill(os.getpid(), signal.SIGINT)
    assert stop
    print("saved", flush=True)
    try:
        os.kill(os.getpid(), signal.SIGINT)
    except KeyboardInterrupt:
        print("at once")
try:
    os.kill(os.getpid(), signal.SIGINT)
except KeyboardInterrupt:
    print("as ever")
"""


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_a_soft_stop_is_told_once() -> None:
    done = subprocess.run(
        [sys.executable, "-c", STOPPED], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.split("\n") == ["saved", "at once", "as ever", ""]
    before = signal.getsignal(signal.SIGINT)
    with eights.SoftStop():
        pass
    assert signal.getsignal(signal.SIGINT) is before
