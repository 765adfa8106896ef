"""What is run besides the studies of one command: any study by its names, experiments, papers, and
runs that go on."""

from __future__ import annotations

import json
from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from mctslab import _mctslab
from mctslab._commands import commands, finished, play, seed_of
from mctslab._execution import Execution
from mctslab._keywords import Games, executed
from mctslab.errors import UsageError
from mctslab.results import Document

__all__ = ["experiment", "paper", "resume", "resume_experiment", "study"]


@executed()
def study(
    command: str,
    game: Games,
    *agents: Any,
    study: str | None = None,
    seed: int = 1,
    execution: Execution,
    **options: Any,
) -> Document:
    """Runs a study of a command; the functions of each command are shorter ways to write it.

    ``game`` is a spec, a :class:`mctslab.Game`, or a list of them; ``agents`` are specs or players.
    ``study`` is one of those of the command, by default its first. ``options`` are its parameters,
    as the command line has them (``precision=0.2``, ``ladder_max=1000``), and the conditions of
    its games (``openings="random(plies=2)"``).
    """
    found = commands()
    chosen = next((one for one in found if one["command"] == command), None)
    if chosen is None:
        known = ", ".join(sorted(one["command"] for one in found))
        raise UsageError(f"no command `{command}` runs studies; valid: {known}")
    return play(chosen, study or chosen["studies"][0]["name"], game, agents, {**options, "seed": seed}, execution)


@executed()
def experiment(file: str | PathLike[str], *, allow_engines: bool = False, execution: Execution) -> Document:
    """Runs a table of games, agents and studies: a TOML file, or its text. All runs are played
    together, so that nobody waits while one of them decides. A file is data: players and programs
    that it names are only started with ``allow_engines=True``."""
    text = str(file)
    if "\n" not in text:
        text = Path(file).read_text(encoding="utf-8")
    with execution.begin("experiment") as playing:
        return finished(_mctslab.play_experiment(text, None, playing, allow_engines), playing.store)


@executed(store="mctslab.db")
def resume_experiment(number: int, *, allow_engines: bool = False, execution: Execution) -> Document:
    """Goes on with an experiment of a store."""
    with execution.begin("experiment") as playing:
        return finished(_mctslab.play_experiment(None, number, playing, allow_engines), playing.store)


@executed(store="mctslab.db")
def resume(run: int, *, allow_engines: bool = False, execution: Execution) -> Document:
    """Goes on with a run of a store, with its own settings. A store is data: players and programs
    that it names are only started with ``allow_engines=True``."""
    with execution.begin(f"run {run}") as playing:
        return finished(_mctslab.resume_run(run, playing, allow_engines), playing.store)


@executed()
def paper(
    id: str,
    *,
    scale: float = 1.0,
    scale_of: dict[str, float] | None = None,
    budget: float = 1.0,
    budgets: str | None = None,
    profile: str | None = None,
    time: bool = False,
    sample: bool = False,
    rows: Sequence[str] = (),
    file: str | PathLike[str] | None = None,
    seed: int = 1,
    allow_engines: bool = False,
    execution: Execution,
) -> Document | list[Document]:
    """Runs a table or figure of a paper again and judges its claims; a whole paper, or ``"all"``,
    gives a list. A file is data: players and programs that it names are only started with
    ``allow_engines=True``."""
    asked = {
        "id": id,
        "scale": scale,
        "scales": list((scale_of or {}).items()),
        "budget": budget,
        "budgets": budgets,
        "profile": None if profile == "both" else profile,
        "time": time,
        "sample": sample,
        "rows": list(rows),
        "seed": seed_of(seed),
        "file": None if file is None else str(file),
        "allow_engines": allow_engines,
    }
    with execution.begin("paper") as playing:
        made = [finished(one, playing.store) for one in _mctslab.play_papers(json.dumps(asked), playing)]
    return made[0] if len(made) == 1 else made
