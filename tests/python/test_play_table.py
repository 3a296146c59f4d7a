"""The redrawing table of `eights play`: games by keys, undo, hints, and hidden information."""

from __future__ import annotations

import asyncio
import os
import pty
import re
import select
import struct
import sys
import termios
import time
from collections.abc import Awaitable, Callable, Sequence
from fcntl import ioctl
from subprocess import Popen

import pytest
from rich.text import Text
from textual.pilot import Pilot
from textual.widgets import Static

import eights
from eights._display.names import Names
from eights.cli.opponents import Opponents
from eights.cli.table import Question, Rules, TableApp
from eights.cli.tiles import board_text, laid_out, tiles

Script = Callable[[TableApp, "Pilot[None]"], Awaitable[None]]


def at_table(
    script: Script,
    ruleset: str = "crazy_eights_special",
    players: int = 3,
    seed: int = 7,
    state: eights.State | None = None,
    **size: int,
) -> eights.State:
    """Plays a scripted game on seat 0, from a state or a deal, and returns it."""
    if state is None:
        state = eights.Game(ruleset, players=players).new_initial_state(seed=seed)
    app = TableApp(state, 0, Opponents.seated(state.game, 0, "heuristic", 1), delay=0)

    async def played() -> None:
        async with app.run_test(size=(size.get("width", 120), size.get("height", 40))) as pilot:
            await turn(app, pilot)
            await script(app, pilot)

    asyncio.run(played())
    return state


async def turn(app: TableApp, pilot: Pilot[None]) -> None:
    """Waits until the person is to act, or the game is over."""
    until = time.monotonic() + 30
    while not (app.is_own_turn() or app.state.is_terminal()):
        await pilot.pause(0.005)
        assert time.monotonic() < until
    await pilot.pause()


def said(app: TableApp) -> str:
    """Returns the line addressed to the person."""
    return str(app.query_one("#said", Static).content)


def marked(app: TableApp) -> str | None:
    """Returns the text of the marked action."""
    chosen = app.choices.chosen
    if chosen is None:
        return None
    action = app.choices.tiles[chosen].action
    assert action is not None
    return app.state.action_to_string(action)


@pytest.mark.parametrize(
    ("ruleset", "players", "seed"),
    [("crazy_eights_special", 3, 6), ("uno", 2, 3), ("kings_reverse", 4, 43)],
)
def test_a_whole_game_by_keys(ruleset: str, players: int, seed: int) -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        while not app.state.is_terminal():
            tile = app.choices.tiles[app.choices.possible()[0]]
            before = len(app.state.history())
            await pilot.press(tile.key)
            assert len(app.state.history()) == before
            assert f"Enter: {tile.words}." in said(app)
            await pilot.press("enter")
            assert len(app.state.history()) > before
            await turn(app, pilot)
        await pilot.pause()
        assert "Enter leaves the table." in said(app)
        assert app.choices.possible() == []
        await pilot.press("enter")
        await pilot.pause()
        assert not app.is_running

    assert at_table(script, ruleset, players, seed).is_terminal()


def test_a_key_that_was_misread_is_taken_back() -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("1")
        first = marked(app)
        assert first is not None
        await pilot.press("d")
        assert marked(app) == "draw"
        await pilot.press("escape")
        assert marked(app) is None
        await pilot.press("enter")
        assert said(app) == "Mark an action first: by the arrows, or by the key on it."
        await pilot.press("0")
        assert said(app) == "0 is not the key of an action now."
        await pilot.press("p")
        assert said(app) == "p is not the key of an action now."

    state = at_table(script)
    assert state.current_player() == 0


def test_arrows_go_round_and_change_between_cards_and_the_rest() -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        possible = app.choices.possible()
        texts = [app.state.action_to_string(app.choices.tiles[at].action or 0) for at in possible]
        assert texts[-1] == "draw"
        seen = []
        for _ in range(len(possible) + 1):
            await pilot.press("right")
            seen.append(marked(app))
        assert seen == [*texts, texts[0]]
        await pilot.press("left")
        assert marked(app) == "draw"
        await pilot.press("up")
        assert marked(app) == texts[0]
        await pilot.press("down")
        assert marked(app) == "draw"

    at_table(script)


def test_a_hint_marks_and_does_nothing() -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        hint = app.state.bot_action("heuristic", 0)
        before = app.state.history()
        await pilot.press("h")
        assert marked(app) == app.state.action_to_string(hint)
        assert said(app) == f"A bot would {app.state.describe_action(hint)}: Enter does so."
        assert app.state.history() == before

    at_table(script)


def test_leaving_asks_first() -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        for key in ("n", "escape"):
            await pilot.press("q")
            assert isinstance(app.screen, Question)
            await pilot.press(key)
            assert app.is_running
            assert not isinstance(app.screen, Question)
        await pilot.press("ctrl+c")
        assert isinstance(app.screen, Question)
        await pilot.press("y")
        await pilot.pause()
        assert not app.is_running

    assert not at_table(script).is_terminal()


def test_the_rules_are_shown_and_closed() -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("r")
        assert isinstance(app.screen, Rules)
        assert app.screen.text == app.state.game.ruleset.describe()
        await pilot.press("down", "escape")
        assert not isinstance(app.screen, Rules)

    at_table(script)


def test_a_click_marks_a_card() -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.pause()
        at = app.choices.possible()[0]
        left, top, _, _ = app.choices.places[at]
        await pilot.click("#choices", offset=(left + 1, top + 1))
        assert app.choices.chosen == at

    at_table(script)


@pytest.mark.parametrize("width", [80, 120])
def test_what_can_be_chosen_is_in_sight(width: int) -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("d")
        await pilot.pause(0.05)
        region = app.choices.region
        assert region.bottom <= app.query_one("#play").region.bottom

    at_table(script, width=width, height=24)


def visible(app: TableApp) -> str:
    """Returns the text on the screen."""
    lines = app.screen._compositor.render_strips()  # noqa: SLF001 - there is no other way
    return "\n".join(line.text.rstrip() for line in lines)


@pytest.mark.parametrize(("width", "height"), [(80, 24), (60, 20), (120, 24)])
@pytest.mark.parametrize("ruleset", ["crazy_eights_special", "uno", "kings_reverse"])
def test_the_piles_and_what_is_marked_are_in_sight_among_ten(
    ruleset: str, width: int, height: int
) -> None:
    state = eights.Game(ruleset, players=10).new_initial_state(seed=2)
    # Hands grow until there is no room for them.
    drawing = eights.string_to_action("draw")
    while len(state.history()) < 60 or state.current_player() != 0:
        legal = state.legal_actions()
        state.apply_action(drawing if drawing in legal else legal[0])

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.pause(0.05)
        board = " ".join(app.state.render(0, width=width).split())
        upcard = board[board.index("upcard ") :].partition(" · ")[0]
        text = " ".join(visible(app).split())
        assert upcard in text
        assert "q leave" in text
        for other in range(1, 10):
            assert f"seat {other}" in text
        for _ in range(len(app.choices.possible())):
            await pilot.press("right")
            await pilot.pause()
            assert "╔" in visible(app) or "▶ " in visible(app)
            assert said(app) in " ".join(visible(app).split())

    at_table(script, state=state, width=width, height=height)


def test_a_labelled_deck_has_its_own_names_and_colours() -> None:
    game = eights.Game("uno", players=2)
    state = game.position({"hands": ["2C KD *R *B", "3C 4C"], "pile": "5C"})
    found = tiles(state, 0, Names(game.ruleset))
    assert [tile.lines for tile in found[:4]] == [
        ("red", "0"),
        ("yellow", "Reverse"),
        ("Wild", " "),
        ("Wild", "Draw Four"),
    ]
    assert [tile.color for tile in found[:4]] == ["red", "yellow", "", ""]
    assert found[0].words == "play the red 0"


def positions(ruleset: str, players: int) -> list[eights.State]:
    """Returns some positions of a game."""
    state = eights.Game(ruleset, players=players).new_initial_state(seed=3)
    found = [state.clone()]
    while not state.is_terminal() and len(found) < 25:
        state.apply_action(state.bot_action("greedy", len(found)))
        found.append(state.clone())
    return found


def screen(state: eights.State, seat: int) -> list[object]:
    """Returns the table's text for a position, except its news, which come from `State.events`."""
    found = tiles(state, seat, Names(state.game.ruleset))
    return [*board_text(state, seat), laid_out(found, 0, 80)[0], found]


@pytest.mark.parametrize(
    "ruleset", ["crazy_eights_special", "uno", "kings_reverse", "taki", "mau_mau"]
)
def test_nothing_on_screen_depends_on_hidden_cards(ruleset: str) -> None:
    told_apart = 0
    for state in positions(ruleset, 3):
        for seat in range(3):
            other = state.resample(seat, seed=5)
            assert screen(other, seat) == screen(state, seat)
            told_apart += other.to_dict()["hands"] != state.to_dict()["hands"]
    assert told_apart > 20, "other worlds were looked at"


@pytest.mark.parametrize("ruleset", eights.rulesets())
def test_the_board_ends_with_the_own_row_and_leaves_the_hand_to_the_tiles(ruleset: str) -> None:
    least = eights.Ruleset(ruleset).players[0]
    for state in positions(ruleset, least)[::6]:
        for seat in range(least):
            board, words = board_text(state, seat)
            assert f"seat {seat}" in board.plain.rstrip().splitlines()[-1]
            assert words.plain
            short, _ = board_text(state, seat, short=True)
            assert "\n\n" not in short.plain
            compact, _ = board_text(state, seat, width=60)
            assert f"seat {seat}" in compact.plain
            assert max(map(len, compact.plain.splitlines())) <= 60
            hand = str(state.to_dict()["hands"][seat]).split()
            assert len(
                [t for t in tiles(state, seat, Names(state.game.ruleset)) if t.is_card]
            ) == len(hand)


def test_tiles_keep_to_the_width() -> None:
    state = eights.Game("uno", players=10).new_initial_state(seed=1)
    found = tiles(state, state.current_player(), Names(state.game.ruleset))
    text, places = laid_out(found, 2, 30)
    assert isinstance(text, Text)
    assert max(line.cell_len for line in text.split("\n")) <= 30
    assert len(places) == len(found)
    assert len(set(places)) == len(found)


# ---- Which of both forms a terminal gets ---------------------------------------------------------


def in_terminal(*answers: tuple[str, str], options: Sequence[str] = (), **environment: str) -> str:
    """Returns the output of `eights play` on a terminal of 80 by 30.

    Of each of `answers`, the keys are typed once the text before them has been written since the
    last ones: a slow machine must not type at a table that is not there yet.
    """
    own, theirs = pty.openpty()
    ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 80, 0, 0))
    known = {name: of for name, of in os.environ.items() if name != "NO_COLOR"}
    command = [sys.executable, "-m", "eights", "play", "crazy_eights", "--seed", "1", *options]
    with Popen(
        command,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=known | {"TERM": "xterm"} | environment,
    ) as process:
        os.close(theirs)
        written, seen, waiting, until = b"", 0, list(answers), time.monotonic() + 60
        while time.monotonic() < until:
            if select.select([own], [], [], 0.4)[0]:
                try:
                    written += os.read(own, 4096)
                except OSError:  # the process has ended
                    break
            if waiting and waiting[0][0] in CODE.sub("", written[seen:].decode(errors="ignore")):
                os.write(own, waiting.pop(0)[1].encode())
                seen = len(written)
        process.wait(10)
        os.close(own)
    assert not waiting
    assert process.returncode == 0
    return written.decode()


CODE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
"""A code that moves the cursor or sets a style."""

LEAVING = ("♠", "q"), ("Leave the table?", "y")
"""The hand ends with a spade."""

ALTERNATE = "\x1b[?1049h"


COLORED = re.compile(r"\x1b\[(?:[0-9;]*;)?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;[0-9;]*)?m")
"""A code that sets a colour of text or ground."""


def test_a_terminal_gets_the_table() -> None:
    text = in_terminal(*LEAVING)
    assert ALTERNATE in text
    assert COLORED.search(text)
    assert "You leave the table." in text


def test_a_table_without_colours_is_a_table() -> None:
    text = in_terminal(*LEAVING, NO_COLOR="1")
    assert ALTERNATE in text
    assert not COLORED.findall(text)
    assert all(suit in text for suit in "♣♦♥♠")
    assert "You leave the table." in text


@pytest.mark.parametrize(
    ("options", "environment"),
    [(["--plain"], {}), ([], {"TERM": "dumb"})],
    ids=["--plain", "TERM=dumb"],
)
def test_some_terminals_get_lines(options: list[str], environment: dict[str, str]) -> None:
    text = in_terminal(("q to quit.", "q\n"), options=options, **environment)
    assert ALTERNATE not in text
    assert "? for help, q to quit." in text
    assert "You leave the table." in text
