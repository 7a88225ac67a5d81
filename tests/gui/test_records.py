"""The real console before a daemon that only shows what a core has of a house: a round is found;
its story, replay and a report are those of the house's daemon; how old they are is said, and
nothing can be done.

usage: test_records.py SABOTD SABOT_PIT SABOTCTL SABOT_FORWARD, run by on-display.sh
"""
import os
import pathlib
import re
import subprocess
import sys

PIT = sys.argv.pop(2)
sys.argv[4:4] = ['-', '-']  # what other tests of a floor are given besides
sys.path[:0] = [str(pathlib.Path(__file__).parent.parent / name) for name in ('daemon', 'forward')]
from floor import Floor, run, start_server  # noqa: E402
from records import Records  # noqa: E402
from screen import DEADLINE_S, Screen, end  # noqa: E402


def setUpModule():
    start_server()


class Console(Floor):
    def setUp(self):
        super().setUp()
        self.start_house()
        self.deal(day=None, rounds=3)
        self.play(box=4, amount=50000)
        self.client.event('PB-01', ev='unload')
        self.seal()
        self.forward()
        self.records = Records(self.reader, self.key)
        self.addCleanup(self.records.close)
        self.records.start()
        self.records.wait_for_all(self.house())

    def play(self, **stake):
        """A round with another result than its cards'."""
        for event in ({'ev': 'load', 'decks': 8}, {'ev': 'bet', 'on': 'punto', **stake},
                      {'ev': 'no_more_bets'}, *({'ev': 'card', 'card': card}
                                                for card in ('9D', '2C', '9H', 'KS')),
                      {'ev': 'result', 'winner': 'banca'}):
            self.client.event('PB-01', **event)

    def open_console(self, daemon, language=''):
        errors = open(daemon.directory / 'errors', 'w+', encoding='utf-8')
        console = subprocess.Popen([PIT, '--connect', daemon.socket], stderr=errors,
                                   env=dict(os.environ, LANGUAGE=language,
                                            HOME=str(daemon.directory)))

        def close():
            if errors.closed:
                return
            end(console)
            errors.seek(0)
            self.assertEqual(errors.read(), '')
            errors.close()
        self.close_console = close
        self.addCleanup(close)
        self.screen = Screen(console.pid, DEADLINE_S)

    def look(self, name):
        self.assertEqual(self.screen.unnamed(), [])
        folder = os.environ.get('SABOT_LOOK')
        if folder:
            subprocess.run(['import', '-window', 'root', f'{folder}/{name}.png'], check=True)

    def read(self, daemon, name):
        """What the console shows of a round and in a report."""
        self.open_console(daemon)
        self.screen.press('Log')
        self.screen.write('amount of a stake or payment', '500')
        self.screen.press('Find')
        self.screen.wait_for_name(re.compile('.*PB-01  round 4 .*'))
        self.screen.wait_for(lambda: not any('round 3 ' in name for name in self.screen.names()),
                             'the other rounds stayed')
        self.screen.choose_row_with('round 4 ')
        self.screen.wait_for_name(re.compile(r'.* stake: box 4, 500\.00 on punto.*'))
        self.screen.wait_for_name(re.compile('.* follows INCIDENT .*'))
        story = [name for name in self.screen.names() if re.match(r'\d\d:\d\d:\d\d', name)]
        self.look(f'{name}-story')
        if name == 'records':
            self.screen.press('Case file')
            self.screen.wait_for_name(re.compile('.*this daemon only shows records.*'))
            self.look('records-refused')
        self.screen.press('Replay this round')
        self.screen.wait_for_name('PB-01, load 2, round 4')
        replayed = self.screen.wait_for_name(re.compile('Derived again today as it was .*'))
        self.screen.press('← Log')
        self.screen.press('← Floor')
        self.screen.press('Reports')
        self.screen.choose_row('Statistical')
        self.screen.wait_for(lambda: 'PB-01' in self.screen.paper(), 'the report')
        self.look(f'{name}-report')
        # Without the time at which it was made, and the digest that covers it.
        paper = re.sub(r'.*Made.*|[0-9A-F]{12}\n[-0-9: ]+·.*', '', self.screen.paper())
        return story, replayed, paper

    def test_as_at_the_house(self):
        own = self.read(self.daemon, 'house')
        self.assertGreater(len(own[0]), 5)
        self.close_console()
        self.assertEqual(self.read(self.records.daemon, 'records'), own)
        self.as_it_was_recorded()
        self.server.kill()
        self.screen.wait_for(lambda: any('nothing later arrives' in text
                                         for text in self.screen.descriptions()), 'not stale')
        self.screen.press('Log')
        self.screen.wait_for_name(re.compile(r'test is in it only until 20\d\d-.* \d\d:\d\d: .*'))
        self.screen.wait_for_name(re.compile('.*PB-01  round 4 .*'))
        self.look('records-stale')
        self.server.start()
        self.screen.wait_for(lambda: self.records.state().get('why') is None, 'to go on')
        self.screen.press('Find')
        self.screen.wait_for(lambda: not any('only until' in name
                                             for name in self.screen.names()), 'to go on')

    def as_it_was_recorded(self):
        """The table is as it was recorded."""
        self.screen.press('← Back')
        self.screen.press('Close')
        self.screen.wait_for_name(re.compile('PB-01, punto banco, no shoe loaded, .*stale'))
        self.screen.wait_for(lambda: any(re.search(r'Recorded until 20\d\d-\d\d-\d\d', text)
                                         for text in self.screen.descriptions()), 'the time')
        self.look('records-floor')
        self.assertIn('test', self.screen.names())
        self.offers_nothing_to_write()

    def offers_nothing_to_write(self):
        """What the daemon would refuse cannot be pressed, and says why."""
        self.screen.wait_for_name('Open')
        self.assertNotIn('Rule', self.screen.names())
        self.screen.choose_row_with('PB-01')
        self.screen.wait_for_name('Apply the ruling')
        self.screen.wait_for(lambda: 'This daemon only shows records: nothing is done here.'
                             in self.screen.names(), 'no reason')
        self.assertIsNone(self.screen.button('Apply the ruling'))
        self.look('records-incident')
        self.screen.press('Close')

    def test_in_spanish(self):
        self.open_console(self.records.daemon, 'es')
        self.screen.wait_for(lambda: any(re.search(r'Registrado hasta 20\d\d-\d\d-\d\d', text)
                                         for text in self.screen.descriptions()), 'the time')
        self.server.kill()
        self.addCleanup(self.server.start)
        self.screen.wait_for(lambda: self.records.state().get('why'), 'to be stale')
        self.screen.press('Registro')
        self.screen.wait_for_name(re.compile(r'De test solo está lo registrado hasta 20\d\d-.*'))
        self.look('records-es')


if __name__ == '__main__':
    run()
