# SPDX-License-Identifier: GPL-3.0-or-later
# usage: check-page.py PAGE FOLDER
# Types what a page says: its commands one after the other, as they stand, in the folder where the
# package is, and its scripts into check.py there, or where their first line says. Each command's output and status are printed; the
# status is that of the first one that fails, after which the others are still typed.
import os
import re
import subprocess
import sys

page, folder = sys.argv[1:]
with open(page, encoding='utf-8') as file:
    text = file.read()
blocks = re.findall(r'^```(sh|python)\n(.*?)^```$', text, re.DOTALL | re.MULTILINE)
if len(blocks) < 8:
    sys.exit(f'{page} has {len(blocks)} blocks; it must have all its commands')
commands = []
for kind, block in blocks:
    if kind == 'python':
        named = re.match(r'# (\w+\.py)\n', block)
        with open(os.path.join(folder, named[1] if named else 'check.py'), 'w', encoding='utf-8') as file:
            file.write(block)
        continue
    # A command goes on in the next line behind a backslash, or within a loop.
    for command in re.findall(r'(?:for .*?^done|(?:.*\\\n)*.+)$', block, re.DOTALL | re.MULTILINE) \
            if 'for ' in block else re.findall(r'(?:.*\\\n)*.+', block):
        commands.append(command)

failed = 0
at = folder
for command in commands:
    if command.startswith('cd '):
        at = os.path.join(at, command[3:])
        continue
    run = subprocess.run(['bash', '-o', 'pipefail', '-c', command], cwd=at, env=dict(os.environ, LC_ALL='C'),
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    output = run.stdout.decode('utf-8', 'replace')
    print(f'{"ok" if run.returncode == 0 else "FAILED"}: {command.splitlines()[0]}\n{output}', end='')
    failed = failed or run.returncode
sys.exit(1 if failed else 0)
