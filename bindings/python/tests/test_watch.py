"""Progress, Ctrl-C and threads."""

import os
import signal
import subprocess
import sys
import threading

import pytest

import tejun

# More than any test waits for: ten million million positions.
LARGE = """puzzle = 'sliding'
board = '''
abcd
efgh
ijkl
mno.'''
goal = '''
.abc
defg
hijk
lmno'''
"""
LONG = dict(timeout=60, memory="1GiB")


def test_progress_is_told():
    told = []
    answer = tejun.solve("heng-dao-li-ma", progress=told.append)
    assert answer.cost == 81 and told
    assert all(isinstance(one, tejun.Progress) and one.seconds >= 0 for one in told)
    assert [one.depth for one in told] == sorted(one.depth for one in told)


class Enough(Exception):
    pass


def test_what_progress_raises_stops_the_search():
    enough = Enough()

    def progress(_):
        raise enough

    for ask in [
        lambda: tejun.explore(LARGE, progress=progress, **LONG),
        lambda: list(tejun.solve_all(LARGE, progress=progress, **LONG)),
        lambda: tejun.search(0, lambda n: [n + 1], -1, progress=progress, **LONG),
    ]:
        with pytest.raises(Enough) as caught:
            ask()
        assert caught.value is enough


@pytest.mark.skipif(os.name == "nt", reason="there are no such signals")
@pytest.mark.parametrize(
    "ask",
    [
        "tejun.explore(large, progress=ready)",
        "tejun.search(0, lambda n: [n + 1], -1, progress=ready)",
        "for line in tejun.solve_all(large, progress=ready): ready(line)",
    ],
)
def test_ctrl_c(ask):
    script = f"""
import sys, tejun
large, said = {LARGE!r}, []
def ready(_):
    if not said:
        said.append(print("ready", flush=True))
try:
    {ask}
except KeyboardInterrupt:
    print("interrupted")
"""
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=30)[0] == "interrupted\n"
        assert process.returncode == 0


def test_threads_of_python_ask_at_once():
    together = threading.Barrier(3)
    found = []

    def ask():
        together.wait()
        found.append(tejun.solve("heng-dao-li-ma", threads=1).cost)

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [81, 81, 81]


def test_other_threads_go_on_meanwhile():
    """A search that held Python's lock would never be told to stop."""
    seen = threading.Event()
    counted = []

    def count():
        while not seen.wait(0.001):
            counted.append(None)

    def progress(_):
        if len(counted) > 10:
            raise Enough

    thread = threading.Thread(target=count)
    thread.start()
    try:
        with pytest.raises(Enough):
            tejun.explore(LARGE, progress=progress, **LONG)
    finally:
        seen.set()
        thread.join()
