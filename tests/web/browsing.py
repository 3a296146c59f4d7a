"""A real Chromium, and servers of tables for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page
from serving import Running, running

from chromium import launched


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with launched() as made:
        yield made


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path / "tables.sqlite", delay=0.02) as made:
        yield made


@pytest.fixture
def visit(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens a page in a new browser context; an error in its log fails the test."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def opened(address: str, **options: Any) -> Page:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 860}, **options})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on(
            "console",
            lambda said: errors.append(said.text) if said.type in ("error", "warning") else None,
        )
        page.goto(address)
        return page

    yield opened
    for context in contexts:
        context.close()
    # The browser itself logs unreachable servers and refused choices.
    expected = ("WebSocket connection to", "responded with a status of 422")
    assert not [error for error in errors if not any(part in error for part in expected)]
