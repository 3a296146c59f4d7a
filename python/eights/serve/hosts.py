"""Whose requests are answered: those of pages that came from this server, by a name of its own.

A page of another site can send requests here, and by a name of its own that it points to this
machine ("DNS rebinding") it could read the answers. `eights serve` and `eights watch` both stand
behind this.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from eights.serve.errors import Refusal, ServeError

__all__ = ["Hosts"]

_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::([0-9]{1,5}))?", re.IGNORECASE)
_PORTS = {"http": "80", "https": "443"}


class Hosts:
    """An application that answers to its own names only.

    Addresses of IP are taken, since no other site has them; so are `localhost`, the names of this
    machine, and those that are allowed.

    Args:
        app: the application.
        allowed: more names, such as that of a server which passes requests on.

    Raises:
        ServeError: `BAD_SETUP`: one of them is not a name.
    """

    def __init__(self, app: ASGIApp, allowed: Iterable[str] = ()) -> None:
        """Checks the names."""
        self._app = app
        self._allowed = {_allowed(name) for name in allowed}
        machine = socket.gethostname().lower()
        self._own = {"localhost", machine, f"{machine}.local", *self._allowed}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on, or refuses it with 403."""
        if scope["type"] in ("http", "websocket"):
            why = self._refused(HTTPConnection(scope))
            if why is not None:
                if scope["type"] == "websocket":
                    await send({"type": "websocket.close", "code": 4403})
                    return
                told = {"code": Refusal.WRONG_HOST.value, "message": why}
                await JSONResponse(told, status_code=403)(scope, receive, send)
                return
        await self._app(scope, receive, send)

    def _refused(self, request: HTTPConnection) -> str | None:
        """Why a request is refused; `None` if it is not."""
        hosts = request.headers.getlist("host")
        host = _HOST.fullmatch(hosts[0]) if len(hosts) == 1 else None
        if host is None:
            return "the header Host must be one name or address"
        if not self._is_own(host[1]):
            name = host[1][:60]
            return f"{name!r} is not a name of this server: --allow-host {name} makes it one"
        for origin in request.headers.getlist("origin"):
            if not self._is_same(origin, host):
                return f"the page is of another site: {origin[:60]!r}"
        return None

    def _is_own(self, name: str) -> bool:
        name = name.lower().removesuffix(".")
        try:
            ipaddress.ip_address(name.strip("[]"))
        except ValueError:
            return name in self._own or name.endswith(".localhost")
        return True

    def _is_same(self, origin: str, host: re.Match[str]) -> bool:
        """True if a page is of this server."""
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        found = _HOST.fullmatch(parts.netloc)
        if found is None or parts.scheme not in _PORTS:
            return False
        usual = _PORTS[parts.scheme]
        same = (found[1].lower(), found[2] or usual) == (host[1].lower(), host[2] or usual)
        return same or found[1].lower() in self._allowed


def _allowed(name: str) -> str:
    """A name that is allowed.

    Raises:
        ServeError: `BAD_SETUP`: it is none.
    """
    found = _HOST.fullmatch(name)
    if found is None or found[2] is not None:
        raise ServeError(
            Refusal.BAD_SETUP,
            f"{name[:60]!r} is not the name of a host: write only the name, such as cards.example",
        )
    return name.lower().removesuffix(".")
