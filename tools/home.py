"""Writes what follows from the version and the public address, which stand only in Cargo.toml.

The address is `home` in `package.metadata.eights`. While it is empty, nothing links to it. After
a change, `make bless` runs this script, and a test fails if a file is stale.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parents[1]
SITE = r"https://github\.com/([\w.-]+)/([\w.-]+)"
"""Addresses whose site is known: GitHub Pages serves it."""


class Facts(NamedTuple):
    """Facts about the package that several files repeat."""

    version: str
    home: str
    """Address of the repository without a final slash, or an empty text."""

    @property
    def site(self) -> str:
        """Address of the documentation site with a final slash, or an empty text."""
        found = re.fullmatch(SITE, self.home)
        return f"https://{found[1].lower()}.github.io/{found[2]}/" if found else ""


def package(cargo: str) -> dict[str, Any]:
    """Returns the table `package` of a Cargo.toml."""
    found: dict[str, Any] = tomllib.loads(cargo)["package"]
    return found


def read(cargo: str) -> Facts:
    """Returns the facts that a Cargo.toml states.

    Raises:
        ValueError: The address is no repository of GitHub, for which the workflows are written.
    """
    known = package(cargo)
    home: str = known["metadata"]["eights"]["home"]
    if home and not re.fullmatch(SITE, home):
        raise ValueError(
            f"home is {home!r} in Cargo.toml: it must be empty or https://github.com/OWNER/NAME"
        )
    return Facts(known["version"], home)


def ours() -> str:
    """Returns our Cargo.toml."""
    return (ROOT / "Cargo.toml").read_text(encoding="utf-8")


def facts() -> Facts:
    """Returns the facts that our Cargo.toml states."""
    return read(ours())


# ---- Files --------------------------------------------------------------------------------------


def replaced(text: str, old: str, new: str, after: str) -> str:
    """Returns a text with the matches of `old` removed and `new` inserted after a pattern.

    Raises:
        ValueError: The pattern `after` is not found exactly once.
    """
    without = re.sub(old, "", text, flags=re.M)
    places = list(re.finditer(after, without, re.M))
    if len(places) != 1:
        raise ValueError(f"{after!r} stands {len(places)} times where it must stand once")
    end = places[0].end()
    return without[:end] + new + without[end:]


def linked(text: str, words: str, path: str, of: Facts) -> str:
    """Returns a text in which these words link to a page of the repository, if it has an address.

    Raises:
        ValueError: The text lacks the words.
    """
    pattern = rf"\[{re.escape(words)}\]\([^)]*\)|{re.escape(words)}"
    link = f"[{words}]({of.home}/{path})" if of.home else words
    text, count = re.subn(pattern, lambda _: link, text)
    if not count:
        raise ValueError(f"the text lacks {words!r}")
    return text


def cargo(text: str, of: Facts) -> str:
    """Returns Cargo.toml with the address as crates.io shows it."""
    line = f'repository = "{of.home}"\n' if of.home else ""
    return replaced(text, r"^repository = .*\n", line, r"^license = .*\n")


def pyproject(text: str, of: Facts) -> str:
    """Returns pyproject.toml with the addresses as PyPI shows them."""
    table = f"""\
[project.urls]
Changelog = "{of.home}/blob/main/CHANGELOG.md"
Documentation = "{of.site}"
Issues = "{of.home}/issues"
Source = "{of.home}"

"""
    # The table of scripts follows it.
    old = r"^\[project\.urls\]\n(?:.+\n)*\n"
    return replaced(text, old, table if of.home else "", r"^(?=\[project\.scripts\])")


def readme(text: str, of: Facts) -> str:
    """Returns README.md with a badge and links, and the address in the command that installs."""
    workflow = f"{of.home}/actions/workflows/ci.yml"
    links = f"[Play]({of.site}play/) [Documentation]({of.site})"
    badge = f"[![CI]({workflow}/badge.svg)]({workflow}) {links}\n\n"
    text = re.sub(r'git\+[^\s"]+', lambda _: f"git+{of.home or 'ADDRESS'}", text)
    return replaced(text, r"^\[!\[CI\].*\n\n", badge if of.home else "", r"\A# .*\n\n")


def citation(text: str, of: Facts) -> str:
    """Returns CITATION.cff with the version and the addresses."""
    lines = f"repository-code: {of.home}\nurl: {of.site}\n" if of.home else ""
    text = replaced(text, r"^version: .*\n", f"version: {of.version}\n", r"^type: software\n")
    return replaced(text, r"^(?:repository-code|url): .*\n", lines, r"^version: .*\n")


def security(text: str, of: Facts) -> str:
    """Returns SECURITY.md with a link to the form for reports."""
    return linked(text, "*Report a vulnerability*", "security/advisories/new", of)


def forms(text: str, of: Facts) -> str:
    """Returns the settings of the issue forms, with links beside them."""
    links = f"""\
contact_links:
  - name: Documentation
    url: {of.site}
    about: How to play, train, add a game, and read the figures.
  - name: A security problem
    url: {of.home}/security/advisories/new
    about: Only the maintainers see it (SECURITY.md).
"""
    old = r"^contact_links:\n(?: .*\n)*"
    return replaced(text, old, links if of.home else "", r"^blank_issues_enabled: .*\n")


DERIVED: dict[str, Callable[[str, Facts], str]] = {
    ".github/ISSUE_TEMPLATE/config.yml": forms,
    "CITATION.cff": citation,
    "Cargo.toml": cargo,
    "README.md": readme,
    "SECURITY.md": security,
    "pyproject.toml": pyproject,
}
"""The files that repeat a fact, and their texts with the facts as they are."""

if __name__ == "__main__":
    for name, derived in DERIVED.items():
        path = ROOT / name
        path.write_text(derived(path.read_text(encoding="utf-8"), facts()), encoding="utf-8")
