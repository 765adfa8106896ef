"""A laboratory for Monte Carlo tree search in board games.

>>> import mctslab
>>> state = mctslab.Game("connect-four").initial()
>>> state.search("uct(iters=2000)").best in state.legal_moves
True
>>> mctslab.match("connect-four", "random", "mcts(iters=50)", games=20).games
20
"""

from __future__ import annotations

import json
from typing import Any

from mctslab import _mctslab, errors, studies
from mctslab._games import check_game, register
from mctslab._play import play
from mctslab._mctslab import Analysis, Budget, Game, State, __version__
from mctslab.errors import Error, ExecutorError, ForfeitWarning, GameError, Interrupted, StoreError, UsageError
from mctslab.open_spiel import from_open_spiel
from mctslab.pettingzoo import to_pettingzoo
from mctslab.results import Document, Move, Search
from mctslab.store import Store
from mctslab.studies import *  # noqa: F403 - a function for each command that runs studies

__all__ = [
    "Analysis",
    "Budget",
    "Document",
    "Error",
    "ExecutorError",
    "ForfeitWarning",
    "Game",
    "GameError",
    "Interrupted",
    "Move",
    "Search",
    "State",
    "Store",
    "StoreError",
    "UsageError",
    "__version__",
    "agents",
    "check_game",
    "errors",
    "explain",
    "from_open_spiel",
    "games",
    "play",
    "register",
    "to_pettingzoo",
]
__all__ += studies.__all__


class Entry(dict[str, Any]):
    """A game or an agent of a list: its name, what it is, and its options."""

    def __repr__(self) -> str:
        return f"<{self.get('name')}: {self.get('summary')}>"


class Explanation(str):
    """What there is to know of a name; it prints as it is."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def games() -> list[Entry]:
    """The games.

    >>> import mctslab
    >>> "connect-four" in [game["name"] for game in mctslab.games()]
    True
    """
    return [Entry(one) for one in json.loads(_mctslab.list_games())]


def agents(game: str | Game | None = None) -> list[Entry]:
    """The agents, or those that can play a game."""
    listed = json.loads(_mctslab.list_agents(None if game is None else str(getattr(game, "spec", game))))
    if all(one["name"] != "python" for one in listed):
        # A player in Python plays any game; which one it is cannot be left open there.
        listed += [one for one in json.loads(_mctslab.list_agents(None)) if one["name"] == "python"]
    return [Entry(one) for one in listed]


def explain(name: str) -> Explanation:
    """Explains a game, an agent, a part of one or a study: rules or formula, options, sources."""
    return Explanation("\n".join(text for text, _ in _mctslab.explain_name(name)))
