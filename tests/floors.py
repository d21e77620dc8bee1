#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Coverage: runs the tests of the lower layers in a build made with -Db_coverage=true and holds the
lines that they reach against a floor for each layer. Ends with 1 where one lies under its floor. With
--build it only builds what it would run."""

import json
import os
import pathlib
import subprocess
import sys

# Percent of lines, just under what was reached when the floor was set. A floor only rises.
FLOORS = {'base': 97.5, 'log': 97.0, 'rules': 98.5, 'odds': 99.0, 'audit': 95.0}
SUITES = ('base', 'log', 'rules', 'record', 'audit', 'odds', 'survey', 'oracle', 'fuzz')


def suites_of(test):
    """A test's suites without the project's name."""
    return {suite.split(':')[-1] for suite in test['suite']}


def tests_of(build, suites):
    """The tests of these suites that are not for the night, as meson knows them."""
    listed = subprocess.run(['meson', 'introspect', '--tests', build], capture_output=True, check=True)
    return [test for test in json.loads(listed.stdout)
            if suites_of(test) & set(suites) and 'long' not in suites_of(test)
            # What runs the command line stays out: that is not built here.
            and not any(word.endswith('skyward-cli') for word in test['cmd'])]


def programs_of(build, tests):
    """What ninja must build for them: whatever of their commands lies in the build."""
    build = pathlib.Path(build).resolve()
    paths = {pathlib.Path(os.path.normpath(word)) for test in tests for word in test['cmd']}
    return sorted(str(path.relative_to(build)) for path in paths
                  if path.is_absolute() and path.is_relative_to(build))


def measure(root, build, layer):
    """(lines reached, lines) of src/<layer>."""
    done = subprocess.run(['gcovr', '-r', root, '--object-directory', build, '-f', f'{root}/src/{layer}/',
                           '--gcov-ignore-parse-errors', '--json-summary'], capture_output=True, cwd=build)
    if done.returncode != 0:
        sys.exit(f'floors: gcovr failed for src/{layer}:\n' + done.stderr.decode(errors='replace'))
    summary = json.loads(done.stdout)
    return summary['line_covered'], summary['line_total']


def build_programs(build, tests):
    """Builds what these tests run, and the translations, which the tests of phrases read."""
    # What a compiler's cache brings from another folder names that folder's sources.
    environment = {**os.environ, 'CCACHE_DISABLE': '1'}
    subprocess.run(['ninja', '-C', build, *programs_of(build, tests), 'skyward-gmo'], check=True,
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
    only_build = arguments[0] == '--build'
    root, build = (os.path.realpath(folder) for folder in arguments[-2:])
    tests = tests_of(build, SUITES)
    build_programs(build, tests)
    return 0 if only_build else run(root, build, tests)


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
