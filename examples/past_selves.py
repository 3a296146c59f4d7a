"""Learn against a pool of past selves: prioritised fictitious self-play in NumPy.

    python examples/past_selves.py --seconds 60
    eights watch runs/past_selves

The learner holds one seat of each table of a `gymnasium.make_vec` environment, and an `eights.Pool`
the other seats. After each turn a frozen copy of the learner joins the pool, and plays in later
episodes. The pool records the winners, and prefers members that are hardest to beat. With `--bots
heuristic` bots are in the pool, too; with `--limit 4` past selves are evicted. At the end the
learner meets the bots in `eights.arena`. Ctrl-C ends the training and keeps the policy learned so
far.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from tqdm import tqdm

import eights

Floats = npt.NDArray[np.float32]
Actions = npt.NDArray[np.int64]


class Policy:
    """A softmax over the legal actions, linear in the observation."""

    name = "learner"

    def __init__(self, size: int, seed: int) -> None:
        """Starts with a policy that plays at random."""
        self.weights = np.zeros((size, 100), dtype=np.float32)
        self.rng = np.random.default_rng(seed)

    def shares(self, observations: Floats, action_masks: npt.NDArray[Any]) -> Floats:
        """Returns the probability of each action; illegal ones have none."""
        logits = np.where(action_masks, observations @ self.weights, -np.inf)
        weights = np.exp(logits - logits.max(axis=1, keepdims=True))
        shares: Floats = weights / weights.sum(axis=1, keepdims=True)
        return shares

    def __call__(self, observations: Floats, action_masks: npt.NDArray[Any]) -> Actions:
        """Draws an action for each row by the race of exponential clocks."""
        shares = self.shares(observations, action_masks)
        with np.errstate(divide="ignore"):
            clocks = self.rng.exponential(size=shares.shape) / shares
        actions: Actions = clocks.argmin(axis=1)
        return actions


class Learner:
    """REINFORCE on the actions of each env's current episode."""

    def __init__(self, policy: Policy, num_envs: int, rate: float) -> None:
        """Starts without gradients."""
        self.policy, self.rate = policy, rate
        self.traces = np.zeros((num_envs, *policy.weights.shape), dtype=np.float32)

    def note(self, seen: Floats, masks: npt.NDArray[Any], actions: Actions) -> None:
        """Adds the gradients of the log-probabilities of the chosen actions."""
        slopes = -self.policy.shares(seen, masks)
        slopes[np.arange(len(actions)), actions] += 1
        self.traces += seen[:, :, None] * slopes[:, None, :]

    def learn(self, ended: npt.NDArray[np.bool_], rewards: npt.NDArray[np.float64]) -> None:
        """Reinforces the actions of ended episodes by their rewards, and clears their gradients."""
        for env in np.flatnonzero(ended):
            self.policy.weights += self.rate * rewards[env] * self.traces[env]
        self.traces[ended] = 0


class Turn:
    """The games between the additions of two past selves."""

    def __init__(self, env: Any, seen: Floats, masks: npt.NDArray[Any]) -> None:
        """Starts from these observations and masks."""
        self.env, self.seen, self.masks = env, seen, masks
        self.ended = self.cut = self.steps = 0

    def play(self, learner: Learner, seconds: float, stop: eights.SoftStop) -> float:
        """Plays and learns for `seconds`; returns the seconds that it took."""
        start = perf_counter()
        self.ended = self.cut = self.steps = 0
        while (perf_counter() - start < seconds or self.steps < 10) and not stop:
            actions = learner.policy(self.seen, self.masks)
            learner.note(self.seen, self.masks, actions)
            self.seen, rewards, terminations, truncations, infos = self.env.step(actions)
            self.masks = infos["action_mask"]
            learner.learn(terminations | truncations, rewards)
            self.steps += 1
            self.ended += int((terminations | truncations).sum())
            self.cut += int(truncations.sum())
        return perf_counter() - start

    def told(self, learner: Learner, seconds: float) -> dict[str, float]:
        """Returns the values to be logged."""
        shares = learner.policy.shares(self.seen, self.masks)
        entropy = -(shares * np.log(shares, where=shares > 0, out=np.zeros_like(shares))).sum(
            axis=1
        )
        decisions = self.steps * len(self.seen)
        told = {
            "losses/entropy": float(entropy.mean()),
            "speed/decisions_per_second": decisions / seconds,
        }
        if self.ended:
            lasted = {
                "games/length": decisions / self.ended,
                "games/truncated": self.cut / self.ended,
            }
            told |= lasted
        return told


def sample_game(policy: Policy, game: eights.Game, seed: int) -> str:
    """Returns the record of a game of the policy, on seat 0, against `greedy`."""
    state = game.new_initial_state(seed=seed)
    while not state.is_terminal():
        if state.current_player() == 0:
            seen, mask = state.observation_tensor()[None], state.legal_actions_mask()[None]
            state.apply_action(int(policy(seen, mask)[0]))
        else:
            state.apply_action(state.bot_action("greedy"))
    return state.record()


def train(
    given: argparse.Namespace,
    game: eights.Game,
    policy: Policy,
    pool: eights.Pool,
    log: eights.RunLog,
) -> bool:
    """Trains against past selves; returns true if it was finished, false after Ctrl-C."""
    env = gymnasium.make_vec(
        eights.envs.env_id(given.ruleset),
        num_envs=given.envs,
        players=given.players,
        opponents=pool,
        autoreset_mode="SameStep",
    )
    learner, decisions = Learner(policy, given.envs, given.rate), 0
    seen, infos = env.reset(seed=given.seed)
    playing = Turn(env, seen, infos["action_mask"])
    with eights.SoftStop() as stop:
        for turn in tqdm(range(given.turns), desc="training", disable=not sys.stderr.isatty()):
            seconds = playing.play(learner, given.seconds / given.turns, stop)
            decisions += playing.steps * given.envs
            pool.add(policy, f"self {turn + 1}")
            rates = {pool.name(member): pool.win_rate(member) for member in pool.members[:-1]}
            selves = {f"pool/{name.replace(' ', '_')}": rate for name, rate in rates.items()}
            log.point(decisions, playing.told(learner, seconds) | selves)
            log.game(decisions, sample_game(policy, game, given.seed + turn), "learner and greedy")
            tqdm.write(
                f"turn {turn + 1}: {playing.steps * given.envs} steps, wins against selves: "
                f"{' '.join(f'{rate:.0%}' for rate in rates.values())}"
            )
            if stop:
                break
    env.close()
    return not stop


def parse_args() -> argparse.Namespace:
    """Parses the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ruleset", default="crazy_eights")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--envs", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--turns", type=int, default=6, help="past selves")
    parser.add_argument("--sampling", default="prioritised")
    parser.add_argument("--limit", type=int, help="members of the pool at most")
    parser.add_argument("--evict", default="oldest", help="oldest, easiest or random")
    parser.add_argument("--bots", nargs="*", default=[], help="bots and searchers in the pool")
    parser.add_argument("--deals", type=int, default=200, help="of the arena")
    parser.add_argument("--rate", type=float, default=0.01)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--pool", type=Path, help="a file to keep the pool in")
    parser.add_argument("--out", type=Path, default=Path("runs/past_selves"), help="for curves")
    return parser.parse_args()


def meet(game: eights.Game, policy: Policy, given: argparse.Namespace, log: eights.RunLog) -> None:
    """Plays against bots on duplicate deals, and prints the results."""
    entrants: list[Policy | str] = [policy, "greedy", "heuristic"]
    report = eights.arena(game, entrants, deals=given.deals, seed=given.seed)
    for pair in report["pairings"]:
        if pair["entrant"] == policy.name:
            rate = pair["win_rate"]
            log.wins(log.decisions, str(pair["field"]), **rate)
            told = f"{rate['mean']:.1%} ({rate['low']:.1%} … {rate['high']:.1%})"
            print(f"against {pair['field']}: wins {told}")


def main() -> int:
    """Trains against past selves, and meets the bots."""
    given = parse_args()
    game = eights.Game(given.ruleset, players=given.players)
    policy = Policy(game.observation_tensor_size(), given.seed)
    pool = eights.Pool(given.sampling, seed=given.seed, limit=given.limit, evict=given.evict)
    for bot in given.bots:
        pool.add(bot, keep=True)
    pool.add(policy, "self 0")
    settings = {name: str(value) for name, value in vars(given).items()}
    log = eights.RunLog(
        given.out,
        ruleset=given.ruleset,
        players=given.players,
        settings=settings,
        overwrite=True,
    )
    with log:
        done = train(given, game, policy, pool, log)
        if given.pool is not None:
            pool.save(given.pool)
        if not done:
            log.close("interrupted")
            kept = f"the curves are in {given.out}"
            if given.pool is not None:
                kept += f", the past selves in {given.pool}"
            print(f"stopped; {kept}", file=sys.stderr)
            return 130
        meet(game, policy, given, log)
    return 0


if __name__ == "__main__":
    try:
        raise SystemExit(main())
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        raise SystemExit(130) from None
