#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""usage: start.py SKYWARD-CLI LOG

Holds that the command line loads GStreamer, cairo, libpq, libarchive, libxml2 and OpenCV when it wants them and
not before: the loader itself says which libraries it maps (LD_DEBUG).
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

# What takes long to load, with what it brings along.
SLOW = ('gstreamer', 'cairo', 'pango', 'pq', 'ldap', 'gssapi', 'archive', 'xml2', 'icuuc', 'opencv')


# A mapping for sources of one kind.
MAPPING = '''[source]
kind={}
[log]
property=K
table=T
game=craps
time_zone=UTC
[time]
format=none
[rule 1]
emit=note text=${{a}}
'''


def run(program, *arguments):
    """Returns: the status, what was said, and which of the slow libraries were mapped."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {'LD_DEBUG': 'files', 'LD_DEBUG_OUTPUT': folder + '/said'}
        done = subprocess.run([program, *arguments], env=environment, capture_output=True, text=True,
                              check=False)
        said = ''.join(path.read_text(encoding='utf-8', errors='replace')
                       for path in pathlib.Path(folder).glob('said.*'))
    loaded = set(re.findall(r'file=lib([a-z]+2?)[-_.0-9a-z]*\.so', said))
    assert 'glib' in loaded, 'the loader says nothing'
    return done.returncode, done.stdout + done.stderr, loaded & set(SLOW)


def main(program, log):
    count = 0

    def tell(good, what, said=''):
        nonlocal count
        count += 1
        print(f'{"ok" if good else "not ok"} {count} - {what}', flush=True)
        if not good:
            print(''.join(f'# {line}\n' for line in said.splitlines()), flush=True)
        return good

    with tempfile.TemporaryDirectory() as folder:
        store = folder + '/skyward.db'
        plain = folder + '/plain'
        quick = (['--version'], ['--help'], ['check-log', log],
                 ['simulate', '--game=craps', '--rounds=3', '--seed=1', plain], ['audit', plain],
                 ['audit', '--store=' + store, plain], ['store', 'locks', '--store=' + store],
                 ['explain', '--help'], ['statistics', '--help'], ['verify', '--help'],
                 ['people', '--help'])
        maps = {}
        for kind, source in (('csv', 'a\n1\n'), ('xml\nrecords=/t/r', '<t><r><a>1</a></r></t>')):
            name = kind[:3]
            maps[name] = ['import', f'--map={folder}/{name}.skymap', f'--out={folder}/{name}',
                          f'{folder}/source.{name}']
            pathlib.Path(f'{folder}/{name}.skymap').write_text(MAPPING.format(kind))
            pathlib.Path(f'{folder}/source.{name}').write_text(source)
        quick += (maps['csv'],)
        good = True
        for arguments in quick:
            status, said, loaded = run(program, *arguments)
            what = ' '.join(arguments).replace(folder + '/', '').replace(log, 'LOG')
            good &= tell(status == 0 and not loaded, f'{what} loads nothing slow',
                         f'status {status}, loaded {sorted(loaded)}\n{said}')

        # What wants them gets them: the other way round nothing would be held.
        package = folder + '/package.zip'
        pathlib.Path(package).write_bytes(b'PK\5\6' + bytes(18))
        recorded = folder + '/recorded'
        status, said, loaded = run(program, 'simulate', '--game=sic_bo', '--rounds=1', '--seed=1',
                                   '--footage', recorded)
        good &= tell(status == 0 and {'gstreamer', 'cairo'} <= loaded, 'recordings are drawn', said)
        for arguments, wanted, expected in (
                (['cameras', recorded], 'gstreamer', 0),
                (['audit', recorded], 'gstreamer', 0),
                (['export', '--help'], 'gstreamer', 0),
                (['verify', package], 'archive', 1),
                (maps['xml'], 'xml2', 0),
                (['audit', '--store=postgresql://nobody@127.0.0.1:1/none', plain], 'pq', 1)):
            status, said, loaded = run(program, *arguments)
            good &= tell(status == expected and wanted in loaded,
                         f'{arguments[0]} loads {wanted} where it wants it',
                         f'status {status}, loaded {sorted(loaded)}\n{said}')

        # Alone it says what is missing.
        alone = shutil.copy(program, folder + '/skyward-cli')
        status, said, loaded = run(alone, 'cameras', recorded)
        good &= tell(status == 1 and 'skyward-cli-recordings' in said and not loaded,
                     'without the other program it says so', said)
    print(f'1..{count}')
    return 0 if good else 1


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
