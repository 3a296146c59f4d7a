"""The network of `train_one_policy.py`: a policy that reads the rules of a game, in JAX.

Its inputs are the constants of a game (`rule_matrix()`, `rule_vector()`, `card_relations()`) and
observations of `layout="cards"`. Each kind of card becomes a vector by its rules; a hand, a pile or
the cards that were seen are sums of such vectors. An action that plays a card is rated by the
vector of that card and by the cards that go with it, with the same weights for every card and game.
"""

from __future__ import annotations

import dataclasses
import math
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

import eights

Params = dict[str, jax.Array]

KINDS = 54
"""Kinds of card; action k plays kind k."""
SUITED = 52
SUITS = 4
RANKS = SUITED // SUITS
ACTIONS = eights.NUM_ACTIONS

SUMS = ("hand", "seen", "phase playable", "upcard", "known next", "known others", "follow beneath")
"""The groups of cards that are summed apart; rarer groups are summed together."""
HAND, SEEN, UPCARD, NEXT = (SUMS.index(of) for of in ("hand", "seen", "upcard", "known next"))

RELATED = 14
"""Features of a card that might be played, beside its vector."""

MOST_PAIRS = 2.5
"""Legal cards a row that there is room for, on average over a call; there are about 1.6.

Of games with several meanings there is room for `MORE_PAIRS`: they are few, and hands are large.
"""
MORE_PAIRS = 12

UNRATED = -1e8
"""The logit of a legal card for which there was no room."""

SCALES = {"pending": 8, "hand_sizes": 16, "stock_size": 64, "turn": 8, "rules": 4, "match": 16}
"""Divisors of the numbers of a span, which are then cut at 1; flags are 1 either way."""


@dataclasses.dataclass(frozen=True)
class Columns:
    """Where the inputs stand in an observation of `layout="cards"`, found by their names."""

    sums: tuple[tuple[int, int], ...]
    """The first column of each group of `SUMS`, and what stands for one card."""
    rare: tuple[tuple[int, int], ...]
    """The same for each other group."""
    faces: tuple[tuple[str, float], ...]
    """The groups that are also counted by suit and by rank, and the factor of each."""
    numbers: tuple[tuple[int, float], ...]
    """The columns of single numbers and flags, and the factor of each."""
    wide: tuple[tuple[int, int], ...]
    """The first of the two columns of each number of two bytes, and what stands for 0."""
    meaning: int
    """The first of the two columns that say which rules hold."""
    suit: int
    """The first of the four columns of the suit in force."""

    @classmethod
    def of(cls, game: eights.Game) -> Columns:
        """Returns the columns, which are the same for every game."""
        names, high = game.feature_names(), game.observation_high
        first = {name[:-3]: at for at, name in enumerate(names) if name.endswith(" 2C")}
        one = {
            at: int(high[at]) // 8 if name.startswith("known") else 1 for name, at in first.items()
        }
        in_groups = {at + kind for at in first.values() for kind in range(KINDS)}
        high_bytes = [at for at, name in enumerate(names) if name.endswith("high_byte")]
        meaning = names.index("match meaning high_byte")
        wide = [at for at in high_bytes if at != meaning]
        two = {at for of in high_bytes for at in (of, of + 1)}
        numbers = [at for at in range(len(names)) if at not in in_groups | two]
        span = [names[at].split(" ")[0].split("[")[0] for at in numbers]
        return cls(
            tuple((first[name], one[first[name]]) for name in SUMS),
            tuple((at, one[at]) for name, at in first.items() if name not in SUMS),
            (("hand", 0.25), ("seen", 0.25), ("upcard", 1.0)),
            tuple((at, 1 / SCALES.get(of, 1)) for at, of in zip(numbers, span, strict=True)),
            tuple((at, 10_000 if "score" in names[at] else 0) for at in wide),
            meaning,
            names.index("follow suit clubs"),
        )


class Rules(NamedTuple):
    """The constants of G games, each with room for M meanings of its words."""

    matrix: npt.NDArray[np.float32] | jax.Array
    """Shape [G, M, 54, R]."""
    vector: npt.NDArray[np.float32] | jax.Array
    """Shape [G, V]."""
    relations: npt.NDArray[np.bool_] | jax.Array
    """The relations of each kind of card to all kinds: shape [G, M, 54, 3, 54]."""

    @classmethod
    def of(cls, games: list[eights.Game], meanings: int) -> Rules:
        """Returns the rules of some games that have at most so many meanings."""
        matrices, relations = [], []
        for game in games:
            matrix, relation = game.rule_matrix(), game.card_relations()
            room = [(0, meanings - len(matrix))]
            matrices.append(np.pad(matrix, room + [(0, 0)] * 2))
            relations.append(np.pad(relation.swapaxes(1, 2), room + [(0, 0)] * 3))
        vectors = np.stack([game.rule_vector() for game in games])
        return cls(np.stack(matrices), vectors, np.stack(relations))


class Pages(NamedTuple):
    """The rules of G games as the network reads them, computed once for all their rows."""

    vectors: jax.Array
    """The vector of each kind of card: shape [G, M, 54, E]."""
    relations: jax.Array
    """Shape [G, M, 54, 3, 54]."""
    table: jax.Array
    """The table's part of the first layer: shape [G, 1, H]."""
    copies: jax.Array
    """Cards of each kind in the deck: shape [G, 1, 54]."""


class Seen(NamedTuple):
    """The contents of the rows, flat, for rating card by card."""

    vectors: jax.Array
    """The vectors of all pages: shape [pages, 54, E]."""
    relations: jax.Array
    """Those of all pages: shape [pages, 54, 3, 54]."""
    page: jax.Array
    """The page of each row."""
    hand: jax.Array
    """Shape [rows, 54]."""
    pools: jax.Array
    """The hand, the cards unseen and those of the next player: shape [rows, 3, 54]."""
    upcard: jax.Array
    """Shape [rows, 54]."""
    suit: jax.Array
    """The suit in force: shape [rows, 4]."""
    state: jax.Array
    """Shape [rows, S]."""


@dataclasses.dataclass(frozen=True)
class Widths:
    """The sizes of the layers."""

    card: int = 64
    vector: int = 32
    table: int = 32
    first: int = 256
    second: int = 128
    pair: int = 64


def init(seed: int, columns: Columns, rules: Rules, widths: Widths) -> Params:
    """Returns weights drawn at random; those of the last layers are small."""
    rng = np.random.default_rng(seed)
    facts = len(columns.faces) * (SUITS + RANKS + 2) + len(columns.numbers) + len(columns.wide)
    own, table = rules.matrix.shape[-1], rules.vector.shape[-1]
    shapes = {
        "card1": (own, widths.card),
        "card2": (widths.card, widths.vector),
        "table": (table, widths.table),
        "sums": ((len(SUMS) + 1) * widths.vector, widths.first),
        "facts": (facts, widths.first),
        "first.table": (widths.table, widths.first),
        "second": (widths.first, widths.second),
        "pair.state": (widths.second, widths.pair),
        "pair.vector": (widths.vector, widths.pair),
        "pair.related": (RELATED, widths.pair),
        "pair.logit": (widths.pair, 1),
        "plain": (widths.second, ACTIONS - KINDS),
        "value": (widths.second, 1),
    }
    small = {"pair.logit": 0.1, "plain": 0.1, "value": 0.1}
    params = {
        name: small.get(name, 1.0) * math.sqrt(2 / shape[0]) * rng.standard_normal(shape)
        for name, shape in shapes.items()
    }
    biases = {"card1": widths.card, "card2": widths.vector, "table": widths.table}
    biases |= {"first": widths.first, "second": widths.second, "pair": widths.pair}
    biases |= {"plain": ACTIONS - KINDS, "value": 1}
    params |= {f"{name}.bias": np.zeros(size) for name, size in biases.items()}
    return {name: jnp.asarray(of, jnp.float32) for name, of in params.items()}


def encode(params: Params, parts: tuple[Rules, ...]) -> tuple[Pages, ...]:
    """Returns the pages of games, as `forward` takes them."""
    return tuple(pages_of(params, rules) for rules in parts)


def pages_of(params: Params, rules: Rules) -> Pages:
    """Returns the pages of games that have the same number of meanings."""
    hidden = jax.nn.relu(rules.matrix @ params["card1"] + params["card1.bias"])
    table = jax.nn.relu(rules.vector @ params["table"] + params["table.bias"])
    return Pages(
        hidden @ params["card2"] + params["card2.bias"],
        jnp.asarray(rules.relations),
        (table @ params["first.table"])[:, None],
        jnp.round(jnp.asarray(rules.matrix)[:, 0, :, 0] * 50)[:, None],
    )


def faces(cards: jax.Array) -> jax.Array:
    """Returns counts of cards by suit, by rank and of each Joker: shape [..., 19]."""
    by = cards[..., :SUITED].reshape(*cards.shape[:-1], RANKS, SUITS)
    return jnp.concatenate([by.sum(-2), by.sum(-1), cards[..., SUITED:]], axis=-1)


def groups(columns: Columns, obs: jax.Array) -> jax.Array:
    """Returns the cards of each group of `SUMS`, and of the rare ones: shape [..., S, 54]."""

    def cards(at: int, one: int) -> jax.Array:
        return obs[..., at : at + KINDS] / one

    rare = sum(jnp.minimum(cards(at, one), 1) for at, one in columns.rare)
    return jnp.stack([*(cards(at, one) for at, one in columns.sums), rare], axis=-2)


def take(obs: jax.Array, columns: list[int]) -> jax.Array:
    """Returns some columns; slices of neighbours are faster than one gather."""
    runs = np.split(np.array(columns), np.flatnonzero(np.diff(columns) != 1) + 1)
    return jnp.concatenate([obs[..., run[0] : run[-1] + 1] for run in runs], axis=-1)


def facts(columns: Columns, obs: jax.Array, cards: jax.Array) -> jax.Array:
    """Returns all inputs of the trunk that are not sums of vectors."""
    at, factor = zip(*columns.numbers, strict=True)
    numbers = jnp.minimum(take(obs, list(at)) * np.array(factor, np.float32), 1)
    first, zero = zip(*columns.wide, strict=True)
    both = take(obs, [of + byte for of in first for byte in (0, 1)])
    wide = both[..., ::2] * 256 + both[..., 1::2] - np.array(zero, np.float32)
    by_face = [faces(cards[..., SUMS.index(name), :]) * by for name, by in columns.faces]
    return jnp.concatenate([*by_face, numbers, jnp.clip(wide / 128, -2, 2)], axis=-1)


def trunk(params: Params, columns: Columns, pages: Pages, obs: jax.Array) -> tuple[Seen, jax.Array]:
    """Computes what the rows [G, N, D] of G games show, and their values [G, N]."""
    games, meanings = pages.vectors.shape[:2]
    obs = obs.astype(jnp.float32)
    cards = groups(columns, obs)
    said = obs[..., columns.meaning] * 256 + obs[..., columns.meaning + 1]
    page = jnp.arange(games)[:, None], said.astype(jnp.int32)
    unseen = jnp.maximum(pages.copies - cards[..., SEEN, :], 0)
    share = unseen / jnp.maximum(unseen.sum(-1, keepdims=True), 1)
    pools = jnp.stack([cards[..., HAND, :] / 4, share, cards[..., NEXT, :]], axis=-2)
    if meanings == 1:
        sums = jnp.einsum("gnsk,gke->gnse", cards, pages.vectors[:, 0])
    else:
        sums = jnp.einsum("gnsk,gnke->gnse", cards, pages.vectors[page])
    first = sums.reshape(*sums.shape[:2], -1) @ params["sums"] + params["first.bias"]
    first += facts(columns, obs, cards) @ params["facts"] + pages.table
    state = jax.nn.relu(jax.nn.relu(first) @ params["second"] + params["second.bias"])
    rows = page[0] * meanings + page[1]
    flat = [
        rows,
        cards[..., HAND, :],
        pools,
        cards[..., UPCARD, :],
        obs[..., columns.suit : columns.suit + SUITS],
        state,
    ]
    seen = Seen(
        pages.vectors.reshape(-1, *pages.vectors.shape[2:]),
        pages.relations.reshape(-1, *pages.relations.shape[2:]),
        *(of.reshape(-1, *of.shape[2:]) for of in flat),
    )
    return seen, (state @ params["value"] + params["value.bias"])[..., 0]


def related(seen: Seen, row: jax.Array, card: jax.Array) -> jax.Array:
    """Returns the features of each card that might be played: shape [pairs, 14]."""
    # The card itself is no longer in the hand.
    itself = jax.nn.one_hot(card, KINDS)
    held = seen.hand[row] - itself
    pools = seen.pools[row].at[:, 0].add(-itself / 4)
    relations = seen.relations[seen.page[row], card].astype(jnp.float32)
    counts = jnp.einsum("prk,pqk->prq", relations, pools)
    suit, rank, kinds = card[:, None] % SUITS, card[:, None] // SUITS, jnp.arange(KINDS)
    suited = (kinds < SUITED) * held
    of_suit = jnp.where(kinds % SUITS == suit, suited, 0).sum(-1) / 4
    of_rank = jnp.where(kinds // SUITS == rank, suited, 0).sum(-1) / 4
    copies = jnp.take_along_axis(held, card[:, None], axis=1)[:, 0]
    in_force = jnp.take_along_axis(seen.suit[row], suit, axis=1)[:, 0]
    upcard = jnp.where(kinds // SUITS == rank, seen.upcard[row], 0).sum(-1)
    single = [of_suit, of_rank, copies, jnp.where(card < SUITED, in_force, 0), upcard]
    return jnp.concatenate([counts.reshape(len(card), -1), jnp.stack(single, axis=-1)], axis=-1)


def logits(params: Params, seen: Seen, mask: jax.Array, most: float) -> jax.Array:
    """Returns the logit of every action, -1e9 for those that are not legal: shape [rows, 100].

    There is room for `most` cards a row; cards beyond that are as good as illegal.
    """
    rows = len(mask)
    choices = mask[:, :KINDS] & (mask.sum(-1, keepdims=True) > 1)
    row, card = jnp.nonzero(choices, size=int(most * rows), fill_value=rows)
    is_pair = row < rows
    row, card = jnp.minimum(row, rows - 1), jnp.minimum(card, KINDS - 1)
    hidden = (seen.state @ params["pair.state"] + params["pair.bias"])[row]
    hidden += seen.vectors[seen.page[row], card] @ params["pair.vector"]
    hidden += related(seen, row, card) @ params["pair.related"]
    rated = (jax.nn.relu(hidden) @ params["pair.logit"])[:, 0]
    plain = seen.state @ params["plain"] + params["plain.bias"]
    cards = jnp.full((rows, KINDS), UNRATED).at[row, card].max(jnp.where(is_pair, rated, UNRATED))
    return jnp.where(mask, jnp.concatenate([cards, plain], axis=1), -1e9)


def forward(
    params: Params, columns: Columns, parts: tuple[Pages, ...], obs: jax.Array, mask: jax.Array
) -> tuple[jax.Array, jax.Array]:
    """Returns log-probabilities of actions [G, N, 100], and values [G, N].

    The games of each part have the same number of meanings; the rows of all parts are in order.
    """
    log_probs, values, at = [], [], 0
    for pages in parts:
        part = slice(at, at + len(pages.vectors))
        seen, value = trunk(params, columns, pages, obs[part])
        shape = mask[part].shape
        most = MOST_PAIRS if pages.vectors.shape[1] == 1 else MORE_PAIRS
        out = logits(params, seen, mask[part].reshape(-1, ACTIONS), most)
        log_probs.append(jax.nn.log_softmax(out).reshape(shape))
        values.append(value)
        at = part.stop
    return jnp.concatenate(log_probs), jnp.concatenate(values)
