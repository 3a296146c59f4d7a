"""The bot `learned`: its file, its network in NumPy, and its tables."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from safetensors import safe_open

import eights
import pack_learned

AGAIN = "train it again and pack it: see docs/learned.md"


def read() -> tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]:
    """Returns the metadata by ruleset, and the tensors."""
    with safe_open(pack_learned.WEIGHTS, "np") as file:
        about = {name: json.loads(of) for name, of in file.metadata().items()}
        return about, {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118


ABOUT, TENSORS = read()
TABLES = [(ruleset, players) for ruleset in sorted(ABOUT) for players in ABOUT[ruleset]["players"]]


class Network:
    """The network of a ruleset for a number of players, by NumPy."""

    def __init__(self, ruleset: str, players: int) -> None:
        self.own = {
            name.removeprefix(f"{ruleset}."): of
            for name, of in TENSORS.items()
            if name.startswith(f"{ruleset}.")
        }
        self.matrices = {
            name: self.own[name].astype(float) * self.own[f"{name}.scale"][:, None]
            for name in ("first", "second", "policy")
        }
        self.bias = self.own["first.bias"] + self.own[f"players.{players}"]
        # A feature that the game does not have is 0, as is what stands behind the observation.
        names = eights.Game(ruleset, players=players).feature_names()
        places = {name: at for at, name in enumerate(names)}
        self.places = [places.get(name, len(names)) for name in ABOUT[ruleset]["features"]]

    def logits(self, observation: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
        """The logit of each action [100]."""
        features = np.append(observation, 0)[self.places]
        x = features @ self.matrices["first"] + self.bias
        x = np.maximum(x, 0) @ self.matrices["second"] + self.own["second.bias"]
        found = np.zeros(eights.NUM_ACTIONS)
        found[self.own["policy.actions"]] = self.matrices["policy"] @ np.maximum(x, 0)
        return found


@pytest.mark.parametrize("ruleset", sorted(ABOUT))
def test_the_rules_and_observations_are_those_it_was_trained_on(ruleset: str) -> None:
    about = ABOUT[ruleset]
    assert about["fingerprint"] == eights.Ruleset(ruleset).fingerprint, AGAIN
    for players in about["players"]:
        names = eights.Game(ruleset, players=players).feature_names()
        assert set(names) <= {*about["features"], *about["unused"]}, AGAIN
        assert about["sizes"][str(players)] == len(names), AGAIN


@pytest.mark.parametrize(("ruleset", "players"), TABLES)
def test_it_plays_what_numpy_makes_of_the_file(ruleset: str, players: int) -> None:
    game, network = eights.Game(ruleset, players=players), Network(ruleset, players)
    choices = 0
    for seed in range(10):
        state = game.new_initial_state(seed=seed)
        while not state.is_terminal():
            chosen = state.bot_action("learned")
            legal = state.legal_actions()
            if len(legal) > 1:
                found = network.logits(state.observation_tensor())
                assert found[chosen] >= found[legal].max() - 1e-4
                choices += 1
            state.apply_action(chosen)
    assert choices > 20


def test_it_is_an_opponent_like_any_other() -> None:
    game = eights.Game("uno", players=3)
    assert eights.bots(game) == [*eights.bots(), "learned"]
    batch = eights.Batch(game, 8, seed=1, controllers=[None, "learned", "heuristic"])
    batch.reset()
    for _ in range(50):
        batch.step(batch.sample())
    assert batch.bot_decisions > 0
    report = eights.arena(game, ["learned", "random"], deals=20, timing=True)
    assert report["timing"][0]["entrant"] == "learned"


NOT_TRAINED = '"learned" does not play crazy_eights with 2 players: it was trained for '


def test_a_game_that_it_was_not_trained_for_is_refused() -> None:
    game = eights.Game("crazy_eights", players=2)
    assert eights.bots(game) == eights.bots()
    state = game.new_initial_state(seed=1)
    before = state.serialize()
    for refused in (
        lambda: state.bot_action("learned"),
        lambda: eights.Batch(game, 2, controllers=[None, "learned"]),
        lambda: eights.arena(game, ["learned", "random"]),
        lambda: eights.arena_games(game, "learned", "random"),
        lambda: eights.decision_time(game, "learned"),
        lambda: eights.search(state, rollout="learned"),
    ):
        with pytest.raises(eights.BotError, match=NOT_TRAINED):
            refused()
    assert state.serialize() == before
    batch = eights.Batch(game, 2, controllers=[None, "random"])
    with pytest.raises(eights.BotError, match=NOT_TRAINED):
        batch.set_controllers([None, "learned"])


def test_house_rules_are_other_rules() -> None:
    ruleset = eights.Ruleset("uno").override({"deal.cards": 6})
    with pytest.raises(eights.BotError, match=r"uno with 2 players.* as they are built in"):
        eights.Game(ruleset, players=2).new_initial_state(seed=1).bot_action("learned")


def test_a_game_is_named_by_its_type() -> None:
    with pytest.raises(TypeError):
        eights.bots("uno")  # type: ignore[arg-type]
