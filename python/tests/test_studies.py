"""Studies and the store."""

from __future__ import annotations

import concurrent.futures
import copy
import os
import pickle
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import mctslab
import own_players
from conftest import records


def test_every_study_is_a_document() -> None:
    import matplotlib

    matplotlib.use("Agg")
    made = [
        mctslab.match("tic-tac-toe", "random", "mcts(iters=20)", games=40),
        mctslab.tournament("nim", "random", "mcts(iters=5)", "mcts(iters=20)", games=12),
        mctslab.complexity("tic-tac-toe", "random", games=400, precision=0.5),
        mctslab.analyze("tic-tac-toe", games=200),
        mctslab.efficiency("tic-tac-toe"),
        mctslab.trace("tic-tac-toe", "mcts(iters=20)", against="random", games=20),
        mctslab.sweep("tic-tac-toe", "uct(iters=20,c={0.2,0.4})", against="random", games=40),
    ]
    for document in made:
        assert document.to_dict() and document.headline and document.text
        assert "</html>" in document.page and "iframe" in document._repr_html_()
        assert document.page_sections(), document.kind
        assert all(document.page_section(key) in document.page for key in document.page_sections()), document.kind
        assert len(document.to_pandas()) > 0
        assert document.plot().get_title()
        with pytest.raises(AttributeError, match="it has"):
            _ = document.no_such_key
    assert made[0].games == 40 and made[2].status in ("ok", "budget-spent")


def test_a_bar_shows_how_far_it_is(capfd: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("tqdm")
    mctslab.match("tic-tac-toe", "mcts(iters=500)", "random", games=300, progress=True)
    assert "match" in capfd.readouterr().err
    mctslab.match("tic-tac-toe", "random", "random", games=300, progress=False)
    assert capfd.readouterr().err == ""


def test_many_games_make_one_document() -> None:
    document = mctslab.complexity(["nim", "tic-tac-toe"], "random", games=400, precision=0.5, max=64)
    assert "nim" in document.text and "tic-tac-toe" in document.text


def test_errors_are_those_of_the_command_line() -> None:
    with pytest.raises(mctslab.UsageError, match="3 agents for `tic-tac-toe`, which has 2 seats"):
        mctslab.match("tic-tac-toe", "random", "random", "random")
    with pytest.raises(mctslab.UsageError, match="`match` has no keyword `no_such_option`"):
        mctslab.match("tic-tac-toe", "random", "random", no_such_option=3)
    with pytest.raises(mctslab.UsageError, match="no target"):
        mctslab.complexity("tic-tac-toe")
    with pytest.raises(mctslab.StoreError, match="store=PATH"):
        mctslab.Store("/no/such/folder/at-all.db").runs()
    for seed in (-1, 2**64, "a", None):
        with pytest.raises(mctslab.UsageError, match="a seed of"):
            mctslab.match("tic-tac-toe", "random", "random", games=2, seed=seed)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="is not an agent"):
        mctslab.match("tic-tac-toe", 3, "random")


def test_a_store_is_read_as_tables(store: str) -> None:
    run = mctslab.match("tic-tac-toe", "random", "mcts(iters=20)", games=30, store=store).runs[0]
    kept = mctslab.Store(store)
    assert list(kept.runs().index) == [run] and len(kept) == 1 and list(kept) == [run]
    assert kept[run].games == 30 and "</html>" in kept[run].page
    table = kept.games(run)
    assert len(table) == 30 and set(table["seat0_payoff"]) <= {0.0, 0.5, 1.0}
    part = kept.games(run, columns=["plies"], first=10, end=15, arrow=True)
    assert part.num_rows == 5 and part.column_names == ["plies"]
    with pytest.raises(mctslab.UsageError, match="no column `ply`"):
        kept.games(run, columns=["ply"])
    samples = mctslab.analyze("nim", games=100, store=store).runs[0]
    whole = kept.results(samples)
    assert len(whole) > 4
    assert list(kept.results(samples, first=1, end=4)["task"]) == list(whole["task"][1:4])
    assert kept.results(samples, end=3, arrow=True).num_rows == 3
    with mctslab.Store(store) as same:
        assert same.runs(arrow=True).column("run").to_pylist() == list(kept.runs().index) == [run, samples]
    report = kept[run].report(Path(store).with_suffix(".html"))
    assert report.read_text().count("</html>") == 1


def test_what_was_found_can_be_pickled_and_copied(store: str) -> None:
    kept = mctslab.match("nim", "random", "random", games=10, store=store)
    for document in (kept, mctslab.match("nim", "random", "random", games=10), mctslab.Store(store)[1]):
        again = pickle.loads(pickle.dumps(document))
        assert again == document and again.page == document.page and copy.deepcopy(document) == document
    assert pickle.loads(pickle.dumps(mctslab.Store(store)))[1] == kept
    found = mctslab.Game("nim").initial().search("mcts(iters=20)")
    assert pickle.loads(pickle.dumps(found)).to_dict() == found.to_dict()


def test_a_report_is_never_written_onto_its_store(store: str) -> None:
    document = mctslab.match("nim", "random", "random", games=10, store=store)
    with pytest.raises(mctslab.UsageError, match="name another file"):
        document.report(store)
    assert mctslab.Store(store)[1] == document
    with pytest.raises(OSError, match="no-such-folder"):
        document.report(Path(store).parent / "no-such-folder" / "a.html")


def test_an_empty_store_is_an_empty_table(store: str) -> None:
    mctslab.match("nim", "random", "random", games=10, store=store)
    with sqlite3.connect(store) as base:
        base.execute("DELETE FROM games")
        base.execute("DELETE FROM runs")
    assert len(mctslab.Store(store).runs()) == 0 and list(mctslab.Store(store)) == []


def test_a_store_that_another_program_holds(store: str) -> None:
    mctslab.match("nim", "random", "random", games=10, store=store)
    # Locks are between processes: two SQLites of one process would not see each other's.
    code = f"import sqlite3; a = sqlite3.connect({store!r}); a.execute('BEGIN EXCLUSIVE'); print('held', flush=True); input()"
    other = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert other.stdout is not None and other.stdout.readline() == "held\n"
    with pytest.raises(mctslab.StoreError, match="locked"):
        mctslab.match("nim", "random", "random", games=10, store=store)
    assert len(mctslab.Store(store)) == 1, "it can be read meanwhile"
    other.communicate("\n")
    assert mctslab.match("nim", "random", "random", games=10, store=store).games == 10


def test_a_limit_beyond_all_clocks_is_none() -> None:
    assert mctslab.match("nim", "random", "random", games=10, seconds=1e19).games == 10
    assert mctslab.Game("nim").initial().search("mcts(iters=10)", seconds=1e19).iterations == 10
    with pytest.raises(mctslab.UsageError, match="not negative"):
        mctslab.match("nim", "random", "random", games=10, seconds=-1)


def test_studies_of_several_threads_do_not_mix(store: str) -> None:
    def play(seed: int) -> object:
        return mctslab.match("nim", own_players.Seeded, "mcts(iters=20)", games=30, seed=seed, store=store).to_dict()

    wanted = [play(seed) for seed in range(1, 5)]
    with concurrent.futures.ThreadPoolExecutor(4) as threads:
        assert list(threads.map(play, range(1, 5))) == wanted


def test_time_is_up(store: str) -> None:
    document = mctslab.complexity("connect-four", "mcts(iters=300)", precision=0.01, games=1_000_000, seconds=1)
    assert document.status == "budget-spent"


def test_ctrl_c_keeps_what_was_played_and_says_how_to_go_on(store: str) -> None:
    pid = os.getpid()
    threading.Thread(target=lambda: (time.sleep(1.0), os.kill(pid, signal.SIGINT))).start()
    with pytest.raises(mctslab.Interrupted, match=r"mctslab\.resume\(1, store=") as caught:
        mctslab.match("connect-four", "mcts(iters=300)", "mcts(iters=300)", games=5000, store=store)
    played = mctslab.Store(store).list()[0]["games"]
    assert caught.value.document is not None and 0 < played < 5000
    with pytest.raises(KeyboardInterrupt):
        threading.Thread(target=lambda: (time.sleep(0.5), os.kill(pid, signal.SIGINT))).start()
        mctslab.resume(1, store)
    assert mctslab.Store(store).list()[0]["games"] > played


def test_the_driver_may_be_killed_and_resumed(store: str, tmp_path: Path) -> None:
    code = f"""
import mctslab
mctslab.match("tic-tac-toe", "mcts(iters=200)", "mcts(iters=300)", games=600, seed=5, store={store!r}, threads=1)
"""
    driver = subprocess.Popen([sys.executable, "-c", code])
    end = time.monotonic() + 60
    while time.monotonic() < end and driver.poll() is None:
        try:
            if mctslab.Store(store).list()[0]["games"] > 20:
                break
        except (mctslab.Error, IndexError):
            pass
        time.sleep(0.02)
    driver.kill()
    driver.wait()
    mctslab.resume(1, store)
    other = str(tmp_path / "other.db")
    mctslab.match("tic-tac-toe", "mcts(iters=200)", "mcts(iters=300)", games=600, seed=5, store=other, threads=2)
    assert records(store, 1) == records(other, 1) and len(records(store, 1)) == 600


def test_a_run_that_is_being_played_is_locked(store: str) -> None:
    done: list[object] = []

    def play() -> None:
        done.append(mctslab.match("connect-four", "mcts(iters=1500)", "mcts(iters=1500)", games=60, store=store, threads=1))

    def begun() -> bool:
        try:
            return bool(mctslab.Store(store).list())
        except mctslab.StoreError:
            return False

    thread = threading.Thread(target=play)
    thread.start()
    while not begun():
        time.sleep(0.01)
    with pytest.raises(mctslab.StoreError, match="run 1"):
        mctslab.resume(1, store)
    thread.join()
    assert len(done) == 1


def test_an_experiment() -> None:
    text = """
name = "two players in two games"
[[tables]]
label = "strength"
games = ["nim", "tic-tac-toe"]
agents = ["random"]
studies = ["fit(max=64,precision=0.5,games=300)"]
"""
    document = mctslab.experiment(text)
    assert len(document.to_pandas()) == 2


def test_a_paper_is_run_again() -> None:
    document = mctslab.paper("lanzi-fig-2", scale=0.01)
    assert isinstance(document, mctslab.Document) and document.id == "lanzi-fig-2"
    assert document.claims and "</html>" in document.page
    with pytest.raises(mctslab.UsageError, match="lanzi-fig-2"):
        mctslab.paper("lanzi-fig-99")


def test_hints_are_in_words_of_python(tmp_path: Path) -> None:
    # Two players that always play the same games.
    same = mctslab.match("tic-tac-toe", "alphabeta(depth=2)", "alphabeta(depth=3)", games=40)
    assert "`openings=\"random(plies=4)\"`" in same.text and "--openings" not in same.text, same.text
    with pytest.raises(mctslab.UsageError, match=r"`mctslab\.games\(\)` and `mctslab\.agents\(\)` list"):
        mctslab.explain("nothing-like-it")
    store = str(tmp_path / "hints.db")
    mctslab.match("nim", "random", "random", games=4, store=store)
    with pytest.raises(mctslab.StoreError, match=r"runs 1 to 1; `mctslab\.Store\(PATH\)\.list\(\)` lists them"):
        mctslab.resume(7, store)
