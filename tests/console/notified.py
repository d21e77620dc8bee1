#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""From a table to the desk: a Fire Bet's fourth point is published, received, followed, and told on
the desktop.

notified.py CONSOLE CLI LOG SEQ [TABLES [MANY-TABLES RATE]]: LOG has its fourth point in the round that the event SEQ
ends. It is sent as so many tables (3), each up to that event, through a real broker to a receiver, whose folder the
console follows; then each table's event is written, and the notification awaited. What takes
notifications on the bus is this program. Meanwhile MANY-TABLES (tests/bench/many-tables.c) publish RATE lines a
second of 1,200 others. Prints TAP, and how long each notification took.
"""

import collections
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time

from desk import Atspi, Console, Gone, run_test, spin, wait

from gi.repository import Gio, GLib

NAME = 'org.freedesktop.Notifications'
INTERFACE = """<node><interface name='org.freedesktop.Notifications'>
<method name='Notify'><arg type='s' direction='in'/><arg type='u' direction='in'/><arg type='s' direction='in'/>
<arg type='s' direction='in'/><arg type='s' direction='in'/><arg type='as' direction='in'/>
<arg type='a{sv}' direction='in'/><arg type='i' direction='in'/><arg type='u' direction='out'/></method>
<method name='CloseNotification'><arg type='u' direction='in'/></method>
<method name='GetCapabilities'><arg type='as' direction='out'/></method>
<method name='GetServerInformation'><arg type='s' direction='out'/><arg type='s' direction='out'/>
<arg type='s' direction='out'/><arg type='s' direction='out'/></method>
</interface></node>"""
DAY = '2023-11-04'
OTHERS = 1200
# The load goes on for so long, in seconds, for each table.
PATIENCE = 5


class Desktop:
    """What a desktop shows notifications by."""

    def __init__(self):
        self.shown = collections.OrderedDict()
        bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        info = Gio.DBusNodeInfo.new_for_xml(INTERFACE).interfaces[0]
        bus.register_object('/org/freedesktop/Notifications', info, self.called, None, None)
        self.owner = Gio.bus_own_name_on_connection(bus, NAME, Gio.BusNameOwnerFlags.NONE, None, None)

    def called(self, bus, sender, path, interface, method, arguments, invocation):
        answer = None
        if method == 'Notify':
            self.shown.setdefault(arguments.unpack()[3], time.monotonic())
            answer = GLib.Variant('(u)', (len(self.shown),))
        elif method == 'GetCapabilities':
            answer = GLib.Variant('(as)', (['body', 'actions'],))
        elif method == 'GetServerInformation':
            answer = GLib.Variant('(ssss)', ('test', 'Skyward', '1', '1.2'))
        invocation.return_value(answer)

    def find(self, table):
        """When a notification about the table came; None: none did."""
        return next((at for title, at in self.shown.items() if title.startswith(table + ',')), None)


class Property:
    """Broker, receiver, and the tables' senders."""

    def __init__(self, cli, folder):
        self.cli, self.folder, self.running = cli, folder, []
        with socket.socket() as it:
            it.bind(('127.0.0.1', 0))
            port = self.port = it.getsockname()[1]
        conf = folder / 'broker.conf'
        conf.write_text(f'listener {port} 127.0.0.1\nallow_anonymous true\nmax_queued_messages 0\n'
                        'max_inflight_messages 0\n')
        self.uri = f'mqtt://127.0.0.1:{port}'
        self.out = folder / 'out'
        self.start('mosquitto', '-c', conf)
        wait('the broker', lambda: self.answers(port))
        self.start(cli, 'receive', f'--broker={self.uri}', f'--out={self.out}')
        wait('the receiver', (self.out / '.receive.json').exists)

    @staticmethod
    def answers(port):
        with socket.socket() as it:
            return it.connect_ex(('127.0.0.1', port)) == 0

    def start(self, *arguments):
        said = open(self.folder / 'said', 'ab')
        self.running.append(subprocess.Popen([str(it) for it in arguments], stdout=said, stderr=said))

    def send(self, paths):
        self.start(self.cli, 'send', f'--broker={self.uri}', *paths)

    def load(self, program, rate, seconds):
        """Other tables, that note something all the time; waits until each has begun."""
        tables = subprocess.Popen([program, str(self.port), str(OTHERS), str(rate), str(seconds)],
                                  stdout=subprocess.PIPE, text=True)
        self.running.append(tables)
        if tables.stdout.readline() != 'ready\n':
            raise Gone('the other tables did not begin')

    def received(self, name, table):
        path = self.out / name / DAY / f'{table}-{DAY}.tel.jsonl'
        return path.read_bytes() if path.exists() else b''

    def end(self):
        for process in reversed(self.running):
            process.terminate()
        for process in self.running:
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()


def names_of(n):
    return [f'CR-{i:03}' for i in range(1, n + 1)]


def follow(desktop, tables, lines, seq, program, folder, load):
    """Returns how long each table's notification took, in seconds."""
    # One table has had it already: the console shows its day.
    logs = {table: folder / f'{table}.tel.jsonl' for table in ('CR-000', *tables)}
    for table, path in logs.items():
        had = lines if table == 'CR-000' else lines[:seq]
        path.write_bytes(b''.join(had).replace(b'"CR-01"', b'"%s"' % table.encode()))
    place = Property(program[1], folder)
    console = Console(program[0])
    took = []
    try:
        place.send(logs.values())
        for table, path in logs.items():
            wait(f'the lines of {table}',
                 lambda table=table, path=path: place.received('Golden', table) == path.read_bytes())
        console.start(folder / 'store.db', place.out / 'Golden' / DAY)
        console.there(('list',), 'Queues')
        console.says('following')
        if load:
            place.load(*load, len(tables) * PATIENCE)
        spin(2)
        for table in tables:
            with open(logs[table], 'ab') as log:
                log.write(lines[seq])
            written = time.monotonic()
            wait(f'the notification about {table}', lambda table=table: desktop.find(table))
            took.append(desktop.find(table) - written)
            spin(0.3)
    finally:
        console.end()
        place.end()
    return took


def check(tell):
    console, cli, log, seq, *more = sys.argv[1:]
    n = int(more[0]) if more else 3
    load = (more[1], int(more[2])) if len(more) > 2 else None
    folder = pathlib.Path(tempfile.mkdtemp(prefix='skyward-notified-'))
    os.environ['XDG_DATA_HOME'] = str(folder / 'data')
    tell('1..1')
    Atspi.init()
    try:
        lines = pathlib.Path(log).read_bytes().splitlines(keepends=True)
        took = sorted(follow(Desktop(), names_of(n), lines, int(seq), (console, cli), folder, load))
        tell('ok 1 /notified/fourth-point')
        tell('# ms: least %.0f, median %.0f, 99th of 100 %.0f, most %.0f; of %d within a second: %d'
             % (1000 * took[0], 1000 * took[n // 2], 1000 * took[max(0, (99 * n + 99) // 100 - 1)],
                1000 * took[-1], n, sum(it <= 1 for it in took)))
    except Gone as gone:
        tell(f'not ok 1 /notified/fourth-point\n# {gone}')
        said = folder / 'said'
        for line in said.read_text(errors='replace').splitlines()[-20:] if said.exists() else ():
            tell('# ' + line)
        return 1
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return 0


if __name__ == '__main__':
    sys.exit(run_test(check))
