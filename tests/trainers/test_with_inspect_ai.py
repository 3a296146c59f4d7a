"""The tasks of Inspect, with Inspect: by a scripted model, and by one behind a server."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from chat_server import chat_server, first, last
from inspect_ai import eval as inspected
from inspect_ai import score as scored_again
from inspect_ai.log import list_eval_logs, read_eval_log
from inspect_ai.model import ModelOutput, ModelUsage, get_model

import eights
from eights import inspect_ai as adapter
from eights.text import Message, Report, Style, evaluate, task

PAGE = Path(__file__).resolve().parents[2] / "docs/text.md"
TASKS = {"play": adapter.play, "questions": adapter.questions, "hidden-rules": adapter.hidden_rules}
SHORT: dict[str, dict[str, Any]] = {"play": {"ruleset": "mau_mau"}, "hidden-rules": {"rounds": 1}}
"""Options that make short games."""


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("INSPECT_DISPLAY", "none")


def often_wrong(messages: Sequence[Any]) -> str:
    """Answers by the last number of a list, but not to every text."""
    told = messages[-1]["content"]
    numbers = re.findall(r"^(\d+)\. ", told, re.M)
    if "State them in JSON" in told:
        return '[{"cards": "6", "does": "skip", "count": 1}]'
    return f"[{numbers[-1]}]" if numbers and len(told) % 2 else "[1]" if numbers else "hm"


def hesitant(messages: Sequence[Any]) -> str:
    """Answers each question twice: invalidly, and then with the first option."""
    return "[1]" if "Answer again" in messages[-1]["content"] else "hm"


def mocked(player: Any) -> Any:
    """A model of Inspect that answers by a script, and counts no tokens."""

    def answered(sent: Any, *_: Any) -> ModelOutput:
        messages = [{"role": one.role, "content": one.text} for one in sent]
        made = ModelOutput.from_content("mockllm/model", player(messages))
        made.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return made

    return get_model("mockllm/model", custom_outputs=answered, memoize=False)


def measured(made: Any, model: Any, items: int, **options: Any) -> Any:
    [log] = inspected(made, model=model, limit=items, **options)
    assert log.status == "success", log.error
    return log


def numbers(log: Any) -> dict[str, float]:
    """The figures of a log, by name."""
    found = [one for score in log.results.scores for one in score.metrics.items()]
    return {name: one.value for name, one in found}


def assert_same(log: Any, report: Report) -> None:
    values = {sample.id: sample.scores["score"].value for sample in log.samples}
    assert [values[number] for number in range(len(report.scores))] == list(report.scores)
    assert numbers(log)["mean"] == pytest.approx(report.score[0])
    assert numbers(log)["invalid_share"] == pytest.approx(report.counts.invalid_share or 0)
    for key in ("decisions", "answers", "invalid", "random", "forfeits"):
        told = sum(sample.scores["score"].metadata[key] for sample in log.samples)
        assert told == getattr(report.counts, key)


@pytest.mark.parametrize("name", TASKS)
@pytest.mark.parametrize("player", [often_wrong, hesitant])
def test_scores_are_those_of_the_text_tasks(name: str, player: Any) -> None:
    options = SHORT.get(name, {})
    report = evaluate(task(name, "train", **options), player, items=3)
    log = measured(TASKS[name](split="train", **options), mocked(player), 3)
    assert_same(log, report)
    assert log.eval.task == f"eights/{name}"
    assert log.eval.task_version == task(name).version


def test_the_invalid_share_is_of_all_answers() -> None:
    log = measured(adapter.questions(), mocked(hesitant), 3, epochs=2)
    assert numbers(log)["invalid_share"] == pytest.approx(1 / 2)
    log = measured(adapter.play(ruleset="mau_mau"), mocked(first), 2)
    assert numbers(log)["invalid_share"] == 0


def test_a_sample_has_all_that_was_told_and_answered() -> None:
    log = measured(adapter.hidden_rules(rounds=1), mocked(often_wrong), 1)
    [sample] = log.samples
    exchange = task("hidden-rules", rounds=1)[0]
    told: list[Message] = []
    while not exchange.done:
        sent = exchange.messages()
        told += [sent[-1], {"role": "assistant", "content": often_wrong(sent)}]
        exchange.answer(told[-1]["content"])
    heard = [{"role": one.role, "content": one.text} for one in sample.messages]
    assert [one for one in heard if one["role"] != "system"] == told
    rules = [one["content"] for one in heard if one["role"] == "system"]
    assert "# " in rules[0]
    assert "How created rules are written" in rules[1]
    assert len(rules) == 2


def test_a_style_is_a_mapping_or_a_style() -> None:
    told = {"actions": "text", "grammar": "line"}
    for style in (told, Style(actions="text", grammar="line")):
        log = measured(adapter.play(ruleset="mau_mau", style=style), mocked(first), 1)
        text = log.samples[0].messages[0].text
        assert "alone on the last line" in text
        assert "by its number" not in text
    with pytest.raises(eights.GameError, match="'action' is not an option"):
        adapter.questions(style={"action": "text"})
    with pytest.raises(eights.GameError, match="'rulset' is not an option: there are style"):
        adapter.play(rulset="uno")
    with pytest.raises(eights.GameError, match="split = 'dev' is unknown: there are \"train\""):
        adapter.play("dev")


def test_a_limit_ends_an_exchange_without_a_score() -> None:
    log = measured(adapter.play(ruleset="mau_mau"), mocked(first), 1, message_limit=6)
    [sample] = log.samples
    assert sample.limit.type == "message"
    assert sample.scores["score"].value == 0
    assert not sample.scores["score"].metadata["done"]


def test_a_log_can_be_scored_again() -> None:
    log = measured(adapter.questions(), mocked(often_wrong), 4)
    again = scored_again(log, [adapter.score(), adapter.answers()], action="overwrite")
    assert numbers(again) == numbers(log)


def test_the_command_finds_the_tasks_and_asks_a_server(tmp_path: Path) -> None:
    command = shutil.which("inspect", path=str(Path(sys.executable).parent))
    assert command is not None
    with chat_server(last) as server:
        environment = {**os.environ, "STUB_BASE_URL": server.url, "STUB_API_KEY": "none"}
        arguments = ["-T", "ruleset=mau_mau", "-T", "style={history: whole}", "--limit", "1"]
        subprocess.run(
            [command, "eval", "eights/play", "--model", "openai-api/stub/last", *arguments],
            env=environment,
            cwd=tmp_path,
            check=True,
        )
        sent = [body["messages"] for body in server.asked]
    [name] = list_eval_logs(str(tmp_path / "logs"))
    style = Style(history="whole")
    texts = task("play", ruleset="mau_mau", style=style)
    assert_same(read_eval_log(name), evaluate(texts, last, items=1))
    assert texts[0].messages() in sent


def test_the_block_of_the_page_runs() -> None:
    [block] = re.findall(r"```python inspect_ai\n(.*?)```", PAGE.read_text("utf-8"), re.S)
    names: dict[str, Any] = {"model": mocked(first)}
    exec(block, names)
    assert names["log"].status == "success"
    assert len(names["log"].samples) == 8
