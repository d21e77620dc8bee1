#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The index of the law is whole: each section that src cites has its row in src/reference/coverage,
what a row names is there, and a row without an implementation says why."""

import re

import project

ROWS = 'src/reference/coverage'
PARTS = 5
SECTION = re.compile(r'(?<![\w.])(?:465a|5[23]\d|611a|6\d\d[ab])\.\d+(?:\([0-9a-zA-Z.]+\))*')
REASON = re.compile(r'not checkable|not checked yet: |nothing of its own: ')


def rows(path):
    """Each row of a chapter with its line: section, words, where, proof, note."""
    for number, line in project.lines(path):
        parts = line.split(' | ')
        yield number, parts + [''] * (PARTS - len(parts))


def defines(text, name):
    """Whether a C file has the function, the table or the object."""
    return re.search(rf'^{name} \(|^[^\n]*\b{name}(?:\[[^\n]*\])? = ', text, re.MULTILINE) is not None


def is_proof(root, programs, proof):
    if proof.startswith('test-'):
        return proof in programs
    return any((root / 'tests/data' / (proof + ending)).is_file() for ending in ('', '.tel.jsonl'))


def check_row(root, sources, programs, path, number, row):
    section, words, where, proof, note = row
    if not SECTION.fullmatch(section) or not section.startswith(path.stem + '.'):
        yield project.Offence(path, number, f'not a section of the chapter: {section!r}')
    if not words:
        yield project.Offence(path, number, f'{section} does not say what it says')
    for place in where.split():
        file, _, name = place.partition(':')
        if file not in sources:
            yield project.Offence(path, number, f'{section} names a file that is not there: {file}')
        elif not defines(sources[file], name):
            yield project.Offence(path, number, f'{section} names what is not there: {place}')
    if where and not is_proof(root, programs, proof):
        yield project.Offence(path, number, f'{section} is proved by nothing: {proof!r}')
    if note and not REASON.match(note) or not where and not note:
        yield project.Offence(path, number, f'{section} has neither implementation nor reason')


def offences(root):
    sources = {path.name: project.text(path) for path in project.files(root, '.c', under='src')}
    programs = {path.name for path in project.files(root, '.c', under='tests')}
    known = set()
    for path in project.files(root, '.txt', under=ROWS):
        for number, row in rows(path):
            if row[0] in known:
                yield project.Offence(path, number, f'{row[0]} has a row already')
            known.add(row[0])
            yield from check_row(root, sources, programs, path, number, row)
    # A section cited as a whole is told by its subsections.
    known |= {section.split('(')[0] for section in known}
    for path in project.files(root, '.c', '.h', '.cc', '.ui', under='src'):
        for number, line in project.lines(path):
            for match in SECTION.finditer(line):
                if match.group() not in known:
                    yield project.Offence(path, number, f'{match.group()} has no row in {ROWS}')


if __name__ == '__main__':
    project.run(offences)
