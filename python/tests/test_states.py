"""Games, states, searches."""

from __future__ import annotations

import copy
import pickle
import threading
import time
from collections.abc import Callable

import numpy
import pytest

import mctslab


def test_what_there_is() -> None:
    names = [game["name"] for game in mctslab.games()]
    assert "tic-tac-toe" in names and "nim" in names
    agents = [agent["name"] for agent in mctslab.agents("tic-tac-toe")]
    assert "mcts" in agents and "python" in agents
    assert "exploration" in mctslab.explain("mcts") and "new_game(seed)" in mctslab.explain("python")
    with pytest.raises(mctslab.UsageError, match="tic-tac-toe"):
        mctslab.explain("tic-tac-tow")


def test_a_state_is_a_value() -> None:
    game = mctslab.Game("tic-tac-toe")
    state = game.initial()
    after = state.play("b2")
    assert state.to_move == 0 and after.to_move == 1 and state.payoffs is None and not state.is_over
    assert len(state.legal_moves) == 9 and "b2" not in after.legal_moves
    assert after == game.state(str(after)) and hash(after) == hash(game.state(str(after))) and after != state
    assert {state: 1, game.initial(): 2} == {state: 2}
    for one in (state, after):
        assert pickle.loads(pickle.dumps(one)) == one and copy.deepcopy(one) == one
    assert pickle.loads(pickle.dumps(game)) == game and hash(pickle.loads(pickle.dumps(game))) == hash(game)
    assert "<svg" in after._repr_svg_() and "x" in after.board
    with pytest.raises(mctslab.UsageError, match="a legal move: "):
        after.play("b2")
    with pytest.raises(AttributeError):
        state.text = "x"  # type: ignore[misc]


def test_the_end_pays() -> None:
    state = mctslab.Game("tic-tac-toe").initial()
    for move in ["a1", "a2", "b1", "b2", "c1"]:
        state = state.play(move)
    assert state.is_over and state.payoffs == [1.0, 0.0] and state.legal_moves == []
    with pytest.raises(mctslab.UsageError, match="the game is over"):
        state.search("uct(iters=10)")


def test_playouts_are_an_array() -> None:
    state = mctslab.Game("tic-tac-toe").initial()
    payoffs = state.playouts(2000, seed=7)
    assert payoffs.shape == (2000, 2) and payoffs.dtype == numpy.float64
    assert numpy.allclose(payoffs.sum(axis=1), 1.0) and 0.6 < payoffs[:, 0].mean() < 0.7
    assert numpy.array_equal(payoffs, state.playouts(2000, seed=7))
    assert not numpy.array_equal(payoffs, state.playouts(2000, seed=8))
    payoffs[0, 0] = 0.25  # it may be written to
    assert numpy.array_equal(payoffs[1:300], state.playouts(300, seed=7)[1:]), "fewer games are the first of them"
    assert len({tuple(state.playouts(64 * n, seed=7)[-64:, 0]) for n in range(1, 20)}) == 19, "no stream comes twice"
    assert state.playouts(0).shape == (0, 2)
    with pytest.raises((MemoryError, ValueError)):
        state.playouts(10**15)
    with pytest.raises(OverflowError):
        state.playouts(-1)


def test_a_search_says_what_it_found() -> None:
    state = mctslab.Game("tic-tac-toe").initial()
    found = state.search("uct(iters=1000)", seed=3)
    assert found.iterations == 1000 and 900 <= sum(one.visits for one in found) <= 1000
    assert found.best == state.search("uct(iters=1000)", seed=3).best and found.line[0] == found.best
    assert found.to_dict()["best"] == found.best and list(found.to_pandas()["visits"])[0] == max(one.visits for one in found)
    assert "<table>" in found._repr_html_()
    short = state.search("uct(iters=100000)", iterations=50)
    assert short.iterations == 50
    with pytest.raises(mctslab.UsageError, match="unknown key|no option|`itres`"):
        state.search("uct(itres=5)")


def test_a_live_search_is_iterated() -> None:
    state = mctslab.Game("connect-four").initial()
    snapshots = list(state.analyse("uct", seconds=0.5, every=0.05))
    assert len(snapshots) >= 2 and snapshots[-1].iterations >= snapshots[0].iterations > 0
    with state.analyse("uct", seconds=600) as analysis:
        assert next(analysis).iterations > 0
    assert len(list(analysis)) <= 3


@pytest.mark.parametrize(
    "call",
    [
        lambda state: state.search("uct(iters=1000000000)", seconds=1),
        lambda state: state.playouts(2_000_000),
        lambda state: list(state.analyse("uct", seconds=1)),
        lambda state: mctslab.Game("connect-four").perft(10),
        lambda state: mctslab.match("connect-four", "mcts(iters=500)", "random", games=2000),
    ],
)
def test_other_threads_go_on_meanwhile(call: Callable[[mctslab.State], object]) -> None:
    longest, over = 0.0, threading.Event()

    def count() -> None:
        nonlocal longest
        last = time.monotonic()
        while not over.wait(0.001):
            now = time.monotonic()
            longest, last = max(longest, now - last), now

    thread = threading.Thread(target=count)
    thread.start()
    begin = time.monotonic()
    call(mctslab.Game("connect-four").initial())
    took = time.monotonic() - begin
    over.set()
    thread.join()
    assert took > 0.1 and longest < 0.7 * took, (longest, took)


def test_many_threads_of_python_may_call() -> None:
    state = mctslab.Game("connect-four").initial()
    wanted = state.search("mcts(iters=2000)").to_dict()["moves"]
    found: list[object] = []

    def search() -> None:
        found.append(state.search("mcts(iters=2000)").to_dict()["moves"])

    threads = [threading.Thread(target=search) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [wanted] * 6


def test_any_node_of_a_tree_can_be_looked_at() -> None:
    state = mctslab.Game("connect-four").initial()
    found = state.search("uct(iters=400)", seed=3, tree=True)
    root = found.inspect()
    assert (root.path, root.player, root.visits) == ([], 0, 400)
    assert {child.move: (child.visits, child.mean) for child in root.children} == {
        move.move: (move.visits, move.value) for move in found.moves if move.visits
    }
    assert all(set(child.terms) == {"mean", "exploration"} for child in root.children)
    best = max(root.children, key=lambda child: child.visits)
    assert best.score == sum(best.terms.values())
    below = found.inspect([best.move])
    assert below.path == [best.move] and below.player == 1 and below.visits == best.visits
    assert found.inspect(" ".join(found.line[:2])).visits > 0
    assert set(root.to_pandas()) >= {"move", "visits", "term: exploration"}
    with pytest.raises(mctslab.UsageError, match="no node for `nine` at the root: expected one of"):
        found.inspect(["nine"])
    with pytest.raises(mctslab.UsageError, match="tree=True"):
        state.search("uct(iters=10)").inspect()
    with pytest.raises(mctslab.UsageError, match="keeps no tree"):
        state.search("random", tree=True).inspect()


def test_the_tree_of_an_analysis_can_be_looked_at_when_it_is_over() -> None:
    analysis = mctslab.Game("connect-four").initial().analyse("uct", seconds=1000, every=0.01)
    next(iter(analysis))
    with pytest.raises(mctslab.UsageError, match="before it is over"):
        analysis.inspect()
    analysis.stop()
    last = list(analysis)[-1]
    assert analysis.inspect().visits == sum(move.visits for move in last.moves)
