#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Adds up what meson's test logs say: prints "PASSED FAILED".

A test that was skipped, whole or in part, counts as failed: wherever this runs everything that a
test may want is installed. Each one that did not pass is named on standard error.
"""

import json
import pathlib
import re
import sys

# A TAP line that skips one of a program's tests.
SKIPPED = re.compile(r'^\s*ok\b[^#\n]*#\s*SKIP\b.*$', re.IGNORECASE | re.MULTILINE)


def verdict(entry):
    """None when the test passed, otherwise what is wrong."""
    result = entry['result']
    if result == 'EXPECTEDFAIL':
        return None
    if result != 'OK':
        return result.lower()
    skipped = SKIPPED.search(entry.get('stdout') or '')
    return f'skipped a part: {skipped.group().strip()}' if skipped else None


def main(paths):
    passed = failed = 0
    for path in paths:
        for line in pathlib.Path(path).read_text(encoding='utf-8').splitlines():
            entry = json.loads(line)
            wrong = verdict(entry)
            if wrong is None:
                passed += 1
            else:
                failed += 1
                print(f'{entry["name"]}: {wrong}', file=sys.stderr)
    if passed + failed == 0:
        print('no test ran', file=sys.stderr)
        failed = 1
    print(passed, failed)


if __name__ == '__main__':
    main(sys.argv[1:])
