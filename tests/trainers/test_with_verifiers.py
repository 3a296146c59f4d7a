"""The package of verifiers, by verifiers' own evaluation, with a scripted model."""

from __future__ import annotations

import asyncio
import functools
import itertools
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest
import verifiers.v1 as vf
from chat_server import KEY, Fault, Messages, chat_server, first
from pydantic import ValidationError
from verifiers.v1.cli.eval.runner import run_eval
from verifiers.v1.configs.cli.eval import EvalConfig

import eights
import eights.text
from eights.verifiers import EightsConfig, EightsTaskset

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "environments/eights_cards"
PAGE = ROOT / "docs/text.md"
COMMAND = Path(sys.executable).with_name("vf-eval")


@pytest.fixture(autouse=True)
def package(monkeypatch: pytest.MonkeyPatch) -> None:
    """The package as if it were installed."""
    monkeypatch.syspath_prepend(PACKAGE)
    monkeypatch.setenv("TEST_KEY", KEY)
    monkeypatch.setenv("VF_RUN_ID", "test")


def in_order(episodes: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Episodes as plain data, in the order of the items."""
    return sorted(episodes, key=lambda episode: int(episode["task"]["data"]["number"]))


def evaluated(
    folder: Path, url: str, items: int, player: Mapping[str, Any] | None = None, **settings: Any
) -> list[dict[str, Any]]:
    """The episodes of verifiers' own evaluation, with settings of the taskset."""
    config = EvalConfig.model_validate(
        {
            "env": {"taskset": {"id": "eights-cards", **settings}, "player": player or {}},
            "model": "scripted",
            "client": {"base_url": url, "api_key_var": "TEST_KEY"},
            "sampling": {"temperature": 0},
            "select": {"limit": items},
            "push": False,
            "rich": None,
            "output_dir": folder,
        }
    )
    return in_order(one.model_dump(mode="json") for one in asyncio.run(run_eval(config)))


@functools.cache
def hidden() -> str:
    """The rule that stands in the first match under a hidden rule, as a player would state it."""
    match = eights.text.task("hidden-rules", "train")[0]
    assert isinstance(match, eights.text.Discovery)
    return json.dumps(match.episode.state.to_dict()["created"])


def scripted(messages: Messages) -> str:
    """Takes the first option, now and then none, and states the rule of the first match."""
    told = str(messages[-1]["content"])
    if "State them in JSON" in told:
        return hidden()
    return "Let me think." if len(told) % 3 == 0 else first(messages)


@pytest.mark.parametrize(
    ("kind", "items", "options"),
    [
        ("play", 3, {"opponent": "random"}),
        ("questions", 6, {}),
        ("hidden-rules", 2, {"rounds": 1}),
    ],
)
def test_scores_are_those_of_the_task(
    kind: str, items: int, options: dict[str, Any], tmp_path: Path
) -> None:
    task = eights.text.task(kind, "train", **options)
    report = eights.text.evaluate(task, scripted, items)
    with chat_server(scripted) as server:
        episodes = evaluated(tmp_path, server.url, items, kind=kind, options=options)
    traces = [trace for episode in episodes for trace in episode["traces"]]
    assert [trace["rewards"]["score"]["score"] for trace in traces] == list(report.scores)
    assert max(report.scores) > 0
    metrics = [trace["metrics"] for trace in traces]
    for name in ("answers", "invalid", "decisions", "random", "forfeits"):
        assert sum(one[name] for one in metrics) == getattr(report.counts, name)
    assert report.counts.invalid > 0
    assert all(one["invalid_share"] == one["invalid"] / one["answers"] for one in metrics)
    assert len(server.asked) == report.counts.answers
    assert {one["temperature"] for one in server.asked} == {0}
    assert all(episode["ok"] for episode in episodes)


def test_the_model_is_told_the_rules_once_and_then_what_is_new(tmp_path: Path) -> None:
    with chat_server() as server:
        evaluated(tmp_path, server.url, 1, split="test")
    asked = [body["messages"] for body in server.asked]
    exchange = eights.text.task("play", "test")[0]
    assert asked[0] == exchange.messages()
    for before, after in itertools.pairwise(asked):
        exchange.answer(first(before))
        answer = {"role": "assistant", "content": first(before)}
        assert after == [*before, answer, exchange.messages()[-1]]
    assert len(asked) > 2


def test_when_rules_are_asked_for_their_grammar_is_told(tmp_path: Path) -> None:
    options = {"rounds": 1, "players": 2}
    with chat_server(scripted) as server:
        evaluated(tmp_path, server.url, 1, kind="hidden-rules", options=options)
    *_, last = server.asked
    system, *others = last["messages"]
    assert "## How created rules are written" not in system["content"]
    assert "system" not in {message["role"] for message in others}
    assert "## How created rules are written" in others[-1]["content"]
    assert "State them in JSON" in others[-1]["content"]


def test_options_reach_the_task(tmp_path: Path) -> None:
    options = {"ruleset": "uno", "players": 3, "retries": 0, "style": {"actions": "text"}}
    with chat_server(lambda _: "[pass the salt]") as server:
        [episode] = evaluated(tmp_path, server.url, 1, options=options)
    messages = server.asked[0]["messages"]
    assert messages[0]["content"].startswith("# UNO")
    assert "\n- draw a card" in messages[-1]["content"]
    metrics = episode["traces"][0]["metrics"]
    assert metrics["invalid"] == metrics["random"] == metrics["answers"] > 0


def test_a_run_that_ends_early_scores_nothing(tmp_path: Path) -> None:
    with chat_server() as server:
        [episode] = evaluated(tmp_path / "limit", server.url, 1, {"max_turns": 2})
    [trace] = episode["traces"]
    assert trace["rewards"]["score"]["score"] == 0
    assert trace["metrics"]["answers"] == 2
    assert episode["ok"]
    with chat_server(faults=[Fault(400, b'{"error": {"message": "no"}}')]) as server:
        [episode] = evaluated(tmp_path / "fault", server.url, 1)
    [trace] = episode["traces"]
    assert not episode["ok"]
    assert trace["rewards"]["score"]["score"] == 0
    assert trace["metrics"]["answers"] == trace["metrics"]["invalid_share"] == 0


def test_items_are_numbered_and_can_be_chosen() -> None:
    taskset = EightsTaskset(EightsConfig(kind="questions", split="test"))
    data = [task.data for task in taskset]
    assert [one.number for one in data] == [one.idx for one in data] == list(range(256))
    assert {one.version for one in data} == {eights.text.task("questions").version}
    view = taskset.select(vf.SelectConfig(shuffle=True, limit=3))
    assert len({task.data.name for task in view}) == 3
    assert len(list(EightsTaskset(EightsConfig(id="eights-cards")))) == 4096


def test_settings_that_there_are_not_are_refused() -> None:
    with pytest.raises(ValidationError, match="hidden-rules"):
        EightsConfig(kind="poker")
    with pytest.raises(eights.GameError, match="'rounds' is not an option: there are style"):
        EightsTaskset(EightsConfig(options={"rounds": 3}))
    with pytest.raises(eights.GameError, match="'table_' is not an option: there are history"):
        EightsTaskset(EightsConfig(options={"style": {"table_": "words"}}))


def test_the_package_names_what_verifiers_looks_for() -> None:
    text = (PACKAGE / "pyproject.toml").read_text("utf-8")
    assert '\nname = "eights-cards"\n' in text
    assert '\ndependencies = ["eights[verifiers]"]\n' in text
    readme = (PACKAGE / "README.md").read_text("utf-8")
    blocks = re.findall(r"```console\n(.*?)```", readme, re.S)
    assert all(f"--env.{name}" in "".join(blocks) for name in ("taskset.kind", "taskset.split"))


def test_the_command_of_the_page_runs(tmp_path: Path) -> None:
    [line] = re.findall(r"^\$ vf-eval (.*?[^\\])\n", PAGE.read_text("utf-8"), re.M | re.S)
    path = os.pathsep.join([str(PACKAGE), *filter(None, [os.environ.get("PYTHONPATH")])])
    with chat_server() as server:
        url = line.replace("http://localhost:8000/v1", server.url).replace("\\\n", "")
        subprocess.run(
            [COMMAND, *url.split(), "--no-rich", "-o", tmp_path],
            env={**os.environ, "PYTHONPATH": path},
            check=True,
            stdout=subprocess.PIPE,
        )
    [file] = tmp_path.rglob("traces.jsonl")
    episodes = in_order(map(json.loads, file.read_text("utf-8").splitlines()))
    report = eights.text.evaluate(eights.text.task("questions", "test"), first, 20)
    scores = [episode["traces"][0]["rewards"]["score"]["score"] for episode in episodes]
    assert scores == list(report.scores)
