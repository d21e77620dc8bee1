#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""No source file is longer than a person reads in one go: split it by concern before that."""

import project

LONGEST = 1200
SUFFIXES = ('.c', '.h', '.cc', '.py', '.ui', '.css', '.build')


def offences(root):
    for path in project.files(root, *SUFFIXES):
        count = len(project.text(path).splitlines())
        if count > LONGEST:
            yield project.Offence(path, LONGEST + 1, f'{count} lines; at most {LONGEST}')


if __name__ == '__main__':
    project.run(offences)
