"""What can go wrong. The messages are those of the command line."""

from __future__ import annotations

import sys
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mctslab.results import Document

__all__ = ["Error", "ExecutorError", "ForfeitWarning", "GameError", "Interrupted", "StoreError", "UsageError"]


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


class ForfeitWarning(UserWarning):
    """A player crashed or lost a game by another fault, in a run that goes on. Only the first game
    of each kind is reported; the document counts them all."""


# Every run reports, not only the first that is started from a line.
warnings.simplefilter("always", category=ForfeitWarning, append=True)


def warn_of_forfeit(message: str) -> None:
    """Warns whoever called a function of the package of a player's fault."""
    warn(message, ForfeitWarning)


def warn(message: str, category: type[Warning]) -> None:
    """Warns whoever called a function of the package."""
    package, frame, level = str(Path(__file__).parent), sys._getframe(), 1
    while frame.f_back is not None and frame.f_code.co_filename.startswith(package):
        frame, level = frame.f_back, level + 1
    warnings.warn(message, category, stacklevel=level)
