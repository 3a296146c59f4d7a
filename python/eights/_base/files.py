"""Files that are read with a limit, and written where a path leads: only plain ones.

What is refused is an `OSError` whose `strerror` says why.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

__all__ = ["open_plain", "printable", "refuse_special", "whole"]

PathLike = str | os.PathLike[str]


def refuse_special(path: PathLike) -> None:
    """Refuses to write what is there and no plain file, such as a device; a link is followed.

    Raises:
        OSError: it is not a plain file, or cannot be looked at.
    """
    try:
        mode = Path(path).stat().st_mode
    except FileNotFoundError:
        return
    _refuse(mode, path)


def open_plain(path: PathLike, most: int) -> BinaryIO:
    """Opens a plain file to be read.

    Args:
        path: of the file.
        most: bytes that it may have.

    Raises:
        OSError: it is not a plain file, too long, or cannot be opened.
    """
    # A pipe without a writer would be waited for.
    opened = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    file = os.fdopen(opened, "rb")
    try:
        about = os.fstat(opened)
        _refuse(about.st_mode, path)
        if about.st_size > most:
            limit = f"it has {about.st_size:,} bytes, of {most:,} at most"
            raise OSError(errno.EFBIG, limit, os.fspath(path))
    except BaseException:
        file.close()
        raise
    return file


@contextlib.contextmanager
def whole(path: PathLike) -> Iterator[BinaryIO]:
    """A file to be written that is there once all of it is; till then what was there stays.

    A link is written through.

    Raises:
        OSError: it is not a plain file, or cannot be written.
    """
    refuse_special(path)
    target = Path(os.path.realpath(path))
    part = target.with_name(f".eights-{secrets.token_hex(8)}")
    try:
        with part.open("xb") as file:
            yield file
        if target.exists():
            shutil.copymode(target, part)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def printable(given: object) -> str:
    r"""A text that can be written: bytes of a path that are not UTF-8 are told by their numbers.

    >>> printable(os.fsdecode(b"a\xff"))
    'a\\udcff'
    """
    return str(given).encode("utf-8", "backslashreplace").decode()


def _refuse(mode: int, path: PathLike) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(path))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "it is not a plain file", os.fspath(path))
