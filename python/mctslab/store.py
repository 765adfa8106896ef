"""The store: runs, their documents and their games."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from os import PathLike
from typing import Any

from mctslab import _mctslab
from mctslab.results import Document, document_of

__all__ = ["Store"]


class Store:
    """A store: the SQLite file that keeps runs. Nothing is read before it is asked for.

    >>> import mctslab, tempfile, os
    >>> path = os.path.join(tempfile.mkdtemp(), "mine.db")
    >>> run = mctslab.match("nim", "random", "random", games=10, store=path).runs[0]
    >>> store = mctslab.Store(path)
    >>> len(store), store[run].games, len(store.games(run, columns=["plies", "winner"]))
    (1, 10, 10)
    """

    def __init__(self, path: str | PathLike[str] = "mctslab.db") -> None:
        #: The file.
        self.path = str(path)

    def list(self) -> list[dict[str, Any]]:
        """The runs as the command line lists them."""
        found: list[dict[str, Any]] = json.loads(_mctslab.store_runs(self.path))
        return found

    def runs(self, *, arrow: bool = False) -> Any:
        """The runs as a pandas table, with their numbers as the index, or as an Arrow table."""
        import pandas

        columns = ["run", "command", "game", "status", "games", "planned", "seed"]
        listed = self.list()
        table = pandas.DataFrame(listed, columns=None if listed else columns)
        if arrow:
            import pyarrow

            return pyarrow.Table.from_pandas(table, preserve_index=False)
        return table.set_index("run")

    def document(self, run: int, *, anchor: str | None = None) -> Document:
        """What a run found."""
        return document_of(_mctslab.store_document(self.path, run, anchor), self.path)

    def games(
        self, run: int, *, columns: Sequence[str] | None = None, first: int = 0, end: int | None = None, arrow: bool = False
    ) -> Any:
        """The games of a run as a pandas table, or as an Arrow table: all of them, or those with
        numbers from ``first`` to ``end`` (not included); all columns, or those that are named."""
        table = _mctslab.store_games(self.path, run, None if columns is None else list(columns), first, end)
        if arrow:
            import pyarrow

            return pyarrow.table(table)
        import pandas

        return pandas.DataFrame(table)

    def results(self, run: int, *, first: int = 0, end: int | None = None, arrow: bool = False) -> Any:
        """The samples of a run whose tasks are no games, one in each row: all of them, or those
        with numbers from ``first`` to ``end`` (not included)."""
        import pandas

        found_here = _mctslab.store_results(self.path, run, first, end)
        rows = [{"task": task, **_flat(json.loads(found))} for task, found in found_here]
        table = pandas.json_normalize(rows)
        if arrow:
            import pyarrow

            return pyarrow.Table.from_pandas(table)
        return table

    def resume(self, run: int, **options: Any) -> Document:
        """Goes on with a run; the options are those of :func:`mctslab.resume`."""
        from mctslab.studies import resume

        return resume(run, self.path, **options)

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is held open between two questions."""

    def __getitem__(self, run: int) -> Document:
        return self.document(run)

    def __iter__(self) -> Iterator[int]:
        return (int(row["run"]) for row in self.list())

    def __len__(self) -> int:
        return len(self.list())

    def __repr__(self) -> str:
        return f"Store({self.path!r})"


def _flat(found: Any) -> dict[str, Any]:
    return found if isinstance(found, dict) else {"found": found}
