# Made of what the studies declare, by `python -m mctslab._stub FILE`: not written by hand.

from collections.abc import Sequence
from os import PathLike
from typing import Any, Literal

from mctslab._mctslab import Game
from mctslab.results import Document

__all__ = [
    "analyze",
    "complexity",
    "criteria",
    "efficiency",
    "experiment",
    "match",
    "paper",
    "probe",
    "resume",
    "resume_experiment",
    "study",
    "sweep",
    "tournament",
    "trace",
]

def analyze(
    game: str | Game | Sequence[str | Game],
    agent: Any = None,
    *,
    study: str = "analyze",
    exact_counts: bool = False,
    games: int = 1000,
    positions: int = 0,
    after: int = 0,
    enumerate: bool = False,
    samples: int = 30,
    exact: int = 100000,
    limit: int = 1000000,
    ladder: bool = False,
    touchstone: str | float | Sequence[str | float] = "mcts",
    ladder_max: int = 10000,
    ladder_precision: float = 0.2,
    ladder_games: int = 20000,
    equations: int = 4,
    seed: int = 1,
    store: str | PathLike[str] | None = None,
    threads: int | None = None,
    executor: Any = None,
    workers: int | None = None,
    patience: float = 600.0,
    progress: bool | None = None,
    seconds: float | None = None,
) -> Document:
    """Describe a game: length, branching factor, results, and how well random play predicts the best move.

    >>> import mctslab
    >>> round(mctslab.analyze("tic-tac-toe", games=200).plies_mean["mean"])
    8

    Options:
        study: analyze: Describe a game: length, branching factor, results, and how well random
            play predicts the best move; exact-counts: Count all positions, ends and games of a
            small game
        exact_counts: count all positions, ends and games of a small game, instead
        games (analyze): games to play [default: 1000]
        positions (analyze): random positions to examine [default: 0]
        after (analyze): plies from the start to the positions [default: 0]
        enumerate (analyze): examine every position after that number of plies, each once
        samples (analyze): random games that estimate the value of a move [default: 30]
        exact (analyze): compute the value of random play exactly where at most this many nodes
            follow [default: 100000]
        limit (analyze): solve positions that need at most this many nodes [default: 1000000]
        ladder (analyze): measure the skill ladder of the game as well
        touchstone (analyze): the agent whose iterations are the unit of the ladder [default:
            mcts]
        ladder_max (analyze): the most iterations on the ladder [default: 10000]
        ladder_precision (analyze): stop when both ends of the 95 % interval are this close to
            the estimate; 0.1 means 10 % [default: 0.2]
        ladder_games (analyze): at most this many games for each step of the ladder [default:
            20000]
        equations (exact-counts): in Hex: check two equations where at most this many cells are
            empty [default: 4]

    Execution:
        seed: the seed of all random numbers; equal seeds give equal games
        store: the file that keeps the run; without one nothing is kept
        threads: how many threads of this process play; None: one for each processor
        executor: what plays in their place: whatever has `submit` and returns futures
        workers: how many workers the executor has, if it does not say so itself
        patience: after how many seconds a job that is not back is submitted once more
        progress: show a bar; None: on a terminal and in a notebook, where `tqdm` is installed
        seconds: end the run after this time, with what is known then
    """

def complexity(
    game: str | Game | Sequence[str | Game],
    *targets: Any,
    method: str = "fit",
    ladder: bool = False,
    min: int | None = None,
    max: int | None = None,
    precision: float | None = None,
    games: int | None = None,
    level: float = 0.01,
    look: int = 0,
    count_forfeits: bool = False,
    criterion: str = "score",
    trials: int = 10,
    width: int = 1,
    repeats: int = 10,
    bounds_games: int = 100,
    most: int = 100000,
    step: float = 0.6,
    steps: int = 100,
    theta: float | None = None,
    threshold: Literal["literal", "normalised"] | None = None,
    quality: float | None = None,
    touchstone: str | None = None,
    openings: str | None = None,
    clock: str | None = None,
    adjudicate: str | None = None,
    resign: str | None = None,
    seed: int = 1,
    store: str | PathLike[str] | None = None,
    threads: int | None = None,
    executor: Any = None,
    workers: int | None = None,
    patience: float = 600.0,
    progress: bool | None = None,
    seconds: float | None = None,
) -> Document:
    """Measure how strong a player is, in iterations of MCTS.

    >>> import mctslab
    >>> found = mctslab.complexity("nim", "random", precision=0.5, games=1000, max=64)
    >>> found.low <= found.estimate <= found.high
    True

    Options:
        method: fit: a fitted curve; games are played where they narrow the interval most;
            bisection: Lanzi's method: bisection between two bounds, repeated and averaged;
            ladder: the iterations of each further step in skill, and where more iterations stop
            helping
        ladder: the iterations of each further step in skill, and where more iterations stop
            helping, instead
        min: the fewest iterations [default: 1; bisection: none]
        max: the most iterations [default: 100000; bisection: none; ladder: 10000]
        precision (fit, ladder): stop when both ends of the 95 % interval are this close to the
            estimate; 0.1 means 10 % [default: 0.1; ladder: 0.2]
        games: at most this many games [default: 200000; bisection: 1000; ladder: 20000]
        level (fit, ladder): treat scores within this distance of one half as level [default:
            0.01]
        look (fit): look for a drop in score up to this many iterations (at least 8 times the
            estimate) [default: 0]
        count_forfeits (fit, bisection): count games lost by a crash as losses, and give a
            verdict however many there are
        criterion (bisection): how to decide that two players are level [default: score]
        trials (bisection): number of trials; the result is their mean [default: 10]
        width (bisection): stop when the bounds are this close [default: 1]
        repeats (bisection): number of searches for bounds; their mean is used [default: 10]
        bounds_games (bisection): games of each match in the search for bounds [default: 100]
        most (bisection): largest upper bound tried [default: 100000]
        step (ladder): the score of each step against the step before [default: 0.6]
        steps (ladder): at most this many steps [default: 100]
        theta (bisection): threshold, as a share [of `criterion`]
        threshold (bisection): what the threshold is a share of [of `criterion`]
        quality (bisection): the least TrueSkill match quality that counts as level [of
            `criterion`]

    Conditions:
        touchstone: measure in iterations of this agent
        openings: where games start: none, random(plies=4), or file(path="…")
        clock: a clock for each agent: seconds per game, plus seconds added per move, as in
            60+0.5
        adjudicate: end a game early: proven, or repeats once a player repeats its moves
        resign: when agents resign: score(below=0.03,moves=3)

    Execution:
        seed: the seed of all random numbers; equal seeds give equal games
        store: the file that keeps the run; without one nothing is kept
        threads: how many threads of this process play; None: one for each processor
        executor: what plays in their place: whatever has `submit` and returns futures
        workers: how many workers the executor has, if it does not say so itself
        patience: after how many seconds a job that is not back is submitted once more
        progress: show a bar; None: on a terminal and in a notebook, where `tqdm` is installed
        seconds: end the run after this time, with what is known then
    """

def criteria(
    *,
    games: int = 1000,
    seeds: int = 20,
    seed: int = 1,
    store: str | PathLike[str] | None = None,
    threads: int | None = None,
    executor: Any = None,
    workers: int | None = None,
    patience: float = 600.0,
    progress: bool | None = None,
    seconds: float | None = None,
) -> Document:
    """Compare two definitions of equal strength on simulated matches.

    Example::

        mctslab.criteria(games=1000, seeds=20)

    Options:
        games: games of a simulated match [default: 1000]
        seeds: repetitions, each with one match for every cell [default: 20]

    Execution:
        seed: the seed of all random numbers; equal seeds give equal games
        store: the file that keeps the run; without one nothing is kept
        threads: how many threads of this process play; None: one for each processor
        executor: what plays in their place: whatever has `submit` and returns futures
        workers: how many workers the executor has, if it does not say so itself
        patience: after how many seconds a job that is not back is submitted once more
        progress: show a bar; None: on a terminal and in a notebook, where `tqdm` is installed
        seconds: end the run after this time, with what is known then
    """

def efficiency(
    game: str | Game | Sequence[str | Game],
    online: Any = None,
    *,
    after: int = 0,
    positions: int | None = None,
    enumerate: bool = False,
    seeds: int | None = None,
    karma: str | float | Sequence[str | float] = "none",
    skip_below: int = 50,
    limit: int = 1000000,
    c: str | float | Sequence[str | float] = "0.707,0",
    playouts: int = 3,
    budgets: str | float | Sequence[str | float] = "25,50,100,150,200,300,400,500",
    optimal: str | float | Sequence[str | float] = "both",
    seed: int = 1,
    store: str | PathLike[str] | None = None,
    threads: int | None = None,
    executor: Any = None,
    workers: int | None = None,
    patience: float = 600.0,
    progress: bool | None = None,
    seconds: float | None = None,
) -> Document:
    """Count the nodes that MCTS, ab-uct and alpha-beta need to solve positions.

    Example::

        mctslab.efficiency("tic-tac-toe", after=3, enumerate=True)

    Options:
        after: plies from the start to the positions [default: 0]
        positions: random positions to take; none: 1000, or all where they are enumerated
        enumerate: take every position after that number of plies, each once
        seeds: take this number of trees instead: the game with seed 1, 2, 3, …
        karma: draw the karma of each tree at random, as in uniform(-1,1)
        skip_below: leave out positions that alpha-beta solves in fewer calls than this
            [default: 50]
        limit: give up a position after this many calls of alpha-beta, or states explored
            offline [default: 1000000]
        c: exploration constants, on payoffs from 0 to 1 [default: 0.707,0]
        playouts: random games from each new node, offline [default: 3]
        budgets: simulations of a search, online [default: 25,50,100,150,200,300,400,500]
        optimal: when a policy is optimal: action, self-play, mover, both [default: both]

    Execution:
        seed: the seed of all random numbers; equal seeds give equal games
        store: the file that keeps the run; without one nothing is kept
        threads: how many threads of this process play; None: one for each processor
        executor: what plays in their place: whatever has `submit` and returns futures
        workers: how many workers the executor has, if it does not say so itself
        patience: after how many seconds a job that is not back is submitted once more
        progress: show a bar; None: on a terminal and in a notebook, where `tqdm` is installed
        seconds: end the run after this time, with what is known then
    """

def experiment(
    file: str | PathLike[str],
    *,
    allow_engines: bool = False,
    store: str | PathLike[str] | None = None,
    threads: int | None = None,
    executor: Any = None,
    workers: int | None = None,
    patience: float = 600.0,
    progress: bool | None = None,
    seconds: float | None = None,
) -> Document:
    """Runs a table of games, agents and studies: a TOML file, or its text. All runs are played
    together, so that nobody waits while one of them decides. A file is data: players and programs
    that it names are only started with ``allow_engines=True``.

    Execution:
        store: the file that keeps the run; without one nothing is kept
        threads: how many threads of this process play; None: one for each processor
        executor: what plays in their place: whatever has `submit` and returns futures
        workers: how many workers the executor has, if it does not say so itself
        patience: after how many seconds a job that is not back is submitted once more
        progress: show a bar; None: on a terminal and in a notebook, where `tqdm` is installed
        seconds: end the run after this time, with what is known then
    """

def match(
    game: str | Game | Sequence[str | Game],
    *agents: Any,
    games: int = 100,
    stop: str | None = None,
    count_forfeits: bool = False,
    elo0: float | None = None,
    elo1: float | None = None,
    alpha: float | None = None,
    beta: float | None = None,
    to: float | None = None,
    openings: str | None = None,
    clock: str | None = None,
    adjudicate: str | None = None,
    resign: str | None = None,
    seed: int = 1,
    store: str | PathLike[str] | None = None,
    threads: int | None = None,
    executor: Any = None,
    workers: int | None = None,
    patience: float = 600.0,
    progress: bool | None = None,
    seconds: float | None = None,
) -> Document:
    """Play a match between agents, who take turns moving first.

    >>> import mctslab
    >>> found = mctslab.match("tic-tac-toe", "random", "mcts(iters=100)", games=40)
    >>> found.agents[1]["score"] > 0.5
    True

    Options:
        games: games per pairing (more than two seats: per set of agents) [default: 100]
        stop: rule that may end the run early
        count_forfeits: count games lost by a crash as losses, and give a verdict however many
            there are
        elo0: H0: the first agent is stronger by no more than this [of `stop`]
        elo1: H1: the first agent is stronger by at least this [of `stop`]
        alpha: probability of a false positive: elo1 is accepted, elo0 is true [of `stop`]
        beta: probability of a false negative: elo0 is accepted, elo1 is true [of `stop`]
        to: greatest width of a 95 % interval [of `stop`]

    Conditions:
        openings: where games start: none, random(plies=4), or file(path="…")
        clock: a clock for each agent: seconds per game, plus seconds added per move, as in
            60+0.5
        adjudicate: end a game early: proven, or repeats once a player repeats its moves
        resign: when agents resign: score(below=0.03,moves=3)

    Execution:
        seed: the seed of all random numbers; equal seeds give equal games
        store: the file that keeps the run; without one nothing is kept
        threads: how many threads of this process play; None: one for each processor
        executor: what plays in their place: whatever has `submit` and returns futures
        workers: how many workers the executor has, if it does not say so itself
        patience: after how many seconds a job that is not back is submitted once more
        progress: show a bar; None: on a terminal and in a notebook, where `tqdm` is installed
        seconds: end the run after this time, with what is known then
    """

def paper(
    id: str,
    *,
    scale: float = 1.0,
    scale_of: dict[str, float] | None = None,
    budget: float = 1.0,
    budgets: str | None = None,
    profile: str | None = None,
    time: bool = False,
    sample: bool = False,
    rows: Sequence[str] = (),
    file: str | PathLike[str] | None = None,
    seed: int = 1,
    allow_engines: bool = False,
    store: str | PathLike[str] | None = None,
    threads: int | None = None,
    executor: Any = None,
    workers: int | None = None,
    patience: float = 600.0,
    progress: bool | None = None,
    seconds: float | None = None,
) -> Document | list[Document]:
    """Runs a table or figure of a paper again and judges its claims; a whole paper, or ``"all"``,
    gives a list. A file is data: players and programs that it names are only started with
    ``allow_engines=True``.

    Execution:
        store: the file that keeps the run; without one nothing is kept
        threads: how many threads of this process play; None: one for each processor
        executor: what plays in their place: whatever has `submit` and returns futures
        workers: how many workers the executor has, if it does not say so itself
        patience: after how many seconds a job that is not back is submitted once more
        progress: show a bar; None: on a terminal and in a notebook, where `tqdm` is installed
        seconds: end the run after this time, with what is known then
    """

def probe(
    game: str | Game | Sequence[str | Game],
    agent: Any,
    *,
    positions: int | None = None,
    after: int = 0,
    enumerate: bool = False,
    from_: str | float | Sequence[str | float] = "",
    budgets: str | float | Sequence[str | float] = "",
    repeat: int = 1,
    limit: int = 100000,
    seed: int = 1,
    store: str | PathLike[str] | None = None,
    threads: int | None = None,
    executor: Any = None,
    workers: int | None = None,
    patience: float = 600.0,
    progress: bool | None = None,
    seconds: float | None = None,
) -> Document:
    """Search many positions: how often an agent finds the best move, and at what budget.

    Example::

        mctslab.probe("tic-tac-toe", "uct(iters=100)", after=3, budgets="10,30,100,300")

    Options:
        positions: number of searches, each of a random position; none: 100, or each listed
            position once
        after: plies from the start to the positions [default: 0]
        enumerate: search every position after that number of plies, each once
        from_: search these positions, with `;` between them, in turn
        budgets: search with these iterations as well, as in 10,30,100
        repeat: time each search this many times and keep the shortest time [default: 1]
        limit: solve positions that need at most this many nodes [default: 100000]

    Execution:
        seed: the seed of all random numbers; equal seeds give equal games
        store: the file that keeps the run; without one nothing is kept
        threads: how many threads of this process play; None: one for each processor
        executor: what plays in their place: whatever has `submit` and returns futures
        workers: how many workers the executor has, if it does not say so itself
        patience: after how many seconds a job that is not back is submitted once more
        progress: show a bar; None: on a terminal and in a notebook, where `tqdm` is installed
        seconds: end the run after this time, with what is known then
    """

def resume(
    run: int,
    store: str | PathLike[str] | None = "mctslab.db",
    *,
    allow_engines: bool = False,
    threads: int | None = None,
    executor: Any = None,
    workers: int | None = None,
    patience: float = 600.0,
    progress: bool | None = None,
    seconds: float | None = None,
) -> Document:
    """Goes on with a run of a store, with its own settings. A store is data: players and programs
    that it names are only started with ``allow_engines=True``.

    Execution:
        store: the file that keeps the run; without one nothing is kept
        threads: how many threads of this process play; None: one for each processor
        executor: what plays in their place: whatever has `submit` and returns futures
        workers: how many workers the executor has, if it does not say so itself
        patience: after how many seconds a job that is not back is submitted once more
        progress: show a bar; None: on a terminal and in a notebook, where `tqdm` is installed
        seconds: end the run after this time, with what is known then
    """

def resume_experiment(
    number: int,
    store: str | PathLike[str] | None = "mctslab.db",
    *,
    allow_engines: bool = False,
    threads: int | None = None,
    executor: Any = None,
    workers: int | None = None,
    patience: float = 600.0,
    progress: bool | None = None,
    seconds: float | None = None,
) -> Document:
    """Goes on with an experiment of a store.

    Execution:
        store: the file that keeps the run; without one nothing is kept
        threads: how many threads of this process play; None: one for each processor
        executor: what plays in their place: whatever has `submit` and returns futures
        workers: how many workers the executor has, if it does not say so itself
        patience: after how many seconds a job that is not back is submitted once more
        progress: show a bar; None: on a terminal and in a notebook, where `tqdm` is installed
        seconds: end the run after this time, with what is known then
    """

def study(
    command: str,
    game: str | Game | Sequence[str | Game],
    *agents: Any,
    study: str | None = None,
    seed: int = 1,
    store: str | PathLike[str] | None = None,
    threads: int | None = None,
    executor: Any = None,
    workers: int | None = None,
    patience: float = 600.0,
    progress: bool | None = None,
    seconds: float | None = None,
    **options: Any,
) -> Document:
    """Runs a study of a command; the functions of each command are shorter ways to write it.

    ``game`` is a spec, a :class:`mctslab.Game`, or a list of them; ``agents`` are specs or players.
    ``study`` is one of those of the command, by default its first. ``options`` are its parameters,
    as the command line has them (``precision=0.2``, ``ladder_max=1000``), and the conditions of
    its games (``openings="random(plies=2)"``).

    Execution:
        store: the file that keeps the run; without one nothing is kept
        threads: how many threads of this process play; None: one for each processor
        executor: what plays in their place: whatever has `submit` and returns futures
        workers: how many workers the executor has, if it does not say so itself
        patience: after how many seconds a job that is not back is submitted once more
        progress: show a bar; None: on a terminal and in a notebook, where `tqdm` is installed
        seconds: end the run after this time, with what is known then
    """

def sweep(
    game: str | Game | Sequence[str | Game],
    *agents: Any,
    against: Any,
    games: int = 100,
    spend: Literal["even", "halving"] = "even",
    confirm: int | Literal["auto"] = "auto",
    openings: str | None = None,
    clock: str | None = None,
    adjudicate: str | None = None,
    resign: str | None = None,
    seed: int = 1,
    store: str | PathLike[str] | None = None,
    threads: int | None = None,
    executor: Any = None,
    workers: int | None = None,
    patience: float = 600.0,
    progress: bool | None = None,
    seconds: float | None = None,
) -> Document:
    """Compare settings of an agent against one opponent.

    Example::

        mctslab.sweep("breakthrough", "uct(iters=500,c={0.2,0.4,0.7,1.4})", against="uct(iters=500)", games=100)

    Options:
        against: the agent in all other seats
        games: games of each setting [default: 100]
        spend: how games are shared among the settings: even, halving [default: even]
        confirm: fresh games of the best setting, 0 for none; auto: as many as it had, at least
            100 [default: auto]

    Conditions:
        openings: where games start: none, random(plies=4), or file(path="…")
        clock: a clock for each agent: seconds per game, plus seconds added per move, as in
            60+0.5
        adjudicate: end a game early: proven, or repeats once a player repeats its moves
        resign: when agents resign: score(below=0.03,moves=3)

    Execution:
        seed: the seed of all random numbers; equal seeds give equal games
        store: the file that keeps the run; without one nothing is kept
        threads: how many threads of this process play; None: one for each processor
        executor: what plays in their place: whatever has `submit` and returns futures
        workers: how many workers the executor has, if it does not say so itself
        patience: after how many seconds a job that is not back is submitted once more
        progress: show a bar; None: on a terminal and in a notebook, where `tqdm` is installed
        seconds: end the run after this time, with what is known then
    """

def tournament(
    game: str | Game | Sequence[str | Game],
    *agents: Any,
    format: str = "round-robin",
    games: int = 100,
    stop: str | None = None,
    count_forfeits: bool = False,
    rounds: int | None = None,
    elo0: float | None = None,
    elo1: float | None = None,
    alpha: float | None = None,
    beta: float | None = None,
    to: float | None = None,
    openings: str | None = None,
    clock: str | None = None,
    adjudicate: str | None = None,
    resign: str | None = None,
    anchor: str | None = None,
    seed: int = 1,
    store: str | PathLike[str] | None = None,
    threads: int | None = None,
    executor: Any = None,
    workers: int | None = None,
    patience: float = 600.0,
    progress: bool | None = None,
    seconds: float | None = None,
) -> Document:
    """Play a tournament between many agents.

    Example::

        mctslab.tournament("connect-four", "random", "mcts(iters=20)", "uct(iters=100)", games=50)

    Options:
        format: round-robin: everybody against everybody; gauntlet: the first agent against all
            others; swiss: rounds in which agents with equal points meet, without rematches
            while that is possible; knockout: the winner of each table goes on; if it is drawn,
            the agent listed first
        games: games per pairing (more than two seats: per set of agents) [default: 100]
        stop (round-robin, gauntlet): rule that may end the run early
        count_forfeits: count games lost by a crash as losses, and give a verdict however many
            there are
        rounds (swiss): number of rounds; none: enough to find the best agent
        elo0 (round-robin, gauntlet): H0: the first agent is stronger by no more than this [of
            `stop`]
        elo1 (round-robin, gauntlet): H1: the first agent is stronger by at least this [of
            `stop`]
        alpha (round-robin, gauntlet): probability of a false positive: elo1 is accepted, elo0
            is true [of `stop`]
        beta (round-robin, gauntlet): probability of a false negative: elo0 is accepted, elo1 is
            true [of `stop`]
        to (round-robin, gauntlet): greatest width of a 95 % interval [of `stop`]

    Conditions:
        openings: where games start: none, random(plies=4), or file(path="…")
        clock: a clock for each agent: seconds per game, plus seconds added per move, as in
            60+0.5
        adjudicate: end a game early: proven, or repeats once a player repeats its moves
        resign: when agents resign: score(below=0.03,moves=3)
        anchor: rate all agents relative to this one: AGENT or AGENT=ELO

    Execution:
        seed: the seed of all random numbers; equal seeds give equal games
        store: the file that keeps the run; without one nothing is kept
        threads: how many threads of this process play; None: one for each processor
        executor: what plays in their place: whatever has `submit` and returns futures
        workers: how many workers the executor has, if it does not say so itself
        patience: after how many seconds a job that is not back is submitted once more
        progress: show a bar; None: on a terminal and in a notebook, where `tqdm` is installed
        seconds: end the run after this time, with what is known then
    """

def trace(
    game: str | Game | Sequence[str | Game],
    *agents: Any,
    against: Any,
    games: int = 100,
    openings: str | None = None,
    clock: str | None = None,
    adjudicate: str | None = None,
    resign: str | None = None,
    seed: int = 1,
    store: str | PathLike[str] | None = None,
    threads: int | None = None,
    executor: Any = None,
    workers: int | None = None,
    patience: float = 600.0,
    progress: bool | None = None,
    seconds: float | None = None,
) -> Document:
    """Show how an agent rates its own moves over the course of a game.

    Example::

        mctslab.trace("ataxx", "ribeiro(iters={10,100})", against="ribeiro-minimax", games=100)

    Options:
        against: the agent in all other seats
        games: games of each curve [default: 100]

    Conditions:
        openings: where games start: none, random(plies=4), or file(path="…")
        clock: a clock for each agent: seconds per game, plus seconds added per move, as in
            60+0.5
        adjudicate: end a game early: proven, or repeats once a player repeats its moves
        resign: when agents resign: score(below=0.03,moves=3)

    Execution:
        seed: the seed of all random numbers; equal seeds give equal games
        store: the file that keeps the run; without one nothing is kept
        threads: how many threads of this process play; None: one for each processor
        executor: what plays in their place: whatever has `submit` and returns futures
        workers: how many workers the executor has, if it does not say so itself
        patience: after how many seconds a job that is not back is submitted once more
        progress: show a bar; None: on a terminal and in a notebook, where `tqdm` is installed
        seconds: end the run after this time, with what is known then
    """
