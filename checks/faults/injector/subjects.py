"""What is under attack: work that leaves something on disk, how it is begun, and how it is gone on with.

To add one, write a class like these and name it in `subjects`.
"""

import shutil
import threading
from pathlib import Path

from . import verdict
from .program import Fault, Program

MIB = 1 << 20
# Beside the memory that a search is given: the program itself, tables, threads, a debug build.
ROOM = 96 * MIB

# Quick searches: one way, from both ends, with many goals, with terminal goals, with every exit; each with a depth
# at which it is well under way.
SEARCHES = [
    (["explore", "tiles-eight"], 22),
    (["explore", "heng-dao-li-ma"], 60),
    (["explore", "heng-dao-li-ma", "--terminal-goals"], 60),
    (["explore", "euler-766-small"], 9),
    (["explore", "tank-change"], 20),
    (["explore", "mirror-twins", "--level", "3"], 4),
    (["explore", "peg-cross"], 3),
    (["solve", "heng-dao-li-ma"], 50),
    (["solve", "heng-dao-li-ma", "--all"], 60),
    (["solve", "way-out"], 60),
    (["solve", "tank-change"], 15),
    (["solve", "high-tide", "--level", "4"], 10),
]
# What is proved on disk, with depths alike.
PROOFS = [
    (["prove", "heng-dao-li-ma"], 60),
    (["prove", "heng-dao-li-ma", "--metric", "steps", "--reachable"], 90),
    (["prove", "zou-tou-wu-lu"], 60),
    (["prove", "way-out"], 60),
    (["prove", "gate-house"], 14),
    (["prove", "tank-change"], 15),
]
# Some that take long enough for many checkpoints. One of them in so many.
LONG_SEARCHES = [(["explore", "gate-house"], 40), (["explore", "gate-house", "--terminal-goals"], 40)]
LONG_PROOFS = [(["prove", "euler-766", "--reachable"], 70)]
LONG_IN = 8


class Answers:
    """The undisturbed answers, each computed once."""

    def __init__(self, program, place):
        self.program = program
        self.place = place
        self.known = {}
        self.asked = 0
        self.lock = threading.Lock()

    def of(self, arguments, data=None):
        """The status and the answer of a question asked in memory."""
        key = tuple(map(str, arguments))
        with self.lock:
            if key not in self.known:
                self.asked += 1
                place = self.place / f"answer-{self.asked}"
                place.mkdir(parents=True)
                end = Program(self.program, place, data).run(arguments)
                if end.status not in (0, 1):
                    raise Fault(f"undisturbed, `{' '.join(key)}` ends with {end.status}: {end.err}")
                self.known[key] = (end.status, verdict.essence(verdict.parsed(end.out)))
            return self.known[key]


class Work:
    """One piece of work in a directory. `begin` and `go_on` are argument lists; `kept` is where its files are."""

    # Whether lines may come before the one that says why there is no answer.
    notes = False
    # Whether faults strike its first process, or one that this has started.
    strikes_worker = False
    # Whether it must be asked for by its question, not only by its directory.
    by_name = False
    # Whether damage must always be survived.
    heals = False
    # Whether any damage must be refused.
    exact = False
    # How often in a row it is struck, at most.
    rounds = 3
    # Seconds of faults that others are tried for first, because it takes long.
    handicap = 0.0

    def __init__(self, answers, place, draw):
        self.answers = answers
        self.place = place
        self.draw = draw
        self.kept = place / "kept"
        self.program = Program(answers.program, place, self.data())
        self.memory = ROOM

    def data(self):
        return None

    def judge(self, end, signals=()):
        return verdict.judge(end, self.expected(), self.memory, signals, self.notes)

    def status(self):
        """A look at how far it is, if there is such a thing."""

    def read(self):
        """Reads what is there, damaged or not."""
        return self.go_on()

    def go_further(self):
        """Some more of the work, of which there is no more unless it was stopped."""

    # Makes another piece of work of this kind in a directory, half done. `None`: there is but one.
    another = None


class DiskSearch(Work):
    """A search on disk."""

    name = "disk search"
    searches, long_searches = SEARCHES, LONG_SEARCHES

    def __init__(self, answers, place, draw):
        super().__init__(answers, place, draw)
        of = self.long_searches if draw.randrange(LONG_IN) == 0 else self.searches
        self.question, self.depth = draw.choice(of)
        self.parts = draw.randint(1, 3)
        self.memory = 8 * MIB * self.parts + ROOM

    def expected(self):
        return self.answers.of([*self.question, "--json", "--threads", "2"])

    def begin(self):
        return self.resume()

    def resume(self):
        return [*self.question, "--resume", self.kept, "--memory", "8MiB", "--threads", self.parts, "--json"]

    def go_on(self):
        # The directory alone says what it holds, once it holds something.
        if not self.by_name and self.draw.randrange(2) and (self.kept / "search").is_file():
            return ["resume", self.kept, "--memory", "8MiB", "--json"]
        return self.resume()

    def status(self):
        end = self.program.run(["resume", self.kept, "--status", "--json"])
        if end.status == 0:
            verdict.parsed(end.out)
        elif end.status != 2 or len(end.err.splitlines()) != 1:
            raise Fault(f"resume --status: status {end.status}, {end.err!r}")

    def prepare(self):
        """Leaves it half done."""
        end = self.program.run([*self.begin(), "--depth", self.draw.randint(1, self.depth)])
        if self.judge(end) not in (verdict.STOPPED, verdict.RIGHT):
            raise Fault(f"cannot be begun: {end.err}")

    def go_further(self):
        depth = self.depth + self.draw.randint(1, 10)
        self.judge(self.program.run([*self.resume(), "--depth", depth]))

    def another(self, place):
        """Another search, half done."""
        place.mkdir()
        other = type(self)(self.answers, place, self.draw)
        other.prepare()
        return other


class KeptAnswer(DiskSearch):
    """A search on disk that is over: its answer is kept."""

    name = "kept answer"

    def prepare(self):
        end = self.program.run(self.begin())
        if self.judge(end) != verdict.RIGHT:
            raise Fault(f"has no answer: {end.err}")


class Cluster(DiskSearch):
    """A search on disk that processes share: faults strike the one that starts the others."""

    name = "cluster launcher"
    notes = True

    def __init__(self, answers, place, draw):
        super().__init__(answers, place, draw)
        self.processes = draw.randint(2, 3)
        self.parts = self.processes
        self.memory = 8 * MIB + ROOM

    def resume(self):
        run = ["cluster", "run", "--json", "--processes", self.processes, "--memory", f"{8 * self.processes}MiB"]
        return [*run, "--resume", self.kept, "--", *self.question]

    def go_on(self):
        return self.resume()


class ClusterWorker(Cluster):
    """The same; faults strike one of the others."""

    name = "cluster worker"
    strikes_worker = True


class Atlas(Work):
    """The atlas of Klotski, which takes seconds to build and is written at the end."""

    name = "atlas"
    lock = threading.Lock()
    rounds = 1
    handicap = 2.0
    questions = [
        ["atlas", "stats"],
        ["atlas", "hardest"],
        ["atlas", "query", "vBBvvBBvvhhvv11v1..1"],
        ["atlas", "query", "vBBvvBBv1hh1vhhvv..v"],
    ]

    def __init__(self, answers, place, draw):
        super().__init__(answers, place, draw)
        self.kept.mkdir()
        self.file = self.kept / "klotski.atlas"
        self.question = draw.choice(self.questions)
        self.memory = 160 * MIB + ROOM

    def master(self):
        """An atlas that nothing disturbs, built once."""
        with self.lock:
            file = self.answers.place / "master.atlas"
            if not file.is_file():
                made = self.answers.place / "atlas"
                made.mkdir(parents=True)
                end = Program(self.answers.program, made).run(["atlas", "build", "--output", file, "--threads", "2"])
                if end.status != 0:
                    raise Fault(f"undisturbed, `atlas build` ends with {end.status}: {end.err}")
            return file

    def expected(self):
        return self.answers.of([*self.question, "--atlas", self.master(), "--json"])

    def judge(self, end, signals=()):
        if end.arguments[:2] == ["atlas", "build"] and end.status == 0:
            verdict.behaves(end, self.memory)
            return verdict.RIGHT
        return super().judge(end, signals)

    def begin(self):
        return ["atlas", "build", "--output", self.file, "--threads", "2", "--json"]

    def go_on(self):
        if not self.file.exists():
            end = self.program.run(self.begin())
            if end.status != 0:
                raise Fault(f"cannot be built after that: {end.err}")
        return self.read()

    def read(self):
        return [*self.question, "--atlas", self.file, "--json"]

    def prepare(self):
        shutil.copyfile(self.master(), self.file)


class Patterns(Work):
    """The pattern databases of sliding tiles: what is wrong with them only costs time."""

    name = "pattern databases"
    question = ["solve", "tiles-fifteen-hidden", "--threads", "1", "--json"]
    heals = True
    rounds = 1
    handicap = 2.0

    def __init__(self, answers, place, draw):
        super().__init__(answers, place, draw)
        self.kept = place / "data" / "tejun" / "patterns"
        self.memory = 160 * MIB + ROOM

    def expected(self):
        # With databases of its own, which the others copy.
        return self.answers.of(self.question, self.answers.place / "patterns")

    def begin(self):
        return self.question

    def go_on(self):
        return self.question

    def prepare(self):
        self.expected()
        shutil.copytree(self.answers.place / "patterns" / "tejun" / "patterns", self.kept)


class Certificate(Work):
    """A certificate, which is written while the search proves."""

    name = "certificate"
    exact = True
    questions = [["heng-dao-li-ma"], ["qian-hu-hou-yong"], ["tank-change"], ["zou-tou-wu-lu"]]

    def __init__(self, answers, place, draw):
        super().__init__(answers, place, draw)
        self.kept.mkdir()
        self.file = self.kept / "certificate"
        self.instance = draw.choice(self.questions)
        self.memory = 160 * MIB + ROOM

    def master(self):
        with Atlas.lock:
            place = self.answers.place / f"certificate-{self.instance[0]}"
            file = place / "certificate"
            if not file.is_file():
                place.mkdir(parents=True)
                end = Program(self.answers.program, place).run(["prove", *self.instance, "--output", file])
                if end.status not in (0, 1):
                    raise Fault(f"undisturbed, `prove` ends with {end.status}: {end.err}")
            return file

    def is_damaged(self):
        return self.file.exists() and self.file.read_bytes() != self.master().read_bytes()

    def expected(self):
        return self.answers.of(["verify", self.master(), *self.instance, "--json"])

    def judge(self, end, signals=()):
        if end.arguments[0] == "prove" and end.status in (0, 1):
            verdict.behaves(end, self.memory)
            return verdict.RIGHT
        return super().judge(end, signals)

    def begin(self):
        return ["prove", *self.instance, "--output", self.file, "--memory", "64MiB", "--json"]

    def go_on(self):
        if not self.file.exists():
            end = self.program.run(self.begin())
            if end.status not in (0, 1):
                raise Fault(f"cannot be proved after that: {end.err}")
        return self.read()

    def read(self):
        return ["verify", self.file, *self.instance, "--json"]

    def prepare(self):
        shutil.copyfile(self.master(), self.file)

    def another(self, place):
        place.mkdir()
        other = type(self)(self.answers, place, self.draw)
        other.prepare()
        return other


class DiskCertificate(DiskSearch):
    """A certificate whose search and levels are on disk: byte for byte the one made in memory."""

    name = "certificate on disk"
    searches, long_searches = PROOFS, LONG_PROOFS

    def __init__(self, answers, place, draw):
        super().__init__(answers, place, draw)
        self.made = place / "certificate"
        self.master = answers.place / f"{'-'.join(self.question)}.certificate"

    def expected(self):
        return self.answers.of([*self.question, "--output", self.master, "--json"])

    def resume(self):
        return [*super().resume(), "--output", self.made]

    def judge(self, end, signals=()):
        told = super().judge(end, signals)
        if told == verdict.RIGHT and self.made.read_bytes() != self.master.read_bytes():
            raise Fault(f"ANOTHER CERTIFICATE: {' '.join(end.arguments)}")
        if told == verdict.STOPPED and self.made.exists():
            raise Fault(f"a certificate of a search that was stopped: {' '.join(end.arguments)}")
        return told


subjects = [DiskSearch, KeptAnswer, Cluster, ClusterWorker, Atlas, Patterns, Certificate, DiskCertificate]


def files(place):
    """All files under a directory, in order, so that a seed draws the same ones again."""
    return sorted(path for path in Path(place).rglob("*") if not path.is_dir() or path.is_symlink())
