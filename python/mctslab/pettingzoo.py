"""Games as environments of PettingZoo, and policies as players:
``pip install mctslab[pettingzoo]``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mctslab._mctslab import Budget, Game, State

__all__ = ["observation", "policy", "to_pettingzoo"]


def observation(state: State) -> dict[str, Any]:
    """What a policy sees: the cells of the board, and which actions are legal.

    ``observation`` has a row and a column for each cell and three numbers: the owner (0 for nobody,
    1 for seat 0 and so on), what stands there (a number of seeds, or the code of a letter), and one
    more than the seat to move. ``action_mask`` has a 1 for each legal move, at its number.
    """
    import numpy  # here, so that the program starts without it

    cells = state.cells or [[(None, "")]]
    board = numpy.zeros((len(cells), max(1, *(len(row) for row in cells)) if len(cells) > 1 else max(1, len(cells[0])), 3), numpy.int32)
    for row, line in enumerate(cells):
        for column, (owner, text) in enumerate(line):
            what = int(text) if text.isdigit() else (ord(text[0]) if text else 0)
            board[row, column, :2] = (0 if owner is None else owner + 1, min(what, 100_000))
    mover = state.to_move
    board[:, :, 2] = 0 if mover is None else mover + 1
    mask = numpy.zeros(state.index_bound, numpy.int8)
    mask[state.legal_indices] = 1
    return {"observation": board, "action_mask": mask}


def policy(choose: Callable[[dict[str, Any]], int]) -> Callable[[State, Budget], str]:
    """A policy, a function of an observation that returns an action, as a player."""

    def player(state: State, budget: Budget) -> str:
        action, legal = int(choose(observation(state))), state.legal_indices
        if action not in legal:
            return f"action-{action}"
        return state.legal_moves[legal.index(action)]

    return player


def to_pettingzoo(game: str | Game) -> Any:
    """The game as an AEC environment. Rewards are payoffs brought to the range from -1 to 1; an
    illegal action loses."""
    import numpy

    try:
        from gymnasium import spaces
        from pettingzoo import AECEnv
    except ImportError as error:
        raise ImportError("PettingZoo is not installed: `pip install mctslab[pettingzoo]`") from error
    rules = game if isinstance(game, Game) else Game(game)
    start = rules.initial()
    shape = observation(start)["observation"].shape

    class Environment(AECEnv):  # type: ignore[misc]
        metadata = {"name": f"mctslab-{rules.name}", "render_modes": ["ansi"], "is_parallelizable": False}

        def __init__(self, render_mode: str | None = None) -> None:
            super().__init__()
            self.render_mode = render_mode
            self.possible_agents = [f"player_{seat}" for seat in range(rules.players)]
            seen = spaces.Dict(
                {
                    "observation": spaces.Box(0, 1_114_111, shape, numpy.int32),
                    "action_mask": spaces.Box(0, 1, (start.index_bound,), numpy.int8),
                }
            )
            self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
            self.action_spaces = {agent: spaces.Discrete(start.index_bound) for agent in self.possible_agents}

        def observation_space(self, agent: str) -> Any:
            return self.observation_spaces[agent]

        def action_space(self, agent: str) -> Any:
            return self.action_spaces[agent]

        def reset(self, seed: int | None = None, options: Any = None) -> None:
            self.state_now = start
            self.agents = list(self.possible_agents)
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
            self.terminations = dict.fromkeys(self.agents, False)
            self.truncations = dict.fromkeys(self.agents, False)
            self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
            self.agent_selection = self.possible_agents[start.to_move or 0]

        def observe(self, agent: str) -> dict[str, Any]:
            seen = observation(self.state_now)
            mover = self.state_now.to_move
            if mover is None or self.possible_agents[mover] != agent:
                seen["action_mask"][:] = 0
            return seen

        def step(self, action: int | None) -> None:
            if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
                self._was_dead_step(action)
                return
            agent = self.agent_selection
            self._cumulative_rewards[agent] = 0.0
            self.rewards = dict.fromkeys(self.possible_agents, 0.0)
            legal = self.state_now.legal_indices
            if action is None or int(action) not in legal:
                payoffs = [0.0 if one == agent else 0.5 for one in self.possible_agents]
                self._end(payoffs)
                return
            self.state_now = self.state_now.play(self.state_now.legal_moves[legal.index(int(action))])
            payoffs_now = self.state_now.payoffs
            if payoffs_now is not None:
                self._end(payoffs_now)
                return
            self._accumulate_rewards()
            self.agent_selection = self.possible_agents[self.state_now.to_move or 0]

        def _end(self, payoffs: list[float]) -> None:
            for seat, agent in enumerate(self.possible_agents):
                self.rewards[agent] = 2.0 * payoffs[seat] - 1.0
                self.terminations[agent] = True
            self._accumulate_rewards()
            self._deads_step_first()
            self.agent_selection = next(one for one in self.agents if self.terminations[one])

        def render(self) -> str | None:
            return self.state_now.board if self.render_mode == "ansi" else None

        def close(self) -> None:
            pass

    return Environment()
