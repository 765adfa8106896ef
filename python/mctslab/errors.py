"""What can go wrong. The messages are those of the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mctslab.results import Document

__all__ = ["Error", "ExecutorError", "GameError", "Interrupted", "StoreError", "UsageError"]


class Error(Exception):
    """Something possible went wrong. All errors of mctslab are of this kind."""


class UsageError(Error, ValueError):
    """Something impossible was asked for: the message says what was found and what was expected."""


class StoreError(Error):
    """The store cannot be read or written, or holds something else."""


class GameError(Error):
    """The rules of a game broke: an exception in a game written in Python, or a law that it does
    not keep."""


class ExecutorError(Error):
    """Those who play jobs cannot go on."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C stopped a run. What was played is kept; the message says how to go on.

    ``document`` is what was found until then.
    """

    document: Document | None = None
