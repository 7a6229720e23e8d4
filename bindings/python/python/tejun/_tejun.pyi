"""The engine: answers are the text of a JSON object."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

def library() -> str: ...
def generate(
    what: str,
    given: Mapping[str, str],
    options: Mapping[str, Any],
    progress: Callable[[str], object] | None,
) -> str: ...
def search(
    start: Any,
    successors: Callable[[Any], object],
    goal: Any,
    bound: Callable[[Any], int | None] | None,
    moves: bool,
    costs: bool,
    options: Mapping[str, Any],
    progress: Callable[[str], object] | None,
) -> dict[str, Any]: ...

class Position:
    def __new__(
        cls, name: str, text: str | None, line: str | Sequence[str], metric: str | None, level: int | None
    ) -> Position: ...
    def search(
        self,
        verb: str,
        options: Mapping[str, Any],
        progress: Callable[[str], object] | None,
        by: str | None = None,
    ) -> str: ...
    def stream(self, options: Mapping[str, Any], progress: Callable[[str], object] | None) -> Stream: ...
    def moves(self, line: str | Sequence[str]) -> list[str]: ...
    def check(self, line: str | Sequence[str]) -> str: ...
    def show(self) -> str: ...
    def svg(self) -> str: ...

class Stream(Iterator[list[str]]):
    def __next__(self) -> list[str]: ...
    def stop(self) -> None: ...
    @property
    def answer(self) -> str | None: ...
