"""The learning curve of the README."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path

from golden import blessed

import eights
import learning_curve
from eights.cli.files import dumps
from eights.runs import read_run


def test_the_curve_of_the_page_is_what_its_figures_make() -> None:
    text = learning_curve.FIGURES.read_text(encoding="utf-8")
    figures = json.loads(text)
    assert dumps(figures) + "\n" == text
    plot = learning_curve.plot(figures)
    assert blessed(learning_curve.PLOT, plot) == plot, "`make bless` rewrites it"
    assert list(figures["wins"]) == eights.bots()


def test_a_run_becomes_a_plot_whose_names_do_not_cover_each_other(tmp_path: Path) -> None:
    settings = {"curve_deals": 10}
    with eights.RunLog(
        tmp_path, ruleset="uno", players=4, settings=settings, tensorboard=False
    ) as log:
        for decisions in (1_000_000, 2_000_000):
            log.wins(decisions, "random", mean=1.0, low=0.9, high=1.0)
            for bot in ("greedy", "heuristic"):
                log.wins(decisions, bot, mean=0.25, low=0.2, high=0.3)
    figures = learning_curve.figures(read_run(tmp_path))
    assert figures["decisions"] == 2_000_000
    assert figures["wins"]["greedy"][0] == [1_000_000, 0.25, 0.2, 0.3]
    plot = learning_curve.plot(figures)
    assert "Learning uno by self-play, 4 players" in plot
    named = re.findall(r'y="([\d.]+)">(?:random|greedy|heuristic) ', plot)
    heights = sorted(float(height) for height in named)
    assert len(heights) == 3
    assert all(high - low >= learning_curve.APART for low, high in itertools.pairwise(heights))
