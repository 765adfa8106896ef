"""The studies of the command line, with the same parameters.

There is a function for each command that runs studies, in mctslab itself or in a crate that is
built with it; ``help()`` lists the options of each. The stub beside this file says the same to
editors and type checkers.

>>> import inspect, mctslab
>>> inspect.signature(mctslab.complexity).parameters["ladder"].default
False
"""

from __future__ import annotations

from mctslab._commands import commands, function_of
from mctslab._runs import experiment, paper, resume, resume_experiment, study

_FUNCTIONS = {function.__name__: function for function in map(function_of, commands())}
globals().update(_FUNCTIONS)

__all__ = sorted(["experiment", "paper", "resume", "resume_experiment", "study", *_FUNCTIONS])
