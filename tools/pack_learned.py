"""Packs runs of `examples/train_learned.py` into the file of the bot `learned`.

    python tools/pack_learned.py runs/learned

Writes `src/bot/learned/policies.safetensors` (its format: `src/bot/learned/file.rs`) and
`docs/learned.json`, the settings and curves of each training. A ruleset without a run keeps its
network; a run of several rulesets is skipped. Features that were never other than 0 and actions
that were never legal are left out; weights are integers of -127 … 127, with a scale for each row.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from safetensors import safe_open
from safetensors.numpy import save_file

import eights

ROOT = Path(__file__).parents[1]
WEIGHTS = ROOT / "src/bot/learned/policies.safetensors"
RUNS = ROOT / "docs/learned.json"
GREATEST = 127
NAMES = ("features", "unused", "sizes")
"""Keys that only the file of weights has, since they are long."""


def whole(rows: npt.NDArray[np.float32]) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.float32]]:
    """Quantises rows to integers [N, H] with a scale for each row [N]."""
    scale = np.maximum(np.abs(rows).max(axis=1), 1e-12) / GREATEST
    return np.rint(rows / scale[:, None]).astype(np.int8), scale.astype(np.float32)


def pack(run: Path, ruleset: str, told: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Returns the tensors of a ruleset, and its metadata."""
    with safe_open(run / "policy.safetensors", "np") as file:
        found = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    players = told["settings"]["players"]
    count = len(found["w1"]) - len(players)
    live = found["live"][:count]
    games = {seats: eights.Game(ruleset, players=seats) for seats in players}
    names: list[str] = [""] * count
    for seats, game in games.items():
        for at, name in zip(found[f"columns.{ruleset}.{seats}"], game.feature_names(), strict=True):
            names[at] = name
    tensors: dict[str, Any] = {}
    for name, rows in (
        ("first", found["w1"][:count][live]),
        ("second", found["w2"]),
        ("policy", found["policy"].T[found["legal"]]),
    ):
        tensors[name], tensors[f"{name}.scale"] = whole(rows)
    tensors["policy.actions"] = np.flatnonzero(found["legal"]).astype(np.uint8)
    tensors["first.bias"], tensors["second.bias"] = found["b1"], found["b2"]
    tensors["value"] = np.ascontiguousarray(found["value"][:, 0])
    for at, seats in enumerate(players):
        tensors[f"players.{seats}"] = np.ascontiguousarray(found["w1"][count + at])
    about = {
        "fingerprint": told["fingerprints"][ruleset],
        "players": players,
        "features": [name for name, used in zip(names, live, strict=True) if used],
        "unused": [name for name, used in zip(names, live, strict=True) if not used],
        "sizes": {seats: game.observation_tensor_size() for seats, game in games.items()},
    }
    settings = {key: of for key, of in told["settings"].items() if key != "out"}
    about |= {"script": "examples/train_learned.py", "settings": settings, "eights": told["eights"]}
    return tensors, about | {"curve": told["curve"]}


def main(runs: Path) -> None:
    """Packs every run of a folder, beside the networks of the other rulesets."""
    with safe_open(WEIGHTS, "np") as file:
        metadata: dict[str, str] = file.metadata()
        tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    told: dict[str, Any] = json.loads(RUNS.read_text(encoding="utf-8"))
    packed = []
    for run in sorted(path.parent for path in runs.glob("*/policy.safetensors")):
        read = json.loads((run / "run.json").read_text(encoding="utf-8"))
        if len(read["fingerprints"]) > 1:
            continue
        (ruleset,) = read["fingerprints"]
        own, about = pack(run, ruleset, read)
        packed.append(ruleset)
        tensors = {name: of for name, of in tensors.items() if not name.startswith(f"{ruleset}.")}
        tensors |= {f"{ruleset}.{name}": np.ascontiguousarray(of) for name, of in own.items()}
        told[ruleset] = {key: of for key, of in about.items() if key not in NAMES}
        metadata[ruleset] = json.dumps({key: of for key, of in about.items() if key != "curve"})
    save_file(tensors, WEIGHTS, metadata)
    told = dict(sorted(told.items()))
    RUNS.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    size = WEIGHTS.stat().st_size / 1024
    sys.stdout.write(f"{WEIGHTS}: {size:.0f} KiB, anew {', '.join(packed) or 'nothing'}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
