"""Games of EnvPool, played in its own virtual environment with random legal actions.

    .venvs/envpool/bin/python benchmarks/envpool_games.py KuhnPoker-v1 1024 0

Each line of the input makes it play some steps; it answers with the number of players' decisions.

One thread steps all envs at once, and the actions are chosen in NumPy from EnvPool's legal ones.
On one core, a second thread was slower, and the asynchronous mode (256 or 512 of 1,024 envs a
call) no faster. The interface of dm_env makes less work than that of Gymnasium.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

# Steps between two answers: they take much longer than the answer.
STEPS = 8
# Ends of games are `dm_env.StepType.LAST`. The next step deals anew and ignores the action.
LAST = 2


def choices(actions: int) -> npt.NDArray[np.int32]:
    """Returns for each set of legal actions, as bits, a list in which each stands equally often.

    >>> choices(2).tolist()
    [[0, 0], [0, 0], [1, 1], [0, 1]]
    """
    length = int(np.lcm.reduce(np.arange(1, actions + 1)))
    table = np.zeros((1 << actions, length), np.int32)
    for bits in range(1, len(table)):
        legal = [action for action in range(actions) if bits >> action & 1]
        table[bits] = np.resize(legal, length)
    return table


def game(name: str, num_envs: int, seed: int) -> Callable[[], int]:
    """Returns a function that plays some steps and returns the number of decisions."""
    import envpool

    envs = envpool.make_dm(name, num_envs=num_envs, num_threads=1, seed=seed)
    actions = envs.action_spec().num_values
    table, bits = choices(actions), (1 << np.arange(actions)).astype(np.uint8)
    random = np.random.default_rng(seed)
    at = envs.reset()

    def play() -> int:
        nonlocal at
        decisions = 0
        for _ in range(STEPS):
            decisions += int(np.count_nonzero(at.step_type != LAST))
            legal = at.observation.legal_action_mask.view(np.uint8) @ bits
            at = envs.step(table[legal, random.integers(table.shape[1], size=num_envs)])
        return decisions

    return play


def main() -> None:
    """Plays whenever a line arrives."""
    name, num_envs, seed = sys.argv[1:]
    play = game(name, int(num_envs), int(seed))
    for _ in sys.stdin:
        print(play(), flush=True)


if __name__ == "__main__":
    main()
