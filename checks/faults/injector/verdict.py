"""What a program under attack may do: give the right answer, or say in one line why it does not."""

import json
import re
import signal

from .program import Fault, Skip

RIGHT = "right"
REFUSED = "refused"
STOPPED = "stopped"
KILLED = "killed"

# What differs from run to run, and with the names under which the puzzle and the certificate are asked for.
VARIABLE = ("stats", "instance", "patterns_unusable", "file")
# The status after Ctrl-C while no search runs.
ENDED_BY_INTERRUPT = 130
# What the system says of a process of a cluster for which it has too little; another one reports its loss.
STARVED = re.compile(r"memory allocation of \d+ bytes failed$|note: run with |.*error while loading shared libraries")


def essence(answer):
    """An answer without what differs from run to run."""
    return {key: value for key, value in answer.items() if key not in VARIABLE}


def parsed(text):
    try:
        answer = json.loads(text)
    except ValueError:
        raise Fault(f"prints no JSON: {text[:200]!r}") from None
    if not isinstance(answer, dict):
        raise Fault(f"prints no object: {text[:200]!r}")
    return answer


def behaves(end, memory):
    """Whatever comes of a run: it does not panic, nor take more memory than it may."""
    where = " ".join(end.arguments)
    if "panicked" in end.err or "panicked" in end.out or end.status == 101:
        raise Fault(f"panics: {end.err.strip()[:500]}: {where}")
    if end.memory > memory:
        raise Fault(f"takes {end.memory >> 20} MiB of {memory >> 20} MiB at most: {where}")


def judge(end, expected, memory, signals=(), notes=False):
    """The verdict on a run, given the right answer with its status.

    `memory` is the most bytes it may take. Of `signals` it may die. With `notes`, other lines may come before the one
    that says why (of the processes of a cluster, each speaks).
    """
    where = " ".join(end.arguments)
    behaves(end, memory)
    if end.status < 0 and -end.status in signals:
        return KILLED
    if end.status == ENDED_BY_INTERRUPT and (signal.SIGINT in signals or signal.SIGTERM in signals):
        return KILLED
    if end.status in (0, 1):
        answer = essence(parsed(end.out))
        if (end.status, answer) != expected:
            differing = sorted(key for key in {*answer, *expected[1]} if answer.get(key) != expected[1].get(key))
            raise Fault(f"WRONG ANSWER, status {end.status}, differs in {', '.join(differing) or 'status'}: {where}")
        return RIGHT
    if notes and "Address already in use" in end.err:
        # Somebody took a port between the moment when it was chosen and that when the process listens there.
        raise Skip
    if end.status not in (2, 3, 4) or (end.status == 4 and not notes):
        raise Fault(f"status {end.status}: {end.err.strip()[:500]}: {where}")
    lines = [line for line in end.err.splitlines() if not (notes and STARVED.match(line))]
    if not all(line.startswith(f"{end.name}: ") and len(line) < 1000 for line in lines) or (len(lines) > 1 and not notes):
        raise Fault(f"status {end.status} with {len(lines)} lines: {end.err[:500]!r}: {where}")
    if end.status == 3 and end.out:
        answer = parsed(end.out)
        if "error" not in answer:
            return stopped(answer, expected[1], where)
    if not lines:
        raise Fault(f"status {end.status} without a line: {where}")
    if "error" not in parsed(end.out or "{}") and end.out:
        raise Fault(f"status {end.status} with {end.out[:200]!r}: {where}")
    return REFUSED


def stopped(answer, right, where):
    """The verdict on an answer that a limit cut short: what it says must hold."""
    if answer.get("outcome") != "stopped" or not answer.get("reason"):
        raise Fault(f"stops with outcome {answer.get('outcome')}, reason {answer.get('reason')}: {where}")
    levels = answer.get("levels", [])[:-1]
    if levels != right.get("levels", levels)[: len(levels)]:
        raise Fault(f"WRONG LEVELS of a stopped search: {where}")
    bound, cost = answer.get("bound"), right.get("cost")
    if bound is not None and cost is not None and bound > cost:
        raise Fault(f"WRONG BOUND {bound} of cost {cost}: {where}")
    return STOPPED


def starved(end):
    """The verdict on a program that the system could not load, or gave no memory for something small: it says so."""
    loader = end.status == 127 and "error while loading shared libraries" in end.err
    allocation = end.status == -signal.SIGABRT and end.err.startswith(("memory allocation of ", "Fatal glibc error: "))
    return REFUSED if loader or allocation else None
