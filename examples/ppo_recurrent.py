"""PPO with a memory, one seat against bots: the value of remembering when rules are unknown.

A GRU carries a memory from each decision of the seat to the next, and is cleared where an episode
ends. `--memory none` is the same network without it. `--task hidden` plays matches under hidden
rules; `--task house` a new ruleset in each episode, whose features the policy sees or not (`--rules
masked`). The policy is also tested on rules of the other split, which it has never met. The policy
and a run for `eights watch` are written under `runs/`. Ctrl-C stops after an update.

    python examples/ppo_recurrent.py --decisions 1000000
    python examples/ppo_recurrent.py --task house --rules masked --memory none
"""

from __future__ import annotations

import argparse
import dataclasses
import functools
import json
import math
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
import optax
from tqdm import tqdm

import eights

Params = dict[str, jax.Array]
Floats = npt.NDArray[np.float32]
Bools = npt.NDArray[np.bool_]

CHOICES = {
    "task": ("hidden", "house"),
    "memory": ("gru", "none"),
    "rules": ("shown", "masked"),
}


def arg(default: Any, description: str) -> Any:
    """Returns a field of `Args`, with its default and the text of `--help`."""
    return dataclasses.field(default=default, metadata={"help": description})


@dataclass(frozen=True)
class Args:
    """Settings from the command line."""

    task: str = arg("hidden", "rules that nobody is told, or house rules")
    memory: str = arg("gru", "what is carried from decision to decision")
    rules: str = arg("shown", "whether the features of house rules are shown to the policy")
    players: int = arg(4, "seats at the table")
    opponent: str = arg("greedy", "the bot on the other seats")
    rounds: int = arg(5, "rounds of a match under the same hidden rules")
    pool: int = arg(256, "rulesets with house rules that are trained on")
    history: int = arg(4, "public actions that an observation shows, those of the others too")
    decisions: int = arg(300_000, "how many of its own decisions the policy learns from")
    envs: int = arg(64, "games played at once")
    steps: int = arg(64, "decisions a game between two updates")
    hidden: int = arg(128, "width of the layers, and of the memory")
    epochs: int = arg(4, "passes over the decisions of an update")
    minibatches: int = arg(16, "groups of games that each pass is cut into")
    learning_rate: float = arg(2e-3, "Adam's step size at the beginning; it falls to a tenth")
    gamma: float = arg(1.0, "discount from one own decision to the next")
    gae_lambda: float = arg(0.9, "lambda of the advantage estimate")
    clip: float = arg(0.2, "PPO's clipping range")
    entropy: float = arg(0.003, "weight of the entropy bonus")
    shaping: float = arg(0.05, "what one card less in the player's hand is worth during a round")
    episodes: int = arg(1000, "of each test")
    deals: int = arg(
        20, "of the arena at the end, where the policy meets its opponent on all seats"
    )
    seed: int = arg(1, "seed of the games, the network and the choices")
    out: str = arg(
        "runs/ppo_recurrent", "where the policy and the curves go, in place of a former run's"
    )
    json: bool = arg(False, "print JSON at the end instead of a table")


def add_options(parser: argparse.ArgumentParser, defaults: dict[str, Any]) -> None:
    """Adds an option for each field of `Args` that is in `defaults`."""
    for field in dataclasses.fields(Args):
        if field.name not in defaults:
            continue
        name, text = "--" + field.name.replace("_", "-"), field.metadata["help"]
        default, choices = defaults[field.name], CHOICES.get(field.name)
        if isinstance(default, bool):
            parser.add_argument(name, action="store_true", help=text)
        else:
            kind = type(default)
            parser.add_argument(name, type=kind, default=default, choices=choices, help=text)


def parse_args(given: list[str] | None = None) -> Args:
    """Parses the command line: one option for each field of `Args`."""
    parser = argparse.ArgumentParser(
        description=(__doc__ or "").partition("\n")[0],
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    add_options(parser, dataclasses.asdict(Args()))
    args = Args(**vars(parser.parse_args(given)))
    if args.envs % args.minibatches:
        parser.error(f"--envs {args.envs} cannot be cut into --minibatches evenly")
    return args


# The games --------------------------------------------------------------------------------------


def games(args: Args, split: Any) -> eights.Game | eights.GamePool:
    """Returns the games of the task under rules of this split."""
    if args.task == "hidden":
        return eights.hidden_rules(
            players=args.players, rounds=args.rounds, split=split, history=args.history
        )
    return eights.house_rules(
        args.players, split, args.pool, history=args.history, max_decisions=200 * args.players
    )


def table(args: Args, split: Any, envs: int, seed: int, autoreset: Any) -> eights.Batch[Any]:
    """Returns a batch of these games: the policy on seat 0, bots on the others."""
    seats = [None, *[args.opponent] * (args.players - 1)]
    return eights.Batch(games(args, split), envs, seed, controllers=seats, autoreset=autoreset)


def shown(args: Args, game: eights.Game) -> npt.NDArray[np.intp]:
    """Returns the indices of the features that the policy sees."""
    places = np.arange(game.observation_tensor_size())
    if args.rules == "shown":
        return places
    start, length, _ = game.observation_layout["rules"]
    return np.delete(places, slice(start, start + length))


# The network ------------------------------------------------------------------------------------


def init(key: jax.Array, size: int, args: Args, actions: int = eights.NUM_ACTIONS) -> Params:
    """Initialises a layer, the memory or a second layer, and heads for policy and value."""
    hidden = args.hidden
    shapes = {"in": (size, hidden), "policy": (hidden, actions), "value": (hidden, 1)}
    scales = {"in": math.sqrt(2), "policy": 0.01, "value": 1.0}
    if args.memory == "gru":
        shapes |= {"gates": (2 * hidden, 2 * hidden), "new": (2 * hidden, hidden)}
    else:
        shapes |= {"new": (hidden, hidden)}
        scales |= {"new": math.sqrt(2)}
    params: Params = {}
    for part, (name, shape) in zip(jax.random.split(key, len(shapes)), shapes.items(), strict=True):
        make = jax.nn.initializers.orthogonal(scales.get(name, 1.0))
        params |= {name: make(part, shape), f"{name}.bias": jnp.zeros(shape[1])}
    return params


def layer(params: Params, name: str, x: jax.Array) -> jax.Array:
    """Applies a layer without its nonlinearity."""
    return x @ params[name] + params[f"{name}.bias"]


def recall(params: Params, memory: jax.Array, x: jax.Array) -> jax.Array:
    """Updates the memory by a gated recurrent unit; without gates, applies a plain layer."""
    if "gates" not in params:
        return jax.nn.relu(layer(params, "new", x))
    both = jnp.concatenate([x, memory], axis=-1)
    reset, update = jnp.split(jax.nn.sigmoid(layer(params, "gates", both)), 2, axis=-1)
    new = jnp.tanh(layer(params, "new", jnp.concatenate([x, reset * memory], axis=-1)))
    return update * memory + (1 - update) * new


@jax.jit
def network(
    params: Params, memory: jax.Array, observations: jax.Array, masks: jax.Array
) -> tuple[jax.Array, jax.Array, jax.Array]:
    """Returns the next memory, log-probabilities of the legal actions, and the value."""
    memory = recall(params, memory, jax.nn.relu(layer(params, "in", observations)))
    logits = jnp.where(masks, layer(params, "policy", memory), -1e9)
    return memory, jax.nn.log_softmax(logits), layer(params, "value", memory)[..., 0]


@jax.jit
def act(
    params: Params, memory: jax.Array, observations: jax.Array, masks: jax.Array, key: jax.Array
) -> tuple[jax.Array, jax.Array, jax.Array, jax.Array]:
    """Returns the next memory, a sampled action for each game, its log-probability, the value."""
    memory, log_probs, values = network(params, memory, observations, masks)
    actions = jax.random.categorical(key, log_probs)
    taken = jnp.take_along_axis(log_probs, actions[:, None], axis=1)[:, 0]
    return memory, actions, taken, values


# Learning ---------------------------------------------------------------------------------------


class Rollout(NamedTuple):
    """Decisions of all games, [T, N, ...]; `memory` is that before the first, [N, hidden]."""

    memory: Any
    observations: Any
    masks: Any
    actions: Any
    log_probs: Any
    values: Any
    rewards: Any
    begins: Any
    """True for the first decision of an episode, before which the memory is cleared."""


class Player:
    """The policy at a table, with its memory of each game."""

    def __init__(self, args: Args, batch: eights.Batch[Any], seed: int) -> None:
        """Starts with an empty memory."""
        self.batch, self.places = batch, shown(args, batch.game)
        self.memory: Any = np.zeros((batch.num_envs, args.hidden), np.float32)
        self.begins = np.ones(batch.num_envs, np.bool_)
        self.key, self.shaping = jax.random.key(seed), args.shaping
        names = enumerate(batch.game.feature_names())
        self.rounds = [place for place, name in names if name.startswith("match rounds")]
        self.ended: list[Floats] = []
        """Rewards of the finished episodes."""
        self.cut = 0
        """Number of episodes cut off by the limit of decisions."""

    def observe(self) -> Floats:
        """Returns the features of each game that the policy sees, in a new array."""
        seen: Floats = np.take(self.batch.observations, self.places, axis=1)
        return seen

    def cards(self) -> tuple[Floats, Floats]:
        """Returns the size of the player's hand, [N], and the round, [N, 2] or [N, 0]."""
        start, length, scale = self.batch.game.observation_layout["hand"]
        held: Floats = self.batch.observations[:, start : start + length].sum(axis=1) * scale
        return held, self.batch.observations[:, self.rounds]

    def decide(self, params: Params, seen: Floats) -> tuple[Any, ...]:
        """Returns actions, their log-probabilities and values; updates the memory."""
        self.key, now = jax.random.split(self.key)
        memory = np.where(self.begins[:, None], np.float32(0), self.memory)
        self.memory, *decided = act(params, memory, seen, self.batch.action_masks, now)
        return tuple(np.asarray(each) for each in decided)

    def play(self, params: Params, steps: int) -> tuple[Rollout, Floats]:
        """Plays `steps` decisions in each game; returns them and the values of the next states."""
        first, found = self.memory, []
        for _ in range(steps):
            seen, masks, begins = self.observe(), self.batch.action_masks.copy(), self.begins
            actions, log_probs, values = self.decide(params, seen)
            before, round_before = self.cards()
            self.batch.step(actions.astype(np.int64))
            self.begins = self.batch.terminations | self.batch.truncations
            self.ended.append(self.batch.rewards[self.batch.terminations, 0])
            self.cut += int(self.batch.truncations.sum())
            then, round_then = self.cards()
            # A smaller hand after a new deal is no gain.
            dealt = self.begins | (round_then != round_before).any(axis=1)
            rewards = self.batch.rewards[:, 0] + self.shaping * np.where(dealt, 0, before - then)
            found.append((seen, masks, actions, log_probs, values, rewards, begins))
        parts = [np.stack(part) for part in zip(*found, strict=True)]
        memory = jnp.where(self.begins[:, None], 0.0, self.memory)
        now = jnp.asarray(self.observe()), jnp.asarray(self.batch.action_masks)
        after = network(params, memory, *now)[2]
        return Rollout(first, *parts), np.asarray(after)


class Entrant:
    """The policy as an entrant: an `eights.policies.MemoryPolicy`."""

    name = "ppo"

    def __init__(self, args: Args, params: Params, game: eights.Game) -> None:
        """Holds the network; the caller keeps its memory."""
        self.params, self.places, self.hidden = params, shown(args, game), args.hidden

    def new_memory(self, num_envs: int, num_seats: int) -> Floats:
        """Returns an empty memory for each seat of each game."""
        return np.zeros((num_envs, num_seats, self.hidden), np.float32)

    def __call__(
        self,
        observations: Any,
        action_masks: Any,
        *,
        memory: Any,
        envs: Any,
        seats: Any,
        starts: Any,
    ) -> Any:
        """Returns the most probable action for each row; updates the memory."""
        # All games are rows, whether they wait or not: for arrays of another size the network would
        # be compiled again.
        lines = len(memory)
        before = np.zeros((lines, self.hidden), np.float32)
        seen = np.zeros((lines, len(self.places)), np.float32)
        masks = np.ones((lines, action_masks.shape[1]), np.bool_)
        before[envs] = np.where(starts[:, None], np.float32(0), memory[envs, seats])
        seen[envs], masks[envs] = observations[:, self.places], action_masks
        after, log_probs, _ = network(self.params, before, seen, masks)
        memory[envs, seats] = np.asarray(after)[envs]
        return np.asarray(log_probs).argmax(axis=1)[envs]


def advantages(args: Args, found: Rollout, after: Floats, begins: Bools) -> Floats:
    """Computes generalised advantages; values after the end of an episode do not count."""
    gained = np.zeros_like(after)
    result: Floats = np.zeros_like(found.values)
    ends = [*found.begins[1:], begins]
    for t in reversed(range(len(found.values))):
        goes_on = ~ends[t]
        delta = found.rewards[t] + args.gamma * goes_on * after - found.values[t]
        gained = delta + args.gamma * args.gae_lambda * goes_on * gained
        result[t], after = gained, found.values[t]
    return result


def loss(
    params: Params, args: Args, found: Rollout, advantage: Any, target: Any
) -> tuple[jax.Array, dict[str, jax.Array]]:
    """Computes PPO's clipped loss over whole sequences, and its parts, replaying the memory."""

    def step(memory: jax.Array, at: Any) -> tuple[jax.Array, Any]:
        observations, masks, begins = at
        memory = jnp.where(begins[:, None], 0.0, memory)
        memory, log_probs, values = network(params, memory, observations, masks)
        return memory, (log_probs, values)

    seen = (found.observations, found.masks, found.begins)
    _, (log_probs, values) = jax.lax.scan(step, found.memory, seen)
    taken = jnp.take_along_axis(log_probs, found.actions[..., None], axis=-1)[..., 0]
    ratio = jnp.exp(taken - found.log_probs)
    clipped = jnp.clip(ratio, 1 - args.clip, 1 + args.clip)
    policy = -jnp.minimum(ratio * advantage, clipped * advantage)
    spread = -(jnp.exp(log_probs) * jnp.where(found.masks, log_probs, 0.0)).sum(axis=-1)
    parts = {
        "losses/policy_loss": policy.mean(),
        "losses/value_loss": ((values - target) ** 2).mean(),
        "losses/entropy": spread.mean(),
    }
    mean: jax.Array = (policy + 0.5 * (values - target) ** 2 - args.entropy * spread).mean()
    return mean, {"losses/loss": mean} | parts


@functools.partial(jax.jit, static_argnames=("args", "optimizer"))
def update(
    params: Params,
    state: optax.OptState,
    part: Any,
    *,
    args: Args,
    optimizer: optax.GradientTransformation,
) -> tuple[Params, optax.OptState, dict[str, jax.Array]]:
    """Takes one step of Adam, and returns the values to be logged."""
    gradient, parts = jax.grad(loss, has_aux=True)(params, args, *part)
    change, state = optimizer.update(gradient, state, params)
    return optax.apply_updates(params, change), state, parts


def tell(log: eights.RunLog, args: Args, player: Player, decisions: int) -> None:
    """Logs win rate, length and truncation of the training games since the last call."""
    rewards = np.concatenate(player.ended)
    if rewards.size:
        rate, low, high = eights.win_rate_interval(shares_of(rewards, args.players))
        log.wins(decisions, f"{args.opponent}, learning", mean=rate, low=low, high=high)
    if games := rewards.size + player.cut:
        own = len(player.ended) * args.envs / games
        cut = {"games/length": own, "games/truncated": player.cut / games}
        log.point(decisions, cut)
    player.ended, player.cut = [], 0


def train(args: Args, log: eights.RunLog) -> tuple[Params, int, float]:
    """Trains; returns the policy, the number of decisions, and the seconds of training.

    Ctrl-C stops after an update.
    """
    batch = table(args, "train", args.envs, args.seed, "same-step")
    player, rng = Player(args, batch, args.seed), np.random.default_rng(args.seed)
    actions = batch.action_masks.shape[1]
    params = init(jax.random.key(args.seed), len(player.places), args, actions)
    updates = math.ceil(args.decisions / (args.envs * args.steps))
    rate = optax.linear_schedule(
        args.learning_rate, args.learning_rate / 10, updates * args.epochs * args.minibatches
    )
    optimizer = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(rate))
    state, start, done = optimizer.init(params), time.perf_counter(), 0
    mininterval = 0.2 if sys.stderr.isatty() else 5
    with eights.SoftStop() as stop:
        for done in tqdm(range(1, updates + 1), desc="training", mininterval=mininterval):
            params, state, parts = learn(args, player, params, state, optimizer, rng)
            decisions, seconds = done * args.envs * args.steps, time.perf_counter() - start
            told = {name: float(value) for name, value in parts.items()}
            log.point(decisions, told | {"speed/decisions_per_second": decisions / seconds})
            if done % max(updates // 20, 1) == 0:
                tell(log, args, player, decisions)
            if stop:
                break
    return params, done * args.envs * args.steps, time.perf_counter() - start


def learn(
    args: Args,
    player: Player,
    params: Params,
    state: optax.OptState,
    optimizer: optax.GradientTransformation,
    rng: np.random.Generator,
) -> tuple[Params, optax.OptState, dict[str, jax.Array]]:
    """Plays on in every game, and updates the policy; returns the values logged last."""
    found, after = player.play(params, args.steps)
    advantage = advantages(args, found, after, player.begins)
    target = advantage + found.values
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    parts: dict[str, jax.Array] = {}
    for _ in range(args.epochs):
        for envs in np.split(rng.permutation(args.envs), args.minibatches):
            own = Rollout(found.memory[envs], *(part[:, envs] for part in found[1:]))
            part = (own, advantage[:, envs], target[:, envs])
            params, state, parts = update(params, state, part, args=args, optimizer=optimizer)
    return params, state, parts


# Tests ------------------------------------------------------------------------------------------


def shares_of(rewards: Floats, players: int) -> npt.NDArray[np.float64]:
    """Converts rewards to shares of wins: a winner gets 1, others -1/(players - 1), ties share."""
    return ((rewards * (players - 1) + 1) / players).clip(0, 1).astype(np.float64)


def test(args: Args, params: Params | None, split: str) -> dict[str, Any]:
    """Tests the policy under rules of a split; without a policy, plays any legal action."""
    batch = table(args, split, args.episodes, args.seed + 1_000_003, "disabled")
    if params is None:
        return fares(batch, split, batch.sample)
    player = Player(args, batch, args.seed + 1)

    def decide() -> Any:
        actions = player.decide(params, player.observe())[0]
        player.begins = np.zeros_like(player.begins)
        return actions.astype(np.int64)

    return fares(batch, split, decide)


def fares(batch: eights.Batch[Any], split: str, decide: Callable[[], Any]) -> dict[str, Any]:
    """Tests `decide` on seat 0 in one episode of each game.

    Episodes cut off by the limit of decisions are counted separately: they are not wins, and the
    win rate leaves them out.
    """
    playing = np.ones(batch.num_envs, np.bool_)
    while playing.any():
        actions = np.where(playing, decide(), batch.action_masks.argmax(axis=1))
        batch.step(actions, playing)
        playing = ~(batch.terminations | batch.truncations)
    cut = batch.truncations
    shares = shares_of(batch.rewards[~cut, 0], batch.game.num_players())
    rate, low, high = eights.win_rate_interval(shares) if shares.size else (math.nan, 0.0, 1.0)
    return {"split": split, "win_rate": rate, "low": low, "high": high, "cut": int(cut.sum())}


def meet(args: Args, params: Params) -> eights.reports.Report | None:
    """Plays an arena of the policy and its opponent under rules of the other split.

    Returns `None` for games that are drawn from a pool.
    """
    game = games(args, "test")
    if not isinstance(game, eights.Game):
        return None
    entrants = {"ppo": Entrant(args, params, game), "opponent": args.opponent}
    return eights.arena(game, entrants, deals=args.deals, seed=args.seed)


def main() -> int:
    """Trains, tests on both splits, and prints the results."""
    args = parse_args()
    try:
        return learned(args)
    except KeyboardInterrupt:
        print(f"interrupted; the curves are in {args.out}", file=sys.stderr)
        return 130


def learned(args: Args) -> int:
    """Runs everything; returns the exit code."""
    log = eights.RunLog(
        args.out,
        players=args.players,
        budget=args.decisions,
        settings=dataclasses.asdict(args),
        overwrite=True,
    )
    told = f"curves while it learns: eights watch {args.out}"
    print(told, file=sys.stderr)
    with log:
        params, decisions, seconds = train(args, log)
        arrays: dict[str, Any] = {name: np.asarray(of) for name, of in params.items()}
        np.savez(Path(args.out) / "policy.npz", **arrays)
        if decisions < args.decisions:
            log.close("interrupted")
            kept = f"the policy so far is in {args.out}/policy.npz"
            print(f"stopped after {decisions:,} decisions; {kept}", file=sys.stderr)
            return 130
        results = {
            name: [test(args, policy, split) for split in ("train", "test")]
            for name, policy in (("random", None), ("ppo", params))
        }
        for one in results["ppo"]:
            rate = {"mean": one["win_rate"], "low": one["low"], "high": one["high"]}
            if not math.isnan(one["win_rate"]):
                log.wins(decisions, f"{args.opponent}, {one['split']} rules", **rate)
    report(args, results, meet(args, params), seconds)
    return 0


def report(
    args: Args,
    results: dict[str, list[dict[str, Any]]],
    arena: eights.reports.Report | None,
    seconds: float,
) -> None:
    """Prints the results."""
    if args.json:
        told = dataclasses.asdict(args) | {"seconds": seconds, "results": results, "arena": arena}
        print(json.dumps(told, indent=2))
        return
    print(f"{args.decisions:,} decisions in {seconds:.0f} s, {args.task} rules, {args.memory}")
    for name, tests in results.items():
        for one in tests:
            print(
                f"{name:>6} on {one['split']:>5}: wins {one['win_rate']:.1%} "
                f"({one['low']:.1%} … {one['high']:.1%}), {one['cut']} of {args.episodes} cut short"
            )
    if arena is not None:
        print(f"\n{arena}")


if __name__ == "__main__":
    raise SystemExit(main())
