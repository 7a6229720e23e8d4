"""Too little of what the system gives: room on disk, memory, file descriptors. When there is enough again, all work
must go on and be right."""

import functools
import os
import subprocess

from . import verdict
from .signals import survive

KINDS = ("file size", "full disk", "memory", "descriptors")
# Kibibytes of address space that the program may have beside what it takes to be loaded.
MEMORY = (256, 400_000)


def missing(kind, place):
    """Why it cannot be had here."""
    if kind != "full disk":
        return None
    if os.geteuid() != 0:
        return "not as this user: only root may mount a small file system"
    probe = place / "mount"
    probe.mkdir(parents=True)
    if mount(probe, 64):
        unmount(probe)
        return None
    return "not here: a small file system cannot be mounted"


def mount(place, kibibytes):
    command = ["mount", "-t", "tmpfs", "-o", f"size={kibibytes}k", "tejun-faults", str(place)]
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False).returncode == 0


def unmount(place):
    subprocess.run(["umount", str(place)], stdin=subprocess.DEVNULL, capture_output=True, check=False)


def around(draw, low, high):
    """A number between the two, of a random order of magnitude."""
    return int(low * (high / low) ** draw.random())


@functools.cache
def least(path):
    """Kibibytes of address space without which the system cannot even load the program: its loader dies of that."""
    low, high = 1 << 10, 1 << 20
    while high - low > 64:
        middle = (low + high) // 2
        command = ["sh", "-c", f"ulimit -v {middle} && exec \"$0\" --version", path]
        ended = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        low, high = (low, middle) if ended.returncode == 0 else (middle, high)
    return high


def strike(kind, work):
    draw = work.draw
    work.expected()
    if kind == "full disk":
        return fill(work)
    limit = {
        # In blocks of 512 bytes; what the program prints must have room.
        "file size": lambda: f"-f {around(draw, 64, 4096)}",
        "memory": lambda: f"-v {least(work.program.path) + around(draw, *MEMORY)}",
        "descriptors": lambda: f"-n {draw.randint(3, 40)}",
    }[kind]()
    end = work.program.run(work.begin(), limit)
    told = verdict.starved(end) or work.judge(end)
    if told != verdict.RIGHT:
        work.status()
    return survive(work)


def fill(work):
    """In a small file system, whose files are then taken to a large one."""
    small = work.kept
    small.mkdir(parents=True, exist_ok=True)
    if not mount(small, around(work.draw, 8, 16_384)):
        raise OSError(f"a small file system cannot be mounted at {small}")
    try:
        work.judge(work.program.run(work.begin()))
        aside = work.place / "aside"
        subprocess.run(["cp", "-a", str(small), str(aside)], check=True)
    finally:
        unmount(small)
    small.rmdir()
    aside.rename(small)
    return survive(work)
