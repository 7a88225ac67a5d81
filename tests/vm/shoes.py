"""Shoes at the other end of what is plugged in: the Angel Eye line protocol, and the reference
protocol as a stream and as reports of USB. They go on reading cards while they are unplugged."""

import socket
import threading

from fixture import Shoe
from plugs import REPORT_BYTES
from ref_shoe import RefShoe


class AngelEye(Shoe):
    """It keeps nothing: what it says while it is unplugged nobody hears."""

    def __init__(self, cable):
        self.cable, self.master = cable, cable.end
        self.number = 0
        self.last = b""

    def plug(self, port):
        self.cable.plug(port)

    def unplug(self):
        self.cable.unplug()

    def repeat(self):
        if self.cable.is_plugged:
            super().repeat()

    def card(self, card, place):
        self.send_card(card, place)


class StreamShoe(RefShoe):
    """The reference protocol on a serial line. It speaks when it was spoken to: what waits in a
    terminal as it is opened comes back as an echo."""

    def __init__(self, cable, boot):
        super().__init__(cable.serial, boot)
        self.cable = cable

    def plug(self, port):
        self.cable.plug(port)
        self.is_spoken_to = False
        self.is_plugged = True
        self.master = self.open_line()
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def unplug(self):
        if not self.thread:
            return
        self.is_plugged = False
        self.thread.join()
        self.thread = None
        self.close_line()
        self.cable.unplug()

    def answer(self, kind, payload):
        self.is_spoken_to = True
        super().answer(kind, payload)

    def send(self, data):
        if self.is_spoken_to:
            super().send(data)

    def open_line(self):
        return self.cable.end

    def close_line(self):
        """The cable closes its own end."""


class ReportShoe(StreamShoe):
    """The same on USB. Each message of `inner` is a frame as a stream has it; `outer` is where two
    threads make reports of them and frames of reports."""

    def open_line(self):
        self.inner, self.outer = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.pumps = [threading.Thread(target=pump, args=(self.outer,), daemon=True)
                      for pump in (self.say, self.hear)]
        for pump in self.pumps:
            pump.start()
        return self.inner.fileno()

    def close_line(self):
        """What still blocks a pump at an endpoint's file ends with the unplugging."""
        self.inner.close()
        self.outer.shutdown(socket.SHUT_RDWR)
        if hasattr(self.cable, "end"):
            self.end_pumps()

    def unplug(self):
        super().unplug()
        self.end_pumps()

    def end_pumps(self):
        for pump in self.pumps:
            pump.join()
        self.pumps = []
        self.outer.close()

    def say(self, outer):
        while frame := outer.recv(4096):
            report = frame[:1] + frame[1:].replace(b"\x7f\x7f", b"\x7f")
            report = report.ljust(REPORT_BYTES, b"\0")
            while self.is_plugged and not self.cable.write(report):
                pass

    def hear(self, outer):
        while self.is_plugged:
            report = self.cable.read()
            if len(report) == REPORT_BYTES:
                frame = report[:6 + report[2]]
                try:
                    outer.send(frame[:1] + frame[1:].replace(b"\x7f", b"\x7f\x7f"))
                except BrokenPipeError:
                    return
