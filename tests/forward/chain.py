"""What happens to a core that many sites send to: all at once after weeks, while its disk is full,
and with a table that moved from one house to another. Each function returns its figures."""
import contextlib
import json
import os
import pathlib
import subprocess
import tempfile
import time

from cluster import wait_long
from edge import DAYS, Edge
from offline import Core
from postgres import unprivileged

FULL_BYTES = 24 << 20  # what the small disk has
ROOM_BYTES = 512 << 20


def make_site(make_year, place, number, weeks):
    """Its database, made; the public key."""
    place.mkdir()
    return subprocess.run([make_year, place, "--weeks", str(weeks), "--seed", str(number + 1)],
                          check=True, capture_output=True, text=True).stdout.split()[-1]


def start_site(core, place, number):
    """A forwarder of its own, under a login of its own."""
    core.server.sql(f"CREATE ROLE site{number} LOGIN IN ROLE sabot_append")
    config = place / "forward.conf"
    config.write_text(f"[forward]\ncore = {core.server.url(f'site{number}')}\n"
                      f"site = site {number:02}\ndatabase = {place}/sabot.db\n"
                      f"status = {place}/status.json\nsocket =\nrows_days = 0\n")
    with open(place / "log", "wb") as log:
        return subprocess.Popen([Edge.sabot_forward, "--once", "--config", config], stdout=log,
                                stderr=log)


def check(core, keys):
    """What the core proves: an object a database."""
    options = [part for key in keys for part in ("--key", key)]
    done = subprocess.run([Edge.sabotctl, "floor", "check", core.server.url(), "--json", *options],
                          capture_output=True, text=True)
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr


def catch_up_together(make_year, n_sites, weeks):
    """Sites that were away for weeks, and all come at once."""
    with Core(max_connections=n_sites + 20) as core, \
            tempfile.TemporaryDirectory(prefix="sabot-sites-") as made:
        places = [pathlib.Path(made, str(number)) for number in range(n_sites)]
        keys = [make_site(make_year, place, number, weeks) for number, place in enumerate(places)]
        begin = time.monotonic()
        senders = [start_site(core, place, number) for number, place in enumerate(places)]
        ended_s = []
        for place, sender in zip(places, senders):
            assert sender.wait(timeout=3600) == 0, (place / "log").read_text()
            ended_s.append(time.monotonic() - begin)
        n_sent = 0
        for number, place in enumerate(places):
            house = Edge.house(None, place / "sabot.db")
            counts = {log: (int(first), int(events)) for log, first, events in core.server.sql(
                "SELECT log, min(first_n), sum(last_n - first_n + 1) FROM sabot.segment "
                f"JOIN sabot.origin USING (origin) WHERE site = 'site {number:02}' GROUP BY log")}
            assert counts == {log: (1, n) for log, n in house.items()}, counts
            n_sent += sum(house.values())
        status, found, err = check(core, keys)
        assert status == 0 and len(found) == n_sites, err
        assert all(one["proven"] and one["after"] == 0 for one in found)
        assert core.server.sql("SELECT count(*) FROM sabot.refusal") == [["0"]]
        whole = int(core.server.sql("SELECT sum(pg_total_relation_size(relid)) + "
                                    "pg_total_relation_size('sabot.fresh') "
                                    "FROM pg_partition_tree('sabot.sealed')")[0][0])
        return {"sites": f"{n_sites}, {weeks} weeks each, at once",
                "missing, twice, out of order, refused": f"0 of {n_sent}",
                "all there after": f"{max(ended_s):.0f} s: {n_sent / max(ended_s):.0f} a second "
                "over all",
                "an event at the core": f"{whole / n_sent:.1f} B"}


class SmallDisk:
    """A disk of its own, which is full soon."""

    def __init__(self):
        # Only there may the server's user go.
        self.place = pathlib.Path(tempfile.mkdtemp(prefix="sabot-disk-", dir="/tmp"))
        self.mount("-t", "tmpfs", "-o", f"size={FULL_BYTES}", "none")
        os.chmod(self.place, 0o777)

    def mount(self, *options):
        subprocess.run(["mount", *options, str(self.place)], check=True)

    def give_room(self):
        self.mount("-o", f"remount,size={ROOM_BYTES}")

    def close(self):
        subprocess.run(["umount", str(self.place)], check=True)
        self.place.rmdir()


def fill_the_disk():
    """The core's tables are on a disk that is full; then it is larger. The house deals on."""
    with contextlib.ExitStack() as stack:
        disk = SmallDisk()
        stack.callback(disk.close)
        core = stack.enter_context(Core())
        place = disk.place / "space"
        subprocess.run(unprivileged("mkdir", place), check=True)
        core.server.sql(f"CREATE TABLESPACE small LOCATION '{place}'")
        core.server.sql("CREATE DATABASE floor TABLESPACE small")
        core.database = "floor"
        subprocess.run([Edge.sabotctl, "floor", "init", core.url()], check=True,
                       stdout=subprocess.DEVNULL)
        edge = Edge()
        edge.make_edge(core.url("edge"))
        stack.callback(edge.daemon.close)
        stack.callback(edge.stop_forwarding)
        edge.start_house()
        edge.start_forwarding()
        n_dealt, begin = 0, time.monotonic()

        def is_full():
            nonlocal n_dealt
            n_dealt += edge.deal(day=None, rounds=200)
            return edge.status()[0] == 1 and "No space left" in edge.status()[1]
        wait_long(is_full, "the status to say it")
        full_s, before = time.monotonic() - begin, sum(core.heads().values())
        for _ in range(5):
            n_dealt += edge.deal("PB-02", day=None, rounds=50)
        assert sum(core.heads().values()) < sum(edge.house().values())
        disk.give_room()
        begin = time.monotonic()
        edge.seal()
        wait_long(lambda: core.heads() == edge.house(), "all to be at the core")
        healed_s = time.monotonic() - begin
        core.assert_whole(edge.house(), edge.key)
        assert core.sql("SELECT count(*) FROM sabot.refusal") == [["0"]]
        return {"disk": f"{FULL_BYTES >> 20} MB, full after {full_s:.0f} s, with {before} events",
                "said by": "sabotctl forward status: No space left on device",
                "dealt": f"{n_dealt} events, each of them acknowledged to the table",
                "all there after room came": f"{healed_s:.0f} s",
                "missing, twice, out of order": f"0 of {sum(edge.house().values())}"}


def move_a_table():
    """A table is given away by one house in mid-load and goes on in another; both forward."""
    with contextlib.ExitStack() as stack:
        core = stack.enter_context(Core())
        edges = []
        for number in range(2):
            core.server.sql(f"CREATE ROLE house{number} LOGIN IN ROLE sabot_append")
            edge = Edge()
            edge.make_edge(core.server.url(f"house{number}"))
            stack.callback(edge.daemon.close)
            edge.start_house()
            stack.callback(edge.stop_forwarding)
            edge.start_forwarding()
            edges.append(edge)
        one, other = edges
        one.deal(rounds=20)
        file = one.daemon.directory / "PB-01.table"
        for command in (("table", "export", "--socket", one.daemon.socket, "--table", "PB-01",
                         "--out", file),
                        ("table", "import", "--socket", other.daemon.socket, file, "--key",
                         one.key)):
            status, out, err = one.ctl(*command)
            assert status == 0, out + err
        other.deal(day=DAYS[1], rounds=20)
        one.deal("PB-02", rounds=20)
        for edge in edges:
            edge.seal()
        houses = [edge.house() for edge in edges]

        def are_there():
            return sorted(core.server.sql("SELECT log, last_n FROM sabot.head")) == sorted(
                [log, str(n)] for house in houses for log, n in house.items())
        wait_long(are_there, "all to be at the core")
        status, found, err = check(core, [edge.key for edge in edges])
        assert status == 0 and len(found) == 2, err
        assert core.server.sql("SELECT count(*) FROM sabot.refusal") == [["0"]]
        first, = core.server.sql(
            "SELECT encode(prev_hash, 'hex') FROM sabot.segment JOIN sabot.origin USING "
            "(origin) WHERE log = 'PB-01' AND login = 'house1' AND first_n = 1")[0]
        last, = core.server.sql(
            "SELECT encode(last_hash, 'hex') FROM sabot.head JOIN sabot.origin USING (origin) "
            "WHERE log = 'PB-01' AND login = 'house0'")[0]
        return {"events of the table": f"{houses[0]['PB-01']} in one house's log, "
                f"{houses[1]['PB-01']} in the other's", "proven, of both": sum(
                    one["events"] for one in found),
                "missing, twice, refused": 0,
                "the second log begins": "behind the first one's head" if first == last else
                "at its own beginning"}
