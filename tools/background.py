"""A web application that is served in a thread, for tests and for pictures."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

from starlette.types import ASGIApp

from eights.serve.run import address, listen, server

WAIT = 20
"""Seconds in which a server must start, and end."""


@contextlib.contextmanager
def served(app: ASGIApp, listening: socket.socket | None = None, **limits: Any) -> Iterator[str]:
    """Serves an application on loopback, and gives its address.

    Args:
        app: The application.
        listening: Its socket, which is closed at the end; by default one of a free port.
        limits: Limits of connections for `server`.
    """
    listening = listening or listen("127.0.0.1", 0)
    serving = server(app, **limits)
    thread = threading.Thread(target=serving.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        until = time.monotonic() + WAIT
        while not serving.started and time.monotonic() < until:
            time.sleep(0.005)
        yield address(listening)
    finally:
        serving.should_exit = True
        thread.join(WAIT)
        listening.close()
        assert not thread.is_alive()
