#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every source says its licence in its first lines; a header says what it is for, then
#pragma once, and has no other guard. One that is compiled by itself (c_pch) has none."""

import re

import project

SPDX = re.compile(r'SPDX-License-Identifier: GPL-3\.0-or-later')
PRECOMPILED = re.compile(r"c_pch: '([^']*)'")
GUARD = re.compile(r'^\s*#\s*ifndef\s+_*SKY_\w*_H_*\s*$', re.MULTILINE)


def is_script(path):
    if path.suffix in ('.py', '.sh'):
        return True
    if path.suffix:
        return False
    with path.open('rb') as file:
        return file.read(2) == b'#!'


def check_header(path):
    text = project.text(path)
    before, once, _ = text.partition('#pragma once\n')
    if not once:
        yield project.Offence(path, 1, 'has no #pragma once')
        return
    if GUARD.search(text):
        yield project.Offence(path, 1, 'has an #ifndef guard beside #pragma once')
    if re.sub(r'/\*.*?\*/', '', before, flags=re.DOTALL).strip():
        yield project.Offence(path, before.count('\n') + 1, 'something stands before #pragma once')
    if before.count('/*') < 2:
        yield project.Offence(path, 1, 'does not open with what it is for')


def offences(root):
    for path in project.files(root):
        is_c = path.suffix in ('.c', '.h', '.cc')
        if (is_c or is_script(path)) and not SPDX.search(''.join(
                line for number, line in project.lines(path) if number <= 3)):
            yield project.Offence(path, 1, 'has no SPDX-License-Identifier in its first lines')
    precompiled = {path.parent / name for path in project.files(root, '.build')
                   for name in PRECOMPILED.findall(project.text(path))}
    for path in project.files(root, '.h', under='src'):
        if path not in precompiled:
            yield from check_header(path)


if __name__ == '__main__':
    project.run(offences)
