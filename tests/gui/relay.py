"""Between a screen and its daemon: a connection that can stop, and break, at a chosen moment."""
import contextlib
import select
import socket
import threading

WAYS = ('there', 'back')


class Relay:
    """`near` and `far` are addresses as of socket.connect; `near` of None: a port of its own."""

    def __init__(self, near, far):
        self.far = far
        self.family = socket.AF_UNIX if isinstance(far, str) else socket.AF_INET
        self.listener = socket.socket(self.family, socket.SOCK_STREAM)
        self.listener.bind(near or ('127.0.0.1', 0))
        self.listener.listen()
        self.stopped = set()
        self.pairs = []  # what goes there, what comes back
        self.is_up, self.is_over = True, False
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def port(self):
        return self.listener.getsockname()[1]

    def open(self):
        near, _ = self.listener.accept()
        far = socket.socket(self.family, socket.SOCK_STREAM)
        with contextlib.suppress(OSError):
            if self.is_up:
                far.connect(self.far)
                self.pairs.append((near, far))
                return
        near.close()
        far.close()

    def close_pair(self, pair):
        if pair in self.pairs:
            self.pairs.remove(pair)
        for end in pair:
            end.close()

    def carry(self, pair, source, target):
        data = b''
        with contextlib.suppress(OSError):
            data = source.recv(1 << 16)
            target.sendall(data)
        if not data:
            self.close_pair(pair)

    def run(self):
        while not self.is_over:
            ends = {end: pair for pair in list(self.pairs) for end, way in zip(pair, WAYS)
                    if way not in self.stopped}
            try:
                ready, _, _ = select.select([self.listener, *ends], [], [], 0.02)
            except (OSError, ValueError):
                continue  # one was closed meanwhile
            for end in ready:
                if end is self.listener:
                    self.open()
                elif ends[end] in self.pairs:
                    way = ends[end].index(end)
                    if WAYS[way] not in self.stopped:  # since the last look
                        self.carry(ends[end], end, ends[end][1 - way])

    def stop(self, *ways):
        """What goes that way from now on is kept, and lost with the connection."""
        self.stopped = set(ways)

    def cut(self, is_up=True):
        """Break each connection; `is_up`: a new one can be made at once."""
        self.is_up = is_up
        for pair in list(self.pairs):
            self.close_pair(pair)
        self.stopped = set()

    def mend(self):
        self.is_up = True

    def close(self):
        self.is_over = True
        self.thread.join()
        self.cut(is_up=False)
        self.listener.close()
