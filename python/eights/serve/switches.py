"""House rules as switches: made from the schema of rulesets, for whatever keys it has."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from eights._eights import Ruleset, ruleset_schema
from eights.serve.errors import Refusal, ServeError

__all__ = ["Setting", "check", "settings", "switches"]

_CARDS = ("cards", "late cards")
FIRST: dict[str, tuple[str, dict[str, str]]] = {
    "deal.cards": ("Cards for each player", {}),
    "draw.when": (
        "A card may be drawn",
        {"always": "at any time", "unable": "only if none can be played", "never": "never"},
    ),
    "draw.most": ("Cards drawn in a turn at most (0: any number)", {}),
    "draw.then": (
        "After drawing",
        {
            "end-turn": "the turn ends",
            "may-play": "the drawn card may be played",
            "must-play": "the drawn card must be played, if it can be",
            "play-any": "any card may be played",
            "must-play-any": "a card must be played, if one can be",
        },
    ),
    "special.NAME.hit.draw": ("{name}: cards to draw", {}),
    "turn.reverse-with-two": (
        "A reverse when two play",
        {"nothing": "changes nothing", "skip": "skips the other"},
    ),
    "call.made": (
        "Calling the last card",
        {
            "off": "is not needed",
            "by-player": "can be forgotten",
            "automatic": "happens by itself",
        },
    ),
    "call.penalty": ("Cards for a forgotten call", {}),
    "out.last-card": (
        "A special card that goes out",
        {
            "ignored": "has no effect",
            "served": "hits the others before scoring",
            "chain": "can be answered",
            "drawn": "makes its player draw",
        },
    ),
    "stock.empty": (
        "When the stock is empty",
        {
            "reshuffle": "the pile is shuffled",
            "turn-over": "the pile is turned over",
            "none": "play goes on without it",
        },
    ),
    "deck.packs": ("Packs of cards", {}),
    "deck.jokers": ("Jokers", {}),
}
"""The keys that people change first: a label in plain words, and the values in plain words."""
_LISTED = 60
"""Numbers beside words are listed one by one, up to so many."""


@dataclass(frozen=True)
class Setting:
    """A key of the schema that a switch can set."""

    key: str
    """Dotted; `NAME` stands for a name of the ruleset's own."""
    meaning: str
    flag: bool = False
    """True when the value is true or false."""
    words: tuple[str, ...] = ()
    """The texts that the value can be."""
    numbers: tuple[int, int] | None = None
    """The least and the greatest number that the value can be."""
    many: bool = False
    """True when the value is a list of the words."""

    def allows(self, value: object) -> bool:
        """True when the switch can be set so; the ruleset may still refuse it."""
        if self.many:
            return isinstance(value, list) and all(
                isinstance(one, str) and one in self.words and value.count(one) == 1
                for one in value
            )
        if isinstance(value, bool):
            return self.flag
        if isinstance(value, int):
            return self.numbers is not None and self.numbers[0] <= value <= self.numbers[1]
        return isinstance(value, str) and value in self.words

    def possible(self) -> str:
        """The possible values, in words."""
        if self.flag:
            return "true or false"
        parts = [f'"{word}"' for word in self.words]
        if self.numbers is not None:
            parts.append(f"{self.numbers[0]} … {self.numbers[1]}")
        return ("a list of " if self.many else "") + ", ".join(parts)


@functools.cache
def settings() -> tuple[Setting, ...]:
    """The keys of the schema that a switch can set: flags, numbers, words, lists of words.

    >>> [setting.numbers for setting in settings() if setting.key == "deal.cards"]
    [(1, 255)]
    """
    return tuple(_settings(ruleset_schema(), ""))


def _settings(keys: Mapping[str, Any], before: str) -> Iterator[Setting]:
    """The settings of the keys of a table, and of the tables in it."""
    for name, schema in keys.get("properties", {}).items():
        key = f"{before}{name}"
        if key == "base" or name == "replace":
            continue  # what a file says of its base is not a setting
        table = _table(schema)
        named = _table(table.get("additionalProperties", False)) if table is not None else None
        if named is not None:
            yield from _settings(named, f"{key}.NAME.")
        elif table is not None and table.get("additionalProperties") is False:
            yield from _settings(table, f"{key}.")
        else:
            yield from filter(None, [_setting(key, schema)])


def _table(schema: Mapping[str, Any] | bool) -> Mapping[str, Any] | None:
    """The table that a value is; `None` where it may be anything else but `false`."""
    kinds = [] if isinstance(schema, bool) else list(_alternatives(schema))
    tables = [one for one in kinds if one.get("const") is not False]
    return tables[0] if [one.get("type") for one in tables] == ["object"] else None


def _alternatives(schema: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The alternatives of a value, each by itself."""
    for one in schema.get("anyOf", schema.get("oneOf", [])):
        yield from _alternatives(one)
    if "anyOf" not in schema and "oneOf" not in schema:
        yield schema


def _is_of_cards(schema: Mapping[str, Any]) -> bool:
    """True if classes of cards may stand for a value."""
    return schema.get("format") in _CARDS or any(map(_is_of_cards, schema.get("anyOf", [])))


def _setting(key: str, schema: Mapping[str, Any]) -> Setting | None:
    """The setting of a key; `None` if no switch can set it."""
    if _is_of_cards(schema):
        return None
    alternatives = list(_alternatives(schema))
    types = [one.get("type") for one in alternatives]
    words = [word for one in alternatives for word in _words(one)]
    ranges = [(one["minimum"], one["maximum"]) for one in alternatives if "minimum" in one]
    meaning, many = schema["description"], "array" in types and bool(words)
    if "boolean" in types:
        return Setting(key, meaning, flag=True)
    if not (words or ranges) or (many and ranges):
        return None
    return Setting(key, meaning, words=tuple(words), numbers=next(iter(ranges), None), many=many)


def _words(schema: Mapping[str, Any]) -> list[str]:
    """The words that a value may be."""
    words = [schema["const"]] if "const" in schema else schema.get("enum", [])
    return [word for word in words if isinstance(word, str)]


def switches(ruleset: Ruleset, players: int) -> list[dict[str, Any]]:
    """The switches of a ruleset, each with its value: what the page makes controls of.

    Keys of tables that the ruleset has not, such as the attack of a card without one, are not
    there.

    Args:
        ruleset: whose values they show.
        players: a number by players is shown for so many.

    >>> made = {one["key"]: one for one in switches(Ruleset("crazy_eights_special"), 4)}
    >>> made["deal.cards"]["value"], made["special.queen.skip"]["numbers"]
    (5, [0, 9])
    >>> "special.queen.hit.draw" in made, made["special.two.hit.draw"]["label"]
    (False, 'Two: cards to draw')
    """
    shown = []
    for key, setting, value in _values(ruleset):
        if isinstance(value, dict):
            value = _for_players(value, players)
        if setting.many and isinstance(value, str):
            value = [value]  # a list of one word is that word
        words = list(setting.words)
        numbers = setting.numbers
        if words and numbers is not None and numbers[1] - numbers[0] <= _LISTED:
            words = [*words, *map(str, range(numbers[0], numbers[1] + 1))]
        shown.append(
            {
                "key": key,
                "meaning": setting.meaning,
                "value": value,
                "flag": setting.flag,
                "words": words,
                "numbers": list(numbers) if numbers is not None else None,
                "many": setting.many,
                **_first(key, setting),
            }
        )
    return shown


def _first(key: str, setting: Setting) -> dict[str, Any]:
    """The plain words of a key that people change first; nothing for other keys."""
    if setting.key not in FIRST:
        return {"label": "", "plain": {}}
    label, plain = FIRST[setting.key]
    name = key.split(".")[1].replace("-", " ").capitalize() if "NAME" in setting.key else ""
    return {"label": label.format(name=name), "plain": plain}


def check(ruleset: Ruleset, overrides: Mapping[str, Any]) -> None:
    """Refuses what no switch of a ruleset can be set to.

    Raises:
        ServeError: `BAD_SETUP`: there is no such switch, or it cannot be so.
    """
    known = {key: setting for key, setting, _ in _values(ruleset)}
    for key, value in overrides.items():
        if key not in known:
            raise ServeError(Refusal.BAD_SETUP, f"{ruleset.id} has no switch {key[:80]!r}")
        if not known[key].allows(value):
            raise ServeError(
                Refusal.BAD_SETUP,
                f"{key} cannot be {str(value)[:80]!r}: it is {known[key].possible()}",
            )


def _values(ruleset: Ruleset) -> Iterator[tuple[str, Setting, Any]]:
    """Each key that a switch can set here, its setting and its value."""
    whole = ruleset.to_dict()
    for setting in settings():
        *tables, last = setting.key.split(".")
        found: list[tuple[str, Mapping[str, Any]]] = [("", whole)]
        for part in tables:
            found = [
                (f"{path}{name}.", table[name])
                for path, table in found
                for name in _names(table, part)
                if isinstance(table[name], dict)
            ]
        for path, table in found:
            for name in _names(table, last):
                yield f"{path}{name}", setting, table[name]


def _names(table: Mapping[str, Any], part: str) -> Iterable[str]:
    """The keys of a table that a part of a key means: `NAME` is any name of the ruleset's own."""
    if part == "NAME":
        return table
    return [part] if part in table else []


def _for_players(by_players: Mapping[str, Any], players: int) -> Any:
    """The value of a table by players for so many; `None` if there is none."""
    for span, value in by_players.items():
        first, _, last = span.partition("-")
        if first.isdigit() and int(first) <= players <= int(last or first):
            return value
    return None
