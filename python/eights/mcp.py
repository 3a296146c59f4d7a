"""Games as tools for language models, by the Model Context Protocol; `eights mcp` serves them.

Needs the official SDK: `pip install "eights[mcp]"`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import ParamSpec

from eights._base.extras import require
from eights._eights import Error, __version__
from eights.text.tables import OPPONENTS, Tables

require("eights.mcp", "mcp.server.mcpserver", "mcp", "mcp")

from mcp.server.mcpserver import MCPServer  # noqa: E402 - after the message about the extra
from mcp.server.mcpserver.exceptions import ToolError  # noqa: E402

__all__ = ["server"]

ABOUT = f"""\
Card games of the Eights group, such as Crazy Eights, Mau-Mau and UNO, against bots. Choose a \
ruleset (rulesets, rules), begin a game, and play it to its end: begin and play tell what has \
happened and what you may do. The bots are {", ".join(OPPONENTS)}; heuristic plays well at once, \
and ismcts and pimc search."""

_Given = ParamSpec("_Given")


def server(tables: Tables | None = None) -> MCPServer[None]:
    """A server of tools for one client: its games are kept as long as the server runs.

    The tools are `rulesets`, `rules`, `begin`, `look`, `legal_actions` and `play`; what they do is
    told by `eights.text.Tables`. What is refused is an error of the tool, with a message for the
    model. `server().run()` serves standard input and output.

    Args:
        tables: the games; `None`: new ones.

    >>> server().name
    'eights'
    """
    games = Tables() if tables is None else tables
    made: MCPServer[None] = MCPServer(
        "eights", instructions=ABOUT, version=__version__, log_level="WARNING"
    )

    def rulesets() -> str:
        """List the rulesets: id, title, number of players, variants."""
        return games.rulesets()

    def rules(ruleset: str, variant: str = "") -> str:
        """Read the rules of a ruleset, by its id."""
        return games.rules(ruleset, variant)

    def begin(
        ruleset: str,
        opponents: list[str] | None = None,
        seat: int = 0,
        variant: str = "",
        match: bool = False,
    ) -> str:
        """Deal a new game, and read its number, the rules and what you may do.

        Args:
            ruleset: the id of a ruleset.
            opponents: bots on the other seats, clockwise from yours, so that there is one player
                more than bots; without them, one heuristic.
            seat: your seat, 0 for the first.
            variant: a variant of the ruleset.
            match: true for a match of several rounds, where the ruleset has matches.
        """
        others = ["heuristic"] if opponents is None else opponents
        return games.begin(ruleset, others, seat, variant, match)

    def look(game: int) -> str:
        """See a game as you know it: all that has happened, table, hand, legal actions."""
        return games.look(game)

    def legal_actions(game: int) -> str:
        """List what you may do now in a game, numbered."""
        return games.actions(game)

    def play(game: int, action: str) -> str:
        """Play an action, by its number or in words, and read what happens until your next one."""
        return games.play(game, action)

    for tool in (rulesets, rules, begin, look, legal_actions, play):
        made.add_tool(_told(tool), structured_output=False)
    return made


def _told(tool: Callable[_Given, str]) -> Callable[_Given, str]:
    """A tool whose refusals are told to the model."""

    @functools.wraps(tool)
    def told(*args: _Given.args, **kwargs: _Given.kwargs) -> str:
        try:
            return tool(*args, **kwargs)
        except Error as why:
            raise ToolError(str(why)) from why

    return told
