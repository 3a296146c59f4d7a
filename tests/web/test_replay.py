"""The page of a record in a real browser: whose eyes it has, and how legible it is."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from legibility import PHONE, beside_the_screen, clipped, contrast, violations
from playwright.sync_api import Page, expect
from test_table import picture

import eights

pytest_plugins = ["browsing"]
Visit = Callable[..., Page]
TABLES = {"kings_reverse": 4, "uno": 10, "other_blackjack": 2}


def played(ruleset: str) -> eights.State:
    """Returns a game between bots that is over."""
    state = eights.Game(ruleset, players=TABLES[ruleset]).new_initial_state(seed=1)
    while not state.is_terminal():
        state.apply_action(state.bot_action("greedy"))
    return state


def page_of(state: eights.State, folder: Path, perspective: int | None = None) -> str:
    """Writes the page of a game, and returns its address."""
    file = folder / "game.html"
    eights.save_replay(state.record(), file, perspective)
    return file.as_uri()


def deciders(state: eights.State) -> list[int]:
    """Returns who decides at each position of a game; the last one is that of its end."""
    given = json.loads(state.record())
    at = eights.replay(json.dumps(given | {"moves": []}))
    found = [at.current_player()]
    for move in given["moves"]:
        at.apply_action(move)
        found.append(at.current_player())
    return found


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["wide", "phone"])
def test_a_page_has_the_eyes_of_whoever_decides(
    tmp_path: Path, visit: Visit, screen: dict[str, object]
) -> None:
    state = played("kings_reverse")
    page = visit(page_of(state, tmp_path), **screen)
    seen = page.locator("#picture")
    expect(page.locator("#eyes option:checked")).to_have_text("whoever decides")
    *seats, end = deciders(state)
    assert len(set(seats)) > 1
    assert end < 0
    for seat in seats[:12]:
        expect(seen).to_contain_text(f"you, seat {seat}")
        expect(page.locator("#legal tr.chosen")).to_have_count(1)
        page.click("#on")
    page.click("#last")
    expect(seen).not_to_contain_text("you, ")
    page.click("#first")
    page.select_option("#eyes", label="seat 2")
    for _ in range(3):
        expect(seen).to_contain_text("you, seat 2")
        page.click("#on")
    page.select_option("#eyes", label="all hands open")
    expect(seen).not_to_contain_text("you, ")


def test_the_page_of_one_seat_stays_with_it(tmp_path: Path, visit: Visit) -> None:
    page = visit(page_of(played("kings_reverse"), tmp_path, 3))
    assert page.locator("#eyes option").all_text_contents() == ["seat 3"]
    for _ in range(4):
        expect(page.locator("#picture")).to_contain_text("you, seat 3")
        page.click("#on")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("screen", [{}, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("ruleset", TABLES)
def test_the_page_is_legible_and_fits(
    tmp_path: Path, visit: Visit, ruleset: str, scheme: str, screen: dict[str, object]
) -> None:
    page = visit(page_of(played(ruleset), tmp_path), color_scheme=scheme, **screen)
    for place in ("#on", "#last"):
        page.click(place)
        assert contrast(page) == []
        assert clipped(page) == []
        assert beside_the_screen(page) == 0
    assert violations(page) == []


@pytest.mark.parametrize("ruleset", TABLES)
def test_a_phone_shows_the_table_in_letters_that_can_be_read(
    tmp_path: Path, visit: Visit, ruleset: str
) -> None:
    page = visit(page_of(played(ruleset), tmp_path), **PHONE)
    picture(page, f"replay-phone-{ruleset}")
    heights = page.locator("#picture").evaluate(SIZES)
    assert len(heights) > 2 * TABLES[ruleset]
    assert min(heights) >= 11
    expect(page.locator("#picture")).to_contain_text(f"seat {TABLES[ruleset] - 1}")
    for button in page.locator("nav button").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 40
    expect(page.locator("#on")).to_be_in_viewport()
    expect(page.locator(".piles svg")).to_be_in_viewport(ratio=1)


SIZES = """table => [...table.querySelectorAll("text, b, span, em, p")]
    .filter(one => one.textContent && !one.closest("symbol, defs"))
    .map(one => {
        const scale = one instanceof SVGElement ? one.getScreenCTM().a : 1;
        return parseFloat(getComputedStyle(one).fontSize) * scale;
    })"""
"""The sizes of all letters of the table in pixels of the screen, but for those on cards."""


def test_faults_are_found(visit: Visit) -> None:
    page = visit("about:blank")
    page.set_content(
        """<body style="background: #fff; color: #767676"><p>good enough</p>
        <p style="color: #999">too pale</p><p style="opacity: .6">seen through</p>
        <p style="background: #555; color: #888"><b>on grey</b></p>
        <svg width="200" height="40"><rect width="200" height="40" fill="#1d5c45"/>
        <text x="9" y="20" fill="#fff">white on green</text>
        <text x="120" y="20" fill="#333">dark on green</text></svg>
        <p style="width: 9px; overflow: hidden; white-space: pre; color: #000">cut at its end</p>
        <div style="width: 2000px">wide</div>"""
    )
    found = [line.split(": ")[1] for line in contrast(page)]
    assert found == ["too pale", "seen through", "on grey", "dark on green"]
    assert clipped(page) == ["cut at its end"]
    assert beside_the_screen(page) > 700
    assert any(line.startswith("html-has-lang") for line in violations(page))
