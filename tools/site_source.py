"""Writes the sources of the documentation site; `make site` then builds it.

Pages of docs/, README.md and others are copied, with links adapted to the site. The pages of each
ruleset and of the commands are generated; website/ holds the pages that only the site has.
"""

from __future__ import annotations

import argparse
import ast
import json
import posixpath
import re
import shutil
from pathlib import Path
from typing import Any

import typer.main
from typer.testing import CliRunner

import site_rulesets
from eights._display.page_template import PageTemplate
from eights.cli.app import app

ROOT = Path(__file__).resolve().parents[1]
CODE = re.compile(r"(^```.*?^```$)", re.M | re.S)
LINK = re.compile(r"\[([^]]*)\]\((?!https?://|#)([^)#\s]+)(#[^)\s]*)?\)")
FILES = "../files/notebooks"
"""The paths of the notebooks on the site, relative to the pages that show them."""

SPHINX_PAGES = {"genindex.md", "modindex.md", "py-modindex.md", "search.md"}
"""Pages that Sphinx would overwrite."""

SHOWN = {".json", ".svg", ".webp"}
"""Kinds of files that pages of docs/ show or link to."""

TEXTS = {"CHANGELOG.md": "changelog", "CONTRIBUTING.md": "contributing", "DESIGN.md": "design"}
"""Pages of the root, and their names on the site."""

EXAMPLE = """\
# {name}

{first}

{{download}}`Download <{file}>`

```{{literalinclude}} {file}
:language: python
```
"""

EXAMPLES = """\
# Examples

Each is one file that runs by itself; in a clone `python examples/NAME.py --help` tells its options.

| file | what it shows |
|---|---|
{rows}

```{{toctree}}
:hidden:

{hidden}
```
"""

Pages = dict[str, str]
"""Texts of the site, by their paths."""


def linked(text: str, source: str, page: str, places: dict[str, str]) -> str:
    """Returns a page with its links adapted to the site.

    Args:
        text: Text of the page.
        source: Path of the page in the repository.
        page: Path of the page on the site.
        places: Paths on the site, by paths in the repository.

    Raises:
        ValueError: A link leads to a file that is not on the site.
    """

    def moved(link: re.Match[str]) -> str:
        words, path, anchor = link.groups("")
        target = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
        if target not in places:
            raise ValueError(f"{source} links to {target}, which is not on the site")
        # An empty link text makes the site insert the title of the page.
        said = "" if target == words and target.startswith("docs/") else words
        return f"[{said}]({posixpath.relpath(places[target], posixpath.dirname(page))}{anchor})"

    parts = CODE.split(text)
    parts[::2] = [LINK.sub(moved, part) for part in parts[::2]]
    return "".join(parts)


def section(text: str, title: str) -> str:
    """Returns the section of a page under a second-level heading, with the heading."""
    found = re.search(rf"^## {re.escape(title)}\n.*?(?=^## |\Z)", text, re.M | re.S)
    if found is None:
        raise ValueError(f"there is no heading {title!r}")
    return found[0]


# ---- Pages made of others -----------------------------------------------------------------------


def home_page(readme: str, home: str) -> str:
    """Returns the home page, which shows the parts of README.md in another order.

    Raises:
        ValueError: README.md does not begin with a sentence and a picture, or lacks a section.
    """
    head = readme.split("\n## ")[0]
    found = re.search(r"\n\n([^\n!#\[][^!]*?)\n\n!\[(.*?)\]\((.*?)\)\n\n(.*)", head, re.S)
    if found is None:
        raise ValueError("README.md does not begin with a sentence and a picture")
    introduction, alt, picture, code = found.groups()
    installing = section(readme, "Installing")
    command = re.search(r"^```console\n.*?^```$", installing, re.M | re.S)
    if command is None:
        raise ValueError("README.md does not tell how to install")
    return PageTemplate(home).substitute(
        introduction=introduction,
        command=command[0],
        picture=f"```{{image}} {picture}\n:alt: {alt}\n:class: board dark-light\n```",
        code=code.strip(),
        sections="\n".join(section(readme, name) for name in ("Learning", "What is in it")),
        speed=section(readme, "Speed"),
        installing=installing,
    )


def example_pages(examples: Path) -> Pages:
    """Returns a page for each example, and a list of them."""
    pages, rows = {}, []
    for path in sorted(examples.glob("*.py")) + sorted(examples.glob("trainers/*.py")):
        about = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
        if about is None:
            raise ValueError(f"{path} has no docstring")
        name = path.relative_to(examples).as_posix()
        file = f"{'../' * (name.count('/') + 1)}files/{name}"
        first = about.split("\n\n")[0].replace("\n", " ")
        pages[f"examples/{name[:-3]}.md"] = EXAMPLE.format(name=name, first=first, file=file)
        rows.append(f"| [{name}](examples/{name[:-3]}.md) | {first} |")
    hidden = "\n".join(page[:-3] for page in pages)
    return pages | {"examples.md": EXAMPLES.format(rows="\n".join(rows), hidden=hidden)}


def command_page() -> str:
    """Returns the page of all commands with the output of `--help`."""
    runner = CliRunner()

    def told(*words: str) -> str:
        result = runner.invoke(app, [*words, "--help"], prog_name="eights", env={"COLUMNS": "88"})
        if result.exit_code:
            raise ValueError(f"eights {' '.join(words)} --help: {result.output}")
        return f"```text\n{result.output.strip()}\n```\n"

    group: Any = typer.main.get_command(app)
    parts = ["# The command `eights`\n", told()]
    for name, command in group.commands.items():
        if not command.hidden:
            parts += [f"## eights {name}\n", told(name)]
    return "\n".join(parts)


def notebook(path: Path, places: dict[str, str]) -> str:
    """Returns a notebook with links adapted to the site, and a download line under its title."""
    made = json.loads(path.read_text(encoding="utf-8"))
    first = made["cells"][0]
    if first["cell_type"] != "markdown" or not first["source"][0].startswith("# "):
        raise ValueError(f"{path} does not begin with its title")
    first["source"][:1] = [
        first["source"][0],
        f"\n{{download}}`{path.name} <{FILES}/{path.name}>`\n",
    ]
    source = path.relative_to(ROOT).as_posix()
    for cell in made["cells"]:
        if cell["cell_type"] == "markdown":
            text = "".join(cell["source"])
            cell["source"] = linked(text, source, f"notebooks/{path.name}", places)
    return json.dumps(made, ensure_ascii=False, indent=1)


# ---- Everything ---------------------------------------------------------------------------------


def places() -> dict[str, str]:
    """Returns the path on the site of each repository file that pages link to."""
    found = {name: f"{page}.md" for name, page in TEXTS.items()}
    for path in (ROOT / "docs").rglob("*.*"):
        inside = path.relative_to(ROOT / "docs").as_posix()
        found[f"docs/{inside}"] = inside
    for path in (ROOT / "examples").rglob("*.py"):
        inside = path.relative_to(ROOT).as_posix()
        found[inside] = f"{inside[:-3]}.md"
    for path in (ROOT / "examples/notebooks").glob("*.ipynb"):
        found[f"examples/notebooks/{path.name}"] = f"notebooks/{path.name}"
    return found | {
        "docs/rules": "rules.md",
        "examples": "examples.md",
        "examples/trainers": "examples.md",
        "examples/notebooks": "tutorial.md",
        "README.md": "index.md",
    }


def check_names(made: Pages) -> None:
    """Raises ValueError if Sphinx would overwrite a page."""
    if taken := SPHINX_PAGES & made.keys():
        raise ValueError(f"Sphinx writes a page of its own in place of {', '.join(sorted(taken))}")


def pages() -> Pages:
    """Returns every text of the site."""
    where = places()
    made: Pages = {}
    for path in sorted((ROOT / "docs").rglob("*.md")):
        page = path.relative_to(ROOT / "docs").as_posix()
        made[page] = linked(path.read_text(encoding="utf-8"), f"docs/{page}", page, where)
    for name, page in TEXTS.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        made[f"{page}.md"] = linked(text, name, f"{page}.md", where)
    for path in sorted((ROOT / "website").rglob("*.md")):
        made[path.relative_to(ROOT / "website").as_posix()] = path.read_text(encoding="utf-8")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    made["index.md"] = home_page(linked(readme, "README.md", "index.md", where), made["index.md"])
    made |= example_pages(ROOT / "examples")
    made["commands.md"] = command_page()
    made |= site_rulesets.pages(made)
    for path in sorted((ROOT / "examples/notebooks").glob("*.ipynb")):
        made[f"notebooks/{path.name}"] = notebook(path, where)
    check_names(made)
    return made


def lay_out(target: Path) -> None:
    """Writes the sources of the whole site into an empty folder."""
    shutil.rmtree(target, ignore_errors=True)
    for page, text in pages().items():
        path = target / page
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for path in (ROOT / "docs").rglob("*.*"):
        if path.suffix in SHOWN:
            place = target / path.relative_to(ROOT / "docs")
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, place)
    shutil.copytree(ROOT / "website/_static", target / "_static")
    copied = shutil.ignore_patterns("__pycache__", ".*")
    shutil.copytree(ROOT / "examples", target / "files", ignore=copied)
    for name, picture in site_rulesets.pictures():
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target", type=Path, help="the folder; what is in it is removed")
    lay_out(parser.parse_args().target)
