#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Nothing stands about unused: each function that src exports is called by src itself or, where
tests alone call it, stands in test-only.txt with the reason why it is there."""

import collections
import re

import project

LIST = 'tests/checks/test-only.txt'
WORD = re.compile(r'\b[a-z]\w+\b')
NAME = re.compile(r'([a-z]\w+) \(')
# A declaration says a name and calls nothing; what a header calls stands in a macro or is indented.
DECLARED = re.compile(r'(?!G_DEFINE|#)\S|\s+\w[\w *]*\b\w+(,|\);?)?$')


def definitions(text):
    """The exported functions that a C file defines, each with its line."""
    lines = text.splitlines()
    for number, line in enumerate(lines[1:], start=1):
        match = NAME.match(line)
        before = lines[number - 1]
        if not match or not before.strip() or before.startswith('static') or before[-1] in ';}':
            continue
        rest = next((later for later in lines[number:] if later.startswith('{') or later.endswith(';')),
                    '')
        if rest.startswith('{'):
            yield match[1], number + 1


def count_words(paths):
    words = collections.Counter()
    for path in paths:
        for line in project.code(path).splitlines():
            if path.suffix != '.h' or not DECLARED.match(line):
                words.update(WORD.findall(line))
    return words


def read_list(path):
    """The names listed, each with its line."""
    listed = {}
    for number, line in project.lines(path) if path.is_file() else ():
        if line.startswith('  '):
            listed[line.strip()] = number
    return listed


def offences(root):
    exported = {}
    for path in project.files(root, '.c', '.cc', under='src'):
        exported.update({name: (path, number) for name, number in definitions(project.code(path))
                         if name != 'main' and not name.endswith('_get_type')})
    called = count_words(project.files(root, '.c', '.cc', '.h', under='src'))
    tested = count_words(project.files(root, '.c', '.cc', under='tests'))
    for path in project.files(root, '.ui', under='ui'):
        called.update(WORD.findall(project.text(path)))
    listed = read_list(root / LIST)
    for name, (path, number) in exported.items():
        if called[name] > 1:
            continue
        if not tested[name]:
            yield project.Offence(path, number, f'nobody calls {name}')
        elif name not in listed:
            yield project.Offence(path, number, f'tests alone call {name}, which {LIST} does not say')
    for name, number in listed.items():
        if name not in exported or called[name] > 1:
            yield project.Offence(root / LIST, number, f'{name} is not called by tests alone')


if __name__ == '__main__':
    project.run(offences)
