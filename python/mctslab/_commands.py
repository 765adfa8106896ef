"""The functions of the studies, made of what the studies declare: a study that is added in Rust is
a function here, with its options as keywords, and nothing is written for it by hand."""

from __future__ import annotations

import inspect
import json
import keyword
import re
import shlex
from collections.abc import Callable, Sequence
from typing import Any, Literal

from mctslab import _mctslab
from mctslab._execution import Execution
from mctslab._keywords import EXECUTION, Games, Keyword, arguments_of, documented, execution_of
from mctslab.errors import Interrupted, UsageError, warn
from mctslab.players import spec_of
from mctslab.results import Document, document_of

__all__ = ["commands", "finished", "function_of", "play", "seed_of"]

_EMPTY = inspect.Parameter.empty
_SEED = Keyword("seed", int, 1, "the seed of all random numbers; equal seeds give equal games")

#: Short examples, which the tests run; where there is none, that of the command line is shown.
_EXAMPLES = {
    "match": """
>>> import mctslab
>>> found = mctslab.match("tic-tac-toe", "random", "mcts(iters=100)", games=40)
>>> found.agents[1]["score"] > 0.5
True
""",
    "complexity": """
>>> import mctslab
>>> found = mctslab.complexity("nim", "random", precision=0.5, games=1000, max=64)
>>> found.low <= found.estimate <= found.high
True
""",
    "analyze": """
>>> import mctslab
>>> round(mctslab.analyze("tic-tac-toe", games=200).plies_mean["mean"])
8
""",
}


def commands() -> list[dict[str, Any]]:
    """The commands that run studies, as the laboratory of this process declares them."""
    found: list[dict[str, Any]] = json.loads(_mctslab.list_commands())
    return found


def function_of(command: dict[str, Any]) -> Callable[..., Document]:
    """The function of a command."""
    name = _named(command["command"])
    keywords = _keywords(command)
    own = [one for group in keywords.values() for one in group]
    parameters = [*_places(command), *(one.parameter for one in own)]
    signature = inspect.Signature(parameters, return_annotation=Document)

    def call(*places: Any, **given: Any) -> Document:
        # An option such as `from`, a word of Python itself, may be given as `**{"from": …}`.
        given = {f"{word}_" if keyword.iskeyword(word) else word: value for word, value in given.items()}
        arguments = arguments_of(name, signature, places, given)
        execution = execution_of(arguments)
        game, agents = _players(command, arguments)
        study = _chosen(command, arguments)
        if not agents:
            _refuse_no_target(command, study)
        return play(command, study, game, agents, arguments, execution)

    call.__name__ = call.__qualname__ = name
    call.__module__ = "mctslab.studies"
    call.__doc__ = documented(f"{command['about']}.\n\n{_example(command)}", keywords)
    setattr(call, "__signature__", signature)
    return call


def play(
    command: dict[str, Any],
    study: str,
    game: Games,
    agents: Sequence[Any],
    given: dict[str, Any],
    execution: Execution,
) -> Document:
    """Runs a study; ``given`` are its options, the conditions of its games, seed and anchor."""
    known = {_named(one["name"]): str(one["name"]) for one in command["options"]}
    conditions = {one["name"] for one in command["conditions"]} - set(known)
    options, asked = [], {"seed": seed_of(given.pop("seed", 1)), "anchor": given.pop("anchor", None)}
    for word, value in given.items():
        if word in conditions:
            asked[word] = value
        elif value is not None:
            options.append((known.get(word, word.replace("_", "-")), _written(value)))
    asked.update(
        command=command["command"],
        study=study,
        options=options,
        games=[str(getattr(one, "spec", one)) for one in (game if isinstance(game, (list, tuple)) else [game])],
        agents=[spec_of(agent) for agent in agents],
    )
    with execution.begin(command["command"]) as playing:
        return finished(_mctslab.play_study(json.dumps(asked), playing), playing.store)


def finished(found: _mctslab.StudyOutcome, store: str | None) -> Document:
    """The document of what was found; one of runs that were interrupted is part of an exception."""
    document = document_of(found, store)
    for warning in document.warnings:
        warn(warning, UserWarning)
    if found.interrupted is not None:
        error = Interrupted(found.interrupted)
        error.document = document
        raise error
    return document


def seed_of(seed: Any) -> int:
    """A seed, if it is one."""
    if not isinstance(seed, int) or not 0 <= seed < 2**64:
        raise UsageError(f"a seed of {seed!r}: expected a whole number from 0 to 2**64 - 1")
    return seed


def _named(name: str) -> str:
    """A name of the command line as one of Python."""
    name = name.replace("-", "_")
    return f"{name}_" if keyword.iskeyword(name) else name


def _places(command: dict[str, Any]) -> list[inspect.Parameter]:
    """What may be given without a keyword: the game, and the agents that the study takes."""
    place, many = inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.VAR_POSITIONAL
    game = inspect.Parameter("game", place, annotation=Games)
    found = [] if command["agents"] == "no-game" else [game]
    match command["agents"]:
        case "seats" | "many" | "against":
            found.append(inspect.Parameter("agents", many, annotation=Any))
        case "target":
            found.append(inspect.Parameter("targets", many, annotation=Any))
        case "one":
            found.append(inspect.Parameter("agent", place, annotation=Any))
        case "one-or-default":
            found.append(inspect.Parameter(_named(command["agent"]["name"]), place, default=None, annotation=Any))
    return found


def _players(command: dict[str, Any], arguments: dict[str, Any]) -> tuple[Games, list[Any]]:
    """Takes the games and the agents out of the arguments of a function."""
    game = arguments.pop("game", [])
    agents: list[Any] = []
    for place in _places(command)[1:]:
        given = arguments.pop(place.name, None)
        agents += given or [] if place.kind is place.VAR_POSITIONAL else [given]
    agents = [agent for agent in agents if agent is not None]
    if "against" in arguments and command["agents"] == "against":
        agents.append(arguments.pop("against"))
    return game, agents


def _chosen(command: dict[str, Any], arguments: dict[str, Any]) -> str:
    """Takes the study that was chosen out of the arguments of a function."""
    studies = command["studies"]
    chosen = arguments.pop(command["chosen_by"], None) if len(studies) > 1 else None
    for study in studies:
        if study["switch"] and arguments.pop(_named(study["name"]), False):
            chosen = study["name"]
    return str(chosen or studies[0]["name"])


def _refuse_no_target(command: dict[str, Any], chosen: str) -> None:
    """Refuses a study that measures an agent, and was given none."""
    studies, name = command["studies"], _named(command["command"])
    found = next((one for one in studies if one["name"] == chosen.partition("(")[0].strip()), None)
    if found is not None and found["agents"] == "target":
        example = f'mctslab.{name}("connect-four", "random")'
        others = [f"; `{_named(one['name'])}=True` measures the game itself" for one in studies if one["switch"]]
        raise UsageError(f"no target: name the agent to be measured, as in `{example}`{''.join(others)}")


def _keywords(command: dict[str, Any]) -> dict[str, list[Keyword]]:
    """The keywords of a command by groups."""
    studies = command["studies"]
    first = [Keyword("against", Any, _EMPTY, "the agent in all other seats")] if command["agents"] == "against" else []
    if len(studies) > 1:
        listed = "; ".join(f"{one['name']}: {one['about']}" for one in studies)
        first.append(Keyword(command["chosen_by"], str, studies[0]["name"], listed))
    switches = [one for one in studies if one["switch"]]
    first += [Keyword(_named(one["name"]), bool, False, f"{_lower(one['about'])}, instead") for one in switches]
    options = [_option(command, one) for one in command["options"]]
    conditions = [Keyword(one["name"], str | None, None, one["about"]) for one in command["conditions"]]
    if command["has_anchor"]:
        about = "rate all agents relative to this one: AGENT or AGENT=ELO"
        conditions.append(Keyword("anchor", str | None, None, about))
    return {"Options": first + options, "Conditions": conditions, "Execution": [_SEED, *EXECUTION]}


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _option(command: dict[str, Any], option: dict[str, Any]) -> Keyword:
    """The keyword of an option. Its default is one if all studies that have it agree about it, and
    none for an option of a choice, which nobody need make."""
    name, defaults = _named(option["name"]), dict(option["studies"])
    studies = "" if len(defaults) == len(command["studies"]) else ", ".join(defaults)
    kind, about = _kind(option), f"{option['about']}{_shown(option, defaults)}"
    if option["required"]:
        return Keyword(name, kind, _EMPTY, about, studies)
    if option["of"] is not None or len(set(defaults.values())) > 1 or option["default"] in (None, "none"):
        kind, default = kind | None, None
    else:
        default = _read(option)
    return Keyword(name, kind, default, about, studies)


def _shown(option: dict[str, Any], defaults: dict[str, str | None]) -> str:
    """The default in words; where studies differ, that of each."""
    if option["of"] is not None:
        return f" [of `{_named(option['of'])}`]"
    first = next(iter(defaults.values()))
    others = [f"{study}: {default}" for study, default in defaults.items() if default != first]
    shown = [one for one in [(first or "").strip('"'), *others] if one not in ("", "none", "false")]
    return f" [default: {'; '.join(shown)}]" if shown else ""


def _kind(option: dict[str, Any]) -> Any:
    """The type of an option's values."""
    match option["type"]:
        case "integer":
            word = option["or"]
            return int if word in (None, "none") else int | _one_of([word])
        case "real":
            return float
        case "flag":
            return bool
        case "text":
            return str | float | Sequence[str | float]
    names = [one["name"] for one in option.get("choices", [])]
    closed = option["type"] == "choice" and not any(one.get("options") for one in option["choices"])
    return _one_of(names) if closed else str


def _one_of(words: list[str]) -> Any:
    """The type of values that are one of these words."""
    form: Any = Literal
    return form[tuple(words)]


def _read(option: dict[str, Any]) -> Any:
    """The default of an option as a value of Python."""
    text = str(option["default"])
    match option["type"]:
        case "flag":
            return text == "true"
        case "real":
            return float(text)
        case "integer":
            return int(text) if re.fullmatch(r"-?\d+", text) else text
    return text.strip('"')


def _written(value: Any) -> str:
    """A value as the command line has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(_written(one) for one in value)
    return f"{value:g}" if isinstance(value, float) and value == int(value) else str(value)


def _example(command: dict[str, Any]) -> str:
    """An example of a call: one that is run, or that of the command line."""
    name = _named(command["command"])
    if command["command"] in _EXAMPLES:
        return _EXAMPLES[command["command"]].strip()
    switches = {_named(one["name"]) for one in command["options"] if one["type"] == "flag"}
    switches |= {_named(one["name"]) for one in command["studies"] if one["switch"]}
    words, places, keywords = iter(shlex.split(command["example"])[2:]), [], []
    for word in words:
        if word.startswith("-"):
            key = "games" if word == "-n" else _named(word.lstrip("-"))
            value = "True" if key in switches else _literal(next(words))
            keywords.append(f"{key}={value}")
        else:
            places.append(_literal(word))
    return f"Example::\n\n    mctslab.{name}({', '.join([*places, *keywords])})"


def _literal(word: str) -> str:
    """A word of the command line as Python writes it."""
    return word if re.fullmatch(r"-?\d+(\.\d+)?", word) else json.dumps(word, ensure_ascii=False)
