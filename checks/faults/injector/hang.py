"""A process of a cluster that hangs: the others must give it up once the time of the search is over."""

import signal

from . import verdict
from .program import Fault, Skip
from .signals import LENGTHS, moment, survive, victims

# Of the search; then its processes wait ten seconds for one another, and the launcher five more.
TIME = 0.5


def strike(_kind, work):
    key = (work.name, str(work.question))
    work.expected()
    targets = []
    running = work.program.start([*(work.begin()[:2]), "--time", TIME, *(work.begin()[2:])])
    if running.wait_at_most(moment(work.draw, LENGTHS.of(key))) is None:
        targets = victims(work, running)
        for target in targets:
            running.signal(signal.SIGSTOP, target)
    end = running.wait()
    if work.judge(end) not in (verdict.RIGHT, verdict.STOPPED, verdict.REFUSED):
        raise Fault(f"status {end.status}: {end.err.strip()}")
    told = survive(work)
    if not targets:
        LENGTHS.add(key, end.seconds)
        raise Skip
    return told
