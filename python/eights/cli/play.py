"""`eights play`: a person in the terminal against bots."""

from __future__ import annotations

import importlib.util
import secrets
import sys
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

import eights
from eights._display.names import Names
from eights._display.refusals import why_not
from eights._display.results import result
from eights.cli import complete
from eights.cli.board import Story, print_board, print_events
from eights.cli.command import LARGEST_SEED, examples, whole
from eights.cli.files import write_text
from eights.cli.load import load_ruleset
from eights.cli.opponents import Opponents
from eights.cli.options import Overrides, Players, RulesetArg, Variant
from eights.cli.terminal import is_dumb_terminal, is_without_colors, marked, print_markdown, stdout

EPILOG = examples(
    "eights play crazy_eights",
    "eights play uno --players 4 --plain",
    "eights play kings_reverse --players 4 --opponents heuristic,greedy,random",
    "eights play crazy_eights_special --match --seed 7 --record game.json",
    "eights play uno --opponent my_policy.py",
)
HELP = """\
Type the [bold]number[/] of an action, or what is shown for it: [bold]play {0}[/] (or [bold]{0}[/]),
[bold]{1}[/], [bold]draw[/], [bold]pass[/]. The beginning will do where it fits one action.
In codes the suits are {2}, a ten is T or 10, the Jokers are *R and *B.

  [bold]rules[/]   the rules of this game
  [bold]board[/]   the table again
  [bold]hint[/]    what the bot `heuristic` would do
  [bold]q[/]       leave the table
"""
EXAMPLE = 26
"""The action of a card that shows how actions are typed: in most games the Eight of hearts."""


class QuitError(Exception):
    """The person leaves the table."""


class Game:
    """A game between a person and bots.

    Args:
        state: the beginning.
        seat: where the person sits.
        opponents: who is on the other seats.
        console: where all is shown.
    """

    def __init__(
        self, state: eights.State, seat: int, opponents: Opponents, console: Console
    ) -> None:
        """Sits down."""
        self.state = state
        self.seat = seat
        self.opponents = opponents
        self.console = console
        self.story = Story(state, seat)
        self.names = Names(state.game.ruleset)

    def run(self) -> None:
        """Plays to the end.

        Raises:
            QuitError: the person left before.
        """
        while not self.state.is_terminal():
            own = self.state.current_player() == self.seat
            self.state.apply_action(self.ask() if own else self.opponents.choose(self.state))
        print_events(self.console, self.story.news())
        print_board(self.console, self.state, None)
        print_result(self.console, self.state, self.seat)

    def ask(self) -> int:
        """The action that the person chooses."""
        print_events(self.console, self.story.news())
        legal: list[int] = self.state.legal_actions()
        said = [self.state.describe_action(action) for action in legal]
        self.show(legal, said)
        while True:
            line = self.read()
            word = line.casefold()
            if word in ("q", "quit", "exit"):
                raise QuitError
            if word in ("?", "help"):
                names = self.names
                example = EXAMPLE if names.code(EXAMPLE) else 0
                suits = " ".join(names.suit_letters)
                shown = marked(HELP, names.code(example), names.card(example), suits)
                self.console.print(shown)
            elif word == "rules":
                print_markdown(self.console, self.state.game.ruleset.describe())
            elif word == "board":
                self.show(legal, said)
            elif word == "hint":
                hint = self.state.bot_action("heuristic", 0)
                self.console.print(f"A bot would {self.state.describe_action(hint)}.")
            elif line:
                found = self.names.meant(line, legal, said)
                if len(found) == 1:
                    return legal[found[0]]
                why = self.refusal(line, [said[i] for i in found], len(legal))
                self.console.print(Text(why, style="yellow"), soft_wrap=True)

    def refusal(self, line: str, found: list[str], most: int) -> str:
        """Why a line is not a choice."""
        if found:
            return f"{line} may be: {', '.join(found)}. Say which."
        which = "1" if most == 1 else f"a number from 1 to {most}"
        action = self.names.action(line)
        if line.isdigit() or action is None:
            return (
                f"{line} is not an action: type {which}, an action as it is shown, or ? for help."
            )
        return f"{line} is not possible now: {why_not(self.state, self.names, action)}."

    def show(self, legal: list[int], said: list[str]) -> None:
        """The table as the person sees it, and what can be done."""
        print_board(self.console, self.state, self.seat)
        table = Table.grid(padding=(0, 2))
        table.add_column(justify="right", style="bold cyan", min_width=4)
        table.add_column(no_wrap=True, style="bold")
        table.add_column()
        for number, (action, words) in enumerate(zip(legal, said, strict=True), start=1):
            table.add_row(str(number), self.state.action_to_string(action), words)
        self.console.print(table)

    def read(self) -> str:
        """A line of the person's; the end of the input leaves the table."""
        try:
            line = input("> ")
        except EOFError:
            self.console.print()
            raise QuitError from None
        except KeyboardInterrupt:
            self.console.print()
            raise
        if not sys.stdin.isatty():
            self.console.print(line)
        return line.strip()


def play(
    ruleset: RulesetArg,
    players: Players = None,
    opponents: Annotated[
        str,
        typer.Option(
            "--opponents",
            "--opponent",
            metavar="BOT[,BOT]",
            help="A bot's name for all other seats, or one for each, separated by commas, "
            f"clockwise from you. Bots: {', '.join(complete.BOTS)}; "
            "ismcts and pimc search; my_policy.py is a file with a policy of yours, which is run.",
            autocompletion=complete.bot_list,
        ),
    ] = "heuristic",
    seat: Annotated[
        int, typer.Option(metavar="N", parser=whole(0), help="Your seat, counted from 0.")
    ] = 0,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed",
            "-s",
            metavar="N",
            parser=whole(0, LARGEST_SEED),
            help="Seed of the deal; without it, one is drawn by lot.",
            show_default=False,
        ),
    ] = None,
    match: Annotated[bool, typer.Option("--match", help="Play a match, not one round.")] = False,
    record: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write a record of the game.", show_default=False),
    ] = None,
    plain: Annotated[
        bool,
        typer.Option(
            "--plain",
            help="Lines instead of a table that redraws; pipes and dumb terminals get them.",
        ),
    ] = False,
    variant: Variant = None,
    override: Overrides = None,
) -> None:
    """Play against bots in the terminal.

    At the table a key or an arrow marks a card, and Enter plays it; nothing counts before. With
    `--plain`, choose by number or by text (`play 8H`); `?` shows more, `q` quits.
    """
    rules = load_ruleset(ruleset, override, variant)
    game = eights.Game(rules, players=players, episode="match" if match else "round")
    seed = secrets.randbits(32) if seed is None else seed
    others = Opponents.seated(game, seat, opponents, seed)
    state = game.new_initial_state(seed=seed)
    if record is not None:
        write_text(record, state.record())  # a file that cannot be written is refused at once
    console = stdout()
    episode = "a match" if match else "one round"
    console.print(marked("[bold]{}[/], {}, seed {}", rules.title, episode, seed))
    try:
        if plain or not can_redraw():
            told = "You are seat {}; bots: {}. [dim]? for help, q to quit.[/]\n"
            console.print(marked(told, seat, others.told()))
            Game(state, seat, others, console).run()
        else:
            at_table(state, seat, others, console)
    except QuitError:
        console.print("You leave the table.")
    finally:
        if record is not None:
            write_text(record, state.record())
            console.print(f"The record is in {record}.", style="dim", soft_wrap=True)


def can_redraw() -> bool:
    """True when a person is at a terminal that can show the table, and textual is installed."""
    # Textual draws on stderr.
    unicode = (sys.stderr.encoding or "").lower().startswith("utf")
    if (
        is_dumb_terminal()
        or not unicode
        or not all(one.isatty() for one in (sys.stdin, sys.stdout, sys.stderr))
    ):
        return False
    return importlib.util.find_spec("textual") is not None


def at_table(state: eights.State, seat: int, opponents: Opponents, console: Console) -> None:
    """Plays at the table that redraws, and leaves its end on the terminal.

    Raises:
        QuitError: the person left before the end.
    """
    from eights.cli.table import TableApp

    TableApp(state, seat, opponents, colors=not is_without_colors()).run()
    if not state.is_terminal():
        raise QuitError
    print_board(console, state, None)
    print_result(console, state, seat)


def print_result(console: Console, state: eights.State, seat: int) -> None:
    """Names the winners to the person."""
    if state.is_truncated():
        console.print("The limit of decisions ended the game.", style="yellow")
    console.print(result(state, seat), style="bold")
