"""The table in a real browser: whole games by mouse, by keyboard, and on a narrow phone."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from playwright.sync_api import Page, expect
from serving import Running, running

import eights

pytest_plugins = ["browsing"]
Visit = Callable[..., Page]
PICTURES = os.environ.get("EIGHTS_PICTURES")
"""Folder for screenshots, for a person to look at."""
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
CHOICES = "#actions button:enabled, #hand button:enabled"


def picture(page: Page, name: str) -> None:
    """Saves a screenshot of the page if a folder is set."""
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png")


def deal(page: Page, ruleset: str, *others: str) -> None:
    """Opens a table with a person on seat 0."""
    page.select_option("#ruleset", ruleset)
    page.select_option("#players", str(1 + len(others)))
    for seat, who in enumerate(others, start=1):
        page.select_option(f"#seat-{seat}", who)
    expect(page.locator("#setup-rules h1")).to_have_text(eights.Ruleset(ruleset).title)
    page.click("#deal")
    page.wait_for_selector("#board svg")


def texts(page: Page, selector: str) -> list[str]:
    """Returns the actions of some buttons."""
    script = "all => all.map(one => one.dataset.text)"
    found: list[str] = page.eval_on_selector_all(selector, script)
    return found


def wait(page: Page, until: Callable[[], bool]) -> None:
    """Waits for a condition that no single element shows."""
    for _ in range(2000):
        if until():
            return
        page.wait_for_timeout(10)
    raise AssertionError(f"waited in vain: {page.locator('#status').inner_text()}")


def shown(page: Page) -> str:
    """Returns the text of the log, the status and the actions."""
    script = "['log', 'status', 'actions'].map(id => document.getElementById(id).innerText).join()"
    return str(page.evaluate(script))


def ready(page: Page) -> bool:
    """True if the person is to act, or the game is over."""
    return page.locator(CHOICES).count() > 0 or page.locator("#result").is_visible()


def do(page: Page, choose: Callable[[Page, str], None]) -> str:
    """Takes the best offered action, and waits for its effect."""
    action, before = best(page), shown(page)
    choose(page, action)
    wait(page, lambda: shown(page) != before)
    return action


def best(page: Page) -> str:
    """Returns the action to choose: a call, a challenge, or else the last one offered."""
    offered = texts(page, CHOICES)
    for wanted in ("say 0", "challenge"):
        if wanted in offered:
            return wanted
    cards = [text for text in offered if text.startswith(("play", "suit"))]
    return (cards or offered)[-1]


def play(page: Page, choose: Callable[[Page, str], None]) -> list[str]:
    """Plays to the end; returns the chosen actions."""
    chosen: list[str] = []
    while True:
        wait(page, lambda: ready(page))
        if page.locator("#result").is_visible():
            return chosen
        chosen.append(do(page, choose))


def by_mouse(page: Page, action: str) -> None:
    stock = page.locator("#board .stock")
    if action == "draw" and stock.count():
        stock.click()
        return
    page.locator(f'[data-text="{action}"]:enabled').first.click()


def by_key(page: Page, action: str) -> None:
    key = page.locator(f'[data-text="{action}"]:enabled kbd').first.inner_text()
    page.keyboard.press(key)


def by_tab(page: Page, action: str) -> None:
    """Moves to the button by Tab, and presses Enter."""
    for _ in range(200):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.text") == action:
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"Tab does not come to {action}")


def test_a_whole_game_by_mouse(server: Running, visit: Visit, tmp_path: Path) -> None:
    page = visit(server.home)
    picture(page, "setup")
    deal(page, "crazy_eights_special", "heuristic", "greedy")
    picture(page, "table")
    assert play(page, by_mouse)
    expect(page.locator("#outcome")).to_have_text(re.compile(r"You win!|Seat \d wins\."))
    picture(page, "result")
    for button, ending in (("#record", "json"), ("#parquet", "parquet")):
        with page.expect_download() as download:
            page.click(button)
        assert download.value.suggested_filename == f"crazy_eights_special-1.{ending}"
        download.value.save_as(tmp_path / f"game.{ending}")
    end = eights.replay((tmp_path / "game.json").read_text())
    assert end.is_terminal()
    assert pq.read_table(tmp_path / "game.parquet").num_rows == end.move_number()
    page.keyboard.press("n")
    expect(page.locator("#result")).to_be_hidden()


def test_a_whole_game_of_uno_with_a_challenge(server: Running, visit: Visit) -> None:
    page = visit(server.home)
    deal(page, "uno", "random")
    told = ""
    chosen: list[str] = []
    while "challenge" not in chosen:
        chosen += play(page, by_mouse)
        told = page.locator("#log").inner_text()
        if "challenge" not in chosen:
            page.click("#again")
            expect(page.locator("#result")).to_be_hidden()
    assert "You challenge" in told
    expect(page.locator("#outcome")).not_to_be_empty()


@pytest.mark.parametrize("choose", [by_key, by_tab])
def test_keyboard_only(server: Running, visit: Visit, choose: Callable[[Page, str], None]) -> None:
    page = visit(server.home)
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "deal":
            break
    expect(page.locator("#deal")).to_be_focused()
    expect(page.locator("#deal")).to_be_enabled()
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"
    page.keyboard.press("Enter")
    page.wait_for_selector("#board svg")
    page.keyboard.press("r")
    expect(page.locator("#rules h1")).to_have_text("Crazy Eights with special cards")
    page.keyboard.press("r")
    expect(page.locator("#rules-panel")).to_be_hidden()
    assert play(page, choose)


def test_two_browsers_at_one_table(server: Running, visit: Visit) -> None:
    host = visit(server.home)
    deal(host, "crazy_eights", "person", "heuristic")
    expect(host.locator("#chips")).to_contain_text("away")
    link = host.locator("#link-list input").input_value()
    picture(host, "invite")
    guest = visit(link)
    expect(guest.locator("#chips li").nth(1)).to_contain_text("you")
    expect(host.locator("#chips")).not_to_contain_text("away")
    hands = [
        page.eval_on_selector_all("#hand button", "all => all.map(one => one.dataset.text)")
        for page in (host, guest)
    ]
    assert not set(hands[0]) & set(hands[1])
    for page, other in ((host, hands[1]), (guest, hands[0])):
        content = page.content()
        assert not [text for text in other if f'"{text}"' in content]
    while not (host.locator("#result").is_visible() and guest.locator("#result").is_visible()):
        for page in (host, guest):
            while page.locator(CHOICES).count():
                do(page, by_mouse)
        host.wait_for_timeout(20)
    assert host.locator("#points").inner_text().count("you") == 1


@pytest.mark.parametrize("ruleset", ["crazy_eights", "prsi", "taki", "tschau_sepp", "uno"])
def test_every_card_in_hand_has_its_face(server: Running, visit: Visit, ruleset: str) -> None:
    page = visit(server.home)
    deal(page, ruleset, "heuristic")
    page.wait_for_selector("#hand button")
    cards = page.locator("#hand button").count()
    assert cards == page.locator("#hand button svg").count() > 0
    picture(page, f"faces-{ruleset}")


def test_a_phone(server: Running, visit: Visit) -> None:
    page = visit(server.home, **PHONE)
    expect(page.locator("#seat-1")).to_be_visible()
    picture(page, "phone-setup")
    deal(page, "crazy_eights_special", "heuristic", "heuristic", "heuristic")

    def by_finger(page: Page, action: str) -> None:
        button = page.locator(f'[data-text="{action}"]:enabled').first
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 40
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390
        button.tap()

    page.wait_for_selector(CHOICES)
    picture(page, "phone-table")
    assert play(page, by_finger)
    picture(page, "phone-result")


def test_house_rules_change_the_rules_beside(server: Running, visit: Visit) -> None:
    page = visit(server.home)
    expect(page.locator("#setup-rules")).to_contain_text("seven cards with two players")
    page.click("details[data-group=deal] summary")
    page.fill("[id='switch-deal.cards']", "9")
    page.keyboard.press("Enter")
    expect(page.locator("#setup-rules")).to_contain_text("Each player is dealt nine cards")
    expect(page.locator("#changed")).to_have_text("1 changed.")
    picture(page, "house-rules")
    page.fill("[id='switch-deal.cards']", "60")
    page.locator("[id='switch-deal.cards']").blur()
    expect(page.locator("#problem")).to_contain_text("deal.cards: 2 players need 121 cards")
    expect(page.locator("#deal")).to_be_disabled()
    page.click("#reset")
    expect(page.locator("#setup-rules")).to_contain_text("seven cards with two players")
    expect(page.locator("#problem")).to_be_hidden()
    page.click("details[data-group='special eight'] summary")
    page.check("[id='switch-special.eight.reverse']")
    expect(page.locator("#changed")).to_have_text("1 changed.")
    page.click("#deal")
    page.wait_for_selector("#board svg")
    page.click("#rules-button")
    expect(page.locator("#rules")).to_contain_text("Eight.")


def test_a_hint_is_shown(server: Running, visit: Visit) -> None:
    page = visit(server.home)
    deal(page, "crazy_eights", "person")
    guest = visit(page.locator("#link-list input").input_value())
    guest.wait_for_selector("#board svg")
    assert guest.locator("#hand button").count() == 7
    acts = page if page.locator(CHOICES).count() else guest
    acts.wait_for_selector(CHOICES)
    keys = acts.locator("#hand button:enabled kbd").all_inner_texts()
    assert keys == sorted(keys)
    acts.keyboard.press("h")
    expect(acts.locator("#status")).to_contain_text("A search would ")
    expect(acts.locator(".hinted").first).to_be_visible()
    picture(acts, "hint")


def test_a_wrong_link_says_so(server: Running, visit: Visit) -> None:
    table = server.table("person", "random")
    page = visit(f"{server.home}table/{table.name}#wrong")
    expect(page.locator("#banner")).to_have_text("The link opens no seat of this table.")
    page = visit(f"{server.home}table/nothing#wrong")
    expect(page.locator("#banner")).to_have_text("There is no table 'nothing'.")


def test_a_page_reconnects_after_a_restart(visit: Visit, tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    with running(path) as first:
        page = visit(first.home)
        deal(page, "crazy_eights", "heuristic")
        page.wait_for_selector(CHOICES)
        hand = page.locator("#hand").inner_html()
        port = int(first.home.rstrip("/").rpartition(":")[2])
    expect(page.locator("#banner")).to_contain_text("The connection is lost")
    expect(page.locator(CHOICES)).to_have_count(0)
    with running(path, port=port):
        expect(page.locator("#banner")).to_be_hidden()
        page.wait_for_selector(CHOICES)
        assert page.locator("#hand").inner_html() == hand
        play(page, by_mouse)
        record: dict[str, Any] = json.loads(
            page.evaluate(
                "async () => (await fetch(location.pathname.replace('table', 'api/tables')"
                " + '/games/1/record', {headers: {Authorization: 'Bearer '"
                " + location.hash.slice(1)}})).text()"
            )
        )
        assert record["format"] == "eights-record"
