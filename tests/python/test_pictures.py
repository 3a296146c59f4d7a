"""Pictures of positions, the page of a replay, and animations."""

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest

import eights

SVG = "{http://www.w3.org/2000/svg}"


def positions(ruleset: str, players: int, every: int = 9) -> Iterator[eights.State]:
    """Yields positions of random play, the first and the last included."""
    game = eights.Game(ruleset, players=players, max_decisions=120)
    state = game.new_initial_state(seed=players)
    rng = np.random.default_rng(players)
    at = 0
    while not state.is_terminal():
        if at % every == 0:
            yield state
        state.apply_action(int(rng.choice(state.legal_actions())))
        at += 1
    yield state


def annotated() -> tuple[eights.State, str]:
    """Returns a finished game and its record with a note on each decision."""
    state = eights.Game("uno", players=3).new_initial_state(seed=2)
    notes: list[dict[str, Any]] = []
    while not state.is_terminal():
        texts = [state.action_to_string(action) for action in state.legal_actions()]
        note = {
            "move": len(notes) + 1,
            "probabilities": dict.fromkeys(texts, 1 / len(texts)),
            "visits": {text: 10 * at for at, text in enumerate(texts)},
            "value": 0.25,
        }
        notes.append(note)
        state.apply_action(state.bot_action("greedy"))
    return state, state.record(notes)


# ---- Pictures -----------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", eights.rulesets())
def test_a_picture_is_well_formed_small_and_needs_nothing_else(ruleset: str) -> None:
    least, most = eights.Ruleset(ruleset).players
    for players in {least, most}:
        for state in positions(ruleset, players):
            for perspective in (0, players - 1, "all"):
                picture = state.to_svg(perspective)
                assert len(picture.encode()) < 30_000
                root = ET.fromstring(picture)
                assert root.tag == SVG + "svg"
                assert "scale(0.00)" not in picture, "a hand of any size can be seen"
                own = {element.get("id") for element in root.iter() if element.get("id")}
                used = [use.get("href") for use in root.iter(SVG + "use")]
                assert {str(name).removeprefix("#") for name in used} <= own


@pytest.mark.parametrize("ruleset", eights.rulesets())
def test_a_picture_shows_nothing_that_its_seat_cannot_know(ruleset: str) -> None:
    least, most = eights.Ruleset(ruleset).players
    changed = 0
    for state in positions(ruleset, min(max(3, least), most), every=13):
        for seat in range(state.num_players()):
            other = state.resample(seat, seed=5)
            assert other.to_svg(seat) == state.to_svg(seat)
            changed += other.to_svg("all") != state.to_svg("all")
    assert changed


def test_whose_eyes_a_position_is_shown_to() -> None:
    state = eights.Game("crazy_eights", players=3).new_initial_state(seed=7)
    actor = state.current_player()
    assert state.to_svg() == state.to_svg(actor) == state._repr_html_()
    assert state.to_svg() != state.to_svg((actor + 1) % 3) != state.to_svg("all")
    assert "#back" in state.to_svg(actor).split("</defs>")[1]
    assert str(state) == state.render() == state.render(actor)
    assert state.render("all") != state.render()
    hand = state.to_dict()["hands"][(actor + 1) % 3].split()[0]
    assert hand in state.render("all", unicode=False)
    assert hand not in state.render(unicode=False)


@pytest.mark.parametrize("shows", ["to_svg", "render"])
def test_other_eyes_are_refused(shows: str) -> None:
    state = eights.Game("crazy_eights", players=3).new_initial_state(seed=7)
    show = getattr(state, shows)
    with pytest.raises(eights.ActionError, match="3 is not a seat: there are 0 … 2"):
        show(3)
    with pytest.raises(eights.ArgumentError, match='"everybody" is neither a seat nor "all"'):
        show("everybody")
    with pytest.raises(eights.ArgumentError, match="perspective must be an integer, not float"):
        show(1.5)


def test_a_labelled_deck_is_drawn_in_its_colours() -> None:
    game = eights.Game("uno", players=2)
    state = game.position({"hands": ["2C JD QH KS *B", "2D"], "pile": "3C"}, seed=0)
    picture = state.to_svg(0)
    for color in ("#d72b2b", "#e8b100", "#2f9e44", "#1c6fd1", ">+4<"):
        assert color in picture
    assert 'id="c-2C"' not in picture, "a page may hold cards of another deck of that name"


def test_texts_of_a_ruleset_cannot_break_the_picture() -> None:
    ruleset = eights.Ruleset("uno").override({"title": 'A <b>"game"</b> & more'})
    picture = eights.Game(ruleset, players=2).new_initial_state(seed=0).to_svg()
    texts = [text.text or "" for text in ET.fromstring(picture).iter(SVG + "text")]
    assert 'A <b>"game"</b> & more, 2 players' in texts


def test_notebooks_show_rulesets_and_batches() -> None:
    ruleset = eights.Ruleset("uno")
    assert ruleset._repr_markdown_() == ruleset.describe()
    batch = eights.Batch(eights.Game(ruleset, players=3), num_envs=6)
    shown = batch._repr_html_()
    assert shown.count("<svg ") == 4
    seat = int(batch.players[2])
    body = batch.state(2).to_svg(seat).split("\n", 1)[1]
    assert body in shown


# ---- Records ------------------------------------------------------------------------------------


def test_a_record_keeps_what_is_noted_of_decisions() -> None:
    state, record = annotated()
    written = json.loads(record)
    assert written["version"] == 1
    assert written["annotations"][0]["value"] == 0.25
    assert eights.replay(record) == state
    assert json.loads(state.record())["version"] == 1
    assert state.record([]) == state.record() == eights.replay(record).record()


@pytest.mark.parametrize(
    ("notes", "error", "message"),
    [
        ("none", eights.RecordError, "annotations"),
        ([{"value": 1.0}], eights.RecordError, "move"),
        ([{"move": 9}], eights.RecordError, "move 9 is not one of 1 … 1"),
        ([{"move": 1}, {"move": 1}], eights.RecordError, "move 1 has two"),
        ([{"move": 1, "colour": 2}], eights.RecordError, "colour"),
        ([{"move": 1, "visits": {"draw": -1}}], eights.RecordError, "visits"),
        ([{"move": 1, "values": {"jump": 1.0}}], eights.RecordError, "jump"),
        ([{"move": 1, "probabilities": {"draw": 2.0}}], eights.RecordError, "not in 0 … 1"),
    ],
)
def test_notes_that_are_refused(notes: Any, error: type[Exception], message: str) -> None:
    state = eights.Game("crazy_eights", players=2).new_initial_state(seed=7)
    state.apply_action(state.legal_actions()[0])
    with pytest.raises(error, match=re.escape(message)):
        state.record(notes)


# ---- Pages and animations -----------------------------------------------------------------------


def data_of(page: str) -> dict[str, Any]:
    """Returns the data in a page."""
    inside = page.split('<script id="data" type="application/json">')[1].split("</script>")[0]
    data: dict[str, Any] = json.loads(inside)
    return data


def test_a_page_holds_every_position_as_everybody_sees_it() -> None:
    state, record = annotated()
    page = eights.replay_page(record)
    data = data_of(page)
    assert data["perspectives"] == ["seat 0", "seat 1", "seat 2", "all hands open"]
    assert len(data["frames"]) == len(state.history()) + 1
    everybody: list[Any] = [0, 1, 2, "all"]
    for eyes, perspective in enumerate(everybody):
        shown = [data["lines"][at] for at in data["frames"][-1][eyes]["picture"]]
        assert shown == state.to_svg(perspective).splitlines()
    told = [line for frame in data["frames"] for line in frame[3]["news"]]
    assert any("plays" in line for line in told)
    first = eights.replay(json.dumps(json.loads(record) | {"moves": [], "annotations": []}))
    actor = first.current_player()
    view = data["frames"][0][actor]
    assert [text for text, _ in view["legal"]] == [
        first.action_to_string(action) for action in first.legal_actions()
    ]
    assert view["chosen"]["value"] == 0.25
    assert set(view["chosen"]["visits"]) == {text for text, _ in view["legal"]}
    head = page.split('<script id="data"')[0]
    outside = re.findall(r"(?:src|href|url)\s*[=(]\s*[\"']?(?!#)[^\s\"'>]+", head)
    assert not [link for link in outside if "http" in link or "//" in link]


@pytest.mark.parametrize(
    "title",
    ["DATA", "TITLE", "@@{data}", "@@{title} $data @@", "</title><script>x</script>", "]]>&lt;"],
)
def test_a_title_cannot_break_the_page_of_a_record(title: str) -> None:
    ruleset = eights.Ruleset.from_dict({"id": "x", "title": title, "players": 2})
    state = eights.Game(ruleset).new_initial_state(seed=1)
    plain = eights.Game(ruleset.override({"title": "X"})).new_initial_state(seed=1)
    page = eights.replay_page(state.record())
    shown = html.escape(f"{title}, 2 players")
    assert page.count(f"<title>{shown}</title>") == page.count(f"<h1>{shown}</h1>") == 1
    assert data_of(page).keys() == data_of(eights.replay_page(plain.record())).keys()
    assert page.count("<script") == eights.replay_page(plain.record()).count("<script")


def test_the_page_of_a_seat_holds_nothing_that_it_cannot_know() -> None:
    game = eights.Game("kings_reverse", players=3)
    state = game.new_initial_state(seed=3)
    other = state.resample(1, seed=9)
    assert other != state

    one, two = (data_of(eights.replay_page(position.record(), 1)) for position in (state, other))
    assert one["lines"] == two["lines"]
    assert one["frames"][0][0]["picture"] == two["frames"][0][0]["picture"]
    whole = data_of(eights.replay_page(annotated()[1], 1))
    assert whole["perspectives"] == ["seat 1"]
    for frame in whole["frames"]:
        view = frame[0]
        mine = "Your turn" in "".join(whole["lines"][at] for at in view["picture"])
        assert not mine or view["legal"]
        assert bool(view["chosen"]) <= bool(view["legal"])


def test_an_animation_shows_every_position_in_turn(tmp_path: Path) -> None:
    state, record = annotated()
    path = tmp_path / "game.svg"
    eights.save_animation(record, path, seconds=0.5)
    text = path.read_text(encoding="utf-8")
    root = ET.fromstring(text)
    frames = [group for group in root.findall(SVG + "g") if group.get("display")]
    assert len(frames) == len(state.history()) + 1
    assert [group.get("display") for group in frames].count("inline") == 1
    total = (len(frames) + 2) * 0.5
    for at, group in enumerate(frames):
        (animate,) = group.findall(SVG + "animate")
        assert animate.get("dur") == f"{total:g}s"
        times = [float(time) for time in (animate.get("keyTimes") or "").split(";")]
        shown = (animate.get("values") or "").split(";").index("inline")
        assert times[shown] == pytest.approx(at / (len(frames) + 2), abs=1e-4)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert len(text) < 20_000 + 3_000 * len(frames)


def test_what_an_animation_refuses(tmp_path: Path) -> None:
    record = annotated()[1]
    with pytest.raises(eights.ArgumentError, match=r"does not end with \.svg"):
        eights.save_animation(record, tmp_path / "game.gif")
    with pytest.raises(eights.ArgumentError, match="seconds = 0 is not above 0"):
        eights.save_animation(record, tmp_path / "game.svg", seconds=0)
    with pytest.raises(eights.ActionError, match="7 is not a seat"):
        eights.save_animation(record, tmp_path / "game.svg", 7)
    with pytest.raises(eights.RecordError, match="not a record"):
        eights.save_replay("{", tmp_path / "game.html")
    assert not list(tmp_path.iterdir())
