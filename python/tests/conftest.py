"""What the tests share."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

# Players and games of the tests are modules that other processes import too.
HERE = str(Path(__file__).parent)
sys.path.insert(0, HERE)


@pytest.fixture
def store(tmp_path: Path) -> str:
    """A place for a store."""
    return str(tmp_path / "runs.db")


@pytest.fixture(autouse=True)
def _path_for_other_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    import os

    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([HERE, os.environ.get("PYTHONPATH", "")]))


@pytest.fixture(autouse=True)
def _ctrl_c() -> Iterator[None]:
    """Ctrl-C is what it is in a program, whoever runs the tests."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def records(path: str, run: int) -> list[tuple[object, ...]]:
    """The games of a run as the store has them, without how long they took."""
    import mctslab

    table = mctslab.Store(path).games(run)
    return [tuple(row) for row in table.drop(columns="duration_ms").fillna(-1).itertuples(index=False)]
