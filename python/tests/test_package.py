"""The package as a whole: documentation that runs, stubs that match, no leaks."""

from __future__ import annotations

import doctest
import gc
import importlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import mctslab
import own_players

ROOT = Path(__file__).resolve().parents[2]
MODULES = ["mctslab", "mctslab._games", "mctslab.players", "mctslab.results", "mctslab.store", "mctslab.studies"]


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_docstrings_run(name: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert tried and not failed


def test_examples_of_the_native_classes_run() -> None:
    finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner()
    tests = [test for kind in (mctslab.Game, mctslab.State) for test in finder.find(kind, kind.__name__, module=False)]
    assert sum(runner.run(test).attempted for test in tests) >= 5 and not runner.failures


@pytest.mark.parametrize("page", ["docs/python.md", "docs/cluster.md"])
def test_examples_of_the_documentation_run(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my_players.py").write_text("def careful(state):\n    return state.legal_moves[0]\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, page, "exec"), names)  # noqa: S102
    assert blocks


def test_stubs_match_the_modules() -> None:
    pytest.importorskip("mypy")
    modules = ["mctslab._mctslab", "mctslab.studies"]
    checked = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", *modules, "--ignore-disjoint-bases"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_types_are_right() -> None:
    pytest.importorskip("mypy")
    settings = ROOT / "python" / "pyproject.toml"
    words = [sys.executable, "-m", "mypy", "--config-file", str(settings), "mctslab", "tests/typed_calls.py"]
    checked = subprocess.run(words, capture_output=True, text=True, check=False, cwd=ROOT / "python")
    assert checked.returncode == 0, checked.stdout + checked.stderr


def memory() -> float:
    """What this process holds, in megabytes."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")
def test_searches_and_players_leave_memory_where_it_was() -> None:
    state = mctslab.Game("tic-tac-toe").initial()

    def searches(count: int) -> None:
        for _ in range(count):
            state.search("mcts(iters=5)")

    def moves(games: int) -> None:
        mctslab.match("nim", own_players.first, own_players.first, games=games, threads=1)

    searches(500)
    moves(500)
    before = memory()
    searches(10_000)
    moves(100_000 // 7)
    assert memory() - before < 10


def test_notebooks_run(tmp_path: Path) -> None:
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    notebooks = sorted((ROOT / "python" / "examples").glob("*.ipynb"))
    assert len(notebooks) >= 2
    for path in notebooks:
        notebook = nbformat.read(path, as_version=4)
        nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()


def test_studies_run_from_the_shell(tmp_path: Path) -> None:
    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "mctslab", *words]
        return subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)

    shown = run("match", "nim", "random", "random", "-n", "10", "--no-store", "--json", "--processes", "2")
    assert shown.returncode == 0 and json.loads(shown.stdout)["games"] == 10, shown.stderr
    shown = run("complexity", "nim", "random", "--max-games", "300", "--precision=0.5")
    assert shown.returncode == 0 and "MCTS" in shown.stdout and (tmp_path / "mctslab.db").exists(), shown.stderr
    assert run("resume", "1").returncode == 0
    many = ("complexity", "--games", "nim,hex(size=3)", "random", "--time", "60", "--max-games", "100", "--processes", "2")
    shown = run(*many, "--no-store", "--json")
    assert shown.returncode == 0 and "hex(size=3" in shown.stdout, shown.stderr
    (tmp_path / "own.toml").write_text(
        'name = "own"\n[[tables]]\nlabel = "s"\ngames = ["nim"]\nagents = ["random"]\n'
        'studies = ["fit(max=64,precision=0.5,games=300)"]\n'
    )
    for words in (("run", "own.toml"), ("resume", "1")):
        shown = run("experiment", *words, "--db", "own.db", "--processes", "1")
        assert shown.returncode == 0 and "Experiment 1: own" in shown.stdout, shown.stderr
    shown = run("paper", "run", "lanzi-fig-2", "--scale", "0.01", "--scale-of", "a=0.01", "--no-store", "--processes", "1")
    assert shown.returncode == 0, shown.stderr
    for words in (("paper",), ("experiment",), ("experiment", "show", "1"), ("resume", "x"), ("match",)):
        wrong = run(*words, "--processes", "1")
        assert wrong.returncode == 2 and wrong.stderr.startswith("error: "), (words, wrong.stderr)
    shown = run("analyze", "tic-tac-toe", "--exact-counts", "--processes", "1", "--no-store", "--json")
    assert shown.returncode == 0 and "5478" in shown.stdout, shown.stderr
    wrong = run("match", "nim", "random", "random", "--processes", "two")
    assert wrong.returncode == 2 and "`--processes two`: expected a number" in wrong.stderr
    wrong = run("match", "nim", "random", "random", "--processes", "2", "--workers", "x")
    assert wrong.returncode == 2 and "cannot be used with" in wrong.stderr
    assert "--ray <ADDRESS>" in run("probe", "--help").stdout
    wrong = run("match", "nim", "radnom", "random")
    assert wrong.returncode == 2 and "did you mean `random`" in wrong.stderr
    assert run("no-such-command").returncode == 2
