"""Pages of the documentation site for each ruleset: picture, rules, win rates, every feature."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import eights
from eights import solve
from eights.envs import env_id

DOCS = Path(__file__).resolve().parents[1] / "docs"
PLAYERS = 4
"""Number of players in pictures and tables, if the ruleset allows it."""

RULESET = """\
# {title}

```{{image}} {name}.svg
:alt: A board of {title} with {players} players
:class: board dark-light
```

In Python it is {gymnasium}`eights.Game("{name}")`; in the terminal `eights play {name}`.
[Its observation](../observation/{name}.md) lists every feature that a player sees.

{play}{rules}

{winners}## As a ruleset

Every key that makes it, as [the schema](../schema.md) has them. A ruleset of your own can take
`base = "{name}"` and change some.

````{{dropdown}} {name}.toml
```toml
{toml}
```
````
"""

PLAY = """\
```{{button-link}} ../play/index.html?ruleset={name}
:color: primary

Play it here, without an installation
```

"""

OBSERVATION = """\
---
no-search: true
---

# {title}: observation

What a player sees of [{title}](../rules/{name}.md): {count} features with {players} players, in
the compact layout, without history. [Observations](../observations.md) tells how to read them;
`eights.Game("{name}", players={players}).feature_names()` lists them in Python.

{spans}
"""

SPAN = """\
## {span}

From {start}, {length} long, greatest value {high}.

| from | features | values | meaning |
|--:|---|---|---|
{rows}
"""

GALLERY = """\
# Rulesets

Every built-in game: its rules in English, its board, who wins, and what a player observes.

::::{{grid}} 1 2 2 3
:gutter: 3

{cards}
::::

{hidden}
"""

CARD = """\
:::{{grid-item-card}} {title}
:link: rules/{name}
:link-type: doc
:img-top: rules/{name}.svg
:img-alt: A board of {title}

`{name}`, {many} players
:::
"""

WINNERS = """\
## Who wins

Win rates against the fields of the [leaderboard](../leaderboard.md), with 95 % intervals:

| entrant | {heads} |
|---|{rules}
{rows}

"""


def every_ruleset() -> list[str]:
    """Returns the ids of all built-in rulesets, those for the solver last."""
    return [*eights.rulesets(), *solve.rulesets()]


def shown_players(ruleset: eights.Ruleset) -> int:
    """Returns the number of players in a ruleset's picture and tables."""
    fewest, most = ruleset.players
    return max(fewest, min(PLAYERS, most))


# ---- Pictures -----------------------------------------------------------------------------------


def interest(state: eights.State) -> tuple[int, int, int]:
    """Rates a picture of a position by playable cards, ranks in hand, and cards in hand."""
    hand = state.to_dict()["hands"][state.current_player()].split()
    actions = [state.action_to_string(action) for action in state.legal_actions()]
    playable = min(3, sum(action.startswith("play ") for action in actions))
    ranks = len({card[0] for card in hand}) if len(hand) <= 11 else 0
    return playable, ranks, len(hand)


def picture(name: str) -> str:
    """Draws a board in the middle of a game, as the player to act sees it."""
    ruleset = eights.Ruleset(name)
    game = eights.Game(ruleset, players=shown_players(ruleset))
    found = [game.new_initial_state(seed=0)]
    for seed in range(20):
        state = game.new_initial_state(seed=seed)
        while not state.is_terminal() and state.move_number() < 5 * game.num_players():
            if state.move_number() >= game.num_players():
                found.append(state.clone())
            state.apply_action(state.bot_action("greedy"))
    return max(found, key=interest).to_svg()


def pictures() -> Iterator[tuple[str, str]]:
    """Yields the path of each picture, and the picture."""
    for name in every_ruleset():
        yield f"rules/{name}.svg", picture(name)


# ---- Observations -------------------------------------------------------------------------------


class Feature(NamedTuple):
    """A line of docs/observations.md, which describes features of one kind."""

    template: str
    values: str
    meaning: str

    def pattern(self) -> re.Pattern[str]:
        """Returns a pattern of these features' names; words in capitals are placeholders."""
        pattern = re.sub(r"\\\[[A-Z]+\\\]", r"\\[[^\\]]+\\]", re.escape(self.template))
        return re.compile(re.sub(r"(?<=\\ )[A-Z]+", ".+", pattern))

    def fixed(self) -> int:
        """The number of literal letters in the template."""
        return len(re.sub(r"[A-Z]", "", self.template))


def features(page: str) -> list[tuple[re.Pattern[str], Feature]]:
    """Parses the features in docs/observations.md, the most specific ones first."""
    rows = re.findall(r"^\| `([^`]+)` \|[^|]*\|[^|]*\| ([^|]*) \| ([^|]*) \|$", page, re.M)
    found = sorted((Feature(*row) for row in rows), key=Feature.fixed, reverse=True)
    return [(feature.pattern(), feature) for feature in found]


def span_rows(
    numbered: list[tuple[int, str]], known: list[tuple[re.Pattern[str], Feature]]
) -> list[str]:
    """Formats rows of a table; consecutive features of one kind share a row.

    Raises:
        ValueError: docs/observations.md does not describe a feature.
    """
    groups: list[tuple[int, Feature, list[str]]] = []
    for at, name in numbered:
        feature = next((one for pattern, one in known if pattern.fullmatch(name)), None)
        if feature is None:
            raise ValueError(f"docs/observations.md does not tell of {name!r}")
        if not groups or groups[-1][1] != feature:
            groups.append((at, feature, []))
        groups[-1][2].append(f"`{name}`")
    return [
        f"| {at} | {' '.join(names)} | {feature.values} | {feature.meaning} |"
        for at, feature, names in groups
    ]


def observation_page(name: str, known: list[tuple[re.Pattern[str], Feature]]) -> str:
    """Returns a page of every feature of a ruleset's observation, span by span."""
    ruleset = eights.Ruleset(name)
    game = eights.Game(ruleset, players=shown_players(ruleset))
    numbered = list(enumerate(game.feature_names()))
    spans = [
        SPAN.format(
            span=span,
            start=start,
            length=length,
            high=high,
            rows="\n".join(span_rows(numbered[start : start + length], known)),
        )
        for span, (start, length, high) in game.observation_layout.items()
        if length
    ]
    return OBSERVATION.format(
        title=ruleset.title,
        name=name,
        players=game.num_players(),
        count=len(numbered),
        spans="\n".join(spans),
    )


# ---- Pages --------------------------------------------------------------------------------------


def winners(name: str, tables: list[dict[str, Any]]) -> str:
    """Returns a section on each entrant's wins on the leaderboard; empty if none played."""
    mine = [table for table in tables if table["ruleset"] == name]
    if not mine:
        return ""
    rows = []
    for entrant in sorted({entrant for table in mine for entrant in table["scores"]}):
        scores = [table["scores"].get(entrant) for table in mine]
        cells = ["{:.1%} ({:.1%} to {:.1%})".format(*score) if score else "" for score in scores]
        rows.append(f"| `{entrant}` | {' | '.join(cells)} |")
    return WINNERS.format(
        heads=" | ".join(f"{table['players']} players" for table in mine),
        rules="--:|" * len(mine),
        rows="\n".join(rows),
    )


def ruleset_page(name: str, page: str, tables: list[dict[str, Any]]) -> str:
    """Returns a page of docs/rules with the site's additions."""
    ruleset = eights.Ruleset(name)
    listed = name in eights.rulesets()
    return RULESET.format(
        title=ruleset.title,
        name=name,
        players=shown_players(ruleset),
        gymnasium=f'`gymnasium.make("{env_id(name)}")`, ' if listed else "",
        play=PLAY.format(name=name) if listed else "",
        rules=page.split(f"\n# {ruleset.title}\n")[1].strip(),
        winners=winners(name, tables),
        toml=ruleset.to_toml().strip(),
    )


def gallery() -> str:
    """Returns the page of all rulesets, with their pictures."""
    cards = []
    for name in every_ruleset():
        ruleset = eights.Ruleset(name)
        fewest, most = ruleset.players
        many = str(fewest) if fewest == most else f"{fewest} to {most}"
        cards.append(CARD.format(title=ruleset.title, name=name, many=many))
    return GALLERY.format(cards="\n".join(cards), hidden=hidden("rules"))


def hidden(folder: str) -> str:
    """Adds the pages of a folder, one for each ruleset, to the navigation."""
    listed = "\n".join(f"{folder}/{name}" for name in every_ruleset())
    return f"```{{toctree}}\n:hidden:\n\n{listed}\n```\n"


def pages(docs: dict[str, str]) -> dict[str, str]:
    """Returns the pages of the rulesets, based on docs/, and those of their observations."""
    tables = json.loads((DOCS / "leaderboard.json").read_text(encoding="utf-8"))["tables"]
    observations = docs["observations.md"]
    known = features(observations)
    made = {
        "rules.md": gallery(),
        "observations.md": f"{observations}\n{hidden('observation')}",
    }
    for name in every_ruleset():
        page = f"rules/{name}.md"
        made[page] = ruleset_page(name, docs[page], tables)
        made[f"observation/{name}.md"] = observation_page(name, known)
    return made
