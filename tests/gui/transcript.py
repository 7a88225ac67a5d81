"""A daemon that only talks: speaks docs/wire.md from made-up tables, for tests of its clients.

It accepts clients on a unix socket, greets, answers `watch` and other requests from its tables
and incidents, and pushes what the test tells it to. Runs on a thread of its own.
"""
import datetime
import json
import os
import socket
import threading


def now(offset_s=0):
    time = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=offset_s)
    return time.strftime('%Y-%m-%dT%H:%M:%SZ')


def incident(table, number, code, severity, text, round_=17, state='open', age_s=0):
    return {'table': table, 'id': number, 'at': now(-age_s), 'seq': 1000 + number, 'load': 3,
            'round': round_, 'code': code, 'severity': severity, 'rule': 'PB-11',
            'text': text, 'state': state}


def punto_banco(table, punto=('TD', '4C'), banca=('TH', '5S'), totals=(4, 5), phase='dealing',
                prompt='Card for punto', winner=None, worst=None, n_open=None, n=412, **more):
    view = {'table': table, 'game': 'punto_banco', 'rules': 'punto-banco-es', 'state': 'open',
            'simulated': True, 'saved': True, 'min': 500, 'max': 50000, 'phase': phase, 'load': 3,
            'round': 17, 'n': n, 'at': now(),
            'prompt': prompt if isinstance(prompt, dict) else
            {'kind': 'draw', 'who': 'punto', 'total': totals[0], 'text': prompt},
            'punto': {'cards': list(punto), 'total': totals[0]},
            'banca': {'cards': list(banca), 'total': totals[1]},
            'boxes': [{'box': 2, 'stakes': [{'bettor': '2', 'on': 'banca', 'amount': 2500}]}],
            'results': ['punto', 'banca', 'tie'], 'coups': 'abc',
            'staff': [{'who': 'Dan', 'post': 'dealer', 'since': now(-40 * 60)}], 'pace': 62,
            'shoe': {'decks': 6, 'seen': 53, 'left': 259, 'unread': 0, 'cut': False, 'burned': 7},
            'device': {'name': 'shoe-' + table, 'state': 'online', 'detail': ''},
            'exposure': {'rounds': 17, 'since': now(-21 * 60)},
            'incidents': {'open': 0}}
    if winner:
        view['winner'] = winner
    if worst:
        view['incidents'] = {'open': n_open or 1, 'worst': worst}
    view.update(more)
    return view


def stopped(view, stops, worst=None, n_open=1):
    """The same table while it waits for a ruling on `stops`, whatever else is open."""
    return dict(view, phase='ruling',
                prompt={'kind': 'ruling', 'incident': stops['id'], 'text': 'Wait.'},
                incidents={'open': n_open, 'worst': worst or stops, 'stops': stops})


def blackjack(table, worst=None, **more):
    hands = [(1, ['8D', '7H'], 15, 'stood'), (2, ['AS', 'KD'], 21, 'blackjack'),
             (3, ['6C', '5H'], 11, 'turn'), (5, ['9S', '9C'], 18, 'waiting'),
             (6, ['4D', '3S', 'TC'], 17, 'waiting')]
    boxes = [{'box': box, 'stakes': [{'bettor': str(box), 'on': 'main', 'amount': 1000}],
              'hands': [{'hand': 0, 'cards': cards, 'total': total, 'state': state}]}
             for box, cards, total, state in hands]
    view = {'table': table, 'game': 'blackjack', 'rules': 'blackjack-es', 'state': 'open',
            'simulated': True, 'saved': True, 'min': 1000, 'max': 100000, 'phase': 'deciding',
            'load': 2, 'round': 31, 'n': 288, 'at': now(),
            'prompt': {'kind': 'play', 'box': 3, 'hand': 0, 'total': 11,
                       'can': ['stand', 'hit', 'double'],
                       'text': 'Box 3 has 11: stand, hit, double?'},
            'dealer': {'cards': ['QS'], 'total': 10}, 'boxes': boxes,
            'shoe': {'decks': 6, 'seen': 120, 'left': 192, 'unread': 0, 'cut': False, 'burned': 5},
            'device': {'name': 'shoe-' + table, 'state': 'online', 'detail': ''},
            'exposure': {'rounds': 31, 'since': now(-34 * 60)},
            'incidents': {'open': 0}}
    if worst:
        view['incidents'] = {'open': 1, 'worst': worst}
    view.update(more)
    return view


class Daemon:
    def __init__(self, path, tables, incidents=(), seq=1234, beat_ms=5000, site='Demo casino'):
        self.site = site
        self.path, self.seq, self.beat_ms = path, seq, beat_ms
        self.tables = {view['table']: view for view in tables}
        self.incidents = list(incidents)
        self.held_steps = []      # what a resume can make up for
        self.requests = []        # everything clients asked
        self.not_ready = []       # what is said first to whoever looks into the log
        self.clients = []
        self.lock = threading.Lock()
        self.listener = None

    def start(self):
        if os.path.exists(self.path):
            os.unlink(self.path)
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path)
        self.listener.listen()
        threading.Thread(target=self._accept, args=(self.listener,), daemon=True).start()

    def stop(self):
        """As a daemon that died: every connection ends and nobody listens."""
        with self.lock:
            listener, self.listener = self.listener, None
            clients, self.clients = self.clients, []
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        for client in clients:
            try:
                client.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            client.close()
        os.unlink(self.path)

    def push(self, message):
        with self.lock:
            for client in self.clients:
                self._send(client, message)

    def beat(self):
        self.push({'push': 'beat', 'seq': self.seq, 'at': now()})

    def step(self, view, out=(), event=None):
        self.seq += 1
        self.tables[view['table']] = view
        message = {'push': 'step', 'seq': self.seq, 'table': view['table'], 'n': view['n'],
                   'event': event or {'ev': 'card', 'card': 'TH'}, 'out': list(out)}
        self.held_steps.append(dict(message, missed=True))
        self.push(dict(message, view=view))

    @staticmethod
    def _send(client, message):
        try:
            client.sendall((json.dumps(message) + '\n').encode())
        except OSError:
            pass

    def _accept(self, listener):
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            self._send(client, {'sabot': {'version': '0.1.0', 'protocol': 1, 'site': self.site,
                                          'role': 'pit', 'seq': self.seq,
                                          'beat_ms': self.beat_ms}})
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client):
        try:
            for line in client.makefile('rb'):
                self._answer(client, json.loads(line))
        except (OSError, ValueError):
            pass

    def _answer(self, client, request):
        reply = {'id': request.get('id')}
        with self.lock:
            self.requests.append(request)
            missed = []
            if request['do'] == 'watch':
                since = request.get('since')
                missed = [s for s in self.held_steps if since is not None and s['seq'] > since]
                reply['ok'] = {'seq': self.seq, 'resumed': since is not None, 'tables': [],
                               'incidents': []}
                self._send(client, reply)
                for view in self.tables.values():
                    self._send(client, {'push': 'view', 'table': view['table'], 'view': view})
                self._send(client, {'push': 'incidents', 'incidents': self.incidents})
                for step in missed:
                    self._send(client, step)
                self._send(client, {'push': 'beat', 'seq': self.seq, 'at': now()})
                self.clients.append(client)
                return
            if request['do'] == 'status':
                reply['ok'] = {'version': '0.1.0', 'site': self.site, 'started': now(-3600),
                               'uptime_s': 3600, 'seq': self.seq, 'tables': len(self.tables),
                               'clients': 1, 'saved': True, 'persons': 'off',
                               'devices': [dict(view['device'], driver='angeleye2',
                                                transport='pty', table=name, frames=120,
                                                garbage=0, repeats=240, lost=0)
                                           for name, view in self.tables.items()]}
            elif request['do'] == 'roles':
                reply['ok'] = {'actions': []}
            elif request['do'] == 'persons':
                reply['ok'] = {'persons': []}
            elif request['do'] == 'tables':  # one a page, to see that pages are followed
                first = request.get('from', 0)
                views = list(self.tables.values())
                reply['ok'] = {'tables': views[first:first + 1]}
                if first + 1 < len(views):
                    reply['ok']['next'] = first + 1
            elif request['do'] == 'incidents':
                found = [i for i in self.incidents
                         if request.get('table') in (None, i['table'])
                         and (not request.get('open') or i['state'] == 'open')]
                reply['ok'] = {'incidents': found}
            elif request['do'] == 'find' and self.not_ready:
                reply['error'] = {'class': 'not_ready', 'text': self.not_ready.pop(0)}
            elif request['do'] == 'find':
                reply['ok'] = {'found': []}
            else:
                reply['error'] = {'class': 'unknown_request', 'text': 'no such request'}
            self._send(client, reply)
