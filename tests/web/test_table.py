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
from legibility import PHONE
from playwright.sync_api import Page, Route, expect
from serving import Running, running

import eights

pytest_plugins = ["browsing"]
Visit = Callable[..., Page]
PICTURES = os.environ.get("EIGHTS_PICTURES")
"""Folder for screenshots, for a person to look at."""
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
    # Near the corner, since cards overlap in a large hand.
    page.locator(f'[data-text="{action}"]:enabled').first.click(position={"x": 10, "y": 12})


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
    expect(page.locator("#outcome")).to_have_text(re.compile(r"You win!|(Ben|Cleo) wins\."))
    picture(page, "result")
    results = page.locator("#results tbody tr")
    assert results.count() == 3
    for seat in range(3):
        counted = results.nth(seat).locator("td").last.inner_text().split()[0]
        assert results.nth(seat).locator(".small-card svg").count() == int(counted)
    for button, ending in (("#record", "json"), ("#parquet", "parquet")):
        with page.expect_download() as download:
            page.click(button)
        assert download.value.suggested_filename == f"crazy_eights_special-1.{ending}"
        download.value.save_as(tmp_path / f"game.{ending}")
    end = eights.replay((tmp_path / "game.json").read_text())
    assert end.is_terminal()
    assert pq.read_table(tmp_path / "game.parquet").num_rows == end.move_number()
    replay = visit(page.locator("#replay").evaluate("link => link.href"))
    expect(replay.locator("#picture svg")).to_be_visible()
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
    expect(host.locator("#unreachable")).to_contain_text("Only this computer can open links")
    guest = visit(link)
    expect(guest.locator("#chips li").nth(1)).to_contain_text("you")
    expect(host.locator("#chips")).not_to_contain_text("away")
    expect(host.locator("#links")).to_be_hidden()
    guest.click("#rename")
    guest.fill("#name", "Zoë")
    guest.keyboard.press("Enter")
    expect(host.locator("#chips li").nth(1)).to_contain_text("Zoë")
    expect(host.locator("#board")).to_contain_text("Zoë")
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
    assert host.locator("#results").inner_text().count("(you)") == 1


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
        button.tap(position={"x": 10, "y": 12})

    page.wait_for_selector(CHOICES)
    picture(page, "phone-table")
    page.tap("#rules-button")
    expect(page.locator("#rules h1")).to_be_in_viewport()
    picture(page, "phone-rules")
    page.tap("#rules-close")
    expect(page.locator("#rules-panel")).to_be_hidden()
    assert play(page, by_finger)
    picture(page, "phone-result")


def test_house_rules_change_the_rules_beside(server: Running, visit: Visit) -> None:
    page = visit(server.home)
    expect(page.locator("#setup-rules")).to_contain_text("seven cards with two players")
    assert page.locator("#switches .switch").count() <= 14
    expect(page.locator("#switches")).to_contain_text("Cards for each player")
    page.fill("[id='switch-deal.cards']", "9")
    page.keyboard.press("Enter")
    expect(page.locator("#setup-rules")).to_contain_text("Each player is dealt nine cards")
    expect(page.locator("#changed")).to_have_text("1 change.")
    picture(page, "house-rules")
    page.fill("[id='switch-deal.cards']", "60")
    page.locator("[id='switch-deal.cards']").blur()
    wrong = page.locator(".switch", has=page.locator("[id='switch-deal.cards']")).locator(".wrong")
    expect(wrong).to_contain_text("3 players need 181 cards for the deal and a starter")
    expect(page.locator("[id='switch-deal.cards']")).to_have_attribute("aria-invalid", "true")
    picture(page, "wrong-house-rule")
    expect(page.locator("#deal")).to_be_disabled()
    page.click("#reset")
    expect(page.locator("#setup-rules")).to_contain_text("seven cards with two players")
    expect(page.locator(".wrong")).to_have_count(0)
    page.click("#more > summary")
    page.click("details[data-group='special eight'] summary")
    page.check("[id='switch-special.eight.reverse']")
    expect(page.locator("#changed")).to_have_text("1 change.")
    page.click("#deal")
    page.wait_for_selector("#board svg")
    page.click("#rules-button")
    expect(page.locator("#rules")).to_contain_text("Eight.")


def test_an_answer_leaves_alone_what_somebody_types(server: Running, visit: Visit) -> None:
    page = visit(server.home)
    expect(page.locator("#setup-rules")).to_contain_text("seven cards with two players")
    asked: list[Route] = []
    page.route("**/api/setup", lambda route: asked.append(route))
    field = page.locator("[id='switch-deal.cards']")
    field.fill("6")
    field.press("Enter")
    wait(page, lambda: len(asked) == 1)
    field.press("End")
    page.keyboard.type("0")
    with page.expect_response("**/api/setup"):
        asked[0].continue_()
    page.keyboard.press("Enter")
    wait(page, lambda: len(asked) == 2)
    assert '"overrides":{"deal.cards":60}' in (asked[1].request.post_data or "")
    asked[1].continue_()
    wrong = page.locator(".switch", has=field).locator(".wrong")
    expect(wrong).to_contain_text("3 players need 181 cards for the deal and a starter")
    field.blur()
    assert len(asked) == 2


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
    expect(page.locator("#said")).to_have_text("The link opens no seat of this table.")
    page = visit(f"{server.home}table/nothing#wrong")
    expect(page.locator("#said")).to_have_text("There is no table 'nothing'.")
    page.click("#leave")
    expect(page.locator("#setup")).to_be_visible()


SIZES = [
    pytest.param({"viewport": {"width": 1280, "height": 800}}, id="laptop"),
    pytest.param(PHONE, id="phone"),
]


@pytest.mark.parametrize("screen", SIZES)
@pytest.mark.parametrize(("others", "cards"), [(9, 5), (1, 33)], ids=["ten players", "33 cards"])
def test_the_hand_is_always_on_the_screen(
    server: Running, visit: Visit, screen: dict[str, Any], others: int, cards: int
) -> None:
    overrides = {"deal.cards": cards, "deck.packs": 2}
    table = server.table("person", *["heuristic"] * others, overrides=overrides)
    page = visit(table.link(), **screen)
    page.wait_for_selector(CHOICES)
    hand = page.locator("#hand button")
    assert hand.count() == cards
    for number in range(cards):
        card = hand.nth(number)
        expect(card).to_be_in_viewport(ratio=0.99)
        # A finger finds 24 pixels of each card, which no other card covers.
        seen = card.evaluate(
            "card => { const at = card.getBoundingClientRect();"
            " return [4, 22].every(x => document.elementFromPoint(at.left + x, at.top + 12)"
            ".closest('button') === card); }"
        )
        assert seen, f"card {number} is covered"
    expect(page.locator("#status")).to_be_in_viewport()
    expect(page.locator("#board svg")).to_be_in_viewport()
    picture(page, f"hand-{others}-{screen['viewport']['width']}")


def test_two_piles_are_chosen_by_clicks(server: Running, visit: Visit) -> None:
    table = server.table("person", *["heuristic"] * 3, ruleset="stalin")
    page = visit(table.link())
    page.wait_for_selector("#board svg")
    while not page.locator("#board [data-place='pile 1'][data-action]").count():
        wait(page, lambda: ready(page))
        if page.locator("#result").is_visible():
            page.click("#again")
            expect(page.locator("#result")).to_be_hidden()
            continue
        if page.locator("#board [data-place='pile 1'][data-action]").count():
            break
        do(page, by_mouse)
    expect(page.locator("#board")).to_contain_text("first pile")
    expect(page.locator("#actions")).to_contain_text("on the second pile")
    before = shown(page)
    picture(page, "two-piles")
    page.locator("#board [data-place='pile 1'][data-action] use").first.click()
    wait(page, lambda: shown(page) != before)


def test_a_bot_plays_on_for_who_has_left(server: Running, visit: Visit) -> None:
    table = server.table("person", "person")
    page = visit(table.link())
    page.get_by_role("button", name="Let a bot play on").click()
    expect(page.locator("#chips li").nth(1)).to_contain_text("a bot plays on")
    page.wait_for_selector(CHOICES)


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_cards_travel_unless_motion_is_to_be_reduced(
    server: Running, visit: Visit, motion: str
) -> None:
    table = server.table("person", "heuristic")
    page = visit(table.link(), reduced_motion=motion)
    page.evaluate(
        "window.moved = 0; const animate = Element.prototype.animate;"
        "Element.prototype.animate = function (...all)"
        " { moved += 1; return animate.apply(this, all); }; null"
    )
    page.wait_for_selector(CHOICES)
    do(page, by_mouse)
    wait(page, lambda: ready(page))
    assert (page.evaluate("moved") > 0) == (motion == "no-preference")
    expect(page.locator(".travelling")).to_have_count(0)


def test_the_table_is_told_in_a_line(server: Running, visit: Visit) -> None:
    page = visit(server.home)
    deal(page, "uno", "heuristic")
    page.wait_for_selector(CHOICES)
    line = page.locator("#line").inner_text()
    for part in ("Upcard the ", "colour in force ", "Stock ", "clockwise", "Your turn"):
        assert part in line


def test_a_page_reconnects_after_a_restart(visit: Visit, tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    with running(path) as first:
        page = visit(first.home)
        deal(page, "crazy_eights", "heuristic")
        page.wait_for_selector(CHOICES)
        hand = page.locator("#hand").inner_html()
        port = int(first.home.rstrip("/").rpartition(":")[2])
    expect(page.locator("#banner")).to_contain_text("Connection lost")
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
