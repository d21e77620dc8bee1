#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A struct that is written to bytes and read again is visited whole.

A comment "Visits SkyThing." stands above the function that does it, or "Visits SkyThing, but not:
this, that." with the members that need not be kept or that others visit. Whoever adds a member
learns here that it would be lost.
"""

import re

import project

MARKER = re.compile(r'/\*\s+Visits\s+(\w+)(?:,\s+but\s+not:\s+([\w,\s*]+?))?\.\s+\*/')


def find_body(text, name):
    """What stands between the braces of the struct."""
    match = (re.search(rf'struct _{name}\s*\{{(.*?)\n\}};', text, re.DOTALL)
             or re.search(rf'typedef struct\s*\{{((?:(?!\n\}}).)*)\n\}} {name};', text, re.DOTALL))
    return match.group(1) if match else None


def members(body):
    while True:
        shorter = re.sub(r'\b(struct|union|enum)\s*\{[^{}]*\}', 'int', body)
        if shorter == body:
            break
        body = shorter
    for declaration in body.split(';'):
        called = re.search(r'\(\s*\*\s*(\w+)\s*\)', declaration)
        if called:
            yield called.group(1)
        elif declaration.strip():
            for part in declaration.split(','):
                name = re.search(r'(\w+)\s*(\[.*\]\s*)*$', part.strip(), re.DOTALL)
                yield name.group(1)


def offences(root):
    sources = project.files(root, '.c', '.h', under='src')
    codes = {path: project.code(path) for path in sources}
    for path in sources:
        text = project.text(path)
        for marker in MARKER.finditer(text):
            line = text.count('\n', 0, marker.start()) + 1
            name = marker.group(1)
            spared = set(re.findall(r'\w+', marker.group(2) or ''))
            function = codes[path][marker.end():].split('\n}\n', 1)[0]
            # A file's own struct may have the name of another's.
            own = find_body(codes[path], name)
            bodies = [own] if own else [body for body in (find_body(code, name) for code in codes.values()) if body]
            if len(bodies) != 1:
                yield project.Offence(path, line, f'there is no struct {name}')
                continue
            known = set(members(bodies[0]))
            for member in sorted(known - spared):
                if not re.search(rf'(->|\.){member}\b', function):
                    yield project.Offence(path, line, f'{name}.{member} is not visited')
            for member in sorted(spared - known):
                yield project.Offence(path, line, f'{name} has no member {member}')


if __name__ == '__main__':
    project.run(offences)
