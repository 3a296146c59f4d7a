"""Checks that a tag, Cargo.toml and CHANGELOG.md name the same version; release.yml runs it.

`python tools/release.py v1.2.3 --notes FILE` also writes that version's section of CHANGELOG.md.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

import home

HEADING = re.compile(r"^## (\S+) \((.*)\)\n", re.M)


def notes(tag: str, version: str, changelog: str) -> str:
    """Returns the section of CHANGELOG.md about the version of a tag, without its heading.

    Args:
        tag: The tag, `v` and the version.
        version: The version that Cargo.toml states.
        changelog: Text of CHANGELOG.md.

    Raises:
        ValueError: The three disagree, or the section has no date.
    """
    if tag != f"v{version}":
        raise ValueError(f"the tag is {tag!r}, but Cargo.toml has version {version}: v{version}")
    heading = HEADING.search(changelog)
    newest = heading[1] if heading else None
    if heading is None or newest != version:
        raise ValueError(f"CHANGELOG.md begins with version {newest}, but Cargo.toml has {version}")
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", heading[2]):
        raise ValueError(f"CHANGELOG.md has {heading[2]!r} for {version}: it must be the date")
    return changelog[heading.end() :].split("\n## ")[0].strip() + "\n"


def main() -> None:
    """Checks the tag that the command line names, and writes the notes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tag", help="the tag, such as v1.2.3")
    parser.add_argument("--notes", type=Path, help="a file for the section of CHANGELOG.md")
    given = parser.parse_args()
    changelog = (home.ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    try:
        section = notes(given.tag, home.facts().version, changelog)
    except ValueError as error:
        sys.exit(f"error: {error}")
    if given.notes:
        given.notes.write_text(section, encoding="utf-8")


if __name__ == "__main__":
    main()
