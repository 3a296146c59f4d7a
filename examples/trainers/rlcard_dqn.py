"""DQN of RLCard against its random agents: `pip install "eights[rlcard]"`."""

from __future__ import annotations

import argparse

from rlcard.agents import DQNAgent, RandomAgent
from rlcard.utils import reorganize, set_seed, tournament

import eights.rlcard


def main() -> None:
    """Trains an agent, then plays a tournament."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ruleset", default="uno_rlcard", help="an id of `eights rulesets`")
    parser.add_argument("--players", type=int, default=2, help="seats at the table")
    parser.add_argument("--games", type=int, default=500, help="games to train on")
    parser.add_argument("--tournament", type=int, default=500, help="games to measure with")
    parser.add_argument("--hidden", type=int, default=128, help="units of each hidden layer")
    parser.add_argument("--seed", type=int, default=0, help="of games and network")
    args = parser.parse_args()

    set_seed(args.seed)
    env = eights.rlcard.make(args.ruleset, args.players, args.seed)
    agent = DQNAgent(
        num_actions=env.num_actions,
        state_shape=env.state_shape[0],
        mlp_layers=[args.hidden, args.hidden],
        learning_rate=1e-3,
        device="cpu",
    )
    env.set_agents([agent] + [RandomAgent(env.num_actions)] * (args.players - 1))
    for _ in range(args.games):
        trajectories, payoffs = env.run(is_training=True)
        for transition in reorganize(trajectories, payoffs)[0]:
            agent.feed(transition)
    means = ", ".join(f"{payoff:+.3f}" for payoff in tournament(env, args.tournament))
    print(f"\nmean payoffs, the agent's first: {means}")


if __name__ == "__main__":
    main()
