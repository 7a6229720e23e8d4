"""Runs the program under attack: with limits of the system, for a bounded time, its memory measured."""

import os
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

# A program that has not ended after this many seconds hangs. On a busy machine it may take longer.
PATIENCE = 60.0
LOOK = 0.004


class Fault(Exception):
    """The program did what it must not do."""


class Skip(Exception):
    """There is nothing to learn from this case."""


@dataclass
class End:
    """How a run ended. The status is negative for a signal; the memory is the peak resident size in bytes."""

    name: str
    arguments: list
    status: int
    out: str
    err: str
    memory: int
    seconds: float


def patience(seconds=PATIENCE):
    return seconds * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


class Program:
    """A program in a directory of its own, to which its output goes."""

    def __init__(self, path, place, data=None):
        self.path = path
        self.place = place
        # Neither reads nor writes what belongs to the user.
        home = str(data or place / "data")
        self.environment = {**os.environ, "XDG_DATA_HOME": home, "LC_ALL": "C.UTF-8", "RUST_BACKTRACE": "0"}
        self.runs = 0
        self.log = []

    def start(self, arguments, limit=None):
        return Running(self, [str(argument) for argument in arguments], limit)

    def run(self, arguments, limit=None):
        return self.start(arguments, limit).wait()


class Running:
    """A run that has begun, in a session of its own: that is how all that it starts is found again."""

    def __init__(self, program, arguments, limit):
        # As it calls itself.
        self.name = Path(program.path).stem
        self.arguments = arguments
        program.runs += 1
        name = f"run-{program.runs}"
        self.paths = [program.place / f"{name}.out", program.place / f"{name}.err"]
        line = [program.path, *arguments]
        if limit is not None:
            # The limit binds the program, and no more than it.
            line = ["sh", "-c", f"trap '' XFSZ; ulimit {limit} && exec \"$0\" \"$@\"", *line]
        program.log.append(" ".join(([f"[ulimit {limit}]"] if limit else []) + arguments))
        (program.place / "log").write_text("\n".join(program.log) + "\n")
        with open(self.paths[0], "wb") as out, open(self.paths[1], "wb") as err:
            self.process = subprocess.Popen(
                line,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                env=program.environment,
                start_new_session=True,
            )
        self.id = self.process.pid
        self.begin = time.monotonic()
        self.ended = None

    def look(self):
        """How it ended, if it has."""
        if self.ended is None:
            found, status, usage = os.wait4(self.id, os.WNOHANG)
            if found == 0:
                return None
            self.process.returncode = os.waitstatus_to_exitcode(status)
            out, err = (path.read_text(errors="replace") for path in self.paths)
            seconds = time.monotonic() - self.begin
            memory = usage.ru_maxrss * 1024
            self.ended = End(self.name, self.arguments, self.process.returncode, out, err, memory, seconds)
        return self.ended

    def wait_at_most(self, seconds):
        """How it ended, or `None` if it still runs after so many seconds."""
        end = time.monotonic() + seconds
        while self.look() is None and time.monotonic() < end:
            time.sleep(min(LOOK, max(0.0, end - time.monotonic())))
        return self.look()

    def wait(self):
        """Waits for its end, and that of all that it has started."""
        while self.wait_at_most(0.5) is None:
            if time.monotonic() - self.begin > patience():
                self.kill_all()
                raise Fault(f"hangs: no end after {time.monotonic() - self.begin:.0f} s: {' '.join(self.arguments)}")
        last = time.monotonic()
        while left := self.others():
            if time.monotonic() - last > patience():
                self.kill_all()
                raise Fault(f"{len(left)} of its processes are left: {' '.join(self.arguments)}")
            time.sleep(LOOK)
        return self.ended

    def signal(self, which, target=None):
        try:
            os.kill(target or self.id, which)
        except ProcessLookupError:
            pass

    def others(self):
        """Its other processes that have not ended with all their threads: until then they hold their locks."""
        found = []
        for name in os.listdir("/proc"):
            if not name.isdigit() or int(name) == self.id:
                continue
            try:
                with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                    fields = file.read().rsplit(")", 1)[1].split()
                if int(fields[3]) == self.id and (fields[0] not in "ZX" or len(os.listdir(f"/proc/{name}/task")) > 1):
                    found.append(int(name))
            except (OSError, IndexError):
                continue
        return sorted(found)

    def workers(self):
        """Its processes of a cluster, as far as they are those already: one that hangs before would hang the launcher."""
        return [process for process in self.others() if b"\0worker\0" in command_line(process)]

    def kill_all(self):
        for process in [*self.others(), self.id]:
            if process != self.id or self.ended is None:
                self.signal(signal.SIGKILL, process)
        end = time.monotonic() + 10
        while self.look() is None and time.monotonic() < end:
            time.sleep(LOOK)


def command_line(process):
    try:
        with open(f"/proc/{process}/cmdline", "rb") as file:
            return file.read()
    except OSError:
        return b""
