"""Alerts of the real sabot-pit: a notification for a grave incident while one looks elsewhere, and
its end. A service of the desktop's notifications is played here, on the test's own bus.

Run by on-display.sh.
"""
import os
import subprocess
import sys
import tempfile
import threading
import unittest

import gi

gi.require_version('Atspi', '2.0')
gi.require_version('Gdk', '3.0')
from gi.repository import Atspi, Gdk, Gio, GLib  # noqa: E402

from screen import DEADLINE_S, Screen, end, wait_for  # noqa: E402
from transcript import Daemon, incident, punto_banco  # noqa: E402

PROGRAM = sys.argv.pop()
INTERFACE = Gio.DBusNodeInfo.new_for_xml('''
<node><interface name="org.freedesktop.Notifications">
  <method name="GetCapabilities"><arg type="as" direction="out"/></method>
  <method name="GetServerInformation">
    <arg type="s" direction="out"/><arg type="s" direction="out"/>
    <arg type="s" direction="out"/><arg type="s" direction="out"/>
  </method>
  <method name="Notify">
    <arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/>
    <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="as" direction="in"/>
    <arg type="a{sv}" direction="in"/><arg type="i" direction="in"/>
    <arg type="u" direction="out"/>
  </method>
  <method name="CloseNotification"><arg type="u" direction="in"/></method>
</interface></node>''').interfaces[0]


class Desktop:
    """Shows notifications, as far as anybody can tell."""

    def __init__(self):
        self.shown = {}  # by number: title, text
        self.closed = []
        ready = threading.Event()
        threading.Thread(target=self.run, args=(ready,), daemon=True).start()
        ready.wait(DEADLINE_S)

    def run(self, ready):
        """On a thread with a context of its own: the other one is the accessibility bus's."""
        context = GLib.MainContext()
        context.push_thread_default()
        bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        bus.register_object('/org/freedesktop/Notifications', INTERFACE, self.on_call)
        Gio.bus_own_name_on_connection(bus, 'org.freedesktop.Notifications',
                                       Gio.BusNameOwnerFlags.NONE, lambda *_: ready.set(), None)
        GLib.MainLoop.new(context, False).run()

    def on_call(self, bus, sender, path, interface, method, arguments, invocation):
        if method == 'Notify':
            number = len(self.shown) + 1
            self.shown[number] = (arguments[3], arguments[4])
            invocation.return_value(GLib.Variant('(u)', (number,)))
        elif method == 'CloseNotification':
            self.closed.append(arguments[0])
            invocation.return_value(None)
        elif method == 'GetCapabilities':
            invocation.return_value(GLib.Variant('(as)', (['body', 'actions'],)))
        else:
            invocation.return_value(GLib.Variant('(ssss)', ('test', 'test', '1', '1.2')))


def found(number, severity='high', table='PB-01'):
    return incident(table, number, 'card_in_excess', severity, 'A card too many.')


def look_elsewhere():
    """Another program's window has the keyboard."""
    attributes = Gdk.WindowAttr()
    attributes.width = attributes.height = 10
    attributes.window_type = Gdk.WindowType.TOPLEVEL
    attributes.wclass = Gdk.WindowWindowClass.INPUT_OUTPUT
    window = Gdk.Window.new(None, attributes, Gdk.WindowAttributesType(0))
    window.show()
    window.focus(0)
    Gdk.Display.get_default().sync()


class Alerts(unittest.TestCase):
    desktop = None

    TABLES = (punto_banco('PB-01'), punto_banco('PB-02'))

    def setUp(self):
        Alerts.desktop = Alerts.desktop or Desktop()
        self.folder = tempfile.TemporaryDirectory()
        self.daemon = Daemon(os.path.join(self.folder.name, 'socket'),
                             list(self.TABLES))
        self.daemon.start()
        self.program = subprocess.Popen([PROGRAM, '--connect', self.daemon.path],
                                        stderr=subprocess.PIPE, text=True,
                                        env=dict(os.environ, XDG_CONFIG_HOME=self.folder.name))
        self.screen = Screen(self.program.pid, DEADLINE_S)
        self.screen.wait_for_name('connection: live')

    def tearDown(self):
        said = end(self.program)
        self.daemon.stop()
        self.folder.cleanup()
        self.assertEqual(said, '', 'standard error must stay empty')

    def is_looked_at(self):
        return any(node.get_state_set().contains(Atspi.StateType.ACTIVE)
                   for node in self.screen.nodes() if node.get_role() == Atspi.Role.FRAME)

    def raise_incident(self, number, severity='high'):
        what = found(number, severity)
        self.daemon.step(punto_banco('PB-01', worst=what, n=412 + number),
                         out=[dict(what, out='incident')])

    def test_told_elsewhere_only_and_taken_back(self):
        before = len(self.desktop.shown)
        # A person at the console sees it there.
        self.raise_incident(1)
        self.screen.wait_for_name('high, PB-01, round 17, card_in_excess: A card too many.')
        # The keyboard goes elsewhere: the next grave one is told, one of less weight is not.
        look_elsewhere()
        self.screen.wait_for(lambda: not self.is_looked_at(), 'the console kept the keyboard')
        self.raise_incident(2, 'medium')
        self.raise_incident(3)
        wait_for(lambda: len(self.desktop.shown) > before, DEADLINE_S, lambda: 'nothing was told')
        self.assertEqual(list(self.desktop.shown.values())[before:],
                         [('PB-01: card too many', 'A card too many.')])
        # It is settled: nobody need be told any more.
        self.daemon.step(punto_banco('PB-01', n=420), event={'ev': 'ruling', 'incident': 3},
                         out=[{'out': 'incident_state', 'id': 3, 'state': 'ruled'}])
        wait_for(lambda: self.desktop.closed == [before + 1], DEADLINE_S,
                 lambda: f'it stayed: {self.desktop.closed}')


class Practice(Alerts):
    """PB-01 is a practice table beside a real one."""
    TABLES = (punto_banco('PB-01'), punto_banco('PB-02', simulated=False))

    def test_told_elsewhere_only_and_taken_back(self):
        before = len(self.desktop.shown)
        look_elsewhere()
        self.screen.wait_for(lambda: not self.is_looked_at(), 'the console kept the keyboard')
        self.raise_incident(1, 'critical')
        self.screen.wait_for_name('critical, PB-01, round 17, card_in_excess: A card too many.')
        what = found(2, table='PB-02')
        self.daemon.step(punto_banco('PB-02', worst=what, n=414, simulated=False),
                         out=[dict(what, out='incident')])
        wait_for(lambda: len(self.desktop.shown) > before, DEADLINE_S, lambda: 'nothing was told')
        self.assertEqual(list(self.desktop.shown.values())[before:],
                         [('PB-02: card too many', 'A card too many.')])


if __name__ == '__main__':
    unittest.main()
