"""OpenSpiel and PettingZoo."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

import mctslab
import mctslab.open_spiel
import mctslab.pettingzoo

#: Games of OpenSpiel; of the last six mctslab has none of its own.
SPIEL = [
    "tic_tac_toe",
    "connect_four",
    "breakthrough(rows=6,columns=6)",
    "hex(board_size=4)",
    "othello",
    "nim",
    "pentago",
    "havannah(board_size=3)",
    "y(board_size=4)",
    "clobber(rows=4,columns=4)",
    "amazons",
    "mancala",
    "checkers",
]


@pytest.mark.parametrize("name", SPIEL)
def test_a_game_of_open_spiel(name: str) -> None:
    pytest.importorskip("pyspiel")
    game = mctslab.from_open_spiel(name)
    state = game.initial()
    found = state.search("mcts(iters=30)")
    assert found.best in state.legal_moves
    assert state.play(found.best) == game.state(str(state.play(found.best)))
    payoffs = state.playouts(5)
    assert payoffs.shape == (5, 2) and numpy.allclose(payoffs.sum(axis=1), 1.0)
    document = mctslab.match(game.spec, "random", "mcts(iters=5)", games=2)
    assert document.games == 2 and document.forfeits == []


def test_the_laws_hold_and_both_rules_agree() -> None:
    pytest.importorskip("pyspiel")
    game = mctslab.from_open_spiel("tic_tac_toe")
    import pyspiel

    mctslab.check_game(mctslab.open_spiel.OpenSpielGame(pyspiel.load_game("tic_tac_toe")))
    mctslab.check_game(mctslab.open_spiel.OpenSpielGame(pyspiel.load_game("clobber(rows=3,columns=3)")))
    assert [game.perft(depth) for depth in (1, 2, 3, 4, 5)] == [mctslab.Game("tic-tac-toe").perft(n) for n in (1, 2, 3, 4, 5)]


def test_other_games_are_refused() -> None:
    pytest.importorskip("pyspiel")
    for name in ("kuhn_poker", "backgammon", "goofspiel"):
        with pytest.raises(mctslab.UsageError, match="only deterministic games of perfect information"):
            mctslab.from_open_spiel(name)


def test_a_game_that_open_spiel_does_not_have(capfd: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyspiel")
    with pytest.raises(mctslab.UsageError, match="OpenSpiel has no game `tic_tac_tow`"):
        mctslab.from_open_spiel("tic_tac_tow")
    assert capfd.readouterr().err == ""


def uniform(game: Any, player: int, seed: int) -> Any:
    import pyspiel

    return pyspiel.make_uniform_random_bot(player, seed)


class Uniform(mctslab.open_spiel.Bot):
    """A bot of OpenSpiel."""

    def __init__(self) -> None:
        super().__init__(uniform)


def test_a_bot_of_open_spiel_is_a_player() -> None:
    pytest.importorskip("pyspiel")
    game = mctslab.from_open_spiel("tic_tac_toe")
    found = mctslab.match(game.spec, Uniform, "mcts(iters=100)", games=10)
    assert found.forfeits == [] and found.agents[1]["score"] > 0.5


@pytest.mark.parametrize("name", ["othello", "tic-tac-toe", "awari", "hex(size=5)", "tic-tac-mo"])
def test_an_environment_passes_the_test_of_pettingzoo(name: str) -> None:
    pytest.importorskip("pettingzoo")
    if name.split("(")[0] not in [game["name"] for game in mctslab.games()]:
        pytest.skip(f"this build has no {name}")
    from pettingzoo.test import api_test

    api_test(mctslab.to_pettingzoo(name), num_cycles=100)


def test_a_policy_is_a_player() -> None:
    def lowest(seen: dict[str, Any]) -> int:
        return int(seen["action_mask"].argmax())

    found = mctslab.match("tic-tac-toe", mctslab.pettingzoo.policy(lowest), "random", games=10)
    assert found.forfeits == []
    assert mctslab.match("tic-tac-toe", mctslab.pettingzoo.policy(lambda seen: 99), "random", games=2).forfeits
