"""Plots of documents, with Matplotlib, which is imported only here."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from mctslab.results import label

if TYPE_CHECKING:
    from mctslab.results import Document

__all__ = ["plot"]


def plot(document: Document, ax: Any = None) -> Any:
    """Draws a document on an axes, a new one if none is given."""
    draw = _PLOTS.get(document.kind)
    if draw is None:
        from mctslab.errors import UsageError

        raise UsageError(f"a document of `{document.kind}` has no plot; those of {', '.join(_PLOTS)} have one")
    if ax is None:
        import matplotlib.pyplot as pyplot

        # Room is made for labels, however long they are.
        _, ax = pyplot.subplots(layout="constrained")
    draw(document, ax)
    return ax


def _short(name: str) -> str:
    """A name on as few lines as a plot has room for."""
    lines = textwrap.wrap(re.sub(r",(?=\S)", ", ", name), 36, break_long_words=True, max_lines=3, placeholder=" …")
    return "\n".join(lines) or name


def _dots(ax: Any, names: list[str], values: list[float], lows: list[float], highs: list[float], what: str) -> None:
    """Values with intervals, one under the other."""
    places = list(range(len(names)))[::-1]
    ax.hlines(places, lows, highs)
    ax.plot(values, places, "o")
    ax.set_yticks(places, [_short(name) for name in names])
    ax.set_ylim(-0.5, len(names) - 0.5)
    ax.set_xlabel(what)


def _scores(ax: Any, rows: list[dict[str, Any]]) -> None:
    """Scores by agent."""
    names, values = [label(one) for one in rows], [one["score"] for one in rows]
    lows, highs = [one["low"] for one in rows], [one["high"] for one in rows]
    _dots(ax, names, values, lows, highs, "score, with its 95 % interval")


def _match(document: Document, ax: Any) -> None:
    agents = document.agents
    _scores(ax, agents)
    ax.axvline(0.5, linestyle=":", color="grey")
    ax.set_title(_short(f"{document.game}, {document.games} games"))


def _tournament(document: Document, ax: Any) -> None:
    agents = sorted(document.agents, key=lambda one: one["rank"])
    values = [one["rating"] for one in agents]

    def end(one: dict[str, Any], key: str) -> float:
        return float(one["rating"] if one[key] is None else one[key])

    lows, highs = ([end(one, key) for one in agents] for key in ("rating_low", "rating_high"))
    _dots(ax, [label(one) for one in agents], values, lows, highs, "rating (Elo), with its 95 % interval")
    ax.set_title(_short(f"{document.game}, {document.games} games"))


def _complexity(document: Document, ax: Any) -> None:
    levels = document.to_dict().get("evaluations") or []
    played = [(one["iterations"], one["score"], one["low"], one["high"]) for one in levels if "score" in one]
    for iterations, _, low, high in played:
        ax.vlines(iterations, low, high, color="grey", linewidth=0.8)
    ax.plot([one[0] for one in played], [one[1] for one in played], "o", label="observed")
    curve = document.to_dict().get("curve") or []
    if curve:
        places = [one["iterations"] for one in curve]
        ax.plot(places, [one["score"] for one in curve], label="fitted")
        ax.fill_between(places, [one["low"] for one in curve], [one["high"] for one in curve], alpha=0.2)
    estimate = document.to_dict().get("estimate")
    if estimate:
        ax.axvline(estimate, linestyle=":", color="grey")
    ax.axhline(0.5, linestyle=":", color="grey")
    ax.set_xscale("log")
    ax.set_xlabel("iterations of the touchstone")
    ax.set_ylabel("score of the touchstone")
    target = document.to_dict().get("target_name") or document.to_dict().get("target", "")
    ax.set_title(_short(f"{target} in {document.game}"))
    ax.legend()


def _analyze(document: Document, ax: Any) -> None:
    plies = document.by_ply
    ax.errorbar([one["ply"] for one in plies], [one["mean"] for one in plies], [1.96 * (one["se"] or 0) for one in plies])
    ax.set_xlabel("ply")
    ax.set_ylabel("legal moves")
    ax.set_title(str(document.game))


def _efficiency(document: Document, ax: Any) -> None:
    groups: dict[str, list[tuple[float, float]]] = {}
    for row in document.rows:
        groups.setdefault(f"{row.get('mode')}, {row.get('count')}", []).append((row["c"], row["mean"]))
    for name, points in groups.items():
        ax.plot(*zip(*sorted(points)), "o-", label=name)
    ax.set_xlabel("c")
    ax.set_ylabel("share of alpha-beta's nodes, in %")
    ax.set_title(str(document.game))
    ax.legend()


def _trace(document: Document, ax: Any) -> None:
    for curve in document.curves:
        moves = curve["moves"]
        if not moves:
            continue
        value = next(
            key for key, found in moves[0].items() if isinstance(found, dict) and "mean" in found or key in ("value", "mean")
        )
        found = [one[value]["mean"] if isinstance(one[value], dict) else one[value] for one in moves]
        ax.plot(range(1, len(moves) + 1), found, "o-", label=_short(label(curve)))
        ax.set_ylabel(value)
    ax.set_xlabel("own move")
    ax.set_title(_short(f"{document.game}, against {document.against}"))
    ax.legend()


def _sweep(document: Document, ax: Any) -> None:
    found = document.settings
    _scores(ax, found)
    ax.set_title(_short(f"against {document.against}"))


def _paper(document: Document, ax: Any) -> None:
    rows = [one for one in document.rows if one.get("measured") is not None]
    values = [one["measured"] for one in rows]
    lows = [one["low"] if one["low"] is not None else one["measured"] for one in rows]
    highs = [one["high"] if one["high"] is not None else one["measured"] for one in rows]
    _dots(ax, [one["label"] for one in rows], values, lows, highs, "measured, and published (x)")
    published = [(one["published"], len(rows) - 1 - place) for place, one in enumerate(rows) if one.get("published") is not None]
    ax.plot([one[0] for one in published], [one[1] for one in published], "x", color="black")
    ax.set_title(str(document.id))


_PLOTS: dict[str, Callable[[Document, Any], None]] = {
    "match": _match,
    "tournament": _tournament,
    "complexity": _complexity,
    "analyze": _analyze,
    "efficiency": _efficiency,
    "trace": _trace,
    "sweep": _sweep,
    "paper": _paper,
}
