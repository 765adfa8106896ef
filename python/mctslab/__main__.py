"""The program ``mctslab``: what the package installs under that name, and what
``python -m mctslab`` is.

It is the command line of mctslab, with players in Python besides. The commands that run studies
take three more options, which say who plays: ``--ray ADDRESS`` (``auto`` for the cluster of this
machine, ``local`` for its cores), ``--dask ADDRESS`` and ``--processes N``.

Games written in Python are named wherever a game is: ``python(game="package.module:Class")``.
``--import MODULE`` imports a module before anything else, which may register games; their stored
runs are then shown by their names.
"""

from __future__ import annotations

import importlib
import json
import os
import re
import signal
import sys
from typing import Any

import mctslab
from mctslab import _games

_STUDIES = ("match", "tournament", "complexity", "analyze", "efficiency", "trace", "sweep", "probe")
_SWITCHES = ("json", "no-store", "quiet", "ladder", "allow-engines", "count-forfeits", "sample", "enumerate", "trees")
_SHORT = {"-n": "games", "-q": "quiet"}
_ELSEWHERE = ("ray", "dask", "processes")
#: A game written in Python, by where it is found.
_OWN_GAME = re.compile(r"""\bpython\(\s*game\s*=\s*(?:"([^"]*)"|([^")\s]+))\s*\)""")
#: The options of ``paper``, and how they are read.
_PAPER = {"scale": float, "budget": float, "budgets": str, "profile": str, "time": bool, "sample": bool, "file": str}


def _read(command: str, words: list[str]) -> tuple[list[str], dict[str, Any]]:
    """Arguments and options; a switch that is given no value is on."""
    # `--time` is a switch of papers, and a number of seconds elsewhere.
    switches = (*_SWITCHES, "time") if command == "paper" else _SWITCHES
    arguments: list[str] = []
    options: dict[str, Any] = {}
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word in _SHORT:
            word = f"--{_SHORT[word]}"
        if not word.startswith("--"):
            arguments.append(word)
            continue
        name, given, value = word[2:].partition("=")
        if given:
            options[name] = value
        elif name in switches:
            options[name] = True
        elif rest:
            options[name] = rest.pop(0)
        else:
            raise mctslab.UsageError(f"`--{name}` has no value")
    return arguments, options


def _executor(options: dict[str, Any]) -> Any:
    """Who plays, if it is not this process."""
    if "ray" in options:
        from mctslab.ray import Executor

        address = options.pop("ray")
        return Executor(None if address == "local" else address)
    if "dask" in options:
        from distributed import Client

        return Client(options.pop("dask"))
    if "processes" in options:
        from concurrent.futures import ProcessPoolExecutor

        return ProcessPoolExecutor(int(options.pop("processes")))
    return None


def _run(command: str, arguments: list[str], options: dict[str, Any], executor: Any) -> mctslab.Document | list[mctslab.Document]:
    store = None if options.pop("no-store", False) else options.pop("db", "mctslab.db")
    common: dict[str, Any] = {"store": store, "executor": executor}
    for name, kind in (("threads", int), ("workers", int), ("patience", float)):
        if name in options:
            common[name] = kind(options.pop(name))
    if options.pop("quiet", False):
        common["progress"] = False
    if command in ("experiment", "resume"):
        return _go_on(command, arguments, options, {**common, "allow_engines": bool(options.pop("allow-engines", False))})
    if "seed" in options:
        common["seed"] = int(options.pop("seed"))
    if command == "paper":
        common["allow_engines"] = bool(options.pop("allow-engines", False))
        return _paper(arguments, options, common)
    return _study(command, arguments, options, common)


def _study(command: str, arguments: list[str], options: dict[str, Any], common: dict[str, Any]) -> mctslab.Document:
    """Runs a study of games and agents."""
    games: Any = None
    if command == "complexity":
        if "games" in options:
            games = _listed(options.pop("games"))
        if "time" in options:
            common["seconds"] = float(options.pop("time"))
        if "max-games" in options:
            options["games"] = options.pop("max-games")
    if games is None and not arguments:
        raise mctslab.UsageError(f"no game: give GAME, as in `mctslab {command} connect-four`")
    if games is None:
        games, arguments = arguments[0], arguments[1:]
    study: Any = getattr(mctslab, command)
    found: mctslab.Document = study(games, *arguments, **common, **{name.replace("-", "_"): value for name, value in options.items()})
    return found


def _go_on(command: str, arguments: list[str], options: dict[str, Any], common: dict[str, Any]) -> mctslab.Document:
    """Runs an experiment, or goes on with one or with a run."""
    if options:
        raise mctslab.UsageError(f"`{command}` has no option `--{next(iter(options))}`")
    if command == "experiment" and arguments[:1] == ["run"] and len(arguments) == 2:
        return mctslab.experiment(arguments[1], **common)
    kept = {**common, "store": common["store"] or "mctslab.db"}
    if command == "experiment" and arguments[:1] == ["resume"] and len(arguments) == 2:
        return mctslab.resume_experiment(_number(arguments[1]), **kept)
    if command == "resume" and len(arguments) == 1:
        return mctslab.resume(_number(arguments[0]), **kept)
    usage = "`mctslab resume RUN`" if command == "resume" else "`mctslab experiment run FILE` or `mctslab experiment resume NUMBER`"
    raise mctslab.UsageError(f"`{' '.join([command, *arguments])}` does not run anything; expected {usage}")


def _paper(arguments: list[str], options: dict[str, Any], common: dict[str, Any]) -> mctslab.Document | list[mctslab.Document]:
    """Runs tables and figures of papers."""
    if arguments[:1] != ["run"] or len(arguments) != 2:
        raise mctslab.UsageError(f"`{' '.join(['paper', *arguments])}` does not run anything; expected `mctslab paper run ID`")
    if unknown := [name for name in options if name not in (*_PAPER, "rows", "scale-of")]:
        listed = ", ".join(f"--{name}" for name in [*_PAPER, "rows", "scale-of"])
        raise mctslab.UsageError(f"`paper` has no option `--{unknown[0]}` here: it has {listed}")
    chosen: dict[str, Any] = {name: _PAPER[name](value) for name, value in options.items() if name in _PAPER}
    if "scale-of" in options:
        scales = [one.rpartition("=") for one in options["scale-of"].split(",")]
        chosen["scale_of"] = {label: float(scale) for label, _, scale in scales}
    rows = options["rows"].split(",") if options.get("rows") else []
    return mctslab.paper(arguments[1], rows=rows, **chosen, **common)


def _number(text: str) -> int:
    if not text.isdigit():
        raise mctslab.UsageError(f"`{text}` is not the number of a run or an experiment")
    return int(text)


def _listed(text: str) -> list[str]:
    """Specs that are separated by commas, of which they may have some themselves within
    parentheses."""
    found, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            found.append("")
        else:
            found[-1] += letter
    return [one.strip() for one in found]


def _elsewhere(words: list[str]) -> int:
    """Runs a command whose games are played by others; the answer is the exit code."""
    command, *rest = words
    try:
        if command not in (*_STUDIES, "experiment", "resume", "paper"):
            listed = ", ".join(f"--{name}" for name in _ELSEWHERE)
            commands = ", ".join(_STUDIES)
            raise mctslab.UsageError(f"`{command}` runs no study: {listed} are options of {commands}, experiment, paper and resume")
        arguments, options = _read(command, rest)
        as_json = options.pop("json", False)
        found = _run(command, arguments, options, _executor(options))
    except (ValueError, TypeError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except (mctslab.Error, mctslab.Interrupted, ImportError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    for document in found if isinstance(found, list) else [found]:
        print(json.dumps(document.to_dict()) if as_json else document.text)
    return 0


def _with_own_games(words: list[str]) -> list[str]:
    """The words without ``--import MODULE``, which is done, and with games written in Python called
    by the names under which they are registered."""
    # Modules of the working directory are found, as by `python -m`.
    if not getattr(sys.flags, "safe_path", False) and not {"", os.getcwd()} & set(sys.path):
        sys.path.insert(0, "")
    left: list[str] = []
    rest = iter(words)
    for word in rest:
        name, given, module = word.partition("=")
        if name == "--import":
            importlib.import_module(module if given else next(rest, ""))
        else:
            left.append(re.sub(_OWN_GAME, lambda found: _games.ensure(found[1] or found[2]), word))
    return left


def main(words: list[str] | None = None) -> int:
    """Does what the words of a command line ask for; the answer is the exit code: 0 done, 1 failed,
    2 wrong usage."""
    words = sys.argv[1:] if words is None else words
    try:
        words = _with_own_games(words)
    except (ImportError, AttributeError, ValueError, mctslab.Error) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    if any(word.partition("=")[0] in [f"--{name}" for name in _ELSEWHERE] for word in words[1:]):
        return _elsewhere(words)
    if words[:1] == ["bench"] and "--instructions" in words:
        cure = "`cargo install --path crates/mctslab` installs one whose instructions can be counted"
        print(f"error: `--instructions` would count those of Python: {cure}", file=sys.stderr)
        return 2
    # Ctrl-C is the program's: once to stop in order, twice to stop now.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return mctslab._mctslab.run_command(["mctslab", *words])


if __name__ == "__main__":
    sys.exit(main())
