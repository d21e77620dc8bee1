#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""cases.py PROGRAM FAULTS: what goes wrong between tables, a broker and a receiver, case by case, with
a real mosquitto on the loopback. FAULTS is the library that has a program's disk fail."""

import hashlib
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True

import kills  # noqa: E402

PROGRAM, FAULTS = sys.argv[1:3]
DAY = '2023-11-04'
PATIENCE = 15


def header(table='CR-01', day=DAY):
    return ('{"log":"skyward.table-log","version":1,"property":"Keystone","table":"%s","game":"craps",'
            '"gaming_day":"%s","time_zone":"America/New_York","currency":"USD"}' % (table, day))


def event(number, text='', kind='note'):
    return '{"seq":%d,"at":"%sT20:00:00.000000Z","type":"%s","text":"%s"}' % (number, DAY, kind, text)


def wait_for(what, condition, patience=PATIENCE):
    deadline = time.monotonic() + patience
    while not condition():
        if time.monotonic() > deadline:
            raise AssertionError('waited in vain for ' + what)
        time.sleep(0.05)


class Place:
    """A folder with a broker, and what runs there."""

    def __init__(self, acl=None):
        self.temporary = tempfile.TemporaryDirectory(prefix='skyward-live-')
        self.folder = pathlib.Path(self.temporary.name)
        self.out = self.folder / 'out'
        with socket.socket() as it:
            it.bind(('127.0.0.1', 0))
            self.port = it.getsockname()[1]
        conf = 'listener %d 127.0.0.1\nallow_anonymous true\n' % self.port
        if acl:
            (self.folder / 'acl').write_text(acl)
            os.chmod(self.folder, 0o755)
            conf += 'acl_file %s\n' % (self.folder / 'acl')
        (self.folder / 'broker.conf').write_text(conf)
        self.uri = 'mqtt://127.0.0.1:%d' % self.port
        self.said = open(self.folder / 'said', 'wb')
        self.running = []
        self.start('mosquitto', '-c', str(self.folder / 'broker.conf'))
        wait_for('the broker', self.answers)
        self.listened = self.folder / 'heard'
        self.listen()

    def answers(self):
        with socket.socket() as it:
            return it.connect_ex(('127.0.0.1', self.port)) == 0

    def __enter__(self):
        return self

    def __exit__(self, kind, *rest):
        for process in self.running:
            if process.poll() is None:
                process.kill()
                process.wait()
        if kind:
            sys.stderr.write(self.listened.read_text(errors='replace')[-3000:])
            sys.stderr.write((self.folder / 'said').read_text(errors='replace')[-12000:])
        self.temporary.cleanup()

    def start(self, *arguments, environment=None, out=None):
        process = subprocess.Popen(arguments, stdout=out or self.said, stderr=self.said,
                                   env=dict(os.environ, **(environment or {})))
        self.running.append(process)
        return process

    def listen(self):
        self.start('mosquitto_sub', '-p', str(self.port), '-V', 'mqttv5', '-q', '1', '-u', 'skyward-receiver',
                   '-t', 'skyward/1/#', '-F', '%t %p', out=open(self.listened, 'wb'))
        wait_for('the listener', lambda: self.heard('XX/gone')
                 or self.publish('skyward/1/Keystone/XX/gone', 'begun', user='XX'))

    def heard(self, level, text=''):
        return [line for line in self.listened.read_text(errors='replace').splitlines()
                if line.split(' ')[0].endswith(level) and text in line]

    def publish(self, topic, payload, retained=False, user='skyward-receiver'):
        subprocess.run(['mosquitto_pub', '-p', str(self.port), '-V', 'mqttv5', '-q', '1', '-u', user, '-t', topic, '-s']
                       + (['-r'] if retained else []), input=payload.encode(), check=False,
                       stdout=self.said, stderr=self.said)

    def table(self, level, payload, table='CR-01', **more):
        self.publish('skyward/1/Keystone/%s/%s/%s' % (table, DAY, level), payload, **more)

    def receive(self, *options, environment=None):
        process = self.start(PROGRAM, 'receive', '--broker=' + self.uri, '--out=%s' % self.out, *options,
                             environment=environment)
        wait_for('the receiver', lambda: (self.out / '.receive.json').exists()
                 and json.loads((self.out / '.receive.json').read_text())['process'] == process.pid
                 and 'no_broker_since' not in (self.out / '.receive.json').read_text())
        return process

    def send(self, *logs):
        return self.start(PROGRAM, 'send', '--broker=' + self.uri, *map(str, logs))

    def file(self, ending='.tel.jsonl', table='CR-01'):
        return self.out / 'Keystone' / DAY / ('%s-%s%s' % (table, DAY, ending))

    def status(self):
        return json.loads((self.out / '.receive.json').read_text())

    def receipts(self):
        path = self.file('.receipts.jsonl')
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    def has(self, lines, **which):
        path = self.file(**which)
        return path.exists() and path.read_bytes() == ''.join(line + '\n' for line in lines).encode()

    def wait_has(self, lines, **which):
        wait_for('the log', lambda: self.has(lines, **which))

    def write_received(self, lines):
        self.file().parent.mkdir(parents=True, exist_ok=True)
        self.file().write_text(''.join(line + '\n' for line in lines))

    def write_log(self, lines, table='CR-01'):
        path = self.folder / ('%s-%s.tel.jsonl' % (table, DAY))
        path.write_text(''.join(line + '\n' for line in lines))
        return path


def stop(process):
    process.send_signal(signal.SIGTERM)
    status = process.wait(timeout=10)
    if status != 0:
        sys.stderr.write('%s ended with %d\n' % (' '.join(process.args[1:3]), status))
    return status


def epoch(lines):
    return hashlib.sha256((lines[0] + '\n' + lines[1] + '\n').encode()).hexdigest()[:32]


LINES = [header()] + [event(n) for n in range(1, 6)]


def case_words(place):
    """Have, want and refuse are as they must be."""
    receiver = place.receive()
    hello = '{"epoch":"%s","first":0,"last":5,"open":true}' % epoch(LINES)
    place.table('hello', hello, retained=True)
    wait_for('want', lambda: place.heard('/want', '{"from":0}'))
    place.table('lines', '\n'.join(LINES[:3]))
    place.wait_has(LINES[:3])
    bytes_of = ''.join(line + '\n' for line in LINES[:3]).encode()
    wait_for('have', lambda: place.heard('/have', '{"epoch":"%s","seq":2,"bytes":%d,"sha256":"%s"}'
                                         % (epoch(LINES), len(bytes_of), hashlib.sha256(bytes_of).hexdigest())))
    place.table('line', LINES[5])
    wait_for('want', lambda: place.heard('/want', '{"from":3}'))
    place.table('line', LINES[1])
    place.table('lines', '\n'.join(LINES[3:]))
    place.wait_has(LINES)
    assert oct(place.file().stat().st_mode & 0o777) == '0o640'
    # Other bytes: the first stay.
    place.table('line', event(2, 'other'))
    wait_for('conflict', lambda: place.heard('/refuse', '{"seq":2,"reason":"conflict"}'))
    wait_for('the other line', lambda: place.has([event(2, 'other')], ending='.conflict.jsonl'))
    # What is no line.
    for payload in ['garbage', '{"seq":6,"text":"%s"}' % ('x' * 70 * 1024), event(6) + '\n', '[]']:
        before = len(place.heard('/refuse', 'malformed'))
        time.sleep(0.35)
        place.table('line', payload)
        wait_for('malformed', lambda: len(place.heard('/refuse', '{"seq":6,"reason":"malformed"}')) > before)
    place.table('line', '{"line":6,"raw":"Z2FyYmFnZQ=="}')
    place.wait_has(LINES + ['garbage'])
    # Another log of the day.
    other = [header(), event(1, 'again'), event(2)]
    place.table('hello', '{"epoch":"%s","first":0,"last":2,"open":true}' % epoch(other), retained=True)
    wait_for('epoch', lambda: place.heard('/refuse', '{"seq":7,"reason":"epoch"}'))
    place.table('lines', '\n'.join(other))
    assert stop(receiver) == 0
    place.wait_has(LINES + ['garbage'])
    receiver = place.receive('--accept-epoch=CR-01/' + DAY)
    time.sleep(0.5)
    place.table('lines', '\n'.join(other))
    place.wait_has(other, ending='+%s.tel.jsonl' % epoch(other)[:8])
    place.wait_has(LINES + ['garbage'])
    assert stop(receiver) == 0


def case_gap(place):
    """What the table lost is left out only when somebody says so, and stays so."""
    receiver = place.receive()
    place.table('lines', '\n'.join(LINES[:3]))
    place.wait_has(LINES[:3])
    place.table('hello', '{"epoch":"%s","first":5,"last":5,"open":true}' % epoch(LINES), retained=True)
    wait_for('gap', lambda: place.heard('/refuse', '{"seq":3,"reason":"gap"}'))
    place.table('line', LINES[5])
    assert stop(receiver) == 0
    place.wait_has(LINES[:3])
    receiver = place.receive('--accept-gap=CR-01/' + DAY)
    wait_for('want', lambda: place.heard('/want', '{"from":5}'))
    place.table('line', LINES[5])
    place.wait_has(LINES[:3] + LINES[5:])
    wait_for('the receipt', lambda: place.receipts() and place.receipts()[-1]['seq'] >= 4)
    receiver.kill()
    receiver.wait()
    receiver = place.receive()
    place.table('line', event(6))
    place.wait_has(LINES[:3] + LINES[5:] + [event(6)])
    assert stop(receiver) == 0


def case_sent(place):
    """What a sender publishes says what it is, and is no more than may be under way."""
    lines = LINES[:1] + [event(n, 'x' * 3000) for n in range(1, 900)]
    with open(place.folder / 'types', 'wb') as types:
        place.start('mosquitto_sub', '-p', str(place.port), '-V', 'mqttv5', '-q', '1', '-t', 'skyward/1/#',
                    '-F', '%t %C %l', out=types)
        place.publish('skyward/1/Keystone/XX/gone', 'begun', retained=True)
        wait_for('the listener', lambda: b'gone' in (place.folder / 'types').read_bytes())
    sender = place.send(place.write_log(lines))
    # Nobody answers: after two seconds the window is sent, and again after 1.5.
    wait_for('lines', lambda: b'/lines ' in (place.folder / 'types').read_bytes())
    time.sleep(0.7)
    said = [line.split() for line in (place.folder / 'types').read_text().splitlines() if '/lines ' in line]
    assert all(kind == 'application/vnd.skyward.line+json' for _, kind, _ in said), said
    assert 700 * 1024 < sum(int(size) for _, _, size in said) <= 1024 * 1024, said
    assert stop(sender) == 0


def spent(process):
    """Clock ticks of processor time so far."""
    fields = pathlib.Path('/proc/%d/stat' % process.pid).read_text().rsplit(')', 1)[1].split()
    return int(fields[11]) + int(fields[12])


def case_idle(place):
    """While nothing comes, nothing is done."""
    receiver = place.receive()
    sender = place.send(place.write_log(LINES))
    place.wait_has(LINES)
    time.sleep(1)
    before = spent(receiver), spent(sender)
    time.sleep(2)
    after = spent(receiver), spent(sender)
    assert max(after[0] - before[0], after[1] - before[1]) <= os.sysconf('SC_CLK_TCK') / 10, (before, after)
    assert stop(sender) == 0 and stop(receiver) == 0


def case_gap_without_receipts(place):
    """Without receipts the lines' own numbers tell a gap, where the table's hello agrees."""
    place.write_received(LINES[:3] + LINES[5:])
    place.table('hello', '{"epoch":"%s","first":5,"last":6,"open":true}' % epoch(LINES), retained=True)
    receiver = place.receive()
    wait_for('want', lambda: place.heard('/want', '{"from":6}'))
    place.table('line', event(6))
    place.wait_has(LINES[:3] + LINES[5:] + [event(6)])
    wait_for('have', lambda: place.heard('/have', '"seq":6'))
    assert not place.heard('/have', '"seq":3')
    wait_for('the receipt', lambda: place.receipts() and place.receipts()[-1]['seq'] >= 5)
    assert stop(receiver) == 0
    # What the last receipts tell of is not in the log: they count for nothing.
    place.write_received(LINES[:3])
    place.table('hello', '{"epoch":"%s","first":0,"last":6,"open":true}' % epoch(LINES), retained=True)
    receiver = place.receive()
    wait_for('want', lambda: place.heard('/want', '{"from":3}'))
    place.table('lines', '\n'.join(LINES[3:]))
    place.wait_has(LINES)
    assert stop(receiver) == 0


def case_left_out(place):
    """A table that leaves numbers out itself has no gap, whatever was lost of receipts."""
    lines = LINES[:3] + LINES[4:]
    log = place.write_log(lines)
    receiver = place.receive()
    sender = place.send(log)
    place.wait_has(lines)
    receiver.kill()
    receiver.wait()
    place.file('.receipts.jsonl').unlink(missing_ok=True)
    lines.append(event(6))
    log.write_text(''.join(line + '\n' for line in lines))
    receiver = place.receive()
    place.wait_has(lines)
    assert stop(sender) == 0 and stop(receiver) == 0


def case_strangers(place):
    """No file comes of what is no header, and a table that lost its first lines is refused by name."""
    receiver = place.receive()
    place.table('line', event(4))
    wait_for('want', lambda: place.heard('/want', '{"from":0}'))
    place.table('hello', '{"epoch":"%s","first":2,"last":6,"open":true}' % epoch(LINES))
    wait_for('gap', lambda: place.heard('/refuse', '{"seq":0,"reason":"gap"}'))
    wait_for('the alarm', lambda: '"alarms":["gap"' in (place.out / '.receive.json').read_text())
    place.table('lines', '\n'.join(LINES))
    assert stop(receiver) == 0
    assert sorted(p.name for p in place.out.iterdir()) == ['.receive.json', '.receive.lock']


def case_names(place):
    """Nothing is written that a topic or a header should not name."""
    receiver = place.receive()
    for topic in ['skyward/1/../CR-01/%s/line' % DAY, 'skyward/1/Keystone/../%s/line' % DAY,
                  'skyward/1/Keystone/%%2e%%2e%%2fx/%s/line' % DAY, 'skyward/1/.receive.lock/CR-01/%s/line' % DAY,
                  'skyward/1/Keystone/CR-01/../line', 'skyward/1/Keystone/%s/%s/line' % ('x' * 300, DAY)]:
        place.publish(topic, header())
    # No header at all.
    place.table('line', '{"line":0,"raw":"Z2FyYmFnZQ=="}')
    # Another table's header.
    place.table('line', header('CR-02'))
    wait_for('malformed', lambda: place.heard('/refuse', '{"seq":0,"reason":"malformed"}'))
    place.publish('skyward/1/Keystone/A%2FB/' + DAY + '/line', header('A/B'))
    wait_for('the log', lambda: (place.out / 'Keystone' / DAY / ('A%%2FB-%s.tel.jsonl' % DAY)).exists())
    assert sorted(p.name for p in place.out.iterdir()) == ['.receive.json', '.receive.lock', 'Keystone']
    assert sorted(p.name for p in place.folder.iterdir()) == ['broker.conf', 'heard', 'out', 'said']
    assert stop(receiver) == 0


def case_end(place):
    """A torn line is kept beside, an ended log is read-only and answered, two receivers stand in line."""
    receiver = place.receive()
    closed = LINES + [event(6, kind='table_close')]
    place.table('lines', '\n'.join(closed))
    place.wait_has(closed)
    second = subprocess.run([PROGRAM, 'receive', '--broker=' + place.uri, '--out=%s' % place.out],
                            capture_output=True, text=True, check=False)
    assert second.returncode == 1 and 'another receiver' in second.stderr, second
    wait_for('the status', lambda: 'CR-01' in subprocess.run(
        [PROGRAM, 'receive', '--status', '--out=%s' % place.out], capture_output=True, text=True, check=True).stdout)
    standby = place.start(PROGRAM, 'receive', '--wait', '--broker=' + place.uri, '--out=%s' % place.out)
    time.sleep(0.5)
    assert standby.poll() is None
    receiver.kill()
    receiver.wait()
    wait_for('the standby', lambda: '"process":%d' % standby.pid in (place.out / '.receive.json').read_text())
    assert stop(standby) == 0
    with open(place.file(), 'ab') as log:
        log.write(b'{"seq":7,"torn')
    long_ago = time.time() - 1000
    os.utime(place.file(), (long_ago, long_ago))
    receiver = place.receive()
    place.wait_has(closed)
    torn = list(place.file().parent.glob('*.torn-*'))
    assert len(torn) == 1 and torn[0].read_bytes() == b'{"seq":7,"torn', torn
    assert stop(receiver) == 0
    os.utime(place.file(), (long_ago, long_ago))
    receiver = place.receive()
    wait_for('the end', lambda: oct(place.file().stat().st_mode & 0o777) == '0o440')
    receipts = place.receipts()
    assert receipts[-1]['seq'] == 6 and receipts[-1]['bytes'] == place.file().stat().st_size, receipts
    assert receipts[-1]['sha256'] == hashlib.sha256(place.file().read_bytes()).hexdigest()
    assert stop(receiver) == 0
    receiver = place.receive()
    before = len(place.heard('/have', '"seq":6'))
    place.table('hello', '{"epoch":"%s","first":0,"last":6,"open":false}' % epoch(closed))
    wait_for('have', lambda: len(place.heard('/have', '"seq":6')) > before)
    assert stop(receiver) == 0


def case_full(place):
    """A full disk loses nothing, and what was refused is written when there is room."""
    full = place.folder / 'fault'
    lines = LINES[:1] + [event(n) for n in range(1, 3000)]
    log = place.write_log(lines[:1500])
    receiver = place.receive(environment=dict(kills.with_preloaded(os.environ, FAULTS, 'full'),
                                             SKY_FAULT_WHILE=str(full)))
    sender = place.send(log)
    place.wait_has(lines[:1500])
    full.touch()
    with open(log, 'a') as more:
        more.write(''.join(line + '\n' for line in lines[1500:]))
    wait_for('storage', lambda: place.heard('/refuse', '{"seq":1500,"reason":"storage"}'))
    time.sleep(1)
    assert place.has(lines[:1500])
    full.unlink()
    place.wait_has(lines)
    assert stop(sender) == 0 and stop(receiver) == 0


def case_clock(place):
    """The machine's clock is set back an hour: lines are written, and the table is not silent for it."""
    back = place.folder / 'fault'
    receiver = place.receive(environment=dict(kills.with_preloaded(os.environ, FAULTS, 'clock'),
                                             SKY_FAULT_WHILE=str(back)))
    place.table('lines', '\n'.join(LINES[:3]))
    place.wait_has(LINES[:3])
    before = place.status()['at']
    back.touch()
    wait_for('the clock', lambda: place.status()['at'] < before)
    place.table('lines', '\n'.join(LINES[3:] + [event(6, kind='table_close')]))
    place.wait_has(LINES + [event(6, kind='table_close')])
    wait_for('the receipt', lambda: place.receipts() and place.receipts()[-1]['seq'] == 6)
    assert place.receipts()[-1]['at'] < before
    assert 'silent' not in place.status()['tables'][0]['alarms']
    assert stop(receiver) == 0


def case_slow(place):
    """A disk that takes two seconds to sync: storage is refused meanwhile, and nothing is lost."""
    lines = LINES[:1] + [event(n) for n in range(1, 2500)]
    log = place.write_log(lines)
    slow = place.folder / 'fault'
    slow.touch()
    receiver = place.receive(environment=dict(kills.with_preloaded(os.environ, FAULTS, 'slow'),
                                             SKY_FAULT_WHILE=str(slow)))
    sender = place.send(log)
    wait_for('storage', lambda: place.heard('/refuse', 'storage'))
    time.sleep(3)
    slow.unlink()
    place.wait_has(lines)
    assert stop(sender) == 0 and stop(receiver) == 0


def case_other_bytes(place):
    """A sender whose log is another than what is had stops and says so."""
    receiver = place.receive()
    place.table('lines', '\n'.join(LINES))
    place.wait_has(LINES)
    other = LINES[:4] + [event(4, 'other'), LINES[5]]
    sender = subprocess.run([PROGRAM, 'send', '--broker=' + place.uri, str(place.write_log(other))],
                            capture_output=True, text=True, timeout=20, check=False)
    assert sender.returncode == 1 and 'other bytes' in sender.stderr, sender
    place.wait_has(LINES)
    for arguments, status in [(['--broker=mqtt://192.0.2.1'], 2), (['--broker=http://localhost'], 2),
                              (['--broker=mqtt://u:p@localhost'], 2), ([], 2)]:
        run = subprocess.run([PROGRAM, 'send', *arguments, str(place.write_log(LINES))], capture_output=True,
                             text=True, timeout=20, check=False)
        assert run.returncode == status, run
        assert 'u:p' not in run.stderr
    assert stop(receiver) == 0


def case_rights(place):
    """With the broker's rights as shipped a table cannot write into another's log."""
    receiver = place.start(PROGRAM, 'receive', '--broker=' + place.uri, '--out=%s' % place.out, '--user=skyward-receiver',
                           '--password-file=%s' % place.password(), '--insecure', '--property=Keystone')
    wait_for('the receiver', lambda: (place.out / '.receive.json').exists()
             and 'no_broker_since' not in (place.out / '.receive.json').read_text())
    place.table('lines', '\n'.join(LINES), user='CR-02')
    place.table('lines', '\n'.join(LINES[:2]), user='CR-01')
    place.table('have', '{"seq":99,"bytes":1}', user='CR-01')
    place.wait_has(LINES[:2])
    assert not place.heard('/have', '"seq":99')
    assert stop(receiver) == 0


MAPPING = """[source]
kind=jsonl
[log]
property=Studio
table=${payload.table}
game=roulette
time_zone=UTC
[time]
field=at
format=rfc3339
[scope]
classes=outcome
[rule 1]
when=${payload.event} == "result" && ${topic} ~ "^studio/"
emit=round_next
emit.2=result pocket=${payload.pocket}
"""


def case_payloads(place):
    """Payloads of other publishers become logs by a mapping, whatever kills the receiver, and what an import makes of
    them is the same."""
    mapping = place.folder / 'studio.skymap'
    mapping.write_text(MAPPING)
    kept = place.out / 'payloads.jsonl'
    count = 0

    def receive(environment=None):
        heard = kept.read_text().count('"hello"') if kept.exists() else 0
        process = place.start(PROGRAM, 'receive', '--broker=' + place.uri, '--out=%s' % place.out, '--map=%s' % mapping,
                              '--topic=studio/+/response', environment=environment)
        wait_for('the receiver', lambda: kept.exists() and kept.read_text().count('"hello"') > heard
                 or place.publish('studio/RO-01/response', '"hello"'))
        return process

    def logs():
        return sorted(place.out.glob('RO-01-*.tel.jsonl'))

    def results():
        return sum(path.read_text().count('"type":"result"') for path in logs())

    def play(pocket):
        place.publish('studio/RO-01/response', '{\n "event": "result",\n "table": "RO-01", "pocket": %d}' % pocket)

    receiver = receive()
    place.publish('other/RO-01/response', '{"event":"result","table":"RO-01","pocket":1}')
    for pocket in (17, 0, 36):
        play(pocket)
        count += 1
        wait_for('result %d' % count, lambda: results() == count)
    play(99)
    wait_for('what is set aside', lambda: 'payloads.jsonl:' in (place.folder / 'said').read_text())
    before = {path.name: path.read_bytes() for path in logs()}
    receiver.kill()
    receiver.wait()
    # A line that was cut, and a log whose end was.
    with open(kept, 'ab') as torn:
        torn.write(b'{"topic":"studio/RO-01/response","at":"2023')
    with open(logs()[-1], 'rb+') as log:
        log.truncate(log.seek(0, os.SEEK_END) - 20)
    receiver = receive()
    for path in logs():
        assert path.read_bytes().startswith(before[path.name]), path
    play(5)
    wait_for('a result after the kill', lambda: results() == count + 1)
    subprocess.run(['mosquitto_pub', '-p', str(place.port), '-t', 'studio/RO-01/response', '-s'], input=b'\xff\x00',
                   check=True)
    wait_for('base64', lambda: '"raw":"/wA="' in kept.read_text())
    assert stop(receiver) == 0
    imported = place.folder / 'imported'
    subprocess.run([PROGRAM, 'import', '--append', '--map=%s' % mapping, '--out=%s' % imported, '--tolerate=1000', str(kept)],
                   check=True, stdout=place.said)
    for path in logs():
        assert (imported / path.name).read_bytes() == path.read_bytes(), path.name
    wrong = place.folder / 'wrong.skymap'
    wrong.write_text(MAPPING.replace('emit=round_next', 'emit=round_nex'))
    done = subprocess.run([PROGRAM, 'receive', '--broker=' + place.uri, '--out=%s' % place.out, '--map=%s' % wrong,
                           '--topic=#'], capture_output=True, text=True, check=False)
    assert done.returncode == 2 and 'wrong.skymap:15: [rule 1]' in done.stderr, done
    # Another mapping does not go on with these logs.
    other = place.folder / 'studio2.skymap'
    other.write_text(MAPPING.replace('Studio', 'Other'))
    done = subprocess.run([PROGRAM, 'receive', '--broker=' + place.uri, '--out=%s' % place.out, '--map=%s' % other,
                           '--topic=#'], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and 'another mapping' in done.stderr, done


def password(self):
    path = self.folder / 'password'
    path.write_text('x\n')
    path.chmod(0o600)
    return path


Place.password = password
ACL = pathlib.Path(__file__).parents[2] / 'data' / 'broker' / 'skyward.acl'


def main():
    cases = [(name, case) for name, case in globals().items() if name.startswith('case_')]
    wanted = sys.argv[3:]
    for name, case in cases:
        if wanted and name[5:] not in wanted:
            continue
        with Place(ACL.read_text() if case is case_rights else None) as place:
            case(place)
        print('ok - ' + name[5:])


if __name__ == '__main__':
    main()
