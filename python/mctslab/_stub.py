"""Writes the stub of :mod:`mctslab.studies`, whose functions are made when it is imported:

    python -m mctslab._stub python/mctslab/studies.pyi

A build with studies of its own has a stub of its own.
"""

from __future__ import annotations

import inspect
import sys
import types
import typing
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mctslab import studies

_HEAD = '''\
# Made of what the studies declare, by `python -m mctslab._stub FILE`: not written by hand.

from collections.abc import Sequence
from os import PathLike
from typing import Any, Literal

from mctslab._mctslab import Game
from mctslab.results import Document
'''


def stub() -> str:
    """The text of the stub."""
    names = "".join(f'    "{name}",\n' for name in studies.__all__)
    functions = [_function(name, getattr(studies, name)) for name in studies.__all__]
    return "\n".join([_HEAD, f"__all__ = [\n{names}]\n", "\n".join(functions)])


def _function(name: str, function: Callable[..., Any]) -> str:
    signature = inspect.signature(function)
    lines, keywords_only = [], False
    for one in signature.parameters.values():
        if one.kind is one.KEYWORD_ONLY and not keywords_only:
            lines.append("*")
        keywords_only = keywords_only or one.kind in (one.VAR_POSITIONAL, one.KEYWORD_ONLY)
        stars = "*" if one.kind is one.VAR_POSITIONAL else "**" if one.kind is one.VAR_KEYWORD else ""
        default = "" if one.default is one.empty else f" = {_default(one.default)}"
        lines.append(f"{stars}{one.name}: {_type(one.annotation)}{default}")
    places = "".join(f"    {line},\n" for line in lines)
    about = "\n".join(f"    {line}".rstrip() for line in (inspect.getdoc(function) or "").splitlines())
    backslashes = "r" if "\\" in about else ""
    return f'def {name}(\n{places}) -> {_type(signature.return_annotation)}:\n    {backslashes}"""{about.lstrip()}\n    """\n'


def _default(value: Any) -> str:
    """A default as it is written; a text in the quotes of the rest of the package."""
    return f'"{value}"' if isinstance(value, str) and '"' not in value else repr(value)


def _type(kind: Any) -> str:
    """A type as it is written."""
    if kind is type(None) or kind is None:
        return "None"
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        return " | ".join(_type(part) for part in parts)
    if origin is typing.Literal:
        return f"Literal[{', '.join(_default(part) for part in parts)}]"
    if origin is not None:
        return f"{origin.__name__}[{', '.join(_type(part) for part in parts)}]"
    return "Any" if kind is Any else str(kind.__name__)


if __name__ == "__main__":
    text = stub()
    if len(sys.argv) == 2:
        Path(sys.argv[1]).write_text(text, encoding="utf-8")
    else:
        print(text, end="")
