"""Who signs what at the real console, in a house with a cage and a count room: each pair that is
none is refused there, and the refusal names the roles.

usage: test_cage.py SABOTD SABOT_PIT, run by on-display.sh
"""
import re
import sys
import unittest

from house import PINS, House
from screen import is_ready, name_of

House.PROGRAMS = tuple(sys.argv[1:3])
CHIPS = [{'chip': 2500, 'count': 20}]
NAMES = {'Dan': 'dealer', 'Pia': 'pit boss', 'Pat': 'pit boss', 'Sol': 'shift manager',
         'Cai': 'cage', 'Con': 'count room', 'Eye': 'surveillance', 'Cleo': 'cage', 'Aud': 'audit'}
DOCUMENTS = ('Bank: opener', 'Bank: closer', 'Bank: check', 'Into the bank', 'Out of the bank',
             'Take foreign money', 'Give foreign money', 'Share out tips')


class Cage(House):
    CONFIG = 'create_key = yes\n[house]\ntime_zone = UTC\nshifts = whole 06:00\n'
    PERSONS = tuple(NAMES)

    def slip(self, kind):
        return self.pit.ok('document', event={
            'table': 'PB-01', 'ev': 'slip', 'do': 'request', 'kind': kind, 'chips': CHIPS})

    def begin(self, name):
        self.log_in(name)
        self.now = name
        self.wait_for_person()
        self.open_table('PB-01')
        self.screen.press('Money')
        self.screen.wait_for_name('PB-01: money')

    def wait_for_person(self):
        wanted = f'{self.now}, {NAMES[self.now]}'
        self.screen.wait_for(lambda: self.screen.button(wanted), f'{self.now} is not logged in')

    def become(self, name):
        self.screen.press(f'{self.now}, {NAMES[self.now]}')
        self.screen.choose_row(f'{name}, ')
        self.enter_pin(PINS[name])
        self.now = name
        self.wait_for_person()
        self.screen.press('Money')

    def second(self, name):
        self.screen.press('On to the second person')
        self.screen.choose_row(f'{name}, ')
        self.screen.wait_for_name(f'PIN of {name}')
        self.enter_pin(PINS[name])

    def is_refused(self, button, roles):
        self.screen.press(button)
        self.screen.wait_for_name(f'Not as {NAMES[self.now]}. Who may: {roles}.')

    def test_by_role(self):
        """The dealer asks for no chips, gives himself none and counts no drop; the cage receives
        nothing at a table; the count room has no part in either."""
        self.slip('fill')
        fill = 'Fill 1 is requested: 500.00'
        self.begin('Dan')
        for button, roles in (('Fill', 'pit boss, shift manager'),
                              ('Credit', 'pit boss, shift manager'), (f'Issue: {fill}', 'cage'),
                              ('Drop box', 'count room')):
            self.is_refused(button, roles)
        self.look('cage-dealer')
        self.become('Con')
        for button, roles in (('Opener', 'dealer, pit boss, shift manager'),
                              (f'Issue: {fill}', 'cage')):
            self.is_refused(button, roles)
        self.become('Cai')
        for button, roles in (('Fill', 'pit boss, shift manager'), ('Drop box', 'count room')):
            self.is_refused(button, roles)
        self.screen.press(f'Issue: {fill}')
        self.screen.press('Record it')
        issued = 'Receive: Fill 1 is issued: 500.00'
        self.screen.wait_for(lambda: self.screen.button(issued), 'is not issued')
        self.is_refused(issued, 'dealer, pit boss, shift manager')
        self.receive(issued)

    def receive(self, issued):
        """By the dealer, with a second who has no part in it yet: who has is not to be chosen,
        also if she was the second person just before."""
        self.become('Dan')
        self.screen.press('Opener')
        self.screen.write('chips of 25', '40')
        self.second('Pia')
        self.screen.wait_for_name('Recorded: Opener counted · 1,000.00')
        self.screen.press(issued)
        self.screen.press('On to the second person')
        barred = 'Pia · who signed the request of this slip does not sign here'
        self.screen.wait_for_name(barred)
        self.assertFalse(is_ready(self.screen.node(barred)))
        self.assertNotIn('PIN of Pia', self.screen.names())
        self.look('cage-barred')
        self.screen.choose_row('Sol, ')
        self.screen.wait_for_name('PIN of Sol')
        self.enter_pin(PINS['Sol'])
        self.screen.wait_for_name('Recorded: Slip received · 1 · 500.00')
        self.put_right()

    def put_right(self):
        """Who signed another part is refused before he fills in the form; who issued may."""
        issued = re.compile(r'\d\d:\d\d  Slip issued · 1 · 500.00 \(Cai\)')
        row = self.screen.wait_for_name(issued)
        self.screen.choose_row(row)
        self.screen.wait_for_name('Refused: who signed the receipt of this slip does not sign here')
        self.assertIsNone(self.screen.button('Back'))
        self.look('cage-part-barred')
        self.become('Cai')
        self.screen.choose_row(self.screen.wait_for_name(issued))
        self.screen.wait_for_name('Put right: Slip issued · 1 · 500.00')
        self.screen.write('chips of 25', '18')
        self.screen.press('Record it')
        self.screen.wait_for_name('Reason is missing.')
        self.screen.wait_for_focus('Reason')
        self.screen.write('Reason', 'counted again')
        self.screen.press('Record it')
        self.screen.wait_for_name('Recorded: Slip issued · 1 · 450.00 · counted again')

    def test_a_credit_goes_the_other_way(self):
        self.slip('credit')
        credit = 'Credit 1 is requested: 500.00'
        self.begin('Cai')
        self.is_refused(f'Issue: {credit}', 'dealer, pit boss, shift manager')
        self.become('Dan')
        self.screen.press(f'Issue: {credit}')
        self.screen.press('Record it')
        issued = 'Receive: Credit 1 is issued: 500.00'
        self.screen.wait_for(lambda: self.screen.button(issued), 'is not issued')
        self.is_refused(issued, 'cage')
        self.look('cage-credit')


class NoCredit(Cage):
    CONFIG = Cage.CONFIG + 'markers = off\n'
    test_by_role = test_a_credit_goes_the_other_way = None

    def test_no_marker_is_begun(self):
        self.begin('Dan')
        self.screen.press('Marker')
        self.screen.wait_for_name('This house gives no credit to players.')


class Page(House):
    """The cage's own page: main bank, foreign money, tips."""
    CONFIG = Cage.CONFIG
    PERSONS = tuple(NAMES)
    second = Cage.second
    wait_for_person = Cage.wait_for_person

    def become(self, name):
        if self.now:
            self.screen.press(f'{self.now}, {NAMES[self.now]}')
            self.screen.choose_row(f'{name}, ')
            self.enter_pin(PINS[name])
        else:
            self.log_in(name)
        self.now = name
        self.wait_for_person()
        self.screen.press('Cage')
        self.screen.wait_for_name('The cage')

    def setUp(self):
        self.now = None
        super().setUp()

    def begin(self, document, **typed):
        """Press the key of a document, and fill in its form."""
        self.screen.press(document)
        for name, text in typed.items():
            self.fill(self.FIELDS[name], text)

    def fill(self, name, text):
        """A long form is scrolled to what has the keyboard."""
        def is_there():
            for node in self.screen.nodes():
                if name_of(node) == name and node.get_editable_text_iface():
                    node.grab_focus()
            return self.screen.entry(name)
        self.screen.wait_for(is_there, f'no entry "{name}"')
        self.screen.write(name, text)

    FIELDS = {'chips': 'chips of 25', 'cash': 'Cash', 'rate': 'Rate (0.9215)',
              'currencies': 'Foreign money (USD 100.00 GBP 20.00)', 'amount': 'Amount',
              'foreign': 'Foreign money (USD 100.00)', 'note': 'From where, or to where',
              'patron': "Patron's reference", 'dan': 'points of Dan', 'pia': 'points of Pia'}

    def record(self, what):
        self.screen.press('Record it')
        self.screen.wait_for_name(re.compile(f'Recorded: {re.escape(what)}.*'))

    def sign(self, name, what):
        self.second(name)
        self.screen.wait_for_name(re.compile(f'Recorded: {re.escape(what)}.*'))

    def test_who_may_not(self):
        """Every other role reads the page and begins nothing there; who may put a sealed shift
        right begins nothing in one that is open."""
        for name in ('Dan', 'Pia', 'Con', 'Eye'):
            self.become(name)
            self.screen.wait_for_name(f'Not as {NAMES[name]}. Who may: cage.')
            for document in DOCUMENTS:
                self.assertIsNone(self.screen.button(document), f'{document} by {name}')
        self.look('cage-page-refused')
        for name in ('Sol', 'Aud'):
            self.become(name)
            for document in DOCUMENTS:
                self.screen.press(document)
                self.screen.wait_for_name(f'Not as {NAMES[name]}. Who may: cage.')
                self.assertIsNone(self.screen.button('Back'), f'{document} by {name}')
        self.assertEqual(self.client.ok('bank').keys(), {'shift'})

    def test_who_may_not_witness(self):
        """Of those who sign second only cage, count room and audit are there to be chosen; who
        signs first is not among them."""
        self.become('Cai')
        self.begin('Bank: opener', chips='40')
        self.screen.press('On to the second person')
        self.screen.wait_for_name('the second person')
        self.screen.wait_for(lambda: self.offered(), 'nobody may sign second')
        self.assertEqual(self.offered(), {'Aud', 'Cleo', 'Con'})
        self.screen.choose_row('Cleo, ')
        self.screen.wait_for_name('PIN of Cleo')
        self.enter_pin(PINS['Con'])
        self.screen.wait_for_name(re.compile('.*PIN.*wrong.*|Refused.*'))
        self.assertEqual(self.client.ok('documents')['documents'], [])

    def offered(self):
        """The persons in the list of those who may sign second."""
        return {name for name in (*NAMES, 'Ada') if any(
            text.startswith(f'{name}, ') and text != f'{self.now}, {NAMES[self.now]}'
            for text in self.screen.names())}

    def test_a_shift_of_the_cage(self):
        self.pit.ok('document', event={'ev': 'tips', 'table': 'PB-01', 'amount': 42000})
        self.become('Cai')
        self.screen.wait_for_name('Nothing was written of the main bank.')
        self.begin('Bank: opener', chips='40', cash='80000', currencies='USD 50 JPY 12000')
        self.sign('Con', 'Main bank: opener counted · 81,000.00')

        self.begin('Take foreign money', foreign='USD 100.00', rate='9.x', patron='K-17')
        self.screen.press('Record it')
        self.screen.wait_for_name('Rate (0.9215): "9.x" is no such number.')
        self.fill('Rate (0.9215)', '0,9215')
        self.record('Foreign money taken · K-17 · USD 100.00 × 0.9215 · 92.15')
        self.begin('Give foreign money', foreign='JPY 10000', rate='0.006123')
        self.record('Foreign money given · JPY 10,000 × 0.006123 · 61.23')
        self.begin('Out of the bank', cash='1000', note='to the bank')
        self.sign('Cleo', 'Went out of the main bank · 1,000.00 · to the bank')

        self.begin('Share out tips', amount='420.01', dan='12', pia='8')
        self.screen.wait_for_name('Points together: 20')
        self.look('cage-page-points')
        self.sign('Aud', 'Tips shared out · 420.01')
        self.screen.wait_for_name('more than there was')
        self.begin('Bank: closer', chips='40', cash='78969.08', currencies='USD 150 JPY 2000')
        self.look('cage-page-form')
        self.sign('Con', 'Main bank: closer counted · 79,969.08')
        self.screen.wait_for_name('79,969.08')
        self.look('cage-page')
        self.check_log()

    def test_less_is_shared_out(self):
        self.pit.ok('document', event={'ev': 'tips', 'table': 'PB-01', 'amount': 42000})
        self.become('Cai')
        self.begin('Share out tips', amount='390', dan='12', pia='8')
        self.sign('Aud', 'Tips shared out · 390.00')
        self.screen.wait_for_name('less than there was')
        self.assertNotIn('-30.00', self.screen.names())
        self.assertNotIn('more than there was', self.screen.names())
        self.assertEqual(self.screen.names().count('30.00'), 2)  # and so much is left

    def check_log(self):
        bank = self.client.ok('bank')
        self.assertEqual((bank['float'], bank['difference'], bank['exchanged']),
                         (7_996_908, 0, 9215 - 6123))
        self.assertEqual({row['currency']: row['float'] for row in bank['currencies']},
                         {'USD': 15000, 'JPY': 2000})
        self.assertEqual(bank['tips']['difference'], 1)
        shares = next(line for line in self.client.ok('documents')['documents']
                      if line['ev'] == 'tronc')
        self.assertEqual({row['person']: row['points'] for row in shares['points']},
                         {'p2': 12, 'p3': 8})
        items = {item['what']: item.get('amount') for item in self.client.ok('shift_open')['open']}
        self.assertEqual(items.get('tips_differ'), 1)

    def test_what_was_typed_wrongly_is_put_right(self):
        self.become('Cai')
        self.begin('Take foreign money', foreign='USD 100', rate='0.9215')
        self.record('Foreign money taken · USD 100.00 × 0.9215 · 92.15')
        row = self.screen.wait_for(lambda: next(
            (name for name in self.screen.names() if name.endswith('92.15 (Cai)')), None),
            'it is not in the register')
        self.screen.choose_row(row)
        self.screen.wait_for_text('Foreign money (USD 100.00)', 'USD 100.00')
        self.fill('Foreign money (USD 100.00)', 'USD 10')
        self.fill('Reason', 'typed')
        self.record('Foreign money taken · USD 10.00 × 0.9215 · 9.22')
        usd = self.client.ok('bank')
        self.assertEqual(usd.keys() & {'currencies'}, set())  # no main bank is kept
        written = self.client.ok('documents')['documents']
        self.assertEqual([line.get('corrects') for line in written], [None, written[0]['n']])


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
