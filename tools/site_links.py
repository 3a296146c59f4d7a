"""Checks all links within the built site: pages, pictures, files, anchors. It uses no network."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LINKS = {"href", "src"}


class Page(HTMLParser):
    """The links and anchors of a page."""

    def __init__(self, text: str) -> None:
        """Parses a page."""
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collects the links and the anchors of an element."""
        for name, value in attrs:
            if name in LINKS and value:
                self.links.append(value)
            if name == "id" or (name == "name" and tag == "a"):
                self.anchors.add(value or "")


def broken(site: Path) -> Iterator[str]:
    """Yields each link that leads nowhere, with its page."""
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
    """Prints the broken links; the exit code is 1 if there are any."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", type=Path, help="the folder of the built site")
    found = list(broken(parser.parse_args().site))
    sys.stdout.write("".join(f"{line}\n" for line in found))
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
