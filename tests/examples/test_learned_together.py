"""One network for several rulesets of the bot `learned`: its input and its evaluation."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from safetensors.numpy import save_file

import learned_together
import ppo_selfplay as ppo
from train_learned import Tables


def test_one_network_sees_which_table_it_is_at() -> None:
    tables = Tables.of(["uno", "kings_reverse"], [2, 4])
    assert tables.names() == ["uno, 2", "uno, 4", "kings_reverse, 2", "kings_reverse, 4"]
    assert tables.features[-4:] == [
        "players 2",
        "players 4",
        "ruleset uno",
        "ruleset kings_reverse",
    ]
    for table, game in enumerate(tables.games):
        names, obs = game.feature_names(), game.new_initial_state(seed=1).observation_tensor()
        seen = np.zeros((1, len(tables.features)), np.float32)
        tables.show(table, obs[None], seen)
        shown = dict(zip(tables.features, seen[0].tolist(), strict=True))
        assert [shown.pop(name) for name in names] == obs.tolist()
        marks = f"players {game.num_players()}", f"ruleset {game.ruleset.id}"
        assert {name for name, value in shown.items() if value} == set(marks)


def test_one_network_for_several_rulesets_is_measured(tmp_path: Path) -> None:
    tables = Tables.of(["uno", "kings_reverse"], [2])
    params = ppo.init(np.random.default_rng(1), len(tables.features), 8)
    save_file(
        {name: np.asarray(of) for name, of in params.items()}, tmp_path / "policy.safetensors"
    )
    settings = {"ruleset": ["uno", "kings_reverse"], "players": [2], "out": "runs"}
    (tmp_path / "run.json").write_text(json.dumps({"settings": settings}), encoding="utf-8")
    found = learned_together.measure(tmp_path, deals=2)
    assert [row["ruleset"] for row in found["tables"]] == ["uno", "kings_reverse"]
    assert "out" not in found["settings"]
    lines = learned_together.table(found["tables"]).splitlines()
    assert len(lines) == 4
    assert {line.count("|") for line in lines} == {6}


def test_the_table_of_one_network_is_of_its_figures() -> None:
    figures = json.loads(learned_together.FIGURES.read_text(encoding="utf-8"))
    text = learned_together.PAGE.read_text(encoding="utf-8")
    begin, end = learned_together.MARKS
    table = text.split(begin)[1].split(end)[0]
    assert table.strip() == learned_together.table(figures["tables"]).strip()
