"""Games written in Python."""

from __future__ import annotations

import pickle

import pytest

import mctslab
import own_games
from own_games import Countdown
from own_players import Seeded


@pytest.fixture
def countdown() -> mctslab.Game:
    return mctslab.register(Countdown)


def test_a_class_becomes_a_game(countdown: mctslab.Game) -> None:
    mctslab.check_game(Countdown)
    state = countdown.initial()
    assert state.legal_moves == ["take1", "take2", "take3"] and state.python == (12, 0)
    assert state.play("take2").text == "take2" and countdown.state("take2 take1").python == (9, 0)
    assert state.play("take1").play("take3") == state.play("take2").play("take2"), "equal states, whatever led there"
    assert pickle.loads(pickle.dumps(state.play("take1"))) == state.play("take1")
    solved = state.play("take1").search("solve")
    assert solved.best == "take3" and solved.proven == 1.0
    assert "countdown" in [game["name"] for game in mctslab.games()] and "twelve stones" in mctslab.explain("countdown")


def test_every_agent_study_and_report_works_on_it(countdown: mctslab.Game, store: str) -> None:
    for agent in mctslab.agents("countdown"):
        if agent["name"] in ("process", "python"):
            continue
        try:
            best = countdown.initial().search(agent["name"], iterations=50, seconds=2).best
        except mctslab.UsageError as error:
            assert "does not" in str(error) or "needs" in str(error) or "missing" in str(error), (agent["name"], error)
            continue
        assert best in ("take1", "take2", "take3"), agent["name"]
    match = mctslab.match("countdown", "random", "mcts(iters=30)", games=20, store=store)
    assert match.agents[1]["score"] > 0.5 and "</html>" in mctslab.Store(store)[1].page
    assert mctslab.complexity("countdown", "random", games=400, precision=0.5).games > 0
    assert mctslab.analyze("countdown", games=50).plies_mean["mean"] < 12
    made = [
        mctslab.complexity("countdown", ladder=True, games=400, max=16),
        mctslab.tournament("countdown", "random", "mcts(iters=5)", Seeded, games=6),
        mctslab.trace("countdown", "mcts(iters=10)", against="random", games=10),
        mctslab.sweep("countdown", "uct(iters=10,c={0.2,0.4})", against=Seeded, games=10),
        mctslab.probe("countdown", "mcts(iters=5)"),
        mctslab.efficiency("countdown"),
    ]
    for document in made:
        assert document.headline and "</html>" in document.page, document.kind


@pytest.mark.parametrize(
    ("broken", "words"),
    [
        (own_games.TakesTwice, "indices distinguish legal moves"),
        (own_games.NeverEnds, "longer than 3 plies|after 3 plies"),
        (own_games.PaysTooMuch, "adds up to"),
        (own_games.Breaks, "the rules broke"),
        (own_games.NobodysTurn, "`turn` answered 5: expected a player from 0 to 1"),
        (own_games.ChangesStates, "`play` changes the state that it is given"),
        (own_games.AppliesOtherwise, "`apply` leads to .* and `play` to"),
    ],
)
def test_a_broken_law_is_named(broken: type, words: str, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(mctslab.GameError, match=words):
        mctslab.check_game(broken)
    assert "panicked" not in capfd.readouterr().err


def test_rules_that_raise_end_the_run_with_their_traceback(store: str) -> None:
    mctslab.register(own_games.Breaks)
    with pytest.raises(mctslab.GameError, match="the rules broke"):
        mctslab.match("breaks", "random", "random", games=20, store=store)
    with pytest.raises(mctslab.GameError, match="the rules broke"):
        mctslab.Game("breaks").initial().search("mcts(iters=100)")
    with pytest.raises(mctslab.GameError, match="the rules broke"):
        mctslab.Game("breaks").initial().playouts(10)


def test_what_is_no_game_is_refused() -> None:
    class Nothing:
        pass

    with pytest.raises(mctslab.UsageError, match="has no `initial`"):
        mctslab.register(Nothing)
    with pytest.raises(mctslab.UsageError, match="already"):
        mctslab.register(Countdown, "nim")


def test_a_player_cannot_change_the_state_it_is_given() -> None:
    mctslab.check_game(own_games.OfLists)
    game = mctslab.register(own_games.OfLists)

    def meddles(state: mctslab.State) -> str:
        assert state.python is not None
        state.python[:] = [1, state.python[1]]
        return state.legal_moves[0]

    found = mctslab.match("of-lists", meddles, "random", games=10)
    assert found.forfeits == [] and found.plies_mean > 3
    state = game.initial()
    state.python.append(3)
    assert state.python == [7, 0]


def test_a_game_that_reads_any_text_is_told_that_parse_must_raise() -> None:
    with pytest.raises(mctslab.GameError, match="text that is no position must be refused: `parse` must raise an exception"):
        mctslab.check_game(own_games.ReadsAnything)
