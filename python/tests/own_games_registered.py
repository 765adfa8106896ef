"""A module that registers a game when it is imported."""

import mctslab
from own_games import Countdown

mctslab.register(Countdown)
