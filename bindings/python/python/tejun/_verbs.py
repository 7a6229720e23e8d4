"""The questions about puzzles: those of the command line, under the same names."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypeVar

from . import _tejun
from ._answers import (
    Chapter,
    Count,
    Drawable,
    Exit,
    Explanation,
    Exploration,
    Fact,
    FactPiece,
    Generated,
    Hint,
    Library,
    Puzzle,
    ShortForm,
    Shown,
    Solution,
    Stats,
    Verdict,
    Why,
    read,
)
from ._options import Options, PuzzleOptions, SolveOptions, split, with_options
from ._source import LineLike, PuzzleLike, Source

if TYPE_CHECKING:
    from typing_extensions import Unpack

D = TypeVar("D", bound=Drawable)


@with_options(SolveOptions)
def solve(
    puzzle: PuzzleLike,
    line: LineLike = (),
    *,
    all: bool = False,
    first: int | None = None,
    **options: Unpack[SolveOptions],
) -> Solution:
    """Finds the best way on from the position after `line`, and proves it where possible.

    `all` asks for every solution of a packing, or a shortest line to every exit; `first` for so many solutions. A puzzle
    that has no solution, and a search that a limit stopped, are answers.

    >>> solve("heng-dao-li-ma").cost
    81
    """
    source, given = _source(puzzle, line, options)
    return _solution(source, _ask(source, "solve", {**given, "all": all, "first": first}))


class Solutions(Iterator[list[str]]):
    """Lines, as `solve_all` finds them. The search is ahead by 64 lines at most, and ends with the iterator."""

    def __init__(self, source: Source, stream: _tejun.Stream) -> None:
        self._source = source
        self._stream = stream
        self._exits: Iterator[Exit] | None = None
        self._answer: Solution | None = None

    def __next__(self) -> list[str]:
        if self._exits is None:
            line = next(self._stream, None)
            if line is not None:
                return line
            self._exits = iter((self.answer and self.answer.exits) or ())
        return next(self._exits).line

    def stop(self) -> None:
        """Stops the search. What it has found may still be taken."""
        self._stream.stop()

    @property
    def answer(self) -> Solution | None:
        """The answer of `solve`, once all lines were taken: whether they are all, and what the search took."""
        if self._answer is None and self._stream.answer is not None:
            self._answer = _solution(self._source, json.loads(self._stream.answer))
        return self._answer


@with_options(SolveOptions)
def solve_all(
    puzzle: PuzzleLike, line: LineLike = (), *, first: int | None = None, **options: Unpack[SolveOptions]
) -> Solutions:
    """Yields every solution of a packing as soon as it is found, or a shortest line to every exit once all are known.

    `first` asks for so many solutions of a packing. A time limit goes on while lines wait to be taken.

    >>> sum(1 for line in solve_all("pentominoes:3x20"))
    2
    """
    source, given = _source(puzzle, line, options)
    settings, progress = split({**given, "all": first is None, "first": first})
    return Solutions(source, source.open().stream(settings, progress))


@with_options(PuzzleOptions)
def explore(
    puzzle: PuzzleLike,
    line: LineLike = (),
    *,
    terminal_goals: bool = False,
    **options: Unpack[PuzzleOptions],
) -> Exploration:
    """Visits every position that can be reached. With `terminal_goals`, goals are not expanded.

    >>> explore("heng-dao-li-ma").states
    25955
    """
    source, given = _source(puzzle, line, options)
    raw = _ask(source, "explore", {**given, "terminal_goals": terminal_goals})
    return read(
        Exploration, raw, _source=source, stats=_stats(raw), shortest_lines=int(raw["shortest_lines"])
    )


@with_options(PuzzleOptions)
def count(puzzle: PuzzleLike, line: LineLike = (), **options: Unpack[PuzzleOptions]) -> Count:
    """Counts the solutions of a packing, up to symmetry and in all.

    >>> count("pentominoes:6x10").solutions
    2339
    """
    source, given = _source(puzzle, line, options)
    raw = _ask(source, "count", given)
    # Beyond 64 bits it is a text.
    numbers = {key: int(raw[key]) for key in ("solutions", "solutions_raw")}
    return read(Count, raw, _source=source, stats=_stats(raw), **numbers)


@with_options(PuzzleOptions)
def why(
    puzzle: PuzzleLike, line: LineLike = (), *, move: str | None = None, **options: Unpack[PuzzleOptions]
) -> Why:
    """What every solution from the position after `line` must do, the most telling first; and of a `move` from there,
    what it is good for, or why it loses. Each fact is proved by a search that came to its end.

    >>> print(why("heng-dao-li-ma").facts[0])
    while 卒 on a5 stays where it is, nothing solves the puzzle
    """
    source, given = _source(puzzle, line, options)
    raw = _ask(source, "why", given, move)
    return read(Why, raw, _source=source, stats=_stats(raw), facts=[_fact(one) for one in raw["facts"]])


@with_options(PuzzleOptions)
def explain(puzzle: PuzzleLike, line: LineLike = (), **options: Unpack[PuzzleOptions]) -> Explanation:
    """A best line from the position after `line` in chapters, each with something that every solution must do and that is
    done with its last move. Without a solution, what shows it.

    >>> chapter = explain("rushhour:oooBoooooBooAAoBoooooooooooooooooooo").chapters[0]
    >>> print(chapter.fact, chapter.moves)
    while B stays where it is, nothing solves the puzzle ['Bddd']
    """
    source, given = _source(puzzle, line, options)
    raw = _ask(source, "explain", given)
    chapters = [
        Chapter(start=one["from"], moves=one["moves"], fact=_fact(one["fact"]) if "fact" in one else None)
        for one in raw["chapters"]
    ]
    facts = [_fact(one) for one in raw.get("facts", [])]
    return read(Explanation, raw, _source=source, stats=_stats(raw), chapters=chapters, facts=facts)


def _fact(raw: dict[str, Any]) -> Fact:
    return Fact(
        kind=raw["kind"],
        text=raw["reason"]["en"],
        pieces=[FactPiece(**piece) for piece in raw["pieces"]],
        cells=raw["cells"],
        positions=raw["positions"],
        fewest=raw.get("fewest"),
        counterfactual=raw.get("counterfactual"),
    )


def check(
    puzzle: PuzzleLike, line: LineLike, *, metric: str | None = None, level: int | None = None
) -> Verdict:
    """Judges a line from the first position by the rules alone. An illegal line is an answer, too.

    >>> check("tank-change", ["1-2"]).reason
    'no straight road leads from square 1 to square 2'
    """
    start = Source.of(puzzle, (), metric, level)
    position = start.open()
    moves = position.moves(Source.of(puzzle, line).line)
    raw = json.loads(position.check(moves))
    return read(Verdict, raw, _source=start.after(moves[: raw.get("at")]))


@with_options(SolveOptions)
def hint(puzzle: PuzzleLike, line: LineLike = (), **options: Unpack[SolveOptions]) -> Hint:
    """The next move of a best line from the position after `line`.

    >>> hint("katamino:PUY").move
    'Y:1,4,5,7,10'
    """
    solution = solve(puzzle, line, **options)
    move = solution.line[0] if solution.line else None
    return Hint(raw=solution.raw, _source=solution._source, move=move, solution=solution)


def show(
    puzzle: PuzzleLike, line: LineLike = (), *, metric: str | None = None, level: int | None = None
) -> Shown:
    """The position after `line`, drawn as text and, in a notebook, as a picture.

    >>> print(show("klotski:BBvvBBvvhhhh11..1..1"))
    """
    source = Source.of(puzzle, line, metric, level)
    return read(Shown, json.loads(source.open().show()), _source=source)


def puzzles(word: str | None = None) -> Library:
    """The puzzles that ship, and the short forms; with a word, the puzzles that have it in their name, title or family.

    >>> puzzles("横刀立马")[0].optimal
    81
    """
    raw = json.loads(_tejun.library())
    if word is not None:
        sought = word.lower()
        called = [(one, (one["name"], one["puzzle"], *one["titles"])) for one in raw["instances"]]
        raw["instances"] = [one for one, names in called if any(sought in name.lower() for name in names)]
    instances = [read(Puzzle, one, _source=Source(one["name"], None)) for one in raw["instances"]]
    return Library(raw=raw, instances=instances, short_forms=[ShortForm(**one) for one in raw["short_forms"]])


def generate(
    what: str, *, n: int | None = None, options: Options | None = None, **given: object
) -> Generated:
    """Draws puzzles at random: ``what`` is a word of the verb ``generate`` of the command line, and `given` are its options.

    `options` are those of a search; the same seed draws the same puzzles.

    >>> generate("sokoban", moves="5..9", options={"seed": 7})[0]
    """
    settings, progress = split(dict(options or {}))
    texts = {name.replace("_", "-"): str(value) for name, value in {"n": n, **given}.items() if value not in (None, False)}
    raw = json.loads(_tejun.generate(what, texts, settings, progress))
    drawn = [_drawn(one) for one in raw["puzzles"]]
    return read(Generated, raw, puzzles=drawn)


def _drawn(raw: dict[str, Any]) -> Puzzle:
    # A family gives one or the other; an instance may be a short form or a text.
    source = Source.of(raw.get("file") or raw["instance"])
    return Puzzle(raw=raw, _source=source, name=source.name, text=source.text, metric=raw.get("metric"))


def _source(puzzle: PuzzleLike, line: LineLike, options: Any) -> tuple[Source, dict[str, Any]]:
    """The position that a question is about, and the options of the search."""
    return Source.of(puzzle, line, options.pop("metric", None), options.pop("level", None)), options


def _ask(source: Source, verb: str, options: dict[str, Any], by: str | None = None) -> dict[str, Any]:
    settings, progress = split(options)
    raw: dict[str, Any] = json.loads(source.open().search(verb, settings, progress, by))
    return raw


def _solution(source: Source, raw: dict[str, Any]) -> Solution:
    exits = raw.get("exits")
    found = None if exits is None else [Exit(**one) for one in exits]
    return read(Solution, raw, _source=source, stats=_stats(raw), exits=found)


def _stats(raw: dict[str, Any]) -> Stats:
    return Stats(**raw["stats"])
