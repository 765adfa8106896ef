"""Other processes and clusters: the same records, whoever plays, whatever dies."""

from __future__ import annotations

import concurrent.futures
import json
import multiprocessing
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

import mctslab
import own_players
from conftest import records
from mctslab._work import work

GAMES = 120
AGENTS = ("mcts(iters=60)", "mcts(iters=40)")


def play(store: str, **options: Any) -> list[tuple[object, ...]]:
    document = mctslab.match("tic-tac-toe", *AGENTS, games=GAMES, seed=4, store=store, **options)
    return records(store, document.runs[0])


@pytest.fixture
def wanted(tmp_path: Any) -> list[tuple[object, ...]]:
    return play(str(tmp_path / "wanted.db"), threads=2)


def spawned() -> concurrent.futures.ProcessPoolExecutor:
    return concurrent.futures.ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn"))


def test_process_pools_and_thread_pools(store: str, wanted: object) -> None:
    with spawned() as pool:
        assert play(store, executor=pool) == wanted
        # Players that other processes can import play there too.
        own = mctslab.match("nim", own_players.Seeded, "random", games=40, seed=2, store=store, executor=pool)
        mctslab.match("nim", own_players.Seeded, "random", games=40, seed=2, store=store)
        assert records(store, own.runs[0]) == records(store, own.runs[0] + 1)
        # A game of a module is registered there as well.
        from own_games import Countdown

        mctslab.register(Countdown)
        found = mctslab.complexity("countdown", "random", games=400, precision=0.5, executor=pool)
        assert found.to_dict() == mctslab.complexity("countdown", "random", games=400, precision=0.5).to_dict()
        text = '\n[[tables]]\nlabel = "s"\ngames = ["nim", "tic-tac-toe"]\nagents = ["random", "mcts(iters=5)"]\n'
        text = f'name = "many"{text}studies = ["fit(max=64,precision=0.5,games=300)"]\n'
        many = mctslab.experiment(text, executor=pool)
        assert many.to_dict() == mctslab.experiment(text).to_dict()
    with concurrent.futures.ThreadPoolExecutor(2) as threads:
        assert play(store, executor=threads) == wanted


def test_a_driver_of_an_executor_may_be_killed_and_resumed(store: str, wanted: object) -> None:
    code = f"""
import concurrent.futures, mctslab, multiprocessing
if __name__ == "__main__":
    pool = concurrent.futures.ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("fork"))
    mctslab.match("tic-tac-toe", *{AGENTS!r}, games={GAMES}, seed=4, store={store!r}, executor=pool)
"""
    driver = subprocess.Popen([sys.executable, "-c", code], start_new_session=True)
    end = time.monotonic() + 60
    while time.monotonic() < end and driver.poll() is None:
        try:
            if mctslab.Store(store).list()[0]["games"] > 0:
                break
        except (mctslab.Error, IndexError):
            pass
        time.sleep(0.01)
    os.killpg(driver.pid, signal.SIGKILL)
    driver.wait()
    with concurrent.futures.ThreadPoolExecutor(2) as threads:
        mctslab.resume(1, store, executor=threads)
    assert records(store, 1) == wanted


class Flawed:
    """An executor in whose hands much goes wrong, in order: futures fail, are cancelled, are
    dropped, come twice and late."""

    workers = 2

    def __init__(self, faults: list[str]) -> None:
        self.faults = faults
        self.pool = concurrent.futures.ThreadPoolExecutor(2)

    def submit(self, function: Any, *arguments: Any) -> Future[Any]:
        fault = self.faults.pop(0) if self.faults else ""
        future: Future[Any] = Future()
        if fault == "fail":
            future.set_exception(RuntimeError("a node died"))
        elif fault == "cancel":
            future.cancel()
            future.set_running_or_notify_cancel()
        elif fault == "rubbish":
            future.set_result("{}")
        elif fault == "other":
            games, version, catalog, plan, round, first, end = arguments
            answer = function(games, version, catalog, plan, round, first, end)
            future.set_result(answer.replace('"seed":', '"seed":1', 1))
        elif fault != "drop":
            return self.pool.submit(function, *arguments)
        return future


def test_lost_dropped_and_wrong_results_are_harmless(store: str, wanted: object) -> None:
    flawed = Flawed(["fail", "", "cancel", "drop", "rubbish", "", "other", "fail", "drop", ""])
    assert play(store, executor=flawed, patience=0.2) == wanted
    assert not flawed.faults


def test_an_executor_that_only_fails_ends_the_run_and_keeps_it(store: str, wanted: object) -> None:
    with pytest.raises(mctslab.ExecutorError, match="a node died(.|\n)*mctslab.resume"):
        play(store, executor=Flawed(["fail"] * 1000))
    mctslab.resume(1, store)
    assert records(store, 1) == wanted
    with pytest.raises(mctslab.UsageError, match="is not an executor"):
        play(store, executor=3)


def test_a_player_that_kills_its_process_ends_the_run_in_words(store: str) -> None:
    with pytest.raises(mctslab.ExecutorError, match="BrokenProcessPool|no more jobs"), spawned() as pool:
        mctslab.match("nim", own_players.dies, "random", games=4, store=store, executor=pool)


def test_a_function_of_this_process_is_refused_by_others(store: str) -> None:
    def mine(state: mctslab.State) -> str:
        return state.legal_moves[0]

    with spawned() as pool, pytest.raises(mctslab.UsageError, match="put it into a module and name it"):
        mctslab.match("nim", mine, "random", games=4, store=store, executor=pool)


def test_a_cluster_that_is_not_there_stays_busy() -> None:
    script = Path(__file__).parents[1] / "examples" / "simulate_cluster.py"
    words = [sys.executable, str(script), "--studies", "40", "--workers", "100", "--games", "500", "--failures", "1"]
    shown = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    lost = re.search(r"(\d+) jobs lost", shown)
    assert lost is not None and int(lost[1]) > 0, shown
    busy = re.search(r"workers busy ([0-9.]+) %", shown)
    assert busy is not None and float(busy[1]) >= 85, shown


def test_workers_of_another_version_are_refused() -> None:
    version, catalog = mctslab._mctslab.identity()
    answer = work([], "0.0.1", catalog, "{}", "{}", 0, 1)
    assert "is mctslab" in answer and "mctslab 0.0.1" in answer and "Refused" in answer

    class Older(Flawed):
        def submit(self, function: Any, games: Any, version: str, *arguments: Any) -> Future[Any]:
            return super().submit(function, games, "0.0.1", *arguments)

    with pytest.raises(mctslab.UsageError, match="install the same package on both"):
        mctslab.match("nim", "random", "random", games=10, executor=Older([]))


class Uneven(Flawed):
    """Three workers, of which `node-1` changes each of its results by `change`."""

    workers = 3

    def __init__(self, change: Callable[[dict[str, Any]], None]) -> None:
        super().__init__([])
        self.change = change
        self.lock = threading.Lock()
        self.count = 0

    def submit(self, function: Any, *arguments: Any) -> Future[Any]:
        def call() -> str:
            with self.lock:
                self.count += 1
                name = f"node-{self.count % 3}"
            answer = json.loads(function(*arguments))
            answer["worker"] = name
            if name == "node-1":
                for result in answer["results"]:
                    self.change(result)
            return json.dumps(answer)

        return self.pool.submit(call)


def nothing(result: dict[str, Any]) -> None:
    """Changes nothing."""


def loses(result: dict[str, Any]) -> None:
    """The first seat loses."""
    result["payoffs"] = "0 1"


def shortens(result: dict[str, Any]) -> None:
    """A game has a move fewer than it had."""
    sample = json.loads(result["found"])
    del sample["branching"][-1]
    result["found"] = json.dumps(sample)


def test_a_worker_whose_games_contradict_their_moves_is_not_believed() -> None:
    document = mctslab.match("tic-tac-toe", "random", "random", games=3000, executor=Uneven(loses))
    alone = mctslab.match("tic-tac-toe", "random", "random", games=3000, threads=1)
    assert document.to_dict()["agents"] == alone.to_dict()["agents"], "others played its games again"


def test_a_worker_whose_samples_differ_is_named() -> None:
    with pytest.warns(UserWarning, match=r"worker `node-1` differ(.|\n)* samples `branching"):
        document = mctslab.analyze("tic-tac-toe", games=6000, executor=Uneven(shortens))
    assert len(document.warnings) == 1, document.warnings


def test_workers_that_are_right_are_not_reported() -> None:
    # Of a thousand such games one or two are lost: whoever happens to be given them has done
    # nothing wrong.
    assert mctslab.match("tic-tac-toe", "mcts(iters=150)", "random", games=900, executor=Uneven(nothing)).warnings == []
    assert mctslab.analyze("tic-tac-toe", games=6000, executor=Uneven(nothing)).warnings == []
    assert mctslab.analyze("nim", games=300, enumerate=True, executor=Uneven(nothing)).warnings == []
    trace = mctslab.trace("tic-tac-toe", "mcts(iters=10)", against="random", games=300, executor=Uneven(nothing))
    assert trace.warnings == []


def test_ctrl_c_with_an_executor(store: str) -> None:
    pid = os.getpid()
    threading.Thread(target=lambda: (time.sleep(1.5), os.kill(pid, signal.SIGINT))).start()
    with concurrent.futures.ThreadPoolExecutor(2) as pool, pytest.raises(mctslab.Interrupted, match="mctslab.resume"):
        mctslab.match("connect-four", "mcts(iters=300)", "mcts(iters=300)", games=5000, store=store, executor=pool)
    assert mctslab.Store(store).list()[0]["status"] != "finished"


def test_dask(store: str, wanted: object) -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs="CRITICAL"
    ) as cluster, distributed.Client(cluster) as client:
        assert play(store, executor=client) == wanted


def test_submitit(store: str, wanted: object, tmp_path: Any) -> None:
    submitit = pytest.importorskip("submitit", reason="submitit is not installed: `pip install submitit`")
    executor = submitit.LocalExecutor(tmp_path / "logs")
    executor.update_parameters(timeout_min=10)
    assert play(store, executor=executor, workers=2) == wanted
    debug = submitit.AutoExecutor(tmp_path / "logs", cluster="debug")
    assert mctslab.executors.Crew(debug).job_seconds == 60
    assert play(store, executor=debug) == wanted


MPI = f"""
import json, sys
import mctslab
from conftest import records
from mpi4py.futures import MPIPoolExecutor

if __name__ == "__main__":
    with MPIPoolExecutor() as executor:
        mctslab.match("tic-tac-toe", *{AGENTS!r}, games={GAMES}, seed=4, store=sys.argv[1], executor=executor)
        print("workers", executor.num_workers)
"""


def test_mpi(store: str, wanted: object, tmp_path: Any) -> None:
    pytest.importorskip("mpi4py", reason="mpi4py is not installed: `pip install mpi4py`, and an MPI such as `apt-get install openmpi-bin`")
    if shutil.which("mpiexec") is None:
        pytest.skip("`mpiexec` is not installed: `apt-get install openmpi-bin`")
    script = tmp_path / "driver.py"
    script.write_text(MPI)
    # Three processes: the driver and two workers. As many as there are, on any machine, by any
    # user.
    allowed = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1"}
    words = ["mpiexec", "-n", "3", sys.executable, "-m", "mpi4py.futures", str(script), store]
    played = subprocess.run(words, capture_output=True, text=True, check=False, timeout=600, env={**os.environ, **allowed})
    assert played.returncode == 0 and "workers 2" in played.stdout, played.stdout + played.stderr
    assert records(store, 1) == wanted


def test_ray_with_three_nodes_of_which_one_is_killed(store: str, wanted: object) -> None:
    ray = pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    import mctslab.ray

    small = {"num_cpus": 1, "object_store_memory": 80 * 2**20, "include_dashboard": False}
    cluster = Cluster(initialize_head=True, head_node_args=small)
    more = {"num_cpus": 1, "object_store_memory": 80 * 2**20}
    nodes = [cluster.add_node(**more) for _ in range(2)]
    cluster.wait_for_nodes()
    try:
        with mctslab.ray.Executor(cluster.address) as executor:
            assert executor.workers == 3
            assert play(store, executor=executor) == wanted
            # The same from the shell.
            agents = [f"--{name}={value}" for name, value in {"games": GAMES, "seed": 4, "db": store}.items()]
            command = [sys.executable, "-m", "mctslab", "match", "tic-tac-toe", *AGENTS, *agents, "--ray", cluster.address]
            subprocess.run(command, check=True, capture_output=True)
            assert records(store, 2) == wanted

            def kill_one() -> None:
                while len(mctslab.Store(store).list()) < 3 or mctslab.Store(store).list()[-1]["games"] < 1:
                    time.sleep(0.05)
                cluster.remove_node(nodes[0], allow_graceful=False)

            thread = threading.Thread(target=kill_one)
            thread.start()
            slow = ("mcts(iters=6000)", "mcts(iters=4000)")
            run = mctslab.match("tic-tac-toe", *slow, games=60, seed=4, store=store, executor=executor).runs[0]
            thread.join()
        mctslab.match("tic-tac-toe", *slow, games=60, seed=4, store=store)
        assert records(store, run) == records(store, run + 1)
    finally:
        ray.shutdown()
        cluster.shutdown()
