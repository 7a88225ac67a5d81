"""A robot that deals blackjack as a dealer does, by the verbs that his display sends, and makes
slips: what has to be called to the pit for each, with the last card mended at the table and
without.

usage: slips.py SABOTD SABOTCTL [--rounds N] [--percent P] [--each] [--noticed P] [--seed N]

Four kinds, each in so many percent of the rounds, or with --each of its occasions (stands, cards
for a hand that wants one, cards, rounds):

  forgotten  a hand stood, and the key was not touched: the next card is recorded at it
  wrong_box  Stand was touched for the hand that wanted a card: it is recorded at the one after
  mistyped   another rank is keyed in than that of the card
  early      the first card is drawn before "no more bets"

A slip is noticed at once, or (of 100 those beyond --noticed) after one card more; then it is too
late for a mend. The robot keeps what really lay where, and the log is compared with that.
"""
import argparse
import collections
import random
import sys

from fixture import Daemon, audit, full_shoe

ROUNDS_AN_HOUR = 60  # the pace that calls are counted by
SLIPS = ("forgotten", "wrong_box", "mistyped", "early")
RANKS = "A23456789TJQK"
TABLE = "BJ-01"
CARDS_LEFT_MIN = 130  # a round of seven boxes takes less than that less the cut card's 52


def total_of(cards):
    values = [min(RANKS.index(card[0]) + 1, 10) for card in cards]
    total = sum(values)
    return total + 10 if 1 in values and total <= 11 else total


class Robot:
    """One table of one daemon. `may_mend`: the house allows it."""

    each_percent = 0  # of the occasions of a slip, instead of the rounds

    def __init__(self, programs, may_mend, seed, noticed=100):
        self.sabotctl = programs[1]
        house = "" if may_mend else "[house]\nmend_s = 0\n"
        self.daemon, self.client = self.start(programs[0], f"{house}[table {TABLE}]\n"
                                              "rules = blackjack-es\nset.burn = 0\n")
        self.may_mend = may_mend
        self.chance = random.Random(seed)
        self.noticed = noticed
        self.shoe = []
        self.drawn = []   # every card that left the shoe, as it is
        self.rounds = []  # what lay in each: {(box, hand): cards, "dealer": cards}, or None: void
        self.calls = collections.Counter()
        self.made = collections.Counter()
        self.mended = 0

    def start(self, program, tables):
        daemon = Daemon(program, tables)
        return daemon, daemon.start()

    def close(self):
        self.daemon.close()

    def event(self, **event):
        return self.client.event(TABLE, **event)

    def view(self):
        return self.client.view(TABLE)

    def open_incidents(self):
        return [one for one in self.client.ok("incidents", open=True)["incidents"]
                if one["table"] == TABLE]

    # The cards.

    def new_load(self):
        if self.shoe:
            self.event(ev="unload", left=len(self.shoe))
        self.shoe = full_shoe()
        self.chance.shuffle(self.shoe)
        self.event(ev="load", decks=6)

    def draw(self, mistyped=False):
        """Draw a card and key it in."""
        card = self.shoe.pop()
        self.drawn.append(card)
        keyed = card
        if mistyped:
            keyed = self.chance.choice([rank for rank in RANKS if rank != card[0]]) + card[1]
        self.key_card(keyed)
        return card

    def key_card(self, card):
        self.event(ev="card", card=card, src="manual")

    def stand(self, box):
        self.event(ev="action", box=box, do="stand")

    # What is done about a slip.

    def slips_now(self):
        return self.each_percent and self.chance.random() * 100 < self.each_percent

    def is_noticed(self):
        return self.chance.randrange(100) < self.noticed

    def mend(self, **how):
        """True if the house lets it be done at the table. As the display does: what is possible
        is requested first."""
        ways = self.client.ask("mends", table=TABLE)
        if not self.may_mend:
            assert "mend the last card" in ways["error"]["text"], ways
            return False
        done = self.client.ok("mend", table=TABLE, of=ways["ok"]["of"], **how)
        states = [line["state"] for line in done["out"] if line["out"] == "incident_state"]
        assert "ruled" in states, done
        assert not self.open_incidents(), self.open_incidents()
        self.mended += 1
        return True

    def call(self, slip, remedy="void_round"):
        """The pit comes: what is open is ruled on."""
        if not self.open_incidents():
            self.event(ev="call")
        self.calls[slip] += 1
        for incident in reversed(self.open_incidents()):
            self.event(ev="ruling", incident=incident["id"], remedy=remedy)
        while self.open_incidents():
            for incident in self.open_incidents():
                self.event(ev="ruling", incident=incident["id"], remedy="let_stand")

    def void(self, slip):
        self.call(slip)
        self.hands = None

    # A round.

    def boxes(self):
        boxes = sorted(self.chance.sample(range(1, 8), self.chance.randrange(1, 8)))
        return boxes

    def bet(self, boxes):
        for box in boxes:
            self.event(ev="bet", box=box, amount=1000 * self.chance.randrange(1, 6))

    def draw_early(self, boxes):
        """The first card lies before the bets are closed: recorded or not, half of each."""
        recorded = self.chance.random() < 0.5
        if recorded:
            self.bet(boxes)
        card = self.draw()
        if self.mend(early=True):
            self.hands[boxes[0], 0] = [card]
        elif recorded:  # the pit lets it lie: it has closed the bets
            self.call("early", "let_stand")
            self.hands[boxes[0], 0] = [card]
        else:  # of no round: the pit burns it
            self.call("early", "burn_card")
        if not recorded:
            self.bet(boxes)

    def wants_card(self, box):
        return total_of(self.hands[box, 0]) < self.chance.choice((12, 14, 16, 17))

    def next_needs_card(self, box):
        """The next hand with a choice, or 0: the dealer. None: nobody takes a card then."""
        for later in self.order:
            if later > box and total_of(self.hands[later, 0]) < 21:
                return later
        return 0 if total_of(self.hands["dealer"]) < 17 else None

    def slip_stand(self, box):
        """Nothing is touched for the hand that stands; the next card is somebody else's."""
        whose = self.next_needs_card(box)
        card = self.draw()
        self.made["forgotten"] += 1
        if not self.is_noticed():
            self.draw()
            self.void("forgotten")
        elif self.mend(**({"box": whose} if whose else {"dealer": True})):
            self.hands[(whose, 0) if whose else "dealer"].append(card)
        else:
            self.void("forgotten")

    def slip_box(self, box):
        """Stand is touched though the hand wants a card."""
        self.stand(box)
        card = self.draw()
        self.made["wrong_box"] += 1
        if not self.is_noticed():
            self.draw()
            self.void("wrong_box")
        elif self.mend(box=box):
            self.hands[box, 0].append(card)
        else:
            self.void("wrong_box")

    def take(self, place, slip):
        """The next card goes to that place; one of the round's is mistyped if it has that slip."""
        is_slip = slip == "mistyped" and self.chance.random() < 0.2 or self.slips_now()
        card = self.draw(mistyped=is_slip)
        self.hands.setdefault(place, []).append(card)
        if not is_slip:
            return slip
        self.made["mistyped"] += 1
        if not self.is_noticed():
            self.draw()
            self.void("mistyped")
        elif not self.mend(card=card):
            self.void("mistyped")
        return None

    def play_hand(self, box, slip):
        """One decision. Returns the slip that is still to be made."""
        if self.wants_card(box):
            if slip == "wrong_box" or self.slips_now():
                self.slip_box(box)
                return None
            return self.take((box, 0), slip)
        if self.next_needs_card(box) is not None and (slip == "forgotten" or self.slips_now()):
            self.slip_stand(box)
            return None
        self.stand(box)
        return slip

    def play(self, slip):
        """Deal until the round is decided or void. Returns a slip that had no occasion."""
        while self.hands is not None:
            prompt = self.view()["prompt"]
            if prompt["kind"] == "result":
                break
            if prompt["kind"] == "insurance":
                self.event(ev="insurance_closed")
            elif prompt["kind"] == "play":
                slip = self.play_hand(prompt["box"], slip)
            else:
                assert prompt["kind"] in ("deal", "draw"), prompt
                place = "dealer" if prompt["who"] == "dealer" else (prompt["box"], 0)
                slip = self.take(place, slip)
        return slip

    def play_round(self, slip):
        """Returns a slip for which there was no occasion, or None."""
        if len(self.shoe) < CARDS_LEFT_MIN:
            self.new_load()
        self.hands = {}
        self.order = self.boxes()
        if slip == "early" or self.slips_now():
            self.made["early"] += 1
            self.draw_early(self.order)
            slip = None
        else:
            self.bet(self.order)
        self.event(ev="no_more_bets")
        slip = self.play(slip)
        self.rounds.append(self.hands)
        if self.hands is not None:
            self.event(ev="result")
        if self.open_incidents():  # nothing that the robot knows of
            self.call("other", "let_stand")
        return slip

    def run(self, n_rounds, percent):
        """Each kind in exactly that many rounds, in a random order."""
        if self.each_percent:
            percent = 0
        each = n_rounds * percent // 100
        slips = [slip for slip in SLIPS for _ in range(each)]
        slips += [None] * (n_rounds - len(slips))
        self.chance.shuffle(slips)
        waiting = []
        for slip in slips:
            if slip is None and waiting:
                slip = waiting.pop(0)
            left = self.play_round(slip)
            if left:
                waiting.append(left)
        return waiting

    # What the log has of it.

    def check(self):
        """Faults: the log, audited offline, against what lay on the table."""
        log = self.client.export(TABLE)
        lines = audit(self.sabotctl, log)
        faults = []
        if len(log) - 1 != self.view()["n"]:
            faults.append(f"{self.view()['n']} events, {len(log) - 1} of them in the log")
        cards = [event["card"] for event in log if event.get("ev") == "card"]
        if len(cards) != len(self.drawn):
            faults.append(f"{len(self.drawn)} cards were drawn, {len(cards)} are in the log")
        if sum(event.get("mend", False) for event in log) != self.mended:
            faults.append("a mend is missing in the log")
        rounds = {line["round"]: line for line in lines if line["out"] == "round"}
        if len(rounds) != len(self.rounds):
            faults.append(f"{len(self.rounds)} rounds were dealt, {len(rounds)} are in the log")
        faults += [f"round {number}: {hands} lay, {rounds[number]} is in the log"
                   for number, hands in enumerate(self.rounds, 1)
                   if hands is not None and number in rounds
                   and hands != self.as_logged(rounds[number])]
        return faults

    @staticmethod
    def as_logged(line):
        hands = {(hand["box"], hand["hand"]): hand["cards"] for hand in line["hands"]}
        hands["dealer"] = line["dealer_cards"]
        return hands

    def calls_an_hour(self):
        return sum(self.calls.values()) * ROUNDS_AN_HOUR / len(self.rounds)


def deal(programs, may_mend, arguments):
    robot = Robot(programs, may_mend, arguments.seed, arguments.noticed)
    robot.each_percent = arguments.percent if arguments.each else 0
    try:
        robot.run(arguments.rounds, arguments.percent)
        return robot, robot.check()
    finally:
        robot.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("sabotd")
    parser.add_argument("sabotctl")
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--percent", type=int, default=1)
    parser.add_argument("--each", action="store_true")
    parser.add_argument("--noticed", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    failed = False
    for name, may_mend in (("mend_s = 0 ", False), ("mend_s = 60", True)):
        robot, faults = deal((arguments.sabotd, arguments.sabotctl), may_mend, arguments)
        void = sum(hands is None for hands in robot.rounds)
        print(f"{name}: {len(robot.rounds)} rounds, {len(robot.drawn)} cards,"
              f" slips {dict(robot.made)}; mended at the table {robot.mended};"
              f" calls to the pit {dict(robot.calls)} = {robot.calls_an_hour():.2f} an hour at"
              f" {ROUNDS_AN_HOUR} rounds an hour; rounds void {void}; faults {len(faults)}",
              flush=True)
        for fault in faults[:10]:
            print("  " + fault)
        failed |= bool(faults)
    return failed


if __name__ == "__main__":
    sys.exit(main())
