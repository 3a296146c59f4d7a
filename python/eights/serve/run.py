"""The server as a process: it listens, tells its address, and ends well on Ctrl-C."""

from __future__ import annotations

import socket
from collections.abc import Iterable

import uvicorn
from starlette.types import ASGIApp

from eights.serve.connections import BACKLOG, limit_logs, most_connections, patient
from eights.serve.errors import Refusal, ServeError
from eights.serve.hosts import Hosts
from eights.serve.messages import MOST_BYTES

__all__ = ["address", "listen", "server"]

PATIENCE = 10.0
"""Seconds within which a connection must have asked for something."""


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens; port 0 is any that is free.

    Raises:
        ServeError: `BAD_SETUP`: the address cannot be used.
    """
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listening = socket.create_server((host, port), family=family, backlog=512)
        # Connections take it over: a view waits for no acknowledgement of the one before it.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return listening
    except OSError as why:
        raise ServeError(
            Refusal.BAD_SETUP, f"cannot listen on {host}, port {port}: {why.strerror or why}"
        ) from why


def address(listening: socket.socket) -> str:
    """The address to open in a browser."""
    host, port = listening.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = socket.gethostname()
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def server(
    app: ASGIApp,
    allowed: Iterable[str] = (),
    most: int | None = None,
    patience: float = PATIENCE,
) -> uvicorn.Server:
    """An ASGI server for an application, to be run on what `listen` gave.

    A client that does not answer pings for 20 seconds is taken for gone. Secrets are in no address,
    and addresses are not logged anyway.

    Args:
        app: the application.
        allowed: names that it answers to, beside those of this machine.
        most: connections at once; `None`: as many as files allow, 4,000 at most.
        patience: seconds within which a connection must have asked for something.

    Raises:
        ServeError: `BAD_SETUP`: a name that is allowed is none.
    """
    limit_logs()
    config = uvicorn.Config(
        Hosts(app, allowed),
        log_level="warning",
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=MOST_BYTES,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        http=patient(most_connections() if most is None else most, patience),
        backlog=BACKLOG,
        timeout_graceful_shutdown=3,
        server_header=False,
    )
    return uvicorn.Server(config)
