"""PPO by self-play over eights' batches, in one file: one policy learns from all seats.

In most envs the policy plays all seats; in some it meets a pool of its past selves. A run under
`runs/` has: curves and sample games for `eights watch` and TensorBoard, a checkpoint for an exact
`--resume`, a plot of the win rates against every built-in bot on duplicate deals, the policy, and
one game to read. Ctrl-C stops after the current update, with a checkpoint.

    python examples/ppo_selfplay_torch.py --players 2 --decisions 6000000
    eights watch runs

`ppo_selfplay.py` is the same in JAX: `diff` shows the differences.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import math
import os
import pickle
import sys
import time
from pathlib import Path
from typing import Any

# NumPy's products are small here, and on a busy machine its threads would wait for one another.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import matplotlib as mpl
import numpy as np
import numpy.typing as npt
import torch
from rich.console import Console
from rich.table import Table
from tqdm import tqdm

import eights
from eights.selfplay import Rollout

mpl.use("Agg")
import matplotlib.pyplot as plt

Params = dict[str, torch.Tensor]
Floats = npt.NDArray[np.float32]
Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]

BEST_BOT = eights.bots()[-1]
"""The bot on the other seats of the sample games."""

DRAW = eights.string_to_action("draw")


def arg(default: Any, description: str) -> Any:
    """Returns a field of `Args`, with its default and the text of `--help`."""
    return dataclasses.field(default=default, metadata={"help": description})


@dataclasses.dataclass(frozen=True)
class Args:
    """Settings from the command line."""

    ruleset: str = arg("crazy_eights_special", "id of a built-in ruleset")
    players: int = arg(2, "seats at the table")
    decisions: int = arg(6_000_000, "how many of its own decisions the policy learns from")
    seed: int = arg(1, "seed of the games, the network and the choices")
    envs: int = arg(2048, "games played at once")
    steps: int = arg(32, "decisions a game between two updates")
    epochs: int = arg(2, "passes over the decisions of an update")
    minibatches: int = arg(32, "parts that each pass is cut into")
    hidden: int = arg(128, "width of the two hidden layers")
    learning_rate: float = arg(1e-3, "Adam's step size at the beginning; it falls to a tenth")
    gamma: float = arg(1.0, "discount from one own decision to the next")
    gae_lambda: float = arg(0.95, "lambda of the advantage estimate")
    clip: float = arg(0.2, "PPO's clipping range")
    entropy: float = arg(0.01, "weight of the entropy bonus")
    value_weight: float = arg(0.5, "weight of the value loss")
    past_selves: float = arg(
        0.0625, "share of the games in which past selves hold all seats but one"
    )
    pool_every: int = arg(20, "updates between two past selves; each of them costs time")
    evaluations: int = arg(8, "points of the curve of win rates")
    curve_deals: int = arg(100, "deals of each point and bot, each played once from every seat")
    deals: int = arg(2000, "deals of the final table, each played once from every seat")
    save_every: int = arg(20, "updates between two checkpoints")
    resume: bool = arg(False, "go on from the checkpoint in --out, if there is one")
    out: str = arg("runs/ppo_selfplay_torch", "where the results go, in place of a former run's")
    must_beat_random: bool = arg(True, "exit with 1 if the policy does not clearly beat `random`")


def parse_args() -> Args:
    """Parses the command line: one option for each field of `Args`."""
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


def init(
    rng: np.random.Generator, size: int, hidden: int, actions: int = eights.NUM_ACTIONS
) -> Params:
    """Orthogonal weights for two hidden layers, a policy head and a value head.

    The policy begins with a bias against drawing. A policy that draws as readily as it plays keeps
    some games going for thousands of decisions, and nothing is learned from a game that does not
    end.
    """

    def orthogonal(scale: float, rows: int, columns: int) -> Floats:
        q, r = np.linalg.qr(rng.standard_normal((max(rows, columns), min(rows, columns))))
        q *= scale * np.sign(np.diag(r))
        return (q if rows >= columns else q.T).astype(np.float32)

    weights = {
        "w1": orthogonal(math.sqrt(2), size, hidden),
        "b1": np.zeros(hidden, np.float32),
        "w2": orthogonal(math.sqrt(2), hidden, hidden),
        "b2": np.zeros(hidden, np.float32),
        "policy": orthogonal(0.01, hidden, actions),
        "value": orthogonal(1.0, hidden, 1),
    }
    # One unit starts as a constant, for the policy's bias against drawing.
    weights["w2"][:, 0], weights["b2"][0] = 0, 1
    weights["policy"][0] = 0
    weights["policy"][0, DRAW] = -2
    return {name: torch.from_numpy(values).requires_grad_() for name, values in weights.items()}


def network(
    params: Params, obs: torch.Tensor, mask: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """Returns log-probabilities of the legal actions, and the value for the observing seat."""
    x = torch.relu(torch.addmm(params["b1"], obs, params["w1"]))
    x = torch.relu(torch.addmm(params["b2"], x, params["w2"]))
    logits = torch.where(mask, x @ params["policy"], -1e9)
    return torch.log_softmax(logits, dim=-1), torch.tanh(x @ params["value"])[..., 0]


def act(
    params: Params, obs: Floats, mask: Bools, rng: np.random.Generator
) -> tuple[Ints, Floats, Floats]:
    """Draws an action for each row; returns it, its log-probability and the value."""
    with torch.inference_mode():
        found = network(params, torch.from_numpy(obs), torch.from_numpy(mask))
    log_probs, value = (of.numpy() for of in found)
    action = draw(np.exp(log_probs), rng)
    return action, np.take_along_axis(log_probs, action[:, None], axis=1)[:, 0], value


def draw(shares: Floats, rng: np.random.Generator) -> Ints:
    """Draws an index for each row, with the probabilities in the row."""
    sums = shares.cumsum(axis=1)
    found: Ints = (sums > rng.random((len(sums), 1)) * sums[:, -1:]).argmax(axis=1)
    return found


class Player:
    """The current policy in NumPy, as a member of the pool and as an opponent of the bots.

    Each call has few games, and another number of them. NumPy is quick at that; JAX would compile
    for each number again, and threads of torch would wait for each other.
    """

    def __init__(self, params: Params, name: str, seed: int | None = None) -> None:
        """Takes the most likely action; with a seed, draws one."""
        self.name = name
        self.weights = {
            key: of.detach().numpy().copy() for key, of in params.items() if key != "value"
        }
        self.rng = None if seed is None else np.random.default_rng(seed)

    def weigh(self, obs: Floats, mask: Bools) -> Floats:
        """Returns the weights of each row's actions; the most likely one has 1."""
        x = np.maximum(obs @ self.weights["w1"] + self.weights["b1"], 0)
        x = np.maximum(x @ self.weights["w2"] + self.weights["b2"], 0)
        logits = np.where(mask, x @ self.weights["policy"], -np.inf)
        weights: Floats = np.exp(logits - logits.max(axis=1, keepdims=True))
        return weights

    def __call__(self, obs: Floats, mask: Bools) -> Ints:
        """Returns an action for each row."""
        weights = self.weigh(obs, mask)
        if self.rng is not None:
            return draw(weights, self.rng)
        best: Ints = weights.argmax(axis=1)
        return best


# Learning ---------------------------------------------------------------------------------------


def loss(params: Params, data: dict[str, torch.Tensor], args: Args) -> tuple[torch.Tensor, Any]:
    """Computes PPO's clipped policy loss, the value loss and the entropy bonus, and their parts."""
    log_probs, value = network(params, data["obs"], data["mask"])
    log_prob = log_probs.gather(1, data["action"][:, None])[:, 0]
    ratio = torch.exp(log_prob - data["log_prob"])
    clipped = torch.clip(ratio, 1 - args.clip, 1 + args.clip)
    legal = torch.where(data["mask"], log_probs, 0.0)
    each = {
        "policy_loss": -torch.minimum(ratio * data["advantage"], clipped * data["advantage"]),
        "value_loss": (value - data["target"]) ** 2,
        "entropy": -(torch.exp(legal) * legal).sum(dim=1),
        "approx_kl": ratio - 1 - (log_prob - data["log_prob"]),
        "clip_fraction": (ratio != clipped) * 1.0,
    }
    count = data["weight"].sum().clamp(min=1.0)
    parts = {name: (values * data["weight"]).sum() / count for name, values in each.items()}
    total = parts["policy_loss"] + args.value_weight * parts["value_loss"]
    total -= args.entropy * parts["entropy"]
    return total, {"loss": total} | parts


def adam(params: Params) -> torch.optim.Optimizer:
    """Returns Adam for these parameters."""
    return torch.optim.Adam(params.values(), fused=True)


def update(
    params: Params,
    optimizer: torch.optim.Optimizer,
    data: dict[str, Any],
    orders: Any,
    learning_rate: float,
    args: Args,
) -> tuple[Params, torch.optim.Optimizer, dict[str, torch.Tensor]]:
    """Takes a step of Adam for each minibatch; each row of `orders` lists the rows of one."""
    optimizer.param_groups[0]["lr"] = learning_rate
    tensors = {name: torch.from_numpy(values) for name, values in data.items()}
    each = []
    for rows in torch.from_numpy(orders):
        part = {name: values.index_select(0, rows) for name, values in tensors.items()}
        total, parts = loss(params, part, args)
        optimizer.zero_grad()
        total.backward()
        torch.nn.utils.clip_grad_norm_(params.values(), 0.5)
        optimizer.step()
        each.append({name: value.detach() for name, value in parts.items()})
    return (
        params,
        optimizer,
        {name: torch.stack([of[name] for of in each]).mean() for name in parts},
    )


# The run and its checkpoint ---------------------------------------------------------------------


class Clock:
    """The time spent on each part of the run; every moment belongs to one part."""

    def __init__(self) -> None:
        """Starts the clock."""
        self.seconds: dict[str, float] = {}
        self.last = time.perf_counter()

    def lap(self, part: str) -> None:
        """Adds the time since the last call to this part."""
        now = time.perf_counter()
        self.seconds[part] = self.seconds.get(part, 0.0) + now - self.last
        self.last = now

    def total(self) -> float:
        """Returns all seconds of the run."""
        return sum(self.seconds.values())

    def shares(self, rollout: Rollout) -> dict[str, float]:
        """Returns the share of each part; the time of `Rollout` is split from that of games."""
        parts, batch = self.seconds.copy(), rollout.batch
        assert isinstance(batch, eights.PolicyBatch)
        parts["environment"] = rollout.batch_seconds - batch.policy_seconds
        parts["past selves"] = batch.policy_seconds
        parts["rollout"] -= rollout.batch_seconds
        return {name: of / self.total() for name, of in parts.items()}


@dataclasses.dataclass
class Run:
    """The whole state of a run, as a checkpoint holds it in one pickle."""

    args: Args
    params: Params
    optimizer: torch.optim.Optimizer
    rollout: Rollout
    pool: eights.Pool
    rng: np.random.Generator
    clock: Clock
    updates: int = 0
    decisions: int = 0
    most_ends: int = 0
    stalled: bool = False
    curve: list[dict[str, float]] = dataclasses.field(default_factory=list)


def begin(args: Args, game: eights.Game) -> Run:
    """Starts a run; the untrained policy is the first past self."""
    rng = np.random.default_rng(args.seed)
    sizes = game.observation_tensor_size(), args.hidden, game.num_distinct_actions()
    params = init(rng, *sizes)
    pool = eights.Pool("prioritised", seed=args.seed)
    pool.add(Player(params, "self_0", seed=0))
    # The learner's seat moves around the table from env to env.
    seats: list[list[eights.Pool | None]] = [[None] * args.players for _ in range(args.envs)]
    for env in range(self_play(args), args.envs):
        seats[env] = [None if seat == env % args.players else pool for seat in range(args.players)]
    batch = eights.PolicyBatch(game, args.envs, seed=args.seed, controllers=seats)
    rollout = Rollout(batch, args.steps, log_prob=np.float32, value=np.float32)
    return Run(args, params, adam(params), rollout, pool, rng, Clock())


def self_play(args: Args) -> int:
    """Returns the number of envs in which the policy holds all seats; these come first."""
    return args.envs - round(args.envs * args.past_selves)


def save(run: Run, path: Path) -> None:
    """Writes the checkpoint as a whole or not at all, at the end of an update."""
    run.rollout.clear()
    written = path.with_suffix(".part")
    with written.open("wb") as file:
        pickle.dump(run, file)
        file.flush()
        os.fsync(file.fileno())
    written.replace(path)


def load(args: Args, path: Path) -> Run:
    """Loads a saved run. Load only trusted files: pickle runs code."""
    run: Run = pickle.loads(path.read_bytes())
    free = ("save_every", "resume", "deals", "out", "must_beat_random")
    for name, saved in dataclasses.asdict(run.args).items():
        given = getattr(args, name)
        if name not in free and given != saved:
            option = "--" + name.replace("_", "-")
            raise SystemExit(
                f"{path} was made with {option} {saved}, not {given}: a resumed run takes what the "
                "first one took"
            )
    run.args = args
    run.clock.last = time.perf_counter()
    return run


# Training ---------------------------------------------------------------------------------------


def collect(run: Run) -> None:
    """Plays on in every game; past selves decide inside the batch."""
    rollout, batch = run.rollout, run.rollout.batch
    rollout.clear()
    while not rollout.is_full:
        action, log_prob, value = act(run.params, batch.observations, batch.action_masks, run.rng)
        run.clock.lap("network")
        rollout.step(action, log_prob=log_prob, value=value)
        run.clock.lap("rollout")


def decisions_of(rollout: Rollout, args: Args) -> dict[str, Any]:
    """Returns training data with a row for each decision of a rollout, step by step."""
    # A reward belongs to the seat's last decision before it. Decisions whose seat does not decide
    # again in the rollout cannot be compared with a next one: their weight is 0.
    found = rollout.advantages(rollout.columns["value"], args.gamma, args.gae_lambda)
    mean = np.average(found.advantages, weights=found.weights)
    spread = np.sqrt(np.average((found.advantages - mean) ** 2, weights=found.weights))
    data = {
        "obs": rollout.observations,
        "mask": rollout.action_masks,
        "action": rollout.actions,
        "log_prob": rollout.columns["log_prob"],
        "advantage": ((found.advantages - mean) / (spread + 1e-8)).astype(np.float32),
        "target": found.targets,
        "weight": found.weights,
    }
    return {name: values.reshape(-1, *values.shape[2:]) for name, values in data.items()}


def learn(run: Run) -> dict[str, float]:
    """Updates the policy from the rollout, if games ended in it; returns values to be logged."""
    args, rollout = run.args, run.rollout
    rows = rollout.actions.size
    rate = args.learning_rate * (1 - 0.9 * min(run.decisions / args.decisions, 1.0))
    told = {"losses/learning_rate": rate}
    # If no game ended, nobody has won or lost, and the advantages are noise of the values.
    if (rollout.terminations | rollout.truncations).any():
        flat = decisions_of(rollout, args)
        orders = np.concatenate([run.rng.permutation(rows) for _ in range(args.epochs)])
        orders = orders.reshape(args.epochs * args.minibatches, -1)
        run.clock.lap("rollout")
        run.params, run.optimizer, parts = update(
            run.params, run.optimizer, flat, orders, rate, args
        )
        told |= {f"losses/{name}": float(value) for name, value in parts.items()}
        run.clock.lap("update")
    run.updates += 1
    run.decisions += rows
    # Both are counted in the envs where the policy plays all seats.
    ended, cut = (of[:, : self_play(args)] for of in (rollout.terminations, rollout.truncations))
    if ends := int((ended | cut).sum()):
        told["games/length"] = ended.size / ends
        told["games/truncated"] = float(cut.sum()) / ends
    run.stalled = games_stop(run, ends)
    return told


def games_stop(run: Run, ends: int) -> bool:
    """True while games stop ending; `ends` of them ended in the last rollout.

    They stop when fewer than a tenth of the most so far end, or none in 500 decisions of an env.
    """
    run.most_ends = max(run.most_ends, ends)
    if run.most_ends == 0:
        return run.updates * run.args.steps >= 500
    return ends * 10 < run.most_ends


def evaluate(
    params: Params, game: eights.Game, deals: int, seed: int
) -> dict[str, dict[str, float]]:
    """Plays the policy against each bot on all other seats, each deal once from every seat.

    Returns:
        The win rate `mean` and its 95 % interval, `low` and `high`, for each bot.
    """
    player, rates = Player(params, "policy"), {}
    for bot in eights.bots():
        report = eights.arena(game, [player, bot], deals=deals, seed=seed)
        (own,) = [pair for pair in report["pairings"] if pair["entrant"] == player.name]
        rates[bot] = own["win_rate"]
    return rates


def look(run: Run, game: eights.Game, log: eights.RunLog) -> None:
    """Adds a point to the curve of win rates, and logs a sample game."""
    args, decisions = run.args, run.decisions
    rates = evaluate(run.params, game, args.curve_deals, args.seed + 1)
    wins = {f"{bot}/{of}": rate[of] for bot, rate in rates.items() for of in rate}
    run.curve.append({"decisions": decisions, "seconds": run.clock.total()} | wins)
    for bot, rate in rates.items():
        log.wins(decisions, bot, **rate, seconds=run.clock.total())
    record, _ = play_one(run.params, game, args.seed + run.updates)
    log.game(decisions, record, f"the policy against {BEST_BOT}", seconds=run.clock.total())


def train(run: Run, game: eights.Game, log: eights.RunLog, path: Path) -> bool:
    """Trains to the end of the budget, logging and saving on the way.

    Returns:
        True at the end of the budget; false if Ctrl-C stopped it after an update, with a
        checkpoint.
    """
    args = run.args
    shape = "{desc} {percentage:3.0f}%|{bar:16}| {remaining} left{postfix}"
    mininterval = 0.2 if sys.stderr.isatty() else 5
    with (
        eights.SoftStop() as stop,
        tqdm(
            total=args.decisions, desc="training", bar_format=shape, mininterval=mininterval
        ) as bar,
    ):
        while run.decisions < args.decisions and not stop:
            before, start, stalled = run.decisions, time.perf_counter(), run.stalled
            collect(run)
            told = learn(run)
            if run.stalled and not stalled:
                bar.write(
                    f"games stop ending: after {run.decisions:,} decisions one lasts "
                    f"{told.get('games/length', math.inf):,.0f}. The policy has little to learn "
                    "from: try another seed or a smaller --learning-rate"
                )
            told["speed/decisions_per_second"] = (run.decisions - before) / (
                time.perf_counter() - start
            )
            told["speed/environment_share"] = run.clock.shares(run.rollout)["environment"]
            if run.updates % args.pool_every == 0:
                for member in run.pool:
                    if run.pool.games(member):
                        told[f"pool/{run.pool.name(member)}"] = run.pool.win_rate(member)
                name = f"self_{run.updates}"
                run.pool.add(Player(run.params, name, seed=run.updates))
            run.clock.lap("logs and checkpoints")
            if run.decisions >= args.decisions * len(run.curve) / max(args.evaluations - 1, 1):
                look(run, game, log)
                run.clock.lap("evaluation")
            log.point(run.decisions, told, seconds=run.clock.total())
            if run.updates % args.save_every == 0 or run.decisions >= args.decisions:
                save(run, path)
            run.clock.lap("logs and checkpoints")
            speed = run.decisions / run.clock.total()
            wins_so_far = [f"{bot} {run.curve[-1][bot + '/mean']:.0%}" for bot in eights.bots()]
            bar.set_postfix_str(
                f"{speed:,.0f} decisions/s, loss {told.get('losses/loss', math.nan):+.3f}, "
                f"wins: {', '.join(wins_so_far)}",
                refresh=False,
            )
            bar.update(min(run.decisions, args.decisions) - bar.n)
        if stop:
            save(run, path)
    return run.decisions >= args.decisions


# Results ------------------------------------------------------------------------------------------


def final_table(
    params: Params, game: eights.Game, args: Args, console: Console
) -> dict[str, dict[str, float]]:
    """Plays the policy against every bot and prints the win rates."""
    table = Table(title=f"{args.ruleset}, {args.players} players: the policy against each bot")
    for column in ("bot", "win rate", "95 % interval", "games", "deals"):
        table.add_column(column, justify="left" if column == "bot" else "right")
    results = evaluate(params, game, args.deals, args.seed + 2)
    games = args.deals * args.players
    for bot, rate in results.items():
        table.add_row(
            bot,
            f"{rate['mean']:.1%}",
            f"{rate['low']:.1%} … {rate['high']:.1%}",
            f"{games:,}",
            f"{args.deals:,}",
        )
    console.print(table)
    console.print(
        f"A fair share is {1 / args.players:.1%}. Every deal is played once from each seat, the "
        "bot holding all others. The intervals are clustered by deal. The policy plays its most "
        "likely action.",
        highlight=False,
    )
    return results


def print_speed(run: Run, console: Console) -> None:
    """Prints the overall speed of the run, and the time spent on its parts."""
    seconds = run.clock.total()
    shares = run.clock.shares(run.rollout)
    parts = sorted(shares.items(), key=lambda part: -part[1])
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    console.print(
        f"{run.decisions:,} decisions in {seconds:.1f} s: {run.decisions / seconds:,.0f} "
        f"decisions/s end to end, environment's share {shares['environment']:.1%} "
        f"(load {load} on {os.cpu_count()} cores)\n"
        f"where the time went: {', '.join(f'{name} {of:.1%}' for name, of in parts)}",
        highlight=False,
        soft_wrap=True,
    )


def plot(curve: list[dict[str, float]], args: Args, path: Path) -> None:
    """Draws the win rates against each bot over the decisions learned from."""
    figure, axes = plt.subplots(figsize=(7, 4.2), layout="constrained")
    at = [point["decisions"] / 1e6 for point in curve]
    for bot in eights.bots():
        mean, low, high = (
            [100 * point[f"{bot}/{of}"] for point in curve] for of in ("mean", "low", "high")
        )
        axes.plot(at, mean, "o-", label=bot)
        axes.fill_between(at, low, high, alpha=0.2)
    axes.axhline(100 / args.players, color="grey", linestyle=":", label="fair share")
    axes.set(
        title=f"PPO by self-play on {args.ruleset}, {args.players} players",
        xlabel="decisions learned from (millions)",
        ylabel="win rate against the bot (%), 95 % interval",
        ylim=(0, 100),
    )
    axes.legend(loc="lower right")
    axes.grid(alpha=0.3)
    figure.savefig(path, dpi=130)
    plt.close(figure)


def play_one(params: Params, game: eights.Game, seed: int) -> tuple[str, str]:
    """Plays one game of the policy against the best bot.

    Returns:
        The game's record with notes of the policy, and the game in words.
    """
    state = game.new_initial_state(seed=seed)
    player = Player(params, "policy")
    lines = [f"seat 0: the policy; the others: {BEST_BOT}", ""]
    notes: list[dict[str, Any]] = []
    while not state.is_terminal():
        seat = state.current_player()
        if seat == 0:
            obs, mask = state.observation_tensor()[None], state.legal_actions_mask()[None]
            weights = player.weigh(obs, mask)[0]
            action = int(weights.argmax())
            shares = (weights / weights.sum()).round(4).tolist()
            probable = {state.action_to_string(a): shares[a] for a in state.legal_actions()}
            notes.append({"move": len(state.history()) + 1, "probabilities": probable})
        else:
            action = state.bot_action(BEST_BOT, seed=seed + len(state.history()))
        lines.append(f"seat {seat}: {state.describe_action(action)}")
        state.apply_action(action)
    return state.record(notes), "\n".join([*lines, "", state.render("all"), ""])


def write_results(run: Run, game: eights.Game, results: dict[str, Any], out: Path) -> None:
    """Writes the plot, the policy and the game."""
    args = run.args
    plot(run.curve, args, out / "learning_curve.png")
    about = {
        "ruleset": args.ruleset,
        "fingerprint": game.ruleset.fingerprint,
        "players": args.players,
        "observations": game.observation_layout,
        "eights": eights.__version__,
        "results": results,
        "curve": run.curve,
    }
    arrays: dict[str, Any] = {name: values.detach().numpy() for name, values in run.params.items()}
    np.savez(out / "policy.npz", about=np.array(json.dumps(about)), **arrays)
    record, words = play_one(run.params, game, args.seed)
    (out / "game.json").write_text(record + "\n", encoding="utf-8")
    (out / "game.txt").write_text(words, encoding="utf-8")
    eights.save_replay(record, out / "game.html")


def learned(args: Args, console: Console) -> int:
    """Trains, evaluates and writes the results; returns the exit code."""
    out, game = Path(args.out), eights.Game(args.ruleset, players=args.players)
    out.mkdir(parents=True, exist_ok=True)
    checkpoint = out / "checkpoint.pickle"
    resumed = args.resume and checkpoint.exists()
    if resumed:
        run = load(args, checkpoint)
        console.print(f"going on after {run.decisions:,} decisions", highlight=False)
    else:
        run = begin(args, game)
        checkpoint.unlink(missing_ok=True)
    log = eights.RunLog(
        out,
        ruleset=args.ruleset,
        players=args.players,
        budget=args.decisions,
        settings=dataclasses.asdict(args),
        resume=run.decisions if resumed else None,
        overwrite=True,
    )
    console.print(f"curves and games while it learns: eights watch {out}", soft_wrap=True)
    with log:
        if not train(run, game, log, checkpoint):
            log.close("interrupted")
            console.print(
                f"stopped after {run.decisions:,} decisions; {checkpoint} holds all of it: "
                "--resume goes on",
                highlight=False,
                soft_wrap=True,
            )
            return 130
    print_speed(run, console)
    results = final_table(run.params, game, args, console)
    write_results(run, game, results, out)
    left = "learning_curve.png, policy.npz, game.json, game.txt, checkpoint.pickle"
    console.print(f"left in {out}/: {left}", soft_wrap=True)
    console.print(f"a game to watch in a browser: {out / 'game.html'}", soft_wrap=True)
    console.print(f"the curves in a browser: eights watch {out}", soft_wrap=True)
    if args.must_beat_random and results["random"]["low"] <= 1 / args.players:
        console.print("[red]the policy does not clearly beat random[/red]")
        return 1
    return 0


def main() -> int:
    """Trains; Ctrl-C outside an update leaves the last checkpoint."""
    args, console = parse_args(), Console()
    try:
        return learned(args, console)
    except KeyboardInterrupt:
        there = (Path(args.out) / "checkpoint.pickle").exists()
        kept = "--resume goes on from the last checkpoint" if there else "nothing was saved yet"
        console.print(f"interrupted; {kept}")
        return 130


if __name__ == "__main__":
    raise SystemExit(main())
