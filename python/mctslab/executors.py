"""Any executor: whatever has ``submit(function, *arguments)`` and returns futures.

``concurrent.futures`` pools, a Dask ``Client``, ``mpi4py.futures``, ``submitit`` and
:class:`mctslab.ray.Executor` are. The driver, which is the process that calls, holds the run and
the store; workers are given jobs and return results.
"""

from __future__ import annotations

import functools
import queue
import threading
import time
from typing import Any

from mctslab import _games
from mctslab._work import work

__all__ = ["Crew"]


class Crew:
    """An executor as the laboratory uses it.

    ``workers`` is how many jobs it can play at a time, if it does not say so itself. After
    ``patience`` seconds a job that is not back is submitted once more; playing it twice does no
    harm. A job is made to take about ``job_seconds``: by default one, and sixty where each job is a
    process of its own that a queue has to start (``submitit``).

    Studies make one of whatever they are given; make one yourself to say more than they ask for:
    ``executor=mctslab.executors.Crew(pool, job_seconds=5)``.
    """

    def __init__(
        self, executor: Any, *, workers: int | None = None, patience: float = 600.0, job_seconds: float | None = None
    ) -> None:
        if not callable(getattr(executor, "submit", None)):
            from mctslab.errors import UsageError

            kind = type(executor).__name__
            raise UsageError(f"`{kind}` is not an executor: expected something with `submit(function, *arguments)` that returns futures")
        self._executor = executor
        self._given = workers
        queued = any(kind.__module__.partition(".")[0] == "submitit" for kind in type(executor).__mro__)
        self.patience = float(patience)
        self.job_seconds = float(job_seconds) if job_seconds is not None else 60.0 if queued else 1.0
        self._arrived: queue.SimpleQueue[tuple[int, str | None, str | None]] = queue.SimpleQueue()
        #: Futures that have to be asked, since they call nobody.
        self._asked: dict[int, Any] = {}
        self._out: dict[int, Any] = {}
        # Dask would answer an equal job with the result of the last one.
        self._keywords = {"pure": False} if hasattr(executor, "scheduler_info") else {}
        self._games = _games.origins()

    @property
    def workers(self) -> int:
        """How many jobs can be played at a time."""
        if self._given:
            return self._given
        executor = self._executor
        for name in ("workers", "_max_workers", "num_workers"):
            found = getattr(executor, name, None)
            if isinstance(found, int) and found > 0:
                return found
        cores = getattr(executor, "ncores", None)
        if callable(cores):
            return max(1, int(sum(cores().values())))
        return 1

    def give(self, ticket: int, version: str, catalog: str, plan: str, round: str, first: int, end: int) -> None:
        """Submits a job."""
        job = (self._games, version, catalog, plan, round, first, end)
        future = self._executor.submit(work, *job, **self._keywords)
        self._out[ticket] = future
        call = getattr(future, "add_done_callback", None)
        if callable(call):
            call(functools.partial(self._done, ticket))
        else:
            self._asked[ticket] = future

    def _done(self, ticket: int, future: Any) -> None:
        self._out.pop(ticket, None)
        try:
            self._arrived.put((ticket, future.result(), None))
        except BaseException as error:  # noqa: BLE001 - a cancelled future raises what is no Exception
            self._arrived.put((ticket, None, f"{type(error).__name__}: {error}"))
            # Ctrl-C reaches the main thread wherever it is; a worker that was interrupted too makes
            # no difference.
            if isinstance(error, KeyboardInterrupt) and threading.current_thread() is threading.main_thread():
                raise

    def wait(self, seconds: float) -> list[tuple[int, str | None, str | None]]:
        """What came back, after no more than `seconds`: tickets, each with an answer or with the
        reason why there is none."""
        if self._asked:
            return self._ask(seconds)
        try:
            arrived = [self._arrived.get(timeout=seconds)]
        except queue.Empty:
            return []
        while not self._arrived.empty():
            arrived.append(self._arrived.get())
        return arrived

    def _ask(self, seconds: float) -> list[tuple[int, str | None, str | None]]:
        end = time.monotonic() + seconds
        while True:
            for ticket, future in list(self._asked.items()):
                try:
                    done = future.done()
                except Exception:  # noqa: BLE001 - whoever cannot be asked has lost its job, and says so when it is asked for the result
                    done = True
                if done:
                    del self._asked[ticket]
                    self._done(ticket, future)
            arrived = []
            while not self._arrived.empty():
                arrived.append(self._arrived.get())
            if arrived or time.monotonic() >= end:
                return arrived
            time.sleep(min(0.01, seconds))

    def cancel(self) -> None:
        """Nobody waits any more for what is out."""
        for future in list(self._out.values()):
            cancel = getattr(future, "cancel", None)
            if callable(cancel):
                cancel()
        self._out.clear()


def crew(executor: Any, workers: int | None, patience: float) -> Crew | None:
    """The executor as a crew; none if there is none."""
    if executor is None or isinstance(executor, Crew):
        return executor
    return Crew(executor, workers=workers, patience=patience)


def of_option(name: str, value: str) -> Crew:
    """The crew that an option of the command line asks for: ``--ray ADDRESS``, ``--dask ADDRESS`` or
    ``--processes N``."""
    executor: Any
    if name == "ray":
        from mctslab.ray import Executor

        executor = Executor(None if value == "local" else value)
    elif name == "dask":
        from distributed import Client

        executor = Client(value)
    else:
        from concurrent.futures import ProcessPoolExecutor

        if not value.isdigit() or int(value) == 0:
            raise ValueError(f"`--processes {value}`: expected a number of processes, as in `--processes 4`")
        executor = ProcessPoolExecutor(int(value))
    return Crew(executor)
