"""`eights arena`: bots against bots."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, cast

import typer
from rich.progress import Progress as Bar
from rich.progress import TaskID
from rich.text import Text

import eights
from eights import reports
from eights._base.limits import MOST_REPORT
from eights.cli import complete
from eights.cli.added import player as policy_of
from eights.cli.arena_tables import print_report
from eights.cli.command import examples, whole
from eights.cli.files import CliError, read_text, refuse_unwritable, write_json, write_text
from eights.cli.load import load_ruleset
from eights.cli.options import JsonFile, Overrides, Players, Seed, Threads, Variant
from eights.cli.players import (
    EXCHANGES,
    OPTIONS,
    Budget,
    Exchanges,
    KeyVariable,
    Patience,
    PlayerSpecs,
    RequestOptions,
    language_models,
    refuse_alone,
    refuse_spent,
)
from eights.cli.terminal import progress_bar, stderr, stdout
from eights.evaluate import MOST_DEALS, Progress
from eights.policies import AnyPolicy, policy_name

EPILOG = examples(
    "eights arena crazy_eights_special",
    "eights arena kings_reverse heuristic random --players 4 --deals 5000",
    "eights arena crazy_eights --precision 0.01 --markdown -",
    "eights arena crazy_eights --reward points --json result.json",
    "eights arena --repeat result.json",
    "eights arena uno --deals 1000000 --address auto",
    "eights arena uno heuristic --add my_policy.py",
    "eights arena uno heuristic --player openai:llama@http://localhost:8000/v1 --deals 10",
)

DEALS = 1000
"""Deals of each pairing, without a precision."""

MODEL_DEALS = 20
"""The same where language models take part."""

BESIDE_MODELS = "heuristic"
"""The opponent of language models where none is named."""

Z = 1.96
"""Half a 95 % interval in standard deviations."""


@dataclass(frozen=True)
class Plan:
    """The arguments of an arena, and where it is played."""

    game: eights.Game
    entrants: Sequence[str | AnyPolicy] | Mapping[str, str | AnyPolicy]
    deals: int
    seed: int
    precision: float | None
    threads: int
    ray: bool
    address: str | None

    @property
    def players(self) -> list[str | AnyPolicy]:
        """The entrants without their names."""
        of = self.entrants
        return list(of.values() if isinstance(of, Mapping) else of)

    @property
    def by_texts(self) -> bool:
        """True if language models take part."""
        return any(isinstance(one, eights.text.TextBot) for one in self.players)


def total_games(plan: Plan) -> int:
    """The number of games: a deal once a seat or team; with two each pair plays it only once.

    With a precision it is an estimate: the number that independent games at a fair share need.
    """
    teams, entrants = len(plan.game.teams), len(plan.entrants)
    deals = plan.deals
    if plan.precision is not None:
        fair = 1 / teams
        games = Z * Z * fair * (1 - fair) / plan.precision**2
        looks = eights.arena_looks(plan.deals, plan.precision)
        deals = next((look for look in looks if look * teams >= games), plan.deals)
    pairs = entrants * (entrants - 1)
    return (pairs // 2 if teams == 2 else pairs) * deals * teams


def on_ray(plan: Plan, progress: Progress) -> reports.Report:
    """The report of an arena that Ray plays.

    Raises:
        CliError: Ray is not installed, cannot be reached, or does not get it done.
    """
    try:
        from eights.ray import arena as play
    except ImportError as missing:
        raise CliError(str(missing)) from missing
    from ray.exceptions import RayError

    try:
        return play(
            plan.game,
            plan.entrants,
            plan.deals,
            plan.seed,
            progress,
            plan.address,
            plan.precision,
            timing=True,
        )
    except (ConnectionError, RayError) as why:
        raise CliError(f"Ray: {str(why).strip().splitlines()[0]}") from why


def by_texts(plan: Plan, progress: Progress) -> reports.Report:
    """The report of an arena in which language models take part; times are not measured."""
    return eights.text.arena(
        plan.game,
        plan.entrants,
        plan.deals,
        plan.seed,
        threads=plan.threads or os.cpu_count() or 1,
        progress=progress,
        precision=plan.precision,
    )


def played(plan: Plan) -> reports.Report:
    """The report of an arena, with a bar while it is played; Ctrl-C stops it with what it has."""
    with progress_bar() as bar, eights.SoftStop() as stop:
        total = total_games(plan)
        about = "" if plan.precision is None else "about "
        task = bar.add_task(f"{about}{total:,} games", total=total)

        def progress(done: int) -> bool:
            _show(bar, task, done, total)
            return not stop

        if plan.ray:
            return on_ray(plan, progress)
        if plan.by_texts:
            return by_texts(plan, progress)
        return eights.arena(
            plan.game,
            plan.entrants,
            deals=plan.deals,
            seed=plan.seed,
            threads=plan.threads,
            progress=progress,
            precision=plan.precision,
            timing=True,
        )


def _show(bar: Bar, task: TaskID, done: int, total: int) -> None:
    """Moves the bar; where the guess was too small, half as much again is guessed."""
    while total < done:
        total += total // 2 + 1
    bar.update(task, completed=done, total=total)


def with_alpha_rank(report: dict[str, Any]) -> None:
    """Adds the shares of alpha-rank, or why there are none."""
    try:
        report["alpha_rank"] = {"shares": reports.alpha_rank(report)}
    except (ImportError, eights.BotError) as why:
        report["alpha_rank"] = {"left_out": str(why)}


def refuse_beside_repeat(context: typer.Context) -> None:
    """Refuses what a report that is played again says itself.

    Raises:
        CliError: such an argument is given.
    """
    beside = (
        *("repeat", "threads", "ray", "address", "json", "markdown", "alpha_rank", "add"),
        *("player", *OPTIONS),
    )
    for parameter in context.command.params:
        name = parameter.name or ""
        source = context.get_parameter_source(name)
        if name not in beside and source is not None and source.name == "COMMANDLINE":
            shown = parameter.opts[0] if parameter.opts[0].startswith("-") else name.upper()
            raise CliError(f"--repeat plays what is in the file: leave out {shown}")


def plan_of(
    report: Mapping[str, Any],
    add: list[str],
    models: Sequence[AnyPolicy],
    threads: int,
    ray: bool,
    address: str | None,
) -> Plan:
    """The arena of a report, to be played again.

    Raises:
        CliError: the file of a policy is refused.
        eights.Error: it is not a report of an arena, or what it is of is not there any more.
    """
    game = reports.game_of(report)
    given = [*(policy_of(file, game) for file in add), *models]
    policies = {policy_name(one): one for one in given}
    again = reports.plan_of(report, policies)
    return Plan(
        game=again.game,
        entrants=again.entrants,
        deals=again.deals,
        seed=again.seed,
        precision=again.precision,
        threads=threads,
        ray=ray,
        address=address,
    )


def arena(
    context: typer.Context,
    ruleset: Annotated[
        str | None,
        typer.Argument(
            metavar="RULESET",
            help="Id of a built-in ruleset, or a TOML file.",
            show_default=False,
            autocompletion=complete.ruleset_ids,
        ),
    ] = None,
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="BOT",
            help=f"Entrants: {', '.join(complete.BOTS)}, or a searcher: "
            "ismcts, pimc, 'ismcts(iterations=2000)'; without any, all bots that play the game, or "
            f"with --player {BESIDE_MODELS}.",
            show_default=False,
            autocompletion=complete.bots,
        ),
    ] = None,
    add: Annotated[
        list[str] | None,
        typer.Option(
            "--add",
            metavar="FILE",
            help="Enter a policy of your own: policy(observations, action_masks) or make(game) "
            "of this Python file, whose code is run, or a strategy (.npz) that solve --save has "
            "written; may be repeated.",
            show_default=False,
        ),
    ] = None,
    players: Players = None,
    deals: Annotated[
        int | None,
        typer.Option(
            "--deals",
            "-d",
            metavar="N",
            parser=whole(1),
            help=f"Deals of each pairing, each played from every seat; without it {DEALS:,}, with "
            f"--player {MODEL_DEALS}, or with --precision at most {MOST_DEALS:,}.",
            show_default=False,
        ),
    ] = None,
    precision: Annotated[
        float | None,
        typer.Option(
            metavar="SHARE",
            help="Stop when half the width of every win rate's interval is at most this, such "
            "as 0.01.",
            show_default=False,
        ),
    ] = None,
    seed: Seed = 0,
    threads: Threads = 0,
    ray: Annotated[
        bool,
        typer.Option(
            "--ray",
            help="Play on Ray: on the cluster that RAY_ADDRESS names, or one that runs on this "
            "machine; otherwise Ray is started here.",
        ),
    ] = False,
    address: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Play on the Ray cluster at this address; auto: a cluster that runs on this "
            "machine.",
            show_default=False,
        ),
    ] = None,
    match: Annotated[
        bool, typer.Option("--match", help="Play matches, not single rounds.")
    ] = False,
    reward: Annotated[
        str,
        typer.Option(
            metavar="WORD",
            help="The reward that entrants play for: win or points.",
            autocompletion=complete.words("win", "points"),
        ),
    ] = "win",
    alpha_rank: Annotated[
        bool,
        typer.Option(
            "--alpha-rank/--no-alpha-rank",
            help="Add a ranking by alpha-rank if OpenSpiel is installed.",
        ),
    ] = True,
    json: JsonFile = None,
    markdown: Annotated[
        str | None,
        typer.Option(
            "--markdown",
            metavar="FILE",
            help="Write tables in Markdown; - is stdout.",
            show_default=False,
        ),
    ] = None,
    repeat: Annotated[
        str | None,
        typer.Option(
            "--repeat",
            metavar="FILE",
            help="Play the arena of a file written by --json again, and compare; - is stdin.",
            show_default=False,
        ),
    ] = None,
    player: PlayerSpecs = None,
    key_variable: KeyVariable = None,
    exchanges: Exchanges = EXCHANGES,
    budget: Budget = None,
    patience: Patience = 120.0,
    request: RequestOptions = None,
    variant: Variant = None,
    override: Overrides = None,
) -> None:
    """Set bots against each other, with 95 % intervals and ratings.

    The report is the same for any number of threads and on Ray; only times differ. Ctrl-C stops the
    arena, and reports the deals that every pairing has finished.
    """
    if json == "-" and markdown == "-":
        raise CliError("--json - and --markdown - would both write to stdout")
    refuse_unwritable(json)
    refuse_unwritable(markdown)
    ray = ray or address is not None
    if ray and threads:
        raise CliError(f"--threads {threads} is of one machine: Ray plays on all of its cores")
    if not player:
        refuse_alone(context)
    elif ray:
        raise CliError("--player plays on this machine: leave out Ray")
    if repeat is not None:
        refuse_beside_repeat(context)
    elif ruleset is None:
        raise CliError("name a ruleset, such as `eights arena crazy_eights`")
    with language_models(
        player or [], key_variable, exchanges, budget, patience, request or []
    ) as models:
        before: dict[str, Any] | None = None
        if repeat is not None:
            before = reports.parse(read_text(repeat, MOST_REPORT), repeat)
            plan = plan_of(before, add or [], models, threads, ray, address)
            changes = {key: before.get(key) for key in ("variant", "overrides")}
        else:
            rules = load_ruleset(str(ruleset), override, variant)
            kind = cast(Literal["win", "points"], reward)  # `Game` refuses another word
            game = eights.Game(
                rules, players=players, episode="match" if match else "round", reward=kind
            )
            own = [policy_of(file, game) for file in add or []]
            few = DEALS if not models else MODEL_DEALS
            plan = Plan(
                game=game,
                entrants=[*(bots or others(game, models)), *own, *models],
                deals=deals or (few if precision is None else MOST_DEALS),
                seed=seed,
                precision=precision,
                threads=threads,
                ray=ray,
                address=address,
            )
            eights.arena_looks(plan.deals, precision)  # refuses what there cannot be
            changes = {"variant": variant, "overrides": override or []}
        report = {**played(plan), **changes}
    if alpha_rank:
        with_alpha_rank(report)
    finish(report, plan.game.ruleset.title, json, markdown)
    if before is not None:
        compare(before, report, str(repeat))
    if reports.interrupted(report):
        refuse_spent(models, exchanges)
        raise typer.Exit(130)


def others(game: eights.Game, models: Sequence[AnyPolicy]) -> Sequence[str]:
    """The bots of an arena that names none: all, but of language models, which are slow, one."""
    return [BESIDE_MODELS] if models else eights.bots(game)


def finish(report: dict[str, Any], title: str, json: str | None, markdown: str | None) -> None:
    """Writes and prints a report."""
    if json is not None:
        write_json(json, report)
    if markdown is not None:
        write_text(markdown, reports.markdown(report))
    if reports.interrupted(report):
        most = report["stopped"]["most_deals"]
        told = f"stopped: the report is of the first {report['deals']:,} of {most:,} deals"
        stderr().print(told, style="yellow")
    if "-" not in (json, markdown):
        print_report(stdout(), report, title)


def compare(before: dict[str, Any], report: dict[str, Any], path: str) -> None:
    """Says whether an arena that was played again has the same figures.

    Raises:
        CliError: they differ.
    """
    different = [] if reports.interrupted(report) else reports.differences(before, report)
    if different:
        more = f", and {len(different) - 1} more" if len(different) > 1 else ""
        raise CliError(f"other figures than in {path}: {different[0]}{more}")
    if not reports.interrupted(report):
        stderr().print(Text(f"the same figures as in {path}", style="green"))
