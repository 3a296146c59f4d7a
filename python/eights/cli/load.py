"""The ruleset that a command plays: a built-in one or a file, with a variant and overrides."""

from __future__ import annotations

import difflib
import re
import sys
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from rich.text import Text

from eights import MAX_RULESET_BYTES, Ruleset, rulesets, solve
from eights._base.arguments import shown
from eights.cli.files import CliError, read_text
from eights.cli.terminal import stderr

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

__all__ = ["folder_of", "load_ruleset", "parse_override", "without_warnings"]

BARE_WORDS = re.compile(r"[^\s\"'\[{#=][^\"'\[\]{}#=]*")
PLAIN = (bool, int, float, str)


def is_plain(value: object) -> bool:
    """True when TOML and JSON agree on a value: no dates."""
    if isinstance(value, list):
        return all(map(is_plain, value))
    if isinstance(value, dict):
        return all(map(is_plain, value.values()))
    return isinstance(value, PLAIN)


def parse_override(text: str) -> tuple[str, Any]:
    """Reads KEY=VALUE.

    >>> parse_override("deal.cards=7")
    ('deal.cards', 7)
    >>> parse_override("stock.empty = turn-over")
    ('stock.empty', 'turn-over')

    Raises:
        CliError: there is no key or no value, or the value is not TOML.
    """
    if len(text) > MAX_RULESET_BYTES:
        raise CliError(f"-o {shown(text)} has more than {MAX_RULESET_BYTES:,} characters")
    key, _, value = (part.strip() for part in text.partition("="))
    if not key or not value:
        raise CliError(f"-o {shown(text)} is not KEY=VALUE, such as -o deal.cards=7")
    try:
        table = tomllib.loads(f"value = {value}")
    except tomllib.TOMLDecodeError as error:
        if BARE_WORDS.fullmatch(value):
            return key, value
        raise CliError(f"-o {shown(text)}: the value is not TOML: {str(error)[:200]}") from error
    except RecursionError:
        raise CliError(f"-o {shown(text)}: the value has too many lists in lists") from None
    if set(table) != {"value"} or not is_plain(table):
        raise CliError(
            f"-o {shown(text)}: the value must be one number, text, boolean, list or table"
        )
    return key, table["value"]


def near(name: str) -> str:
    """Advice where no ruleset has a name.

    >>> near("Kings-Reverse"), near("chess")
    ('did you mean kings_reverse?', 'there are ... listed by `eights rulesets`')
    """
    ids = rulesets()
    spelled = {squeezed(text): id_ for id_ in ids for text in (Ruleset(id_).title, id_)}
    said = squeezed(name)
    close = difflib.get_close_matches(said, spelled, n=3, cutoff=0.7)
    within = [word for word in spelled if len(said) >= 3 and said in word]
    found = [said] if said in spelled else [*close, *within]
    meant = list(dict.fromkeys(spelled[word] for word in found))[:3]
    if not meant:
        return f"there are {len(ids)}, listed by `eights rulesets`"
    return f"did you mean {', '.join(meant[:-1])}{' or ' * (len(meant) > 1)}{meant[-1]}?"


def squeezed(text: str) -> str:
    """The letters and digits of a text."""
    return "".join(filter(str.isalnum, text.casefold()))


def without_warnings(make: Callable[[], Ruleset]) -> Ruleset:
    """Makes a ruleset; what changes nothing in it is told on stderr."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", UserWarning)
        ruleset = make()
    for warning in caught:
        stderr().print(Text(f"warning: {warning.message}", style="yellow"), soft_wrap=True)
    return ruleset


def folder_of(path: str) -> Path | None:
    """Where the bases of a ruleset file are looked for; stdin has no folder."""
    return None if path == "-" else Path(path).parent


def load_ruleset(
    name: str, overrides: list[str] | None = None, variant: str | None = None
) -> Ruleset:
    """The ruleset of a built-in id or of a file, with its changes.

    Raises:
        CliError: the file, the variant or an override cannot be read.
        eights.Error: the ruleset, or what the overrides make of it, is not valid.
    """
    if name in rulesets() or name in solve.rulesets():
        ruleset = Ruleset(name)
    elif Path(name).suffix == ".toml" or Path(name).exists():
        text = read_text(name, MAX_RULESET_BYTES)
        ruleset = without_warnings(lambda: Ruleset.from_toml(text, folder_of(name)))
    else:
        raise CliError(f'no ruleset "{name[:60]}": {near(name[:60])}')
    if variant is not None:
        variants: dict[str, Any] = ruleset.to_dict().get("variants", {})
        if variant not in variants:
            known = f"there are {', '.join(variants)}" if variants else "it has none"
            raise CliError(f"{ruleset.id} has no variant {shown(variant)}: {known}")
        ruleset = changed(ruleset, variants[variant])
    if overrides:
        ruleset = changed(ruleset, dict(map(parse_override, overrides)))
    return ruleset


def changed(ruleset: Ruleset, overrides: Mapping[str, Any]) -> Ruleset:
    """A ruleset with overrides."""
    return without_warnings(lambda: ruleset.override(overrides))
