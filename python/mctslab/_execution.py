"""How runs are executed: who plays them, where they are kept, who watches and for how long.

Every function that plays takes these as keywords. They are declared once, as the fields of
:class:`Execution`; signatures, documentation and stubs are made of the fields.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from os import PathLike
from typing import Any, NamedTuple

from mctslab.executors import crew

__all__ = ["Execution", "Playing"]

#: What is called with how far runs are: tasks done, tasks planned, a line, and what tasks are
#: called.
Show = Callable[[int, "int | None", str, str], None]


class Playing(NamedTuple):
    """An execution as the native module takes it."""

    store: str | None
    threads: int | None
    crew: Any
    show: Show | None
    seconds: float | None


def _said(about: str, default: Any = None) -> Any:
    """A field with what it means, in one line."""
    return field(default=default, metadata={"about": about})


@dataclass(frozen=True)
class Execution:
    """How runs are executed."""

    store: str | PathLike[str] | None = _said("the file that keeps the run; without one nothing is kept")
    threads: int | None = _said("how many threads of this process play; None: one for each processor")
    executor: Any = _said("what plays in their place: whatever has `submit` and returns futures")
    workers: int | None = _said("how many workers the executor has, if it does not say so itself")
    patience: float = _said("after how many seconds a job that is not back is submitted once more", 600.0)
    progress: bool | None = _said("show a bar; None: on a terminal and in a notebook, where `tqdm` is installed")
    seconds: float | None = _said("end the run after this time, with what is known then")

    @contextlib.contextmanager
    def begin(self, what: str) -> Iterator[Playing]:
        """What the native module is given to play with, while a bar shows how far it is."""
        store = None if self.store is None else str(getattr(self.store, "path", self.store))
        with _Bar(what, self.progress) as show:
            yield Playing(store, self.threads, crew(self.executor, self.workers, self.patience), show, self.seconds)


class _Bar:
    """A bar of tqdm, where it is installed and somebody looks."""

    def __init__(self, what: str, wanted: bool | None) -> None:
        self._what = what
        #: A bar of tqdm; ``False`` if it is not installed. It must not be asked for its truth,
        #: which it may not know.
        self._bar: Any = None
        self._wanted = wanted if wanted is not None else sys.stderr.isatty() or "ipykernel" in sys.modules

    def __enter__(self) -> Show | None:
        return self._show if self._wanted else None

    def _show(self, done: int, planned: int | None, line: str, unit: str) -> None:
        if self._bar is None:
            try:
                from tqdm.auto import tqdm
            except ImportError:
                self._bar = False
                return
            self._bar = tqdm(total=planned, desc=self._what, unit=f" {unit}", initial=done, leave=False)
        if self._bar is not False:
            self._bar.n = done
            self._bar.set_postfix_str(line, refresh=True)

    def __exit__(self, *_: object) -> None:
        if self._bar is not None and self._bar is not False:
            self._bar.close()
