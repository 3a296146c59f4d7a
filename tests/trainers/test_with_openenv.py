"""The environment of OpenEnv, on the loopback address, with OpenEnv's own client and checks."""

from __future__ import annotations

import contextlib
import importlib
import json
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
import yaml
from openenv.auto._discovery import _create_env_info_from_package as described

import eights
import eights.text
from eights.openenv import SPLITS, EightsAction, EightsEnv, EightsEnvironment, EightsState, app

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "environments/openenv"
PAGE = ROOT / "docs/text.md"
DOCKERFILE = (PACKAGE / "server/Dockerfile").read_text("utf-8")
COMMAND = str(Path(sys.executable).with_name("openenv"))


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The address of a server, which the command of the image has started."""
    port = free_port()
    command = json.loads(re.findall(r"^CMD (\[.*\])$", DOCKERFILE, re.M)[0])
    swapped = {"python": sys.executable, "0.0.0.0": "127.0.0.1", "8000": str(port)}
    process = subprocess.Popen([swapped.get(part, part) for part in command], cwd=PACKAGE)
    try:
        url, deadline = f"http://127.0.0.1:{port}", time.monotonic() + 100
        while time.monotonic() < deadline:
            with contextlib.suppress(requests.ConnectionError):
                assert requests.get(f"{url}/health", timeout=10).json() == {"status": "healthy"}
                break
            time.sleep(0.1)
        yield url
    finally:
        process.terminate()
        process.wait(20)


def scripted(messages: Any) -> str:
    """Takes the first option, and now and then none."""
    told = str(messages[-1]["content"])
    if "State them in JSON" in told:
        return "[]"
    return "Let me think." if len(told) % 3 == 0 else "[1]"


def played(client: Any, answer: Callable[[Any], str], **item: Any) -> Any:
    """The last result of an item."""
    result = client.reset(**item)
    while not result.done:
        assert result.reward == 0
        assert result.observation.messages
        result = client.step(EightsAction(text=answer(result.observation.messages)))
    return result


@pytest.mark.parametrize(("kind", "items"), [("play", 3), ("questions", 6), ("hidden-rules", 1)])
def test_scores_are_those_of_the_task(server: str, kind: str, items: int) -> None:
    report = eights.text.evaluate(eights.text.task(kind, "test"), scripted, items)
    refused = answers = 0
    with EightsEnv(base_url=server).sync() as client:
        scores = []
        for index in range(items):
            result = played(client, scripted, split=f"{kind}-test", index=index)
            state = client.state()
            assert (state.split, state.index) == (f"{kind}-test", index)
            refused, answers = refused + state.invalid, answers + state.step_count
            scores.append(result.reward)
            assert result.observation.messages == []
    assert scores == list(report.scores)
    assert (refused, answers) == (report.counts.invalid, report.counts.answers)
    assert kind == "hidden-rules" or refused > 0


def test_only_what_the_seat_may_know_is_sent(server: str) -> None:
    exchange = eights.text.task("play", "test")[2]
    assert isinstance(exchange, eights.text.Episode)
    with EightsEnv(base_url=server).sync() as client:
        result = client.reset(split="play-test", index=2, episode_id="mine")
        assert result.observation.messages == exchange.messages()
        while not result.done:
            reply = exchange.answer("[1]")
            result = client.step(EightsAction(text="[1]"))
            told = [] if exchange.done else [exchange.messages()[-1]]
            assert result.observation.model_dump() == {
                "done": exchange.done,
                "reward": exchange.score,
                "metadata": {},
                "messages": told,
                "refusal": reply.refusal,
            }
        state = client.state().model_dump()
    assert state == {
        "episode_id": "mine",
        "split": "play-test",
        "index": 2,
        "version": eights.text.task("play").version,
        "step_count": exchange.counts.answers,
        "invalid": 0,
        "decisions": exchange.counts.decisions,
    }


def test_sessions_do_not_meet(server: str) -> None:
    with EightsEnv(base_url=server).sync() as one, EightsEnv(base_url=server).sync() as other:
        first = one.reset(split="play-test", index=0).observation
        second = other.reset(split="play-test", index=1).observation
        assert first != second
        one.step(EightsAction(text="nonsense"))
        assert (one.state().invalid, other.state().invalid) == (1, 0)
        assert played(other, scripted, split="questions-test", index=0).done


def test_what_is_not_possible_is_refused(server: str) -> None:
    with EightsEnv(base_url=server).sync() as client:
        with pytest.raises(RuntimeError, match="no item is begun: reset first"):
            client.step(EightsAction(text="[1]"))
        with pytest.raises(RuntimeError, match="split = 'poker' is unknown: there are \"play-tr"):
            client.reset(split="poker")
        with pytest.raises(RuntimeError, match="index = 256 is not in 0 … 255"):
            client.reset(split="play-test", index=256)
        with pytest.raises(RuntimeError, match="'opponent' is not an argument: there are seed"):
            client.reset(opponent="ismcts(iterations=100000000)")
        assert played(client, scripted, split="questions-test", index=0).done
        with pytest.raises(RuntimeError, match="the question is answered"):
            client.step(EightsAction(text="[1]"))
    with pytest.raises(eights.GameError, match="'opponent' is not an option"):
        app(opponent="greedy")
    with pytest.raises(eights.Error, match="sessions"):
        app(sessions=0)


def test_items_are_found_by_the_tasks_of_openenv(server: str) -> None:
    found = requests.get(f"{server}/eights/splits", timeout=10).json()
    assert {one["name"]: one["type"] for one in found} == {
        name: split for name, (_, split) in SPLITS.items()
    }
    declared = yaml.safe_load((PACKAGE / "openenv.yaml").read_text("utf-8"))["validation"]
    for name, count in declared["capabilities"]["declared_task_count"].items():
        body = {"split": name}
        counted = requests.post(f"{server}/eights/num_tasks", json=body, timeout=10).json()
        assert counted == {"num_tasks": count}
    assert set(declared["capabilities"]["declared_task_count"]) == set(SPLITS)
    body = {"split": "play-test", "start": 254}
    some = requests.post(f"{server}/eights/task_range", json=body, timeout=10).json()["tasks"]
    assert [one["index"] for one in some] == [254, 255]
    environment = EightsEnvironment()
    assert environment.list_tasks("play-test")[254:] == some
    with pytest.raises(IndexError, match="no item 256"):
        environment.get_task("play-test", 256)


def test_a_seed_draws_an_item() -> None:
    environment = EightsEnvironment()

    def drawn(seed: int | None) -> int:
        environment.reset(seed=seed, split="questions-train")
        return environment.state.index

    assert drawn(4) == drawn(4) != drawn(5)
    assert len({drawn(None) for _ in range(5)}) > 1
    assert environment.get_metadata().name == "eights"


def test_openenv_validates_the_package_and_the_server(server: str) -> None:
    for target in ([str(PACKAGE), "--level", "static"], ["--url", server]):
        done = subprocess.run(
            [COMMAND, "validate", *target, "--json"], capture_output=True, text=True, timeout=100
        )
        assert done.returncode == 0, done.stdout + done.stderr


def test_openenv_finds_the_client_of_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "eights_env").symlink_to(PACKAGE)
    monkeypatch.syspath_prepend(tmp_path)
    about = described("openenv-eights-env", "eights_env", "0.1.0")
    assert about is not None
    assert about.get_client_class() is EightsEnv
    assert about.get_action_class() is EightsAction
    assert importlib.import_module("eights_env").EightsState is EightsState
    text = (PACKAGE / "pyproject.toml").read_text("utf-8")
    assert '\nname = "openenv-eights-env"\n' in text
    assert '"eights_env" = "."' in text


def test_the_image_is_pinned_and_runs_as_a_user_without_rights() -> None:
    assert re.search(r"^FROM python:3\.\d+\.\d+-slim-\w+$", DOCKERFILE, re.M)
    assert f'"eights[openenv]=={eights.__version__}"' in DOCKERFILE
    before, user, after = DOCKERFILE.partition("\nUSER player\n")
    assert user
    assert "useradd" in before
    assert "CMD" in after
    about = yaml.safe_load((PACKAGE / "openenv.yaml").read_text("utf-8"))
    assert f'"{about["app"]}"' in after
    assert f"EXPOSE {about['port']}" in after


def test_the_block_of_the_page_runs(server: str) -> None:
    [block] = re.findall(r"```python openenv\n(.*?)```", PAGE.read_text("utf-8"), re.S)
    names: dict[str, Any] = {}
    exec(block.replace("http://127.0.0.1:8000", server), names)
    assert 0 <= names["result"].reward <= 1
