"""Games of bots and policies as a dataset of Minari, an episode for each seat of each game.

Needs the extra `minari`, and Python 3.11.

Minari's episodes are of one agent. So each seat that decided in a game has an episode of its own,
as `eights.EightsEnv` would have shown it to an agent there: `observations` (float32, one more than
actions: the last is what the seat knew at the end), `actions`, `rewards` (what it won until its
next decision or the end), `terminations`, `truncations`, and in `infos`:

- `action_mask` (int8, 100 an observation): what it might do; after the end `pass` alone;
- `decision`: the number of the decision in the game, from 0; after the end how many there were.
  Each is an array of one number, since Minari cannot read numbers again from combined datasets.

The metadata of an episode are its `seed`, for `Game.new_initial_state`, and under `options` the
number of the `game`, the `seat`, and the `actions` of all seats, so that `replay` plays the game
again from any of its episodes. Those of the dataset hold the rules under `eights`.
"""

from __future__ import annotations

import contextlib
import re
import shutil
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from eights._base import arguments, extras
from eights._eights import Game, RecordError, State, rulesets
from eights._play.episodes import Episode, about, checked, game_of, played
from eights._trainers.illegal import AT_END
from eights.policies import AnyPolicy

extras.require("eights.minari", "minari.dataset._storages.arrow_storage", "minari", "minari")

import gymnasium  # noqa: E402 - after the check that all is there
import minari  # noqa: E402
from minari.data_collector import EpisodeBuffer  # noqa: E402
from minari.storage import get_dataset_path  # noqa: E402

from eights.envs import env_id  # noqa: E402

__all__ = ["create", "game", "replay"]

KEY = "eights"
"""The key of the dataset's metadata."""

ID = re.compile(r"([-\w]+/)*[-\w]+-v\d+")
"""The ids that Minari takes, with a version."""


def create(
    dataset_id: str,
    game: Game,
    players: Sequence[str | AnyPolicy],
    episodes: int = 1000,
    seed: int = 0,
    progress: Callable[[int], object] | None = None,
    **noted: Any,
) -> minari.MinariDataset:
    """Plays games and writes what every seat decided as a dataset in Minari's folder.

    Game k is that of env 0 of a `Batch` with this seed. The same arguments give the same episodes.

    Where the rules are those of a built-in ruleset and bots play, the dataset knows its
    environment: `dataset.recover_environment()` makes it, with the agent at seat 0.

    Args:
        dataset_id: its id, such as `"eights/uno/heuristic-v0"`.
        game: with sampled chance.
        players: who sits on each seat: the name of a bot, or a policy, which is called as
            `policy(observations, action_masks)` with float32 observations.
        episodes: how many games are played, from 1.
        seed: 0 … 2**64 - 1.
        progress: called with the number of games that have ended. If it returns `False`, no more
            are played, and the dataset holds those.
        noted: what Minari notes further: `author`, `author_email`, `code_permalink`,
            `description` …

    Returns:
        The dataset; `minari.load_dataset(dataset_id)` gives it again.

    Raises:
        GameError: the game has explicit chance, or a number is out of range.
        ArgumentError: `players` does not name one player for each seat; or the id is not a text.
        BotError: there is no such bot.
        ActionError: a policy chose an action that is not legal.
        RecordError: Minari takes no such id, or has such a dataset already.
        OSError: the dataset cannot be written.
    """
    if not ID.fullmatch(arguments.text("dataset_id", dataset_id)):
        raise RecordError(
            f"{dataset_id} is not the id of a Minari dataset: one is such as "
            f"eights/{game.ruleset.id}/heuristic-v0"
        )
    folder = get_dataset_path(dataset_id)
    if folder.exists():
        raise RecordError(f"there is a Minari dataset {dataset_id} already: {folder}")
    seats, episodes = checked(game, players, episodes, seed)
    rules = about(game, seats, seed)
    try:
        dataset = _begin(dataset_id, game, rules, seats, noted)
        with _measured_once(dataset.storage):
            for some in played(game, seats, episodes, seed, np.float32):
                buffers = [buffer for episode in some for buffer in _buffers(episode)]
                dataset.update_dataset_from_buffer(buffers)
                if progress is not None and progress(some[-1].number + 1) is False:
                    break
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return dataset


def game(dataset: minari.MinariDataset) -> Game:
    """The game that a dataset is of.

    Raises:
        RecordError: the dataset was not written by `create`, or its rules have changed since.
    """
    name = dataset.spec.dataset_id
    noted = dataset.storage.metadata.get(KEY)
    if noted is None and (parts := dataset.storage.metadata.get("combined_datasets")):
        raise RecordError(
            f"{name} was combined by Minari, which keeps neither rules nor seeds: give one of "
            f"{', '.join(parts)}"
        )
    if noted is None:
        raise RecordError(f"{name} was not written by eights: it has no metadata {KEY!r}")
    return game_of(noted, name)


def replay(dataset: minari.MinariDataset, episode: int) -> Iterator[tuple[State, int]]:
    """Plays the game of an episode again: each state with the action that is taken there.

    The state is the same object every time, one action further on.

    Args:
        dataset: as `create` writes it.
        episode: the `id` of an episode of it.

    Raises:
        RecordError: as `game` says; or there is no such episode.
    """
    if episode not in dataset.episode_indices:
        raise RecordError(f"there is no episode {episode} in {dataset.spec.dataset_id}")
    (noted,) = dataset.storage.get_episode_metadata([episode])
    state = game(dataset).new_initial_state(seed=noted["seed"])
    for action in noted["options"]["actions"]:
        yield state, action
        state.apply_action(action)


def _begin(
    dataset_id: str,
    game: Game,
    noted: dict[str, Any],
    seats: Sequence[str | AnyPolicy],
    more: dict[str, Any],
) -> minari.MinariDataset:
    """A dataset without episodes."""
    rules = game.ruleset
    features = (game.observation_tensor_size(),)
    settings = {
        "description": f"{rules.title}, {game.num_players()} players: an episode for each seat",
        "algorithm_name": ", ".join(noted["players"]),
        "requirements": [f"eights=={noted['version']}"],
        "env": _env(game, seats),
        "observation_space": gymnasium.spaces.Box(0.0, 1.0, features, np.float32),
        "action_space": gymnasium.spaces.Discrete(game.num_distinct_actions()),
        "data_format": "arrow",
    }
    with warnings.catch_warnings():
        # Minari warns of each of these that is missing.
        warnings.filterwarnings("ignore", ".*is (set to )?None", UserWarning)
        dataset = minari.create_dataset_from_buffers(dataset_id, [], **settings | more)
    dataset.storage.update_metadata({KEY: noted})
    return dataset


@contextlib.contextmanager
def _measured_once(storage: Any) -> Iterator[None]:
    """Has the size of a dataset measured at the end alone.

    Minari adds up all files after every episode: the square of their number.
    """
    storage.get_size = lambda: 0.0
    try:
        yield
    finally:
        del storage.get_size
    storage.update_metadata({"dataset_size": storage.get_size()})


def _env(game: Game, seats: Sequence[str | AnyPolicy]) -> gymnasium.Env[Any, Any] | None:
    """The environment that has these games, if one is registered."""
    rules = game.ruleset
    known = rules.id in rulesets() and Game(rules.id).ruleset.fingerprint == rules.fingerprint
    if not known or not all(isinstance(seat, str) for seat in seats):
        return None
    options = {name: value for name, value in game.options.items() if name != "chance"}
    return gymnasium.make(env_id(rules.id), opponents=list(seats[1:]), **options)


def _buffers(episode: Episode) -> Iterator[EpisodeBuffer]:
    """An episode for each seat that decided."""
    decisions = episode.decisions
    rewards, _ = episode.credited()
    terminated, truncated = episode.ended()
    at_end = np.arange(len(decisions[0].action_mask)) == AT_END
    actions = [decision.action for decision in decisions]
    for seat in sorted({decision.seat for decision in decisions}):
        own = [at for at, decision in enumerate(decisions) if decision.seat == seat]
        masks = np.array([*(decisions[at].action_mask for at in own), at_end], np.int8)
        seen = [*(decisions[at].observation for at in own), episode.observation(seat)]
        is_last = [at == own[-1] for at in own]
        numbers = np.array([*own, len(decisions)], np.int64)
        yield EpisodeBuffer(
            seed=episode.seed,
            options={"game": episode.number, "seat": seat, "actions": actions},
            observations=np.array(seen),
            actions=np.array([actions[at] for at in own], np.int64),
            rewards=[float(rewards[at]) for at in own],
            terminations=[terminated and last for last in is_last],
            truncations=[truncated and last for last in is_last],
            infos={"action_mask": masks, "decision": numbers[:, None]},
        )
