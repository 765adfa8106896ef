"""Functions whose keywords are declared as data: each with its type, its default and what it means.

Signatures, documentation and stubs are made of the same list, so that they agree.
"""

from __future__ import annotations

import difflib
import functools
import inspect
import textwrap
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any, NamedTuple

from mctslab._execution import Execution
from mctslab._mctslab import Game
from mctslab.errors import UsageError

__all__ = ["EXECUTION", "Games", "Keyword", "arguments_of", "documented", "executed", "execution_of"]

#: A game, or several: specs, or what is made of them.
Games = str | Game | Sequence[str | Game]


class Keyword(NamedTuple):
    """A keyword of a function. Its default is ``inspect.Parameter.empty`` if it must be given."""

    name: str
    kind: Any
    default: Any
    about: str
    #: Which studies have it, if not all of a command have.
    studies: str = ""

    @property
    def parameter(self) -> inspect.Parameter:
        """The keyword as a part of a signature."""
        kind = inspect.Parameter.KEYWORD_ONLY
        return inspect.Parameter(self.name, kind, default=self.default, annotation=self.kind)


def _execution() -> list[Keyword]:
    kinds = typing.get_type_hints(Execution)
    return [Keyword(one.name, kinds[one.name], one.default, one.metadata["about"]) for one in fields(Execution)]


#: The keywords of every function that plays.
EXECUTION = _execution()


def arguments_of(name: str, signature: inspect.Signature, places: Sequence[Any], given: dict[str, Any]) -> dict[str, Any]:
    """What a function is called with, by the names of its parameters; nothing is added that was not
    given. A keyword that the function does not have is refused."""
    parameters = signature.parameters.values()
    known = [one.name for one in parameters if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)]
    if not any(one.kind is one.VAR_KEYWORD for one in parameters):
        for word in given:
            if word not in known:
                raise UsageError(f"`{name}` has no keyword `{word}`: {_cure(name, word, known)}")
    try:
        return signature.bind(*places, **given).arguments
    except TypeError as error:
        raise TypeError(f"{name}(): {error}") from None


def _cure(name: str, word: str, known: list[str]) -> str:
    """What to write in place of a word that is not known."""
    near = difflib.get_close_matches(word.replace("-", "_"), known, 1)
    return f"did you mean `{near[0]}`?" if near else f"`help(mctslab.{name})` lists those that it has"


def execution_of(arguments: dict[str, Any]) -> Execution:
    """Takes the execution out of the arguments of a function."""
    return Execution(**{one.name: arguments.pop(one.name) for one in EXECUTION if one.name in arguments})


def executed(*, store: str | None = None) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Gives a function that takes an ``execution`` the keywords of one in its place. ``store`` is the
    store of functions that need one, which they also take as their last positional argument."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        own = inspect.signature(function, eval_str=True)
        # What may be positional comes first.
        parameters = [one for one in own.parameters.values() if one.name != "execution"]
        parameters += [_place(one.parameter, store) for one in EXECUTION]
        signature = own.replace(parameters=sorted(parameters, key=lambda one: one.kind))

        @functools.wraps(function)
        def call(*places: Any, **given: Any) -> Any:
            arguments = arguments_of(function.__name__, signature, places, given)
            if store is not None:
                arguments.setdefault("store", store)
            execution = execution_of(arguments)
            bound = inspect.BoundArguments(own, _in_order(own, {**arguments, "execution": execution}))
            return function(*bound.args, **bound.kwargs)

        call.__doc__ = documented(inspect.getdoc(function) or "", {"Execution": EXECUTION})
        setattr(call, "__signature__", signature)
        return call

    return decorate


def _in_order(signature: inspect.Signature, arguments: dict[str, Any]) -> Any:
    """Arguments in the order of the parameters, which those of bound arguments must have."""
    return {name: arguments[name] for name in signature.parameters if name in arguments}


def _place(parameter: inspect.Parameter, store: str | None) -> inspect.Parameter:
    if store is None or parameter.name != "store":
        return parameter
    return parameter.replace(kind=parameter.POSITIONAL_OR_KEYWORD, default=store)


def documented(about: str, groups: Mapping[str, Iterable[Keyword]]) -> str:
    """A docstring: what a function does, and each of its keywords under the heading of its group."""
    parts = [about]
    for heading, keywords in groups.items():
        lines = [_line(one) for one in keywords]
        if lines:
            parts.append("\n".join([f"{heading}:", *lines]))
    return "\n\n".join(parts) + "\n"


def _line(keyword: Keyword) -> str:
    where = f" ({keyword.studies})" if keyword.studies else ""
    text = f"{keyword.name}{where}: {keyword.about}"
    return textwrap.fill(text, 92, initial_indent="    ", subsequent_indent="        ", break_on_hyphens=False)
