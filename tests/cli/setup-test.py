#!/usr/bin/env python3
"""sabotctl setup: by questions on a terminal and by a file of answers; what it refuses, what it
keeps, what a second run finishes; and the daemon it starts deals.

usage: setup-test.py SABOTCTL SABOTD
"""
import os
import pathlib
import pty
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

SABOTCTL, SABOTD = sys.argv[1:3]
sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "daemon"))
from fixture import Client, frame, wait_for  # noqa: E402

PIN = "271828"
TABLES = ("[table PB-01]\nrules=punto-banco-es\nset.burn=0\nmin=1000\nmax=100000\nsimulated=yes\n"
          "[table BJ-01]\nrules=blackjack-es\nmin=500\nmax=50000\nsimulated=yes\n")
SHOE = "[device shoe-1]\ndriver=angeleye2\ntransport=@LINE@\n[table PB-01]\n" \
       "rules=punto-banco-es\ndevice=shoe-1\n[table PB-02]\nrules=punto-banco-es\n"


class Setup(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="sabot-setup-"))
        self.config = self.root / "etc" / "sabotd.conf"
        self.socket = self.root / "run" / "s"
        self.state = self.root / "state"
        self.pids = []
        self.addCleanup(self.clean)

    def clean(self):
        for pid in self.pids:
            os.kill(pid, signal.SIGTERM)
            wait_for(lambda pid=pid: not self.lives(pid), "the daemon's end")
        shutil.rmtree(self.root)

    @staticmethod
    def lives(pid):
        try:
            return pathlib.Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
        except FileNotFoundError:
            return False

    def environment(self, **more):
        kept = {key: value for key, value in os.environ.items()
                if not key.startswith(("LC_", "XDG_")) and key not in ("LANG", "SABOT_SOCKET")}
        return {**kept, "LANGUAGE": "en", "HOME": str(self.root), **more}

    def answers(self, tables=TABLES, admin="Ada", **places):
        places = {"state_dir": self.state, "spool_dir": self.root / "spool",
                  "socket": self.socket, **places}
        path = self.root / "answers"
        path.write_text("[daemon]\nsite=Casino Norte\n"
                        + "".join(f"{key}={value}\n" for key, value in places.items()) + tables
                        + (f"[setup]\nadmin={admin}\n" if admin else ""))
        return path

    def note_daemon(self, output):
        found = re.search(r"process (\d+)", output)
        if found:
            self.pids.append(int(found[1]))

    def setup(self, *arguments, status=0, pin=PIN, **environment):
        done = subprocess.run([SABOTCTL, "setup", "--config", str(self.config), *arguments],
                              input=pin + "\n", capture_output=True, text=True, timeout=300,
                              env=self.environment(**environment))
        self.note_daemon(done.stdout)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout + done.stderr


class Answers(Setup):
    def test_a_house_that_deals(self):
        said = self.setup("--answers", str(self.answers()))
        self.assertIn("Ada is the first administrator", said)
        self.assertEqual(self.state.stat().st_mode & 0o777, 0o700)
        self.assertNotIn("[setup]", self.config.read_text())
        client = Client(str(self.socket))
        self.addCleanup(client.close)
        self.assertEqual(client.ok("status")["persons"], "required")
        self.assertIn("Made the signing key", said)
        self.assertTrue((self.state / "signing.key").exists(), list(self.state.iterdir()))
        self.assertIn("error", client.ask("person_create", name="Eve", role="admin", pin=PIN))
        client.ok("login", name="Ada", pin=PIN)
        client.person("Dan", "dealer", "314159")
        dealer = Client(str(self.socket))
        self.addCleanup(dealer.close)
        dealer.ok("login", name="Dan", pin="314159")
        dealer.event("PB-01", ev="load", decks=8)
        dealer.event("PB-01", ev="call")
        for card in ("9H", "2C", "TD", "KS"):
            dealer.event("PB-01", ev="card", card=card, src="read")
        dealer.event("PB-01", ev="result", winner="punto")
        view = dealer.ok("tables")["tables"]
        self.assertEqual({one["table"] for one in view}, {"PB-01", "BJ-01"})
        cards = [line for line in dealer.export("PB-01") if line.get("ev") == "card"]
        self.assertEqual(len(cards), 4)

    def test_a_second_run_keeps_everything(self):
        self.setup("--answers", str(self.answers()))
        before = {path: path.read_bytes() for path in (self.config, self.state / "signing.key")
                  if path.exists()}
        said = self.setup("--answers", str(self.answers(admin="Eve")))
        for words in ("is not changed", "is kept", "continues as it is",
                      "There is an administrator"):
            self.assertIn(words, said)
        self.assertEqual(before, {path: path.read_bytes() for path in before})
        self.assertEqual(len(self.pids), 1)

    def test_persons_required_before_there_is_one(self):
        """The daemon answers `required` as soon as the configuration says so."""
        self.assertIn("Ada is the first administrator",
                      self.setup("--answers", str(self.answers(persons="required"))))

    def test_a_simulated_shoe_deals_there(self):
        """The guide names this as the next thing to try."""
        line = self.root / "shoe"
        tables = (f"[device shoe-1]\ndriver=ref\ntransport=pty:{line}\n[table PB-01]\n"
                  "rules=punto-banco-es\ndevice=shoe-1\nsimulated=yes\n")
        self.setup("--answers", str(self.answers(tables=tables)), "--seconds", "0")
        client = Client(str(self.socket))
        self.addCleanup(client.close)
        client.ok("login", name="Ada", pin=PIN)
        client.person("Dan", "dealer", "314159")
        words = ["--dealer", "--socket", str(self.socket), "--table", "PB-01", "--driver", "ref",
                 "--pty", str(line), "--pace", "max", "--rounds", "3", "--seed", "5", "--as"]
        refused = self.shoe(*words, "Ada", pin=PIN)  # an administrator does not deal
        self.assertEqual(refused.returncode, 2, refused.stdout + refused.stderr)
        self.assertEqual(refused.stderr.count("(deal)"), 3)
        dealt = self.shoe(*words, "Dan", pin="314159")
        self.assertEqual(dealt.returncode, 0, dealt.stdout + dealt.stderr)
        events = [line.get("ev") for line in client.export("PB-01")]
        self.assertEqual(events.count("no_more_bets"), 3)

    def shoe(self, *words, pin):
        program = pathlib.Path(SABOTCTL).parent / "sabot-shoe"
        return subprocess.run([str(program), *words], input=pin + "\n", text=True, timeout=120,
                              capture_output=True, env=self.environment())

    def test_a_refused_pin_is_mended_by_a_second_run(self):
        said = self.setup("--answers", str(self.answers()), status=2, pin="1")
        self.assertIn("run the same command again", said)
        self.assertIn("Ada is the first", self.setup("--answers", str(self.answers())))

    def test_refusals(self):
        blocked = self.root / "blocked"
        blocked.write_text("")
        bad = []
        for tables, word in ((("[table A]\nrules=baccarat-xy\n"), "punto-banco-es"),
                             (("[table A]\nrules=punto-banco-es\ndevice=none\n"), "sabotd.conf: ")):
            bad.append((dict(tables=tables), word))
        bad.append((dict(state_dir="var/lib"), "absolute path"))
        bad.append((dict(state_dir=blocked / "state"), "blocked/state"))
        for changes, word in bad:
            with self.subTest(word=word):
                said = self.setup("--answers", str(self.answers(**changes)), status=2)
                self.assertIn(word, said)
                self.assertNotIn(".conf.new", said)
                self.assertFalse(self.config.exists())
                self.assertEqual(list(self.root.glob("etc/*")), [])

    def test_no_terminal_and_no_answers(self):
        self.assertIn("--answers FILE", self.setup(status=2))
        self.assertIn("No such file", self.setup("--answers", "/nowhere", status=2))
        self.assertIn("from 0 to 600", self.setup("--seconds", "-1", status=2))

    def test_no_start(self):
        said = self.setup("--answers", str(self.answers()), "--no-start")
        self.assertIn("was not started", said)
        self.assertFalse(self.socket.exists())

    def test_killed_at_any_moment_it_is_finished_by_the_next_run(self):
        answers = str(self.answers())
        for milliseconds in (1, 5, 10, 20, 40, 80, 160):
            child = subprocess.Popen([SABOTCTL, "setup", "--config", str(self.config),
                                      "--answers", answers, "--no-start"],
                                     stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                     stdin=subprocess.DEVNULL, env=self.environment())
            time.sleep(milliseconds / 1000)
            child.kill()
            child.wait()
            if self.config.exists():
                self.assertIn("[table BJ-01]", self.config.read_text())
        self.assertIn("Ada is the first", self.setup("--answers", answers))
        self.assertEqual([path.name for path in self.config.parent.iterdir()], ["sabotd.conf"])


class Languages(Setup):
    def test_each_says_it_in_its_words(self):
        for language, words in (("es", "no se ha iniciado"), ("it", "non è stato avviato")):
            with self.subTest(language=language):
                said = self.setup("--answers", str(self.answers()), "--no-start",
                                  LANGUAGE=language)
                self.assertIn(words, said)


class Lines(Setup):
    """What is heard on a line, played by the other end of a terminal."""

    def hear(self, data, status):
        master, slave = pty.openpty()
        line = self.root / "line"
        line.unlink(missing_ok=True)
        line.symlink_to(os.ttyname(slave))
        stop = threading.Event()

        def play():
            while data and not stop.wait(0.1):
                os.write(master, data)

        player = threading.Thread(target=play)
        player.start()
        try:
            tables = SHOE.replace("@LINE@", f"pty:{line}")
            self.config.unlink(missing_ok=True)
            return self.setup("--answers", str(self.answers(tables=tables)), "--no-start",
                              "--seconds", "2", status=status)
        finally:
            stop.set()
            player.join()
            line.unlink()
            os.close(master)
            os.close(slave)

    def test_nothing_noise_and_a_shoe(self):
        self.assertIn("nothing was heard", self.hear(b"", 1))
        self.assertIn("heard noise", self.hear(b"\xff\xfe\x80\x81", 1))
        self.assertIn("messages of angeleye2: this is the right line",
                      self.hear(frame("1", "D", b"\x80\x91"), 0))

    def test_a_line_that_is_not_there(self):
        tables = SHOE.replace("@LINE@", f"serial:{self.root}/none")
        said = self.setup("--answers", str(self.answers(tables=tables)), "--no-start", status=1)
        self.assertIn("cannot be opened", said)


class Terminal(Setup):
    def converse(self, answers):
        """Type each answer once its question is there; what was shown, and the exit status."""
        pid, master = pty.fork()
        if pid == 0:
            os.execve(SABOTCTL, [SABOTCTL, "setup", "--config", str(self.config)],
                      self.environment())
        shown, at = "", 0
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            try:
                data = os.read(master, 4096)
            except OSError:
                break
            if not data:
                break
            shown += data.decode()
            if answers and answers[0][0] in shown[at:]:
                at = len(shown)
                os.write(master, answers.pop(0)[1].encode())
        os.close(master)
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        self.note_daemon(shown)
        return shown, status

    def test_the_questions(self):
        shown, status = self.converse([
            ("Name of the house", "Casino Sur\n"), ("Directory of the database", f"{self.state}\n"),
            ("Directory for events", f"{self.root}/spool\n"), ("Socket for", f"{self.socket}\n"),
            ("First table", "\n"), ("Its rules", "nonsense\n"), ("Its rules", "\n"),
            ("Smallest", "ten\n"), ("Smallest", "\n"), ("Largest", "\n"), ("Line of", "\n"),
            ("Second table", "BJ-07\n"), ("Its rules", "\n"), ("Smallest", "\n"),
            ("Largest", "\n"), ("Line of", "\n"), ("administrator", "Ada\n"),
            ("New PIN", PIN + "\n"), ("same again", PIN + "\n")])
        self.assertEqual(status, 0, shown)
        self.assertIn("A whole number is needed", shown)
        self.assertIn("blackjack-it", shown)
        self.assertNotIn(PIN, shown)
        client = Client(str(self.socket))
        self.addCleanup(client.close)
        self.assertEqual({one["table"] for one in client.ok("tables")["tables"]},
                         {"PB-01", "BJ-07"})

    def test_the_end_of_input_makes_nothing(self):
        shown, status = self.converse([("Name of the house", "\x04")])
        self.assertEqual(status, 2, shown)
        self.assertIn("nothing was made", shown)
        self.assertFalse(self.config.parent.exists())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
