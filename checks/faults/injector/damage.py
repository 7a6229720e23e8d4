"""Files that are not as they were written: each is recognised, and refused in one line unless it is not needed."""

import os
import shutil

from . import verdict
from .program import Fault, Skip
from .subjects import files


def truncate(path, draw):
    os.truncate(path, draw.randrange(max(1, path.stat().st_size)))


def extend(path, draw):
    with open(path, "ab") as file:
        file.write(draw.randbytes(draw.choice((1, 4, 16, 5000))))


def flip(path, draw):
    size = path.stat().st_size
    with open(path, "r+b") as file:
        for _ in range(draw.choice((1, 1, 2, 16))):
            at = draw.randrange(max(1, size))
            file.seek(at)
            byte = file.read(1) or b"\0"
            file.seek(at)
            file.write(bytes([byte[0] ^ 1 << draw.randrange(8)]))


def zero(path, draw):
    """A block that was never written, as after a loss of power."""
    size = path.stat().st_size
    begin = draw.randrange(max(1, size))
    with open(path, "r+b") as file:
        file.seek(begin)
        file.write(bytes(min(size - begin, draw.choice((1, 16, 512, 4096)))))


def remove(path, _draw):
    path.unlink()


def empty(path, _draw):
    os.truncate(path, 0)


def pipe(path, _draw):
    path.unlink()
    os.mkfifo(path)


def directory(path, _draw):
    path.unlink()
    path.mkdir()


def link(path, draw):
    """To an endless device, to nothing, to itself, to the directory, or to a copy of what it was."""
    copy = path.parent.parent / f"copy-of-{path.name}"
    shutil.copyfile(path, copy)
    path.unlink()
    path.symlink_to(draw.choice(("/dev/zero", "/nowhere/at/all", path, path.parent, copy)))


SINGLE = {
    "truncate": truncate,
    "extend": extend,
    "flip": flip,
    "zero": zero,
    "remove": remove,
    "empty": empty,
    "pipe": pipe,
    "directory": directory,
    "link": link,
}
KINDS = (*SINGLE, "exchange", "older copy", "foreign copy", "partitions")


def exchange(work):
    """Two files change places."""
    found = files(work.kept)
    if len(found) < 2:
        raise Skip
    one, other = work.draw.sample(found, 2)
    aside = work.place / "aside"
    one.rename(aside)
    other.rename(one)
    aside.rename(other)


def older_copy(work):
    """Some files are those of an earlier moment, as in a backup made while it ran."""
    earlier = work.place / "earlier"
    shutil.copytree(work.kept, earlier)
    work.go_further()
    if not work.kept.is_dir() or all(is_same(path, work.kept / path.relative_to(earlier)) for path in files(earlier)):
        raise Skip
    for path in some(work.draw, files(earlier)):
        work.program.log.append(f"[older copy {path.relative_to(earlier)}]")
        to = work.kept / path.relative_to(earlier)
        if to.parent.is_dir():
            shutil.copyfile(path, to)


def is_same(one, other):
    return one.is_file() and other.is_file() and one.read_bytes() == other.read_bytes()


def foreign_copy(work):
    """Files of another piece of work stand in the place of those of that name."""
    if work.another is None:
        raise Skip
    other = work.another(work.place / "other")
    names = {path.relative_to(work.kept) for path in files(work.kept)}
    shared = sorted(path for path in (path.relative_to(other.kept) for path in files(other.kept)) if path in names)
    # A directory whose search is replaced as well would be asked for that.
    work.by_name = True
    for name in some(work.draw, shared):
        work.program.log.append(f"[foreign copy {name}]")
        shutil.copyfile(other.kept / name, work.kept / name)


def partitions(work):
    """Directories of partitions change places, or are those of another piece of work, or are gone."""
    found = sorted(path for path in work.kept.iterdir() if path.is_dir())
    if not found:
        raise Skip
    one = work.draw.choice(found)
    how = work.draw.randrange(3)
    if how == 0 and len(found) > 1:
        other = work.draw.choice([path for path in found if path != one])
        aside = work.place / "aside"
        one.rename(aside)
        other.rename(one)
        aside.rename(other)
    elif how == 1 and work.another is not None:
        other = work.another(work.place / "other")
        theirs = sorted(path for path in other.kept.iterdir() if path.is_dir())
        if not theirs:
            raise Skip
        shutil.rmtree(one)
        shutil.copytree(work.draw.choice(theirs), one)
    else:
        shutil.rmtree(one)


SEVERAL = {"exchange": exchange, "older copy": older_copy, "foreign copy": foreign_copy, "partitions": partitions}


def some(draw, paths):
    """One of them or two, seldom more."""
    if not paths:
        raise Skip
    return draw.sample(paths, min(len(paths), draw.choice((1, 1, 1, 2, 2, 5))))


def strike(kind, work):
    draw = work.draw
    work.expected()
    work.prepare()
    if kind in SINGLE:
        # A line of the log says what was hit: the draw depends on what the run has left.
        for path in some(draw, files(work.kept)):
            work.program.log.append(f"[{kind} {path.relative_to(work.kept)}]")
            SINGLE[kind](path, draw)
    else:
        SEVERAL[kind](work)
    if draw.randrange(3) == 0:
        work.status()
    end = work.program.run(work.read())
    told = work.judge(end)
    if told == verdict.STOPPED and '"disk"' not in end.out:
        raise Fault(f"stops, and not because of the disk: {end.out[:300]}")
    if work.exact and told == verdict.RIGHT and work.is_damaged():
        raise Fault("is accepted, although it is damaged")
    if work.heals and told != verdict.RIGHT:
        raise Fault(f"is not survived: status {end.status}, {end.err.strip()}")
    return told
