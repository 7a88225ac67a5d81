"""A link that is slow, cut or open in name only, and a year that arrives at once: the long form of
what test-forward.py tries in seconds. Each function returns its figures."""
import pathlib
import subprocess
import tempfile
import time

from cluster import wait_long
from edge import Edge
from link import Link
from postgres import Postgres


class Core:
    """One PostgreSQL with a core's schema, in the database of that name."""

    def __init__(self, **settings):
        self.settings, self.database = settings, "postgres"

    def __enter__(self):
        self.server = Postgres()
        self.server.start(fsync="on", **self.settings)
        subprocess.run([Edge.sabotctl, "floor", "init", self.server.url()], check=True,
                       stdout=subprocess.DEVNULL)
        self.server.sql("CREATE ROLE edge LOGIN IN ROLE sabot_append")
        return self

    def __exit__(self, *_):
        self.server.close()

    def url(self, user="owner"):
        return self.server.url(user, self.database)

    def sql(self, text):
        return self.server.sql(text, self.database)

    def heads(self):
        return {log: int(n) for log, n in self.sql("SELECT log, last_n FROM sabot.head")}

    def assert_whole(self, house, key):
        """Each event once, in order, proven with the key."""
        counts = {log: (int(n), int(events)) for log, n, events in self.sql(
            "SELECT log, min(first_n), sum(last_n - first_n + 1) FROM sabot.segment GROUP BY log")}
        assert counts == {log: (1, n) for log, n in house.items()}, counts
        done = subprocess.run([Edge.sabotctl, "floor", "check", self.url(), "--key", key],
                              capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr


def use_bad_link(half_open_s):
    """300 ms there and back, 256 kbit/s, ten cuts, and half open for so long."""
    with Core() as core:
        link = Link(core.server.port, delay_s=0.15, bytes_per_s=32000)
        edge = Edge()
        edge.make_edge(core.server.url("edge").replace(str(core.server.port), str(link.port)))
        try:
            edge.start_house()
            edge.start_forwarding()
            for _ in range(10):
                edge.deal(day=None)
                time.sleep(2)
                link.cut()
                edge.deal("PB-02", day=None)
                wait_long(lambda: edge.status()[0] == 1, "the status to say it")
                link.mend()
            wait_long(lambda: edge.status()[0] == 0, "the forwarder to send")
            begin = time.monotonic()
            link.hang()
            edge.deal(day=None)
            wait_long(lambda: edge.status()[0] == 1, "the status to say it")
            noticed_s = time.monotonic() - begin
            while time.monotonic() - begin < half_open_s:
                edge.deal("PB-02", day=None)
                time.sleep(5)
            now, peak = edge.resident_bytes()
            link.mend()
            begin = time.monotonic()
            edge.seal()
            wait_long(lambda: core.heads() == edge.house(), "all to be at the core")
            caught_s = time.monotonic() - begin
            core.assert_whole(edge.house(), edge.key)
            assert core.server.sql("SELECT count(*) FROM sabot.refusal") == [["0"]]
            return {"link": "300 ms there and back, 256 kbit/s", "cuts": 10,
                    "half open": f"{half_open_s} s, said after {noticed_s:.0f} s",
                    "all there again after": f"{caught_s:.0f} s",
                    "missing at the end": f"0 of {sum(edge.house().values())}",
                    "connections": link.n_connections,
                    "forwarder's memory": f"{now / 1e6:.1f} MB, {peak / 1e6:.1f} MB at most"}
        finally:
            edge.stop_forwarding()
            link.close()
            edge.daemon.close()


def catch_up(make_year, weeks):
    """Weeks of twelve tables at once, beside the forwarder's memory while it sends them."""
    with Core() as core, tempfile.TemporaryDirectory(prefix="sabot-year-") as made:
        key = subprocess.run([make_year, made, "--weeks", str(weeks)], check=True,
                             capture_output=True, text=True).stdout.split()[-1]
        edge = Edge()
        edge.make_edge(core.server.url("edge"))
        try:
            house = edge.house(f"{made}/sabot.db")
            begin, memory = time.monotonic(), []
            edge.start_forwarding(database=f"{made}/sabot.db")
            while core.heads() != house:
                memory.append(edge.resident_bytes()[0] / 1e6)
                time.sleep(0.5)
                assert time.monotonic() - begin < 900
            taken_s = time.monotonic() - begin
            peak = edge.resident_bytes()[1] / 1e6
            used_s = sum(map(int, pathlib.Path(f"/proc/{edge.forwarder.pid}/stat").read_text()
                             .rpartition(")")[2].split()[11:13])) / 100
            core.assert_whole(house, key)
            n_events = sum(house.values()) - house["@checkpoints"]
            return {"caught up": f"{n_events} events in {taken_s:.1f} s: "
                    f"{n_events / taken_s:.0f} a second",
                    "forwarder's processor": f"{1e6 * used_s / n_events:.1f} us an event",
                    "forwarder's memory": f"{memory[len(memory) // 10]:.1f} MB after a tenth, "
                    f"{memory[-1]:.1f} MB at the end, {peak:.1f} MB at most"}
        finally:
            edge.stop_forwarding()
            edge.daemon.close()
