"""Games and bots of OpenSpiel: ``pip install mctslab[open-spiel]``."""

from __future__ import annotations

from typing import Any

from mctslab import _games
from mctslab._mctslab import Budget, Game, State

__all__ = ["Bot", "from_open_spiel"]


class OpenSpielGame:
    """A game of OpenSpiel with the methods of the contract. Its states are those of OpenSpiel, and
    are never changed."""

    def __init__(self, game: Any) -> None:
        import pyspiel

        self.spiel = game
        kind = game.get_type()
        self.players = game.num_players()
        self._low, self._high = game.min_utility(), game.max_utility()
        total = game.utility_sum()
        span = self._high - self._low
        self.payoff_sum = float("inf") if total is None else (total - self.players * self._low) / span
        self.__doc__ = f"{kind.long_name}, as OpenSpiel plays it (`{game}`)."
        state: Any = pyspiel.State
        # What is written in C++ is called without a detour.
        self.initial = game.new_initial_state
        self.moves = state.legal_actions
        self.copy = state.clone
        self.apply = state.apply_action
        self.key = state.history_str
        self.play = state.child

    def turn(self, state: Any) -> int | None:
        """Who is to move."""
        player = state.current_player()
        return player if player >= 0 else None

    def payoffs(self, state: Any) -> list[float]:
        """Utilities, brought to the range from 0 to 1."""
        span = self._high - self._low
        return [min(1.0, max(0.0, (one - self._low) / span)) for one in state.returns()]

    def index_bound(self) -> int:
        """One more than the largest action."""
        return int(self.spiel.num_distinct_actions())

    def max_plies(self) -> int:
        """No game is longer."""
        return int(self.spiel.max_game_length())

    def move_text(self, state: Any, move: int) -> str:
        """The action as OpenSpiel writes it, if that is one word, with its number where that alone
        is not clear."""
        text = "".join(state.action_to_string(move).split())
        return f"{move}:{text}" if text and text != str(move) else str(move)

    def view(self, state: Any) -> list[list[tuple[int | None, str]]]:
        """The board as OpenSpiel writes it, letter by letter where all lines are equally long."""
        lines = [line for line in str(state).splitlines() if line.strip()] or ["(start)"]
        if len({len(line) for line in lines}) > 1 or len(lines[0]) > 40:
            return [[(None, line)] for line in lines]
        owner = {"x": 0, "X": 0, "o": 1, "O": 1}
        return [[(owner.get(letter), letter.strip().replace(".", "")) for letter in line] for line in lines]


def from_open_spiel(name: str, *, register_as: str | None = None) -> Game:
    """Wraps a deterministic perfect-information sequential game of OpenSpiel, with its parameters
    as OpenSpiel writes them.

    It is called ``spiel-`` and its name with dashes, unless another name is given.
    """
    try:
        import pyspiel
    except ImportError as error:
        raise ImportError("OpenSpiel is not installed: `pip install mctslab[open-spiel]`") from error
    from mctslab.errors import UsageError

    if name.partition("(")[0] not in pyspiel.registered_names():
        raise UsageError(f"OpenSpiel has no game `{name}`: `pyspiel.registered_names()` lists what it has")
    game: Any = pyspiel.load_game(name)
    kind: Any = game.get_type()
    types: Any = pyspiel.GameType
    for found, wanted, what in (
        (kind.dynamics, types.Dynamics.SEQUENTIAL, "sequential"),
        (kind.chance_mode, types.ChanceMode.DETERMINISTIC, "deterministic"),
        (kind.information, types.Information.PERFECT_INFORMATION, "of perfect information"),
    ):
        if found != wanted:
            raise UsageError(f"`{name}` is not {what} but {found}: only deterministic games of perfect information can be wrapped")
    letters = [letter.lower() if letter.isalnum() else "-" for letter in name]
    plain = "-".join(part for part in "".join(letters).split("-") if part)
    return _games.register(
        OpenSpielGame(game), register_as or f"spiel-{plain}", origin=None if register_as else _games.OPEN_SPIEL + name
    )


class Bot:
    """A bot of OpenSpiel as a player of a wrapped game.

    ``make`` is a function that makes the bot for a game of OpenSpiel, a player and a seed.
    """

    def __init__(self, make: Any) -> None:
        self._make, self._seed = make, 1
        self._bots: dict[tuple[str, int], Any] = {}

    def new_game(self, seed: int) -> None:
        """Makes new bots, with that seed."""
        self._seed, self._bots = seed % 2**31, {}

    def choose(self, state: State, budget: Budget) -> str:
        """Asks the bot for its step."""
        spiel: Any = state.python
        game, player = spiel.get_game(), spiel.current_player()
        key = (str(game), player)
        if key not in self._bots:
            self._bots[key] = self._make(game, player, self._seed)
        action = self._bots[key].step(spiel)
        return state.legal_moves[state.legal_indices.index(action)]
