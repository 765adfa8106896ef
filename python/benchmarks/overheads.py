"""What Python costs, beside what it may cost: a table.

    pip install './python[open-spiel,ray]'           # a release build
    python python/benchmarks/overheads.py            # all of it: some ten minutes
    python python/benchmarks/overheads.py search players --repeat 3

Measure on a machine that does nothing else. Whatever is compared is measured in turns, and the best
of each is taken: what disturbs a program makes it slower, never faster. The exit code is 1 if
something costs more than it may.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import gc
import multiprocessing
import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import mctslab


class Row(NamedTuple):
    """A line of the table."""

    what: str
    measured: str
    allowed: str
    holds: bool


def first(state: mctslab.State) -> str:
    """A trivial player."""
    return state.legal_moves[0]


def seconds(work: Callable[[], Any]) -> float:
    """How long something takes."""
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def search(repeat: int) -> Iterator[Row]:
    """A call of a search of one second: how much of it is not the search itself?"""
    state = mctslab.Game("connect-four").initial()
    iterations = state.search("mcts(iters=100000000)", seconds=1.0).iterations

    def more() -> float:
        begin = time.perf_counter()
        found = state.search(f"mcts(iters={iterations})")
        return (time.perf_counter() - begin) / found.seconds - 1

    share = min(more() for _ in range(repeat))
    yield Row("a call of a search of 1 s", f"{100 * share:.3f} % more than the search", "less than 1 %", share < 0.01)

    def short() -> None:
        for _ in range(1000):
            state.search("mcts(iters=1)")

    each = min(seconds(short) for _ in range(repeat)) / 1000
    yield Row("a call of a search of one iteration", f"{1e6 * each:.0f} µs", "less than 1 % of 1 s", each < 0.01)


def players(repeat: int) -> Iterator[Row]:
    """Moves a second of a trivial player in tic-tac-toe, on one thread."""
    games = 20_000
    moves = mctslab.match("tic-tac-toe", first, first, games=2, threads=1).plies_mean * games
    took = min(seconds(lambda: mctslab.match("tic-tac-toe", first, first, games=games, threads=1)) for _ in range(repeat))
    speed = moves / took
    yield Row("a trivial player in tic-tac-toe", f"{speed:,.0f} moves a second and core", "at least 20,000", speed >= 20_000)


def resident() -> float:
    """What this process holds, in megabytes."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def memory(repeat: int) -> Iterator[Row]:
    """What 10,000 searches and 100,000 moves of a player leave behind; a tenth of that beforehand
    is not counted."""
    state = mctslab.Game("tic-tac-toe").initial()
    plies = mctslab.match("tic-tac-toe", first, first, games=2, threads=1).plies_mean

    def searches(count: int) -> None:
        for _ in range(count):
            state.search("mcts(iters=5)")

    def moves(count: int) -> None:
        mctslab.match("tic-tac-toe", first, first, games=2 * (int(count / plies) // 2 + 1), threads=1)

    searches(1000)
    moves(10_000)
    for what, work, count in (("searches", searches, 10_000), ("moves of a player", moves, 100_000)):
        before = resident()
        work(count)
        left = resident() - before
        yield Row(f"{count:,} {what} leave behind", f"{left:+.1f} MB", "less than 10 MB", left < 10)


def pools(repeat: int) -> Iterator[Row]:
    """Games a second by a process pool, beside the threads of this process."""
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as executor:
        yield compare("a process pool of 2", executor, 0.9, repeat)


def ray(repeat: int) -> Iterator[Row]:
    """The same with Ray."""
    import mctslab.ray

    with mctslab.ray.Executor(num_cpus=1) as executor:
        yield compare("Ray on 2 cores", executor, 0.8, repeat, workers=2)


def dask(repeat: int) -> Iterator[Row]:
    """The same with Dask, of which nothing is demanded."""
    import distributed

    cluster = distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs="CRITICAL")
    with cluster, distributed.Client(cluster) as client:
        yield compare("Dask with 2 workers", client, 0.0, repeat)


def compare(name: str, executor: Any, least: float, repeat: int, **options: Any) -> Row:
    """An executor of two workers beside two threads, in turns, for about fifteen seconds each. Jobs
    take a second."""
    agents = ("mcts(iters=2000)", "mcts(iters=2000)")

    def play(games: int, **chosen: Any) -> float:
        return games / seconds(lambda: mctslab.match("tic-tac-toe", *agents, games=games, **chosen))

    # The first jobs start the workers.
    play(40, executor=executor, **options)
    games = 2 * int(7.5 * play(400, threads=2))
    turns = [(play(games, executor=executor, **options), play(games, threads=2)) for _ in range(repeat)]
    others, threads = (max(speeds) for speeds in zip(*turns, strict=True))
    measured = f"{others:.1f} games a second, 2 threads {threads:.1f}: {100 * others / threads:.0f} %"
    return Row(name, measured, f"at least {100 * least:.0f} %" if least else "(no limit)", others >= least * threads)


def open_spiel(repeat: int) -> Iterator[Row]:
    """Playouts a second of wrapped games, beside the same loop in Python."""
    import pyspiel

    for name, count in (("connect_four", 3000), ("tic_tac_toe", 10_000), ("breakthrough(rows=6,columns=6)", 1000)):
        state = mctslab.from_open_spiel(name).initial()
        spiel = pyspiel.load_game(name)

        def loop(spiel: Any = spiel, count: int = count) -> None:
            for _ in range(count):
                played = spiel.new_initial_state()
                while not played.is_terminal():
                    played.apply_action(random.choice(played.legal_actions()))
                played.returns()

        def wrapped(state: mctslab.State = state, count: int = count) -> None:
            state.playouts(count)

        turns = [(seconds(wrapped), seconds(loop)) for _ in range(repeat)]
        fast, plain = (count / min(times) for times in zip(*turns, strict=True))
        measured = f"{fast:,.0f} playouts a second, {plain:,.0f} in Python: {fast / plain:.2f} times"
        yield Row(f"{name} of OpenSpiel", measured, "at least 0.5 times", fast >= 0.5 * plain)


PARTS: dict[str, Callable[[int], Iterator[Row]]] = {
    "search": search,
    "players": players,
    "memory": memory,
    "open-spiel": open_spiel,
    "pools": pools,
    "dask": dask,
    "ray": ray,
}


def main() -> int:
    """Measures what is asked for, and prints the table line by line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"what to measure, of {', '.join(PARTS)}; all without any")
    parser.add_argument("--repeat", type=int, default=5, help="how often; the best counts (5)")
    asked = parser.parse_args()
    if unknown := [part for part in asked.parts if part not in PARTS]:
        parser.error(f"no part `{unknown[0]}`: there are {', '.join(PARTS)}")
    print("| what | measured | allowed | |\n|---|---|---|---|", flush=True)
    held = True
    for part in asked.parts or PARTS:
        try:
            for row in PARTS[part](asked.repeat):
                held &= row.holds
                print(f"| {row.what} | {row.measured} | {row.allowed} | {'yes' if row.holds else 'NO'} |", flush=True)
        except ImportError as error:
            held = False
            print(f"| {part} | not measured: {error} | | NO |", flush=True)
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
