"""Games under rules that nobody is told: the environment, the baselines, the command."""

from __future__ import annotations

import json
import warnings
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import eights
from eights.cli.app import app
from eights.hidden import (
    BASELINES,
    Attempt,
    Sight,
    baselines,
    contexts,
    hidden_rules,
    hidden_ruleset,
    play,
    sight,
)

NUM_CARDS = 54


def created(state: eights.State) -> list[dict[str, Any]]:
    rules: list[dict[str, Any]] = state.to_dict()["created"]
    return rules


def rules_of(split: Any, episodes: int = 60, **options: Any) -> set[str]:
    """The rules of some episodes, in English."""
    game = hidden_rules(players=3, split=split, **options)
    states = (game.new_initial_state(seed=seed) for seed in range(episodes))
    return {eights.describe_rule(rule) for state in states for rule in created(state)}


# ---- The game -----------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [1, 2, 3])
def test_so_many_rules_are_drawn_for_each_episode(rules: int) -> None:
    game = hidden_rules(players=3, rules=rules)
    drawn = [created(game.new_initial_state(seed=seed)) for seed in range(20)]
    assert {len(rules) for rules in drawn} == {rules}
    assert len({json.dumps(rules) for rules in drawn}) > 15
    assert created(game.new_initial_state(seed=4)) == drawn[4]


def test_splits_share_no_rule() -> None:
    train, test, both = rules_of("train"), rules_of("test"), rules_of("all")
    assert not train & test
    assert len(train) > 80
    assert len(test) > 60
    assert both - train


def test_nobody_sees_them_and_every_card_may_be_tried(rng: np.random.Generator) -> None:
    game = hidden_rules(players=3, rules=2)
    state = game.new_initial_state(seed=3)
    refused = 0
    while not state.is_terminal():
        seat, legal, lawful = state.current_player(), state.legal_actions(), state.lawful_actions()
        position = state.to_dict()
        if sight(state).phase == "play":
            held = {f"play {card}" for card in position["hands"][seat].split()}
            others = {state.action_to_string(action) for action in legal} - held
            assert others in ({"draw"}, {"pass"}), "one passes when nothing is left to draw"
            assert len(legal) == len(held) + 1
        assert set(lawful) <= set(legal)
        assert lawful, "something may always be done"
        other = state.resample(seat, seed=1)
        np.testing.assert_array_equal(
            other.observation_tensor(seat), state.observation_tensor(seat)
        )
        action = int(rng.choice(legal))
        state.apply_action(action)
        if action not in lawful:
            refused += 1
            hand = state.to_dict()["hands"][seat].split()
            assert state.action_to_string(action).removeprefix("play ") in hand, "handed back"
    assert refused > 3


def test_rules_stay_for_a_match() -> None:
    game = hidden_rules(players=2, rules=3, rounds=4)
    assert game.is_match
    state, rng = game.new_initial_state(seed=5), np.random.default_rng(1)
    drawn, rounds = created(state), set()
    while not state.is_terminal():
        assert created(state) == drawn
        rounds.add(state.to_dict().get("round", 0))
        lawful = state.lawful_actions()
        cards = [action for action in lawful if action < NUM_CARDS]
        state.apply_action(int(rng.choice(cards or lawful)))
    assert len(rounds) == 4


def test_a_batch_plays_them_and_tells_the_true_rules() -> None:
    game = hidden_rules(players=3, rules=2, rounds=2)
    batch = eights.Batch(game, num_envs=8, seed=2)
    assert len({json.dumps(created(batch.state(row))) for row in range(8)}) > 4
    for row in range(8):
        again = game.new_initial_state(seed=batch.episode_seed(row))
        assert created(again) == created(batch.state(row))
    actions = np.zeros(8, dtype=np.int64)
    for _ in range(300):
        batch.step(batch.sample(out=actions))
    assert len(created(batch.state(0))) == 2


def test_any_ruleset_may_have_hidden_rules_if_it_allows_them() -> None:
    needed = {"mistakes.penalty": 2, "draw.when": "always"}
    ruleset = hidden_ruleset("crazy_eights", rules=1, overrides=needed)
    state = hidden_rules(ruleset, players=2, rules=1).new_initial_state(seed=1)
    assert len(created(state)) == 1
    with pytest.raises(eights.RulesetError, match=r"mistakes\.penalty"):
        hidden_rules("crazy_eights", rules=1)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"rules": 0}, eights.GameError, "rules = 0 is not in 1 … 3"),
        ({"rules": 4}, eights.GameError, "rules = 4"),
        ({"rules": "two"}, eights.ArgumentError, "rules must be an integer, not str"),
        ({"rounds": 0}, eights.GameError, "rounds = 0 is not in 1 … 65535"),
        ({"split": "dev"}, eights.RulesetError, "dev"),
        ({"players": 11}, eights.GameError, "players = 11 is not in 2 … 10"),
        ({"ruleset": "chess"}, eights.RulesetError, "chess"),
        ({"ruleset": 3}, eights.ArgumentError, "ruleset must be an id or a Ruleset, not int"),
        ({"overrides": 3}, eights.ArgumentError, "overrides must be a mapping, not int"),
        ({"overrides": {"a": {3}}}, eights.RulesetError, "a: set is no plain data"),
        ({"split": 3}, eights.ArgumentError, "split must be a text, not int"),
        ({"rules": 10**5000}, eights.GameError, "rules = a very large integer is not in 1 … 3"),
        ({"players": 10**5000}, eights.GameError, "players = a very large integer"),
        ({"rounds": 10**5000}, eights.GameError, "rounds = a very large integer is not in"),
        ({"rounds": 1.5}, eights.ArgumentError, "rounds must be an integer, not float"),
    ],
    ids=lambda value: str(value)[:40] if isinstance(value, str) else None,
)
def test_games_that_are_refused(
    options: dict[str, Any], error: type[eights.Error], message: str
) -> None:
    with pytest.raises(error, match=message):
        hidden_rules(**options)


def test_rules_in_english() -> None:
    assert eights.describe_rule({"cards": "A", "does": "reverse"}) == (
        "Aces reverse the direction of play"
    )
    with pytest.raises(eights.RulesetError, match="count: 12 is not in 1 … 9"):
        eights.describe_rule({"cards": "6", "does": "skip", "count": 12})
    with pytest.raises(eights.RulesetError, match="fly"):
        eights.describe_rule({"cards": "6", "does": "fly"})
    assert eights.GRAMMAR_VERSION == eights.SAMPLE_VERSION == 1


# ---- The environment ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [{}, {"players": 3, "rules": 3, "rounds": 2, "split": "test", "opponents": "greedy"}],
)
def test_check_env_has_nothing_to_say(options: dict[str, Any]) -> None:
    gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is an extra")
    from gymnasium.utils.env_checker import check_env

    env = gymnasium.make("eights/HiddenRules-v0", **options)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)
    env.close()


def test_infos_tell_the_true_rules_for_analysis(rng: np.random.Generator) -> None:
    gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is an extra")
    env = gymnasium.make("eights/HiddenRules-v0", players=2, rules=2, rounds=2, history=3)
    seen = set()
    _, info = env.reset(seed=1)
    for _ in range(6):
        _, info = env.reset()
        told = info["created"]
        assert [rule["text"] for rule in told] == [
            eights.describe_rule(rule["rule"]) for rule in told
        ]
        assert len(told) == 2
        assert [rule["rule"] for rule in told] == created(env.unwrapped.state())
        seen.add(json.dumps(told))
        for _ in range(10):
            action = rng.choice(np.flatnonzero(info["action_mask"]))
            _, _, terminated, truncated, info = env.step(action)
            assert info["created"] == told, "one match, one set of rules"
            assert "illegal_action" not in info
            if terminated or truncated:
                break
    assert len(seen) == 6


# ---- Baselines ----------------------------------------------------------------------------------


def seen(legal: str, upcard: str = "5H", suit: str = "", lawful: str = "draw") -> Sight:
    ids = [[eights.string_to_action(a) for a in text.split(", ")] for text in (legal, lawful)]
    return Sight(legal=ids[0], phase="play", upcards=(upcard,), suit=suit, lawful=ids[1])


def test_who_knows_plays_what_may_be_laid() -> None:
    choice = BASELINES["knows"](1).choose(seen("play 2C, play 7H, draw", lawful="play 2C, draw"))
    assert eights.action_to_string(choice) == "play 2C"
    assert BASELINES["knows"](1).choose(seen("play 2C, draw")) == eights.string_to_action("draw")


def test_who_plays_plainly_follows_suit_and_rank() -> None:
    plain = BASELINES["plain"](1)
    for legal, suit, chosen in [
        ("play 2C, play 7H, draw", "", "play 7H"),
        ("play 2C, play 5S, draw", "", "play 5S"),
        ("play 2C, play 7H, draw", "C", "play 2C"),
        ("play 2C, play 3S, draw", "", "draw"),
    ]:
        assert eights.action_to_string(plain.choose(seen(legal, suit=suit))) == chosen


def test_who_remembers_tries_nothing_twice_and_learns_from_others() -> None:
    player = BASELINES["remembers"](1)
    hand = "play 7H, play 9H, draw"
    first = player.choose(seen(hand))
    player.see(Attempt(eights.action_to_string(first)[5:], seen(hand), refused=True))
    second = player.choose(seen(hand))
    assert {first, second} == {eights.string_to_action(f"play {card}") for card in ("7H", "9H")}
    for card in ("7H", "9H", "JH", "KH", "2H", "5C", "5S"):
        player.see(Attempt(card, seen(hand), refused=True))
    for card in ("2C", "3S", "7D", "8C"):
        player.see(Attempt(card, seen(hand), refused=False))
    chosen = player.choose(seen("play 7H, play 9C, draw"))
    assert eights.action_to_string(chosen) == "play 9C", "all is the other way round on a Five"


def test_contexts_narrow() -> None:
    assert contexts("7H", "5H", "") == [
        (True,),
        (True, "5"),
        (True, "5", "7"),
        (True, "5H", "7H"),
    ]


@pytest.mark.parametrize("name", BASELINES)
def test_every_player_plays_matches_to_their_end(name: str) -> None:
    game = hidden_rules(players=3, rules=3, rounds=2, split="all")
    for seed in range(4):
        outcome = play(game, [BASELINES[name](seed) for _ in range(3)], seed)
        assert sum(outcome.shares) == pytest.approx(1)
        counts = zip(outcome.refused, outcome.attempts, strict=True)
        assert all(0 <= refused <= tried for refused, tried in counts)
        if name == "knows":
            assert outcome.refused == (0, 0, 0)


def test_knowing_is_worth_more_than_trying() -> None:
    game = hidden_rules(players=3, rules=2, rounds=2)
    steps: list[int] = []
    table = baselines(game, games=30, seed=1, field="random", progress=steps.append)
    assert [row.name for row in table] == list(BASELINES)
    assert steps == list(range(1, 30 * len(BASELINES) + 1))
    rows = {row.name: row for row in table}
    assert rows["knows"].refused == 0
    assert rows["knows"].win_rate > rows["random"].win_rate
    assert rows["remembers"].refused < rows["random"].refused
    for row in table:
        assert row.low <= row.win_rate <= row.high
        assert row.fair_share == pytest.approx(1 / 3)
    assert table == baselines(game, games=30, seed=1, field="random")
    with pytest.raises(eights.GameError, match="no player 'hal'"):
        baselines(game, names=["hal"])
    with pytest.raises(eights.GameError, match="games = 0"):
        baselines(game, games=0)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"game": 3}, eights.ArgumentError, "game must be a Game, not int"),
        ({"games": "3"}, eights.ArgumentError, "games must be an integer"),
        ({"seed": 2**64}, eights.GameError, "seed = 18446744073709551616 is not in 0"),
        ({"field": ["plain"]}, eights.ArgumentError, "field must be a text, not list"),
        ({"names": "plain"}, eights.ArgumentError, "names must be names of players, not str"),
        ({"names": [3]}, eights.ArgumentError, r"names\[0\] must be a text, not int"),
        ({"progress": 3}, eights.ArgumentError, "progress must be callable, not int"),
        (
            {"game": eights.Game("rose_mau", chance="explicit")},
            eights.GameError,
            "explicit chance",
        ),
    ],
)
def test_baselines_that_are_refused(
    options: dict[str, Any], error: type[eights.Error], message: str
) -> None:
    with pytest.raises(error, match=message):
        baselines(**{"game": hidden_rules(), "games": 1, **options})


def test_players_who_cannot_sit_down_are_refused() -> None:
    class Stubborn:
        def choose(self, sight: Sight) -> Any:
            assert sight.legal
            return "draw"

        def see(self, attempt: Attempt) -> None:
            pytest.fail(f"nothing was tried, and yet {attempt} is seen")

    game, plain = hidden_rules(players=3), BASELINES["plain"](1)
    with pytest.raises(eights.GameError, match="2 players are too few or too many: there are 3"):
        play(game, [plain] * 2, 1)
    with pytest.raises(eights.ArgumentError, match=r"players\[1\] must have the methods"):
        play(game, [plain, "plain", plain], 1)  # type: ignore[list-item]
    with pytest.raises(eights.ArgumentError, match="players must be a list of players, not int"):
        play(game, 3, 1)  # type: ignore[arg-type]
    with pytest.raises(eights.ArgumentError, match="action must be an integer, not str"):
        play(game, [Stubborn()] * 3, 1)
    with pytest.raises(eights.ArgumentError, match="seed must be an integer, not str"):
        BASELINES["plain"]("one")  # type: ignore[arg-type]


def test_intervals_keep_to_what_a_share_can_be() -> None:
    game = hidden_rules(players=2, rules=1)
    for row in baselines(game, games=3, field="knows", names=["random", "knows"]):
        assert 0 <= row.low <= row.win_rate <= row.high <= 1
        assert row.low < row.high, "three games tell little"
        shares = [row.win_rate] * row.games
        assert (row.win_rate, row.low, row.high) == pytest.approx(eights.win_rate_interval(shares))


def test_the_command_prints_the_table_or_json() -> None:
    common = ["hidden", "--games", "4", "--rounds", "2", "--players", "3", "--split", "test"]
    done = CliRunner().invoke(app, common, env={"COLUMNS": "100"})
    assert done.exit_code == 0, done.output
    for name in BASELINES:
        assert name in done.stdout
    done = CliRunner().invoke(app, [*common, "--field", "random", "--json", "-"])
    report = json.loads(done.stdout)
    assert report["grammar"] == 1
    assert [row["name"] for row in report["baselines"]] == list(BASELINES)
    assert {row["field"] for row in report["baselines"]} == {"random"}
    wrong = CliRunner().invoke(app, ["hidden", "--split", "dev"])
    assert wrong.exit_code == 1
    assert "dev" in wrong.stderr
