"""The texts of a seat are made from what it may know: redrawing the rest changes no letter."""

from __future__ import annotations

import numpy as np
from tables import nearest, redrawn

import eights
from eights.text import Episode, Style, prompt, read

ANSWERS = ("[play 8H]", "[KD]", "[draw]", "[pass]", "[suit H]", "[99]", "[the moon]", "[seat +1]")
"""Answers of which most are refused."""


def table(ruleset: str) -> eights.Game:
    return eights.Game(ruleset, players=nearest(ruleset, 3), max_decisions=60)


def test_redrawing_what_is_hidden_changes_no_letter(ruleset: str) -> None:
    style = Style(table="board")
    for state, other, seat in redrawn(table(ruleset), seeds=1, every=9):
        seen, shown = (prompt(one, seat, since=10**6) for one in (state, other))
        assert seen == shown
        assert seen.text(style) == shown.text(style)
        if seat == state.current_player():
            for answer in ANSWERS:
                readings = [read(answer, one, seen.actions, style) for one in (state, other)]
                assert readings[0] == readings[1]


def test_news_are_the_same_in_worlds_that_a_seat_cannot_tell_apart(ruleset: str) -> None:
    """Two worlds go on with the same actions, as long as chance shows the seat the same."""
    game, compared = table(ruleset), 0
    for seed in range(60):
        state = game.new_initial_state(seed=seed)
        for _ in range(seed % 10):
            if not state.is_terminal():
                state.apply_action(state.bot_action("greedy"))
        if state.is_terminal():
            continue
        seat = (state.current_player() + 1) % game.num_players()
        try:
            other = state.resample(seat, seed=seed)
        except eights.ResampleError:
            continue
        before = len(state.events(seat))
        while state.is_player_node() and state.current_player() != seat:
            possible = set(state.legal_actions()) & set(other.legal_actions())
            if not possible:
                break
            for world in (state, other):
                world.apply_action(max(possible))
            if state.information_state_string(seat) != other.information_state_string(seat):
                break
            assert prompt(state, seat, since=before) == prompt(other, seat)
            compared += 1
        if compared > 5:
            return
    raise AssertionError(f"only {compared} positions were compared")


def test_an_episode_tells_the_hands_of_nobody_else(rng: np.random.Generator) -> None:
    """Distinct names of cards: no card of another hand is named that was never shown."""
    game = eights.Game("crazy_eights", players=2)
    for seed in range(20):
        episode = Episode(game, seed=seed, style=Style(history="chat"))
        for _ in range(8):
            if episode.done or episode.seat is None:
                break
            state = episode.state
            hidden = state.to_dict()["hands"][1 - episode.seat].split()
            told = "".join(message["content"] for message in episode.messages()[1:])
            names = [state.describe_action(f"play {card}")[len("play the ") :] for card in hidden]
            assert not [name for name in names if name in told]
            choices = episode.prompt().actions
            episode.answer(f"[{rng.integers(len(choices)) + 1}]")
