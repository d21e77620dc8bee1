#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Mutants: changes one place of src/rules or src/audit at a time and asks the tests that judge the
rules whether they notice.

A copy of the tree is built in FOLDER. Places are drawn by a seed, as many of each kind of change as
of any other, so that the same seed draws the same ones from the same sources. A mutant that does not
compile is replaced by another. Each that survives is printed with its place; all are kept in
FOLDER/mutants.jsonl. docs/maintainers/mutants.md tells what survived, and why.
"""

import argparse
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / 'checks'))
import project  # noqa: E402

import floors  # noqa: E402

LAYERS = ('src/rules', 'src/audit')
# Who judges, the quickest first: the first that fails ends a mutant.
JUDGES = ('golden', 'explained', 'pai-gow', 'raise-it-up', 'casino-war', 'record', 'states', 'common-checks',
          'run', 'follow', 'bet-sections', 'seating', 'suite:rules', 'craps-oracle', 'suite:odds')

NOT_MUTATED = re.compile(r'\bg_(return|assert|warn|critical)\w*|^\s*#|^\s*(static\s+)?(const\s+)?struct\b'
                         r'|\bG_DEFINE|\bN_ \(|^\s*\}?\s*case\b')
# Each kind: where it applies in a line without comments and literals, and what stands there then.
KINDS = {
    'comparison': (re.compile(r'(?<=[\w)\]] )(==|!=|<=|>=|<|>)(?= )'),
                   {'==': '!=', '!=': '==', '<': '<=', '<=': '<', '>': '>=', '>=': '>'}),
    'and, or': (re.compile(r'&&|\|\|'), {'&&': '||', '||': '&&'}),
    'negation': (re.compile(r'(?<![\w)\]])!(?=[\w(])'), {'!': ''}),
    'truth': (re.compile(r'\b(TRUE|FALSE)\b'), {'TRUE': 'FALSE', 'FALSE': 'TRUE'}),
    'sum': (re.compile(r'(?<=[\w)\]] )(\+|-|\+=|-=)(?= [\w(])'),
            {'+': '-', '-': '+', '+=': '-=', '-=': '+='}),
    'constant': (re.compile(r'(?<![\w."])\d+(?![\w.])'), None),
    'returned': (re.compile(r'(?<=return )(?!0;|NULL;|TRUE;|FALSE;)[^;]+(?=;)'), None),
    'call': (re.compile(r'^ +(?!return|else|if|for|while|switch|g_auto)[a-z]\w+ \(.*\);$'), None),
}


def changed(kind, text):
    table = KINDS[kind][1]
    if table:
        return table[text]
    if kind == 'constant':
        return str(int(text) + 1)
    return '0' if kind == 'returned' else ';'


def places(root, only):
    """Every place of every kind: (kind, path, line, column, what stands there)."""
    found = {kind: [] for kind in KINDS}
    for layer in LAYERS:
        for path in project.files(root, '.c', under=layer):
            name = str(path.relative_to(root))
            if only and not re.search(only, name):
                continue
            for number, line in enumerate(project.code(path).splitlines(), start=1):
                if NOT_MUTATED.search(line):
                    continue
                for kind, (pattern, _) in KINDS.items():
                    for match in pattern.finditer(line):
                        found[kind].append((kind, name, number, match.start(), match.group()))
    return found


def drawn(found, seed):
    """All places, in the order in which they are tried."""
    chance = random.Random(seed)
    for kind in found:
        chance.shuffle(found[kind])
    while any(found.values()):
        for kind in KINDS:
            if found[kind]:
                yield found[kind].pop()


class Tree:
    """A copy of the sources, built by itself."""

    def __init__(self, root, folder):
        self.tree = folder / 'tree'
        self.build = folder / 'build'
        self.copy(root)
        if not (self.build / 'build.ninja').exists():
            subprocess.run(['meson', 'setup', self.build, self.tree, '-Dconsole=false',
                            '-Doptimization=1'], check=True, stdout=subprocess.DEVNULL)
        tests = json.loads(subprocess.run(['meson', 'introspect', '--tests', self.build],
                                          capture_output=True, check=True).stdout)
        self.judges = []
        for judge in JUDGES:
            for test in tests:
                named = judge == test['name'] or judge[6:] in floors.suites_of(test)
                if named and test not in self.judges:
                    self.judges.append(test)
        self.targets = floors.programs_of(self.build, self.judges)

    def copy(self, root):
        listed = subprocess.run(['git', '-C', root, 'ls-files', '-z', '-co', '--exclude-standard'],
                                capture_output=True, check=True).stdout.decode().split('\0')
        for name in filter(None, listed):
            here, there = root / name, self.tree / name
            if not here.is_file():
                continue
            content = here.read_bytes()
            if not there.exists() or there.read_bytes() != content:
                there.parent.mkdir(parents=True, exist_ok=True)
                there.write_bytes(content)

    def compile(self):
        done = subprocess.run(['ninja', '-C', self.build, '-j1', *self.targets], capture_output=True)
        return done.returncode == 0

    def killer(self):
        """The first test that fails, or None."""
        for test in self.judges:
            environment = dict(os.environ, **test['env'])
            try:
                done = subprocess.run(test['cmd'], env=environment, cwd=self.build, timeout=120,
                                      stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                      stderr=subprocess.DEVNULL)
            except subprocess.TimeoutExpired:
                return test['name'] + ' (without end)'
            if done.returncode != 0:
                return test['name']
        return None

    def mutant(self, kind, name, number, column, old):
        """What became of it: 'not built', the test that killed it, or None."""
        path = self.tree / name
        whole = path.read_text(encoding='utf-8')
        lines = whole.splitlines(keepends=True)
        line = lines[number - 1]
        lines[number - 1] = line[:column] + changed(kind, old) + line[column + len(old):]
        try:
            path.write_text(''.join(lines), encoding='utf-8')
            return self.killer() if self.compile() else 'not built'
        finally:
            path.write_text(whole, encoding='utf-8')


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('root', type=pathlib.Path)
    parser.add_argument('folder', type=pathlib.Path)
    parser.add_argument('--number', type=int, default=50, help='how many mutants (50)')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--files', help='only files whose name matches this expression')
    options = parser.parse_args()
    root, folder = options.root.resolve(), options.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    tree = Tree(root, folder)
    if not tree.compile() or tree.killer():
        sys.exit('the tree itself does not build or pass its tests')
    ran = survived = 0
    start = time.monotonic()
    with open(folder / 'mutants.jsonl', 'a', encoding='utf-8') as record:
        for kind, name, number, column, old in drawn(places(tree.tree, options.files), options.seed):
            if ran == options.number:
                break
            killer = tree.mutant(kind, name, number, column, old)
            if killer == 'not built':
                continue
            ran += 1
            line = (tree.tree / name).read_text(encoding='utf-8').splitlines()[number - 1]
            print(json.dumps({'kind': kind, 'file': name, 'line': number, 'old': old,
                              'new': changed(kind, old), 'killer': killer, 'code': line.strip()}),
                  file=record, flush=True)
            if killer is None:
                survived += 1
                print(f'{name}:{number}: {kind}: {old} became {changed(kind, old)}: {line.strip()}',
                      flush=True)
    print(f'{ran} mutants, {ran - survived} killed, {survived} survived, '
          f'{time.monotonic() - start:.0f} s')


if __name__ == '__main__':
    main()
