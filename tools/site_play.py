"""Adds Play and Write a game to the built site: the page of `eights serve`, with the engine in it.

`make site` runs it after Sphinx, with the module of WebAssembly that `make web` has built. A file
of `web/page` takes the place of one of the same name.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
from pathlib import Path

from eights._display.page_template import PageTemplate

ROOT = Path(__file__).resolve().parents[1]
SERVED = ROOT / "python/eights/serve"
REPLAY = ROOT / "python/eights/_display/replay.html"
OWN = ROOT / "web/page"
KINDS = {".css", ".html", ".js", ".svg", ".wasm"}
NAVIGATION = """\
</h1>
  <nav class="site" aria-label="Site">
    <a href="write.html">Write a game</a>
    <a href="../index.html">Documentation</a>
  </nav>"""

STYLE = """\
<link rel="stylesheet" href="site.css">
</head>"""


def placed(page: str) -> str:
    """Returns the page of the table for a folder of the site: links are relative, more lead out.

    Raises:
        ValueError: The page has no heading.

    >>> placed('<h1><a href="/">eights</a></h1><link href="/page.css">').splitlines()[0]
    '<h1><a href="./">eights</a></h1>'
    """
    if "</h1>" not in page:
        raise ValueError("the page has no heading to put links behind")
    page = page.replace('href="/"', 'href="./"').replace('href="/', 'href="')
    page = page.replace('src="/', 'src="').replace("</h1>", NAVIGATION, 1)
    return page.replace("</head>", STYLE, 1)


def lay_out(site: Path, package: Path) -> None:
    """Writes the folder `play` of a built site."""
    play = site / "play"
    shutil.rmtree(play, ignore_errors=True)
    shutil.copytree(package, play / "pkg", ignore=shutil.ignore_patterns("*.ts", "package.json"))
    for folder in (SERVED, OWN):
        for path in folder.iterdir():
            if path.suffix in KINDS:
                shutil.copy(path, play)
    shutil.copy(REPLAY, play)
    shutil.copy(ROOT / "website/_static/logo.svg", play)
    page = placed((play / "page.html").read_text(encoding="utf-8"))
    (play / "index.html").write_text(page, encoding="utf-8")
    (play / "page.html").unlink()
    write_service(play)


def write_service(play: Path) -> None:
    """Fills in the files that the service worker keeps, and a version that changes with them."""
    kept = sorted(path for path in play.rglob("*") if path.is_file() and path.name != "service.js")
    version = hashlib.sha256(b"".join(path.read_bytes() for path in kept)).hexdigest()[:16]
    files = ["./", *(path.relative_to(play).as_posix() for path in kept)]
    service = play / "service.js"
    text = PageTemplate(service.read_text(encoding="utf-8")).substitute(
        version=f"eights {version}", files=json.dumps(files)
    )
    service.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", type=Path, help="the built site")
    parser.add_argument("package", type=Path, help="the folder that `make web` has built")
    args = parser.parse_args()
    lay_out(args.site, args.package)
