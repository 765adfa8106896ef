"""What Python costs. `docs/python.md` and `docs/cluster.md` show what it printed, in a build of `maturin build --release`.

    python measure_overhead.py search players memory pools open-spiel ray

Everything is measured five times, one after the other, and the best of each is shown: on a machine that others use too, the best is
what comes nearest to what it costs when nobody disturbs.
"""

from __future__ import annotations

import concurrent.futures
import gc
import multiprocessing
import os
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import mctslab

REPEAT = 5


def first(state: mctslab.State) -> str:
    """A trivial player."""
    return state.legal_moves[0]


def seconds(work: Callable[[], Any], clock: Callable[[], float] = time.perf_counter) -> float:
    """How long something takes."""
    begin = clock()
    work()
    return clock() - begin


def search() -> None:
    """A call of a search of one second: how much of it is not the search itself?"""
    state = mctslab.Game("connect-four").initial()
    iterations = state.search("mcts(iters=100000000)", seconds=1.0).iterations

    def more() -> float:
        begin = time.perf_counter()
        found = state.search(f"mcts(iters={iterations})")
        return (time.perf_counter() - begin) / found.seconds - 1

    print(f"search: a call of about a second takes {100 * min(more() for _ in range(REPEAT)):.2f} % longer than the search")


def players() -> None:
    """Moves a second of a trivial player, on one thread."""
    games = 20_000
    moves = mctslab.match("tic-tac-toe", first, first, games=2, threads=1).plies_mean * games
    took = min(
        seconds(lambda: mctslab.match("tic-tac-toe", first, first, games=games, threads=1)) for _ in range(REPEAT)
    )
    print(f"players: {moves / took:,.0f} moves a second and core")


def resident() -> float:
    """What this process holds, in megabytes."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def memory() -> None:
    """What 10,000 searches and 100,000 moves of a player leave behind, after as many that are not counted."""
    state = mctslab.Game("tic-tac-toe").initial()
    for counted in (False, True):
        before = resident()
        for _ in range(10_000):
            state.search("mcts(iters=5)")
        searches = resident()
        # A game of these has seven moves.
        mctslab.match("tic-tac-toe", first, first, games=100_000 // 7, threads=1)
        if counted:
            print(f"memory: {searches - before:+.1f} MB by 10,000 searches, {resident() - searches:+.1f} MB by 100,000 moves")


def pools() -> None:
    """Games a second by a process pool, beside the threads of this process."""
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as executor:
        compare("process pool", executor)


def ray() -> None:
    """The same with Ray."""
    import mctslab.ray

    with mctslab.ray.Executor(num_cpus=1) as executor:
        compare("Ray", executor, workers=2)


def compare(name: str, executor: Any, **options: Any) -> None:
    """An executor of two workers beside two threads, in turns. Jobs take a second each."""
    agents, games = ("mcts(iters=2000)", "mcts(iters=2000)"), 1600

    def play(games: int, **chosen: Any) -> float:
        return games / seconds(lambda: mctslab.match("tic-tac-toe", *agents, games=games, **chosen))

    # The first jobs start the workers.
    play(40, executor=executor, **options)
    turns = [(play(games, executor=executor, **options), play(games, threads=2)) for _ in range(REPEAT)]
    others, threads = (max(speeds) for speeds in zip(*turns, strict=True))
    print(f"{name}: {others:.1f} games a second, threads {threads:.1f}: {100 * others / threads:.0f} %")


def open_spiel() -> None:
    """Playouts a second of a wrapped game, beside the same loop in Python."""
    import pyspiel

    state, count = mctslab.from_open_spiel("connect_four").initial(), 3000
    spiel = pyspiel.load_game("connect_four")

    def loop() -> None:
        for _ in range(count):
            played = spiel.new_initial_state()
            while not played.is_terminal():
                played.apply_action(random.choice(played.legal_actions()))
            played.returns()

    turns = [(seconds(lambda: state.playouts(count)), seconds(loop)) for _ in range(REPEAT)]
    wrapped, plain = (count / min(times) for times in zip(*turns, strict=True))
    print(f"OpenSpiel: {wrapped:,.0f} playouts a second wrapped, {plain:,.0f} in a loop of Python: {wrapped / plain:.2f} times")


if __name__ == "__main__":
    for what in sys.argv[1:] or ["search", "players", "memory", "pools", "open-spiel", "ray"]:
        globals()[what.replace("-", "_")]()
