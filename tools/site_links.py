"""Checks every link within the built site: pages, pictures, files, anchors. It asks no network."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LINKS = {"href", "src"}


class Page(HTMLParser):
    """What a page links to, and what in it can be linked to."""

    def __init__(self, text: str) -> None:
        """Reads a page."""
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Takes the links and the anchors of an element."""
        for name, value in attrs:
            if name in LINKS and value:
                self.links.append(value)
            if name == "id" or (name == "name" and tag == "a"):
                self.anchors.add(value or "")


def broken(site: Path) -> Iterator[str]:
    """Each link that leads nowhere, with the page that it stands on."""
    pages = {
        path.resolve(): Page(path.read_text("utf-8"))
        for path in site.rglob("*.html")
        if "_static" not in path.parts  # the theme's own templates
    }
    for path, page in sorted(pages.items()):
        for link in sorted(set(page.links)):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if target.is_dir():
                target /= "index.html"
            anchor = unquote(parts.fragment)
            if not target.is_file():
                yield f"{path.relative_to(site.resolve())}: {link}: there is no such file"
            elif anchor and target in pages and anchor not in pages[target].anchors:
                yield f"{path.relative_to(site.resolve())}: {link}: there is no such anchor"


def main() -> int:
    """Prints what is broken; the exit code tells whether anything is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", type=Path, help="the folder of the built site")
    found = list(broken(parser.parse_args().site))
    sys.stdout.write("".join(f"{line}\n" for line in found))
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
