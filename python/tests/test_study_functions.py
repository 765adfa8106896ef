"""The functions of the studies: they are made of what the studies declare."""

from __future__ import annotations

import ast
import copy
import doctest
import inspect
import pickle
import re
from pathlib import Path
from typing import Any

import pytest

import mctslab
from mctslab import _stub
from mctslab._commands import commands, function_of
from mctslab._keywords import EXECUTION

STUB = Path(__file__).resolve().parents[1] / "mctslab" / "studies.pyi"
COMMANDS = {str(one["command"]): one for one in commands()}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_is_a_documented_keyword(name: str) -> None:
    function = getattr(mctslab, name)
    parameters, text = inspect.signature(function).parameters, str(inspect.getdoc(function))
    assert function.__name__ == name and pickle.loads(pickle.dumps(function)) is function
    for option in COMMANDS[name]["options"]:
        word = str(option["name"]).replace("-", "_")
        word = {"from": "from_"}.get(word, word)
        assert parameters[word].kind is inspect.Parameter.KEYWORD_ONLY and parameters[word].annotation is not Any
        assert re.search(rf"^    {word}( \(.*\))?: ", text, re.MULTILINE), word
    for one in EXECUTION:
        assert parameters[one.name].default == one.default and f"    {one.name}: " in text


def test_defaults_are_those_of_the_studies() -> None:
    def default(name: str, word: str) -> Any:
        return inspect.signature(getattr(mctslab, name)).parameters[word].default

    assert default("match", "games") == 100 and default("analyze", "limit") == 1_000_000
    assert default("complexity", "trials") == 10 and default("complexity", "method") == "fit"
    assert default("complexity", "games") is None, "each of its studies has one of its own"
    assert default("complexity", "theta") is None, "it belongs to a criterion that is not chosen"
    assert default("efficiency", "c") == "0.707,0" and default("efficiency", "enumerate") is False
    assert "[default: 200000; bisection: 1000; ladder: 20000]" in re.sub(r"\s+", " ", str(mctslab.complexity.__doc__))


def test_the_defaults_that_are_shown_are_those_that_are_used() -> None:
    short = mctslab.match("nim", "random", "random", seed=2)
    assert short == mctslab.match("nim", "random", "random", seed=2, games=100, count_forfeits=False, stop=None)
    short = mctslab.tournament("nim", "random", "greedy", "mcts(iters=5)", games=4)
    assert short == mctslab.tournament("nim", "random", "greedy", "mcts(iters=5)", games=4, format="round-robin")


@pytest.mark.parametrize(
    ("wrong", "right"),
    [("gammes", "games"), ("thread", "threads"), ("opening", "openings"), ("count-forfeit", "count_forfeits")],
)
def test_a_wrong_keyword_names_the_nearest(wrong: str, right: str) -> None:
    with pytest.raises(mctslab.UsageError, match=f"`match` has no keyword `{wrong}`: did you mean `{right}`"):
        mctslab.match("nim", "random", "random", **{wrong: 3})


def test_what_is_missing_is_said() -> None:
    with pytest.raises(TypeError, match=r"match\(\): missing a required argument: 'game'"):
        mctslab.match()
    with pytest.raises(TypeError, match="'against'"):
        mctslab.sweep("nim", "random")
    with pytest.raises(mctslab.UsageError, match=r'no target.*mctslab\.complexity\("connect-four", "random"\)'):
        mctslab.complexity("nim")
    with pytest.raises(mctslab.UsageError, match="no target"):
        mctslab.complexity("nim", method="bisection(trials=1)")


def test_agents_and_studies_are_given_as_their_rows_say() -> None:
    assert mctslab.analyze("nim", "greedy", games=10) == mctslab.analyze("nim", agent="greedy", games=10)
    counted = mctslab.analyze("tic-tac-toe", exact_counts=True)
    assert counted == mctslab.analyze("tic-tac-toe", study="exact-counts")
    assert counted == mctslab.study("analyze", "tic-tac-toe", study="exact-counts") and "5478" in str(counted.to_dict())
    ladder = {"max": 16, "games": 40, "precision": 0.8}
    assert mctslab.complexity("nim", ladder=True, **ladder) == mctslab.complexity("nim", method="ladder", **ladder)
    assert mctslab.criteria(games=10, seeds=2).seeds == 2
    found = mctslab.probe("tic-tac-toe", "solve", from_="3/1x1/3 o", limit=1000)
    assert found.rows == mctslab.probe("tic-tac-toe", "solve", **{"from": "3/1x1/3 o"}, limit=1000).rows


def test_a_study_that_is_added_is_a_function() -> None:
    own = copy.deepcopy(COMMANDS["match"])
    own.update(command="weigh-up", about="Weigh games", example="mctslab weigh-up nim random random --depth 3")
    depth = {"name": "depth", "about": "how deep", "default": "2", "required": False, "values": "a number"}
    own["options"] = [{**depth, "type": "integer", "min": 1, "max": 9, "or": None, "of": None, "studies": [["match", "2"]]}]
    made = function_of(own)
    assert made.__name__ == "weigh_up" and str(made.__doc__).startswith("Weigh games.\n")
    assert 'mctslab.weigh_up("nim", "random", "random", depth=3)' in str(made.__doc__)
    parameter = inspect.signature(made).parameters["depth"]
    assert (parameter.default, parameter.annotation) == (2, int)
    with pytest.raises(mctslab.UsageError, match="did you mean `depth`"):
        made("nim", "random", "random", dept=3)


def test_examples_are_calls_that_can_be_made() -> None:
    shown = 0
    for name in COMMANDS:
        function = getattr(mctslab, name)
        found = re.search(rf"^    (mctslab\.{name}\(.*\))$", str(function.__doc__), re.MULTILINE)
        if found is None:
            continue
        call = ast.parse(found[1], mode="eval").body
        assert isinstance(call, ast.Call)
        places = [ast.literal_eval(place) for place in call.args]
        keywords = {str(word.arg): ast.literal_eval(word.value) for word in call.keywords}
        inspect.signature(function).bind(*places, **keywords)
        shown += 1
    assert shown >= 5


def test_examples_of_the_functions_run() -> None:
    finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner()
    functions = [getattr(mctslab, name) for name in COMMANDS]
    tests = [test for one in functions for test in finder.find(one, one.__name__, module=False)]
    assert sum(runner.run(test).attempted for test in tests) >= 8 and not runner.failures


def test_the_stub_says_what_the_studies_declare() -> None:
    write = "write it anew with `python -m mctslab._stub python/mctslab/studies.pyi`"
    assert STUB.read_text(encoding="utf-8") == _stub.stub(), write


def test_tables_and_columns_are_in_the_order_of_the_document() -> None:
    match = mctslab.match("tic-tac-toe", "random", "greedy", games=10)
    assert match.tables[:2] == ["agents", "seats"]
    assert list(match.to_pandas().columns[:5]) == ["name", "spec", "wins", "draws", "losses"]
    tournament = mctslab.tournament("nim", "random", "greedy", "solve", games=2)
    assert list(tournament.to_pandas().columns[:3]) == ["name", "spec", "games"]
    measured = mctslab.complexity("nim", "random", games=300, precision=0.5, max=64)
    assert len(measured.to_pandas()) == len(measured.evaluations), "not the first table, but the main one"
    swept = mctslab.sweep("nim", "mcts(iters={2,4})", against="random", games=10)
    assert list(swept.to_pandas()["spec"]) == [row["spec"] for row in swept.settings]
