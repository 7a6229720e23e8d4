"""The options of searches."""

from __future__ import annotations

import functools
import inspect
import json
from collections.abc import Callable
from typing import Any, TypedDict, TypeVar

from ._answers import Progress


class Options(TypedDict, total=False):
    """What a search may use. The names are those of the command line."""

    time: float | None
    """Stop after so many seconds."""
    timeout: float | None
    """The same."""
    threads: int | None
    """By default all cores."""
    memory: int | str | None
    """What the search itself may allocate, in bytes or as in ``"2GiB"``; by default half of the free memory."""
    states: int | None
    """Stop after storing so many states."""
    depth: int | None
    """Search no deeper than so many moves."""
    seed: int | None
    """The seed for everything random; by default 0."""
    progress: Callable[[Progress], object] | None
    """Called with each new depth, otherwise at most ten times a second, on the thread that asked. What it raises
    stops the search and is raised again."""


class PuzzleOptions(Options, total=False):
    """The options of searches about a puzzle."""

    metric: str | None
    """What counts as a move, instead of what the file says."""
    level: int | None
    """The level of a file with several, from 1."""


class SolveOptions(PuzzleOptions, total=False):
    """The options of searches for a solution."""

    width: int | None
    """The width of a beam, in families with a beam search; others refuse it."""


F = TypeVar("F", bound=Callable[..., Any])


def with_options(kind: Any) -> Callable[[F], F]:
    """Shows the options of a function one by one, in its help and where it is completed."""

    def shown(function: F) -> F:
        signature = inspect.signature(function)
        own = [one for one in signature.parameters.values() if one.kind is not inspect.Parameter.VAR_KEYWORD]
        options = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None) for name in kind.__annotations__]
        setattr(function, "__signature__", signature.replace(parameters=own + options))
        return function

    return shown


def split(options: dict[str, Any]) -> tuple[dict[str, Any], Callable[[str], object] | None]:
    """The options that the engine reads, and what it calls with the text of each progress report."""
    progress = options.pop("progress", None)
    if progress is None:
        return options, None
    return options, functools.partial(_tell, progress)


def _tell(progress: Callable[[Progress], object], text: str) -> None:
    progress(Progress(**json.loads(text)))
