#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""No circles: of two files one calls the other, straight or through others, never both.

A file is a source of src with its own headers. It calls another when it names a function that the
other defines for all; a call by a pointer, as of a game's functions, is none.
"""

import re

import project

# A definition that others see: the type on a line of its own, the name on the next.
FUNCTION = re.compile(r'^(?!static\b)[A-Za-z_][^;{}()=#]*\n(sky_\w+) \(', re.MULTILINE)
NAME = re.compile(r'\bsky_\w+')


def calls(root):
    """For each source: those that it calls, each with the line and the name that tell."""
    codes = {path: project.code(path) for path in project.files(root, '.c', '.cc', under='src')}
    owners = {match[1]: path for path, code in codes.items() for match in FUNCTION.finditer(code)}
    known = {path: {} for path in codes}
    for path, code in codes.items():
        for match in NAME.finditer(code):
            owner = owners.get(match[0], path)
            if owner != path and owner not in known[path]:
                known[path][owner] = (code.count('\n', 0, match.start()) + 1, match[0])
    return known


def reached(known, start):
    """All that a source calls, straight or through others."""
    found, pending = set(), [start]
    while pending:
        for other in known[pending.pop()]:
            if other not in found:
                found.add(other)
                pending.append(other)
    return found


def offences(root):
    known = calls(root)
    reach = {path: reached(known, path) for path in known}
    for path, others in known.items():
        for other, (line, name) in others.items():
            if path in reach[other]:
                yield project.Offence(path, line,
                                      f'a circle: {other.name} calls this file, which calls {name}')


if __name__ == '__main__':
    project.run(offences)
