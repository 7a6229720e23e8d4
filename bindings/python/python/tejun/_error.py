"""The exception of the package."""

from __future__ import annotations

import json
from typing import Any


class TejunError(ValueError):
    """What was asked for has no answer: the puzzle, the line or an option is wrong.

    A proof that there is no solution is an answer, and so is a search that a limit stopped: neither raises this.
    """

    kind: str
    """``instance``: there is no such puzzle, or its text is wrong; ``line``: a move is illegal; ``usage``: an option is
    wrong; ``unsupported``: the puzzle has no answer to that question; ``file``: a file is no text, or too long; ``limit``:
    a number is too large to count with; ``internal``: a bug in tejun."""
    details: dict[str, Any]
    """What else is known, as in the HTTP API: ``key``, ``row``, ``column``, ``at``, ``code``, ``reason``."""

    def __init__(self, message: str, kind: str = "usage", details: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.kind = kind
        self.details = details or {}

    def __reduce__(self) -> tuple[Any, ...]:
        return TejunError, (str(self), self.kind, self.details)

    @property
    def key(self) -> str | None:
        """The key of the file that is wrong."""
        return self.details.get("key")

    @property
    def row(self) -> int | None:
        """The row of the mistake in the value of the key, from 1."""
        return self.details.get("row")

    @property
    def column(self) -> int | None:
        """The column of the mistake in that row, from 1."""
        return self.details.get("column")

    @property
    def at(self) -> int | None:
        """The index of the illegal move in the line, from 0."""
        return self.details.get("at")

    @property
    def code(self) -> str | None:
        """The reason in a word, such as ``row-length``."""
        return self.details.get("code")

    @classmethod
    def _from_json(cls, kind: str, text: str) -> TejunError:
        details = json.loads(text)["error"]
        return cls(details.pop("message"), kind, details)
