"""The environment of TextArena, with TextArena."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
import textarena as ta
from textarena.envs import registration

import eights
from eights.text import Style
from eights.textarena import TextArenaEnv, register

PAGE = Path(__file__).resolve().parents[2] / "docs/text.md"
RULES = eights.Ruleset("uno").override({"deal.cards": 3})


def first(_seen: object) -> str:
    return "I take the first one: [1]"


def played(env: Any, players: int, seed: int, answer: Any = first) -> tuple[Any, Any]:
    """Plays as TextArena's own loop does: observation, action, until the end."""
    env.reset(num_players=players, seed=seed)
    done = False
    while not done:
        _, seen = env.get_observation()
        done, _ = env.step(action=answer(seen))
    rewards, info = env.close()
    return rewards, info


@pytest.mark.parametrize("players", [2, 3])
def test_agents_play_a_game_to_its_end(players: int) -> None:
    env = TextArenaEnv(RULES)
    rewards, info = played(env, players, 5)
    other = eights.text.play(eights.Game(RULES, players=players), [first] * players, seed=5)
    assert rewards == dict(enumerate(other.returns))
    assert env.episode.record() == other.record()
    assert list(info) == list(range(players))
    assert all(one["reason"].startswith("the win goes to player") for one in info.values())
    assert not any(one["invalid_move"] for one in info.values())
    assert sum(one["turn_count"] for one in info.values()) == other.counts.decisions


def test_each_agent_sees_its_own_texts_only() -> None:
    env = TextArenaEnv(RULES)
    env.reset(num_players=2, seed=1)
    done, seats = False, set()
    while not done:
        seat, seen = env.get_observation()
        kinds = [kind for _, _, kind in seen]
        if seat not in seats:
            assert kinds == [ta.ObservationType.PROMPT, ta.ObservationType.GAME_BOARD]
            assert f"You are seat {seat}." in seen[0][1]
        else:
            assert kinds == [ta.ObservationType.PLAYER_ACTION, ta.ObservationType.GAME_BOARD]
            assert seen[0] == (seat, f"thoughts of {seat} [1]", ta.ObservationType.PLAYER_ACTION)
        seats.add(seat)
        assert seen[-1][1] == env.episode.messages()[-1]["content"]
        assert env.get_observation() == (seat, [])
        done, _ = env.step(f"thoughts of {seat} [1]")


def test_invalid_answers_are_refused_and_forfeit_or_are_replaced() -> None:
    env = TextArenaEnv(RULES, retries=1)
    env.reset(num_players=2, seed=1)
    seat, _ = env.get_observation()
    done, told = env.step("hm")
    assert not done
    assert told["refusal"]
    same, seen = env.get_observation()
    assert same == seat
    assert seen[-1][2] == ta.ObservationType.GAME_ADMIN
    assert "1 attempt is left" in seen[-1][1]
    done, _ = env.step("hm")
    assert done
    rewards, info = env.close()
    assert rewards[seat] == -1
    assert rewards[1 - seat] == 0
    assert info[seat]["invalid_move"]
    assert not info[1 - seat]["invalid_move"]
    assert "has forfeited" in info[seat]["reason"]
    with pytest.raises(eights.GameError, match="over: reset it"):
        env.step("[1]")
    _, info = played(TextArenaEnv(RULES, retries=0, fallback="random"), 2, 1, lambda _: "hm")
    assert all(one["invalid_move"] for one in info.values())
    assert all(one["reason"].startswith("the win") for one in info.values())


def test_textarena_makes_it_and_wraps_it() -> None:
    register(ruleset=RULES)
    env = ta.make("Eights-v0", style=Style(actions="text"))
    random.seed(3)
    before = random.getstate()
    rewards, _ = played(env, 2, 8, lambda seen: f"[{seen.rpartition('- ')[2].splitlines()[0]}]")
    assert random.getstate() == before
    assert sum(rewards.values()) == 0
    env.reset(num_players=2)
    _, seen = env.get_observation()
    assert seen.startswith("\n[GAME] # UNO")
    with pytest.raises(ValueError, match="already registered"):
        register()


def test_the_block_of_the_page_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registration, "ENV_REGISTRY", {})
    [block] = re.findall(r"```python textarena\n(.*?)```", PAGE.read_text("utf-8"), re.S)
    names: dict[str, Any] = {}
    exec(block, names)
    assert sorted(names["rewards"]) == [0, 1, 2]
    assert not any(one["invalid_move"] for one in names["about"].values())


def test_deals_follow_from_the_seed() -> None:
    env = TextArenaEnv("crazy_eights")

    def dealt(seed: int | None) -> Any:
        env.reset(num_players=3, seed=seed)
        return env.get_observation()

    assert dealt(4) == dealt(4) != dealt(5)
    assert dealt(None) != dealt(None)


def test_bad_arguments_are_refused() -> None:
    with pytest.raises(eights.RulesetError, match='no ruleset "unno"'):
        TextArenaEnv("unno")
    with pytest.raises(eights.GameError, match="fallback"):
        TextArenaEnv(fallback="pass")  # type: ignore[arg-type]
    with pytest.raises(eights.Error, match="players"):
        TextArenaEnv().reset(num_players=40)
