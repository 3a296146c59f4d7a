"""The tasks of `eights.text` as tasks of verifiers, with an environment that plays them.

Needs verifiers: `pip install "eights[verifiers]"`. A run names the package `eights-cards` (in
`environments/eights_cards`), which has the classes of this module.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any, Literal

from eights._base.extras import require
from eights.text.conversation import Conversation
from eights.text.tasks import Task, task

require("eights.verifiers", "verifiers.v1", "verifiers", "verifiers")

import aiohttp  # noqa: E402 - after the message about the extra
import verifiers.v1 as vf  # noqa: E402
from pydantic import Field  # noqa: E402

__all__ = ["EightsEnv", "EightsHarness", "EightsTaskset"]

COUNTED = ("answers", "invalid", "decisions", "random", "forfeits")
"""The counts of a player that are metrics."""


class EightsData(vf.TaskData):
    """An item of a task: it is the same everywhere.

    Args:
        kind: the name of the task.
        split: its split.
        number: the number of the item in the split.
        version: of the items.
    """

    kind: str
    split: str
    number: int
    version: str


class EightsTask(vf.Task[EightsData]):
    """An item of a task; the environment pays its score."""


class EightsConfig(vf.TasksetConfig):
    """The settings of the taskset: the arguments of `eights.text.task`.

    Args:
        kind: the name of the task.
        split: its split.
        options: its further options.
    """

    kind: Literal["play", "questions", "hidden-rules"] = "play"
    split: Literal["train", "test"] = "train"
    options: dict[str, Any] = Field(default_factory=dict)


class EightsTaskset(vf.Taskset[EightsTask, EightsConfig]):
    """The items of a task of `eights.text`, in their order.

    Args:
        config: the settings.

    Raises:
        GameError: there is no such option; the message says what was possible.
    """

    def __init__(self, config: EightsConfig) -> None:
        """Refuses what is not an option."""
        super().__init__(config)
        self.items: Task = task(config.kind, config.split, **config.options)

    def load(self) -> Iterator[EightsTask]:
        """The items; their games are not dealt yet."""
        about = self.items
        for number in range(len(about)):
            data = EightsData(
                name=f"{about.name}-{about.split}-{number}",
                description=about.about,
                kind=about.name,
                split=about.split,
                number=number,
                version=about.version,
            )
            yield EightsTask(data, self.config.task)


class EightsHarness(vf.Harness[vf.HarnessConfig]):
    """Sends each turn to the model, and does no more: no program runs, and there are no tools.

    The harness `null` of verifiers does the same in a process for each turn, with packages that it
    installs.
    """

    APPENDS_SYSTEM_PROMPT = True
    SUPPORTS_RESUME = True
    EXECUTES_CODE = False
    NEEDS_CONTAINER = False

    async def launch(
        self,
        ctx: vf.ModelContext,
        trace: vf.Trace,  # noqa: ARG002 - verifiers records what the model answers
        runtime: vf.Runtime,  # noqa: ARG002
        endpoint: str,
        secret: str,
        mcp_urls: dict[str, str],  # noqa: ARG002
        data: vf.TaskData,
    ) -> vf.ProgramResult:
        """Asks for one answer to the whole conversation."""
        _, said = self.resolve_prompt(data)
        messages = [{"role": one.role, "content": one.content or ""} for one in said]
        session = aiohttp.ClientSession(
            headers={"Authorization": f"Bearer {secret}"},
            raise_for_status=True,
            timeout=aiohttp.ClientTimeout(total=None),  # verifiers has its own
        )
        body = {"model": ctx.model, "messages": messages}
        async with session, session.post(f"{endpoint}/chat/completions", json=body) as response:
            await response.read()
        return vf.ProgramResult(exit_code=0, stdout="", stderr="")


class EightsEnvConfig(vf.EnvConfig):
    """The settings of the environment.

    Args:
        player: who plays: verifiers' own settings of an agent.
    """

    player: vf.AgentConfig = vf.AgentConfig(runtime=vf.SubprocessConfig())


class EightsEnv(vf.Env[EightsEnvConfig]):
    """One item is one episode: a conversation with one player, until the item is done.

    The reward is the score of the item, 0 … 1, and 0 where the run ended before the item did.
    Metrics are the counts of the player's answers and decisions, and the share of its answers that
    were refused.
    """

    async def run(self, task: EightsTask, agents: vf.Agents) -> None:
        """Plays an item."""
        items = self.taskset.items
        exchange = await asyncio.to_thread(items.__getitem__, task.data.number)
        conversation = Conversation(exchange)
        async with agents.player.interaction(task) as player:
            while not exchange.done:
                news: Any = conversation.news()
                segment = await player.turn(news)
                if segment.terminated:
                    break
                await asyncio.to_thread(conversation.answer, segment.last_reply)
        trace = player.trace
        trace.record_reward("score", exchange.score if exchange.done else 0.0)
        for name in COUNTED:
            trace.record_metric(name, getattr(exchange.counts, name))
        trace.record_metric("invalid_share", exchange.counts.invalid_share or 0.0)
