"""Writes python/eights/glyphs.py: the characters of a board as small grey pictures.

Pillow, which Matplotlib requires, draws them in DejaVu Sans Mono, which Matplotlib ships:
`.venv/bin/python tools/make_glyphs.py`.
"""

from __future__ import annotations

import base64
import textwrap
import zlib
from pathlib import Path

import matplotlib as mpl
import numpy as np
from PIL import Image, ImageDraw, ImageFont

SYMBOLS = "─│╭╮╰╯░▮▶★…↺↻♠♣♥♦"
# The second range holds the letters of European languages, for titles.
CHARACTERS = "".join(map(chr, [*range(32, 127), *range(0xC0, 0x180)])) + SYMBOLS
WIDTH, HEIGHT, SIZE = 10, 20, 16
FONT = Path(mpl.get_data_path()) / "fonts" / "ttf" / "DejaVuSansMono.ttf"
OUT = Path(__file__).resolve().parents[1] / "python" / "eights" / "glyphs.py"

HEAD = '''"""The characters of a board as grey pictures; written by tools/make_glyphs.py.

They are drawn with DejaVu Sans Mono, whose changes to Bitstream Vera are in the public domain.
Fonts are (c) 2003 by Bitstream, Inc. All Rights Reserved. Bitstream Vera is a trademark of
Bitstream, Inc.
"""

from __future__ import annotations

CHARACTERS = "".join(map(chr, [*range(32, 127), *range(0xC0, 0x180)])) + "{symbols}"
WIDTH, HEIGHT = {width}, {height}

PACKED = """
{packed}
"""
"""Base 85 of zlib of two pixels a byte, character by character, row by row."""
'''


def main() -> None:
    """Draws every character and writes the module."""
    font = ImageFont.truetype(str(FONT), SIZE)
    glyphs = []
    for character in CHARACTERS:
        image = Image.new("L", (WIDTH, HEIGHT))
        ImageDraw.Draw(image).text((0, 0), character, fill=255, font=font)
        glyphs.append(np.asarray(image) // 17)
    pixels = np.stack(glyphs).reshape(-1, 2)
    packed = base64.b85encode(zlib.compress((pixels[:, 0] << 4 | pixels[:, 1]).tobytes(), 9))
    OUT.write_text(
        HEAD.format(
            symbols=SYMBOLS,
            width=WIDTH,
            height=HEIGHT,
            packed=textwrap.fill(packed.decode(), 100, break_on_hyphens=False),
        ),
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
