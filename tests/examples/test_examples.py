"""Every example runs, with a budget of seconds."""

from __future__ import annotations

import dataclasses
import doctest
import importlib
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import killed_runs
import numpy as np
import pytest
from safetensors.numpy import load_file

import eights
import pack_learned
from eights.runs import read_run

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
WATCHED = {"past_selves.py", "ppo_recurrent.py", "ppo_tiny.py"}
"""Examples that write runs for `eights watch`. Tests of their own cover the others that do so."""
BUDGETS = {
    "gymnasium_vector.py": ["--seconds", "0.5", "--envs", "8", "--turns", "2"],
    "hidden_rules.py": ["--games", "8", "--rounds", "2", "--envs", "8"],
    "hidden_rules_baselines.py": ["--games", "2", "--rounds", "1"],
    "openspiel_mccfr.py": ["--iterations", "50"],
    "ppo_jax_scan.py": [
        *("--seconds", "1", "--envs", "32", "--steps", "16", "--hidden", "32", "--deals", "20"),
    ],
    "past_selves.py": ["--seconds", "0.5", "--envs", "8", "--turns", "2", "--deals", "5"],
    "ppo_recurrent.py": [
        *("--decisions", "256", "--envs", "8", "--steps", "16", "--hidden", "16"),
        *("--minibatches", "2", "--rounds", "1", "--pool", "4", "--episodes", "20", "--deals", "2"),
    ],
    "pettingzoo_selfplay.py": ["--games", "20", "--evaluate", "20"],
    "ppo_selfplay.py": [
        *("--decisions", "20000", "--envs", "32", "--steps", "16", "--hidden", "32"),
        *("--minibatches", "2", "--deals", "20", "--evaluations", "2", "--no-must-beat-random"),
    ],
    "ppo_tiny.py": [
        *("--decisions", "2000", "--envs", "16", "--steps", "16", "--hidden", "16"),
        *("--evaluations", "2"),
    ],
    "train_one_policy.py": [
        *(
            "--decisions",
            "2000",
            "--envs",
            "4",
            "--steps",
            "8",
            "--minibatches",
            "4",
            "--house",
            "4",
        ),
        *("--redraw", "2", "--evaluations", "0", "--rulesets", "uno,zodiac", "--imitation", "0.5"),
    ],
}
ELSEWHERE = {"ppo_selfplay_torch.py", "one_policy.py"}
"""Examples that `make test-trainers` runs, and a part of another example."""


def test_every_example_has_a_budget() -> None:
    assert {path.name for path in EXAMPLES.glob("*.py")} == set(BUDGETS) | ELSEWHERE


def former_run(folder: Path) -> None:
    """Writes an earlier run, which the next run of an example replaces."""
    with eights.RunLog(folder, tensorboard=True) as log:
        log.point(10**9, {"losses/loss": 1.0})


@pytest.mark.parametrize("players", [2, 3])
def test_ppo_selfplay_leaves_a_curve_a_policy_and_a_game(tmp_path: Path, players: int) -> None:
    command = [sys.executable, str(EXAMPLES / "ppo_selfplay.py"), *BUDGETS["ppo_selfplay.py"]]
    command += ["--out", str(tmp_path), "--players", str(players)]
    former_run(tmp_path)
    done = subprocess.run(command, capture_output=True, text=True, timeout=110, check=False)
    assert done.returncode == 0, done.stderr
    for bot in eights.bots():
        assert bot in done.stdout
    told = r"[\d,]+ decisions/s end to end, environment's share [\d.]+%"
    assert re.search(told, done.stdout)
    assert (tmp_path / "learning_curve.png").read_bytes().startswith(b"\x89PNG")
    policy = np.load(tmp_path / "policy.npz")
    about = json.loads(str(policy["about"]))
    game = eights.Game(about["ruleset"], players=about["players"])
    assert policy["w1"].shape[0] == game.observation_tensor_size()
    assert set(about["results"]) == set(eights.bots())
    assert all(rate["low"] <= rate["mean"] <= rate["high"] for rate in about["results"].values())
    record = (tmp_path / "game.json").read_text(encoding="utf-8")
    assert eights.replay(record).is_terminal()
    notes = json.loads(record)["annotations"]
    assert all(sum(note["probabilities"].values()) == pytest.approx(1, abs=0.01) for note in notes)
    assert "seat 0" in (tmp_path / "game.txt").read_text(encoding="utf-8")
    assert (tmp_path / "game.html").read_text(encoding="utf-8") == eights.replay_page(record)
    assert "game.html" in done.stdout
    watched = read_run(tmp_path)
    assert (watched.state, watched.players, watched.budget) == ("finished", players, 20000)
    assert set(watched.wins) == set(eights.bots())
    assert len(watched.samples) == len(about["curve"])
    known = {"losses/entropy", "losses/loss", "games/length", "games/truncated"}
    assert known | {"speed/decisions_per_second"} < watched.curves.keys()
    assert f"eights watch {tmp_path}" in done.stdout.replace("\n", "")


@pytest.mark.timeout(400)  # three runs, each of which compiles
def test_ppo_selfplay_killed_and_resumed_gives_the_same_curves(tmp_path: Path) -> None:
    killed_runs.check("ppo_selfplay.py", tmp_path)


def test_ppo_selfplay_resumes_what_it_was_asked_for_only(tmp_path: Path) -> None:
    ppo = importlib.import_module("ppo_selfplay")
    args = ppo.Args(envs=8, steps=4, hidden=8)
    path = tmp_path / "checkpoint.pickle"
    ppo.save(ppo.begin(args, eights.Game(args.ruleset, players=args.players)), path)
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
    assert ppo.load(dataclasses.replace(args, out="elsewhere", deals=3), path).args.deals == 3
    wrong = f"{path} was made with --hidden 8, not 16: a resumed run takes what the first one took"
    with pytest.raises(SystemExit, match=re.escape(wrong)):
        ppo.load(dataclasses.replace(args, hidden=16), path)


def test_ppo_selfplay_begins_with_games_that_end() -> None:
    ppo = importlib.import_module("ppo_selfplay")
    args = ppo.Args(ruleset="crazy_eights", envs=64, steps=128, hidden=32, minibatches=2)
    run = ppo.begin(args, eights.Game(args.ruleset, players=args.players))
    ppo.collect(run)
    # A policy that draws as readily as it plays needs about 1,200 decisions a game: 7 would end.
    assert int(run.rollout.terminations.sum()) > 30


def test_ppo_selfplay_learns_nothing_where_no_game_ends() -> None:
    ppo = importlib.import_module("ppo_selfplay")
    args = ppo.Args(envs=8, steps=2, hidden=8, minibatches=2)
    run = ppo.begin(args, eights.Game(args.ruleset, players=args.players))
    before = {name: np.array(of) for name, of in run.params.items()}
    ppo.collect(run)
    assert set(ppo.learn(run)) == {"losses/learning_rate"}
    assert (run.updates, run.decisions) == (1, 16)
    assert all(np.array_equal(before[name], of) for name, of in run.params.items())


def test_ppo_selfplay_warns_while_games_stop_ending() -> None:
    ppo = importlib.import_module("ppo_selfplay")
    args = ppo.Args(envs=8, steps=2, hidden=8, minibatches=2)
    run = ppo.begin(args, eights.Game(args.ruleset, players=args.players))
    assert [ppo.games_stop(run, ends) for ends in (0, 20, 100, 10, 9, 0, 11)] == [
        *(False, False, False, False, True, True, False),
    ]
    run.most_ends, run.updates = 0, 250
    assert ppo.games_stop(run, 0)


def test_hidden_rules_tells_the_rules_and_the_baselines() -> None:
    command = [sys.executable, str(EXAMPLES / "hidden_rules.py"), *BUDGETS["hidden_rules.py"]]
    done = subprocess.run(command, capture_output=True, text=True, timeout=110, check=False)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith("One match: ")
    assert sum(line.startswith("  ") and "refused" not in line for line in lines) >= 4
    for name in ("random", "plain", "remembers", "knows"):
        assert any(line.split()[:1] == [name] for line in lines)


def run(name: str, *more: str) -> list[str]:
    """Runs an example within its budget, and returns the lines that it prints."""
    command = [sys.executable, "-W", "error", str(EXAMPLES / name), *BUDGETS[name], *more]
    with tempfile.TemporaryDirectory() as folder:
        if name in WATCHED:
            command += ["--out", folder]
            former_run(Path(folder))
        done = subprocess.run(command, capture_output=True, text=True, timeout=110, check=False)
        assert done.returncode == 0, done.stderr
        if name in WATCHED:
            told = read_run(folder)
            assert told.state == "finished"
            assert told.curves["speed/decisions_per_second"]
            assert told.wins or told.curves["exploitability/policy_most_probable"]
    return done.stdout.splitlines()


def test_gymnasium_vector_tells_what_it_won() -> None:
    lines = run("gymnasium_vector.py")
    assert len(lines) == 2
    assert all(
        re.fullmatch(r"turn \d: \d+ episodes, [\d.]+% won, \d+ steps", line) for line in lines
    )


def test_pettingzoo_selfplay_tells_what_it_learned() -> None:
    lines = run("pettingzoo_selfplay.py")
    told = re.compile(r"after \d+ games: wins [\d.]+% \([\d.]+% … [\d.]+%\) against random")
    assert [bool(told.fullmatch(line)) for line in lines] == [True, True]


def test_past_selves_tells_who_was_beaten(tmp_path: Path) -> None:
    path = tmp_path / "pool"
    lines = run("past_selves.py", "--pool", str(path))
    assert re.fullmatch(r"turn 2: \d+ steps, wins against selves: \S+% \S+%", lines[1])
    assert [line.split(":")[0] for line in lines[2:]] == ["against greedy", "against heuristic"]
    assert path.stat().st_size > 0


def test_openspiel_mccfr_gets_less_exploitable() -> None:
    lines = run("openspiel_mccfr.py")
    left = [float(line.split()[-1]) for line in lines[1:]]
    assert lines[0] == "AH 2H AS 2S: 531 nodes"
    assert left[-1] < left[0]


def test_ppo_jax_scan_tells_its_speed_and_its_wins() -> None:
    lines = run("ppo_jax_scan.py")
    told = re.compile(r"[\d,]+ decisions, [\d,]+ a second; the rollout's share \d+%")
    assert told.fullmatch(lines[0])
    assert [line.split()[-1] for line in lines[1:]] == eights.bots()


def test_ppo_tiny_tells_how_far_from_equilibrium_it_comes() -> None:
    for form in ("ppo", "entropy", "mmd"):
        lines = run("ppo_tiny.py", "--form", form)
        assert lines[0].startswith("tiny_eights_a: 4,828 information states, ")
        uniform = float(lines[1].split()[-1])
        told = re.compile(r"([\d,]+) decisions, \d+ s: policy (\S+), policy, most probable \S+, .*")
        found = [told.fullmatch(line) for line in lines[2:]]
        assert len(found) == 2
        assert all(point is not None and 0 < float(point[2]) < uniform + 0.1 for point in found)


@pytest.mark.parametrize(
    "more",
    [
        [],
        ["--task", "house", "--rules", "masked"],
        ["--task", "house", "--memory", "none"],
    ],
)
def test_ppo_recurrent_tells_what_it_wins_on_both_splits(more: list[str]) -> None:
    report = json.loads("\n".join(run("ppo_recurrent.py", "--json", *more)))
    assert set(report["results"]) == {"random", "ppo"}
    for tests in report["results"].values():
        assert [one["split"] for one in tests] == ["train", "test"]
        for one in tests:
            assert 0 <= one["cut"] <= 20
            assert 0 <= one["low"] <= one["high"] <= 1
    if "house" in more:
        assert report["arena"] is None
    else:
        assert report["arena"]["entrants"] == ["ppo", "opponent"]
    lines = run("ppo_recurrent.py", *more)
    assert lines[0].startswith("256 decisions in ")
    splits = lines[1:5]
    assert all(re.search(r"wins \S+ \(.* … .*\), \d+ of 20 cut short$", line) for line in splits)
    assert any(re.match(r"\| ppo +\| opponent +\|", line) for line in lines) == (
        "house" not in more
    )


def test_train_one_policy_goes_on_exactly_and_is_packed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    run("train_one_policy.py", "--out", str(one))
    run("train_one_policy.py", "--out", str(two), "--updates", "2")
    run("train_one_policy.py", "--out", str(two), "--resume")
    whole, sliced = (load_file(of / "policy.safetensors") for of in (one, two))
    for name, weights in whole.items():
        np.testing.assert_array_equal(weights, sliced[name], err_msg=name)
    told = json.loads((one / "run.json").read_text(encoding="utf-8"))
    assert told["decisions"] >= 2000
    shipped = load_file(pack_learned.WEIGHTS)
    for file in ("WEIGHTS", "RUN"):
        monkeypatch.setattr(pack_learned, file, tmp_path / file)
    pack_learned.main(one)
    packed = load_file(pack_learned.WEIGHTS)
    assert set(packed) == set(shipped)
    assert packed["card1"].dtype == np.int8


def test_ppo_recurrent_forgets_where_an_episode_ends() -> None:
    """An update replays each decision with the memory of the time when it was taken."""
    ppo = importlib.import_module("ppo_recurrent")
    small = ["--envs", "4", "--minibatches", "2", "--hidden", "8"]
    args = ppo.parse_args(["--task", "house", "--pool", "3", *small])
    batch = ppo.table(args, "train", 4, 1, "same-step")
    player = ppo.Player(args, batch, 1)
    params = ppo.init(ppo.jax.random.key(0), len(player.places), args)
    found, _ = player.play(params, 60)
    assert found.begins[0].all()
    assert found.begins[1:].any(axis=0).all(), "every game had an end"
    memory = found.memory
    for t in range(60):
        memory = np.where(found.begins[t][:, None], 0, memory)
        memory, log_probs, _ = ppo.network(params, memory, found.observations[t], found.masks[t])
        taken = np.take_along_axis(np.asarray(log_probs), found.actions[t][:, None], axis=1)[:, 0]
        np.testing.assert_allclose(taken, found.log_probs[t], atol=1e-5)


def test_ppo_recurrent_plays_what_it_plays_in_training_wherever_bots_do() -> None:
    ppo = importlib.import_module("ppo_recurrent")
    args = ppo.parse_args(["--hidden", "8", "--players", "2", "--rounds", "1", "--envs", "16"])
    game = ppo.games(args, "train")
    params = ppo.init(ppo.jax.random.key(0), game.observation_tensor_size(), args)
    entrant = ppo.Entrant(args, params, game)
    batch = eights.PolicyBatch(game, 4, seed=1, controllers=[None, entrant])
    plain = eights.Batch(game, 4, seed=1)
    memory, starts = np.zeros((4, 2, 8), np.float32), np.ones((4, 2), np.bool_)
    compared = 0
    for _ in range(60):
        envs, seats = np.arange(4), plain.players.copy()
        rows = {"memory": memory, "envs": envs, "seats": seats, "starts": starts[envs, seats]}
        actions = np.asarray(entrant(plain.observations, plain.action_masks, **rows), np.int64)
        starts[envs, seats] = False
        own = seats == 0
        if own.all():
            np.testing.assert_array_equal(batch.observations, plain.observations)
            batch.step(actions)
            compared += 1
            plain.step(actions)
        else:
            plain.step(actions, ~own)
        starts[plain.terminations | plain.truncations] = True
    assert compared > 10


def test_ppo_recurrent_masks_the_rules_and_nothing_else() -> None:
    ppo = importlib.import_module("ppo_recurrent")
    game = eights.Game("uno", layout="universal")
    start, length, _ = game.observation_layout["rules"]
    masked = ppo.shown(ppo.parse_args(["--rules", "masked"]), game)
    assert len(masked) == game.observation_tensor_size() - length
    assert not ((masked >= start) & (masked < start + length)).any()
    assert len(ppo.shown(ppo.parse_args([]), game)) == game.observation_tensor_size()


def test_ppo_recurrent_credits_within_an_episode() -> None:
    ppo = importlib.import_module("ppo_recurrent")
    args = ppo.parse_args(["--gae-lambda", "1"])
    rewards = np.array([[0.0], [1.0], [0.0]], np.float32)
    begins = np.array([[True], [False], [True]])
    values = np.array([[0.25], [0.5], [0.0]], np.float32)
    found = ppo.Rollout(None, None, None, None, None, values, rewards, begins)
    made = ppo.advantages(args, found, np.array([2.0], np.float32), np.array([False]))
    assert made[:, 0].tolist() == [0.75, 0.5, 2.0]


# ---- Blocks of Python in the documents ----------------------------------------------------------

BLOCKS = [
    pytest.param(block, id=f"{path.name}-{at}")
    for path in [*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("docs/*.md"))]
    for at, block in enumerate(re.findall(r"```python\n(.*?)```", path.read_text("utf-8"), re.S))
]


def test_the_blocks_are_found() -> None:
    names = [str(block.id).rpartition("-")[0] for block in BLOCKS]
    assert names.count("README.md") >= 2
    assert names.count("quickstart.md") >= 6


@pytest.mark.parametrize("block", BLOCKS)
def test_each_block_runs_on_its_own(block: str) -> None:
    pytest.importorskip("gymnasium", reason="Gymnasium is an extra")
    names: dict[str, Any] = {}
    if ">>>" not in block:
        exec(block, names)
        return
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    test = doctest.DocTestParser().get_doctest(block, names, "block", None, None)
    told: list[str] = []
    doctest.DocTestRunner(optionflags=flags).run(test, out=told.append)
    assert not told, "".join(told)
