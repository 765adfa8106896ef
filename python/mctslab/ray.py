"""Ray as an executor: ``pip install mctslab[ray]``.

>>> import mctslab.ray
>>> with mctslab.ray.Executor() as executor:                       # doctest: +SKIP
...     mctslab.complexity("connect-four", "random", executor=executor)
"""

from __future__ import annotations

import time
from concurrent.futures import Future
from typing import Any

__all__ = ["Executor"]


class Executor:
    """An executor of a Ray cluster, or of this machine if no address is given.

    ``address`` is what ``ray.init`` takes: ``"auto"`` for the cluster that this machine belongs to,
    ``"ray://host:10001"`` for another one. Each job takes ``num_cpus`` processors. Jobs of nodes
    that die are played again by others.
    """

    def __init__(self, address: str | None = None, *, num_cpus: float = 1, **options: Any) -> None:
        try:
            import ray
        except ImportError as error:
            raise ImportError("Ray is not installed: `pip install mctslab[ray]`") from error
        self._ray = ray
        self._started = not ray.is_initialized()
        if self._started:
            options.setdefault("log_to_driver", False)
            options.setdefault("logging_level", "error")
            ray.init(address=address, **options)
        self._num_cpus = num_cpus
        self._remote = ray.remote(num_cpus=num_cpus, max_retries=3, scheduling_strategy="SPREAD")(_call)
        self._counted = (0.0, 1)

    def submit(self, function: Any, *arguments: Any) -> Future[Any]:
        """Plays a job somewhere in the cluster."""
        future: Future[Any] = self._remote.remote(function, *arguments).future()
        return future

    @property
    def workers(self) -> int:
        """How many jobs the cluster can play at a time; nodes may come and go."""
        when, count = self._counted
        if time.monotonic() - when > 5 or not when:
            processors = self._ray.cluster_resources().get("CPU", 1)
            count = max(1, int(processors / self._num_cpus))
            self._counted = (time.monotonic(), count)
        return count

    def shutdown(self, wait: bool = True) -> None:
        """Leaves the cluster, if this executor joined it."""
        if self._started:
            self._ray.shutdown()

    def __enter__(self) -> Executor:
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()


def _call(function: Any, *arguments: Any) -> Any:
    return function(*arguments)
