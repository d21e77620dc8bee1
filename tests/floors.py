#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Coverage: runs the tests of the lower layers in a build made with -Db_coverage=true and holds the
lines that they reach against a floor for each layer. Ends with 1 where one lies under its floor."""

import json
import os
import pathlib
import subprocess
import sys

import programs

# Percent of lines, just under what was reached when the floor was set. A floor only rises.
FLOORS = {'base': 99.0, 'log': 97.0, 'rules': 98.5, 'odds': 99.0, 'audit': 95.0}
SUITES = ('base', 'log', 'rules', 'record', 'audit', 'odds', 'survey', 'oracle', 'fuzz')


def counted_tests(build):
    """The tests that count. What runs the command line stays out: that is not built here."""
    return [test for test in programs.tests_of(build, SUITES, {'long'})
            if not any(word.endswith('skyward-cli') for word in test['cmd'])]


def measure(root, build, layer):
    """(lines reached, lines) of src/<layer>."""
    done = subprocess.run(['gcovr', '-r', root, '--object-directory', build, '-f', f'{root}/src/{layer}/',
                           '--gcov-ignore-parse-errors', '--json-summary'], capture_output=True, cwd=build)
    if done.returncode != 0:
        sys.exit(f'floors: gcovr failed for src/{layer}:\n' + done.stderr.decode(errors='replace'))
    summary = json.loads(done.stdout)
    return summary['line_covered'], summary['line_total']


def build_programs(build, tests):
    """Builds what these tests run."""
    # What a compiler's cache brings from another folder names that folder's sources.
    environment = {**os.environ, 'CCACHE_DISABLE': '1'}
    subprocess.run(['ninja', '-C', build, *programs.programs_of(build, tests)], check=True,
                   stdout=subprocess.DEVNULL, env=environment)


def run(root, build, tests):
    """Runs them and holds each layer to its floor: 0, or 1 where something is wrong."""
    for counts in pathlib.Path(build).rglob('*.gcda'):
        counts.unlink()
    ran = subprocess.run(['meson', 'test', '-C', build, '--no-rebuild', '-q', '--print-errorlogs',
                          '--timeout-multiplier', '4', *(test['name'] for test in tests)],
                         stdin=subprocess.DEVNULL, stdout=sys.stderr)
    good = ran.returncode == 0
    for layer, floor in FLOORS.items():
        reached, lines = measure(root, build, layer)
        percent = 100 * reached / lines
        print(f'src/{layer}: {percent:.1f} % of {lines} lines, floor {floor} %'
              f'{"" if percent >= floor else " — UNDER ITS FLOOR"}')
        good &= percent >= floor
    return 0 if good else 1


def main(arguments):
    root, build = (os.path.realpath(folder) for folder in arguments)
    tests = counted_tests(build)
    build_programs(build, tests)
    return run(root, build, tests)


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
