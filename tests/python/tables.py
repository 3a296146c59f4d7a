"""Tables of a ruleset, and what a seat cannot tell apart from them."""

from __future__ import annotations

from collections.abc import Iterator

import eights


def nearest(ruleset: str, players: int) -> int:
    """Returns the allowed number of players that is nearest to `players`."""
    fewest, most = eights.Ruleset(ruleset).players
    return max(fewest, min(most, players))


def redrawn(
    game: eights.Game, seeds: int, every: int
) -> Iterator[tuple[eights.State, eights.State, int]]:
    """Yields positions of random play, each with one that a seat cannot tell apart, and the seat.

    Fails unless a hidden hand differs in some pair. A redrawn position begins without events.
    """
    differ = False
    for seed in range(seeds):
        state = game.new_initial_state(seed=seed)
        while not state.is_terminal():
            state.apply_action(state.bot_action("random"))
            if state.move_number() % every or state.is_terminal():
                continue
            for seat in range(game.num_players()):
                try:
                    other = state.resample(seat, seed=state.move_number())
                except eights.ResampleError:
                    continue
                differ |= other.to_dict()["hands"] != state.to_dict()["hands"]
                yield state, other, seat
    assert differ
