"""Between a program and the daemon's socket: answers to chosen verbs are kept back until released,
all else passes. What a screen does before it knows all can be seen so."""
import contextlib
import json
import os
import socket
import threading


class Held:
    """Listens at `path`; answers of `daemon_path` to `verbs` wait for release()."""

    def __init__(self, path, daemon_path, *verbs):
        self.path = path
        self.daemon_path = daemon_path
        self.released = {verb: threading.Event() for verb in verbs}
        self.held = []  # the verbs whose answers have come meanwhile
        self.sockets = [socket.socket(socket.AF_UNIX)]
        self.sockets[0].bind(path)
        self.sockets[0].listen()
        threading.Thread(target=self.accept, daemon=True).start()

    def close(self):
        self.release()
        for each in self.sockets:
            # A thread that waits there wakes up by this, not by close().
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()
        os.unlink(self.path)

    def release(self, *verbs):
        """Those of these verbs, or all."""
        for verb in verbs or self.released:
            self.released[verb].set()

    def accept(self):
        while True:
            try:
                program = self.sockets[0].accept()[0]
            except OSError:
                return
            daemon = socket.socket(socket.AF_UNIX)
            daemon.connect(self.daemon_path)
            self.sockets += [program, daemon]
            wanted = set()
            for run in self.ask, self.answer:
                threading.Thread(target=run, args=(program, daemon, wanted), daemon=True).start()

    def ask(self, program, daemon, wanted):
        """From the program to the daemon."""
        with contextlib.suppress(OSError, ValueError), program.makefile('rb') as lines:
            for line in lines:
                message = json.loads(line)
                if message.get('do') in self.released:
                    wanted.add((message['id'], message['do']))
                daemon.sendall(line)
            daemon.shutdown(socket.SHUT_RDWR)

    def answer(self, program, daemon, wanted):
        """From the daemon to the program: what is kept back is sent by a thread of its own."""
        sending = threading.Lock()

        def send(line):
            with contextlib.suppress(OSError), sending:
                program.sendall(line)

        def send_later(verb, line):
            self.released[verb].wait()
            send(line)

        with contextlib.suppress(OSError, ValueError), daemon.makefile('rb') as lines:
            for line in lines:
                answered = json.loads(line).get('id')
                verb = next((do for number, do in wanted if number == answered), None)
                if verb and not self.released[verb].is_set():
                    self.held.append(verb)
                    threading.Thread(target=send_later, args=(verb, line), daemon=True).start()
                else:
                    send(line)
            program.shutdown(socket.SHUT_RDWR)
