"""The script that takes the pictures of docs/images."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

import eights
import screenshots

pytest_plugins = ["browsing"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in place of docs/images, and a short run in place of that of `make curve`."""
    monkeypatch.setattr(screenshots, "IMAGES", tmp_path / "images")
    monkeypatch.setattr(screenshots, "ROOT", tmp_path)
    monkeypatch.setattr(screenshots, "RUN", tmp_path / "runs")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "images").mkdir()
    state = eights.Game("crazy_eights", players=2).new_initial_state(seed=7)
    notes: list[dict[str, Any]] = []
    while not state.is_terminal():
        action = state.action_to_string(state.bot_action("greedy"))
        notes.append({"move": len(notes) + 1, "probabilities": {action: 1.0}})
        state.apply_action(action)
    with eights.RunLog(tmp_path / "runs/ppo_selfplay", players=2, tensorboard=False) as log:
        for decisions in (100, 200):
            log.wins(decisions, "random", mean=0.4, low=0.35, high=0.45)
    (tmp_path / "runs/ppo_selfplay/game.json").write_text(state.record(notes), encoding="utf-8")
    return tmp_path / "images"


def test_every_picture_of_the_pages_is_taken_again(browser: Browser, folder: Path) -> None:
    kept = Path(__file__).resolve().parents[2] / "docs/images"
    for shoot in screenshots.PICTURES.values():
        shoot(browser)
    assert {file.name for file in folder.iterdir()} == {file.name for file in kept.iterdir()}
    for name in ("serve-table.webp", "environments.webp"):
        assert (folder / name).stat().st_size > 10_000
