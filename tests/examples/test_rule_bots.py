"""The tables of docs/rule-bots.md."""

from __future__ import annotations

import json

import pytest
from not_measured import not_measured

import eights
import rule_bots


@pytest.mark.parametrize("episode", rule_bots.EPISODES)
@pytest.mark.parametrize("bot", [better for better, _ in rule_bots.DUELS])
def test_a_table_is_of_its_figures(bot: str, episode: str) -> None:
    rows = json.loads(rule_bots.FIGURES.read_text(encoding="utf-8"))
    begin, end = rule_bots.marks(bot, episode)
    written = rule_bots.PAGE.read_text(encoding="utf-8").split(begin)[1].split(end)[0]
    assert written.strip() == rule_bots.table(rows, bot, episode).strip()


def test_every_table_is_measured() -> None:
    rows = json.loads(rule_bots.FIGURES.read_text(encoding="utf-8"))
    found = {(row["ruleset"], row["players"], row["episode"], row["bot"]) for row in rows}
    missing = not_measured(rule_bots.PAGE.read_text(encoding="utf-8"))
    assert not missing & {row["ruleset"] for row in rows}
    assert found == {
        (ruleset, players, episode, bot)
        for episode in rule_bots.EPISODES
        for ruleset in set(eights.rulesets()) - missing
        if episode == "round" or eights.Ruleset(ruleset).has_match
        for players in rule_bots.sizes(ruleset)
        for bot, _ in rule_bots.DUELS
    }


def test_a_table_is_played_by_both_pairs() -> None:
    rows = rule_bots.measured("crazy_eights", 3, "round", 6)
    assert [(row["bot"], row["deals"]) for row in rows] == [("heuristic", 2), ("greedy", 2)]
