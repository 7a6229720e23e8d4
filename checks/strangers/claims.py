"""What tejun claims, and what programs of others say of it. checks/strangers/run runs it."""

import json
import subprocess
import sys
from pathlib import Path

from tools import Tools, refutation, witness

PLANNED = [
    ("tank-change", None),
    ("heng-dao-li-ma", "moves"),
    ("heng-dao-li-ma", "slides"),
    ("heng-dao-li-ma", "steps"),
    ("gate-two-rooms", "moves"),
    ("way-out", "moves"),
    ("rush-standstill", "moves"),
    ("sokoban-two", "pushes"),
    ("sokoban-two", "moves"),
    ("tiles-eight", None),
    ("peg-cross", None),
]
# The largest that CaDiCaL proves in minutes.
KLOTSKI = ("qian-hu-hou-yong", "slides")


class Claims:
    def __init__(self, tejun: str, folder: Path):
        self.tejun, self.folder, self.tools = tejun, folder / "claims", Tools(folder / "bin")
        self.failed = 0
        print(f"{'claim':<58} {'tool':<24} {'bytes':>11} {'seconds':>8}  verdict", flush=True)

    def ask(self, *words: str) -> dict:
        done = subprocess.run([self.tejun, *words, "--json"], capture_output=True, text=True, stdin=subprocess.DEVNULL)
        return json.loads(done.stdout)

    def export(self, name: str, instance: str, file_format: str, *options: str) -> Path:
        folder = self.folder / name
        subprocess.run([self.tejun, "export", instance, "--format", file_format, "--output", folder, *options], check=True, stdout=subprocess.DEVNULL)
        return folder

    def row(self, claim: str, tool: str, size: int | None, seconds: float, verdict: str, expected: str) -> None:
        right = verdict == expected
        self.failed += not right
        wrong = "" if right else f", not {expected}: WRONG"
        print(f"{claim:<58} {tool:<24} {size if size is not None else '':>11} {seconds:>8.1f}  {verdict}{wrong}", flush=True)

    def optimum(self, instance: str, metric: str | None) -> int:
        answer = self.ask("solve", instance, *(["--metric", metric] if metric else []))
        assert answer["proof"] == "optimal", answer
        return answer["cost"]

    def planned(self, instance: str, metric: str | None) -> None:
        """A planner finds tejun's optimum."""
        cost = self.optimum(instance, metric)
        folder = self.export(f"plan-{instance}-{metric}", instance, "pddl", *(["--metric", metric] if metric else []))
        size = sum((folder / name).stat().st_size for name in ["domain.pddl", "problem.pddl"])
        verdict, seconds = self.tools.plan(folder)
        self.row(f"{instance}{', ' + metric if metric else ''}: {cost}", "Fast Downward", size, seconds, verdict, str(cost))

    def refuted(self, claim: str, folder: Path) -> None:
        """A formula is unsatisfiable: a solver writes a proof, two checkers accept it."""
        cnf, drat, lrat, proof = (folder / name for name in ["puzzle.cnf", "puzzle.drat", "puzzle.lrat", "puzzle.pbp"])
        verdict, _, seconds = self.tools.solve(cnf, drat)
        self.row(claim, "CaDiCaL writes DRAT", drat.stat().st_size, seconds, verdict, "unsat")
        verdict, seconds = self.tools.rate(cnf, drat, lrat)
        self.row(claim, "rate", lrat.stat().st_size, seconds, verdict, "accepted")
        refutation(cnf, lrat, proof)
        verdict, seconds = self.tools.veripb(cnf, proof)
        self.row(claim, "VeriPB", proof.stat().st_size, seconds, verdict, "accepted")

    def satisfied(self, claim: str, folder: Path) -> None:
        """A formula is satisfiable: a checker accepts what satisfies it."""
        cnf, proof = folder / "puzzle.cnf", folder / "witness.pbp"
        verdict, values, seconds = self.tools.solve(cnf, folder / "none.drat")
        self.row(claim, "CaDiCaL", None, seconds, verdict, "sat")
        witness(cnf, values, proof)
        verdict, seconds = self.tools.veripb(cnf, proof)
        self.row(claim, "VeriPB", proof.stat().st_size, seconds, verdict, "accepted")

    def optimal(self, instance: str, metric: str | None) -> tuple[Path, Path]:
        """No line is shorter than tejun's, and one has its length. Returns the folders of both formulas."""
        cost = self.optimum(instance, metric)
        folders = []
        for depth in [cost - 1, cost]:
            options = ["--depth", str(depth), *(["--metric", metric] if metric else [])]
            folders.append(self.export(f"{instance}-{depth}", instance, "dimacs", *options))
        unit = metric or "moves"
        self.refuted(f"{instance}: no line of {cost - 1} {unit}", folders[0])
        self.satisfied(f"{instance}: a line of {cost} {unit}", folders[1])
        return folders[0], folders[1]

    def refused(self, claim: str, cnf: Path, drat: Path, proof: Path) -> None:
        """Checkers refuse these proofs of a formula."""
        verdict, seconds = self.tools.rate(cnf, drat, drat.with_suffix(".refused"))
        self.row(claim, "rate", drat.stat().st_size, seconds, verdict, "refused")
        verdict, seconds = self.tools.veripb(cnf, proof)
        self.row(claim, "VeriPB", proof.stat().st_size, seconds, verdict, "refused")


def main(tejun: str, folder: str) -> int:
    claims = Claims(tejun, Path(folder))
    for instance, metric in PLANNED:
        claims.planned(instance, metric)

    ten = claims.export("impossible-ten", "katamino-impossible-ten", "dimacs")
    claims.refuted("katamino-impossible-ten: cannot be packed", ten)
    less, enough = claims.optimal("tank-change", None)
    claims.optimal(*KLOTSKI)

    # The proof for 17 moves, as if it were one for 18. It says how many clauses there are, so that just its steps are wrong.
    refutation(enough / "puzzle.cnf", less / "puzzle.lrat", enough / "puzzle.pbp")
    claims.refused("false: tank-change has no line of 18 moves", enough / "puzzle.cnf", less / "puzzle.drat", enough / "puzzle.pbp")
    # A proof without its first half, and one whose first step claims the contradiction.
    drat, steps = (ten / "puzzle.drat").read_bytes(), (ten / "puzzle.pbp").read_text().splitlines(keepends=True)
    torn = ten / "torn.drat", ten / "torn.pbp"
    torn[0].write_bytes(drat[drat.index(b"\0", len(drat) // 2) + 1 :])
    first = next(at for at, step in enumerate(steps) if step.startswith("rup "))
    steps[first] = "rup >= 1 :" + steps[first].partition(":")[2]
    torn[1].write_text("".join(steps))
    claims.refused("katamino-impossible-ten: damaged proofs", ten / "puzzle.cnf", *torn)

    for depth, expected in [(8, "unsat"), (9, "sat")]:
        door = claims.export(f"door-{depth}", "gate-small-door", "smt2", "--metric", "slides", "--depth", str(depth))
        verdict, seconds = claims.tools.smt(door / "puzzle.smt2")
        claims.row(f"gate-small-door, slides: 9, not {depth}" if depth < 9 else "gate-small-door, slides: 9", "Z3", (door / "puzzle.smt2").stat().st_size, seconds, verdict, expected)
    count = claims.ask("count", "pentominoes-6x10")["solutions_raw"]
    cover = claims.export("6x10", "pentominoes-6x10", "xcc") / "puzzle.xcc"
    verdict, seconds = claims.tools.count(cover)
    claims.row(f"pentominoes-6x10: {count} solutions", "exact-cover", cover.stat().st_size, seconds, verdict, str(count))
    print(f"{claims.failed} verdicts are not as expected")
    return 1 if claims.failed else 0


sys.exit(main(sys.argv[1], sys.argv[2]))
