"""The Chromium of this machine, for pictures and tests of pages."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator

from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def chromium() -> str:
    """Returns the path of the browser; `EIGHTS_CHROMIUM` overrides it.

    Raises:
        FileNotFoundError: There is none.
    """
    found = os.environ.get("EIGHTS_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        raise FileNotFoundError("no Chromium: install it (Debian: apt-get install chromium)")
    return found


@contextlib.contextmanager
def launched() -> Iterator[Browser]:
    """Starts the browser, and closes it."""
    with sync_playwright() as playwright:
        # Its sandbox does not work in containers or as root, and the pages are trusted.
        made = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield made
        made.close()
