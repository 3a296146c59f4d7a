"""Packs the policy of `examples/train_one_policy.py` into the file of the bot `learned`.

    python tools/pack_learned.py runs/one_policy

Writes `src/bot/learned/policy.safetensors` (its format: `src/bot/learned/file.rs`): weights as
integers of -127 … 127 with a scale for each row, and the names of all inputs. Writes
`docs/learned.json`, too: the settings and the curve of the training. The figures of
`benchmarks/training.py` stay there.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from safetensors.numpy import load_file, save_file

import eights

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "examples"))

from one_policy import Columns  # noqa: E402 - after the path of the examples

WEIGHTS = ROOT / "src/bot/learned/policy.safetensors"
RUN = ROOT / "docs/learned.json"
GREATEST = 127


def whole(rows: npt.NDArray[np.float32]) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.float32]]:
    """Quantises rows to integers [N, H] with a scale for each row [N]."""
    scale = np.maximum(np.abs(rows).max(axis=1), 1e-12) / GREATEST
    return np.rint(rows / scale[:, None]).astype(np.int8), scale.astype(np.float32)


def inputs() -> dict[str, Any]:
    """Returns the names of the inputs, in the order of the weights."""
    game = eights.Game("crazy_eights", layout="cards")
    names = game.feature_names()
    columns = Columns.of(game)

    def group(at: int, one: int) -> tuple[str, int]:
        return names[at].removesuffix(" 2C"), one

    return {
        "sums": [[group(*of)] for of in columns.sums] + [[group(*of) for of in columns.rare]],
        "faces": columns.faces,
        "numbers": [(names[at], factor) for at, factor in columns.numbers],
        "wide": [(names[at].removesuffix(" high_byte"), zero) for at, zero in columns.wide],
        "card": game.rule_matrix_names(),
        "table": game.rule_vector_names(),
    }


def main(run: Path) -> None:
    """Packs a run."""
    tensors: dict[str, npt.NDArray[Any]] = {}
    for name, weights in load_file(run / "policy.safetensors").items():
        if name.endswith(".bias"):
            tensors[name] = weights
        else:
            tensors[name], tensors[f"{name}.scale"] = whole(weights)
    save_file(tensors, WEIGHTS, {"inputs": json.dumps(inputs())})
    about = json.loads((run / "run.json").read_text(encoding="utf-8"))
    if RUN.exists():
        about["frameworks"] = json.loads(RUN.read_text(encoding="utf-8"))["frameworks"]
    RUN.write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
    sys.stdout.write(f"{WEIGHTS}: {WEIGHTS.stat().st_size / 1024:.0f} KiB\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
