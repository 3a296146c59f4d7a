"""Distances of PPO, CFR and the bots from equilibrium: measurements for docs/science.md.

    make science
    make science ARGS="--rulesets tiny_eights_a --decisions 100000 --seeds 1 2 --out /tmp"

A run is a file under runs/science/; existing runs are kept, so an interrupted measurement
continues. At the end docs/science.json, the page and the plot are written (`science_page.py`). It
takes about half an hour on one idle core.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import time
from pathlib import Path
from typing import Any

# One core: threads do not speed up small products, and times are comparable.
os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"

import jax
import numpy as np

import eights
import ppo_selfplay as ppo
import ppo_tiny
import science_page
from eights import solve
from eights.cli.measure import machine

GAMES = [name for name in solve.rulesets() if name.startswith("tiny_eights")]
"""The solved games that are measured; tiny_bluff is told of in docs/solve.md."""
RUNS = Path(__file__).parents[1] / "runs/science"
FIRST_SEED = 11
"""The forms were chosen on `tiny_eights_a` with seed 1, so that seed is not measured."""


@dataclasses.dataclass(frozen=True)
class Plan:
    """The effort spent on a game."""

    seeds: int
    """Number of training runs of each form."""
    decisions: int
    """Number of decisions of each training run."""
    evaluations: int
    """Number of points of its curve."""
    iterations: int
    """Number of iterations of each variant of CFR."""


PLANS = {
    "tiny_eights_a": Plan(5, 1_500_000, 7, 1000),
    "tiny_eights_b": Plan(5, 1_500_000, 7, 1000),
    "tiny_eights_c": Plan(3, 1_500_000, 7, 200),
    "tiny_eights_d": Plan(3, 750_000, 3, 50),
}
VARIANTS = ("cfr", "cfr+", "pcfr+")
BOTS = ("random", "greedy", "heuristic")


class Ground:
    """A game with its solver and the network's inputs, made on demand."""

    def __init__(self, ruleset: str) -> None:
        """Walks the game."""
        game = eights.Game(ruleset, players=2, history=ppo_tiny.HISTORY)
        self.ruleset, self.solver = ruleset, solve.Tabular(game, threads=1)
        self._sights: ppo_tiny.Sights | None = None

    @property
    def sights(self) -> ppo_tiny.Sights:
        """The network's inputs in the game."""
        if self._sights is None:
            self._sights = ppo_tiny.Sights.all(self.solver)
        return self._sights


def exact(ground: Ground) -> dict[str, Any]:
    """Computes the game, the bots and CFR, without any sampling."""
    solver, sights = ground.solver, ground.sights
    iterations = PLANS[ground.ruleset].iterations
    found = {name: solver.exploitability(solve.policy_of(solver, name)) for name in BOTS}
    solutions = {name: solve.cfr(solver, iterations, name) for name in VARIANTS}
    best = solutions["pcfr+"].policy
    # One action for all information states with the same network input: the best on average.
    alike = np.zeros((len(sights.seen), solver.num_actions))
    np.add.at(alike, sights.of, best)
    return {
        "fingerprint": solver.game.ruleset.fingerprint,
        "histories": solver.num_histories,
        "infostates": solver.num_infostates,
        "sights": len(sights.seen),
        "features": len(sights.columns),
        "bots": found,
        "cfr": {
            name: {
                "iterations": of.iterations,
                "seconds": round(of.seconds, 3),
                "exploitability": of.exploitability,
            }
            for name, of in solutions.items()
        },
        "alike": solver.exploitability(ppo_tiny.most_probable(alike[sights.of])),
        "most_probable": solver.exploitability(ppo_tiny.most_probable(best)),
    }


def trained(ground: Ground, form: str, seed: int, settings: dict[str, Any]) -> dict[str, Any]:
    """Runs one training."""
    args = ppo.Args(ruleset=ground.ruleset, seed=seed, minibatches=4, **settings)
    curve = ppo_tiny.train(ground.solver, ground.sights, args, ppo_tiny.FORMS[form])
    return {"form": form, "seed": seed, "curve": curve}


def kept(path: Path, settings: dict[str, Any]) -> dict[str, Any] | None:
    """Returns the result in a run's file, if it was made with the same settings."""
    if not path.exists():
        return None
    run: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return run["result"] if run["settings"] == settings else None


def write(path: Path, data: dict[str, Any]) -> None:
    """Writes a file as a whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    part.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    part.replace(path)


def measured(ruleset: str, given: argparse.Namespace) -> dict[str, Any]:
    """Returns all runs of a game, each measured or read."""
    ground: Ground | None = None
    fingerprint = eights.Ruleset(ruleset).fingerprint
    plan = PLANS[ruleset]
    settings = {
        "decisions": given.decisions or plan.decisions,
        "evaluations": plan.evaluations,
        "envs": given.envs,
        "steps": given.steps,
    }
    seeds = given.seeds or range(FIRST_SEED, FIRST_SEED + plan.seeds)
    runs: list[tuple[str, int] | None] = [None]
    runs += [(form, seed) for seed in seeds for form in given.forms]
    results = []
    for run in runs:
        path = given.runs / ruleset / ("exact.json" if run is None else "{}-{}.json".format(*run))
        mine = {"fingerprint": fingerprint}
        if run:
            mine |= settings | {"form": dataclasses.asdict(ppo_tiny.FORMS[run[0]])}
        result = kept(path, mine)
        if result is None:
            ground = ground or Ground(ruleset)
            began = time.perf_counter()
            result = trained(ground, *run, settings) if run else exact(ground)
            write(path, {"settings": mine, "result": result})
            what = "{} {}".format(*run) if run else "exact"
            print(f"{ruleset} {what}: {time.perf_counter() - began:.0f} s", flush=True)
        results.append(result)
    return results[0] | {"runs": results[1:]}


def main() -> None:
    """Measures the missing runs, and writes figures, page and plot."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    add = parser.add_argument
    add("--rulesets", nargs="+", default=GAMES, choices=GAMES)
    add("--forms", nargs="+", default=list(ppo_tiny.FORMS), choices=list(ppo_tiny.FORMS))
    add("--seeds", type=int, nargs="+", help="instead of those of the page")
    add("--decisions", type=int, help="of each training run, instead of those of the page")
    add("--envs", type=int, default=256)
    add("--steps", type=int, default=32)
    add("--runs", type=Path, default=RUNS, help="where the runs are kept")
    add("--out", type=Path, default=science_page.DOCS, help="where page and figures go")
    given = parser.parse_args()
    games = {ruleset: measured(ruleset, given) for ruleset in given.rulesets}
    forms = {name: dataclasses.asdict(form) for name, form in ppo_tiny.FORMS.items()}
    about = machine() | {"jax": jax.__version__}
    settings = {
        "envs": given.envs,
        "steps": given.steps,
        "hidden": ppo.Args.hidden,
        "history": ppo_tiny.HISTORY,
    }
    figures = {"machine": about, "settings": settings, "forms": forms, "games": games}
    science_page.write(figures, given.out)


if __name__ == "__main__":
    main()
