"""`eights solve`: how far bots and CFR are from equilibrium."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import Progress, TaskID
from rich.text import Text

import eights
from eights import solve as solving
from eights.cli import complete
from eights.cli.command import examples, whole
from eights.cli.files import CliError, refuse_unwritable, write_json
from eights.cli.load import load_ruleset
from eights.cli.options import JsonFile, Overrides, Threads, Variant
from eights.cli.terminal import new_table, progress_bar, stderr, stdout

EPILOG = examples(
    "eights solve tiny_eights_a",
    "eights solve tiny_eights_c --algorithm pcfr+ --iterations 500",
    "eights solve tiny_eights_a -o draw.then=may-play",
    "eights solve tiny_eights_b --save solved.npz",
)
POINTS = 10


def solve(
    ruleset: Annotated[
        str,
        typer.Argument(
            metavar="RULESET",
            help="Id of a built-in ruleset, such as tiny_eights_a, or a TOML file.",
            show_default=False,
            autocompletion=complete.solved_ids,
        ),
    ],
    algorithm: Annotated[
        str,
        typer.Option(
            "--algorithm",
            "-a",
            metavar="NAME",
            help="cfr, cfr+, dcfr or pcfr+.",
            autocompletion=complete.words("cfr", "cfr+", "dcfr", "pcfr+"),
        ),
    ] = "pcfr+",
    iterations: Annotated[
        int,
        typer.Option(
            "--iterations", "-i", metavar="N", parser=whole(1), help="Number of iterations."
        ),
    ] = 100,
    max_nodes: Annotated[
        int,
        typer.Option(
            metavar="N", parser=whole(1), help="Maximum number of nodes in the game tree."
        ),
    ] = 50_000_000,
    threads: Threads = 0,
    save: Annotated[
        str | None,
        typer.Option(
            metavar="FILE.npz",
            help="Write the strategy that was found: arena --add and exploit --policy take it.",
            show_default=False,
        ),
    ] = None,
    json: JsonFile = None,
    variant: Variant = None,
    override: Overrides = None,
) -> None:
    """Solve a small game for two, and measure how far the bots are from equilibrium.

    Ctrl-C stops the algorithm, and prints its results so far. `eights docs solve` explains them.
    """
    refuse_unwritable(json)
    if save is not None and not save.endswith(".npz"):
        raise CliError(f"--save {save}: the name of a strategy must end in .npz")
    refuse_unwritable(save)
    game = eights.Game(load_ruleset(ruleset, override, variant), players=2)
    with progress_bar() as bar:
        solver = _walked(game, max_nodes, threads, bar)
        policies = {name: solving.policy_of(solver, name) for name in eights.bots()}
        with eights.SoftStop() as stop:
            task = bar.add_task(algorithm, total=iterations)
            found = solving.cfr(
                solver,
                iterations,
                algorithm,
                every=max(1, iterations // POINTS),
                progress=_shown(bar, task, stop),
            )
    policies[f"{algorithm}, {found.iterations:,} iterations"] = found.policy
    if save is not None:
        solving.Strategy(solver, found.policy, Path(save).stem).save(save)
    results = [
        {
            "policy": name,
            "value": solver.expected_value(policy)[0],
            "exploitability": solver.exploitability(policy),
        }
        for name, policy in policies.items()
    ]
    report = {
        "ruleset": game.ruleset.id,
        "histories": solver.num_histories,
        "nodes": solver.num_nodes,
        "infostates": solver.num_infostates,
        "actions": solver.num_actions,
        "memory": solver.memory,
        "seconds": found.seconds,
        "results": results,
        "curve": found.curve,
    }
    if json is not None:
        write_json(json, report)
    if json != "-":
        _print(report)
    if found.iterations < iterations:
        made = f"{found.iterations:,} of {iterations:,} iterations"
        told = f"stopped: the figures are those after {made}"
        stderr().print(told, style="yellow", soft_wrap=True)
        raise typer.Exit(130)


def _walked(game: eights.Game, max_nodes: int, threads: int, bar: Progress) -> solving.Tabular:
    """The solver of a game, all of which is walked before anything can be told of it."""
    try:
        walk = bar.add_task("walking", total=max_nodes)
        solver = solving.Tabular(
            game, max_nodes=max_nodes, threads=threads, progress=_shown(bar, walk)
        )
    except KeyboardInterrupt:
        bar.stop()
        told = "stopped before the whole game was walked: there is nothing to tell or to keep"
        stderr().print(told, style="yellow", soft_wrap=True)
        raise typer.Exit(130) from None
    bar.remove_task(walk)
    return solver


def _shown(bar: Progress, task: TaskID, stop: eights.SoftStop | None = None) -> Any:
    """A callback that shows progress on a bar, and returns whether to go on."""

    def show(done: int) -> bool:
        bar.update(task, completed=done)
        return not stop

    return show


def _print(report: dict[str, Any]) -> None:
    """Prints the sizes of a game, and a row for every policy."""
    console = stdout()
    about = (
        "{ruleset}: {histories:,} histories, {infostates:,} information states, {actions} actions"
    )
    console.print(about.format(**report), style="dim")
    table = new_table()
    table.add_column("Policy", style="cyan", no_wrap=True)
    table.add_column("Value of seat 0", justify="right", no_wrap=True)
    table.add_column("Exploitability", justify="right", no_wrap=True)
    for row in report["results"]:
        value = row["value"] + 0.0 if abs(row["value"]) >= 5e-7 else 0.0
        table.add_row(
            row["policy"],
            f"{value:.6f}",
            Text(f"{max(row['exploitability'], 0.0):.3g}", style="bold"),
        )
    console.print(table)
    console.print(
        "Exploitability: what a seat could win by a best response, on average.", style="dim"
    )
