"""A ruleset with the interface of RLCard's environments, so that its agents can play it.

RLCard itself is not imported: only its agents need it.

>>> import eights.rlcard
>>> env = eights.rlcard.make("uno_rlcard", players=4, seed=1)
>>> env.num_players, env.num_actions, env.state_shape[0] == [env.game.observation_tensor_size()]
(4, 100, True)
>>> state, player = env.reset()
>>> state["raw_legal_actions"]
['play 3C', 'play 5D', 'play TC', 'play JC']
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, Literal, Protocol, SupportsIndex

import numpy as np
import numpy.typing as npt

from eights._base import arguments
from eights._base.options import game_of, sampled
from eights._eights import (
    ActionError,
    Game,
    GameError,
    Ruleset,
    State,
)
from eights._trainers import adapter
from eights._trainers.illegal import Illegal, Notice, lost_returns, mode

__all__ = ["Agent", "Env", "make"]

_ADVICE = 'agents choose from state["legal_actions"]'

_PUBLIC = {
    "play": ("play", "draw"),
    "continue": ("play",),
    "nominate": ("suit",),
    "name-rank": ("rank",),
    "challenge": ("challenge",),
    "speak": ("say",),
    "word": ("say",),
    "claim": ("play",),
    "swap": ("seat",),
    "choose": ("seat",),
    "mirror": ("play",),
    "catch": ("seat",),
}
"""For each phase the kinds of actions that everybody sees; of others only the player knows."""


class Agent(Protocol):
    """An agent of RLCard: it plays for a seat."""

    use_raw: bool
    """True when `step` and `eval_step` return texts of actions instead of ids."""

    def step(self, state: dict[str, Any]) -> Any:
        """The action of an agent that is learning."""

    def eval_step(self, state: dict[str, Any]) -> tuple[Any, Any]:
        """The action of an agent that is measured, and what it says about it."""


class Env:
    """One game after the other, with the interface of `rlcard.envs.Env`.

    A state is a dict: `obs` (float32, what the player may know), `legal_actions` (an `OrderedDict`
    of ids, empty for who is not to act), `raw_legal_actions` (their texts), `raw_obs` (`text`, the
    table as the player sees it; `player`, `current_player`, `num_players`), and `action_record`,
    the pairs of seat and text of an action that this player knows of.

    Args:
        game: what is played; chance is sampled.
        seed: 0 or greater; the same seed means the same games. `None`: others each time.
        allow_step_back: whether `step_back` works, which keeps each position of the game.
        illegal: what an illegal action does: `"lose"` ends the game as a loss of its seat,
            `"random"` plays a legal one instead, as RLCard's environments do, and both warn at the
            first; `"raise"` raises, and nothing has changed.

    Raises:
        GameError: the game has explicit chance, or the seed is below 0.
    """

    def __init__(
        self,
        game: Game,
        seed: SupportsIndex | None = None,
        allow_step_back: bool = False,
        illegal: Illegal = "lose",
    ) -> None:
        """Makes the table and deals the first game, as the first `reset` does again."""
        self.illegal = mode(illegal)
        self._notice = Notice(self.illegal, _ADVICE)
        self.game = sampled(game)
        self.name = game.ruleset.id
        self.allow_step_back = allow_step_back
        self.num_players = game.num_players()
        self.num_actions = game.num_distinct_actions()
        self._texts = [game.action_to_string(action) for action in range(self.num_actions)]
        self.state_shape = [[game.observation_tensor_size()] for _ in range(self.num_players)]
        self.action_shape = [None for _ in range(self.num_players)]
        self.timestep = 0
        self.action_recorder: list[tuple[int, str]] = []
        self.agents: Sequence[Agent] = []
        start, length, _ = game.observation_layout["phase"]
        names = game.feature_names()[start : start + length]
        phases = [name.removeprefix("phase ") for name in names]
        self._phases = [(start + at, phase) for at, phase in enumerate(phases) if phase in _PUBLIC]
        self._shown: list[bool] = []
        self._before: list[State] = []
        self._lost: int | None = None
        """The seat whose illegal action has ended the game."""
        first = self.seed(seed)
        self.state = game.new_initial_state(seed=self._next_seed())
        self.seed(first)

    def seed(self, seed: SupportsIndex | None = None) -> int:
        """Sets the seed of the games from the next `reset` on, and returns it."""
        chosen = adapter.seed(seed)
        self.np_random = np.random.default_rng(chosen)
        return chosen

    def _next_seed(self) -> int:
        return int(self.np_random.integers(2**63))

    def reset(self) -> tuple[dict[str, Any], int]:
        """Deals a new game; returns the state of who begins, and the seat."""
        self.state = self.game.new_initial_state(seed=self._next_seed())
        self.action_recorder, self._shown, self._before = [], [], []
        self._lost = None
        player = self.get_player_id()
        return self.get_state(player), player

    def step(
        self, action: SupportsIndex | str, raw_action: bool = False
    ) -> tuple[dict[str, Any], int]:
        """Applies an action; returns the state of who acts next, and the seat.

        Args:
            action: an id or, if `raw_action`, its text.
            raw_action: whether it is the text.

        Raises:
            ActionError: there is no such text; or the action is not legal and `illegal="raise"`, or
                the game is over.
            ArgumentError: it is neither an integer nor a text.
        """
        if raw_action:
            chosen = self.state.string_to_action(arguments.text("action", action))
        else:
            chosen = arguments.integer("action", action)  # type: ignore[arg-type]
        if self.is_over():
            raise ActionError(
                f"action {arguments.shown(chosen)} is refused: the game is over, call reset()"
            )
        player = self.state.current_player()
        if self.illegal != "raise" and chosen not in self.state.legal_actions():
            self._notice.give()
            if self.illegal == "lose":
                self._lost = player
                return self.get_state(player), player
            chosen = self.state.bot_action("random")
        before = self.state.clone() if self.allow_step_back else None
        shown = self._is_public(player, chosen)
        self.state.apply_action(chosen)
        if before is not None:
            self._before.append(before)
        self.action_recorder.append((player, self._texts[chosen]))
        self._shown.append(shown)
        self.timestep += 1
        following = self.get_player_id()
        return self.get_state(following), following

    def _is_public(self, player: int, action: int) -> bool:
        """True when everybody sees this action of the player to act, which is -1 if nobody is."""
        if player < 0 or not 0 <= action < self.num_actions:
            return False  # it is about to be refused
        seen = self.state.observation_tensor(player)
        kind = self._texts[action].split()[0]
        return any(seen[at] and kind in _PUBLIC[phase] for at, phase in self._phases)

    def step_back(self) -> tuple[dict[str, Any], int] | Literal[False]:
        """Takes the last action back; returns the state and the seat, at the beginning `False`.

        Raises:
            GameError: the environment was made without `allow_step_back`.
        """
        if not self.allow_step_back:
            raise GameError(
                "step_back is not possible: make the environment with allow_step_back=True"
            )
        if self._lost is not None:
            self._lost = None
        elif self._before:
            self.state = self._before.pop()
            self.action_recorder.pop()
            self._shown.pop()
        else:
            return False
        player = self.get_player_id()
        return self.get_state(player), player

    def set_agents(self, agents: Sequence[Agent]) -> None:
        """Says who plays each seat in `run`.

        Raises:
            GameError: there are too few or too many.
        """
        if len(agents) != self.num_players:
            raise GameError(
                f"{len(agents)} agents are too few or too many: there are {self.num_players} seats"
            )
        self.agents = agents

    def run(self, is_training: bool = False) -> tuple[list[list[Any]], npt.NDArray[np.float64]]:
        """Plays a game with the agents.

        Args:
            is_training: whether the agents learn: they are asked by `step`, not by `eval_step`.

        Returns:
            For each seat its states and actions in turn, the final state last; and the payoffs.

        Raises:
            GameError: no agents were set.
            ActionError: an agent took an action that is not legal and `illegal="raise"`.
        """
        if not self.agents:
            raise GameError("there are no agents: call set_agents() before run()")
        trajectories: list[list[Any]] = [[] for _ in range(self.num_players)]
        state, player = self.reset()
        while not self.is_over():
            agent = self.agents[player]
            action = agent.step(state) if is_training else agent.eval_step(state)[0]
            trajectories[player] += [state, action]
            state, player = self.step(action, agent.use_raw)
        for seat, trajectory in enumerate(trajectories):
            trajectory.append(self.get_state(seat))
        return trajectories, self.get_payoffs()

    def is_over(self) -> bool:
        """True when the game has ended."""
        return self._lost is not None or self.state.is_terminal()

    def get_player_id(self) -> int:
        """The seat that is to act; after the end seat 0."""
        return max(self.state.current_player(), 0)

    def get_state(self, player_id: SupportsIndex) -> dict[str, Any]:
        """The observation of a seat, as described above.

        Raises:
            GameError: there is no such seat.
        """
        player = arguments.integer("player_id", player_id, 0, self.num_players - 1)
        current = self.state.current_player()
        acts = player == current and self._lost is None
        legal = self.state.legal_actions() if acts else []
        record = zip(self.action_recorder, self._shown, strict=True)
        return {
            "obs": self.state.observation_tensor(player),
            "legal_actions": OrderedDict.fromkeys(legal),
            "raw_obs": {
                "text": self.state.observation_string(player),
                "player": player,
                "current_player": current,
                "num_players": self.num_players,
            },
            "raw_legal_actions": [self._texts[action] for action in legal],
            "action_record": [did for did, shown in record if shown or did[0] == player],
        }

    def get_payoffs(self) -> npt.NDArray[np.float64]:
        """The returns of all seats."""
        lost = self._lost
        return np.array(self.state.returns() if lost is None else lost_returns(self.state, lost))

    def get_perfect_information(self) -> dict[str, Any]:
        """The whole position, hidden cards too, as `State.to_dict` writes it."""
        return self.state.to_dict()

    def get_action_feature(self, action: SupportsIndex) -> npt.NDArray[np.int8]:
        """An action as a vector: one at its id.

        Raises:
            GameError: there is no such action.
        """
        feature = np.zeros(self.num_actions, np.int8)
        feature[arguments.integer("action", action, 0, self.num_actions - 1)] = 1
        return feature


def make(
    ruleset: str | Ruleset | Game | None = None,
    players: SupportsIndex | None = None,
    seed: SupportsIndex | None = None,
    allow_step_back: bool = False,
    illegal: Illegal = "lose",
    **options: Any,
) -> Env:
    """An environment for RLCard's agents.

    Args:
        ruleset: an id of `eights.rulesets()`, a `Ruleset`, or a `Game`; `None`: `crazy_eights`.
        players: number of seats; `None`: the fewest of the ruleset.
        seed: 0 or greater; the same seed means the same games. `None`: others each time.
        allow_step_back: whether `step_back` works.
        illegal: what an illegal action does: `"lose"`, `"random"` or `"raise"`, as for `Env`.
        options: what `Game` takes further: `overrides`, `reward`, `max_decisions` …

    Raises:
        eights.Error: an argument is refused; the message says what was possible.
    """
    return Env(game_of(ruleset, options, players), seed, allow_step_back, illegal)
