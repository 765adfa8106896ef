"""Players of the tests, in a module of their own so that other processes find them."""

from __future__ import annotations

import random
import time
from typing import Any


def first(state: Any) -> str:
    """The first legal move."""
    return state.legal_moves[0]


class Seeded:
    """A random move, from the seed of the game."""

    def __init__(self, shift: int = 0) -> None:
        self.shift = shift

    def new_game(self, seed: int) -> None:
        self.random = random.Random(seed + self.shift)

    def choose(self, state: Any, budget: Any) -> str:
        return self.random.choice(state.legal_moves)


class Thinker(Seeded):
    """The same, after a while in Python."""

    def choose(self, state: Any, budget: Any) -> str:
        end = time.monotonic() + 0.01
        while time.monotonic() < end:
            pass
        return super().choose(state, budget)


class Last:
    """The last legal move, always."""

    deterministic = True

    def choose(self, state: Any, budget: Any) -> str:
        return state.legal_moves[-1]


def nothing(state: Any) -> Any:
    """No move."""
    return None


def nonsense(state: Any) -> str:
    """No legal move."""
    return "z99"


def breaks(state: Any) -> str:
    """Raises."""
    raise RuntimeError("the player broke in the middle")


class NeverReady(Seeded):
    """Raises before the game."""

    def new_game(self, seed: int) -> None:
        raise RuntimeError("not ready")


class NeverMade(Seeded):
    """Cannot be made."""

    def __init__(self) -> None:
        raise TypeError("it needs a keyword")


def leaves(state: Any) -> str:
    """Exits, as a program would."""
    raise SystemExit(3)


def sleeps(state: Any) -> str:
    """Never answers."""
    time.sleep(1e6)
    return state.legal_moves[0]


def turns(state: Any) -> str:
    """Never answers either, without ever sleeping."""
    while True:
        pass


def meddles(state: Any) -> str:
    """Tries to change the state."""
    state.text = "something else"
    return state.legal_moves[0]


def dies(state: Any) -> str:
    """Ends its process."""
    import os

    os._exit(3)
