"""Searches through functions of Python, against plain ones in Python."""

import collections
import heapq
import random

import pytest

import tejun


def breadth_first(start, successors, goal):
    """The distance of the goal, or None."""
    far, queue = {start: 0}, collections.deque([start])
    while queue:
        state = queue.popleft()
        if state == goal:
            return far[state]
        for after in successors(state):
            if after not in far:
                far[after] = far[state] + 1
                queue.append(after)
    return None


def dijkstra(start, successors, goal):
    """The cost of the goal, or None."""
    done, heap = set(), [(0, start)]
    while heap:
        cost, state = heapq.heappop(heap)
        if state == goal:
            return cost
        if state not in done:
            done.add(state)
            for after, more in successors(state):
                heapq.heappush(heap, (cost + more, after))
    return None


def graphs():
    draw = random.Random(7)
    for _ in range(150):
        size = draw.randint(2, 40)
        edges = collections.defaultdict(list)
        for _ in range(draw.randint(0, 3 * size)):
            # States that are equal and not the same object.
            edges[str(draw.randrange(size))].append((str(draw.randrange(size)), draw.choice([0, 1, 1, 2, 9])))
        yield edges, str(size - 1)


def test_random_graphs_without_costs():
    outcomes = collections.Counter()
    for edges, goal in graphs():
        successors = lambda state: [after for after, _ in edges[state]]
        found = tejun.search("0", successors, goal)
        assert found.cost == breadth_first("0", successors, goal)
        outcomes[found.outcome] += 1
        if found.cost is None:
            assert (found.outcome, found.states, found.bound, found.is_proved) == ("unsolvable", None, None, True)
        else:
            assert (found.proof, found.bound, len(found.states)) == ("optimal", found.cost, found.cost + 1)
            assert found.states[0] == "0" and found.states[-1] == goal
            assert all(after in successors(state) for state, after in zip(found.states, found.states[1:]))
    assert outcomes["solved"] > 20 and outcomes["unsolvable"] > 20


def test_random_graphs_with_costs_moves_and_bounds():
    for edges, goal in graphs():
        cost = dijkstra("0", lambda state: edges[state], goal)
        assert tejun.search("0", lambda state: edges[state], goal, costs=True).cost == cost
        # The exact rest is the best bound, which for hopeless states is None; halves are weak and not consistent.
        rest = {state: dijkstra(state, lambda state: edges[state], goal) for state in map(str, range(40))}
        weak = {state: far and far // (1 + int(state) % 3) for state, far in rest.items()}
        for bound in (rest.get, weak.get):
            named = lambda state: [((state, after), after, more) for after, more in edges[state]]
            found = tejun.search("0", named, lambda state: state == goal, costs=True, moves=True, bound=bound)
            assert found.cost == cost
            if found.outcome == "solved":
                assert found.line == list(zip(found.states, found.states[1:]))


def test_each_function_is_called_once_for_a_state():
    calls = collections.Counter()

    def successors(n):
        calls["successors", n] += 1
        return [n + 1, n * 2, n]

    def goal(n):
        calls["goal", n] += 1
        return n == 40

    def bound(n):
        calls["bound", n] += 1
        return 0 if n < 40 else None

    assert tejun.search(1, successors, goal, bound=bound).states == [1, 2, 4, 5, 10, 20, 40]
    assert set(calls.values()) == {1}


def test_limits_stop_it_and_the_bound_holds():
    step = lambda n: [n + 1]
    deep = tejun.search(0, step, 100, depth=10)
    assert (deep.outcome, deep.reason, deep.proof) == ("stopped", "depth", "none") and deep.bound <= 100
    assert tejun.search(0, step, 100, states=50).reason == "states"
    late = tejun.search(0, step, -1, timeout=0)
    assert (late.outcome, late.reason) == ("stopped", "time")
    # However slow the functions are, a limit on time is no proof.
    assert tejun.search(0, lambda n: [], 5, timeout=0).outcome == "stopped"


def test_exceptions_of_the_functions_are_raised_unchanged():
    wrong = LookupError("mine")

    def fail(n):
        if n == 3:
            raise wrong
        return [n + 1]

    for keywords in [dict(successors=fail), dict(goal=fail), dict(bound=fail)]:
        given = dict(successors=lambda n: [n + 1], goal=lambda n: n == 9, bound=lambda n: 0)
        if "goal" in keywords:
            keywords = dict(goal=lambda n: fail(n) == [])
        elif "bound" in keywords:
            keywords = dict(bound=lambda n: len(fail(n)) - 1)
        with pytest.raises(LookupError) as caught:
            tejun.search(0, **{**given, **keywords})
        assert caught.value is wrong


class Unequal:
    def __hash__(self):
        return 1

    def __eq__(self, other):
        raise ZeroDivisionError


@pytest.mark.parametrize(
    "start, successors, keywords, error",
    [
        ([], lambda n: [], {}, TypeError),
        (0, lambda n: [[]], {}, TypeError),
        (0, lambda n: 5, {}, TypeError),
        (0, lambda n: [Unequal(), Unequal()], {}, ZeroDivisionError),
        (0, lambda n: [1], {"costs": True}, tejun.TejunError),
        (0, lambda n: [(1, 2, 3)], {"costs": True}, tejun.TejunError),
        (0, lambda n: [(1, -1)], {"costs": True}, tejun.TejunError),
        (0, lambda n: [(1, 0.5)], {"costs": True}, tejun.TejunError),
        (0, lambda n: [(n + 1, (1 << 32) - 1)], {"costs": True}, tejun.TejunError),
        (0, lambda n: [1], {"bound": lambda n: "far"}, tejun.TejunError),
        (0, lambda n: [1], {"depth": -1}, tejun.TejunError),
    ],
)
def test_what_is_wrong_is_said(start, successors, keywords, error):
    with pytest.raises(error):
        tejun.search(start, successors, 9, **keywords)


def test_a_search_may_ask_for_another():
    inner = lambda n: [n + tejun.search(0, lambda m: [m + 1], 2).cost]
    assert tejun.search(0, inner, 6).states == [0, 2, 4, 6]
