"""An environment of TextArena: every game of eights among its agents, by texts.

Needs TextArena: `pip install "eights[textarena]"`.
"""

from __future__ import annotations

import secrets
from typing import Any

from eights._base import arguments
from eights._base.extras import require
from eights._eights import Game, GameError, Ruleset
from eights.text.episode import Episode, Fallback
from eights.text.style import Style

require("eights.textarena", "textarena", "textarena", "textarena")

import textarena as ta  # noqa: E402 - after the message about the extra
from textarena.wrappers import LLMObservationWrapper  # noqa: E402

__all__ = ["TextArenaEnv", "register"]


class TextArenaEnv(ta.Env):
    """A game in which every seat is an agent of TextArena.

    A seat is told the rules once, at its first decision, and then what has happened since its last
    one, the table, its hand and its legal actions: nothing but what it may know. Its own answers
    are repeated to it, and to nobody else. An answer that is not a legal action is refused with a
    reason.

    Rewards are the returns of the game: with two players 1 for a win and -1 for a loss.

    Args:
        ruleset: the id of a ruleset, or a ruleset.
        style: the form of the texts; its `history` makes no difference.
        retries: how often a seat may answer again after an invalid answer, for each decision.
        fallback: what follows then: `"forfeit"` loses the game, `"random"` takes a legal action.
        options: further arguments of `eights.Game`, such as `episode="match"`.

    Raises:
        eights.Error: the ruleset, or an option is refused.
    """

    def __init__(
        self,
        ruleset: str | Ruleset = "crazy_eights",
        *,
        style: Style | None = None,
        retries: int = 2,
        fallback: Fallback = "forfeit",
        **options: Any,
    ) -> None:
        """Refuses what cannot be played; nothing is dealt."""
        self._style = style
        self._retries = retries
        self._fallback: Fallback = fallback
        self._game = Game(ruleset, **options)
        self._episode = self._begun(self._game, 0)
        self._has_rules: set[int] = set()

    def _begun(self, game: Game, seed: int) -> Episode:
        return Episode(
            game, seed, style=self._style, retries=self._retries, fallback=self._fallback
        )

    @property
    def episode(self) -> Episode:
        """The game as an exchange, for analysis."""
        return self._episode

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Deals a new game.

        Args:
            num_players: number of agents.
            seed: of the deal, 0 … 2**64 - 1; `None`: by chance.

        Raises:
            GameError: the ruleset is not for so many players, or the seed is out of range.
        """
        options = {**self._game.options, "players": arguments.integer("num_players", num_players)}
        game = Game(self._game.ruleset, **options)
        self._episode = self._begun(game, secrets.randbits(64) if seed is None else seed)
        self._has_rules.clear()
        self.state = ta.State(num_players=num_players)  # it would seed Python's own generator
        names = {seat: f"Player {seat}" for seat in range(num_players)}
        self.state.standard_resets(game_state={}, role_mapping=names)
        self._tell(ta.ObservationType.GAME_BOARD)

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Takes the answer of the agent that is asked.

        Returns:
            Whether the game is over, and further information: the text of the action that was
            taken, and the reason why the answer was refused; each is empty where there is none.

        Raises:
            GameError: the game is over.
            ArgumentError: the answer is not a text.
        """
        seat = self._episode.seat
        if seat is None:
            raise GameError("the game is over: reset it")
        reply = self._episode.answer(action)
        self._observe(action, ta.ObservationType.PLAYER_ACTION, seat, seat)
        if reply.accepted:
            self.state.game_info[seat]["turn_count"] += 1
        if reply.refusal and (reply.accepted or self._episode.done):
            self.state.game_info[seat]["invalid_move"] = True
        if self._episode.done:
            self._end(reply.refusal)
        else:
            kinds = ta.ObservationType
            self._tell(kinds.GAME_BOARD if reply.accepted else kinds.GAME_ADMIN)
        self.state.step()
        return self.state.done, {"action": reply.action, "refusal": reply.refusal}

    def _tell(self, kind: ta.ObservationType) -> None:
        """Tells the seat that is asked what it is asked."""
        seat = self._episode.seat
        assert seat is not None
        self.state.current_player_id = seat
        messages = self._episode.messages()
        if seat not in self._has_rules:
            self._has_rules.add(seat)
            self._observe(messages[0]["content"], ta.ObservationType.PROMPT, seat)
        self._observe(messages[-1]["content"], kind, seat)

    def _observe(
        self, text: str, kind: ta.ObservationType, to: int, sender: int = ta.GAME_ID
    ) -> None:
        self.state.add_observation(text, kind, from_id=sender, to_id=to)

    def _end(self, refusal: str) -> None:
        """Pays the returns, and says why the game has ended."""
        won = [seat for seat, share in enumerate(self._episode.shares) if share > 0]
        reason = f"the win goes to player {' and '.join(map(str, won))}" if won else "nobody wins"
        if self._episode.forfeited is not None:
            reason = f"player {self._episode.forfeited} has forfeited: {refusal}"
        self.state.rewards = dict(enumerate(self._episode.returns))
        self.state.done = True
        for information in self.state.game_info.values():
            information["reason"] = reason


def register(id: str = "Eights-v0", **options: Any) -> str:  # noqa: A002 - TextArena's own word
    """Registers the environment, so that `textarena.make` finds it.

    Its agents are shown one growing text, as those of TextArena's own games are.

    Args:
        id: its name.
        options: as for `TextArenaEnv`; `textarena.make` may give others.

    Returns:
        The name.

    Raises:
        ValueError: the name is taken.
    """
    ta.register(
        id=id, entry_point=TextArenaEnv, default_wrappers=[LLMObservationWrapper], **options
    )
    return id
