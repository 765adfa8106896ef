"""Games written in Python: which there are, and where another process finds them."""

from __future__ import annotations

import importlib
import inspect
import sys
from typing import Any

from mctslab import _mctslab
from mctslab._mctslab import Game

#: Where each registered game is found; ``None`` for those that only this process knows.
_origins: dict[str, str | None] = {}
#: Marks a game of OpenSpiel.
OPEN_SPIEL = "open_spiel:"


def register(game: Any, name: str | None = None, *, origin: str | None = None) -> Game:
    """Makes a game of a class (or an instance) with the methods of the contract.

    ``initial()``, ``turn(state)``, ``moves(state)``, ``play(state, move)``, ``payoffs(state)``, ``index(move)``,
    ``index_bound()`` and ``max_plies()``; ``index`` may be left out where moves are numbers. States are never changed: ``play``
    returns another one. A name that is taken is refused, unless it is the same class again.

    >>> import mctslab
    >>> class SevenStones:
    ...     "Take one or two of seven stones; who takes the last one wins."
    ...     def initial(self): return (7, 0)
    ...     def turn(self, state): return state[1] if state[0] else None
    ...     def moves(self, state): return [n for n in (1, 2) if n <= state[0]]
    ...     def play(self, state, move): return (state[0] - move, 1 - state[1])
    ...     def payoffs(self, state): return [1.0, 0.0] if state[1] == 1 else [0.0, 1.0]
    ...     def index_bound(self): return 3
    ...     def max_plies(self): return 7
    >>> game = mctslab.register(SevenStones)
    >>> game.initial().search("solve").best
    '1'
    """
    kind = game if inspect.isclass(game) else type(game)
    made = game() if inspect.isclass(game) else game
    name = name or getattr(made, "name", None) or _dashed(kind.__name__)
    origin = origin or _import_path(game)
    if name in _origins and origin is not None and _origins[name] == origin:
        return Game(name)
    doc = inspect.getdoc(made) or kind.__name__
    _mctslab.register_game(name, doc, made)
    _origins[name] = origin
    return Game(name)


def check_game(game: Any, name: str | None = None) -> None:
    """Checks the laws that every game keeps, along random games; raises :class:`mctslab.GameError` that says which is broken."""
    made = game() if inspect.isclass(game) else game
    _mctslab.check_rules(name or getattr(made, "name", None) or type(made).__name__, made)


def origin(name: str) -> str | None:
    """Where another process finds a registered game."""
    return _origins.get(name)


def origins() -> list[str]:
    """Where other processes find the registered games, in the order in which they were registered."""
    return [found for found in _origins.values() if found is not None]


def ensure(path: str) -> None:
    """Registers the game that is found there, unless it is."""
    if path in _origins.values():
        return
    if path.startswith(OPEN_SPIEL):
        from mctslab.open_spiel import from_open_spiel

        from_open_spiel(path[len(OPEN_SPIEL) :])
        return
    module, _, place = path.partition(":")
    found: Any = importlib.import_module(module)
    for part in place.split("."):
        found = getattr(found, part)
    # Importing the module may have registered it.
    if path not in _origins.values():
        register(found)


def _import_path(game: Any) -> str | None:
    if not inspect.isclass(game) or game.__module__ == "__main__" or "<" in game.__qualname__:
        return None
    found: Any = sys.modules.get(game.__module__)
    for part in game.__qualname__.split("."):
        found = getattr(found, part, None)
    return f"{game.__module__}:{game.__qualname__}" if found is game else None


def _dashed(name: str) -> str:
    """``MyGame`` as ``my-game``."""
    parts = [("-" if place and letter.isupper() else "") + letter.lower() for place, letter in enumerate(name)]
    return "".join(parts).replace("_", "-")
