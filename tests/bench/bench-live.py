#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""usage: bench-live.py SKYWARD-CLI MANY-TABLES BARE-SUBSCRIBER [PAGE]

What `skyward-cli receive` takes beside a bare subscriber of libmosquitto that writes what comes to one file
and answers each line (BARE-SUBSCRIBER): MANY-TABLES publish over a mosquitto of their own, in turns. Then how soon
a receiver with many open logs is there. With a page, its section is what was measured.
"""

import hashlib
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

TURNS = 3
DAY = '2023-11-04'
# (tables, lines a second, seconds)
FAST = (100, 10000, 6)
PEAK = (1200, 2000, 10)
LOGS = 1200
LOG_SIZE = 256 * 1024


def wait_for(condition):
    deadline = time.monotonic() + 60
    while not condition():
        if time.monotonic() > deadline:
            sys.exit('bench-live.py: waited in vain')
        time.sleep(0.002)


class Broker:
    def __init__(self, folder):
        with socket.socket() as it:
            it.bind(('127.0.0.1', 0))
            self.port = it.getsockname()[1]
        conf = folder / 'broker.conf'
        conf.write_text(f'listener {self.port} 127.0.0.1\nallow_anonymous true\nmax_queued_messages 0\n'
                        'max_queued_bytes 256000000\nmax_inflight_messages 0\nlog_type none\n')
        self.process = subprocess.Popen(['mosquitto', '-c', conf], stderr=subprocess.DEVNULL)
        wait_for(self.answers)

    def answers(self):
        with socket.socket() as it:
            return it.connect_ex(('127.0.0.1', self.port)) == 0

    def __enter__(self):
        return self

    def __exit__(self, *rest):
        self.process.kill()
        self.process.wait()


def is_there(out):
    path = out / '.receive.json'
    return path.exists() and 'no_broker_since' not in path.read_text(encoding='utf-8')


def spent(process):
    """Milliseconds of processor time so far."""
    fields = pathlib.Path(f'/proc/{process.pid}/stat').read_text(encoding='ascii').rsplit(')', 1)[1].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf('SC_CLK_TCK')


def resident(process):
    """The most memory that was resident, in MB."""
    status = pathlib.Path(f'/proc/{process.pid}/status').read_text(encoding='ascii')
    return int(re.search(r'VmHWM:\s+(\d+)', status)[1]) / 1024


def receive(cli, broker, out):
    return subprocess.Popen([cli, 'receive', f'--broker=mqtt://127.0.0.1:{broker.port}', f'--out={out}'],
                            stderr=subprocess.DEVNULL)


def end(process):
    process.send_signal(signal.SIGTERM)
    if process.wait(20) != 0:
        sys.exit(f'bench-live.py: {process.args[0]} ended with {process.returncode}')


def run(load, make, folder, tables, rate, seconds):
    """What the program that @make starts takes for so many lines."""
    with tempfile.TemporaryDirectory(dir=folder) as place, Broker(pathlib.Path(place)) as broker:
        out = pathlib.Path(place) / 'out'
        process = make(broker, out)
        tables = subprocess.Popen([load, str(broker.port), str(tables), str(rate), str(seconds)],
                                  stdout=subprocess.PIPE, text=True)
        if tables.stdout.readline() != 'ready\n':
            sys.exit('bench-live.py: the tables did not begin')
        before = spent(process)
        said = tables.stdout.read()
        if tables.wait() != 0:
            sys.exit('bench-live.py: the tables failed')
        lines, had, took, median, most, longest = map(int, said.split())
        result = {'had': had / lines, 'rate': had * 1000 / took, 'cpu': (spent(process) - before) * 1000 / lines,
                  'median': median / 1000, '99th': most / 1000, 'longest': longest / 1000,
                  'memory': resident(process)}
        end(process)
        return result


def fill(out):
    """As many open logs as tables, each with a receipt of all but its last lines."""
    folder = out / 'Load' / DAY
    folder.mkdir(parents=True)
    lines = [b'{"seq":%d,"at":"%sT20:00:00.000000Z","type":"note","text":"%s"}\n' % (n, DAY.encode(), b'x' * 170)
             for n in range(1, LOG_SIZE // 240)]
    for i in range(LOGS):
        name = f'LT-{i:04}'
        log = [b'{"log":"skyward.table-log","version":1,"property":"Load","table":"%s","game":"craps",'
               b'"gaming_day":"%s","time_zone":"America/New_York","currency":"USD"}\n' % (name.encode(), DAY.encode()),
               *lines]
        (folder / f'{name}-{DAY}.tel.jsonl').write_bytes(b''.join(log))
        had = b''.join(log[:-50])
        receipt = {'seq': len(log) - 51, 'bytes': len(had), 'sha256': hashlib.sha256(had).hexdigest(),
                   'at': f'{DAY}T20:00:00.000000Z', 'how': 'live'}
        (folder / f'{name}-{DAY}.receipts.jsonl').write_text(json.dumps(receipt) + '\n', encoding='ascii')


def measure_start(cli, folder):
    """How many ms until a receiver has them open and the broker; how much memory it takes then."""
    out = folder / 'start'
    fill(out)
    took, memory = [], []
    with Broker(folder) as broker:
        for _ in range(TURNS):
            (out / '.receive.json').unlink(missing_ok=True)
            begun = time.monotonic()
            process = receive(cli, broker, out)
            wait_for(lambda: is_there(out))
            took.append((time.monotonic() - begun) * 1000)
            time.sleep(5)
            memory.append(resident(process))
            end(process)
    return took, memory


def median(values):
    return sorted(values)[len(values) // 2]


def write(page, section):
    text = page.read_text(encoding='utf-8')
    text = re.sub(r'\n*## Receiving live tables\n.*?(?=\n## |\Z)', '', text, flags=re.DOTALL)
    page.write_text(text.rstrip('\n') + '\n\n' + section, encoding='utf-8')


def describe(own, bare, what, unit, digits=1):
    ratio = median([one[what] / other[what] for one, other in zip(own, bare)])
    return (f'{median([it[what] for it in own]):.{digits}f} {unit} | '
            f'{median([it[what] for it in bare]):.{digits}f} {unit} | {ratio:.1f} |')


def main(cli, load, bare, page=None):
    cli, load, bare = (str(pathlib.Path(it).resolve()) for it in (cli, load, bare))
    folder = pathlib.Path(tempfile.mkdtemp(prefix='skyward-bench-'))

    def start_receiver(broker, out):
        process = receive(cli, broker, out)
        wait_for(lambda: is_there(out))
        return process

    def start_bare(broker, out):
        process = subprocess.Popen([bare, str(broker.port), out, 'answer'])
        wait_for(out.exists)
        time.sleep(0.3)
        return process

    try:
        results = {load_of: ([], []) for load_of in (FAST, PEAK)}
        for load_of, (own, other) in results.items():
            for _ in range(TURNS):
                own.append(run(load, start_receiver, folder, *load_of))
                other.append(run(load, start_bare, folder, *load_of))
        took, memory = measure_start(cli, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    rows = []
    for (tables, rate, seconds), (own, other) in results.items():
        name = f'{rate} lines a second of {tables} tables, {seconds} s'
        rows += [f'| {name}: had, a second | ' + describe(own, other, 'rate', 'lines', 0),
                 '| … processor time a line | ' + describe(own, other, 'cpu', 'µs'),
                 '| … from publication to *have*, median | ' + describe(own, other, 'median', 'ms'),
                 '| … 99th of 100 | ' + describe(own, other, '99th', 'ms'),
                 '| … longest | ' + describe(own, other, 'longest', 'ms'),
                 '| … memory, at most | ' + describe(own, other, 'memory', 'MB')]
    rows = '\n'.join(rows)
    print(rows)
    starts = (f'A start with {LOGS} open logs of {LOG_SIZE // 1024} KB takes {median(took):.0f} ms '
              f'({min(took):.0f}–{max(took):.0f}) until the broker has all that the logs have; the aim is 2 s. '
              f'Five seconds later {median(memory):.0f} MB were resident at most; the aim is 64 MB.')
    print(starts)
    if page is not None:
        write(pathlib.Path(page), f"""## Receiving live tables

`skyward-cli receive` beside a bare subscriber of libmosquitto that writes what comes to one file, compares and syncs nothing, and answers each line
at once: over a mosquitto on the same machine, which the tables share with it, each table with a connection of its own, in turns, {TURNS} times;
medians. A *have* says that a line is on the disk; the bare answer does not. The aims: 10,000 lines a second, 100 ms for 99 of 100 at 2,000.

| what | receiver | bare | ratio |
| --- | --- | --- | --- |
{rows}

{starts}
""")


if __name__ == '__main__':
    main(*sys.argv[1:])
