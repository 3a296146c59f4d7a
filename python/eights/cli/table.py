"""The table of `eights play` on a terminal that can be redrawn: keys mark, Enter plays."""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar

from rich.containers import Lines
from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.geometry import Region
from textual.screen import ModalScreen
from textual.widgets import Footer, Markdown, Static

import eights
from eights._display.names import Names
from eights._display.results import result
from eights.cli.board import FULL_WIDTH, NARROWEST, Story
from eights.cli.opponents import Opponents
from eights.cli.tiles import Tile, board_text, laid_out, tiles

__all__ = ["TableApp"]

LOG_WIDTH = 38
"""Columns of the story where there is room for it beside the table."""
LOG_HEIGHT = 4
"""Lines of the story where it is below the table."""
WIDE = FULL_WIDTH + LOG_WIDTH
"""Columns of a terminal that holds both side by side."""
MARGINS = 5
"""Columns beside the tiles, with a scrollbar."""
ONE_ROW = 6
"""Lines of one row of cards and of two other actions."""


class Question(ModalScreen[bool]):
    """The question whether to leave the table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,enter", "dismiss(True)", "leave"),
        Binding("n,escape,q", "dismiss(False)", "stay"),
    ]

    def compose(self) -> ComposeResult:
        """A line and its keys."""
        yield Static("Leave the table? The game is not over.\n\n[b]y[/] leave    [b]n[/] stay")


class Rules(ModalScreen[None]):
    """The rules in English."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,r,q,enter", "dismiss(None)", "back to the table"),
        Binding("down,j", "scroll(3)", show=False),
        Binding("up,k", "scroll(-3)", show=False),
    ]

    def __init__(self, text: str) -> None:
        """Takes the rules as Markdown."""
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        """The text, to be scrolled."""
        with VerticalScroll():
            yield Markdown(self.text)
        yield Footer()

    def action_scroll(self, lines: int) -> None:
        """Scrolls by some lines."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)


class Choices(Static):
    """The hand and the other actions as tiles; one of them may be marked."""

    def __init__(self) -> None:
        """Nothing is there yet."""
        super().__init__(id="choices")
        self.tiles: list[Tile] = []
        self.chosen: int | None = None
        self.places: list[tuple[int, ...]] = []

    def show(self, found: list[Tile]) -> None:
        """Shows other tiles; nothing is marked."""
        self.tiles, self.chosen = found, None
        self.redraw()

    def redraw(self) -> None:
        """Draws the tiles in the width that there is."""
        text, self.places = laid_out(self.tiles, self.chosen, max(self.size.width, 20))
        self.update(text)

    def content_lines(self, width: int) -> Lines:
        """The lines that the tiles take in a width with its margins."""
        return laid_out(self.tiles, None, width - MARGINS)[0].split("\n")

    def on_resize(self) -> None:
        """Lays them out anew."""
        self.redraw()

    def possible(self) -> list[int]:
        """The places of the tiles that can be chosen."""
        return [at for at, tile in enumerate(self.tiles) if tile.action is not None]

    def mark(self, at: int | None) -> None:
        """Marks a tile, or none."""
        self.chosen = at
        self.redraw()

    def on_click(self, event: events.Click) -> None:
        """Marks what is clicked, if it can be chosen."""
        for at, (left, top, wide, tall) in enumerate(self.places):
            inside = left <= event.x < left + wide and top <= event.y < top + tall
            if inside and self.tiles[at].action is not None:
                self.mark(at)


class TableApp(App[None]):
    """A game between a person and opponents.

    Args:
        state: the game; it goes on in place.
        seat: where the person sits.
        opponents: who is on the other seats.
        delay: seconds between two moves of opponents.
        colors: with colours, which the variable NO_COLOR takes away.
    """

    TITLE = "eights"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012 - as the base has it
    CSS = (
        f"$story-width: {LOG_WIDTH}; $story-height: {LOG_HEIGHT};"
        """
    #play { width: 1fr; }
    #board, #status, #hand, #choices, #said, #news { height: auto; }
    #hand { scrollbar-size-vertical: 1; }
    #status { margin: 0 0 0 2; }
    #choices { margin: 0 2; }
    #said { margin: 0 2; color: $warning; min-height: 1; }
    #log { padding: 0 1; scrollbar-size-vertical: 1; }
    .-wide #log { width: $story-width; border-left: solid $primary; }
    .-narrow #table { layout: vertical; }
    .-narrow #log { height: $story-height; border-top: solid $primary; }
    Question { align: center middle; }
    Question Static { width: auto; padding: 1 3; border: round $warning; background: $surface; }
    Rules { align: center middle; }
    Rules VerticalScroll { width: 90%; max-width: 100; height: 90%; }
    Rules VerticalScroll { border: round $primary; background: $surface; }
    """
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,shift+tab", "move(-1)", "mark", key_display="←→"),
        Binding("right,tab", "move(1)", show=False, priority=True),
        Binding("up", "other(-1)", show=False, priority=True),
        Binding("down", "other(1)", show=False, priority=True),
        Binding("enter", "play", "play"),
        Binding("escape", "unmark", "undo"),
        Binding("d", "key('d')", "draw"),
        Binding("p", "key('p')", "pass"),
        Binding("h", "hint", "hint"),
        Binding("r", "rules", "rules"),
        Binding("q,ctrl+c", "leave", "leave"),
    ]

    def __init__(
        self,
        state: eights.State,
        seat: int,
        opponents: Opponents,
        delay: float = 0.35,
        *,
        colors: bool = True,
    ) -> None:
        """Sits down."""
        super().__init__(ansi_color=None if colors else True)
        self.state = state
        self.seat = seat
        self.opponents = opponents
        self.delay = delay
        self.names = Names(state.game.ruleset)
        self.story = Story(state, seat)
        self.told = Text()

    def compose(self) -> ComposeResult:
        """The board, what is to happen, the tiles; what has happened beside them."""
        with Horizontal(id="table"):
            with Vertical(id="play"):
                yield Static(id="board")
                yield Static(id="status")
                with VerticalScroll(id="hand", can_focus=False):
                    yield Choices()
                yield Static(id="said")
            with VerticalScroll(id="log", can_focus=False):
                yield Static(id="news")
        yield Footer(compact=True)

    def on_mount(self) -> None:
        """Shows the table; opponents begin if it is their turn."""
        self.show()
        self.go_on()

    # ---- what is shown

    @property
    def choices(self) -> Choices:
        """The tiles."""
        return self.query_one(Choices)

    def say(self, text: str) -> None:
        """A line to the person."""
        self.query_one("#said", Static).update(Text(text))

    def show(self) -> None:
        """The table as the person's seat may know it."""
        self.choices.show(tiles(self.state, self.seat, self.names))
        self.fit()
        for line in self.story.news():
            self.told.append(f"{line}.\n", style="bold" if line.startswith("You ") else "")
        told = self.told.copy()
        told.rstrip()
        self.query_one("#news", Static).update(told)
        # Where there is no room for all, the newest and what can be chosen are in sight.
        self.call_after_refresh(self.query_one("#log").scroll_end, animate=False)
        self.call_after_refresh(self.bring_into_sight)
        if self.state.is_terminal():
            cut = "The limit of decisions ended the game. " if self.state.is_truncated() else ""
            self.say(f"{cut}{result(self.state, self.seat)} Enter leaves the table.")

    def fit(self) -> None:
        """Draws the board for the room that there is; a hand that has none left is scrolled."""
        wide = self.size.width >= WIDE
        width = self.size.width - (LOG_WIDTH if wide else 0)
        height = self.size.height - 1 - (0 if wide else LOG_HEIGHT)
        most = len(self.choices.content_lines(width))
        board, status, rest = self.board_for(width, height, most)
        self.query_one("#board", Static).update(board)
        self.query_one("#status", Static).update(status)
        self.query_one("#hand").styles.max_height = max(rest, ONE_ROW - 2)

    def board_for(self, width: int, height: int, wanted: int) -> tuple[Text, Text, int]:
        """The roomiest board that leaves lines for the choices, what is to happen, and the lines.

        Args:
            width: columns for all.
            height: lines for all.
            wanted: lines that hold all choices.
        """
        forms: list[dict[str, Any]] = [{"width": max(width, NARROWEST)}]
        if width >= FULL_WIDTH:
            forms = [{}, {"short": True}, *forms]
        for form in forms:
            board, status = board_text(self.state, self.seat, **form)
            taken = sum(len(text.wrap(self.console, width - 2)) for text in (board, status)) + 1
            if height - taken >= (wanted if form == {} else min(wanted, ONE_ROW)):
                break
        return board, status, height - taken

    def bring_into_sight(self) -> None:
        """Scrolls the hand to what is marked, or else to the first that can be chosen."""
        choices = self.choices
        at = choices.chosen if choices.chosen is not None else next(iter(choices.possible()), None)
        if at is not None:
            place = Region(*choices.places[at])
            self.query_one("#hand").scroll_to_region(place, animate=False)

    def on_resize(self) -> None:
        """Draws the table for the new size."""
        self.fit()

    # ---- how the game goes on

    def is_own_turn(self) -> bool:
        """True when the person is to act."""
        return not self.state.is_terminal() and self.state.current_player() == self.seat

    def go_on(self) -> None:
        """Lets opponents move, until the person is to act or the game is over."""
        if not self.state.is_terminal() and not self.is_own_turn():
            self.run_worker(self.let_opponents_move(), exclusive=True)

    async def let_opponents_move(self) -> None:
        """One move after the other, with time to see each."""
        while not self.state.is_terminal() and not self.is_own_turn():
            action = await asyncio.to_thread(self.opponents.choose, self.state.clone())
            await asyncio.sleep(self.delay)
            self.state.apply_action(action)
            self.show()

    # ---- keys

    def on_key(self, event: events.Key) -> None:
        """A digit or a letter marks its tile; some keys have another meaning."""
        if event.character and event.character.isalnum() and event.character not in "dphrq":
            self.action_key(event.character)

    def action_key(self, key: str) -> None:
        """Marks the tile of a key."""
        found = [at for at in self.choices.possible() if self.choices.tiles[at].key == key]
        if found:
            self.mark(found[0])
        elif self.is_own_turn():
            self.say(f"{key} is not the key of an action now.")

    def mark(self, at: int | None) -> None:
        """Marks a tile, and says what Enter would do."""
        self.choices.mark(at)
        self.bring_into_sight()
        words = "" if at is None else self.choices.tiles[at].words
        self.say(f"Enter: {words}. Escape: not that." if words else "")

    def action_move(self, by: int) -> None:
        """Marks the next tile that can be chosen, or the one before."""
        possible, chosen = self.choices.possible(), self.choices.chosen
        if not possible:
            return
        if chosen is None:
            self.mark(possible[0 if by > 0 else -1])
        else:
            self.mark(possible[(possible.index(chosen) + by) % len(possible)])

    def action_other(self, by: int) -> None:
        """From the cards to what else may be done, and back."""
        possible, chosen = self.choices.possible(), self.choices.chosen
        cards = [at for at in possible if self.choices.tiles[at].is_card]
        rest = [at for at in possible if at not in cards]
        if chosen is None or not cards or not rest:
            self.action_move(by)
        else:
            self.mark(rest[0] if chosen in cards else cards[0])

    def action_unmark(self) -> None:
        """Takes a mark back: nothing was done yet."""
        self.mark(None)

    def action_play(self) -> None:
        """Does what is marked."""
        if self.state.is_terminal():
            self.exit()
            return
        if not self.is_own_turn():
            return
        chosen = self.choices.chosen
        action = None if chosen is None else self.choices.tiles[chosen].action
        if action is None:
            self.say("Mark an action first: by the arrows, or by the key on it.")
            return
        self.state.apply_action(action)
        self.say("")
        self.show()
        self.go_on()

    def action_hint(self) -> None:
        """Marks what the bot `heuristic` would do."""
        if not self.is_own_turn():
            return
        hint = self.state.bot_action("heuristic", 0)
        self.mark(next(at for at, tile in enumerate(self.choices.tiles) if tile.action == hint))
        self.say(f"A bot would {self.state.describe_action(hint)}: Enter does so.")

    def action_rules(self) -> None:
        """Shows the rules."""
        self.push_screen(Rules(self.state.game.ruleset.describe()))

    def action_leave(self) -> None:
        """Leaves, after a question if the game is not over."""
        if self.state.is_terminal():
            self.exit()
        elif isinstance(self.screen, Question):
            self.exit()  # Ctrl-C once more
        else:
            self.push_screen(Question(), self.answered)

    def answered(self, leave: Any) -> None:
        """Leaves if that is the answer."""
        if leave:
            self.exit()
