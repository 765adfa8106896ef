"""What other processes do: play jobs."""

from __future__ import annotations

import os
import socket

from mctslab import _games, _mctslab


def work(games: list[str], version: str, catalog: str, plan: str, round: str, first: int, end: int) -> str:
    """Plays tasks of a round of a plan; the answer is JSON. A pure function of its arguments,
    however often it is called."""
    for origin in games:
        _games.ensure(origin)
    return _mctslab.do_work(worker_name(), version, catalog, plan, round, first, end)


def worker_name() -> str:
    """What this process is called in reports: machine and process."""
    return f"{socket.gethostname()}:{os.getpid()}"
