#!/usr/bin/env python3
"""How often an agent throws away a win or a draw in Connect Four, judged by a perfect player.

    pip install bitbully
    scripts/connect_four_errors.py "score4(depth=7)" "uct(iters=10000)" --positions 500

Positions are reached by uniformly random moves, 8 to 24 of them, and kept if not every legal move has the same value: where
nothing can be lost, nothing is learned. A move loses value if it turns a win into a draw or a loss, or a draw into a loss. The
share of such moves is shown with its 95 % interval (Wilson).
"""

import argparse
import json
import random
import subprocess
from math import sqrt

from bitbully import BitBully, Board


def sample(rng, solver):
    """A random position as moves 1 to 7, with the value of each legal move: 1 a win, 0 a draw, -1 a loss."""
    while True:
        board, moves = Board(), []
        for _ in range(rng.randint(8, 24)):
            moves.append(rng.choice(board.legal_moves()))
            board.play(moves[-1])
            if board.is_game_over():
                break
        if board.is_game_over():
            continue
        values = {move: (score > 0) - (score < 0) for move, score in solver.score_all_moves(board).items()}
        if len(set(values.values())) > 1:
            return "".join(str(move + 1) for move in moves), values


def chosen(binary, agent, moves, seed):
    """The column, from 0, that the agent plays."""
    command = [binary, "search", "connect-four", agent, "--position", moves, "--seed", str(seed), "--json"]
    found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return int(found["best"]) - 1


def interval(count, total, z=1.96):
    """Wilson's interval of a share."""
    p = count / total
    centre = (p + z * z / (2 * total)) / (1 + z * z / total)
    half = z * sqrt(p * (1 - p) / total + z * z / (4 * total * total)) / (1 + z * z / total)
    return centre - half, centre + half


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("agents", nargs="+", metavar="AGENT")
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--binary", default="target/release/mctslab")
    args = parser.parse_args()
    rng, solver = random.Random(args.seed), BitBully()
    samples = [sample(rng, solver) for _ in range(args.positions)]
    print(f"{'agent':40} {'losing moves':>14} {'share':>7}  95 %")
    for agent in args.agents:
        lost = 0
        for number, (moves, values) in enumerate(samples):
            lost += values[chosen(args.binary, agent, moves, number)] < max(values.values())
        low, high = interval(lost, len(samples))
        print(f"{agent:40} {f'{lost} of {len(samples)}':>14} {lost / len(samples):>7.3f}  {low:.3f} to {high:.3f}")


if __name__ == "__main__":
    main()
