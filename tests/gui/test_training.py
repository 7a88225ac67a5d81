"""sabot-dealer --train, answered by somebody who counts for himself and makes one mistake.

usage: test_training.py SABOTD SABOT_DEALER, run by on-display.sh
SABOT_LOOK=DIR keeps pictures.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from screen import DEADLINE_S, Screen, end, is_ready, name_of, walk

SABOTD, SABOT_DEALER = sys.argv[1:3]
RANKS = {'ace': 1, 'two': 2, 'three': 3, 'four': 4, 'five': 5, 'six': 6, 'seven': 7, 'eight': 8,
         'nine': 9, 'ten': 0, 'jack': 0, 'queen': 0, 'king': 0}
# PB-10: with how many points the banca still draws, by punto's third card.
DRAWS_TO = {0: 3, 1: 3, 2: 4, 3: 4, 4: 5, 5: 5, 6: 6, 7: 6, 8: 2, 9: 3}


def points(cards):
    return sum(cards) % 10


def next_card(punto, banca):
    """By the rules of Punto y Banca; None: the coup is decided."""
    if len(punto) == 2 and max(points(punto), points(banca)) >= 8 or len(banca) == 3:
        return None
    if len(punto) == 2 and points(punto) <= 5:
        return 'punto'
    if len(punto) == 2:
        return 'banca' if points(banca) <= 5 else None
    return 'banca' if points(banca) <= DRAWS_TO[punto[2]] else None


class Training(unittest.TestCase):
    OPTIONS = ()
    MISTAKE_AT = -1
    SABOTD_OPTION = ('--sabotd', SABOTD)

    def setUp(self):
        self.directory = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.directory)
        self.record = self.directory / 'run.json'
        self.errors = open(self.directory / 'errors', 'w+')
        environment = dict(os.environ, LANGUAGE='', PATH='/nowhere', TMPDIR=str(self.directory))
        self.program = subprocess.Popen(
            [self.install(), '--train', *self.SABOTD_OPTION, '--record', self.record, '--seed', '5',
             *self.OPTIONS], stderr=self.errors, env=environment)
        self.addCleanup(self.close)
        self.screen = Screen(self.program.pid, DEADLINE_S)
        self.answers = []
        self.find_places()

    def install(self):
        """The program to start."""
        return SABOT_DEALER

    def close(self):
        end(self.program)
        self.errors.seek(0)
        said = self.errors.read()
        self.errors.close()
        self.assertEqual(said, '', 'standard error must stay empty')
        self.assertEqual(list(self.directory.glob('sabot-training-*')), [], 'its house stays')

    def find_places(self):
        """What is asked, and the cards, stay where they are on the screen."""
        def find(name):
            return self.screen.wait_for(
                lambda: next((node for node in self.screen.nodes() if name_of(node) == name), None),
                f'no {name}')
        self.cloth = find('the cloth')
        self.prompt = find('Place your bets')

    def look(self, name):
        folder = os.environ.get('SABOT_LOOK')
        if folder:
            subprocess.run(['import', '-window', 'root', f'{folder}/{name}.png'], check=True)

    def hand(self, side):
        """The cards of a side, as the screen tells them: what they come to is not said."""
        line = next(name for name in map(name_of, walk(self.cloth)) if name.startswith(f'{side}: '))
        return [RANKS[card.split()[0]] for card in line.partition(': ')[2].split(', ')
                if card != 'no cards']

    def answer_next(self, text):
        card = next_card(self.hand('punto'), self.hand('banca'))
        return f'Card for the {card}' if card else 'No more cards: settle'

    def answer_winner(self, text):
        punto, banca = points(self.hand('punto')), points(self.hand('banca'))
        return 'tie' if punto == banca else 'punto wins' if punto > banca else 'banca wins'

    def answer_payment(self, text):
        bet, stake = re.match(r'Seat \d+, (\w+): ([\d.]+) staked', text).groups()
        stake = round(float(stake) * 100)
        due = {'punto': stake, 'banca': stake * 95 // 100, 'tie': stake * 8}[bet]
        return f'{due // 100}.{due % 100:02}'

    def answer_any(self, text):
        return self.keys()[0]

    ASKED = (
        (r'What comes next\?', answer_next),
        (r'Who has won\?', answer_winner),
        (r'Seat \d+, (punto|banca|tie): .*What is paid\?', answer_payment),
        (r'.* What do you do\?', lambda self, text: 'Touch nothing, call the pit'),
        (r'The cut card is out.*', lambda self, text: 'This round, then a new load'),
        (r'The shoe (did not read|is dead).*', lambda self, text: text.rpartition(': ')[2]),
        (r'Place your bets', lambda self, text: 'No more bets'),
        (r'The training is over', None),
    )

    def keys(self):
        """Those that can be pressed; a key that has just come waits (gui/display/hold.h)."""
        return [name_of(key) for key in self.screen.wait_for(self.screen.buttons, 'no key')]

    def find_question(self):
        """What stands there now to be answered, and who knows the answer."""
        text = name_of(self.prompt)
        for pattern, answer in self.ASKED:
            if re.fullmatch(pattern, text):
                return text, answer
        return None

    def train(self):
        while True:
            text, answer = self.screen.wait_for(self.find_question, 'nothing was asked')
            if not answer:
                return
            right = answer(self, text)
            if text == 'Place your bets':
                self.touch(right)
            else:
                self.reply(text, right, len(self.answers) == self.MISTAKE_AT)

    def touch(self, name):
        key = self.screen.wait_for(lambda: self.screen.button(name), f'no {name}')
        key.get_action_iface().do_action(0)
        self.screen.wait_for(lambda: not is_ready(key), f'{name} stays')

    def tell_suit(self, card):
        """Where a rank is asked for, its suit may be touched before."""
        suit = card.rpartition(' of ')[2]
        unsuited = f'{card.split()[0]}, suit unread'
        self.screen.wait_for(lambda: {card, unsuited} & set(self.keys()), f'no {card}')
        if unsuited in self.keys():
            self.screen.press(suit)
            self.screen.wait_for(lambda: card in self.keys(), f'no {card}')

    def reply(self, text, right, is_mistake):
        self.tell_suit(right)
        given = next(key for key in self.keys() if key != right) if is_mistake else right
        self.look(f'training-{len(self.answers):02}')
        self.answers.append((text, right, given))
        self.touch(given)
        if is_mistake:
            self.screen.wait_for_name(f'Wrong. The right answer: {right}')
            self.look('training-mistake')
            self.touch('Go on')


class PuntoBanco(Training):
    OPTIONS = ('--game', 'punto_banco', '--rounds', '2', '--faults',
               'unread@1,wrong_claim@1,wrong_target@1,misdeal@2,card_too_many@2,dead_shoe@2,'
               'cut_card@2')
    MISTAKE_AT = 2

    def test_each_answer_is_judged(self):
        self.train()
        self.screen.wait_for_name(f'{len(self.answers) - 1} of {len(self.answers)} right')
        self.look('training-result')
        run = json.loads(self.record.read_text())
        self.assertTrue(run['simulated'])
        self.assertEqual([(answer['asked'], answer['right'], answer['is_right'])
                          for answer in run['answers']],
                         [(text, right, right == given) for text, right, given in self.answers])
        self.assertEqual({kind: run['kinds'][kind]['asked']
                          for kind in ('card', 'mishap', 'cut_card')},
                         {'card': 2, 'mishap': 3, 'cut_card': 1})


class Blackjack(Training):
    OPTIONS = ('--game', 'blackjack', '--rounds', '1', '--faults', 'card_too_many@1')
    ASKED = Training.ASKED[3:] + ((r'What comes next.*|Box .*', Training.answer_any),)

    def reply(self, text, right, is_mistake):
        """Right or wrong, it goes on; the record says which it was."""
        self.answers.append(right)
        self.touch(right)
        if name_of(self.prompt).startswith('Wrong'):
            self.touch('Go on')

    def test_a_round(self):
        self.train()
        run = json.loads(self.record.read_text())
        self.assertEqual([answer['given'] for answer in run['answers']], self.answers)
        self.assertEqual({answer['is_right'] for answer in run['answers']}, {True, False})


class BuildTree(Training):
    """As the README starts it: nothing is installed, nobody says where the daemon is."""
    SABOTD_OPTION = ()

    def daemon(self):
        """The program that it started."""
        tasks = pathlib.Path(f'/proc/{self.program.pid}/task')
        children = [child for task in tasks.iterdir()
                    for child in (task / 'children').read_text().split()]
        self.assertEqual(len(children), 1)
        return os.readlink(f'/proc/{children[0]}/exe')

    def test_the_daemon_beside_it(self):
        self.assertEqual(self.daemon(), os.path.realpath(SABOTD))


class Installed(BuildTree):
    def install(self):
        for program, name in ((SABOT_DEALER, 'bin'), (SABOTD, 'sbin')):
            (self.directory / name).mkdir()
            shutil.copy2(program, self.directory / name)
        return self.directory / 'bin' / 'sabot-dealer'

    def test_the_daemon_beside_it(self):
        self.assertEqual(self.daemon(), str(self.directory / 'sbin' / 'sabotd'))


class Refused(unittest.TestCase):
    def refuses(self, sentence, *options):
        done = subprocess.run([SABOT_DEALER, '--train', '--sabotd', SABOTD, *options],
                              capture_output=True, text=True, timeout=DEADLINE_S)
        self.assertEqual((done.returncode, done.stdout), (2, ''))
        self.assertIn(sentence, done.stderr)

    def test_a_real_table_is_none_to_train_at(self):
        self.refuses('neither --table nor --connect', '--table', 'PB-01')

    def test_a_fault_that_there_is_not(self):
        self.refuses('"fire@2" is none', '--faults', 'unread,fire@2')


del Training
if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
