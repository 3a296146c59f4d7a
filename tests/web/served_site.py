"""Built pages behind a file server."""

from __future__ import annotations

import contextlib
import functools
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

SITE = Path(__file__).resolve().parents[2] / "build/site/html"


class Quiet(SimpleHTTPRequestHandler):
    """A file server without a log."""

    def log_message(self, *_: Any) -> None:
        """Logs nothing."""


@contextlib.contextmanager
def served(file: Path = SITE / "index.html") -> Iterator[str]:
    """Serves the folder of a file, by default the built site, and gives its address."""
    if not file.exists():
        pytest.fail(f"there is no {file}: run make site")
    handler = functools.partial(Quiet, directory=str(file.parent))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
