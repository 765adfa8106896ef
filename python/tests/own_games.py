"""Games of the tests."""

from __future__ import annotations


class Countdown:
    """Take one, two or three of twelve stones; who takes the last one wins."""

    stones = 12

    def initial(self) -> tuple[int, int]:
        return (self.stones, 0)

    def turn(self, state: tuple[int, int]) -> int | None:
        return state[1] if state[0] else None

    def moves(self, state: tuple[int, int]) -> list[int]:
        return [number for number in (1, 2, 3) if number <= state[0]]

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return (state[0] - move, 1 - state[1])

    def payoffs(self, state: tuple[int, int]) -> list[float]:
        return [1.0, 0.0] if state[1] == 1 else [0.0, 1.0]

    def index(self, move: int) -> int:
        return move - 1

    def index_bound(self) -> int:
        return 3

    def max_plies(self) -> int:
        return self.stones

    def move_text(self, state: tuple[int, int], move: int) -> str:
        return f"take{move}"


class TakesTwice(Countdown):
    """Lists a move twice."""

    def moves(self, state: tuple[int, int]) -> list[int]:
        return [*super().moves(state), *super().moves(state)]


class NeverEnds(Countdown):
    """Goes on for longer than it says."""

    def max_plies(self) -> int:
        return 3


class PaysTooMuch(Countdown):
    """Pays both players."""

    def payoffs(self, state: tuple[int, int]) -> list[float]:
        return [1.0, 1.0]


class NobodysTurn(Countdown):
    """A player is to move that there is not."""

    def turn(self, state: tuple[int, int]) -> int | None:
        return 5


class Breaks(Countdown):
    """Raises in the middle of a game."""

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        if state[0] < 6:
            raise RuntimeError("the rules broke")
        return super().play(state, move)


class ChangesStates:
    """Take one or two of seven stones, from a list that `play` itself shortens."""

    def initial(self) -> list[int]:
        return [7, 0]

    def turn(self, state: list[int]) -> int | None:
        return state[1] if state[0] else None

    def moves(self, state: list[int]) -> list[int]:
        return [number for number in (1, 2) if number <= state[0]]

    def play(self, state: list[int], move: int) -> list[int]:
        state[:] = [state[0] - move, 1 - state[1]]
        return state

    def payoffs(self, state: list[int]) -> list[float]:
        return [1.0, 0.0] if state[1] == 1 else [0.0, 1.0]

    def index_bound(self) -> int:
        return 3

    def max_plies(self) -> int:
        return 7


class OfLists(ChangesStates):
    """The same with lists that are left as they are."""

    def play(self, state: list[int], move: int) -> list[int]:
        return [state[0] - move, 1 - state[1]]


class AppliesOtherwise(OfLists):
    """A faster way to play that is another game."""

    def copy(self, state: list[int]) -> list[int]:
        return list(state)

    def apply(self, state: list[int], move: int) -> None:
        state[:] = [state[0] - 1, 1 - state[1]]


class ReadsAnything(Countdown):
    """Takes any text for a position."""

    def text(self, state: tuple[int, int]) -> str:
        return f"{state[0]} {state[1]}"

    def parse(self, text: str) -> tuple[int, int]:
        numbers = [int(word) for word in text.split() if word in map(str, range(13))]
        stones, player = (numbers + [self.stones, 0])[:2] if len(numbers) != 1 else (numbers[0], 0)
        return (stones, player)
