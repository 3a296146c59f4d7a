"""PPO by self-play over `eights.Batch`, in one file: one policy plays, and learns from, all seats.

Trains for a while, then plays the policy against every built-in bot on duplicate deals (the same
deals with the seats exchanged) and leaves under `runs/`: the learning curve, the policy, and one
game to read.

    python examples/ppo_selfplay.py --seconds 60 --players 2
"""

from __future__ import annotations

import argparse
import dataclasses
import functools
import json
import math
import os
import sys
import time
from pathlib import Path
from typing import Any

os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=true")

import jax
import jax.numpy as jnp
import matplotlib as mpl
import numpy as np
import numpy.typing as npt
import optax
from rich.console import Console
from rich.table import Table
from tqdm import tqdm

import eights
from eights.selfplay import Rollout

mpl.use("Agg")
import matplotlib.pyplot as plt

Params = dict[str, jax.Array]
Floats = npt.NDArray[np.float32]


def arg(default: Any, description: str) -> Any:
    """A field of `Args`: its default, and the text of `--help`."""
    return dataclasses.field(default=default, metadata={"help": description})


@dataclasses.dataclass(frozen=True)
class Args:
    """What can be set from the command line."""

    ruleset: str = arg("crazy_eights_special", "id of a built-in ruleset")
    players: int = arg(2, "seats at the table")
    seconds: float = arg(60.0, "how long to train")
    seed: int = arg(1, "seed of the games, the network and the choices")
    envs: int = arg(256, "games played at once")
    steps: int = arg(64, "decisions a game between two updates")
    epochs: int = arg(3, "passes over the decisions of an update")
    minibatches: int = arg(8, "parts that each pass is cut into")
    hidden: int = arg(128, "width of the two hidden layers")
    learning_rate: float = arg(1e-3, "Adam's step size at the beginning; it falls to a tenth")
    gamma: float = arg(1.0, "discount from one own decision to the next")
    gae_lambda: float = arg(0.95, "lambda of the advantage estimate")
    clip: float = arg(0.2, "PPO's clipping range")
    entropy: float = arg(0.01, "weight of the entropy bonus")
    value_weight: float = arg(0.5, "weight of the value loss")
    evaluations: int = arg(8, "points of the learning curve")
    deals: int = arg(2000, "deals of the final table, each played once from every seat")
    out: str = arg("runs/ppo_selfplay", "where the results go")
    must_beat_random: bool = arg(True, "exit with 1 if the policy does not clearly beat `random`")


def parse_args() -> Args:
    """Reads the command line: one option for each field of `Args`."""
    parser = argparse.ArgumentParser(
        description=__doc__.partition("\n")[0] if __doc__ else None,
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    for field in dataclasses.fields(Args):
        name, text = "--" + field.name.replace("_", "-"), field.metadata["help"]
        if isinstance(field.default, bool):
            parser.add_argument(
                name, action=argparse.BooleanOptionalAction, default=field.default, help=text
            )
        else:
            parser.add_argument(name, type=type(field.default), default=field.default, help=text)
    args = Args(**vars(parser.parse_args()))
    if args.envs * args.steps % args.minibatches:
        parser.error(
            f"{args.envs} envs x {args.steps} steps cannot be cut into --minibatches evenly"
        )
    return args


# The network ------------------------------------------------------------------------------------


def init(key: jax.Array, size: int, hidden: int) -> Params:
    """Orthogonal weights for two hidden layers, a policy head and a value head."""
    keys = jax.random.split(key, 4)
    orthogonal = jax.nn.initializers.orthogonal
    return {
        "w1": orthogonal(math.sqrt(2))(keys[0], (size, hidden)),
        "b1": jnp.zeros(hidden),
        "w2": orthogonal(math.sqrt(2))(keys[1], (hidden, hidden)),
        "b2": jnp.zeros(hidden),
        "policy": orthogonal(0.01)(keys[2], (hidden, eights.NUM_ACTIONS)),
        "value": orthogonal(1.0)(keys[3], (hidden, 1)),
    }


def network(params: Params, obs: jax.Array, mask: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Log-probabilities of the legal actions, and the value for the seat that observes."""
    x = jax.nn.relu(obs @ params["w1"] + params["b1"])
    x = jax.nn.relu(x @ params["w2"] + params["b2"])
    logits = jnp.where(mask, x @ params["policy"], -1e9)
    return jax.nn.log_softmax(logits), jnp.tanh(x @ params["value"])[..., 0]


@jax.jit
def act(
    params: Params, obs: jax.Array, mask: jax.Array, key: jax.Array
) -> tuple[jax.Array, jax.Array, jax.Array]:
    """Draws an action for each row: the action, its log-probability, the value."""
    log_probs, value = network(params, obs, mask)
    action = jax.random.categorical(key, log_probs)
    return action, jnp.take_along_axis(log_probs, action[:, None], axis=1)[:, 0], value


@jax.jit
def best(params: Params, obs: jax.Array, mask: jax.Array) -> jax.Array:
    """The most likely action of each row."""
    return network(params, obs, mask)[0].argmax(axis=1)


# Self-play --------------------------------------------------------------------------------------


def collect(params: Params, rollout: Rollout, key: jax.Array) -> None:
    """Plays on in every game, the policy deciding for whichever seat is to act."""
    rollout.clear()
    batch = rollout.batch
    for step_key in jax.random.split(key, rollout.steps):
        action, log_prob, value = act(params, batch.observations, batch.action_masks, step_key)
        rollout.step(action, log_prob=log_prob, value=value)


# Learning ---------------------------------------------------------------------------------------


def loss(params: Params, data: dict[str, jax.Array], args: Args) -> jax.Array:
    """PPO's clipped policy loss, the value loss and the entropy bonus."""
    log_probs, value = network(params, data["obs"], data["mask"])
    log_prob = jnp.take_along_axis(log_probs, data["action"][:, None], axis=1)[:, 0]
    ratio = jnp.exp(log_prob - data["log_prob"])
    clipped = jnp.clip(ratio, 1 - args.clip, 1 + args.clip)
    policy = -jnp.minimum(ratio * data["advantage"], clipped * data["advantage"])
    entropy = -(jnp.exp(log_probs) * jnp.where(data["mask"], log_probs, 0.0)).sum(axis=1)
    each = policy + args.value_weight * (value - data["target"]) ** 2 - args.entropy * entropy
    return (each * data["weight"]).sum() / jnp.maximum(data["weight"].sum(), 1.0)


@functools.partial(jax.jit, static_argnames=("args", "optimizer"))
def update(
    params: Params,
    state: optax.OptState,
    data: dict[str, jax.Array],
    key: jax.Array,
    args: Args,
    optimizer: optax.GradientTransformation,
) -> tuple[Params, optax.OptState, jax.Array]:
    """`epochs` passes over a rollout, in `minibatches` parts each."""
    weight = data["weight"]
    mean = (data["advantage"] * weight).sum() / weight.sum()
    spread = jnp.sqrt((((data["advantage"] - mean) ** 2) * weight).sum() / weight.sum())
    data = data | {"advantage": (data["advantage"] - mean) / (spread + 1e-8)}

    def minibatch(carry: Any, rows: jax.Array) -> tuple[Any, jax.Array]:
        params, state = carry
        part = {name: values[rows] for name, values in data.items()}
        value, gradient = jax.value_and_grad(loss)(params, part, args)
        change, state = optimizer.update(gradient, state, params)
        return (optax.apply_updates(params, change), state), value

    orders = [jax.random.permutation(k, len(weight)) for k in jax.random.split(key, args.epochs)]
    rows = jnp.concatenate(orders).reshape(args.epochs * args.minibatches, -1)
    (params, state), losses = jax.lax.scan(minibatch, (params, state), rows)
    return params, state, losses.mean()


# Evaluation -------------------------------------------------------------------------------------


def duplicate(params: Params, game: eights.Game, bot: str, deals: int, seed: int) -> Floats:
    """The policy against a bot in all other seats, each deal once from every seat.

    Returns:
        For each game the share that the policy has won (ties count their share); the games of a
        deal, one from each seat, stand next to each other.
    """
    players = game.num_players()
    shares = np.zeros((players, deals), np.float32)
    for seat in range(players):
        controllers: list[str | None] = [bot] * players
        controllers[seat] = None
        # One episode an env: env i of every batch of this seed has the same deal.
        batch = eights.Batch(
            game, num_envs=deals, seed=seed, controllers=controllers, autoreset="disabled"
        )
        won = np.zeros(deals, np.float32)
        done = np.zeros(deals, np.bool_)
        while not done.all():
            batch.step(np.asarray(best(params, batch.observations, batch.action_masks)))
            ended = ~done & (batch.terminations | batch.truncations)
            won[ended] = batch.rewards[ended, seat]
            done |= ended
        if batch.skipped_episodes:
            raise RuntimeError("bots finished a deal before the policy could act: deal more cards")
        # The winners share what all have staked, 1/(players - 1) each.
        shares[seat] = (won + 1 / (players - 1)) * (players - 1) / players
    # Numbers of four bytes may end up just outside.
    return np.clip(shares.T.ravel(), 0.0, 1.0)


# The run ----------------------------------------------------------------------------------------


def train(args: Args, game: eights.Game) -> tuple[Params, list[dict[str, float]]]:
    """Trains for `args.seconds`; returns the policy and the points of the learning curve."""
    key, init_key = jax.random.split(jax.random.key(args.seed))
    params = init(init_key, game.observation_tensor_size(), args.hidden)
    optimizer = optax.chain(
        optax.clip_by_global_norm(0.5), optax.inject_hyperparams(optax.adam)(args.learning_rate)
    )
    state = optimizer.init(params)
    batch = eights.Batch(game, num_envs=args.envs, seed=args.seed)
    rollout = Rollout(batch, args.steps, log_prob=np.float32, value=np.float32)
    curve: list[dict[str, float]] = []
    decisions, trained = 0, 0.0
    shape = "{desc} {percentage:3.0f}%|{bar:16}| {postfix}"
    quiet = not sys.stderr.isatty()
    with tqdm(
        total=round(args.seconds),
        desc="training",
        bar_format=shape,
        mininterval=5 if quiet else 0.2,
    ) as bar:
        while trained < args.seconds or not curve:
            start = time.perf_counter()
            key, collect_key, update_key = jax.random.split(key, 3)
            collect(params, rollout, collect_key)
            # A reward is credited to the seat's last decision before it. Decisions whose seat does
            # not decide again in the rollout have nothing to be compared with: their weight is 0.
            found = rollout.advantages(rollout.columns["value"], args.gamma, args.gae_lambda)
            data = {
                "obs": rollout.observations,
                "mask": rollout.action_masks,
                "action": rollout.actions,
                "log_prob": rollout.columns["log_prob"],
                "advantage": found.advantages,
                "target": found.targets,
                "weight": found.weights,
            }
            flat = {k: v.reshape(-1, *v.shape[2:]) for k, v in data.items()}
            fall = 1 - 0.9 * min(trained / max(args.seconds, 1e-9), 1.0)
            state[1].hyperparams["learning_rate"] = jnp.asarray(args.learning_rate * fall)
            params, state, mean = update(params, state, flat, update_key, args, optimizer)
            mean_loss = float(mean)
            trained += time.perf_counter() - start
            decisions += rollout.actions.size
            if trained >= args.seconds * len(curve) / max(args.evaluations - 1, 1):
                wins = {
                    bot: float(duplicate(params, game, bot, 200, args.seed + 1).mean())
                    for bot in eights.bots()
                }
                curve.append({"decisions": float(decisions), "seconds": trained} | wins)
            wins_so_far = ", ".join(f"{bot} {curve[-1][bot]:.0%}" for bot in eights.bots())
            speed = f"{decisions / trained:,.0f} decisions/s"
            bar.set_postfix_str(
                f"{speed}, loss {mean_loss:+.3f}, wins: {wins_so_far}", refresh=False
            )
            bar.update(min(round(trained), bar.total or 0) - bar.n)
    return params, curve


def final_table(
    params: Params, game: eights.Game, args: Args, console: Console
) -> dict[str, tuple[float, float, float]]:
    """Plays the policy against every bot and prints the win rates."""
    table = Table(title=f"{args.ruleset}, {args.players} players: the policy against each bot")
    for column in ("bot", "win rate", "95 % interval", "games", "deals"):
        table.add_column(column, justify="left" if column == "bot" else "right")
    results = {}
    for bot in tqdm(eights.bots(), desc="duplicate deals", leave=False, disable=None):
        mean, low, high = results[bot] = eights.win_rate_interval(
            duplicate(params, game, bot, args.deals, args.seed + 2), games_per_deal=args.players
        )
        games = args.deals * args.players
        table.add_row(
            bot, f"{mean:.1%}", f"{low:.1%} … {high:.1%}", f"{games:,}", f"{args.deals:,}"
        )
    console.print(table)
    console.print(
        f"A fair share is {1 / args.players:.1%}. Every deal is played once from each seat, the "
        "bot holding all others. The intervals are clustered by deal. The policy plays its most "
        "likely action.",
        highlight=False,
    )
    return results


def plot(curve: list[dict[str, float]], args: Args, path: Path) -> None:
    """Draws the win rates against each bot over the decisions played."""
    figure, axes = plt.subplots(figsize=(7, 4.2), layout="constrained")
    for bot in eights.bots():
        axes.plot(
            [p["decisions"] / 1e6 for p in curve], [p[bot] * 100 for p in curve], "o-", label=bot
        )
    axes.axhline(100 / args.players, color="grey", linestyle=":", label="fair share")
    axes.set(
        title=f"PPO by self-play on {args.ruleset}, {args.players} players",
        xlabel="decisions played (millions)",
        ylabel="win rate against the bot (%)",
        ylim=(0, 100),
    )
    axes.legend(loc="lower right")
    axes.grid(alpha=0.3)
    figure.savefig(path, dpi=130)
    plt.close(figure)


def play_one(params: Params, game: eights.Game, seed: int, path: Path) -> None:
    """Writes one game of the policy against the best bot: its record, and the same in words."""
    state = game.new_initial_state(seed=seed)
    bot = eights.bots()[-1]
    lines = [f"seat 0: the policy; the others: {bot}", ""]
    while not state.is_terminal():
        seat = state.current_player()
        if seat == 0:
            obs, mask = state.observation_tensor()[None], state.legal_actions_mask()[None]
            action = int(best(params, obs, mask)[0])
        else:
            action = state.bot_action(bot, seed=seed + len(state.history()))
        lines.append(f"seat {seat}: {state.describe_action(action)}")
        state.apply_action(action)
    lines += ["", str(state)]
    path.with_suffix(".json").write_text(state.record() + "\n", encoding="utf-8")
    path.with_suffix(".txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> int:
    """Trains, evaluates, and writes what came of it."""
    args, console = parse_args(), Console()
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    game = eights.Game(args.ruleset, players=args.players)
    params, curve = train(args, game)
    results = final_table(params, game, args, console)
    plot(curve, args, out / "learning_curve.png")
    about = {
        "ruleset": args.ruleset,
        "fingerprint": game.ruleset.fingerprint,
        "players": args.players,
        "observations": game.observation_layout,
        "eights": eights.__version__,
        "results": results,
        "curve": curve,
    }
    arrays: dict[str, Any] = {name: np.asarray(values) for name, values in params.items()}
    np.savez(out / "policy.npz", about=np.array(json.dumps(about)), **arrays)
    play_one(params, game, args.seed, out / "game")
    console.print(f"left in {out}/: learning_curve.png, policy.npz, game.json, game.txt")
    if args.must_beat_random and results["random"][1] <= 1 / args.players:
        console.print("[red]the policy does not clearly beat random[/red]")
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
