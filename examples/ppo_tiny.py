"""PPO by self-play on a game that can be solved: how close does it get to equilibrium?

`eights.solve` lists every information state of a small game. The network's policy in all of them is
therefore one array, and its exploitability is exact. The three forms of PPO in `FORMS` differ in a
few numbers.

    python examples/ppo_tiny.py --ruleset tiny_eights_a --form mmd --decisions 1000000
    eights watch runs/ppo_tiny

`benchmarks/science.py` makes docs/science.md from many such runs.
"""

from __future__ import annotations

import argparse
import dataclasses
import functools
import sys
import time
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
import optax
from tqdm import tqdm

import eights
import ppo_selfplay as ppo
from eights import solve
from eights.selfplay import Rollout
from ppo_selfplay import Params

HISTORY = 16
"""Number of public events in an observation, more than a game of `tiny_eights_*` has."""

AT_ONCE = 1 << 15
"""Number of sights in one call of the network."""


@dataclasses.dataclass(frozen=True)
class Form:
    """The terms of the policy's loss."""

    clip: float | None = None
    """PPO's clipping range, if any."""
    entropy: float = 0.0
    """Weight of the entropy bonus: of the negative KL divergence to the uniform policy."""
    proximal: float = 0.0
    """Weight of the KL divergence to the policy that played."""
    annealed: bool = False
    """True if the entropy bonus falls to 0 with the step size."""


FORMS = {
    "ppo": Form(clip=0.2, entropy=0.01),
    "entropy": Form(clip=0.2, entropy=0.5, annealed=True),
    # Magnetic mirror descent, as a loss on sampled actions; its magnet is the uniform policy.
    "mmd": Form(entropy=0.5, proximal=1.0, annealed=True),
}


@dataclasses.dataclass(frozen=True)
class Sights:
    """The network's inputs in the information states of a game: observation and mask.

    Many information states have the same input: an observation tells which cards were drawn, but
    not their order.
    """

    columns: npt.NDArray[np.int64]
    """The features of observation and mask that vary."""
    seen: npt.NDArray[np.uint8]
    """The distinct inputs, `(num_sights, len(columns))`."""
    masks: npt.NDArray[np.bool_]
    """The legal actions of each input, `(num_sights, eights.NUM_ACTIONS)`."""
    of: npt.NDArray[np.int64]
    """The input of each information state, `(num_infostates,)`."""

    @classmethod
    def all(cls, solver: solve.Tabular) -> Sights:
        """Collects the inputs of every information state."""
        size = solver.game.observation_tensor_size()
        sight = np.zeros(size + eights.NUM_ACTIONS, np.uint8)
        numbers: dict[bytes, int] = {}
        of = np.zeros(solver.num_infostates, np.int64)
        for infostate, legal in enumerate(solver.legal_actions_mask):
            solver.state(infostate).observation_tensor(out=sight[:size])
            sight[size + solver.actions] = legal
            of[infostate] = numbers.setdefault(sight.tobytes(), len(numbers))
        seen = np.frombuffer(b"".join(numbers), np.uint8).reshape(len(numbers), -1)
        columns = np.flatnonzero((seen != seen[0]).any(axis=0))
        return cls(columns, seen[:, columns], seen[:, size:].astype(np.bool_), of)

    def show(
        self, observations: npt.NDArray[np.uint8], masks: npt.NDArray[np.bool_]
    ) -> npt.NDArray[np.float32]:
        """Returns the network's inputs for rows of a batch."""
        whole = np.concatenate([observations, masks], axis=1)
        return whole[:, self.columns].astype(np.float32)

    def policy(self, solver: solve.Tabular, params: Params) -> npt.NDArray[np.float64]:
        """Returns the network's policy for the solver, `(num_infostates, num_actions)`."""
        shares = np.zeros((len(self.seen), solver.num_actions))
        for start in range(0, len(shares), AT_ONCE):
            rows = slice(start, start + AT_ONCE)
            seen = self.seen[rows].astype(np.float32)
            log_probs, _ = ppo.network_of_rollout(params, seen, self.masks[rows])
            shares[rows] = np.exp(np.asarray(log_probs, np.float64))[:, solver.actions]
        # The network's float32 probabilities add up to 1 only to about seven digits.
        shares /= shares.sum(axis=1, keepdims=True)
        return shares[self.of]


def most_probable(policy: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Returns the policy that always takes the most probable action."""
    best = np.zeros_like(policy)
    best[np.arange(len(policy)), policy.argmax(axis=1)] = 1.0
    return best


def loss(params: Params, data: dict[str, jax.Array], form: Form, entropy: jax.Array) -> jax.Array:
    """Sums the policy's loss, the entropy bonus, the divergence from the old policy, value loss."""
    log_probs, value = ppo.network(params, data["obs"], data["mask"])
    shares, legal = jnp.exp(log_probs), jnp.where(data["mask"], log_probs, 0.0)
    log_prob = jnp.take_along_axis(log_probs, data["action"][:, None], axis=1)[:, 0]
    ratio = jnp.exp(log_prob - data["log_prob"])
    gain = ratio * data["advantage"]
    if form.clip is not None:
        clipped = jnp.clip(ratio, 1 - form.clip, 1 + form.clip)
        gain = jnp.minimum(gain, clipped * data["advantage"])
    gain += entropy * -(shares * legal).sum(axis=1)
    gain -= form.proximal * (shares * (legal - data["played"])).sum(axis=1)
    each = 0.5 * (value - data["target"]) ** 2 - gain
    return (each * data["weight"]).sum() / jnp.maximum(data["weight"].sum(), 1.0)


@functools.partial(jax.jit, static_argnames="form")
def update(
    params: Params,
    optimizer: optax.OptState,
    data: dict[str, Any],
    orders: Any,
    rates: tuple[float, float],
    form: Form,
) -> tuple[Params, optax.OptState]:
    """Takes a step of Adam for each row of `orders`; `rates` are step size and entropy's weight."""
    rate, entropy = rates
    log_probs, _ = ppo.network(params, data["obs"], data["mask"])
    data = data | {"played": jnp.where(data["mask"], log_probs, 0.0)}

    def minibatch(carry: Any, rows: jax.Array) -> tuple[Any, None]:
        params, optimizer = carry
        part = {name: values[rows] for name, values in data.items()}
        gradient = jax.grad(loss)(params, part, form, entropy)
        change, optimizer = ppo.adam().update(gradient, optimizer)
        params = jax.tree.map(lambda old, by: old - rate * by, params, change)
        return (params, optimizer), None

    (params, optimizer), _ = jax.lax.scan(minibatch, (params, optimizer), orders)
    return params, optimizer


class Trainer:
    """A run: games, the network, and the mean of its weights over the last updates."""

    def __init__(
        self, game: eights.Game, sights: Sights, args: ppo.Args, form: Form, averaged: float
    ) -> None:
        """Deals the games."""
        self.sights, self.args, self.form, self.averaged = sights, args, form, averaged
        self.rng = np.random.default_rng(args.seed)
        self.params = ppo.init(self.rng, len(sights.columns), args.hidden)
        self.mean = self.params
        self.optimizer = ppo.adam().init(self.params)
        batch = eights.Batch(game, args.envs, seed=args.seed, dtype="uint8")
        self.rollout = Rollout(batch, args.steps, log_prob=np.float32, value=np.float32)
        self.decisions = 0

    def collect(self) -> None:
        """Plays on in every game, with the network on all seats."""
        rollout, batch = self.rollout, self.rollout.batch
        rollout.clear()
        while not rollout.is_full:
            seen = self.sights.show(batch.observations, batch.action_masks)
            action, log_prob, value = ppo.act(self.params, seen, batch.action_masks, self.rng)
            rollout.step(action, log_prob=log_prob, value=value)

    def learn(self) -> None:
        """Updates the network from the rollout, and the mean of its weights."""
        args = self.args
        data = ppo.decisions_of(self.rollout, args)
        data["obs"] = self.sights.show(data["obs"], data["mask"])
        rows = len(data["action"])
        orders = np.concatenate([self.rng.permutation(rows) for _ in range(args.epochs)])
        orders = orders.reshape(args.epochs * args.minibatches, -1)
        left = 1 - min(self.decisions / args.decisions, 1.0)
        entropy = self.form.entropy * (left if self.form.annealed else 1.0)
        rates = (args.learning_rate * (0.1 + 0.9 * left), entropy)
        self.params, self.optimizer = update(
            self.params, self.optimizer, data, orders, rates, self.form
        )
        # A young mean forgets faster, since the first weights are of little value.
        keep = min(self.averaged, 1 - 1 / (1 + self.decisions // rows))
        self.mean = jax.tree.map(
            lambda old, new: keep * old + (1 - keep) * new, self.mean, self.params
        )
        self.decisions += rows


def distances(
    solver: solve.Tabular, sights: Sights, networks: dict[str, Params]
) -> dict[str, float]:
    """Computes exploitabilities of networks that sample, and that take the most probable action."""
    found = {}
    for name, params in networks.items():
        policy = sights.policy(solver, params)
        found[name] = solver.exploitability(policy)
        found[f"{name}, most probable"] = solver.exploitability(most_probable(policy))
    return found


def train(
    solver: solve.Tabular,
    sights: Sights,
    args: ppo.Args,
    form: Form,
    *,
    averaged: float = 0.9,
    told: Callable[[dict[str, float]], object] = lambda _: None,
    on: Callable[[int], bool] = lambda _: True,
) -> list[dict[str, float]]:
    """Trains, and evaluates exploitability `args.evaluations` times, each after twice as long.

    Args:
        solver: Solver of the game.
        sights: The network's inputs in the game.
        args: Settings of the run.
        form: Terms of the loss.
        averaged: Weight of the old mean in the new one.
        told: Receives each point of the curve.
        on: Receives the number of decisions after each update; false stops the training.

    Returns:
        Points of a curve: decisions, seconds of training, and exploitabilities by name.
    """
    game = eights.Game(args.ruleset, players=2, history=HISTORY)
    trainer = Trainer(game, sights, args, form, averaged)
    looks = [args.decisions / 2**n for n in reversed(range(args.evaluations))]
    curve: list[dict[str, float]] = []
    seconds = 0.0
    while looks:
        began = time.perf_counter()
        trainer.collect()
        trainer.learn()
        seconds += time.perf_counter() - began
        goes_on = on(trainer.decisions)
        if trainer.decisions >= looks[0] or not goes_on:
            while looks and trainer.decisions >= looks[0]:
                looks.pop(0)
            networks = {"policy": trainer.params, "mean": trainer.mean}
            point = {"decisions": trainer.decisions, "seconds": round(seconds, 1)}
            curve.append(point | distances(solver, sights, networks))
            told(curve[-1])
        if not goes_on:
            break
    return curve


def parse_args() -> tuple[ppo.Args, str]:
    """Parses the command line: the settings, and the name of the form."""
    parser = argparse.ArgumentParser(
        description=(__doc__ or "").partition("\n")[0],
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    add = parser.add_argument
    add("--ruleset", default="tiny_eights_a", help="id of a game for two that can be solved")
    add("--form", default="mmd", choices=list(FORMS), help="what the loss is made of")
    add("--decisions", type=int, default=1_000_000, help="how many decisions it learns from")
    add("--seed", type=int, default=1, help="seed of the games, the network and the choices")
    add("--envs", type=int, default=256, help="games played at once")
    add("--steps", type=int, default=32, help="decisions a game between two updates")
    add("--epochs", type=int, default=2, help="passes over the decisions of an update")
    add("--minibatches", type=int, default=4, help="parts that each pass is cut into")
    add("--hidden", type=int, default=128, help="width of the two hidden layers")
    add("--learning-rate", type=float, default=1e-3, help="Adam's step size; falls to a tenth")
    add("--evaluations", type=int, default=6, help="points of the curve, each twice as late")
    add("--out", default="runs/ppo_tiny", help="where the curve goes, in place of a former one")
    given = vars(parser.parse_args())
    form = given.pop("form")
    args = ppo.Args(**given)
    if args.envs * args.steps % args.minibatches:
        parser.error("--envs times --steps must be a multiple of --minibatches")
    return args, form


def curve_name(name: str) -> str:
    """Returns the name of a distance's curve in a run.

    >>> curve_name("mean, most probable")
    'exploitability/mean_most_probable'
    """
    return "exploitability/" + name.replace(", ", "_").replace(" ", "_")


def learned(args: ppo.Args, form: str) -> int:
    """Trains one network, and prints its distance from equilibrium; returns the exit code."""
    solver = solve.Tabular(eights.Game(args.ruleset, players=2, history=HISTORY))
    sights = Sights.all(solver)
    print(
        f"{args.ruleset}: {solver.num_infostates:,} information states, "
        f"{len(sights.seen):,} different sights of them"
    )

    print(f"exploitability of the uniform policy: {solver.exploitability(solver.uniform()):.4f}")
    settings = dataclasses.asdict(args) | {"form": form}
    log = eights.RunLog(
        args.out,
        ruleset=args.ruleset,
        players=2,
        budget=args.decisions,
        settings=settings,
        overwrite=True,
    )
    mininterval = 0.2 if sys.stderr.isatty() else 5
    bar = tqdm(total=args.decisions, desc="training", mininterval=mininterval)

    def tell(point: dict[str, float]) -> None:
        distance = dict(list(point.items())[2:])
        far = ", ".join(f"{name} {of:.4f}" for name, of in distance.items())
        line = f"{point['decisions']:,} decisions, {point['seconds']:.0f} s: {far}"
        tqdm.write(line)
        speed = point["decisions"] / max(point["seconds"], 0.1)
        curves = {curve_name(name): of for name, of in distance.items()}
        log.point(int(point["decisions"]), curves | {"speed/decisions_per_second": speed})

    with log, bar, eights.SoftStop() as stop:

        def on(decisions: int) -> bool:
            bar.update(min(decisions, args.decisions) - bar.n)
            return not stop

        train(solver, sights, args, FORMS[form], told=tell, on=on)
        if stop:
            log.close("interrupted")
            told = f"stopped after {bar.n:,} decisions; the curve so far is in {args.out}"
            tqdm.write(f"{told}: eights watch {args.out}", file=sys.stderr)
            return 130
    return 0


def main() -> int:
    """Trains; Ctrl-C stops after an update."""
    args, form = parse_args()
    try:
        return learned(args, form)
    except KeyboardInterrupt:
        print(f"interrupted; the curve so far is in {args.out}", file=sys.stderr)
        return 130


if __name__ == "__main__":
    raise SystemExit(main())
