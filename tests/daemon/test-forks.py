#!/usr/bin/env python3
"""Two daemons on copies of one database, with one key: once such a one and a third house meet,
by a table that goes from one to the other, it is seen on both sides. Tables that honest houses
give each other, and what they restore by the book, are never accused.

usage: test-forks.py SABOTD SABOTCTL VERIFY_LOG FAULTS
"""
import random
import shutil
import sys
import unittest

from fixture import wait_for
from houses import SABOTCTL, TABLES, Case, House, run

FAULTS = sys.argv.pop(1)
AHEAD_S = 800 * 24 * 3600
MORE = TABLES + "".join(f"[table PB-0{i}]\nrules = punto-banco-es\n" for i in range(3, 7))


class Forks(Case):
    def house(self):
        return House(self, MORE)

    def copy(self, house):
        """Its database and key, as they are, at another place: stopped for it."""
        kept = self.path(f"copy-{random.random()}")
        house.daemon.stop()
        shutil.copytree(house.database.parent, kept)
        house.start()
        return kept

    def put(self, kept, house):
        """In the place of what the house has; its spool's disk is another one."""
        house.daemon.stop()
        for path in (house.database.parent, house.daemon.directory / "spool"):
            shutil.rmtree(path)
        shutil.copytree(kept, house.database.parent)
        house.start()

    def deal(self, house, table):
        self.say(house, {"ev": "load", "decks": 6}, {"ev": "card", "card": "2C"}, table=table)

    def move(self, one, other, table):
        file = self.path(f"{table}-{random.random()}.table")
        self.give(one, file, table)
        status, said = other.take(file, one.key)
        return status, said, file

    def found(self, house):
        """Where two houses met; that a copy has a spool without a note is said at its start."""
        return [line["detail"] for line in house.client.export("house")
                if line.get("code") == "log_replaced" and "detail" in line
                and line["detail"]["why"] != "no_note"]

    def assert_found(self, house, why, of, number=1):
        wait_for(lambda: len(self.found(house)) >= number, "the finding")
        found = self.found(house)
        self.assertEqual([one["why"] for one in found], [why] * number)
        self.assertEqual({one["key"] for one in found}, {of.key.split("+")[0]})
        severities = {one["severity"] for one in house.client.ok("incidents")["incidents"]
                      if one["code"] == "log_replaced"}
        self.assertEqual(severities, {"critical"})

    def two_of_one(self, *, before):
        """A house that has given PB-01 to another, and a copy of it from before or after that."""
        one, other, copy = self.house(), self.house(), self.house()
        for table in ("PB-01", "PB-02", "PB-03", "PB-04"):
            self.deal(one, table)
        kept = self.copy(one) if before else None
        self.assertEqual(self.move(one, other, "PB-01")[0], 0)
        kept = kept or self.copy(one)
        self.put(kept, copy)
        copy.key = one.key
        return one, other, copy

    def test_a_copy_from_before(self):
        """It does not know that the table was given away; nor does it need to be that table."""
        _, other, copy = self.two_of_one(before=True)
        self.deal(copy, "PB-02")
        status, said, file = self.move(copy, other, "PB-02")
        self.assertNotEqual(status, 0)
        self.assertIn("there are two of it", said)
        self.assert_found(other, "giver", copy)
        self.assertEqual(other.view("PB-02")["n"], 0)
        # The same again is the same finding.
        self.assertNotEqual(other.take(file, copy.key)[0], 0)
        self.assertEqual(len(self.found(other)), 1)
        # The other side sees it as soon as something comes from there.
        self.deal(other, "PB-05")
        self.assertEqual(self.move(other, copy, "PB-05")[0], 0)
        self.assert_found(copy, "witness", other)
        other.restart()
        copy.restart()
        self.assertEqual((len(self.found(other)), len(self.found(copy))), (1, 1))

    def test_the_same_table_twice(self):
        _, other, copy = self.two_of_one(before=True)
        self.say(copy, {"ev": "card", "card": "9H"})
        status, said, _ = self.move(copy, other, "PB-01")
        self.assertNotEqual(status, 0)
        self.assertIn("there are two of it", said)
        self.assert_found(other, "giver", copy)

    def test_both_go_on(self):
        """A copy from after the table was given: it knows all that the other house does, until one
        of the two gives something else."""
        one, other, copy = self.two_of_one(before=False)
        self.deal(one, "PB-02")
        self.deal(copy, "PB-03")
        self.assertEqual(self.move(one, other, "PB-02")[0], 0)
        self.assertNotEqual(self.move(copy, other, "PB-03")[0], 0)
        self.assert_found(other, "giver", copy)
        # Of the two the house has met the first: that one is not accused.
        self.deal(other, "PB-05")
        self.assertEqual(self.move(other, one, "PB-05")[0], 0)
        self.assertEqual(self.found(one), [])
        self.deal(other, "PB-06")
        self.assertEqual(self.move(other, copy, "PB-06")[0], 0)
        self.assert_found(copy, "witness", other)

    def test_rewound(self):
        """The house itself, with an older copy of its database in place."""
        one, other = self.house(), self.house()
        for table in ("PB-01", "PB-02"):
            self.deal(one, table)
        kept = self.copy(one)
        self.assertEqual(self.move(one, other, "PB-01")[0], 0)
        self.put(kept, one)
        self.assertNotEqual(self.move(one, other, "PB-02")[0], 0)
        self.assert_found(other, "giver", one)

    def test_side_by_side(self):
        """Where they never meet: their databases do."""
        one, other, copy = self.two_of_one(before=True)
        self.deal(copy, "PB-02")
        for house in (one, other, copy):
            house.daemon.stop()
        status, said = run(SABOTCTL, "table", "check", one.database, copy.database)
        self.assertEqual(status, 1)
        self.assertIn("copies of one database, and each went on by itself", said)
        kept = self.path("kept.db")
        shutil.copy(one.database, kept)
        one.start()
        self.deal(one, "PB-03")
        one.daemon.stop()
        self.assertEqual(run(SABOTCTL, "table", "check", one.database, kept, other.database)[0], 0)

    def meet(self):
        """A house and a copy of it, each of which went on, and a table that each may take."""
        one, copy = self.house(), self.house()
        for table in ("PB-01", "PB-02", "PB-03"):
            self.deal(one, table)
        self.put(self.copy(one), copy)
        copy.key = one.key
        for house in (one, copy):
            self.say(house, {"ev": "card", "card": "9H"})
            self.seal(house)
        return one, copy

    def assert_refused(self, status, said):
        self.assertNotEqual(status, 0)
        self.assertIn("there are two of it", said)

    def test_the_two_meet(self):
        """Neither of them has met anybody else: each knows its own checkpoints."""
        one, copy = self.meet()
        for giver, taker, table, n in ((one, copy, "PB-02", 2), (copy, one, "PB-03", 5)):
            # With fewer checkpoints than the other it would also say that it lacks some.
            for _ in range(n):
                self.deal_again(taker)
            before = taker.view(table)["n"]
            status, said, file = self.move(giver, taker, table)
            self.assert_refused(status, said)
            self.assert_found(taker, "giver", giver)
            self.assert_refused(*taker.take(file, giver.key))
            self.assertEqual((len(self.found(taker)), taker.view(table)["n"]), (1, before))
            # Back where it was given: nobody is accused of that.
            found = self.found(giver)
            self.assertEqual(giver.take(file, giver.key)[0], 0)
            self.assertEqual(self.found(giver), found)

    def test_the_two_meet_without_daemons(self):
        one, copy = self.meet()
        file = self.path("PB-02.table")
        self.give(one, file, "PB-02")
        copy.daemon.stop()
        for _ in range(2):
            self.assert_refused(*copy.alone("import", file, "--key", one.key))
        copy.start()
        self.assert_found(copy, "giver", one)

    def test_a_copy_that_is_behind_meets_the_house(self):
        """It lacks what its own key has signed."""
        one, copy = self.house(), self.house()
        self.deal(one, "PB-02")
        kept, file = self.copy(one), self.path("PB-02.table")
        self.deal_again(one)
        self.give(one, file, "PB-02")
        for _ in range(2):
            self.assertNotEqual(run(SABOTCTL, "table", "import", kept / "sabot.db", file, "--key",
                                    one.key, "--spool", kept)[0], 0)
        self.put(kept, copy)
        self.assert_found(copy, "witness", one)

    def deal_again(self, house):
        self.say(house, {"ev": "card", "card": "9H"})
        self.seal(house)

    def test_a_table_that_comes_back(self):
        """It never arrived: the house that gave it takes it, each time, and nothing is found."""
        one = self.house()
        self.deal(one, "PB-01")
        for turn in range(2):
            file = self.path(f"{turn}.table")
            self.give(one, file)
            for again in range(2):
                self.assertEqual(one.take(file, one.key)[0] != 0, again > 0)
            self.say(one, {"ev": "card", "card": "9H"})
            self.kill(one)
        self.assertEqual((self.found(one), self.criticals(one)), ([], []))

    def test_without_daemons(self):
        _, other, copy = self.two_of_one(before=True)
        file = self.path("PB-02.table")
        self.give(copy, file, "PB-02")
        other.daemon.stop()
        for _ in range(2):
            status, said = other.alone("import", file, "--key", copy.key)
            self.assertNotEqual(status, 0)
            self.assertIn("there are two of it", said)
        other.start()
        self.assert_found(other, "giver", copy)

    def test_what_a_stranger_writes_accuses_nobody(self):
        """What is said of a past counts with the signature of whose past it is."""
        one, other = self.house(), self.house()
        for table in ("PB-01", "PB-02", "PB-03"):
            self.deal(one, table)
        self.assertEqual(self.move(one, other, "PB-01")[0], 0)
        for i, (table, old, new) in enumerate((("PB-02", "given", "gibes"),
                                               ("PB-03", "until", "antil"))):
            file, forged = self.path(f"{i}.table"), self.path(f"forged-{i}.table")
            self.give(one, file, table)
            header, rest = file.read_text().split("\n", 1)
            self.assertIn(f"\\n{old} ", header)
            forged.write_text(header.replace(f"\\n{old} ", f"\\n{new} ") + "\n" + rest)
            self.assertEqual(other.take(forged, one.key)[0], 0)
            self.assertEqual(self.found(other), [])

    # Nobody is accused.

    def seal(self, house):
        last = house.client.ok("status")["seq"]
        wait_for(lambda: house.sealed() >= last, "a checkpoint")

    def back_up(self, house):
        backup = self.path("backup.db")
        self.seal(house)
        status, said = run(SABOTCTL, "backup", backup, "--state", house.database.parent, "--key",
                           house.key)
        self.assertEqual(status, 0, said)
        return backup

    def restore(self, house, backup):
        """Stopped: the daemon is not started yet."""
        house.daemon.stop()
        for path in house.database.parent.glob("sabot.db*"):
            path.unlink()
        status, said = run(SABOTCTL, "restore", backup, "--state", house.database.parent, "--key",
                           house.key)
        self.assertEqual(status, 0, said)

    def test_restored_and_not_started_yet(self):
        """The table comes back from a file that was given after the backup."""
        one = self.house()
        self.deal(one, "PB-01")
        backup, file = self.back_up(one), self.path("PB-01.table")
        self.deal_again(one)
        self.give(one, file)
        self.restore(one, backup)
        one.alone("import", file, "--key", one.key)
        one.start()
        self.assertEqual((self.found(one), self.criticals(one)), ([], []))

    def test_restored_by_the_book(self):
        """What the backup lacked was given before: that is said where it was restored."""
        one, other = self.house(), self.house()
        for table in ("PB-01", "PB-02"):
            self.deal(one, table)
        backup = self.back_up(one)
        self.assertEqual(self.move(one, other, "PB-01")[0], 0)
        self.restore(one, backup)
        one.start()
        self.deal(other, "PB-05")
        self.assertEqual(self.move(other, one, "PB-05")[0], 0)
        self.assertEqual(self.move(one, other, "PB-02")[0], 0)
        self.assertEqual((self.found(one), self.found(other)), ([], []))
        self.assertEqual(self.criticals(one), [])

    # The clock was wrong by years meanwhile: the order of the logs decides.

    def start_at(self, ahead_s, *houses):
        for house in houses:
            environment = house.daemon.environment
            preloaded = environment.get("LD_PRELOAD", "").removeprefix(f"{FAULTS}:")
            environment |= {"SABOT_CLOCK_S": str(ahead_s), "LD_PRELOAD": f"{FAULTS}:{preloaded}"}
            house.restart()

    def test_restored_behind_a_clock_that_was_ahead(self):
        """What the backup lacked was given by a clock of another year."""
        one, other = self.house(), self.house()
        for table in ("PB-01", "PB-02"):
            self.deal(one, table)
        backup = self.back_up(one)
        self.start_at(AHEAD_S, one, other)
        self.assertEqual(self.move(one, other, "PB-01")[0], 0)
        self.start_at(0, one, other)
        self.restore(one, backup)
        one.start()
        self.deal(other, "PB-05")
        self.assertEqual(self.move(other, one, "PB-05")[0], 0)
        self.assertEqual(self.move(one, other, "PB-02")[0], 0)
        self.assertEqual((self.found(one), self.found(other)), ([], []))

    def test_rewound_behind_a_restore_by_a_clock_that_was_ahead(self):
        """That restore is in what was said before and after: it explains nothing."""
        one, other = self.house(), self.house()
        for table in ("PB-01", "PB-02"):
            self.deal(one, table)
        backup = self.back_up(one)
        self.start_at(AHEAD_S, one)
        self.restore(one, backup)
        one.start()
        self.deal_again(one)
        self.start_at(0, one)
        kept = self.copy(one)
        self.assertEqual(self.move(one, other, "PB-01")[0], 0)
        self.put(kept, one)
        self.deal_again(one)
        self.assert_refused(*self.move(one, other, "PB-02")[:2])
        self.assert_found(other, "giver", one)
        self.deal(other, "PB-05")
        self.assertEqual(self.move(other, one, "PB-05")[0], 0)
        self.assert_found(one, "witness", other)

    def test_a_copy_of_a_house_that_was_restored_by_a_clock_that_was_ahead(self):
        """The restore is in the past of both: neither is explained by it when the two meet."""
        one, copy = self.house(), self.house()
        for table in ("PB-01", "PB-02"):
            self.deal(one, table)
        backup = self.back_up(one)
        self.start_at(AHEAD_S, one)
        self.restore(one, backup)
        one.start()
        self.deal_again(one)
        self.start_at(0, one)
        self.put(self.copy(one), copy)
        copy.key = one.key
        for house in (one, copy):
            self.deal_again(house)
        self.assert_refused(*self.move(one, copy, "PB-02")[:2])
        self.assert_found(copy, "giver", one)

    def archive_restore(self, house):
        """Ruled, so that the house log may go; what `carried` says is archived the next time."""
        restore, = (one for one in house.client.ok("incidents")["incidents"]
                    if one["code"] == "log_restored")
        house.client.event("house", ev="ruling", incident=restore["id"], remedy="let_stand",
                           by="pit")
        kept = self.copy(house)
        for _ in range(2):
            self.deal_again(house)
            self.assertTrue(house.client.ok("archive", before="2100-01-01T00:00:00Z")["file"])
        wait_for(lambda: "log_restored" not in str(house.client.export("house")), "rows to go")
        return kept

    def test_rewound_to_before_the_restore_was_archived(self):
        """What was said last no longer names it: by its time, it lies before that."""
        one, other = self.house(), self.house()
        for table in ("PB-01", "PB-02"):
            self.deal(one, table)
        self.restore(one, self.back_up(one))
        one.start()
        kept = self.archive_restore(one)
        self.assertEqual(self.move(one, other, "PB-02")[0], 0)
        self.put(kept, one)
        for _ in range(4):
            self.deal_again(one)
        self.assert_refused(*self.move(one, other, "PB-01")[:2])
        self.assert_found(other, "giver", one)

    def test_given_before_the_restore_was_recorded(self):
        """And restored again: what was given between the two is lost by the book."""
        one, other = self.house(), self.house()
        for table in ("PB-01", "PB-02"):
            self.deal(one, table)
        backup, file = self.back_up(one), self.path("PB-01.table")
        self.deal_again(one)
        self.restore(one, backup)
        status, said = one.alone("export", "--table", "PB-01", "--out", file)
        self.assertEqual(status, 0, said)
        self.take(other, file, one.key)
        one.start()
        self.restore(one, backup)
        one.start()
        self.assertEqual(self.move(one, other, "PB-02")[0], 0)
        self.deal(other, "PB-05")
        self.assertEqual(self.move(other, one, "PB-05")[0], 0)
        self.assertEqual((self.found(one), self.found(other)), ([], []))

    def test_honest_houses(self):
        """Tables go round among three, with restarts, kills, new keys, files that come late and
        files that come twice."""
        chance = random.Random(20)
        houses = [self.house() for _ in range(3)]
        keys = {id(house): [house.key] for house in houses}
        at = {table: houses[0] for table in ("PB-01", "PB-02", "PB-03", "PB-04")}
        for table in at:
            self.deal(houses[0], table)
        late = []
        for turn in range(30):
            table = chance.choice(list(at))
            one = at[table]
            if one:
                other = chance.choice([house for house in houses if house is not one])
                file = self.path(f"{turn}.table")
                self.give(one, file, table)
                late.append((table, file, other, list(keys[id(one)])))
                at[table] = None
            if len(late) > 2 or not one:
                chance.shuffle(late)
                self.take_late(late.pop(), at, chance)
            house = chance.choice(houses)
            chance.choice((lambda: None, lambda: None, house.restart,
                           lambda: self.kill(house), lambda: self.new_key(house, keys)))()
            for table, where in at.items():
                if where:
                    self.say(where, {"ev": "card", "card": "2C"}, table=table)
        while late:
            self.take_late(late.pop(), at, chance)
        for house in houses:
            self.assertEqual(self.found(house), [])
            self.assertEqual(self.criticals(house), [])

    def criticals(self, house):
        return [one for one in house.client.ok("incidents")["incidents"]
                if one["code"] in ("log_replaced", "chain_broken", "store_down")]

    def take_late(self, one, at, chance):
        table, file, house, keys = one
        for turn in range(chance.randrange(1, 3)):
            status, said = run(SABOTCTL, "table", "import", "--socket", house.daemon.socket, file,
                               *(part for key in keys for part in ("--key", key)))
            self.assertEqual(status != 0, turn > 0, said)
        at[table] = house

    def kill(self, house):
        house.daemon.kill()
        house.start()

    def new_key(self, house, keys):
        house.daemon.stop()
        state = house.database.parent
        (state / "signing.key").rename(state / f"old-{len(keys[id(house)])}.key")
        status, said = run(SABOTCTL, "key", "create", "--state", state)
        self.assertEqual(status, 0, said)
        house.key = run(SABOTCTL, "key", "show", "--state", state)[1].strip()
        keys[id(house)].append(house.key)
        house.start()


if __name__ == "__main__":
    unittest.main()
