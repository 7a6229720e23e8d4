"""Where a puzzle comes from: a name, a short form, a text, a file, or an answer about it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Union

from . import _tejun
from ._error import TejunError

if TYPE_CHECKING:
    from ._answers import Drawable

PuzzleLike = Union[str, "os.PathLike[str]", "Drawable"]
"""A library name or title, a short form, or the text of a file (whatever has a line break or a ``=``); the path of a
file; or an answer, whose puzzle is meant."""

LineLike = Union[str, Iterable[str]]
"""Moves, as one text or one by one."""

LONGEST = 1 << 20
"""Bytes of a file that are read."""


@dataclass(frozen=True)
class Source:
    """A position of a puzzle, as texts: it can be pickled."""

    name: str
    text: str | None
    line: tuple[str, ...] | str = ()
    metric: str | None = None
    level: int | None = None

    @classmethod
    def of(
        cls, puzzle: PuzzleLike, line: LineLike = (), metric: str | None = None, level: int | None = None
    ) -> Source:
        name, text = _named(puzzle)
        if level is not None and (not isinstance(level, int) or not 0 <= level < 1 << 63):
            raise TejunError("level is a whole number from 1")
        if metric is not None and not isinstance(metric, str):
            raise TejunError("metric is a text, such as 'moves'")
        return cls(_unicode(name), text and _unicode(text), _moves(line), metric and _unicode(metric), level)

    def open(self) -> _tejun.Position:
        return _tejun.Position(self.name, self.text, self.line, self.metric, self.level)

    def after(self, line: Iterable[str]) -> Source:
        """The position that comes after more moves."""
        # White space separates moves in every notation.
        more = " ".join((self.line, *line)) if isinstance(self.line, str) else (*self.line, *line)
        return Source(self.name, self.text, more, self.metric, self.level)


def _named(puzzle: Any) -> tuple[str, str | None]:
    """The name of an instance in answers, and its text unless it has a name of its own."""
    source = getattr(puzzle, "_source", None)
    if isinstance(source, Source):
        return source.name, source.text
    if isinstance(puzzle, str):
        # As in the HTTP API; so no text is ever taken for a path.
        return ("-", puzzle) if "\n" in puzzle or "=" in puzzle else (puzzle, None)
    if isinstance(puzzle, os.PathLike):
        path = os.fspath(puzzle)
        with open(path, "rb") as file:
            content = file.read(LONGEST + 1)
        if len(content) > LONGEST:
            raise TejunError(f"{path} has more than {LONGEST} bytes, the most that are read", "file")
        try:
            return str(path), content.decode("utf-8")
        except UnicodeDecodeError as error:
            line = content.count(b"\n", 0, error.start) + 1
            message = f"{path}: line {line} is not UTF-8 (byte {error.start}): save the file as UTF-8"
            raise TejunError(message, "file") from None
    raise TypeError(f"a puzzle is a text, a path or an answer, not {type(puzzle).__name__}")


def _moves(line: Any) -> tuple[str, ...] | str:
    if isinstance(line, str):
        return _unicode(line)
    moves = tuple(line)
    for move in moves:
        if not isinstance(move, str):
            raise TypeError(f"a move is a text, not {type(move).__name__}")
        _unicode(move)
    return moves


def _unicode(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise TejunError(f"character {error.start} is half of a surrogate pair: no text has it", "usage") from None
    return text
