"""Episodes as exchanges of texts: prompts, answers, refusals, budgets, counts."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, Literal

import pytest
from tables import nearest

import eights
from eights.text import (
    Counts,
    Episode,
    Judge,
    Message,
    Person,
    Player,
    Style,
    estimate_tokens,
    play,
    prompt,
    read,
    rules,
)

GAME = eights.Game("crazy_eights", players=2)
STATE = GAME.position({"hands": ["8H 5C TC 9S", "KD QD"], "pile": "7C"})
UNO = eights.Game("uno", players=3)


def first(_: Sequence[Message]) -> str:
    return "[1]"


def meant(answer: str, style: Style | None = None, state: eights.State = STATE) -> str:
    """The text of the action that an answer means, or why it means none."""
    found = read(answer, state, prompt(state, state.current_player()).actions, style or Style())
    return found.refusal if found.action is None else state.action_to_string(found.action)


# ---- Answers


@pytest.mark.parametrize(
    ("answer", "action"),
    [
        ("[play 8H]", "play 8H"),
        ("8H", "play 8H"),
        ("8♥", "play 8H"),
        ("8 of hearts", "play 8H"),
        ("the Eight of Hearts.", "play 8H"),
        ("I could [draw], but then:\n**[ Play the 8 of hearts! ]**", "play 8H"),
        ("My answer: [I play 10c]", "play TC"),
        ("[10 of clubs]", "play TC"),
        ("Thinking aloud.\n\ndraw", "draw"),
        ("[draw a card]", "draw"),
        ("`[draw]`", "draw"),
        ("[1]", "play 5C"),
        ("[2. play the Ten of clubs]", "play TC"),
        ("[1) ten of clubs]", "play TC"),
    ],
)
def test_an_answer_is_read_forgivingly(answer: str, action: str) -> None:
    assert meant(answer) == action


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("", "There is no action in the answer. Put it in square brackets"),
        ("[]\n", "There is no action in the answer."),
        ("[play KD]", "play KD is not possible now: you do not hold the King of diamonds."),
        ("[9S]", "9S is not possible now: "),
        ("[suit H]", "suit H is not possible now: something else is to be decided."),
        ("[play]", "play may mean: play the Five of clubs, play the Ten of clubs, "),
        ("[7]", "7 is not an action here"),
        ("[the moon]", "the moon is not an action here"),
        (f"[{'x' * 5000}]", f"{'x' * 80}… is not an action here"),
    ],
)
def test_a_refusal_says_why_in_a_sentence(answer: str, why: str) -> None:
    assert meant(answer).startswith(why)
    assert meant(answer).endswith(".")


def test_an_answer_must_be_a_text() -> None:
    episode = Episode(GAME, seed=1)
    for wrong in (None, 3, b"[1]", "\ud800"):
        with pytest.raises(eights.ArgumentError, match="an answer"):
            episode.answer(wrong)  # type: ignore[arg-type]
    assert episode.counts == Counts()


def test_the_grammar_is_an_option() -> None:
    line, data = Style(grammar="line"), Style(grammar="json")
    assert meant("[8H] it is not.\ndraw", line) == "draw"
    assert meant('So {"a": {}} or {"action": "8 of hearts"}.', data) == "play 8H"
    assert meant('{"action": 1}', data) == "play 5C"
    assert meant('{"action": true}', data).startswith("There is no action in the answer.")
    assert meant("draw", data).endswith('such as {"action": "draw"}.')
    deep = "{" * 100_000
    assert meant(deep, data).startswith("There is no action in the answer.")


def test_numbers_count_only_where_actions_are_numbered() -> None:
    assert meant("[1]", Style(actions="text")).startswith("1 is not an action here")
    assert meant("[5C]", Style(actions="text")) == "play 5C"


def test_names_of_a_deck_of_its_own_are_understood() -> None:
    state = UNO.position({"hands": ["6C *R", "KD QD", "5C"], "pile": "7C"})
    assert meant("[red 4]", state=state) == "play 6C"
    assert meant("[Wild]", state=state) == "play *R"
    assert meant("[*R]", state=state) == "play *R"


def test_every_action_is_understood_by_number_name_and_code(ruleset: str) -> None:
    game = eights.Game(ruleset, players=nearest(ruleset, 3), max_decisions=40)
    state = game.new_initial_state(seed=4)
    while not state.is_terminal():
        if state.move_number() % 6:
            state.apply_action(state.bot_action("random"))
            continue
        choices = prompt(state, state.current_player()).actions
        names = [choice.name for choice in choices]
        for number, choice in enumerate(choices, start=1):
            for answer in (str(number), choice.action, choice.name):
                if answer != choice.name or names.count(choice.name) == 1:
                    assert meant(f"[{answer}]", state=state) == choice.action
        state.apply_action(state.bot_action("random"))


# ---- Prompts


def test_a_prompt_says_what_a_person_would_say() -> None:
    text = prompt(STATE, 0).text(Style())
    for part in (
        "Upcard the Seven of clubs, suit in force clubs. ",
        "Cards in hand: you: 4, seat 1: 2.",
        "Your hand: Five of clubs, Ten of clubs, Eight of hearts, Nine of spades.",
        "Your turn: play a card or draw a card.",
        "You may:\n1. play the Five of clubs\n",
    ):
        assert part in text
    assert "\n- play the Five of clubs\n" in prompt(STATE, 0).text(Style(actions="text"))
    assert "You may" not in prompt(STATE, 0).text(Style(actions="none"))
    board = prompt(STATE, 0).text(Style(table="board"))
    assert "seat 1 #2" in board
    assert "You may" in board


def test_the_page_shows_a_true_prompt() -> None:
    [shown] = re.findall(r"```text\n(.*?)```", eights.documentation("text"), re.S)
    episode = Episode(GAME, seed=7, bots={1: "heuristic"})
    episode.answer("[1]")
    episode.answer("[1]")
    assert shown.strip() == episode.messages()[-1]["content"]


def test_a_prompt_in_json_says_the_same() -> None:
    told = prompt(STATE, 0)
    data = json.loads(told.text(Style(form="json")))
    assert data == told.to_dict()
    assert data["actions"][0] == {
        "number": 1,
        "action": "play 5C",
        "name": "play the Five of clubs",
    }
    assert data["hand"][0] == {"card": "5C", "name": "Five of clubs"}
    assert "actions" not in json.loads(told.text(Style(form="json", actions="none")))


def test_no_prompt_speaks_of_marks_or_symbols(ruleset: str) -> None:
    game = eights.Game(ruleset, players=nearest(ruleset, 4), max_decisions=60)
    state = game.new_initial_state(seed=2)
    while not state.is_terminal():
        text = prompt(state, state.current_player()).text(Style())
        assert "marked" not in text
        assert not set("↻↺♣♦♥♠") & set(text)
        state.apply_action(state.bot_action("random"))


def test_rules_are_those_that_hold(ruleset: str) -> None:
    text = rules(eights.Game(ruleset))
    assert text.startswith("# ")
    assert "## Variants" not in text
    assert "\nSource: " not in text
    short = rules(eights.Game(ruleset), decisions=False)
    assert len(short) <= len(text)


def test_a_decision_about_a_variant_is_told_where_it_holds() -> None:
    holds = eights.Game("uno", overrides={"variant": "seven-zero"})
    assert "Seven-zero: " in rules(holds)
    assert "Seven-zero: " not in rules(eights.Game("uno"))


def test_history_is_of_a_turn_or_whole_or_a_chat() -> None:
    told: dict[str, list[Message]] = {}
    histories: tuple[Literal["turn", "whole", "chat"], ...] = ("turn", "whole", "chat")
    for history in histories:
        style = Style(history=history)
        episode = Episode(GAME, seed=3, bots={1: "greedy"}, style=style)
        for _ in range(4):
            episode.answer("[1]")
        told[history] = episode.messages()
    assert [len(told[key]) for key in ("turn", "whole", "chat")] == [2, 2, 10]
    assert "The cards are dealt" not in told["turn"][-1]["content"]
    assert "The cards are dealt" in told["whole"][-1]["content"]
    assert told["chat"][-1] == told["turn"][-1]
    assert [one["role"] for one in told["chat"][:4]] == ["system", "user", "assistant", "user"]


# ---- Tokens


@pytest.mark.parametrize("history", ["whole", "chat"])
def test_a_prompt_has_no_more_tokens_than_it_may(history: Any) -> None:
    free = Episode(UNO, seed=3, bots={1: "greedy", 2: "greedy"}, style=Style(history=history))
    tight = Episode(
        UNO,
        seed=3,
        bots={1: "greedy", 2: "greedy"},
        style=Style(history=history, max_tokens=2000),
    )
    longest = 0
    while not free.done:
        sizes = [
            sum(estimate_tokens(one["content"]) for one in episode.messages())
            for episode in (free, tight)
        ]
        assert sizes[1] <= 2000
        assert sizes[1] == sizes[0] or sizes[0] > 2000
        assert tight.messages()[-1]["content"].endswith(free.prompt().text(Style())[-40:])
        longest = max(longest, sizes[0])
        for episode in (free, tight):
            episode.answer("[1]")
    assert longest > 2000
    assert tight.done


def test_what_is_left_out_is_the_oldest_and_said() -> None:
    whole = Episode(GAME, seed=3, style=Style(history="whole"))
    for _ in range(20):
        whole.answer("[draw]") if whole.prompt().actions[-1].action == "draw" else whole.answer(
            "[1]"
        )
    news = whole.prompt().news
    size = sum(estimate_tokens(one["content"]) for one in whole.messages())
    style = Style(history="whole", max_tokens=size - 40)
    tight = Episode(whole.state, style=style)
    text = tight.messages()[-1]["content"]
    assert "The cards are dealt" not in text
    assert " earlier events are left out.)" in text
    assert f"- {news[-1]}." in text


def test_a_budget_that_cannot_be_kept_is_refused_with_what_it_takes() -> None:
    episode = Episode(GAME, seed=3, style=Style(max_tokens=50))
    with pytest.raises(eights.GameError, match=r"max_tokens = 50 is too few: .* has \d+"):
        episode.messages()
    with pytest.raises(eights.GameError, match="max_tokens"):
        episode.answer("[1]")
    assert episode.counts == Counts()


def test_tokens_are_counted_by_a_function_of_ones_own() -> None:
    style = Style(count_tokens=lambda text: len(text.split()))
    episode = Episode(GAME, seed=3, style=style)
    sent = sum(len(one["content"].split()) for one in episode.messages())
    episode.answer("[draw] it is")
    counts = episode.counts
    assert (counts.prompt_tokens, counts.answer_tokens) == (sent, 3)


def test_a_count_of_tokens_must_be_a_whole_number() -> None:
    counters: list[Any] = [lambda _: 1.5, lambda _: -1]
    for count in counters:
        episode = Episode(GAME, seed=3, style=Style(count_tokens=count))
        with pytest.raises(eights.Error, match="a number of tokens"):
            episode.answer("[1]")
        assert episode.counts == Counts()


# ---- Retries and what follows them


def test_a_refused_answer_is_asked_again_with_the_reason() -> None:
    episode = Episode(STATE, retries=2)
    reply = episode.answer("[KD]")
    assert not reply.accepted
    assert reply.refusal == "KD is not possible now: you do not hold the King of diamonds."
    *_, said, again = episode.messages()
    assert said == {"role": "assistant", "content": "[KD]"}
    assert again["content"] == f"{reply.refusal} Answer again: 2 attempts are left."
    episode.answer("[QD]")
    assert episode.messages()[-1]["content"].endswith("1 attempt is left.")
    assert episode.answer("[8H]").action == "play 8H"
    assert len(episode.messages()) == 2
    counts = episode.counts_of(0)
    assert (counts.decisions, counts.answers, counts.invalid) == (1, 3, 2)
    assert counts.invalid_share == 2 / 3


def test_a_seat_forfeits_after_too_many_refused_answers() -> None:
    game = eights.Game("crazy_eights", players=3)
    episode = Episode(game, seed=1, retries=1)
    seat = episode.seat
    assert seat is not None
    replies = [episode.answer("[the moon]"), episode.answer("[the sun]")]
    assert [reply.accepted for reply in replies] == [False, False]
    assert episode.done
    assert episode.seat is None
    assert episode.forfeited == seat
    assert episode.shares == [0.0 if one == seat else 0.5 for one in range(3)]
    assert episode.returns[seat] < 0
    assert episode.counts_of(seat).forfeits == 1
    with pytest.raises(eights.GameError, match="the game is over"):
        episode.answer("[draw]")


def test_a_team_forfeits_together() -> None:
    game = eights.Game("crazy_eights_teams")
    episode = Episode(game, seed=1, retries=0)
    episode.answer("[the moon]")
    lost = next(team for team in game.teams if episode.forfeited in team)
    assert [seat for seat, share in enumerate(episode.shares) if share == 0] == lost


def test_a_random_action_is_counted_and_follows_from_the_seed() -> None:
    actions = []
    for seed in (5, 5, 6):
        episode = Episode(STATE, seed=seed, retries=0, fallback="random")
        taken = []
        for _ in range(6):
            if not episode.done:
                reply = episode.answer("[the moon]")
                assert reply.accepted
                assert reply.refusal
                taken.append(reply.action)
        assert episode.counts.random == len(taken) == episode.counts.invalid
        actions.append(taken)
    assert actions[0] == actions[1] != actions[2]


# ---- Games


def test_the_same_seed_and_answers_make_the_same_texts() -> None:
    one, other = (
        play(
            UNO, [first, "heuristic", "ismcts(iterations=20)"], seed=9, style=Style(history="chat")
        )
        for _ in range(2)
    )
    assert one.steps == other.steps
    assert one.record() == other.record()
    assert one.steps[0].to_dict()["answer"] == "[1]"


def test_models_bots_and_searchers_sit_at_one_table() -> None:
    searcher = eights.Searcher(iterations=10)
    episode = play(eights.Game("macau", players=4), [first, "greedy", searcher, first], seed=2)
    assert episode.done
    assert episode.asked == [0, 3]
    assert sum(episode.shares) == pytest.approx(1)
    assert eights.replay(episode.record()).is_terminal()
    with pytest.raises(eights.ActionError, match=r"seat 1 is not asked: \[0, 3\] are"):
        episode.counts_of(1)


def test_every_game_can_be_played_by_texts(ruleset: str) -> None:
    game = eights.Game(ruleset, players=nearest(ruleset, 3), max_decisions=120)
    seats: list[Player] = [first, *["greedy"] * (game.num_players() - 1)]
    episode = play(game, seats, seed=1)
    assert episode.done
    assert episode.counts.invalid == 0
    assert episode.state.returns() == episode.returns


def test_a_match_tells_the_points() -> None:
    game = eights.Game("crazy_eights_special", players=2, episode="match")
    episode = Episode(game, seed=1, bots={1: "greedy"})
    assert "Points: you: 0, seat 1: 0." in episode.messages()[-1]["content"]
    assert "a match of several rounds" in episode.messages()[0]["content"]


def test_what_is_to_be_said_of_seats_is_said() -> None:
    game = eights.Game("crazy_eights_countdown", players=2)
    text = prompt(game.new_initial_state(seed=1), 0).text(Style())
    assert re.search(r"^Also: you: .*Eight wild, seat 1: .*Eight wild", text, re.M)
    match = eights.Game("crazy_eights_special", players=2, episode="match")
    assert "\nRound 1 of a match to 100. Upcard" in prompt(match.new_initial_state(seed=1), 0).text(
        Style()
    )
    assert "Round" not in prompt(STATE, 0).table


def test_the_notes_are_those_of_the_board(ruleset: str) -> None:
    game = eights.Game(ruleset, players=nearest(ruleset, 4), max_decisions=60)
    state = game.new_initial_state(seed=3)
    while not state.is_terminal():
        seat = state.current_player()
        told = prompt(state, seat)
        assert len(told.notes) == game.num_players()
        board = " ".join(state.render(seat, unicode=False).split())
        assert board.count(" dealer") == sum("dealer" in notes for notes in told.notes)
        assert all(" ".join(note.split()) in board for notes in told.notes for note in notes)
        state.apply_action(state.bot_action("random"))


def test_an_episode_leaves_the_state_that_it_begins_with() -> None:
    before = STATE.clone()
    Episode(STATE).answer("[1]")
    assert before == STATE


def test_a_bot_may_act_for_a_seat_that_is_asked() -> None:
    episode = Episode(GAME, seed=1, bots={1: "greedy"}, style=Style(history="chat"))
    action = episode.choose("heuristic")
    with pytest.raises(eights.ActionError):
        episode.act("suit H")
    episode.act(action)
    assert episode.counts.decisions == 1
    assert episode.messages()[2]["content"] == f"[{eights.action_to_string(action)}]"


def test_a_person_sees_the_rules_once(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []

    def read_line(text: str) -> str:
        shown.append(text)
        return "1"

    monkeypatch.setattr("builtins.input", read_line)
    play(GAME, [Person(), "greedy"], seed=1)
    assert "## A turn" in shown[0]
    assert all("## A turn" not in text for text in shown[1:])


def test_actions_are_ranked_by_what_the_seat_may_know() -> None:
    state = GAME.position({"hands": ["5C", "KD QD 2D"], "pile": "7C"})
    judge = Judge(iterations=40)
    best = judge.rank(state, eights.string_to_action("play 5C"))
    assert best is not None
    assert (best.place, best.of) == (1, 2)
    assert judge.rank(state, eights.string_to_action("draw")) != best
    episode = Episode(state, bots={1: "greedy"}, judge=judge)
    episode.answer("[5C]")
    assert episode.counts.hit_rate == episode.counts.mean_rank == 1.0
    assert Counts().hit_rate is None
    # Equal in every world that the seat cannot tell apart.
    ranks = {
        judge.rank(GAME.position(given), eights.string_to_action("draw"))
        for given in (
            {"hands": ["5C 9S", "KD QD 2D"], "pile": "7C"},
            {"hands": ["5C 9S", "3C 4C 6C"], "pile": "7C"},
        )
    }
    assert len(ranks) == 1


# ---- Refused arguments


@pytest.mark.parametrize(
    ("error", "arguments", "why"),
    [
        (eights.GameError, {"seed": -1}, "seed = -1 is not in 0"),
        (eights.GameError, {"retries": -1}, "retries = -1 is not in 0"),
        (eights.GameError, {"fallback": "win"}, '"forfeit", "random"'),
        (eights.ArgumentError, {"style": "short"}, "style must be a Style, not str"),
        (eights.ArgumentError, {"judge": 200}, "judge must be a Judge, not int"),
        (eights.ArgumentError, {"notes": None}, "notes must be a text, not NoneType"),
        (eights.ArgumentError, {"bots": ["greedy"]}, "bots must be a mapping, not list"),
        (eights.ArgumentError, {"bots": {1: first}}, r"bots\[1\] must be a bot's name"),
        (eights.ActionError, {"bots": {2: "greedy"}}, "2 is not a seat: there are 0 … 1"),
        (eights.BotError, {"bots": {1: "clever"}}, "'clever' is not a bot: there are random"),
    ],
)
def test_an_episode_refuses_what_is_not_possible(
    error: type[eights.Error], arguments: dict[str, Any], why: str
) -> None:
    with pytest.raises(error, match=why):
        Episode(GAME, **arguments)


def test_a_game_with_explicit_chance_is_refused() -> None:
    with pytest.raises(eights.GameError, match="explicit"):
        Episode(eights.Game("crazy_eights", chance="explicit"))
    with pytest.raises(eights.ArgumentError, match="source must be a Game or a State, not str"):
        Episode("uno")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({"history": "short"}, '"turn", "whole", "chat"'),
        ({"actions": "all"}, '"numbered", "text", "none"'),
        ({"max_tokens": 0}, "max_tokens = 0 is not 1 or greater"),
        ({"max_tokens": 1.5}, "max_tokens must be an integer, not float"),
        ({"count_tokens": 4}, "count_tokens must be a function"),
        ({"grammar": None}, "grammar must be a text, not NoneType"),
    ],
)
def test_a_style_refuses_what_is_not_possible(arguments: dict[str, Any], why: str) -> None:
    with pytest.raises(eights.Error, match=why):
        Style(**arguments)


def test_players_must_be_one_for_each_seat() -> None:
    for players in (["greedy"], "greedy", [first, first, first], None):
        with pytest.raises(eights.ArgumentError, match="players must be one for each of 2 seats"):
            play(GAME, players)  # type: ignore[arg-type]
    with pytest.raises(eights.ArgumentError, match=r"players\[1\] must be a bot or a function"):
        play(GAME, ["greedy", 3])  # type: ignore[list-item]
