"""At the dealer's display, on the smallest screen, a new person chooses a PIN.

usage: test_display_pin.py SABOTD SABOT_DEALER, run by on-display.sh
"""
import re
import sys
import unittest

from dealer import PINS, Display
from fixture import Client
from screen import Atspi

Display.PROGRAMS = tuple(sys.argv[1:3])


class NewPin(Display):
    HAS_PERSONS = True

    def prepare(self):
        self.event(ev='load', decks=6)

    def test_a_new_person_chooses_a_pin(self):
        """With the PIN that the administrator gave, and with that nothing but this."""
        admin = Client(self.daemon.socket)
        self.addCleanup(admin.close)
        admin.ok('login', name='Ada', pin=PINS['Ada'])
        admin.ok('person_create', name='Zoe', role='dealer', pin='902745')
        self.screen.press('No more bets')
        self.screen.choose_row('Zoe, ')
        self.key_in('902745')
        self.screen.wait_for_name('Somebody else chose this PIN, or it is too short. '
                                  'Choose your own now.')
        for title in ('New PIN: 4 to 12 digits', 'New PIN, again'):
            self.screen.wait_for_name(title)
            self.key_in('718293')
        self.screen.wait_for(lambda: self.screen.button('Zoe, dealer'), 'not logged in')
        self.screen.press('No more bets')
        self.does_say('Card for the punto')
        self.assertIn('ok', admin.ask('login', name='Zoe', pin='718293'))


class WithCard(Display):
    """The reader that names persons by their badges gives the card's number, too."""
    HAS_PERSONS = True
    CARD = '0004567890'

    def prepare(self):
        self.event(ev='load', decks=6)
        config = self.daemon.config.read_text()
        self.daemon.stop()
        self.daemon.config.write_text(config.replace('[daemon]\n', '[daemon]\ncards = dealer\n'))
        self.client = self.daemon.start()
        admin = Client(self.daemon.socket)
        self.addCleanup(admin.close)
        admin.ok('login', name='Ada', pin=PINS['Ada'])
        admin.ok('person_card', person='Dan', pin=PINS['Dan'], card=self.CARD)

    def is_in_sight(self, *keys):
        """All of each key lies on the screen, and is as large as a finger."""
        width, height = self.screen.size_of_window()
        for key in keys:
            button = self.screen.wait_for(lambda name=key: self.screen.button(name), f'no {key}')
            place = button.get_extents(Atspi.CoordType.SCREEN)
            self.assertGreaterEqual(place.height, 44, key)
            self.assertLessEqual(place.x + place.width, width, key)
            self.assertLessEqual(place.y + place.height, height, key)

    def test_it_is_wanted_beside_the_pin(self):
        self.screen.press('No more bets')
        self.screen.choose_row('Dan, ')
        self.is_in_sight('1', '0', 'Close')
        self.enter_pin('Dan')
        self.screen.wait_for_name(re.compile('A card is wanted beside the PIN: .*'))
        self.screen.hold_card(self.CARD, 'PIN of Dan', PINS['Dan'])
        self.screen.wait_for(lambda: self.screen.button('Dan, dealer'), 'not logged in')
        self.screen.press('No more bets')
        self.does_say('Card for the punto')


del Display
if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
