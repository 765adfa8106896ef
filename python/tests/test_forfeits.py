"""Players that crash are not weak players."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import pytest

import mctslab
import own_players


def test_a_function_that_raises_is_named_at_once_and_gets_no_verdict() -> None:
    with pytest.warns(mctslab.ForfeitWarning, match="ZeroDivisionError: division by zero") as warned:
        found = mctslab.match("connect-four", lambda state: 1 / 0, "random", games=40)
    reported = [one for one in warned if one.category is mctslab.ForfeitWarning]
    assert len(reported) == 1 and reported[0].filename == __file__
    assert "lambda crashed in game " in str(reported[0].message) and "1 / 0" in str(reported[0].message)
    assert found.status == "forfeits" and found.crashes == 40 and found.agents[0]["elo"] is None
    assert found.headline == "no verdict: lambda crashed in all 40 games (ZeroDivisionError: division by zero)"
    assert found.headline in found.text and "stronger" not in found.text
    assert "lambda crashed in all 40 games" in found._repr_html_() and "lambda crashed in all 40 games" in repr(found)
    assert any("every game was forfeited" in one for one in found.warnings)


def test_crashes_count_if_that_is_asked_for() -> None:
    class Flaky(own_players.Seeded):
        def choose(self, state: Any, budget: Any) -> str:
            if self.random.random() < 0.1:
                raise ValueError("flaky")
            return super().choose(state, budget)

    with pytest.warns(mctslab.ForfeitWarning, match="ValueError: flaky"):
        found = mctslab.match("tic-tac-toe", Flaky, "random", games=100)
    assert found.status == "forfeits" and 5 < found.crashes < 100
    assert f"crashed in {found.crashes} of 100 games" in found.headline
    with pytest.warns(mctslab.ForfeitWarning):
        counted = mctslab.match("tic-tac-toe", Flaky, "random", games=100, count_forfeits=True)
    assert counted.status == "ok" and counted.crashes == found.crashes and counted.agents[0]["elo"] is not None
    with pytest.warns(mctslab.ForfeitWarning):
        strength = mctslab.complexity("tic-tac-toe", Flaky)
    assert strength.status == "forfeits" and strength.estimate is None and strength.games < 2000
    assert "crashed in " in strength.headline


def test_a_player_that_plays_gives_no_warning_and_numbers_are_moves() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = mctslab.match("connect-four", lambda state: int(state.legal_moves[0]), "random", games=4)
    assert found.status == "ok" and found.forfeits == [] and found.crashes == 0


def test_a_warning_that_is_an_error_ends_the_run(store: str) -> None:
    with warnings.catch_warnings(), pytest.raises(mctslab.ForfeitWarning):
        warnings.simplefilter("error", mctslab.ForfeitWarning)
        mctslab.match("tic-tac-toe", own_players.breaks, "random", games=200, store=store)


def test_a_move_may_be_given_as_a_number() -> None:
    state = mctslab.Game("connect-four").initial()
    assert state.play(4) == state.play("4")
    numpy = pytest.importorskip("numpy")
    assert state.play(numpy.int64(4)) == state.play("4")
    with pytest.raises(mctslab.UsageError, match="a legal move"):
        state.play(99)
    for wrong in (4.0, None, True, ["4"]):
        with pytest.raises(mctslab.UsageError, match="moves are texts"):
            state.play(wrong)  # type: ignore[arg-type]


def test_texts_have_no_colours() -> None:
    for name in ("hex", "uct", "fit"):
        assert "\x1b" not in str(mctslab.explain(name))


def test_options_are_documented_as_they_are_declared() -> None:
    import inspect

    assert "precision" in inspect.signature(mctslab.complexity).parameters
    text = mctslab.complexity.__doc__ or ""
    assert "count_forfeits" in text and "precision" in text and "trials (bisection)" in text
    assert "games per pairing" in (mctslab.match.__doc__ or "")


def test_tables_are_tidy() -> None:
    found = mctslab.match("tic-tac-toe", "uct(iters=20)", "random", games=20)
    table = found.to_pandas()
    assert len(table) == 2 and "by_seat" not in table.columns
    front = [name for name in table.columns if name in ("name", "spec", "wins", "draws", "losses", "score", "low", "high")]
    assert front == ["name", "spec", "wins", "draws", "losses", "score", "low", "high"]
    for kind in (found, mctslab.tournament("nim", "random", "greedy", "random", games=4), mctslab.analyze("nim", games=20)):
        for name in kind.tables:
            cells = kind.to_pandas(name)
            assert not any(isinstance(cell, (dict, list)) for column in cells for cell in cells[column]), name
    seats = found.to_pandas("seats")
    assert len(seats) == 4 and list(seats["name"])[0] == table["name"][0] and list(seats["seat"]) == [0, 1, 0, 1]


def test_plots_call_agents_by_short_names(tmp_path: Path) -> None:
    import matplotlib

    matplotlib.use("Agg")

    def middle(state: mctslab.State) -> str:
        return state.legal_moves[len(state.legal_moves) // 2]

    match = mctslab.match("tic-tac-toe", "uct(iters=20)", middle, games=10)
    assert [agent["name"] for agent in match.agents] == ["uct(iters=20)", "middle"]
    labels = [text.get_text() for text in match.plot().get_yticklabels()]
    assert labels == ["uct(iters=20)", "middle"]
    tournament = mctslab.tournament("tic-tac-toe", "uct(iters=20)", middle, "random", games=4)
    axes = tournament.plot()
    axes.figure.savefig(tmp_path / "plot.png")
    widest = max(text.get_window_extent().width for text in axes.get_yticklabels())
    assert widest < 0.5 * axes.figure.bbox.width < axes.get_window_extent().width, "the plot has most of the room"
