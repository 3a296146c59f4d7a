"""`eights hidden`: what it is worth to know hidden rules."""

from __future__ import annotations

import dataclasses
from typing import Annotated, Any, Literal, cast

import typer
from rich.console import Console

from eights._eights import GRAMMAR_VERSION
from eights.cli import complete
from eights.cli.command import examples, whole
from eights.cli.common import (
    JsonFile,
    Overrides,
    Seed,
    judged,
    legend,
    load_ruleset,
    new_table,
    progress_bar,
    refuse_unwritable,
    stdout,
    write_json,
)
from eights.hidden import BASELINES, Baseline, baselines, hidden_rules

EPILOG = examples(
    "eights hidden",
    "eights hidden --split test --games 2000 --rules 3",
    "eights hidden --field random --json - > baselines.json",
)
NOTE = """\
Each sits on every seat in turn, against {field} on all others, on the same deals under the same \
hidden rules. random tries any card; plain follows suit and rank; remembers judges by what was \
refused and accepted in the match; knows is told the rules. {legend} Intervals are Wilson's."""


def print_table(console: Console, rows: list[Baseline], title: str) -> None:
    """A row for each player."""
    table = new_table(title=title, title_justify="left", title_style="bold")
    table.add_column("Player", style="cyan", no_wrap=True)
    names = (
        "Win\nrate",
        "95 % interval",
        "Games",
        "Attempts\na game",
        "Refused\na game",
        "Refused",
    )
    for name in names:
        table.add_column(name, justify="right")
    for row in rows:
        part = row.refused / row.attempts if row.attempts else 0.0
        table.add_row(
            row.name,
            judged(row.win_rate, row.low, row.high, row.fair_share),
            f"{row.low:.1%} - {row.high:.1%}",
            f"{row.games:,}",
            f"{row.attempts:.1f}",
            f"{row.refused:.2f}",
            f"{part:.1%}",
        )
    console.print(table)
    note = NOTE.format(field=rows[0].field, legend=legend(rows[0].fair_share))
    console.print(note, style="dim")


def hidden(
    ruleset: Annotated[
        str,
        typer.Argument(
            metavar="RULESET",
            help="What is played beside them: id of a built-in ruleset, or a TOML file.",
            autocompletion=complete.ruleset_ids,
        ),
    ] = "rose_mau",
    players: Annotated[
        int,
        typer.Option(
            "--players", "-p", metavar="N", parser=whole(2, 10), help="Number of players, 2 to 10."
        ),
    ] = 4,
    rules: Annotated[
        int,
        typer.Option(
            "--rules", metavar="N", parser=whole(1, 3), help="Rules drawn for each match, 1 to 3."
        ),
    ] = 2,
    rounds: Annotated[
        int,
        typer.Option(
            "--rounds",
            "-r",
            metavar="N",
            parser=whole(1),
            help="Rounds of a match, under the same rules.",
        ),
    ] = 5,
    split: Annotated[
        str,
        typer.Option(
            metavar="WORD",
            help="Which rules are drawn: train, test or all.",
            autocompletion=complete.words("train", "test", "all"),
        ),
    ] = "train",
    games: Annotated[
        int,
        typer.Option("--games", "-g", metavar="N", parser=whole(1), help="Matches of each player."),
    ] = 400,
    field: Annotated[
        str,
        typer.Option(
            metavar="PLAYER",
            help=f"Who sits on the other seats: {', '.join(BASELINES)}.",
            autocompletion=complete.words(*BASELINES),
        ),
    ] = "plain",
    seed: Seed = 0,
    json: JsonFile = None,
    override: Overrides = None,
) -> None:
    """Measure what it is worth to know hidden rules, or to remember.

    Each match has its own rules, drawn from the grammar of created rules.
    """
    refuse_unwritable(json)
    part = cast(Literal["train", "test", "all"], split)  # the ruleset refuses another word
    game = hidden_rules(
        load_ruleset(ruleset, override), players=players, rules=rules, rounds=rounds, split=part
    )
    with progress_bar() as bar:
        total = games * len(BASELINES)
        task = bar.add_task(f"{total:,} matches", total=total)
        rows = baselines(
            game, games, seed, field, progress=lambda done: bar.update(task, completed=done)
        )
    if json != "-":
        words = f"{game.ruleset.title}: {rules} hidden rules of split {split!r}, {rounds} rounds"
        print_table(stdout(), rows, f"{words}, {players} players, seed {seed}")
    if json is not None:
        report: dict[str, Any] = {
            "ruleset": game.ruleset.to_dict(),
            "players": players,
            "rules": rules,
            "rounds": rounds,
            "split": split,
            "grammar": GRAMMAR_VERSION,
            "seed": seed,
            "baselines": [dataclasses.asdict(row) for row in rows],
        }
        write_json(json, report)
