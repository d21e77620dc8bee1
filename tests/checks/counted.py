#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Proves that tests/count.py adds up right and takes nothing for passed that did not pass."""

import json
import pathlib
import subprocess
import sys
import tempfile

CASES = (
    ('all passed', [('OK', ''), ('OK', 'ok 1 /a\n'), ('EXPECTEDFAIL', '')], '3 0'),
    ('a failure, a timeout, an error', [('OK', ''), ('FAIL', ''), ('TIMEOUT', ''), ('ERROR', '')],
     '1 3'),
    ('a program skipped', [('SKIP', ''), ('OK', '')], '1 1'),
    ('a part skipped', [('OK', 'ok 1 /a\nok 2 /b # SKIP no display\n')], '0 1'),
    ('a test that only speaks of it', [('OK', 'ok 1 /skip\n# SKIP is a word\n')], '1 0'),
    ('no test at all', [], '0 1'),
)


def main(counter):
    failed = 0
    print(f'1..{len(CASES)}')
    with tempfile.TemporaryDirectory() as folder:
        for number, (what, entries, wanted) in enumerate(CASES, start=1):
            log = pathlib.Path(folder) / f'{number}.json'
            log.write_text(''.join(
                json.dumps({'name': f'test {index}', 'result': result, 'stdout': stdout}) + '\n'
                for index, (result, stdout) in enumerate(entries)), encoding='utf-8')
            done = subprocess.run([sys.executable, '-B', counter, log], capture_output=True,
                                  text=True, check=True)
            good = done.stdout.strip() == wanted
            failed += not good
            print(f'{"ok" if good else "not ok"} {number} - {what}')
            if not good:
                print(f'# {done.stdout.strip()} instead of {wanted}')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
