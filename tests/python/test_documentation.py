"""Documentation in the wheel: pages, docstrings in the stub, and a readme whose links work."""

from __future__ import annotations

import doctest
import pkgutil
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from commands import good, refused
from golden import blessed

import eights
import home
import stub_docs
import wheel_readme

ROOT = Path(__file__).resolve().parents[2]
README = wheel_readme.SOURCE
PICTURE = re.compile(r"!\[([^]]*)\]\((?!https?://)([^)]*)\)")
PAGES = {
    path.relative_to(ROOT / "docs").with_suffix("").as_posix(): path
    for path in (ROOT / "docs").rglob("*.md")
}


@pytest.mark.parametrize("page", PAGES)
def test_every_page_comes_with_the_package(page: str) -> None:
    assert eights.documentation(page) == PAGES[page].read_text(encoding="utf-8")


def test_the_pages_are_listed_with_their_titles() -> None:
    lines = eights.documentation().splitlines()
    names = [line.split()[0] for line in lines]
    assert names == sorted(PAGES, key=lambda name: ("/" in name, name))
    assert lines[-1].endswith(eights.Ruleset(lines[-1].split()[0].removeprefix("rules/")).title)


def test_every_name_that_help_lists_is_there() -> None:
    names = re.findall(
        r"`(\w+)(?:\(\))?`", "\n".join(re.findall(r"^\|(.*?)\|", eights.__doc__ or "", re.M))
    )
    assert len(names) > 30
    command = "import eights, sys; names = sys.argv[1:]\nassert not set(names) - set(dir(eights))\n"
    command += "print(*[name for name in names if not hasattr(eights, name)])"
    done = subprocess.run(
        [sys.executable, "-c", command, *names], capture_output=True, text=True, check=True
    )
    # Adapters to trainers that need environments of their own.
    trainers = {"puffer", "rllib", "sb3", "torchrl"}
    trainers |= {"inspect_ai", "kaggle", "nemo_gym", "openenv", "textarena", "verifiers"}
    assert set(done.stdout.split()) <= trainers
    source = Path(eights.__file__).read_text(encoding="utf-8")
    typed = {"envs", *re.findall(r"from eights import (\w+) as \1\n", source)}
    modules = {
        name for name in names if name in {of.name for of in pkgutil.iter_modules(eights.__path__)}
    }
    assert modules <= typed


def test_a_module_whose_extra_is_missing_says_so() -> None:
    with pytest.raises(AttributeError, match=re.escape('pip install "eights[puffer]"')):
        _ = eights.puffer
    with pytest.raises(ImportError, match=re.escape('pip install "eights[puffer]"')):
        from eights import puffer  # noqa: F401


def test_an_unknown_page_is_refused() -> None:
    with pytest.raises(eights.Error, match="no page 'trainer': did you mean trainers"):
        eights.documentation("trainer")
    with pytest.raises(eights.Error, match=r"no page '\.\./README': there are actions, "):
        eights.documentation("../README")


def test_the_pages_that_texts_name_are_there() -> None:
    assert eights.__doc__ is not None
    named = set(re.findall(r'(?:documentation\(|`)"([a-z-]+)"', eights.__doc__))
    assert {"trainers", "schema", "observations", "searchers"} == named
    texts = [
        path for kind in ("py", "pyi") for path in Path(eights.__file__).parent.rglob(f"*.{kind}")
    ]
    for path in (ROOT / "README.md", *PAGES.values(), *texts):
        text = path.read_text(encoding="utf-8")
        named |= set(re.findall(r"eights docs ([a-z][a-z/_-]*)", text))
        named |= set(re.findall(r'documentation\("([a-z/_-]+)"\)', text))
    assert named <= set(PAGES)


def test_the_command_shows_pages() -> None:
    assert good("docs") == eights.documentation()
    assert good("docs", "rules/uno").rstrip() == eights.documentation("rules/uno").rstrip()
    assert "did you mean rules/uno" in refused("docs", "rules/un")


def test_the_stub_carries_the_docstrings() -> None:
    stub = stub_docs.STUB.read_text(encoding="utf-8")
    fresh = stub_docs.with_docstrings(stub)
    assert blessed(stub_docs.STUB, fresh) == fresh
    assert "Applies one action an env" in stub


def test_the_readme_of_the_wheel_is_fresh() -> None:
    text = wheel_readme.wheel_readme(README.read_text(encoding="utf-8"), home.facts())
    assert blessed(wheel_readme.COPY, text) == text


def test_without_an_address_the_readme_of_the_wheel_links_nowhere() -> None:
    text = wheel_readme.wheel_readme(README.read_text(encoding="utf-8"), home.Facts("1.2.3", ""))
    assert all(link.startswith("http") for link in re.findall(r"\]\(([^)]*)\)", text))
    named = re.findall(r"`eights docs ([a-z/-]+)`", text)
    assert len(named) > 10
    assert set(named) <= set(PAGES)
    assert "![" not in text.replace("[![CI]", "")


def test_the_readme_is_short_and_begins_with_a_sentence_and_a_picture() -> None:
    lines = README.read_text(encoding="utf-8").splitlines()
    assert len(lines) < 150
    blocks = [block for block in "\n".join(lines).split("\n\n") if not block.startswith("[![CI]")]
    title, sentence, picture = blocks[:3]
    assert title == "# eights"
    assert sentence.endswith(".")
    found = PICTURE.fullmatch(picture)
    assert found is not None
    assert (ROOT / found[2]).stat().st_size < 400_000


def test_the_first_picture_is_the_game_of_the_first_lines(tmp_path: Path) -> None:
    block = re.search(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.S)
    assert block is not None
    names: dict[str, Any] = {}
    for example in doctest.DocTestParser().get_examples(block[1]):
        exec(example.source, names)
    drawn = tmp_path / "board.svg"
    eights.save_animation(names["state"].record(), drawn)
    text = drawn.read_text(encoding="utf-8")
    assert blessed(ROOT / "docs/board.svg", text) == text


@pytest.mark.parametrize("page", [*sorted(ROOT.glob("*.md")), *PAGES.values()])
def test_pictures_are_there_and_say_what_they_show(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert "<img" not in re.sub(r"`.*?`", "", text)
    for alt, target in PICTURE.findall(text):
        assert len(alt) > 10
        assert (page.parent / target).is_file(), target


def test_every_taken_picture_is_small_and_shown() -> None:
    shown = "".join(path.read_text(encoding="utf-8") for path in PAGES.values())
    for file in (ROOT / "docs/images").iterdir():
        assert f"(images/{file.name})" in shown
        assert file.stat().st_size < 150_000


@pytest.mark.parametrize("page", [*sorted(ROOT.glob("*.md")), *PAGES.values()])
def test_links_lead_to_files(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
        assert link.startswith(("http://", "https://")) or (page.parent / link).exists(), link
