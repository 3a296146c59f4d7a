"""The documentation site, as built by `make site`, in a real browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from legibility import PHONE
from playwright.sync_api import Page, expect
from served_site import served

import eights
import site_rulesets

pytest_plugins = ["browsing"]
Visit = Callable[..., Page]
ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted(path.stem for path in (ROOT / "examples/notebooks").glob("*.ipynb"))
LOADED = "all => all.filter(one => one.complete && one.naturalWidth > 0).length"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of the built site."""
    with served() as found:
        yield found


def test_the_home_page_leads_to_the_four_parts(visit: Visit, address: str) -> None:
    page = visit(address)
    expect(page.locator("h1")).to_contain_text("eights")
    assert page.locator("img.board").evaluate_all(LOADED) == 1
    parts = page.locator(".bd-header .navbar-nav .nav-link.nav-internal")
    assert parts.all_inner_texts() == ["Tutorial", "How to", "Reference", "Explanation"]
    for number, title in enumerate(["Tutorial", "How to", "Reference", "Explanation"]):
        page.locator(".sd-card").nth(number).click()
        expect(page.locator("h1")).to_contain_text(title)
        page.go_back()


@pytest.mark.parametrize(("name", "count"), [("index", 3), ("serve", 3), ("pictures", 2)])
def test_the_pictures_of_a_page_are_shown(
    visit: Visit, address: str, name: str, count: int
) -> None:
    pictures = visit(f"{address}/{name}.html").locator(".bd-article img")
    expect(pictures).to_have_count(count)
    assert pictures.evaluate_all(LOADED) == count


def test_a_word_is_searched_for_and_its_hit_followed(visit: Visit, address: str) -> None:
    page = visit(address)
    page.keyboard.press("Control+k")
    page.locator("dialog input[type=search]").fill("exploitability")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search.html?q=exploitability")
    hit = page.locator("#search-results a", has_text="Games that are solved").first
    hit.click()
    expect(page.locator("h1")).to_contain_text("Games that are solved")
    expect(page.locator("article")).to_contain_text("exploitability")


def test_a_ruleset_page_shows_its_board_its_rules_and_its_keys(visit: Visit, address: str) -> None:
    page = visit(f"{address}/rules/uno.html")
    expect(page.locator("h1")).to_contain_text("UNO")
    assert page.locator("img.board").evaluate_all(LOADED) == 1
    expect(page.locator("#special-cards")).to_contain_text("Wild")
    toml = page.locator("details", has_text="uno.toml")
    toml.locator("summary").click()
    expect(toml).to_contain_text('id = "uno"')
    page.get_by_role("link", name="Its observation").click()
    names = eights.Game("uno", players=4).feature_names()
    features = page.locator("td:nth-child(2) code")
    expect(features).to_have_count(len(names))
    assert features.all_inner_texts() == names


def test_the_gallery_shows_every_ruleset(visit: Visit, address: str) -> None:
    page = visit(f"{address}/rules.html")
    count = len(site_rulesets.every_ruleset())
    assert page.locator(".sd-card img").evaluate_all(LOADED) == count


def test_the_reference_has_types_from_the_stub(visit: Visit, address: str) -> None:
    page = visit(f"{address}/api/games.html")
    signature = page.locator("dt[id='eights.Game']")
    expect(signature).to_contain_text("ruleset: str | Ruleset")
    expect(page.locator("dt[id='eights.State.apply_action']")).to_be_visible()


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_shows_what_its_cells_gave(visit: Visit, address: str, name: str) -> None:
    page = visit(f"{address}/notebooks/{name}.html")
    outputs = page.locator(".cell_output")
    assert outputs.count() >= 4
    assert "Traceback" not in "".join(outputs.all_inner_texts())
    plots = page.locator(".cell_output img")
    boards = page.locator(".cell_output svg")
    assert plots.count() + boards.count() >= 1
    assert plots.evaluate_all(LOADED) == plots.count()
    with page.expect_download() as got:
        page.locator("a.download").click()
    written = (ROOT / f"examples/notebooks/{name}.ipynb").read_bytes()
    assert got.value.path().read_bytes() == written


@pytest.mark.parametrize(
    "name",
    [
        "index",
        "rules",
        "rules/kings_reverse",
        "observation/uno",
        "leaderboard",
        "performance",
        "quickstart",
        "serve",
        "schema",
        "trainers",
        "design",
        "commands",
        "api/games",
        "examples/ppo_selfplay",
        *(f"notebooks/{name}" for name in NOTEBOOKS),
    ],
)
def test_no_page_is_wider_than_a_phone(visit: Visit, address: str, name: str) -> None:
    page = visit(f"{address}/{name}.html", **PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    # The article itself must not scroll either.
    article = "one => one.scrollWidth - one.clientWidth"
    assert page.locator(".bd-article-container").evaluate(article) <= 0


def test_boards_keep_their_colours_in_the_dark(visit: Visit, address: str) -> None:
    page = visit(f"{address}/rules/uno.html", color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    board = page.locator("img.board")
    shown = "one => [getComputedStyle(one).filter, getComputedStyle(one).backgroundColor]"
    assert board.evaluate(shown) == ["none", "rgba(0, 0, 0, 0)"]
