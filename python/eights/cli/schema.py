"""`eights schema`: the JSON Schema of rulesets, for editors."""

from __future__ import annotations

import json
import sys

import eights
from eights.cli.command import examples

EPILOG = examples("eights schema > ruleset.schema.json")


def schema() -> None:
    """Write the JSON Schema of rulesets, by which an editor completes them.

    A ruleset whose first line is `#:schema ruleset.schema.json` is completed and checked by
    editors that know the schemas of TOML files, such as those with the language server of Taplo.
    """
    sys.stdout.write(json.dumps(eights.ruleset_schema(), indent=1, ensure_ascii=False) + "\n")
