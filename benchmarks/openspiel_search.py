"""Compares search with OpenSpiel's IS-MCTS in one run: tables between marks of docs/searchers.md.

    python benchmarks/openspiel_search.py --write

OpenSpiel's C++ searcher cannot search games written in Python, such as those of eights. Therefore
its Python searcher plays on games of eights, with a bot of eights for rollouts, and the C++ one is
timed on OpenSpiel's games that can be resampled. The run takes about a quarter of an hour.
"""

from __future__ import annotations

import argparse
import functools
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts
from rich.progress import Progress

import eights
import eights.openspiel
import marked

PAGE = Path(__file__).parents[1] / "docs/searchers.md"
SPEED_MARKS = "<!-- openspiel speed -->\n", "<!-- end of openspiel speed -->\n"
STRENGTH_MARKS = "<!-- openspiel strength -->\n", "<!-- end of openspiel strength -->\n"
RULESETS = ("crazy_eights_special", "uno")
TURNS = 5
"""Number of times that each searcher is timed, in turns."""

State = Any
Searching = Any


def dealt(game: Any, rng: np.random.Generator) -> State:
    """Returns a state after the deal."""
    return forward(game.new_initial_state(), rng)


def forward(state: State, rng: np.random.Generator) -> State:
    """Continues to the next decision, or to the end."""
    while state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(int(rng.choice(outcomes, p=np.array(chances) / sum(chances))))
    return state


def length(state: State, rng: np.random.Generator, rollout: str, games: int = 100) -> float:
    """Returns the mean length of rollouts in decisions: random ones in games of OpenSpiel."""
    total = 0
    for _ in range(games):
        at = state.clone()
        while not forward(at, rng).is_terminal():
            ours = getattr(at, "state", None)
            bot = ours.bot_action(rollout) if ours else int(rng.choice(at.legal_actions()))
            at.apply_action(bot)
            total += 1
    return total / games


class Rollout(mcts.Evaluator):  # type: ignore[misc]
    """Rollouts by the same bot that the search of eights uses."""

    def __init__(self, seed: int) -> None:
        """Seeds the chance."""
        self.rng = np.random.default_rng(seed)

    def evaluate(self, state: State) -> list[float]:
        """Returns each seat's return."""
        at = state.state.clone()
        while not at.is_terminal():
            if at.is_chance_node():
                outcomes, chances = zip(*at.chance_outcomes(), strict=True)
                sums = np.cumsum(chances)
                at.apply_action(outcomes[int(np.searchsorted(sums, self.rng.random() * sums[-1]))])
            else:
                at.apply_action(at.bot_action("heuristic"))
        found: list[float] = at.returns()
        return found

    def prior(self, state: State) -> list[tuple[int, float]]:
        """Gives every legal action the same probability."""
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


def python_bot(game: Any, iterations: int, seed: int) -> Searching:
    """Returns OpenSpiel's Python searcher, with rollouts by `heuristic`."""
    return ismcts.ISMCTSBot(
        game=game,
        evaluator=Rollout(seed),
        uct_c=1.4,
        max_simulations=iterations,
        random_state=np.random.RandomState(seed),
    )


def cpp_bot(iterations: int, seed: int) -> Searching:
    """Returns OpenSpiel's C++ searcher, with random rollouts, the only ones that it has."""
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    final = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    return pyspiel.ISMCTSBot(seed, evaluator, 1.4, iterations, -1, final, False, False)


def timed(step: Any) -> float:
    """Returns the seconds that a step takes."""
    begin = time.perf_counter()
    step()
    return time.perf_counter() - begin


Tried = tuple[str, str, str, int, float, Callable[[], Any]]
"""Searcher, game, rollouts, iterations, decisions of a rollout, and the search."""


def candidates(rng: np.random.Generator) -> Iterator[Tried]:
    """Yields the searches to be timed."""
    for name in ("hearts", "euchre"):
        state = dealt(pyspiel.load_game(name), rng)
        step = functools.partial(lambda state: cpp_bot(2000, 1).step(state), state)
        yield "OpenSpiel, C++", name, "random", 2000, length(state, rng, "random"), step
    for ruleset in RULESETS:
        game = pyspiel.load_game("eights", {"ruleset": ruleset, "players": 2})
        state = dealt(game, rng)
        thought, drawn = (length(state, rng, rollout) for rollout in ("heuristic", "random"))
        slow = functools.partial(lambda game, state: python_bot(game, 100, 1).step(state), game)
        yield (
            "OpenSpiel, Python",
            ruleset,
            "heuristic",
            100,
            thought,
            functools.partial(slow, state),
        )
        fast = functools.partial(eights.search, state.state, seed=1)
        ours = functools.partial(fast, iterations=20_000)
        yield "eights", ruleset, "heuristic", 20_000, thought, ours
        ours = functools.partial(fast, iterations=1000, rollout="random")
        yield "eights", ruleset, "random", 1000, drawn, ours
        ours = functools.partial(fast, iterations=1000, rollout="random", trees=2)
        yield "eights, two threads", ruleset, "random", 2000, drawn, ours


def speeds(ticks: Progress) -> str:
    """Times the iterations a second of each searcher in turns; returns the table."""
    tried = list(candidates(np.random.default_rng(0)))
    seconds: list[list[float]] = [[] for _ in tried]
    job = ticks.add_task("speed", total=TURNS * len(tried))
    for _ in range(TURNS):
        for row, (*_, step) in zip(seconds, tried, strict=True):
            row.append(timed(step))
            ticks.advance(job)
    lines = [
        "| searcher | game | rollouts | decisions | iterations a second | decisions a second |",
        "|---|---|---|---|---|---|",
    ]
    for row, (who, where, rollout, iterations, decisions, _) in zip(seconds, tried, strict=True):
        low, median, high = (iterations / s for s in np.quantile(row, [1, 0.5, 0]))
        spread = f"{median:,.0f} ({low:,.0f} to {high:,.0f})"
        lines.append(
            f"| {who} | `{where}` | `{rollout}` | {decisions:,.0f} | {spread} "
            f"| {median * decisions:,.0f} |"
        )
    return "\n".join(lines) + "\n"


def winner(game: Any, ours: Searching, theirs: Searching, seat: int, deal: int) -> float:
    """Returns the share of the win of eights' searcher in this seat."""
    rng = np.random.default_rng(deal)
    state = dealt(game, rng)
    while not state.is_terminal():
        mine = state.current_player() == seat
        state.apply_action(ours.choose(state.state) if mine else theirs.step(state))
        forward(state, rng)
    best = max(state.returns())
    shares: list[bool] = [value == best for value in state.returns()]
    return shares[seat] / sum(shares)


def pairing(ruleset: str, ours: eights.Searcher, iterations: int, deals: int) -> str:
    """Plays the deals, each from both seats; returns a line of the table."""
    game = pyspiel.load_game("eights", {"ruleset": ruleset, "players": 2})
    won = np.zeros((deals, 2))
    for deal in range(deals):
        for seat in range(2):
            theirs = python_bot(game, iterations, 2 * deal + seat)
            won[deal, seat] = winner(game, ours, theirs, seat, deal)
    mean, low, high = eights.win_rate_interval(won.ravel(), 2)
    cells = [f"`{ruleset}`", f"`{ours.name}`", f"{iterations} iterations", f"{2 * deals}"]
    return f"| {' | '.join(cells)} | {mean:.1%} | {low:.1%} to {high:.1%} |"


def strengths(deals: int, iterations: int, processes: int, ticks: Progress) -> str:
    """Plays eights' searcher against OpenSpiel's, at equal iterations and at equal time."""
    lines = [
        "| ruleset | eights | OpenSpiel, Python | games | wins | 95 % interval |",
        "|---|---|---|---|---|---|",
    ]
    todo = []
    for ruleset in RULESETS:
        game = pyspiel.load_game("eights", {"ruleset": ruleset, "players": 2})
        state = dealt(game, np.random.default_rng(0))

        def move(game: Any = game, state: State = state) -> None:
            python_bot(game, iterations, 1).step(state)

        equal_time = max(1, round(float(np.median([timed(move) for _ in range(5)])) * 1e3))
        todo += [
            (ruleset, eights.Searcher(iterations=iterations)),
            (ruleset, eights.Searcher(milliseconds=equal_time)),
        ]
    job = ticks.add_task("strength", total=len(todo))
    with ProcessPoolExecutor(processes) as pool:
        running = [pool.submit(pairing, *each, iterations, deals) for each in todo]
        for one in running:
            one.add_done_callback(lambda _: ticks.advance(job))
        lines += [one.result() for one in running]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Times and plays, and prints the tables or writes them into the page."""
    parser = argparse.ArgumentParser(description="Search beside OpenSpiel's IS-MCTS.")
    parser.add_argument("--deals", type=int, default=30, help="deals of each pairing")
    parser.add_argument("--iterations", type=int, default=200, help="iterations of OpenSpiel")
    parser.add_argument("--speed", action="store_true", help="speed only")
    parser.add_argument("--processes", type=int, default=2, help="pairings played at once")
    parser.add_argument(
        "--write", action="store_true", help="write the tables into docs/searchers.md"
    )
    args = parser.parse_args()
    with Progress() as ticks:
        found = [(SPEED_MARKS, speeds(ticks))]
        if not args.speed:
            table = strengths(args.deals, args.iterations, args.processes, ticks)
            found.append((STRENGTH_MARKS, table))
    for marks, table in found:
        if args.write:
            marked.write(PAGE, marks, table)
        else:
            print(table)


if __name__ == "__main__":
    main()
