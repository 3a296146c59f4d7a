"""House rules as switches: every key of the schema that can be one, for every ruleset."""

from __future__ import annotations

import re
import warnings

import pytest

import eights
from eights.serve import Refusal, ServeError
from eights.serve.switches import check, settings, switches

BY_HAND = re.compile(
    "(late )?cards|text|table|list of ([0-9]+ )?texts|list of created"
    '|list of `"playable"`|.* or late cards'
)
"""Values of keys that a person writes by hand; such a key has no switch."""


def test_every_key_is_a_switch_or_is_written_by_hand() -> None:
    rows = dict(
        re.findall(r"^\| `([a-zN].*?)` \| (.*?) \|", eights.schema_reference(), re.MULTILINE)
    )
    made = {setting.key for setting in settings()}
    assert made < set(rows)
    assert {key for key, values in rows.items() if not BY_HAND.match(values)} == made


def test_settings_say_what_is_possible() -> None:
    found = {setting.key: setting for setting in settings()}
    assert found["special.NAME.reverse"].possible() == "true or false"
    assert found["draw.when"].possible() == '"always", "unable", "never"'
    assert found["special.NAME.skip"].possible() == "0 … 9"
    assert found["turn.once"].possible() == 'a list of "skips", "reversals"'
    assert found["special.NAME.continue.else-draw"].words == ("until-able",)
    assert found["special.NAME.continue.else-draw"].numbers == (0, 20)


@pytest.mark.parametrize(
    ("key", "good", "bad"),
    [
        ("special.NAME.reverse", [True, False], [1, 0, "true", None]),
        ("special.NAME.skip", [0, 9], [-1, 10, True, "1", 1.0]),
        ("draw.when", ["never"], ["often", 1, ["never"], None]),
        ("turn.once", [[], ["skips"], ["reversals", "skips"]], ["skips", ["skips", "skips"], [1]]),
        ("special.NAME.continue.else-draw", ["until-able", 3], ["until", 21, False]),
    ],
)
def test_what_a_switch_can_be(key: str, good: list[object], bad: list[object]) -> None:
    [setting] = [one for one in settings() if one.key == key]
    assert all(setting.allows(value) for value in good)
    assert not any(setting.allows(value) for value in bad)


def test_switches_of_every_ruleset_can_be_set(ruleset: str) -> None:
    """To one value each: to each of its values at some ruleset."""
    rules, at = eights.Ruleset(ruleset), eights.rulesets().index(ruleset)
    taken = refused = 0
    for one in switches(rules, rules.players[0]):
        if one["flag"]:
            values: list[object] = [not one["value"]]
        elif one["many"]:
            values = [one["words"][:1]]
        else:
            words = [word for word in one["words"] if not word.isdigit()]
            values = [*words, *(one["numbers"] or [])]
        value = values[at % len(values)]
        check(rules, {one["key"]: value})
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                changed = rules.override({one["key"]: value})
        except eights.RulesetError:
            refused += 1
            continue
        shown = {two["key"]: two["value"] for two in switches(changed, rules.players[0])}
        assert shown.get(one["key"], value) == value
        taken += 1
    assert taken > refused


def test_what_no_switch_sets_is_refused() -> None:
    rules = eights.Ruleset("crazy_eights_special")
    for key in ("id", "special.queen.cards", "special.king.skip", "special.queen.hit.draw", ""):
        with pytest.raises(ServeError, match="has no switch") as why:
            check(rules, {key: 1})
        assert why.value.refusal is Refusal.BAD_SETUP


def test_every_refusal_is_in_the_documentation() -> None:
    page = eights.documentation("serve")
    assert not [one.value for one in Refusal if f"`{one.value}`" not in page]
