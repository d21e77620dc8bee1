#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""C and C++ files stand as clang-format 14 leaves them."""

import pathlib
import re
import shutil
import subprocess

import project

VERSION = '14'


def formatter():
    """clang-format 14, or None: other versions format otherwise, so none of them will do."""
    for name in (f'clang-format-{VERSION}', 'clang-format'):
        program = shutil.which(name)
        if program is None:
            continue
        told = subprocess.run([program, '--version'], capture_output=True, text=True, check=True)
        if re.search(rf'version {VERSION}\.', told.stdout):
            return program
    return None


def offences(root):
    program = formatter()
    if program is None:
        yield project.Offence(root / '.clang-format', 1, f'clang-format {VERSION} is not installed')
        return
    sources = [str(path) for path in project.files(root, '.c', '.h', '.cc')]
    done = subprocess.run([program, '--dry-run', '-Werror', '-style=file', *sources],
                          capture_output=True, text=True, check=False)
    told = set()
    for match in re.finditer(r'^(.+?):(\d+):\d+: error:', done.stderr, re.MULTILINE):
        if match[1] not in told:
            told.add(match[1])
            yield project.Offence(pathlib.Path(match[1]), int(match[2]),
                                  f'not as clang-format {VERSION} leaves it')
    if done.returncode != 0 and not told:
        yield project.Offence(root / '.clang-format', 1, done.stderr.strip())


if __name__ == '__main__':
    project.run(offences)
