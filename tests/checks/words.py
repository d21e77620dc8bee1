#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What has no place in the project: paths of one machine, hosts of package registries, conflict
markers, and functions that the house does without."""

import re

import project

EVERYWHERE = (
    (r'(?<![\w.$}])/(?:home|root|Users|work|mnt|workspace)/[\w.]', 'the path of one machine'),
    (r'\b(?:[\w-]+\.)*(?:debian|ubuntu|pypi|npmjs|crates|docker|ghcr|golang)\.(?:org|io|net|com)\b',
     'the host of a package registry'),
    (r'\b(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d{1,3}\.\d{1,3}(?:\.\d{1,3})?\b(?!\.)',
     'an address of one network'),
    (r'^(?:<{7}|>{7}|={7})(?: |$)', 'a conflict marker'),
)
IN_SOURCES = (
    (r'\b(?:strcpy|strcat|sprintf|gets|atoi|atof|strtok)\s*\(', 'an unsafe function'),
    (r'\bG_DEFINE_QUARK\b', 'a macro whose first argument clang-format spreads'),
    (r'\b(?:TODO|FIXME|XXX|HACK)\b', 'a thing left undone'),
)
# Texts of others, kept word for word.
FOREIGN = ('LICENSE',)
BINARY = ('.png', '.jpg', '.mp4', '.mkv', '.webm', '.db', '.zip', '.gz')


# What a file's form asks for, word for word.
WANTED = 'https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/'


def matches(path, patterns):
    for number, line in project.lines(path):
        line = line.replace(WANTED, '')
        for pattern, what in patterns:
            match = re.search(pattern, line)
            if match:
                yield project.Offence(path, number, f'{what}: {match.group().strip()}')


def offences(root):
    own = root / 'tests' / 'checks'
    for path in project.files(root):
        if path.suffix in BINARY or path.name in FOREIGN or own in path.parents:
            continue
        yield from matches(path, EVERYWHERE)
        if path.suffix in ('.c', '.h', '.cc'):
            yield from matches(path, IN_SOURCES)


if __name__ == '__main__':
    project.run(offences)
