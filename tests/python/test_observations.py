"""Observations in words: `Game.feature_names` and `Game.explain`."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import pytest

import eights


def test_every_feature_has_a_name(ruleset: str) -> None:
    layouts: list[Literal["compact", "universal", "cards"]] = ["compact", "universal", "cards"]
    games = [eights.Game(ruleset, layout=layout, history=2) for layout in layouts]
    compact, universal, cards = (game.feature_names() for game in games)
    for game, names in zip(games, (compact, universal, cards), strict=True):
        assert len(names) == len(set(names)) == game.observation_tensor_size()
        assert game.feature_names() == names
        for span, (start, length, _) in game.observation_layout.items():
            assert all(name.startswith(span) for name in names[start : start + length])
    assert set(compact) <= set(universal)


def test_both_types_of_an_observation_say_the_same(ruleset: str) -> None:
    game = eights.Game(ruleset)
    names = game.feature_names()
    state = game.new_initial_state(seed=3)
    octets = np.empty(game.observation_tensor_size(), np.uint8)
    highs = game.observation_high
    assert highs.dtype == np.uint8
    assert highs.shape == octets.shape
    for step in range(30):
        if state.is_terminal():
            break
        told = game.explain(state.observation_tensor(out=octets))
        assert (octets <= highs).all()
        np.testing.assert_allclose(octets / highs, state.observation_tensor(), rtol=1e-6)
        assert list(told) == [name for name, value in zip(names, octets, strict=True) if value]
        assert told == game.explain(state.observation_tensor())
        legal = state.legal_actions()
        state.apply_action(legal[step % len(legal)])


def test_what_is_told_is_what_lies_on_the_table() -> None:
    game = eights.Game("crazy_eights", players=3)
    state = game.position({"hands": ["8H 5C 5D", "KD QD", "2C"], "pile": "9C TC", "seat": 0})
    told = game.explain(state.observation_tensor(1))
    cards = {name: value for name, value in told.items() if name.startswith(("hand ", "upcard"))}
    assert cards == {"hand QD": 1, "hand KD": 1, "upcard TC": True}
    assert told["follow suit clubs"] is True
    assert told["hand_sizes[self]"] == 2
    assert told["hand_sizes[self] is 2"] is True
    assert told["hand_sizes[+1] is 1"] is True
    assert told["hand_sizes[+2] is 3"] is True
    assert told["phase actor[+2]"] is True


def test_the_observations_of_a_batch_are_explained() -> None:
    game = eights.Game("uno", players=2)
    batch = eights.Batch(game, num_envs=2, seed=1)
    batch.reset()
    for env in range(2):
        state = batch.state(env)
        assert game.explain(batch.observations[env]) == game.explain(state.observation_tensor())
    # A column of an array is not contiguous.
    pieces = np.repeat(batch.observations[0], 2).reshape(-1, 2)[:, 0]
    assert game.explain(pieces) == game.explain(batch.observations[0])


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (lambda _: np.zeros(3, np.uint8), ["3", "values"]),
        (lambda size: np.zeros(size), ["float64", "float32 or uint8"]),
        (lambda size: np.zeros((1, size), np.float32), ["(1, "]),
        (lambda size: [0.0] * size, ["list", "float32 or uint8"]),
        (lambda _: None, ["NoneType"]),
        (lambda size: np.full(size, 0.5, np.float32), ['value 0 ("hand 2C") is 0.5', "0 or 1"]),
        (lambda size: np.full(size, np.nan, np.float32), ["NaN"]),
        (lambda size: np.full(size, 9, np.uint8), ['value 0 ("hand 2C") is 9', "0 … 1"]),
    ],
)
def test_what_is_no_observation_is_refused(made: Any, words: list[str]) -> None:
    game = eights.Game("crazy_eights", players=2)
    with pytest.raises(eights.ArrayError) as refused:
        game.explain(made(game.observation_tensor_size()))
    for word in words:
        assert word in str(refused.value)
