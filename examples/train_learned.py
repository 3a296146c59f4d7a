"""PPO by self-play at several tables at once: the training of the bot `learned`.

One network plays a ruleset with two, three and four players, or several rulesets. Its inputs are
the features of all tables, by name, and the table itself; features that a table lacks are zero. The
network plays all seats of all games. The stored weights are the mean of those of the last updates.
Training follows `ppo_selfplay.py`.

    python examples/train_learned.py --ruleset uno
    python examples/train_learned.py --ruleset uno kings_reverse --decisions 120_000_000

Writes `policy.safetensors`, `run.json`, the run's settings and curve, and a run for `eights watch`
under `runs/learned/uno/` or `runs/learned/uno+kings_reverse/`. Ctrl-C stops after an update, and
keeps the policy so far. `tools/pack_learned.py` packs runs of single rulesets into the file in the
wheel.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jax
import numpy as np
from safetensors.numpy import save_file
from tqdm import tqdm

import eights
import ppo_selfplay as ppo
from eights.selfplay import Rollout
from ppo_selfplay import Bools, Floats, Ints, Params


@dataclasses.dataclass(frozen=True)
class Tables:
    """The games that one network plays, and its U input features, the same for all."""

    games: list[eights.Game]
    features: list[str]
    """The U features: those of all tables, by name, then one for each number of players and, of
    several, one for each ruleset."""
    columns: list[Ints]
    """For each game the input feature of each place of its observations."""
    marks: list[Ints]
    """For each game the input features that mark the table."""

    @classmethod
    def of(cls, rulesets: list[str], players: list[int]) -> Tables:
        """Returns the tables of each ruleset with these numbers of players."""
        games = [eights.Game(ruleset, players=n) for ruleset in rulesets for n in players]
        named: dict[str, None] = {}
        for game in sorted(games, key=eights.Game.num_players, reverse=True):
            named |= dict.fromkeys(game.feature_names())
        several = rulesets if len(rulesets) > 1 else []
        said = [f"players {n}" for n in players] + [f"ruleset {ruleset}" for ruleset in several]
        features = [*named, *said]
        place = {name: at for at, name in enumerate(features)}
        columns = [np.array([place[name] for name in game.feature_names()]) for game in games]
        tables = [(f"players {game.num_players()}", f"ruleset {game.ruleset.id}") for game in games]
        marks = [np.array([place[name] for name in of if name in place]) for of in tables]
        return cls(games, features, columns, marks)

    def batches(self, envs: int, seed: int) -> list[eights.Batch[Any]]:
        """Returns a batch of `envs` games for each table, with different seeds."""
        return [eights.Batch(game, envs, seed=seed + at) for at, game in enumerate(self.games)]

    def show(self, table: int, obs: Floats, out: Floats) -> None:
        """Writes observations [N, D] of a table as network inputs [N, U], over zeros."""
        out[:, self.columns[table]] = obs
        out[:, self.marks[table]] = 1

    def names(self) -> list[str]:
        """Returns the name of each table: its number of players, after the ruleset if several."""
        several = len({game.ruleset.id for game in self.games}) > 1
        own = (f"{game.ruleset.id}, " if several else "" for game in self.games)
        return [f"{of}{game.num_players()}" for of, game in zip(own, self.games, strict=True)]


class Player(ppo.Player):
    """The policy at one of its tables, as an entrant of an arena."""

    def __init__(self, params: Params, tables: Tables, table: int) -> None:
        """Takes the most likely action."""
        super().__init__(params, "trained")
        self.tables, self.table = tables, table

    def weigh(self, obs: Floats, mask: Bools) -> Floats:
        """Returns the weights of each row's actions; the most likely one has 1."""
        seen = np.zeros((len(obs), len(self.tables.features)), np.float32)
        self.tables.show(self.table, obs, seen)
        return super().weigh(seen, mask)


def win_rates(
    params: Params, tables: Tables, bot: str, deals: int, seed: int
) -> dict[str, dict[str, float]]:
    """Returns the policy's win rate against a field of a bot at each table, by the table's name."""
    rates = {}
    for table, (name, game) in enumerate(zip(tables.names(), tables.games, strict=True)):
        player = Player(params, tables, table)
        report = eights.arena(game, [player, bot], deals=deals, seed=seed)
        (own,) = [pair for pair in report["pairings"] if pair["entrant"] == player.name]
        rates[name] = own["win_rate"]
    return rates


class Trainer:
    """A run: the games, the network and the mean of its weights."""

    def __init__(self, args: ppo.Args, tables: Tables, averaged: float) -> None:
        """Deals the games, with the envs divided evenly among the tables."""
        self.args, self.tables, self.averaged = args, tables, averaged
        self.rng = np.random.default_rng(args.seed)
        self.params = ppo.init(self.rng, len(tables.features), args.hidden)
        self.mean = self.params
        self.optimizer = ppo.adam().init(self.params)
        envs = args.envs // len(tables.games)
        columns: dict[str, Any] = {"log_prob": np.float32, "value": np.float32}
        self.rollouts = [
            Rollout(batch, args.steps, **columns) for batch in tables.batches(envs, args.seed)
        ]
        self.parts = [slice(n * envs, (n + 1) * envs) for n in range(len(tables.games))]
        shape = (args.steps, envs * len(tables.games), len(tables.features))
        self.seen = np.zeros(shape, np.float32)
        self.live = np.zeros(len(tables.features), np.bool_)
        self.legal = np.zeros(eights.NUM_ACTIONS, np.bool_)
        self.decisions = 0

    def collect(self) -> None:
        """Plays on at all tables, with one call of the network for all of them."""
        for rollout in self.rollouts:
            rollout.clear()
        for seen in self.seen:
            for table, (rollout, part) in enumerate(zip(self.rollouts, self.parts, strict=True)):
                self.tables.show(table, rollout.batch.observations, seen[part])
            mask = np.concatenate([rollout.batch.action_masks for rollout in self.rollouts])
            action, log_prob, value = ppo.act(self.params, seen, mask, self.rng)
            for rollout, part in zip(self.rollouts, self.parts, strict=True):
                rollout.step(action[part], log_prob=log_prob[part], value=value[part])

    def learn(self) -> dict[str, float]:
        """Updates the network from all rollouts, and the mean; returns the values to be logged."""
        args = self.args
        found = [ppo.decisions_of(rollout, args) for rollout in self.rollouts]
        names = [name for name in found[0] if name != "obs"]
        data = {name: np.concatenate([of[name] for of in found]) for name in names}
        features = len(self.tables.features)
        self.live |= self.seen.any(axis=(0, 1))
        self.legal |= data["mask"].any(axis=0)
        seen = [self.seen[:, part].reshape(-1, features) for part in self.parts]
        data["obs"] = np.concatenate(seen)
        rows = len(data["action"])
        orders = np.concatenate([self.rng.permutation(rows) for _ in range(args.epochs)])
        orders = orders.reshape(args.epochs * args.minibatches, -1)
        rate = args.learning_rate * (1 - 0.9 * min(self.decisions / args.decisions, 1.0))
        self.params, self.optimizer, parts = ppo.update(
            self.params, self.optimizer, data, orders, rate, args
        )
        # A young mean forgets faster, since the first weights are of little value.
        updates = 1 + self.decisions // rows
        keep = min(self.averaged, 1 - 1 / updates)
        self.mean = jax.tree.map(
            lambda old, new: keep * old + (1 - keep) * new, self.mean, self.params
        )
        self.decisions += rows
        return {name: float(value) for name, value in parts.items()}


def parse_args() -> argparse.Namespace:
    """Parses the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__.partition("\n")[0] if __doc__ else None,
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    add = parser.add_argument
    add(
        "--ruleset",
        nargs="+",
        default=["crazy_eights_special"],
        help="ids of built-in rulesets, all of which one network is to play",
    )
    add("--players", type=int, nargs="+", default=[2, 3, 4], help="numbers of players")
    add("--decisions", type=int, default=60_000_000, help="how many decisions it learns from")
    add("--seed", type=int, default=1, help="seed of the games, the network and the choices")
    add("--envs", type=int, default=768, help="games played at once, at all tables together")
    add("--steps", type=int, default=64, help="decisions a game between two updates")
    add("--minibatches", type=int, default=24, help="parts that each pass is cut into")
    add("--hidden", type=int, default=128, help="width of the two hidden layers")
    add("--learning-rate", type=float, default=1e-3, help="Adam's step size at the beginning")
    add("--entropy", type=float, default=0.01, help="weight of the entropy bonus")
    add("--averaged", type=float, default=0.98, help="share of the old mean in the new one")
    add("--evaluations", type=int, default=10, help="points of the curve")
    add("--deals", type=int, default=400, help="deals of each point and table, from every seat")
    add("--out", default="runs/learned", help="where the results go, in a folder for the ruleset")
    return parser.parse_args()


def main() -> int:
    """Trains, evaluates, and writes the results."""
    given = parse_args()
    settings = {
        field.name: getattr(given, field.name)
        for field in dataclasses.fields(ppo.Args)
        if hasattr(given, field.name) and field.name not in ("ruleset", "players", "out")
    }
    args = ppo.Args(**settings)
    tables = Tables.of(given.ruleset, given.players)
    trainer = Trainer(args, tables, given.averaged)
    together = "+".join(given.ruleset)
    out = Path(given.out) / together
    log = eights.RunLog(
        out,
        ruleset=together,
        budget=args.decisions,
        settings={name: str(value) for name, value in vars(given).items()},
        overwrite=True,
    )
    print(f"curves while it learns: eights watch {out}")
    with log:
        curve = Curve(trainer, given, log)
        if train(trainer, log, given.evaluations, curve.report):
            return 0
        log.close("interrupted")
    told = f"stopped after {trainer.decisions:,} decisions; the policy so far is in {out}"
    print(told, file=sys.stderr)
    return 130


Report = Callable[[dict[str, float], float], None]
"""Called at each point of the curve, with the values of the last update and the seconds."""


def train(trainer: Trainer, log: eights.RunLog, points: int, report: Report) -> bool:
    """Trains; returns true if it was finished, false if Ctrl-C stopped it after an update."""
    args, begin, reported = trainer.args, time.perf_counter(), 0
    with (
        eights.SoftStop() as stop,
        tqdm(total=args.decisions, desc=log.folder.name, mininterval=5) as bar,
    ):
        while trainer.decisions < args.decisions:
            start, before = time.perf_counter(), trainer.decisions
            trainer.collect()
            told = trainer.learn()
            speed = (trainer.decisions - before) / (time.perf_counter() - start)
            curves = {f"losses/{name}": value for name, value in told.items()}
            log.point(trainer.decisions, curves | {"speed/decisions_per_second": speed})
            last = bool(stop) or trainer.decisions >= args.decisions
            if last or trainer.decisions >= args.decisions * reported / max(points - 1, 1):
                report(told, round(time.perf_counter() - begin, 1))
                reported += 1
            bar.update(min(trainer.decisions, args.decisions) - bar.n)
            if last:
                break
    return trainer.decisions >= args.decisions


@dataclasses.dataclass
class Curve:
    """The policy and its curve so far, and their files."""

    trainer: Trainer
    given: argparse.Namespace
    log: eights.RunLog
    points: list[dict[str, Any]] = dataclasses.field(default_factory=list)

    def report(self, told: dict[str, float], seconds: float) -> None:
        """Plays against `heuristic` at all tables, and writes policy and curve."""
        trainer, given, log = self.trainer, self.given, self.log
        rates = win_rates(trainer.mean, trainer.tables, "heuristic", given.deals, given.seed + 1)
        point = {"decisions": trainer.decisions, "seconds": seconds, "win_rates": rates}
        self.points.append(point | told)
        games = trainer.tables.games
        about = {
            "settings": vars(given),
            "fingerprints": {game.ruleset.id: game.ruleset.fingerprint for game in games},
            "eights": eights.__version__,
            "curve": self.points,
        }
        written = json.dumps(about, indent=1) + "\n"
        (log.folder / "run.json").write_text(written, encoding="utf-8")
        save(trainer, log.folder / "policy.safetensors")
        for table, rate in rates.items():
            log.wins(trainer.decisions, f"heuristic, {table} players", **rate)
        wins = ", ".join(f"{of} players {rate['mean']:.1%}" for of, rate in rates.items())
        tqdm.write(f"{trainer.decisions:,} decisions, {seconds:,.0f} s: {wins}")


def save(trainer: Trainer, path: Path) -> None:
    """Writes the mean's weights, and for each table the input feature of each observation place.

    `live` and `legal` mark features that were ever other than 0, and actions that were ever legal.
    """
    arrays: dict[str, Any] = {name: np.asarray(of) for name, of in trainer.mean.items()}
    arrays |= {"live": trainer.live, "legal": trainer.legal}
    tables = trainer.tables
    for game, columns in zip(tables.games, tables.columns, strict=True):
        arrays[f"columns.{game.ruleset.id}.{game.num_players()}"] = columns.astype(np.int32)
    save_file(arrays, path, {"features": json.dumps(tables.features)})


if __name__ == "__main__":
    raise SystemExit(main())
