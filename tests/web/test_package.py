"""The package for npm that `make web` makes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page
from served_site import served

import home

pytest_plugins = ["browsing"]
PACKAGE = Path(__file__).resolve().parents[2] / "build/web/pkg"
MANIFEST = PACKAGE / "package.json"


def test_the_example_runs_by_the_names_that_the_package_gives(visit: Callable[..., Page]) -> None:
    manifest = json.loads(MANIFEST.read_text(encoding="utf-8"))
    readme = (PACKAGE / "README.md").read_text(encoding="utf-8")
    example = re.search(r"```js\n(.*?)```", readme, re.S)
    assert example is not None
    with served(MANIFEST) as address:
        page = visit("about:blank")
        # The folder has no icon, which the browser would ask for.
        page.route("**/favicon.ico", lambda route: route.fulfill(body=""))
        page.goto(f"{address}/{MANIFEST.name}")
        printed: list[str] = []
        page.on("console", lambda message: printed.append(message.text))
        module = f"{address}/{manifest['exports']['.']['default']}"
        script = example[1].replace('"eights"', json.dumps(module))
        with page.expect_console_message(lambda message: "returns" in message.text):
            page.add_script_tag(content=script, type="module")
    assert re.fullmatch(r"\d+ games", printed[0])
    assert printed[1].startswith("returns ")


def test_every_file_is_there_and_no_other() -> None:
    manifest = json.loads(MANIFEST.read_text(encoding="utf-8"))
    assert manifest["version"] == home.facts().version
    always = {MANIFEST.name, "README.md"}
    assert {path.name for path in PACKAGE.iterdir()} == {*manifest["files"], *always}
    named = [manifest["main"], manifest["types"], *manifest["exports"]["."].values()]
    assert all((PACKAGE / name).is_file() for name in named)
