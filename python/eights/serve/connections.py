"""Connections that ask nothing: they have a time-out, and give way to others."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

__all__ = ["BACKLOG", "Limited", "limit_logs", "most_connections", "patient"]

MOST_CONNECTIONS = 4_000
"""Connections that are served at once, where the system gives so many files."""
BACKLOG = 128
"""Connections that may be taken at once, before any of them is looked at."""
_OTHER_FILES = 2 * BACKLOG + 64
"""Files that are left for all else."""
_FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Type: text/plain\r\n\r\n"
    b"the server holds as many connections as it may: come again later\n"
)
_MOST_LINES = 20
_MINUTE = 60.0


def most_connections() -> int:
    """The most connections served at once: fewer than the files that may be open.

    Raises the process's limit of open files accordingly, as far as the system permits.
    """
    try:
        import resource
    except ImportError:  # there is no such limit on Windows
        return MOST_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    endless = resource.RLIM_INFINITY
    wanted = MOST_CONNECTIONS + _OTHER_FILES
    possible = wanted if hard == endless else min(wanted, hard)
    if soft != endless and soft < possible:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (possible, hard))
            soft = possible
    if soft == endless:
        return MOST_CONNECTIONS
    return min(MOST_CONNECTIONS, max(soft - _OTHER_FILES, soft // 2))


def patient(most: int, seconds: float) -> type[H11Protocol]:
    """Connections of a server, which wait for requests only so long.

    Args:
        most: how many there may be; one more, and the one that has waited longest for a request is
            closed.
        seconds: within which a request must have come whole, but for its body.
    """
    waiting: dict[Patient, None] = {}

    class Patient(H11Protocol):
        """A connection."""

        timer: asyncio.TimerHandle | None = None
        upgraded = False

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._look()
            if len(self.connections) > most:
                oldest = next(iter(waiting))
                if oldest is self:
                    transport.write(_FULL)
                oldest.give_up()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._look()

        def on_response_complete(self) -> None:
            super().on_response_complete()
            self._look()

        def handle_websocket_upgrade(self, event: object) -> None:
            self.upgraded = True
            self._stop()
            super().handle_websocket_upgrade(event)  # type: ignore[arg-type]

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            self._stop()

        def _look(self) -> None:
            """Begins to wait, unless it waits already, or a request is being answered."""
            cycle: RequestResponseCycle | None = self.cycle
            answers = cycle is not None and not cycle.response_complete
            if answers or self.upgraded or self.transport.is_closing():
                self._stop()
            elif self not in waiting:
                waiting[self] = None
                self.timer = self.loop.call_later(seconds, self.give_up)

        def _stop(self) -> None:
            waiting.pop(self, None)
            if self.timer is not None:
                self.timer.cancel()
                self.timer = None

        def give_up(self) -> None:
            """Closes it."""
            self._stop()
            self.transport.close()

    return Patient


class Limited(logging.Filter):
    """Lets so many lines a minute through, and tells how many it has left out.

    What a client has sent wrongly is no error of the server: it is left out altogether.
    """

    def __init__(self, most: int = _MOST_LINES, seconds: float = _MINUTE) -> None:
        """Nothing has been left out yet."""
        super().__init__()
        self._most, self._seconds = most, seconds
        self._began = float("-inf")
        self._lines = self._left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """True if a line is written."""
        if record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError):
            return False  # text on a socket that is not UTF-8: the client is told
        now = time.monotonic()
        if now - self._began >= self._seconds:
            if self._left_out:
                record.msg = f"{record.getMessage()} ({self._left_out} lines were left out before)"
                record.args = ()
            self._began, self._lines, self._left_out = now, 0, 0
        self._lines += 1
        self._left_out += self._lines > self._most
        return self._lines <= self._most


def limit_logs() -> None:
    """Limits what the server and the libraries under it write, however much goes wrong."""
    for name in ("asyncio", "eights.serve", "uvicorn.error"):
        logger = logging.getLogger(name)
        if not any(isinstance(one, Limited) for one in logger.filters):
            logger.addFilter(Limited())
