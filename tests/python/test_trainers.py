"""The adapters where their trainers are not installed; tests/trainers tests them with trainers."""

from __future__ import annotations

import importlib
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")

NEEDED = {
    "collect": ("pyarrow", "pyarrow"),
    "inspect_ai": ("inspect_ai", "inspect-ai"),
    "jax": ("jax", "jax"),
    "kaggle": ("kaggle_environments", "kaggle-environments"),
    "mcp": ("mcp.server.mcpserver", "mcp"),
    "minari": ("minari", "minari"),
    "nemo_gym": ("resources_servers.gymnasium", "nemo-gym"),
    "openenv": ("openenv.core", "openenv"),
    "openspiel": ("pyspiel", "open-spiel"),
    "puffer": ("pufferlib", "pufferlib"),
    "ray": ("ray", "ray"),
    "rllib": ("ray.rllib", "ray[rllib]"),
    "sb3": ("stable_baselines3", "stable-baselines3"),
    "textarena": ("textarena", "textarena"),
    "torchrl": ("torchrl", "torchrl"),
    "verifiers": ("verifiers.v1", "verifiers"),
}
"""The module that each adapter imports, and the package that provides it."""


@pytest.mark.parametrize("adapter", NEEDED)
def test_without_its_trainer_an_adapter_names_the_extra(
    adapter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, package = NEEDED[adapter]
    monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.delitem(sys.modules, f"eights.{adapter}", raising=False)
    extra = adapter.replace("_", "-")
    needed = f'eights.{adapter} needs {package}: pip install "eights[{extra}]"'
    with pytest.raises(ImportError, match=f"^{re.escape(needed)}$"):
        importlib.import_module(f"eights.{adapter}")
    assert f"\n{extra} = [" in (ROOT / "pyproject.toml").read_text("utf-8")


def test_every_group_of_tests_has_a_lock_file() -> None:
    (line,) = re.findall(r"^TRAINERS \?= (.*)$", MAKEFILE, re.M)
    groups = set(line.split())
    locks = {path.stem for path in (ROOT / "requirements/trainers").glob("*.txt")}
    tests = {
        path.stem.removeprefix("test_with_") for path in (ROOT / "tests/trainers").glob("test_*")
    }
    assert groups == locks == tests


def test_every_example_is_run() -> None:
    by_itself = ROOT / "tests/examples/test_puffer_example.py"
    paths = [*(ROOT / "tests/trainers").glob("test_*.py"), by_itself]
    tests = "".join(path.read_text("utf-8") for path in paths)
    for example in (ROOT / "examples/trainers").glob("*.py"):
        assert re.search(rf'[/"]{example.name}"', tests)


def test_every_block_of_the_page_is_run() -> None:
    page = (ROOT / "docs/trainers.md").read_text("utf-8")
    for group in re.findall(r"^```python (\S+)$", page, re.M):
        test = (ROOT / f"tests/trainers/test_with_{group}.py").read_text("utf-8")
        assert f'run_blocks("{group}")' in test
