"""The tasks of `eights.text` as a resources server of NeMo Gym, and the rows of its data.

Needs NeMo Gym, and Python 3.12 or newer: `pip install "eights[nemo-gym]"`. The folder
`environments/nemo_gym` has what NeMo Gym looks for: the server's program, its settings and example
rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from eights._base import arguments
from eights._base.extras import require
from eights._eights import GameError
from eights.text.conversation import Conversation
from eights.text.tasks import Split, task

require("eights.nemo_gym", "resources_servers.gymnasium", "nemo-gym", "nemo-gym")

from nemo_gym.openai_utils import NeMoGymResponse  # noqa: E402 - after the message about the extra
from resources_servers.gymnasium import GymnasiumServer, extract_text  # noqa: E402

__all__ = ["AGENT", "EightsServer", "rows"]

AGENT = "eights_cards_agent"
"""The agent that the rows name: that of `environments/nemo_gym`."""


class EightsServer(GymnasiumServer):
    """One session plays one item, which its row names.

    A step takes what a model has said, and its observation is what is new. The reward is the score
    of the item at its end, 0 … 1, and 0 before; the last step's information has the counts of the
    player's answers and decisions. Nothing but what the player's seat may know is sent.
    """

    async def reset(
        self, metadata: Mapping[str, Any], session_id: str | None = None
    ) -> tuple[str | None, dict[str, Any]]:
        """Begins the item of a row, whose first messages are in the row.

        Raises:
            GameError: the row names no item, or one of another version of eights.
        """
        wanted = ("kind", "split", "number", "version")
        named: dict[str, Any] = {name: metadata.get(name) for name in wanted}
        for name, value in named.items():
            if value is None:
                raise GameError(f"the row has no {name}: eights.nemo_gym.rows makes rows")
        items = task(named["kind"], named["split"], **metadata.get("options") or {})
        if named["version"] != items.version:
            shown = arguments.shown(named["version"])
            raise GameError(f"the row is of version {shown}, and these items of {items.version}")
        number = arguments.integer("number", named["number"], 0, len(items) - 1)
        conversation = Conversation(items[number])
        conversation.news()
        self.session_state[session_id] = conversation
        return None, {}

    async def step(
        self,
        action: NeMoGymResponse,
        metadata: Mapping[str, Any],  # noqa: ARG002 - the session has begun its row
        session_id: str | None = None,
    ) -> tuple[str | None, float, bool, bool, dict[str, Any]]:
        """Takes an answer.

        Returns:
            What is new, the reward, true if the item is done, false, and further information.

        Raises:
            GameError: the session has no item.
        """
        if session_id not in self.session_state:
            raise GameError("the session has no item: reset first")
        conversation: Conversation = self.session_state[session_id]
        conversation.answer(extract_text(action))
        exchange = conversation.exchange
        if not exchange.done:
            return conversation.news()[-1]["content"], 0.0, False, False, {}
        counts = exchange.counts
        information = {
            "answers": counts.answers,
            "invalid": counts.invalid,
            "decisions": counts.decisions,
            "random": counts.random,
            "forfeits": counts.forfeits,
        }
        return None, exchange.score, True, False, information


def rows(
    kind: str = "play",
    split: Split = "train",
    numbers: Iterable[int] | None = None,
    *,
    agent: str = AGENT,
    **options: Any,
) -> Iterator[dict[str, Any]]:
    """The rows of items, for a file of JSON lines: first messages, and what the server begins.

    Args:
        kind: the name of the task.
        split: its split.
        numbers: the numbers of the items; `None`: all of the split.
        agent: the name of the agent in the settings of NeMo Gym.
        options: further options of the task, as plain data; see `eights.text.task`.

    Raises:
        GameError: there is no such task, split or option.
        IndexError: there is no such item.

    >>> [row] = rows("questions", "test", [3], retries=0)
    >>> row["number"], row["options"], len(row["responses_create_params"]["input"])
    (3, {'retries': 0}, 2)
    """
    items = task(kind, split, **options)
    for number in range(len(items)) if numbers is None else numbers:
        yield {
            "responses_create_params": {"input": Conversation(items[number]).news()},
            "kind": kind,
            "split": split,
            "number": number,
            "version": items.version,
            "options": options,
            "agent_ref": {"type": "responses_api_agents", "name": agent},
        }
