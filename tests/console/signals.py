#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""signals.py CONSOLE SKYWARD-CLI

The console ends by SIGHUP, SIGINT and SIGTERM alike: soon, in good order, with nothing left behind. What
was started to outlive one of them does."""

import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

PATIENCE = 60  # seconds


def be_interruptible():
    """What a shell has in the background ignores SIGINT, what nohup started SIGHUP, and so would what it
    starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def start(console, folder, archive, *before):
    temporary = folder / 'tmp'
    temporary.mkdir(exist_ok=True)
    store = folder / 'skyward.db'
    process = subprocess.Popen(
        [*before, console, f'--store={store}', str(archive)], stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=open(folder / 'said', 'wb'), preexec_fn=be_interruptible,
        env={**os.environ, 'TMPDIR': str(temporary), 'XDG_DATA_HOME': str(folder / 'data'),
             'XDG_RUNTIME_DIR': str(temporary)})
    deadline = time.monotonic() + PATIENCE
    desks = pathlib.Path(f'{store}.desks')
    # It tells the other desks that it is there once it has read the store.
    while not (desks.is_dir() and list(desks.iterdir())):
        if process.poll() is not None or time.monotonic() > deadline:
            raise AssertionError(f'the console does not start ({process.returncode})')
        time.sleep(0.05)
    return process, desks, temporary


def ends_by(number, console, folder, archive):
    process, desks, temporary = start(console, folder, archive)
    process.send_signal(number)
    status = process.wait(PATIENCE)
    said = (folder / 'said').read_text(errors='replace')
    assert status == 0, f'status {status}: {said}'
    left = [*desks.glob('*'), *(path for path in temporary.iterdir() if path.name != 'dconf')]
    assert not left, f'left behind: {left}'


def outlives(console, folder, archive):
    process, _desks, _temporary = start(console, folder, archive, 'nohup')
    process.send_signal(signal.SIGHUP)
    time.sleep(1)
    assert process.poll() is None, 'it ended'
    process.send_signal(signal.SIGTERM)
    assert process.wait(PATIENCE) == 0


def main():
    console, cli = sys.argv[1:]
    print('1..4', flush=True)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        archive = folder / 'archive'
        subprocess.run([cli, 'simulate', '--game=craps', '--rounds=5', '--seed=1', str(archive)], check=True,
                       stdout=subprocess.DEVNULL)
        for number, one in enumerate((signal.SIGHUP, signal.SIGINT, signal.SIGTERM), 1):
            ends_by(one, console, folder, archive)
            print(f'ok {number} {one.name}', flush=True)
        outlives(console, folder, archive)
        print('ok 4 nohup', flush=True)


if __name__ == '__main__':
    main()
