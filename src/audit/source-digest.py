#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Names the code that judges a log: the SHA-256 of the sources of the layers it is made of.

usage: source-digest.py HEADER DEPFILE MACHINE FOLDER LAYER...
"""

import hashlib
import pathlib
import sys

header, depfile, machine, folder, *layers = sys.argv[1:]
paths = sorted(path for layer in layers for path in (pathlib.Path(folder) / layer).rglob('*')
               if path.suffix in ('.c', '.cc', '.h'))
digest = hashlib.sha256()
for path in paths:
    digest.update(f'{path.relative_to(folder)} {path.stat().st_size}\n'.encode())
    digest.update(path.read_bytes())
pathlib.Path(header).write_text(
    '/* SPDX-License-Identifier: GPL-3.0-or-later */\n'
    f'#define SKY_AUDIT_SOURCE "{digest.hexdigest()}"\n'
    f'#define SKY_AUDIT_MACHINE "{machine}"\n')
pathlib.Path(depfile).write_text(
    f'{header}: ' + ' '.join(str(path).replace(' ', '\\ ') for path in paths) + '\n')
