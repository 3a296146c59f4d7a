"""The pages of `eights serve` are legible: contrast, no text cut off, and the rules of axe."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from legibility import PHONE, beside_the_screen, clipped, contrast, violations
from playwright.sync_api import Page, expect
from serving import Running
from test_table import CHOICES, by_mouse, picture, play

pytest_plugins = ["browsing"]
Visit = Callable[..., Page]
SCREENS = [pytest.param({}, id="laptop"), pytest.param(PHONE, id="phone")]


def ask(page: Page) -> None:
    """Asks all questions about the page as it is shown."""
    assert contrast(page) == []
    assert clipped(page) == []
    assert beside_the_screen(page) == 0
    assert violations(page) == []


@pytest.mark.parametrize("screen", SCREENS)
def test_making_a_table(server: Running, visit: Visit, screen: dict[str, Any]) -> None:
    page = visit(server.home, **screen)
    expect(page.locator("#setup-rules h1")).to_be_visible()
    page.click("#more > summary")
    ask(page)


@pytest.mark.parametrize("screen", SCREENS)
def test_playing_to_the_end(server: Running, visit: Visit, screen: dict[str, Any]) -> None:
    table = server.table("person", "heuristic", "greedy", names=["", "Maximilian III", ""])
    page = visit(table.link(), **screen)
    page.wait_for_selector(CHOICES)
    ask(page)
    play(page, by_mouse)
    expect(page.locator("#replay")).to_be_visible()
    ask(page)
    picture(page, f"legible-{screen.get('viewport', {}).get('width', 1280)}")


def test_inviting_and_rules(server: Running, visit: Visit) -> None:
    page = visit(server.home, **PHONE)
    page.select_option("#players", "2")
    page.select_option("#seat-1", "person")
    page.click("#deal")
    page.wait_for_selector("#board svg")
    expect(page.locator("#links")).to_be_visible()
    ask(page)
    page.tap("#rules-button")
    expect(page.locator("#rules h1")).to_be_visible()
    ask(page)
