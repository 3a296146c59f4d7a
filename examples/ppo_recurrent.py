"""PPO with a memory, one seat against bots: what remembering is worth where rules are not told.

A GRU carries what was seen from each own decision to the next, and is emptied where an episode
ends. `--memory none` is the same network without it. `--task hidden` plays matches under rules that
nobody is told; `--task house` a ruleset of its own in each episode, whose features the policy is
shown, or not (`--rules masked`). Tested on rules of the other split, too, which it has never met.
Leaves its policy and what `eights watch` shows under `runs/`. Ctrl-C ends it after an update.

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
    """A field of `Args`: its default, and the text of `--help`."""
    return dataclasses.field(default=default, metadata={"help": description})


@dataclass(frozen=True)
class Args:
    """What can be set from the command line."""

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
    shaping: float = arg(0.05, "what a card less in the own hand is worth during a round")
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
    """Adds an option for each field of `Args` that has a default here."""
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
    """Reads the command line: one option for each field of `Args`."""
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
    """Games of the task, under rules of this split."""
    if args.task == "hidden":
        return eights.hidden_rules(
            players=args.players, rounds=args.rounds, split=split, history=args.history
        )
    return eights.house_rules(
        args.players, split, args.pool, history=args.history, max_decisions=200 * args.players
    )


def table(args: Args, split: Any, envs: int, seed: int, autoreset: Any) -> eights.Batch[Any]:
    """Such games: the policy on seat 0, bots on the others."""
    seats = [None, *[args.opponent] * (args.players - 1)]
    return eights.Batch(games(args, split), envs, seed, controllers=seats, autoreset=autoreset)


def shown(args: Args, game: eights.Game) -> npt.NDArray[np.intp]:
    """The features that the policy is shown, by their places."""
    places = np.arange(game.observation_tensor_size())
    if args.rules == "shown":
        return places
    start, length, _ = game.observation_layout["rules"]
    return np.delete(places, slice(start, start + length))


# The network ------------------------------------------------------------------------------------


def init(key: jax.Array, size: int, args: Args) -> Params:
    """One layer, the memory or a second layer, a head for the policy and one for the value."""
    hidden = args.hidden
    shapes = {"in": (size, hidden), "policy": (hidden, eights.NUM_ACTIONS), "value": (hidden, 1)}
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
    """A layer before its nonlinearity."""
    return x @ params[name] + params[f"{name}.bias"]


def recall(params: Params, memory: jax.Array, x: jax.Array) -> jax.Array:
    """The memory after what is seen now: a gated recurrent unit; without gates, a plain layer."""
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
    """The next memory, log-probabilities of the legal actions, and the value."""
    memory = recall(params, memory, jax.nn.relu(layer(params, "in", observations)))
    logits = jnp.where(masks, layer(params, "policy", memory), -1e9)
    return memory, jax.nn.log_softmax(logits), layer(params, "value", memory)[..., 0]


@jax.jit
def act(
    params: Params, memory: jax.Array, observations: jax.Array, masks: jax.Array, key: jax.Array
) -> tuple[jax.Array, jax.Array, jax.Array, jax.Array]:
    """The next memory, an action drawn for each game, its log-probability, and the value."""
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
    """Whether the decision is the first of an episode, before which the memory is emptied."""


class Player:
    """The policy at a table: what it remembers of each game."""

    def __init__(self, args: Args, batch: eights.Batch[Any], seed: int) -> None:
        """Remembers nothing yet."""
        self.batch, self.places = batch, shown(args, batch.game)
        self.memory: Any = np.zeros((batch.num_envs, args.hidden), np.float32)
        self.begins = np.ones(batch.num_envs, np.bool_)
        self.key, self.shaping = jax.random.key(seed), args.shaping
        names = enumerate(batch.game.feature_names())
        self.rounds = [place for place, name in names if name.startswith("match rounds")]
        self.ended: list[Floats] = []
        """Rewards of the episodes that were played to their end."""
        self.cut = 0
        """How many episodes the limit of decisions has cut short."""

    def observe(self) -> Floats:
        """What the policy is shown of each game, in an array of its own."""
        seen: Floats = np.take(self.batch.observations, self.places, axis=1)
        return seen

    def cards(self) -> tuple[Floats, Floats]:
        """How many cards are in the own hand, [N], and which round it is, [N, 2] ([N, 0])."""
        start, length, scale = self.batch.game.observation_layout["hand"]
        held: Floats = self.batch.observations[:, start : start + length].sum(axis=1) * scale
        return held, self.batch.observations[:, self.rounds]

    def decide(self, params: Params, seen: Floats) -> tuple[Any, ...]:
        """Actions, their log-probabilities and values; the memory goes on."""
        self.key, now = jax.random.split(self.key)
        memory = np.where(self.begins[:, None], np.float32(0), self.memory)
        self.memory, *decided = act(params, memory, seen, self.batch.action_masks, now)
        return tuple(np.asarray(each) for each in decided)

    def play(self, params: Params, steps: int) -> tuple[Rollout, Floats]:
        """So many decisions in each game, and the value of what comes after them."""
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
            # Cards that are dealt anew are no gain of who held many.
            dealt = self.begins | (round_then != round_before).any(axis=1)
            rewards = self.batch.rewards[:, 0] + self.shaping * np.where(dealt, 0, before - then)
            found.append((seen, masks, actions, log_probs, values, rewards, begins))
        parts = [np.stack(part) for part in zip(*found, strict=True)]
        memory = jnp.where(self.begins[:, None], 0.0, self.memory)
        now = jnp.asarray(self.observe()), jnp.asarray(self.batch.action_masks)
        after = network(params, memory, *now)[2]
        return Rollout(first, *parts), np.asarray(after)


class Entrant:
    """The policy wherever a bot's name is taken: `eights.policies.MemoryPolicy`."""

    name = "ppo"

    def __init__(self, args: Args, params: Params, game: eights.Game) -> None:
        """Holds the network; memories are kept by whoever plays it."""
        self.params, self.places, self.hidden = params, shown(args, game), args.hidden

    def new_memory(self, num_envs: int, num_seats: int) -> Floats:
        """An empty memory for each seat of each game."""
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
        """The most probable action for each line; the memory goes on."""
        # A line for each game, whoever is to decide: of arrays of another size the network would
        # be compiled anew.
        lines = len(memory)
        before = np.zeros((lines, self.hidden), np.float32)
        seen = np.zeros((lines, len(self.places)), np.float32)
        masks = np.ones((lines, eights.NUM_ACTIONS), np.bool_)
        before[envs] = np.where(starts[:, None], np.float32(0), memory[envs, seats])
        seen[envs], masks[envs] = observations[:, self.places], action_masks
        after, log_probs, _ = network(self.params, before, seen, masks)
        memory[envs, seats] = np.asarray(after)[envs]
        return np.asarray(log_probs).argmax(axis=1)[envs]


def advantages(args: Args, found: Rollout, after: Floats, begins: Bools) -> Floats:
    """Generalised advantages; what follows the end of an episode does not count."""
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
    """PPO's clipped loss over whole sequences, and its parts; the memory is replayed."""

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
    """One step of Adam, and what is logged of it."""
    gradient, parts = jax.grad(loss, has_aux=True)(params, args, *part)
    change, state = optimizer.update(gradient, state, params)
    return optax.apply_updates(params, change), state, parts


def tell(log: eights.RunLog, args: Args, player: Player, decisions: int) -> None:
    """How the policy has fared since the last time, while it learned, and how long it lasted."""
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
    """The policy that was learned, by how many decisions, and the seconds that it took.

    Ctrl-C ends it after an update.
    """
    batch = table(args, "train", args.envs, args.seed, "same-step")
    player, rng = Player(args, batch, args.seed), np.random.default_rng(args.seed)
    params = init(jax.random.key(args.seed), len(player.places), args)
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
    """Plays on in every game, and updates the policy from that; returns what is logged last."""
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
    """Shares of wins: a winner is paid 1, the others -1/(players - 1); those who tie share."""
    return ((rewards * (players - 1) + 1) / players).clip(0, 1).astype(np.float64)


def test(args: Args, params: Params | None, split: str) -> dict[str, Any]:
    """How the policy fares under rules of a split; without one, any legal action is played."""
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
    """How who decides on seat 0 fares in one episode of each game.

    Episodes that the limit of decisions cuts short are counted apart: they are no wins, and none
    of the games that the win rate is about.
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
    """An arena of the policy and its opponent under rules of the other split.

    Games that are drawn from a pool have none.
    """
    game = games(args, "test")
    if not isinstance(game, eights.Game):
        return None
    entrants = {"ppo": Entrant(args, params, game), "opponent": args.opponent}
    return eights.arena(game, entrants, deals=args.deals, seed=args.seed)


def main() -> int:
    """Trains, tests on both splits, and prints what came of it."""
    args = parse_args()
    try:
        return learned(args)
    except KeyboardInterrupt:
        print(f"interrupted; the curves are in {args.out}", file=sys.stderr)
        return 130


def learned(args: Args) -> int:
    """Does all of it; returns the exit code."""
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
    """Prints what came of it."""
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
