#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""C and C++ files stand as clang-format 14 leaves them."""

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
    for path in project.files(root, '.c', '.h', '.cc'):
        done = subprocess.run([program, '--dry-run', '-Werror', '-style=file', str(path)],
                              capture_output=True, text=True, check=False)
        if done.returncode != 0:
            match = re.search(r':(\d+):\d+:', done.stderr)
            yield project.Offence(path, int(match[1]) if match else 1,
                                  f'not as clang-format {VERSION} leaves it')


if __name__ == '__main__':
    project.run(offences)
