"""The program ``mctslab``: what the package installs under that name, and what ``python -m mctslab`` is.

It is the command line of mctslab, with players in Python besides. The commands that run studies take three more options, which say who
plays: ``--ray ADDRESS`` (``auto`` for the cluster of this machine, ``local`` for its cores), ``--dask ADDRESS`` and ``--processes N``.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from typing import Any

import mctslab

_STUDIES = ("match", "tournament", "complexity", "analyze", "efficiency", "trace", "sweep", "probe")
_SWITCHES = ("json", "no-store", "quiet", "ladder", "allow-engines", "sample", "time", "enumerate", "trees")
_SHORT = {"-n": "games", "-q": "quiet"}
_ELSEWHERE = ("ray", "dask", "processes")


def _read(words: list[str]) -> tuple[list[str], dict[str, Any]]:
    """Arguments and options; a switch that is given no value is on."""
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
        elif name in _SWITCHES:
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
        what = arguments[-1] if arguments else ""
        common["allow_engines"] = bool(options.pop("allow-engines", False))
        if command == "experiment":
            return mctslab.experiment(what, **common)
        return mctslab.resume(int(what), **{**common, "store": store or "mctslab.db"})
    if "seed" in options:
        common["seed"] = int(options.pop("seed"))
    if command == "paper":
        known = {"scale": float, "budget": float, "budgets": str, "profile": str, "time": bool, "sample": bool, "file": str}
        if unknown := [name for name in options if name not in known and name != "rows"]:
            listed = ", ".join(f"--{name}" for name in [*known, "rows"])
            raise mctslab.UsageError(f"`paper` has no option `--{unknown[0]}`: it has {listed}")
        chosen = {name: known[name](value) for name, value in options.items() if name != "rows"}
        rows = str(options.get("rows", "")).split(",") if options.get("rows") else []
        return mctslab.paper(arguments[-1], rows=rows, **chosen, **common)
    if not arguments:
        raise mctslab.UsageError(f"no game: give GAME, as in `mctslab {command} connect-four`")
    if "max-games" in options:
        options["games"] = options.pop("max-games")
    game, *agents = arguments
    study: Any = getattr(mctslab, command)
    found: mctslab.Document = study(game, *agents, **common, **{name.replace("-", "_"): value for name, value in options.items()})
    return found


def _elsewhere(words: list[str]) -> int:
    """Runs a command whose games are played by others; the answer is the exit code."""
    command, *rest = words
    try:
        if command not in (*_STUDIES, "experiment", "resume", "paper"):
            listed = ", ".join(f"--{name}" for name in _ELSEWHERE)
            commands = ", ".join(_STUDIES)
            raise mctslab.UsageError(f"`{command}` runs no study: {listed} are options of {commands}, experiment, paper and resume")
        arguments, options = _read(rest)
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


def main(words: list[str] | None = None) -> int:
    """Does what the words of a command line ask for; the answer is the exit code: 0 done, 1 failed, 2 wrong usage."""
    words = sys.argv[1:] if words is None else words
    if any(word.partition("=")[0] in [f"--{name}" for name in _ELSEWHERE] for word in words[1:]):
        return _elsewhere(words)
    if words[:1] == ["bench"] and "--instructions" in words:
        cure = "`cargo install --path crates/mctslab` installs one whose instructions can be counted"
        print(f"error: `--instructions` would count those of Python: {cure}", file=sys.stderr)
        return 2
    # Players of the working directory are found, as by `python -m`.
    if not getattr(sys.flags, "safe_path", False) and not {"", os.getcwd()} & set(sys.path):
        sys.path.insert(0, "")
    # Ctrl-C is the program's: once to stop in order, twice to stop now.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return mctslab._mctslab.run_command(["mctslab", *words])


if __name__ == "__main__":
    sys.exit(main())
