#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""private-postgres.py TEMPLATE

A PostgreSQL server for one test program: on a socket in a folder of its own, on no network, gone with
whoever started it. It prints that folder once the server answers, and reads orders from its input:

  kill   the server and all that serves in it die at once, as of a power cut; then it is started
         again, and the folder printed again
  crash  it is stopped as by "pg_ctl -m immediate stop": those whom it serves are told that it ends and
         cut off; then it is started again, and the folder printed again
  stop   it is stopped in good order, and "stopped" printed
  start  it is started again after that, and the folder printed again
  replicate
         a second server is started that has all that the first one has, and commits wait for it; the
         folder of its socket is printed
  promote
         the first one dies like by "kill" and stays so, the second one takes its place; "promoted" is
         printed

When its input ends, which it does however the other program ends, the server is stopped and the folder
removed. TEMPLATE is a folder that is made by the first of them and copied by the others: a fresh cluster
of the superuser "skyward", whose words are ordered as English orders them, not by bytes.

PostgreSQL refuses root: then it runs as the user "postgres", or else "nobody"."""

import fcntl
import glob
import os
import pathlib
import pwd
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

OLDEST = 15
PREFIX = 'skyward-postgres-'
SOCKET = '.s.PGSQL.5432'
PATIENCE = 120  # seconds; a busy machine with sanitizers is slow

SETTINGS = {
    'listen_addresses': '',
    'max_connections': '60',
    'shared_buffers': '16MB',
    'fsync': 'off',
    'autovacuum': 'off',
    'jit': 'off',
    'log_checkpoints': 'off',
    'wal_level': 'replica',
    'timezone': 'UTC',
}


class Failure(Exception):
    """What keeps the server from running."""


def programs():
    """The folder with initdb and postgres of the newest version that is installed."""
    found = []
    for path in glob.glob('/usr/lib/postgresql/*/bin/postgres') + [shutil.which('postgres') or '']:
        if not path or not os.access(pathlib.Path(path).parent / 'initdb', os.X_OK):
            continue
        told = subprocess.run([path, '--version'], capture_output=True, text=True, check=True).stdout
        version = int(re.search(r'(\d+)', told)[1])
        # What else belongs to it lies where the program itself does.
        found.append((version, str(pathlib.Path(path).resolve().parent)))
    if not found or max(found)[0] < OLDEST:
        raise Failure(f'PostgreSQL {OLDEST} or later is not installed (apt-get install postgresql-{OLDEST})')
    return max(found)


def server_user():
    """Who runs the server: None is whoever runs this."""
    if os.geteuid() != 0:
        return None
    for name in ('postgres', 'nobody'):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            pass
    raise Failure('root runs no PostgreSQL, and there is no user "postgres" or "nobody"')


def as_user(user, *command, death=False):
    """The command as @user; with @death the server ends also when this program is killed."""
    line = ['setpriv']
    if user is not None:
        line += [f'--reuid={user.pw_uid}', f'--regid={user.pw_gid}', '--clear-groups']
    if death:
        line += ['--pdeathsig', 'INT']
    return [*line, '--', *command]


def environment():
    """Nothing of the caller's PG… leads the server astray."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith('PG')}
    return {**kept, 'LC_ALL': 'C.UTF-8'}


def sweep(parent):
    """What a watcher that was killed itself could not remove."""
    for folder in parent.glob(PREFIX + '*'):
        try:
            if folder.stat().st_uid != os.geteuid() or time.time() - folder.stat().st_mtime < 600:
                continue
            with open(folder / 'held', 'rb') as held:
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder, ignore_errors=True)
        except OSError:
            pass


def own_folder(user):
    """A folder that the server's user reaches, whatever the folders above the tree let through."""
    for parent in dict.fromkeys((tempfile.gettempdir(), '/tmp', '/dev/shm')):
        sweep(pathlib.Path(parent))
        try:
            folder = pathlib.Path(tempfile.mkdtemp(prefix=PREFIX, dir=parent))
        except OSError:
            continue
        home = folder / 'server'
        home.mkdir(mode=0o700)
        folder.chmod(0o755)
        if user is not None:
            os.chown(home, user.pw_uid, user.pw_gid)
        # A socket's path has to fit into 107 bytes.
        if len(str(home / SOCKET)) < 107 and subprocess.run(
                as_user(user, 'test', '-w', str(home)), check=False).returncode == 0:
            return folder
        shutil.rmtree(folder)
    raise Failure('there is no folder for temporary files that the server can write to')


def copy(source, target, user):
    subprocess.run(['cp', '-r', '--reflink=auto', '--', str(source), str(target)], check=True)
    if user is not None:
        subprocess.run(['chown', '-R', f'{user.pw_uid}:{user.pw_gid}', '--', str(target)], check=True)
    target.chmod(0o700)


def make_cluster(template, home, user, version, binaries):
    """A fresh cluster in home/data; the first one takes the time to make the template."""
    template.parent.mkdir(parents=True, exist_ok=True)
    with open(f'{template}.lock', 'wb') as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        mark = template / 'PG_VERSION'
        if not mark.exists() or mark.read_text(encoding='ascii').strip() != str(version):
            shutil.rmtree(template, ignore_errors=True)
            shutil.rmtree(f'{template}.new', ignore_errors=True)
            done = subprocess.run(
                as_user(user, f'{binaries}/initdb', '-D', str(home / 'data'), '-U', 'skyward',
                        '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--locale-provider=icu',
                        '--icu-locale=en-US', '--no-sync', '--no-instructions', '--wal-segsize=1'),
                cwd=home, env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT, text=True, check=False)
            if done.returncode != 0:
                raise Failure(f'initdb failed:\n{done.stdout}')
            copy(home / 'data', pathlib.Path(f'{template}.new'), None)
            os.rename(f'{template}.new', template)
            return
    copy(template, home / 'data', user)


class Server:
    """The server in its folder."""

    def __init__(self, folder, user, binaries, data='data', place='.'):
        self.folder = folder
        self.home = folder / 'server'
        self.data = self.home / data
        self.place = self.home / place  # of its socket
        self.user = user
        self.binaries = binaries
        self.process = None

    def answers(self):
        with socket.socket(socket.AF_UNIX) as there:
            try:
                there.connect(str(self.place / SOCKET))
            except OSError:
                return False
        # The socket is there before the server lets anybody in.
        status = self.data / 'postmaster.pid'
        lines = status.read_text(encoding='ascii').splitlines()
        return len(lines) > 7 and lines[7].strip() in ('ready', 'standby')

    def start(self):
        options = [f'-c{name}={value}' for name, value in SETTINGS.items()]
        with open(self.folder / 'log', 'ab') as log:
            self.process = subprocess.Popen(
                as_user(self.user, f'{self.binaries}/postgres', '-D', str(self.data),
                        f'-cunix_socket_directories={self.place}', *options, death=True),
                cwd=self.home, env=environment(), stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and self.process.poll() is None:
            if self.answers():
                print(self.place.resolve(), flush=True)
                return
            time.sleep(0.01)
        raise Failure('the server does not start:\n'
                      + (self.folder / 'log').read_text(encoding='utf-8', errors='replace'))

    def stop(self, how):
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait()
            self.process = None

    def run(self, *command):
        """Runs a program of PostgreSQL's."""
        done = subprocess.run(as_user(self.user, f'{self.binaries}/{command[0]}', *command[1:]),
                              cwd=self.home, env=environment(), stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode != 0:
            raise Failure(f'{command[0]} failed:\n{done.stdout}')
        return done.stdout.strip()

    def ask(self, sql):
        return self.run('psql', '-h', str(self.place), '-U', 'skyward', '-AtX', '-c', sql, 'postgres')

    def replicate(self):
        """Returns: a second server, for which commits wait."""
        second = Server(self.folder, self.user, self.binaries, 'standby', 'second')
        second.place.mkdir(mode=0o700)
        if self.user is not None:
            os.chown(second.place, self.user.pw_uid, self.user.pw_gid)
        self.run('pg_basebackup', '-D', str(second.data), '-h', str(self.place), '-U', 'skyward', '-R',
                 '-X', 'stream', '--checkpoint=fast', '--no-sync')
        second.start()
        self.ask("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.ask('SELECT pg_reload_conf()')
        deadline = time.monotonic() + PATIENCE
        while self.ask('SELECT sync_state FROM pg_stat_replication') != 'sync':
            if time.monotonic() > deadline:
                raise Failure('the second server does not follow the first')
            time.sleep(0.05)
        return second

    def kill(self):
        """The server first, so that it starts nothing any more, then those whom it started."""
        main = self.process.pid
        children = pathlib.Path(f'/proc/{main}/task/{main}/children')
        self.process.send_signal(signal.SIGSTOP)
        pids = [int(pid) for pid in children.read_text(encoding='ascii').split()]
        self.stop(signal.SIGKILL)
        handles = []
        for pid in pids:
            try:
                handles.append(os.pidfd_open(pid))
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        for handle in handles:
            # Readable once it has ended.
            select.select([handle], [], [], PATIENCE)
            os.close(handle)


def serve(template):
    version, binaries = programs()
    user = server_user()
    folder = own_folder(user)
    server = Server(folder, user, binaries)
    second = None
    try:
        with open(folder / 'held', 'wb') as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            make_cluster(template, server.home, user, version, binaries)
            server.start()
            for order in sys.stdin:
                if order == 'kill\n':
                    server.kill()
                    server.start()
                elif order == 'crash\n':
                    server.stop(signal.SIGQUIT)
                    server.start()
                elif order == 'stop\n':
                    server.stop(signal.SIGINT)
                    print('stopped', flush=True)
                elif order == 'start\n':
                    server.start()
                elif order == 'replicate\n':
                    second = server.replicate()
                elif order == 'promote\n':
                    server.kill()
                    second.ask("ALTER SYSTEM SET synchronous_standby_names = ''")
                    second.run('pg_ctl', 'promote', '-w', '-D', str(second.data))
                    print('promoted', flush=True)
                else:
                    raise Failure(f'there is no order {order!r}')
    finally:
        # What it holds is thrown away: nobody waits for it to be written.
        server.stop(signal.SIGQUIT)
        if second is not None:
            second.stop(signal.SIGQUIT)
        shutil.rmtree(folder, ignore_errors=True)


def main():
    if len(sys.argv) != 2:
        sys.exit('private-postgres: which template?')
    # Whoever ends the test and all of its group ends this by the end of its input.
    if os.getpid() != os.getpgrp():
        os.setsid()
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, lambda *_: sys.exit(1))
    # Nobody may be left to read what is said.
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    try:
        serve(pathlib.Path(sys.argv[1]).absolute())
    except Failure as failure:
        sys.exit(f'private-postgres: {failure}')


if __name__ == '__main__':
    main()
