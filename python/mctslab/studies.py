"""The studies of the command line, with the same parameters."""

from __future__ import annotations

import inspect
import json
import keyword
import sys
import warnings as _warnings
from collections.abc import Callable, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from mctslab import _mctslab
from mctslab.errors import Interrupted, UsageError
from mctslab.executors import crew
from mctslab.players import spec_of
from mctslab.results import Document, outcome

__all__ = [
    "analyze",
    "complexity",
    "efficiency",
    "experiment",
    "match",
    "paper",
    "probe",
    "resume",
    "resume_experiment",
    "study",
    "sweep",
    "tournament",
    "trace",
]

Games = str | Any | Sequence[Any]


def study(
    command: str,
    game: Games,
    *agents: Any,
    study: str | None = None,
    touchstone: str | None = None,
    openings: str | None = None,
    clock: str | None = None,
    adjudicate: str | None = None,
    resign: str | None = None,
    anchor: str | None = None,
    seed: int = 1,
    store: str | PathLike[str] | None = None,
    threads: int | None = None,
    executor: Any = None,
    workers: int | None = None,
    patience: float = 600.0,
    progress: bool | None = None,
    seconds: float | None = None,
    **options: Any,
) -> Document:
    """Runs a study of a command; the functions of each command are shorter ways to write it.

    ``game`` is a spec, a :class:`mctslab.Game`, or a list of them; ``agents`` are specs or players.
    ``options`` are the parameters of the study, as the command line has them (``precision=0.2``,
    ``ladder_max=1000``). ``store`` is the file that keeps the run; without one nothing is kept.
    ``executor`` plays in place of ``threads`` of this process; it is thought to have ``workers``,
    if it does not say how many. ``seconds`` ends the study with what is known then. ``progress``
    shows a bar, by default on a terminal and in a notebook, where ``tqdm`` is installed.
    """
    games = [str(getattr(one, "spec", one)) for one in (game if isinstance(game, (list, tuple)) else [game])]
    asked = {
        "command": command,
        "study": study or _first_study(command),
        "options": [(key.replace("_", "-"), _written(value)) for key, value in options.items() if value is not None],
        "games": games,
        "agents": [spec_of(agent) for agent in agents],
        "touchstone": touchstone,
        "openings": openings,
        "clock": clock,
        "adjudicate": adjudicate,
        "resign": resign,
        "anchor": anchor,
        "seed": _seed(seed),
    }
    place = _place(store)
    with _Bar(command, progress) as bar:
        found = _mctslab.play_study(json.dumps(asked), place, threads, crew(executor, workers, patience), bar, seconds)
    return _finished(command, found, place)


def match(game: Games, *agents: Any, games: int | None = None, openings: str = "none", **options: Any) -> Document:
    """Plays a match between agents, one for each seat, with the seats taken evenly.

    >>> import mctslab
    >>> found = mctslab.match("tic-tac-toe", "random", "mcts(iters=100)", games=40)
    >>> found.agents[1]["score"] > 0.5
    True
    """
    return study("match", game, *agents, games=games, openings=openings, **options)


def tournament(
    game: Games, *agents: Any, format: str = "round-robin", games: int | None = None, openings: str = "none", **options: Any
) -> Document:
    """Plays a tournament between many agents: ``round-robin``, ``gauntlet``, ``swiss(rounds=5)`` or
    ``knockout``."""
    return study("tournament", game, *agents, study=format, games=games, openings=openings, **options)


def complexity(
    game: Games, *targets: Any, method: str = "fit", ladder: bool = False, touchstone: str = "mcts", **options: Any
) -> Document:
    """Measures how strong players are: the iterations of MCTS that play equally well.
    ``ladder=True`` measures the game itself.

    >>> import mctslab
    >>> found = mctslab.complexity("nim", "random", precision=0.5, games=1000, max=64)
    >>> found.low <= found.estimate <= found.high
    True
    """
    if not ladder and not targets:
        example = 'mctslab.complexity("connect-four", "random")'
        raise UsageError(f"no target: name the agent to be measured, as in `{example}`; `ladder=True` measures the game itself")
    return study("complexity", game, *targets, study="ladder" if ladder else method, touchstone=touchstone, **options)


def analyze(game: Games, agent: Any = None, **options: Any) -> Document:
    """Studies a game by random games: branching, length, first-move advantage, complexity.

    >>> import mctslab
    >>> round(mctslab.analyze("tic-tac-toe", games=200).plies_mean["mean"])
    8
    """
    return study("analyze", game, *([] if agent is None else [agent]), **options)


def efficiency(game: Games, **options: Any) -> Document:
    """Compares a Monte Carlo search of whole small trees with alpha-beta."""
    return study("efficiency", game, **options)


def trace(game: Games, *agents: Any, against: Any, **options: Any) -> Document:
    """What agents think of their positions, move by move, in games against another."""
    return study("trace", game, *agents, against, **options)


def sweep(game: Games, *agents: Any, against: Any, **options: Any) -> Document:
    """Compares settings of an agent, written with lists in braces:
    ``"uct(iters=500,c={0.2,0.4})"``."""
    return study("sweep", game, *agents, against, **options)


def probe(game: Games, agent: Any, **options: Any) -> Document:
    """Looks for positions that an agent misjudges."""
    return study("probe", game, agent, **options)


def experiment(
    file: str | PathLike[str],
    *,
    store: str | PathLike[str] | None = None,
    threads: int | None = None,
    executor: Any = None,
    workers: int | None = None,
    patience: float = 600.0,
    progress: bool | None = None,
    seconds: float | None = None,
    allow_engines: bool = False,
) -> Document:
    """Runs a table of games, agents and studies: a TOML file, or its text. All runs are played
    together, so that nobody waits while one of them decides."""
    text = str(file)
    if "\n" not in text:
        text = Path(file).read_text(encoding="utf-8")
    place = _place(store)
    with _Bar("experiment", progress) as bar:
        found = _mctslab.play_experiment(
            text, None, place, threads, crew(executor, workers, patience), bar, seconds, allow_engines
        )
    return _finished("experiment", found, place)


def resume_experiment(
    number: int,
    store: str | PathLike[str] = "mctslab.db",
    *,
    threads: int | None = None,
    executor: Any = None,
    workers: int | None = None,
    patience: float = 600.0,
    progress: bool | None = None,
    allow_engines: bool = False,
) -> Document:
    """Goes on with an experiment of a store."""
    place = str(_place(store))
    with _Bar("experiment", progress) as bar:
        found = _mctslab.play_experiment(
            None, number, place, threads, crew(executor, workers, patience), bar, None, allow_engines
        )
    return _finished("experiment", found, place)


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
    store: str | PathLike[str] | None = None,
    threads: int | None = None,
    executor: Any = None,
    workers: int | None = None,
    patience: float = 600.0,
    progress: bool | None = None,
    allow_engines: bool = False,
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
        "seed": _seed(seed),
        "file": None if file is None else str(file),
        "allow_engines": allow_engines,
    }
    place = _place(store)
    with _Bar("paper", progress) as bar:
        found = _mctslab.play_papers(json.dumps(asked), place, threads, crew(executor, workers, patience), bar)
    made = [_finished("paper", one, place) for one in found]
    return made[0] if len(made) == 1 else made


def resume(
    run: int,
    store: str | PathLike[str] = "mctslab.db",
    *,
    threads: int | None = None,
    executor: Any = None,
    workers: int | None = None,
    patience: float = 600.0,
    progress: bool | None = None,
    seconds: float | None = None,
    allow_engines: bool = False,
) -> Document:
    """Goes on with a run of a store, with its own settings. A store is data: players and programs
    that it names are only started with ``allow_engines=True``."""
    place = str(_place(store))
    command = _mctslab.store_document(place, run, None)[3]
    with _Bar(command, progress) as bar:
        found = _mctslab.resume_run(
            run, place, threads, crew(executor, workers, patience), bar, seconds, allow_engines
        )
    return _finished(command, found, place)


def _finished(kind: str, found: tuple[Any, ...], store: str | None) -> Document:
    document, interrupted = outcome(kind, found, store)
    for warning in document.warnings:
        _warnings.warn(warning, stacklevel=4)
    if interrupted is not None:
        error = Interrupted(interrupted)
        error.document = document
        raise error
    return document


def _place(store: str | PathLike[str] | None) -> str | None:
    return None if store is None else str(getattr(store, "path", store))


def _seed(seed: int) -> int:
    if not isinstance(seed, int) or not 0 <= seed < 2**64:
        raise UsageError(f"a seed of {seed!r}: expected a whole number from 0 to 2**64 - 1")
    return seed


def _first_study(command: str) -> str:
    rows = json.loads(_mctslab.list_studies())
    names = [str(row["name"]) for row in rows if row["command"] == command]
    if not names:
        commands = sorted({str(row["command"]) for row in rows})
        raise UsageError(f"no command `{command}` runs studies; valid: {', '.join(commands)}")
    return names[0]


def _written(value: Any) -> str:
    """A value as the command line has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(_written(one) for one in value)
    return f"{value:g}" if isinstance(value, float) and value == int(value) else str(value)


def _document_options() -> None:
    """Says in the documentation and the signature of each function which options its studies have,
    as they declare them."""
    rows = json.loads(_mctslab.list_studies())
    functions: list[Any] = [match, tournament, complexity, analyze, efficiency, trace, sweep, probe]
    for function in functions:
        studies = [row for row in rows if row["command"] == function.__name__]
        options: dict[str, tuple[list[str], dict[str, Any]]] = {}
        for row in studies:
            for one in row["options"]:
                options.setdefault(one["name"].replace("-", "_"), ([], one))[0].append(row["name"])
        lines = [_documented(name, found, len(studies)) for name, found in options.items()]
        common = "seed, store, threads, executor, progress, seconds and others: see mctslab.study"
        function.__doc__ = f"{inspect.getdoc(function)}\n\nOptions:\n" + "\n".join([*lines, f"    {common}"])
        signature = inspect.signature(function)
        places = list(signature.parameters.values())
        known = {place.name for place in places}
        # An option such as `from`, which Python keeps for itself, is given as `**{"from": …}`.
        named = [name for name in options if name not in known and not keyword.iskeyword(name)]
        more = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None) for name in named]
        function.__signature__ = signature.replace(parameters=[*places[:-1], *more, places[-1]])


def _documented(name: str, found: tuple[list[str], dict[str, Any]], studies: int) -> str:
    """An option in a line; studies are named where not all of a command have it."""
    names, one = found
    where = "" if len(names) == studies else f" ({', '.join(names)})"
    default = "" if one["default"] is None else f" [default: {one['default']}]"
    return f"    {name}{where}: {one['about']}{default}"


class _Bar:
    """A bar of tqdm, where it is installed and somebody looks."""

    def __init__(self, what: str, wanted: bool | None) -> None:
        self._what = what
        #: A bar of tqdm; ``False`` if it is not installed. It must not be asked for its truth,
        #: which it may not know.
        self._bar: Any = None
        self._wanted = wanted if wanted is not None else sys.stderr.isatty() or "ipykernel" in sys.modules

    def __enter__(self) -> Callable[[int, int | None, str, str], None] | None:
        return self._show if self._wanted else None

    def _show(self, done: int, planned: int | None, line: str, unit: str) -> None:
        if self._bar is None:
            try:
                from tqdm.auto import tqdm
            except ImportError:
                self._bar = False
                return
            self._bar = tqdm(total=planned, desc=self._what, unit=f" {unit}", initial=done, leave=False)
        if self._bar is not False:
            self._bar.n = done
            self._bar.set_postfix_str(line, refresh=True)

    def __exit__(self, *_: object) -> None:
        if self._bar is not None and self._bar is not False:
            self._bar.close()


_document_options()
