"""The answers: what the command line says, as typed values."""

import json
import os
import pathlib
import pickle
import subprocess

import pytest

import tejun

ROOT = pathlib.Path(__file__).parents[3]
HENG = ROOT / "library" / "sliding" / "heng-dao-li-ma.toml"


def command(*words):
    """What the program prints, if there is one: `TEJUN` names it."""
    program = os.environ["TEJUN"]
    ended = subprocess.run([program, *words, "--json"], capture_output=True, text=True)
    return without_stats(json.loads(ended.stdout))


def without_stats(answer):
    return {key: value for key, value in answer.items() if key != "stats"}


needs_program = pytest.mark.skipif("TEJUN" not in os.environ, reason="TEJUN does not name the command line")


@needs_program
def test_answers_are_those_of_the_command_line():
    for answer, words in [
        (tejun.solve("heng-dao-li-ma"), ["solve", "heng-dao-li-ma"]),
        (tejun.solve("katamino:PUY", all=True), ["solve", "katamino:PUY", "--all"]),
        (tejun.explore("tank-change"), ["explore", "tank-change"]),
        (tejun.count("pentominoes:3x20"), ["count", "pentominoes:3x20"]),
        (tejun.why("heng-dao-li-ma", move="ir"), ["why", "heng-dao-li-ma", "--move", "ir"]),
        (tejun.explain("century"), ["explain", "century"]),
        (tejun.check("tank-change", "1-2"), ["check", "tank-change", "--line", "1-2"]),
        (tejun.show("heng-dao-li-ma"), ["show", "heng-dao-li-ma"]),
        (tejun.puzzles(), ["list"]),
        (tejun.generate("packing", pieces="LNV"), ["generate", "packing", "--pieces", "LNV"]),
    ]:
        assert without_stats(answer.to_dict()) == command(*words), words


def test_a_solution_has_fields():
    solution = tejun.solve("heng-dao-li-ma", threads=1)
    assert (solution.outcome, solution.proof, solution.cost, solution.bound) == ("solved", "optimal", 81, 81)
    assert solution.is_solved and solution.is_proved and len(solution.line) == 81
    assert tejun.check("heng-dao-li-ma", solution.line).solves
    assert json.loads(solution.to_json()) == solution.to_dict() == solution.raw
    assert pickle.loads(pickle.dumps(solution)) == solution


def test_a_puzzle_is_a_name_a_text_a_path_or_an_answer():
    text = HENG.read_text(encoding="utf-8")
    for puzzle in ["heng-dao-li-ma", "横刀立马", text, HENG, tejun.puzzles()["heng-dao-li-ma"], tejun.show(HENG)]:
        assert tejun.explore(puzzle, terminal_goals=True).states == tejun.explore(text, terminal_goals=True).states
    assert tejun.solve(HENG).instance == str(HENG)


def test_searches_begin_after_a_line():
    line = tejun.solve("heng-dao-li-ma").line
    for played in (line[:50], " ".join(line[:50])):
        rest = tejun.solve("heng-dao-li-ma", played)
        assert rest.cost == 31
        assert rest.svg() == tejun.show("heng-dao-li-ma", line[:50] + rest.line).svg()
    hint = tejun.hint("heng-dao-li-ma", line[:50])
    assert hint.moves_left == 31 and hint.solution.line[0] == hint.move
    assert tejun.hint("heng-dao-li-ma", line).move is None


def test_what_is_not_solved_is_an_answer():
    none = tejun.solve("puzzle = 'sliding'\nboard = 'ab.'\ngoal = 'ba.'")
    assert (none.outcome, none.line, none.cost, none.is_proved) == ("unsolvable", [], None, True)
    stopped = tejun.solve("heng-dao-li-ma", depth=3)
    assert (stopped.outcome, stopped.reason, stopped.is_proved) == ("stopped", "depth", False)
    assert tejun.solve("heng-dao-li-ma", timeout=0).reason == "time"
    wrong = tejun.check("tank-change", ["1-4", "1-2"])
    assert (wrong.legal, wrong.at) == (False, 1)


def test_pictures():
    for drawn in [tejun.show("century"), tejun.puzzles("century")[0], tejun.solve("katamino:PUY")]:
        assert drawn._repr_svg_().startswith("<svg ")
    assert tejun.show("century")._repr_svg_() != tejun.solve("century")._repr_svg_()


def test_solutions_come_one_by_one():
    lines = tejun.solve_all("pentominoes:6x10")
    first = next(lines)
    assert len(first) == 12 and lines.answer is None
    assert 1 + sum(1 for _ in lines) == 2339
    assert lines.answer is not None and lines.answer.outcome == "solved" and lines.answer.line == first
    assert len(list(tejun.solve_all("pentominoes:6x10", first=5))) == 5
    exits = tejun.solve_all("heng-dao-li-ma")
    costs = [len(line) for line in exits]
    assert costs == [one.cost for one in exits.answer.exits] and costs[0] == 81


def test_solutions_stop_when_told():
    lines = tejun.solve_all("pentominoes:5x12")
    next(lines)
    lines.stop()
    taken = 1 + sum(1 for _ in lines)
    assert taken < 1010 and lines.answer.outcome == "stopped" and lines.answer.reason == "interrupted"


def test_random_puzzles_are_puzzles():
    drawn = tejun.generate("sokoban", n=2, moves="5..9", options={"seed": 7})
    assert len(drawn) == drawn.found == 2
    assert all(5 <= tejun.solve(puzzle, metric="pushes").cost <= 9 for puzzle in drawn)
    assert drawn == tejun.generate("sokoban", n=2, moves="5..9", options={"seed": 7})
