"""The scripted players by texts, and the table of docs/text.md."""

from __future__ import annotations

import json

import pytest

import text_players
from eights.text import HiddenRules, Message, PlayToWin, Questions, Style, evaluate
from text_readers import READERS, attempts, concluded


def messages(rules: str, asked: str) -> list[Message]:
    return [{"role": "system", "content": rules}, {"role": "user", "content": asked}]


def test_the_table_is_of_its_figures() -> None:
    rows = json.loads(text_players.FIGURES.read_text(encoding="utf-8"))
    begin, end = text_players.MARKS
    written = text_players.PAGE.read_text(encoding="utf-8").split(begin)[1].split(end)[0]
    assert written.strip() == text_players.table(rows).strip()
    assert {(row["task"], row["player"]) for row in rows} == {
        (task.name, name)
        for task in text_players.TASKS
        for name, player in text_players.PLAYERS.items()
        if text_players.answers(player, task)
    }
    assert {(row["version"], row["items"]) for row in rows} == {(PlayToWin().version, 256)}


@pytest.mark.parametrize("name", READERS)
def test_a_reader_answers_validly_and_alike(name: str) -> None:
    for task in (PlayToWin(), Questions(), HiddenRules(rounds=1, style=Style(history="whole"))):
        one, other = (evaluate(task, READERS[name], 6) for _ in range(2))
        assert one == other
        assert one.counts.invalid == 0 or name == "random"


def test_who_reads_the_rules_answers_questions() -> None:
    greedy, chance = (
        evaluate(Questions(), READERS[name], 48).score[0] for name in ("greedy reading", "random")
    )
    assert greedy > 0.7 > 0.5 > chance


def test_a_greedy_reader_keeps_what_is_wild() -> None:
    rules = "## Special cards\n\n- **Eight.** It is wild: it may be played on any card."
    asked = (
        "Upcard the Ten of hearts, suit in force hearts. Stock 3.\n\n"
        "Your hand: Eight of clubs, Two of hearts, Ten of clubs, Four of clubs.\n\n"
        "You may:\n1. play the Eight of clubs\n2. play the Two of hearts\n3. play the Ten of clubs"
    )
    assert READERS["greedy reading"](messages(rules, asked)) == "[3]"


def test_who_remembers_states_what_always_followed() -> None:
    events = [
        "The Two of clubs is turned to begin the pile",
        "You play the Six of clubs",
        "Seat 1 is skipped",
        "Seat 2 tries the Nine of hearts, which is not allowed",
        "You play the Six of hearts",
        "Seat 1 is skipped",
        "Seat 2 plays the King of hearts",
    ]
    seen = attempts(events)
    assert [(one.card, one.table.upcards, one.refused) for one, _ in seen] == [
        ("6C", ("2C",), False),
        ("9H", ("6C",), True),
        ("6H", ("6C",), False),
        ("KH", ("6H",), False),
    ]
    assert concluded(seen) == [{"cards": "6", "does": "skip"}]
