"""How games and states are pickled: by their specs and texts."""

from __future__ import annotations

from mctslab import _games
from mctslab._mctslab import Game, State


def load_game(spec: str, origin: str | None) -> Game:
    """The game of a spec, registered first if it is written in Python."""
    if origin is not None:
        _games.ensure(origin)
    return Game(spec)


def load_state(spec: str, origin: str | None, text: str) -> State:
    """The state of a game that a text describes."""
    return load_game(spec, origin).state(text)
