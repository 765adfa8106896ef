"""Playing against an agent, in games of Rust and of Python."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import mctslab
import own_games


def _typed(monkeypatch: pytest.MonkeyPatch, lines: list[str]) -> None:
    words: Iterator[str] = iter(lines)

    def read(prompt: str = "") -> str:
        print(prompt, end="")
        try:
            return next(words)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", read)


def test_a_game_is_played_to_its_end(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    _typed(monkeypatch, ["help", "z9", "c3"])
    mctslab.play("tic-tac-toe", "random", position="xx1/oo1/3 x")
    said = capsys.readouterr().out
    assert "You win!" in said and "expected a legal move" in said and "\x1b" not in said
    assert said.count("take back your last move") == 2, "at the start, and when help was asked for"


def test_a_game_written_in_python_is_played(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    _typed(monkeypatch, ["moves", "take1", "undo"] + ["take1"] * 12)
    mctslab.play(own_games.Countdown, "solve")
    said = capsys.readouterr().out
    assert "countdown against solve: you move first" in said and ("You lose." in said or "You win!" in said)
    _typed(monkeypatch, ["resign"])
    mctslab.play("countdown", against=lambda state: state.legal_moves[0], seat=1, seed=3)
    assert "You resign." in capsys.readouterr().out
    with pytest.raises(mctslab.UsageError, match="seat 7"):
        mctslab.play("countdown", seat=7)


def _command(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "mctslab", *words]
    here = Path(__file__).parent
    return subprocess.run(line, input=typed, text=True, capture_output=True, check=False, timeout=120, cwd=here)


def test_the_command_line_plays_games_written_in_python(tmp_path: Path) -> None:
    own = 'python(game="own_games:Countdown")'
    played = _command("play", own, "--against", "solve", typed="take1\n" * 12)
    assert played.returncode == 0 and "countdown" in played.stdout, played.stderr
    assert "You lose." in played.stdout or "You win!" in played.stdout, played.stdout
    store = str(tmp_path / "runs.db")
    match = _command("match", own, "random", "solve", "-n", "4", "--db", store)
    assert match.returncode == 0, match.stderr
    shown = _command("show", "1", "--db", store, "--import", "own_games_registered")
    assert shown.returncode == 0 and "countdown" in shown.stdout, shown.stderr
    for wrong, words in [('python(game="own_games")', "package.module:Class"), ('python(game="own_games:Nobody")', "Nobody")]:
        refused = _command("play", wrong)
        assert refused.returncode == 2 and words in refused.stderr, refused.stderr
