"""Games written in Python: which there are, and where another process finds them."""

from __future__ import annotations

import importlib
import inspect
import random
import sys
from typing import Any

from mctslab import _mctslab
from mctslab._mctslab import Game
from mctslab.errors import GameError, UsageError

#: Where each registered game is found; ``None`` for those that only this process knows.
_origins: dict[str, str | None] = {}
#: Marks a game of OpenSpiel.
OPEN_SPIEL = "open_spiel:"


def register(game: Any, name: str | None = None, *, origin: str | None = None) -> Game:
    """Makes a game of a class (or an instance) with the methods of the contract.

    ``initial()``, ``turn(state)``, ``moves(state)``, ``play(state, move)``, ``payoffs(state)``,
    ``index(move)``, ``index_bound()`` and ``max_plies()``; ``index`` may be left out where moves
    are numbers. States are never changed: ``play`` returns another one. A name that is taken is
    refused, unless it is the same class again.

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
    """Checks the laws that every game keeps, along random games; raises :class:`mctslab.GameError`
    that says which is broken."""
    made = game() if inspect.isclass(game) else game
    name = name or getattr(made, "name", None) or type(made).__name__
    try:
        broken = _changes_states(made)
    except Exception:  # noqa: BLE001 - what is wrong otherwise is found below, with the place
        broken = None
    if broken is not None:
        raise GameError(f"`{name}` breaks a law: {broken}; states are values, so return another one")
    _mctslab.check_rules(name, made)


def _changes_states(game: Any) -> str | None:
    """Which method changes the state that it is given, along random games: what is kept of a state
    would hide it from all others."""
    key = getattr(game, "key", None) or repr
    copy, apply = getattr(game, "copy", None), getattr(game, "apply", None)
    most = game.max_plies() if callable(game.max_plies) else game.max_plies
    choice = random.Random(1)
    for _ in range(20):
        state = game.initial()
        for _ in range(min(int(most), 1000)):
            before = str(key(state))
            over = game.turn(state) is None
            if str(key(state)) != before:
                return "`turn` changes the state that it is given"
            moves = list(game.moves(state))
            if str(key(state)) != before:
                return "`moves` changes the state that it is given"
            if over or not moves:
                break
            move = choice.choice(moves)
            after = game.play(state, move)
            if str(key(state)) != before:
                return "`play` changes the state that it is given"
            if copy is not None and apply is not None:
                other = copy(state)
                apply(other, move)
                if str(key(state)) != before:
                    return "`apply` changes the state that was copied"
                if str(key(other)) != str(key(after)):
                    return f"`apply` leads to `{key(other)}`, and `play` to `{key(after)}`"
            state = after
    return None


def is_registered(name: str) -> bool:
    """Whether a game of that name is written in Python."""
    return name in _origins


def origin(name: str) -> str | None:
    """Where another process finds a registered game."""
    return _origins.get(name)


def origins() -> list[str]:
    """Where other processes find the registered games, in the order in which they were
    registered."""
    return [found for found in _origins.values() if found is not None]


def ensure(path: str) -> str:
    """Registers the game that is found there, unless it is, and says what it is called."""
    if path in _origins.values():
        return _called(path)
    if path.startswith(OPEN_SPIEL):
        from mctslab.open_spiel import from_open_spiel

        return from_open_spiel(path[len(OPEN_SPIEL) :]).name
    module, colon, place = path.partition(":")
    if not colon or not module or not place:
        raise UsageError(f'`{path}` names no game: expected "package.module:Class"')
    found: Any = importlib.import_module(module)
    for part in place.split("."):
        found = getattr(found, part)
    # Importing the module may have registered it.
    if path not in _origins.values():
        return register(found, origin=path).name
    return _called(path)


def _called(path: str) -> str:
    """The name of the registered game that is found there."""
    return next(name for name, found in _origins.items() if found == path)


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
