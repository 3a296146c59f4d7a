"""An episode as an exchange of texts, step by step."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, SupportsIndex, TypeAlias

from eights._base import arguments
from eights._base.options import sampled
from eights._eights import ActionError, ArgumentError, Game, GameError, State
from eights._play.bots import named, validate
from eights._play.deciders import Decider
from eights._trainers.illegal import lost_returns
from eights.text.answers import read
from eights.text.budget import fitted, size
from eights.text.exchange import Counts, Message, Reply, refused
from eights.text.judge import Judge
from eights.text.prompts import Prompt, briefing, how_to_answer, prompt
from eights.text.style import Style

__all__ = ["Episode", "Fallback", "Step"]

Fallback: TypeAlias = Literal["forfeit", "random"]
"""The consequence of too many refused answers."""

MOST_RETRIES = 1000


@dataclass(frozen=True)
class Step:
    """An answer and what came of it, for a transcript.

    Args:
        seat: who answered.
        prompt: the message that was answered.
        answer: the answer; `None` for a bot.
        reply: what came of it.
    """

    seat: int
    prompt: str
    answer: str | None
    reply: Reply

    def to_dict(self) -> dict[str, Any]:
        """The step as plain data, for JSON."""
        return {**self.__dict__, "reply": dict(self.reply.__dict__)}


@dataclass
class _Listener:
    """The messages to and from a seat."""

    told: int = 0
    """Number of events that it was told before its last decision."""
    chat: list[Message] = field(default_factory=list)
    """Earlier prompts and accepted answers."""
    refused: list[Message] = field(default_factory=list)
    """Refused answers of the open decision, each with its refusal."""
    counts: Counts = field(default_factory=Counts)


class Episode:
    """A game in which seats are asked by texts and answer by texts.

    Nothing but what a seat may know is in its texts. The same seed and the same answers make the
    same texts everywhere.

    Args:
        source: the game, whose chance is sampled; or a state, which stays as it is.
        seed: of the deal, and of what is taken at random in place of an answer: 0 … 2**64 - 1.
        bots: names of bots and searchers, or searchers, by seat: they play by themselves. A seat
            that is not named is asked.
        style: the form of the texts.
        retries: how often a seat may answer again after an invalid answer, for each decision.
        fallback: what follows then: `"forfeit"` ends the game, lost for the seat's team, and
            `"random"` takes one of the legal actions.
        judge: ranks the actions of seats that are asked; `None`: they are not judged.
        notes: further sentences that every seat is told with the rules.

    Raises:
        GameError: an option is refused; the message says what was possible.
        ArgumentError: an argument has the wrong type.
        BotError: there is no such bot.

    >>> import eights
    >>> game = eights.Game("crazy_eights", players=2)
    >>> episode = Episode(game, seed=7, bots={1: "greedy"})
    >>> while not episode.done:
    ...     reply = episode.answer("[1]")
    >>> episode.counts.invalid, sum(episode.shares)
    (0, 1.0)
    """

    def __init__(
        self,
        source: Game | State,
        seed: SupportsIndex = 0,
        *,
        bots: Mapping[int, str | Decider] | None = None,
        style: Style | None = None,
        retries: SupportsIndex = 2,
        fallback: Fallback = "forfeit",
        judge: Judge | None = None,
        notes: str = "",
    ) -> None:
        """Deals, and lets bots move up to the first decision of a seat that is asked."""
        self.seed = arguments.integer("seed", seed, 0, (1 << 64) - 1)
        self.style = style or Style()
        if not isinstance(self.style, Style):
            raise ArgumentError(f"style must be a Style, not {arguments.kind(style)}")
        self.retries = arguments.integer("retries", retries, 0, MOST_RETRIES)
        self.fallback = arguments.word("fallback", fallback, ("forfeit", "random"))
        if judge is not None and not isinstance(judge, Judge):
            raise ArgumentError(f"judge must be a Judge, not {arguments.kind(judge)}")
        self.judge = judge
        self.notes = arguments.text("notes", notes)
        if isinstance(source, State):
            self._state = source.clone()
        elif isinstance(source, Game):
            self._state = sampled(source).new_initial_state(seed=self.seed)
        else:
            raise ArgumentError(f"source must be a Game or a State, not {arguments.kind(source)}")
        sampled(self.game)
        self._bots = _bots(self.game, bots)
        self.asked = [seat for seat in range(self.game.num_players()) if seat not in self._bots]
        """The seats that are asked."""
        self.forfeited: int | None = None
        """The seat that has forfeited the game."""
        self.steps: list[Step] = []
        """All answers, and what came of them."""
        self._heard = {seat: _Listener() for seat in self.asked}
        self._told: Prompt | None = None
        self._sent: list[Message] | None = None
        self._go_on()

    @property
    def game(self) -> Game:
        """The game."""
        return self._state.game

    @property
    def state(self) -> State:
        """A copy of the position, for analysis: no player may see it."""
        return self._state.clone()

    @property
    def done(self) -> bool:
        """True if the game is over, or forfeited."""
        return self.forfeited is not None or self._state.is_terminal()

    @property
    def seat(self) -> int | None:
        """The seat that is asked; `None` at the end."""
        return None if self.done else self._state.current_player()

    @property
    def counts(self) -> Counts:
        """Counts of all seats that are asked; `counts_of` has those of one."""
        return sum((self.counts_of(seat) for seat in self.asked), Counts())

    def counts_of(self, seat: int) -> Counts:
        """Counts of a seat that is asked.

        Raises:
            ActionError: there is no such seat, or it is a bot's.
        """
        if seat not in self._heard:
            raise ActionError(f"seat {arguments.shown(seat)} is not asked: {self.asked} are")
        return self._heard[seat].counts

    @property
    def returns(self) -> list[float]:
        """The return of each seat; where one has forfeited, that of a loss for it, and 0."""
        if self.forfeited is None:
            return self._state.returns()
        return lost_returns(self._state, self.forfeited)

    @property
    def shares(self) -> list[float]:
        """The share of the win of each seat: 1 for a team that wins alone, 0 before the end.

        Where a seat has forfeited, the other teams share the win.
        """
        teams = self.game.teams
        if self.forfeited is not None:
            won = [self.forfeited not in team for team in teams]
        else:
            winners = self._state.winners()
            won = [team[0] in winners for team in teams]
        share = 1 / max(sum(won), 1)
        by_seat = {seat: of * share for team, of in zip(teams, won, strict=True) for seat in team}
        return [by_seat[seat] for seat in sorted(by_seat)]

    @property
    def score(self) -> float:
        """The share of the win of the first seat that is asked."""
        return self.shares[self.asked[0]] if self.asked else 0.0

    def prompt(self) -> Prompt:
        """The prompt of the seat that is asked, with the events that its style tells.

        Raises:
            GameError: the game is over.
        """
        seat = self._asked_now()
        if self._told is None:
            since = 0 if self.style.history == "whole" else self._heard[seat].told
            self._told = prompt(self._state, seat, since)
        return self._told

    def messages(self) -> list[Message]:
        """The messages to the seat: the rules, its prompt, and its earlier answers.

        Raises:
            GameError: the game is over, or the messages have more tokens than the style allows.
        """
        if self._sent is None:
            told, heard = self.prompt(), self._heard[self._asked_now()]
            before = heard.chat if self.style.history == "chat" else []
            self._sent = fitted(
                self._system,
                before,
                lambda events: told.shortened(events).text(self.style),
                len(told.news),
                heard.refused,
                self.style,
            )
        return [message.copy() for message in self._sent]

    def _system(self, decisions: bool) -> str:
        """The message about rules, seat and answers."""
        return briefing(
            self.game,
            self._asked_now(),
            "## Your answers",
            how_to_answer(self.style),
            decisions=decisions,
            notes=self.notes,
        )

    def answer(self, text: str) -> Reply:
        """Takes the answer of the seat that is asked.

        Returns:
            What came of it. After a refused answer the same decision is asked again, until the
            seat has answered too often: then the fallback follows.

        Raises:
            GameError: the game is over, or the messages have more tokens than the style allows.
            ArgumentError: the answer is not a text.
        """
        seat, told = self._asked_now(), self.prompt()
        heard, sent = self._heard[seat], self.messages()
        found = read(text, self._state, told.actions, self.style)
        heard.counts.add_answer(size(sent, self.style), self.style.tokens([text]))
        if found.action is not None:
            reply = Reply(True, self._state.action_to_string(found.action))
            self._act(found.action, told, text)
        else:
            reply = self._refuse(found.refusal, told, text)
        self.steps.append(Step(seat, sent[-1]["content"], text, reply))
        self._go_on()
        return reply

    def act(self, action: int | str) -> None:
        """Takes an action of the seat that is asked, without any text: as a bot would do.

        Raises:
            GameError: the game is over.
            ActionError: the action is not possible here.
        """
        seat, told = self._asked_now(), self.prompt()
        number = self._state.string_to_action(action) if isinstance(action, str) else action
        if number not in self._state.legal_actions():
            self._state.clone().apply_action(number)  # says why
        self._act(number, told, None)
        reply = Reply(True, self._state.action_to_string(number))
        self.steps.append(Step(seat, "", None, reply))
        self._go_on()

    def choose(self, player: str | Decider) -> int:
        """The action that a bot or searcher would take for the seat that is asked.

        Raises:
            GameError: the game is over.
            BotError: there is no such bot.
        """
        self._asked_now()
        return _chosen(self._state, named(player) if isinstance(player, str) else player)

    def record(self) -> str:
        """The game so far as a record, which `eights.replay` plays again."""
        return self._state.record()

    def _asked_now(self) -> int:
        seat = self.seat
        if seat is None:
            raise GameError("the game is over: nobody is asked")
        return seat

    def _act(self, action: int, told: Prompt, text: str | None) -> None:
        """Applies an action of the seat that is asked; its answer is remembered in a chat."""
        seat = self._state.current_player()
        heard = self._heard[seat]
        rank = self.judge.rank(self._state, action) if self.judge is not None else None
        if rank is not None:
            heard.counts.ranks.append(rank)
        heard.told = len(self._state.events(seat))
        answer = f"[{self._state.action_to_string(action)}]" if text is None else text
        heard.chat += [
            {"role": "user", "content": told.text(self.style)},
            {"role": "assistant", "content": answer},
        ]
        heard.refused.clear()
        heard.counts.decisions += 1
        self._state.apply_action(action)

    def _refuse(self, refusal: str, told: Prompt, text: str) -> Reply:
        """Refuses an answer; after too many the fallback follows."""
        seat = self._state.current_player()
        heard = self._heard[seat]
        heard.counts.invalid += 1
        left = self.retries - len(heard.refused) // 2
        if left > 0:
            heard.refused += refused(text, f"{refusal} Answer again: {_times(left)} left.")
            return Reply(False, refusal=refusal)
        if self.fallback == "forfeit":
            heard.counts.forfeits += 1
            self.forfeited = seat
            return Reply(False, refusal=refusal)
        drawn = random.Random(f"{self.seed} {self._state.move_number()}")
        action = drawn.choice(self._state.legal_actions())
        self._act(action, told, None)
        heard.counts.random += 1
        return Reply(True, self._state.action_to_string(action), refusal)

    def _go_on(self) -> None:
        """Lets bots move up to the next decision of a seat that is asked."""
        self._told = self._sent = None
        while not self.done and self._state.current_player() in self._bots:
            bot = self._bots[self._state.current_player()]
            self._state.apply_action(_chosen(self._state, bot))


def _chosen(state: State, bot: str | Decider) -> int:
    """The action of a bot or searcher, which follows from the position."""
    return state.bot_action(bot) if isinstance(bot, str) else bot.choose(state)


def _times(left: int) -> str:
    """A number of attempts in words."""
    return "1 attempt is" if left == 1 else f"{left} attempts are"


def _bots(game: Game, given: Mapping[int, str | Decider] | None) -> dict[int, str | Decider]:
    """The bots by seat.

    Raises:
        ArgumentError: they are not a mapping, or one is neither a name nor a searcher.
        ActionError: there is no such seat.
        BotError: there is no such bot.
    """
    found: dict[int, str | Decider] = {}
    for seat, bot in arguments.mapping("bots", given).items():
        number = arguments.integer("a seat of bots", seat)
        if not 0 <= number < game.num_players():
            raise ActionError(f"{number} is not a seat: there are 0 … {game.num_players() - 1}")
        if not isinstance(bot, str | Decider):
            raise ArgumentError(f"bots[{number}] must be a bot's name, not {arguments.kind(bot)}")
        player = named(bot) if isinstance(bot, str) else bot
        validate(player, game)
        found[number] = player
    return found
