"""What mypy --strict is to accept; the comments are what it is to refuse."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import tejun

solution: tejun.Solution = tejun.solve("century", threads=2, timeout=1.5, metric="moves")
cost: int | None = solution.cost
rows: list[list[str]] | None = tejun.solve(Path("some.toml"), all=True).solutions
levels: list[int] = tejun.explore(tejun.puzzles()[0]).levels
lines: Iterator[list[str]] = tejun.solve_all("pentominoes:6x10", progress=lambda told: print(told.depth))
drawn: tejun.Puzzle = tejun.generate("packing", pieces="LNV")[0]


def steps(at: tuple[int, int]) -> Iterator[tuple[tuple[int, int], int]]:
    yield (at[0] + 1, at[1]), 1


def named(at: int) -> list[tuple[str, int]]:
    return [("up", at + 1)]


path: list[tuple[int, int]] | None = tejun.search((0, 0), steps, (3, 0), costs=True, bound=lambda at: 3 - at[0]).states
moves: list[str] | None = tejun.search(0, named, lambda at: at > 5, moves=True).line

tejun.solve("century", threads="2")  # type: ignore[arg-type]
tejun.solve("century", colour="red")  # type: ignore[call-arg]
tejun.search(0, named, 5, costs=True)  # type: ignore[call-overload]
