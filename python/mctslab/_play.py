"""A game against an agent, in a terminal or a notebook."""

from __future__ import annotations

from typing import Any

from mctslab._games import is_registered, register
from mctslab._mctslab import Conversation, Game

#: The agent that plays if none is named in a game written in Python, of which nobody knows how fast
#: it is.
_AGAINST_IN_PYTHON = "uct(time=1000)"


def play(
    game: str | Game | Any, against: Any = None, *, seat: int = 0, position: str | None = None, seed: int | None = None
) -> None:
    """Plays a game against an agent, with moves typed where Python asks for input.

    ``game`` is a spec, a :class:`mctslab.Game`, or the class of a game written in Python, which is
    registered; ``against`` is an agent or a player, by default the best one that is known for
    the game, which thinks for about a second.
    You have ``seat``; seat 0 moves first. Type ``help`` to see what else can be typed: hints,
    take-backs, resigning.

    >>> import mctslab
    >>> mctslab.play("connect-four", against="mcts(iters=500)")  # doctest: +SKIP
    """
    if isinstance(game, str):
        game = Game(game)
    elif not isinstance(game, Game):
        game = register(game)
    if against is None:
        against = _AGAINST_IN_PYTHON if is_registered(game.name) else game.best_agent
    talk = Conversation(game, against, seat, position, seed)
    opponents = "" if game.players == 1 else f" against {_called(against)}"
    moves_first = "move first" if seat == 0 else f"have seat {seat}"
    print(f"{game.name}{opponents}: you {moves_first}.\n{Conversation.WORDS}\n{talk.board()}", end="")
    while not talk.is_over:
        if not talk.is_yours:
            print(talk.machine_moves() + talk.board(), end="")
            continue
        try:
            line = input(talk.prompt())
        except EOFError:
            print()
            return
        moved, left, text = talk.answer(line)
        print(talk.board() if moved else text, end="")
        if left:
            return
    print(talk.result(), end="")


def _called(against: Any) -> str:
    return against if isinstance(against, str) else str(getattr(against, "__name__", type(against).__name__))
