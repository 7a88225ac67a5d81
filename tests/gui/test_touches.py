"""How many touches bets take: a robot touches the squares and chips of the real display, where they
stand, over the real daemon; what it laid is read back from the table's log.

usage: test_touches.py SABOTD SABOT_DEALER, run by on-display.sh
SABOT_LOOK=DIR keeps pictures.
"""
import re
import sys
import time
import unittest

from dealer import Display
from screen import Atspi, is_ready, name_of

Display.PROGRAMS = sys.argv[1:3]
CHIPS = (500, 1000, 2500, 5000, 10000, 50000, 100000)
SPACE_KEY = 0x20


def fewest(amount):
    """The chips of an amount, from the largest down."""
    chips = []
    for chip in reversed(CHIPS):
        while amount >= chip:
            chips.append(chip)
            amount -= chip
    assert amount == 0
    return chips


def spoken(amount):
    """As the display says it."""
    major = f'{amount // 100:,}'.replace(',', '\u2009')
    return major if amount % 100 == 0 else f'{major}.{amount % 100:02}'


class Robot(Display):
    """A finger: it goes where a thing stands, comes down, perhaps moves, and goes up again."""
    TABLES = ('[table PB-01]\nrules = punto-banco-house\nset.burn = 0\nset.boxes = 9\n'
              'set.chips = ' + ' '.join(map(str, CHIPS)) + '\n'
              '[table BJ-01]\nrules = blackjack-es\nset.burn = 0\n'
              'set.chips = ' + ' '.join(map(str, CHIPS)) + '\n')
    SEAT = 'seat'
    DECKS = 8
    PACE_S = 0  # at least, from one touch to the next

    def setUp(self):
        super().setUp()
        self.touches = 0
        self.touched_s = 0
        self.places = {}

    def load(self):
        self.event(ev='load', decks=self.DECKS)
        self.event(ev='limits', min=500, max=100000)
        self.find_places()

    def find_places(self):
        """Where the squares and chips are: nothing of it moves."""
        self.screen.wait_for(lambda: any(name.startswith('chip of ')
                                         for name in self.screen.names()), 'no chips')
        self.screen.wait_for(self.is_settled, 'no room for the squares')

    def is_settled(self):
        """All stands where it stood a moment ago: a window that opens on a busy machine is laid out
        before it has its own size."""
        before = {name: (at.x, at.y, at.width) for name, at in self.places.items()}
        time.sleep(0.3)
        return self.is_laid_out() and before == {name: (at.x, at.y, at.width)
                                                 for name, at in self.places.items()}

    def is_laid_out(self):
        self.places = {}
        for node in self.screen.buttons():
            extents = node.get_extents(Atspi.CoordType.SCREEN)
            self.places[self.plain(name_of(node))] = extents
        squares = [place for name, place in self.places.items()
                   if name.startswith(f'{self.SEAT} ')]
        return squares and min(place.width for place in squares) > 20

    @staticmethod
    def plain(name):
        """Without what stands there: "seat 7, banca"."""
        parts = name.split(', ')
        return ', '.join(parts[:2]) if parts[0].startswith(('seat ', 'box ')) else name

    @staticmethod
    def centre(place):
        return place.x + place.width // 2, place.y + place.height // 2

    def assert_at(self, before):
        """Of what can be touched nothing is elsewhere."""
        self.is_laid_out()
        places = {name: (at.x, at.y, at.width, at.height) for name, at in self.places.items()}
        for name, at in before.items():
            if name in places:
                self.assertEqual(places[name], (at.x, at.y, at.width, at.height), name)

    def touch(self, name):
        time.sleep(max(0, self.touched_s + self.PACE_S - time.monotonic()))
        self.touched_s = time.monotonic()
        x, y = self.centre(self.places[name])
        Atspi.generate_mouse_event(x, y, 'abs')
        Atspi.generate_mouse_event(x, y, 'b1p')
        Atspi.generate_mouse_event(x, y, 'b1r')
        self.touches += 1

    def stroke(self, first, last):
        """From one square to another, with the finger down."""
        x, y = self.centre(self.places[first])
        to_x, to_y = self.centre(self.places[last])
        Atspi.generate_mouse_event(x, y, 'abs')
        Atspi.generate_mouse_event(x, y, 'b1p')
        for i in range(1, 9):
            Atspi.generate_mouse_event(x + (to_x - x) * i // 8, y + (to_y - y) * i // 8, 'abs')
        Atspi.generate_mouse_event(to_x, to_y, 'b1r')
        self.touches += 1

    def stakes(self):
        """What lies, by box, bet and bettor, as the log says."""
        laid = {}
        for event in self.client.export(self.TABLE):
            if event.get('ev') == 'result':
                laid = {}
            if event.get('ev') == 'bet':
                key = event['box'], event['on'], event['bettor']
                laid[key] = event['amount']
                if not laid[key]:
                    del laid[key]
        return laid

    def does_lie(self, wanted):
        self.screen.wait_for(lambda: self.stakes() == wanted,
                             f'{wanted} was to lie')

    def lay(self, wanted):
        """Chip by chip, each value armed once."""
        chips = {key: fewest(amount) for key, amount in wanted.items()}
        for chip in CHIPS:
            keys = [key for key, own in chips.items() if chip in own]
            if keys:
                self.arm(chip)
            for key in keys:
                for _ in range(chips[key].count(chip)):
                    self.touch(self.square(*key))

    def arm(self, chip):
        if self.armed() != f'chip of {spoken(chip)}':
            self.touch(f'chip of {spoken(chip)}')
            self.screen.wait_for(lambda: self.armed() == f'chip of {spoken(chip)}',
                                 f'the chip of {spoken(chip)} is not armed')

    def armed(self):
        return next((name_of(node) for node in self.screen.buttons()
                     if node.get_role() == Atspi.Role.RADIO_BUTTON
                     and node.get_state_set().contains(Atspi.StateType.CHECKED)), None)

    def key(self, begin):
        """One touch on the key that begins so, wherever it stands, once it can be pressed."""
        node = self.screen.wait_for(
            lambda: next((node for node in self.screen.buttons()
                          if name_of(node).startswith(begin) and is_ready(node)), None),
            f'no key {begin}')
        self.places[begin] = node.get_extents(Atspi.CoordType.SCREEN)
        self.touch(begin)

    def close(self):
        """The one touch that closes bets."""
        self.key('No more bets')
        self.screen.wait_for(lambda: self.client.view(self.TABLE)['phase'] != 'betting',
                             'bets are open')

    def within(self, most, wanted):
        """So many touches and not more; and nothing was wrong before bets were closed."""
        self.does_lie(wanted)
        print(f'{type(self).__name__}: {self.touches} touches of {most}')
        self.assertLessEqual(self.touches, most)
        self.touches = 0

    def no_incident(self):
        self.assertEqual(self.client.ok('incidents', table=self.TABLE)['incidents'], [])


class PuntoBanco(Robot):
    """Nine seats."""
    NINE = (500, 1000, 2500, 3000, 5000, 7500, 10000, 15000, 20000)

    def square(self, box, bet, _bettor):
        return f'seat {box}, {bet}'

    def deal(self):
        self.cards('9C TS KD KH')
        self.event(ev='result')
        self.screen.wait_for(lambda: self.client.view(self.TABLE)['phase'] == 'betting',
                             'the coup is not over')
        self.screen.wait_for(lambda: self.screen.button('No more bets'), 'no key')

    def seats(self, amounts, bet='punto'):
        return {(box, bet, str(box)): amount for box, amount in enumerate(amounts, 1)}

    def test_first_coup_with_nine_different_stakes_then_unchanged_then_three_changes(self):
        self.load()
        wanted = self.seats(self.NINE)
        self.lay(wanted)
        self.does_lie(wanted)
        self.look('touches-nine-laid')
        self.no_incident()
        self.close()
        self.within(20, wanted)
        self.deal()
        self.screen.wait_for_name('seat 2, punto, 10 as before')
        self.look('touches-nine-as-before')
        self.close()
        self.within(1, wanted)
        self.deal()
        for seat, chip in ((5, 5000), (7, 100000), (9, 2500)):
            self.arm(chip)
            self.touch(f'seat {seat}, banca')
            del wanted[seat, 'punto', str(seat)]
            wanted[seat, 'banca', str(seat)] = chip
        self.screen.wait_for_name(f'seat 7, banca, {spoken(100000)}')
        self.look('touches-nine-changed')
        self.close()
        self.within(7, wanted)
        self.no_incident()

    def test_nine_equal_stakes_by_a_stroke(self):
        self.load()
        self.arm(2500)
        self.stroke('seat 1, punto', 'seat 9, punto')
        self.close()
        self.within(4, self.seats([2500] * 9))

    def test_a_seat_is_out_and_all_is_taken_back(self):
        self.load()
        self.arm(1000)
        self.stroke('seat 1, banca', 'seat 4, banca')
        four = self.seats([1000] * 4, 'banca')
        self.does_lie(four)
        self.touch('seat 2, tie')
        self.does_lie({**four, (2, 'tie', '2'): 1000})
        self.touch('Take away')
        self.touch('seat 3, banca')
        self.screen.wait_for(lambda: len(self.stakes()) == 4, 'nothing was taken away')
        for wanted in ({**four, (2, 'tie', '2'): 1000}, four, {}):
            self.screen.press('Undo')
            self.does_lie(wanted)
        self.screen.wait_for(lambda: not self.screen.button('Undo'), 'more is taken back')
        self.no_incident()

    def test_a_touch_where_it_was(self):
        """An incident comes from afar between two touches, and is ruled: nothing has moved."""
        self.load()
        self.arm(500)
        self.touch('seat 1, punto')
        self.does_lie({(1, 'punto', '1'): 500})
        before = dict(self.places)
        for _ in range(2):  # the second one is out of order
            self.event(ev='cut_card')
        self.screen.wait_for_name(re.compile('.* makes no sense now .*'))
        self.assert_at(before)
        self.touch('seat 4, punto')
        self.does_lie({(1, 'punto', '1'): 500, (4, 'punto', '4'): 500})
        incident, = self.client.ok('incidents', table=self.TABLE)['incidents']
        self.event(ev='ruling', incident=incident['id'], remedy='let_stand')
        self.screen.wait_for(lambda: not self.client.view(self.TABLE)['incidents']['open'],
                             'not ruled')
        self.touch('seat 9, banca')
        self.does_lie({(1, 'punto', '1'): 500, (4, 'punto', '4'): 500, (9, 'banca', '9'): 500})
        self.assert_at(before)

    def test_chip_by_chip_below_the_minimum_is_no_alarm(self):
        self.load()
        self.event(ev='limits', min=1000, max=100000)
        self.arm(500)
        self.touch('seat 3, punto')
        self.screen.wait_for_name('seat 3, punto, 5, below the minimum')
        self.look('touches-below')
        self.touch('seat 3, punto')
        self.screen.wait_for_name('seat 3, punto, 10')
        self.close()
        self.no_incident()


class Blackjack(Robot):
    """Seven boxes, and two who bet behind."""
    TABLE = 'BJ-01'
    SEAT = 'box'
    DECKS = 6
    NINE = (5000, 4000, 7500, 10000, 2000, 3500, 2500, 1500, 1000)
    BEHIND = {8: (2, 1, '2b'), 9: (5, 2, '5c')}

    def square(self, box, _bet, bettor):
        behind = bettor.lstrip('0123456789')
        return f'box {box}, behind {behind.upper()}' if behind else f'box {box}, main bet'

    def boxes(self, amounts):
        wanted = {}
        for i, amount in enumerate(amounts, 1):
            box, _place, bettor = self.BEHIND.get(i, (i, 0, str(i)))
            wanted[box, 'main', bettor] = amount
        return wanted

    def deal(self):
        """All have twenty, and so has the dealer."""
        self.cards('TS TH TC TD KS KH KC KD QS QH QC QD JS JH JC')
        for box in range(1, 8):
            self.event(ev='action', box=box, do='stand')
        self.cards('JD')
        self.event(ev='result')
        self.screen.wait_for(lambda: self.client.view(self.TABLE)['phase'] == 'betting',
                             'the round is not over')
        self.screen.wait_for(lambda: self.screen.button('No more bets'), 'no key')

    def test_nine_different_stakes_then_unchanged(self):
        self.load()
        wanted = self.boxes(self.NINE)
        self.lay(wanted)
        self.does_lie(wanted)
        self.look('touches-boxes')
        self.no_incident()
        self.close()
        self.within(21, wanted)
        self.deal()
        self.screen.wait_for_name('box 2, behind B, 15 as before')
        self.look('touches-boxes-as-before')
        self.close()
        self.within(1, wanted)
        self.no_incident()

    def test_a_display_that_starts_again_knows_the_last_bets(self):
        self.event(ev='load', decks=self.DECKS)
        wanted = self.boxes(self.NINE)
        for (box, on, bettor), amount in wanted.items():
            self.event(ev='bet', box=box, on=on, bettor=bettor, amount=amount)
        self.screen.wait_for(lambda: self.screen.button('No more bets'), 'no key')
        self.close()
        self.deal()
        self.close_display()
        self.open_display()
        self.screen.wait_for_name('box 2, behind B, 15 as before')
        self.look('touches-again')
        self.touches = 0
        self.close()
        self.within(1, wanted)

    def test_nine_equal_stakes(self):
        self.load()
        self.arm(2500)
        self.stroke('box 1, main bet', 'box 7, main bet')
        self.stroke('box 2, behind B', 'box 3, behind B')
        wanted = {(box, 'main', str(box)): 2500 for box in range(1, 8)}
        self.close()
        self.within(4, {**wanted, (2, 'main', '2b'): 2500, (3, 'main', '3b'): 2500})

    def offers(self):
        """What can be touched for insurance, and where; it must not move while others are."""
        places = {}
        for node in self.screen.buttons():
            name = name_of(node)
            if name.startswith('Insure box') or ' is insured: ' in name:
                extents = node.get_extents(Atspi.CoordType.SCREEN)
                places[name] = extents.x, extents.y, extents.width, extents.height
                self.places[name] = extents
        return places

    def insured(self):
        """By box and bettor, as the log says."""
        taken = {}
        for event in self.client.export(self.TABLE):
            if event.get('ev') == 'insurance':
                taken[event['box'], event['bettor']] = event['amount']
        return {key: amount for key, amount in taken.items() if amount}

    def test_insurance_is_touched_at_its_box(self):
        self.event(ev='load', decks=self.DECKS)
        for (box, on, bettor), amount in self.boxes(self.NINE).items():
            self.event(ev='bet', box=box, on=on, bettor=bettor, amount=amount)
        self.screen.wait_for(lambda: self.screen.button('No more bets'), 'no key')
        self.close()
        self.cards('TS TH TC TD KS KH KC AD QS QH QC QD JS JH JC')
        self.does_say('Insurance?')
        self.screen.wait_for(lambda: len(self.offers()) == 9, 'nine could insure')
        before = sorted(self.offers().values())
        self.assertGreaterEqual(min(height for _x, _y, _width, height in before), 44)
        for box in (2, 7):
            room = self.screen.place(f'box {box}: ')
            x, y = self.offers()[f'Insure box {box}: {spoken(self.NINE[box - 1] // 2)}'][:2]
            self.assertTrue(room.x <= x < room.x + room.width and
                            room.y <= y < room.y + room.height)
        self.look('touches-insurance')
        self.touches = 0
        for name, taken in (('Insure box 2: 20', (2, '2')), ('Insure box 2, B: 7.50', (2, '2b')),
                            ('Insure box 7: 12.50', (7, '7'))):
            self.touch(name)
            self.screen.wait_for(lambda wanted=taken: wanted in self.insured(), f'no {name}')
        self.screen.wait_for(lambda: self.screen.button('Box 7 is insured: 12.50'),
                             'it cannot be given back')
        # A tag that waits for its answer cannot be touched for a moment.
        self.screen.wait_for(lambda: sorted(self.offers().values()) == before, 'a tag moved')
        self.look('touches-insured')
        self.touch('Box 7 is insured: 12.50')
        self.screen.wait_for(lambda: (7, '7') not in self.insured(), 'box 7 is insured')
        self.key('Insurance closed')
        self.screen.wait_for(lambda: self.client.view(self.TABLE)['prompt']['kind'] == 'play',
                             'insurance is open')
        print(f'{type(self).__name__}: {self.touches} touches for two insured, one taken back')
        self.assertEqual(self.touches, 5)
        self.assertEqual(self.insured(), {(2, '2'): 2000, (2, '2b'): 750})
        self.no_incident()

    def test_the_keyboard_lays_as_a_finger_does(self):
        self.load()
        node = next(node for node in self.screen.buttons()
                    if name_of(node) == 'box 3, main bet')
        node.grab_focus()
        self.screen.wait_for_focus('box 3, main bet')
        self.screen.press_key(SPACE_KEY)
        self.does_lie({(3, 'main', '3'): 500})


class WholeRounds(Robot):
    """From bets as before to bets as before, each payment confirmed, at a dealer's pace; whole
    loads are in test_touch_loads.py."""
    OPTIONS = ('--payments',)
    PACE_S = 0.3
    ROUNDS = 1

    def decide(self):
        """What is touched while the cards are dealt."""
        self.cards('9C TS KD KH')

    def settle(self):
        """All payments by one touch, the end of the round by another."""
        self.key('All as shown')
        self.key('Round over')
        self.screen.wait_for(lambda: self.client.view(self.TABLE)['phase'] == 'betting',
                             'the round is not over')

    def lay_all(self):
        for seat in range(1, 10):
            self.event(ev='bet', box=seat, on=('punto', 'banca')[seat % 2], amount=500 * seat)

    def play(self, most):
        self.event(ev='load', decks=self.DECKS)
        self.lay_all()
        for _ in range(self.ROUNDS + 1):
            begin_s = time.monotonic()
            self.touches = 0
            self.close()
            self.decide()
            self.settle()
            print(f'{type(self).__name__}: {self.touches} touches, '
                  f'{time.monotonic() - begin_s:.1f} s')
            self.assertLessEqual(self.touches, most)
        paid = [event for event in self.client.export(self.TABLE) if event.get('ev') == 'paid']
        self.assertEqual(len(paid), 9 * (self.ROUNDS + 1))
        self.assertEqual(self.client.ok('incidents', table=self.TABLE)['incidents'], [])

    def test_unchanged_bets_and_payments_as_shown(self):
        self.play(3)


class WholeRoundsOfBlackjack(WholeRounds):
    """Seven boxes that stand, and two who bet behind: a touch for each decision."""
    TABLE = 'BJ-01'
    DECKS = 6

    def lay_all(self):
        for box in range(1, 8):
            self.event(ev='bet', box=box, amount=500 * box)
        for box, bettor in ((2, '2b'), (5, '5c')):
            self.event(ev='bet', box=box, bettor=bettor, amount=1000)

    def decide(self):
        self.cards('TS TH TC TD KS KH KC KD QS QH QC QD JS JH JC')
        for box in range(1, 8):
            self.does_say(f'Box {box} has 20: stand, hit, split?')
            self.key('Stand')
        self.does_say('Card for the dealer')
        self.cards('9D')

    def test_unchanged_bets_and_payments_as_shown(self):
        self.play(3 + 7)


del Display, Robot
if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
