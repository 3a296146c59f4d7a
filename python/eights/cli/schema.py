"""`eights schema`: the JSON Schema of rulesets, for editors."""

from __future__ import annotations

import json
import sys

import eights
from eights.cli.command import examples

EPILOG = examples("eights schema > ruleset.schema.json")


def schema() -> None:
    """Write the JSON Schema of rulesets, with which an editor completes them.

    Begin a ruleset with the line `#:schema ruleset.schema.json`, and an editor with a language
    server of TOML, such as Tombi or Taplo, completes its keys, explains and checks them.
    """
    sys.stdout.write(json.dumps(eights.ruleset_schema(), indent=1, ensure_ascii=False) + "\n")
