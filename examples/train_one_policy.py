"""Trains one policy for every game, which reads the rules: the bot `learned`.

First it imitates `heuristic`, then it learns by PPO: at the tables of all built-in rulesets but
seven, and at tables with house rules of the split `train`, drawn anew now and then. In half of the
games the policy plays all seats, in the others one seat against `heuristic`. The network and the
update run on whatever device JAX finds; games are played on the host meanwhile.

    python examples/train_one_policy.py --decisions 20_000_000
    python examples/train_one_policy.py --resume --decisions 40_000_000

Writes to `--out` the policy, settings and curve, and a checkpoint from which `--resume` goes on
exactly, with a larger budget for instance. Ctrl-C stops after an update.
"""

from __future__ import annotations

import argparse
import dataclasses
import functools
import json
import pickle
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
import optax
from safetensors.numpy import load_file, save_file

import eights
import one_policy
from one_policy import ACTIONS, Columns, Pages, Params, Rules, Widths

HELD_OUT = (
    "mau_mau",
    "olsen",
    "crazy_pairs",
    "jokers_and_nines",
    "switch_redjack",
    "tschau_sepp",
    "other_blackjack",
)
"""Rulesets that no policy in the repository has ever learned from, as the split `test`."""

TEACHER = "heuristic"
"""The bot that is imitated, and that has the other seats in half of the games."""

SEATS = 10
"""Seats that arrays have room for."""

SHARED = ("observations", "action_masks", "players", "terminations", "truncations")
"""The arrays of a batch that have the same shape at every table."""

OWN = 0.25
"""Share of the moves that the policy makes itself while it imitates."""


def arg(default: Any, description: str) -> Any:
    """Returns a field of `Args`, with its default and the text of `--help`."""
    return dataclasses.field(default=default, metadata={"help": description})


@dataclasses.dataclass(frozen=True)
class Args:
    """Settings from the command line."""

    decisions: int = arg(20_000_000, "decisions of the policy in all")
    imitation: float = arg(0.1, "share of them in which it imitates")
    seed: int = arg(1, "seed of the games, the network and the choices")
    envs: int = arg(32, "games played at once at each table")
    steps: int = arg(32, "decisions a game between two updates")
    house: int = arg(48, "tables with house rules")
    redraw: int = arg(8, "updates between two drawings of house rules")
    epochs: int = arg(1, "passes over the decisions of an update")
    minibatches: int = arg(16, "parts that each pass is cut into")
    learning_rate: float = arg(1e-3, "Adam's step size at the beginning; it falls to a twentieth")
    gae_lambda: float = arg(0.95, "lambda of the advantage estimate")
    clip: float = arg(0.2, "PPO's clipping range")
    entropy: float = arg(0.005, "weight of the entropy bonus")
    value_weight: float = arg(0.5, "weight of the value loss")
    mean: float = arg(0.998, "share of the former mean of the weights that each update keeps")
    first: int = arg(256, "width of the first layer")
    second: int = arg(128, "width of the second layer")
    threads: int = arg(2, "threads that play games")
    evaluations: int = arg(10, "points of the curve of win rates")
    rulesets: str = arg(
        "", "ids of rulesets to learn, with commas, one given twice twice; empty: all not held out"
    )
    players: str = arg("2,3,4,6", "numbers of players, with commas; one given twice: two tables")
    start: str = arg("", "policy.safetensors to begin with, in place of weights drawn at random")
    minutes: float = arg(0.0, "minutes after which this slice stops with a checkpoint; 0: never")
    updates: int = arg(
        0, "updates of the whole run after which this slice stops with a checkpoint; 0: never"
    )
    resume: bool = arg(False, "go on from the checkpoint in --out")
    out: str = arg("runs/one_policy", "where the results go")


def parse_args(arguments: list[str] | None = None) -> Args:
    """Parses the command line: one option for each field of `Args`."""
    description = __doc__.partition("\n")[0] if __doc__ else None
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    for field in dataclasses.fields(Args):
        name, text = "--" + field.name.replace("_", "-"), field.metadata["help"]
        if isinstance(field.default, bool):
            parser.add_argument(
                name, action=argparse.BooleanOptionalAction, default=field.default, help=text
            )
        else:
            parser.add_argument(name, type=type(field.default), default=field.default, help=text)
    return Args(**vars(parser.parse_args(arguments)))


# Tables -----------------------------------------------------------------------------------------


def make(ruleset: str | eights.Ruleset, players: int, **options: Any) -> eights.Game:
    """Returns a game with observations of cards."""
    limit = 20_000 if options.get("episode") == "match" else 1_000
    return eights.Game(ruleset, players=players, layout="cards", max_decisions=limit, **options)


def usual_rulesets() -> list[str]:
    """Returns the built-in rulesets with the usual suits and ranks, which share one layout."""
    return [
        name
        for name in eights.rulesets()
        if eights.Game(name).num_distinct_actions() == eights.NUM_ACTIONS
    ]


def has_match(name: str) -> bool:
    """True if matches of a ruleset have an end."""
    try:
        eights.Game(name, episode="match")
    except eights.GameError:
        return False
    return True


def listed(names: str, players_of_tables: str) -> list[eights.Game]:
    """Returns the tables of built-in rulesets to learn from."""
    wanted = [int(players) for players in players_of_tables.split(",")]
    games = []
    for name in names.split(",") if names else usual_rulesets():
        if name in HELD_OUT:
            continue
        least, most = eights.Ruleset(name).players
        some = [players for players in wanted if least <= players <= most]
        games += [make(name, players) for players in some]
        games.append(make(name, most))
        games += [make(name, some[at], reward="points") for at in (0, -1)]
        if has_match(name):
            games += [make(name, some[at], episode="match") for at in (0, -1)]
    return games


def house_game(rng: np.random.Generator) -> eights.Game:
    """Returns a game with house rules of `train`, for two to six players."""
    while True:
        ruleset = eights.Ruleset.sample(int(rng.integers(1 << 62)), split="train")
        least, most = ruleset.players
        players = int(rng.choice([2, 2, 2, 3, 3, 4, 4, 5, 6]))
        if least <= players <= most:
            game = make(ruleset, players)
            # A matrix for each score or drawn card would take the place of many other tables.
            if len(game.rule_matrix()) == 1:
                return game


Tables = npt.NDArray[np.int64]
"""Indices of tables."""


class Half:
    """Half of the games of every table: arrays in which the rows of a table are together.

    G tables with N games each; D features.
    """

    def __init__(self, games: list[eights.Game], envs: int, seed: int, against: str | None) -> None:
        """Begins games; with `against`, that bot has all seats but one, which moves around."""
        self.envs, self.against = envs, against
        size = games[0].observation_tensor_size()
        shape = (len(games), envs)
        self.observations = np.zeros((*shape, size), np.uint8)
        self.action_masks = np.zeros((*shape, ACTIONS), np.bool_)
        self.players = np.zeros(shape, np.int32)
        self.terminations = np.zeros(shape, np.bool_)
        self.truncations = np.zeros(shape, np.bool_)
        self.advice = np.zeros(shape, np.int64)
        # A table writes rewards for as many seats as it has.
        self._rewards = [np.zeros((envs, game.num_players()), np.float32) for game in games]
        self.batches = [self.batch(at, game, seed + at) for at, game in enumerate(games)]

    def batch(self, table: int, game: eights.Game, seed: int) -> eights.Batch[Any]:
        """Returns a batch for a table, which writes into the arrays of all."""
        players = game.num_players()
        controllers = None
        if self.against:
            controllers = [
                [None if seat == env % players else self.against for seat in range(players)]
                for env in range(self.envs)
            ]
        self._rewards[table] = np.zeros((self.envs, players), np.float32)
        buffers = {name: getattr(self, name)[table] for name in SHARED}
        buffers["rewards"] = self._rewards[table]
        return eights.Batch(
            game, self.envs, seed=seed, dtype="uint8", controllers=controllers, buffers=buffers
        )

    def advise(self, tables: Tables) -> None:
        """Asks the teacher in every game of some tables."""
        for table in tables:
            self.batches[table].bot_actions(TEACHER, out=self.advice[table])

    def step(self, tables: Tables, actions: npt.NDArray[np.int32]) -> None:
        """Makes a move in every game of some tables."""
        for table in tables:
            self.batches[table].step(actions[table])

    def rewards(self) -> npt.NDArray[np.float32]:
        """Returns the rewards of the last step: shape [G, N, 10]."""
        rewards = np.zeros((*self.players.shape, SEATS), np.float32)
        for own, of_table in zip(rewards, self._rewards, strict=True):
            own[:, : of_table.shape[1]] = of_table
        return rewards

    def ended(self) -> npt.NDArray[np.bool_]:
        """Returns which games the last step ended: shape [G, N]."""
        return self.terminations | self.truncations


class Rollout(NamedTuple):
    """The decisions of some steps: T steps of G tables with N games each."""

    obs: jax.Array
    mask: jax.Array
    player: jax.Array
    action: jax.Array
    """The actions taken; while imitating, those of the teacher."""
    log_prob: jax.Array
    value: jax.Array
    reward: jax.Array
    ended: jax.Array


# Learning ---------------------------------------------------------------------------------------


encode = jax.jit(one_policy.encode)


@functools.partial(jax.jit, static_argnames="columns")
def act(
    params: Params,
    columns: Columns,
    pages: tuple[Pages, ...],
    obs: jax.Array,
    mask: jax.Array,
    key: jax.Array,
) -> tuple[jax.Array, jax.Array, jax.Array]:
    """Draws an action for each row; returns it, its log-probability and the value."""
    log_probs, value = one_policy.forward(params, columns, pages, obs, mask)
    sums = jnp.exp(log_probs).cumsum(-1)
    drawn = jax.random.uniform(key, (*sums.shape[:-1], 1)) * sums[..., -1:]
    action = (sums > drawn).argmax(-1).astype(jnp.int32)
    log_prob = jnp.take_along_axis(log_probs, action[..., None], axis=-1)[..., 0]
    return action, log_prob, value


@functools.partial(jax.jit, static_argnames="args")
def targets(data: Rollout, args: Args) -> tuple[jax.Array, jax.Array, jax.Array]:
    """Returns advantages, targets of the value and weights, each [T, G, N].

    The reward of a decision is known when its seat decides again, or at the end of the episode;
    decisions of which neither is in the rollout have the weight 0.
    """
    shape = data.reward.shape[1:]
    first = (jnp.zeros(shape), jnp.zeros(shape), jnp.zeros(shape), jnp.zeros(shape))

    def back(carry: Any, step: Any) -> tuple[Any, Any]:
        player, value, reward, ended = step
        won, later, ahead, known = (
            jnp.where(ended[..., None], end, of)
            for of, end in zip(carry, (0.0, 0.0, 0.0, 1.0), strict=True)
        )
        won = won + reward
        mine = jax.nn.one_hot(player, SEATS)
        of_mine = [(of * mine).sum(-1) for of in (won, later, ahead, known)]
        delta = of_mine[0] + of_mine[1] - value
        advantage = delta + args.gae_lambda * of_mine[2]
        weight = of_mine[3]
        new = (jnp.zeros_like(won), value[..., None], advantage[..., None], jnp.ones_like(won))
        carry = tuple(
            jnp.where(mine > 0, to, of)
            for of, to in zip((won, later, ahead, known), new, strict=True)
        )
        return carry, (advantage, advantage + value, weight)

    steps = (data.player, data.value, data.reward, data.ended)
    found: tuple[jax.Array, jax.Array, jax.Array] = jax.lax.scan(back, first, steps, reverse=True)[
        1
    ]
    return found


def loss(
    params: Params,
    columns: Columns,
    parts: tuple[Rules, ...],
    rows: dict[str, jax.Array],
    args: Args,
    imitate: bool,
) -> tuple[jax.Array, dict[str, jax.Array]]:
    """Computes PPO's clipped loss, or the cross-entropy to the teacher; and its parts."""
    log_probs, value = one_policy.forward(
        params, columns, one_policy.encode(params, parts), rows["obs"], rows["mask"]
    )
    log_prob = jnp.take_along_axis(log_probs, rows["action"][..., None], axis=-1)[..., 0]
    legal = jnp.where(rows["mask"], log_probs, 0.0)
    ratio = jnp.exp(log_prob - rows["log_prob"])
    clipped = jnp.clip(ratio, 1 - args.clip, 1 + args.clip)
    gain = jnp.minimum(ratio * rows["advantage"], clipped * rows["advantage"])
    each = {
        "policy_loss": -log_prob if imitate else -gain,
        "entropy": -(jnp.exp(legal) * legal).sum(-1),
        "approx_kl": ratio - 1 - (log_prob - rows["log_prob"]),
        "agreement": (log_probs.argmax(-1) == rows["action"]) * 1.0,
        "unrated": (rows["mask"] & (log_probs < one_policy.UNRATED / 2)).any(-1) * 1.0,
    }
    # A decision with one legal action teaches the policy nothing.
    choice = (rows["mask"].sum(-1) > 1) * (1.0 if imitate else rows["weight"])
    parts_of = {name: (of * choice).sum() / (choice.sum() + 1e-6) for name, of in each.items()}
    squares = (value - rows["target"]) ** 2 * rows["weight"] / rows["scale"]
    parts_of["value_loss"] = squares.sum() / (rows["weight"].sum() + 1e-6)
    total = parts_of["policy_loss"] + args.value_weight * parts_of["value_loss"]
    if not imitate:
        total -= args.entropy * parts_of["entropy"]
    return total, parts_of


def adam() -> optax.GradientTransformation:
    """Returns Adam's direction of clipped gradients."""
    return optax.chain(optax.clip_by_global_norm(0.5), optax.scale_by_adam())


@functools.partial(
    jax.jit, static_argnames=("columns", "args", "imitate"), donate_argnames=("params", "optimizer")
)
def update(
    params: Params,
    optimizer: optax.OptState,
    columns: Columns,
    parts: tuple[Rules, ...],
    data: Rollout,
    key: jax.Array,
    rate: jax.Array,
    args: Args,
    imitate: bool,
) -> tuple[Params, optax.OptState, dict[str, jax.Array]]:
    """Takes a step of Adam for each minibatch, which has as many rows of each table."""
    advantage, target, weight = targets(data, args)
    axes = (0, 2)
    count = weight.sum(axes, keepdims=True) + 1e-6
    mean = (advantage * weight).sum(axes, keepdims=True) / count
    spread = jnp.sqrt((((advantage - mean) ** 2) * weight).sum(axes, keepdims=True) / count)
    # Returns in points are of another size than wins, and must not drown them.
    middle = (target * weight).sum(axes, keepdims=True) / count
    scale = (((target - middle) ** 2) * weight).sum(axes, keepdims=True) / count + 0.25
    all_rows = {
        "obs": data.obs,
        "mask": data.mask,
        "action": data.action,
        "log_prob": data.log_prob,
        "advantage": (advantage - mean) / (spread + 1e-3),
        "target": target,
        "weight": weight,
        "scale": jnp.broadcast_to(scale, weight.shape),
    }
    steps, _, envs = advantage.shape
    passes = [
        jax.random.permutation(one, steps * envs) for one in jax.random.split(key, args.epochs)
    ]
    orders = jnp.concatenate(passes).reshape(args.epochs * args.minibatches, -1)

    def minibatch(carry: Any, order: jax.Array) -> Any:
        params, optimizer = carry
        at, env = order // envs, order % envs
        rows = {name: jnp.swapaxes(of[at, :, env], 0, 1) for name, of in all_rows.items()}
        gradient, told = jax.grad(loss, has_aux=True)(params, columns, parts, rows, args, imitate)
        change, optimizer = adam().update(gradient, optimizer)
        params = jax.tree.map(lambda old, by: old - rate * by, params, change)
        return (params, optimizer), told

    (params, optimizer), told = jax.lax.scan(minibatch, (params, optimizer), orders)
    return params, optimizer, {name: of.mean() for name, of in told.items()}


# The run ----------------------------------------------------------------------------------------


def by_meanings(games: list[eights.Game]) -> tuple[tuple[Rules, ...], list[eights.Game]]:
    """Returns the rules of games in two parts, those with one meaning first, and the games so."""
    ones = [game for game in games if len(game.rule_matrix()) == 1]
    more = [game for game in games if len(game.rule_matrix()) > 1]
    parts = [Rules.of(ones, 1)]
    if more:
        parts.append(Rules.of(more, max(len(game.rule_matrix()) for game in more)))
    return tuple(jax.tree.map(jnp.asarray, part) for part in parts), ones + more


@dataclasses.dataclass
class Run:
    """The whole state of a run."""

    args: Args
    columns: Columns
    games: list[eights.Game]
    """The games of all tables, in the order of their rows; those with house rules stand first."""
    params: Params
    mean: Params
    """The mean of the weights of the last updates."""
    optimizer: optax.OptState
    rng: np.random.Generator
    parts: tuple[Rules, ...] = ()
    halves: tuple[Half, ...] = ()
    decisions: int = 0
    updates: int = 0
    seconds: dict[str, float] = dataclasses.field(default_factory=dict)
    curve: list[dict[str, Any]] = dataclasses.field(default_factory=list)
    last: float = 0.0

    def lap(self, part: str) -> None:
        """Adds the time since the last call to this part."""
        now = time.perf_counter()
        self.seconds[part] = self.seconds.get(part, 0.0) + now - self.last
        self.last = now


def begin(args: Args) -> Run:
    """Starts a run."""
    rng = np.random.default_rng(args.seed)
    house = [house_game(rng) for _ in range(args.house)]
    parts, games = by_meanings(house + listed(args.rulesets, args.players))
    columns = Columns.of(games[0])
    widths = Widths(first=args.first, second=args.second)
    params = one_policy.init(args.seed, columns, parts[0], widths)
    if args.start:
        params = {name: jnp.asarray(of) for name, of in load_file(args.start).items()}
    average = jax.tree.map(jnp.copy, params)
    run = Run(args, columns, games, params, average, adam().init(params), rng, parts)
    run.halves = halves(run)
    return run


def halves(run: Run) -> tuple[Half, ...]:
    """Begins the games of both halves."""
    seeds = run.rng.integers(1 << 62, size=2)
    own, other = run.args.envs // 2, run.args.envs - run.args.envs // 2
    return (
        Half(run.games, own, int(seeds[0]), None),
        Half(run.games, other, int(seeds[1]), TEACHER),
    )


def redraw(run: Run) -> None:
    """Draws the house rules of the first tables anew; their games begin anew."""
    house = range(run.args.house)
    run.games[: len(house)] = [house_game(run.rng) for _ in house]
    for half in run.halves:
        for table in house:
            seed = int(run.rng.integers(1 << 62))
            half.batches[table] = half.batch(table, run.games[table], seed)
    run.parts = by_meanings(run.games)[0]


def collect(run: Run, pool: ThreadPoolExecutor, imitate: bool) -> Rollout:
    """Plays on in every game: one half is played on the host while the network sees the other."""
    args = run.args
    # Several parts for each thread.
    chunks = np.array_split(np.arange(len(run.games)), 4 * args.threads)
    steps: tuple[list[tuple[Any, ...]], ...] = ([], [])
    pages = encode(run.params, run.parts)

    def think(half: Half) -> tuple[jax.Array, ...]:
        obs, mask = jnp.array(half.observations), jnp.array(half.action_masks)
        key = jax.random.key(int(run.rng.integers(1 << 31)))
        return obs, mask, *act(run.params, run.columns, pages, obs, mask, key)

    def play(half: Half, thought: tuple[jax.Array, ...], into: list[tuple[Any, ...]]) -> None:
        obs, mask, action, log_prob, value = thought
        players, actions = half.players.copy(), np.array(action)
        run.lap("network")
        if imitate:
            list(pool.map(half.advise, chunks))
            own = run.rng.random(actions.shape) < OWN
            actions = np.where(own, actions, half.advice).astype(np.int32)
        list(pool.map(functools.partial(half.step, actions=actions), chunks))
        taught = half.advice.astype(np.int32) if imitate else action
        into.append((obs, mask, players, taught, log_prob, value, half.rewards(), half.ended()))
        run.lap("games")

    first, second = run.halves
    thought = think(first)
    for step in range(args.steps):
        other = think(second)
        play(first, thought, steps[0])
        if step + 1 < args.steps:
            thought = think(first)
        play(second, other, steps[1])
    run.lap("games")
    both = [Rollout(*(jnp.stack(of) for of in zip(*half, strict=True))) for half in steps]
    rollout: Rollout = jax.tree.map(lambda *of: jnp.concatenate(of, axis=2), *both)
    return rollout


def train(run: Run, out: Path) -> bool:
    """Trains to the end of the budget, or of the slice; returns true at the end of the budget."""
    args, begun = run.args, time.perf_counter()
    run.last = begun
    with ThreadPoolExecutor(args.threads) as pool, eights.SoftStop() as stop:
        while run.decisions < args.decisions and not stop:
            late = args.minutes and time.perf_counter() - begun > 60 * args.minutes
            if late or (args.updates and run.updates >= args.updates):
                break
            done = run.decisions / args.decisions
            if args.evaluations and done * args.evaluations >= len(run.curve):
                look(run)
            imitate = done < args.imitation
            data = collect(run, pool, imitate)
            key = jax.random.key(int(run.rng.integers(1 << 31)))
            rate = jnp.float32(args.learning_rate * (1 - 0.95 * done))
            run.params, run.optimizer, told = update(
                run.params, run.optimizer, run.columns, run.parts, data, key, rate, args, imitate
            )
            # Early on, the mean forgets as fast as weights are learned.
            keep = min(args.mean, run.updates / (run.updates + 10))
            run.mean = mean(run.mean, run.params, keep)
            told = {name: float(of) for name, of in told.items()}
            run.lap("update")
            run.decisions += data.action.size
            run.updates += 1
            if run.updates % args.redraw == 0:
                redraw(run)
                run.lap("tables")
            tell(run, told)
        save(run, out / "checkpoint.pickle")
    return run.decisions >= args.decisions


@jax.jit
def mean(old: Params, new: Params, keep: float) -> Params:
    """Returns the mean of the weights after an update."""
    return {name: keep * old[name] + (1 - keep) * new[name] for name in old}


def tell(run: Run, told: dict[str, float]) -> None:
    """Prints a line about the last update."""
    if run.updates % 10 == 1:
        total = sum(run.seconds.values())
        shares = ", ".join(f"{name} {of / total:.0%}" for name, of in run.seconds.items())
        parts = ", ".join(f"{name} {of:.3f}" for name, of in told.items())
        sys.stdout.write(
            f"{run.decisions:,} decisions, {run.decisions / total:,.0f} a second ({shares}): "
            f"{parts}\n"
        )
        sys.stdout.flush()


# Evaluation -------------------------------------------------------------------------------------


@functools.partial(jax.jit, static_argnames="columns")
def best(
    params: Params, columns: Columns, pages: tuple[Pages, ...], obs: jax.Array, mask: jax.Array
) -> jax.Array:
    """Returns the most likely action of each row."""
    log_probs = one_policy.forward(params, columns, pages, obs, mask)[0]
    return log_probs.argmax(-1).astype(jnp.int32)


def win_rates(
    params: Params,
    columns: Columns,
    games: list[eights.Game],
    bot: str,
    envs: int,
    episodes: int,
    seed: int,
    threads: int,
) -> list[tuple[eights.Game, float]]:
    """Plays the policy on one seat against a bot on all others.

    Returns:
        Each game with the share of wins over the fair share: 1 for a player as good as the bot.
    """
    parts, games = by_meanings(games)
    pages = encode(params, parts)
    half = Half(games, envs, seed, bot)
    own = np.array([[env % game.num_players() for env in range(envs)] for game in games])
    seats = np.array([game.num_players() for game in games])
    wins, ended = np.zeros((len(games), envs)), np.zeros((len(games), envs), int)
    total = np.zeros((len(games), envs))
    with ThreadPoolExecutor(threads) as pool:
        chunks = np.array_split(np.arange(len(games)), 4 * threads)
        for _ in range(10_000):
            action = best(
                params, columns, pages, jnp.array(half.observations), jnp.array(half.action_masks)
            )
            list(pool.map(functools.partial(half.step, actions=np.array(action)), chunks))
            total += np.take_along_axis(half.rewards(), own[..., None], axis=2)[..., 0]
            over = half.ended()
            counted = over & (ended < episodes)
            wins += np.where(counted, (total * (seats[:, None] - 1) + 1) / seats[:, None], 0)
            ended += over
            total[over] = 0
            if (ended >= episodes).all():
                break
    rates = wins.sum(1) / np.minimum(ended, episodes).sum(1) * seats
    return list(zip(games, rates.tolist(), strict=True))


def tables_of(kind: str, players: int) -> list[eights.Game]:
    """Returns the tables of a kind for so many players: learned from, held out, or house rules."""
    if kind == "test":
        rng = np.random.default_rng(players)
        games: list[eights.Game] = []
        while len(games) < 64:
            ruleset = eights.Ruleset.sample(int(rng.integers(1 << 62)), split="test")
            if ruleset.players[0] <= players <= ruleset.players[1]:
                games.append(make(ruleset, players))
        return games
    names = [name for name in usual_rulesets() if (name in HELD_OUT) == (kind == "unseen")]
    allowed = {name: eights.Ruleset(name).players for name in names}
    return [make(name, players) for name, (low, high) in allowed.items() if low <= players <= high]


def look(run: Run) -> None:
    """Adds a point to the curve: win rates against `heuristic` at two players."""
    told: dict[str, Any] = {"decisions": run.decisions, "seconds": sum(run.seconds.values())}
    for kind in ("seen", "unseen", "test"):
        rates = win_rates(
            run.mean, run.columns, tables_of(kind, 2), TEACHER, 64, 4, 9, run.args.threads
        )
        told[kind] = float(np.mean([rate for _, rate in rates])) / 2
    run.curve.append(told)
    sys.stdout.write(f"{told}\n")
    sys.stdout.flush()
    run.lap("evaluation")


# Results ------------------------------------------------------------------------------------------


def save(run: Run, path: Path) -> None:
    """Writes the checkpoint as a whole or not at all."""
    batches = [[batch.get_state() for batch in half.batches] for half in run.halves]
    numpy = jax.tree.map(np.asarray, (run.params, run.mean, run.optimizer))
    state = (
        run.args,
        run.games,
        numpy,
        run.rng,
        run.decisions,
        run.updates,
        run.seconds,
        run.curve,
    )
    written = path.with_suffix(".part")
    written.write_bytes(pickle.dumps((state, batches)))
    written.replace(path)


def load(args: Args, path: Path) -> Run:
    """Loads a saved run. Load only trusted files: pickle runs code."""
    state, batches = pickle.loads(path.read_bytes())
    saved, games, weights, rng, decisions, updates, seconds, curve = state
    params, average, optimizer = jax.tree.map(jnp.asarray, weights)
    free = {"decisions", "evaluations", "minutes", "updates", "resume", "out", "threads"}
    changed = {
        of.name
        for of in dataclasses.fields(Args)
        if getattr(saved, of.name) != getattr(args, of.name)
    }
    if changed - free:
        raise SystemExit(
            f"{path} was made with other settings: {', '.join(sorted(changed - free))}"
        )
    run = Run(args, Columns.of(games[0]), games, params, average, optimizer, rng)
    run.parts = by_meanings(games)[0]
    was = rng.bit_generator.state
    run.halves = halves(run)
    rng.bit_generator.state = was
    for half, states in zip(run.halves, batches, strict=True):
        for batch, state in zip(half.batches, states, strict=True):
            batch.set_state(state)
    run.decisions, run.updates, run.seconds, run.curve = decisions, updates, seconds, curve
    return run


def write_results(run: Run, out: Path) -> None:
    """Writes the policy, and the settings and the curve of its training."""
    save_file({name: np.asarray(of) for name, of in run.mean.items()}, out / "policy.safetensors")
    settings = dataclasses.asdict(run.args)
    about: dict[str, Any] = {
        "settings": {name: of for name, of in settings.items() if name not in ("out", "start")},
        "eights": eights.__version__,
        "device": jax.devices()[0].device_kind,
        "decisions": run.decisions,
        "seconds": run.seconds,
        "curve": run.curve,
    }
    if run.args.start:
        before = Path(run.args.start).with_name("run.json")
        about["before"] = json.loads(before.read_text(encoding="utf-8"))
    (out / "run.json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Trains, and writes the results."""
    args = parse_args()
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    run = load(args, out / "checkpoint.pickle") if args.resume else begin(args)
    if train(run, out) and args.evaluations:
        look(run)
    write_results(run, out)


if __name__ == "__main__":
    main()
