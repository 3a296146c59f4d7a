"""A server on the loopback address that speaks the chat protocol, with a scripted model."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

KEY = "sk-secret-of-this-test"
Messages = Sequence[Mapping[str, Any]]
Script = Callable[[Messages], str]


def first(messages: Messages) -> str:
    """Takes the first action of the list."""
    assert messages
    return "I take the first one: [1]"


def last(messages: Messages) -> str:
    """Takes the last action of the list."""
    lines = str(messages[-1]["content"]).splitlines()
    return f"[{lines[-1].partition('.')[0]}]"


@dataclass
class Fault:
    """Something else than an answer."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    pause: float = 0.0
    """Seconds before the body is sent."""


SHAPE = {"id": "1", "created": 1, "model": "stub"}
"""Keys of a response that some clients ask for."""


def streamed(made: dict[str, Any]) -> Fault:
    """The response as events: the answer, the end, the tokens."""
    [choice] = made["choices"]
    parts: list[dict[str, Any]] = [
        {"choices": [{"index": 0, "delta": choice["message"], "finish_reason": None}]},
        {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
        {"choices": [], "usage": made.get("usage")},
    ]
    whole = [json.dumps({**SHAPE, "object": "chat.completion.chunk", **part}) for part in parts]
    body = "".join(f"data: {part}\n\n" for part in [*whole, "[DONE]"])
    return Fault(200, body.encode(), {"Content-Type": "text/event-stream"})


@dataclass
class ChatServer:
    """What the server is to do, and what it was asked."""

    script: Script = first
    usage: bool = True
    faults: list[Fault] = field(default_factory=list)
    """What the next requests meet."""
    asked: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str | None] = field(default_factory=list)
    most_at_once: int = 0
    delay: float = 0.0
    url: str = ""

    def __post_init__(self) -> None:
        self.lock = threading.Lock()
        self.open = 0

    def reply(self, path: str, key: str | None, data: bytes) -> Fault:
        """What a request is answered."""
        with self.lock:
            self.open += 1
            self.most_at_once = max(self.most_at_once, self.open)
            body = json.loads(data)
            self.asked.append(body)
            self.keys.append(key)
            fault = self.faults.pop(0) if self.faults else None
        time.sleep(self.delay)
        with self.lock:
            self.open -= 1
        if fault is not None:
            return fault
        if path.partition("?")[0] != "/v1/chat/completions":
            return Fault(404, b'{"error": {"message": "no such path"}}')
        answer = self.script(body["messages"])
        message = {"role": "assistant", "content": answer}
        made: dict[str, Any] = {
            **SHAPE,
            "id": f"answer-{len(self.asked)}",
            "model": body.get("model", SHAPE["model"]),
            "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        }
        if self.usage:
            made["usage"] = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
        if body.get("stream"):
            return streamed(made)
        return Fault(200, json.dumps({"object": "chat.completion", **made}).encode())


@contextlib.contextmanager
def chat_server(script: Script = first, **options: Any) -> Iterator[ChatServer]:
    """A running server."""
    told = ChatServer(script, **options)

    class Handler(BaseHTTPRequestHandler):
        disable_nagle_algorithm = True

        def do_POST(self) -> None:
            data = self.rfile.read(int(self.headers["Content-Length"]))
            made = told.reply(self.path, self.headers.get("Authorization"), data)
            with contextlib.suppress(OSError):  # the client may have gone
                self.send_response(made.status)
                for name, value in made.headers.items():
                    self.send_header(name, value)
                if "Content-Length" not in made.headers:
                    self.send_header("Content-Length", str(len(made.body)))
                self.end_headers()
                time.sleep(made.pause)
                self.wfile.write(made.body)

        def log_message(self, *about: Any) -> None:
            pass

    class Server(ThreadingHTTPServer):
        request_queue_size = 128  # with five, some of many clients at once are turned away

    server = Server(("127.0.0.1", 0), Handler)
    told.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield told
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
