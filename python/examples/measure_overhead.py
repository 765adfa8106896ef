"""What Python costs: run it on a quiet machine. `docs/python.md` and `docs/cluster.md` show what it printed.

    python measure_overhead.py search players pools open-spiel ray
"""

from __future__ import annotations

import concurrent.futures
import random
import sys
import time
from typing import Any

import mctslab


def first(state: mctslab.State) -> str:
    """A trivial player."""
    return state.legal_moves[0]


def search() -> None:
    """A call of a search of one second: how much of it is not the search itself?"""
    state = mctslab.Game("connect-four").initial()
    iterations = state.search("mcts(iters=100000000)", seconds=1.0).iterations
    state.search(f"mcts(iters={iterations})")
    begin = time.perf_counter()
    found = state.search(f"mcts(iters={iterations})")
    took = time.perf_counter() - begin
    print(f"search: {found.seconds:.3f} s of search in a call of {took:.3f} s: {100 * (took / found.seconds - 1):.2f} % more")


def players() -> None:
    """Moves a second of a trivial player, on one thread."""
    games = 20_000
    begin = time.perf_counter()
    document = mctslab.match("tic-tac-toe", first, first, games=games, threads=1)
    took = time.perf_counter() - begin
    moves = document.plies_mean * games
    print(f"players: {moves / took:,.0f} moves a second and core")


def pools() -> None:
    """Games a second by a process pool, beside the threads of this process."""
    compare("process pool", concurrent.futures.ProcessPoolExecutor(2))


def ray() -> None:
    """The same with Ray."""
    import mctslab.ray

    with mctslab.ray.Executor(num_cpus=1) as executor:
        compare("Ray", executor, workers=2)


def compare(name: str, executor: Any, **options: Any) -> None:
    agents, games = ("mcts(iters=2000)", "mcts(iters=2000)"), 1600
    # The first jobs start the workers.
    mctslab.match("tic-tac-toe", *agents, games=40, executor=executor, **options)
    speeds = {}
    for who, chosen in ((name, {"executor": executor, **options}), ("threads", {"threads": 2})):
        begin = time.perf_counter()
        mctslab.match("tic-tac-toe", *agents, games=games, **chosen)
        speeds[who] = games / (time.perf_counter() - begin)
    share = 100 * speeds[name] / speeds["threads"]
    print(f"{name}: {speeds[name]:.1f} games a second, threads {speeds['threads']:.1f}: {share:.0f} %")


def open_spiel() -> None:
    """Playouts a second of a wrapped game, beside the same loop in Python."""
    import pyspiel

    game = mctslab.from_open_spiel("connect_four")
    state, count = game.initial(), 3000
    begin = time.perf_counter()
    state.playouts(count)
    wrapped = count / (time.perf_counter() - begin)
    spiel = pyspiel.load_game("connect_four")
    begin = time.perf_counter()
    for _ in range(count):
        played = spiel.new_initial_state()
        while not played.is_terminal():
            played.apply_action(random.choice(played.legal_actions()))
        played.returns()
    plain = count / (time.perf_counter() - begin)
    print(f"OpenSpiel: {wrapped:,.0f} playouts a second wrapped, {plain:,.0f} in a loop of Python: {wrapped / plain:.2f} times")


if __name__ == "__main__":
    for what in sys.argv[1:] or ["search", "players", "pools", "open-spiel", "ray"]:
        globals()[what.replace("-", "_")]()
