"""Every ruleset as a game of OpenSpiel: `pyspiel.load_game("eights", {"ruleset": "uno"})`.

Importing this module registers the game. Chance is explicit: each deal, draw and lot is a chance
node, so that the algorithms which walk the tree see all of it.

Needs the extra `openspiel`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from eights._base import arguments
from eights._base.extras import require
from eights._base.shapes import parse_object
from eights._eights import MAX_RULESET_BYTES, MAX_SEATS, ArgumentError, Game, State, replay
from eights.openspiel.observer import Hidden, Known, OfSeat, Open, Part, Public, Recalled

require("eights.openspiel", "pyspiel", "open-spiel", "openspiel")

import pyspiel  # noqa: E402 - after the check that it is there

__all__ = ["PARAMETERS", "EightsGame", "EightsState"]

PARAMETERS: dict[str, Any] = {
    "ruleset": "crazy_eights",
    "players": 2,
    "overrides": "{}",
    "episode": "round",
    "reward": "win",
    "max_decisions": 0,
}
"""The parameters of the game and their defaults.

`overrides` is a JSON mapping as `Ruleset.override` takes it. `max_decisions` 0 stands for `None`:
then there is no information state tensor, whose size follows from it.
"""


def _type(game: Game | None) -> pyspiel.GameType:
    """The type of a game; without one, of all that the name stands for."""
    about = None if game is None else game.get_type()
    utility = pyspiel.GameType.Utility
    reward = pyspiel.GameType.RewardModel
    return pyspiel.GameType(
        short_name="eights",
        long_name="Eights" if about is None else about.long_name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=getattr(utility, "GENERAL_SUM" if about is None else about.utility),
        reward_model=getattr(reward, "REWARDS" if about is None else about.reward_model),
        max_num_players=MAX_SEATS if about is None else about.max_num_players,
        min_num_players=2 if about is None else about.min_num_players,
        provides_information_state_string=True,
        provides_information_state_tensor=about is None or about.provides_information_state_tensor,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=PARAMETERS,
    )


class EightsGame(pyspiel.Game):  # type: ignore[misc]
    """A game of OpenSpiel that plays one of the rulesets.

    Args:
        params: some of `PARAMETERS`.

    Raises:
        RulesetError: there is no such ruleset, or the overrides do not fit it.
        GameError: the number of players, or of decisions, does not fit.
        ArgumentError: `overrides` is not a JSON mapping.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """OpenSpiel calls it with the parameters of `load_game`."""
        given = self._parameters = PARAMETERS | dict(arguments.mapping("params", params))
        self.game = Game(
            given["ruleset"],
            players=given["players"],
            overrides=_overrides(given["overrides"]),
            episode=given["episode"],
            reward=given["reward"],
            max_decisions=given["max_decisions"] or None,
            chance="explicit",
        )
        game = self.game
        info = pyspiel.GameInfo(
            num_distinct_actions=game.num_distinct_actions(),
            max_chance_outcomes=game.max_chance_outcomes(),
            num_players=game.num_players(),
            min_utility=game.min_utility(),
            max_utility=game.max_utility(),
            utility_sum=game.utility_sum(),
            max_game_length=game.max_game_length(),
        )
        super().__init__(_type(game), info, given)

    def __reduce__(self) -> tuple[Any, ...]:
        """Loads the game anew: the part of it that is C++'s cannot be copied."""
        return _loaded, (self._parameters,)

    def __copy__(self) -> EightsGame:
        """Itself, since it never changes."""
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> EightsGame:
        """Itself, since it never changes."""
        return self

    def new_initial_state(self) -> EightsState:
        """A state at the beginning."""
        return EightsState(self, self.game.new_initial_state(seed=0))

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> Observer:
        """An observer of what a player may know, or with perfect recall has known.

        Observations are a tensor and a text. Public information alone is the same for all, its
        seats counted from seat 0; private information alone is relative to its seat, and that of
        all players is that of each in turn. With perfect recall the private information of all is
        the information state of each.

        Args:
            iig_obs_type: public and private information, of the player or of all; without perfect
                recall one of the two may be left out. `None`: public, with that of the player.
            params: none are known.

        Raises:
            ArgumentError: another type is asked for: what is told of the past is not parted into
                public and private.
        """
        if params:
            raise ArgumentError(f"an observer takes no parameters, not {params}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        of, game, seats = kind.private_info, self.game, range(self.game.num_players())
        kinds = pyspiel.PrivateInfoType
        possible: dict[Any, Callable[[], dict[str, Part]]] = {
            (True, False, kinds.SINGLE_PLAYER): lambda: {"observation": Known(game)},
            (True, False, kinds.ALL_PLAYERS): lambda: {"observation": Open(game)},
            (True, False, kinds.NONE): lambda: {"public": Public(game)},
            (False, False, kinds.SINGLE_PLAYER): lambda: {"private": Hidden(game)},
            (False, False, kinds.ALL_PLAYERS): lambda: {
                f"private_{seat}": OfSeat(Hidden(game), seat) for seat in seats
            },
            (True, True, kinds.SINGLE_PLAYER): lambda: {"observation": Recalled(game)},
            (True, True, kinds.ALL_PLAYERS): lambda: {
                f"observation_{seat}": OfSeat(Recalled(game), seat) for seat in seats
            },
        }
        parts = possible.get((kind.public_info, kind.perfect_recall, of))
        if parts is None:
            raise ArgumentError(
                f"an observer of public_info={kind.public_info}, {of}, "
                f"perfect_recall={kind.perfect_recall} is not possible: there is public and "
                "private information, and without perfect recall either of them"
            )
        return Observer(parts())

    def max_chance_nodes_in_history(self) -> int:
        """The most that there can be."""
        return self.game.max_chance_nodes_in_history()


class EightsState(pyspiel.State):  # type: ignore[misc]
    """A state of OpenSpiel around a `State`, which is its attribute `state`."""

    def __init__(self, game: EightsGame, state: State) -> None:
        """`EightsGame.new_initial_state` calls it."""
        # OpenSpiel crashes where there is no game.
        super().__init__(arguments.instance("game", game, EightsGame))
        self.state = arguments.instance("state", state, State)

    def __reduce__(self) -> tuple[Any, ...]:
        """Replays the game: OpenSpiel's own way reads the game's name, in which commas part."""
        return _played, (self.get_game(), self.state.record())

    def __copy__(self) -> EightsState:
        """A state of its own."""
        copied: EightsState = self.clone()
        return copied

    def __deepcopy__(self, memo: dict[int, Any]) -> EightsState:
        """A state of its own; the game is the same."""
        return self.__copy__()

    def current_player(self) -> int:
        """The seat to act; -1 at a chance node, -4 at the end."""
        return self.state.current_player()

    def _legal_actions(self, player: int) -> list[int]:
        return self.state.legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of a chance node with their probabilities."""
        return self.state.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        self.state.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.state.action_to_string(player, action)

    def is_terminal(self) -> bool:
        """True when the episode has ended."""
        return self.state.is_terminal()

    def rewards(self) -> list[float]:
        """The reward of each seat for the last action."""
        return self.state.rewards()

    def returns(self) -> list[float]:
        """The return of each seat since the beginning."""
        return self.state.returns()

    def information_state_string(self, player: int | None = None) -> str:
        """All that a seat has seen and done, as a text."""
        return self.state.information_state_string(player)

    def observation_string(self, player: int | None = None) -> str:
        """The observation of a seat, as a text."""
        return self.state.observation_string(player)

    def resample_from_infostate(self, player: int, probability_sampler: Any) -> EightsState:
        """Another state that this player cannot tell apart, for IS-MCTS.

        Args:
            player: the seat.
            probability_sampler: a function of no arguments that returns a number of 0 … 1: the only
                source of chance.
        """
        other = self.state.resample_from_infostate(player, probability_sampler)
        return EightsState(self.get_game(), other)

    def __str__(self) -> str:
        """The board as everybody could see it."""
        return str(self.state)


class Observer:
    """An observation of a state: `tensor`, its parts by name in `dict`, and a text.

    Without `max_decisions` there is no information state tensor: `tensor` is then `None`, as
    OpenSpiel has it.

    Args:
        parts: what is observed.
    """

    def __init__(self, parts: dict[str, Part]) -> None:
        """`EightsGame.make_py_observer` calls it."""
        self._parts = parts
        self.tensor: npt.NDArray[np.float32] | None = None
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        sizes = [part.size for part in parts.values() if part.size is not None]
        if len(sizes) == len(parts):
            self.tensor = np.zeros(sum(sizes), np.float32)
            views = np.split(self.tensor, np.cumsum(sizes)[:-1])
            self.dict = dict(zip(parts, views, strict=True))

    def set_from(self, state: EightsState, player: int) -> None:
        """Writes what a player may know into `tensor`, if there is one."""
        for name, out in self.dict.items():
            self._parts[name].write(state.state, player, out)

    def string_from(self, state: EightsState, player: int) -> str:
        """The same as a text."""
        return "\n".join(part.text(state.state, player) for part in self._parts.values())


def _loaded(parameters: dict[str, Any]) -> pyspiel.Game:
    """The game of these parameters."""
    return pyspiel.load_game("eights", parameters)


def _played(game: EightsGame, record: str) -> EightsState:
    """The state of a record."""
    told = json.loads(record)
    start = replay(json.dumps(told | {"moves": []}))
    state = EightsState(game, start)
    for action in replay(record).history():
        state.apply_action(action)
    return state


def _overrides(text: str) -> dict[str, Any]:
    """The mapping that a JSON text holds."""
    try:
        return parse_object(text, MAX_RULESET_BYTES)
    except ValueError as why:
        raise ArgumentError(
            f"overrides must be a JSON mapping, not {arguments.shown(text)}: {why}"
        ) from why


pyspiel.register_game(_type(None), EightsGame)
