"""The harness and the environments of Kaggle's Game Arena, with Kaggle's package."""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from chat_server import chat_server, first

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"  # else its import asks the network

import kaggle_environments
from kaggle_environments.core_harness import create_agent_fn
from kaggle_environments.errors import InvalidArgument
from kaggle_environments.local_harness_runner import run_llm_game

import eights
from eights import kaggle as adapter
from eights.text import Style

PAGE = Path(__file__).resolve().parents[2] / "docs/text.md"
RULES = eights.Ruleset("uno").override({"deal.cards": 3})


def last_number(messages: Sequence[Any]) -> str:
    """Answers by the last number of the list."""
    return f"[{max(map(int, re.findall(r'^([0-9]+)[.] ', messages[-1]['content'], re.M)))}]"


def calls(messages: Sequence[Any]) -> str:
    """Announces the last card, and else takes the first action."""
    return "[2]" if '2. say "' in messages[-1]["content"] else "[1]"


def asked(server: Any, **options: Any) -> Callable[..., Any]:
    """An agent of Kaggle's harness that asks a server."""
    reached = {"api_base": server.url, "api_key": "none"}
    agent: Callable[..., Any] = create_agent_fn(
        adapter, model_override=("openai/stub", reached), **options
    )
    return agent


def made(seed: int | None = 3, ruleset: Any = RULES, **options: Any) -> Any:
    configuration = {} if seed is None else {"seed": seed}
    name = adapter.register("table", ruleset, **options)
    return kaggle_environments.make(name, configuration=configuration)


def statuses(env: Any) -> list[str]:
    return [agent.status for agent in env.state]


def rewards(env: Any) -> list[float | None]:
    return [agent.reward for agent in env.state]


def submit(env: Any, submission: object) -> None:
    """Submits for the seat that is asked."""
    seat = env.state[0].observation.currentPlayer
    actions: list[Any] = [None] * len(env.state)
    actions[seat] = {"submission": submission}
    env.step(actions)


def opener(observation: Any) -> dict[str, int]:
    """An agent that takes the first legal action."""
    return {"submission": observation["legalActions"][0]}


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("script", [first, last_number])
def test_models_play_a_game_to_its_end(players: int, script: Any) -> None:
    env = made()
    with chat_server(script) as server:
        env.run([asked(server)] * players)
        texts = [body["messages"] for body in server.asked]
    told: list[str] = []

    def player(messages: Sequence[Any]) -> str:
        told.append("\n\n".join(message["content"] for message in messages))
        return str(script(messages))

    game = eights.Game(RULES, players=players)
    other = eights.text.play(game, [player] * players, seed=3, style=Style(history="whole"))
    assert texts == [[{"role": "user", "content": text}] for text in told]
    assert statuses(env) == ["DONE"] * players
    assert rewards(env) == other.returns
    assert env.info["record"] == other.record()
    assert eights.replay(env.info["record"]).returns() == other.returns
    taken = [agent.action.get("actionString") for step in env.steps[1:] for agent in step]
    assert [text for text in taken if text] == [step.reply.action for step in other.steps]


def test_an_invalid_answer_is_told_why_and_asked_again() -> None:
    def corrected(messages: Sequence[Any]) -> str:
        return "[1]" if "was refused" in messages[-1]["content"] else "I play [KD of nothing]"

    env = made()
    with chat_server(corrected) as server:
        env.run([asked(server), opener])
        refused = [
            body["messages"][0]["content"].rpartition("\n\n")[2]
            for body in server.asked
            if "was refused" in body["messages"][0]["content"]
        ]
        assert len(server.asked) == 2 * len(refused) > 0
    assert statuses(env) == ["DONE"] * 2
    assert set(refused) == {
        "Your last answer was refused. KD of nothing is not an action here: choose one of those "
        "that are possible. Answer again."
    }


def test_a_model_that_is_always_wrong_forfeits() -> None:
    env = made()
    with chat_server(lambda _: "hm") as server:
        env.run([asked(server, max_retries=3), opener])
        assert len(server.asked) == 3
    assert statuses(env) == ["DONE", "DONE"]
    assert rewards(env) == [-1, 0]
    assert env.episode.forfeited == 0


def test_kaggles_own_runner_plays_the_module(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    adapter.register("table", RULES)
    replay = tmp_path / "replay.json"
    with chat_server() as server:
        for name, value in {
            "OPENAI_API_KEY": "none",
            "OPENAI_API_BASE": server.url,
            "MODEL_NAME": "openai/stub",
            "MODEL_PROXY_KEY": "none",
            "MODEL_PROXY_URL": "dummy_url",
        }.items():
            monkeypatch.setenv(name, value)
        env = run_llm_game(
            "table",
            caller_file=str(adapter.__file__),
            agent_module="kaggle.py",
            configuration={"seed": 3},
            argv=["--replay-path", str(replay)],
        )
    assert statuses(env) == ["DONE"] * 2
    other = eights.text.play(eights.Game(RULES, players=2), [first] * 2, seed=3)
    assert rewards(env) == other.returns
    assert json.loads(replay.read_text("utf-8"))["rewards"] == other.returns


def test_an_agent_sees_no_more_than_its_seat_may_know() -> None:
    env = made()
    seen: set[int] = set()

    def looks(observation: Any) -> dict[str, str]:
        seat = observation.playerId
        told = eights.text.prompt(env.episode.state, seat).text(Style(history="whole"))
        assert observation.prompt == told
        assert f"You are seat {seat}." in observation.rules
        assert observation.ruleset == json.dumps(RULES.to_dict())
        assert observation.currentPlayer == seat
        others = [agent.observation for agent in env.state if agent.observation.playerId != seat]
        assert not any(other.prompt or other.legalActions for other in others)
        seen.add(seat)
        return {"submission": f"[{observation.legalActionNames[-1]}]"}

    env.run([looks, looks, looks])
    assert statuses(env) == ["DONE"] * 3
    assert seen == {0, 1, 2}


@pytest.mark.parametrize("submission", [-1, 10_000, None, "hm", "", 1.5, [1]])
def test_what_is_no_legal_action_forfeits(submission: object) -> None:
    env = made()
    seat = env.state[0].observation.currentPlayer
    submit(env, submission)
    assert env.done
    assert statuses(env) == ["DONE"] * 2
    assert rewards(env) == [-1 if other == seat else 0 for other in range(2)]
    assert env.state[0].observation.isTerminal


@pytest.mark.parametrize("mistake", ["fails", "has no submission"])
def test_an_agent_that_fails_forfeits_and_is_named(mistake: str) -> None:
    def broken(_observation: Any) -> dict[str, int]:
        if mistake == "fails":
            raise KeyError("a mistake")
        return {"submitted": 1}

    env = made()
    env.run([broken, opener])
    assert statuses(env) == ["ERROR" if mistake == "fails" else "DONE", "DONE"]
    assert rewards(env) == [None if mistake == "fails" else -1, 0]


def test_deals_follow_from_the_seed() -> None:
    def dealt(seed: int | None) -> Any:
        env = made(seed, "crazy_eights")
        return env.state[env.state[0].observation.currentPlayer].observation.prompt

    assert dealt(4) == dealt(4) != dealt(5)
    assert dealt(None) != dealt(None)
    env = made(4)
    before = env.toJSON()["steps"]
    env.run([opener, opener])
    assert env.done
    env.reset()
    assert env.toJSON()["steps"] == before


def test_the_style_holds_for_prompts_and_answers() -> None:
    def told(messages: Sequence[Any]) -> str:
        text = messages[-1]["content"]
        assert '{"action": "draw"}' in text
        return json.dumps({"action": text.rpartition("- ")[2].splitlines()[0]})

    env = made(style=Style(actions="text", grammar="json"))
    with chat_server(told) as server:
        env.run([asked(server, max_retries=1), opener])
    assert statuses(env) == ["DONE"] * 2
    assert env.episode.forfeited is None


def test_an_environment_shows_its_games() -> None:
    env = made()
    assert env.specification.title == RULES.title
    assert list(env.specification.agents) == list(range(2, RULES.players[1] + 1))
    env.run([opener] * 3)
    assert "seat 2" in env.render(mode="ansi")
    page = env.render(mode="html")
    assert "environment.steps[step]" in page
    shown = kaggle_environments.make("table", steps=env.toJSON()["steps"])
    assert rewards(shown) == rewards(env)
    assert shown.render(mode="ansi") == ""
    unfinished = kaggle_environments.make("table", steps=made().toJSON()["steps"])
    with pytest.raises(eights.GameError, match="no game was begun"):
        submit(unfinished, -1)


def test_bad_arguments_are_refused() -> None:
    with pytest.raises(eights.RulesetError, match='no ruleset "unno"'):
        adapter.register("table", "unno")
    with pytest.raises(eights.GameError, match="episode"):
        adapter.register("table", "uno", episode="rounds")
    with pytest.raises(InvalidArgument, match="40 is not a valid number"):
        made().reset(40)


def test_the_block_of_the_page_runs() -> None:
    [block] = re.findall(r"```python kaggle\n(.*?)```", PAGE.read_text("utf-8"), re.S)
    names: dict[str, Any] = {}
    random.seed(7)
    with chat_server(calls) as server:
        exec(block.replace("http://localhost:8000/v1", server.url), names)
        assert server.asked
    assert sum(names["rewards"]) == 0
    assert eights.replay(names["record"]).is_terminal()
