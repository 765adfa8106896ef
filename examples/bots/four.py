#!/usr/bin/env python3
"""A Connect Four bot for `protocol=lines`: a line with the moves so far comes in, its move goes out."""
import sys

def wins(board, x, y, player):
    def run(dx, dy):
        n = 1
        while board.get((x + n * dx, y + n * dy)) == player:
            n += 1
        return n - 1
    return any(run(dx, dy) + run(-dx, -dy) >= 3 for dx, dy in [(1, 0), (0, 1), (1, 1), (1, -1)])

for line in sys.stdin:  # "4 4 5", or an empty line before the first move
    board, height = {}, [0] * 7
    moves = [int(word) - 1 for word in line.split()]
    for ply, x in enumerate(moves):
        board[x, height[x]] = ply % 2
        height[x] += 1
    me = len(moves) % 2
    legal = [x for x in range(7) if height[x] < 6]
    # Win at once, else stop the opponent from winning at once, else play near the centre.
    best = max(legal, key=lambda x: (wins(board, x, height[x], me), wins(board, x, height[x], 1 - me), -abs(x - 3)))
    print(best + 1, flush=True)  # without `flush` the answer would wait in a buffer
