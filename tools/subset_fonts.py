"""Writes python/eights/_display/fonts/: the letters of pictures in PNG, cut from DejaVu Sans.

    .venv/bin/python tools/subset_fonts.py

The fonts and their licence come from matplotlib.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import matplotlib as mpl
from fontTools import subset

ROOT = Path(__file__).resolve().parents[1]
FONTS = ROOT / "python" / "eights" / "_display" / "fonts"
RANGES = [
    (0x20, 0x17F),  # Latin
    (0x370, 0x4FF),  # Greek, Cyrillic
    (0x2010, 0x2027),  # dashes, quotes, dots
    (0x2190, 0x21FF),  # arrows
    (0x2200, 0x22FF),  # signs of sums
    (0x25A0, 0x26FF),  # shapes, suits, stars
]


def main() -> None:
    """Writes both weights, and the licence beside them."""
    there = Path(mpl.get_data_path()) / "fonts" / "ttf"
    wanted = [code for first, last in RANGES for code in range(first, last + 1)]
    FONTS.mkdir(exist_ok=True)
    for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"):
        options = subset.Options(layout_features=["kern"], hinting=False, notdef_outline=True)
        font = subset.load_font(str(there / name), options)
        cutter = subset.Subsetter(options)
        cutter.populate(unicodes=wanted)
        cutter.subset(font)
        subset.save_font(font, str(FONTS / name), options)
    shutil.copy(there / "LICENSE_DEJAVU", FONTS / "LICENSE")


if __name__ == "__main__":
    main()
