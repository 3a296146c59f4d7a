"""A language model behind the chat protocol of OpenAI, as a player by texts."""

from __future__ import annotations

import json
import os
import random
import re
import threading
import time
import urllib.parse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, SupportsIndex

from eights._base import arguments
from eights._eights import ArgumentError, BotError, GameError
from eights.text.exchange import Message
from eights.text.exchange_log import ExchangeLog, digest
from eights.text.requests import RequestError, Response, post
from eights.text.style import estimate_tokens

__all__ = ["KEY_VARIABLE", "OPENAI", "BudgetError", "ChatModel", "Spent"]

OPENAI = "https://api.openai.com/v1"
KEY_VARIABLE = "OPENAI_API_KEY"
"""The environment variable of the key, unless another is named."""

MOST_ATTEMPTS = 100
MOST_SECONDS = 86_400
LONGEST_WAIT = 60.0
"""Seconds between two attempts, at most."""
_LONGEST = 200
"""Characters of a server's message that an error repeats."""

_SPEC = re.compile(r"openai:(?P<model>.+?)(?:@(?P<url>https?:.*))?", re.S)
_AGAIN = {408, 409, 425, 429}
"""Statuses after which a request is repeated, beside all from 500."""
_SET = ("model", "messages", "stream")
"""Parts of a request that are not options."""


class BudgetError(BotError):
    """The budget of tokens is spent, and a language model was to be asked."""


@dataclass(frozen=True)
class Spent:
    """The cost of asking a model, without what a log has answered.

    Args:
        requests: number of answers that came.
        prompt_tokens: tokens that it read.
        answer_tokens: tokens that it wrote, hidden ones too where the server counts them.
    """

    requests: int = 0
    prompt_tokens: int = 0
    answer_tokens: int = 0

    @property
    def tokens(self) -> int:
        """All tokens."""
        return self.prompt_tokens + self.answer_tokens


class ChatModel:
    """A language model behind the chat protocol of OpenAI, which many servers speak.

    It is a player by texts: `model(messages)` is the answer. It may be called by several threads.
    Requests are repeated after time-outs, broken connections, unreadable responses and the statuses
    408, 409, 425, 429 and from 500, with pauses that double, or as long as the server says.
    Redirections are not followed.

    Args:
        model: its name at the server.
        url: of the server, to which `/chat/completions` is added.
        key_variable: the environment variable that holds the key. `None`: `OPENAI_API_KEY`, or no
            key where that is not set. The key is sent to the server, and to nobody else: it is
            neither logged nor shown.
        log: a log of exchanges, or its path: what it answers is not asked again. `None`: none.
        budget: tokens after which nothing more is asked; requests that are under way then are
            ended. What the log answers costs nothing. `None`: any number.
        timeout: seconds for each attempt.
        attempts: how often a request is sent at most.
        pause: seconds after the first attempt; it doubles with each further one, up to a minute.
        options: further parts of each request, such as `{"temperature": 0}`.

    Raises:
        GameError: a number is out of range, or an option is set by the player itself.
        ArgumentError: an argument has the wrong type, or the log is another file.
        BotError: the URL is none, or the variable holds no key.

    >>> model = ChatModel.named("openai:llama@http://localhost:8000/v1", budget=100_000)
    >>> model.name, model.url
    ('openai:llama', 'http://localhost:8000/v1/chat/completions')
    """

    def __init__(
        self,
        model: str,
        url: str = OPENAI,
        *,
        key_variable: str | None = None,
        log: ExchangeLog | str | os.PathLike[str] | None = None,
        budget: SupportsIndex | None = None,
        timeout: float = 120.0,
        attempts: SupportsIndex = 6,
        pause: float = 1.0,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        """Reads the key and the log; nothing is sent."""
        self.model = arguments.text("model", model)
        self.url = _address(arguments.text("url", url))
        self.log = log if isinstance(log, ExchangeLog) or log is None else ExchangeLog(log)
        self.budget = None if budget is None else arguments.integer("budget", budget, 1)
        self.timeout = _seconds("timeout", timeout)
        self.attempts = arguments.integer("attempts", attempts, 1, MOST_ATTEMPTS)
        self.pause = _seconds("pause", pause)
        self.options = _options(options)
        self.spent = Spent()
        self._key_variable = key_variable
        self._key = _key(key_variable)
        self._lock = threading.Lock()
        self._closed = threading.Event()

    @classmethod
    def named(cls, spec: str, **arguments: Any) -> ChatModel:
        """The model of a text `openai:MODEL@URL`, or `openai:MODEL` for OpenAI itself.

        Args:
            spec: the text.
            arguments: further ones, as for the class.

        Raises:
            BotError: it has another form.
            eights.Error: as the class says.
        """
        found = _SPEC.fullmatch(spec)
        if found is None:
            raise BotError(
                f"{spec[:60]!r} is not a language model: write openai:MODEL@URL, such as "
                "openai:llama@http://localhost:8000/v1, or openai:MODEL for OpenAI itself"
            )
        return cls(found["model"], found["url"] or OPENAI, **arguments)

    @property
    def name(self) -> str:
        """The name in reports."""
        return f"openai:{self.model}"

    def __call__(self, messages: Sequence[Message], /) -> str:
        """The answer to the last message.

        Raises:
            BudgetError: it would have to be asked, and the budget is spent.
            BotError: it cannot be asked, or its answer cannot be read.
            OSError: the log cannot be written.
        """
        body = {**self.options, "model": self.model, "messages": [dict(one) for one in messages]}
        request = digest({"url": self._shown_url, **body})
        known = None if self.log is None else self.log.answer(request)
        return self._ask(body, request) if known is None else known

    def close(self) -> None:
        """Ends pauses and refuses further requests; what is sent already goes on."""
        self._closed.set()

    @property
    def _shown_url(self) -> str:
        return self.url.partition("?")[0]

    def _ask(self, body: dict[str, Any], request: str) -> str:
        """Sends a request until there is an answer."""
        wait = self.pause
        for attempt in range(1, self.attempts + 1):
            self._refuse_more()
            begin = time.monotonic()
            line = {"request": request, "player": self.name, "url": self._shown_url, **body}
            line |= {"time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "attempt": attempt}
            found = self._attempt(body)
            line["seconds"] = round(time.monotonic() - begin, 3)
            if isinstance(found, _Failure):
                self._note({**line, "error": found.why})
                if not found.again or attempt == self.attempts:
                    times = f", {attempt} times" if attempt > 1 else ""
                    raise BotError(f"{self.name} at {self._shown_url}: {found.why}{times}")
                pause = max(wait * random.uniform(0.5, 1.0), found.wait)
                self._closed.wait(min(pause, LONGEST_WAIT))
                wait *= 2
                continue
            self._count(found)
            first = self._note({**line, "answer": found.answer, "usage": found.usage})
            return found.answer if first is None else first
        raise AssertionError("the last attempt returns or raises")

    def _refuse_more(self) -> None:
        """Refuses to ask after the end, or beyond the budget.

        Raises:
            BudgetError: the budget is spent.
            BotError: it was closed.
        """
        if self._closed.is_set():
            raise BotError(f"{self.name} is closed: it is asked nothing more")
        if self.budget is not None and self.spent.tokens >= self.budget:
            raise BudgetError(
                f"{self.name}: the budget of {self.budget:,} tokens is spent: "
                f"{self.spent.tokens:,} in {self.spent.requests:,} requests"
            )

    def _attempt(self, body: dict[str, Any]) -> _Answer | _Failure:
        """Sends a request once."""
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        try:
            response = post(self.url, json.dumps(body).encode(), headers, self.timeout)
        except RequestError as why:
            return _Failure(self._without_key(str(why)), again=True)
        if response.status in (401, 403):
            return _Failure(f"status {response.status}: {self._about_key()}", again=False)
        if response.status != 200:
            again = response.status in _AGAIN or response.status >= 500
            told = self._without_key(_message(response))
            return _Failure(f"status {response.status}{told}", again, response.seconds_to_wait)
        return _read(response.body, body["messages"])

    def _about_key(self) -> str:
        if self._key:
            return f"the key of {self._key_variable or KEY_VARIABLE} is refused"
        return f"it asks for a key, and {self._key_variable or KEY_VARIABLE} is not set"

    def _without_key(self, text: str) -> str:
        """A text from outside without the key."""
        return text.replace(self._key, "(key)") if self._key else text

    def _count(self, found: _Answer) -> None:
        with self._lock:
            self.spent = Spent(
                self.spent.requests + 1,
                self.spent.prompt_tokens + found.usage["prompt_tokens"],
                self.spent.answer_tokens + found.usage["completion_tokens"],
            )

    def _note(self, line: dict[str, Any]) -> str | None:
        """Writes a line to the log; the answer that counts, where there is one."""
        return None if self.log is None else self.log.add(line)


@dataclass(frozen=True)
class _Failure:
    """Why an attempt failed, whether another may help, and the seconds that the server asks for."""

    why: str
    again: bool
    wait: float = 0.0


@dataclass(frozen=True)
class _Answer:
    """An answer, and the tokens that it took."""

    answer: str
    usage: dict[str, int]


def _read(body: bytes, messages: Sequence[Mapping[str, str]]) -> _Answer | _Failure:
    """The answer in a response of the protocol; tokens that it does not count are estimated."""
    try:
        data = json.loads(body)
        content = data["choices"][0]["message"]["content"]
        answer = "" if content is None else content  # a model that used up its tokens in thought
        if not isinstance(answer, str):
            raise TypeError("the content is not a text")
        used = data.get("usage") or {}
        counted = {key: used.get(key) for key in ("prompt_tokens", "completion_tokens")}
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return _Failure("the response is not one of the chat protocol", again=True)
    asked = sum(estimate_tokens(one["content"]) for one in messages)
    estimates = {"prompt_tokens": asked, "completion_tokens": estimate_tokens(answer)}
    usage = {
        key: tokens if isinstance(tokens, int) and tokens >= 0 else estimates[key]
        for key, tokens in counted.items()
    }
    return _Answer(answer, usage)


def _message(response: Response) -> str:
    """The message of a server about an error, in one line; empty if there is none."""
    text = response.body[: 4 * _LONGEST].decode("utf-8", "replace")
    try:
        data = json.loads(response.body)
        error = data.get("error", data)
        text = str(error.get("message", error) if isinstance(error, dict) else error)
    except (ValueError, AttributeError, RecursionError):
        pass
    line = " ".join(text.split())
    shown = line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"
    return f": {shown}" if shown else ""


def _address(url: str) -> str:
    """The address that requests are sent to.

    Raises:
        BotError: it is none of http or https, or holds a password.
    """
    try:
        parts = urllib.parse.urlsplit(url)
        port = parts.port
    except ValueError:
        parts, port = urllib.parse.SplitResult("", "", "", "", ""), None
    if parts.scheme not in ("http", "https") or not parts.hostname or port == 0 or " " in url:
        raise BotError(f"{arguments.shown(url)} is not a URL of http or https")
    if parts.username is not None or parts.password is not None:
        raise BotError("a URL must not hold a name or password: the key is in a variable")
    path = parts.path.rstrip("/")
    path = path if path.endswith("/chat/completions") else f"{path}/chat/completions"
    return urllib.parse.urlunsplit((parts.scheme, parts.netloc, path, parts.query, ""))


def _key(variable: str | None) -> str:
    """The key in an environment variable; empty if none was named and there is none.

    Raises:
        BotError: the variable that was named is not set, or what it holds is no key.
    """
    name = KEY_VARIABLE if variable is None else arguments.text("key_variable", variable)
    key = os.environ.get(name, "").strip()
    if variable is not None and not key:
        raise BotError(f"the environment variable {arguments.shown(name)} holds no key")
    if not all("!" <= character <= "~" for character in key):
        raise BotError(f"the environment variable {name} holds no key: it has other characters")
    return key


def _seconds(name: str, value: object) -> float:
    """A number of seconds.

    Raises:
        ArgumentError: it is no number.
        GameError: it is out of range.
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ArgumentError(f"{name} must be a number of seconds, not {arguments.kind(value)}")
    if not 0 < value <= MOST_SECONDS:
        shown = arguments.shown(value)
        raise GameError(f"{name} = {shown} is not above 0 and at most {MOST_SECONDS:,} seconds")
    return float(value)


def _options(given: Mapping[str, Any] | None) -> dict[str, Any]:
    """Further parts of a request.

    Raises:
        ArgumentError: they are no mapping, or cannot be written as JSON.
        GameError: one of them is set by the player.
    """
    options = dict(arguments.mapping("options", given))
    for key in options:
        if key in _SET:
            raise GameError(f"{key!r} is not an option of requests: the player sets it")
    try:
        json.dumps(options, allow_nan=False)
    except (TypeError, ValueError) as why:
        raise ArgumentError(f"options cannot be written as JSON: {why}") from None
    return options
