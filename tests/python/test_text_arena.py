"""Arenas with language models, by `eights.text.arena` and `eights arena --player`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from chat_server import KEY, ChatServer, Fault, chat_server, first, last
from commands import good, refused, run

import eights
from eights.text import BudgetError, ChatModel, ExchangeLog, TextBot

SHORT = "deal.cards=1"
RULES = eights.Ruleset("uno").override({"deal.cards": 1})
GAME = eights.Game(RULES, players=2)
NAMES = ["uno", "heuristic", "--deals", "4", "--no-alpha-rank", "--override", SHORT]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.chdir(tmp_path)


def bot(server: ChatServer, **options: Any) -> TextBot:
    return TextBot(ChatModel("m", server.url, pause=0.01, **options))


def test_a_model_meets_bots_on_the_same_deals_whatever_the_threads() -> None:
    entrants: list[Any] = [TextBot(first), "heuristic", "greedy"]
    game = eights.Game(RULES, players=3)
    alone = eights.arena(game, entrants, deals=1, seed=5)
    with chat_server() as server:
        entrants[0] = TextBot(ChatModel("m", server.url), name="first")
        several = eights.text.arena(game, entrants, deals=1, seed=5, threads=4)
    assert eights.reports.differences(alone, several) == []
    assert "first" in str(several)
    assert several["stopped"]["by"] == "deals"
    [told] = several["texts"]
    assert told["decisions"] == told["spent"]["requests"] == len(server.asked)
    assert told["spent"]["prompt_tokens"] == 100 * len(server.asked)


def test_several_deals_are_played_at_a_time() -> None:
    with chat_server(delay=0.01) as server:
        eights.text.arena(GAME, [bot(server), "heuristic"], deals=4, threads=4)
    assert 1 < server.most_at_once <= 4


def test_a_precision_stops_a_text_arena_as_any() -> None:
    entrants: list[Any] = [TextBot(first), "random"]
    short = eights.Game(RULES, players=2, max_decisions=6)
    several = eights.text.arena(short, entrants, deals=200, precision=0.2, threads=2)
    alone = eights.arena(short, entrants, deals=200, precision=0.2)
    assert several["stopped"]["by"] == "precision"
    assert eights.reports.differences(alone, several) == []


def test_a_spent_budget_leaves_a_report_and_a_log_to_go_on_from(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    with chat_server(last) as server:
        plain = eights.text.arena(GAME, [bot(server), "greedy"], deals=6, seed=1)
        whole = len(server.asked)
        server.asked.clear()
        some = bot(server, budget=60 * whole, log=path)
        stopped = eights.text.arena(GAME, [some, "greedy"], deals=6, seed=1, threads=2)
        assert stopped["stopped"]["by"] == "interrupt"
        assert 0 < stopped["deals"] < 6
        assert whole / 2 < len(server.asked) < whole
        rest = bot(server, log=path)
        report = eights.text.arena(GAME, [rest, "greedy"], deals=6, seed=1, threads=3)
        assert len(server.asked) == whole
        again = eights.text.arena(GAME, [bot(server, log=path), "greedy"], deals=6, seed=1)
        assert len(server.asked) == whole
    assert eights.reports.differences(plain, report) == []
    assert eights.reports.differences(plain, again) == []
    assert len(ExchangeLog(path)) == whole
    assert again["texts"][0]["decisions"] == plain["texts"][0]["decisions"]
    assert again["texts"][0]["spent"]["requests"] == 0


def test_a_budget_for_no_deal_is_an_error() -> None:
    spent = "budget of [0-9,]+ tokens is spent"
    with chat_server() as server:
        with pytest.raises(BudgetError, match=spent):
            eights.text.arena(GAME, [bot(server, budget=100), "greedy"], deals=2)
        # A deal of one pairing is finished, but none of the others.
        entrants: list[Any] = ["random", "greedy", bot(server, budget=100)]
        with pytest.raises(BudgetError, match=spent):
            eights.text.arena(GAME, entrants, deals=2, threads=1)


def test_the_caller_stops_an_arena_between_deals_and_within_one() -> None:
    game = eights.Game(RULES.override({"deal.cards": 3}), players=2)
    told: list[int] = []

    def enough(games: int) -> bool:
        told.append(games)
        return games < 4

    def never(games: int) -> bool:
        return games < 0

    with chat_server() as server:
        report = eights.text.arena(
            game, [bot(server), "greedy"], deals=50, threads=2, progress=enough
        )
        assert report["stopped"]["by"] == "interrupt"
        assert 2 <= report["deals"] < 50
        assert max(told) >= 4
        with pytest.raises(eights.BotError, match="stopped before a deal was finished"):
            eights.text.arena(game, [bot(server), "greedy"], deals=5, progress=never)


def broken(messages: object) -> str:
    raise ZeroDivisionError(messages)


def test_an_error_of_the_model_ends_the_arena() -> None:
    with (
        chat_server(faults=[Fault(400, b"no such model")]) as server,
        pytest.raises(eights.BotError, match="status 400: no such model"),
    ):
        eights.text.arena(GAME, [bot(server), "greedy"], deals=3, threads=2)
    with pytest.raises(ZeroDivisionError):
        eights.text.arena(GAME, [TextBot(broken), "greedy"], deals=2)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"threads": 0}, "threads = 0 is not in 1"),
        ({"progress": 3}, "progress must be a function"),
        ({"deals": 0}, "deals"),
        ({"precision": 2.0}, "precision"),
    ],
)
def test_bad_arguments_of_an_arena_are_refused(options: dict[str, Any], why: str) -> None:
    entrants: list[Any] = [TextBot(first), "greedy"]
    with pytest.raises(eights.Error, match=why):
        eights.text.arena(GAME, entrants, **options)
    with pytest.raises(eights.BotError, match=r"there is no bot|not a bot"):
        eights.text.arena(GAME, [entrants[0], "gredy"], deals=1)


def test_the_command_enters_models_and_keeps_their_exchanges(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KEY_HERE", KEY)
    with chat_server() as server:
        player = ["--player", f"openai:m@{server.url}", "--key-variable", "KEY_HERE"]
        options = ["--request", "temperature=0", "--request", "user=eights", "--threads", "2"]
        text = good("arena", *NAMES, *player, *options, "--json", "report.json")
        assert "openai:m" in text
        assert "Language model" in text
        assert server.asked[0]["temperature"] == 0
        assert server.asked[0]["user"] == "eights"
        asked = len(server.asked)
        again = run("arena", "--repeat", "report.json", *player, *options)
        assert again.exit_code == 0, again.output
        assert "the same figures" in again.stderr
        assert len(server.asked) == asked
    kept = (tmp_path / "eights-exchanges.jsonl").read_text(encoding="utf-8")
    assert len(kept.splitlines()) == asked
    assert KEY not in kept + text + (tmp_path / "report.json").read_text(encoding="utf-8")
    report = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert report["texts"][0]["invalid_share"] == 0
    assert report["entrants"] == ["heuristic", "openai:m"]


def test_a_model_alone_meets_the_heuristic() -> None:
    with chat_server() as server:
        player = ["--player", f"openai:m@{server.url}", "--override", SHORT]
        told = good("arena", "uno", *player, "--no-alpha-rank")
    assert "heuristic" in told
    assert "greedy" not in told
    assert "20 deals" in told


def test_a_spent_budget_is_told_after_the_report() -> None:
    with chat_server() as server:
        player = ["--player", f"openai:m@{server.url}", "--threads", "1"]
        good("arena", *NAMES, *player, "--exchanges", "other")
        budget = 60 * len(server.asked)
        done = run("arena", *NAMES, *player, "--budget", str(budget))
        assert done.exit_code == 1, done.output
        assert "openai:m" in done.stdout
        assert "stopped: the report is of the first" in done.stderr
        assert f"the budget of openai:m, {budget:,} tokens, is spent" in done.stderr
        good("arena", *NAMES, *player)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--budget", "9"], "--budget is of language models: enter one by --player"),
        (["--player", "gpt"], "'gpt' is not a language model: write openai:MODEL@URL"),
        (["--player", "openai:m", "--ray"], "--player plays on this machine: leave out Ray"),
        (["--player", "openai:m", "--request", "x"], "--request x has no value"),
        (["--player", "openai:m", "--key-variable", "NO_KEY"], "'NO_KEY' holds no key"),
        (["--player", "openai:m", "--exchanges", "."], "exchanges cannot be kept in ."),
        (["--player", "openai:m", "--exchanges", "notes"], "notes is not a log of exchanges"),
        (["--player", "openai:m", "--exchanges", "no/log"], "exchanges cannot be kept in no/log"),
    ],
)
def test_the_command_refuses_with_a_line(arguments: list[str], why: str, tmp_path: Path) -> None:
    (tmp_path / "notes").write_text("mine\n", encoding="utf-8")
    with chat_server() as server:
        given = [one.replace("openai:m", f"openai:m@{server.url}") for one in arguments]
        assert why in refused("arena", *NAMES, *given)
    assert (tmp_path / "notes").read_text(encoding="utf-8") == "mine\n"
