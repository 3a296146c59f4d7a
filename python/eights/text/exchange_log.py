"""The log of exchanges with language models: JSON lines, from which a run is resumed."""

from __future__ import annotations

import hashlib
import json
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from eights._base.arguments import kind
from eights._base.files import refuse_special
from eights._eights import ArgumentError

__all__ = ["ExchangeLog", "digest"]

_MARK = "eights exchange"
"""The key of each line, under which its version stands."""
_VERSION = 1


class ExchangeLog:
    """A file with a line for each request to a language model and its answer or error.

    A request that has an answer there is not sent again. Lines are only ever added, so one file may
    serve several models and runs.

    Args:
        path: of the file; it is made with the first line.

    Raises:
        ArgumentError: the file is of another kind, or is no plain file.
        OSError: it cannot be read.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Reads the answers that are there."""
        if not isinstance(path, str | os.PathLike):
            raise ArgumentError(f"a log of exchanges must be a path, not {kind(path)}")
        self.path = Path(path)
        self._lock = threading.Lock()
        self._answers: dict[str, str] = {}
        self._is_broken = False
        """True if the last line was cut off when it was written."""
        refuse_special(self.path)
        if self.path.exists():
            for line in self._lines():
                if isinstance(line.get("answer"), str):
                    self._answers.setdefault(str(line.get("request")), line["answer"])

    def __len__(self) -> int:
        """Number of answers."""
        return len(self._answers)

    def answer(self, request: str) -> str | None:
        """The answer to a request, by its digest; `None`: there is none yet."""
        return self._answers.get(request)

    def add(self, line: dict[str, Any]) -> str | None:
        """Writes a line; returns the answer that counts for its request, which is the first one.

        Args:
            line: `"request"` is a digest; with `"answer"`, or with `"error"`.

        Raises:
            OSError: it cannot be written.
        """
        text = json.dumps({_MARK: _VERSION, **line}, ensure_ascii=False)
        data = text.encode("utf-8", "backslashreplace") + b"\n"
        with self._lock:
            if self._is_broken:
                data = b"\n" + data
            with self.path.open("ab") as file:
                file.write(data)
            self._is_broken = False
            if "answer" in line:
                return self._answers.setdefault(line["request"], line["answer"])
            return self._answers.get(line["request"])

    def _lines(self) -> Iterator[dict[str, Any]]:
        """The lines; those that were cut off are left out.

        Raises:
            ArgumentError: the first one is of another kind.
        """
        with self.path.open("rb") as file:
            for number, data in enumerate(file):
                self._is_broken = not data.endswith(b"\n")
                try:
                    line = json.loads(data)
                except ValueError:
                    line = None
                if isinstance(line, dict) and line.get(_MARK) == _VERSION:
                    yield line
                elif number == 0:
                    raise ArgumentError(
                        f"{self.path} is not a log of exchanges: it stays as it is; "
                        "name another file"
                    )


def digest(request: object) -> str:
    """The digest of a request, by which its answer is found again.

    >>> digest({"model": "m", "messages": []}) == digest({"messages": [], "model": "m"})
    True
    """
    text = json.dumps(request, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
