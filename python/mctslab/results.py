"""What was found: searches and documents."""

from __future__ import annotations

import functools
import html
import json
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from mctslab import _mctslab
from mctslab._mctslab import SearchTree, State
from mctslab.errors import UsageError

__all__ = ["Child", "Document", "Move", "Node", "Search"]

#: A page: the whole file, and id, heading and HTML of each section.
PageParts = tuple[str, list[tuple[str, str, str]]]


class Move(NamedTuple):
    """What a search thinks of a move: ``value`` and ``proven`` are payoffs of the player to move,
    or ``None``."""

    move: str
    visits: int
    value: float | None
    proven: float | None


class Child(NamedTuple):
    """A child of a node, as the player sees it who chooses among the children."""

    move: str
    #: How often it was visited.
    visits: int
    #: The mean reward of these visits; ``None`` before the first.
    mean: float | None
    #: The exact payoff, where it is proven.
    proven: float | None
    #: What the score is made of by which children are compared; empty where no scores are.
    terms: dict[str, float]

    @property
    def score(self) -> float:
        """The score: the sum of its terms."""
        return sum(self.terms.values())


class Node(NamedTuple):
    """A node of the tree of a search."""

    #: The moves that lead there.
    path: list[str]
    #: The player to move; ``None`` where the game is over.
    player: int | None
    visits: int
    #: The mean reward to the player who moved there, and at the root to the player to move.
    mean: float | None
    proven: float | None
    #: The moves that have nodes, in the order in which these were made.
    children: list[Child]
    #: The legal moves that have none yet.
    untried: list[str]

    @classmethod
    def of(cls, document: str) -> Node:
        """The node of a document."""
        read = json.loads(document)
        children = [
            Child(**{**child, "terms": {term["name"]: float(term["value"]) for term in child["terms"]}})
            for child in read.pop("children")
        ]
        return cls(children=children, **read)

    def to_pandas(self) -> Any:
        """The children as a table with a column for each term, the most visited first."""
        import pandas

        rows = [{**child._asdict(), **{f"term: {name}": value for name, value in child.terms.items()}} for child in self.children]
        return pandas.DataFrame(sorted(rows, key=lambda row: -row["visits"])).drop(columns="terms", errors="ignore")


class Search:
    """What a search found.

    >>> import mctslab
    >>> found = mctslab.Game("tic-tac-toe").initial().search("uct(iters=500)")
    >>> found.iterations, len(found.moves), found.best == found.line[0]
    (500, 9, True)
    """

    def __init__(self, document: str, state: State, tree: SearchTree | None = None) -> None:
        self._document: dict[str, Any] = json.loads(document)
        self._tree = tree
        #: The state that was searched.
        self.state = state
        #: Every move that was looked at.
        self.moves = [Move(one["move"], one["visits"], one["value"], one["proven"]) for one in self._document["moves"]]

    @property
    def best(self) -> str:
        """The move that was chosen, or that would be."""
        return str(self._document["best"])

    @property
    def line(self) -> list[str]:
        """The principal variation."""
        return list(self._document["line"])

    @property
    def iterations(self) -> int:
        """The size of the search, in its ``unit``."""
        return int(self._document["iterations"])

    @property
    def unit(self) -> str:
        """What the search and the visits of its moves are counted in: iterations or nodes."""
        return str(self._document["unit"])

    @property
    def seconds(self) -> float:
        """How long it took, or has taken so far."""
        return float(self._document["seconds"])

    @property
    def agent(self) -> str:
        """The agent's spec with every option written out."""
        return str(self._document["agent"])

    @property
    def value(self) -> float | None:
        """The payoff that the best move is expected to bring the player to move."""
        return next((one.value for one in self.moves if one.move == self.best), None)

    @property
    def proven(self) -> float | None:
        """The exact payoff of the best move, where it is proven."""
        return next((one.proven for one in self.moves if one.move == self.best), None)

    def inspect(self, path: str | Sequence[str] = ()) -> Node:
        """A node of the tree, which a search with ``tree=True`` keeps: ``path`` is the moves that
        lead there, as a list or as one text; without it, it is the root.

        >>> import mctslab
        >>> found = mctslab.Game("tic-tac-toe").initial().search("uct(iters=500)", tree=True)
        >>> root = found.inspect()
        >>> root.visits, len(root.children), sorted(root.children[0].terms)
        (500, 9, ['exploration', 'mean'])
        """
        if self._tree is None:
            raise UsageError("the tree was not kept: search with tree=True")
        return Node.of(self._tree.inspect(path))

    def to_dict(self) -> dict[str, Any]:
        """The document of the command line."""
        return dict(self._document)

    def to_pandas(self) -> Any:
        """The moves as a table, the most visited first."""
        import pandas

        return pandas.DataFrame(sorted(self.moves, key=lambda one: -one.visits), columns=list(Move._fields))

    def __iter__(self) -> Iterator[Move]:
        return iter(self.moves)

    def __len__(self) -> int:
        return len(self.moves)

    def __repr__(self) -> str:
        value = "" if self.value is None else f" ({self.value:.3f})"
        return f"<Search: {self.iterations} {self.unit}, best {self.best}{value}, line {' '.join(self.line[:8])}>"

    def _repr_html_(self) -> str:
        def shown(number: float | None) -> str:
            return "" if number is None else f"{number:.3f}"

        rows = "".join(
            f"<tr><td>{html.escape(one.move)}</td><td>{one.visits}</td><td>{shown(one.value)}</td><td>{shown(one.proven)}</td></tr>"
            for one in sorted(self.moves, key=lambda one: -one.visits)[:12]
        )
        return (
            f'<div style="display:flex;gap:2em;align-items:flex-start">{self.state._repr_svg_()}<div>'
            f"<p>{html.escape(repr(self)[9:-1])}, {self.seconds:.2f} s</p><table>"
            f"<tr><th>move</th><th>visits</th><th>value</th><th>proven</th></tr>{rows}</table></div></div>"
        )


class Document:
    """What a run found: the document of the command line, with its keys as attributes.

    >>> import mctslab
    >>> found = mctslab.match("nim", "random", "mcts(iters=50)", games=20)
    >>> found.games, len(found.agents), found.kind
    (20, 2, 'match')
    """

    def __init__(
        self,
        kind: str,
        document: dict[str, Any],
        *,
        text: str = "",
        headline: str = "",
        main_table: str | None = None,
        page: PageParts | Callable[[], PageParts] | None = None,
        runs: list[int] | None = None,
        store: str | None = None,
        warnings: list[str] | None = None,
    ) -> None:
        self._document = document
        self._page = page
        self._main_table = main_table
        #: The command: ``match``, ``complexity`` and so on.
        self.kind = kind
        #: What the command line prints.
        self.text = text
        #: What was found, in a line.
        self.headline = headline
        #: The numbers of the runs in the store.
        self.runs = runs or []
        #: The store, if the run is kept in one.
        self.store = store
        #: What a reader should know of those who played.
        self.warnings = warnings or []

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["_document"][name]
        except KeyError:
            known = ", ".join(sorted(self.__dict__.get("_document", {})))
            raise AttributeError(f"a document of `{self.__dict__.get('kind')}` has no `{name}`; it has {known}") from None

    def __getitem__(self, name: str) -> Any:
        return self._document[name]

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._document]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Document) and self._document == other._document

    __hash__ = None  # type: ignore[assignment]

    def to_dict(self) -> dict[str, Any]:
        """The JSON document of the command line."""
        return dict(self._document)

    @property
    def tables(self) -> list[str]:
        """The keys that hold tables, in the order of the document."""
        return [key for key, value in self._document.items() if isinstance(value, list) and value and isinstance(value[0], dict)]

    def to_pandas(self, table: str | None = None) -> Any:
        """A table of the document, by default its main one, as a tidy pandas DataFrame: a row for
        each agent, level or setting, and a number or a text in each cell. Columns are in the order
        of the document. What is nested has columns of its own (``precision.asked``) or, if it is a
        table itself, is left to ``to_dict``."""
        import pandas

        if table is None:
            tables = self.tables
            table = self._main_table if self._main_table in tables else next(iter(tables), None)
        if table is None:
            return pandas.DataFrame(_tidy([self._document]))
        if table not in self._document:
            raise UsageError(f"no table `{table}`; valid: {', '.join(self.tables)}")
        return pandas.DataFrame(_tidy(self._with_names(self._document[table])))

    def _with_names(self, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Rows that have the number of an agent, with its name."""
        agents = self._document.get("agents")
        if not isinstance(agents, list):
            return rows
        names = dict(enumerate(label(agent) for agent in agents if isinstance(agent, dict)))
        return [{"name": names[row["agent"]], **row} if row.get("agent") in names else row for row in rows]

    @property
    def page(self) -> str:
        """The report: one HTML page that needs nothing else."""
        whole, _ = self._page_parts()
        return whole or f"<pre>{html.escape(self.text)}</pre>"

    def page_sections(self) -> dict[str, str]:
        """The sections of the report: the heading of each by its id."""
        return {key: heading for key, heading, _ in self._page_parts()[1]}

    def page_section(self, key: str) -> str:
        """One section of the report as HTML, to be shown in a page of your own."""
        for known, _, section in self._page_parts()[1]:
            if known == key:
                return section
        from mctslab.errors import UsageError

        raise UsageError(f"no section `{key}`; valid: {', '.join(self.page_sections())}")

    def _page_parts(self) -> PageParts:
        if callable(self._page):
            self._page = self._page()
        return self._page or ("", [])

    def report(self, path: str | Path) -> Path:
        """Writes the report to a file: the whole of it, or nothing."""
        place, page = Path(path), self.page
        if self.store is not None and place.exists() and os.path.samefile(place, self.store):
            raise UsageError(f"`{place}` is the store that the report is about: name another file")
        part = place.with_name(f".{place.name}.{os.getpid()}")
        try:
            part.write_text(page, encoding="utf-8")
            part.replace(place)
        finally:
            part.unlink(missing_ok=True)
        return place

    def plot(self, ax: Any = None) -> Any:
        """Draws what was found, on a Matplotlib axes, which is returned."""
        from mctslab import plots

        return plots.plot(self, ax)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.kind}: {self.headline}>"

    def _repr_html_(self) -> str:
        return f'<iframe srcdoc="{html.escape(self.page)}" style="width:100%;height:32em;border:0"></iframe>'


def label(row: dict[str, Any]) -> str:
    """What people call the agent of a row: its short name, or its spec in documents without."""
    return str(row.get("name") or row.get("spec", ""))


def _flat(row: dict[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """The cells of a row: dictionaries and lists of numbers have columns of their own, tables and
    longer lists are left out."""
    for key, value in row.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{key}.")
        elif not isinstance(value, list):
            yield f"{before}{key}", value
        elif len(value) <= 8 and not any(isinstance(one, (dict, list)) for one in value):
            yield from ((f"{before}{key}.{place}", one) for place, one in enumerate(value))


def _tidy(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows with the same columns in the same order."""
    flat = [dict(_flat(row)) for row in rows]
    columns = list(dict.fromkeys(key for row in flat for key in row))
    return [{key: row.get(key) for key in columns} for row in flat]


def page_of(store: str, run: int) -> PageParts:
    """The page of a run in a store: a function of its own, so that documents can be pickled."""
    return _mctslab.store_page(store, run)


def document_of(found: _mctslab.StudyOutcome, store: str | None) -> Document:
    """The document of what the native module answers."""
    page: PageParts | Callable[[], PageParts] | None = found.page
    if page is None and store is not None and len(found.runs) == 1:
        page = functools.partial(page_of, store, found.runs[0])
    return Document(
        found.command,
        json.loads(found.json),
        text=found.text,
        headline=found.headline,
        main_table=found.main_table,
        page=page,
        runs=found.runs,
        store=store,
        warnings=[*found.warnings, *([found.failure] if found.failure else [])],
    )
