"""Standard output and errors on terminals that cannot show every letter, or obey some of them."""

from __future__ import annotations

import codecs
import io
import re
import unicodedata
from typing import TextIO

__all__ = ["never_fail", "visible"]

NEAR = {
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212\u2500\u2501", "-"),
    **dict.fromkeys("\u2018\u2019", "'"),
    **dict.fromkeys("\u201c\u201d", '"'),
    **dict(zip("\u2663\u2666\u2665\u2660", "CDHS", strict=True)),
    "\xd7": "x",
    "\xb1": "+-",
    "\u2265": ">=",
    "\u2264": "<=",
    "\xb7": ".",
    "\u2022": "*",
    "\u2192": "->",
    "\u2190": "<-",
    "\u2502": "|",
    "\u2588": "#",
    "\xdf": "ss",
    "\xb5": "u",
}
"""The replacement of a letter that cannot be shown."""

CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""Characters that a terminal would obey, and not show: all but tabs and ends of lines."""


def visible(text: str) -> str:
    r"""A text in which characters that a terminal would obey are told by their codes.

    >>> print(visible("\x1b[2J"))
    \x1b[2J
    """
    return CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", text)


def degraded(letter: str) -> str:
    r"""A letter in ASCII, as near as there is one.

    >>> [degraded(letter) for letter in "é…→字\udcff"]
    ['e', '...', '->', '?', '\\udcff']
    """
    if letter in NEAR:
        return NEAR[letter]
    if "\ud800" <= letter <= "\udfff":
        return f"\\u{ord(letter):04x}"
    near = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
    return near or "?"


def _degrade(error: UnicodeError) -> tuple[str, int]:
    """Replaces letters that cannot be written."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(degraded, error.object[error.start : error.end])), error.end


codecs.register_error("eights.degrade", _degrade)


def never_fail(stream: TextIO) -> None:
    """Lets a stream write what it can of letters that it cannot, and not end the program."""
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="eights.degrade")
