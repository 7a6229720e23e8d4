"""Answers as frozen data classes. Each keeps the JSON that it is made from."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import Any, Literal, TypeVar, Union

from ._source import Source

A = TypeVar("A", bound="Answer")
Outcome = Literal["solved", "unsolvable", "stopped"]


@dataclass(frozen=True)
class Answer:
    """An answer."""

    raw: dict[str, Any] = field(repr=False)
    """All of it, as the JSON of the command line and the HTTP API."""

    def to_dict(self) -> dict[str, Any]:
        """A copy of the JSON object."""
        copy: dict[str, Any] = json.loads(self.to_json())
        return copy

    def to_json(self) -> str:
        """The JSON object as text."""
        return json.dumps(self.raw, ensure_ascii=False)


def read(kind: type[A], raw: dict[str, Any], **more: Any) -> A:
    """Makes an answer of the keys that its class has fields for."""
    known = {one.name for one in fields(kind)}
    values = {key: value for key, value in raw.items() if key in known}
    return kind(raw=raw, **{**values, **more})


@dataclass(frozen=True)
class Drawable(Answer):
    """An answer about a position, which a notebook draws."""

    _source: Source = field(repr=False, compare=False)

    def _position(self) -> Source:
        return self._source

    def svg(self) -> str:
        """The drawing, as the text of an SVG file."""
        return self._position().open().svg()

    def _repr_svg_(self) -> str:
        return self.svg()


@dataclass(frozen=True)
class Stats:
    """What a search took."""

    expanded: int
    """Positions whose moves were made."""
    stored: int
    """Positions stored."""
    seconds: float
    peak_bytes: int
    """Most bytes allocated by the search at any one time."""


@dataclass(frozen=True)
class Progress:
    """How far a search is."""

    depth: int
    """Moves from the start to the positions being expanded."""
    frontier: int
    expanded: int
    stored: int
    bytes: int
    seconds: float


@dataclass(frozen=True)
class Exit:
    """A goal that is reached without passing through another, and a shortest line to it."""

    cost: int
    line: list[str]


@dataclass(frozen=True)
class Solution(Drawable):
    """The answer of `solve`: a line, a proof that there is none, or why the search was stopped. A notebook draws the
    position after the line."""

    puzzle: str
    """The family."""
    instance: str
    metric: str
    outcome: Outcome
    proof: Literal["optimal", "none"]
    cost: int | None
    """What the line costs in the metric."""
    bound: int | None
    """No line costs less. This is proved, also if the search was stopped."""
    line: list[str]
    stats: Stats
    reason: str | None = None
    """Why there is no line: a sentence if there can be none, else what stopped the search: ``time``, ``states``,
    ``memory``, ``depth``, ``width`` or ``interrupted``."""
    exits: list[Exit] | None = None
    """With ``all=True``, where play ends at a goal: every exit, by cost."""
    solutions: list[list[str]] | None = None
    """With ``all=True`` or ``first=N``, of a packing: each solution as rows of letters."""
    score: int | None = None
    """In families that score lines."""
    score_bound: int | None = None

    @property
    def is_solved(self) -> bool:
        """Whether there is a line."""
        return self.outcome == "solved"

    @property
    def is_proved(self) -> bool:
        """Whether the line is proved to be the best, or it is proved that there is none."""
        return self.proof == "optimal" or self.outcome == "unsolvable"

    def _position(self) -> Source:
        return self._source.after(self.line)


@dataclass(frozen=True)
class Exploration(Drawable):
    """The answer of `explore`: the positions that can be reached."""

    puzzle: str
    instance: str
    metric: str
    outcome: Literal["solved", "stopped"]
    states: int
    """Positions that can be reached."""
    classes: int
    """The same, up to symmetry."""
    unit: str
    """What `levels` counts: the metric, or the name of the family's moves."""
    levels: list[int]
    """Positions by their distance from the start."""
    eccentricity: int
    """The distance of the farthest."""
    dead_ends: int
    goals: int
    shortest_lines: int
    """The number of shortest ways to a goal."""
    farthest: list[str]
    """A line to a farthest position."""
    stats: Stats
    reason: str | None = None
    goal_depths: list[int] | None = None


@dataclass(frozen=True)
class Count(Drawable):
    """The answer of `count`."""

    puzzle: str
    instance: str
    metric: str
    outcome: Outcome
    solutions: int
    """Up to symmetry."""
    solutions_raw: int
    stats: Stats
    reason: str | None = None


@dataclass(frozen=True)
class FactPiece:
    """A piece of a fact."""

    name: str
    """Its name in moves."""
    cells: list[int]
    """The cells that it covers, by their index in the scene."""


@dataclass(frozen=True)
class Fact:
    """Something that is proved of every solution, or of every way to play on."""

    kind: str
    """A word: ``leaves``, ``before``, ``clears``, ``reaches``, ``covers``, ``longer``, ``lost``, ``stuck``, ``unreached``;
    of packings ``lies``, ``filled-by``, ``hole``, ``misplaced``, ``take-back``; of Pac-Man ``too-far``, ``guarded``; of
    PuzzleScript ``rule``, ``changes``; of a move ``loses``, ``needed``, ``shortest``, ``detour``."""
    text: str
    """The fact in a sentence."""
    pieces: list[FactPiece]
    cells: list[int]
    """The cells that it is about besides those of its pieces."""
    positions: int
    """The number of positions examined to prove it."""
    fewest: int | None = None
    """The fewest moves to a solution in the case that it is about."""
    counterfactual: str | None = None
    """Of a piece that must leave its place: the puzzle in which it stays, as the text of an instance without a solution,
    where one is like that."""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Why(Drawable):
    """The answer of `why`."""

    puzzle: str
    instance: str
    metric: str
    outcome: Outcome
    """Whether the position can be solved."""
    facts: list[Fact]
    """The most telling first."""
    unsettled: int
    """The number of questions that a limit left without an answer."""
    stats: Stats
    fewest: int | None = None
    """The fewest moves to a solution, if they are known and all cost 1."""
    reason: str | None = None
    """What stopped the search."""


@dataclass(frozen=True)
class Chapter:
    """A part of an explained line."""

    start: int
    """The index of its first move."""
    moves: list[str]
    fact: Fact | None
    """What every solution must do, and is done with the last of the moves; None for a rest of which nothing is proved."""


@dataclass(frozen=True)
class Explanation(Drawable):
    """The answer of `explain`. A notebook draws the position that it begins with."""

    puzzle: str
    instance: str
    metric: str
    outcome: Outcome
    proof: Literal["optimal", "none"]
    line: list[str]
    chapters: list[Chapter]
    facts: list[Fact]
    """Without a solution: what shows it."""
    unsettled: int
    """The number of questions that a limit left without an answer."""
    stats: Stats
    reason: str | None = None
    """Why there is no solution, or what stopped the search."""


@dataclass(frozen=True)
class Verdict(Drawable):
    """The answer of `check`. A notebook draws the position after the legal moves."""

    puzzle: str
    instance: str
    metric: str
    legal: bool
    solves: bool
    cost: int | None
    at: int | None = None
    """The index of the illegal move, from 0."""
    reason: str | None = None
    """Why it is illegal."""
    score: int | None = None


@dataclass(frozen=True)
class Shown(Drawable):
    """The answer of `show`; printed, it is the drawing."""

    puzzle: str
    instance: str
    metric: str
    titles: list[str]
    source: str | None
    """Where the puzzle comes from."""
    optimal: int | None
    """The best cost, as the file says."""
    drawing: str

    def __str__(self) -> str:
        return self.drawing


@dataclass(frozen=True)
class Hint(Drawable):
    """The next move of a best line. A notebook draws the position after it."""

    move: str | None
    """None if nothing is left to do, or nothing was found."""
    solution: Solution
    """The whole line, and what is proved of it."""

    @property
    def moves_left(self) -> int | None:
        """What the rest costs, with this move; None if no line was found."""
        return self.solution.cost

    def _position(self) -> Source:
        return self._source if self.move is None else self._source.after([self.move])


@dataclass(frozen=True)
class Puzzle(Drawable):
    """A puzzle of the library, or one that was drawn at random. It can be given to any function."""

    name: str
    """Its name or short form; ``-`` if it has only a text."""
    text: str | None = None
    """The text of its file, if it has no name."""
    puzzle: str | None = None
    """The family."""
    titles: list[str] = field(default_factory=list)
    metric: str | None = None
    optimal: int | None = None
    """The best cost, as the file says."""


@dataclass(frozen=True)
class ShortForm:
    """A way to write a puzzle in a word."""

    form: str
    means: str


@dataclass(frozen=True)
class Library(Answer):
    """The answer of `puzzles`: a sequence of puzzles."""

    instances: list[Puzzle]
    short_forms: list[ShortForm]

    def __iter__(self) -> Iterator[Puzzle]:
        return iter(self.instances)

    def __len__(self) -> int:
        return len(self.instances)

    def __getitem__(self, which: Union[int, str]) -> Puzzle:
        """The puzzle with a number or a name."""
        if isinstance(which, int):
            return self.instances[which]
        return next(puzzle for puzzle in self.instances if puzzle.name == which)


@dataclass(frozen=True)
class Generated(Answer):
    """The answer of `generate`: a sequence of puzzles."""

    puzzles: list[Puzzle]
    found: int
    wanted: int
    outcome: Outcome = "solved"

    def __iter__(self) -> Iterator[Puzzle]:
        return iter(self.puzzles)

    def __len__(self) -> int:
        return len(self.puzzles)

    def __getitem__(self, which: int) -> Puzzle:
        return self.puzzles[which]
