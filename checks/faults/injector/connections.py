"""Connections that say nothing, little, nonsense, or half of what they should: to a process of a cluster that waits
for the others, and to the server. Whoever else connects is answered as usual."""

import http.client
import json
import re
import socket
import threading
import time

from . import verdict
from .program import Fault, Skip, patience
from .subjects import ROOM, DiskSearch

KINDS = ("silent", "slow", "talkative", "cut off")
MOST = 24
# Seconds for which a slow connection goes on.
SLOW = 3.0
REQUEST = (
    b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 32\r\n\r\n"
    b'{"instance":"heng-dao-li-ma"}   '
)


class Crowd:
    """Hostile connections to a port, each on a thread of its own until it is told to end."""

    def __init__(self, kind, port, draw, count):
        self.over = threading.Event()
        self.threads = []
        for _ in range(count):
            plan = (kind, port, draw.randbytes(64), draw.choice((0, 1, 20, 100, 4000)), draw.randrange(4))
            self.threads.append(threading.Thread(target=self.connect, args=plan, daemon=True))
            self.threads[-1].start()

    def connect(self, kind, port, noise, many, manner):
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=2) as stream:
                getattr(self, kind.replace(" ", "_"))(stream, noise, many, manner)
        except OSError:
            # It is hung up on, which is its own affair.
            pass

    def silent(self, _stream, _noise, _many, _manner):
        self.over.wait(patience())

    def slow(self, stream, noise, _many, manner):
        begin = time.monotonic()
        for byte in noise if manner == 0 else REQUEST:
            if self.over.wait(0.05) or time.monotonic() > begin + SLOW:
                return
            stream.sendall(bytes([byte]))
        self.over.wait(patience())

    def talkative(self, stream, noise, many, manner):
        what = (noise, bytes(64), b"\xff" * 64, REQUEST)[manner]
        for _ in range(many):
            if self.over.is_set():
                return
            stream.sendall(what)

    def cut_off(self, stream, noise, _many, manner):
        stream.sendall(REQUEST[: max(1, len(REQUEST) * noise[0] // 256)])
        if manner == 0:
            stream.shutdown(socket.SHUT_WR)
            self.over.wait(patience())
        elif manner == 1:
            # Closed with a reset.
            stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")

    def end(self):
        self.over.set()
        for thread in self.threads:
            thread.join(patience(10))


class ClusterPort(DiskSearch):
    """Two processes of a cluster that find each other by a file of addresses."""

    name = "cluster port"
    notes = True

    def strike(self, kind):
        expected = self.expected()
        ports = free_ports(2)
        hosts = self.place / "hosts"
        hosts.write_text("".join(f"127.0.0.1:{port}\n" for port in ports))
        worker = ["cluster", "worker", "--json", "--hosts", hosts, "--workers", "1", "--process"]
        first = self.program.start([*worker, "0", "--", *self.question])
        listening(first, ports[0])
        crowd = Crowd(kind, ports[0], self.draw, self.draw.randint(1, MOST))
        try:
            first.wait_at_most(self.draw.random() * 0.3)
            second = self.program.start([*worker, "1", "--", *self.question])
            ends = [first.wait(), second.wait()]
        finally:
            crowd.end()
            first.kill_all()
        if "Address already in use" in ends[1].err:
            raise Skip
        told = verdict.judge(ends[0], expected, self.memory, notes=True)
        if told != verdict.RIGHT or ends[1].status != expected[0] or ends[1].out:
            raise Fault(f"{told}, {[(end.status, end.err) for end in ends]}")
        return told


class Server(DiskSearch):
    """The server, which others ask at the same time."""

    name = "server"

    def strike(self, kind):
        self.question = ["solve", self.draw.choice(("tiles-eight", "heng-dao-li-ma", "tank-change", "peg-cross"))]
        expected = self.expected()
        limits = ["--time", "5", "--memory", "64MiB", "--threads", "1"]
        server = self.program.start(["serve", "--port", "0", *limits])
        try:
            port = address(server)
            crowd = Crowd(kind, port, self.draw, self.draw.randint(1, MOST))
            try:
                for _ in range(3):
                    ask(port, self.question[1], expected[1])
            finally:
                crowd.end()
            server.signal(15)
            end = server.wait()
        finally:
            server.kill_all()
        if "panicked" in end.err or end.status not in (0, 130) or end.memory > 3 * 64 * (1 << 20) + ROOM:
            raise Fault(f"the server ends with {end.status}, {end.memory >> 20} MiB, {end.err.strip()[:500]}")
        return verdict.RIGHT


def free_ports(count):
    taken = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in taken]
    for one in taken:
        one.close()
    return ports


def listening(running, port):
    """Waits until it listens, or has ended."""
    wanted = f":{port:04X} "
    while running.wait_at_most(0.01) is None:
        with open("/proc/net/tcp", encoding="ascii") as table:
            if any(wanted in line and " 00000000:0000 0A " in line for line in table):
                return
        if time.monotonic() - running.begin > patience():
            raise Fault("does not listen")


def address(server):
    """The port that it says it listens at."""
    while server.wait_at_most(0.01) is None:
        said = server.paths[0].read_text() + server.paths[1].read_text()
        if found := re.search(r"http://127\.0\.0\.1:(\d+)/", said):
            return int(found[1])
        if time.monotonic() - server.begin > patience():
            raise Fault("the server does not say where it listens")
    raise Fault(f"the server does not start: {server.look().err}")


def ask(port, instance, expected):
    """Asks until there is an answer: the places for searches may all be taken for a while."""
    begin = time.monotonic()
    while time.monotonic() - begin < patience():
        client = http.client.HTTPConnection("127.0.0.1", port, timeout=patience())
        try:
            client.request("POST", "/api/solve", json.dumps({"instance": instance}), {"Content-Type": "application/json"})
            response = client.getresponse()
            status, body = response.status, response.read().decode(errors="replace")
        except (OSError, http.client.HTTPException):
            continue
        finally:
            client.close()
        if status in (429, 503):
            time.sleep(0.05)
            continue
        answer = verdict.essence(verdict.parsed(body))
        answer.pop("api", None)
        if status != 200 or answer.get("cost") != expected.get("cost") or answer.get("outcome") != expected["outcome"]:
            raise Fault(f"the server answers {status}: {body[:500]!r}")
        return
    raise Fault(f"the server does not answer another client in {patience():.0f} s")


def strike(kind, work):
    return work.strike(kind)
