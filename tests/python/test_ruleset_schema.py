"""The JSON Schema of rulesets, by which editors complete and check them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import eights

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[2]
BUILTIN = sorted((ROOT / "src/ruleset/builtin").glob("*.toml"))


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft7Validator:
    schema = eights.ruleset_schema()
    jsonschema.Draft7Validator.check_schema(schema)
    return jsonschema.Draft7Validator(schema)


@pytest.mark.parametrize("file", BUILTIN, ids=lambda file: file.stem)
def test_every_builtin_ruleset_is_valid(file: Path, validator: jsonschema.Draft7Validator) -> None:
    validator.validate(tomllib.loads(file.read_text(encoding="utf-8")))


def test_what_is_written_out_is_valid(ruleset: str, validator: jsonschema.Draft7Validator) -> None:
    validator.validate(tomllib.loads(eights.Ruleset(ruleset).to_toml()))


@pytest.mark.parametrize(
    "table",
    [
        {"base": "uno"},
        {"base": {"ruleset": "uno", "variant": ["stacking"]}, "special": {"two": False}},
        {"base": "house.toml", "special": {"replace": True, "two": {"cards": 2, "hit": False}}},
        {"deck": {"packs": {"2-5": 1, "6-10": 2}}, "draw": {"until": ["playable", 7]}},
        {"special": {"x": {"cards": ["8", 10], "continue": {"with": "suit", "most": "2 or all"}}}},
        {"score": {"points": {"8": {"2": 50}, "else": "face"}, "events": {"out": -5}}},
        {"out": {"places": [75, 25], "not-on": {"2": 3}}, "match": {"at-target": {"comeback": 9}}},
    ],
)
def test_what_a_file_may_say_is_valid(
    table: dict[str, Any], validator: jsonschema.Draft7Validator
) -> None:
    validator.validate({"id": "mine", **table})


@pytest.mark.parametrize(
    ("table", "path"),
    [
        ({"deal": {"card": 7}}, "deal"),
        ({"draw": {"when": "often"}}, "draw.when"),
        ({"draw": {"end-of-turn": 21}}, "draw.end-of-turn"),
        ({"deck": {"packs": {"1-5": 1}}}, "deck.packs"),
        ({"special": {"two": {"hit": {"answer": "2"}}}}, "special.two"),
        ({"base": {"rules": "uno"}}, "base"),
    ],
)
def test_what_is_wrong_is_marked_at_its_key(
    table: dict[str, Any], path: str, validator: jsonschema.Draft7Validator
) -> None:
    errors = list(validator.iter_errors({"id": "mine", **table}))
    assert [".".join(map(str, error.path)) for error in errors] == [path]


def test_every_key_has_its_meaning_and_its_default() -> None:
    draw = eights.ruleset_schema()["properties"]["draw"]["properties"]
    assert draw["most"]["default"] == 1
    assert draw["end-of-turn"]["default"] == 0
    assert "\n" not in draw["until"]["description"]
    assert draw["when"]["oneOf"][1]["const"] == "unable"
    assert draw["when"]["oneOf"][1]["description"].startswith("Only when no card can be played")


def test_the_package_has_it_as_a_file() -> None:
    file = Path(eights.__file__).parent / "docs/ruleset.schema.json"
    assert json.loads(file.read_text(encoding="utf-8")) == eights.ruleset_schema()
