"""The application: its commands, and what becomes of errors."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.text import Text
from typer.core import TyperGroup

import eights
from eights.cli import (
    arena,
    bench,
    collect,
    docs,
    exploit,
    leaderboard,
    mcp,
    play,
    replay,
    rules,
    schema,
    serve,
    solve,
    watch,
)
from eights.cli.command import Command, examples, write_examples
from eights.cli.files import CliError
from eights.cli.terminal import is_without_colors, stderr, stdout

EPILOG = examples(
    "eights rulesets",
    "eights show kings_reverse",
    "eights play crazy_eights_special --players 3",
    "eights serve",
    "eights arena crazy_eights_special heuristic random --players 4",
    "eights watch runs",
    "eights bench",
    "eights docs",
    "eights --install-completion",
)


class Commands(TyperGroup):
    """The group of all commands; turns errors of input into one line and an exit code."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Writes the commands, each with the whole first sentence of its help."""
        found = {name: self.get_command(ctx, name) for name in self.list_commands(ctx)}
        # A limit that no sentence reaches: help is wrapped, not cut.
        rows = [(name, of.get_short_help_str(1000)) for name, of in found.items() if of is not None]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Writes the examples."""
        del ctx
        write_examples(self.epilog, formatter)

    def invoke(self, ctx: Any) -> Any:
        """Runs the command that was asked for."""
        try:
            return super().invoke(ctx)
        except (eights.Error, CliError) as error:
            stderr().print(Text(f"error: {error}".rstrip(), style="red"), soft_wrap=True)
            raise typer.Exit(1) from error
        except KeyboardInterrupt as error:
            stderr().print("interrupted", style="yellow")
            raise typer.Exit(130) from error


app = typer.Typer(
    name="eights",
    cls=Commands,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={
        "help_option_names": ["-h", "--help"],
        "color": False if is_without_colors() else None,
    },
    epilog=EPILOG,
)


def show_version(wanted: bool) -> None:
    """Prints the version and ends, if `--version` was given."""
    if wanted:
        stdout().print(f"eights {eights.__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Card games of the Eights group: read their rules, play them, set bots against each other.

    RULESET is the id of a built-in ruleset (`eights rulesets` lists them) or a TOML file.
    """


for command, epilog in (
    (rules.rulesets, rules.RULESETS_EPILOG),
    (rules.show, rules.SHOW_EPILOG),
    (rules.validate, rules.VALIDATE_EPILOG),
    (play.play, play.EPILOG),
    (serve.serve, serve.EPILOG),
    (mcp.mcp, mcp.EPILOG),
    (watch.watch, watch.EPILOG),
    (arena.arena, arena.EPILOG),
    (leaderboard.leaderboard, leaderboard.EPILOG),
    (bench.bench, bench.EPILOG),
    (collect.collect, collect.EPILOG),
    (replay.replay, replay.EPILOG),
    (solve.solve, solve.EPILOG),
    (exploit.exploit, exploit.EPILOG),
    (docs.docs, docs.EPILOG),
    (schema.schema, schema.EPILOG),
):
    app.command(cls=Command, epilog=epilog)(command)
