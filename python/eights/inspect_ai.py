"""Tasks of Inspect: `inspect eval eights/questions --model …` measures a language model.

Needs Inspect: `pip install "eights[inspect-ai]"`. The tasks are those of `eights.text`, with the
same items, texts and scores.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from eights._base.extras import require
from eights.text import tasks
from eights.text.exchange import Exchange, Message

require("eights.inspect_ai", "inspect_ai", "inspect-ai", "inspect-ai")

from inspect_ai import Task, task  # noqa: E402 - after the message about the extra
from inspect_ai.dataset import MemoryDataset, Sample  # noqa: E402
from inspect_ai.model import ChatMessageAssistant as FromModel  # noqa: E402
from inspect_ai.model import ChatMessageSystem as FromSystem  # noqa: E402
from inspect_ai.model import ChatMessageUser as FromUser  # noqa: E402
from inspect_ai.model import get_model  # noqa: E402
from inspect_ai.scorer import (  # noqa: E402
    Metric,
    SampleScore,
    Score,
    Scorer,
    Target,
    mean,
    metric,
    scorer,
    stderr,
)
from inspect_ai.solver import Generate, Solver, TaskState, solver  # noqa: E402

__all__ = ["answers", "exchange", "hidden_rules", "invalid_share", "play", "questions", "score"]

ROLES = {"system": FromSystem, "user": FromUser, "assistant": FromModel}
OUTCOME = "eights"
"""The key of a sample's store under which the outcome of its exchange is kept."""


@task
def play(split: tasks.Split = "test", **options: Any) -> Task:
    """The task `play`: win under house rules that are told.

    Args:
        split: `"train"` or `"test"`.
        options: further arguments of `eights.text.PlayToWin`, such as `ruleset`; `style` may be a
            mapping of the arguments of `eights.text.Style`.

    Raises:
        eights.Error: an option is refused; the message says what was possible.
    """
    return _task(tasks.PlayToWin.name, split, options)


@task
def questions(split: tasks.Split = "test", **options: Any) -> Task:
    """The task `questions`: a reading test.

    Args:
        split: `"train"` or `"test"`.
        options: further arguments of `eights.text.Questions`, as for `play`.

    Raises:
        eights.Error: an option is refused; the message says what was possible.
    """
    return _task(tasks.Questions.name, split, options)


@task(name=tasks.HiddenRules.name)
def hidden_rules(split: tasks.Split = "test", **options: Any) -> Task:
    """The task `hidden-rules`: find rules by playing, and state them.

    Args:
        split: `"train"` or `"test"`.
        options: further arguments of `eights.text.HiddenRules`, as for `play`.

    Raises:
        eights.Error: an option is refused; the message says what was possible.
    """
    return _task(tasks.HiddenRules.name, split, options)


@solver
def exchange(name: str, split: tasks.Split = "test", **options: Any) -> Solver:
    """Asks the model until the item of a sample is done.

    The messages of a sample are all that the model was told and has answered, in order. At each
    decision it is sent what `eights.text` tells then, which is less.

    Args:
        name: of the task.
        split: `"train"` or `"test"`.
        options: as for the task.
    """
    items = tasks.task(name, split, **options)

    async def solve(state: TaskState, _generate: Generate) -> TaskState:
        item = items[state.metadata["item"]]
        state.messages = []
        state.store.set(OUTCOME, _outcome(item))
        while not item.done:
            sent = item.messages()
            _note(state.messages, sent)
            state.output = await get_model().generate(list(map(_message, sent)))
            state.messages.append(state.output.message)
            item.answer(state.output.completion)
            state.store.set(OUTCOME, _outcome(item))
        return state

    return solve


@scorer(metrics=[mean(), stderr()])
def score() -> Scorer:
    """The score of an item, 0 … 1; 0 where a limit has ended the exchange."""

    async def scored(state: TaskState, _target: Target) -> Score:
        outcome = state.store.get(OUTCOME)
        return Score(value=outcome["score"], answer=state.output.completion, metadata=outcome)

    return scored


@metric
def invalid_share() -> Metric:
    """The share of all answers that were refused; 0 without answers."""

    def share(scores: list[SampleScore]) -> float:
        values = [one.score.value for one in scores]
        given = sum(value["answers"] for value in values)
        return float(sum(value["invalid"] for value in values) / given) if given else 0.0

    return share


@scorer(metrics=[invalid_share()])
def answers() -> Scorer:
    """The number of answers, and of those that were refused."""

    async def counted(state: TaskState, _target: Target) -> Score:
        outcome = state.store.get(OUTCOME)
        return Score(value={key: outcome[key] for key in ("answers", "invalid")})

    return counted


def _task(name: str, split: tasks.Split, options: dict[str, Any]) -> Task:
    items = tasks.task(name, split, **options)
    samples = [
        Sample(f"Item {number}: {items.about}.", id=number, metadata={"item": number})
        for number in range(len(items))
    ]
    return Task(
        dataset=MemoryDataset(samples, name=f"{name}, {split}"),
        solver=exchange(name, split, **options),
        scorer=[score(), answers()],
        version=items.version,
    )


def _outcome(item: Exchange) -> dict[str, Any]:
    """The score and the counts of an exchange, as plain data."""
    counts = item.counts
    keys = ("decisions", "answers", "invalid", "random", "forfeits")
    return {"score": item.score, "done": item.done, **{key: getattr(counts, key) for key in keys}}


def _message(message: Message) -> Any:
    return ROLES[message["role"]](content=message["content"])


def _note(told: list[Any], sent: Sequence[Message]) -> None:
    """Adds the last of the messages that are sent, and the first where it is another one."""
    rules = [message.text for message in told if message.role == "system"]
    if rules[-1:] != [sent[0]["content"]]:
        told.append(_message(sent[0]))
    told.append(_message(sent[-1]))
