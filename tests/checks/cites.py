#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A rule says where it stands: every module of src/rules names sections of 58 Pa. Code, and a
section is written one way."""

import re

import project

SECTION = re.compile(r'§§?\s*6\d\da?\.\d+')
# "58 Pa. Code § 623a.5(a)(1)(ii)": one blank each, the chapter, the section, its parts.
WRITTEN = re.compile(r'58 Pa\. Code §§? 6\d\da?\.\d+[a-z]?(?:\([0-9a-zA-Z]+\))*')
CODE = re.compile(r'58\s*P[aA]\.?\s*[Cc]ode.{0,24}')


def offences(root):
    for path in project.files(root, '.c', under='src/rules'):
        if not SECTION.search(project.text(path)):
            yield project.Offence(path, 1, 'cites no section of 58 Pa. Code')
    for path in project.files(root, '.c', '.h', '.cc', under='src'):
        for number, line in project.lines(path):
            for match in CODE.finditer(line):
                # A format string puts the section in later.
                rest = match.group()[len('58 Pa. Code'):].strip()
                if rest.startswith(('§ %s', '§ 6', '§§ 6')) and '%' in rest[:5]:
                    continue
                if rest.startswith('§') and not WRITTEN.match(match.group()):
                    yield project.Offence(path, number, f'not a section: {match.group()!r}')


if __name__ == '__main__':
    project.run(offences)
