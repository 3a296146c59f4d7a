"""Compares the exact solver with OpenSpiel in one run: the same game, algorithm and averages.

The game is walked once and written in Gambit's extensive form, which OpenSpiel loads as a game.
Both its C++ and its Python therefore work on a tree in C++, not on rules in Python.

    python benchmarks/solve.py                       # tiny_eights_a, 10 iterations of CFR
    python benchmarks/solve.py tiny_eights_b -n 3
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import pyspiel
from open_spiel.python.algorithms import cfr as python_cfr
from open_spiel.python.policy import python_policy_to_pyspiel_policy

import eights
from eights import solve


def extensive_form(game: eights.Game) -> str:
    """Writes a game with explicit chance in Gambit's notation; infosets are numbered by seat."""
    lines = [f'EFG 2 R "{game.ruleset.id}" {{ "0" "1" }}']
    numbers: tuple[dict[str, int], dict[str, int]] = ({}, {})
    chances = ends = 0
    open_ = [game.new_initial_state(seed=0)]
    while open_:
        state = open_.pop()
        if state.is_terminal():
            ends += 1
            first, second = state.returns()
            lines.append(f't "" {ends} "" {{ {first}, {second} }}')
            continue
        player = state.current_player()
        if player < 0:
            chances += 1
            outcomes = state.chance_outcomes()
            branches = " ".join(f'"{outcome}" {p!r}' for outcome, p in outcomes)
            lines.append(f'c "" {chances} "" {{ {branches} }} 0')
            ids = [outcome for outcome, _ in outcomes]
        else:
            text = state.information_state_string()
            number = numbers[player].setdefault(text, len(numbers[player]) + 1)
            ids = state.legal_actions()
            branches = " ".join(f'"{action}"' for action in ids)
            lines.append(f'p "" {player + 1} {number} "{player}-{number}" {{ {branches} }} 0')
        open_.extend(state.child(action) for action in reversed(ids))
    return "\n".join(lines) + "\n"


def timed(work: Callable[[], object], times: int) -> float:
    """Returns the mean seconds of several executions."""
    began = time.perf_counter()
    for _ in range(times):
        work()
    return (time.perf_counter() - began) / times


def main() -> None:
    """Measures, and prints a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("ruleset", nargs="?", default="tiny_eights_a")
    parser.add_argument("-n", "--iterations", type=int, default=10)
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    game = eights.Game(args.ruleset, players=2, chance="explicit")
    solver = solve.Tabular(game, threads=args.threads)
    theirs = pyspiel.load_efg_game(extensive_form(game))
    n = args.iterations
    run = solver.cfr("cfr")
    run.run(1)  # touches the memory
    run = solver.cfr("cfr")
    rows: list[tuple[str, float, Any]] = []
    rows.append(("eights", timed(lambda: run.run(n), 1) / n, run.exploitability()))
    in_cpp = pyspiel.CFRSolver(theirs)
    seconds = timed(in_cpp.evaluate_and_update_policy, n)
    found = pyspiel.exploitability(theirs, in_cpp.average_policy())
    rows.append(("OpenSpiel, C++", seconds, found))
    in_python = python_cfr.CFRSolver(theirs)
    seconds = timed(in_python.evaluate_and_update_policy, n)
    average = python_policy_to_pyspiel_policy(in_python.average_policy())
    found = pyspiel.exploitability(theirs, average)
    rows.append(("OpenSpiel, Python", seconds, found))
    print(f"{args.ruleset}: {solver.num_histories:,} histories, CFR, {n} iterations")
    print("| solver | ms an iteration | times ours | exploitability |\n|---|---|---|---|")
    for name, seconds, exploitability in rows:
        times = seconds / rows[0][1]
        print(f"| {name} | {1000 * seconds:.3g} | {times:.3g} | {exploitability:.12f} |")
    uniform = solver.uniform()
    ours = timed(lambda: solver.exploitability(uniform), 3)
    tabular = pyspiel.UniformRandomPolicy(theirs)
    other = timed(lambda: pyspiel.exploitability(theirs, tabular), 1)
    print(f"exploitability: {1000 * ours:.3g} ms; OpenSpiel, C++: {1000 * other:.3g} ms")


if __name__ == "__main__":
    main()
