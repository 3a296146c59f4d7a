"""A table in the browser: people by links, beside bots, searchers and policies.

`eights serve` starts it; it needs the extra `web`. docs/serve.md tells how it is used, what it
keeps, and what it trusts.

The modules, each importing only those before it: `errors` (what is refused), `headers`, `messages`
(what clients may say), `switches` (house rules from the schema), `view` (what a seat is shown),
`tables` (games, seats, secrets), `opponents`, `store` (SQLite), `room` (a table with people at
it), `app` (routes and sockets), `run` (the server as a process).

The page: `page.js` opens `setup.js` (making a table) or `table.js` (playing at one), which uses
`hand.js`, `invite.js`, `motion.js` and `results.js`; all of them use `tools.js`.
"""

from __future__ import annotations

from eights._base import extras

for _module, _package in (
    ("starlette", "starlette"),
    ("uvicorn", "uvicorn"),
    ("websockets", "websockets"),
    ("markdown_it", "markdown-it-py"),
):
    extras.require("eights.serve", _module, _package, "web")

from eights.serve.app import Server  # noqa: E402 - after the check that they are there
from eights.serve.errors import Refusal, ServeError  # noqa: E402
from eights.serve.opponents import Opponents  # noqa: E402
from eights.serve.store import Store  # noqa: E402

__all__ = ["Opponents", "Refusal", "ServeError", "Server", "Store"]
