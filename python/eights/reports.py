"""Reports of arenas: formatted as Markdown, repeated, compared, and ranked by alpha-rank.

>>> import eights
>>> game = eights.Game("crazy_eights", players=2)
>>> report = eights.arena(game, ["greedy", "random"], deals=20, seed=4)
>>> print(eights.reports.markdown(report).splitlines()[0])
**crazy_eights**, 2 players, by round, 20 deals of each pairing
>>> eights.reports.differences(report, eights.reports.repeat(report))
[]
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from eights._base import arguments
from eights._base.limits import MOST_REPORT, read_bytes
from eights._base.shapes import Shape, mismatch, parse_object
from eights._eights import (
    SAMPLE_VERSION,
    ArgumentError,
    BotError,
    Game,
    Ruleset,
    __version__,
    arena,
)
from eights.evaluate import Progress
from eights.policies import AnyPolicy

__all__ = [
    "Plan",
    "Report",
    "alpha_rank",
    "differences",
    "game_of",
    "interrupted",
    "known",
    "markdown",
    "parse",
    "plan_of",
    "rating_interval",
    "read",
    "repeat",
    "surprise",
]

_RATE = {"mean": float, "low": float, "high": float}
_MEAN = {"mean": (float, None)}
_RANKED = {"entrant": str, "rating": float, "low": (float, None), "high": (float, None)}
SHAPE: Shape = {
    "version": str,
    "versions": {"eights": str, "python": str, "numpy": str, "sample": int},
    "ruleset": str,
    "fingerprint": str,
    "rules": (dict, None),
    "players": int,
    "teams": int,
    "episode": str,
    "reward": str,
    "max_decisions": int,
    "truncation": str,
    "seed": int,
    "deals": int,
    "stopped": {"by": str, "precision": (float, None), "most_deals": int},
    "entrants": [str],
    "bots?": [(str, None)],
    "pairings": [
        {
            "entrant": str,
            "field": str,
            "games": int,
            "win_rate": _RATE,
            "fair_share": float,
            "over_fair_share": float,
            "mean_return": {"mean": float},
            "mean_points": _MEAN,
            "mean_place": _MEAN,
            "truncated": int,
        }
    ],
    "adjusted_p_values": [float],
    "ranking": ([_RANKED], None),
    "variant?": (str, None),
    "overrides?": ([str], None),
    "alpha_rank?": {"left_out?": str, "shares?": dict},
}
"""The keys of a report that are read, and their types."""

_MEETING = {"entrant": str, "field": str, "over_fair_share": float}
_ENDS = {
    "deals": "all of them",
    "interrupt": "told to stop, of {most}",
    "precision": "precise to {precision}, of {most} at most",
}
"""The reasons why an arena ended, in words."""

FIGURES = ("entrants", "deals", "pairings", "adjusted_p_values", "ranking")
"""The keys of a report whose values are the same when its arena is played again."""

CLOSE = 1e-9
"""Greatest share by which equal figures may differ, since machines round differently."""


class Report(dict[str, Any]):
    """The result of `eights.arena`: a dict that `print` and notebooks show as tables.

    >>> import eights
    >>> report = eights.arena(eights.Game("uno", players=2), ["greedy", "random"], deals=5)
    >>> report["deals"], str(report) == report._repr_markdown_() == eights.reports.markdown(report)
    (5, True)
    """

    def __str__(self) -> str:
        """Returns the tables as Markdown with aligned columns."""
        return markdown(self)

    def _repr_markdown_(self) -> str:
        """Returns the tables, for notebooks."""
        return markdown(self)


def interrupted(report: Mapping[str, Any]) -> bool:
    """True if an arena was stopped by its caller before it had played everything."""
    return bool(report["stopped"]["by"] == "interrupt")


def game_of(report: Mapping[str, Any]) -> Game:
    """Returns the game of a report, as it would be played now.

    Raises:
        ArgumentError: it is not a report of an arena.
        BotError: it is of another version of eights, or of a ruleset that has changed since.
        eights.Error: its ruleset or an option is refused.
    """
    _check(report)
    if report["version"] != __version__:
        raise BotError(f"the report is of eights {report['version'][:40]}: this is {__version__}")
    sample = report["versions"].get("sample")
    if sample != SAMPLE_VERSION:
        raise BotError(
            f"the report is of sample version {arguments.shown(sample)}: this is {SAMPLE_VERSION}"
        )
    rules, id_ = report["rules"], report["ruleset"]
    ruleset = Ruleset(id_) if rules is None else Ruleset.from_dict(rules)
    if ruleset.fingerprint != report["fingerprint"]:
        raise BotError(
            f"the ruleset {id_[:60]} of the report has the fingerprint "
            f"{report['fingerprint'][:40]}: here it has {ruleset.fingerprint}"
        )
    return Game(
        ruleset,
        players=report["players"],
        episode=report["episode"],
        reward=report["reward"],
        max_decisions=report["max_decisions"],
        truncation=report["truncation"],
    )


def _check(report: object, shape: Shape = SHAPE) -> None:
    """Checks that a value is a report.

    Raises:
        ArgumentError: it is not a report of an arena.
    """
    if not isinstance(report, Mapping):
        raise ArgumentError(f"a report must be a mapping, not {arguments.kind(report)}")
    why = mismatch(report, shape)
    if why is None and shape is SHAPE:
        why = _contradiction(report)
    if why is not None:
        raise ArgumentError(f"it is not a report of an arena: {why}")


def _contradiction(report: Mapping[str, Any]) -> str | None:
    """Returns the contradiction in a report of the right shape, if there is one."""
    entrants, pairings = report["entrants"], report["pairings"]
    if len(set(entrants)) < len(entrants):
        return "two entrants have the same name"
    if not pairings or len(pairings) != len(report["adjusted_p_values"]):
        return "each pairing has one of 'adjusted_p_values', and there is one at least"
    if len(report.get("bots", entrants)) != len(entrants):
        return "each entrant has one of 'bots'"
    if report["stopped"]["by"] not in _ENDS:
        return f"'stopped.by' is {arguments.shown(report['stopped']['by'])}"
    shares = report.get("alpha_rank", {}).get("shares")
    ranked = [one["entrant"] for one in report["ranking"] or ()]
    if shares and mismatch(shares, dict.fromkeys(ranked, float)) is not None:
        return "each entrant has one of 'alpha_rank.shares'"
    return None


def read(path: str | os.PathLike[str]) -> Report:
    """Reads a report from a JSON file.

    Raises:
        ArgumentError: it is not a report of an arena.
        OSError: the file cannot be read.
    """
    text = read_bytes(Path(path), MOST_REPORT)
    if text is None:
        raise ArgumentError(
            f"{os.fspath(path)} is not a report of an arena: it has more than {MOST_REPORT:,} bytes"
        )
    return parse(text, os.fspath(path))


def parse(text: str | bytes, where: str) -> Report:
    """Parses a report from a JSON text; messages begin with its origin, `where`.

    Raises:
        ArgumentError: it is not a report of an arena.
    """
    try:
        report = Report(parse_object(text, MOST_REPORT))
        _check(report)
    except (ValueError, ArgumentError) as why:
        told = str(why).removeprefix("it is not a report of an arena: ")
        raise ArgumentError(f"{where} is not a report of an arena: {told}") from why
    return report


@dataclass(frozen=True)
class Plan:
    """The arguments of `eights.arena` that lead to a report."""

    game: Game
    entrants: dict[str, str | AnyPolicy]
    deals: int
    seed: int
    precision: float | None


def plan_of(report: Mapping[str, Any], policies: Mapping[str, AnyPolicy] | None = None) -> Plan:
    """Returns the arguments with which an arena repeats a report.

    An arena that was stopped by its caller is repeated up to the deal that it reached.

    Args:
        report: a report of `eights.arena`, possibly written to JSON and read again.
        policies: the policies that took part, by their names in the report; searchers need not be
            given.

    Raises:
        ArgumentError: it is not a report of an arena.
        BotError: it is of another version of eights, or of a ruleset that has changed since, or a
            policy that took part is not given.
    """
    game = game_of(report)
    entrants: dict[str, str | AnyPolicy] = {}
    for name, bot in zip(report["entrants"], report.get("bots", report["entrants"]), strict=True):
        one = (policies or {}).get(name) if bot is None else bot
        if one is None:
            raise BotError(f"{name} is a policy: a report holds its name only, so it must be given")
        entrants[name] = one
    stopped, whole = report["stopped"], interrupted(report)
    return Plan(
        game=game,
        entrants=entrants,
        deals=report["deals"] if whole else stopped["most_deals"],
        seed=report["seed"],
        precision=None if whole else stopped["precision"],
    )


def repeat(
    report: Mapping[str, Any],
    threads: int = 1,
    progress: Progress | None = None,
    policies: Mapping[str, AnyPolicy] | None = None,
    timing: bool = False,
) -> Report:
    """Plays the arena of a report again, with the same games and so the same figures.

    Args:
        report: as for `plan_of`.
        threads: as for `eights.arena`.
        progress: as for `eights.arena`.
        policies: as for `plan_of`.
        timing: as for `eights.arena`.

    Returns:
        The report of `eights.arena`.

    Raises:
        eights.Error: as `plan_of` and `eights.arena` say.
    """
    plan = plan_of(report, policies)
    return arena(
        plan.game,
        plan.entrants,
        deals=plan.deals,
        seed=plan.seed,
        threads=threads,
        progress=progress,
        precision=plan.precision,
        timing=timing,
    )


def differences(one: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    """Lists the differences between the figures of two reports; times are not compared.

    Returns:
        list[str]: lines such as `"pairings[0].win_rate.mean: 0.5, 0.25"`.

    Raises:
        ArgumentError: one of them is not a mapping.
    """
    for report in (one, other):
        _check(report, {})
    return [line for key in FIGURES for line in _differences(key, one.get(key), other.get(key))]


def _differences(where: str, one: Any, other: Any) -> Iterable[str]:
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        for key in [*one, *(key for key in other if key not in one)]:
            yield from _differences(f"{where}.{key}", one.get(key), other.get(key))
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for at, (left, right) in enumerate(zip(one, other, strict=True)):
            yield from _differences(f"{where}[{at}]", left, right)
    elif not _is_same(one, other):
        yield f"{where}: {one}, {other}"


def _is_same(one: Any, other: Any) -> bool:
    """True if two values are the same; floats may differ by rounding."""
    if isinstance(one, float) and isinstance(other, float):
        equal = math.isclose(one, other, rel_tol=CLOSE, abs_tol=CLOSE)
        return equal or (math.isnan(one) and math.isnan(other))
    return bool(one == other)


def alpha_rank(report: Mapping[str, Any]) -> dict[str, float]:
    """Computes each entrant's share of a population that imitates success: OpenSpiel's alpha-rank.

    An entrant takes over a population of another one if its win rate against a field of them is
    greater than theirs against a field of it (infinite alpha, a single population).

    Returns:
        dict: the share of each entrant; the shares add up to 1.

    Raises:
        ImportError: OpenSpiel, or a package that its alpha-rank imports, is not installed.
        BotError: two entrants have the same name, or some have not met.
    """
    _check(report, {"entrants": [str], "pairings": [_MEETING]})
    try:
        from open_spiel.python.egt import alpharank
    except ImportError as missing:
        raise ImportError(
            f'alpha-rank needs OpenSpiel: pip install "eights[rank]" ({missing})'
        ) from missing
    names = report["entrants"]
    if len(set(names)) < len(names):
        raise BotError("alpha-rank tells entrants by their names: two have the same")
    met = {(one["entrant"], one["field"]): one["over_fair_share"] for one in report["pairings"]}
    if len(met) < len(names) * (len(names) - 1):
        raise BotError("alpha-rank needs every entrant against every other")
    payoffs = np.array([[met.get((one, field), 0.0) for field in names] for one in names])
    *_, shares, _, _ = alpharank.compute([payoffs], use_inf_alpha=True)
    return {name: float(share) for name, share in zip(names, shares, strict=True)}


def markdown(report: Mapping[str, Any]) -> str:
    """Formats a report as Markdown: its tables, and the settings needed to play it again.

    Times are left out, so an arena that is played again gives the same text.

    Raises:
        ArgumentError: it is not a report of an arena.
    """
    _check(report)
    fair = report["pairings"][0]["fair_share"]
    side = "seat" if report["teams"] == report["players"] else "team"
    lines = [
        f"**{_cell(report['ruleset'])}**, {report['players']} players, by {report['episode']}, "
        f"{report['deals']:,} deals of each pairing",
        "",
        *_ranking(report),
        *_table(
            [
                *("entrant", "against", "win rate", "95 % interval"),
                *("p", "return", "points", "place", "cut"),
            ],
            list(map(_row, report["pairings"], report["adjusted_p_values"])),
            texts=(0, 1),
        ),
        "",
        f"Each deal is played once a {side}: {report['pairings'][0]['games']:,} games a row. A "
        f"fair share is {fair:.1%}. Intervals are 95 %, clustered by deal; p is adjusted to all "
        "rows (Holm); cut is how many games the limit of decisions ended.",
        "",
        *_provenance(report),
    ]
    return "\n".join(lines) + "\n"


def _ranking(report: Mapping[str, Any]) -> list[str]:
    ranking = report["ranking"]
    if ranking is None:
        return []
    shares = report.get("alpha_rank", {}).get("shares")
    rows = [
        [
            str(place),
            _cell(one["entrant"]),
            f"{one['rating']:+.0f}",
            rating_interval(one),
            *([f"{shares[one['entrant']]:.3f}"] if shares else []),
        ]
        for place, one in enumerate(ranking, 1)
    ]
    head = ["", "entrant", "rating", "95 % interval", *(["alpha-rank"] if shares else [])]
    return [*_table(head, rows, texts=(1,)), ""]


def _table(head: list[str], rows: list[list[str]], texts: Collection[int]) -> list[str]:
    """Formats a table as Markdown; all columns except `texts` are aligned to the right."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    lines = [
        " | ".join(
            cell.ljust(width) if at in texts else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        for line in (head, *rows)
    ]
    rule = "|".join(
        "-" * (width + 2) if at in texts else "-" * (width + 1) + ":"
        for at, width in enumerate(widths)
    )
    told = [f"| {line} |" for line in lines]
    return [told[0], f"|{rule}|", *told[1:]]


def rating_interval(one: Mapping[str, Any]) -> str:
    """Formats the interval of a rating.

    >>> rating_interval({"low": -3.2, "high": None})
    'unknown'
    """
    if one["low"] is None or one["high"] is None:
        return "unknown"
    return f"{one['low']:+.0f} to {one['high']:+.0f}"


def _row(pairing: Mapping[str, Any], p_value: float) -> list[str]:
    rate = pairing["win_rate"]
    return [
        _cell(pairing["entrant"]),
        _cell(pairing["field"]),
        f"{rate['mean']:.1%}",
        f"{rate['low']:.1%} to {rate['high']:.1%}",
        surprise(p_value),
        f"{pairing['mean_return']['mean']:+.3f}",
        known(pairing["mean_points"]["mean"], ".1f"),
        known(pairing["mean_place"]["mean"], ".2f"),
        f"{pairing['truncated']:,}",
    ]


def surprise(p_value: float) -> str:
    """Formats a p-value.

    >>> surprise(0.0312), surprise(1e-9)
    ('0.031', '<.001')
    """
    return "<.001" if p_value < 0.001 else f"{p_value:.3f}"


def known(value: float | None, how: str) -> str:
    """Formats a number; empty without one.

    >>> known(2.5, ".2f"), known(None, ".2f")
    ('2.50', '')
    """
    return "" if value is None else format(value, how)


def _cell(text: str) -> str:
    r"""Formats a text as a cell of a table, with all markup escaped.

    >>> print(_cell("a|b <img src=x> [c](javascript:d)"))
    a\|b \<img src=x> \[c\](javascript:d)
    """
    return re.sub(r"([\\`*\[\]<&~$|])", r"\\\1", " ".join(text.split()))


def _provenance(report: Mapping[str, Any]) -> list[str]:
    """Returns the lines that say how a report came about: ruleset, seed, versions."""
    versions, stopped = report["versions"], report["stopped"]
    most = f"{stopped['most_deals']:,} deals"
    end = _ENDS[stopped["by"]].format(most=most, precision=stopped["precision"])
    changed = [_cell(report["variant"])] if report.get("variant") else []
    changed += [f"`{override}`" for override in report.get("overrides") or ()]
    if report["rules"] is not None and not changed:
        changed = ["a ruleset of its own, which the JSON of the report holds"]
    ruleset = f"- Ruleset `{report['ruleset']}`, fingerprint `{report['fingerprint']}`"
    return [
        f"{ruleset}; changed: {', '.join(changed)}" if changed else ruleset,
        f"- Seed {report['seed']}, deals 0 to {report['deals'] - 1:,} ({end}); returns by "
        f"{report['reward']}; games end after {report['max_decisions']:,} decisions "
        f"({report['truncation']})",
        f"- eights {versions['eights']}, Python {versions['python']}, NumPy {versions['numpy']}",
    ]
