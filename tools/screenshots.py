"""Takes the pictures of docs/images: pages as Chromium shows them, and tables of an environment.

`make screenshots` runs it, in the root of the repository. Games are dealt from fixed seeds; the run
of training is that of `make curve`.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import gymnasium
import numpy as np
from PIL import Image
from playwright.sync_api import Browser, Page, expect

import eights
from background import served
from chromium import launched
from eights.serve import Opponents, Server, Store
from eights.watch.app import watching

ROOT = Path(__file__).resolve().parents[1]
IMAGES = ROOT / "docs/images"
RUN = ROOT / "runs/pictures"
SEED = 4
"""Seed of the deal at the table."""
MOVES = 3
"""Own moves at the table before the picture is taken."""
QUALITY = 82
"""Quality of the WebP files, of 100."""
CARDS = "#hand button:enabled"
CHOICES = f"{CARDS}, #actions button:enabled"
LAPTOP: dict[str, Any] = {"viewport": {"width": 1100, "height": 760}, "device_scale_factor": 1.5}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}}

Shoot = Callable[[Browser], None]


def save(picture: bytes, name: str) -> None:
    """Writes a picture to docs/images as WebP."""
    file = IMAGES / f"{name}.webp"
    Image.open(io.BytesIO(picture)).convert("RGB").save(file, quality=QUALITY, method=6)


@contextlib.contextmanager
def opened(browser: Browser, place: str, screen: dict[str, Any]) -> Iterator[Page]:
    """Opens a page on a screen, where nothing moves."""
    context = browser.new_context(**screen, reduced_motion="reduce", color_scheme="light")
    page = context.new_page()
    page.goto(place)
    yield page
    context.close()


# ---- eights serve -------------------------------------------------------------------------------


def new_table(home: str) -> str:
    """Opens a table of a person and three bots; returns the link to the person's seat."""
    chosen = {
        "ruleset": "uno",
        "players": 4,
        "match": False,
        "variants": [],
        "overrides": {},
        "seats": ["person", "heuristic", "greedy", "random"],
        "names": ["Ann", "Ben", "Cleo", "Dan"],
    }
    body = json.dumps(chosen).encode()
    request = urllib.request.Request(
        f"{home}api/tables", data=body, headers={"Content-Type": "application/json"}
    )
    dealt = mock.patch("eights.serve.tables.secrets.randbits", return_value=SEED)
    with dealt, urllib.request.urlopen(request) as answer:
        made = json.load(answer)
    return f"{home}table/{made['table']}#{made['seats'][0]['secret']}"


def play(page: Page, moves: int) -> None:
    """Plays the first card that may be played, or takes the first other action, a few times."""
    shown = "document.getElementById('log').innerText"
    for _ in range(moves):
        page.wait_for_selector(CHOICES)
        before = page.evaluate(shown)
        cards = page.locator(CARDS)
        chosen = cards if cards.count() else page.locator(CHOICES)
        chosen.first.click(position={"x": 10, "y": 12})
        page.wait_for_function(f"before => {shown} !== before", arg=before)
    page.wait_for_selector(CHOICES)


def tables(browser: Browser) -> None:
    """Pictures of a new table, of a table in play, and of the same one on a phone."""
    app = Server(Store(":memory:"), Opponents(), delay=0.0).app
    with served(app) as home:
        with opened(browser, home, LAPTOP) as page:
            page.select_option("#ruleset", "crazy_eights_special")
            page.select_option("#players", "4")
            page.fill("#switches input >> nth=2", "7")
            page.keyboard.press("Tab")
            expect(page.locator("#changed")).to_have_text("1 change.")
            page.wait_for_selector("#deal:enabled")
            save(page.screenshot(), "serve-new-table")
        link = new_table(home)
        with opened(browser, link, LAPTOP) as page:
            play(page, MOVES)
            save(page.screenshot(), "serve-table")
        with opened(browser, link, PHONE) as page:
            page.wait_for_selector(CHOICES)
            save(page.screenshot(), "serve-phone")


# ---- Others -------------------------------------------------------------------------------------


def curves(browser: Browser) -> None:
    """A picture of the page of a run."""
    with served(watching(RUN.relative_to(ROOT))) as home, opened(browser, home, LAPTOP) as page:
        page.wait_for_selector("#curves svg")
        save(page.screenshot(), "watch")


def replay(browser: Browser) -> None:
    """A picture of the page of a game, with the notes of the policy that played it."""
    record = (RUN / "ppo_selfplay/game.json").read_text(encoding="utf-8")
    notes = json.loads(record)["annotations"]
    unsure = min(notes, key=lambda note: max(note["probabilities"].values()))
    with opened(browser, "about:blank", LAPTOP) as page:
        page.set_content(eights.replay_page(record))
        for _ in range(unsure["move"] - 1):
            page.click("#on")
        save(page.screenshot(), "replay")


def environments(_browser: Browser) -> None:
    """A picture of four tables of a vector environment, as it renders them."""
    envs = gymnasium.make_vec(
        "eights/KingsReverse-v0",
        num_envs=4,
        players=4,
        opponents="heuristic",
        render_mode="rgb_array",
        render_width=560,
    )
    _, infos = envs.reset(seed=1)
    for _step in range(3):
        *_, infos = envs.step(infos["action_mask"].argmax(axis=1))
    drawn = envs.render()
    assert drawn is not None
    rows = [np.concatenate(drawn[at : at + 2], axis=1) for at in (0, 2)]
    file = io.BytesIO()
    Image.fromarray(np.concatenate(rows)).save(file, "PNG")
    save(file.getvalue(), "environments")


PICTURES: dict[str, Shoot] = {
    "serve": tables,
    "watch": curves,
    "replay": replay,
    "environments": environments,
}


def main() -> None:
    """Takes the pictures that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=list(PICTURES), metavar="NAME")
    names = parser.parse_args().names
    IMAGES.mkdir(exist_ok=True)
    with launched() as browser:
        for name in names:
            PICTURES[name](browser)


if __name__ == "__main__":
    main()
