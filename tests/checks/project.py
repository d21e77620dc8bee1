# SPDX-License-Identifier: GPL-3.0-or-later
"""What the source checks share: which files are the project's, and how an offence is told.

A check is a module with one function, offences (root), that yields Offence objects. Run as a
program it takes the project's folder, prints each offence as "path:line: what is wrong" and
returns 1 when there was one. tests/checks/planted.py proves that each of them can fail.
"""

import argparse
import pathlib
import re
import sys
from typing import NamedTuple

# Folders that are nobody's source: what a build leaves and what git keeps.
NOT_SOURCE = re.compile(r'^(build.*|\.git|\.cache|__pycache__)$')


class Offence(NamedTuple):
    path: pathlib.Path
    line: int
    what: str


def files(root, *suffixes, under='.'):
    """The project's files below `under`, sorted; only those with one of the suffixes, if any."""
    found = []
    pending = [root / under]
    while pending:
        folder = pending.pop()
        if not folder.is_dir():
            continue
        for entry in folder.iterdir():
            if entry.is_symlink() or NOT_SOURCE.match(entry.name):
                continue
            if entry.is_dir():
                pending.append(entry)
            elif not suffixes or entry.suffix in suffixes:
                found.append(entry)
    return sorted(found)


def text(path):
    return path.read_text(encoding='utf-8', errors='replace')


def lines(path):
    """Each line of a file with its number."""
    return enumerate(text(path).splitlines(), start=1)


def code(path):
    """The text of a C file with comments and the contents of literals blanked, lines kept."""
    token = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)

    def blank(match):
        return re.sub(r'[^\n]', ' ', match.group())

    return token.sub(blank, text(path))


def run(offences):
    parser = argparse.ArgumentParser()
    parser.add_argument('root', type=pathlib.Path, help='the project\'s folder')
    root = parser.parse_args().root.resolve()
    found = list(offences(root))
    for offence in found:
        path = offence.path
        if path.is_absolute() and path.is_relative_to(root):
            path = path.relative_to(root)
        print(f'{path}:{offence.line}: {offence.what}')
    if found:
        print(f'{len(found)} found.')
    sys.exit(1 if found else 0)
