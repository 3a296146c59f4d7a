"""The page of `eights watch` in a real browser: it follows runs, and shows their games."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from legibility import PHONE, beside_the_screen, clipped, contrast, violations
from playwright.sync_api import Page, expect
from test_table import picture

import eights
from background import served
from eights.watch.app import watching
from eights.watch.page import whole_page

pytest_plugins = ["browsing"]
Visit = Callable[..., Page]


@pytest.fixture
def home(tmp_path: Path) -> Iterator[str]:
    """The address of a server that watches `tmp_path`."""
    with served(watching(tmp_path)) as address:
        yield address


def begin(folder: Path) -> eights.RunLog:
    """Starts a run of training."""
    return eights.RunLog(
        folder,
        ruleset="crazy_eights",
        players=2,
        budget=1000,
        settings={"seed": 1},
        tensorboard=False,
    )


def go_on(log: eights.RunLog, decisions: int) -> None:
    """Appends a point to every curve, and a game."""
    at = decisions / 1000
    log.point(decisions, {"losses/entropy": 1 - at / 2, "pool/self_0": at, "odd/thing": at})
    log.wins(decisions, "random", mean=at, low=at / 2, high=(1 + at) / 2)
    state = eights.Game("crazy_eights", players=2).new_initial_state(seed=decisions)
    while not state.is_terminal():
        state.apply_action(state.bot_action("greedy"))
    log.game(decisions, state.record(), "greedy <b>against</b> itself")


def test_the_page_follows_a_run(tmp_path: Path, home: str, visit: Visit) -> None:
    page = visit(home)
    expect(page.locator("#nothing")).to_contain_text("There is no run in")
    with begin(tmp_path / "one") as log:
        go_on(log, 100)
        expect(page.locator("#runs tbody")).to_contain_text("100 decisions of 1000")
        expect(page.locator("#status")).to_have_text("1 run, 1 training")
        go_on(log, 200)
        expect(page.locator("#runs tbody")).to_contain_text("200 decisions of 1000")
        expect(page.locator("#runs tbody")).to_contain_text("random 20 % (10 % … 60 %)")
        expect(page.locator("#games li")).to_have_count(2)
    expect(page.locator("#runs tbody")).to_contain_text("finished")
    entropy = page.locator("figure", has_text="Entropy of the policy")
    expect(entropy.locator("svg")).to_have_attribute(
        "aria-label", "Entropy of the policy (nats): now one 0.9"
    )
    assert page.locator("polygon.band").count() == 1
    with begin(tmp_path / "two") as log:
        for decisions in (100, 300, 700):
            go_on(log, decisions)
    expect(page.locator("#runs tbody tr")).to_have_count(2)
    expect(
        page.locator("figure", has_text="Win rate against random").locator(".band")
    ).to_have_count(2)
    picture(page, "watch")
    page.locator("#runs input").first.uncheck()
    expect(page.locator("figure", has_text="Entropy").locator("polyline.line")).to_have_count(1)


def test_numbers_are_told_where_the_pointer_is(tmp_path: Path, home: str, visit: Visit) -> None:
    with begin(tmp_path) as log:
        for decisions in (100, 500, 1000):
            go_on(log, decisions)
    page = visit(home)
    chart = page.locator("figure", has_text="Win rate").locator("svg")
    box = chart.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 60)
    expect(page.locator(".tip:visible")).to_have_text("500random: 50 % (25 % … 75 %)")
    page.get_by_label("time").check()
    expect(page.locator("figure text", has_text="s").first).to_be_visible()


def test_a_game_is_stepped_through(tmp_path: Path, home: str, visit: Visit) -> None:
    with begin(tmp_path / "one") as log:
        go_on(log, 100)
        go_on(log, 200)
    page = visit(home)
    game = page.frame_locator("#shown iframe")
    expect(game.locator("#picture svg")).to_be_visible()
    game.locator("#on").click()
    expect(game.locator("#count")).to_contain_text("1 of")
    page.locator("#games button", has_text="after 100 decisions").click()
    expect(page.locator("#shown p")).to_contain_text(
        re.compile(r"greedy <b>against</b> itself: seat [01] wins, after 100")
    )
    expect(game.locator("#count")).to_contain_text("0 of")
    assert page.locator("#games b").count() == 0, "titles are no markup"


def test_a_run_that_cannot_be_read_is_told_beside_the_others(
    tmp_path: Path, home: str, visit: Visit
) -> None:
    with begin(tmp_path / "one") as log:
        go_on(log, 100)
    (tmp_path / "two").mkdir()
    (tmp_path / "two" / "run.jsonl").write_text('{"kind":"point"}\n')
    page = visit(home)
    expect(page.locator(".problem")).to_contain_text("two/run.jsonl, line 1: a line of kind")
    expect(page.locator("figure").first).to_be_visible()


@pytest.mark.parametrize(
    "query", ["run=..&file=a.json", "run=one&file=../run.jsonl", "run=one&file=x.json", ""]
)
def test_nothing_but_games_of_runs_is_given(
    tmp_path: Path, home: str, visit: Visit, query: str
) -> None:
    with begin(tmp_path / "one") as log:
        go_on(log, 100)
    page = visit(home)
    answer = page.request.get(f"{home}game?{query}")
    assert answer.status == 404
    assert "message" in answer.json()


def test_one_file_shows_the_same_without_a_server(tmp_path: Path, visit: Visit) -> None:
    with begin(tmp_path / "runs" / "one") as log:
        for decisions in (100, 500):
            go_on(log, decisions)
    file = tmp_path / "page.html"
    file.write_text(whole_page(tmp_path / "runs"), encoding="utf-8")
    page = visit(file.as_uri())
    expect(page.locator("#runs tbody")).to_contain_text("500 decisions of 1000")
    expect(page.locator("#status")).to_contain_text("as it was on")
    expect(page.frame_locator("#shown iframe").locator("#picture svg")).to_be_visible()


def test_large_numbers_and_damaged_games_leave_the_page_alive(visit: Visit, tmp_path: Path) -> None:
    with eights.RunLog(tmp_path / "runs" / "one", tensorboard=False) as log:
        for at, value in ((1, 1e17), (2, 1e17 + 16), (3, 1.7e308), (4, -1.7e308)):
            log.point(at, {"odd/large": value, "odd/far": 1e17 + 16 * at, "constructor/x": 1.0})
    (tmp_path / "runs" / "one" / "games").mkdir()
    with (tmp_path / "runs" / "one" / "run.jsonl").open("a") as lines:
        lines.write('{"kind":"game","decisions":4,"seconds":9,"file":"a.json","title":"a game"}\n')
    (tmp_path / "runs" / "bad").mkdir()
    (tmp_path / "runs" / "bad" / "run.jsonl").write_text('{"kind":[]}\n')
    file = tmp_path / "page.html"
    file.write_text(whole_page(tmp_path / "runs"), encoding="utf-8")
    page = visit(file.as_uri())
    expect(page.locator("#runs tbody")).to_contain_text("4 decisions")
    expect(page.locator("#runs tbody .problem")).to_contain_text('"kind" is []')
    expect(page.locator("#curves")).to_contain_text("constructor")
    expect(page.locator("#shown .problem")).to_contain_text("cannot show")


def written(folder: Path, players: int | None, *tables: int) -> None:
    """Writes a run for so many players, with a sample game of each number in `tables`."""
    with eights.RunLog(folder, players=players, tensorboard=False) as log:
        log.point(100, {"losses/entropy": 0.5, "odd/thing": 3.0, "pool/self_0": 0.6})
        log.point(200, {"losses/entropy": 0.4, "odd/thing": 9.0, "pool/self_0": 0.7})
        log.wins(200, "random", mean=0.4, low=0.35, high=0.45)
        for number in tables:
            state = eights.Game("crazy_eights", players=number).new_initial_state(seed=number)
            while not state.is_terminal():
                state.apply_action(state.bot_action("greedy"))
            log.game(200, state.record(), f"{number} players")


def texts(page: Page, figure: str, selector: str) -> list[str]:
    """Returns the texts of a chart that a selector chooses."""
    return page.locator("figure", has_text=figure).locator(selector).all_text_contents()


def test_axes_of_win_rates_show_the_whole_range_and_every_axis_has_a_label(
    tmp_path: Path, home: str, visit: Visit
) -> None:
    written(tmp_path / "one", 2)
    page = visit(home)
    wins = page.locator("figure", has_text="Win rate")
    expect(wins).to_be_visible()
    percents = ["0 %", "20 %", "40 %", "60 %", "80 %", "100 %"]
    for title in ("Win rate", "self 0"):
        assert texts(page, title, "text")[:6] == percents
        assert texts(page, title, ".axis") == ["wins (%)", "decisions learned from"]
    assert texts(page, "Entropy", ".axis") == ["entropy (nats)", "decisions learned from"]
    assert page.locator("figure").count() == page.locator("text.axis[transform]").count() == 4
    page.get_by_label("time").check()
    assert texts(page, "Entropy", ".axis") == ["entropy (nats)", "time of training"]


def test_the_fair_share_is_drawn_for_each_number_of_players(
    tmp_path: Path, home: str, visit: Visit
) -> None:
    written(tmp_path / "one", 2)
    page = visit(home)
    expect(page.locator("figure", has_text="Win rate").locator(".fair")).to_have_count(1)
    assert texts(page, "Win rate", ".share") == ["fair share"]
    written(tmp_path / "two", 4)
    written(tmp_path / "three", None, 9, 10)
    chart = page.locator("figure", has_text="Win rate against random")
    expect(chart.locator(".fair")).to_have_count(4)
    shares = ["fair share of 2", "fair share of 4", "fair share of 9, 10"]
    assert texts(page, "Win rate", ".share") == shares
    page.locator("#runs tbody tr", has_text="three").locator("input").uncheck()
    expect(chart.locator(".fair")).to_have_count(2)


def test_the_title_of_a_game_says_its_result(tmp_path: Path, home: str, visit: Visit) -> None:
    written(tmp_path / "one", 2, 3)
    match = eights.Game("crazy_eights", players=2, episode="match").new_initial_state(seed=1)
    while not match.is_terminal():
        match.apply_action(match.bot_action("greedy"))
    begun = eights.Game("crazy_eights", players=2).new_initial_state(seed=1)
    with eights.RunLog(tmp_path / "two", tensorboard=False) as log:
        log.game(1, match.record(), "a match")
        log.game(2, begun.record(), "the first cards")
    page = visit(home)
    titles = page.locator("#games button")
    expect(titles.first).to_contain_text(re.compile(r"^3 players: seat [012] wins"))
    expect(titles.nth(1)).to_contain_text("the first cards: not over")
    points = " : ".join(map(str, match.scores()))
    (winner,) = match.winners()
    expect(titles.nth(2)).to_contain_text(f"a match: seat {winner} wins, points {points}")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("screen", [{}, PHONE], ids=["wide", "phone"])
def test_the_page_is_legible_and_fits(
    tmp_path: Path, home: str, visit: Visit, scheme: str, screen: dict[str, object]
) -> None:
    written(tmp_path / "one", 2, 2)
    written(tmp_path / "two", 4, 3)
    (tmp_path / "damaged").mkdir()
    (tmp_path / "damaged" / "run.jsonl").write_text('{"kind":"point"}\n')
    page = visit(home, color_scheme=scheme, **screen)
    game = page.frame_locator("#shown iframe")
    expect(game.locator("#picture")).to_contain_text("seat 1")
    page.locator("figure svg").first.hover()
    for seen in page.frames:
        assert contrast(seen) == []
        assert clipped(seen) == []
        assert beside_the_screen(seen) == 0
    assert violations(page) == []
