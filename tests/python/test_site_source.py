"""The sources of the documentation site, before it is built; tests/web opens the built site."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

import eights
import site_links
import site_rulesets
import site_source

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "examples/notebooks").glob("*.ipynb"))


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return site_source.pages()


def test_links_lead_to_where_things_are_on_the_site() -> None:
    places = {"docs/arena.md": "arena.md", "examples/a.py": "examples/a.md"}

    def moved(text: str, page: str = "rules/uno.md") -> str:
        return site_source.linked(text, "docs/rules/uno.md", page, places)

    assert moved("[x](../arena.md#quoting)") == "[x](../arena.md#quoting)"
    assert moved("[code](../../examples/a.py)") == "[code](../examples/a.md)"
    assert moved("[x](https://a.b/c.md) [y](#here)") == "[x](https://a.b/c.md) [y](#here)"
    code = "```python\nhandlers[name](given)\n```\n"
    assert moved(f"[x](../arena.md)\n{code}") == f"[x](../arena.md)\n{code}"
    readme = site_source.linked("[docs/arena.md](docs/arena.md)", "README.md", "index.md", places)
    assert readme == "[](arena.md)"
    with pytest.raises(ValueError, match=r"docs/rules/uno\.md links to docs/x\.md, which is not"):
        moved("[x](../x.md)")


def test_every_page_of_the_documentation_is_on_the_site(pages: dict[str, str]) -> None:
    for path in (ROOT / "docs").rglob("*.md"):
        assert path.relative_to(ROOT / "docs").as_posix() in pages


def test_a_page_that_sphinx_would_overwrite_is_refused() -> None:
    with pytest.raises(ValueError, match=r"a page of its own in place of search\.md"):
        site_source.check_names({"index.md": "", "search.md": ""})


def test_the_home_page_shows_the_readme_and_leads_on(pages: dict[str, str]) -> None:
    home = pages["index.md"]
    assert "@@{" not in home
    for title in ("Learning", "Speed", "What is in it", "Installing"):
        assert home.count(f"\n## {title}\n") == 1
    for shown in ("pip install", "import eights", "{image} board.svg", "(speed.svg)"):
        assert shown in home
    for place in ("play/index.html", "quickstart.md", "rules.md", "leaderboard.md"):
        assert place in home
    assert home.index("pip install") < home.index("import eights") < home.index("(speed.svg)")
    with pytest.raises(ValueError, match="there is no heading 'Installing'"):
        site_source.section("# eights\n", "Installing")
    with pytest.raises(ValueError, match="does not begin with a sentence and a picture"):
        site_source.home_page("# eights\n\nWords.\n", "")


def test_every_picture_of_the_site_has_a_text(pages: dict[str, str]) -> None:
    drawn = {name: text for name, text in pages.items() if name.endswith(".md")}
    for name, text in drawn.items():
        directives = re.findall(r"^ *`{3,}\{image\} \S+\n *(.*)", text, re.M)
        assert all(re.match(r":alt: \S", line) for line in directives), name
        assert all(alt.strip() for alt in re.findall(r"!\[(.*?)\]\(", text, re.S)), name
        assert "<img" not in text, name


@pytest.mark.parametrize("name", site_rulesets.every_ruleset())
def test_a_ruleset_has_a_page_with_all_its_features(pages: dict[str, str], name: str) -> None:
    ruleset = eights.Ruleset(name)
    assert pages[f"rules/{name}.md"].startswith(f"# {ruleset.title}\n")
    game = eights.Game(ruleset, players=site_rulesets.shown_players(ruleset))
    rows = re.findall(r"^\| \d+ \| (.*?) \| ", pages[f"observation/{name}.md"], re.M)
    assert re.findall(r"`([^`]+)`", " ".join(rows)) == game.feature_names()


def test_a_feature_that_the_documentation_lacks_is_refused() -> None:
    known = site_rulesets.features("| `hand CARD` | always | kinds | numbers | held |\n")
    assert site_rulesets.span_rows([(0, "hand 2C"), (1, "hand 2D")], known) == [
        "| 0 | `hand 2C` `hand 2D` | numbers | held |"
    ]
    with pytest.raises(ValueError, match="does not tell of 'upcard 2C'"):
        site_rulesets.span_rows([(0, "upcard 2C")], known)


def test_a_picture_shows_a_game_that_is_being_played() -> None:
    drawn = site_rulesets.picture("uno")
    assert drawn == site_rulesets.picture("uno")
    assert "UNO, 4 players" in drawn
    assert "play a marked card" in drawn


def test_the_reference_has_every_public_name() -> None:
    api = "".join(path.read_text(encoding="utf-8") for path in ROOT.glob("website/api/*.md"))
    told = set(re.findall(r"auto(?:function|class|exception|data):: (\w+)$", api, re.M))
    assert told == set(eights.__all__) - {"__version__"}


def test_every_command_tells_its_options(pages: dict[str, str]) -> None:
    assert "## eights arena\n" in pages["commands.md"]
    assert "--precision" in pages["commands.md"]
    assert "\x1b" not in pages["commands.md"]


def code_cells(path: Path) -> list[dict[str, Any]]:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    assert cells[0]["source"][0].startswith("# ")
    return [cell for cell in cells if cell["cell_type"] == "code"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_with_small_outputs(path: Path) -> None:
    _, *cells = code_cells(path)
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    assert not [output for cell in cells for output in cell["outputs"] if "ename" in output]
    assert any(cell["outputs"] for cell in cells)
    assert path.stat().st_size < 200_000
    assert path.stem in (ROOT / "website/tutorial.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_begins_with_what_it_needs_installed(path: Path) -> None:
    install, *cells = code_cells(path)
    (line,) = install["source"]
    assert line.startswith('%pip install -q "eights')
    assert install["metadata"]["tags"] == ["skip-execution"]
    extras: dict[str, list[str]] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))[
        "project"
    ]["optional-dependencies"]
    named = [of for group in re.findall(r"\[(.*?)\]", line) for of in extras[group]]
    brought = {re.split(r"\W", of)[0] for of in named} | set(line.split()[4:])
    brought |= {"eights", "numpy", "IPython", "matplotlib_inline"}  # Jupyter provides the last two
    source = "".join("".join(cell["source"]) + "\n" for cell in cells)
    imported = set(re.findall(r"^(?:import|from) (\w+)", source, re.M)) - sys.stdlib_module_names
    assert imported <= brought
    assert "sys.path" not in source


def test_a_broken_link_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<p id="top"><a href="b.html#x">b</a><img src="no.png">')
    (tmp_path / "b.html").write_text('<a href="a.html#top">a</a><a href="https://a.b/c">c</a>')
    assert list(site_links.broken(tmp_path)) == [
        "a.html: b.html#x: there is no such anchor",
        "a.html: no.png: there is no such file",
    ]
    (tmp_path / "b.html").write_text('<p id="x">')
    (tmp_path / "no.png").write_bytes(b"")
    assert list(site_links.broken(tmp_path)) == []
