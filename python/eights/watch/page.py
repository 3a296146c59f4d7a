"""The page of `eights watch`: its files, and all of it in one file that loads nothing."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from typing import Any

from eights._eights import Error
from eights._run_lines import GAMES
from eights.replays import replay_page
from eights.runs import RunError
from eights.watch.told import told

__all__ = ["asset", "game_page", "whole_page"]

GAMES_OF_A_PAGE = 3
"""Sample games of each run that the one file holds, the newest ones: each is some 200 KB."""


def asset(name: str) -> str:
    """A file of the page."""
    return resources.files("eights.watch").joinpath(name).read_text(encoding="utf-8")


def game_page(top: Path, place: str, file: str) -> str:
    """A sample game as a page to step through.

    Raises:
        RunError: the record cannot be read, or is none.
    """
    path = top / place / GAMES / file
    try:
        return replay_page(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, Error) as error:
        raise RunError(f"cannot show {path}: {error}") from error


def whole_page(top: Path) -> str:
    """All runs below a folder as one page that can be given away.

    Raises:
        RunError: there is no run, or one cannot be read.
    """
    data = told(top)
    if not data["runs"]:
        raise RunError(f"there is no run in {top}: eights.RunLog writes one")
    for run in data["runs"]:
        if "error" in run:
            raise RunError(run["error"])
        run["games"] = [
            game | {"page": game_page(top, run["place"], game["file"])}
            for game in run["games"][:GAMES_OF_A_PAGE]
        ]
    page = asset("page.html")
    page = page.replace('<link rel="stylesheet" href="/page.css">', "STYLE")
    page = page.replace('<script defer src="/curves.js"></script>\n', "")
    page = page.replace('<script defer src="/page.js"></script>\n', "")
    head, tail = page.split("STYLE")
    body, end = tail.split("</body>")
    style = f"<style>\n{asset('page.css')}</style>"
    scripts = "".join(f"<script>\n{asset(name)}</script>\n" for name in ("curves.js", "page.js"))
    return f"{head}{style}{body}{_data(data)}\n{scripts}</body>{end}"


def _data(data: dict[str, Any]) -> str:
    """Data inside a page, in which nothing ends the element that it stands in."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script id="data" type="application/json">{text}</script>'
