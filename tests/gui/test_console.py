"""The real sabot-pit, driven over AT-SPI against a daemon that only talks.

Run by on-display.sh. SABOT_SCREENSHOT=FILE.png keeps a picture of the window.
"""
import os
import subprocess
import sys
import tempfile
import time
import unittest

import gi

gi.require_version('Atspi', '2.0')
from gi.repository import Atspi  # noqa: E402

from transcript import Daemon, blackjack, incident, punto_banco  # noqa: E402

PROGRAM = sys.argv.pop()
DEADLINE_S = 15
EXCESS = incident('PB-01', 18, 'card_in_excess', 'high',
                  'The coup was decided: banca stands on 7, yet the 9 of hearts was drawn.')
EXCESS_NAME = 'high, PB-01, round 17, card_in_excess: ' + EXCESS['text']


def wait_for(what, describe=lambda: ''):
    limit = time.monotonic() + DEADLINE_S
    while True:
        found = what()
        if found:
            return found
        if time.monotonic() > limit:
            raise AssertionError('waited too long. ' + describe())
        time.sleep(0.05)


def walk(node):
    try:
        yield node
        for i in range(node.get_child_count()):
            child = node.get_child_at_index(i)
            if child:
                yield from walk(child)
    except gi.repository.GLib.Error:  # it went away while we looked
        return


class Console(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, 'socket')
        self.errors = open(os.path.join(self.folder.name, 'errors'), 'w+')
        self.daemon = Daemon(self.path, [punto_banco('PB-01'),
                                         punto_banco('PB-02', winner='banca', phase='decided'),
                                         blackjack('BJ-01')])
        self.daemon.start()
        self.program = subprocess.Popen([PROGRAM, '--socket', self.path], stderr=self.errors)

    def tearDown(self):
        self.program.terminate()
        self.program.wait(DEADLINE_S)
        if self.daemon.listener:
            self.daemon.stop()
        self.errors.seek(0)
        said = self.errors.read()
        self.errors.close()
        self.folder.cleanup()
        self.assertEqual(said, '', 'standard error must stay empty')

    def application(self):
        desktop = Atspi.get_desktop(0)
        for i in range(desktop.get_child_count()):
            child = desktop.get_child_at_index(i)
            if child and child.get_process_id() == self.program.pid:
                return child
        return None

    def names(self):
        application = self.application()
        return [node.get_name() for node in walk(application)] if application else []

    def wait_for_name(self, wanted):
        return wait_for(lambda: next((n for n in self.names() if n == wanted), None),
                        lambda: f'"{wanted}" is not among {sorted(set(self.names()))}')

    def node(self, name):
        return next(n for n in walk(self.application()) if n.get_name() == name)

    def test_incident_stale_offline_and_back(self):
        # Calm: three tables, live, and what lies on one of them.
        self.wait_for_name('connection: live')
        self.wait_for_name('PB-01, punto banco, dealing')
        self.wait_for_name('PB-02, punto banco, decided')
        self.wait_for_name('BJ-01, blackjack, players decide')
        self.wait_for_name('punto 4: ten of diamonds, four of clubs')
        self.assertFalse([n for n in self.names() if 'card_in_excess' in n])

        # An incident comes: the list and the tile say so by themselves.
        self.daemon.step(punto_banco('PB-01', worst=EXCESS, n=413),
                         out=[dict(EXCESS, out='incident')])
        self.wait_for_name(EXCESS_NAME)
        self.wait_for_name('PB-01, punto banco, dealing, incident: card in excess, high')
        self.screenshot()

        # Activating it brings its table into focus.
        row = self.node(EXCESS_NAME)
        row.grab_focus()
        self.press_enter()
        tile = self.node('PB-01, punto banco, dealing, incident: card in excess, high')
        wait_for(lambda: tile.get_state_set().contains(Atspi.StateType.FOCUSED))

        # The daemon dies: said in words, and the tables are no longer passed off as current.
        self.daemon.stop()
        self.wait_for_name('connection: OFFLINE: trying again')
        self.wait_for_name('PB-02, punto banco, decided, stale')

        # It comes back without one table, after a step that we missed.
        del self.daemon.tables['PB-02']
        missed = incident('BJ-01', 5, 'unread_card', 'medium', 'A card was not read.', round_=31)
        self.daemon.incidents = [missed, EXCESS]
        self.daemon.start()
        self.wait_for_name('connection: live')
        self.wait_for_name('BJ-01, blackjack, players decide')
        self.wait_for_name('medium, BJ-01, round 31, unread_card: A card was not read.')
        wait_for(lambda: not [n for n in self.names() if n.startswith('PB-02')])
        self.assertEqual(self.names().count(EXCESS_NAME), 1)
        self.assertEqual(self.daemon.requests[-1].get('since'), self.daemon.seq)

        # It is ruled: the list closes it.
        self.daemon.step(punto_banco('PB-01', n=414), event={'ev': 'ruling', 'incident': 18},
                         out=[{'out': 'incident_state', 'id': 18, 'state': 'ruled'}])
        self.wait_for_name('ruled, ' + EXCESS_NAME)
        self.wait_for_name('PB-01, punto banco, dealing')

        # A daemon that falls silent is stale after 15 s, and live again at its next word.
        self.wait_for_stale()
        self.wait_for_name('PB-01, punto banco, dealing, stale')
        self.daemon.beat()
        self.wait_for_name('connection: live')
        self.wait_for_name('PB-01, punto banco, dealing')

    def wait_for_stale(self):
        limit = time.monotonic() + 15 + DEADLINE_S
        while not [n for n in self.names() if n.startswith('connection: STALE')]:
            self.assertLess(time.monotonic(), limit, 'never stale')
            time.sleep(0.2)

    def press_enter(self):
        # X11's keysym of Return.
        Atspi.generate_keyboard_event(0xff0d, None, Atspi.KeySynthType.SYM)

    def screenshot(self):
        path = os.environ.get('SABOT_SCREENSHOT')
        if path:
            subprocess.run(['import', '-window', 'root', path], check=True)


if __name__ == '__main__':
    unittest.main()
