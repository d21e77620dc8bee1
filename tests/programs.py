#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What must be built before tests can run: programs.py BUILD SUITE... prints, a line each, what ninja
must build for the tests of these suites. Tests that need a display, GStreamer or a night stay out."""

import json
import pathlib
import subprocess
import sys

OUTSIDE = {'gstreamer', 'long', 'ui'}


def introspect(build, what):
    """What meson knows of a build that is configured."""
    listed = subprocess.run(['meson', 'introspect', f'--{what}', build], capture_output=True, check=True)
    return json.loads(listed.stdout)


def suites_of(test):
    """A test's suites without the project's name."""
    return {suite.split(':')[-1] for suite in test['suite']}


def tests_of(build, suites, outside=OUTSIDE):
    """The tests of these suites, without those that are of a suite outside too."""
    # What a changed meson.build adds is known only once the build is configured anew.
    subprocess.run(['ninja', '-C', build, 'build.ninja'], capture_output=True, check=True)
    return [test for test in introspect(build, 'tests')
            if suites_of(test) & set(suites) and not suites_of(test) & outside]


def programs_of(build, tests):
    """What ninja must build for them, with the translations, which some read."""
    build = pathlib.Path(build).resolve()
    made = {target['id']: target['filename'] for target in introspect(build, 'targets')}
    paths = {pathlib.Path(path) for test in tests for target in test['depends'] for path in made[target]}
    return ['skyward-gmo', *sorted(str(path.relative_to(build)) for path in paths)]


def main(arguments):
    build, *suites = arguments
    print(*programs_of(build, tests_of(build, suites)), sep='\n')


if __name__ == '__main__':
    main(sys.argv[1:])
