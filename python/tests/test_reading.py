"""A store is data: reading one imports no module that it names, and starts no program. A file of a
paper asks first."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

import mctslab

#: A player that leaves a mark when its module is imported.
PLAYER = """
from pathlib import Path
Path(__file__).with_name("imported").touch()
def player(state):
    return state.legal_moves()[0]
"""

PAPER = """
key = "own"
authors = ["A. Author"]
title = "T"
year = 2020
[[ids]]
id = "own-1"
title = "t"
published_in = "Table 1"
[[ids.runs]]
label = "a"
game = "nim"
study = "match(games=4)"
agents = ['python(agent="stranger:player")', "random"]
[[ids.rows]]
label = "a"
run = "a"
path = "agents[0]"
as = "wins"
"""


@pytest.fixture
def stranger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A module that could be imported; the path of its mark."""
    (tmp_path / "stranger.py").write_text(PLAYER)
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path / "imported"


def test_reading_a_store_imports_nothing(stranger: Path, tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    mctslab.analyze("nim", games=3, store=path)
    mctslab.match("nim", "random", "random", games=2, store=path)
    mctslab.probe("tic-tac-toe", "uct(iters=20)", after=4, positions=2, store=path)
    with sqlite3.connect(path) as store:
        for run, text in store.execute("SELECT run, settings FROM runs").fetchall():
            plan = json.loads(text)
            plan["agents"] = ['python(agent="stranger:player")' for _ in plan["agents"]]
            store.execute("UPDATE runs SET settings = ? WHERE run = ?", (json.dumps(plan), run))
        store.execute("UPDATE agents SET spec = ?", ('python(agent="stranger:player")',))
    store.close()
    read = mctslab.Store(path)
    assert len(list(read)) == 3
    for run in (1, 2):
        read[run].report(tmp_path / f"{run}.html")
        assert read[run].to_dict()
        assert not stranger.exists(), f"run {run} imported it"
    try:
        read[3].report(tmp_path / "3.html")
    except mctslab.UsageError:
        pass
    assert not stranger.exists()
    assert "longest; " in (tmp_path / "1.html").read_text()


def test_the_file_of_a_paper_asks_first(stranger: Path, tmp_path: Path) -> None:
    file = tmp_path / "paper.toml"
    file.write_text(PAPER)
    with pytest.raises(mctslab.UsageError, match="allow_engines=True"):
        mctslab.paper("own-1", file=file)
    assert not stranger.exists()
    mctslab.paper("own-1", file=file, allow_engines=True)
    assert stranger.exists()
