"""The page of `eights watch`: its files, and all of it in one file that loads nothing."""

from __future__ import annotations

import base64
import json
import zlib
from importlib import resources
from pathlib import Path
from typing import Any

from eights._base.files import printable
from eights.runs import RunError
from eights.runs.lines import GAMES
from eights.watch.games import game_page
from eights.watch.told import places, told

__all__ = ["asset", "whole_page"]

GAMES_OF_A_PAGE = 3
"""Sample games of each run that the one file holds, the newest ones: each is some 20 KB."""


def asset(name: str) -> str:
    """A file of the page."""
    return resources.files("eights.watch").joinpath(name).read_text(encoding="utf-8")


def whole_page(top: Path) -> str:
    """All runs below a folder as one page that can be given away; of one that is damaged, why.

    Raises:
        RunError: there is no run, or none can be read.
    """
    data = told(top)
    if not data["runs"]:
        raise RunError(f"there is no run in {top}: eights.RunLog writes one")
    if all("error" in run for run in data["runs"]):
        raise RunError(data["runs"][0]["error"])
    folders = places(top)
    for run in data["runs"]:
        if "error" not in run:
            games = run["games"][:GAMES_OF_A_PAGE]
            run["games"] = [game | _packed(folders[run["place"]], game["file"]) for game in games]
    page = asset("page.html")
    page = page.replace('<link rel="stylesheet" href="/page.css">', "STYLE")
    page = page.replace('<script defer src="/curves.js"></script>\n', "")
    page = page.replace('<script defer src="/page.js"></script>\n', "")
    head, tail = page.split("STYLE")
    body, end = tail.split("</body>")
    style = f"<style>\n{asset('page.css')}</style>"
    scripts = "".join(f"<script>\n{asset(name)}</script>\n" for name in ("curves.js", "page.js"))
    return f"{head}{style}{body}{_data(data)}\n{scripts}</body>{end}"


def _packed(folder: Path, file: str) -> dict[str, str]:
    """The page of a sample game, compressed since it says much again and again; or why not."""
    try:
        page = game_page(folder / GAMES / file)
    except RunError as error:
        return {"error": printable(error)}
    return {"page": base64.b64encode(zlib.compress(page.encode(), 9)).decode()}


def _data(data: dict[str, Any]) -> str:
    """Data inside a page, in which nothing ends the element that it stands in."""
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    text = text.replace("<", "\\u003c")
    return f'<script id="data" type="application/json">{text}</script>'
