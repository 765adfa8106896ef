"""Calls that type checkers accept, and calls that they refuse: an ignored error that is none is an
error itself. Nothing here is run."""

from __future__ import annotations

import mctslab


def accepted(game: mctslab.Game, games: int | None) -> mctslab.Document:
    mctslab.match(game, "random", "random", games=10, openings="random(plies=2)", threads=2, seconds=1.5)
    mctslab.complexity([game, "nim"], "random", method="bisection", games=games, trials=3, store="runs.db")
    mctslab.sweep("nim", "uct(c={0.2,0.4})", against=min, spend="halving", confirm="auto")
    mctslab.probe("nim", "solve", from_="121", budgets=[10, 30])
    mctslab.study("match", "nim", "random", "random", count_forfeits=True, seed=3)
    return mctslab.resume(1, "runs.db", progress=False)


def refused() -> None:
    mctslab.match("nim", "random", "random", gamez=10)  # type: ignore[call-arg]
    mctslab.match("nim", "random", "random", games="ten")  # type: ignore[arg-type]
    mctslab.sweep("nim", "random")  # type: ignore[call-arg]
    mctslab.sweep("nim", "random", against="random", spend="odd")  # type: ignore[arg-type]
    mctslab.efficiency("nim", enumerate="yes")  # type: ignore[arg-type]
    mctslab.resume("one")  # type: ignore[arg-type]
