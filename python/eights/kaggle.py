"""Kaggle's Game Arena: a harness for language models, and environments in which they play.

Needs Kaggle's package: `pip install "eights[kaggle]"`. Its harness asks a model by three
functions, which are those of this module, so the module itself is a harness:
`kaggle_environments.core_harness.create_agent_fn(eights.kaggle)` makes an agent of a model.
"""

from __future__ import annotations

import functools
import json
import random
import secrets
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from eights._base.extras import require
from eights._eights import Game, GameError, Ruleset, __version__
from eights.text.answers import Reading, read, said
from eights.text.episode import Episode
from eights.text.prompts import Choice
from eights.text.style import Style

require("eights.kaggle", "kaggle_environments", "kaggle-environments", "kaggle")

from kaggle_environments import core  # noqa: E402 - after the message about the extra
from kaggle_environments.core_harness import ParseResult  # noqa: E402

__all__ = ["generate_prompt", "get_legal_moves", "make_prompt", "parse_response", "register"]

HOUR = 3600
FAILED = ("ERROR", "INVALID", "TIMEOUT")
"""States of an agent that has not answered as it should."""

PAGE = """
function renderer({ parent, environment, step }) {
  const seats = environment.steps[step];
  const told = seats.map((seat) => seat.observation.prompt).find((text) => text);
  parent.style.cssText = "overflow: auto; white-space: pre-wrap; font: 14px sans-serif";
  parent.innerText = told || seats.map((seat, at) => `Seat ${at}: ${seat.reward}`).join("\\n");
}
"""
"""The page of a step: the prompt of the seat that is asked; at the end, the rewards."""


def get_legal_moves(observation: Mapping[str, Any]) -> dict[int, str]:
    """The legal actions of the seat that is asked: ids, and their texts.

    Args:
        observation: of an agent; that of a seat which is not asked has none.
    """
    numbers = observation.get("legalActions", ())
    return dict(zip(numbers, observation.get("legalActionStrings", ()), strict=True))


def generate_prompt(
    observation: Mapping[str, Any],
    move_history: list[str],
    previous_response: str | None = None,
    previous_action: str | None = None,
) -> str:
    """The text for a model: the rules, the game from its beginning, and what may be done.

    Args:
        observation: of the seat that is asked.
        move_history: the seat's own actions; the text has them anyway.
        previous_response: an answer to the same decision that was refused; `None`: there is none.
        previous_action: the part of that answer that counts; it is read again.
    """
    parts = [observation["rules"], observation["prompt"]]
    if previous_response is not None:
        refusal = _read(previous_response, observation).refusal
        parts.append(f"Your last answer was refused. {refusal} Answer again.")
    return "\n\n".join(parts)


make_prompt = generate_prompt
"""The name of `generate_prompt` in the protocol `GameHarness`."""


def parse_response(
    response: str,
    legal_action_strings: Sequence[str] | None,
    *,
    observation: Mapping[str, Any],
) -> ParseResult:
    """The action that an answer means, as `eights.text.read` finds it.

    Args:
        response: of a model.
        legal_action_strings: the texts of the legal actions, which the observation has, too.
        observation: of the seat that is asked.

    Returns:
        The text of a legal action, or none, and the part of the answer that counts.
    """
    action = _read(response, observation).action
    return ParseResult(
        legal_action=None if action is None else get_legal_moves(observation)[action],
        raw_action=said(response, Style(**observation["style"])),
    )


def _read(response: str, observation: Mapping[str, Any]) -> Reading:
    """The meaning of an answer, by what an observation tells."""
    texts, names = observation["legalActionStrings"], observation["legalActionNames"]
    choices = [Choice(text, name) for text, name in zip(texts, names, strict=True)]
    game = _game(observation["ruleset"])
    return read(response, game, choices, Style(**observation["style"]))


@functools.lru_cache(maxsize=16)
def _game(ruleset: str) -> Game:
    """The game of a ruleset in JSON."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # whoever made the ruleset was warned
        return Game(Ruleset.from_dict(json.loads(ruleset)))


def register(
    name: str = "eights",
    ruleset: str | Ruleset = "crazy_eights",
    *,
    style: Style | None = None,
    **options: Any,
) -> str:
    """Registers an environment in which every seat is an agent, for `kaggle_environments.make`.

    An agent answers `{"submission": …}`: the id of a legal action, or a text that is read as
    answers of models are. Any other submission forfeits the game, and so does an agent that fails
    or answers too late. Rewards are the returns of the game. The agent `random` comes with it.

    The configuration has a `seed` of the deal; without it, cards are dealt by chance. At the end
    `info["record"]` has the game, for `eights replay`, and `episode` of the environment is the
    game as an exchange.

    Args:
        name: of the environment; one of this name is replaced.
        ruleset: the id of a ruleset, or a ruleset.
        style: the form of the texts; its `history` makes no difference.
        options: further arguments of `eights.Game`, such as `episode="match"`.

    Returns:
        The name.

    Raises:
        eights.Error: the ruleset, or an option is refused.
    """
    game = Game(ruleset, **options)
    told = replace(style or Style(), history="whole")

    def interpreter(state: list[Any], env: Any) -> list[Any]:
        if env.done:  # it is reset
            _begin(env, Game(game.ruleset, **{**game.options, "players": len(state)}), told)
        elif not hasattr(env, "episode"):
            raise GameError("no game was begun: an environment that is made of steps shows them")
        else:
            _take(env.episode, state)
        _show(env, state)
        return state

    core.register(
        name,
        {
            "specification": _specification(name, game),
            "interpreter": interpreter,
            "renderer": _render,
            "html_renderer": lambda: PAGE,
            "agents": {"random": _random},
        },
    )
    return name


def _specification(name: str, game: Game) -> dict[str, Any]:
    """The environment as Kaggle's schemas describe one."""
    fewest, most = game.ruleset.players
    whole = {"type": "integer"}
    return {
        "name": name,
        "title": game.ruleset.title,
        "description": f"{game.ruleset.title}, told in words.",
        "version": __version__,
        "agents": list(range(fewest, most + 1)),
        "configuration": {
            "episodeSteps": game.max_game_length() + 2,
            "actTimeout": HOUR,
            "runTimeout": 48 * HOUR,
            "seed": {**whole, "description": "The seed of the deal.", "minimum": 0},
            "illegalMoveForfeit": {
                "type": "boolean",
                "description": "A model that answers invalidly too often forfeits the game.",
                "default": True,
            },
        },
        "observation": {
            "playerId": {**whole, "description": "The seat of the agent."},
            "currentPlayer": {**whole, "description": "The seat that is asked; -1 at the end."},
            "isTerminal": {"type": "boolean", "description": "True at the end."},
        },
        "action": {
            "type": "object",
            "description": "`submission` is the id of a legal action, or a text that names one.",
            "default": {"submission": -1},
        },
        "reward": {"type": "number", "description": "The return of the game.", "default": 0},
    }


def _begin(env: Any, game: Game, style: Style) -> None:
    """Deals a new game."""
    seed = env.configuration.get("seed")
    drawn = secrets.randbits(64) if seed is None else seed
    env.episode = Episode(game, drawn, style=style, retries=0, fallback="forfeit")


def _take(episode: Episode, state: list[Any]) -> None:
    """Takes what the agent of the seat that is asked has submitted."""
    seat = episode.seat
    assert seat is not None
    agent = state[seat]
    given = None if agent["status"] in FAILED else agent["action"].get("submission")
    if isinstance(given, int) and given in episode.state.legal_actions():
        episode.act(given)
    else:
        episode.answer(given if isinstance(given, str) else "")  # without an action it forfeits
    if episode.forfeited is None:
        agent["action"]["actionString"] = episode.steps[-1].reply.action


def _show(env: Any, state: list[Any]) -> None:
    """Tells each agent what its seat may know, and whether it is asked."""
    episode: Episode = env.episode
    done, asked = episode.done, episode.seat
    if done:
        env.info["record"] = episode.record()
    for seat, agent in enumerate(state):
        agent["observation"].update(
            {
                "playerId": seat,
                "currentPlayer": -1 if asked is None else asked,
                "isTerminal": done,
                **_told(episode if seat == asked else None),
            }
        )
        agent.reward = episode.returns[seat] if done else 0
        if not done:
            agent.status = "ACTIVE" if seat == asked else "INACTIVE"
        elif agent.status not in FAILED:
            agent.status = "DONE"


def _told(episode: Episode | None) -> dict[str, Any]:
    """The decision of the seat that is asked, as texts and as data; empty for another seat."""
    if episode is None:
        lists = ("legalActions", "legalActionStrings", "legalActionNames")
        texts = ("rules", "prompt", "ruleset")
        return {**{key: [] for key in lists}, **dict.fromkeys(texts, ""), "style": {}}
    first, last = episode.messages()
    choices = episode.prompt().actions
    return {
        "legalActions": [episode.game.string_to_action(one.action) for one in choices],
        "legalActionStrings": [one.action for one in choices],
        "legalActionNames": [one.name for one in choices],
        "rules": first["content"],
        "prompt": last["content"],
        "ruleset": json.dumps(episode.game.ruleset.to_dict()),
        "style": {"actions": episode.style.actions, "grammar": episode.style.grammar},
    }


def _render(_state: list[Any], env: Any) -> str:
    """The table with all cards, for the terminal."""
    episode: Episode | None = getattr(env, "episode", None)
    return "" if episode is None else episode.state.render("all")


def _random(observation: Mapping[str, Any]) -> dict[str, int]:
    """An agent that takes any legal action."""
    return {"submission": random.choice(observation["legalActions"])}
