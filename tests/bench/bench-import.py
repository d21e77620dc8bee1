#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""bench-import.py SKYWARD-CLI BARE-PCRE2 MAPS [PAGE]: how long an import of 100 MB of a wheel's lines takes beside `wc -l`
and a bare PCRE2 loop over the same file, and how much memory beside one of 10 MB. CPU seconds in turns. With a page, its
section on imports is what was measured."""

import datetime
import os
import pathlib
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

TURNS = 5
MB = 1000 * 1000
STAMP = '%Y-%m-%d %H:%M:%S.%f'


def write_lines(path, size):
    """A wheel's status, three times a second, as it counts spin after spin, and some commands to it."""
    chance = random.Random(7)
    at = datetime.datetime(2025, 9, 10, 6, 20)
    written = spin = 0
    with open(path, 'w', encoding='ascii') as file:
        while written < size:
            spin = spin % 255 + 1
            number = chance.randrange(37)
            for state, times in ((2, 45), (3, 60), (4, 30), (5, 15)):
                for _ in range(times):
                    at += datetime.timedelta(milliseconds=333)
                    shown = f'{number:2}' if state == 5 else '  '
                    written += file.write(f'[{at.strftime(STAMP)[:-3]}] Receive >>> *X;{state};{spin:03};{shown};0;'
                                          f'{chance.randrange(90, 130):03};{spin % 2}\n')
            written += file.write(f'[{at.strftime(STAMP)[:-3]}] Send <<< *P 0\n')


def measure(*command):
    """CPU seconds, and the most memory in MB."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f'bench-import: {command[0]} ended with {process.returncode}')
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def spread(values, form):
    return f'{statistics.median(values):{form}} ({min(values):{form}}–{max(values):{form}})'


def main():
    cli, bare, maps = sys.argv[1:4]
    mapping = pathlib.Path(maps) / 'wheel-rs232.skymap'
    pattern = re.search(r'^pattern=(.*)$', mapping.read_text(encoding='utf-8'), re.MULTILINE)[1]
    folder = pathlib.Path(tempfile.mkdtemp(prefix='skyward-bench-'))
    try:
        large, small = folder / 'large', folder / 'small'
        write_lines(large, 100 * MB)
        write_lines(small, 10 * MB)

        def run(source):
            shutil.rmtree(folder / 'out', ignore_errors=True)
            return measure(cli, 'import', f'--map={mapping}', f'--out={folder / "out"}', str(source))

        counted, matched, imported, memory, ratios = [], [], [], [], []
        for _ in range(TURNS):
            counted.append(measure('wc', '-l', str(large))[0])
            matched.append(measure(bare, pattern, str(large))[0])
            seconds, most = run(large)
            imported.append(seconds)
            memory.append(most)
            ratios.append(seconds / (counted[-1] + matched[-1]))
        least = run(small)[1]
    finally:
        shutil.rmtree(folder)
    section = f"""## An import

100 MB of a roulette wheel's status lines into logs, with their audit, by the mapping that ships; beside `wc -l` of the same file and a bare PCRE2
loop with its just-in-time compiler, which matches each line and does nothing with it. CPU seconds in turns, {TURNS} times: median (least–most). The aim
is 4.

| `wc -l`, s | PCRE2, s | import, s | ratio | memory, MB | memory with 10 MB, MB |
| --- | --- | --- | --- | --- | --- |
| {spread(counted, '.2f')} | {spread(matched, '.2f')} | {spread(imported, '.2f')} | {spread(ratios, '.1f')} | {max(memory):.1f} | {least:.1f} |
"""
    print(section)
    if len(sys.argv) > 4:
        page = pathlib.Path(sys.argv[4])
        text = re.sub(r'\n*## An import\n.*?(?=\n## |\Z)', '', page.read_text(encoding='utf-8'), flags=re.DOTALL)
        page.write_text(text.rstrip('\n') + '\n\n' + section, encoding='utf-8')


if __name__ == '__main__':
    main()
