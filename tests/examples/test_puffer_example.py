"""The example for PufferLib learns; its contract stands in for the package (`tests/python`)."""

from __future__ import annotations

import re
import runpy
import sys
from pathlib import Path

import puffer_contract
import pytest


def test_the_example_learns(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    puffer_contract.adapter(monkeypatch)
    path = Path(__file__).resolve().parents[2] / "examples/trainers/puffer_actor_critic.py"
    budget = ["--updates", "40", "--tables", "64", "--steps", "16"]
    monkeypatch.setattr(sys, "argv", [str(path), *budget])
    runpy.run_path(str(path), run_name="__main__")
    told = re.findall(
        r"update (\d+): mean return ([+-][\d.]+) against random", capsys.readouterr()[0]
    )
    assert [int(update) for update, _ in told] == [8, 16, 24, 32, 40]
    assert float(told[-1][1]) > max(0.5, float(told[0][1]))
    sys.modules.pop("eights.puffer", None)
