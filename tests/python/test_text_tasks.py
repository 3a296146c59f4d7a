"""Tasks by texts: their splits, questions, statements of hidden rules, scores and reports."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

import pytest
from tables import nearest

import eights
from eights.text import (
    KINDS,
    Counts,
    Discovery,
    Episode,
    HiddenRules,
    Judge,
    Message,
    PlayToWin,
    QuestionExchange,
    Questions,
    Rank,
    Style,
    Task,
    evaluate,
    likeness,
    question,
    stated,
    task,
)
from eights.text.questions import Kind
from eights.text.statements import cards_of, score

GAME = eights.Game("crazy_eights", players=2)
SKIP = {"cards": "6", "does": "skip", "count": 2}


def first(messages: Sequence[Message]) -> str:
    return "[]" if "State them in JSON" in messages[-1]["content"] else "[1]"


# ---- Splits


@pytest.mark.parametrize("name", ["play", "questions", "hidden-rules"])
def test_splits_are_fixed_and_apart(name: str) -> None:
    train, test = task(name, "train"), task(name, "test")
    assert (len(train), len(test)) == (4096, 256)
    assert train.version == test.version == "1.1.1"
    messages = [[one[number].messages() for number in range(6)] for one in (train, test, test)]
    assert messages[1] == messages[2]
    assert not [one for one in messages[0] if one in messages[1]]


def test_items_are_the_same_for_ever() -> None:
    """A change here means other items: raise `TASK_VERSION`."""
    kept = []
    for number in range(12):
        game = task("play")[number]
        assert isinstance(game, Episode)
        kept += [game.game.ruleset.fingerprint, game.seed, game.asked]
        asked = task("questions")[number]
        assert isinstance(asked, QuestionExchange)
        kept += [list(asked.question.options), sorted(asked.question.right)]
        hidden = task("hidden-rules")[number]
        assert isinstance(hidden, Discovery)
        kept += [hidden.episode.state.to_dict()["created"], hidden.episode.asked]
    assert hashlib.sha256(json.dumps(kept).encode()).hexdigest()[:16] == "d1be8e63f89537ef"


def test_a_player_sits_on_every_seat_of_tables_of_several_sizes() -> None:
    seats = set()
    for number in range(48):
        episode = PlayToWin()[number]
        assert isinstance(episode, Episode)
        seats.add((episode.game.num_players(), episode.asked[0]))
    assert {players for players, _ in seats} == {2, 3, 4}
    assert len(seats) > 6


def test_a_task_can_be_of_one_game() -> None:
    episode = PlayToWin(ruleset="uno", players=3)[5]
    assert isinstance(episode, Episode)
    assert (episode.game.ruleset.id, episode.game.num_players()) == ("uno", 3)


# ---- Questions


@pytest.mark.parametrize("kind", KINDS)
def test_a_question_can_be_asked_in_every_game(ruleset: str, kind: Any) -> None:
    game = eights.Game(ruleset, players=nearest(ruleset, 3), max_decisions=300)
    asked = None
    for seed in range(12):
        state = game.new_initial_state(seed=seed)
        while not state.is_terminal() and asked is None:
            asked = question(state, kind)
            state.apply_action(state.bot_action("random"))
    assert asked is not None
    assert asked.score(asked.right) == 1.0
    assert set(asked.right) <= set(range(1, len(asked.options) + 1))


def test_answers_come_from_the_engine() -> None:
    game = eights.Game("crazy_eights_special", players=3)
    state = game.position({"hands": ["QH 5S 9C", "KD 4S", "9S 9D"], "pile": "QD"})
    found = {}
    kinds: tuple[Kind, ...] = ("next", "draws")
    for seed in range(20):
        for kind in kinds:
            asked = question(state, kind, seed)
            if asked is not None:
                found[asked.text] = [asked.options[number - 1] for number in sorted(asked.right)]
    who, more = (
        "Who makes the next decision?",
        "Who holds more cards at the next decision than now?",
    )
    assert found == {
        f"You draw a card. {who}": ["seat 1"],
        f"You draw a card. {more}": ["you"],
        f"You play the Queen of hearts. {who}": ["seat 2"],
        f"You play the Queen of hearts. {more}": [],
    }


def test_a_question_tells_nothing_that_the_seat_cannot_know() -> None:
    """Under hidden rules it cannot know which cards are lawful."""
    game = eights.hidden_rules("rose_mau", players=3, rules=3)
    for seed in range(10):
        state = game.new_initial_state(seed=seed)
        lawful = {
            len(state.resample(state.current_player(), at).lawful_actions()) for at in range(8)
        }
        asked = question(state, "playable")
        assert asked is None or len(lawful) == 1


def test_answers_to_questions_are_read_forgivingly() -> None:
    state = GAME.position({"hands": ["8H 5C 9S", "KD QD"], "pile": "TC"})
    asked = question(state, "playable")
    assert asked is not None
    for part in ("1, 2", "Five of clubs; the Eight of hearts", "2 and 1"):
        assert asked.chosen(part) == frozenset({1, 2})
    assert asked.chosen("none") == frozenset()
    assert asked.chosen("4") == "'4' is not one of the options."
    assert [asked.score(frozenset(one)) for one in ({1, 2}, {1}, {1, 2, 3}, {3}, set())] == [
        1.0,
        0.5,
        2 / 3,
        0.0,
        0.0,
    ]


def test_a_question_is_an_exchange() -> None:
    state = GAME.position({"hands": ["8H 5C 9S", "KD QD"], "pile": "TC"})
    asked = question(state, "playable")
    assert asked is not None
    exchange = QuestionExchange(state, asked)
    system, user = exchange.messages()
    assert "Name all that are right" in system["content"]
    assert "You may" not in user["content"]
    assert not exchange.answer("Well.").accepted
    assert exchange.messages()[-1]["content"].endswith("Answer again.")
    assert (
        exchange.answer("[5 of diamonds]").refusal == "'5 of diamonds' is not one of the options."
    )
    assert exchange.answer("[1]").accepted
    assert (exchange.done, exchange.score) == (True, 0.5)
    assert (exchange.counts.answers, exchange.counts.invalid) == (3, 2)
    with pytest.raises(eights.GameError, match="the question is answered"):
        exchange.answer("[1]")


def test_a_question_may_be_answered_in_json_and_too_often() -> None:
    state = GAME.position({"hands": ["8H 5C 9S", "KD QD"], "pile": "TC"})
    asked = question(state, "playable")
    assert asked is not None
    exchange = QuestionExchange(state, asked, Style(grammar="json"))
    exchange.answer('{"answer": [1, 2]}')
    assert exchange.score == 1.0
    silent = QuestionExchange(state, asked, retries=1)
    silent.answer("?")
    silent.answer("?")
    assert (silent.done, silent.score, silent.counts.forfeits) == (True, 0.0, 1)


def test_an_unknown_kind_and_explicit_chance_are_refused() -> None:
    explicit = eights.Game("crazy_eights", chance="explicit").new_initial_state(seed=1)
    with pytest.raises(eights.GameError, match="explicit"):
        question(explicit, "next")
    with pytest.raises(eights.GameError, match='"playable", "next", "draws"'):
        question(GAME.new_initial_state(seed=1), "who")  # type: ignore[arg-type]


# ---- Hidden rules


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        ('[{"cards": "6", "does": "skip", "count": 2}]', [SKIP]),
        (
            'Not [{"cards": "A", "does": "reverse"}] '
            'but [{"cards": "6", "does": "skip", "count": 2}]',
            [SKIP],
        ),
        ('{"cards": "6", "does": "skip", "count": 2}', [SKIP]),
        ("Nothing hides: []", []),
        ("I do not know.", "There is no list of rules in the answer."),
        ('[{"cards": "6"}]', "does: "),
        ('[{"cards": "6", "does": "fly"}]', "does: "),
        (json.dumps([SKIP] * 17), "17 rules are too many"),
        ("[1, 2]", "There is no list of rules in the answer."),
        ("[" * 50_000, "There is no list of rules in the answer."),
        ("[" + "9" * 5000 + "]", "There is no list of rules in the answer."),
    ],
)
def test_rules_are_stated_in_json(answer: str, found: list[dict[str, Any]] | str) -> None:
    made = stated(answer)
    if isinstance(found, str):
        assert isinstance(made, str)
        assert made.startswith(found)
    else:
        assert made == found


def test_a_class_has_the_cards_that_the_engine_gives_it() -> None:
    assert cards_of("*") == {"*R", "*B"}
    assert len(cards_of("all")) == 54
    assert cards_of("J-K") == cards_of("face")
    assert cards_of("even face") == {"QC", "QD", "QH", "QS"}
    assert cards_of("red") | cards_of("black") | cards_of("*") == cards_of("all")


@pytest.mark.parametrize(
    ("claimed", "true", "near"),
    [
        ([SKIP], [SKIP], 1.0),
        ([], [SKIP], 0.0),
        ([{**SKIP, "does": "draw-next"}], [SKIP], 0.0),
        ([{**SKIP, "count": 1}], [SKIP], 2 / 3),
        ([{**SKIP, "after": "red"}], [SKIP], (1 + 26 / 54 + 1) / 3),
        ([SKIP, {"cards": "A", "does": "reverse"}], [SKIP], 0.5),
        ([{"cards": "A", "does": "reverse"}, SKIP], [SKIP, {"cards": "A", "does": "reverse"}], 1.0),
        ([{"cards": "Q-K", "does": "nominate"}], [{"cards": "Q-K", "does": "nominate"}], 1.0),
    ],
)
def test_statements_are_scored_by_what_they_mean(
    claimed: list[dict[str, Any]], true: list[dict[str, Any]], near: float
) -> None:
    assert score(claimed, true) == pytest.approx(near)


def test_one_rule_in_two_wordings_is_one_rule() -> None:
    assert likeness({"cards": "J-K", "does": "again"}, {"cards": "face", "does": "again"}) == 1.0
    only = {"cards": "5", "does": "only", "follow": "even number"}
    assert likeness(only, {**only, "follow": "2-T even"}) == 1.0
    assert likeness(only, {**only, "follow": "odd"}) == pytest.approx(2 / 3)


def test_the_truth_scores_1_and_is_told_to_nobody() -> None:
    exchange = HiddenRules(rules=2, rounds=1, style=Style(history="whole"))[3]
    assert isinstance(exchange, Discovery)
    true = exchange.episode.state.to_dict()["created"]
    told = ""
    while not exchange.is_asked_for_rules:
        told += exchange.messages()[-1]["content"]
        exchange.answer("[1]")
    told += "".join(message["content"] for message in exchange.messages())
    assert "you will be asked which created rules" in HiddenRules()[0].messages()[0]["content"]
    assert not [rule for rule in true if eights.describe_rule(rule) in told]
    assert "Which 2 created rules stood in it" in exchange.messages()[-1]["content"]
    assert not exchange.answer("skips?").accepted
    assert exchange.answer(json.dumps(true)).accepted
    assert (exchange.done, exchange.score) == (True, 1.0)
    with pytest.raises(eights.GameError, match="the rules are stated"):
        exchange.messages()


def test_a_game_without_hidden_rules_has_none_to_be_found() -> None:
    with pytest.raises(eights.GameError, match="the game has no hidden rules"):
        Discovery(Episode(GAME, seed=1, bots={1: "greedy"}))
    with pytest.raises(eights.GameError, match="2 seats are asked"):
        Discovery(Episode(eights.hidden_rules("rose_mau", players=2), seed=1))


# ---- Reports


@pytest.mark.parametrize("one", [PlayToWin(), Questions(), HiddenRules(rounds=1)])
def test_a_player_is_measured(one: Task) -> None:
    done: list[int] = []
    report = evaluate(one, first, 4, progress=done.append)
    assert done == [1, 2, 3, 4]
    mean, low, high = report.score
    assert 0 <= low <= mean <= high <= 1
    told = json.loads(json.dumps(report.to_dict()))
    assert told["task"] == one.name
    assert told["items"] == 4
    assert told["prompt_tokens"] > 0
    assert evaluate(one, first, 4, threads=3).to_dict() == report.to_dict()


def test_bots_play_but_answer_no_questions() -> None:
    report = evaluate(PlayToWin(judge=Judge(iterations=20)), "greedy", 2)
    assert report.player == "greedy"
    assert report.counts.answers == 0
    assert report.counts.ranks
    assert evaluate(HiddenRules(rounds=1), "greedy", 1).score[0] == 0
    with pytest.raises(eights.GameError, match="greedy plays games only"):
        evaluate(Questions(), "greedy", 1)


def test_an_answer_that_is_never_valid_is_counted() -> None:
    report = evaluate(PlayToWin(fallback="forfeit", retries=1), lambda _: "?", 3)
    assert report.counts.invalid_share == 1.0
    assert report.counts.forfeits == 3
    assert report.scores == (0.0, 0.0, 0.0)


def test_counts_add_up() -> None:
    one, other = Counts(answers=2, ranks=[Rank(1, 3)]), Counts(invalid=1, ranks=[Rank(2, 2)])
    both = one + other
    assert (both.answers, both.invalid, both.hit_rate, both.mean_rank) == (2, 1, 0.5, 1.5)


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda: task("sing"), '"play", "questions", "hidden-rules"'),
        (lambda: task("play", "all"), '"train", "test"'),  # type: ignore[arg-type]
        (lambda: task("play", rounds=3), "'rounds' is not an option: there are style, "),
        (lambda: PlayToWin(opponent="clever"), "'clever' is not a bot"),
        (lambda: PlayToWin(ruleset="bridge"), "bridge"),
        (lambda: HiddenRules(rules=4), "rules = 4 is not in 1 … 3"),
        (lambda: evaluate(task("play"), first, 0), "items = 0 is not in 1 … 256"),
        (lambda: evaluate(task("play"), first, 1, threads=0), "threads = 0 is not in"),
        (lambda: evaluate(task("play"), 3, 1), "player must be a bot or a function, not int"),  # type: ignore[arg-type]
        (lambda: evaluate(task("play"), "clever", 1), "'clever' is not a bot"),
    ],
)
def test_what_is_not_possible_is_refused(make: Any, why: str) -> None:
    with pytest.raises(eights.Error, match=why):
        make()


def test_an_item_that_there_is_not_is_an_index_error() -> None:
    for number in (-1, 256):
        with pytest.raises(IndexError, match="there are 0 … 255"):
            task("play")[number]
