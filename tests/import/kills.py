#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""kills.py SKYWARD_CLI MAPS KILLED_AT: an import is killed at each change that it makes to the disk, and the disk is full.
No log has its final name that is not what it should be, and an import resumed with --append gives the same bytes."""

import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile

CLI, MAPS, KILLED_AT = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]

# No program that is traced can look for its leaks.
TRACED = {**os.environ, 'ASAN_OPTIONS': os.environ.get('ASAN_OPTIONS', '') + ':detect_leaks=0'}

# Three days of two tables, with a row that does not fit.
ROWS = ['table,time,number\n'] + [
    f'RO-0{1 + spin % 2},2023-11-{4 + spin // 20:02} 20:{spin % 20:02}:03,{"x" if spin == 33 else spin % 37}\n'
    for spin in range(60)]


def command(folder):
    return [CLI, 'import', f'--map={MAPS}/roulette-history.skymap', '--append', '--tolerate=1', f'--out={folder / "out"}',
            str(folder / 'numbers.csv')]


def run(folder, **more):
    return subprocess.run(command(folder), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False, text=True, **more)


def files(folder):
    """All that is there, by name."""
    out = folder / 'out'
    return {str(path.relative_to(out)): path.read_bytes() for path in sorted(out.rglob('*')) if path.is_file()}


def write_source(folder, rows):
    (folder / 'numbers.csv').write_text(''.join(ROWS[:rows]))


def check_final(folder, *allowed):
    """What has a log's name is whole: as it was before, or as it is at the end."""
    if not (folder / 'out').exists():
        return
    for name, content in files(folder).items():
        if name.endswith('.tel.jsonl'):
            assert any(good.get(name) == content for good in allowed), f'{name} is not whole'


def resume(folder, expected, what):
    done = run(folder)
    assert done.returncode == 0, (what, done.stderr)
    now = files(folder)
    assert now.keys() == expected.keys(), (what, sorted(now), sorted(expected))
    for name, content in expected.items():
        assert now[name] == content, f'{what}: {name} differs'


def expect(folder):
    """What an import of half of the source gives, and then of all of it."""
    write_source(folder, 31)
    assert run(folder).returncode == 0
    half = files(folder)
    shutil.copytree(folder / 'out', folder / 'half')
    write_source(folder, len(ROWS))
    assert run(folder).returncode == 0
    return half, files(folder)


def restart(folder, with_half):
    shutil.rmtree(folder / 'out', ignore_errors=True)
    if with_half:
        shutil.copytree(folder / 'half', folder / 'out')


def killed(folder, half, whole, with_half):
    at = 0
    while True:
        at += 1
        restart(folder, with_half)
        status = subprocess.run([KILLED_AT, str(at), *command(folder)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                env=TRACED, check=False).returncode
        assert status in (0, 1), status
        check_final(folder, half if with_half else {}, whole)
        resume(folder, whole, f'killed at {at}')
        if status == 0:
            return at - 1


def full(folder, half, whole):
    """Files cannot grow beyond each of some sizes."""
    sizes = [0, 1, 100, 200, 400, 800, 1500, 2500]
    for size in sizes:
        restart(folder, True)
        done = run(folder, restore_signals=False, preexec_fn=lambda most=size: resource.setrlimit(
            resource.RLIMIT_FSIZE, (most, most)))
        assert done.returncode == 1 and 'File too large' in done.stderr, (size, done)
        assert {name: content for name, content in files(folder).items() if not name.endswith('.part')} == half, size
        resume(folder, whole, f'files of {size} bytes')
    return len(sizes)


def main():
    folder = pathlib.Path(tempfile.mkdtemp(prefix='skyward-import-'))
    try:
        half, whole = expect(folder)
        shutil.rmtree(folder / 'out')
        assert run(folder).returncode == 0
        whole_at_once = files(folder)
        kills = killed(folder, half, whole_at_once, False) + killed(folder, half, whole, True)
        disks = full(folder, half, whole)
        print(f'{kills} kills, {disks} full disks')
        assert kills > 40, kills
    finally:
        shutil.rmtree(folder)


if __name__ == '__main__':
    main()
