"""Every seat an agent: an AEC environment for PettingZoo.

`env` and `raw_env` make one; importing this module registers all rulesets with `pettingzoo.make`.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

try:
    import pettingzoo
    from pettingzoo.utils import turn_based_aec_to_parallel, wrappers
except ImportError as missing:
    raise ImportError(
        'the environments for PettingZoo need pettingzoo: pip install "eights[pettingzoo]"'
    ) from missing

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from eights._base import arguments
from eights._base.options import GameOptions, game_of, sampled
from eights._eights import ActionError, Game, Ruleset, State, episode_seed, rulesets
from eights._trainers.illegal import Illegal, Notice, loss, mode
from eights.envs import env_id
from eights.envs.gymnasium import rendered, width_of_pictures

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["EightsAECEnv", "env", "parallel_env", "raw_env", "register_all"]

Mask = Literal["observation", "info"]


class EightsAECEnv(pettingzoo.AECEnv[str, Any, Any]):  # type: ignore[misc]
    """A table at which every seat is an agent: `"player_0"`, `"player_1"` and so on.

    ## Description
    Agents act one at a time, in the order that the game says: one may act several times in a row,
    and out of turn where the rules ask it. All agents are in the game up to its end.

    ## Action Space
    `Discrete(100)`, the universal actions. An illegal one raises `ActionError`, and nothing has
    changed; `env` makes an environment that ends the game instead.

    ## Observation Space
    `Dict(observation=Box(0, 1, (D,), float32), action_mask=Box(0, 1, (100,), int8))`: what the
    agent's seat may know and may do. The mask is all zero for agents that are not to act. With
    `mask="info"` the observation is the array alone, and the mask is `infos[agent]["action_mask"]`.

    ## Rewards
    What each action has won each seat: with `reward="win"` at the end +1 for the winner and
    -1/(players - 1) for the others; with `reward="points"` minus the points scored.

    ## Teams
    `teams` lists the agents of each team, who have the same rewards; where everybody plays alone,
    each agent is a team of its own. No agent observes its partner's cards.

    ## Starting State
    `reset(seed=s)` deals episode 0 of the seed, further resets the next ones: they are those of
    env 0 of a `Batch` with this seed.

    ## Episode End
    All agents are terminated, truncated, or both after `max_decisions`, as `EightsEnv` says.

    ## State
    `state()` is the full position, for critics in training: `State.privileged_tensor` of seat 0.

    ## Copies
    `copy.deepcopy` and pickle keep the game, also of `env(...)`, and so does `clone()`.

    ## Version History
    v0: the first.

    Args:
        ruleset: an id of `eights.rulesets()`, a `Ruleset` or a `Game`; `None`: `crazy_eights`.
        players: number of seats; `None`: the fewest of the ruleset.
        mask: where the mask is: `"observation"` or `"info"`.
        render_mode: `"ansi"` returns text, `"human"` prints it after each reset and step,
            `"rgb_array"` returns a picture: the table as the agent to act sees it.
        render_width: with `"rgb_array"`, how wide the picture of the table is, as for `EightsEnv`.
        options: what `eights.Game` takes further, as for `eights.EightsEnv`.

    Raises:
        eights.Error: an argument is refused; the message says what was possible.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": ["ansi", "human", "rgb_array"],
        "render_fps": 2,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        ruleset: str | Ruleset | Game | None = None,
        players: SupportsIndex | None = None,
        mask: Mask = "observation",
        render_mode: str | None = None,
        render_width: SupportsIndex | None = None,
        **options: Unpack[GameOptions],
    ) -> None:
        """Makes the table; `reset` deals."""
        super().__init__()
        arguments.word("mask", mask, ("observation", "info"))
        if render_mode is not None:
            arguments.word("render_mode", render_mode, self.metadata["render_modes"])
        self.game = sampled(game_of(ruleset, options, players))
        self.metadata = {**self.metadata, "name": f"{self.game.ruleset.id}_v0"}
        self.render_mode = render_mode
        self.render_width = width_of_pictures(render_mode, render_width)
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.num_players())]
        self.teams = [[self.possible_agents[seat] for seat in team] for team in self.game.teams]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._masks_inside = mask == "observation"
        self._make_spaces()
        self._origin: int | None = None
        self._episode = 0
        self._position: State | None = None

    def _make_spaces(self) -> None:
        def box(size: int, dtype: type[Any]) -> spaces.Box:
            return spaces.Box(0, 1, (size,), dtype)

        actions = self.game.num_distinct_actions()

        def seen() -> spaces.Space[Any]:
            observation = box(self.game.observation_tensor_size(), np.float32)
            if not self._masks_inside:
                return observation
            return spaces.Dict({"observation": observation, "action_mask": box(actions, np.int8)})

        self.observation_spaces = {agent: seen() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.state_space = box(self.game.privileged_tensor_size(), np.float32)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations, the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions, the same object each time."""
        return self.action_spaces[agent]

    # ---- Play -----------------------------------------------------------------------------------

    def reset(
        self, seed: SupportsIndex | None = None, options: dict[str, Any] | None = None
    ) -> None:
        """Deals a new episode.

        Args:
            seed: 0 … 2**64 - 1: the sequence of episodes begins anew from it. `None`: the next one.
            options: none are known; they are ignored, since PettingZoo's own tests give some.

        Raises:
            eights.Error: the seed is not such an integer, or the options are not a mapping.
        """
        arguments.mapping("options", options)
        if seed is not None:
            self._origin, self._episode = arguments.integer("seed", seed, 0, 2**64 - 1), 0
        elif self._origin is None:
            self._origin = int(np.random.default_rng().integers(2**63))
        assert self._origin is not None
        while True:
            dealt = self.game.new_initial_state(episode_seed(self._origin, 0, self._episode))
            self._episode += 1
            if not dealt.is_terminal():
                break
        self._position = dealt
        self.agents = self.possible_agents[:]
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._turn_to(self.possible_agents[dealt.current_player()])
        self._show()

    def step(self, action: SupportsIndex | None) -> None:
        """Applies an action of the agent to act; `None` for one whose game is over.

        Raises:
            ActionError: the action is illegal, or `reset` was not called; nothing has changed.
            ArgumentError: the action is not an integer.
        """
        position = self.game_state
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        position.apply_action(arguments.integer("action", action))  # type: ignore[arg-type]
        self._cumulative_rewards[agent] = 0.0
        won = position.rewards()
        self.rewards = {agent: won[seat] for agent, seat in self._seats.items()}
        self._accumulate_rewards()
        if position.is_terminal():
            self._end()
        else:
            self._turn_to(self.possible_agents[position.current_player()])
        self._show()

    def _end(self) -> None:
        truncated = self.game_state.is_truncated()
        terminated = not truncated or self.game.options["truncation"] == "score"
        self.terminations = dict.fromkeys(self.agents, terminated)
        self.truncations = dict.fromkeys(self.agents, truncated)
        self._turn_to(self.agent_selection)
        self._deads_step_first()

    def _turn_to(self, agent: str) -> None:
        self.agent_selection = agent
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        if not self._masks_inside:
            for other in self.agents:
                self.infos[other]["action_mask"] = self._mask(other)

    def _mask(self, agent: str) -> npt.NDArray[np.int8]:
        mask = self.game_state.legal_actions_mask(self._seats[agent])
        return mask.astype(np.int8)

    # ---- What is shown --------------------------------------------------------------------------

    @property
    def game_state(self) -> State:
        """The position, as a `State`: also its history and its record. What is done to it is done.

        Raises:
            ActionError: `reset` was not called.
        """
        if self._position is None:
            raise ActionError("there is no position: no episode has begun, call reset()")
        return self._position

    def observe(self, agent: str) -> Any:
        """The observation of an agent; unless masks are in infos, with its legal actions."""
        observation = self.game_state.observation_tensor(self._seats[agent])
        if not self._masks_inside:
            return observation
        return {"observation": observation, "action_mask": self._mask(agent)}

    def state(self) -> npt.NDArray[np.float32]:
        """The full position, hidden cards included: `State.privileged_tensor` of seat 0."""
        return self.game_state.privileged_tensor(0)

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """The table as the agent to act sees it: as text or picture, or printed in mode `human`."""
        if self.render_mode is None:
            return None
        # Over, the table is as the last agent sees it; then there are no agents, but the table is.
        seat = self._seats.get(self.agent_selection, 0)
        return rendered(self.game_state, seat, self.render_mode, self.render_width)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Does nothing: there is nothing to be closed."""

    # ---- Copies ---------------------------------------------------------------------------------

    def clone(self) -> EightsAECEnv:
        """A copy that goes on with the same game, by itself."""
        return copy.deepcopy(self)

    def __copy__(self) -> EightsAECEnv:
        """A copy at a table of its own: the usual one would share the game."""
        return self.clone()


def raw_env(ruleset: str | Ruleset | Game | None = None, **options: Any) -> EightsAECEnv:
    """The bare environment, which raises on illegal actions.

    Args:
        ruleset: an id of `eights.rulesets()`, a `Ruleset` or a `Game`; `None`: `crazy_eights`.
        options: those of `EightsAECEnv`.
    """
    return EightsAECEnv(ruleset, **options)


class _Replacing(wrappers.BaseWrapper[str, Any, Any]):  # type: ignore[misc]
    """Plays a legal action in the place of one that is not."""

    def __init__(self, env: EightsAECEnv) -> None:
        """None was replaced yet."""
        super().__init__(env)
        self._notice = Notice("random", "policies need the action mask")

    def step(self, action: SupportsIndex | None) -> None:
        """Applies the action, or another one."""
        agent = self.agent_selection
        is_over = self.terminations[agent] or self.truncations[agent]
        state: State = self.unwrapped.game_state
        if not is_over and action not in state.legal_actions():
            self._notice.give()
            action = state.bot_action("random")
        super().step(action)

    def __str__(self) -> str:
        """The name of the environment."""
        return str(self.env)


def env(
    ruleset: str | Ruleset | Game | None = None, illegal: Illegal = "lose", **options: Any
) -> Any:
    """The environment in PettingZoo's usual wrappers.

    Args:
        ruleset: an id of `eights.rulesets()`, a `Ruleset` or a `Game`; `None`: `crazy_eights`.
        illegal: what an illegal action does: `"lose"` ends the game as a loss of the agent, the
            others getting nothing, by PettingZoo's `TerminateIllegalWrapper`, which logs each;
            `"random"` plays a legal one instead and warns at the first; `"raise"` raises, and
            nothing has changed.
        options: those of `EightsAECEnv`.

    Raises:
        eights.Error: an argument is refused; the message says what was possible.

    >>> table = env("kings_reverse", players=3)
    >>> table.reset(seed=7)
    >>> observation, reward, terminated, truncated, info = table.last()
    >>> int(observation["action_mask"].sum()) > 0
    True
    """
    chosen = mode(illegal)
    made: Any = raw_env(ruleset, **options)
    if chosen == "lose":
        made = wrappers.TerminateIllegalWrapper(made, illegal_reward=loss(made.game))
    elif chosen == "random":
        made = _Replacing(made)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))


def parallel_env(ruleset: str | Ruleset | Game | None = None, **options: Any) -> Any:
    """`env` with the interface of `ParallelEnv`: agents that are not to act give any action.

    Args:
        ruleset: an id of `eights.rulesets()`, a `Ruleset` or a `Game`; `None`: `crazy_eights`.
        options: those of `env`.

    >>> table = parallel_env("uno", players=3)
    >>> observations, infos = table.reset(seed=7)
    >>> sorted(observations)
    ['player_0', 'player_1', 'player_2']
    """
    return turn_based_aec_to_parallel(env(ruleset, **options))


def register_all() -> None:
    """Registers every built-in ruleset with `pettingzoo.make`; those registered stay.

    Versions of PettingZoo before 1.27 have no registry: there `env` is the only way.
    """
    if not hasattr(pettingzoo, "register"):
        return
    for kind, maker in (("aec", "env"), ("parallel", "parallel_env")):
        known = getattr(pettingzoo, f"{kind}_registry")
        for ruleset in rulesets():
            if env_id(ruleset) not in known:
                pettingzoo.register(
                    kind,
                    env_id(ruleset),
                    f"eights.pettingzoo:{maker}",
                    kwargs={"ruleset": ruleset},
                )


register_all()
