"""A board as a picture: the text of `State.render`, character by character, in plain NumPy.

The font that Pillow brings has no suits and frames. So glyphs of our own are needed in any case,
and with them, 5 KB, nothing is left to ask of Pillow: no further dependency.
"""

from __future__ import annotations

import base64
import functools
import re
import zlib

import numpy as np
import numpy.typing as npt

from eights._display import glyphs

__all__ = ["draw"]

COLUMNS = 80
"""Characters of a line of a board, at most."""

_PAPER = (24, 26, 33)
_INK = (222, 222, 222)
_COLORS = {
    2: (140, 142, 150),
    30: (110, 112, 120),
    31: (255, 105, 97),
    32: (119, 221, 119),
    33: (253, 219, 99),
    34: (110, 168, 255),
    35: (221, 160, 221),
    36: (105, 218, 219),
    37: (240, 240, 240),
    90: (130, 132, 140),
}
"""Colours by their ANSI codes; 2 is dim."""

_STYLED = re.compile("\x1b\\[([0-9;]*)m")


@functools.cache
def _font() -> npt.NDArray[np.float32]:
    """The cover of each pixel, 0 … 1: for each character, rows of pixels."""
    packed = np.frombuffer(
        zlib.decompress(base64.b85decode(glyphs.PACKED.replace("\n", ""))), dtype=np.uint8
    )
    pixels = np.stack([packed >> 4, packed & 15], axis=-1)
    shape = (len(glyphs.CHARACTERS), glyphs.HEIGHT, glyphs.WIDTH)
    cover: npt.NDArray[np.float32] = np.divide(pixels.reshape(shape), 15, dtype=np.float32)
    return cover


@functools.cache
def _places() -> dict[str, int]:
    return {character: at for at, character in enumerate(glyphs.CHARACTERS)}


def draw(board: str, rows: int) -> npt.NDArray[np.uint8]:
    r"""A picture of a text with ANSI colours: uint8, this many rows of `COLUMNS` characters.

    What goes beyond the last row or column is cut, so that all pictures of a game are of one size.

    >>> draw("\x1b[31m8♥\x1b[0m", rows=2).shape
    (40, 800, 3)
    """
    cells = np.empty((rows, COLUMNS, glyphs.HEIGHT, glyphs.WIDTH, 3), dtype=np.uint8)
    cells[:] = _PAPER
    for row, line in enumerate(board.split("\n")[:rows]):
        column = 0
        codes: frozenset[int] = frozenset()
        for at, part in enumerate(_STYLED.split(line)):
            if at % 2:
                codes = frozenset(int(code) for code in part.split(";") if code) - {0}
                continue
            text = part[: COLUMNS - column]
            cells[row, column : column + len(text)] = _inked(text, codes)
            column += len(text)
    size = (rows * glyphs.HEIGHT, COLUMNS * glyphs.WIDTH, 3)
    return cells.transpose(0, 2, 1, 3, 4).reshape(size)


def _inked(text: str, codes: frozenset[int]) -> npt.NDArray[np.float32]:
    """The pixels of a text in its colour, character by character."""
    colors = [_COLORS[code] for code in sorted(codes & _COLORS.keys())] or [_INK]
    paper = np.array(_PAPER, dtype=np.float32)
    shade = np.array(colors[-1], dtype=np.float32) - paper
    pixels: npt.NDArray[np.float32] = np.rint(paper + _shapes(text, codes)[..., None] * shade)
    return pixels


def _shapes(text: str, codes: frozenset[int]) -> npt.NDArray[np.float32]:
    """The glyphs of a text, bold (1) or underlined (4) as the codes say; unknown ones are `?`."""
    unknown = _places()["?"]
    glyphs = _font()[[_places().get(character, unknown) for character in text]]
    if 1 in codes:
        glyphs[:, :, 1:] = np.maximum(glyphs[:, :, 1:], glyphs[:, :, :-1])
    if 4 in codes:
        glyphs[:, -2] = 1
    return glyphs
