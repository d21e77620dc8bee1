#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""mime-types.py TYPES DESKTOP: a desktop that has read the types knows each kind of file by its name
and, where that is possible, by what is in it; and the desktop file names just these types."""

import configparser
import io
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree
import zipfile

LOG = 'application/x-table-event-log'
PACKED = 'application/x-table-event-log+gzip'
PACKAGE = 'application/x-skyward-evidence+zip'
CHECKPOINT = 'application/x-skyward-checkpoint'
SHARED = pathlib.Path('/usr/share/mime/packages/freedesktop.org.xml')


def packed(*names):
    with io.BytesIO() as data:
        with zipfile.ZipFile(data, 'w', zipfile.ZIP_DEFLATED) as package:
            for name in names:
                package.writestr(name, name * 20)
        return data.getvalue()


HEADER = b'{"log":"skyward.table-log","version":1,"property":"Keystone"}\n'
GZIP = bytes.fromhex('1f8b0800000000000003')
NOTE = b'skyward-ledger/fb5ff22a\n0\n47DEQpj8HBSa=\n\n\xe2\x80\x94 skyward-ledger/fb5ff22a MBjD\n'

# The name of a file, what it begins with, and what it is. No name: what is inside decides.
CASES = (
    ('CR-01-2023-11-04.tel.jsonl', HEADER, LOG),
    ('CR-01-2023-11-04.tel.jsonl', b'', LOG),
    (None, HEADER, LOG),
    (None, HEADER.replace(b':', b': '), LOG),
    ('CR-01-2023-11-04.tel.jsonl.gz', GZIP, PACKED),
    ('other.gz', GZIP, 'application/gzip'),
    ('case-12.evidence.zip', packed('report.pdf', 'findings.jsonl'), PACKAGE),
    (None, packed('report.pdf', 'findings.jsonl'), PACKAGE),
    (None, packed('other.pdf', 'report.pdf'), 'application/zip'),
    ('other.zip', packed('other.pdf'), 'application/zip'),
    ('ledger.checkpoint', NOTE, CHECKPOINT),
    ('2026-11-23', NOTE, CHECKPOINT),
    ('notes.txt', b'skyward\n', 'text/plain'),
)


def main():
    types, desktop = map(pathlib.Path, sys.argv[1:])
    if not SHARED.exists() or not shutil.which('update-mime-database'):
        print('shared-mime-info is missing')
        return 77
    with tempfile.TemporaryDirectory() as folder:
        packages = pathlib.Path(folder, 'mime', 'packages')
        packages.mkdir(parents=True)
        shutil.copy(SHARED, packages)
        shutil.copy(types, packages)
        subprocess.run(['update-mime-database', packages.parent], check=True,
                       env={**os.environ, 'XDG_DATA_DIRS': folder})
        os.environ['XDG_DATA_DIRS'] = os.environ['XDG_DATA_HOME'] = folder
        # Not before: it looks for the types once.
        from gi.repository import Gio

        failed = 0
        for name, data, wanted in CASES:
            found, _ = Gio.content_type_guess(name, data)
            if found != wanted:
                print(f'{name}, beginning with {data[:20]}: {found}, not {wanted}')
                failed += 1

    namespace = '{http://www.freedesktop.org/standards/shared-mime-info}'
    defined = {each.get('type') for each in
               xml.etree.ElementTree.parse(types).iter(f'{namespace}mime-type')}
    entries = configparser.ConfigParser(interpolation=None, strict=False)
    entries.optionxform = str
    entries.read(desktop, encoding='utf-8')
    opened = set(entries['Desktop Entry']['MimeType'].strip(';').split(';'))
    if opened != defined:
        print(f'opened by the desktop file and defined differ: {opened ^ defined}')
        failed += 1
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
