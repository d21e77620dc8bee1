#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""usage: bench-start.py SKYWARD-CLI GLIB-ONLY LOG [PAGE]

The processor time, the system's share with it, that a command takes from its start to its end, and
how many times that is of a bare program that links GLib and GIO and does nothing (GLIB-ONLY): in
turns, so that what else the machine does falls on all. With a page, its section is what was measured.
"""

import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile

TURNS = 200


def spend(arguments):
    """Returns: milliseconds of processor time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime) * 1000


def measure(programs):
    """Returns: of each program the times, turn by turn."""
    times = [[] for _ in programs]
    for _ in range(TURNS):
        for program, spent in zip(programs, times):
            spent.append(spend(program))
    return times


def median(values):
    return sorted(values)[len(values) // 2]


def write(page, rows):
    text = page.read_text(encoding='utf-8')
    section = f"""## Starting the command line

The processor time of a whole command, the system's share included, and how many times that is of a program that links GLib and GIO alone
and does nothing: in turns, {TURNS} times. The aim is 5 ms for what needs neither GStreamer nor libpq.

| command | least, ms | median, ms | to GLib and GIO alone |
| --- | --- | --- | --- |
{rows}
"""
    text = re.sub(r'\n*## Starting the command line\n.*?(?=\n## |\Z)', '', text, flags=re.DOTALL)
    page.write_text(text.rstrip('\n') + '\n\n' + section, encoding='utf-8')


def main(cli, bare, log, page=None):
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(log, folder)
        programs = {'`/bin/true`': ['/bin/true'], 'GLib and GIO alone': [bare],
                    '`skyward-cli --version`': [cli, '--version'],
                    '`skyward-cli audit` of a log of 98 lines': [cli, 'audit', folder],
                    '`skyward-cli check-log` of it': [cli, 'check-log', log],
                    '`skyward-cli verify --help`': [cli, 'verify', '--help'],
                    '`skyward-cli export --help`, with GStreamer': [cli, 'export', '--help']}
        times = measure(list(programs.values()))
    rows = []
    for name, spent in zip(programs, times):
        ratio = median([own / other for own, other in zip(spent, times[1])])
        rows.append(f'| {name} | {min(spent):.1f} | {median(spent):.1f} | {ratio:.1f} |')
    print('\n'.join(rows))
    if page is not None:
        write(pathlib.Path(page), '\n'.join(rows))


if __name__ == '__main__':
    main(*sys.argv[1:])
