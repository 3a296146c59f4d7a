"""The value of knowing, remembering and guessing rules: the tables of docs/hidden-rules.md.

    make rules
    make rules ARGS="--only hidden --episodes 200 --decisions 100000"

Every player sits on seat 0 against three `greedy` under rules of both splits. A row is a file under
runs/rules/; existing rows are kept, so an interrupted run continues. It takes about an hour on two
idle cores.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import math
import multiprocessing
import os
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any, Literal

# One core each: threads do not speed up small products.
os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"

from rich.progress import Progress

import eights
import hidden_rules_baselines as baselines
import marked
import ppo_recurrent as ppo
from eights.cli.measure import machine

ROOT = Path(__file__).parents[1]
RUNS = ROOT / "runs/rules"
PAGE, FIGURES = ROOT / "docs/hidden-rules.md", ROOT / "docs/hidden-rules.json"
PLAYERS, OPPONENT = 4, "greedy"
SEED = 77
SEARCH = "ismcts(iterations=100, worlds=25)"

SEARCHED = 100
"""Maximum number of episodes of the searcher, which is slow."""

BOTS = ("random", "greedy", "heuristic")
REMEMBERING = ("remembers", "knows")
"""Players of examples/hidden_rules_baselines.py."""
OTHERS = {"hidden": (SEARCH, *REMEMBERING), "house": (SEARCH,)}
LEARNED = {
    "hidden": {
        "PPO": ["--memory", "none"],
        "PPO, with a memory": ["--memory", "gru"],
    },
    "house": {
        "PPO, shown the rules": ["--memory", "none"],
        "PPO": ["--rules", "masked", "--memory", "none"],
        "PPO, with a memory": ["--rules", "masked", "--memory", "gru"],
    },
}
DECISIONS = {"hidden": 1_000_000, "house": 400_000}
"""Number of decisions that a policy learns from."""

FEWER = {"hidden": [], "house": ["--epochs", "2", "--minibatches", "8"]}
"""Fewer steps for house rules, whose observations have six times as many features."""

Split = Literal["train", "test", "all"]
Row = dict[str, Any]
SPLITS: tuple[Split, ...] = ("train", "test")


# ---- Players that receive states -----------------------------------------------------------------


class Bot:
    """A bot or a searcher, given by its name."""

    def __init__(self, name: str, seed: int) -> None:
        """Seeds the choices."""
        self.name, self.searcher, self.seed = name, eights.Searcher.named(name), seed

    def choose(self, state: eights.State) -> int:
        """Chooses an action of the seat to act."""
        if self.searcher is not None:
            return self.searcher.choose(state)
        return state.bot_action(self.name, eights.episode_seed(self.seed, 0, state.move_number()))

    def see(self, state: eights.State, action: int) -> None:
        """Remembers nothing."""


class Told(Bot):
    """A player that remembers refused cards, or receives the lawful ones."""

    def __init__(self, name: str, seed: int) -> None:
        """Starts without any attempts."""
        super().__init__(name, seed)
        self.player = baselines.PLAYERS[name](seed)

    def choose(self, state: eights.State) -> int:
        """Chooses by its memory or by the lawful actions."""
        if isinstance(self.player, baselines.InformedPlayer):
            self.player.tell(state.lawful_actions())
        return self.player.choose(baselines.Table.of(state), state.legal_actions())

    def see(self, state: eights.State, action: int) -> None:
        """Remembers a card that somebody is about to try."""
        table, lawful = baselines.Table.of(state), state.lawful_actions()
        attempt = baselines.Attempt.of(action, table, lawful)
        if attempt is not None:
            self.player.see(attempt)


def played(name: str, args: ppo.Args, split: Split) -> Row:
    """Plays one episode of each game; episodes that are cut off are counted separately."""
    make = Told if name in REMEMBERING else Bot
    source = ppo.games(args, split)
    shares, cut = [], 0
    for number in range(args.episodes):
        seed = eights.episode_seed(SEED, 0, number)
        game = source if isinstance(source, eights.Game) else source.draw(seed)
        state, me, other = game.new_initial_state(seed), make(name, seed), Bot(OPPONENT, seed + 1)
        while not state.is_terminal():
            action = (me if state.current_player() == 0 else other).choose(state)
            me.see(state, action)
            state.apply_action(action)
        if state.is_truncated():
            cut += 1
        else:
            winners = state.winners()
            shares.append(1 / len(winners) if 0 in winners else 0.0)
    rate, low, high = eights.win_rate_interval(shares) if shares else (math.nan, 0.0, 1.0)
    return {"split": split, "win_rate": rate, "low": low, "high": high, "cut": cut}


# ---- Rows ---------------------------------------------------------------------------------------


def players(task: str) -> list[str]:
    """Returns the players on seat 0."""
    return [*BOTS, *OTHERS[task], *LEARNED[task]]


def learns(task: str, player: str) -> bool:
    """True if a player is trained for its row."""
    return player in LEARNED[task]


def settings(task: str, player: str, given: argparse.Namespace) -> ppo.Args:
    """Returns the settings of a row."""
    decisions = given.decisions or DECISIONS[task]
    episodes = min(given.episodes, SEARCHED) if player == SEARCH else given.episodes
    folder = f"{task}-{''.join(c if c.isalnum() else '-' for c in player)}"
    out = str(given.out / folder)
    return ppo.parse_args(
        [
            *("--task", task, "--players", str(PLAYERS), "--opponent", OPPONENT),
            *("--decisions", str(decisions), "--episodes", str(episodes), "--out", out),
            *FEWER[task],
            *LEARNED[task].get(player, []),
        ]
    )


def row(player: str, args: ppo.Args) -> Row:
    """Plays, after training where the player learns, and writes a file."""
    begin = time.perf_counter()
    if learns(args.task, player):
        with eights.RunLog(
            args.out, players=args.players, budget=args.decisions, overwrite=True
        ) as log:
            params, _, _ = ppo.train(args, log)
            tests = [ppo.test(args, params, split) for split in SPLITS]
    else:
        tests = [played(player, args, split) for split in SPLITS]
    made = {
        "player": player,
        **dataclasses.asdict(args),
        "tests": tests,
        "seconds": round(time.perf_counter() - begin, 1),
    }
    path = Path(args.out) / "row.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(made, indent=2), encoding="utf-8")
    return made


def kept(player: str, args: ppo.Args) -> Row | None:
    """Returns a stored row with the same settings, if there is one."""
    path = Path(args.out) / "row.json"
    if not path.exists():
        return None
    made: Row = json.loads(path.read_text(encoding="utf-8"))
    same = {"player": player, **dataclasses.asdict(args)}
    return made if same == {key: made.get(key) for key in same} else None


def cells(made: Row) -> str:
    """Formats a line of a table."""
    player = made["player"]
    told = [player if learns(made["task"], player) else f"`{player}`"]
    for test in made["tests"]:
        told += [
            f"{test['win_rate']:.1%}",
            f"{test['low']:.1%} to {test['high']:.1%}",
            f"{test['cut']}",
        ]
    return "| " + " | ".join(told) + " |"


def block(rows: list[Row]) -> str:
    """Formats the table of a task."""
    return "\n".join(
        [
            "| seat 0 | `train` | 95 % interval | cut | `test` | 95 % interval | cut |",
            "|---|---|---|---|---|---|---|",
            *map(cells, rows),
        ]
    )


def main() -> None:
    """Makes the missing rows, and writes tables and figures."""
    parser = argparse.ArgumentParser(description="What rules are worth to those who know them.")
    parser.add_argument("--only", choices=tuple(LEARNED), help="one task")
    parser.add_argument("--episodes", type=int, default=1000, help="of each split")
    parser.add_argument("--decisions", type=int, help="that a policy learns from")
    parser.add_argument("--processes", type=int, default=2, help="rows made at once")
    parser.add_argument("--out", type=Path, default=RUNS, help="where rows are kept")
    parser.add_argument("--write", action="store_true", help="write the page and its figures")
    given = parser.parse_args()
    todo = [
        (task, player, settings(task, player, given))
        for task in LEARNED
        if given.only in (None, task)
        for player in players(task)
    ]
    made = {(task, player): kept(player, args) for task, player, args in todo}
    with Progress() as ticks, pool(given.processes) as workers:
        job = ticks.add_task("rows", total=len(todo), completed=sum(map(bool, made.values())))
        running = {
            workers.submit(row, player, args): (task, player)
            # Training takes longest, so it starts first.
            for task, player, args in reversed(todo)
            if not made[task, player]
        }
        for done in as_completed(running):
            made[running[done]] = done.result()
            ticks.advance(job)
    tables = {
        task: [one for (of, _), one in made.items() if of == task and one] for task in LEARNED
    }
    for task, rows in tables.items():
        if given.write and rows:
            marks = f"<!-- {task} -->\n", f"<!-- end of {task} -->\n"
            marked.write(PAGE, marks, block(rows) + "\n")
        elif rows:
            print(f"{task}\n{block(rows)}\n")
    if given.write:
        # The other table stays unchanged.
        told: dict[str, Any] = json.loads(FIGURES.read_text(encoding="utf-8"))
        told |= {"machine": machine(), "eights": eights.__version__}
        for task, rows in tables.items():
            if not rows:
                continue
            told[task] = [
                {key: of for key, of in made.items() if key not in ("out", "json")} for made in rows
            ]
        FIGURES.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


def pool(processes: int) -> ProcessPoolExecutor:
    """Returns a pool of spawned processes, since libraries such as JAX cannot be forked."""
    return ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"))


if __name__ == "__main__":
    main()
