"""PPO by self-play under drawn rules: the training of `learned`, across rulesets.

`--task house` plays a new ruleset in each episode, whose features the policy sees or not (`--rules
masked`); `--task hidden` plays matches under hidden rules. The policy plays all seats without a
memory: its only evidence of hidden rules are the last public actions. It learns like
`train_learned.py`, from the features that vary between positions, and is tested against bots under
rules of both splits.

    python examples/train_drawn_rules.py --decisions 20_000_000
    python examples/train_drawn_rules.py --task hidden

Writes `policy.safetensors` and a run for `eights watch` under `runs/`. Ctrl-C stops after an
update, and keeps the policy so far.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from safetensors.numpy import save_file
from tqdm import tqdm

import eights
import ppo_recurrent as drawn
import ppo_selfplay as ppo
import train_learned as learned
from ppo_selfplay import Floats, Ints, Params

SPLITS = ("train", "test")


@dataclass(frozen=True)
class Tables(learned.Tables):
    """One table with drawn rules, and the features that the network sees."""

    source: eights.Game | eights.GamePool
    places: list[Ints]
    """For each game the indices of the visible features in an observation."""

    @classmethod
    def drawn(cls, args: drawn.Args) -> Tables:
        """Returns the table of a task, with rules of `train`."""
        source = drawn.games(args, "train")
        batch = eights.Batch(source, 1024, seed=args.seed)
        shown = drawn.shown(args, batch.game)
        places = shown[varying(batch)[shown]]
        names = batch.game.feature_names()
        features = [names[place] for place in places]
        none = np.zeros(0, np.int64)
        return cls([batch.game], features, [np.arange(len(places))], [none], source, [places])

    def batches(self, envs: int, seed: int) -> list[eights.Batch[Any]]:
        """Returns a batch of `envs` games, each with its own rules."""
        return [eights.Batch(self.source, envs, seed=seed)]

    def show(self, table: int, obs: Floats, out: Floats) -> None:
        """Writes observations [N, D] as the network's inputs [N, U]."""
        np.take(obs, self.places[table], axis=1, out=out, mode="clip")


def varying(batch: eights.Batch[Any], steps: int = 200) -> Any:
    """True for each feature that varies over positions of some random games: shape [D]."""
    least, most = batch.observations.min(axis=0), batch.observations.max(axis=0)
    for _ in range(steps):
        batch.step(batch.sample())
        np.minimum(least, batch.observations.min(axis=0), out=least)
        np.maximum(most, batch.observations.max(axis=0), out=most)
    return least != most


def test(args: drawn.Args, params: Params, tables: Tables, split: str) -> dict[str, Any]:
    """Plays the policy on seat 0 against bots, one episode in each game of a split."""
    batch = drawn.table(args, split, args.episodes, args.seed + 1_000_003, "disabled")
    player = ppo.Player(params, "trained")

    def decide() -> Ints:
        return player(batch.observations[:, tables.places[0]], batch.action_masks)

    return drawn.fares(batch, split, decide)


def train(args: drawn.Args, log: eights.RunLog, points: int) -> tuple[Params, Tables, int]:
    """Trains; returns the policy, its table and the number of decisions. Ctrl-C ends it early."""
    tables = Tables.drawn(args)
    same = {"decisions", "seed", "envs", "steps", "minibatches", "hidden", "learning_rate"}
    settings = {name: getattr(args, name) for name in same}
    trainer = learned.Trainer(ppo.Args(**settings), tables, averaged=0.98)
    tested = dataclasses.replace(args, episodes=min(args.episodes, 400))

    def report(told: dict[str, float], seconds: float) -> None:
        found = test(tested, trainer.mean, tables, "train")
        rate = {"mean": found["win_rate"], "low": found["low"], "high": found["high"]}
        log.wins(trainer.decisions, f"{args.opponent}, train rules", **rate)
        loss = f"loss {told['loss']:.3f}"
        wins = f"{rate['mean']:.1%} against {args.opponent}"
        tqdm.write(f"{trainer.decisions:,} decisions, {seconds:,.0f} s: {loss}, {wins}")

    learned.train(trainer, log, points, report)
    arrays: dict[str, Any] = {name: np.asarray(of) for name, of in trainer.mean.items()}
    features = {"features": json.dumps(tables.features)}
    save_file(arrays, log.folder / "policy.safetensors", features)
    return trainer.mean, tables, trainer.decisions


def parse_args() -> tuple[drawn.Args, int]:
    """Parses the command line: the settings, and the points of the curve."""
    parser = argparse.ArgumentParser(
        description=(__doc__ or "").partition("\n")[0],
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    drawn.add_options(parser, DEFAULTS)
    parser.add_argument("--evaluations", type=int, default=10, help="points of the curve")
    given = vars(parser.parse_args())
    points = given.pop("evaluations")
    return settings(**given), points


DEFAULTS: dict[str, Any] = {
    "task": "house",
    "rules": "shown",
    "players": 4,
    "opponent": "greedy",
    "rounds": 5,
    "pool": 256,
    "history": 4,
    "decisions": 20_000_000,
    "envs": 512,
    "steps": 32,
    "hidden": 128,
    "minibatches": 8,
    "learning_rate": 1e-3,
    "episodes": 1000,
    "seed": 1,
    "out": "runs/train_drawn_rules",
}
"""Defaults of the settings that are shared with `ppo_recurrent.py`."""


def settings(**given: Any) -> drawn.Args:
    """Returns settings, with defaults for those that are not given and without a memory."""
    return drawn.Args(**DEFAULTS | {"memory": "none"} | given)


def main() -> int:
    """Trains, tests on both splits, and prints the results."""
    args, points = parse_args()
    log = eights.RunLog(
        args.out,
        players=args.players,
        budget=args.decisions,
        settings=dataclasses.asdict(args),
        overwrite=True,
    )
    print(f"curves while it learns: eights watch {args.out}")
    begin = time.perf_counter()
    with log:
        params, tables, decisions = train(args, log, points)
        if decisions < args.decisions:
            log.close("interrupted")
            told = f"stopped after {decisions:,} decisions; the policy so far is in {args.out}"
            print(told, file=sys.stderr)
            return 130
        tests = [test(args, params, tables, split) for split in SPLITS]
    seconds = time.perf_counter() - begin
    print(f"{decisions:,} decisions in {seconds:.0f} s, {len(tables.features)} features")
    for one in tests:
        print(
            f"on {one['split']:>5}: wins {one['win_rate']:.1%} "
            f"({one['low']:.1%} … {one['high']:.1%}), {one['cut']} of {args.episodes} cut short"
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
