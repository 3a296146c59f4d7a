"""Pictures in PNG and as pixels, from SVG: what `State.to_png` and `render_width` give.

resvg draws, with letters that come with the package: so a picture is the same on every machine,
also on one without any fonts. It needs the extra `png`.
"""

from __future__ import annotations

import functools
import io
import re
from importlib import resources
from pathlib import Path
from typing import SupportsIndex

import numpy as np
import numpy.typing as npt

from eights._base import arguments, extras

__all__ = ["pixels", "png", "require", "width_of"]

LEAST, MOST = 16, 8192
"""Pixels that a picture may be wide."""
WIDTH, HEIGHT = 800, 600
"""Of the SVG."""
FELT = "#123b2d"
"""The colour behind the round corners, where a picture is not transparent."""
FAMILY = "DejaVu Sans"
FONTS = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")
BEYOND = re.compile("[^\\s\x20-\u017f\u0370-\u04ff\u2010-\u2027\u2190-\u22ff\u25a0-\u26ff]")
"""A letter that the fonts of the package do not have."""


def width_of(name: str, value: SupportsIndex) -> int:
    """A width that a picture may have.

    Raises:
        ArgumentError: it is not an integer.
        GameError: it is out of bounds.
    """
    return arguments.integer(name, value, LEAST, MOST)


def require() -> None:
    """Looks whether what draws is there.

    Raises:
        ImportError: the extra `png` is not installed.
    """
    for module, package in (("resvg_py", "resvg-py"), ("PIL.Image", "Pillow")):
        extras.require("a picture in PNG", module, package, "png")


def png(svg: str, width: SupportsIndex = WIDTH, background: str | None = None) -> bytes:
    """A picture of a table as PNG.

    Args:
        svg: what `State.to_svg` returned.
        width: in pixels.
        background: what stands behind it; `None`: nothing.

    Raises:
        ArgumentError: the width is not an integer.
        GameError: it is out of bounds.
        ImportError: the extra `png` is not installed.
    """
    wide = width_of("width", width)
    require()
    import resvg_py

    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=wide,
            height=round(wide * HEIGHT / WIDTH),
            background=background,
            # Other letters are looked for on the machine, which takes time.
            skip_system_fonts=BEYOND.search(svg) is None,
            font_files=_fonts(),
            font_family=FAMILY,
            sans_serif_family=FAMILY,
        )
    )


@functools.cache
def _fonts() -> list[str]:
    """The files of the fonts."""
    with resources.as_file(resources.files(__package__) / "fonts") as folder:
        return [str(Path(folder) / name) for name in FONTS]


def pixels(svg: str, width: int) -> npt.NDArray[np.uint8]:
    """A picture of a table: uint8, shape `(height, width, 3)`.

    Raises:
        GameError: the width is out of bounds.
        ImportError: the extra `png` is not installed.
    """
    require()
    from PIL import Image

    with Image.open(io.BytesIO(png(svg, width, FELT))) as picture:
        return np.asarray(picture.convert("RGB"), dtype=np.uint8).copy()
