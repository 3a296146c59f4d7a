"""The server as a process: it listens, tells its address, and ends well on Ctrl-C."""

from __future__ import annotations

import socket

import uvicorn
from starlette.applications import Starlette

from eights.serve.errors import Refusal, ServeError
from eights.serve.messages import MOST_BYTES

__all__ = ["address", "listen", "server"]

MOST_CONNECTIONS = 4_000
"""Requests and sockets that are served at once; more are told to come later."""


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
    """What to open in a browser."""
    host, port = listening.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = socket.gethostname()
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def server(app: Starlette) -> uvicorn.Server:
    """An ASGI server for an application, to be run on what `listen` gave.

    A client that does not answer pings for 20 seconds is taken for gone. Secrets are in no address,
    and addresses are not logged anyway.
    """
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=MOST_BYTES,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_graceful_shutdown=3,
        server_header=False,
    )
    return uvicorn.Server(config)
