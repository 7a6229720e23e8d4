"""What is wrong raises one exception that says so."""

import pickle
import random
import string

import pytest

import tejun


@pytest.mark.parametrize(
    "ask, kind, says",
    [
        (lambda: tejun.solve("heng-dao"), "instance", "did you mean heng-dao-li-ma"),
        (lambda: tejun.solve("klotski:BB"), "instance", ""),
        (lambda: tejun.solve("x" * (1 << 20) + "=1"), "instance", "at most 1048576"),
        (lambda: tejun.solve("\ud800"), "usage", "surrogate"),
        (lambda: tejun.solve("tank-change", ["1-2"]), "line", "no straight road"),
        (lambda: tejun.count("heng-dao-li-ma"), "unsupported", "sliding has no count"),
        (lambda: tejun.solve("heng-dao-li-ma", first=3), "unsupported", "ask for the best or for all"),
        (lambda: next(tejun.solve_all("heng-dao-li-ma", first=3)), "unsupported", ""),
        (lambda: tejun.solve("century", threads=0), "usage", "threads is 0"),
        (lambda: tejun.solve("century", threads="2"), "usage", "threads is a whole number"),
        (lambda: tejun.solve("century", time=-1), "usage", "time is a number of seconds"),
        (lambda: tejun.solve("century", time=float("nan")), "usage", "time is a number of seconds"),
        (lambda: tejun.solve("century", time=1, timeout=1), "usage", "leave out one"),
        (lambda: tejun.solve("century", memory="2 pints"), "usage", "2GiB"),
        (lambda: tejun.solve("century", states=1 << 70), "usage", "states"),
        (lambda: tejun.solve("century", level=1 << 70), "usage", "level"),
        (lambda: tejun.solve("century", metric="miles"), "instance", ""),
        (lambda: tejun.solve("century", depth=5_000_000_000), "usage", "depth is 5000000000; it may be 4294967295 at most"),
        (lambda: tejun.solve("century", width=0), "usage", "width is 0; the least is 1"),
        (lambda: tejun.solve("katamino:PUY", first=0), "usage", "first is 0; the least is 1"),
        (lambda: next(tejun.solve_all("katamino:PUY", first=0)), "usage", "first is 0; the least is 1"),
        (lambda: tejun.solve("peg-cross", width=9), "unsupported", "peg-solitaire is not solved by a beam: leave out the width"),
        (lambda: tejun.solve("pacman-lv1", all=True), "unsupported", "ask for the best"),
        (lambda: tejun.solve("century", width=9, all=True), "unsupported", "a beam finds one line"),
        (lambda: tejun.count("katamino:PUY", width=9), "usage", 'count takes no "width": leave it out'),
        (lambda: tejun.explore("century", all=True), "usage", 'explore takes no "all": leave it out'),
        (lambda: tejun.generate("packing", options={"width": 9}), "usage", 'generate takes no "width": leave it out'),
        (lambda: tejun.generate("packing", options={"depth": 9}), "usage", "generate packing takes no depth: leave it out"),
        (lambda: tejun.search(0, lambda n: [n + 1], 5, width=9), "usage", 'search takes no "width": leave it out'),
        (lambda: tejun.generate("chess"), "usage", "nothing draws"),
        (lambda: tejun.generate("packing", colour="red"), "usage", "no option"),
    ],
)
def test_kinds(ask, kind, says):
    with pytest.raises(tejun.TejunError) as caught:
        ask()
    assert caught.value.kind == kind
    assert says in str(caught.value) and "\n" not in str(caught.value)


def test_the_place_is_named():
    with pytest.raises(ValueError) as caught:
        tejun.show("puzzle = 'sliding'\nboard = '''\nab\na'''")
    error = caught.value
    assert isinstance(error, tejun.TejunError)
    assert (error.key, error.row, error.column, error.code) == ("board", 2, 2, "row-length")
    assert pickle.loads(pickle.dumps(error)).details == error.details
    with pytest.raises(tejun.TejunError) as caught:
        tejun.solve("tank-change", ["1-4", "1-2"])
    assert caught.value.at == 1


def test_python_s_own_mistakes_are_python_s():
    with pytest.raises(TypeError, match="colour"):
        tejun.solve("century", colour="red")
    with pytest.raises(TypeError):
        tejun.solve(7)
    with pytest.raises(TypeError):
        tejun.check("century", [1, 2])


def test_files(tmp_path):
    with pytest.raises(FileNotFoundError):
        tejun.solve(tmp_path / "none.toml")
    latin = tmp_path / "latin.toml"
    latin.write_bytes(b"puzzle = 'sliding'\nboard = '\xe9'\n")
    with pytest.raises(tejun.TejunError, match="line 2 is not UTF-8"):
        tejun.solve(latin)


def test_any_text_has_an_answer_or_one_error(capfd):
    draw = random.Random(20261126)
    names = ["century", "tank-change", "sokoban-corners", "pacman-lv1"]
    seeds = [tejun.generate("packing", pieces="LNV")[0].text, "klotski:vBBvvBBvvhhv11..1..1", "katamino:PUY", "rushhour:" + "o" * 36]
    seeds += names + ["puzzle = 'sliding'\nboard = '''\nab.\n.c.'''\ngoal = '''\n..a\n...'''\n"]
    letters = string.printable + "横é\0\ud800"
    answered = 0
    for _ in range(1000):
        text = list(draw.choice(seeds))
        for _ in range(draw.randint(1, 4)):
            at = draw.randrange(len(text) + 1)
            text[at : at + draw.randint(0, 2)] = draw.choices(letters, k=draw.randint(0, 2))
        line = draw.choice(["", "1-4", "ar", "".join(draw.choices(letters, k=5))])
        try:
            answer = tejun.solve("".join(text), line, states=50, depth=20, memory="64MiB", timeout=1, threads=1)
            answered += answer.outcome in ("solved", "unsolvable", "stopped")
        except tejun.TejunError as error:
            assert error.kind in ("instance", "line", "usage", "unsupported") and "\n" not in str(error), error
    assert 0 < answered < 1000
    assert capfd.readouterr() == ("", "")
