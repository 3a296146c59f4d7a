"""A policy in a file, for `eights leaderboard --add`: of Python, or a strategy that was saved."""

from __future__ import annotations

import hashlib
import importlib.util
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import eights
from eights._play.deciders import Decider
from eights.cli.files import CliError
from eights.leaderboard import Entrant
from eights.policies import AnyPolicy

__all__ = ["added", "player"]


def _raised(path: Path, what: str, error: BaseException) -> str:
    """The message where code of the file raises: the error, and its line."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if Path(frame.filename) == path]
    line = f", line {lines[-1]}" if lines else ""
    said = "".join(traceback.format_exception_only(error)).strip().splitlines()[-1]
    return f"{what}: {said} ({path}{line})"


@dataclass(frozen=True)
class _Guarded:
    """A policy of a file: an error of its code says where it was."""

    name: str
    path: Path
    policy: Any

    @property
    def new_memory(self) -> Any:
        """The policy's own, where it has one."""
        return self.policy.new_memory

    def __call__(self, observations: Any, action_masks: Any, /, **rows: Any) -> Any:
        """The choices of the policy.

        Raises:
            BotError: its code has raised something.
        """
        try:
            return self.policy(observations, action_masks, **rows)
        except Exception as error:
            raise eights.BotError(_raised(self.path, f"policy {self.name}", error)) from error


def _module(path: Path) -> ModuleType:
    """The file, run; modules beside it can be imported by it.

    Raises:
        CliError: it cannot be read, or its code has raised something.
    """
    try:
        path.read_bytes()
    except OSError as why:
        raise CliError(f"cannot read {path}: {why.strerror or why}") from why
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise CliError(f"{path} is not a Python file: its name must end in .py")
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(path.parent))
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise CliError(_raised(path, f"{path.name} cannot be run", error)) from error
    finally:
        sys.path.remove(str(path.parent))
    return module


def _maker(path: Path, name: str, make: Callable[[eights.Game], Any]) -> Any:
    """`make` of a file, or its `policy` as one: what it gives is guarded."""

    def guarded(game: eights.Game) -> AnyPolicy | None:
        where = f"{game.ruleset.id}, {game.num_players()} players"
        try:
            policy: Any = make(game)
        except Exception as error:
            raise CliError(_raised(path, f"{where}: make of {name}", error)) from error
        if policy is None or isinstance(policy, Decider):
            return policy
        if not callable(policy):
            given = type(policy).__name__
            raise CliError(f"{where}: make of {path} must give a policy or None, not {given}")
        return _Guarded(name, path, policy)

    return guarded


def _strategy(path: Path) -> Entrant:
    """The entrant of a saved strategy, which plays no game but its own.

    Raises:
        CliError: the file cannot be read.
        ArgumentError: it is no saved strategy.
    """
    from eights.solve import Strategy

    try:
        code = hashlib.sha256(path.read_bytes()).hexdigest()
        strategy = Strategy.load(path)
    except OSError as why:
        raise CliError(f"cannot read {path}: {why.strerror or why}") from why

    def make(game: eights.Game) -> Strategy:
        strategy.validate(game)
        return strategy

    return Entrant(path.stem, make, "policy", code=code)


def added(file: str) -> Entrant:
    """The entrant that a file defines: `policy`, or `make(game)`, under the name of the file.

    The code of the file is run, unless it is a strategy (.npz).

    Raises:
        CliError: the file cannot be read or run, or defines neither.
        ArgumentError: it is no saved strategy, and its name says that it were.
    """
    path = Path(file).resolve()
    if path.suffix == ".npz":
        return _strategy(path)
    module = _module(path)
    make, policy = getattr(module, "make", None), getattr(module, "policy", None)
    if make is None and policy is None:
        raise CliError(
            f"{file} defines neither `policy(observations, action_masks)` nor `make(game)`"
        )
    for word, given in (("make", make), ("policy", policy)):
        if given is not None and not callable(given):
            raise CliError(f"{word} of {file} cannot be called: it is {type(given).__name__}")
    code = hashlib.sha256(path.read_bytes()).hexdigest()
    maker = _maker(path, path.stem, make if make is not None else lambda _: policy)
    return Entrant(path.stem, maker, "policy", code=code)


def player(file: str, game: eights.Game) -> AnyPolicy:
    """The player of a game for the entrant that a file defines.

    Raises:
        CliError: as `added` says, or it does not play this game.
    """
    made = added(file).make(game)
    if made is None or isinstance(made, str):
        raise CliError(f"{file} does not play {game.ruleset.id}, {game.num_players()} players")
    return made
