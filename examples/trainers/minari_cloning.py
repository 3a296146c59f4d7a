"""Games of the best bot as a dataset of Minari, and a policy that imitates it.

`pip install "eights[minari]"`. The policy is linear: it has a weight for each action and feature,
fitted to the bot's actions by gradient descent, over the legal actions.
"""

from __future__ import annotations

import argparse

import minari
import numpy as np
import numpy.typing as npt

import eights
import eights.minari

Floats = npt.NDArray[np.float32]


class Imitator:
    """Plays the legal action that its teacher would most likely take."""

    def __init__(self, game: eights.Game) -> None:
        """Starts with zero weights."""
        shape = game.observation_tensor_size(), game.num_distinct_actions()
        self.weights = np.zeros(shape, np.float32)

    def logits(self, observations: Floats, action_masks: npt.NDArray[np.bool_]) -> Floats:
        """Returns a score for each action; minus infinity for illegal ones."""
        speaks: Floats = np.where(action_masks, observations @ self.weights, -np.inf)
        return speaks

    def learn(
        self, observations: Floats, masks: npt.NDArray[np.bool_], actions: npt.NDArray[np.int64]
    ) -> float:
        """Takes a step of gradient descent; returns the share of actions that it predicted."""
        logits = self.logits(observations, masks)
        hits = float((logits.argmax(axis=1) == actions).mean())
        likely = np.exp(logits - logits.max(axis=1, keepdims=True))
        likely /= likely.sum(axis=1, keepdims=True)
        likely[np.arange(len(actions)), actions] -= 1
        self.weights -= 1.0 / len(actions) * (observations.T @ likely)
        return hits

    def __call__(
        self, observations: Floats, action_masks: npt.NDArray[np.bool_]
    ) -> npt.NDArray[np.int64]:
        """Returns an action for each row."""
        actions: npt.NDArray[np.int64] = self.logits(observations, action_masks).argmax(axis=1)
        return actions


def main() -> None:
    """Makes the dataset if there is none, learns, and measures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dataset", default="eights/crazy-eights/heuristic-v0", help="its id")
    parser.add_argument("--ruleset", default="crazy_eights", help="an id of `eights rulesets`")
    parser.add_argument("--games", type=int, default=1000, help="games in a new dataset")
    parser.add_argument("--updates", type=int, default=500, help="steps of gradient descent")
    parser.add_argument("--seed", type=int, default=0, help="of games and of learning")
    args = parser.parse_args()

    if args.dataset in minari.list_local_datasets():
        dataset = minari.load_dataset(args.dataset)
    else:
        game = eights.Game(args.ruleset, players=2)
        dataset = eights.minari.create(
            args.dataset, game, ["heuristic"] * 2, args.games, args.seed, author="eights"
        )
    game = eights.minari.game(dataset)
    print(f"{args.dataset}: {dataset.total_steps:,} decisions in {dataset.total_episodes} episodes")

    episodes = list(dataset.iterate_episodes())
    # The last observation and mask are those of the end, without an action.
    observations = np.concatenate([episode.observations[:-1] for episode in episodes])
    masks = np.concatenate([episode.infos["action_mask"][:-1] for episode in episodes]) == 1
    actions = np.concatenate([episode.actions for episode in episodes])
    policy = Imitator(game)
    rng = np.random.default_rng(args.seed)
    for update in range(1, args.updates + 1):
        some = rng.integers(len(actions), size=1024)
        hits = policy.learn(observations[some], masks[some], actions[some])
        if update % max(1, args.updates // 5) == 0:
            print(f"update {update}: {hits:.0%} as the bot did")

    for field in ("random", "heuristic"):
        own, _ = eights.arena_games(game, policy, field, deals=200, seed=args.seed)
        rate, low, high = eights.win_rate_interval(own[:, 0], games_per_deal=2)
        print(f"win rate against {field}: {rate:.1%} ({low:.1%} … {high:.1%})")


if __name__ == "__main__":
    main()
