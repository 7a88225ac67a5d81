#!/usr/bin/env python3
"""The forwarder and a core of three machines: PostgreSQL, Patroni and etcd. Leaders die while their
standbys are behind; etcd's majority goes. All that the house recorded is at the core afterwards,
once and in order; the tables notice nothing. And a link that is slow, cut and half open, and a year
that arrives at once. Each scenario ends with its figures.

usage: test-cluster.py BUILD [OPTIONS]
"""
import argparse
import contextlib
import json
import os
import pathlib
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "daemon"))

from chain import catch_up_together, fill_the_disk, move_a_table  # noqa: E402
from cluster import Cluster, need_cluster, wait_long  # noqa: E402
from edge import CARDS, TABLES, Edge  # noqa: E402
from offline import catch_up, use_bad_link  # noqa: E402

STALL_S = 1.0
QUIET_S = 10.0  # how long answers are measured with and without a forwarder, by turns
TURNS = 4
PAIR_S = 6.0  # a turn, where they come in pairs
PROBED = "PB-03"  # events one by one, whose answers are measured
PACED = ("PB-01", "PB-02")
ROUNDS = 24  # with which a load has 122 events


def percentile_ms(answers_s):
    return 1000 * statistics.quantiles(answers_s, n=100)[98]


class House(Edge):
    """Tables that are dealt all the time, some 500 events a second."""

    def __init__(self, cluster):
        self.cluster = cluster
        self.make_edge(cluster.url("edge"), TABLES + f"[table {PROBED}]\nrules = punto-banco-es\n")
        self.start_house()
        self.goes_on, self.answers_s, self.fault = True, [], None
        self.n_dealt = 0
        self.threads = [threading.Thread(target=self.keep, args=(act, self.daemon.try_connect()))
                        for act in (self.pace, self.probe)]
        for thread in self.threads:
            thread.start()

    def keep(self, act, client):
        try:
            while self.goes_on:
                act(client)
        except Exception as fault:  # for the test's own thread to say
            self.fault = fault

    def pace(self, client):
        begin = time.monotonic()
        for table in PACED:
            self.n_dealt += self.deal(table, None, ROUNDS, client)
        time.sleep(max(0, 0.5 - (time.monotonic() - begin)))

    def probe(self, client):
        """A load event by event, and how long each card's answer takes."""
        client.event(PROBED, ev="load", decks=8)
        for _ in range(ROUNDS):
            client.event(PROBED, ev="no_more_bets", boxes=[1])
            for card in CARDS:
                begin = time.monotonic()
                client.event(PROBED, ev="card", card=card)
                self.answers_s.append(time.monotonic() - begin)
                time.sleep(0.02 * random.random() + 0.01)
        client.event(PROBED, ev="unload")

    def take_answers(self):
        """What was measured since the last call."""
        assert self.fault is None, self.fault
        taken, self.answers_s = self.answers_s, []
        return taken

    def compare_answers(self):
        """Percentiles 99 without a forwarder and with one that has all to send, by turns."""
        without, beside = [], []
        for _ in range(TURNS):
            self.take_answers()
            time.sleep(QUIET_S)
            without += self.take_answers()
            self.start_forwarding()
            time.sleep(QUIET_S)
            beside += self.take_answers()
            self.stop_forwarding()
        return percentile_ms(without), percentile_ms(beside)

    def stop_dealing(self):
        """Also a second time."""
        self.goes_on = False
        for thread in self.threads:
            thread.join()
        assert self.fault is None, self.fault

    def close(self):
        self.goes_on = False
        for thread in self.threads:
            thread.join()
        self.stop_forwarding()
        self.daemon.close()


class Scenario:
    """A cluster and a house, for as long as something is tried with them."""

    def __init__(self, synchronous):
        self.cluster = Cluster(synchronous)
        self.house = None

    def __enter__(self):
        with contextlib.ExitStack() as stack:
            stack.push(self)
            self.begin()
            stack.pop_all()
        return self

    def begin(self):
        self.cluster.start()
        subprocess.run([Edge.sabotctl, "floor", "init", self.cluster.url()], check=True,
                       stdout=subprocess.DEVNULL)
        for role, has in (("edge", "sabot_append"), ("reader", "sabot_read")):
            self.cluster.sql(f"CREATE ROLE {role} LOGIN IN ROLE {has}")
        self.house = House(self.cluster)

    def __exit__(self, kind, fault, _):
        if fault:
            print(self.cluster.logs(), file=sys.stderr)
            with contextlib.suppress(OSError):
                print((self.house.daemon.directory / "forward.log").read_text()[-3000:],
                      file=sys.stderr)
        if self.house:
            self.house.close()
        self.cluster.close()

    def heads(self):
        return {log: int(n) for log, n in
                self.cluster.sql("SELECT log, last_n FROM sabot.head", "reader")}

    def is_growing(self):
        """The forwarder sends: what it has sent is less than two seconds old."""
        try:
            return self.cluster.sql("SELECT max(arrived) > now() - interval '2 s' "
                                    "FROM sabot.segment")[0][0] == "t"
        except (RuntimeError, subprocess.TimeoutExpired):
            return False

    def kill_leader(self):
        """One death, and until the cluster is whole again. When it was, and how many acknowledged
        events the next leader did not have."""
        leader = wait_long(self.cluster.leader, "a leader")
        died, acknowledged = leader.die(STALL_S)
        wait_long(lambda: self.cluster.leader() not in (None, leader), "another leader")
        wait_long(self.is_there_again, "a leader that writes")
        kept = int(self.cluster.sql(
            "SELECT coalesce(sum(last_n - first_n + 1), 0) FROM sabot.segment "
            f"WHERE arrived <= to_timestamp({died})")[0][0])
        leader.start_patroni()
        return died, acknowledged - kept

    def is_there_again(self):
        try:
            return self.cluster.sql("SELECT NOT pg_is_in_recovery()")
        except (RuntimeError, subprocess.TimeoutExpired):
            return None

    def pauses_s(self, deaths):
        """After each death, until the next event arrived."""
        return [float(self.cluster.sql(
            f"SELECT extract(epoch FROM min(arrived)) - {died} FROM sabot.segment "
            f"WHERE arrived > to_timestamp({died})")[0][0]) for died in deaths]

    def heads_if_any(self):
        """None: nobody leads."""
        try:
            return self.heads()
        except (RuntimeError, subprocess.TimeoutExpired):
            return None

    def finish(self):
        """As assert_all_there(), with a forwarder for the rest."""
        self.house.start_forwarding()
        return self.assert_all_there()

    def assert_all_there(self):
        """The core proves each event of the house, once and in order, with the house's key."""
        house = self.house
        house.stop_dealing()
        house.seal()
        wait_long(lambda: self.heads() == house.house(), "all to be at the core")
        return self.assert_proven(house.house(), house.key)

    def assert_proven(self, all_there, key):
        house = self.house
        house.stop_forwarding()
        counts = {log: (int(n), int(events)) for log, n, events in self.cluster.sql(
            "SELECT log, min(first_n), sum(last_n - first_n + 1) FROM sabot.segment GROUP BY log")}
        assert counts == {log: (1, n) for log, n in all_there.items()}, counts
        status, out, err = house.ctl("floor", "check", self.cluster.url("reader"), "--json",
                                     "--key", key)
        found = json.loads(out)
        assert (status, found["verdict"], found["after"]) == (0, "intact", 0), out + err
        assert self.cluster.sql("SELECT count(*) FROM sabot.refusal")[0] == ["0"]
        return found["events"]


def say(text):
    print(f"{time.strftime('%H:%M:%S')} load {os.getloadavg()[0]:.1f}: {text}", flush=True)


def kill_leaders(synchronous, n_deaths):
    """As many deaths, one after the other. The figures."""
    with Scenario(synchronous) as scenario:
        house = scenario.house
        without_ms, beside_ms = house.compare_answers()
        house.start_forwarding()
        deaths, lost = [], []
        for number in range(n_deaths):
            wait_long(lambda: scenario.cluster.is_whole() and scenario.is_growing(),
                      "the cluster to be whole, and the forwarder to send")
            died, n_lost = scenario.kill_leader()
            deaths.append(died)
            lost.append(n_lost)
            say(f"death {number + 1} of {n_deaths}: the next leader lacked {n_lost} acknowledged "
                "events")
        wait_long(scenario.is_growing, "the forwarder to send")
        time.sleep(2)
        answers = house.take_answers()
        _, peak = house.resident_bytes()
        n_events = scenario.assert_all_there()
        pauses = scenario.pauses_s(deaths)
        if synchronous:
            assert lost == [0] * n_deaths, lost
        return {
            "replication": "synchronous" if synchronous else "asynchronous", "deaths": n_deaths,
            "events": n_events, "acknowledged, and lost by the core": f"{sum(lost)} in "
            f"{sum(n > 0 for n in lost)} deaths, {max(lost)} at most",
            "missing at the end": 0, "gaps": 0,
            "pause": f"median {statistics.median(pauses):.1f} s, longest {max(pauses):.1f} s",
            "a card's answer, p99": f"{without_ms:.1f} ms without a forwarder, {beside_ms:.1f} ms "
            f"with one; {percentile_ms(answers):.1f} ms during the deaths ({len(answers)} cards)",
            "forwarder's memory": f"{peak / 1e6:.1f} MB at most"}


def trust_acknowledgements(n_deaths):
    """The control: one that takes for kept what was acknowledged. It loses what the core lost."""
    missing, lost = [], []
    for _ in range(n_deaths):
        with Scenario(False) as scenario:
            house = scenario.house
            house.start_forwarding("--trust-acknowledgements")
            n_lost = 0
            while n_lost == 0:  # nothing came in the second before, perhaps
                wait_long(lambda: scenario.cluster.is_whole() and scenario.is_growing(),
                          "the forwarder to send")
                _, n_lost = scenario.kill_leader()
            house.stop_dealing()
            # A gap: nothing can be put behind what is lost, and nobody sends that again.
            wait_long(lambda: scenario.cluster.sql("SELECT count(*) FROM sabot.refusal WHERE "
                                                   "why = 'gap'")[0] != ["0"], "a refusal")
            heads = scenario.heads()
            missing.append(sum(n - heads.get(log, 0) for log, n in house.house().items()))
            say(f"control: the next leader lacked {n_lost} acknowledged events; {missing[-1]} are "
                "missing and never sent")
            lost.append(n_lost)
            assert 0 < n_lost <= missing[-1]
    return {"control": "trusts its own mark, asynchronous", "deaths": n_deaths,
            "acknowledged, lost, and never sent again": ", ".join(map(str, lost)),
            "missing at the end, with all behind them": ", ".join(map(str, missing))}


def lose_the_majority():
    """Two of three etcds die: nobody writes; they come back, and all goes on by itself."""
    with Scenario(True) as scenario:
        house, cluster = scenario.house, scenario.cluster
        house.start_forwarding()
        wait_long(scenario.is_growing, "the forwarder to send")
        house.take_answers()
        begin = time.monotonic()
        for machine in cluster.machines[:2]:
            machine.etcd.kill()
            machine.etcd.wait()
        wait_long(lambda: not can_write(cluster), "writes to be refused")
        refused_s = time.monotonic() - begin
        wait_long(lambda: house.status()[0] == 1, "the forwarder to say that the core is away")
        before = house.n_dealt
        time.sleep(15)
        answers = house.take_answers()
        dealt = house.n_dealt - before
        assert dealt > 0 and not can_write(cluster)
        begin = time.monotonic()
        for machine in cluster.machines[:2]:
            machine.start_etcd()
        wait_long(scenario.is_growing, "the forwarder to send again")
        healed_s = time.monotonic() - begin
        return {"etcd": "two of three killed", "writes refused after": f"{refused_s:.1f} s",
                "dealt meanwhile": f"{dealt} events; a card's answer, p99 "
                f"{percentile_ms(answers):.1f} ms ({len(answers)} cards)",
                "healed by itself after": f"{healed_s:.1f} s",
                "missing at the end": f"0 of {scenario.assert_all_there()}"}


def fail_over_in_a_batch(make_year):
    """The leader dies while weeks arrive, several segments in one transaction."""
    with Scenario(True) as scenario, tempfile.TemporaryDirectory(prefix="sabot-weeks-") as made:
        house, cluster = scenario.house, scenario.cluster
        house.stop_dealing()
        key = subprocess.run([make_year, made, "--weeks", "12"], check=True, capture_output=True,
                             text=True).stdout.split()[-1]
        all_there = house.house(f"{made}/sabot.db")
        house.start_forwarding(database=f"{made}/sabot.db", rows_days=0)
        wait_long(lambda: sum(scenario.heads().values()) > 0, "something to arrive")
        leader = wait_long(cluster.leader, "a leader")
        died, before = leader.die(0)
        wait_long(lambda: cluster.leader() not in (None, leader), "another leader")
        wait_long(lambda: scenario.heads_if_any() == all_there, "all to be at the core")
        healed_s = time.time() - died
        assert 0 < before < sum(all_there.values()), before
        scenario.assert_proven(all_there, key)
        return {"killed after": f"{before} of {sum(all_there.values())} events",
                "all there after": f"{healed_s:.0f} s", "missing, twice, out of order": 0}


def compare_answers(n_pairs):
    """A card's answer without a forwarder and with one, in pairs of short turns whose order
    changes: what else the machine does falls upon both."""
    with Scenario(True) as scenario:
        house, ratios, quiet, beside = scenario.house, [], [], []
        for number in range(n_pairs):
            pair = {}
            for is_beside in ((False, True), (True, False))[number % 2]:
                if is_beside:
                    house.start_forwarding()
                    wait_long(scenario.is_growing, "the forwarder to send")
                house.take_answers()
                time.sleep(PAIR_S)
                pair[is_beside] = percentile_ms(house.take_answers())
                house.stop_forwarding()
            quiet.append(pair[False])
            beside.append(pair[True])
            ratios.append(pair[True] / pair[False])
        first, middle, third = statistics.quantiles(ratios, n=4)
        n_events = scenario.finish()
        return {"pairs of turns": f"{n_pairs}, {PAIR_S:.0f} s each",
                "a card's answer, p99, median of turns": f"{statistics.median(quiet):.1f} ms "
                f"without a forwarder, {statistics.median(beside):.1f} ms with one",
                "ratio within a pair": f"median {middle:.2f}, quartiles {first:.2f} and "
                f"{third:.2f}, {min(ratios):.2f} to {max(ratios):.2f}",
                "missing at the end": f"0 of {n_events}"}


def can_write(cluster):
    try:
        cluster.sql("UPDATE sabot.version SET tip_days = tip_days")
        return True
    except (RuntimeError, subprocess.TimeoutExpired):
        return False


def print_table(figures):
    for name, value in figures.items():
        print(f"  {name:42} {value}", flush=True)


def main():
    parser = argparse.ArgumentParser(prog="./sabot test-floor",
                                     description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("build", type=pathlib.Path, help=argparse.SUPPRESS)
    parser.add_argument("--deaths", type=int, default=20, help="of leaders, in each mode (20)")
    parser.add_argument("--control", type=int, default=2, help="deaths in the control (2)")
    parser.add_argument("--half-open", type=int, default=600, metavar="SECONDS",
                        help="for so long nothing passes the link (600)")
    parser.add_argument("--weeks", type=int, default=52, help="that arrive at once (52)")
    parser.add_argument("--sites", type=int, default=50, help="that catch up together (50)")
    parser.add_argument("--site-weeks", type=int, default=4, help="that each was away (4)")
    parser.add_argument("--pairs", type=int, default=30, help="of turns, to compare answers (30)")
    parser.add_argument("--only", choices=("asynchronous", "synchronous", "control", "etcd",
                                           "batch", "answers", "link", "catch-up", "sites",
                                           "disk", "moved"))
    args = parser.parse_args()
    need_cluster()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    build = args.build.absolute()
    Edge.sabotd, Edge.sabotctl = str(build / "daemon/sabotd"), str(build / "cli/sabotctl")
    Edge.sabot_forward = str(build / "forward/sabot-forward")
    scenarios = {
        "asynchronous": lambda: kill_leaders(False, args.deaths),
        "synchronous": lambda: kill_leaders(True, args.deaths),
        "control": lambda: trust_acknowledgements(args.control),
        "etcd": lose_the_majority,
        "batch": lambda: fail_over_in_a_batch(build / "tools/make-year"),
        "answers": lambda: compare_answers(args.pairs),
        "link": lambda: use_bad_link(args.half_open),
        "catch-up": lambda: catch_up(build / "tools/make-year", args.weeks),
        "sites": lambda: catch_up_together(build / "tools/make-year", args.sites,
                                           args.site_weeks),
        "disk": fill_the_disk,
        "moved": move_a_table}
    for name, run in scenarios.items():
        if args.only in (None, name):
            say(name)
            print_table(run())


if __name__ == "__main__":
    main()
