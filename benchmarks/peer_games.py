"""Games of other packages, each played through its own public API with random legal actions.

Each function returns one that plays a stretch (a game, or some steps of many games) and returns the
number of decisions of players.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

__all__ = [
    "OPEN_SPIEL",
    "PLAYERS",
    "Play",
    "open_spiel_inside",
    "open_spiel_lists",
    "open_spiel_observer",
    "pettingzoo_game",
    "pgx_game",
    "rlcard_game",
]

PLAYERS = 4
OPEN_SPIEL = {"players": PLAYERS, "use_special_cards": True}
# Number of OpenSpiel games that are played to find the share of decisions among its moves.
COUNTED_GAMES = 200
# Steps of Pgx inside one compiled call.
PGX_STEPS = 32

Play = Callable[[], int]


def open_spiel_inside(seed: int) -> Play:
    """Plays OpenSpiel's own loop in C++, with its random bots and without observations."""
    import pyspiel

    game = pyspiel.load_game("crazy_eights", OPEN_SPIEL)
    bots = [pyspiel.make_uniform_random_bot(player, seed + player) for player in range(PLAYERS)]
    seeds = iter(range(seed, 2**31))

    def finished() -> Any:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, next(seeds))
        return state

    histories = [finished().full_history() for _ in range(COUNTED_GAMES)]
    decisions = sum(move.player >= 0 for history in histories for move in history)
    share = decisions / sum(map(len, histories))
    return lambda: round(finished().move_number() * share)


def open_spiel_game(
    game: Any, observe: Callable[[Any, int], object], choose: Callable[[], float]
) -> Play:
    """Plays in Python; `choose` samples chance nodes, too, as all cards are equally likely."""

    def play() -> int:
        count = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            player = state.current_player()
            if player >= 0:
                observe(state, player)
                count += 1
            legal = state.legal_actions()
            state.apply_action(legal[int(choose() * len(legal))])
        return count

    return play


def open_spiel_lists(seed: int) -> Play:
    """Plays OpenSpiel from Python, with observations as lists."""
    import pyspiel

    game = pyspiel.load_game("crazy_eights", OPEN_SPIEL)
    choose = random.Random(seed).random
    return open_spiel_game(game, lambda state, player: state.observation_tensor(player), choose)


def open_spiel_observer(seed: int) -> Play:
    """Plays OpenSpiel from Python, with the observer that writes into one buffer."""
    import pyspiel
    from open_spiel.python.observation import make_observation

    game = pyspiel.load_game("crazy_eights", OPEN_SPIEL)
    return open_spiel_game(game, make_observation(game).set_from, random.Random(seed).random)


def rlcard_game(seed: int) -> Play:
    """Plays RLCard's UNO for two; its steps return observation and legal actions."""
    import rlcard

    env = rlcard.make("uno", config={"seed": seed})
    choose = random.Random(seed).random

    def play() -> int:
        count = 0
        state, _ = env.reset()
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(choose() * len(legal))])
            count += 1
        return count

    return play


def pettingzoo_game(name: str, players: str, seed: int) -> Play:
    """Plays a game of PettingZoo for four; `last` returns observation and mask.

    Args:
        name: PettingZoo's name of the game.
        players: PettingZoo's name of the number of players.
        seed: Seed of deals and choices.
    """
    import pettingzoo

    env = pettingzoo.make("aec", name, **{players: PLAYERS})
    env.reset(seed=seed)
    choose = random.Random(seed).random

    def play() -> int:
        count = 0
        env.reset()
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[int(choose() * len(legal))]))
            count += 1
        return count

    return play


def pgx_game(name: str, num_envs: int, seed: int) -> Play:
    """Plays many games of Pgx at once, compiled by JAX, several steps a call, with autoreset."""
    import jax
    import pgx
    from pgx.experimental.utils import act_randomly
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def turn(carry: tuple[Any, Any], _: None) -> tuple[tuple[Any, Any], None]:
        state, key = carry
        key, choices, chance = jax.random.split(key, 3)
        actions = act_randomly(choices, state.legal_action_mask)
        return (step(state, actions, jax.random.split(chance, num_envs)), key), None

    ready: Callable[[Any], Any] = jax.block_until_ready
    stretch = jax.jit(lambda carry: jax.lax.scan(turn, carry, length=PGX_STEPS)[0])
    key = jax.random.PRNGKey(seed)
    carry = (jax.jit(jax.vmap(env.init))(jax.random.split(key, num_envs)), key)
    carry = ready(stretch(carry))

    def play() -> int:
        nonlocal carry
        carry = ready(stretch(carry))
        return PGX_STEPS * num_envs

    return play
