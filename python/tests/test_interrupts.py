"""Ctrl-C: every long call ends soon, with what was played kept and nobody blamed for it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import Any

import pytest

import mctslab
from conftest import records

#: What the calls need: a game with slow rules, and players that take their time.
PRELUDE = """
import multiprocessing, sys, time
from concurrent.futures import ProcessPoolExecutor
import mctslab
import own_games, own_players

class Slow(own_games.Countdown):
    "Countdown, with slow rules."
    pause = 0.0
    def moves(self, state):
        time.sleep(Slow.pause)
        return super().moves(state)

EXPERIMENT = '''
name = "long"
[[tables]]
label = "strength"
games = ["connect-four", "nim"]
agents = ["mcts(iters=100)"]
studies = ["fit(max=10000,precision=0.001,games=10000000)"]
'''

mctslab.register(Slow)
four, slow = mctslab.Game("connect-four").initial(), mctslab.Game("slow").initial()
"""


def child(
    code: str, *, group: bool = False, times: int = 1, after: float = 0.7, begins: bool = False, prelude: str = PRELUDE
) -> tuple[str, str, float]:
    """Runs code in a process of its own and presses Ctrl-C there, some seconds after it was ready, or
    after it printed that it begins; what it printed from then on, and how long it took to end."""
    indented = "\n".join(f"    {line}" for line in code.strip().splitlines())
    script = f"""{prelude}
if __name__ == "__main__":
  try:
    print("ready", flush=True)
{indented}
    print("came to its end")
  except BaseException as error:
    print(type(error).__name__, error)
"""
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    process = subprocess.Popen([sys.executable, "-c", script], start_new_session=True, **pipes)
    assert process.stdout is not None and process.stdout.readline() == "ready\n", process.communicate()
    assert not begins or process.stdout.readline() == "begins\n", process.communicate()
    time.sleep(after)
    for press in range(times):
        time.sleep(0.5 * bool(press))
        (os.killpg if group else os.kill)(process.pid, signal.SIGINT)
    begin = time.monotonic()
    try:
        shown, said = process.communicate(timeout=120)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        raise
    return shown.strip(), said, time.monotonic() - begin


@pytest.mark.parametrize(
    "call",
    [
        "four.playouts(200_000_000)",
        "Slow.pause = 0.001; slow.playouts(1_000_000)",
        "four.search('mcts(iters=1000000000)')",
        "four.search(own_players.sleeps)",
        "Slow.pause = 0.001; slow.search('mcts(iters=1000000)')",
        "list(four.analyse('uct', seconds=1000))",
        "mctslab.Game('connect-four').perft(20)",
        "Slow.pause = 0.001; mctslab.Game('slow').perft(10)",
        "Slow.pause = 0.002; mctslab.check_game(Slow)",
        "Slow.pause = 10.0; slow.play('take1').legal_moves",
    ],
)
def test_ctrl_c_ends_a_call(call: str) -> None:
    shown, said, took = child(call)
    assert shown == "KeyboardInterrupt", (shown, said)
    assert took < 15, "the machine may be busy, and the interpreter has to end too"


@pytest.mark.parametrize(
    "call",
    [
        "mctslab.match('connect-four', 'mcts(iters=300)', 'mcts(iters=300)', games=100_000)",
        "mctslab.tournament('connect-four', 'mcts(iters=300)', 'mcts(iters=200)', 'random', games=100_000)",
        "mctslab.complexity('connect-four', 'mcts(iters=100)', precision=0.001, games=10_000_000)",
        "mctslab.analyze('connect-four', games=100_000_000)",
        "mctslab.trace('connect-four', 'mcts(iters=300)', against='random', games=100_000)",
        "mctslab.sweep('connect-four', 'uct(iters=200,c={0.2,0.4})', against='random', games=100_000)",
        "mctslab.efficiency('hex', after=113, positions=1_000_000)",
        "mctslab.probe('connect-four', 'mcts(iters=1000)', positions=1_000_000)",
        "mctslab.experiment(EXPERIMENT)",
        "mctslab.paper('lanzi-fig-2')",
        "mctslab.match('slow', 'mcts(iters=100)', 'random', games=1_000_000)",
    ],
)
def test_ctrl_c_ends_a_study(call: str) -> None:
    shown, said, took = child(call)
    assert shown.startswith("Interrupted interrupted; "), (shown, said)
    assert took < 30


def test_ctrl_c_while_a_store_is_read(store: str) -> None:
    code = f"mctslab.match('slow', 'random', 'random', games=200, store={store!r})\nSlow.pause = 0.05\n"
    shown, said, _ = child(f"{code}mctslab.Store({store!r})[1].page", after=3)
    assert shown == "KeyboardInterrupt", (shown, said)
    # The store is as it was, and can be written to.
    mctslab.match("nim", "random", "random", games=10, store=store)
    assert mctslab.Store(store).list()[0]["games"] == 200


def test_a_player_that_never_answers_is_left_behind_after_the_second_ctrl_c(store: str) -> None:
    code = f"mctslab.match('nim', own_players.sleeps, 'random', games=10, threads=1, store={store!r})"
    shown, said, took = child(code, times=2)
    assert shown.startswith("Interrupted interrupted; ") and "mctslab.resume(1" in shown, (shown, said)
    assert took < 30
    assert mctslab.Store(store).list()[0]["status"] == "interrupted"


def test_time_is_up_for_a_player_that_never_answers() -> None:
    code = "print(mctslab.match('nim', own_players.sleeps, 'random', games=10, threads=1, seconds=1).games)"
    shown, said, _ = child(code, times=0)
    assert shown.splitlines()[-1] == "came to its end", (shown, said)


SEEDED = "mctslab.match('nim', own_players.Thinker, 'random', games=150, seed=3, store={!r}, executor={})"


def test_ctrl_c_of_a_terminal_reaches_the_workers_too_and_no_player_loses_by_it(store: str, tmp_path: Any) -> None:
    pool = "ProcessPoolExecutor(2, mp_context=multiprocessing.get_context('fork'))"
    shown, said, _ = child(SEEDED.format(store, pool), group=True, after=2)
    assert shown.startswith("Interrupted interrupted; ") and "mctslab.resume(1" in shown, (shown, said)
    assert mctslab.Store(store).list()[0]["games"] < 150
    mctslab.resume(1, store, allow_engines=True)
    other = str(tmp_path / "other.db")
    exec(SEEDED.format(other, None), {"mctslab": mctslab, "own_players": __import__("own_players")})  # noqa: S102
    assert records(store, 1) == records(other, 1)
    assert not any(str(reason).startswith("forfeit") for reason in mctslab.Store(store).games(1)["reason"])


@pytest.mark.parametrize(
    ("package", "executor"),
    [
        (
            "distributed",
            "__import__('distributed').Client(n_workers=1, threads_per_worker=1, dashboard_address=None, silence_logs='CRITICAL')",
        ),
        ("ray", "__import__('mctslab.ray').ray.Executor('local', num_cpus=1, include_dashboard=False, object_store_memory=80 * 2**20)"),
    ],
)
def test_ctrl_c_with_workers_elsewhere(package: str, executor: str, store: str) -> None:
    pytest.importorskip(package)
    play = f"mctslab.match('connect-four', 'mcts(iters=300)', 'mcts(iters=300)', games=100_000, store={store!r}, executor=executor)"
    code = f"executor = {executor}\nprint('begins', flush=True)\n{play}"
    # Workers have the games of the package, so the driver has no others.
    shown, said, took = child(code, begins=True, after=4, prelude="import mctslab")
    assert shown.startswith("Interrupted interrupted; ") and "mctslab.resume(1" in shown, (shown, said)
    assert took < 60, "their processes have to end too"
    assert mctslab.Store(store).list()[0]["status"] == "interrupted"


def test_ctrl_c_is_not_swallowed_by_futures_that_have_to_be_asked() -> None:
    code = """
class Asked:
    workers = 1
    class Job:
        def done(self): return True
        def result(self): time.sleep(1000)
    def submit(self, function, *arguments): return Asked.Job()
mctslab.match('nim', 'random', 'random', games=10, executor=Asked())
"""
    # Two jobs are out, and each of them is asked for.
    shown, said, _ = child(code, times=2)
    assert shown.startswith("Interrupted interrupted; "), (shown, said)


def test_ctrl_c_at_the_command_line_with_an_executor(store: str) -> None:
    words = ["match", "connect-four", "mcts(iters=300)", "mcts(iters=200)", "-n", "100000", "--db", store, "--processes", "2"]
    command = [sys.executable, "-m", "mctslab", *words]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not (os.path.exists(store) and mctslab.Store(store).list() and mctslab.Store(store).list()[0]["games"]):
        time.sleep(0.3)
    os.killpg(process.pid, signal.SIGINT)
    try:
        shown, said = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        raise
    assert process.returncode == 1 and "interrupted; finished games are kept: `mctslab resume 1" in said, (shown, said)
    run = mctslab.Store(store).list()[0]
    assert run["status"] == "interrupted" and run["games"] > 0
