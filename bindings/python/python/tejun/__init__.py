"""tejun (手順, the order of moves) finds, proves and explains solutions of puzzles.

>>> import tejun
>>> tejun.solve("heng-dao-li-ma")
>>> tejun.search(1, lambda n: [n + 1, n * 2], 100)
"""

from ._answers import (
    Answer,
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
    Progress,
    Puzzle,
    ShortForm,
    Shown,
    Solution,
    Stats,
    Verdict,
    Why,
)
from ._error import TejunError
from ._options import Options, PuzzleOptions, SolveOptions
from ._search import Found, search
from ._source import LineLike, PuzzleLike
from ._verbs import Solutions, check, count, explain, explore, generate, hint, puzzles, show, solve, solve_all, why

__all__ = [
    "Answer",
    "Chapter",
    "Count",
    "Drawable",
    "Exit",
    "Explanation",
    "Exploration",
    "Fact",
    "FactPiece",
    "Found",
    "Generated",
    "Hint",
    "Library",
    "LineLike",
    "Options",
    "Progress",
    "Puzzle",
    "PuzzleLike",
    "PuzzleOptions",
    "ShortForm",
    "Shown",
    "Solution",
    "Solutions",
    "SolveOptions",
    "Stats",
    "TejunError",
    "Verdict",
    "Why",
    "check",
    "count",
    "explain",
    "explore",
    "generate",
    "hint",
    "puzzles",
    "search",
    "show",
    "solve",
    "solve_all",
    "why",
]
