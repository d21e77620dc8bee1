#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A rule says where it stands: every module of src/rules names sections of 58 Pa. Code, and a
section is written one way: in full, never as a list or a range, which no search would find, and in a
comment behind a "§"."""

import re

import project

# What decides or objects is a rule. These decide and object on behalf of the games' modules, by
# the sections of the catalogue, of the bets and of the options.
MACHINERY = ('sky-submission.c', 'sky-table.c', 'sky-table-raise.c', 'sky-table-event.c')
RULE = re.compile(r'\bsky_table_(decide|undecide|raise|step)\w*\s*\(|\bSkyBet\s+\w+\s*\[')
SECTION = re.compile(r'\b(465a|521|539|611a|6\d\d[ab]?)\.\d+')
# "58 Pa. Code § 623a.5(a)(1)(ii)": one blank each, the chapter, the section, its parts.
WRITTEN = re.compile(r'58 Pa\. Code §§? (465a|5\d\d|611a|6\d\d[ab]?)\.\d+[a-z]?(\([0-9a-zA-Z]+\))*')
CODE = re.compile(r'58\s*P[aA]\.?\s*[Cc]ode\s*§*\s*\d.{0,24}')

NUMBER = r'(?:465a|5[23]\d|611a|6\d\d[ab])\.\d+(?:\([0-9a-zA-Z.]+\))*'
LISTED = re.compile(NUMBER + r'(?:,| and| or| with| to|—)\s+(?:\* )?\([0-9a-z]{1,4}\)'
                    rf'|{NUMBER}—|{NUMBER} to §|§§')
COMMENT = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)
# Quoted it is the text itself that is spoken of.
BARE = re.compile(rf'(?<![\w."])(?<!§ )(?<!§)(?<!Code ){NUMBER}')


def check_comments(path):
    text = project.text(path)
    for match in LISTED.finditer(text):
        yield project.Offence(path, text.count('\n', 0, match.start()) + 1,
                              f'write each section in full: {match.group()!r}')
    for comment in COMMENT.finditer(text):
        if comment.group()[0] == '"':
            continue
        for match in BARE.finditer(comment.group()):
            yield project.Offence(path, text.count('\n', 0, comment.start() + match.start()) + 1,
                                  f'no "§ " before {match.group()}')


def offences(root):
    for path in project.files(root, '.c', under='src/rules'):
        text = project.text(path)
        if path.name not in MACHINERY and RULE.search(text) and not SECTION.search(text):
            yield project.Offence(path, 1, 'holds rules but cites no section of 58 Pa. Code')
    for path in project.files(root, '.c', '.h', '.cc', under='src'):
        yield from check_comments(path)
    for path in project.files(root, '.c', '.h', '.cc', '.ui', under='.'):
        for number, line in project.lines(path):
            for match in CODE.finditer(line):
                if not WRITTEN.match(match.group()):
                    yield project.Offence(path, number, f'not a section: {match.group()!r}')


if __name__ == '__main__':
    project.run(offences)
