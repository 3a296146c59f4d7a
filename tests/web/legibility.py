"""Questions about a page that is shown: contrast, texts that are cut off, and the rules of axe."""

from __future__ import annotations

from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Frame, Page

PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
LEAST_CONTRAST = 4.5
"""Of text with its background: level AA of WCAG 2 for text of any size."""
QUESTIONS = Path(__file__).with_name("legibility.js").read_text(encoding="utf-8")


def contrast(page: Page | Frame) -> list[str]:
    """Returns the visible texts whose contrast with their background is too low, and how low."""
    found: list[str] = page.evaluate(f"{QUESTIONS}.contrast({LEAST_CONTRAST})")
    return found


def clipped(page: Page | Frame) -> list[str]:
    """Returns the texts that are cut off by the element that they are in."""
    found: list[str] = page.evaluate(f"{QUESTIONS}.clipped()")
    return found


def beside_the_screen(page: Page | Frame) -> int:
    """Returns by how many pixels a page is wider than the screen: so far it scrolls sideways."""
    return int(
        page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    )


def violations(page: Page) -> list[str]:
    """Returns the rules of axe that a page breaks, each with the elements that do."""
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {node['html'][:120]}" for one in found for node in one["nodes"]]
