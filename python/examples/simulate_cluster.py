"""A cluster that is not there: an experiment of many studies on many simulated workers, in
simulated time.

The driver is the real one: it plans, hands out jobs, takes results, decides and reads answers as it
would for a cluster. Games are really played, at once and for a few microseconds each; how long they
*would* take is drawn at random. So the script answers two questions without a cluster: how busy the
workers are, and what the driver costs for each result.

    python simulate_cluster.py --studies 400 --workers 1000
"""

from __future__ import annotations

import argparse
import heapq
import random
import time
from typing import Any

import mctslab
from mctslab._work import work
from mctslab.executors import Crew


class Simulated(Crew):
    """A crew of workers in simulated time.

    A game takes ``seconds`` on average, with a log-normal spread, on machines of which some are
    slower than others. Handing a job to a worker takes ``latency``. A worker fails with probability
    ``failures`` for each hour; the loss of its job is noticed after ``notice`` seconds, and a new
    worker is there after ``restart``.
    """

    def __init__(self, workers: int, seconds: float, failures: float, seed: int) -> None:
        self.patience, self.job_seconds = 1e9, 1.0
        self.random = random.Random(seed)
        self._workers = workers
        self.seconds, self.failures = seconds, failures
        self.latency, self.notice, self.restart = 0.01, 30.0, 120.0
        self.now = 0.0
        #: When each worker is free, and how fast it is.
        self.free = [(0.0, number) for number in range(workers)]
        self.speed = [self.random.lognormvariate(0.0, 0.15) for _ in range(workers)]
        self.waiting: list[tuple[Any, ...]] = []
        #: Results on their way, by when they arrive.
        self.coming: list[tuple[float, int, str | None, str | None]] = []
        self.busy, self.last, self.jobs, self.games, self.lost, self.playing = 0.0, 0.0, 0, 0, 0, 0.0

    @property
    def workers(self) -> int:
        """How many there are."""
        return self._workers

    def give(self, ticket: int, version: str, catalog: str, plan: str, round: str, first: int, end: int) -> None:
        """Takes a job: the next worker that is free plays it."""
        free, number = heapq.heappop(self.free)
        begin = max(free, self.now) + self.latency
        games = end - first
        spread = 0.5
        draws = (self.random.lognormvariate(-spread * spread / 2, spread) for _ in range(games))
        takes = self.seconds * self.speed[number] * sum(draws)
        dies = self.random.expovariate(self.failures / 3600) if self.failures else 1e18
        self.jobs += 1
        if dies < takes:
            self.lost += 1
            heapq.heappush(self.coming, (begin + dies + self.notice, ticket, None, "the worker died"))
            heapq.heappush(self.free, (begin + dies + self.restart, number))
            return
        start = time.process_time()
        answer = work([], version, catalog, plan, round, first, end)
        self.playing += time.process_time() - start
        # What the driver learns is how long it would have taken.
        head, _, rest = answer.partition('"busy_us":')
        answer = f'{head}"busy_us":{int(takes * 1e6)}{rest[rest.index(","):]}'
        answer = answer.replace('"worker":"', f'"worker":"node-{number}-of-', 1)
        self.busy += takes
        self.games += games
        heapq.heappush(self.coming, (begin + takes, ticket, answer, None))
        heapq.heappush(self.free, (begin + takes, number))

    def wait(self, seconds: float) -> list[tuple[int, str | None, str | None]]:
        """The next results: simulated time goes on to the first of them, and a little further."""
        if not self.coming:
            return []
        self.now = max(self.now, self.coming[0][0])
        arrived = []
        while self.coming and self.coming[0][0] <= self.now + 0.01:
            when, ticket, answer, error = heapq.heappop(self.coming)
            self.last = max(self.last, when)
            arrived.append((ticket, answer, error))
        return arrived

    def cancel(self) -> None:
        """Nothing is kept."""
        self.coming.clear()


def experiment(studies: int, games: int) -> str:
    """As many studies of strength, alternating between two games."""
    tables = []
    for number in range(studies):
        game = ("nim", "tic-tac-toe")[number % 2]
        target = f"mcts(iters={2 + number % 7})"
        tables.append(
            f'[[tables]]\nlabel = "{number}"\ngames = ["{game}"]\nagents = ["{target}"]\nseed = {number + 1}\n'
            f'studies = ["fit(max=64,precision=0.05,games={games})"]\n'
        )
    return 'name = "simulated"\n' + "\n".join(tables)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--studies", type=int, default=400)
    parser.add_argument("--workers", type=int, default=1000)
    parser.add_argument("--games", type=int, default=2000, help="the most games of a study")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long a game takes on average")
    parser.add_argument("--failures", type=float, default=0.01, help="the share of workers that fail in an hour")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    crew = Simulated(args.workers, args.seconds, args.failures, args.seed)
    begin = time.process_time()
    document = mctslab.experiment(experiment(args.studies, args.games), executor=crew, progress=False)
    spent = time.process_time() - begin - crew.playing
    share = crew.busy / (crew.last * args.workers)
    print(f"{len(document.to_pandas())} studies, {crew.games} games in {crew.jobs} jobs, {crew.lost} jobs lost")
    print(f"simulated time {crew.last:.0f} s; workers busy {100 * share:.1f} % of it")
    print(f"driver: {1e6 * spent / crew.jobs:.0f} µs for each job, {1e6 * spent / max(1, crew.games):.0f} µs for each game")
    print(f"at one job a second for each worker, one driver feeds {crew.jobs / spent:.0f} workers")


if __name__ == "__main__":
    main()
