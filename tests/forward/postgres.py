"""A real PostgreSQL of a test's own, on a socket in a directory of its own and on loopback, started
as an unprivileged user. Exit status 77 where none is installed."""

import contextlib
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile

from fixture import end_with_the_test, wait_for

BIN = pathlib.Path(os.environ.get("SABOT_PG_BIN", "/usr/lib/postgresql/15/bin"))
USER = "postgres"  # whose packages' user it is; where the test is root


def need_postgres():
    if not (BIN / "initdb").exists():
        print(f"there is no PostgreSQL in {BIN}")
        sys.exit(77)


def unprivileged(*command):
    command = [str(part) for part in command]
    if os.getuid() != 0:
        return command
    return ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--init-groups", "--pdeathsig=KILL",
            *command]


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Postgres:
    def __init__(self):
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="sabot-pg-", dir="/tmp"))
        self.data = self.directory / "data"
        self.port = free_port()
        if os.getuid() == 0:
            shutil.chown(self.directory, USER, USER)
        self.process = None
        self.run(BIN / "initdb", "-D", self.data, "-U", "owner", "--auth=trust",
                 "--no-sync", "--encoding=UTF8", "--locale=C.UTF-8", "--data-checksums")
        self.log = open(self.directory / "log", "ab")

    def run(self, *command):
        subprocess.run(unprivileged(*command), check=True, capture_output=True,
                       cwd=self.directory)

    def start(self, **settings):
        settings = {"listen_addresses": "127.0.0.1", "port": self.port, "fsync": "off",
                    "unix_socket_directories": self.directory, "shared_buffers": "16MB",
                    "wal_buffers": "16MB", "max_connections": 20, "autovacuum": "off",
                    "log_min_messages": "warning",
                    **settings}
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        self.process = subprocess.Popen(
            unprivileged(BIN / "postgres", "-D", self.data, *options), stdin=subprocess.DEVNULL,
            stdout=self.log, stderr=self.log, cwd=self.directory, preexec_fn=end_with_the_test)
        wait_for(self.is_ready, "PostgreSQL")

    def is_ready(self):
        assert self.process.poll() is None, (self.directory / "log").read_text()
        return subprocess.run([BIN / "pg_isready", "-q", "-h", "127.0.0.1", "-p",
                               str(self.port)]).returncode == 0

    def url(self, user="owner", database="postgres"):
        return f"postgresql://{user}@127.0.0.1:{self.port}/{database}"

    def sql(self, text, database="postgres", user="owner"):
        """Rows as lists of strings; an error of the server is a RuntimeError."""
        done = subprocess.run([BIN / "psql", "-X", "-q", "-A", "-t", "-F", "\t", "-v",
                               "ON_ERROR_STOP=1", "-d", self.url(user, database), "-c", text],
                              capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(done.stderr)
        return [line.split("\t") for line in done.stdout.splitlines()]

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        self.process.wait()

    def children(self, name=""):
        """The processes of the server whose title has `name` in it."""
        lines = subprocess.run(["ps", "-o", "pid=,args=", "--ppid", str(self.process.pid)],
                               capture_output=True, text=True).stdout.splitlines()
        return [int(line.split()[0]) for line in lines if name in line]

    def hold_wal_writer(self):
        """Until the server is killed: what is acknowledged before it is written stays unwritten."""
        writer, = self.children("walwriter")
        os.kill(writer, signal.SIGSTOP)

    def kill(self):
        """As a power cut ends it: the postmaster and all that it started, at once."""
        for pid in [self.process.pid, *self.children()]:
            with contextlib.suppress(ProcessLookupError):  # it has ended meanwhile
                os.kill(pid, signal.SIGKILL)
        self.process.wait()

    def close(self):
        if self.process and self.process.poll() is None:
            self.kill()
        self.log.close()
        shutil.rmtree(self.directory)
