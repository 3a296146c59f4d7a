"""Pictures in PNG: their size, their text, and their errors."""

from __future__ import annotations

import io
import sys
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image

import eights
from eights import pettingzoo
from eights._display import png
from eights.envs import EightsEnv, EightsVectorEnv


def dealt(ruleset: str = "crazy_eights_special", players: int = 3) -> eights.State:
    """Returns a game after its deal."""
    return eights.Game(ruleset, players=players).new_initial_state(seed=7)


def opened(data: bytes) -> Image.Image:
    """Opens a PNG."""
    return Image.open(io.BytesIO(data))


def lit(picture: npt.NDArray[np.uint8]) -> int:
    """Returns the number of pixels that are brighter than felt and cloth."""
    return int((picture.min(axis=-1) > 150).sum())


@pytest.mark.parametrize(("width", "height"), [(16, 12), (400, 300), (801, 601), (1600, 1200)])
def test_it_is_as_wide_as_it_is_asked_for(width: int, height: int) -> None:
    data = dealt().to_png(width=width)
    assert data.startswith(b"\x89PNG")
    assert opened(data).size == (width, height)


def test_without_a_width_it_is_of_the_size_of_the_svg() -> None:
    assert opened(dealt().to_png()).size == (800, 600)


def test_it_shows_what_the_svg_shows() -> None:
    state = dealt()
    seat = state.current_player()
    assert state.to_png() == state.to_png(seat) == png.png(state.to_svg(seat))
    assert state.to_png("all") != state.to_png(seat)
    other = (seat + 1) % 3
    assert state.resample(other, seed=3).to_png(other) == state.to_png(other)


def test_text_is_there_without_the_fonts_of_the_machine() -> None:
    """The system's fonts are not searched when the package's fonts have all letters."""
    svg = dealt("uno").to_svg()
    assert png.BEYOND.search(svg) is None
    without = svg.replace("<text", "<desc").replace("</text>", "</desc>")
    shown, blank = (png.pixels(picture, 800) for picture in (svg, without))
    title = (slice(8, 32), slice(10, 250))
    assert lit(blank[title]) == 0
    assert lit(shown[title]) > 100
    sentence = (slice(570, 596), slice(200, 600))
    assert lit(blank[sentence]) == 0
    assert lit(shown[sentence]) > 100


def test_every_letter_of_the_games_is_in_the_fonts() -> None:
    for ruleset in eights.rulesets():
        state = eights.Game(ruleset).new_initial_state(seed=1)
        for _ in range(40):
            found = png.BEYOND.search(state.to_svg("all"))
            assert found is None, found
            if state.is_terminal():
                break
            state.apply_action(state.bot_action("random", 3))


def test_what_is_no_width_is_refused() -> None:
    with pytest.raises(eights.GameError, match=r"width = 15 is not in 16 … 8192"):
        dealt().to_png(width=15)
    with pytest.raises(eights.ArgumentError, match="width must be an integer, not str"):
        dealt().to_png(width="800")  # type: ignore[arg-type]
    with pytest.raises(eights.ActionError, match="3 is not a seat: there are 0 … 2"):
        dealt().to_png(3)


def test_a_package_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    wanted = r'a picture in PNG needs resvg-py: pip install "eights\[png\]"'
    with pytest.raises(ImportError, match=wanted):
        dealt().to_png()
    with pytest.raises(ImportError, match=wanted):
        EightsEnv(render_mode="rgb_array", render_width=400)


def test_environments_show_the_table_at_a_width() -> None:
    made = gymnasium.make("eights/Uno-v0", players=3, render_mode="rgb_array", render_width=640)
    made.reset(seed=1)
    picture = made.render()
    assert isinstance(picture, np.ndarray)
    assert picture.shape == (480, 640, 3)
    assert picture.dtype == np.uint8
    state = made.unwrapped.state()  # type: ignore[attr-defined]
    np.testing.assert_array_equal(picture, png.pixels(state.to_svg(0), 640))
    assert lit(picture) > 2000


@pytest.mark.parametrize("name", ["eights/HiddenRules-v0", "eights/HouseRules-v0"])
def test_tables_under_drawn_rules_are_shown_at_a_width(name: str) -> None:
    options: dict[str, Any] = {"render_mode": "rgb_array", "render_width": 320}
    made = gymnasium.make(name, players=3, **options)
    made.reset(seed=1)
    picture = made.render()
    assert isinstance(picture, np.ndarray)
    assert picture.shape == (240, 320, 3)
    envs = gymnasium.make_vec(name, 2, players=3, **options)
    envs.reset(seed=1)
    pictures: Any = envs.render()
    assert [of.shape for of in pictures] == [(240, 320, 3)] * 2


def test_each_env_of_a_vector_has_its_picture() -> None:
    envs = EightsVectorEnv(2, render_mode="rgb_array", render_width=320)
    envs.reset(seed=1)
    pictures = envs.render()
    assert pictures is not None
    assert [picture.shape for picture in pictures] == [(240, 320, 3)] * 2
    assert (pictures[0] != pictures[1]).any()


def test_pettingzoo_shows_the_agent_to_act() -> None:
    env = pettingzoo.env("crazy_eights", render_mode="rgb_array", render_width=320)
    env.reset(seed=1)
    picture = env.render()
    assert isinstance(picture, np.ndarray)
    assert picture.shape == (240, 320, 3)


def test_a_width_without_pictures_is_refused() -> None:
    wanted = 'render_width = 400 goes with render_mode = "rgb_array" only'
    with pytest.raises(eights.GameError, match=wanted):
        EightsEnv(render_mode="ansi", render_width=400)
    with pytest.raises(eights.GameError, match=wanted):
        EightsVectorEnv(render_width=400)
    with pytest.raises(eights.GameError, match="render_width = 9000 is not in 16 … 8192"):
        EightsEnv(render_mode="rgb_array", render_width=9000)
