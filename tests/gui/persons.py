"""What a test's house has: persons with PINs, and a machine that comes in over TLS."""
import json
import os
import subprocess

from screen import DEADLINE_S

PINS = {'Ada': '48213', 'Dan': '7391', 'Pia': '9917', 'Sol': '5528', 'Eye': '6140',
        'Cai': '4419', 'Con': '8273', 'Pat': '5193', 'Cleo': '3851', 'Aud': '2846'}
ROLES = {'Ada': 'admin', 'Dan': 'dealer', 'Pia': 'pit', 'Sol': 'shift', 'Eye': 'surveillance',
         'Cai': 'cage', 'Con': 'count', 'Pat': 'pit', 'Cleo': 'cage', 'Aud': 'audit'}


def populate(client, names):
    """The first administrator, Ada, who creates the others; `client` stays logged in as her."""
    code = client.ok('person_code')['code']
    client.ok('person_create', name='Ada', role='admin', pin=PINS['Ada'], code=code)
    client.ok('login', name='Ada', pin=PINS['Ada'])
    for name in names:
        client.person(name, ROLES[name], PINS[name])


class Machine:
    """A console or a display that comes in over TLS to a daemon where nobody acts unnamed.

    Made before the daemon starts. `rights` is what `cert allow` says of it: role and tables.
    """

    def __init__(self, sabotctl, daemon, tables, *rights):
        self.sabotctl = sabotctl
        self.daemon = daemon
        self.tables = tables
        self.rights = rights
        self.identity = daemon.directory / 'machine'
        self.configure(0)
        made = self.run('create', '--state', daemon.directory / 'state', '--json')
        self.fingerprint = json.loads(made)['fingerprint']
        self.run('create', '--name', 'desk-1')

    def configure(self, port):
        self.daemon.write_config(f'listen = 127.0.0.1:{port}\npersons = required\n{self.tables}')

    def run(self, *arguments):
        done = subprocess.run([self.sabotctl, 'cert', *map(str, arguments)], timeout=DEADLINE_S,
                              capture_output=True, text=True, input=PINS['Ada'] + '\n',
                              env=self.environment())
        assert done.returncode == 0, done.stderr
        return done.stdout

    def allow(self):
        """By the administrator of the daemon that runs now, which keeps its port from now on."""
        self.port = self.daemon.port()
        self.run('allow', 'desk-1', self.identity / 'machine.crt', *self.rights,
                 '--as', 'Ada', '--socket', self.daemon.socket)
        self.configure(self.port)

    def address(self):
        return f'tls:127.0.0.1:{self.port}#{self.fingerprint}'

    def environment(self):
        return dict(os.environ, SABOT_IDENTITY=str(self.identity))
