"""The resources server of NeMo Gym, with its own agent and model server, and a scripted model."""

from __future__ import annotations

import asyncio
import doctest
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock, patch

import httpx
import nemo_gym.server_utils as transport
import pytest
import yaml
from chat_server import KEY, Messages, chat_server
from fastapi.testclient import TestClient
from nemo_gym.base_resources_server import BaseResourcesServerConfig
from nemo_gym.config_types import Domain
from responses_api_agents.gymnasium_agent.app import GymnasiumAgent, GymnasiumAgentConfig
from responses_api_models.vllm_model.app import VLLMModel, VLLMModelConfig

import eights
import eights.nemo_gym
import eights.text
from eights.nemo_gym import AGENT, EightsServer, rows

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "environments/nemo_gym/resources_servers/eights_cards"
PAGE = ROOT / "docs/text.md"
SETTINGS = yaml.safe_load((PACKAGE / "configs/eights_cards.yaml").read_text("utf-8"))
WHERE = {"host": "127.0.0.1", "port": 0, "entrypoint": "app.py"}


def scripted(messages: Messages) -> str:
    """Takes the first option, and now and then none."""
    told = str(messages[-1]["content"])
    if "State them in JSON" in told:
        return "[]"
    return "Let me think." if len(told) % 3 == 0 else "[1]"


def served() -> EightsServer:
    """The resources server."""
    config = BaseResourcesServerConfig(name="eights_cards", **WHERE)
    return EightsServer(config=config, server_client=MagicMock(spec=transport.ServerClient))


class Answer:
    """A response as NeMo Gym's agents read those of aiohttp."""

    def __init__(self, response: httpx.Response) -> None:
        self.ok, self.cookies = response.is_success, dict(response.cookies)
        self._body: bytes = response.content

    async def read(self) -> bytes:
        return self._body


@asynccontextmanager
async def agent_of(url: str) -> AsyncIterator[httpx.AsyncClient]:
    """The agent of the settings, with the resources server, and the model behind an address."""
    client = MagicMock(spec=transport.ServerClient, global_config_dict={})
    model = VLLMModelConfig(
        name="policy_model",
        base_url=url,
        api_key=KEY,
        model="scripted",
        return_token_id_information=False,
        uses_reasoning_parser=False,
        **WHERE,
    )
    servers = {
        "eights_cards": served(),
        "policy_model": VLLMModel(config=model, server_client=client),
    }
    applications = {name: server.setup_webserver() for name, server in servers.items()}

    async def post(
        server_name: str, url_path: str, json: Any = None, cookies: Any = None
    ) -> Answer:
        body = json if isinstance(json, dict) else json.model_dump(exclude_unset=True)
        route = httpx.ASGITransport(applications[server_name])
        async with httpx.AsyncClient(
            transport=route, base_url="http://inside", cookies=cookies
        ) as to:
            return Answer(await to.post(url_path, json=body))

    client.post = post
    about = SETTINGS["eights_cards_agent"]["responses_api_agents"]["gymnasium_agent"]
    config = GymnasiumAgentConfig(name="eights_cards_agent", **{**WHERE, **about})
    agent = GymnasiumAgent(config=config, server_client=client)
    with patch.object(transport, "_GLOBAL_AIOHTTP_CLIENT", None):  # it is of one loop
        settings = transport.GlobalAIOHTTPAsyncClientConfig()
        async with transport.set_global_aiohttp_client(settings):
            route = httpx.ASGITransport(agent.setup_webserver())
            async with httpx.AsyncClient(transport=route, base_url="http://inside") as asked:
                yield asked


def rolled_out(url: str, given: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the agent returns for each row."""

    async def run() -> list[dict[str, Any]]:
        async with agent_of(url) as agent:
            return [(await agent.post("/run", json=row)).json() for row in given]

    return asyncio.run(run())


@pytest.mark.parametrize(
    ("kind", "items", "options"),
    [
        ("play", 3, {"opponent": "random"}),
        ("questions", 6, {}),
        ("hidden-rules", 1, {"rounds": 1, "players": 2}),
    ],
)
def test_scores_are_those_of_the_task(kind: str, items: int, options: dict[str, Any]) -> None:
    report = eights.text.evaluate(eights.text.task(kind, "train", **options), scripted, items)
    given = list(rows(kind, "train", range(items), **options))
    with chat_server(scripted) as server:
        results = rolled_out(server.url, given)
    assert [one["reward"] for one in results] == list(report.scores)
    assert kind == "hidden-rules" or max(report.scores) > 0
    for name in ("answers", "invalid", "decisions", "random", "forfeits"):
        assert sum(one["info"][name] for one in results) == getattr(report.counts, name)
    assert len(server.asked) == report.counts.answers
    assert all(one["terminated"] and not one["truncated"] for one in results)


def test_the_model_is_told_the_rules_once_and_then_what_is_new() -> None:
    with chat_server(lambda _: "[1]") as server:
        rolled_out(server.url, list(rows("play", "test", [0])))
    exchange = eights.text.task("play", "test")[0]
    said: list[Any] = exchange.messages()
    for body in server.asked:
        assert [
            {name: one[name] for name in ("role", "content")} for one in body["messages"]
        ] == said
        exchange.answer("[1]")
        if not exchange.done:
            answer = {"role": "assistant", "content": "[1]"}
            said = [*said, answer, exchange.messages()[-1]]
    assert exchange.done
    assert len(server.asked) > 2


def test_sessions_do_not_meet_and_are_closed() -> None:
    server = served()
    application = server.setup_webserver()
    [one, other] = rows("questions", "test", [0, 1])
    message = {"type": "message", "id": "m", "role": "assistant", "status": "completed"}
    said = {"type": "output_text", "text": "nonsense", "annotations": []}
    response = {
        "id": "r",
        "created_at": 0,
        "model": "m",
        "object": "response",
        "output": [{**message, "content": [said]}],
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
    }
    with TestClient(application) as first, TestClient(application) as second:
        for client, row in ((first, one), (second, other)):
            assert client.post("/reset", json=row).json() == {"observation": None, "info": {}}
        assert len(server.session_state) == 2
        for done in (False, False, True):
            step = first.post("/step", json={**one, "response": response}).json()
            assert step["terminated"] == done
            assert (step["observation"] is None) == done
        assert step["info"]["invalid"] == 3
        [left] = server.session_state.values()
        assert left.exchange.counts.answers == 0
        with pytest.raises(eights.GameError, match="no item: reset first"):
            first.post("/step", json={**one, "response": response})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"number": 256}, "number = 256 is not in 0 … 255"),
        ({"kind": "poker"}, 'there are "play", "questions", "hidden-rules"'),
        ({"version": "0.0.0"}, "the row is of version '0.0.0', and these items of "),
        ({"split": None}, "the row has no split: eights.nemo_gym.rows makes rows"),
        ({"options": {"rounds": 3}}, "'rounds' is not an option"),
    ],
)
def test_rows_that_name_no_item_are_refused(change: dict[str, Any], message: str) -> None:
    [row] = rows("play", "test", [0])
    with TestClient(served().setup_webserver()) as client:  # noqa: SIM117
        with pytest.raises(eights.GameError, match=re.escape(message)):
            client.post("/reset", json={**row, **change})


def test_the_example_rows_are_those_of_the_items() -> None:
    text = (PACKAGE / "data/example.jsonl").read_text("utf-8")
    given = [json.loads(line) for line in text.splitlines()]
    assert len(given) == 5
    for row in given:
        assert [row] == list(rows(row["kind"], row["split"], [row["number"]]))
    assert {row["kind"] for row in given} == {"play", "questions", "hidden-rules"}


def test_the_settings_are_those_of_nemo_gym() -> None:
    [server] = SETTINGS["eights_cards"]["resources_servers"].values()
    assert server["domain"] in {one.value for one in Domain}
    assert (PACKAGE / server["entrypoint"]).is_file()
    about = SETTINGS[AGENT]["responses_api_agents"]["gymnasium_agent"]
    [data] = about["datasets"]
    assert PACKAGE.parents[1] / data["jsonl_fpath"] == PACKAGE / "data/example.jsonl"
    assert about["resources_server"]["name"] in SETTINGS
    match = eights.text.task("hidden-rules")[0]
    assert isinstance(match, eights.text.Discovery)
    assert about["max_steps"] >= match.game.options["max_decisions"]


def test_the_block_of_the_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    [block] = re.findall(r"```python nemo_gym\n(.*?)```", PAGE.read_text("utf-8"), re.S)
    exec(block, {})
    lines = Path("questions.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line) for line in lines] == list(rows("questions", "train", range(20)))


def test_the_example_of_the_module_runs() -> None:
    failed, tried = doctest.testmod(eights.nemo_gym)
    assert (failed, tried) == (0, 2)
