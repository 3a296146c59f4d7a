"""A batch of games as a `VecEnv` of Stable-Baselines3, for MaskablePPO of sb3-contrib."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from eights._base import arguments, extras
from eights._eights import ArgumentError, Batch, Game, Ruleset
from eights._trainers import adapter
from eights._trainers.illegal import MASKABLE, Guard, Illegal
from eights._trainers.opponents import Opposed, no_options
from eights.policies import Policy
from eights.policy_batch import Opponents, PolicyBatch

extras.require("eights.sb3", "stable_baselines3", "stable-baselines3", "sb3")

from gymnasium import spaces  # noqa: E402
from stable_baselines3.common.vec_env import VecEnv  # noqa: E402

from eights.envs.gymnasium import EightsEnv, picture, rendered, width_of_pictures  # noqa: E402

if TYPE_CHECKING:
    from stable_baselines3.common.vec_env.base_vec_env import VecEnvIndices

__all__ = ["EightsVecEnv", "policy"]


class _Model:
    """The policy of a model, as it is trained."""

    def __init__(self, policy: Any, name: str, deterministic: bool) -> None:
        """Takes the policy alone: a copy of the model would copy its environment."""
        self.policy, self.name, self.deterministic = policy, name, deterministic

    def __call__(self, observations: Any, action_masks: Any, /) -> Any:
        """The prediction for each line."""
        actions, _ = self.policy.predict(
            np.asarray(observations, np.float32),
            action_masks=action_masks,
            deterministic=self.deterministic,
        )
        return actions


def policy(model: Any, deterministic: bool = True, name: str | None = None) -> Policy:
    """The policy of a `MaskablePPO`, as an opponent or an entrant of `eights.arena`.

    What the model learns later changes it; `eights.frozen(policy(model))` is a copy.

    Args:
        model: of sb3-contrib, trained in `EightsVecEnv` or another environment of `eights`.
        deterministic: whether it plays its most probable action, or draws one.
        name: in reports; `None`: that of the model's class.

    Raises:
        ArgumentError: its `predict` takes no action masks.
    """
    inner: Any = getattr(model, "policy", None)
    predict = getattr(inner, "predict", None)
    if predict is None or "action_masks" not in inspect.signature(predict).parameters:
        raise ArgumentError(
            f"{type(model).__name__} takes no action masks: give a MaskablePPO of sb3-contrib"
        )
    return _Model(inner, type(model).__name__ if name is None else name, deterministic)


_ADVICE = f'policies need env_method("action_masks"); {MASKABLE}'


class EightsVecEnv(Opposed, VecEnv):
    """One seat at many tables of bots or policies, in one batch.

    The agent holds seat 0; bots or policies hold the others and move inside `step`. `MaskablePPO`
    takes the legal actions from `env_method("action_masks")`, one bool array of shape `(100,)` an
    env; none is ever empty. An env that ends its episode shows the first observation of the next
    one; `infos[i]` then holds `terminal_observation` and `TimeLimit.truncated`, which is true where
    the learner is to bootstrap (`truncation="bootstrap"`), and where an action was illegal
    `illegal_action`, which is true.

    What is returned shares no memory with the batch, since Stable-Baselines3 keeps it.

    Args:
        ruleset: an id of `eights.rulesets()`, a `Ruleset`, or a `Game`; `None`: `crazy_eights`.
        num_envs: number of tables.
        opponents: the name of a bot, a policy or a pool for all other seats; a list of these, one
            for each seat, in clockwise order from the agent; or a list of such lists, one a table.
            `set_opponents` changes them.
        seed: 0 or greater; the same seed means the same episodes. `None`: another one each time.
        threads: threads that step the batch.
        illegal: what an illegal action does: `"lose"` ends the episode as a loss, `"random"` plays
            a legal one instead, and both warn at the first; `"raise"` raises, and no table has
            moved.
        render_mode: `"ansi"`, `"human"` or `"rgb_array"`, as for `eights.EightsEnv`: the tables as
            the agent sees them. `render()` shows pictures of all side by side, and texts only
            where they are printed; `env_method("render")` returns those of single envs.
        render_width: with `"rgb_array"`, how wide the pictures are, as for `eights.EightsEnv`.
        options: what `Game` takes further: `players`, `overrides`, `reward` …

    Raises:
        eights.Error: an argument is refused; the message says what was possible.
    """

    SEAT = 0

    def __init__(
        self,
        ruleset: str | Ruleset | Game | None = None,
        num_envs: SupportsIndex = 64,
        opponents: Opponents = "random",
        seed: SupportsIndex | None = None,
        threads: SupportsIndex = 1,
        illegal: Illegal = "lose",
        render_mode: str | None = None,
        render_width: SupportsIndex | None = None,
        **options: Any,
    ) -> None:
        """Makes the tables; `reset` deals the first episodes of the seed."""
        first = adapter.seed(seed)
        self.batch = adapter.agents_table(
            ruleset, options, opponents, num_envs, "same-step", threads, first
        )
        self._opponents = opponents
        self._guard = Guard(self.batch, self.SEAT, illegal, _ADVICE)
        self.game = self.batch.game
        if render_mode is not None:
            arguments.word("render_mode", render_mode, EightsEnv.metadata["render_modes"])
        self._render_mode = render_mode
        self._render_width = width_of_pictures(render_mode, render_width)
        self._actions = np.zeros(self.batch.num_envs, dtype=np.int64)
        super().__init__(
            self.batch.num_envs,
            spaces.Box(0.0, 1.0, (self.game.observation_tensor_size(),), np.float32),
            spaces.Discrete(self.game.num_distinct_actions()),
        )
        self._seeds[0] = first

    def _played(self) -> Batch[Any] | PolicyBatch:
        return self.batch

    def _play(self, batch: Batch[Any] | PolicyBatch) -> None:
        self.batch = self._guard.batch = batch

    def reset(self) -> npt.NDArray[np.float32]:
        """Deals new episodes; the first time, and after `seed(s)`, the first of the seed."""
        self._guard.reset(seed=self._seeds[0])
        self._reset_seeds()
        return self.batch.observations.copy()

    def set_options(self, options: list[dict[str, Any]] | dict[str, Any] | None = None) -> None:
        """Refuses options of a reset: none are known.

        Raises:
            ArgumentError: there are some.
        """
        for given in options if isinstance(options, list) else [options]:
            no_options(given)

    def step_async(self, actions: npt.NDArray[np.int64]) -> None:
        """Takes one action an env; `step_wait` applies them."""
        self._actions = actions

    def step_wait(
        self,
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32], npt.NDArray[np.bool_], list[Any]]:
        """Applies the actions, then those of the bots up to the agent's next decision.

        Returns:
            Observations, rewards of the agent's seat, which episodes have ended, and a dict an env.

        Raises:
            ArrayError: the actions are not integers, one an env; no env has moved.
            BatchError: an action is not legal and `illegal="raise"`; no env has moved.
        """
        batch = self.batch
        wrong = self._guard.step(self._actions)
        dones = batch.terminations | batch.truncations
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(dones):
            infos[i] = {
                "terminal_observation": batch.final_observations[i].copy(),
                "TimeLimit.truncated": bool(batch.truncations[i] and not batch.terminations[i]),
            }
        for i in np.flatnonzero(wrong):
            infos[i]["illegal_action"] = True
        return batch.observations.copy(), batch.rewards[:, self.SEAT].copy(), dones, infos

    def close(self) -> None:
        """Does nothing: there is nothing to be closed."""

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """An attribute of each env: the methods of `env_method`, and `render_mode`.

        Raises:
            AttributeError: an env has no such attribute.
        """
        which = self._get_indices(indices)
        if attr_name == "render_mode":
            return [self._render_mode for _ in which]
        method = self._method(attr_name)
        return [partial(method, i) for i in which]

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        """Refused: the envs have no attributes that can be set.

        Raises:
            AttributeError: always.
        """
        raise AttributeError(
            f"{attr_name} = {arguments.shown(value)} is refused: nothing but set_opponents() "
            "changes the envs"
        )

    def env_method(
        self,
        method_name: str,
        *method_args: Any,
        indices: VecEnvIndices = None,
        **method_kwargs: Any,
    ) -> list[Any]:
        """Calls `action_masks()` (bool, shape `(100,)`), `state()` or `render()` of each env.

        Raises:
            AttributeError: an env has no such method.
        """
        method = self._method(method_name)
        return [method(i, *method_args, **method_kwargs) for i in self._get_indices(indices)]

    def _method(self, name: str) -> Callable[..., Any]:
        """The method of an env, as a function of the env's number."""
        if name == "action_masks":
            return self._action_masks
        if name == "state":
            return self.batch.state
        if name == "render":
            return self._render
        raise AttributeError(
            f"the envs have no {name!r}: there are action_masks, state, render, render_mode"
        )

    def _action_masks(self, i: int) -> npt.NDArray[np.bool_]:
        mask: npt.NDArray[np.bool_] = self.batch.action_masks[i]
        return mask.copy()

    def _render(self, i: int) -> str | npt.NDArray[np.uint8] | None:
        """A table: returned as text or picture, printed in mode `human`."""
        state = self.batch.state(i)
        return rendered(state, self.SEAT, self._render_mode, self._render_width)

    def get_images(self) -> list[npt.NDArray[np.uint8]]:
        """A picture of each table, as `render` and `VecVideoRecorder` show them side by side."""
        width = self._render_width
        states = map(self.batch.state, range(self.num_envs))
        return [picture(state, self.SEAT, width) for state in states]

    def env_is_wrapped(self, wrapper_class: type[Any], indices: VecEnvIndices = None) -> list[bool]:
        """Never: there is nothing inside that a wrapper could wrap."""
        return [False for _ in self._get_indices(indices)]
