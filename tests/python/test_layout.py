"""The listing of the package: public modules, and private packages that import one way."""

from __future__ import annotations

import ast
import importlib.util
import pkgutil
from collections.abc import Iterator
from pathlib import Path

import eights

HOME = Path(eights.__file__).parent
PUBLIC = {
    *("cli", "collect", "envs", "evaluate", "hidden", "inspect_ai", "jax", "kaggle"),
    *("leaderboard", "mcp", "minari", "nemo_gym", "openenv", "openspiel"),
    *("openspiel_type", "pettingzoo", "policies", "policy_batch", "pool", "puffer", "ray"),
    *("replays", "reports", "rlcard", "rllib", "run_log", "runs", "sb3", "searcher", "selfplay"),
    *("serve", "soft_stop", "solve", "strategy", "text", "textarena", "torchrl", "verifiers"),
    "watch",
}
"""Import paths that stay."""
MAY_IMPORT = {
    "_base": {"_eights"},
    "_display": {"_eights", "_base"},
    "_play": {"_eights", "_base", "_display", "policies", "pool", "searcher"},
    "_exploit": {
        *("_eights", "_base", "_play"),
        *("evaluate", "policies", "policy_batch", "searcher"),
    },
    "_trainers": {"_eights", "_base", "_display", "_play", "policies", "policy_batch"},
}


def test_public_modules_stand_at_the_top_and_private_ones_in_packages() -> None:
    found = {(module.name, module.ispkg) for module in pkgutil.iter_modules(eights.__path__)}
    assert {name for name, _ in found if not name.startswith("_")} == PUBLIC
    assert {name for name, package in found if package and name.startswith("_")} == set(MAY_IMPORT)
    # The extension, what it unpickles with, and `python -m eights`.
    single = {name for name, package in found if not package and name.startswith("_")}
    assert single == {"_eights", "_pickle", "__main__"}


def imported(path: Path) -> Iterator[str]:
    """The modules of eights that a file imports, by the first name within the package."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Import | ast.ImportFrom):
            continue
        within = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
        for alias in node.names:
            package, *names = f"{within}{alias.name}".split(".")
            if package == "eights":
                yield names[0] if names else package


def test_private_packages_import_one_way() -> None:
    for package, others in MAY_IMPORT.items():
        files = sorted((HOME / package).glob("*.py"))
        assert len(files) > 3
        for file in files:
            assert set(imported(file)) <= {package, *others}, file


def test_names_that_pickles_hold_are_public() -> None:
    for kind in (eights.Autoreset, eights.IllegalActionWarning, eights.Pool, eights.Searcher):
        assert not kind.__module__.startswith("eights._")
        assert importlib.util.find_spec(kind.__module__)
