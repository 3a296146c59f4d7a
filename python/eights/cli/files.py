"""Files that commands read and write; `-` is stdin or stdout."""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path
from typing import Any

from eights._base.files import refuse_special
from eights._base.limits import read_bytes

__all__ = ["CliError", "dumps", "read_text", "refuse_unwritable", "write_json", "write_text"]

WIDTH = 110
"""Of a line of JSON that is not broken further."""


class CliError(Exception):
    """The input is refused; the message is one for the user."""


def read_text(path: str, most: int) -> str:
    """The text of a file, of at most this many bytes; `-` is stdin.

    Raises:
        CliError: it cannot be read.
    """
    try:
        found: bytes | None
        if path == "-":
            found = sys.stdin.buffer.read(most + 1)
            found = found if len(found) <= most else None
        else:
            found = read_bytes(path, most)
        if found is None:
            raise CliError(f"cannot read {path}: it has more than {most:,} bytes")
        return io.TextIOWrapper(io.BytesIO(found), encoding="utf-8").read()
    except OSError as error:
        raise CliError(f"cannot read {path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise CliError(f"cannot read {path}: it is not text in UTF-8") from error


def write_text(path: str, text: str) -> None:
    """Writes a file in UTF-8, through a link where it is one; `-` is stdout.

    Raises:
        CliError: it cannot be written, or is not a plain file.
    """
    data = text.encode("utf-8", "backslashreplace")
    if path == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    try:
        refuse_special(path)
        Path(path).write_bytes(data)
    except OSError as error:
        raise CliError(f"cannot write {path}: {error.strerror or error}") from error


def refuse_unwritable(path: str | None) -> None:
    """Refuses a path that cannot be written, before any work is done; `-` is stdout.

    What is there stays as it is, and what is not there is not made.

    Raises:
        CliError: it cannot be written.
    """
    if path is None or path == "-":
        return
    file = Path(os.path.realpath(path))
    try:
        refuse_special(file)
        if not file.exists():
            file.open("x").close()
            file.unlink()
        else:
            file.open("a").close()
    except OSError as error:
        raise CliError(f"cannot write {path}: {error.strerror or error}") from error


def write_json(path: str, data: Any) -> None:
    """Writes data as JSON; `-` is stdout.

    Raises:
        CliError: the file cannot be written.
    """
    write_text(path, json.dumps(data, indent=2, ensure_ascii=False) + "\n")


def dumps(data: Any, indent: str = "") -> str:
    """JSON whose short lists and objects stand on one line."""
    line = json.dumps(data, ensure_ascii=False)
    if len(indent) + len(line) <= WIDTH or not isinstance(data, dict | list):
        return line
    inner = indent + " "
    if isinstance(data, dict):
        items = [f"{inner}{json.dumps(key)}: {dumps(data[key], inner)}" for key in data]
    else:
        items = [inner + dumps(value, inner) for value in data]
    first, last = "{}" if isinstance(data, dict) else "[]"
    return first + "\n" + ",\n".join(items) + "\n" + indent + last
