"""The program `mctslab` that the package installs."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import mctslab
from conftest import records

PROGRAM = Path(sys.executable).with_name("mctslab")
SHORT = ("match", "tic-tac-toe", "mcts(iters=60)", "mcts(iters=40)", "-n", "60", "--seed", "4")


def run(*words: str, cwd: Path, program: tuple[str, ...] = (str(PROGRAM),), text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run([*program, *words], capture_output=True, text=True, check=False, cwd=cwd, input=text, timeout=600)


def test_it_is_the_same_program(tmp_path: Path) -> None:
    assert PROGRAM.exists(), "the package installs it"
    for program in ((str(PROGRAM),), (sys.executable, "-m", "mctslab")):
        assert run("--version", cwd=tmp_path, program=program).stdout.startswith(f"mctslab {mctslab.__version__} (")
        listed = run("games", "--json", cwd=tmp_path, program=program).stdout.splitlines()
        assert "connect-four" in [json.loads(line)["name"] for line in listed]
    helped = run("--help", cwd=tmp_path)
    assert helped.returncode == 0 and "Usage: mctslab" in helped.stdout
    assert run(cwd=tmp_path).returncode == 2
    found = run(*SHORT, "--json", "--no-store", cwd=tmp_path)
    assert found.returncode == 0 and not found.stderr
    here = mctslab.match("tic-tac-toe", "mcts(iters=60)", "mcts(iters=40)", games=60, seed=4)
    assert json.loads(found.stdout) == here.to_dict()


def test_exit_codes_and_messages(tmp_path: Path) -> None:
    wrong = run("match", "tic-tac-tow", "random", "random", cwd=tmp_path)
    assert wrong.returncode == 2 and "tic-tac-toe" in wrong.stderr and "Traceback" not in wrong.stderr
    wrong = run("match", "nim", "random", "random", "--no-such-option", cwd=tmp_path)
    assert wrong.returncode == 2 and "--no-such-option" in wrong.stderr
    wrong = run("show", "3", "--db", "nothing.db", cwd=tmp_path)
    assert wrong.returncode == 1 and "nothing.db" in wrong.stderr
    wrong = run("games", "--ray", "auto", cwd=tmp_path)
    assert wrong.returncode == 2 and "--ray" in wrong.stderr
    wrong = run("bench", "nim", "--instructions", cwd=tmp_path)
    assert wrong.returncode == 2 and "cargo install" in wrong.stderr


def test_a_run_by_worker_processes_has_the_same_records(tmp_path: Path) -> None:
    assert run(*SHORT, "--db", "a.db", "-q", cwd=tmp_path).returncode == 0
    workers = run(*SHORT, "--db", "b.db", "-q", "--workers", f"{PROGRAM} worker", "--count", "2", cwd=tmp_path)
    assert workers.returncode == 0, workers.stderr
    assert records(str(tmp_path / "a.db"), 1) == records(str(tmp_path / "b.db"), 1)
    assert "60 games" in run("show", "1", "--db", "a.db", cwd=tmp_path).stdout
    assert run("report", "1", "--db", "a.db", "-o", "a.html", cwd=tmp_path).returncode == 0
    assert "</html>" in (tmp_path / "a.html").read_text()


def test_players_of_the_working_directory_play(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def last(state):\n    return state.legal_moves[-1]\n")
    spec = 'python(agent="mine:last")'
    found = run("match", "nim", spec, "random", "-n", "20", "--json", "--no-store", cwd=tmp_path)
    assert found.returncode == 0 and json.loads(found.stdout)["forfeits"] == [], found.stderr
    found = run("search", "nim", spec, "--json", cwd=tmp_path)
    assert json.loads(found.stdout)["best"] == mctslab.Game("nim").initial().legal_moves[-1], found.stderr
    assert "choose(state, budget)" in run("explain", "python", cwd=tmp_path).stdout


def test_it_is_an_engine(tmp_path: Path) -> None:
    found = run("engine", "tic-tac-toe", "mcts(iters=100)", cwd=tmp_path, text="ugi\nisready\nquit\n")
    assert found.returncode == 0 and found.stdout.splitlines()[-2:] == ["ugiok", "readyok"], found.stdout + found.stderr


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    shell = f"{PROGRAM} explain mcts | head -n 1; {PROGRAM} games | true"
    found = subprocess.run(["sh", "-c", shell], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert "Traceback" not in found.stderr and "error" not in found.stderr


@pytest.mark.parametrize("times", [1, 2])
def test_ctrl_c_once_ends_in_order_and_twice_at_once(tmp_path: Path, times: int) -> None:
    store = str(tmp_path / "runs.db")
    long = "mcts(iters=4000000)" if times == 2 else "mcts(iters=2000)"
    words = [str(PROGRAM), "match", "connect-four", long, long, "-n", "100000", "--db", store]
    program = subprocess.Popen(words, stderr=subprocess.PIPE, text=True, cwd=tmp_path)
    end = time.monotonic() + 300

    def begun() -> bool:
        try:
            return mctslab.Store(store).list()[0]["games"] >= (times == 1)
        except (mctslab.Error, IndexError):
            return False

    while not begun() and time.monotonic() < end:
        time.sleep(0.05)
    for _ in range(times):
        program.send_signal(signal.SIGINT)
        time.sleep(0.5)
    _, said = program.communicate(timeout=300)
    assert program.returncode == 1 and "Traceback" not in said, said
    if times == 1:
        assert "interrupted" in said and "mctslab resume 1" in said
    assert mctslab.Store(store).list()[0]["status"] != "running"


def test_ctrl_c_ends_what_cannot_be_interrupted_in_order(tmp_path: Path) -> None:
    program = subprocess.Popen(
        [str(PROGRAM), "engine", "nim", "random"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=tmp_path
    )
    assert program.stdin is not None and program.stdout is not None
    program.stdin.write("isready\n")
    program.stdin.flush()
    assert "readyok" in program.stdout.readline()
    os.kill(program.pid, signal.SIGINT)
    program.communicate(timeout=300)
    assert program.returncode == -signal.SIGINT
