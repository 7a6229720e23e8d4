"""Signals at random moments: all work must survive them, and be right when it is gone on with."""

import signal
import time

from . import verdict
from .program import Fault, Skip

# Seconds that a paused process is paused.
PAUSE = (0.02, 0.4)
KINDS = {
    "kill": signal.SIGKILL,
    "terminate": signal.SIGTERM,
    "interrupt": signal.SIGINT,
    "pause": signal.SIGSTOP,
}


def moment(draw, seconds):
    """After how many seconds to strike: anywhere in a run of that length, and more often early."""
    return seconds * draw.random() ** draw.choice((1, 2)) * 1.1


class Lengths:
    """How long the work of each question takes undisturbed, about: the mean of the runs that ended before they were struck."""

    def __init__(self):
        self.seen = {}

    def of(self, key):
        return self.seen.get(key, 0.3)

    def add(self, key, seconds):
        self.seen[key] = 0.7 * self.of(key) + 0.3 * seconds if key in self.seen else seconds


LENGTHS = Lengths()


def victims(work, running):
    """The process to strike; none if it has ended, or is not the program yet."""
    if not work.strikes_worker:
        return [running.id]
    return [work.draw.choice(others)] if (others := running.workers()) else []


def strike(kind, work):
    """Strikes it some times, then lets it end."""
    which = KINDS[kind]
    draw = work.draw
    key = (work.name, str(work.question if hasattr(work, "question") else work.instance))
    work.expected()
    struck = False
    for _ in range(draw.randint(1, work.rounds)):
        running = work.program.start(work.begin())
        targets = []
        if running.wait_at_most(moment(draw, LENGTHS.of(key))) is None:
            targets = victims(work, running)
            for target in targets:
                running.signal(which, target)
                if which == signal.SIGSTOP:
                    time.sleep(draw.uniform(*PAUSE))
                    running.signal(signal.SIGCONT, target)
        end = running.wait()
        struck = struck or bool(targets)
        if not targets:
            LENGTHS.add(key, end.seconds)
        told = work.judge(end, signals=() if which == signal.SIGSTOP or work.strikes_worker else (which,))
        if which == signal.SIGSTOP and told != verdict.RIGHT:
            raise Fault(f"{told} after a pause: {end.err.strip()}")
        if draw.randrange(3) == 0:
            work.status()
    told = survive(work)
    if not struck:
        raise Skip
    return told


def survive(work):
    """Nothing disturbs it any more: it must give the right answer."""
    end = work.program.run(work.go_on())
    told = work.judge(end)
    if told != verdict.RIGHT:
        raise Fault(f"{told} when it goes on undisturbed: status {end.status}, {end.err.strip()}")
    return verdict.RIGHT
