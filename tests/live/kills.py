#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""kills.py PROGRAM LINES TABLES KILLS SEED [PRELOADED [FAULT]]: senders, a broker and a receiver are killed at
random while LINES lines of TABLES tables go from one to the other; in the end every file that was
received is the one that was sent, byte for byte. All of it is on the loopback, in a folder of its
own. PRELOADED, a library, kills the receiver in the middle of a write and before a sync besides (FAULT is kill);
or before a sync, and what the receiver had not synced is lost with the machine (cache)."""

import filecmp
import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

DAY = '2023-11-04'
# How long all may take to come to rest when nothing is killed any more.
REST = 120
# How often more is written until a write is cut short.
MORE = 200


def free_port():
    with socket.socket() as it:
        it.bind(('127.0.0.1', 0))
        return it.getsockname()[1]


def header(table):
    return ('{"log":"skyward.table-log","version":1,"property":"Keystone","table":"%s","game":"craps",'
            '"gaming_day":"%s","time_zone":"America/New_York","currency":"USD"}' % (table, DAY))


def line(chance, number):
    """An event; now and then a line that is none."""
    if chance.random() < 0.005:
        return chance.choice(['', 'garbage \\ "', '{"seq":1}', '{"seq":%d' % number, '[1,2]', '\u00e9\r'])
    return ('{"seq":%d,"at":"%sT20:%02d:%02d.000000Z","type":"note","text":"%s"}'
            % (number, DAY, number // 60 % 60, number % 60, 'x' * chance.randrange(120)))


class Table:
    def __init__(self, folder, index):
        self.name = 'CR-%02d' % index
        self.path = folder / ('%s-%s.tel.jsonl' % (self.name, DAY))
        self.n = 1
        self.file = open(self.path, 'ab', buffering=0)
        self.file.write((header(self.name) + '\n').encode())

    def grow(self, chance, n):
        text = ''.join(line(chance, self.n + i) + '\n' for i in range(n))
        self.n += n
        self.file.write(text.encode())


class Kept:
    """A program that is started again whenever it has ended."""

    def __init__(self, arguments, log, environment=None):
        self.arguments, self.log, self.environment = arguments, log, environment
        self.process = None
        self.start()

    def start(self):
        if self.process is None or self.process.poll() is not None:
            self.process = subprocess.Popen(self.arguments, stdout=self.log, stderr=self.log,
                                            env=self.environment)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=20)


def received(out, table):
    return out / 'Keystone' / DAY / table.path.name


def differing(out, tables):
    return [table.name for table in tables
            if not received(out, table).exists()
            or received(out, table).stat().st_size != table.path.stat().st_size
            or not filecmp.cmp(received(out, table), table.path, shallow=False)]


def n_torn(out):
    return len(list(out.glob('*/*/*.torn-*')))


def lose_unsynced(chance, out, synced):
    """What the machine had not written to its disk when it stopped. Returns: how many bytes."""
    sizes = {}
    for line in synced.read_text().splitlines() if synced.exists() else ():
        size, path = line.split(' ', 1)
        sizes[path] = int(size)
    lost = 0
    for path in out.glob('*/*/*.tel.jsonl'):
        size = path.stat().st_size
        lost += size - min(size, sizes.get(str(path), 0))
        if str(path) in sizes:
            os.truncate(path, min(size, sizes[str(path)]))
        else:
            path.unlink()
    # Receipts are never synced: some are there, and some are torn.
    for path in out.glob('*/*/*.receipts.jsonl'):
        os.truncate(path, chance.choice([path.stat().st_size, chance.randrange(path.stat().st_size + 1)]))
    return lost


def with_preloaded(environment, library, fault):
    """The environment of a program that @library is loaded before; a sanitizer's own library, where there
    is one, need not come first then."""
    options = environment.get('ASAN_OPTIONS', '')
    return dict(environment, LD_PRELOAD=library, SKY_FAULT=fault,
                ASAN_OPTIONS=options + ':verify_asan_link_order=0')


def run(folder, program, n_lines, n_tables, n_kills, seed, preloaded, fault):
    chance = random.Random(seed)
    port = free_port()
    uri = 'mqtt://127.0.0.1:%d' % port
    out = folder / 'out'
    (folder / 'tables').mkdir()
    (folder / 'broker.conf').write_text('listener %d 127.0.0.1\nallow_anonymous true\n'
                                        'max_queued_messages 0\n' % port)
    tables = [Table(folder / 'tables', index) for index in range(1, n_tables + 1)]
    log = open(folder / 'said', 'wb')
    environment = dict(os.environ)
    if preloaded:
        environment = dict(with_preloaded(environment, preloaded, fault), SKY_FAULT_SYNCED=str(folder / 'synced'))
    broker = Kept(['mosquitto', '-c', str(folder / 'broker.conf')], log)
    receiver = Kept([program, 'receive', '--broker=' + uri, '--out=%s' % out], log, environment)
    senders = [Kept([program, 'send', '--broker=' + uri]
                    + [str(table.path) for table in tables[i::4]], log) for i in range(min(4, n_tables))]
    everybody = [broker, receiver] + senders

    def begin_again():
        """Starts the receiver where it has died. Returns: how many bytes were lost with it."""
        lost = 0
        if receiver.process.poll() is not None and fault == 'cache':
            lost = lose_unsynced(chance, out, folder / 'synced')
        receiver.start()
        return lost

    try:
        left = n_lines - n_tables
        done = 0
        more = MORE if fault == 'kill' else 0
        lost = 0
        while left > 0 or done < n_kills or (more > 0 and n_torn(out) == 0):
            if left == 0 and done >= n_kills:
                # No write has been cut short yet: more is written until one is.
                left += 20
                more -= 1
            for _ in range(20):
                n = min(left, max(1, n_lines // max(n_kills, 1) // 20 + 1))
                if n > 0:
                    chance.choice(tables).grow(chance, n)
                    left -= n
                time.sleep(0.005 + chance.random() * 0.025)
            if done < n_kills:
                victim = chance.choice([broker, receiver, chance.choice(senders)])
                victim.kill()
                done += 1
                time.sleep(chance.random() * 0.1)
            lost += begin_again()
            for one in everybody:
                one.start()
        deadline = time.monotonic() + REST
        while differing(out, tables) and time.monotonic() < deadline:
            time.sleep(0.2)
            lost += begin_again()
        wrong = differing(out, tables)
        if wrong:
            print('not the same: ' + ' '.join(wrong))
            sys.stdout.write((folder / 'said').read_text(errors='replace')[-4000:])
            return 1
        # Who was started last has begun by then.
        time.sleep(1)
        for one in senders + ([] if fault else [receiver]):
            status = one.stop()
            if status != 0:
                print('%s ended with %d' % (one.arguments[1], status))
                return 1
        torn = n_torn(out)
        if (fault == 'kill' and torn == 0) or (fault == 'cache' and lost == 0):
            print('nothing was torn or lost')
            return 1
        print('%d lines of %d tables, %d kills, %d lines torn, %d bytes lost: all the same'
              % (sum(t.n for t in tables), n_tables, done, torn, lost))
        return 0
    finally:
        for one in everybody:
            if one.process.poll() is None:
                one.kill()


def main():
    program, lines, tables, kills, seed = sys.argv[1], *map(int, sys.argv[2:6])
    preloaded = sys.argv[6] if len(sys.argv) > 6 else None
    fault = sys.argv[7] if len(sys.argv) > 7 else 'kill' if preloaded else None
    folder = pathlib.Path(tempfile.mkdtemp(prefix='skyward-kills-'))
    status = 1
    try:
        status = run(folder, program, lines, tables, kills, seed, preloaded, fault)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return status


if __name__ == '__main__':
    sys.exit(main())
