"""What stands on the screen of a program, as a screen reader finds it (AT-SPI)."""
import os
import signal
import subprocess
import time

import gi

gi.require_version('Atspi', '2.0')
from gi.repository import Atspi, GLib  # noqa: E402

RETURN_KEY = 0xff0d  # X11's keysyms
ESCAPE_KEY = 0xff1b
LOGIN_KEY = 0xffbf  # F2
DEADLINE_S = 90  # only what fails waits so long; a busy machine is slow
CARD_S = 10  # an answer to a card
CTRL_CODE = 37  # of the keyboard that Xvfb has
NAMED = (Atspi.Role.PUSH_BUTTON, Atspi.Role.TOGGLE_BUTTON, Atspi.Role.RADIO_BUTTON,
         Atspi.Role.CHECK_BOX, Atspi.Role.COMBO_BOX, Atspi.Role.TEXT, Atspi.Role.PASSWORD_TEXT,
         Atspi.Role.ENTRY, Atspi.Role.LIST_BOX, Atspi.Role.LIST_ITEM, Atspi.Role.ICON,
         Atspi.Role.IMAGE)
BUTTONS = (Atspi.Role.PUSH_BUTTON, Atspi.Role.TOGGLE_BUTTON, Atspi.Role.RADIO_BUTTON)
READY = (Atspi.StateType.SHOWING, Atspi.StateType.SENSITIVE)
# The registry runs before the first program asks for it, which does so once.
Atspi.get_desktop(0).get_child_count()


def wait_for(what, deadline_s, describe):
    """Ask again and again until the answer is true; past the deadline `describe()` is said. Asking
    keeps the program busy, so the pause is twice as long, and longer for what takes long."""
    first = time.monotonic()
    while True:
        begun = time.monotonic()
        found = what()
        if found:
            return found
        now = time.monotonic()
        if now > first + deadline_s:
            raise AssertionError(f'{deadline_s} s were not enough: {describe()}')
        # Never so long that what passes by is missed, as a step of a replay.
        time.sleep(min(0.2, max(0.05, 2 * (now - begun), (now - first) / 20)))


def end(program):
    """A program that runs until it is asked to end: one that crashed says so by its status only.
    Returns what its standard error has, where that is a pipe."""
    had_ended = program.poll() is not None
    program.terminate()
    said = program.communicate(timeout=DEADLINE_S)[1]
    if had_ended or program.returncode not in (0, -signal.SIGTERM):
        raise AssertionError(f'the program ended with {program.returncode}; {said}')
    return said


def rule(states, roles, roles_match):
    """What Atspi.Collection finds: of these states, and of any or none of these roles."""
    every = Atspi.CollectionMatchType.ALL
    return Atspi.MatchRule.new(Atspi.StateSet.new(states), every, {}, every, roles, roles_match,
                               [], every, False)


# The marks of a road are hundreds.
EVERYTHING = rule([], [Atspi.Role.TABLE_CELL], Atspi.CollectionMatchType.NONE)
READY_BUTTONS = rule(READY, BUTTONS, Atspi.CollectionMatchType.ANY)


def walk(node):
    """A node and everything below it; one that goes away meanwhile is left out. A table
    that manages its cells, as a road its marks, is not walked through: they are hundreds."""
    try:
        yield node
        # So do lists and rows of keys, whose parts are like others: they are no tables.
        if (node.get_table_iface()
                and node.get_state_set().contains(Atspi.StateType.MANAGES_DESCENDANTS)):
            return
        for i in range(node.get_child_count()):
            child = node.get_child_at_index(i)
            if child:
                yield from walk(child)
    except gi.repository.GLib.Error:
        return


def name_of(node):
    try:
        return node.get_name() or ''
    except gi.repository.GLib.Error:
        return ''


def description_of(node):
    try:
        return node.get_description() or ''
    except gi.repository.GLib.Error:
        return ''


def is_page(node):
    """Of a report."""
    try:
        return node.get_role() == Atspi.Role.PAGE
    except gi.repository.GLib.Error:
        return False


def is_showing(node):
    try:
        return node.get_state_set().contains(Atspi.StateType.SHOWING)
    except gi.repository.GLib.Error:
        return False


def is_ready(node):
    """On the screen, and can be used."""
    try:
        states = node.get_state_set()
    except gi.repository.GLib.Error:
        return False
    return states.contains(Atspi.StateType.SHOWING) and states.contains(Atspi.StateType.SENSITIVE)


def is_usable(node):
    """Can be used once it is scrolled to."""
    try:
        states = node.get_state_set()
    except gi.repository.GLib.Error:
        return False
    return states.contains(Atspi.StateType.VISIBLE) and states.contains(Atspi.StateType.SENSITIVE)


def is_unnamed(node):
    """Somebody who does not see it could not tell what it is. GTK names icons by their files."""
    try:
        return (node.get_role() in NAMED and is_ready(node)
                and (not name_of(node).strip() or name_of(node).endswith('-symbolic')))
    except gi.repository.GLib.Error:
        return False


class Screen:
    """The windows of the process `pid`."""

    def __init__(self, pid, deadline_s):
        self.pid = pid
        self.deadline_s = deadline_s
        self.found = None

    def program(self):
        desktop = Atspi.get_desktop(0)
        for i in range(desktop.get_child_count()) if not self.found else ():
            child = desktop.get_child_at_index(i)
            if child and self.is_own(child):
                self.found = child
                break
        return self.found

    def is_own(self, child):
        try:
            return child.get_process_id() == self.pid
        except GLib.Error:  # a former program, which has just gone
            return False

    def find(self, wanted):
        """The nodes that a rule finds, from top to bottom, by one question: a walk through the tree
        asks some hundreds, and the program answers nothing else meanwhile."""
        program = self.program()
        try:
            nodes = program.get_collection_iface().get_matches(
                wanted, Atspi.CollectionSortOrder.CANONICAL, 0, True) if program else []
        except gi.repository.GLib.Error:
            nodes = []
        if not nodes:
            self.found = None  # it may have come before all of it could be asked
        return nodes

    def is_alive(self):
        try:
            with open(f'/proc/{self.pid}/stat', encoding='utf-8') as file:
                return file.read().rpartition(')')[2].split()[0] != 'Z'
        except FileNotFoundError:
            return False

    def nodes(self):
        return self.find(EVERYTHING)

    def names(self):
        return [name_of(node) for node in self.nodes()]

    def descriptions(self):
        return [description_of(node) for node in self.nodes()]

    def wait_for_description(self, wanted):
        """`wanted` is a part of what describes something."""
        self.wait_for(lambda: any(wanted in text for text in self.descriptions()),
                      f'{wanted} did not come; described: {set(self.descriptions())}')

    def paper(self):
        """What stands on the pages of a report, "" until it came."""
        return '\n'.join(description_of(node) for node in self.nodes()
                         if is_page(node))

    def node(self, name):
        return next(node for node in self.nodes() if name_of(node) == name)

    def node_of(self, name, role, under=None):
        """Waits for a node of that name and role, below another one."""
        def found():
            nodes = walk(under) if under else self.nodes()
            return next((node for node in nodes
                         if name_of(node) == name and node.get_role() == role), None)
        return self.wait_for(found, f'{name} did not come')

    def items(self, box):
        """What a combo box offers, by names."""
        combo = self.node_of(box, Atspi.Role.COMBO_BOX)
        return [name_of(node) for node in walk(combo) if node.get_role() == Atspi.Role.MENU_ITEM]

    def choose(self, box, item):
        """An item of a combo box, by their names."""
        combo = self.node_of(box, Atspi.Role.COMBO_BOX)
        combo.get_selection_iface().select_child(self.items(box).index(item))

    def wait_for(self, what, said):
        return wait_for(what, self.deadline_s,
                        lambda: f'{said}; on the screen: {sorted(set(self.names()))}'
                                f'{"" if self.is_alive() else "; the program has ended"}')

    def wait_for_name(self, wanted):
        """`wanted` is the name, or a compiled pattern that matches all of it. Returns the name."""
        def matches(name):
            return name == wanted if isinstance(wanted, str) else wanted.fullmatch(name)
        return self.wait_for(lambda: next((n for n in self.names() if matches(n)), None),
                             f'{wanted} did not come')

    def wait_for_focus(self, name):
        self.wait_for(lambda: any(name_of(node) == name and
                                  node.get_state_set().contains(Atspi.StateType.FOCUSED)
                                  for node in self.nodes()), f'{name} has not the keyboard')

    def press_return(self):
        Atspi.generate_keyboard_event(RETURN_KEY, None, Atspi.KeySynthType.SYM)

    def buttons(self):
        """All that can be pressed now."""
        return self.find(READY_BUTTONS)

    def unnamed(self):
        """What is on the screen, to be acted on or read, without a name: roles and where."""
        return [f'{node.get_role_name()} in "{name_of(node.get_parent())}"'
                for node in self.nodes() if is_unnamed(node)]

    def button(self, name):
        """A button of that name that can be pressed now, or None. One that could be pressed under
        another name may have got this one since, and wait."""
        return next((node for node in self.buttons() if name_of(node) == name and is_ready(node)),
                    None)

    def press(self, name):
        button = self.wait_for(lambda: self.button(name), f'no button "{name}" to press')
        button.get_action_iface().do_action(0)

    def press_beginning(self, beginning):
        """The button whose name begins so."""
        def button():
            return next((node for node in self.buttons()
                         if name_of(node).startswith(beginning) and is_ready(node)), None)
        found = self.wait_for(button, f'no button "{beginning}…" to press')
        found.get_action_iface().do_action(0)

    def choose_row(self, beginning):
        """By keyboard, which scrolls to it: the row of a list whose name begins so."""
        def row():
            rows = [node for node in self.nodes() if name_of(node).startswith(beginning)
                    and node.get_role() == Atspi.Role.LIST_ITEM]
            return next(filter(is_ready, rows), None) or next(filter(is_usable, rows), None)

        def has_focus():
            """A list that has just been filled anew took the focus with it: then once more."""
            found = row()
            if found and not found.get_state_set().contains(Atspi.StateType.FOCUSED):
                found.grab_focus()
                return False
            return found
        self.wait_for(has_focus, f'no row "{beginning}…" to choose')
        self.press_return()

    def entry(self, name):
        """None while there is none of that name that can be written into."""
        return next((node for node in self.nodes() if name_of(node) == name
                     and node.get_editable_text_iface() and is_ready(node)), None)

    def wait_for_text(self, name, text):
        """Until this stands in the entry of that name."""
        def is_there():
            node = self.entry(name)
            return node and node.get_text_iface().get_text(0, -1) == text
        self.wait_for(is_there, f'"{text}" does not stand in "{name}"')

    def write(self, name, text):
        """Put a text into the entry of that name."""
        node = self.wait_for(lambda: self.entry(name), f'no entry "{name}" to write into')
        node.get_editable_text_iface().set_text_contents(text)

    def description(self, name):
        """The accessible description of the button of that name."""
        return next(node for node in self.nodes() if name_of(node) == name
                    and node.get_role() in BUTTONS).get_description()

    @staticmethod
    def press_key(keysym):
        Atspi.generate_keyboard_event(keysym, None, Atspi.KeySynthType.SYM)

    def choose_row_with(self, part):
        """The first row of a list with this part of a name: focus it and press space."""
        def row():
            return next((node for node in self.nodes() if part in (node.get_name() or '')
                         and node.get_role() == Atspi.Role.LIST_ITEM), None)
        self.wait_for(row, f'no row with {part}').grab_focus()
        self.press_key(0x20)

    def type_keys(self, text):
        """And Return, faster than any hand."""
        Atspi.generate_keyboard_event(0, text, Atspi.KeySynthType.STRING)
        self.press_return()

    def hold_card(self, number, title, before=''):
        """To the reader, with that entered before, on the pad of that title; again, should this
        machine be too slow once."""
        def is_gone():
            return title not in self.names()

        def is_read():
            if is_gone():
                return True
            for digit in before:
                self.press(digit)
            self.type_keys(number)
            try:
                return wait_for(is_gone, CARD_S, lambda: title)
            except AssertionError:
                return False
        self.wait_for_name(title)
        self.wait_for(is_read, 'no card was read')

    def type_badge(self, text, then):
        """As a reader does, faster than any hand; again, should this machine be too slow once."""
        def is_read():
            if then in self.names():
                return True
            self.type_keys(text)
            return False
        self.wait_for(is_read, f'{then} did not come')

    def press_ctrl(self, keysym):
        """With Ctrl held down."""
        Atspi.generate_keyboard_event(CTRL_CODE, None, Atspi.KeySynthType.PRESS)
        self.press_key(keysym)
        Atspi.generate_keyboard_event(CTRL_CODE, None, Atspi.KeySynthType.RELEASE)

    def place(self, beginning):
        """Where the first thing stands whose name begins so; None while there is none."""
        node = next((node for node in self.nodes()
                     if name_of(node).startswith(beginning) and is_ready(node)), None)
        return node and node.get_extents(Atspi.CoordType.SCREEN)

    def size_of_window(self):
        extents = self.program().get_child_at_index(0).get_extents(Atspi.CoordType.SCREEN)
        return extents.width, extents.height

    @staticmethod
    def keep_picture():
        """SABOT_SCREENSHOT=FILE.png keeps a picture of the screen."""
        path = os.environ.get('SABOT_SCREENSHOT')
        if path:
            subprocess.run(['import', '-window', 'root', path], check=True)
