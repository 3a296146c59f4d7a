"""The page of promises names files that there are."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_file_named_on_the_page_of_promises_exists() -> None:
    text = (ROOT / "docs/trust.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:tests|benchmarks|benches|fuzz)/[\w./-]*)`", text)
    assert len(named) > 20
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_every_fuzz_target_is_on_the_page() -> None:
    text = (ROOT / "docs/trust.md").read_text(encoding="utf-8")
    targets = [file.stem for file in (ROOT / "fuzz/fuzz_targets").glob("*.rs")]
    assert targets
    assert [target for target in targets if f"`{target}`" not in text] == []
