#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""bench-import-year.py SKYWARD-CLI MAPS [PAGE]: a year of twenty-five roulette wheels, a result every two minutes of each but between
one and three at night, in one CSV file: imported, audited into a store, and listed. CPU seconds and memory beside those of a week. Every result must be a
round of the logs. With a page, its section on the year is what was measured."""

import datetime
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

WHEELS = 25
APART = datetime.timedelta(minutes=2)
# Local time: an hour of the night may be there twice, or not at all.
CLOSED = (1, 2)
FIRST = datetime.datetime(2024, 1, 1, 6)


def write_history(path, days):
    """Returns how many results were written."""
    chance = random.Random(7)
    at, until, n = FIRST, FIRST + datetime.timedelta(days=days), 0
    with open(path, 'w', encoding='ascii') as file:
        file.write('table,time,number\n')
        while at < until:
            if at.hour in CLOSED:
                at += APART
                continue
            shown = at.strftime('%Y-%m-%d %H:%M:%S')
            file.write(''.join(f'RO-{wheel:02},{shown},{chance.randrange(37)}\n' for wheel in range(1, WHEELS + 1)))
            n += WHEELS
            at += APART
    return n


def measure(*command):
    """CPU seconds, the most memory in MB, and what was printed."""
    with tempfile.TemporaryFile() as printed:
        process = subprocess.Popen(command, stdout=printed)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            sys.exit(f'bench-import-year: {" ".join(command)} ended with {process.returncode}')
        printed.seek(0)
        return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, printed.read().decode()


def count_rounds(folder):
    return sum(path.read_bytes().count(b'"type":"result"') for path in folder.glob('*.tel.jsonl'))


def run(cli, mapping, days):
    """A row: days, results, and for import, audit and list CPU seconds and memory."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix='skyward-bench-'))
    try:
        source, out, store = folder / 'history.csv', folder / 'out', folder / 'skyward.db'
        results = write_history(source, days)
        row = [f'{days}', f'{results:,}']
        imported = measure(cli, 'import', f'--map={mapping}', f'--out={out}', str(source))
        if count_rounds(out) != results:
            sys.exit(f'bench-import-year: {count_rounds(out)} of {results} results are in the logs')
        audited = measure(cli, 'audit', '--format=jsonl', f'--store={store}', str(out))
        findings = [json.loads(line) for line in audited[2].splitlines()]
        listed = measure(cli, 'audit', f'--store={store}', str(out))
        for seconds, most, _ in (imported, audited, listed):
            row += [f'{seconds:.1f}', f'{most:.0f}']
        return row + [f'{len(findings):,}']
    finally:
        shutil.rmtree(folder)


def main():
    cli, maps = sys.argv[1:3]
    mapping = pathlib.Path(maps) / 'roulette-history.skymap'
    rows = '\n'.join('| ' + ' | '.join(run(cli, mapping, days)) + ' |' for days in (7, 365))
    section = f"""## A year of twenty-five wheels

The numbers of {WHEELS} wheels in one CSV file into logs by the mapping that ships, these audited into a new store, and audited again, when the
store knows them. CPU seconds, and the most memory in MB.

| days | results | import, s | MB | audit, s | MB | again, s | MB | findings |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
{rows}
"""
    print(section)
    if len(sys.argv) > 3:
        page = pathlib.Path(sys.argv[3])
        text = re.sub(r'\n*## A year of twenty-five wheels\n.*?(?=\n## |\Z)', '', page.read_text(encoding='utf-8'), flags=re.DOTALL)
        page.write_text(text.rstrip('\n') + '\n\n' + section, encoding='utf-8')


if __name__ == '__main__':
    main()
