"""The file of tables: restarts, killed servers, and unusable files."""

from __future__ import annotations

import contextlib
import json
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from commands import good, refused
from serving import WAIT, Client, Running, Table, choices, play_together, running

import eights
from eights.collect import read, replay
from eights.serve import Refusal, ServeError, Store, store

SEEN = ("board", "status", "hand", "actions", "sizes", "acting", "scores", "winners", "over")


def seen(client: Client) -> dict[str, Any]:
    """Returns what a client sees of the position."""
    return {key: client.view[key] for key in SEEN}


class Process(Running):
    """A server in a process of its own, which can be killed."""

    def __init__(self, db: Path) -> None:
        arguments = ["serve", "--port", "0", "--delay", "0", "--db", str(db)]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "eights", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        found = re.search(r"http://\S+", self.process.stdout.readline())
        assert found is not None
        super().__init__(None, found[0])  # type: ignore[arg-type]

    def end(self, number: int) -> tuple[int, str, str]:
        """Sends a signal; returns the exit code, stdout and stderr."""
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=WAIT)
        return self.process.returncode, out, err


@contextlib.contextmanager
def process(db: Path) -> Iterator[Process]:
    made = Process(db)
    try:
        yield made
    finally:
        made.process.kill()
        made.process.communicate()


def test_a_killed_server_loses_nothing(tmp_path: Path) -> None:
    db = tmp_path / "tables.sqlite"
    with process(db) as first:
        table = first.table("person", "person", "heuristic", ruleset="crazy_eights_special")
        with table.sit(0) as one, table.sit(1) as two:
            play_together([one, two], moves=5)
            for client in (one, two):
                client.poll()
            first.end(signal.SIGKILL)
            hands = [client.view["hand"] for client in (one, two)]
    moves = count_moves(db)
    with process(db) as second:
        table = Table(second, table.name, table.secrets)
        with table.sit(0) as one, table.sit(1) as two:
            assert [client.joined["seat"] for client in (one, two)] == [0, 1]
            assert [client.view["hand"] for client in (one, two)] == hands
            play_together([one, two])
        code, out, err = second.end(signal.SIGINT)
    assert (code, err) == (0, "")
    assert "The server has ended" in out
    assert count_moves(db) > moves >= 5


def count_moves(db: Path) -> int:
    """Returns the number of moves in a file that no server uses."""
    with contextlib.closing(sqlite3.connect(db)) as file:
        return int(file.execute("SELECT count(*) FROM moves").fetchone()[0])


def test_a_reconnect_keeps_the_seat_and_what_has_happened() -> None:
    with running() as server:
        table = server.table("person", "heuristic")
        with table.sit(0) as client:
            for _ in range(3):
                if client.await_turn():
                    client.act()
                    client.look()
            client.await_turn()
            told = [line for message in client.heard for line in message.get("news", [])]
        with table.sit(0) as again:
            assert seen(again) == seen(client)
            assert again.view["fresh"]
            # Consecutive draws form one line when they are reported together.
            assert again.view["news"][:3] == told[:3]
            assert again.view["news"][-1] == told[-1]


def test_games_go_on_after_a_restart(tmp_path: Path) -> None:
    db = tmp_path / "tables.sqlite"
    with running(db) as first:
        table = first.table(
            "person", "heuristic", ruleset="uno", variants=["stacking"], overrides={"deal.cards": 5}
        )
        with table.sit(0) as client:
            client.play()
            client.say(type="again")
            client.look()
            client.await_turn()
            client.act()
            client.look()
            client.await_turn()
    with running(db) as second:
        table = Table(second, table.name, table.secrets)
        with table.sit(0) as again:
            assert seen(again) == seen(client)
            assert again.view["game"] == 2
            again.play()
        for number in (1, 2):
            path = f"api/tables/{table.name}/games/{number}/record"
            status, record = second.ask(path, secret=table.secrets[0])
            assert status == 200
            assert eights.replay(json.dumps(record)).is_terminal()
            assert record["ruleset"]["deal"]["cards"] == 5


class Disk:
    """An SQLite file on a disk that can be full or broken."""

    def __init__(self, server: Running) -> None:
        self.file = server.made.store._file  # noqa: SLF001 - only the file itself can fail
        self.full = self.broken = False
        self.moves = 10_000
        """Number of moves until the disk is full."""
        server.made.store._file = self  # type: ignore[assignment]  # noqa: SLF001

    def execute(self, statement: str, *values: Any) -> Any:
        if self.broken:
            raise sqlite3.OperationalError("disk I/O error")
        if statement.startswith("INSERT"):
            if self.full or not self.moves:
                raise sqlite3.OperationalError("database or disk is full")
            self.moves -= 1
        return self.file.execute(statement, *values)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)


CANNOT = "the server cannot write its file now: nothing was changed"


def test_a_move_that_cannot_be_kept_is_not_made() -> None:
    with running() as server:
        table = server.table("person", "person")
        disk = Disk(server)
        with table.sit(0) as one, table.sit(1) as two:
            acts = one if one.view["actions"] else two
            disk.full = True
            acts.act()
            assert acts.refused() == ("unwritable", CANNOT)
            assert server.made.rooms[table.name].table.state.move_number() == 0
            disk.full = False
            acts.act()
            acts.look()
            assert server.made.rooms[table.name].table.state.move_number() == 1


def test_opponents_go_on_when_a_full_disk_has_space_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("eights.serve.room.PAUSES", (0.01,))
    with running() as server:
        table = server.table("person", "heuristic", "heuristic")
        with table.sit(0) as client:
            client.await_turn()
            disk = Disk(server)
            disk.moves = 1
            client.act()
            assert client.refused() == ("unwritable", CANNOT)
            disk.moves = 10_000
            client.play()
        assert server.ask(f"api/tables/{table.name}/rules")[0] == 200


def test_a_table_that_cannot_be_read_back_is_closed() -> None:
    with running() as server:
        table = server.table("person", "person")
        disk = Disk(server)
        with table.sit(0) as one, table.sit(1) as two:
            acts = one if one.view["actions"] else two
            hands = [one.view["hand"], two.view["hand"]]
            disk.broken = True
            acts.act()
            for client in (one, two):
                assert client.closed() == (4500, "store")
                assert "its last move may be lost; come again later" in client.heard[-1]["message"]
        disk.broken = False
        with table.sit(0) as one, table.sit(1) as two:
            assert [one.view["hand"], two.view["hand"]] == hands
            assert server.made.rooms[table.name].table.state.move_number() == 0
            acts = one if one.view["actions"] else two
            acts.act()
            acts.look()


def test_a_table_that_cannot_be_kept_is_not_made() -> None:
    with running() as server:
        disk = Disk(server)
        disk.full = True
        status, data = server.ask("api/tables", choices("person", "random"))
        assert (status, data) == (503, {"code": "unwritable", "message": CANNOT})
        disk.full = False
        server.table("person", "random")


# ---- files


def why_not(path: Path) -> str:
    """Returns the message about an unusable file."""
    with pytest.raises(ServeError) as why:
        Store(path)
    assert why.value.refusal is Refusal.STORE
    return str(why.value)


def test_one_server_a_file(tmp_path: Path) -> None:
    db = tmp_path / "tables.sqlite"
    kept = Store(db)
    assert why_not(db) == f"cannot use {db}: another server uses it"
    kept.close()
    Store(db).close()


def test_files_that_are_something_else(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("no database, but a text that is long enough for one\n" * 50)
    assert why_not(text) == f"cannot use {text}: file is not a database"
    other = tmp_path / "other.sqlite"
    with contextlib.closing(sqlite3.connect(other)) as file:
        file.execute("CREATE TABLE things (name TEXT)")
        file.commit()
    assert why_not(other) == f"cannot use {other}: it is not a file of `eights serve`"
    absent = tmp_path / "nowhere" / "tables.sqlite"
    assert why_not(absent) == f"cannot use {absent}: unable to open database file"
    assert "nowhere" in refused("serve", "--port", "0", "--db", str(absent))


def test_a_table_that_does_not_replay(tmp_path: Path) -> None:
    db = tmp_path / "tables.sqlite"
    with running(db) as server:
        table = server.table("person", "heuristic")
        with table.sit(0) as client:
            client.await_turn()
            client.act()
            client.look()
    with contextlib.closing(sqlite3.connect(db)) as file:
        file.execute("UPDATE moves SET action = 91")
        file.commit()
    with running(db) as server:
        status, data = server.ask(f"api/tables/{table.name}/rules")
        assert (status, data["code"]) == (500, "store")
        assert "does not replay by this version" in data["message"]


def test_damaged_files(tmp_path: Path) -> None:
    db = tmp_path / "tables.sqlite"
    with running(db) as server:
        table = server.table("person", "heuristic")
    whole = db.read_bytes()
    how = (
        "put a copy of it in its place, save what can be saved by `sqlite3 FILE .recover`, or name"
    )
    # All pages but the first are damaged, which shows when a table is read.
    db.write_bytes(whole[:4096] + b"\xaa" * (len(whole) - 4096))
    if why_not_yet := _opened(db):
        assert how in why_not_yet
    else:
        with running(db) as server:
            status, data = server.ask(f"api/tables/{table.name}/rules")
            assert (status, data["code"]) == (500, "store")
            assert data["message"].startswith("cannot read tables.sqlite: it is damaged (")
            assert how in data["message"]
            assert str(tmp_path) not in data["message"]
            table.running = server
            with table.connect() as connected:
                client = Client(connected)
                client.say(type="join", secret=table.secrets[0])
                assert client.closed() == (4500, "store")
    # The first page is damaged as well.
    db.write_bytes(whole[:100] + b"\xaa" * (len(whole) - 100))
    assert how in why_not(db)
    assert f"cannot use {db}: it is damaged (" in why_not(db)
    assert how in " ".join(refused("serve", "--db", str(db), "--export", str(tmp_path)).split())


def _opened(db: Path) -> str:
    """Returns the reason why a file cannot be opened, or an empty text if it can."""
    try:
        Store(db).close()
    except ServeError as why:
        return str(why)
    return ""


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE tables SET options = '[' || options",
        "UPDATE tables SET options = '{\"cards\": 7}'",
        "UPDATE tables SET options = '7'",
        "UPDATE tables SET seats = '[1]'",
        "UPDATE tables SET ruleset = 'id = ' || hex(zeroblob(300000))",
        "UPDATE games SET seed = hex(zeroblob(3000))",
        "UPDATE games SET seed = 'x'",
    ],
)
def test_tables_of_nonsense(tmp_path: Path, change: str) -> None:
    db = tmp_path / "tables.sqlite"
    with running(db) as server:
        table = server.table("person", "heuristic")
    with contextlib.closing(sqlite3.connect(db)) as file:
        file.execute(change)
        file.commit()
    with running(db) as server:
        status, data = server.ask(f"api/tables/{table.name}/rules")
        assert (status, data["code"]) == (500, "store")
        assert len(data["message"]) < 1000


def test_a_server_that_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MOST_TABLES", 1)
    with running() as server:
        server.table("person", "random")
        status, data = server.ask("api/tables", choices("person", "random"))
        assert (status, data["code"]) == (503, "full")
        assert data["message"] == "the server holds 1 tables, which is all it may"


# ---- export


def test_finished_games_are_exported(tmp_path: Path) -> None:
    db, folder = tmp_path / "tables.sqlite", tmp_path / "games"
    with running(db) as server:
        for ruleset in ("uno", "crazy_eights"):
            table = server.table("person", "heuristic", ruleset=ruleset)
            with table.sit(0) as client:
                for _ in range(2):
                    client.play()
                    client.say(type="again")
                    client.look()
    said = good("serve", "--db", str(db), "--export", str(folder))
    assert "4 games as records, and as 2 Parquet files" in " ".join(said.split())
    records = [eights.replay(file.read_text()) for file in sorted(folder.glob("*.json"))]
    assert len(records) == 4
    assert all(state.is_terminal() for state in records)
    ends = []
    for number in (1, 2):
        collected = read(folder / f"games-{number}.parquet")
        for episode in (0, 1):
            [*_, (state, action)] = replay(collected, episode)
            ends.append(state.child(action) if not state.is_terminal() else state)
    assert sorted(end.history_str() for end in ends) == sorted(end.history_str() for end in records)


def test_an_export_of_nothing(tmp_path: Path) -> None:
    absent = tmp_path / "absent"
    message = refused("serve", "--db", str(absent), "--export", str(tmp_path))
    assert message == f"cannot read {absent}: there is no such file"
    assert not absent.exists()
