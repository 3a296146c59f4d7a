"""PPO by self-play with every iteration in one compiled function: rollout, advantages and updates.

    python examples/ppo_jax_scan.py
    python examples/ppo_jax_scan.py --ruleset uno --players 3 --seconds 120

The rollout is a `jax.lax.scan` over `eights.jax.JaxBatch`, whose steps call back to the host. At
the end the script prints the share of time that the games and the callbacks take.
"""

from __future__ import annotations

import argparse
import functools
import sys
import time
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax
from tqdm import tqdm

import eights
from eights.jax import JaxBatch, Seen

Params = dict[str, jax.Array]


class Settings(NamedTuple):
    """Settings that are fixed when the function is compiled."""

    envs: int
    steps: int
    epochs: int
    minibatches: int
    gamma: float


class Decision(NamedTuple):
    """One decision of each env: shapes [N, ...], stacked to [T, N, ...]."""

    observations: jax.Array
    action_masks: jax.Array
    players: jax.Array
    actions: jax.Array
    log_probs: jax.Array
    values: jax.Array
    rewards: jax.Array
    ended: jax.Array


def init(key: jax.Array, game: eights.Game, hidden: int) -> Params:
    """Initialises two hidden layers, a head for the policy and one for the value."""
    keys = jax.random.split(key, 4)
    size, actions = game.observation_tensor_size(), game.num_distinct_actions()
    shapes = [(size, hidden), (hidden, hidden), (hidden, actions), (hidden, 1)]
    scales = [2**0.5, 2**0.5, 0.01, 1.0]
    make = [jax.nn.initializers.orthogonal(scale) for scale in scales]
    weights = {f"w{i}": make[i](keys[i], shapes[i]) for i in range(4)}
    return weights | {f"b{i}": jnp.zeros(shapes[i][1]) for i in range(4)}


def network(
    params: Params, observations: jax.Array, masks: jax.Array
) -> tuple[jax.Array, jax.Array]:
    """Returns log-probabilities of the legal actions, and the value for the observing seat."""
    x = observations
    for i in range(2):
        x = jax.nn.relu(x @ params[f"w{i}"] + params[f"b{i}"])
    logits = jnp.where(masks, x @ params["w2"] + params["b2"], -1e9)
    return jax.nn.log_softmax(logits), jnp.tanh(x @ params["w3"] + params["b3"])[..., 0]


def of_actions(log_probs: jax.Array, actions: jax.Array) -> jax.Array:
    """Returns the log-probability of each action that was taken."""
    return jnp.take_along_axis(log_probs, actions[..., None], axis=-1)[..., 0]


def rollout(env: JaxBatch, params: Params, key: jax.Array, steps: int) -> Decision:
    """Plays `steps` steps, with the policy on every seat."""

    def step(seen: Seen, key: jax.Array) -> tuple[Seen, Decision]:
        log_probs, values = network(params, seen.observations, seen.action_masks)
        actions = jax.random.categorical(key, log_probs)
        after = env.step(actions)
        ended = after.terminations | after.truncations
        taken = of_actions(log_probs, actions)
        return after, Decision(*seen[:3], actions, taken, values, after.rewards, ended)

    return jax.lax.scan(step, env.observe(), jax.random.split(key, steps))[1]


def advantages(
    found: Decision, gamma: float, gae_lambda: float
) -> tuple[jax.Array, jax.Array, jax.Array]:
    """Computes generalised advantages along each seat's own decisions, as in `eights.selfplay`.

    Returns:
        Advantages, value targets, and weights: 0 where the seat does not decide again.
    """
    envs = jnp.arange(found.players.shape[1])

    def back(carry: Any, at: Decision) -> tuple[Any, Any]:
        # State for each env and seat: its next value and advantage, its rewards since then, and a
        # flag that is 1 if these are known, as at the end of an episode.
        ended = at.ended[:, None]
        after, gained, won = (jnp.where(ended, 0.0, each) for each in carry[:3])
        known = jnp.where(ended, 1.0, carry[3])
        own = (envs, at.players)
        won = won + at.rewards
        delta = won[own] + gamma * after[own] - at.values
        weight = known[own]
        advantage = delta + gamma * gae_lambda * gained[own]
        carry = (
            after.at[own].set(at.values),
            gained.at[own].set(advantage * weight),
            won.at[own].set(0.0),
            known.at[own].set(1.0),
        )
        return carry, (advantage, weight)

    nothing = (jnp.zeros_like(found.rewards[0]),) * 4
    _, (advantage, weight) = jax.lax.scan(back, nothing, found, reverse=True)
    return advantage, advantage + found.values, weight


def loss(params: Params, part: Any, clip: float, entropy: float) -> jax.Array:
    """Sums PPO's clipped policy loss, the value loss and the entropy bonus."""
    found, advantage, target, weight = part
    log_probs, values = network(params, found.observations, found.action_masks)
    ratio = jnp.exp(of_actions(log_probs, found.actions) - found.log_probs)
    clipped = jnp.clip(ratio, 1 - clip, 1 + clip)
    policy = -jnp.minimum(ratio * advantage, clipped * advantage)
    spread = -(jnp.exp(log_probs) * jnp.where(found.action_masks, log_probs, 0.0)).sum(axis=-1)
    each = policy + 0.5 * (values - target) ** 2 - entropy * spread
    mean: jax.Array = (each * weight).sum() / jnp.maximum(weight.sum(), 1.0)
    return mean


@functools.partial(jax.jit, static_argnames=("env", "optimizer", "settings"))
def iteration(
    params: Params,
    state: optax.OptState,
    key: jax.Array,
    *,
    env: JaxBatch,
    optimizer: optax.GradientTransformation,
    settings: Settings,
) -> tuple[Params, optax.OptState, jax.Array]:
    """Plays one rollout and updates the policy from it."""
    play, *orders = jax.random.split(key, 1 + settings.epochs)
    found = rollout(env, params, play, settings.steps)
    advantage, target, weight = advantages(found, settings.gamma, 0.95)
    mean = (advantage * weight).sum() / weight.sum()
    spread = jnp.sqrt((((advantage - mean) ** 2) * weight).sum() / weight.sum())
    data = (found, (advantage - mean) / (spread + 1e-8), target, weight)
    flat = jax.tree.map(lambda values: values.reshape(-1, *values.shape[2:]), data)
    each = [jax.random.permutation(order, settings.steps * settings.envs) for order in orders]
    parts = jnp.concatenate(each).reshape(settings.epochs * settings.minibatches, -1)

    def update(carry: Any, rows: jax.Array) -> tuple[Any, jax.Array]:
        params, state = carry
        part = jax.tree.map(lambda values: values[rows], flat)
        value, gradient = jax.value_and_grad(loss)(params, part, 0.2, 0.01)
        change, state = optimizer.update(gradient, state, params)
        return (optax.apply_updates(params, change), state), value

    (params, state), losses = jax.lax.scan(update, (params, state), parts)
    return params, state, losses.mean()


def win_rate(params: Params, game: eights.Game, bot: str, deals: int) -> float:
    """Returns the share of games that the policy wins from seat 0, with the bot on other seats."""
    seats = [None, *[bot] * (game.num_players() - 1)]
    batch = eights.Batch(game, deals, seed=1, controllers=seats, autoreset="disabled")
    best = jax.jit(lambda obs, masks: network(params, obs, masks)[0].argmax(axis=1))
    won, playing = np.zeros(deals), np.ones(deals, np.bool_)
    while playing.any():
        batch.step(np.asarray(best(batch.observations, batch.action_masks)))
        ended = playing & (batch.terminations | batch.truncations)
        won[ended] = batch.rewards[ended, 0] > 0
        playing &= ~ended
    return float(won.mean())


def main() -> int:
    """Trains, and prints speed and strength; Ctrl-C ends the training."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--ruleset", default="crazy_eights")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=60.0, help="of training, compiling apart")
    parser.add_argument("--envs", type=int, default=256)
    parser.add_argument("--steps", type=int, default=64, help="of a rollout")
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--minibatches", type=int, default=4)
    parser.add_argument("--gamma", type=float, default=0.99)
    parser.add_argument("--deals", type=int, default=500, help="of the evaluation")
    args = parser.parse_args()
    if args.envs * args.steps % args.minibatches:
        parser.error("--envs times --steps must be a multiple of --minibatches")
    game = eights.Game(args.ruleset, players=args.players)
    env = JaxBatch(eights.Batch(game, num_envs=args.envs, seed=0))
    optimizer = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(1e-3))
    key, first = jax.random.split(jax.random.key(0))
    params = init(first, game, args.hidden)
    state = optimizer.init(params)
    settings = Settings(args.envs, args.steps, args.epochs, args.minibatches, args.gamma)
    learn = functools.partial(iteration, env=env, optimizer=optimizer, settings=settings)
    spent, iterations = 0.0, 0
    shape = "{desc} {percentage:3.0f}%|{bar}| {remaining} left"
    quiet = not sys.stderr.isatty()
    with (
        eights.SoftStop() as stop,
        tqdm(total=args.seconds, desc="training", bar_format=shape, disable=quiet) as bar,
    ):
        while spent < args.seconds and not (stop and iterations > 1):
            key, now = jax.random.split(key)
            start = time.perf_counter()
            params, state, value = learn(params, state, now)
            value.block_until_ready()
            spent += time.perf_counter() - start if iterations else 0.0
            iterations += 1
            bar.update(min(spent, args.seconds) - bar.n)
    decisions = (iterations - 1) * args.envs * args.steps
    played = jax.jit(lambda params, key: rollout(env, params, key, args.steps))
    played(params, key).actions.block_until_ready()
    start = time.perf_counter()
    played(params, key).actions.block_until_ready()
    share = (time.perf_counter() - start) / (spent / max(iterations - 1, 1))
    speed = f"{decisions / spent:,.0f} a second; the rollout's share {share:.0%}"
    print(f"{decisions:,} decisions, {speed}")
    for bot in eights.bots():
        print(f"wins {win_rate(params, game, bot, args.deals):.1%} against {bot}")
    if stop:
        print(f"stopped after {spent:.0f} s; the policy is not kept", file=sys.stderr)
    return 130 if stop else 0


if __name__ == "__main__":
    raise SystemExit(main())
