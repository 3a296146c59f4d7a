"""Language models behind a server: requests, repetitions, budgets, logs and keys."""

from __future__ import annotations

import copy
import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from chat_server import KEY, Fault, chat_server, first, last

import eights
from eights.text import BudgetError, ChatModel, ExchangeLog, TextBot
from eights.text.requests import Response

HELLO: Any = [{"role": "user", "content": "You may:\n1. draw a card"}]


@pytest.fixture(autouse=True)
def no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)


def model(url: str, **options: Any) -> ChatModel:
    return ChatModel("m", url, **{"pause": 0.01, **options})


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_a_request_has_model_messages_and_options_and_counts_tokens() -> None:
    with chat_server() as server:
        asked = model(server.url, options={"temperature": 0})
        assert asked(HELLO) == "I take the first one: [1]"
    assert server.asked == [{"temperature": 0, "model": "m", "messages": HELLO}]
    assert (asked.spent.requests, asked.spent.tokens) == (1, 110)
    assert server.keys == [None]


def test_tokens_are_estimated_where_the_server_counts_none() -> None:
    with chat_server(usage=False) as server:
        asked = model(server.url)
        answer = asked(HELLO)
    assert asked.spent.prompt_tokens == eights.text.estimate_tokens(HELLO[0]["content"])
    assert asked.spent.answer_tokens == eights.text.estimate_tokens(answer)


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        (Fault(429, b"slow down", {"Retry-After": "0.01"}), "status 429: slow down"),
        (Fault(500, b'{"error": {"message": "out of\\nmemory"}}'), "status 500: out of memory"),
        (Fault(503), "status 503"),
        (Fault(200, b'{"choices": ['), "not one of the chat protocol"),
        (Fault(200, b'{"choices": []}'), "not one of the chat protocol"),
        (Fault(200, b"[" * 100_000), "not one of the chat protocol"),
        (Fault(200, b'{"choices": [{"message": {"content": 7}}]}'), "not one of the chat"),
        (Fault(200, b"short", {"Content-Length": "900"}), "the connection broke"),
        (Fault(200, b"late", pause=1.0), "no answer within 0.3 seconds"),
    ],
)
def test_requests_are_repeated_until_an_answer_comes(
    fault: Fault, why: str, tmp_path: Path
) -> None:
    path = tmp_path / "log.jsonl"
    with chat_server(faults=[fault, copy.deepcopy(fault)]) as server:
        asked = model(server.url, timeout=0.3 if fault.pause else 30, log=path)
        assert asked(HELLO) == first(HELLO)
    assert len(server.asked) == 3
    noted = lines(path)
    assert [line["attempt"] for line in noted] == [1, 2, 3]
    assert all(why in line["error"] for line in noted[:2])
    assert noted[2]["answer"] == first(HELLO)
    assert noted[2]["usage"] == {"prompt_tokens": 100, "completion_tokens": 10}
    assert asked.spent.requests == 1


def test_too_many_faults_end_in_an_error_that_says_the_last_one() -> None:
    with chat_server(faults=[Fault(500, b"oops") for _ in range(9)]) as server:
        asked = model(server.url, attempts=3)
        with pytest.raises(eights.BotError, match=r"openai:m at http.*: status 500: oops, 3 times"):
            asked(HELLO)
    assert len(server.asked) == 3


@pytest.mark.parametrize("status", [400, 404, 422, 301, 307])
def test_other_statuses_are_not_repeated_and_redirections_not_followed(status: int) -> None:
    elsewhere = {"Location": "http://127.0.0.1:9/v1/chat/completions"}
    with (
        chat_server(faults=[Fault(status, b"no", elsewhere)]) as server,
        pytest.raises(eights.BotError, match=f"status {status}: no$"),
    ):
        model(server.url)(HELLO)
    assert len(server.asked) == 1


def test_nobody_listens() -> None:
    with chat_server() as server:
        pass
    with pytest.raises(eights.BotError, match=r"cannot be reached: .*, 2 times"):
        model(server.url, attempts=2)(HELLO)


def test_the_server_says_how_long_to_wait() -> None:
    assert Response(429, "2.5", b"").seconds_to_wait == 2.5
    assert Response(429, "-3", b"").seconds_to_wait == 0
    assert Response(429, "soon", b"").seconds_to_wait == 0
    later = time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime(time.time() + 100))
    assert 90 < Response(429, later, b"").seconds_to_wait <= 100
    with chat_server(faults=[Fault(429, b"", {"Retry-After": "0.4"})]) as server:
        begin = time.monotonic()
        model(server.url)(HELLO)
        assert time.monotonic() - begin >= 0.4


def test_closing_ends_a_pause_and_refuses_more() -> None:
    with chat_server(faults=[Fault(429, b"", {"Retry-After": "60"})]) as server:
        asked = model(server.url)
        with ThreadPoolExecutor(1) as pool:
            waiting = pool.submit(asked, HELLO)
            while not server.asked:
                time.sleep(0.01)
            asked.close()
            with pytest.raises(eights.BotError, match="closed"):
                waiting.result(timeout=10)


def test_nothing_is_asked_beyond_the_budget(tmp_path: Path) -> None:
    with chat_server() as server:
        asked = model(server.url, budget=200, log=tmp_path / "log.jsonl")
        for number in range(2):
            asked([{"role": "user", "content": f"{number}"}])
        with pytest.raises(BudgetError, match="200 tokens is spent: 220 in 2 requests"):
            asked(HELLO)
        assert asked([{"role": "user", "content": "0"}]) == first(HELLO)  # the log has it
    assert len(server.asked) == 2


def test_the_key_is_sent_and_stands_nowhere_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_KEY", KEY)
    path = tmp_path / "log.jsonl"
    told = []
    faults = [Fault(500, f"bad {KEY}".encode()), Fault(400, f"really {KEY}".encode())]
    with chat_server(faults=[*faults, Fault(401, f"wrong {KEY}".encode())]) as server:
        asked = model(server.url, key_variable="MY_KEY", log=path)
        for _ in range(2):
            with pytest.raises(eights.BotError) as error:
                asked(HELLO)
            told.append(str(error.value))
        asked(HELLO)
    assert server.keys == [f"Bearer {KEY}"] * 4
    assert told[0].endswith("really (key), 2 times")
    assert told[1].endswith("status 401: the key of MY_KEY is refused")
    assert len(lines(path)) == 4
    for text in (*told, path.read_text(encoding="utf-8"), repr(asked), str(asked.name)):
        assert KEY not in text


def test_keys_that_are_none_are_refused_without_being_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(eights.BotError, match="variable 'NO_SUCH_KEY' holds no key"):
        model("http://localhost/v1", key_variable="NO_SUCH_KEY")
    monkeypatch.setenv("OPENAI_API_KEY", "two\nlines")
    with pytest.raises(eights.BotError, match="OPENAI_API_KEY holds no key") as error:
        model("http://localhost/v1")
    assert "two" not in str(error.value)
    with chat_server(faults=[Fault(401)]) as server:
        monkeypatch.delenv("OPENAI_API_KEY")
        with pytest.raises(eights.BotError, match="asks for a key, and OPENAI_API_KEY is not set"):
            model(server.url)(HELLO)


def test_the_log_answers_again_and_survives_a_cut(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    with chat_server() as server:
        model(server.url, log=path)(HELLO)
        whole = path.read_bytes()
        path.write_bytes(whole + whole[:50])  # a line that was cut off
        again = model(server.url, log=path)
        assert again(HELLO) == first(HELLO)
        assert again.spent.requests == 0
        again([{"role": "user", "content": "another"}])
        assert len(server.asked) == 2
        log = ExchangeLog(path)
        assert len(log) == 2
        model(server.url, log=log, options={"temperature": 1})(HELLO)
        assert len(server.asked) == 3
    assert path.read_bytes().startswith(whole)


@pytest.mark.parametrize("content", ["my notes\n", '{"a": 1}\n', "[]"])
def test_a_file_of_another_kind_stays_as_it_is(content: str, tmp_path: Path) -> None:
    path = tmp_path / "notes"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(eights.ArgumentError, match="is not a log of exchanges"):
        ExchangeLog(path)
    assert path.read_text(encoding="utf-8") == content
    with pytest.raises(OSError, match="directory"):
        ExchangeLog(tmp_path)


def test_two_threads_that_ask_alike_are_given_one_answer(tmp_path: Path) -> None:
    answers = iter("abcdefgh")
    with chat_server(lambda _: next(answers), delay=0.2) as server:
        asked = model(server.url, log=tmp_path / "log.jsonl")
        with ThreadPoolExecutor(4) as pool:
            found = set(pool.map(asked, [HELLO] * 4))
    noted = lines(tmp_path / "log.jsonl")
    assert len({line["request"] for line in noted}) == 1
    assert len({line["answer"] for line in noted}) == len(noted) > 1
    assert found == {noted[0]["answer"]}


@pytest.mark.parametrize(
    ("spec", "name", "url"),
    [
        ("openai:m@http://h:1/v1", "openai:m", "http://h:1/v1/chat/completions"),
        ("openai:org/m:7b@https://h/", "openai:org/m:7b", "https://h/chat/completions"),
        (
            "openai:m@http://h/x/chat/completions?v=2",
            "openai:m",
            "http://h/x/chat/completions?v=2",
        ),
        ("openai:m", "openai:m", "https://api.openai.com/v1/chat/completions"),
    ],
)
def test_models_are_named_by_texts(spec: str, name: str, url: str) -> None:
    found = ChatModel.named(spec)
    assert (found.name, found.url) == (name, url)


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("anthropic:m", "is not a language model: write openai:MODEL@URL"),
        ("openai:", "is not a language model"),
        ("openai:m@http://", "is not a URL"),
        ("openai:m@http://h:0/", "is not a URL"),
        ("openai:m@http://h:x/", "is not a URL"),
        ("openai:m@http://me:pass@h/", "must not hold a name or password"),
    ],
)
def test_other_texts_are_refused(spec: str, why: str) -> None:
    with pytest.raises(eights.BotError, match=why) as error:
        ChatModel.named(spec)
    assert "pass@" not in str(error.value)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"timeout": 0}, "timeout = 0 is not above 0"),
        ({"timeout": "1"}, "timeout must be a number of seconds, not str"),
        ({"pause": float("nan")}, "pause = nan"),
        ({"attempts": 0}, "attempts = 0 is not in"),
        ({"budget": -1}, "budget = -1"),
        ({"options": {"messages": []}}, "'messages' is not an option"),
        ({"options": {"stop": {1, 2}}}, "cannot be written as JSON"),
        ({"log": 7}, "a log of exchanges must be a path, not int"),
    ],
)
def test_bad_arguments_are_refused(options: dict[str, Any], why: str) -> None:
    with pytest.raises(eights.Error, match=why):
        model("http://localhost/v1", **options)


def test_a_bot_by_texts_plays_wherever_bots_do() -> None:
    game = eights.Game("uno", players=3)
    bot = TextBot(last)
    state = game.new_initial_state(seed=3)
    assert bot.choose(state) == state.legal_actions()[-1]
    assert state.history() == game.new_initial_state(seed=3).history()
    assert bot.counts.decisions == 1
    episode = eights.text.play(game, [bot, "greedy", first], seed=3)
    assert episode.done
    assert bot.counts.invalid == 0
    with pytest.raises(eights.ArgumentError, match="must be a function of messages, not str"):
        TextBot("greedy")  # type: ignore[arg-type]


def test_a_bot_that_answers_nonsense_draws_the_same_actions_each_time() -> None:
    game = eights.Game("uno", players=2)
    bots = [TextBot(lambda _: "hm", name="hm", retries=1) for _ in range(2)]
    one, other = (eights.arena(game, [bot, "greedy"], deals=2) for bot in bots)
    assert eights.reports.differences(one, other) == []
    counts = bots[0].counts
    assert counts.random == counts.decisions > 0
    assert counts.invalid == 2 * counts.decisions
