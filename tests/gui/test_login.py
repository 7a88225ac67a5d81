"""Persons at the real console: log-in by touch and keyboard, refusals in words, switching, locking,
a PIN that must be changed, the log-in that ends by itself, a daemon that starts anew.

usage: test_login.py SABOTD SABOT_PIT, run by on-display.sh
"""
import hashlib
import os
import pathlib
import re
import sys
import unittest

from house import DEADLINE_S, PINS, House, wait_for
from screen import ESCAPE_KEY, LOGIN_KEY

House.PROGRAMS = tuple(sys.argv[1:3])


class Login(House):
    def who(self, name):
        self.screen.wait_for(lambda: self.screen.button(name), f'{name} is not logged in')

    def test_touch_switch_and_lock(self):
        self.log_in('Pia')
        self.who('Pia, pit boss')
        self.look('login')
        # Another person, by keyboard: letters of the name, Return, the PIN, Return.
        self.screen.press('Pia, pit boss')
        self.screen.write('find a person by name', 'so')
        self.screen.press_return()
        self.screen.wait_for_name('PIN of Sol')
        self.screen.write('PIN of Sol', PINS['Sol'])
        self.screen.press_return()
        self.who('Sol, shift manager')
        # Another language is another window, in which he is still logged in.
        self.screen.press('Preferences')
        self.screen.choose('Language', 'Español')
        self.screen.wait_for(lambda: self.screen.button('Bloquear'), 'nobody can lock it')
        self.screen.choose('Idioma', 'English')
        self.screen.wait_for(lambda: self.screen.button('Lock'), 'nobody can lock it')
        # Locked: the tables stay, nobody is logged in.
        self.screen.press('Lock')
        self.who('Log in')
        self.screen.wait_for_name('PB-01, punto banco, no shoe loaded')
        wanted = ['login', 'logout', 'login', 'logout']
        wait_for(lambda: [line['ev'] for line in self.client.export('house')[-4:]] == wanted,
                 f'{wanted} in the house log')

    def test_about(self):
        """Before anybody has logged in: this program and the daemon, each with its version."""
        version = self.client.ok('status')['version']
        self.screen.press('Preferences')
        self.screen.press('About Sabot')
        digest = hashlib.sha256(pathlib.Path(self.PROGRAMS[1]).read_bytes()).hexdigest()
        self.screen.wait_for_name(re.compile(
            rf'sabot-pit {re.escape(version)}\n(commit \w+\n)?sha256 {digest}'))
        self.screen.wait_for_name(f'sabotd {version}')
        self.screen.wait_for_name('The daemon was built and not installed: there are no installed '
                                  'files to check.')
        self.look('about')
        self.screen.press('Close')
        self.screen.wait_for(lambda: 'Licence' not in self.screen.names(), 'it stays open')

    def test_wrong_pins_and_the_lock_out(self):
        self.screen.press('Log in')
        self.screen.choose_row('Dan, ')
        for _ in range(5):
            self.screen.wait_for_name('PIN of Dan')
            self.enter_pin('0007')
            self.screen.wait_for_name(re.compile('The PIN is wrong.*'))
        self.screen.wait_for_name(re.compile(r'Dan · locked until \d\d:\d\d:\d\d after wrong PINs'))
        self.look('login-locked')
        if os.environ.get('SABOT_LONG'):  # it lasts a minute, and ends by itself
            self.screen.wait_for_name('Dan, dealer')

    def test_a_pin_of_somebody_elses_choice(self):
        self.admin.ok('person_change', person='Sol', change='reset', pin='5528')
        self.log_in('Sol')
        self.screen.wait_for_name('Somebody else chose this PIN, or it is too short. '
                                  'Choose your own now.')
        self.screen.wait_for_name('New PIN: 4 to 12 digits')
        self.enter_pin('9753')
        self.screen.wait_for_name('New PIN, again')
        self.enter_pin('9754')
        self.screen.wait_for_name('The two are not the same.')
        for title in ('New PIN: 4 to 12 digits', 'New PIN, again'):
            self.screen.wait_for_name(title)
            self.enter_pin('9753')
        self.who('Sol, shift manager')
        self.assertIn('ok', self.connect().ask('login', name='Sol', pin='9753'))

    def test_ended_by_others_and_by_a_restart(self):
        self.log_in('Pia')
        self.who('Pia, pit boss')
        self.admin.ok('person_change', person='Pia', change='disable')
        self.screen.wait_for_name(re.compile('The log-in ended: .*'))
        self.who('Log in')
        self.screen.press('Close')
        self.log_in('Sol')
        self.who('Sol, shift manager')
        self.daemon.stop()
        self.screen.wait_for_name('connection: OFFLINE: trying again')
        self.daemon.start()
        self.who('Log in')
        self.log_in('Sol')
        self.who('Sol, shift manager')


class Keys(House):
    F6, F9 = 0xffc3, 0xffc6

    def test_keys_that_act(self):
        """What each does, not only what it opens: log-in, search, sides, log, size, lock, leave."""
        self.screen.wait_for(lambda: self.screen.button('Log in'), 'nobody can log in')
        self.screen.press_key(LOGIN_KEY)
        self.screen.wait_for_focus('find a person by name')
        self.log_in('Pia')
        self.screen.wait_for(lambda: self.screen.button('Pia, pit boss'), 'not logged in')
        self.screen.press_ctrl(ord('f'))
        self.screen.wait_for_focus('search tables')
        self.pit.event('PB-01', ev='card', card='7H', src='manual')
        row = re.compile('.*, PB-01, .*')
        incident = self.screen.wait_for_name(row)
        self.screen.press_key(self.F6)
        self.screen.wait_for_focus(incident)
        self.screen.press_key(self.F6)
        self.screen.wait_for_focus('search tables')
        self.screen.press_key(self.F9)
        self.screen.wait_for(lambda: self.screen.button('Find'), 'the log did not come')
        self.screen.press_key(ESCAPE_KEY)
        self.screen.wait_for(lambda: not self.screen.button('Find'), 'the log stayed')
        self.screen.press_ctrl(ord(','))
        self.screen.wait_for_name('100 %')
        self.screen.press_ctrl(ord('+'))
        self.screen.wait_for_name('125 %')
        self.screen.press_ctrl(ord('-'))
        self.screen.wait_for_name('100 %')
        self.screen.press_ctrl(ord('l'))
        self.screen.wait_for_name('Log in')
        self.screen.wait_for(lambda: not self.screen.button('Pia, pit boss'), 'not locked')
        self.screen.press_ctrl(ord('q'))
        self.assertEqual(self.console.wait(DEADLINE_S), 0)


class WithCard(House):
    """A reader types the card's number, like a keyboard."""
    CONFIG = 'cards = shift\n'
    PERSONS = ('Dan', 'Pia', 'Eye')
    CARD = '0004567890'

    def populate(self):
        super().populate()
        self.admin.ok('person_create', name='Sol', role='shift', pin='902745')
        self.admin.ok('person_card', person='Sol', pin='902745', new=PINS['Sol'], card=self.CARD)

    def test_it_is_wanted_beside_the_pin(self):
        self.log_in('Sol')
        self.screen.wait_for_name(re.compile('A card is wanted beside the PIN: .*'))
        self.screen.hold_card(self.CARD, 'PIN of Sol', PINS['Sol'])
        self.screen.wait_for(lambda: self.screen.button('Sol, shift manager'), 'not logged in')
        self.screen.press('Lock')
        # The card first, then the PIN.
        self.screen.press('Log in')
        self.screen.choose_row('Sol, ')
        self.screen.hold_card(self.CARD, 'PIN of Sol')
        self.screen.wait_for_name('The card was read: now the PIN')
        self.enter_pin(PINS['Sol'])
        self.screen.wait_for(lambda: self.screen.button('Sol, shift manager'), 'not logged in')


class Idle(House):
    CONFIG = 'idle_logout_s = 8\n'  # the house's persons are made, one by one, within it

    def test_it_locks_by_itself(self):
        self.log_in('Pia')
        self.screen.wait_for_name(re.compile('The log-in ended: .*'))
        self.screen.wait_for(lambda: self.screen.button('Log in'), 'nobody can log in')


del House
if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
