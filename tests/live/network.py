#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""network.py PROGRAM FAULTS [CASE…]: what the network does between tables, a broker and a receiver, case by
case: certificates that are wrong, connections that are slow, lose their way or are cut off, as a proxy
of the test makes them (what is lost of packets TCP hides, as time). The cases whose names begin with
"long" are run only where they are named."""

import asyncio
import os
import pathlib
import random
import subprocess
import sys
import threading
import time

sys.dont_write_bytecode = True

from cases import DAY, LINES, PROGRAM, Place, event, header, stop, wait_for  # noqa: E402
from kills import free_port  # noqa: E402

BROKER = pathlib.Path(__file__).parents[2] / 'data' / 'broker'


# --- Certificates -----------------------------------------------------------------------------------


class Authority:
    """Makes certificates, in a folder of its own."""

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir()
        self.key, self.certificate = folder / 'ca.key', folder / 'ca.pem'
        self.openssl('req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2',
                     '-subj', '/CN=Test ' + folder.name, '-keyout', self.key, '-out', self.certificate)

    def openssl(self, *arguments):
        subprocess.run(['openssl', *map(str, arguments)], check=True, capture_output=True, cwd=self.folder)

    def issue(self, name, alternative='IP:127.0.0.1', expired=False):
        """The certificate of @name and its key."""
        stem = self.folder / name.replace(' ', '-')
        certificate, key, request = (stem.with_suffix(it) for it in ('.pem', '.key', '.csr'))
        stem.with_suffix('.ext').write_text('subjectAltName=%s\n' % alternative)
        self.openssl('req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=' + name,
                     '-keyout', key, '-out', request)
        dates = ['-days', '2']
        if expired:
            # Signed for no day at all: it ends when it begins.
            dates = ['-days', '0']
        self.openssl('x509', '-req', '-in', request, '-CA', self.certificate, '-CAkey', self.key, '-CAcreateserial',
                     '-extfile', stem.with_suffix('.ext'), *dates, '-out', certificate)
        key.chmod(0o600)
        return certificate, key


def with_certificates(place, broker, authority):
    """A broker as the one that is shipped, that shows the certificate @broker. Returns: its address."""
    certificate, key = broker
    port = free_port()
    conf = (BROKER / 'skyward.conf').read_text()
    for shipped, own in [('listener 8883', 'listener %d 127.0.0.1' % port),
                         ('/etc/mosquitto/skyward/ca.pem', str(authority.certificate)),
                         ('/etc/mosquitto/skyward/broker.pem', str(certificate)),
                         ('/etc/mosquitto/skyward/broker.key', str(key)),
                         ('/etc/mosquitto/skyward/skyward.acl', str(BROKER / 'skyward.acl'))]:
        assert shipped in conf, shipped
        conf = conf.replace(shipped, own)
    name = place.folder / ('%d.conf' % port)
    # The broker of the test runs as whoever runs the test.
    name.write_text(conf + 'user root\n' if os.getuid() == 0 else conf)
    broker = place.start('mosquitto', '-c', str(name))
    place.port = port
    wait_for('the broker', place.answers)
    return broker, 'mqtts://127.0.0.1:%d' % port


def say(place, uri, log, authority, shown):
    """What a sender says that cannot connect."""
    arguments = [PROGRAM, 'send', '--broker=' + uri, '--ca=%s' % authority.certificate]
    if shown:
        arguments += ['--cert=%s' % shown[0], '--key=%s' % shown[1]]
    said = place.folder / 'refused'
    with open(said, 'wb') as file:
        process = subprocess.Popen([*arguments, str(log)], stdout=file, stderr=file)
    try:
        wait_for('a reason', lambda: said.read_text().endswith('\n'))
        return said.read_text()
    finally:
        process.terminate()
        assert process.wait(10) == 0


def case_certificates(place):
    """With certificates on both sides lines arrive; each that is wrong is refused with its reason."""
    authority, other = Authority(place.folder / 'authority'), Authority(place.folder / 'other')
    table, receiver_shown = authority.issue('CR-01'), authority.issue('skyward-receiver')
    log = place.write_log(LINES)
    _, uri = with_certificates(place, authority.issue('broker'), authority)
    receiver = place.start(PROGRAM, 'receive', '--broker=' + uri, '--out=%s' % place.out, '--property=Keystone',
                           '--ca=%s' % authority.certificate, '--cert=%s' % receiver_shown[0],
                           '--key=%s' % receiver_shown[1])
    sender = place.start(PROGRAM, 'send', '--broker=' + uri, '--ca=%s' % authority.certificate,
                         '--cert=%s' % table[0], '--key=%s' % table[1], str(log))
    place.wait_has(LINES)
    assert stop(sender) == 0 and stop(receiver) == 0
    for shown, trusted, reason in [
            (table, other, 'self-signed certificate|unable to get local issuer certificate'),
            (None, authority, 'certificate required|handshake failure|peer did not return'),
            (other.issue('CR-01'), authority, 'unknown ca|bad certificate|unknown CA'),
            (authority.issue('CR-01 expired', expired=True), authority, 'certificate expired')]:
        said = say(place, uri, log, trusted, shown)
        assert any(it in said for it in reason.split('|')), (reason, said)
    # What the broker shows.
    for shown, reason in [(authority.issue('broker expired', expired=True), 'certificate has expired'),
                          (authority.issue('broker elsewhere', 'DNS:broker.example'), 'mismatch'),
                          (other.issue('broker'), 'unable to get local issuer certificate')]:
        broker, uri = with_certificates(place, shown, authority)
        said = say(place, uri, log, authority, table)
        assert reason in said, (reason, said)
        broker.kill()
    # A key that others may read is not used.
    table[1].chmod(0o644)
    run = subprocess.run([PROGRAM, 'send', '--broker=' + uri, '--ca=%s' % authority.certificate, '--cert=%s' % table[0],
                          '--key=%s' % table[1], str(log)], capture_output=True, text=True, check=False, timeout=10)
    assert run.returncode == 1 and 'others may read it' in run.stderr, run


# --- A bad network ----------------------------------------------------------------------------------


class Proxy(threading.Thread):
    """Between a program and the broker: passes on what comes, late, now and then much later, or not at all."""

    def __init__(self, port, delay=0.0, chance=0.0, breaks=0.0):
        super().__init__(daemon=True)
        self.to, self.delay, self.chance, self.breaks = port, delay, chance, breaks
        self.random = random.Random(5)
        self.cut, self.port, self.n_broken = False, 0, 0
        self.ready = threading.Event()
        self.start()
        self.ready.wait()
        self.uri = 'mqtt://127.0.0.1:%d' % self.port

    def run(self):
        asyncio.run(self.serve())

    async def serve(self):
        server = await asyncio.start_server(self.connected, '127.0.0.1', 0)
        self.port = server.sockets[0].getsockname()[1]
        self.ready.set()
        await server.serve_forever()

    async def passable(self):
        while self.cut:
            await asyncio.sleep(0.05)

    async def connected(self, reader, writer):
        await self.passable()
        try:
            far_reader, far_writer = await asyncio.open_connection('127.0.0.1', self.to)
        except OSError:
            writer.close()
            return
        ways = [asyncio.ensure_future(self.pass_on(*way)) for way in ((reader, far_writer), (far_reader, writer))]
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for it in (*ways, writer, far_writer):
            getattr(it, 'cancel', it.close if hasattr(it, 'close') else None)()

    async def pass_on(self, reader, writer):
        while True:
            data = await reader.read(65536)
            if not data:
                return
            await asyncio.sleep(self.delay)
            if self.random.random() < self.chance:
                # It was lost, and is sent again.
                await asyncio.sleep(self.random.uniform(0.2, 0.6))
            if self.random.random() < self.breaks:
                self.n_broken += 1
                return
            await self.passable()
            try:
                writer.write(data)
                await writer.drain()
            except ConnectionError:
                return


def through(place, proxy, command, *arguments):
    return place.start(PROGRAM, command, '--broker=' + proxy.uri, *map(str, arguments))


def grow(log, lines, more):
    lines += more
    with open(log, 'a', encoding='utf-8') as file:
        file.write(''.join(line + '\n' for line in more))


def case_loss(place):
    """0.2 s there and back, each twentieth packet lost, connections that break: everything is there in the end."""
    proxies = [Proxy(place.port, 0.1, 0.05, 0.01) for _ in range(2)]
    receiver = through(place, proxies[0], 'receive', '--out=%s' % place.out)
    lines = LINES[:1] + [event(n, 'x' * 100) for n in range(1, 100)]
    log = place.write_log(lines)
    sender = through(place, proxies[1], 'send', log)
    for n in range(100, 3000, 100):
        grow(log, lines, [event(m, 'x' * 100) for m in range(n, n + 100)])
        time.sleep(0.2)
    wait_for('the log', lambda: place.has(lines), 60)
    print('# %d connections broke' % sum(it.n_broken for it in proxies))
    assert stop(sender) == 0 and stop(receiver) == 0


def case_long_partition(place):
    """A minute without the broker, of the receiver and of a table: both notice, and go on where they were."""
    near, far = Proxy(place.port), Proxy(place.port)
    receiver = through(place, near, 'receive', '--out=%s' % place.out)
    lines = {table: [header(table)] + [event(n) for n in range(1, 200)] for table in ('CR-01', 'CR-02')}
    logs = {table: place.write_log(lines[table], table) for table in lines}
    senders = [place.send(logs['CR-01']), through(place, far, 'send', logs['CR-02'])]
    for table, those in lines.items():
        place.wait_has(those, table=table)
    near.cut = far.cut = True
    away = 0
    for n in range(60):
        for table, log in logs.items():
            grow(log, lines[table], [event(m) for m in range(len(lines[table]), len(lines[table]) + 20)])
        time.sleep(1)
        away = max(away, n if 'no_broker_since' in (place.out / '.receive.json').read_text() else 0)
    assert away > 0, 'the receiver did not notice'
    assert place.heard('CR-02/gone'), 'the table was not missed'
    near.cut = far.cut = False
    for table, those in lines.items():
        wait_for('the log of ' + table, lambda table=table, those=those: place.has(those, table=table), 60)
    wait_for('the broker', lambda: 'no_broker_since' not in (place.out / '.receive.json').read_text())
    wait_for('alarms to end', lambda: all(set(it['alarms']) <= {'drift'} for it in place.status()['tables']))
    assert all(stop(it) == 0 for it in (*senders, receiver))


def main():
    cases = {name[5:]: case for name, case in globals().items() if name.startswith('case_')}
    for name in sys.argv[3:] or [it for it in cases if not it.startswith('long')]:
        with Place() as place:
            cases[name](place)
        print('ok - ' + name)


if __name__ == '__main__':
    main()
