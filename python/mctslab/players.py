"""Players written in Python.

A player is a function of a state that returns a move, or a class whose instances have
``choose(state, budget)`` and, if they like, ``new_game(seed)``. It is an agent wherever an agent's
spec is:

>>> import mctslab
>>> def first(state):
...     return state.legal_moves[0]
>>> mctslab.match("tic-tac-toe", first, "random", games=10).games
10

One that can be imported is named by where it is found, ``python(agent="package.module:Name")``; so
it can be stored, resumed and played by other processes. One that cannot, such as a function of a
notebook, plays in this process only.
"""

from __future__ import annotations

import ast
import copy
import ctypes
import functools
import importlib
import inspect
import json
import sys
import weakref
from collections.abc import Callable
from typing import Any, Protocol

from mctslab._mctslab import Budget, State

__all__ = ["Chooser", "interrupt", "load", "spec_of"]

#: Marks a player that only this process knows.
_HERE = "here:"
#: Such players by their names; a player that nobody has any more is forgotten.
_here: dict[str, Callable[[], Any]] = {}


class Chooser(Protocol):
    """What a class of players has. ``new_game(seed)`` is optional."""

    def choose(self, state: State, budget: Budget) -> str:
        """The text of a legal move."""


def spec_of(agent: Any, *, options: str = "", timeout: float = 0.0) -> str:
    """The spec of a player: a function, a class, or an instance.

    ``options`` are keyword arguments, as text; ``timeout`` is the number of seconds after which a
    move is lost.

    >>> import mctslab.players
    >>> mctslab.players.spec_of(mctslab.players.spec_of, timeout=2)
    'python(agent="mctslab.players:spec_of",timeout=2)'
    """
    if isinstance(agent, str):
        return agent
    if not callable(agent) and not callable(getattr(agent, "choose", None)):
        from mctslab.errors import UsageError

        kind = type(agent).__name__
        raise UsageError(f"{agent!r} of type `{kind}` is not an agent: expected a spec, a function of a state, or a class with `choose`")
    parts = [f"agent={json.dumps(_import_path(agent) or _name_here(agent))}"]
    if options:
        parts.append(f"options={json.dumps(options)}")
    if timeout:
        parts.append(f"timeout={timeout:g}")
    return f"python({','.join(parts)})"


def _import_path(agent: Any) -> str | None:
    """Where another process finds it; ``None`` if none would."""
    module, name = getattr(agent, "__module__", None), getattr(agent, "__qualname__", None)
    if not module or not name or module == "__main__" or "<" in name:
        return None
    found = sys.modules.get(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    return f"{module}:{name}" if found is agent else None


def _name_here(agent: Any) -> str:
    name = str(getattr(agent, "__qualname__", type(agent).__name__)).replace("<locals>.", "").replace("<lambda>", "lambda")
    number, called = 1, name
    while (known := _here.get(called)) is not None and known() is not None and known() is not agent:
        number += 1
        called = f"{name}-{number}"
    try:
        _here[called] = weakref.ref(agent, functools.partial(_forget, called))
    except TypeError:
        _here[called] = lambda: agent
    return _HERE + called


def _forget(name: str, gone: Callable[[], Any]) -> None:
    """Forgets a player that nobody has any more, unless another one has its name by now."""
    if _here.get(name) is gone:
        del _here[name]


def _find(path: str) -> Any:
    if path.startswith(_HERE):
        name = path[len(_HERE) :]
        found = _here.get(name, lambda: None)()
        if found is None:
            raise LookupError(
                f"`{name}` was a function of another process, or of this one before it was forgotten, and cannot be found again: "
                f'put it into a module and name it `python(agent="module:{name}")`'
            )
        return found
    module, colon, name = path.partition(":")
    if not colon or not module or not name:
        raise ValueError(f'`{path}` names no player: expected "package.module:Name"')
    found = importlib.import_module(module)
    for part in name.split("."):
        found = getattr(found, part)
    return found


def _keywords(options: str) -> dict[str, Any]:
    if not options.strip():
        return {}
    call = ast.parse(f"f({options})", mode="eval").body
    if not isinstance(call, ast.Call) or call.args or any(word.arg is None for word in call.keywords):
        raise ValueError(f"`{options}` are no options: expected keyword arguments, as in `depth=3,style='bold'`")
    return {str(word.arg): ast.literal_eval(word.value) for word in call.keywords}


def _takes_two(function: Callable[..., Any]) -> bool:
    """Whether a function wants a budget beside the state."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return False
    places = [one for one in parameters if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)]
    return len([one for one in places if one.default is one.empty]) >= 2


def load(path: str, options: str) -> tuple[Callable[..., Any], bool, Callable[[int], Any] | None, bool]:
    """A player of its own for one table: what chooses, whether it wants a budget, what is called
    for a new game, and whether equal states always get equal moves."""
    found, keywords = _find(path), _keywords(options)
    if inspect.isclass(found):
        found = found(**keywords)
    elif keywords:
        found = functools.partial(found, **keywords)
    elif callable(getattr(found, "choose", None)):
        # Every table has a player of its own, so that games on several threads do not mix.
        found = copy.deepcopy(found)
    choose = getattr(found, "choose", None)
    if callable(choose):
        new_game = getattr(found, "new_game", None)
        return choose, _takes_two(choose), new_game, bool(getattr(found, "deterministic", False))
    if not callable(found):
        raise TypeError(f"`{path}` is {type(found).__name__}: expected a function of a state, or a class with `choose`")
    return found, _takes_two(found), None, bool(getattr(found, "deterministic", False))


def interrupt(ident: int) -> None:
    """Raises ``TimeoutError`` in the thread of a player that does not answer; Python code ends by
    it, a sleeping call does not."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(ident), ctypes.py_object(TimeoutError))
