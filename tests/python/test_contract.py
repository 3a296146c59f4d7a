"""The names and signatures of the low-level interface, and their documented behaviour."""

from __future__ import annotations

import collections
import copy
import inspect
import itertools
import json
import pickle
import sys
import threading
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest
from tables import nearest

import eights

MINE = """
id = "mine"
title = "Mine"
source = "here"

[deal]
cards = 5

[special.jack]
cards = "J"
skip = 1
"""
CARD = {"hands": ["8H 5C", "KD QD"], "pile": "TC"}


def some_states(ruleset: str, rng: np.random.Generator, **options: Any) -> list[eights.State]:
    """Returns some states of a random game, the first and the last included."""
    options["players"] = nearest(ruleset, options["players"])
    game = eights.Game(ruleset, **options)
    state = game.new_initial_state(seed=int(rng.integers(1 << 63)))
    met = [state.clone()]
    while not state.is_terminal() and len(met) < 200:
        state.apply_action(int(rng.choice(state.legal_actions())))
        met.append(state.clone())
    return [met[int(i)] for i in np.linspace(0, len(met) - 1, 8)]


# ---- Rulesets -----------------------------------------------------------------------------------


def test_there_are_rulesets() -> None:
    assert len(set(eights.rulesets())) == len(eights.rulesets())
    assert {
        "crazy_eights",
        "crazy_eights_special",
        "classic_eights",
        "kings_reverse",
        "other_blackjack",
        "crazy_eights_openspiel",
    } <= set(eights.rulesets())


def test_ruleset_fields(ruleset: str) -> None:
    r = eights.Ruleset(ruleset)
    assert r.id == ruleset
    for text in (r.title, r.source, r.describe(), r.to_toml()):
        assert isinstance(text, str)
        assert text
    least, most = r.players
    assert 2 <= least <= most <= 10
    assert len(r.fingerprint) == 16
    assert int(r.fingerprint, 16) >= 0
    assert r.fingerprint == eights.Ruleset(ruleset).fingerprint
    assert isinstance(r.has_match, bool)
    if r.has_match:
        assert eights.Game(r, players=least, episode="match").is_match
    else:
        with pytest.raises(eights.GameError, match="has no match"):
            eights.Game(r, players=least, episode="match")
    for variant in r.variants:
        assert r.override({"variant": variant}).fingerprint != r.fingerprint
    assert ruleset in repr(r)


def test_ruleset_round_trips(ruleset: str, tmp_path: Path) -> None:
    r = eights.Ruleset(ruleset)
    path = tmp_path / "rules.toml"
    path.write_text(r.to_toml(), encoding="utf-8")
    assert json.loads(json.dumps(r.to_dict())) == r.to_dict()
    for other in (
        eights.Ruleset.from_toml(r.to_toml()),
        eights.Ruleset.from_file(path),
        eights.Ruleset.from_file(str(path)),
        eights.Ruleset.from_dict(r.to_dict()),
        pickle.loads(pickle.dumps(r)),
        copy.copy(r),
        copy.deepcopy(r),
    ):
        assert other == r
        assert hash(other) == hash(r)
        assert other.fingerprint == r.fingerprint


def test_a_ruleset_of_ones_own() -> None:
    r = eights.Ruleset.from_toml(MINE)
    assert (r.id, r.title, r.source) == ("mine", "Mine", "here")
    assert r.to_dict()["special"]["jack"]["skip"] == 1
    state = eights.Game(r, players=2).new_initial_state(seed=0)
    assert [len(hand.split()) for hand in state.to_dict()["hands"]] == [5, 5]


def test_override() -> None:
    r = eights.Ruleset("crazy_eights_special")
    dotted = r.override({"deal.cards": 6, "special.queen.skip": 2})
    nested = r.override({"deal": {"cards": 6}, "special": {"queen": {"skip": 2}}})
    assert dotted == nested
    assert dotted != r
    assert r == eights.Ruleset("crazy_eights_special"), "the original stays as it was"
    assert dotted.to_dict()["special"]["queen"]["skip"] == 2
    assert "queen" not in r.override({"special.queen": False}).to_dict()["special"]
    assert r.override({}) == r
    game = eights.Game("crazy_eights_special", players=2, overrides={"deal.cards": np.int64(6)})
    assert [len(hand.split()) for hand in game.new_initial_state(1).to_dict()["hands"]] == [6, 6]


def test_every_problem_of_a_ruleset_is_listed() -> None:
    with pytest.raises(eights.RulesetError, match=r"deal\.card\b") as refused:
        eights.Ruleset("crazy_eights").override({"deal.card": 7, "draw.most": "many"})
    assert "draw.most" in str(refused.value)


# ---- Games --------------------------------------------------------------------------------------


def has_own_pack(ruleset: str) -> bool:
    deck = eights.Ruleset(ruleset).to_dict()["deck"]
    return (deck["suits"], deck["ranks"], deck["joker-kinds"]) != ("CDHS", "23456789TJQKA", 2)


def test_game_methods(ruleset: str) -> None:
    r = eights.Ruleset(ruleset)
    for players in range(r.players[0], r.players[1] + 1):
        game = eights.Game(ruleset, players=players)
        assert game.num_players() == players
        assert game.ruleset == r
        own = has_own_pack(ruleset)
        assert game.num_distinct_actions() == (121 if own else eights.NUM_ACTIONS)
        assert game.max_chance_outcomes() == (64 if own else 54)
        assert game.max_game_length() > 0
        assert game.min_utility() < 0 < game.max_utility()
        print_of = game.ruleset.fingerprint
        assert repr(game) == f'Game("{ruleset}", players={players}, fingerprint={print_of})'
        at = 0
        for start, length, high in game.observation_layout.values():
            assert start == at
            assert 0 < high <= 255
            at += length
        assert at == game.observation_tensor_size() < game.privileged_tensor_size()


def test_observation_spans_have_the_names_and_order_of_the_contract(ruleset: str) -> None:
    names = (
        "hand upcard follow pending turn phase hand_sizes direction stock_size seen known calls "
        "match wild_ranks rules history ruled_out"
    )
    assert list(eights.Game(ruleset).observation_layout) == names.split()


@pytest.mark.parametrize("layout", ["universal", "cards"])
def test_two_layouts_are_the_same_for_all_games(layout: Literal["universal", "cards"]) -> None:
    layouts = [
        eights.Game(r, players=players, layout=layout, history=3).observation_layout
        for r in eights.rulesets()
        for players in eights.Ruleset(r).players
        # A pack of its own has a layout of its own.
        if not has_own_pack(r)
    ]
    assert len(layouts) > 40
    assert all(layout == layouts[0] for layout in layouts)


def test_signatures_tell_the_defaults() -> None:
    game = eights.Game("crazy_eights")
    told = inspect.signature(eights.Game).parameters
    for name, value in game.options.items():
        assert told[name].default == (None if name == "players" else value), name
    batch = eights.Batch(game, 2)
    told = inspect.signature(eights.Batch).parameters
    assert batch.observations.dtype == told["dtype"].default
    assert batch.threads == told["threads"].default
    assert told["seed"].default is None


def test_game_defaults_and_options() -> None:
    game = eights.Game("crazy_eights")
    assert game.options == {
        "players": 2,
        "episode": "round",
        "reward": "win",
        "chance": "sampled",
        "layout": "compact",
        "history": 0,
        "max_decisions": None,
        "truncation": "score",
        "beliefs": False,
    }
    assert not game.is_match
    assert game == eights.Game(eights.Ruleset("crazy_eights"), 2, None, "round", "win", "sampled")
    other = eights.Game(
        "crazy_eights",
        players=np.int32(3),
        episode="match",
        reward="points",
        chance="explicit",
        layout="universal",
        history=np.uint8(2),
        max_decisions=np.int64(500),
        truncation="bootstrap",
    )
    assert other.options == {
        "players": 3,
        "episode": "match",
        "reward": "points",
        "chance": "explicit",
        "layout": "universal",
        "history": 2,
        "max_decisions": 500,
        "truncation": "bootstrap",
        "beliefs": False,
    }
    assert other.is_match
    assert other.max_game_length() >= 500
    assert eights.Game(other.ruleset, **other.options) == other != game


def test_utilities_bound_returns(ruleset: str, rng: np.random.Generator) -> None:
    for reward in ("win", "points"):
        for episode in ("round", "match") if eights.Ruleset(ruleset).has_match else ("round",):
            game = eights.Game(
                ruleset,
                players=nearest(ruleset, 3),
                reward=reward,
                episode=episode,
                max_decisions=2000,
            )
            for _ in range(2):
                state = game.new_initial_state(seed=int(rng.integers(1 << 63)))
                total = np.zeros(game.num_players())
                while not state.is_terminal():
                    state.apply_action(int(rng.choice(state.legal_actions())))
                    total += state.rewards()
                returns = state.returns()
                np.testing.assert_allclose(total, returns, atol=1e-9)
                assert min(returns) >= game.min_utility() - 1e-9
                assert max(returns) <= game.max_utility() + 1e-9
                if reward == "win":
                    assert abs(sum(returns)) < 1e-9
                    assert state.winners() == [
                        seat for seat in range(game.num_players()) if returns[seat] == max(returns)
                    ]


# ---- States -------------------------------------------------------------------------------------


def test_a_seed_makes_the_game(ruleset: str) -> None:
    game = eights.Game(ruleset)
    assert game.new_initial_state(seed=7) == game.new_initial_state(seed=np.uint64(7))
    assert game.new_initial_state(7) != game.new_initial_state(8)
    assert game.new_initial_state(seed=2**64 - 1).current_player() >= 0
    assert game.new_initial_state() != game.new_initial_state(), "unseeded deals differ"


def test_a_game_step_by_step(ruleset: str, rng: np.random.Generator) -> None:
    game = eights.Game(ruleset, players=nearest(ruleset, 3), max_decisions=200)
    for _ in range(2):
        state = game.new_initial_state(seed=int(rng.integers(1 << 63)))
        made: list[int] = []
        while not state.is_terminal():
            player = state.current_player()
            assert 0 <= player < game.num_players()
            assert not state.is_chance_node()
            assert state.chance_outcomes() == []
            legal = state.legal_actions()
            mask = state.legal_actions_mask()
            assert legal == sorted(set(legal))
            assert mask.dtype == np.bool_
            assert mask.shape == (game.num_distinct_actions(),)
            assert np.flatnonzero(mask).tolist() == legal != []
            for seat in range(game.num_players()):
                assert state.legal_actions(seat) == (legal if seat == player else [])
                assert state.legal_actions_mask(seat).any() == (seat == player)
            texts = [state.action_to_string(action) for action in legal]
            assert len(set(texts)) == len(texts)
            assert [state.string_to_action(text) for text in texts] == legal
            assert texts == [game.action_to_string(action) for action in legal]
            assert all(state.describe_action(action) for action in legal)
            action = int(rng.choice(legal))
            # An id, a NumPy id and a text name the same action.
            by_text, by_numpy = state.clone(), state.clone()
            by_text.apply_action(state.action_to_string(action))
            by_numpy.apply_action(np.int32(action))
            state.apply_action(action)
            assert by_text == by_numpy == state
            made.append(action)
            assert state.history() == made
            assert len(made) <= game.max_game_length()
        assert state.current_player() == -4
        assert state.legal_actions() == []
        assert not state.legal_actions_mask().any()
        assert len(state.returns()) == len(state.rewards()) == game.num_players()
        assert state.winners() or state.is_truncated()


def test_explicit_chance(ruleset: str, rng: np.random.Generator) -> None:
    game = eights.Game(ruleset, players=nearest(ruleset, 2), chance="explicit", max_decisions=100)
    kinds = set()
    for _ in range(3):
        state = game.new_initial_state(seed=0)
        assert state.is_chance_node()
        while not state.is_terminal():
            if not state.is_chance_node():
                state.apply_action(int(rng.choice(state.legal_actions())))
                continue
            assert state.current_player() == -1
            outcomes = state.chance_outcomes()
            ids = [outcome for outcome, _ in outcomes]
            assert 1 <= len(ids) <= game.max_chance_outcomes()
            assert ids == sorted(set(ids)) == state.legal_actions()
            assert state.legal_actions(0) == []
            assert not state.legal_actions_mask().any()
            assert sum(p for _, p in outcomes) == pytest.approx(1)
            assert all(p > 0 for _, p in outcomes)
            chosen = int(rng.choice(ids, p=[p for _, p in outcomes]))
            text = state.action_to_string(chosen)
            assert text.startswith("chance ")
            assert state.string_to_action(text) == chosen
            kinds.add(state.describe_action(text).split(" ")[0])
            other = state.clone()
            other.apply_action(text)
            state.apply_action(chosen)
            assert other == state
            assert state.history()[-1] == chosen
    turned = eights.Ruleset(ruleset).to_dict()["starter"]["turned"]
    assert "seat" in kinds, "somebody deals"
    assert ("the" in kinds) >= (turned != "never"), "a card is turned"


def test_the_seed_does_not_matter_where_chance_is_explicit() -> None:
    game = eights.Game("crazy_eights", chance="explicit")
    assert (
        game.new_initial_state(1).chance_outcomes() == game.new_initial_state(2).chance_outcomes()
    )


def test_tensors(ruleset: str, rng: np.random.Generator) -> None:
    for state in some_states(ruleset, rng, players=3, history=2):
        game = state.game
        high = np.concatenate(
            [np.full(length, high) for _, length, high in game.observation_layout.values()]
        )
        d = game.observation_tensor_size()
        for seat in (None, 0, 1, np.int64(state.game.num_players() - 1)):
            obs = state.observation_tensor(seat)
            assert obs.shape == (d,)
            assert obs.dtype == np.float32
            assert ((obs >= 0) & (obs <= 1)).all()
            out = np.full(d, 9, dtype=np.float32)
            assert state.observation_tensor(seat, out) is out
            np.testing.assert_array_equal(out, obs)
            octets = np.full(d, 255, dtype=np.uint8)
            assert state.observation_tensor(player=seat, out=octets) is octets
            assert (octets <= high).all()
            np.testing.assert_allclose(octets / high, obs, atol=1e-6)

            full = state.privileged_tensor(seat)
            assert full.shape == (game.privileged_tensor_size(),)
            np.testing.assert_array_equal(full[:d], obs)
            assert np.isfinite(full).all()
            assert state.privileged_tensor(seat, out=np.zeros_like(full)).tolist() == full.tolist()
        player = state.current_player()
        if player >= 0:
            np.testing.assert_array_equal(
                state.observation_tensor(), state.observation_tensor(player)
            )
            assert state.observation_string() == state.observation_string(player)
            assert state.information_state_string() == state.information_state_string(player)


def test_information_state_tensor() -> None:
    game = eights.Game("crazy_eights_special", players=3, max_decisions=60)
    state = game.new_initial_state(seed=3)
    tensor = state.information_state_tensor(1)
    assert tensor.shape == (game.information_state_tensor_size(),)
    assert tensor.dtype == np.float32
    out = np.zeros_like(tensor)
    assert state.information_state_tensor(player=1, out=out) is out
    np.testing.assert_array_equal(out, tensor)
    before = state.information_state_tensor(state.current_player())
    state.apply_action(state.legal_actions()[0])
    assert (state.information_state_tensor(0) != before).any()
    with pytest.raises(eights.GameError, match="max_decisions"):
        eights.Game("crazy_eights").information_state_tensor_size()
    with pytest.raises(eights.GameError, match="max_decisions"):
        eights.Game("crazy_eights").new_initial_state(0).information_state_tensor()


def test_resample(ruleset: str, rng: np.random.Generator) -> None:
    changed = 0
    for state in some_states(ruleset, rng, players=3, history=4):
        for seat in (0, np.int32(1), state.game.num_players() - 1):
            seed = int(rng.integers(1 << 63))
            other = state.resample(seat, seed)
            assert other == state.resample(player=seat, seed=seed)
            np.testing.assert_array_equal(
                other.observation_tensor(seat), state.observation_tensor(seat)
            )
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.observation_string(seat) == state.observation_string(seat)
            if state.current_player() == seat:
                assert other.legal_actions() == state.legal_actions()
            changed += other.to_dict()["hands"] != state.to_dict()["hands"]
    assert changed > 10


def test_position_round_trip(ruleset: str, rng: np.random.Generator) -> None:
    for chance in ("sampled", "explicit"):
        for state in some_states(ruleset, rng, players=3, chance=chance):
            position = state.to_dict()
            assert json.loads(json.dumps(position)) == position
            again = state.game.position(position, seed=5)
            assert again.to_dict() == position
            assert again.legal_actions() == state.legal_actions()
            assert again.current_player() == state.current_player()
            np.testing.assert_array_equal(again.privileged_tensor(), state.privileged_tensor())
            assert again.returns() == state.returns()
            assert again.history() == []


def test_position_needs_only_hands_and_pile() -> None:
    state = eights.Game("crazy_eights", players=2).position(CARD)
    position = state.to_dict()
    assert position["hands"] == ["5C 8H", "QD KD"]
    assert (position["pile"], position["seat"]) == ("TC", 0)
    assert [state.action_to_string(a) for a in state.legal_actions()] == [
        "play 5C",
        "play 8H",
        "draw",
    ]
    for action in ("play 8H", "say 0", "suit D"):
        state.apply_action(action)
    assert state.to_dict()["suit"] == "D"


def ways() -> dict[str, Callable[[eights.State], eights.State]]:
    return {
        "clone": lambda s: s.clone(),
        "copy": copy.copy,
        "deepcopy": copy.deepcopy,
        "pickle": lambda s: pickle.loads(pickle.dumps(s)),
        "serialize": lambda s: s.game.deserialize_state(s.serialize()),
        "replay": lambda s: eights.replay(s.record()),
    }


@pytest.mark.parametrize("chance", ["sampled", "explicit"])
def test_copies_keep_the_game_and_its_luck(
    ruleset: str, chance: str, rng: np.random.Generator
) -> None:
    for state in some_states(ruleset, rng, players=3, history=3, chance=chance):
        for way, made in ways().items():
            other = made(state)
            assert other == state, way
            assert other is not state
            assert other.game == state.game
            assert other.history() == state.history()
            assert other.events() == state.events()
            assert other.record() == state.record()
            assert other.information_state_string(0) == state.information_state_string(0)
            np.testing.assert_array_equal(other.observation_tensor(0), state.observation_tensor(0))
            before = state.clone()
            for _ in range(10):
                if not other.is_terminal():
                    action = int(rng.choice(other.legal_actions()))
                    other.apply_action(action)
                    before.apply_action(action)
            assert other == before, "the same actions meet the same chance"
            assert state.is_terminal() or other != state, "the original stays behind"


def test_games_are_copied_and_pickled(ruleset: str) -> None:
    players = nearest(ruleset, 3)
    game = eights.Game(
        ruleset, players=players, overrides={"deal.cards": 4}, history=2, reward="points"
    )
    for other in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert other == game
        assert hash(other) == hash(game)
        assert other.options == game.options
        assert other.new_initial_state(5) == game.new_initial_state(5)
    assert game != eights.Game(ruleset, players=players)


def test_equality_with_other_things() -> None:
    game = eights.Game("crazy_eights")
    for thing in (game, game.ruleset, game.new_initial_state(0)):
        assert thing != 1
        assert thing != "crazy_eights"
    with pytest.raises(TypeError, match="unhashable"):
        hash(game.new_initial_state(0))


def test_records_are_readable_and_say_what_was_played(ruleset: str) -> None:
    game = eights.Game(
        ruleset, players=nearest(ruleset, 2), chance="explicit", overrides={"deal.cards": 2}
    )
    state = game.new_initial_state(seed=3)
    while not state.is_terminal() and len(state.history()) < 60:
        state.apply_action(state.legal_actions()[0])
    record = json.loads(state.record())
    assert record["format"] == "eights-record"
    assert record["version"] == 1
    assert record["players"] == game.num_players()
    assert eights.Ruleset.from_dict(record["ruleset"]) == game.ruleset
    assert len(record["moves"]) == len(state.history())
    again = eights.replay(state.record())
    assert again.game == game
    assert again == state


def test_a_record_may_begin_with_a_position() -> None:
    state = eights.Game("crazy_eights", players=2).position(CARD, seed=4)
    state.apply_action("draw")
    again = eights.replay(state.record())
    assert again == state
    assert again.to_dict() == state.to_dict()


def test_what_is_recent_goes_with_a_state(ruleset: str) -> None:
    game = eights.Game(ruleset, players=nearest(ruleset, 3), history=8)
    batch = eights.Batch(game, num_envs=2, seed=4)
    batch.reset()
    for _ in range(12):
        batch.step(batch.sample())
    taken = batch.state(0)
    seat = taken.current_player()
    for state in (taken, taken.resample(seat, 3), game.position(taken.to_dict())):
        saved = json.loads(state.record())
        assert saved["version"] == 1
        for again in (
            eights.replay(state.record()),
            game.deserialize_state(state.serialize()),
            pickle.loads(pickle.dumps(state)),
            game.position(state.to_dict()),
        ):
            np.testing.assert_array_equal(
                again.observation_tensor(seat), state.observation_tensor(seat)
            )
            assert again.to_dict() == state.to_dict()
    if "recent" in taken.to_dict():
        start = json.loads(taken.record())["start"]
        assert start["recent"] == taken.to_dict()["recent"]
        assert all(eights.string_to_action(text) >= 0 for _, text in start["recent"])


def test_strings_for_people(ruleset: str, rng: np.random.Generator) -> None:
    for state in some_states(ruleset, rng, players=3):
        assert str(state) == state.render()
        assert repr(state).startswith(f'State("{ruleset}"')
        assert state.render(player=np.int64(1)) == state.observation_string(1)
        assert state.render(1, unicode=False).isascii()
        assert "\x1b" in state.render(1, color=True)
        assert "\x1b" not in state.render(1)
        for whose in (1, "all"):
            compact = state.render(whose, width=40).splitlines()
            assert max(map(len, compact)) <= 40
        with pytest.raises(eights.GameError, match="width = 39 is not in 40"):
            state.render(1, width=39)
        for seat in (None, 0, 1):
            assert all(isinstance(line, str) for line in state.events(seat))


def test_bots(ruleset: str, rng: np.random.Generator) -> None:
    assert {"random", "greedy", "heuristic"} <= set(eights.bots())
    for state in some_states(ruleset, rng, players=3):
        for name in eights.bots():
            if state.is_terminal():
                with pytest.raises(eights.ActionError, match="the game is over"):
                    state.bot_action(name)
            else:
                action = state.bot_action(name, seed=3)
                assert action in state.legal_actions()
                assert action == state.bot_action(name, seed=3)
    chance = eights.Game(ruleset, chance="explicit").new_initial_state(0)
    with pytest.raises(eights.ActionError, match="chance decides"):
        chance.bot_action("random")


def test_a_bot_without_a_seed_goes_by_the_state() -> None:
    game = eights.Game("crazy_eights", players=2)
    state = game.new_initial_state(seed=7)
    met = []
    for _ in range(60):
        action = state.bot_action("random")
        assert {state.clone().bot_action("random") for _ in range(3)} == {action}
        assert game.deserialize_state(state.serialize()).bot_action("random") == action
        met.append((len(state.legal_actions()), state.legal_actions().index(action)))
        if state.is_terminal():
            break
        state.apply_action("draw" if 54 in state.legal_actions() else action)
    # With equally many options the choices differ.
    for options in {options for options, _ in met if options > 1}:
        chosen = [at for many, at in met if many == options]
        assert len(chosen) < 4 or len(set(chosen)) > 1, (options, chosen)


@pytest.mark.parametrize("begin", ["seed", "position", "batch"])
def test_a_bot_without_a_seed_plays_like_a_uniform_player(begin: str) -> None:
    """The bot `random` and a uniform player of this test each win half of the games."""
    rng = np.random.default_rng(3)
    options: dict[str, Any] = {"overrides": {"deal.cards": 4}, "max_decisions": 200}
    game = eights.Game("crazy_eights_special", players=2, **options)
    table = eights.Batch(game, num_envs=1)
    won, games = 0, 100
    for k in range(games):
        table.reset(seed=k)
        state = game.new_initial_state(table.episode_seed(0))
        while not state.is_terminal():
            if begin == "position":  # every decision from a new position, with equal seeds
                asked = game.position(state.to_dict())
            else:
                asked = state if begin == "seed" else table.state(0)
            uniform = state.current_player() == k % 2
            action = (
                int(rng.choice(state.legal_actions())) if uniform else asked.bot_action("random")
            )
            state.apply_action(action)
            if begin == "batch":
                table.step(np.array([action]))
        won += state.winners() == [k % 2]
    rate, low, high = eights.win_rate_interval([1] * won + [0] * (games - won))
    assert low < 0.5 < high, rate


def test_private_decisions_draw_anew() -> None:
    """Declined offers are not counted, yet each has its own random choice."""
    game = eights.Game("kings_reverse", players=6)
    same = set()
    for seed in range(40):
        state = game.new_initial_state(seed=seed)
        before: tuple[int, int, int] | None = None
        while not state.is_terminal() and len(state.history()) < 200:
            legal, decisions = state.legal_actions(), state.to_dict().get("decisions", 0)
            action = state.bot_action("random")
            chosen = legal.index(action)
            if before is not None and before[:2] == (len(legal), decisions):
                same.add(before[2] == chosen)
            before = (len(legal), decisions, chosen)
            state.apply_action(action)
    assert same == {True, False}


@pytest.mark.parametrize("reward", ["win", "points"])
def test_truncation(reward: Any, rng: np.random.Generator) -> None:
    assert eights.Game("crazy_eights").options["truncation"] == "score"
    games = {
        kind: eights.Game(
            "crazy_eights", players=3, reward=reward, max_decisions=9, truncation=kind
        )
        for kind in ("score", "bootstrap")
    }
    assert games["score"] != games["bootstrap"]
    for seed in range(20):
        states = {kind: game.new_initial_state(seed) for kind, game in games.items()}
        while not states["score"].is_terminal():
            action = int(rng.choice(states["score"].legal_actions()))
            for state in states.values():
                state.apply_action(action)
        scored, open_ = states["score"], states["bootstrap"]
        assert open_.is_terminal()
        if not scored.is_truncated():
            assert open_.returns() == scored.returns()
            continue
        assert open_.is_truncated()
        assert open_.winners() == []
        assert open_.returns() == open_.rewards() == [0, 0, 0]
        assert scored.winners()
        assert any(scored.rewards())
        assert "nobody has won" in str(open_)
        for state in states.values():
            assert eights.replay(state.record()) == state
            assert json.loads(state.record())["options"]["truncation"] in games
            assert pickle.loads(pickle.dumps(state)) == state
            assert state.game.position(state.to_dict()).returns() == state.returns()
        with pytest.raises(eights.PositionError, match="truncation"):
            games["score"].deserialize_state(open_.serialize())


def test_what_a_truncated_match_has_paid_stays(rng: np.random.Generator) -> None:
    game = eights.Game(
        "crazy_eights",
        players=2,
        episode="match",
        reward="points",
        max_decisions=60,
        truncation="bootstrap",
        overrides={"deal.cards": 3},
    )
    paid = 0
    for seed in range(30):
        state = game.new_initial_state(seed)
        total = np.zeros(2)
        while not state.is_terminal():
            state.apply_action(int(rng.choice(state.legal_actions())))
            total += state.rewards()
        np.testing.assert_allclose(state.returns(), total)
        paid += state.is_truncated() and bool(total.any())
    assert paid > 2


def test_any_mapping_is_taken() -> None:
    overrides = types.MappingProxyType(
        {"deal": collections.ChainMap({"cards": np.int64(6)}), "special.two.hit.draw": 3}
    )
    game = eights.Game("crazy_eights_special", overrides=overrides)
    assert game.ruleset == eights.Ruleset("crazy_eights_special").override(overrides)
    assert game.ruleset.to_dict()["deal"]["cards"] == 6

    class Mine(collections.UserDict[str, Any]):
        pass

    assert eights.Ruleset.from_dict(Mine(game.ruleset.to_dict())) == game.ruleset
    state = game.position(Mine(CARD))
    assert state == game.position(CARD)
    rule = {"cards": "6", "does": "skip", "count": 2}
    assert eights.describe_rule(Mine(rule)) == eights.describe_rule(rule)


def test_two_threads_on_a_state_raise_nothing_but_our_errors() -> None:
    state = eights.Game("crazy_eights", players=2).new_initial_state(seed=1)
    wrong: list[BaseException] = []

    class Touches:
        def __index__(self) -> int:
            state.apply_action("draw")
            return 54

    def step() -> None:
        try:
            state.observation_tensor()
            state.apply_action(state.bot_action("random"))
            state.apply_action(Touches())
        except eights.Error:
            pass
        except BaseException as error:
            wrong.append(error)

    def play() -> None:
        for _ in range(300):
            step()

    threads = [threading.Thread(target=play) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert eights.replay(state.record()) == state


def test_arena() -> None:
    game = eights.Game("crazy_eights_special", players=3)
    report = eights.arena(game, ["heuristic", "random"], deals=8, seed=1)
    assert report == eights.arena(game, ["heuristic", "random"], deals=8, seed=1, threads=2)
    for pairing in report["pairings"]:
        assert pairing["games"] == 24
        rate = pairing["win_rate"]
        assert rate["low"] <= rate["mean"] <= rate["high"]
        assert 0 <= rate["mean"] <= 1

    def stop(done: int) -> None:
        raise RuntimeError(f"enough after {done}")

    with pytest.raises(RuntimeError, match="enough"):
        eights.arena(game, ["random", "greedy"], deals=10**9, progress=stop)


def test_an_arena_stops_where_it_is_precise() -> None:
    game = eights.Game("kings_reverse", players=4)
    bots = ["heuristic", "greedy", "random"]
    report = eights.arena(game, bots, seed=1, precision=0.05)
    assert report == eights.arena(game, bots, seed=1, precision=0.05, threads=2)
    assert report["stopped"] == {"by": "precision", "precision": 0.05, "most_deals": 1_000_000}
    assert report["deals"] in eights.arena_looks(1_000_000, 0.05)
    for pairing in report["pairings"]:
        assert pairing["win_rate"]["high"] - pairing["win_rate"]["low"] <= 0.1
    fixed = eights.arena(game, bots, seed=1, deals=report["deals"])
    assert (fixed["pairings"], fixed["ranking"]) == (report["pairings"], report["ranking"])
    assert fixed["stopped"]["by"] == "deals"


def test_only_the_times_of_two_arenas_differ() -> None:
    game = eights.Game("crazy_eights", players=2)
    bots = ["heuristic", "greedy"]
    timed = eights.arena(game, bots, deals=8, timing=True)
    times = timed.pop("timing")
    assert timed == eights.arena(game, bots, deals=8)
    assert [time["entrant"] for time in times] == bots
    assert all(time["microseconds"] >= 0 and time["decisions"] > 20 for time in times)


def test_places_and_scores_at_the_end() -> None:
    game = eights.Game("crazy_eights", players=4)
    for seed in range(20):
        state = game.new_initial_state(seed=seed)
        assert state.places() == []
        assert state.scores() == [0] * 4
        while not state.is_terminal():
            state.apply_action(state.bot_action("greedy"))
        places, scores = state.places(), state.scores()
        assert [seat for seat in range(4) if places[seat] == 1] == state.winners()
        assert places == [1 + sum(other < own for other in scores) for own in scores]


def test_an_arena_trusts_no_length() -> None:
    class Endless(list[str]):
        def __len__(self) -> int:
            return sys.maxsize

    game = eights.Game("crazy_eights", players=2)
    report = eights.arena(game, Endless(["greedy", "random"]), deals=2)
    assert report["entrants"] == ["greedy", "random"]
    with pytest.raises(eights.BotError, match="more than 1000 entrants"):
        eights.arena(game, itertools.repeat("random"))


def test_win_rates_keep_within_bounds_and_have_a_width() -> None:
    for size in (1, 2, 5):
        for share in (0, 0.5, 1):
            rate, low, high = eights.win_rate_interval([share] * 50, games_per_deal=size)
            assert rate == share
            assert 0 <= low <= share <= high <= 1
            assert high - low > 0.05
    shares = np.random.default_rng(1).integers(0, 2, 400).astype(np.float32)
    rate, low, high = eights.win_rate_interval(shares)
    assert (rate, low, high) == eights.win_rate_interval(shares.tolist())
    assert high - low == pytest.approx(2 * 1.96 * 0.5 / 20, rel=0.05)
    # With each game of a deal doubled the interval stays, since deals are counted.
    _, wider, widest = eights.win_rate_interval(shares.repeat(2), games_per_deal=2)
    assert (wider, widest) == pytest.approx((low, high), abs=0.01)


# ---- Actions ------------------------------------------------------------------------------------


def test_action_ids_are_those_of_the_contract() -> None:
    ranks, suits = "23456789TJQKA", "CDHS"
    table = {
        **{4 * r + s: f"play {ranks[r]}{suits[s]}" for r in range(13) for s in range(4)},
        52: "play *R",
        53: "play *B",
        54: "draw",
        55: "pass",
        **{56 + s: f"suit {suits[s]}" for s in range(4)},
        **{60 + r: f"rank {ranks[r]}" for r in range(13)},
        73: "rank *",
        **{73 + k: f"seat +{k}" for k in range(1, 10)},
        **{83 + k: f"say {k}" for k in range(8)},
        91: "challenge",
        **{92 + k: f"option {k}" for k in range(8)},
    }
    assert sorted(table) == list(range(100))
    for action, text in table.items():
        assert eights.action_to_string(action) == text
        assert eights.string_to_action(text) == action


def test_every_action_can_be_described_anywhere(ruleset: str, rng: np.random.Generator) -> None:
    for state in some_states(ruleset, rng, players=3):
        game = state.game
        usual = game.num_distinct_actions() == eights.NUM_ACTIONS
        # A pack of its own lacks some of the suits and ranks that there are actions for.
        for action in range(eights.NUM_ACTIONS) if usual else state.legal_actions():
            text = game.action_to_string(action)
            assert state.describe_action(action) == state.describe_action(text)


def test_a_refused_action_changes_nothing(ruleset: str, rng: np.random.Generator) -> None:
    for state in some_states(ruleset, rng, players=3):
        before = state.clone()
        legal = state.legal_actions()
        for action in range(-3, 110):
            if action not in legal:
                with pytest.raises(eights.ActionError):
                    state.apply_action(action)
        assert state == before


# ---- Other things of the module -----------------------------------------------------------------


def test_schema_reference_names_the_keys() -> None:
    reference = eights.schema_reference()
    for key in ("deal.cards", "stock.empty", "score.reward-scale"):
        assert key in reference


def test_version() -> None:
    assert eights.__version__.count(".") == 2
