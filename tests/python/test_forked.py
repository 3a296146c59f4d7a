"""Every call that uses threads works in a forked child, whatever its parent called before."""

import subprocess
import sys

import pytest

FORKED = """
import os, signal, sys
import eights
from eights.envs.vector import EightsVectorEnv

def policy(observations, action_masks):
    return action_masks.argmax(axis=1)

GAME = eights.Game("crazy_eights", players=2)
STATE = GAME.new_initial_state(seed=1)
BATCH = eights.Batch(GAME, num_envs=256, seed=5, threads=2)
POLICIES = eights.PolicyBatch(GAME, 256, seed=5, threads=2, controllers=[None, policy])
ENV = EightsVectorEnv(256, threads=2)
SEARCHER = eights.Searcher(iterations=16, trees=2)
# Its products are large enough for threads.
SOLVER = eights.solve.Tabular(eights.Game("tiny_eights_b", players=2), threads=2)
RUN = SOLVER.cfr()
GAMES = [eights.arena_games(GAME, "greedy", "random", deals=2, seed=1)[0]]

CALLS = {
    "Batch": lambda: BATCH.step(BATCH.sample()),
    "PolicyBatch": lambda: POLICIES.step(POLICIES.sample()),
    "vector env": lambda: (ENV.reset(seed=1), ENV.step(ENV.sample())),
    "ismcts": lambda: eights.search(STATE, iterations=16, trees=2, seed=1),
    "pimc": lambda: eights.search(STATE, "pimc", iterations=16, trees=2, seed=1),
    "Searcher": lambda: SEARCHER.choose(STATE),
    "arena": lambda: eights.arena(GAME, ["greedy", "random"], deals=2, seed=1, threads=2),
    "arena of policies": lambda: eights.arena(GAME, [policy, "random"], deals=2, seed=1),
    "arena_games": lambda: eights.arena_games(GAME, "greedy", "random", deals=2, seed=1, threads=2),
    "arena_report": lambda: eights.arena_report(GAME, ["a", "b"], 2, 1, [(0, 1, GAMES[0])]),
    "Tabular": lambda: eights.solve.Tabular(eights.Game("tiny_eights_a", players=2), threads=2),
    "exploitability": lambda: SOLVER.exploitability(SOLVER.uniform()),
    "CFR": lambda: RUN.run(1),
}

def calls():
    for name, call in CALLS.items():
        print("child:", name, file=sys.stderr)
        call()

def forked(depth):
    pid = os.fork()
    if pid == 0:
        signal.alarm(60)
        calls()
        if depth:
            forked(depth - 1)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0

for name, call in CALLS.items():
    print("parent:", name, file=sys.stderr)
    call()
    forked(0)
forked(1)
if os.fork() == 0:
    del BATCH, POLICIES, ENV, SOLVER, RUN  # nobody waits for threads that are not there
    os._exit(0)
assert os.wait()[1] == 0
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not fork")
def test_threaded_calls_work_in_forked_children() -> None:
    done = subprocess.run(
        [sys.executable, "-c", FORKED], capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr[-2000:]
