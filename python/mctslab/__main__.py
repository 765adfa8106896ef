"""The program ``mctslab``: what the package installs under that name, and what
``python -m mctslab`` is.

It is the command line of mctslab, with players in Python besides. The commands that play take three
more options, which say who plays: ``--ray ADDRESS`` (``auto`` for the cluster of this machine,
``local`` for its cores), ``--dask ADDRESS`` and ``--processes N``.

Games written in Python are named wherever a game is: ``python(game="package.module:Class")``.
``--import MODULE`` imports a module before anything else, which may register games; their stored
runs are then shown by their names.
"""

from __future__ import annotations

import importlib
import os
import re
import signal
import sys

import mctslab
from mctslab import _games

#: A game written in Python, by where it is found.
_OWN_GAME = re.compile(r"""\bpython\(\s*game\s*=\s*(?:"([^"]*)"|([^")\s]+))\s*\)""")


def _with_own_games(words: list[str]) -> list[str]:
    """The words without ``--import MODULE``, which is done, and with games written in Python called
    by the names under which they are registered."""
    # Modules of the working directory are found, as by `python -m`.
    if not getattr(sys.flags, "safe_path", False) and not {"", os.getcwd()} & set(sys.path):
        sys.path.insert(0, "")
    left: list[str] = []
    rest = iter(words)
    for word in rest:
        name, given, module = word.partition("=")
        if name == "--import":
            importlib.import_module(module if given else next(rest, ""))
        else:
            left.append(re.sub(_OWN_GAME, lambda found: _games.ensure(found[1] or found[2]), word))
    return left


def main(words: list[str] | None = None) -> int:
    """Does what the words of a command line ask for; the answer is the exit code: 0 done, 1 failed,
    2 wrong usage."""
    words = sys.argv[1:] if words is None else words
    try:
        words = _with_own_games(words)
    except (ImportError, AttributeError, ValueError, mctslab.Error) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    if words[:1] == ["bench"] and "--instructions" in words:
        cure = "`cargo install --path crates/mctslab` installs one whose instructions can be counted"
        print(f"error: `--instructions` would count those of Python: {cure}", file=sys.stderr)
        return 2
    # Ctrl-C is the program's: once to stop in order, twice to stop now.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return mctslab._mctslab.run_command(["mctslab", *words])


if __name__ == "__main__":
    sys.exit(main())
