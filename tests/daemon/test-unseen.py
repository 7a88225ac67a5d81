#!/usr/bin/env python3
"""Events that the log does not have: after a restore by the book, after a spool that is gone, and
what a shoe sends again. Nothing accuses anybody that follows only from what was not seen.

usage: test-unseen.py SABOTD SABOTCTL [TEST…]
"""
import os
import shutil
import subprocess
import sys
import termios
import unittest

from fixture import Daemon, Shoe, audit, frame, wait_for
from ref_shoe import RefShoe

SABOTD, SABOTCTL = sys.argv[1:3]
TABLE = """
create_key = yes
[device shoe-1]
driver = {driver}
transport = pty:@DIR@/shoe-1
[table PB-01]
rules = punto-banco-es
set.burn = 0
device = shoe-1
[table PB-02]
rules = punto-banco-es
set.burn = 0
"""
UNSEEN = "a draw that was not seen was sent again"


def run(*command):
    done = subprocess.run([SABOTCTL, *map(str, command)], capture_output=True, text=True,
                          timeout=300)
    return done.returncode, done.stdout + done.stderr


class Unseen(unittest.TestCase):
    driver = "angeleye2"

    def setUp(self):
        self.daemon = Daemon(SABOTD, TABLE.format(driver=self.driver))
        self.addCleanup(self.daemon.close)
        self.state = self.daemon.directory / "state"
        self.spool = self.daemon.directory / "spool"
        self.plug()
        self.client = self.daemon.start()
        wait_for(lambda: self.client.view("PB-01")["device"]["state"] == "online", "the shoe")

    def plug(self):
        self.shoe = Shoe(self.daemon.directory / "shoe-1")
        self.addCleanup(self.shoe.close)

    def log(self, **wanted):
        return [line for line in self.client.export("PB-01")[1:]
                if all(line.get(key) == value for key, value in wanted.items())]

    def codes(self):
        return [line["code"] for line in audit(SABOTCTL, self.client.export("PB-01"))
                if line["out"] == "incident"]

    def begin(self):
        self.client.event("PB-01", ev="load", decks=6)
        self.client.event("PB-01", ev="bet", box=1, on="punto", amount=500)
        self.client.event("PB-01", ev="no_more_bets")

    def draw(self, *cards):
        for card, target in cards:
            n_cards = len(self.log(ev="card"))
            self.card(card, target)
            wait_for(lambda n=n_cards: len(self.log(ev="card")) == n + 1, card)

    def card(self, card, target):
        self.shoe.send_card(card, target)

    def back_up(self):
        file = self.daemon.directory / "backup.db"
        key = run("key", "show", "--state", self.state)[1].strip()
        wait_for(lambda: run("checkpoint", "--state", self.state)[0] == 0, "a checkpoint")
        self.assertEqual(run("backup", file, "--state", self.state, "--key", key)[0], 0)
        return file, key

    def put_back(self, backup):
        self.assertEqual(self.daemon.stop(), 0)
        for path in self.state.glob("sabot.db*"):
            path.unlink()
        done = run("restore", backup[0], "--state", self.state, "--key", backup[1])
        self.assertEqual(done[0], 0, done)

    def start(self):
        self.client = self.daemon.start()
        wait_for(lambda: self.client.view("PB-01")["device"]["state"] != "connecting", "the shoe")

    def close_round(self):
        self.client.event("PB-01", ev="result", winner="banca")
        self.client.event("PB-01", ev="paid", box=1, on="punto", amount=500)


class Again(Unseen):
    """An Angel Eye shoe sends its last draw again when somebody listens again."""

    def send_again(self):
        self.shoe.number = (self.shoe.number + 1) % 10
        data = self.shoe.last[3:5]
        os.write(self.shoe.master, frame(str(self.shoe.number), "R", data) * 3)

    def errors(self):
        return self.log(state="error")

    def test_restored_in_mid_round(self):
        self.begin()
        self.draw(("2S", "punto"), ("2H", "banca"))
        backup = self.back_up()
        self.draw(("3S", "punto"), ("3H", "banca"), ("4D", "punto"))
        self.put_back(backup)
        self.start()
        self.send_again()
        wait_for(self.errors, "the finding")
        self.close_round()
        self.assertLessEqual(set(self.codes()), {"frames_lost", "device_error", "device_offline"})
        self.assertIn("frames_lost", self.codes())
        for _ in range(2):
            self.assertEqual(self.daemon.stop(), 0)
            self.start()
            self.send_again()
        wait_for(lambda: self.client.ok("status")["devices"][0]["repeats"] >= 1, "it is known")
        self.assertEqual(len(self.errors()), 1)

    def test_drawn_while_nobody_listened(self):
        """Without any restore: what the shoe says suffices."""
        self.begin()
        self.draw(("2S", "punto"), ("2H", "banca"))
        self.assertEqual(self.daemon.stop(), 0)
        for card, target in (("3S", "punto"), ("3H", "banca"), ("4D", "punto")):
            self.shoe.send_card(card, target)
        termios.tcflush(self.shoe.slave, termios.TCIFLUSH)  # nobody read it
        self.start()
        self.send_again()
        wait_for(self.errors, "the finding")
        self.close_round()
        self.assertLessEqual(set(self.codes()), {"frames_lost", "device_error", "device_offline"})
        self.assertIn("frames_lost", self.codes())


class Unnumbered(Unseen):
    """A shoe that says nothing of what it sent before: only the restore itself does."""
    driver = "beetek"
    silence = ["device_offline"]  # at each start
    CARDS = (("2S", "punto"), ("2H", "banca")), (("3S", "punto"), ("3H", "banca"), ("4D", "punto"))

    def test_restored_in_mid_round(self):
        self.begin()
        self.draw(*self.CARDS[0])
        backup = self.back_up()
        self.draw(*self.CARDS[1])
        self.put_back(backup)
        self.start()
        self.close_round()
        self.assertEqual(self.codes(), ["frames_lost"] + self.silence)
        self.assertEqual(self.daemon.stop(), 0)
        self.start()
        self.assertEqual(self.codes(), ["frames_lost"] + 2 * self.silence)

    def test_the_write_ahead_log_is_cut(self):
        """In the last second, which no note names; the log itself shows that more was behind."""
        self.begin()
        wait_for(lambda: (self.state / "sabotd-progress.note").exists(), "the note")
        notes = {path: path.read_bytes() for path in self.daemon.directory.glob("*/*progress.note")}
        at = (self.state / "sabot.db-wal").stat().st_size
        self.draw(*self.CARDS[0], *self.CARDS[1])
        self.daemon.kill()
        for path, note in notes.items():
            path.write_bytes(note)
        log = bytearray((self.state / "sabot.db-wal").read_bytes())
        log[at + 24 + 100] ^= 1
        (self.state / "sabot.db-wal").write_bytes(log)
        self.start()
        found = [line["detail"] for line in self.client.export("house")
                 if line.get("code") == "log_replaced"]
        self.assertEqual(found, [{"why": "behind"}])
        self.assertEqual(len(list(self.state.glob("sabot.db-wal.[0-9]*"))), 1)
        self.close_round()
        self.assertEqual(self.codes(), ["frames_lost"] + self.silence)

    def test_restored_with_nothing_missing(self):
        self.begin()
        self.draw(*self.CARDS[0], *self.CARDS[1])
        self.put_back(self.back_up())
        self.start()
        self.close_round()
        self.assertEqual(self.codes(), self.silence + ["wrong_result"])

    def test_restored_on_another_machine(self):
        """No note says what is missing."""
        self.begin()
        self.draw(*self.CARDS[0])
        backup = self.back_up()
        self.draw(*self.CARDS[1])
        self.put_back(backup)
        shutil.rmtree(self.spool)
        (self.state / "sabotd-progress.note").unlink()
        self.start()
        self.close_round()
        self.assertEqual(self.codes(), ["frames_lost"] + self.silence)

    def test_the_spool_is_gone(self):
        """What was dealt while the database was away was in the spool only."""
        self.begin()
        self.draw(*self.CARDS[0])
        for path in self.state.glob("sabot.db*"):
            path.rename(path.with_name("away" + path.name))
        for card, target in self.CARDS[1]:
            self.card(card, target)
        spool = self.spool / "sabotd-spool.ndjson"
        wait_for(lambda: spool.exists() and "4D" in spool.read_text(), "the spool")
        self.daemon.stop()
        spool.unlink()
        for path in self.state.glob("away*"):
            path.rename(path.with_name(path.name[4:]))
        self.start()
        self.close_round()
        self.assertEqual(self.codes(), ["frames_lost"] + self.silence)

    def test_restored_to_before_the_load(self):
        backup = self.back_up()
        self.begin()
        self.draw(*self.CARDS[0])
        self.put_back(backup)
        self.start()
        self.card("3S", "punto")
        self.client.event("PB-01", ev="no_more_bets")
        self.close_round()
        self.assertLessEqual(set(self.codes()),
                             {"frames_lost", "device_offline", "event_out_of_order"})

    def card(self, card, target):
        del target
        os.write(self.shoe.master, f"[Game]<Card:{card}>\r\n".encode())


class ByHand(Unseen):
    """A dealer who types that a device lost something says no more than that."""

    def test_without_a_code(self):
        self.client.event("PB-02", ev="load", decks=6)
        self.client.event("PB-02", ev="no_more_bets")
        self.client.event("PB-02", ev="device", state="lost")
        found, = self.client.ok("incidents", table="PB-02")["incidents"]
        self.assertEqual((found["code"], found["text"]),
                         ("frames_lost", "The reader lost messages: cards may be missing."))
        self.assertIn(found["text"], run("incidents", "--socket", self.daemon.socket)[1])
        self.assertEqual(self.daemon.stop(), 0)
        self.start()
        self.assertEqual(len(self.client.ok("incidents", table="PB-02")["incidents"]), 1)

    def test_not_for_a_shoe_that_reads(self):
        """He would put his own round in doubt."""
        self.begin()
        self.draw(("2S", "punto"))
        for state in ("lost", "offline"):
            reply = self.client.ask("event", table="PB-01",
                                    event={"ev": "device", "state": state, "src": "manual"})
            self.assertIn("it reports itself what it lost", reply["error"]["text"])
        self.assertEqual(self.codes(), [])


class Mirrored(Unnumbered):
    """The mirror has what happened in the last second, which the notes do not name."""
    test_restored_in_mid_round = test_restored_with_nothing_missing = None
    test_restored_on_another_machine = test_the_spool_is_gone = None
    test_restored_to_before_the_load = test_the_write_ahead_log_is_cut = None

    def setUp(self):
        super().setUp()
        self.daemon.stop()
        self.daemon.config.write_text(self.daemon.config.read_text().replace(
            "create_key = yes\n", f"create_key = yes\nmirror = {self.daemon.directory}/mirror\n"))
        self.start()
        wait_for(lambda: self.client.ok("status").get("mirror") == "current", "the mirror")

    def replaced(self):
        return [line["detail"] for line in self.client.export("house")
                if line.get("code") == "log_replaced"]

    def put_in_place(self, folder):
        for kept in folder.rglob("*.*"):
            path = self.daemon.directory / kept.relative_to(folder)
            for old in path.parent.glob("sabot.db*"):
                old.unlink()
        shutil.copytree(folder, self.daemon.directory, dirs_exist_ok=True)

    def test_the_mirror_is_ahead(self):
        """What a disk leaves that lost the end of the write-ahead log. Whether the start writes
        fewer events than are missing, or more, before the mirror is compared, is the same."""
        self.begin()
        self.draw(*self.CARDS[0])
        before = self.daemon.directory / "before"
        for folder in ("state", "spool"):
            (before / folder).mkdir(parents=True)
        shutil.copy(self.back_up()[0], before / "state" / "sabot.db")
        for note in self.daemon.directory.glob("*/*progress.note"):
            shutil.copy(note, before / note.relative_to(self.daemon.directory))
        n = self.client.view("PB-01")["n"]
        self.draw(*self.CARDS[1])
        wait_for(lambda: self.client.view("PB-01")["n"] == n + 3, "the acknowledgement")
        self.daemon.kill()
        shutil.copytree(self.daemon.directory / "mirror", before / "mirror")
        for _ in range(3):
            self.put_in_place(before)
            self.start()
            wait_for(self.replaced, "the finding")
            self.close_round()
            self.assertEqual(self.codes(), ["frames_lost"] + self.silence)
            self.assertEqual([found["why"] for found in self.replaced()], ["mirror"])
            self.assertIn(f"PB-01 {n + 1}-{n + 3}", self.replaced()[0]["logs"])
            self.daemon.kill()


class Numbers(Unnumbered):
    """Who was connected before does not take events for others that had their numbers."""

    def origin(self):
        return self.client.greeting["sabot"]["origin"]

    def watch(self, since):
        return self.client.ok("watch", since=since)["resumed"]

    def test_a_restart_goes_on(self):
        self.begin()
        before, seq = self.origin(), self.client.ok("status")["seq"]
        self.assertEqual(self.daemon.stop(), 0)
        self.start()
        self.assertEqual(self.origin(), before)
        self.assertTrue(self.watch(seq))

    def test_not_over_a_restore(self):
        backup = self.back_up()
        self.begin()
        before = self.origin()
        self.put_back(backup)
        self.start()
        self.assertNotEqual(self.origin(), before)

    def test_not_over_an_outage(self):
        before = self.origin()
        self.assertEqual(self.daemon.stop(), 0)
        database = self.state / "sabot.db"
        whole = database.read_bytes()
        for content in (b"no database" * 1000, whole):
            database.write_bytes(content)
            self.client = self.daemon.start()
            self.client.event("PB-01", ev="load", decks=6)
            self.assertNotEqual(self.origin(), before)
            before = self.origin()
            self.daemon.stop()

    test_restored_in_mid_round = test_restored_with_nothing_missing = None
    test_restored_on_another_machine = test_the_spool_is_gone = None
    test_restored_to_before_the_load = test_the_write_ahead_log_is_cut = None


class Counting(Unseen):
    """A shoe that keeps and numbers its events."""
    driver = "ref"
    silence = []

    def start(self):
        super().start()
        wait_for(lambda: self.shoe.acked == len(self.shoe.events), "what it kept")

    def plug(self):
        self.shoe = RefShoe("SR8-0001", 1)
        self.shoe.plug(self.daemon.directory / "shoe-1")
        self.addCleanup(self.shoe.unplug)

    def card(self, card, target):
        self.shoe.card(card, target)

    test_restored_in_mid_round = Unnumbered.test_restored_in_mid_round
    CARDS = Unnumbered.CARDS


class Stopped(Unseen):
    """Nobody listens while the daemon does not run, whether it was stopped or killed."""
    driver = "beetek"
    CARDS = Unnumbered.CARDS
    card = Unnumbered.card
    doubt = ["device_offline"]

    def forget_unread(self):
        termios.tcflush(self.shoe.slave, termios.TCIFLUSH)

    def end_in(self, end, *missed):
        """The daemon ends, the cards leave the shoe, and the daemon runs again."""
        end()
        for card, target in missed:
            self.card(card, target)
        self.forget_unread()
        self.start()

    def ends(self):
        return self.daemon.stop, self.daemon.kill

    def test_in_mid_round(self):
        for end in self.ends():
            self.begin()
            self.draw(*self.CARDS[0])
            self.end_in(end, *self.CARDS[1])
            self.close_round()
            self.assertEqual(self.codes(), self.doubt)
            self.doubt = self.doubt * 2

    def test_before_the_load_is_counted(self):
        """A card that is missing then may be one that nobody read."""
        self.client.event("PB-01", ev="load", decks=6)
        self.end_in(self.daemon.kill, *self.CARDS[1])
        self.client.event("PB-01", ev="unload", left=309)
        self.assertEqual(self.codes(), self.doubt)

    def test_without_a_load(self):
        self.client.event("PB-01", ev="load", decks=6)
        self.client.event("PB-01", ev="unload", left=312)
        self.end_in(self.daemon.kill)
        self.assertEqual((self.codes(), self.log(state="offline")), ([], []))

    def test_it_is_told_once(self):
        """As long as the shoe is away, which began with the first stop."""
        self.begin()
        self.daemon.kill()
        os.unlink(self.shoe.path)
        for _ in range(3):
            self.start()
            self.assertEqual(len(self.log(state="offline")), 1)
            self.daemon.kill()

    def test_what_follows_is_judged(self):
        """The doubt ends with the round in which nobody listened."""
        self.begin()
        self.end_in(self.daemon.stop)
        self.draw(*self.CARDS[0])
        self.client.event("PB-01", ev="result", winner="punto")
        self.client.event("PB-01", ev="no_more_bets")
        self.draw(("9S", "punto"), ("KD", "punto"), ("2H", "banca"), ("KS", "banca"))
        self.client.event("PB-01", ev="result", winner="banca")
        self.assertEqual(self.codes(), ["device_offline", "wrong_result"])


class StoppedAngelEye(Stopped):
    driver = "angeleye2"
    card = Unseen.card


class StoppedReader(Stopped):
    driver = "keyboard"

    def card(self, card, target):
        del target
        os.write(self.shoe.master, f"{card}\n".encode())


class StoppedCounting(Counting):
    """What the shoe kept proves what was dealt, or that nothing was."""
    test_restored_in_mid_round = None

    def end_in(self, *missed):
        self.daemon.kill()
        for card, target in missed:
            self.card(card, target)
        self.shoe.forget_unread()

    def test_in_mid_round(self):
        self.begin()
        self.draw(*self.CARDS[0])
        self.end_in(*self.CARDS[1])
        self.start()
        wait_for(lambda: len(self.log(ev="card")) == 5, "what it kept")
        self.close_round()
        self.assertEqual(self.codes(), ["wrong_result"])
        self.assertEqual(self.log(state="offline"), [])

    def test_before_it_has_answered(self):
        """Until then nobody knows what it kept; then nobody knows when it was dealt."""
        self.begin()
        self.draw(*self.CARDS[0])
        self.end_in(*self.CARDS[1])
        self.shoe.fall_silent()
        self.client = self.daemon.start()
        self.close_round()
        self.assertEqual(self.codes(), ["device_offline"])
        self.shoe.is_silent = False
        wait_for(lambda: self.log(state="online", detail=0), "the shoe's answer")
        self.assertEqual(self.codes(), ["device_offline"] + 3 * ["frames_lost"])

    def test_nothing_was_dealt(self):
        self.begin()
        self.draw(*self.CARDS[0])
        self.end_in()
        self.shoe.fall_silent()
        self.client = self.daemon.start()
        self.client.event("PB-01", ev="bet", box=2, on="punto", amount=500)
        self.shoe.is_silent = False
        wait_for(lambda: self.log(state="online", detail=0), "the shoe's answer")
        self.draw(*self.CARDS[1])
        self.close_round()
        self.assertIn("wrong_result", self.codes())

    def test_a_gap_of_the_log_is_not_the_shoes(self):
        """What it kept does not prove that the log has everything."""
        self.begin()
        self.draw(*self.CARDS[0])
        backup = self.back_up()
        self.client.event("PB-01", ev="bet", box=2, on="punto", amount=500)
        self.put_back(backup)
        self.start()
        self.shoe.unplug()
        wait_for(lambda: self.log(state="offline"), "the shoe is away")
        self.shoe.plug(self.daemon.directory / "shoe-1")
        wait_for(lambda: self.client.view("PB-01")["device"]["state"] == "online", "the shoe")
        self.draw(*self.CARDS[1])
        self.close_round()
        self.assertLessEqual(set(self.codes()), {"frames_lost", "device_offline"})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + [name for name in sys.argv[3:] if name])
