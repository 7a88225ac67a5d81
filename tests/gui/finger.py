"""A finger on the dealer's display: it touches a place, and there again, whatever stands there by
then."""
import time

from dealer import Display
from screen import Atspi, name_of

AGAIN_S = (0.1, 0.3, 0.5, 0.7)  # after the first touch; what it changes is shown a little later
HELD_S = 1


class Finger(Display):
    def place(self, beginning):
        found = self.screen.wait_for(
            lambda: next((node for node in self.screen.buttons()
                          if name_of(node).startswith(beginning)), None), f'no {beginning}')
        extents = found.get_extents(Atspi.CoordType.SCREEN)
        return extents.x + extents.width // 2, extents.y + extents.height // 2

    @staticmethod
    def press(place):
        Atspi.generate_mouse_event(*place, 'abs')
        Atspi.generate_mouse_event(*place, 'b1p')

    @staticmethod
    def lift(place):
        Atspi.generate_mouse_event(*place, 'b1r')

    def tap(self, place):
        self.press(place)
        self.lift(place)

    def tap_again_and_again(self, beginning):
        place, begin_s = self.place(beginning), time.monotonic()
        self.tap(place)
        for again_s in AGAIN_S:
            time.sleep(max(0, begin_s + again_s - time.monotonic()))
            if time.monotonic() < begin_s + AGAIN_S[-1] + 0.1:
                self.tap(place)
        if time.monotonic() > begin_s + HELD_S:
            self.skipTest('this machine was too slow to touch within the second')
        return place

    def words(self, since=0):
        return [event.get('ev') for event in self.client.export(self.TABLE)[since:]]

    def wait_for_words(self, words, since):
        self.screen.wait_for(lambda: self.words(since) == words,
                             f'{words} expected, not {self.words(since)}')
