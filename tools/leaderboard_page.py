"""Writes docs/leaderboard.md and its plot from the figures in docs/leaderboard.json.

`make leaderboard` plays and runs this script; `make bless` runs it, too, and a test fails if the
page is stale. The page is the output of `eights leaderboard --markdown`, and explains how to take
part.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from eights.leaderboard.page import page, prose
from eights.leaderboard.plot import plot

DOCS = Path(__file__).resolve().parents[1] / "docs"
FIGURES, PAGE, PLOT = (DOCS / f"leaderboard.{kind}" for kind in ("json", "md", "svg"))

OWN = """\
## Your own policy

`--add` lets a policy of yours play at every table, beside the bots and on the same deals:

```console
$ eights leaderboard --add my_policy.py --deals 200 --players 2 --markdown mine.md
```

The file defines a function of observations and action masks, a policy as docs/trainers.md \
describes it. Layouts of observations differ between rulesets, so it may define `make` instead, \
which is called once for each table and gives `None` where the policy does not play:

```python
import eights


def make(game: eights.Game):
    if game.num_players() > 4:
        return None
    start, length, _ = game.observation_layout["hand"]  # what this game shows, and where

    def policy(observations, action_masks):
        assert observations[:, start : start + length].shape == (len(observations), length)
        return action_masks.argmax(axis=1)

    return policy
```

The code of the file is run with all your rights: add none that you do not trust. Games of bots \
are kept under `runs/leaderboard`, so they are played once. Games of an added policy are kept \
only until the run is finished, since files that it reads may change."""

AGAIN = """\
## Making it again

`make leaderboard` in a clone makes this page, its figures \
([leaderboard.json](leaderboard.json)) and the plot: about {minutes} minutes on two cores. \
Ctrl-C stops it; the next run goes on there. What has changed since (the version of eights, a \
ruleset, the seed, the deals) is played anew, and it says which. A bot that has changed is not \
seen: `make leaderboard ARGS=--fresh` plays all anew. Any table can be checked by itself: \
`eights arena {ruleset} -p {players} -d {deals} -s {seed}` gives the same win rates."""

SEARCHED_AGAIN = """\
`eights exploit {ruleset} --policy learned -d {deals} -s {seed} --iterations {iterations} \
--prior {prior} --decisions 0` plays such a search."""

MINUTES = 15
"""Minutes for the whole leaderboard on two cores."""


def whole_page(figures: Mapping[str, Any]) -> str:
    """Returns the text of docs/leaderboard.md."""
    first = {key: figures["tables"][0][key] for key in ("ruleset", "players")}
    told = {key: figures[key] for key in ("deals", "seed")}
    again = AGAIN.format(minutes=MINUTES, **first, **told)
    if "exploit" in figures:
        again += " " + SEARCHED_AGAIN.format(**{**first, **told, **figures["exploit"]})
    return "\n".join([page(figures, PLOT.name), prose(OWN), "", prose(again), ""])


if __name__ == "__main__":
    found = json.loads(FIGURES.read_text(encoding="utf-8"))
    PAGE.write_text(whole_page(found), encoding="utf-8")
    PLOT.write_text(plot(found), encoding="utf-8")
