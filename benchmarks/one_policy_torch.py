"""The network, loss and update of `train_one_policy.py` in PyTorch, to compare the frameworks.

Weights have the names, shapes and meaning of those of `one_policy.py`, which says how the network
reads a game. Shapes may depend on the data here, so there is room for every legal card.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
import torch
from torch.nn.functional import one_hot

import eights
import one_policy
import train_one_policy
from one_policy import ACTIONS, HAND, KINDS, NEXT, RANKS, SEEN, SUITED, SUITS, SUMS, UPCARD, Columns
from train_one_policy import SEATS, TEACHER, Args, Half, by_meanings

Params = dict[str, torch.Tensor]
Rows = dict[str, torch.Tensor]


def weights(params: Mapping[str, Any]) -> Params:
    """Returns weights of `one_policy.py` as leaves of a gradient."""
    return {name: torch.tensor(np.asarray(of)).requires_grad_() for name, of in params.items()}


class Rules(NamedTuple):
    """The constants of G games with room for M meanings each, as the network takes them."""

    matrix: torch.Tensor
    """Shape [G, M, 54, R]."""
    vector: torch.Tensor
    """Shape [G, V]."""
    relations: torch.Tensor
    """The relations of each kind to all kinds: shape [G * M, 54, 3, 54]."""
    itself: torch.Tensor
    """Which relations a kind has to itself: shape [G * M, 54, 3]."""
    copies: torch.Tensor
    """Cards of each kind in the deck: shape [G, 1, 54]."""

    @classmethod
    def of(cls, rules: one_policy.Rules) -> Rules:
        """Returns the same rules as tensors."""
        matrix, vector, relations = (torch.tensor(np.asarray(of)) for of in rules)
        by_kind = relations.flatten(0, 1).float()
        itself = by_kind.diagonal(dim1=1, dim2=3).transpose(1, 2).contiguous()
        copies = (matrix[:, 0, :, 0] * 50).round()[:, None]
        return cls(matrix, vector, by_kind, itself, copies)


class Pages(NamedTuple):
    """The rules of games as the network reads them, computed once for all their rows."""

    vectors: torch.Tensor
    """The vector of each kind of card: shape [G, M, 54, E]."""
    table: torch.Tensor
    """The table's part of the first layer: shape [G, 1, H]."""


Parts = tuple[tuple[Rules, Pages], ...]
"""Games by their number of meanings, in the order of the rows."""


class Seen(NamedTuple):
    """The contents of the rows, flat, for rating card by card."""

    page: torch.Tensor
    """Shape [rows]."""
    cards: torch.Tensor
    """The groups of cards: shape [rows, S, 54]."""
    pools: torch.Tensor
    """Cards in the hand, unseen and of the next player: shape [rows, 3, 54]."""
    suit: torch.Tensor
    """The suit in force: shape [rows, 4]."""
    state: torch.Tensor
    """Shape [rows, H]."""


# The network ------------------------------------------------------------------------------------


def pages_of(params: Params, rules: Rules) -> Pages:
    """Returns the pages of games that have the same number of meanings."""
    hidden = torch.relu(rules.matrix @ params["card1"] + params["card1.bias"])
    table = torch.relu(rules.vector @ params["table"] + params["table.bias"])
    vectors = hidden @ params["card2"] + params["card2.bias"]
    return Pages(vectors, (table @ params["first.table"])[:, None])


def groups(columns: Columns, obs: torch.Tensor) -> torch.Tensor:
    """Returns the cards of each group of `SUMS`, and of the rare ones: shape [..., S, 54]."""

    def cards(at: int, one: int) -> torch.Tensor:
        found = obs[..., at : at + KINDS].float()
        return found if one == 1 else found / one

    first, *others = (cards(at, one).clamp(max=1) for at, one in columns.rare)
    rare = first
    for other in others:
        rare += other
    return torch.stack([*(cards(at, one) for at, one in columns.sums), rare], dim=-2)


def faces(cards: torch.Tensor) -> torch.Tensor:
    """Returns counts of cards by suit, by rank and of each Joker: shape [..., 19]."""
    by = cards[..., :SUITED].unflatten(-1, (RANKS, SUITS))
    return torch.cat([by.sum(-2), by.sum(-1), cards[..., SUITED:]], dim=-1)


class Facts:
    """The inputs of the trunk that are not sums of vectors, by their columns."""

    def __init__(self, columns: Columns) -> None:
        """Takes the columns, which are the same for every game."""
        self.faces = columns.faces
        at, factors = zip(*columns.numbers, strict=True)
        first, zeros = zip(*columns.wide, strict=True)
        self.numbers, self.factors = torch.tensor(at), torch.tensor(factors)
        self.high, self.zeros = torch.tensor(first), torch.tensor(zeros)

    def __call__(self, obs: torch.Tensor, cards: torch.Tensor) -> torch.Tensor:
        """Returns the inputs of some rows."""
        numbers = obs.index_select(-1, self.numbers) * self.factors
        high, low = (obs.index_select(-1, self.high + byte).float() for byte in (0, 1))
        wide = ((high * 256 + low - self.zeros) / 128).clamp_(-2, 2)
        by_face = [faces(cards[..., SUMS.index(name), :]) * by for name, by in self.faces]
        return torch.cat([*by_face, numbers.clamp_(max=1), wide], dim=-1)


def trunk(
    params: Params, columns: Columns, facts: Facts, rules: Rules, pages: Pages, obs: torch.Tensor
) -> tuple[Seen, torch.Tensor]:
    """Computes what the rows [G, N, D] of G games show, and their values [G, N]."""
    games, meanings = pages.vectors.shape[:2]
    cards = groups(columns, obs)
    said = obs[..., columns.meaning].long() * 256 + obs[..., columns.meaning + 1]
    page = (torch.arange(games)[:, None] * meanings + said).flatten()
    unseen = (rules.copies - cards[..., SEEN, :]).clamp_(min=0)
    share = unseen / unseen.sum(-1, keepdim=True).clamp_(min=1)
    pools = torch.stack([cards[..., HAND, :] / 4, share, cards[..., NEXT, :]], dim=-2)
    if meanings == 1:
        sums = torch.bmm(cards.flatten(1, 2), pages.vectors[:, 0])
    else:
        sums = torch.bmm(cards.flatten(0, 1), pages.vectors.flatten(0, 1)[page])
    inputs = facts(obs, cards).flatten(0, 1)
    first = torch.addmm(params["first.bias"], sums.reshape(len(page), -1), params["sums"])
    first = torch.addmm(first, inputs, params["facts"]).unflatten(0, obs.shape[:2]) + pages.table
    first = torch.relu(first).flatten(0, 1)
    state = torch.relu(torch.addmm(params["second.bias"], first, params["second"]))
    suit = obs[..., columns.suit : columns.suit + SUITS].flatten(0, 1).float()
    seen = Seen(page, cards.flatten(0, 1), pools.flatten(0, 1), suit, state)
    value = torch.addmm(params["value.bias"], state, params["value"])
    return seen, value.view(obs.shape[:2])


def related(rules: Rules, seen: Seen, row: torch.Tensor, card: torch.Tensor) -> torch.Tensor:
    """Returns the features of each card that might be played: shape [pairs, 14]."""
    page = seen.page[row]
    counts = torch.bmm(rules.relations[page, card], seen.pools[row].transpose(1, 2))
    # The card itself is no longer in the hand.
    counts[:, :, 0] -= rules.itself[page, card] / 4
    held = seen.cards[row, HAND] - one_hot(card, KINDS)
    of_suit, of_rank, kinds = card % SUITS, card // SUITS, torch.arange(KINDS)
    same_rank = kinds // SUITS == of_rank[:, None]
    same_suit = (kinds % SUITS == of_suit[:, None]) & (kinds < SUITED)
    single = [
        (held * same_suit).sum(-1) / 4,
        (held * (same_rank & (kinds < SUITED))).sum(-1) / 4,
        held.gather(1, card[:, None])[:, 0],
        seen.suit[row, of_suit] * (card < SUITED),
        (seen.cards[row, UPCARD] * same_rank).sum(-1),
    ]
    return torch.cat([counts.flatten(1), torch.stack(single, dim=-1)], dim=-1)


def logits(
    params: Params, rules: Rules, pages: Pages, seen: Seen, mask: torch.Tensor
) -> torch.Tensor:
    """Returns the logit of every action, -1e9 for those that are not legal: shape [rows, 100]."""
    choices = mask[:, :KINDS] & (mask.sum(-1, keepdim=True) > 1)
    row, card = choices.nonzero(as_tuple=True)
    vectors = pages.vectors.flatten(0, 1)
    hidden = torch.addmm(params["pair.bias"], seen.state, params["pair.state"])[row]
    hidden = torch.addmm(hidden, vectors[seen.page[row], card], params["pair.vector"])
    hidden = torch.addmm(hidden, related(rules, seen, row, card), params["pair.related"])
    rated = (torch.relu(hidden) @ params["pair.logit"])[:, 0]
    plain = torch.addmm(params["plain.bias"], seen.state, params["plain"])
    cards = plain.new_full((len(mask), KINDS), one_policy.UNRATED)
    cards = cards.index_put((row, card), rated)
    return torch.cat([cards, plain], dim=1).masked_fill(~mask, -1e9)


def forward(
    params: Params,
    columns: Columns,
    parts: Parts,
    obs: torch.Tensor,
    mask: torch.Tensor,
) -> tuple[torch.Tensor, torch.Tensor]:
    """Returns log-probabilities of actions [G, N, 100], and values [G, N], of games in order."""
    facts = Facts(columns)
    log_probs, values, at = [], [], 0
    for rules, pages in parts:
        part = slice(at, at + len(rules.matrix))
        seen, value = trunk(params, columns, facts, rules, pages, obs[part])
        out = logits(params, rules, pages, seen, mask[part].flatten(0, 1))
        log_probs.append(out.log_softmax(-1).view(mask[part].shape))
        values.append(value)
        at = part.stop
    return torch.cat(log_probs), torch.cat(values)


# Learning ---------------------------------------------------------------------------------------


def act(
    params: Params,
    columns: Columns,
    parts: Parts,
    obs: torch.Tensor,
    mask: torch.Tensor,
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Draws an action for each row; returns it, its log-probability and the value."""
    log_probs, value = forward(params, columns, parts, obs, mask)
    sums = log_probs.softmax(-1).cumsum(-1)
    drawn = torch.rand((*sums.shape[:-1], 1)) * sums[..., -1:]
    action = torch.searchsorted(sums, drawn, right=True).clamp_(max=ACTIONS - 1)
    return action[..., 0].int(), log_probs.gather(-1, action)[..., 0], value


def targets(rows: Rows, gae_lambda: float) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Returns advantages, targets of the value and weights of rows [G, T, N]."""
    value, ended = rows["value"], rows["ended"][..., None]
    seats = rows["player"].long()[..., None]
    advantage, weight = torch.empty_like(value), torch.empty_like(value)
    games, steps, envs = value.shape
    won, later, ahead, known = torch.zeros((4, games, envs, SEATS))
    for step in reversed(range(steps)):
        for of, end in ((won, 0), (later, 0), (ahead, 0), (known, 1)):
            of.masked_fill_(ended[:, step], end)
        won += rows["reward"][:, step]
        seat, now = seats[:, step], value[:, step, :, None]
        delta = won.gather(-1, seat) + later.gather(-1, seat) - now
        gained = delta + gae_lambda * ahead.gather(-1, seat)
        advantage[:, step], weight[:, step] = gained[..., 0], known.gather(-1, seat)[..., 0]
        won.scatter_(-1, seat, 0)
        later.scatter_(-1, seat, now)
        ahead.scatter_(-1, seat, gained)
        known.scatter_(-1, seat, 1)
    return advantage, advantage + value, weight


def standardized(rows: Rows, args: Args) -> Rows:
    """Returns rows [G, T, N] as the loss takes them: [G, T * N], with what the policy won."""
    advantage, target, weight = targets(rows, args.gae_lambda)
    axes = (1, 2)
    count = weight.sum(axes, keepdim=True) + 1e-6
    mean = (advantage * weight).sum(axes, keepdim=True) / count
    spread = (((advantage - mean) ** 2 * weight).sum(axes, keepdim=True) / count).sqrt()
    middle = (target * weight).sum(axes, keepdim=True) / count
    scale = ((target - middle) ** 2 * weight).sum(axes, keepdim=True) / count + 0.25
    found = {
        **{name: rows[name] for name in ("obs", "mask", "action", "log_prob")},
        "advantage": (advantage - mean) / (spread + 1e-3),
        "target": target,
        "weight": weight,
        # A decision with one legal action teaches the policy nothing.
        "choice": (rows["mask"].sum(-1) > 1) * weight,
        "scale": scale.expand_as(weight),
    }
    return {name: of.flatten(1, 2) for name, of in found.items()}


def loss(
    params: Params, columns: Columns, rules: tuple[Rules, ...], rows: Rows, args: Args
) -> tuple[torch.Tensor, torch.Tensor]:
    """Computes the parts of PPO's clipped loss, summed over rows [G, N]: policy and value."""
    parts = tuple((of, pages_of(params, of)) for of in rules)
    log_probs, value = forward(params, columns, parts, rows["obs"], rows["mask"])
    log_prob = log_probs.gather(-1, rows["action"].long()[..., None])[..., 0]
    ratio = (log_prob - rows["log_prob"]).exp()
    clipped = ratio.clamp(1 - args.clip, 1 + args.clip)
    gain = torch.minimum(ratio * rows["advantage"], clipped * rows["advantage"])
    legal = log_probs.masked_fill(~rows["mask"], 0)
    entropy = -(legal.exp() * legal).sum(-1)
    squares = (value - rows["target"]) ** 2 * rows["weight"] / rows["scale"]
    return -((gain + args.entropy * entropy) * rows["choice"]).sum(), squares.sum()


# The run ----------------------------------------------------------------------------------------


class Share:
    """Some of the tables: the games, the rows and the gradients of one thread."""

    def __init__(self, args: Args, columns: Columns, games: list[eights.Game], seed: int) -> None:
        """Begins the games."""
        self.args, self.columns = args, columns
        parts, games = by_meanings(games)
        self.rules = tuple(Rules.of(rules) for rules in parts)
        own = args.envs // 2
        self.halves = (
            Half(games, own, seed, None),
            Half(games, args.envs - own, seed + len(games), TEACHER),
        )
        size = games[0].observation_tensor_size()
        shape = (len(games), args.steps, args.envs)
        self.rows = {
            "obs": torch.zeros((*shape, size), dtype=torch.uint8),
            "mask": torch.zeros((*shape, ACTIONS), dtype=torch.bool),
            "player": torch.zeros(shape, dtype=torch.int32),
            "action": torch.zeros(shape, dtype=torch.int32),
            "log_prob": torch.zeros(shape),
            "value": torch.zeros(shape),
            "reward": torch.zeros((*shape, SEATS)),
            "ended": torch.zeros(shape, dtype=torch.bool),
        }

    def collect(self, params: Params) -> None:
        """Plays on in every game, and keeps the rows."""
        with torch.inference_mode():
            parts = tuple((rules, pages_of(params, rules)) for rules in self.rules)
            for step in range(self.args.steps):
                first = 0
                for half in self.halves:
                    envs = slice(first, first + half.envs)
                    for name, of in self.played(half, params, parts).items():
                        self.rows[name][:, step, envs] = of
                    first = envs.stop

    def played(self, half: Half, params: Params, parts: Parts) -> Rows:
        """Makes a move in every game of one half; returns what was seen, done and gained."""
        obs, mask, player = (
            torch.from_numpy(of.copy())
            for of in (half.observations, half.action_masks, half.players)
        )
        action, log_prob, value = act(params, self.columns, parts, obs, mask)
        half.step(np.arange(len(half.batches)), action.numpy())
        return {
            "obs": obs,
            "mask": mask,
            "player": player,
            "action": action,
            "log_prob": log_prob,
            "value": value,
            "reward": torch.from_numpy(half.rewards()),
            "ended": torch.from_numpy(half.ended()),
        }

    def gradient(self, params: Params, rows: Rows, totals: Rows) -> tuple[torch.Tensor, ...]:
        """Returns the gradient of a minibatch's loss that comes from the rows of these tables."""
        policy, value = loss(params, self.columns, self.rules, rows, self.args)
        value = self.args.value_weight * value / totals["weight"]
        found: tuple[torch.Tensor, ...] = torch.autograd.grad(
            policy / totals["choice"] + value, list(params.values())
        )
        return found


class Training:
    """A run: the tables are dealt out to threads, each with one core for games and network.

    Threads wait for one another once a minibatch; those of PyTorch would after every operation.
    """

    def __init__(self, args: Args) -> None:
        """Begins a run with the weights and tables that `train_one_policy.begin` has."""
        torch.set_num_threads(1)
        run = train_one_policy.begin(args)
        self.args = args
        self.params = weights(run.params)
        self.optimizer = torch.optim.Adam(self.params.values(), lr=args.learning_rate, fused=True)
        self.shares = [
            Share(args, run.columns, run.games[at :: args.threads], args.seed + at * 1_000_000)
            for at in range(args.threads)
        ]
        self.pool = ThreadPoolExecutor(args.threads)

    def collect(self) -> int:
        """Plays on in every game; returns the decisions."""
        list(self.pool.map(lambda share: share.collect(self.params), self.shares))
        return sum(share.rows["action"].numel() for share in self.shares)

    def update(self) -> None:
        """Takes a step of Adam for each minibatch, which has as many rows of each table."""
        found = list(self.pool.map(lambda share: standardized(share.rows, self.args), self.shares))
        for _ in range(self.args.epochs):
            order = torch.randperm(self.args.steps * self.args.envs)
            for some in order.chunk(self.args.minibatches):
                self.step(found, some)

    def step(self, found: list[Rows], order: torch.Tensor) -> None:
        """Learns from one minibatch."""
        totals = {
            name: sum((of[name][:, order].sum() for of in found), torch.tensor(1e-6))
            for name in ("choice", "weight")
        }

        def of_share(share: Share, rows: Rows) -> tuple[torch.Tensor, ...]:
            some = {name: of.index_select(1, order) for name, of in rows.items()}
            return share.gradient(self.params, some, totals)

        each = self.pool.map(of_share, self.shares, found)
        for param, *parts in zip(self.params.values(), *each, strict=True):
            param.grad = torch.stack(parts).sum(0)
        torch.nn.utils.clip_grad_norm_(self.params.values(), 0.5)
        self.optimizer.step()
