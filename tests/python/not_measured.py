"""The rulesets that a page of measurements names as not measured yet."""

from __future__ import annotations

import re


def not_measured(page: str) -> set[str]:
    """Return the ids between "Not measured yet:" and the next full stop of the page."""
    named = page.partition("Not measured yet:")[2].partition(".")[0]
    return set(re.findall(r"`(\w+)`", named))
