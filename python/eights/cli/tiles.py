"""The actions of a person at the table in the terminal: cards as tiles, each with its key."""

from __future__ import annotations

from dataclasses import dataclass

from rich.text import Text

import eights
from eights._display.names import Names

__all__ = ["Tile", "board_text", "laid_out", "tiles"]

KEYS = "1234567890abcefgijklmnostuvwxyz"
"""Keys for actions: those that draw, pass, hints, rules and leaving do not take."""
RESERVED = {"draw": "d", "pass": "p"}
SYMBOLS = dict(zip("CDHS", "♣♦♥♠", strict=True))
COLORS = {
    "red": "red",
    "green": "green",
    "yellow": "yellow",
    "blue": "dodger_blue1",
}
MARKED = "bold yellow"
EDGES = {False: "╭─╮││╰─╯", True: "╔═╗║║╚═╝"}


@dataclass(frozen=True)
class Tile:
    """A card of the hand, or another action."""

    lines: tuple[str, str]
    """The text on the tile; the second line is empty where the tile is not a card."""
    color: str
    action: int | None
    """The action of the tile; `None`: the card cannot be played now."""
    words: str
    """The action in words."""
    key: str

    @property
    def is_card(self) -> bool:
        """True when the tile is drawn as a card."""
        return bool(self.lines[1])


def tiles(state: eights.State, seat: int, names: Names) -> list[Tile]:
    """The seat's cards as they lie in the hand, then what else may be done.

    Of the full position only the seat's own hand is taken.

    >>> state = eights.Game("crazy_eights", players=2).new_initial_state(seed=7)
    >>> found = tiles(state, state.current_player(), Names(state.game.ruleset))
    >>> [(tile.lines, tile.key) for tile in found if tile.action is not None]
    [(('8', '♣'), '1'), (('K', '♥'), '2'), (('K', '♠'), '3'), (('draw a card', ''), 'd')]
    """
    own = [f"play {card}" for card in str(state.to_dict()["hands"][seat]).split()]
    legal = (
        {}
        if state.is_terminal()
        else {a: state.describe_action(a) for a in state.legal_actions(seat)}
    )
    free = iter(KEYS)
    keys: dict[int, str] = {}
    for action in [state.game.string_to_action(text) for text in own]:
        if action in legal and action not in keys:
            keys[action] = next(free, "")
    found = []
    for text in own:
        action = state.game.string_to_action(text)
        lines, color = _face(action, names)
        may = action in legal
        words = legal.get(action, f"the {names.card(action)} cannot be played now")
        found.append(Tile(lines, color, action if may else None, words, keys.get(action, "")))
    for action, words in legal.items():
        if action not in keys:
            text = state.action_to_string(action)
            key = RESERVED.get(text) or next(free, "")
            found.append(Tile((words, ""), _color(text, names), action, words, key))
    return found


def _face(action: int, names: Names) -> tuple[tuple[str, str], str]:
    """The text on a card, and its colour."""
    card, code = names.card(action), names.code(action)
    joker = code.startswith("*")
    if names.labelled:
        first, _, rest = card.partition(" ")
        return (first, rest or " "), "" if joker else COLORS.get(names.suit(code[1]), "")
    if joker:
        return ("★", card.removesuffix(" Joker")), "yellow"
    symbol = SYMBOLS.get(code[1], code[1])
    return (code[0].replace("T", "10"), symbol), "red" if code[1] in "DH" else ""


def _color(text: str, names: Names) -> str:
    """The colour of a nomination."""
    verb, _, rest = text.partition(" ")
    if verb != "suit":
        return ""
    return COLORS.get(names.suit(rest), "") if names.labelled else "red" if rest in "DH" else ""


def board_text(
    state: eights.State, seat: int, *, short: bool = False, width: int | None = None
) -> tuple[Text, Text]:
    """The table without the seat's own hand, and what is to happen, as the seat may know them.

    `short` leaves empty lines out; with a `width`, the board is in few lines of that width.
    """
    blocks = state.render(seat, color=True, unicode=True, width=width).rstrip("\n").split("\n\n")
    plain = state.render(seat, unicode=True, width=width).rstrip("\n").split("\n\n")
    # Below the board are the own hand and what is to happen.
    board = "\n\n".join(blocks[:-2])
    board = f"{board}\n" if width is None and not short else board.replace("\n\n", "\n")
    return Text.from_ansi(board), Text(" ".join(plain[-1].split()), style="bold")


def laid_out(
    found: list[Tile], chosen: int | None, width: int
) -> tuple[Text, list[tuple[int, ...]]]:
    """Tiles in lines of a width, and where each is: its column, line, width and height."""
    text = Text(no_wrap=True)
    places: list[tuple[int, ...]] = []
    row: list[tuple[int, list[Text]]] = []
    line, column = 0, 0

    def flush() -> None:
        nonlocal row, line, column
        for part in zip(*(drawn for _, drawn in row), strict=True):
            text.append_text(Text(" ").join(part))
            text.append("\n")
        line += len(row[0][1]) if row else 0
        row, column = [], 0

    for at, tile in enumerate(found):
        drawn = _drawn(tile, at == chosen)
        wide = drawn[0].cell_len
        if row and (column + wide > width or len(row[0][1]) != len(drawn)):
            flush()
        places.append((column, line, wide, len(drawn)))
        row.append((at, drawn))
        column += wide + 1
    flush()
    return text, places


def _drawn(tile: Tile, marked: bool) -> list[Text]:
    """A tile, line by line."""
    left_top, across, right_top, left, right, left_low, low, right_low = list(EDGES[marked])
    may = tile.action is not None
    edge = MARKED if marked else "" if may else "dim"
    ink = " ".join(filter(None, ["bold" if may else "dim", tile.color]))
    if not tile.is_card:
        ends = ("▶ ", " ◀") if marked else ("  ", "  ")
        key = (f"{tile.key:>1} ", MARKED)
        return [Text.assemble((ends[0], MARKED), key, (tile.lines[0], ink), (ends[1], MARKED))]
    inside = max(4, *(len(part) for part in tile.lines))
    rows = [tile.lines[0].ljust(inside), tile.lines[1].rjust(inside)]
    key = (tile.key, MARKED) if tile.key else (low, edge)
    return [
        Text(left_top + across * inside + right_top, style=edge),
        *(Text.assemble((left, edge), (part, ink), (right, edge)) for part in rows),
        Text.assemble((left_low + low, edge), key, (low * (inside - 2) + right_low, edge)),
    ]
