"""Players written in Python."""

from __future__ import annotations

import time

import pytest

import mctslab
import mctslab.players
import own_players
from conftest import records
from mctslab import _games


def test_a_player_is_an_agent_wherever_an_agent_is() -> None:
    found = mctslab.match("tic-tac-toe", own_players.first, own_players.Seeded, games=20)
    assert [agent["spec"] for agent in found.agents] == [
        'python(agent="own_players:first",options="",timeout=0)',
        'python(agent="own_players:Seeded",options="",timeout=0)',
    ]
    assert mctslab.complexity("tic-tac-toe", own_players.first, games=400, precision=0.5).estimate is not None
    assert mctslab.tournament("nim", own_players.Seeded, "random", own_players.first, games=4).games == 12
    state = mctslab.Game("tic-tac-toe").initial()
    assert state.search(own_players.Last).best == state.legal_moves[-1]
    options = mctslab.players.spec_of(own_players.Seeded, options="shift=3")
    assert mctslab.match("nim", options, "random", games=4).games == 4


def test_a_player_in_any_game() -> None:
    # Other tests register games, some of them broken on purpose.
    built_in = [game["name"] for game in mctslab.games() if game["name"] not in _games._origins]
    assert len(built_in) >= 20
    for game in built_in:
        if mctslab.Game(game).players == 2:
            assert mctslab.match(game, own_players.first, "random", games=2).forfeits == [], game


def test_the_same_seed_gives_the_same_games(store: str) -> None:
    for threads in (1, 2):
        mctslab.match("nim", own_players.Seeded, "mcts(iters=20)", games=60, seed=9, store=store, threads=threads)
    assert records(store, 1) == records(store, 2)


def test_a_function_of_this_process_plays_here_and_nowhere_else(store: str) -> None:
    def mine(state: mctslab.State) -> str:
        return state.legal_moves[0]

    found = mctslab.match("nim", mine, "random", games=4, store=store)
    spec = found.agents[0]["spec"]
    assert "here:" in spec
    del mine
    with pytest.raises(mctslab.UsageError, match="put it into a module and name it"):
        mctslab.match("nim", spec, "random", games=4)


@pytest.mark.parametrize(
    ("player", "reason", "message"),
    [
        (own_players.nothing, "illegal-move", "returned None of type `NoneType`"),
        (own_players.nonsense, "illegal-move", "a legal move: "),
        (own_players.breaks, "crash", "the player broke in the middle"),
        (own_players.meddles, "crash", "AttributeError"),
    ],
)
def test_a_fault_is_a_forfeit_and_never_the_end_of_the_run(store: str, player: object, reason: str, message: str) -> None:
    found = mctslab.match("tic-tac-toe", player, "random", games=6, store=store)
    assert found.games == 6 and found.agents[0]["losses"] == 6
    assert set(mctslab.Store(store).games(1)["reason"]) == {f"forfeit:{reason}"}
    import sqlite3

    kept = sqlite3.connect(store).execute("SELECT message FROM games").fetchall()
    assert all(message in text for (text,) in kept), kept
    if reason == "crash":
        assert all("Traceback" in text and "own_players.py" in text for (text,) in kept)


def test_a_player_that_cannot_begin_forfeits_or_is_refused(store: str) -> None:
    found = mctslab.match("nim", own_players.NeverReady, "random", games=4, store=store)
    assert found.agents[0]["losses"] == 4 and set(mctslab.Store(store).games(1)["reason"]) == {"forfeit:crash"}
    with pytest.raises(mctslab.UsageError, match="needs a keyword"):
        mctslab.match("nim", own_players.NeverMade, "random", games=4)
    leaves = mctslab.match("nim", own_players.leaves, "random", games=4)
    assert leaves.agents[0]["losses"] == 4, "a player that exits has lost its game, no more"


@pytest.mark.parametrize("player", [own_players.sleeps, own_players.turns])
def test_a_player_that_never_answers_loses_by_time(player: object) -> None:
    begin = time.monotonic()
    spec = mctslab.players.spec_of(player, timeout=0.3)
    found = mctslab.match("nim", spec, "random", games=2, threads=1)
    assert found.agents[0]["losses"] == 2 and time.monotonic() - begin < 60
    clocked = mctslab.match("nim", player, "random", games=2, threads=1, clock="0.3+0")
    assert clocked.agents[0]["losses"] == 2


def test_a_player_with_a_time_limit_that_answers_plays_the_same(store: str) -> None:
    for spec in (mctslab.players.spec_of(own_players.Seeded), mctslab.players.spec_of(own_players.Seeded, timeout=60)):
        mctslab.match("nim", spec, "random", games=20, store=store)
    plies = [[row[-1] for row in records(store, run)] for run in (1, 2)]
    assert plies[0] == plies[1]


def test_what_cannot_be_found_is_refused_before_anything_is_played(store: str) -> None:
    for spec, words in [
        ('python(agent="own_players:nobody")', "nobody"),
        ('python(agent="no_such_module:x")', "no_such_module"),
        ('python(agent="own_players")', "package.module:Name"),
        ('python(agent="own_players:Seeded",options="1+")', "cannot use"),
        ("python", "agent"),
    ]:
        with pytest.raises(mctslab.UsageError, match=words):
            mctslab.match("nim", spec, "random", games=2, store=store)


def test_a_store_runs_no_code_unless_it_may(store: str) -> None:
    mctslab.match("nim", own_players.Seeded, "random", games=10, store=store)
    import sqlite3

    with sqlite3.connect(store) as base:
        base.execute("UPDATE runs SET status = 'interrupted', games = 5")
        base.execute("DELETE FROM games WHERE fixture >= 5")
    with pytest.raises(mctslab.UsageError, match="allow_engines=True"):
        mctslab.resume(1, store)
    assert mctslab.resume(1, store, allow_engines=True).games == 10
