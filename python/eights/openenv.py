"""The tasks of `eights.text` as an environment of OpenEnv: a server, and a client of it.

Needs OpenEnv: `pip install "eights[openenv]"`. `uvicorn --factory eights.openenv:app` serves it,
and `environments/openenv` is the package that OpenEnv builds an image of.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from eights._base import arguments
from eights._base.extras import require
from eights._eights import GameError
from eights.text.conversation import Conversation
from eights.text.tasks import SIZES, TASKS, Task, task

require("eights.openenv", "openenv.core", "openenv", "openenv")

from fastapi import FastAPI  # noqa: E402 - after the message about the extra
from openenv.core import EnvClient  # noqa: E402
from openenv.core.client_types import StepResult  # noqa: E402
from openenv.core.env_server import Environment, create_app  # noqa: E402
from openenv.core.env_server.types import (  # noqa: E402
    Action,
    EnvironmentMetadata,
    Observation,
    State,
)
from pydantic import Field  # noqa: E402

__all__ = [
    "EightsAction",
    "EightsEnv",
    "EightsEnvironment",
    "EightsObservation",
    "EightsState",
    "app",
]

NAME = "eights"
SPLITS: dict[str, tuple[str, str]] = {
    f"{kind}-{split}": (kind, split) for kind in TASKS for split in SIZES
}
"""The splits by name, such as `"play-test"`: a task, and one of its own splits."""


class EightsAction(Action):
    """An answer.

    Args:
        text: what a player says: its last square brackets count.
    """

    text: str


class EightsObservation(Observation):
    """The news of a player: nothing but what its seat may know.

    `reward` is the score of the item at its end, 0 … 1, and 0 before.

    Args:
        messages: those of a chat that are new: the rules at the beginning, then what has happened
            since the last answer. Empty at the end.
        refusal: why the last answer was refused, in a sentence; empty where it was not.
    """

    messages: list[dict[str, str]] = Field(default_factory=list)
    refusal: str = ""


class EightsState(State):
    """The item that is played, and the player's answers so far; neither cards nor rules.

    Args:
        split: the name of the split; empty before the first item.
        index: the number of the item.
        version: of the items.
        invalid: how many answers were refused.
        decisions: how many decisions were answered, by the player or in its place.
    """

    split: str = ""
    index: int = 0
    version: str = ""
    invalid: int = 0
    decisions: int = 0


class EightsEnvironment(Environment[EightsAction, EightsObservation, EightsState]):
    """One session: a player, who is given one item after the other.

    Args:
        options: those of `eights.text.task` that every task has, such as `retries` or `style`. A
            client cannot change them.

    Raises:
        GameError: an option is refused; the message says what was possible.
    """

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, **options: Any) -> None:
        """Nothing is begun yet."""
        super().__init__()
        self._tasks: dict[str, Task] = {
            name: task(kind, split, **options)  # type: ignore[arg-type]
            for name, (kind, split) in SPLITS.items()
        }
        self._conversation: Conversation | None = None
        self._state = EightsState()

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        *,
        split: str = "play-train",
        index: int | None = None,
        **unknown: Any,
    ) -> EightsObservation:
        """Begins an item.

        Args:
            seed: draws an item where none is named; `None`: by chance.
            episode_id: a name for the episode, which the state repeats.
            split: the name of the split: a task and its split, such as `"questions-test"`.
            index: the number of the item; `None`: the seed draws one.
            unknown: is refused; OpenEnv would leave it out without a word.

        Raises:
            GameError: there is no such split, item or argument.
        """
        for name in unknown:
            possible = "seed, episode_id, split, index"
            raise GameError(f"{arguments.shown(name)} is not an argument: there are {possible}")
        items = self._split(split)
        drawn = random.Random(seed).randrange(len(items)) if index is None else index
        number = arguments.integer("index", drawn, 0, len(items) - 1)
        self._conversation = Conversation(items[number])
        self._state = EightsState(
            episode_id=episode_id, split=split, index=number, version=items.version
        )
        return EightsObservation(messages=self._news(), reward=0.0)

    def step(
        self,
        action: EightsAction,
        timeout_s: float | None = None,  # noqa: ARG002 - OpenEnv's own; no answer takes long
    ) -> EightsObservation:
        """Takes an answer; the observation asks for the next one.

        Raises:
            GameError: nothing is begun, or the item is done.
        """
        if self._conversation is None:
            raise GameError("no item is begun: reset first")
        reply = self._conversation.answer(action.text)
        exchange = self._conversation.exchange
        self._state.step_count += 1
        self._state.invalid = exchange.counts.invalid
        self._state.decisions = exchange.counts.decisions
        return EightsObservation(
            messages=self._news(),
            refusal=reply.refusal,
            done=exchange.done,
            reward=exchange.score if exchange.done else 0.0,
        )

    def _news(self) -> list[dict[str, str]]:
        """The messages that the player has not seen; none at the end."""
        told = self._conversation
        if told is None or told.exchange.done:
            return []
        return [{"role": one["role"], "content": one["content"]} for one in told.news()]

    @property
    def state(self) -> EightsState:
        """The item, and the answers so far."""
        return self._state

    def get_metadata(self) -> EnvironmentMetadata:
        """The description of the environment that OpenEnv shows."""
        about = "; ".join(sorted({one.about for one in self._tasks.values()}))
        version = self._tasks["play-test"].version
        return EnvironmentMetadata(name=NAME, description=about, version=version)

    def _split(self, name: str) -> Task:
        """The items of a split.

        Raises:
            GameError: there is none.
        """
        return self._tasks[arguments.word("split", name, tuple(SPLITS))]

    def list_splits(self) -> list[dict[str, str]]:
        """The splits, each with its kind: train or test."""
        return [{"name": name, "type": split} for name, (_, split) in SPLITS.items()]

    def num_tasks(self, split: str) -> int:
        """Number of items of a split.

        Raises:
            GameError: there is no such split.
        """
        return len(self._split(split))

    def get_task(self, split: str, index: int) -> dict[str, Any]:
        """An item, without its contents: what `reset` takes.

        Raises:
            GameError: there is no such split.
            IndexError: there is no such item.
        """
        items = self._split(split)
        if not 0 <= index < len(items):
            raise IndexError(f"there is no item {index}: there are 0 … {len(items) - 1}")
        return {"id": f"{split}-{index}", "split": split, "index": index, "version": items.version}

    def list_tasks(self, split: str) -> list[dict[str, Any]]:
        """All items of a split, as `get_task` has them.

        Raises:
            GameError: there is no such split.
        """
        return self.get_task_range(split)

    def get_task_range(
        self, split: str, start: int | None = None, stop: int | None = None
    ) -> list[dict[str, Any]]:
        """Some items of a split, as of a slice.

        Raises:
            GameError: there is no such split.
        """
        numbers = range(self.num_tasks(split))[start:stop]
        return [self.get_task(split, number) for number in numbers]


class EightsEnv(EnvClient[EightsAction, EightsObservation, EightsState]):
    """A client of the server, as OpenEnv has them: each is a session of its own."""

    def _step_payload(self, action: EightsAction) -> dict[str, Any]:
        """An action as the server takes it."""
        return {"text": action.text}

    def _parse_result(self, payload: Mapping[str, Any]) -> StepResult[EightsObservation]:
        """The server's response to a reset or a step."""
        done, reward = payload["done"], payload["reward"]
        observation = EightsObservation(**payload["observation"], done=done, reward=reward)
        return StepResult(observation=observation, reward=reward, done=done)

    def _parse_state(self, payload: Mapping[str, Any]) -> EightsState:
        """The server's response about its state."""
        return EightsState(**payload)


def app(*, sessions: int = 64, **options: Any) -> FastAPI:
    """The server, as an application for uvicorn and its like.

    Args:
        sessions: the most sessions at a time.
        options: as for `EightsEnvironment`.

    Raises:
        GameError: an option is refused; the message says what was possible.
    """
    EightsEnvironment(**options)  # refuses wrong options before the first session
    return create_app(
        lambda: EightsEnvironment(**options),
        EightsAction,
        EightsObservation,
        env_name=NAME,
        max_concurrent_envs=arguments.integer("sessions", sessions, 1),
        state_cls=EightsState,
    )
