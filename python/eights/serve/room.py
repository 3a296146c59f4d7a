"""A table with people at it: who is connected, what each is shown, and opponents that move."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from typing import Any

from eights._display.frames import Story
from eights._eights import _strength
from eights.serve.errors import Refusal, ServeError
from eights.serve.opponents import Opponents
from eights.serve.store import Store
from eights.serve.view import content, seat_view

__all__ = ["Connection", "Room"]

LOG = logging.getLogger("eights.serve")

MOST_WAITING = 64
"""Messages that wait for a client; one that takes them more slowly is dropped."""
MOST_WINDOWS = 4
"""Connections of one seat; the oldest gives way to one more."""
PAUSES = (2.0, 4.0, 8.0, 16.0, 30.0)
"""Seconds after which the move of an opponent that could not be kept is tried again; the last one
goes on."""
MOST_NEWS = 300
"""Lines that a client is told at once of what has happened before."""


class Connection:
    """A client at a seat: what it has been shown, and what waits to be sent to it."""

    def __init__(self, seat: int) -> None:
        """Nothing has been shown yet."""
        self.seat = seat
        self.waiting: asyncio.Queue[str] = asyncio.Queue(MOST_WAITING)
        self.dropped: asyncio.Future[ServeError] = asyncio.get_running_loop().create_future()
        """Set when the server gives the client up, with the reason."""
        self.version = 0
        """Number of views sent; an action names the one that it answers."""
        self.shown: dict[str, Any] | None = None
        self.story: Story | None = None
        self.hint: asyncio.Task[None] | None = None

    def send(self, **message: Any) -> None:
        """Puts a message into the queue; a client whose queue is full is dropped."""
        try:
            self.waiting.put_nowait(json.dumps(message, separators=(",", ":")))
        except asyncio.QueueFull:
            self.drop(ServeError(Refusal.TOO_SLOW, "messages were not read in time: join again"))

    def refuse(self, error: ServeError) -> None:
        """Tells the client what was refused."""
        self.send(type="refused", code=error.refusal.value, message=str(error))

    def drop(self, reason: ServeError) -> None:
        """Gives the client up; whoever serves it closes the socket."""
        if not self.dropped.done():
            self.dropped.set_result(reason)

    def check(self, version: int) -> None:
        """Refuses a message that is not about what was shown last.

        Raises:
            ServeError: `MOVED_ON`.
        """
        if version != self.version:
            raise ServeError(
                Refusal.MOVED_ON,
                f"the position has moved on: it is number {self.version}, not {version}",
            )


class Room:
    """A table that somebody is at.

    All of it runs in the thread of the event loop, and what changes the table does not wait: so
    each message finds it whole.

    Args:
        name: of the table.
        store: where it is kept; it is read from there.
        opponents: who plays beside people.
        delay: seconds between two things that people see when opponents move.

    Raises:
        ServeError: `UNKNOWN_TABLE`, or `STORE`.
    """

    def __init__(self, name: str, store: Store, opponents: Opponents, delay: float) -> None:
        """Takes the table from the file."""
        self.name = name
        self.table = store.load(name)
        self.connections: list[Connection] = []
        self._store = store
        self._opponents = opponents
        self._delay = delay
        self._moved = float("-inf")
        """When people last saw something happen."""
        self._left: set[int] = set()
        """The seats of people who have left, and for whom a bot plays until they are back."""
        self._playing: asyncio.Task[None] | None = None
        self.closed: ServeError | None = None
        """Set when the table here may be another than in the file: nobody plays on here."""

    def join(self, connection: Connection) -> None:
        """Seats a client, and shows it everything."""
        same = [one for one in self.connections if one.seat == connection.seat]
        if len(same) >= MOST_WINDOWS:
            same[0].drop(ServeError(Refusal.FULL, "the seat was taken in another window"))
            self._remove(same[0])
        self.connections.append(connection)
        game = self.table.game
        connection.send(
            type="joined",
            seat=connection.seat,
            ruleset=game.ruleset.id,
            title=game.ruleset.title,
            match=game.is_match,
        )
        self._left.discard(connection.seat)
        self._tell_seats()
        self._show()
        self._go_on()

    def leave(self, connection: Connection) -> None:
        """A client is gone; its seat stays its own."""
        if connection in self.connections:
            self._remove(connection)
            self._tell_seats()
        if not self.connections and self._playing is not None:
            self._playing.cancel()

    def _remove(self, connection: Connection) -> None:
        self.connections.remove(connection)
        if connection.hint is not None:
            connection.hint.cancel()

    def act(self, connection: Connection, version: int, action: str) -> None:
        """Takes an action of a person.

        Raises:
            ServeError: it is refused; nothing has changed.
        """
        self._check_open()
        connection.check(version)
        self.take(connection.seat, action)
        if connection.version == version:
            # All looks as before, such as after an offer that nobody knows of: it is answered.
            self._show(connection)
        self._go_on()

    def again(self) -> None:
        """Deals the next game, if this one is over.

        Raises:
            ServeError: `NOT_OVER`, or it cannot be kept.
        """
        self._check_open()
        self.table.deal_again()
        self._kept(lambda: self._store.add_game(self.table))
        self._show()
        self._go_on()

    def rename(self, connection: Connection, name: str) -> None:
        """Gives the seat of a client another name.

        Raises:
            ServeError: `BAD_SETUP`, or it cannot be kept; nothing has changed.
        """
        self._check_open()
        self.table.rename(connection.seat, name)
        self._kept(lambda: self._store.rename(self.table))
        self._tell_seats()
        self._show()

    def replace(self, seat: int) -> None:
        """Lets a bot play on for a person who has left, until that person is back.

        Raises:
            ServeError: `BAD_SETUP`: nobody has left there.
        """
        self._check_open()
        if not 0 <= seat < len(self.table.seats) or self._online()[seat]:
            raise ServeError(Refusal.BAD_SETUP, f"nobody has left seat {seat}")
        self._left.add(seat)
        self._tell_seats()
        self._go_on()

    def ask(self, connection: Connection, version: int) -> None:
        """Lets a searcher look for a hint; it comes when it is found, if nothing has moved on.

        Raises:
            ServeError: `MOVED_ON`, or `NOT_YOUR_TURN`.
        """
        connection.check(version)
        if self.table.state.current_player() != connection.seat:
            raise ServeError(Refusal.NOT_YOUR_TURN, "you are not to act now")
        if connection.hint is None or connection.hint.done():
            connection.hint = asyncio.create_task(self._hint(connection, version))

    async def _hint(self, connection: Connection, version: int) -> None:
        state = self.table.state
        try:
            action = await self._opponents.hint(state)
        except ServeError as error:
            connection.refuse(error)
            return
        if connection.version == version:
            text, label = state.action_to_string(action), state.describe_action(action)
            connection.send(type="hint", version=version, action=text, label=label)

    def take(self, seat: int, action: str | int) -> None:
        """Takes an action: in the file first, then before everybody's eyes."""
        chosen = self.table.act(seat, action)
        self._kept(lambda: self._store.add_move(self.table, chosen))
        self._show()

    def _check_open(self) -> None:
        if self.closed is not None:
            raise self.closed

    def _kept(self, write: Callable[[], None]) -> None:
        """Writes into the file; if it cannot be written, the table is as the file has it.

        Raises:
            ServeError: `UNWRITABLE`; or `STORE`: the file cannot be read either, and the table is
                closed to all.
        """
        try:
            write()
        except ServeError:
            try:
                self.table = self._store.load(self.table.name)
            except ServeError as why:
                self._close(why)
            self._check_open()
            raise

    def _close(self, why: ServeError) -> None:
        """Sends everybody away: what is here need not be what the file has."""
        message = f"the table is closed, since its last move may be lost; come again later: {why}"
        self.closed = ServeError(Refusal.STORE, message)
        for connection in self.connections:
            connection.drop(self.closed)

    def _show(self, answered: Connection | None = None) -> None:
        """Sends their views to all for whom something has changed, and to who is answered."""
        names = self.table.names
        for connection in self.connections:
            state = self.table.state
            view = seat_view(state, connection.seat, names)
            fresh = connection.story is None or connection.story.state is not state
            if view == connection.shown and not fresh and connection is not answered:
                continue
            if connection.story is None or fresh:
                connection.story = Story(state, connection.seat)
            connection.version += 1
            connection.shown = view
            connection.send(
                type="view",
                version=connection.version,
                game=self.table.number,
                fresh=fresh,
                news=connection.story.news(names)[-MOST_NEWS:],
                **content(view),
            )
            self._moved = asyncio.get_running_loop().time()

    def _online(self) -> list[bool]:
        """For each seat true if its person is here, or a bot plays on it."""
        here = {connection.seat for connection in self.connections}
        return [seat in here or not one.digest for seat, one in enumerate(self.table.seats)]

    def _tell_seats(self) -> None:
        """Tells everybody who sits where."""
        seats = [
            {
                "name": name,
                "who": seat.who,
                "strength": _strength(seat.who),
                "online": online,
                "left": number in self._left,
            }
            for number, (seat, name, online) in enumerate(
                zip(self.table.seats, self.table.names, self._online(), strict=True)
            )
        ]
        for connection in self.connections:
            connection.send(type="seats", seats=seats)

    def _go_on(self) -> None:
        """Lets opponents move, if it is their turn."""
        if self.table.to_decide(self._left) is None or (self._playing and not self._playing.done()):
            return
        self._playing = asyncio.create_task(self._play())

    async def _play(self) -> None:
        """Opponents move until a person is to act, or nobody is there.

        A move that cannot be kept, such as on a full disk, is tried again until it can.
        """
        failed = 0
        while self.connections and (who := self.table.to_decide(self._left)) is not None:
            error = await self._move(who)
            if error is None:
                failed = 0
                continue
            if not failed:
                LOG.warning("table %s: %s", self.name, error, exc_info=error.__cause__)
                for connection in self.connections:
                    connection.refuse(error)
            if error.refusal is not Refusal.UNWRITABLE:
                return
            await asyncio.sleep(PAUSES[min(failed, len(PAUSES) - 1)])
            failed += 1

    async def _move(self, who: str) -> ServeError | None:
        """Lets an opponent move; why it could not."""
        try:
            action = await self._opponents.choose(who, self.table.state)
            await self._pace(action)
            self.take(self.table.state.current_player(), action)
        except ServeError as error:
            return error
        return None

    async def _pace(self, action: int) -> None:
        """Waits until it is time for people to see an action.

        What nobody can see takes no time of its own: else a pause would tell of it.
        """
        if not self._delay:
            await asyncio.sleep(0)  # others' turn
            return
        after = self.table.state.child(action)
        names = self.table.names
        seen = any(seat_view(after, one.seat, names) != one.shown for one in self.connections)
        now = asyncio.get_running_loop().time()
        await asyncio.sleep(max(0.0, self._moved + self._delay - now) if seen else 0)
