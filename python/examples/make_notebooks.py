"""Writes the notebooks of this folder, without outputs: they are text here, and the tests execute
them."""

from __future__ import annotations

import json
from pathlib import Path

HERE = Path(__file__).parent

TOUR = [
    "# A tour of mctslab\n\nGames, searches, matches and the strength of a player. Every cell runs in seconds.",
    "import mctslab\n\n[game['name'] for game in mctslab.games()]",
    "A state is a value: `play` makes a new one, and a notebook draws it.",
    "state = mctslab.Game('connect-four').initial()\nfor move in ['4', '4', '3', '5']:\n    state = state.play(move)\nstate",
    "found = state.search('uct(iters=5000)')\nfound",
    "found.to_pandas().head()",
    "A search can be watched.",
    "for snapshot in state.analyse('uct', seconds=1, every=0.3):\n    print(snapshot)",
    "Random games, as a NumPy array.",
    "state.playouts(1000).mean(axis=0)",
    "A match, with intervals; its report is the page of the command line.",
    "match = mctslab.match('tic-tac-toe', 'random', 'mcts(iters=50)', games=100)\nmatch.to_pandas()",
    "match",
    "How strong is a player? As strong as how many iterations of MCTS?",
    "strength = mctslab.complexity('connect-four', 'alphabeta(depth=2)', precision=0.2)\nprint(strength)",
    "%matplotlib inline\nstrength.plot();",
    "Who is stronger? A tournament rates several players at once.",
    "players = ['greedy', 'alphabeta(depth=2)', 'uct(iters=100)', 'uct(iters=400)']\n"
    "tournament = mctslab.tournament('connect-four', *players, games=40)\ntournament.plot();",
    "Now play yourself: `mctslab.play('connect-four')` asks for your moves, here or in a terminal.",
]

OWN = [
    "# Players and games of your own",
    "import random\n\nimport mctslab",
    "A player is a function of a state, or a class.",
    "def centre(state):\n    return 'b2' if 'b2' in state.legal_moves else state.legal_moves[0]\n\n"
    "mctslab.match('tic-tac-toe', centre, 'random', games=100).to_pandas()",
    "class Sampler:\n    'Plays the move after which random games pay most.'\n\n    def choose(self, state, budget):\n"
    "        seat = state.to_move\n        def value(move):\n            after = state.play(move)\n"
    "            return after.payoffs[seat] if after.is_over else after.playouts(20, seed=1)[:, seat].mean()\n"
    "        return max(state.legal_moves, key=value)\n\nmctslab.match('tic-tac-toe', Sampler, 'random', games=40)",
    "A fault costs the game, never the run.",
    "def careless(state):\n    return 'z9'\n\nmctslab.match('tic-tac-toe', careless, 'random', games=4).forfeits",
    "A game is a class with eight methods; `check_game` examines it.",
    "class Kayles:\n    'A row of seven pins; knock down one, or two that stand side by side. Who knocks down the last wins.'\n\n"
    "    def initial(self): return ('1' * 7, 0)\n"
    "    def turn(self, state): return state[1] if '1' in state[0] else None\n"
    "    def moves(self, state):\n        row = state[0]\n"
    "        ones = [i for i in range(7) if row[i] == '1']\n"
    "        return ones + [7 + i for i in range(6) if row[i:i + 2] == '11']\n"
    "    def play(self, state, move):\n        row, at, width = state[0], move % 7, 1 + move // 7\n"
    "        return (row[:at] + '0' * width + row[at + width:], 1 - state[1])\n"
    "    def payoffs(self, state): return [1.0, 0.0] if state[1] == 1 else [0.0, 1.0]\n"
    "    def index(self, move): return move\n"
    "    def index_bound(self): return 13\n"
    "    def max_plies(self): return 7\n\n"
    "mctslab.check_game(Kayles)\ngame = mctslab.register(Kayles)\ngame.initial().search('solve')",
    "mctslab.complexity('kayles', 'random', precision=0.5, games=500, max=64)",
]


def notebook(cells: list[str]) -> str:
    made = []
    for number, text in enumerate(cells):
        code = not (text.startswith("#") or text[0].isupper())
        cell = {"id": f"cell-{number}", "cell_type": "code" if code else "markdown", "metadata": {}, "source": text.splitlines(True)}
        if code:
            cell |= {"execution_count": None, "outputs": []}
        made.append(cell)
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    page = {"cells": made, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(page, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    (HERE / "tour.ipynb").write_text(notebook(TOUR), encoding="utf-8")
    (HERE / "players_and_games.ipynb").write_text(notebook(OWN), encoding="utf-8")
