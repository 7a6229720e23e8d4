"""The programs of others: each takes files that tejun wrote, and gives its verdict."""

import importlib.util
import subprocess
import sys
import time
from pathlib import Path

import exact_cover
import numpy
import z3

PATIENCE = 1800


def verdict(printed: str, refusal: str) -> str:
    """What a checker says of a proof: a proof that it cannot read, or a crash, is neither accepted nor refused."""
    return "accepted" if "s VERIFIED" in printed else "refused" if refusal in printed else printed[-200:]


class Tools:
    def __init__(self, bin_folder: Path):
        self.bin = bin_folder

    @staticmethod
    def run(*command: str | Path) -> tuple[str, float]:
        """What a program prints, and the seconds that it takes."""
        start = time.monotonic()
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=PATIENCE, stdin=subprocess.DEVNULL)
        return done.stdout + done.stderr, time.monotonic() - start

    def plan(self, folder: Path) -> tuple[str, float]:
        """Fast Downward: the cost of an optimal plan."""
        # The package brings the planner; its own code asks for a framework that is not needed here.
        package = importlib.util.find_spec("up_fast_downward")
        driver = Path(package.origin).parent / "downward" / "fast-downward.py"
        plan = folder / "plan"
        printed, seconds = self.run(
            sys.executable, driver, "--plan-file", plan, "--sas-file", folder / "output.sas",
            folder / "domain.pddl", folder / "problem.pddl", "--search", "astar(blind())",
        )
        costs = [line.split("Plan cost: ")[1] for line in printed.splitlines() if "Plan cost: " in line]
        if not costs and "unsolvable" in printed:
            costs = ["unsolvable"]
        return costs[-1] if costs else printed[-200:], seconds

    def solve(self, cnf: Path, proof: Path) -> tuple[str, list[str], float]:
        """CaDiCaL: sat or unsat, the literals that satisfy a formula, and a DRAT proof in a file if there are none."""
        printed, seconds = self.run("cadical", "-q", cnf, proof)
        verdict = {"s SATISFIABLE": "sat", "s UNSATISFIABLE": "unsat"}[printed.splitlines()[0]]
        values = [word for line in printed.splitlines() if line.startswith("v ") for word in line.split()[1:]]
        return verdict, [word for word in values if word != "0"], seconds

    def rate(self, cnf: Path, drat: Path, lrat: Path) -> tuple[str, float]:
        """rate: checks a DRAT proof, and writes it with the clauses that each step needs."""
        printed, seconds = self.run(self.bin / "rate", cnf, drat, "--lrat", lrat)
        return verdict(printed, "s NOT VERIFIED"), seconds

    def veripb(self, cnf: Path, proof: Path) -> tuple[str, float]:
        """VeriPB: checks a proof of what its last lines conclude."""
        printed, seconds = self.run(self.bin / "veripb", "--cnf", cnf, proof)
        return verdict(printed, "not implied by reverse unit propagation"), seconds

    @staticmethod
    def smt(smt2: Path) -> tuple[str, float]:
        """Z3: sat or unsat."""
        start = time.monotonic()
        solver = z3.Solver()
        solver.add(z3.parse_smt2_string(smt2.read_text()))
        return str(solver.check()), time.monotonic() - start

    @staticmethod
    def count(xcc: Path) -> tuple[str, float]:
        """exact-cover: the number of solutions, of a problem without secondary items."""
        start = time.monotonic()
        lines = [line.split() for line in xcc.read_text().splitlines() if not line.startswith("|")]
        items = {item: at for at, item in enumerate(lines[0])}
        options = numpy.zeros((len(lines) - 1, len(items)), dtype=bool)
        for row, option in enumerate(lines[1:]):
            options[row, [items[item] for item in option]] = True
        return str(exact_cover.get_solution_count(options)), time.monotonic() - start


def refutation(cnf: Path, lrat: Path, proof: Path) -> None:
    """Writes an LRAT proof as VeriPB reads it: a clause is a sum of literals that is at least 1."""
    clauses = sum(1 for line in cnf.open() if line[0] not in "cp")
    numbers = {number: number for number in range(1, clauses + 1)}
    last = clauses
    with proof.open("w") as out:
        out.write(f"pseudo-Boolean proof version 3.0\nf {clauses};\n")
        for line in lrat.open():
            number, *words = line.split()
            if words[0] == "d":
                gone = [str(numbers[int(word)]) for word in words[1:-1] if int(word) > clauses]
                out.write(f"del id {' '.join(gone)};\n" if gone else "")
                continue
            end = words.index("0")
            last += 1
            numbers[int(number)] = last
            literals = "".join(f"1 {literal(word)} " for word in words[:end])
            hints = " ".join(str(numbers[int(word)]) for word in words[end + 1 : -1])
            out.write(f"rup {literals}>= 1 : {hints};\n")
        out.write(f"output NONE;\nconclusion UNSAT : {last};\nend pseudo-Boolean proof;\n")


def witness(cnf: Path, values: list[str], proof: Path) -> None:
    """Writes that these literals satisfy a formula, as VeriPB reads it."""
    clauses = sum(1 for line in cnf.open() if line[0] not in "cp")
    literals = " ".join(literal(value) for value in values)
    proof.write_text(
        f"pseudo-Boolean proof version 3.0\nf {clauses};\noutput NONE;\nconclusion SAT : {literals};\nend pseudo-Boolean proof;\n"
    )


def literal(word: str) -> str:
    return f"~x{word[1:]}" if word.startswith("-") else f"x{word}"
