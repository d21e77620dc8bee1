#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Nothing lies about unbuilt: each source stands in the meson.build of its folder or of one above
it, and a test program ends by returning what its tests said."""

import re

import project

ENDS_WELL = re.compile(r'return\s+(?:g_test_run|fixture_run_tests)\s*\(\s*\)\s*;')


def is_listed(root, path):
    folder = path.parent
    while True:
        listing = folder / 'meson.build'
        if listing.exists():
            text = project.text(listing)
            # The tables of tests and benches name the thing, not the file.
            thing = re.sub(r'^(test|bench)-', '', path.stem)
            if re.search(rf"'(?:[^']*/)?(?:{re.escape(path.name)}|{re.escape(path.stem)}"
                         rf"|{re.escape(thing)})'", text):
                return True
        if folder == root:
            return False
        folder = folder.parent


def offences(root):
    for folder in ('src', 'tests'):
        for path in project.files(root, '.c', '.cc', under=folder):
            if not is_listed(root, path):
                yield project.Offence(path, 1, 'no meson.build lists this file')
    for path in project.files(root, '.c', under='tests'):
        if path.name.startswith('test-') and not ENDS_WELL.search(project.text(path)):
            yield project.Offence(path, 1, 'main does not end in return g_test_run (); or fixture_run_tests ();')


if __name__ == '__main__':
    project.run(offences)
