"""Games as multi-agent environments of RLlib, for self-play on one machine or on many."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, SupportsIndex

import numpy as np
import numpy.typing as npt

from eights._base import arguments, extras
from eights._base.options import game_of, sampled
from eights._eights import ActionError, State
from eights._trainers import adapter
from eights._trainers.illegal import AT_END, Notice, lost_returns, mode
from eights._trainers.opponents import no_options

extras.require("eights.rllib", "ray.rllib", "ray[rllib]", "rllib")

import gymnasium  # noqa: E402
from ray.rllib.env.multi_agent_env import MultiAgentEnv  # noqa: E402

__all__ = ["EightsMultiAgentEnv"]

_ADVICE = "policies need action_mask, as ActionMaskingTorchRLModule reads it"
Observation = dict[str, npt.NDArray[np.float32]]


class EightsMultiAgentEnv(MultiAgentEnv):
    """A table at which every seat is an agent, `player_0` and so on.

    Only the seat that is to act is observed: `observations` (float32, what it may know) and
    `action_mask` (float32, shape `(100,)`, never empty), as RLlib's `ActionMaskingTorchRLModule`
    reads them. Each step pays every seat, mostly nothing, so that no reward is lost between two
    decisions of a seat. At the end all seats are observed; their masks allow only `pass`, which is
    never asked for.

    `teams` lists the agents of each team, who are paid alike; where everybody plays alone, each
    agent is a team of its own.

    A game that its limit of decisions cuts off is terminated, since it is paid as a blocked round;
    with `truncation="bootstrap"` it is truncated.

    Args:
        config: `ruleset` (an id, a `Ruleset` or a `Game`), `seed`, `illegal`, and what `Game` takes
            further: `players`, `overrides`, `reward`, `truncation` … RLlib's `EnvContext` is one
            such; its `worker_index` and `vector_index` go into every seed, so that no two runners
            play the same games. Without a seed each environment draws its own. An illegal action
            ends the game as a loss of its seat (`"lose"`, the default), is replaced by a legal one
            (`"random"`), and both warn at the first; or it raises and changes nothing (`"raise"`).

    Raises:
        eights.Error: a setting is refused; the message says what was possible.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": []}

    def __init__(self, config: Mapping[str, Any] | None = None) -> None:
        """Makes the table; `reset` deals."""
        options = dict(arguments.mapping("config", config))
        seed: SupportsIndex | None = options.pop("seed", None)
        self.illegal = mode(options.pop("illegal", "lose"))
        self._notice = Notice(self.illegal, _ADVICE)
        game = game_of(options.pop("ruleset", None), options)
        self.game = sampled(game)
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.num_players())]
        self.teams = [[self.possible_agents[seat] for seat in team] for team in self.game.teams]
        self.agents = list(self.possible_agents)
        features = (self.game.observation_tensor_size(),)
        actions = self.game.num_distinct_actions()
        space = gymnasium.spaces.Dict(
            {
                "observations": gymnasium.spaces.Box(0.0, 1.0, features, np.float32),
                "action_mask": gymnasium.spaces.Box(0.0, 1.0, (actions,), np.float32),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = dict.fromkeys(self.possible_agents, gymnasium.spaces.Discrete(actions))
        super().__init__()
        self._place = [getattr(config, name, 0) for name in ("worker_index", "vector_index")]
        self._begin(seed)
        self.state: State | None = None
        self._is_lost = False

    def _begin(self, seed: SupportsIndex | None) -> None:
        """Begins the sequence of games of a seed."""
        self._seeds = np.random.default_rng([adapter.seed(seed), *self._place])

    def reset(
        self, *, seed: SupportsIndex | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Deals a new game.

        Args:
            seed: 0 or greater; the same seed means the same games from here on, as in `config`.
            options: none are known.

        Returns:
            What the seat that is to act observes, and an empty info for it.

        Raises:
            GameError: the seed is below 0.
            ArgumentError: the seed is not an integer, or there are options.
        """
        no_options(options)
        if seed is not None:
            self._begin(seed)
        self._is_lost = False
        self.state = self.game.new_initial_state(seed=int(self._seeds.integers(2**63)))
        seat = self.state.current_player()
        return {self.possible_agents[seat]: self._observe(self.state, seat)}, {}

    def step(
        self, action_dict: Mapping[str, SupportsIndex]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Applies the action of the seat that is to act.

        Returns:
            Observations, rewards of all seats since the last step, terminations, truncations,
            infos.

        Raises:
            ActionError: there is no game, another seat than the one to act acts, or its action is
                not legal and `illegal="raise"`.
        """
        state = self.state
        if state is None or self._is_lost or state.is_terminal():
            raise ActionError("the action is refused: the episode is over, call reset()")
        seat = state.current_player()
        agent = self.possible_agents[seat]
        if set(action_dict) != {agent}:
            raise ActionError(f"{agent} is to act, not {', '.join(action_dict) or 'nobody'}")
        action = arguments.integer("action", action_dict[agent])
        is_illegal = self.illegal != "raise" and action not in state.legal_actions()
        if is_illegal:
            self._notice.give()
            self._is_lost = self.illegal == "lose"
            action = state.bot_action("random")
        won = lost_returns(state, seat) if self._is_lost else self._apply(state, action)
        over = self._is_lost or state.is_terminal()
        seats = range(len(self.possible_agents)) if over else [state.current_player()]
        seen = {self.possible_agents[seat]: self._observe(state, seat) for seat in seats}
        truncated = state.is_truncated() and self.game.options["truncation"] == "bootstrap"
        rewards = dict(zip(self.possible_agents, won, strict=True))
        terminated = over and not truncated
        infos = {agent: {"illegal_action": True}} if is_illegal and agent in seen else {}
        return seen, rewards, {"__all__": terminated}, {"__all__": truncated}, infos

    @staticmethod
    def _apply(state: State, action: int) -> list[float]:
        """The reward of each seat for an action."""
        state.apply_action(action)
        return state.rewards()

    def _observe(self, state: State, seat: int) -> Observation:
        """The observation and the legal actions of a seat."""
        mask = np.zeros(state.num_distinct_actions(), np.float32)
        mask[(not self._is_lost and state.legal_actions(seat)) or [AT_END]] = 1
        return {"observations": state.observation_tensor(seat), "action_mask": mask}
