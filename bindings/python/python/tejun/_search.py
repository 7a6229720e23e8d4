"""A search of one's own."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar, overload

from . import _tejun
from ._answers import Outcome, Stats
from ._options import Options, split, with_options

if TYPE_CHECKING:
    from typing_extensions import Unpack

S = TypeVar("S", bound=Hashable)
M = TypeVar("M")


@dataclass(frozen=True)
class Found(Generic[S, M]):
    """The answer of `search`."""

    outcome: Outcome
    proof: Literal["optimal", "none"]
    cost: int | None
    """What the path costs."""
    bound: int | None
    """No path costs less. This is proved, also if the search was stopped."""
    states: list[S] | None
    """The states of the path, from the start to a goal."""
    line: list[M] | None
    """The moves of the path, with ``moves=True``."""
    stats: Stats
    reason: str | None = None
    """What stopped the search: ``time``, ``states``, ``memory`` or ``depth``."""

    @property
    def is_proved(self) -> bool:
        """Whether the path is proved to be a cheapest one, or it is proved that there is none."""
        return self.proof == "optimal" or self.outcome == "unsolvable"


@overload
def search(
    start: S,
    successors: Callable[[S], Iterable[S]],
    goal: Callable[[S], object] | S,
    *,
    bound: Callable[[S], int | None] | None = None,
    moves: Literal[False] = False,
    costs: Literal[False] = False,
    **options: Unpack[Options],
) -> Found[S, None]: ...
@overload
def search(
    start: S,
    successors: Callable[[S], Iterable[tuple[S, int]]],
    goal: Callable[[S], object] | S,
    *,
    bound: Callable[[S], int | None] | None = None,
    moves: Literal[False] = False,
    costs: Literal[True],
    **options: Unpack[Options],
) -> Found[S, None]: ...
@overload
def search(
    start: S,
    successors: Callable[[S], Iterable[tuple[M, S]]],
    goal: Callable[[S], object] | S,
    *,
    bound: Callable[[S], int | None] | None = None,
    moves: Literal[True],
    costs: Literal[False] = False,
    **options: Unpack[Options],
) -> Found[S, M]: ...
@overload
def search(
    start: S,
    successors: Callable[[S], Iterable[tuple[M, S, int]]],
    goal: Callable[[S], object] | S,
    *,
    bound: Callable[[S], int | None] | None = None,
    moves: Literal[True],
    costs: Literal[True],
    **options: Unpack[Options],
) -> Found[S, M]: ...
@with_options(Options)
def search(
    start: Any,
    successors: Callable[[Any], Iterable[Any]],
    goal: Any,
    *,
    bound: Callable[[Any], int | None] | None = None,
    moves: bool = False,
    costs: bool = False,
    **options: Any,
) -> Found[Any, Any]:
    """Finds a cheapest path from `start` to a goal, or proves that there is none.

    States are any objects that can be hashed. `successors` gives the states that one move leads to; with ``costs=True``
    pairs ``(state, cost)``, with ``moves=True`` pairs ``(move, state)``, with both triples ``(move, state, cost)``. Costs
    are whole numbers from 0. `goal` is a state, or a function that tells whether a state is a goal. `bound` may give a
    lower bound on what every path from a state to a goal costs, or None if there is none: the search is then A*, and
    otherwise Dijkstra's, which without costs is breadth-first.

    Each function is called at most once for a state. What it raises is raised again. The search keeps to one thread, and
    `memory` does not count the states themselves: limit `states`.

    >>> search(1, lambda n: [n + 1, n * 2], 100).states
    [1, 2, 3, 6, 12, 24, 25, 50, 100]
    """
    settings, progress = split(options)
    found = _tejun.search(start, successors, goal, bound, moves, costs, settings, progress)
    expanded, stored, seconds, peak_bytes = found.pop("stats")
    return Found(stats=Stats(expanded, stored, seconds, peak_bytes), **found)
