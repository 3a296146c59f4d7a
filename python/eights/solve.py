"""Games for two that are small enough to be solved: exact values, best responses, CFR.

`Tabular` walks every history of a game once. What is then asked of a policy, an array of shape
`(num_infostates, num_actions)`, is answered exactly, and in milliseconds:

>>> import eights
>>> game = eights.Game("tiny_eights_a", players=2)
>>> solver = eights.solve.Tabular(game)
>>> uniform = eights.solve.policy_of(solver, "random")
>>> found = eights.solve.cfr(solver, 100, variant="pcfr+", every=50)
>>> solver.exploitability(found.policy) < 1e-4 < solver.exploitability(uniform)
True
>>> [iteration for iteration, _ in found.curve]
[50, 100]

`rulesets()` are the built-in games that are small enough. The page: `eights docs solve`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from eights._base.arguments import instance, integer, shown
from eights._eights import ArgumentError, ArrayError, Cfr, GameError, Tabular, bots
from eights._eights import tiny_rulesets as rulesets
from eights.policies import decide, illegal, policy_name
from eights.strategy import Strategy

if TYPE_CHECKING:
    from eights.policies import AnyPolicy

__all__ = ["Cfr", "Solution", "Strategy", "Tabular", "cfr", "policy_of", "rulesets"]

_CHUNK = 4096


def policy_of(solver: Tabular, player: str | AnyPolicy) -> npt.NDArray[np.float64]:
    """The probabilities with which a bot or a policy acts in every information state.

    Args:
        solver: of the game.
        player: a name of `eights.bots()`, or what can be called on
            `(observations, action_masks)`, as in `eights.PolicyBatch`: it returns an action for
            each line. It is asked about every information state once, 4,096 lines at a time.

    Returns:
        The policy: float64 of shape `(num_infostates, num_actions)`. That of `"random"` is uniform,
        others choose one action everywhere.

    Raises:
        BotError: there is no such bot.
        ArrayError: the policy chose what is not legal, or returned no integers.
        ArgumentError: it is not a name and cannot be called.

    >>> import eights
    >>> solver = Tabular(eights.Game("tiny_eights_a", players=2))
    >>> first = policy_of(solver, lambda observations, masks: masks.argmax(axis=1))
    >>> bool((first.max(axis=1) == 1.0).all())
    True
    """
    instance("solver", solver, Tabular)
    if isinstance(player, str) and player == "random":
        return solver.uniform()
    if not isinstance(player, str) and not callable(player):
        raise ArgumentError(
            f"player must be one of {', '.join(bots())} or a policy, not {shown(player)}"
        )
    actions = solver.actions
    rows = solver.num_infostates
    policy = np.zeros((rows, solver.num_actions))
    for start in range(0, rows, _CHUNK):
        lines = np.arange(start, min(start + _CHUNK, rows))
        states = [solver.state(int(line)) for line in lines]
        if isinstance(player, str):
            chosen = np.array([state.bot_action(player, seed=0) for state in states], np.int64)
        else:
            observations = np.stack([state.observation_tensor() for state in states])
            masks = np.array([state.legal_actions_mask() for state in states], bool)
            chosen = decide(player, observations, masks)
            wrong = illegal(chosen, masks)
            if wrong is not None:
                line, why = wrong
                raise ArrayError(
                    f"policy {policy_name(player)} in information state {start + line}: {why}"
                )
        policy[lines, np.searchsorted(actions, chosen)] = 1.0
    return policy


@dataclass(frozen=True)
class Solution:
    """The result of CFR."""

    policy: npt.NDArray[np.float64]
    """The average policy, of shape `(num_infostates, num_actions)`."""

    exploitability: float
    """The policy's distance from equilibrium, in units of returns."""

    iterations: int
    """The number of iterations."""

    seconds: float
    """The seconds that the iterations took, without measuring exploitability."""

    curve: list[tuple[int, float]]
    """After how many iterations the average policy had which exploitability."""


def cfr(
    solver: Tabular,
    iterations: int,
    variant: str = "cfr+",
    *,
    alternating: bool = True,
    averaging: str | None = None,
    policy: npt.NDArray[np.float64] | None = None,
    every: int | None = None,
    progress: Callable[[int], Any] | None = None,
) -> Solution:
    """Runs CFR, and tells how near to equilibrium it came.

    Ctrl-C ends it between two iterations: what was found until then is returned.

    Args:
        solver: of the game.
        iterations: how many, for both players, 1 or more.
        variant: `"cfr"`, `"cfr+"`, `"dcfr"` or `"pcfr+"`.
        alternating: whether the second player learns against what the first has just learnt.
        averaging: `"uniform"`, `"linear"`, `"quadratic"` or `"last"`; `None`: as published.
        policy: with which it begins; `None`: uniform.
        every: after how many iterations each the curve has a point; `None`: at the end only.
        progress: called about ten times a second with the number of iterations made. If it returns
            `False`, no more are made.

    Raises:
        GameError: a number is below 1, or there is no such variant or averaging.
        ArrayError: the policy is none.
    """
    for name, number in (("iterations", iterations), ("every", every)):
        if number is not None and integer(name, number) < 1:
            raise GameError(f"{name} = {number} is less than 1")
    run = instance("solver", solver, Tabular).cfr(
        variant, alternating=alternating, averaging=averaging, policy=policy
    )
    curve: list[tuple[int, float]] = []
    seconds = 0.0
    while run.iteration < iterations:
        before = run.iteration
        wanted = min(every or iterations, iterations - before)
        began = time.perf_counter()
        stopped = False
        try:
            run.run(wanted, progress=None if progress is None else _after(progress, before))
        except KeyboardInterrupt:
            stopped = True
        seconds += time.perf_counter() - began
        curve.append((run.iteration, run.exploitability()))
        if stopped or run.iteration < before + wanted:
            break
    return Solution(run.average_policy(), curve[-1][1], run.iteration, seconds, curve)


def _after(progress: Callable[[int], Any], before: int) -> Callable[[int], Any]:
    """The same progress, counted from the beginning."""
    return lambda done: progress(before + done)
