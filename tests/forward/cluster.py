"""A core of three machines as a house would have it: PostgreSQL with Patroni and etcd, each a
process of the test's own on loopback. Exit status 77 where they are not installed."""

import contextlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

from fixture import end_with_the_test
from postgres import BIN, free_port, need_postgres, unprivileged

MACHINES = 3
DEADLINE_S = 240


def need_cluster():
    need_postgres()
    for program in ("patroni", "etcd"):
        if not shutil.which(program, path="/usr/bin:/usr/local/bin"):
            print(f"there is no {program}: ./sabot packages floor")
            sys.exit(77)


def wait_long(condition, what):
    """As wait_for(), for what takes a cluster's time."""
    deadline = time.monotonic() + DEADLINE_S
    while time.monotonic() < deadline:
        value = condition()
        if value:
            return value
        time.sleep(0.2)
    raise AssertionError(f"waited {DEADLINE_S} s for {what}")


def processes_below(pid):
    """It and all that it started, the first first."""
    lines = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True,
                           text=True).stdout.split()
    return [pid] + [found for child in lines for found in processes_below(int(child))]


def is_running(pid):
    """False also for one that has ended and whose parent has not looked yet."""
    try:
        return pathlib.Path(f"/proc/{pid}/cmdline").read_bytes() != b""
    except OSError:
        return False


def kill_all(pids):
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):  # it has ended meanwhile
            os.kill(pid, signal.SIGKILL)


class Machine:
    """One of them: an etcd member, and Patroni, which starts PostgreSQL."""

    def __init__(self, cluster, number):
        self.cluster, self.name = cluster, f"m{number}"
        self.directory = cluster.directory / self.name
        self.directory.mkdir()
        self.client, self.peer, self.api, self.port = (free_port() for _ in range(4))
        self.etcd = self.patroni = None

    def launch(self, name, *command):
        with open(self.directory / f"{name}.log", "ab") as log:
            return subprocess.Popen(unprivileged(*command), stdin=subprocess.DEVNULL, stdout=log,
                                    stderr=log, cwd=self.directory, preexec_fn=end_with_the_test)

    def start_etcd(self):
        peers = ",".join(f"{one.name}=http://127.0.0.1:{one.peer}" for one in self.cluster.machines)
        client, peer = f"http://127.0.0.1:{self.client}", f"http://127.0.0.1:{self.peer}"
        self.etcd = self.launch(
            "etcd", "etcd", "--name", self.name, "--data-dir", self.directory / "etcd",
            "--listen-client-urls", client, "--advertise-client-urls", client,
            "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer,
            "--initial-cluster", peers, "--initial-cluster-state", "new",
            "--log-level", "error")

    def start_patroni(self):
        config = self.directory / "patroni.yml"
        config.write_text(json.dumps(self.cluster.describe(self), indent=1))
        self.patroni = self.launch("patroni", "patroni", config)

    def postmaster(self):
        return int((self.directory / "data" / "postmaster.pid").read_text().split()[0])

    def die(self, stall_s):
        """As a machine dies whose standbys were behind: its WAL senders stand still for a while,
        then nothing of it is there any more. When that was."""
        pids = processes_below(self.postmaster())
        titles = subprocess.run(["ps", "-o", "pid=,args=", "-p", ",".join(map(str, pids))],
                                capture_output=True, text=True).stdout.splitlines()
        for pid in [int(line.split()[0]) for line in titles if "walsender" in line]:
            os.kill(pid, signal.SIGSTOP)
        time.sleep(stall_s)
        before = self.cluster.count_at(self.port)
        kill_all([self.patroni.pid, *processes_below(self.postmaster())])
        died = time.time()
        self.patroni.wait()
        return died, before

    def close(self):
        # Patroni first, which would start again what ended.
        for process in (self.patroni, self.etcd):
            if process:
                process.kill()
                process.wait()
        # The postmaster is no child of anybody here.
        with contextlib.suppress(OSError, ValueError):
            pids = processes_below(self.postmaster())
            kill_all(pids)
            wait_long(lambda: not any(map(is_running, pids)), "PostgreSQL to end")


class Cluster:
    def __init__(self, synchronous):
        self.synchronous = synchronous
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="sabot-cluster-", dir="/tmp"))
        self.machines = []
        self.machines += [Machine(self, number) for number in range(1, MACHINES + 1)]
        if os.getuid() == 0:
            for path in [self.directory, *self.directory.iterdir()]:
                shutil.chown(path, "postgres", "postgres")

    def describe(self, machine):
        """Patroni's configuration, as docs/operations.md says it; without a watchdog, which only a
        machine has, and with a lag that its standbys can have in a stall."""
        off = {name: False for name in ("remove_data_directory_on_rewind_failure",
                                        "remove_data_directory_on_diverged_timelines")}
        postgresql = {"use_pg_rewind": True, **off, "parameters": {
            "wal_log_hints": "on", "shared_buffers": "32MB", "max_connections": 40}}
        return {
            "scope": "sabot", "name": machine.name,
            "restapi": {"listen": f"127.0.0.1:{machine.api}",
                        "connect_address": f"127.0.0.1:{machine.api}"},
            "etcd3": {"hosts": [f"127.0.0.1:{one.client}" for one in self.machines]},
            "watchdog": {"mode": "off"},
            "bootstrap": {
                "dcs": {"ttl": 20, "loop_wait": 5, "retry_timeout": 5,
                        "maximum_lag_on_failover": 64 << 20,
                        "synchronous_mode": self.synchronous, "synchronous_mode_strict": False,
                        "postgresql": postgresql},
                "initdb": ["data-checksums", {"encoding": "UTF8"}, {"locale": "C.UTF-8"}]},
            "postgresql": {
                "listen": f"127.0.0.1:{machine.port}",
                "connect_address": f"127.0.0.1:{machine.port}",
                "data_dir": str(machine.directory / "data"), "bin_dir": str(BIN),
                "pgpass": str(machine.directory / "pgpass"), **off,
                "authentication": {"superuser": {"username": "owner", "password": "x"},
                                   "replication": {"username": "copier", "password": "x"}},
                "pg_hba": ["host all all 127.0.0.1/32 trust",
                           "host replication all 127.0.0.1/32 trust"],
                "parameters": {"unix_socket_directories": str(machine.directory)}}}

    def start(self):
        for machine in self.machines:
            machine.start_etcd()
        for machine in self.machines:
            machine.start_patroni()
        wait_long(self.is_whole, "three machines")

    def url(self, user="owner", database="postgres"):
        hosts = ",".join(f"127.0.0.1:{machine.port}" for machine in self.machines)
        return f"postgresql://{user}@{hosts}/{database}"

    def sql(self, text, user="owner", database="postgres", url=None):
        """At the one that takes writes. Rows as lists of strings; RuntimeError when there is none,
        and when it refuses."""
        url = (url or self.url(user, database)) + "?target_session_attrs=read-write"
        done = subprocess.run([BIN / "psql", "-X", "-q", "-A", "-t", "-F", "\t", "-v",
                               "ON_ERROR_STOP=1", "-d", url, "-c", text], timeout=60,
                              capture_output=True, text=True,
                              env={**os.environ, "PGCONNECT_TIMEOUT": "3"})
        if done.returncode:
            raise RuntimeError(done.stderr)
        return [line.split("\t") for line in done.stdout.splitlines()]

    def count_at(self, port):
        """How many events that machine has acknowledged."""
        return int(self.sql("SELECT coalesce(sum(last_n), 0) FROM sabot.head",
                            url=f"postgresql://owner@127.0.0.1:{port}/postgres")[0][0])

    def leader(self):
        """Who leads; None: nobody, or not for certain."""
        for machine in self.machines:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{machine.api}/leader",
                                            timeout=3) as reply:
                    if json.load(reply)["role"] == "master":
                        return machine
            except (OSError, ValueError, KeyError):
                continue
        return None

    def is_whole(self):
        """One leads, all others follow, and where that is wanted one of them synchronously, as
        etcd knows, too: before, nobody could take over."""
        leader = self.leader()
        if not leader:
            return False
        try:
            streams = int(self.sql("SELECT count(*) FROM pg_stat_replication "
                                   "WHERE state = 'streaming'")[0][0])
            with urllib.request.urlopen(f"http://127.0.0.1:{leader.api}/cluster",
                                        timeout=3) as reply:
                roles = [one["role"] for one in json.load(reply)["members"]]
        except (RuntimeError, subprocess.TimeoutExpired, OSError, ValueError):
            return False
        return (streams == MACHINES - 1 and
                roles.count("sync_standby") == int(self.synchronous))

    def logs(self):
        """The ends of all that the machines wrote, for a failure."""
        return "\n".join(f"--- {path}\n{path.read_text(errors='replace')[-1500:]}"
                         for path in sorted(self.directory.glob("m*/*.log")))

    def close(self):
        for machine in self.machines:
            machine.close()
        shutil.rmtree(self.directory)
