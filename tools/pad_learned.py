"""Adds inputs of weight 0 to the file of the bot `learned`, for features that are new.

    python tools/pad_learned.py

The bot then plays as before, and reads the new features once it is trained again
(`docs/learned.md`). Features that are gone are refused: their weights cannot be left out.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from safetensors import safe_open
from safetensors.numpy import load_file, save_file

import eights

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "examples"))
sys.path.insert(0, str(ROOT / "tools"))

from pack_learned import WEIGHTS, inputs  # noqa: E402 - after the path of the tools

FACES = 19
"""Inputs of a group of cards by face: suits, ranks, and each Joker."""

Tensors = dict[str, npt.NDArray[Any]]


def new_names(kind: str, old: list[Any], new: list[Any]) -> list[Any]:
    """Returns the inputs of a kind that are new; stops where one is gone."""

    def name(entry: Any) -> str:
        return entry if isinstance(entry, str) else entry[0]

    known, given = {name(entry) for entry in old}, {name(entry) for entry in new}
    if gone := sorted(known - given):
        sys.exit(f"{kind}: {', '.join(gone)} are gone: train the bot again")
    return [entry for entry in new if name(entry) not in known]


def insert(tensors: Tensors, name: str, at: int, rows: int) -> None:
    """Inserts rows of weight 0 into a matrix."""
    weights, scale = tensors[name], tensors[f"{name}.scale"]
    tensors[name] = np.insert(weights, [at] * rows, 0, axis=0)
    tensors[f"{name}.scale"] = np.insert(scale, [at] * rows, np.float32(1e-12))


def main() -> None:
    """Pads the file."""
    with safe_open(WEIGHTS, "numpy") as file:
        old = json.loads(file.metadata()["inputs"])
    new, tensors = json.loads(json.dumps(inputs())), load_file(WEIGHTS)
    for kind in ("sums", "faces"):
        if sorted(map(str, old[kind])) != sorted(map(str, new[kind])):
            sys.exit(f"{kind}: the groups of cards have changed: train the bot again")
    for kind, tensor in (("card", "card1"), ("table", "table")):
        added = new_names(kind, old[kind], new[kind])
        insert(tensors, tensor, len(old[kind]), len(added))
        order = [(old[kind] + added).index(name) for name in new[kind]]
        for name in (tensor, f"{tensor}.scale"):
            tensors[name] = tensors[name][order]
        old[kind] = new[kind]
    numbers = new_names("numbers", old["numbers"], new["numbers"])
    wide = new_names("wide", old["wide"], new["wide"])
    end = len(old["faces"]) * FACES + len(old["numbers"])
    insert(tensors, "facts", end + len(old["wide"]), len(wide))
    insert(tensors, "facts", end, len(numbers))
    old["numbers"] += numbers
    old["wide"] += wide
    tensors = {name: np.ascontiguousarray(tensor) for name, tensor in tensors.items()}
    save_file(tensors, WEIGHTS, {"inputs": json.dumps(old)})
    sys.stdout.write(f"eights {eights.__version__}: {len(numbers)} numbers added\n")


if __name__ == "__main__":
    main()
