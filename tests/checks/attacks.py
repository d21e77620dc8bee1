#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""docs/attacks.md names a test for each attack, and each test that it names is there."""

import re

import project

PAGE = 'docs/attacks.md'


def programs(root):
    """The text of each test program by the name that the page has for it."""
    found = {}
    for path in project.files(root, '.c', '.py', under='tests'):
        name = re.sub(r'^test-', '', path.stem)
        prefix = 'console-' if path.parent.name == 'console' else ''
        found[prefix + name] = project.text(path)
    return found


def offences(root):
    page = root / PAGE
    if not page.exists():
        return
    known = programs(root)
    for number, line in project.lines(page):
        cells = [cell.strip() for cell in line.strip().strip('|').split(' | ')]
        if not line.startswith('| ') or len(cells) != 3 or set(cells[2]) <= set('-') or cells[2] == 'test':
            continue
        program = None
        named = re.findall(r'`([^`]+)`', cells[2])
        if not named:
            yield project.Offence(page, number, 'no test is named')
        for name in named:
            test, _, path = name.partition(': ')
            if test in known:
                program = test
            else:
                path = test
            if program is None or path and f'{path}"' not in known[program] \
                    and '*' not in path:
                yield project.Offence(page, number, f'there is no test {name}')


if __name__ == '__main__':
    project.run(offences)
