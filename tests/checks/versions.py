#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The version is the same wherever it stands: meson.build has it, NEWS, the Debian changelog, the
releases of the metainfo and the manual pages begin with it."""

import re

import project

WHERE = (
    ('NEWS', r'^Skyward (\S+)'),
    ('debian/changelog', r'^skyward \(([^)]+)\)'),
    ('data/org.skyward.Skyward.metainfo.xml.in', r'<release version="([^"]+)"'),
    ('data/man/skyward.1', r'^\.TH .*"Skyward ([^"]+)"'),
    ('data/man/skyward-cli.1', r'^\.TH .*"Skyward ([^"]+)"'),
)


def offences(root):
    build = root / 'meson.build'
    version = re.search(r"^project\(.*?\bversion: '([^']+)'", project.text(build), re.S | re.M)
    if not version:
        yield project.Offence(build, 1, 'the project has no version')
        return
    for name, pattern in WHERE:
        path = root / name
        if not path.exists():
            continue
        text = project.text(path)
        first = re.search(pattern, text, re.M)
        if not first:
            yield project.Offence(path, 1, 'has no version')
        elif first.group(1) != version.group(1):
            yield project.Offence(path, text.count('\n', 0, first.start()) + 1,
                                  f'version {first.group(1)}, meson.build has {version.group(1)}')


if __name__ == '__main__':
    project.run(offences)
