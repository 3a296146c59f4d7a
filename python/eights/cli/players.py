"""Language models as entrants: the options of `--player`, and what is made of them."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from eights.cli.command import seconds, whole
from eights.cli.files import CliError

if TYPE_CHECKING:
    from eights.text import TextBot

__all__ = [
    "EXCHANGES",
    "OPTIONS",
    "Budget",
    "Exchanges",
    "KeyVariable",
    "Patience",
    "PlayerSpecs",
    "RequestOptions",
    "language_models",
    "refuse_alone",
    "refuse_spent",
]

OPTIONS = ("key_variable", "exchanges", "budget", "patience", "request")
"""The options beside `--player`, by the names of their parameters."""

EXCHANGES = "eights-exchanges.jsonl"
"""The file of exchanges, unless another is named."""

PlayerSpecs = Annotated[
    list[str] | None,
    typer.Option(
        "--player",
        metavar="openai:MODEL@URL",
        help="Enter a language model behind a server that speaks OpenAI's chat protocol, such as "
        "openai:llama@http://localhost:8000/v1; it plays by texts (`eights docs text`), "
        "--threads deals at a time; may be repeated.",
        show_default=False,
    ),
]
KeyVariable = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="The environment variable that holds the key of the servers; without it, "
        "OPENAI_API_KEY, where that is set.",
        show_default=False,
    ),
]
Exchanges = Annotated[
    str,
    typer.Option(
        metavar="FILE",
        help="Where each exchange with a language model is added as a line of JSON. What is "
        "answered there is not asked again, so that an arena goes on from where it stopped.",
    ),
]
Budget = Annotated[
    int | None,
    typer.Option(
        metavar="TOKENS",
        parser=whole(1),
        help="Stop when a language model has read and written so many tokens.",
        show_default=False,
    ),
]
Patience = Annotated[
    float,
    typer.Option(
        metavar="SECONDS",
        parser=seconds(0.001, 86_400),
        help="How long a language model may take for an answer, before it is asked again.",
    ),
]
RequestOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--request",
        metavar="KEY=VALUE",
        help="Send this to language models with each request, such as temperature=0; VALUE is "
        "JSON, or a text; may be repeated.",
        show_default=False,
    ),
]


@contextlib.contextmanager
def language_models(
    specs: Sequence[str],
    key_variable: str | None,
    exchanges: str,
    budget: int | None,
    patience: float,
    options: Sequence[str],
) -> Iterator[list[TextBot]]:
    """The entrants of `--player`; at the end they are asked nothing more.

    Raises:
        CliError: the log of exchanges cannot be read or written, or an option has no value.
        eights.Error: a player is refused.
    """
    if not specs:
        yield []
        return
    from eights.text import ChatModel, ExchangeLog, TextBot

    sent = dict(map(_option, options))
    try:
        log = ExchangeLog(exchanges)
        models = [
            ChatModel.named(
                spec,
                key_variable=key_variable,
                log=log,
                budget=budget,
                timeout=patience,
                options=sent,
            )
            for spec in specs
        ]
        try:
            yield [TextBot(model) for model in models]
        finally:
            for model in models:
                model.close()
    except OSError as why:
        if why.filename is None or os.fspath(why.filename) != exchanges:
            raise
        raise CliError(f"exchanges cannot be kept in {exchanges}: {why.strerror}") from why


def _option(given: str) -> tuple[str, Any]:
    """A part of a request: `temperature=0`.

    Raises:
        CliError: there is no value.
    """
    key, equals, value = given.partition("=")
    if not key or not equals:
        raise CliError(f"--request {given[:40]} has no value: write KEY=VALUE")
    try:
        return key, json.loads(value)
    except ValueError:
        return key, value


def refuse_alone(context: typer.Context) -> None:
    """Refuses options of language models where there is none.

    Raises:
        CliError: one is given.
    """
    for parameter in context.command.params:
        source = context.get_parameter_source(parameter.name or "")
        if parameter.name in OPTIONS and source is not None and source.name == "COMMANDLINE":
            raise CliError(f"{parameter.opts[0]} is of language models: enter one by --player")


def refuse_spent(entrants: Sequence[object], exchanges: str) -> None:
    """Says that a budget is spent, after the report of what it sufficed for.

    Raises:
        CliError: one is.
    """
    from eights.text import ChatModel, TextBot

    for bot in entrants:
        model = bot.player if isinstance(bot, TextBot) else None
        if not isinstance(model, ChatModel) or model.budget is None:
            continue
        if model.spent.tokens >= model.budget:
            raise CliError(
                f"the budget of {model.name}, {model.budget:,} tokens, is spent; the same "
                f"command goes on with what {exchanges} holds"
            )
