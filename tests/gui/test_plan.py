"""The floor plan of the real sabot-pit over the real sabotd: tables stand where they were dragged
or moved by keys, on every console and after a restart; nobody moves one who may not. Run by
on-display.sh.
"""
import os
import pathlib
import sys
import time
import unittest

import gi

gi.require_version('Atspi', '2.0')
from gi.repository import Atspi  # noqa: E402

from house import House  # noqa: E402
from screen import BUTTONS, is_ready, name_of  # noqa: E402

PROGRAMS = sys.argv[1:3]
NAMES = [f'{game}-{n:02}' for game in ('BJ', 'PB') for n in range(1, 7)]
RULES = {'BJ': 'blackjack-es', 'PB': 'punto-banco-es'}
LEFT, RIGHT, UP, DOWN, DELETE = 0xff51, 0xff53, 0xff52, 0xff54, 0xffff
ARRANGE = 'Arrange tables'
GRID_PX = 8


def pit_of(name):
    return 'Norte' if name.startswith('BJ') else 'Salón'


class Plan(House):
    PROGRAMS = PROGRAMS
    PERSONS = ('Dan', 'Pia')
    TABLES = ''.join(f'[table {name}]\nrules = {RULES[name[:2]]}\nset.burn = 0\n'
                     f'pit = {pit_of(name)}\n' for name in NAMES)

    def open_console(self):
        folder = pathlib.Path(os.environ['XDG_CONFIG_HOME'], 'sabot')
        folder.mkdir(parents=True, exist_ok=True)
        if not (folder / 'pit.conf').exists():
            (folder / 'pit.conf').write_text('[window]\nwidth=1600\nheight=900\n')
        super().open_console()

    def close_console(self):
        """Also of one that a test closed before."""
        if not self.errors.closed:
            super().close_console()

    def tile(self, name):
        return next((node for node in self.screen.nodes() if name_of(node).startswith(name + ', ')
                     and node.get_role() in BUTTONS and is_ready(node)), None)

    def box(self, name):
        """Where the tile is, once it stays there."""
        def stays():
            before = self.tile(name)
            before = before and before.get_extents(Atspi.CoordType.SCREEN)
            time.sleep(0.2)
            after = self.tile(name)
            after = after and after.get_extents(Atspi.CoordType.SCREEN)
            if before and after and (before.x, before.y) == (after.x, after.y):
                return after
            return None
        return self.screen.wait_for(stays, f'{name} is nowhere')

    def middle(self, name):
        box = self.box(name)
        return box.x + box.width // 2, box.y + box.height // 2

    def place(self, name):
        return self.pit.view(name).get('place')

    def show_plan(self):
        self.screen.wait_for(lambda: self.tile(NAMES[-1]), 'no tables')
        self.screen.choose('order of tables', 'Floor plan')
        self.screen.wait_for_name('Without a place')

    def arrange(self):
        key = self.screen.wait_for(lambda: self.screen.button(ARRANGE), 'nobody may arrange')
        key.get_action_iface().do_action(0)
        self.screen.wait_for(lambda: any(name.startswith('Drag each table')
                                         for name in self.screen.names()), 'no hint')

    @staticmethod
    def drag(start, end):
        Atspi.generate_mouse_event(*start, 'abs')
        Atspi.generate_mouse_event(*start, 'b1p')
        for part in range(1, 6):
            Atspi.generate_mouse_event(start[0] + (end[0] - start[0]) * part // 5,
                                       start[1] + (end[1] - start[1]) * part // 5, 'abs')
            time.sleep(0.02)
        Atspi.generate_mouse_event(*end, 'b1r')

    def hall(self):
        """The hall's corner on the screen and its scale, by two tables of which both are known."""
        one, other = self.middle('BJ-01'), self.middle('PB-01')
        a, b = self.place('BJ-01'), self.place('PB-01')
        scale = (other[0] - one[0]) / (b['x'] - a['x'])
        return one[0] - a['x'] * scale, one[1] - a['y'] * scale, scale

    def to_screen(self, x, y):
        left, top, scale = self.hall()
        return int(left + x * scale), int(top + y * scale)

    def wait_for_place(self, name, x, y, slack_px=GRID_PX):
        def is_there():
            place = self.place(name)
            return (place and abs(place['x'] - x) <= slack_px and abs(place['y'] - y) <= slack_px
                    and place['x'] % GRID_PX == 0 and place['y'] % GRID_PX == 0)
        self.screen.wait_for(is_there, f'{name} is not at {x}, {y}')

    def test_tables_are_dragged_to_their_places(self):
        self.pit.ok('place', table='BJ-01', x=160, y=120)
        self.pit.ok('place', table='PB-01', x=960, y=640)
        self.show_plan()
        self.look('plan-first')
        # Nobody who has not logged in moves a table, and the reason is said.
        self.assertIsNone(self.screen.button(ARRANGE))
        self.screen.wait_for_description('Log in first.')
        self.log_in('Pia')
        self.arrange()
        # From below into the hall; a touch while tables are arranged opens none.
        self.drag(self.middle('BJ-02'), self.to_screen(480, 120))
        self.wait_for_place('BJ-02', 480, 120)
        self.drag(self.middle('PB-02'), self.to_screen(1200, 640))
        self.wait_for_place('PB-02', 1200, 640)
        # One on another table goes beside it.
        self.drag(self.middle('BJ-03'), self.middle('BJ-02'))
        self.screen.wait_for(lambda: self.place('BJ-03'), 'BJ-03 has no place')
        one, other = self.place('BJ-02'), self.place('BJ-03')
        self.assertTrue(abs(one['x'] - other['x']) >= 208 or abs(one['y'] - other['y']) >= 128,
                        (one, other))
        # What is drawn is what the daemon has.
        x, y = self.middle('PB-02')
        wanted = self.to_screen(self.place('PB-02')['x'], self.place('PB-02')['y'])
        self.assertLess(max(abs(x - wanted[0]), abs(y - wanted[1])), 3)
        self.look('plan-arranging')
        # Out of the hall.
        below = self.middle('PB-06')
        self.drag(self.middle('PB-02'), below)
        self.screen.wait_for(lambda: self.place('PB-02') is None, 'PB-02 still has a place')
        self.assertIsNone(self.screen.button('← Floor'))
        # In the log, by who did it.
        lines = [line for line in self.admin.export('house')[1:] if line['ev'] == 'place']
        self.assertEqual([line['table'] for line in lines],
                         ['BJ-01', 'PB-01', 'BJ-02', 'PB-02', 'BJ-03', 'PB-02'])
        self.assertNotIn('x', lines[-1])

    def focus(self, name):
        self.screen.wait_for(lambda: self.tile(name), f'no tile of {name}').grab_focus()
        self.screen.wait_for(lambda: self.tile(name).get_state_set().contains(
            Atspi.StateType.FOCUSED), f'{name} has not the keyboard')

    def test_by_keys_and_after_a_restart(self):
        self.pit.ok('place', table='BJ-01', x=160, y=120)
        self.pit.ok('place', table='PB-01', x=960, y=640)
        self.show_plan()
        self.log_in('Pia')
        self.arrange()
        self.focus('BJ-01')
        for key in (RIGHT, RIGHT, DOWN, LEFT):
            self.screen.press_key(key)
        self.wait_for_place('BJ-01', 168, 128, 0)
        # One that has no place is put into the hall by the first key.
        self.focus('PB-05')
        self.screen.press_key(UP)
        self.screen.wait_for(lambda: self.place('PB-05'), 'PB-05 has no place')
        self.focus('PB-01')
        self.screen.press_key(DELETE)
        self.screen.wait_for(lambda: self.place('PB-01') is None, 'PB-01 still has a place')
        lines = [line for line in self.admin.export('house')[1:] if line['ev'] == 'place']
        self.assertEqual(len(lines), 5, 'the keys of one move are one event')
        # A table still opens once they are arranged.
        self.screen.press(ARRANGE)
        self.screen.wait_for(lambda: not any(name.startswith('Drag each table')
                                             for name in self.screen.names()), 'still arranging')
        where = self.middle('BJ-01')
        # The console and the daemon start again, and another console shows the same.
        self.close_console()
        self.daemon.kill()
        self.client = self.daemon.start()
        self.open_console()
        self.screen.wait_for_name('Without a place')  # what was chosen is kept
        x, y = self.middle('BJ-01')
        self.assertLess(max(abs(x - where[0]), abs(y - where[1])), 3)
        self.tile('BJ-01').get_action_iface().do_action(0)
        self.screen.wait_for(lambda: self.screen.button('← Floor'), 'BJ-01 did not open')

    def test_who_may_not(self):
        self.pit.ok('place', table='BJ-01', x=160, y=120)
        self.show_plan()
        self.log_in('Dan')
        self.screen.wait_for_description('pit')
        self.assertIsNone(self.screen.button(ARRANGE))
        before = self.middle('BJ-01')
        self.drag(before, (before[0] + 100, before[1] + 60))
        self.assertEqual(self.place('BJ-01'), {'x': 160, 'y': 120})

    def test_what_waits_is_seen_there(self):
        """The same states as in rows: filled where the game stands still."""
        for n, name in enumerate(NAMES):
            self.pit.ok('place', table=name, x=160 + n % 6 * 232, y=200 + n // 6 * 320)
        self.pit.event('BJ-02', ev='call', reason='dispute')
        self.screen.wait_for(lambda: self.tile(NAMES[-1]), 'no tables')
        self.screen.choose('order of tables', 'Floor plan')
        self.screen.wait_for(lambda: any(n.startswith('BJ-02, ') and 'the pit is called' in n
                                         for n in self.screen.names()), 'no call')
        self.box('BJ-02')
        self.look('plan')
        entry = self.screen.node_of('search tables', Atspi.Role.TEXT)
        places = {name: self.middle(name) for name in NAMES}
        entry.get_editable_text_iface().set_text_contents('pb-0')
        self.screen.wait_for_name('6 of 12 tables')
        self.assertIsNone(self.tile('BJ-01'))
        for name in NAMES[6:]:  # the others stay where they are beside each other
            self.assertEqual(self.middle(name)[0], places[name][0])


del House
if __name__ == '__main__':
    del sys.argv[1:3]
    unittest.main()
