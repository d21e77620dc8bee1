#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The help's page of keys says what the table of keys says, in every language, and no key of a
window does two things.

keys.py --write ROOT writes the pages anew, as ./dev po does.
"""

import gettext
import io
import pathlib
import re
import subprocess
import sys

import project

TABLE = 'src/console/parts/sky-keys.c'
ROW = re.compile(r'\bGROUP \(N_ \("(?P<group>[^"]+)"\)\)'
                 r'|\{\s*"(?P<keys>[^"]+)",\s*(?:"(?P<action>[^"]+)"|NULL),'
                 r'\s*(?:"[^"]*"|NULL),\s*(?:N_ \("(?P<title>[^"]+)"\)|NULL)\s*\}')
PAGE = '6-keys.md'
TITLE = {'': 'All keys', 'es': 'Todas las teclas', 'zh_CN': '全部按键'}
OPENING = {
    '': 'A key alone means the console\'s window, unless its group says otherwise; while a text is '
        'written it goes into the text.',
    'es': 'Una tecla sola se refiere a la ventana de la consola, salvo que su grupo diga otra cosa; '
          'mientras se escribe un texto, va al texto.',
    'zh_CN': '除非分组另有说明，单个按键作用于控制台窗口；在输入文字时，按键进入文字。',
}
HEAD = {'': ('Key', 'Does'), 'es': ('Tecla', 'Hace'), 'zh_CN': ('按键', '作用')}
SIGNS = {'less': '<', 'greater': '>', 'bracketleft': '[', 'bracketright': ']', 'braceleft': '{',
         'braceright': '}', 'comma': ',', 'period': '.', 'plus': '+', 'minus': '-', 'slash': '/',
         'question': '?', 'space': 'Space', 'equal': '='}


def key(accelerator):
    """`<Control>plus` as `Ctrl++`."""
    modifiers = [{'Control': 'Ctrl'}.get(name, name)
                 for name in re.findall(r'<(\w+)>', accelerator)]
    name = re.sub(r'<\w+>', '', accelerator)
    name = SIGNS.get(name, name.replace('_', ' '))
    return '`' + '+'.join([*modifiers, name.upper() if len(name) == 1 else name]) + '`'


def groups(table):
    """The groups, each with its title and its rows of keys and what they do."""
    found = []
    for row in ROW.finditer(project.text(table)):
        if row['group']:
            found.append((row['group'], []))
        elif row['title']:
            found[-1][1].append((' '.join(map(key, row['keys'].split())), row['title']))
    return found


def translator(root, language):
    if not language:
        return lambda text: text
    compiled = subprocess.run(['msgfmt', '--output-file=-', root / f'po/{language}.po'],
                              check=True, capture_output=True).stdout
    return gettext.GNUTranslations(io.BytesIO(compiled)).gettext


def page(root, language):
    say = translator(root, language)
    lines = [f'# {TITLE[language]}', '', OPENING[language]]
    for title, rows in groups(root / TABLE):
        lines += ['', f'## {say(title)}', '', '| {} | {} |'.format(*HEAD[language]),
                  '| --- | --- |']
        lines += [f'| {keys} | {say(text)} |' for keys, text in rows]
    return '\n'.join(lines) + '\n'


def pages(root):
    if not (root / TABLE).exists():
        return
    for language in TITLE:
        if language and not (root / f'po/{language}.po').exists():
            continue
        yield root / 'docs/help' / language / PAGE, page(root, language)


def each(keys):
    """The keys of a row, `1...9` as nine."""
    for accelerator in keys.lower().split():
        run = re.fullmatch(r'(.*)(\d)\.\.\.(\d)', accelerator)
        if run:
            yield from (run[1] + str(digit) for digit in range(int(run[2]), int(run[3]) + 1))
        else:
            yield accelerator


def doubled(root):
    """Each key that a window's table has already."""
    path = root / TABLE
    text = project.text(path) if path.exists() else ''
    before = {}
    for row in ROW.finditer(text):
        for pressed in each(row['keys'] or '') if row['action'] else ():
            window = 'win' if row['action'].startswith('app.') else row['action'].split('.')[0]
            if (window, pressed) in before:
                yield project.Offence(path, text.count('\n', 0, row.start()) + 1,
                                      f'{pressed} does {before[window, pressed]} already')
            before.setdefault((window, pressed), row['action'])


def offences(root):
    yield from doubled(root)
    for path, text in pages(root):
        if not path.exists():
            yield project.Offence(path, 1, 'is not there: run ./dev po')
        elif project.text(path) != text:
            yield project.Offence(path, 1, f'is not what {TABLE} says: run ./dev po')


if __name__ == '__main__':
    if sys.argv[1:2] == ['--write']:
        for where, what in pages(pathlib.Path(sys.argv[2])):
            where.write_text(what, encoding='utf-8')
    else:
        project.run(offences)
