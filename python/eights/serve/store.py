"""The file that tables are kept in: SQLite, written before anybody is told of a move."""

from __future__ import annotations

import json
import logging
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from eights._eights import Error, Game, Ruleset
from eights.serve.errors import Refusal, ServeError
from eights.serve.tables import Seat, Table

__all__ = ["MOST_TABLES", "Store"]

LOG = logging.getLogger("eights.serve")

MOST_TABLES = 100_000
"""Tables that a file holds; nobody can fill the disk by making more."""
_FORMAT = 1
_SCHEMA = """
CREATE TABLE tables (
    name TEXT PRIMARY KEY, created INTEGER NOT NULL, ruleset TEXT NOT NULL,
    options TEXT NOT NULL, seats TEXT NOT NULL
) STRICT;
CREATE TABLE games (
    name TEXT NOT NULL REFERENCES tables, number INTEGER NOT NULL, seed TEXT NOT NULL,
    over INTEGER NOT NULL, PRIMARY KEY (name, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE moves (
    name TEXT NOT NULL, number INTEGER NOT NULL, move INTEGER NOT NULL, action INTEGER NOT NULL,
    PRIMARY KEY (name, number, move), FOREIGN KEY (name, number) REFERENCES games
) STRICT, WITHOUT ROWID;
"""


class Store:
    """Tables in a file: their rules, their seats, and every game as its seed and its actions.

    A move is in the file before it is shown to anybody, so that a server that is killed has lost
    nothing that was seen.

    Args:
        path: of the file, which is made if it is not there; `:memory:` keeps nothing.

    Raises:
        ServeError: `STORE`: it cannot be opened, is used by another server, or is not such a file.
    """

    def __init__(self, path: str | Path) -> None:
        """Opens the file."""
        self.path = str(path)
        try:
            self._file = sqlite3.connect(
                self.path,
                isolation_level=None,
                timeout=0.5,
                check_same_thread=False,  # it is opened before the thread of the server begins
            )
            # One server a file: two would not know of each other's moves.
            self._file.execute("PRAGMA locking_mode = EXCLUSIVE")
            self._file.execute("PRAGMA journal_mode = WAL")
            self._file.execute("PRAGMA synchronous = NORMAL")
            self._file.execute("PRAGMA foreign_keys = ON")
            self._file.execute("BEGIN EXCLUSIVE")
            self._prepare()
            self._file.execute("COMMIT")
        except sqlite3.Error as why:
            if hasattr(self, "_file"):
                self._file.close()
            if "locked" in str(why):
                reason = "another server uses it"
            elif type(why) is sqlite3.DatabaseError and _is_database(self.path):
                reason = self._how_to_go_on(why)
            else:
                reason = str(why)
            raise ServeError(Refusal.STORE, f"cannot use {self.path}: {reason}") from why

    def _prepare(self) -> None:
        """Makes what a new file lacks, and refuses one of another kind."""
        version = self._file.execute("PRAGMA user_version").fetchone()[0]
        tables = self._file.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if version == 0 and tables == 0:
            for statement in filter(str.strip, _SCHEMA.split(";")):
                self._file.execute(statement)
            self._file.execute(f"PRAGMA user_version = {_FORMAT}")
        elif version != _FORMAT:
            self._file.close()
            raise ServeError(
                Refusal.STORE, f"cannot use {self.path}: it is not a file of `eights serve`"
            )
        else:
            for table in ("tables", "games", "moves"):
                self._file.execute(f"SELECT * FROM {table} LIMIT 1").fetchall()

    @staticmethod
    def _how_to_go_on(why: Exception) -> str:
        return (
            f"it is damaged ({why}); put a copy of it in its place, save what can be saved by "
            "`sqlite3 FILE .recover`, or name another file by --db"
        )

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Turns what SQLite says of a damaged file into a refusal.

        Raises:
            ServeError: `STORE`; it goes to clients, too, and names no folder.
        """
        try:
            yield
        except sqlite3.Error as why:
            LOG.error("cannot read %s: %s", self.path, why)
            message = f"cannot read {Path(self.path).name}: {self._how_to_go_on(why)}"
            raise ServeError(Refusal.STORE, message) from why

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """A transaction: all of it is in the file afterwards, or nothing.

        Raises:
            ServeError: `UNWRITABLE`.
        """
        try:
            if self._file.in_transaction:  # it could not be taken back
                self._file.rollback()
            self._file.execute("BEGIN")
            yield
            self._file.execute("COMMIT")
        except BaseException as why:
            with suppress(sqlite3.Error):
                self._file.rollback()
            if not isinstance(why, sqlite3.Error):
                raise
            LOG.error("cannot write %s: %s", self.path, why)
            raise ServeError(
                Refusal.UNWRITABLE, "the server cannot write its file now: nothing was changed"
            ) from why

    def close(self) -> None:
        """Closes the file."""
        self._file.close()

    def add(self, table: Table) -> None:
        """Keeps a new table, with its first game.

        Raises:
            ServeError: `FULL`, `STORE`, or `UNWRITABLE`; nothing is kept then.
        """
        with self._reading():
            held = self._file.execute("SELECT count(*) FROM tables").fetchone()[0]
        if held >= MOST_TABLES:
            raise ServeError(Refusal.FULL, f"the server holds {held} tables, which is all it may")
        row = (
            table.name,
            int(time.time()),
            table.game.ruleset.to_toml(),
            json.dumps(table.game.options),
            _seats(table),
        )
        with self._writing():
            self._file.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?)", row)
            self._insert_game(table)

    def rename(self, table: Table) -> None:
        """Keeps the names of a table's seats.

        Raises:
            ServeError: `UNWRITABLE`.
        """
        with self._writing():
            self._file.execute(
                "UPDATE tables SET seats = ? WHERE name = ?", (_seats(table), table.name)
            )

    def add_game(self, table: Table) -> None:
        """Keeps the next game of a table, which has just been dealt.

        Raises:
            ServeError: `UNWRITABLE`.
        """
        with self._writing():
            self._insert_game(table)

    def _insert_game(self, table: Table) -> None:
        row = (table.name, table.number, str(table.seed), table.state.is_terminal())
        self._file.execute("INSERT INTO games VALUES (?, ?, ?, ?)", row)

    def add_move(self, table: Table, action: int) -> None:
        """Keeps the action that a table has just taken.

        Raises:
            ServeError: `UNWRITABLE`.
        """
        row = (table.name, table.number, table.state.move_number(), action)
        over = table.state.is_terminal()
        with self._writing():
            self._file.execute("INSERT INTO moves VALUES (?, ?, ?, ?)", row)
            if over:
                self._file.execute(
                    "UPDATE games SET over = 1 WHERE name = ? AND number = ?", row[:2]
                )

    def load(self, name: str) -> Table:
        """A table as it was left.

        Raises:
            ServeError: `UNKNOWN_TABLE`; `STORE`: its games do not replay by this version, or the
                file is damaged.
        """
        with self._reading():
            last = self._file.execute(
                "SELECT max(number) FROM games WHERE name = ?", (name,)
            ).fetchone()
        return self._replayed(name, last[0])

    def finished(self, name: str, number: int) -> Table:
        """A finished game of a table, at its end.

        Raises:
            ServeError: `UNKNOWN_TABLE`, `NOT_OVER`, or `STORE`.
        """
        table = self._replayed(name, number)
        if not table.state.is_terminal():
            raise ServeError(Refusal.NOT_OVER, f"game {number} is not over: its record is closed")
        return table

    def records(self) -> Iterator[tuple[str, int, str]]:
        """Every finished game: table, number, and its record.

        Raises:
            ServeError: `STORE`.
        """
        with self._reading():
            rows = self._file.execute(
                "SELECT games.name, number FROM games JOIN tables USING (name) "
                "WHERE over ORDER BY created, games.name, number"
            ).fetchall()
        for name, number in rows:
            yield name, number, self.finished(name, number).state.record()

    def _replayed(self, name: str, number: int | None) -> Table:
        with self._reading():
            found = self._file.execute(
                "SELECT ruleset, options, seats FROM tables WHERE name = ?", (name,)
            ).fetchone()
            seed = self._file.execute(
                "SELECT seed FROM games WHERE name = ? AND number = ?", (name, number)
            ).fetchone()
            moves = self._file.execute(
                "SELECT action FROM moves WHERE name = ? AND number = ? ORDER BY move",
                (name, number),
            ).fetchall()
        if found is None:
            raise ServeError(Refusal.UNKNOWN_TABLE, f"there is no table {name[:40]!r}")
        if seed is None:
            raise ServeError(Refusal.UNKNOWN_TABLE, f"this table has no game {number}")
        try:
            game = Game(Ruleset.from_toml(found[0]), **json.loads(found[1]))
            seats = [Seat(*seat) for seat in json.loads(found[2])]
            table = Table(name, game, seats, int(number or 0), int(seed[0]))
            for (action,) in moves:
                table.state.apply_action(action)
        except (Error, KeyError, TypeError, ValueError, RecursionError) as why:
            message = f"table {name} does not replay by this version of eights: {why}"
            raise ServeError(Refusal.STORE, message) from why
        return table


def _seats(table: Table) -> str:
    """The seats of a table as the file has them."""
    return json.dumps([[seat.who, seat.digest, seat.name] for seat in table.seats])


def _is_database(path: str) -> bool:
    """True if a file begins as one of SQLite does."""
    try:
        with Path(path).open("rb") as file:
            return file.read(16) == b"SQLite format 3\0"
    except OSError:
        return False
