#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The help's page of keys says what the window of shortcuts says, in every language, and no key of a
window's table of keys does two things.

keys.py --write ROOT writes the pages anew, as ./dev po does.
"""

import gettext
import io
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree as ET

import project

OVERLAY = 'ui/help-overlay.ui'
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


def groups(overlay):
    """The groups, each with its title and its rows of keys and what they do."""
    for group in ET.parse(overlay).getroot().iter('object'):
        if group.get('class') != 'GtkShortcutsGroup':
            continue
        rows = []
        for shortcut in group.iter('object'):
            if shortcut.get('class') == 'GtkShortcutsShortcut':
                said = {each.get('name'): each.text or '' for each in shortcut.findall('property')}
                rows.append((' '.join(map(key, said['accelerator'].split())), said['title']))
        yield group.find("property[@name='title']").text, rows


def translator(root, language):
    if not language:
        return lambda text: text
    compiled = subprocess.run(['msgfmt', '--output-file=-', root / f'po/{language}.po'],
                              check=True, capture_output=True).stdout
    return gettext.GNUTranslations(io.BytesIO(compiled)).gettext


def page(root, language):
    say = translator(root, language)
    lines = [f'# {TITLE[language]}', '', OPENING[language]]
    for title, rows in groups(root / OVERLAY):
        lines += ['', f'## {say(title)}', '', '| {} | {} |'.format(*HEAD[language]),
                  '| --- | --- |']
        lines += [f'| {keys} | {say(text)} |' for keys, text in rows]
    return '\n'.join(lines) + '\n'


def pages(root):
    if not (root / OVERLAY).exists():
        return
    for language in TITLE:
        if language and not (root / f'po/{language}.po').exists():
            continue
        yield root / 'docs/help' / language / PAGE, page(root, language)


def doubled(root):
    """Each key that stands in a table of keys already, as { GDK_KEY_g, 0, "win.large-round", … }."""
    for path in project.files(root, '.c', under='src'):
        before = {}
        for number, line in project.lines(path):
            entry = re.match(r'\s*\{ GDK_KEY_(\w+), ([^"]*), "([\w.-]+)"', line)
            if entry:
                name, modifiers, action = entry.groups()
                pressed = (name.lower() if len(name) == 1 else name, modifiers)
                if pressed in before:
                    yield project.Offence(path, number,
                                          f'{name} does {before[pressed]} already')
                before.setdefault(pressed, action)


def offences(root):
    yield from doubled(root)
    for path, text in pages(root):
        if not path.exists():
            yield project.Offence(path, 1, 'is not there: run ./dev po')
        elif project.text(path) != text:
            yield project.Offence(path, 1, f'is not what {OVERLAY} says: run ./dev po')


if __name__ == '__main__':
    if sys.argv[1:2] == ['--write']:
        for where, what in pages(pathlib.Path(sys.argv[2])):
            where.write_text(what, encoding='utf-8')
    else:
        project.run(offences)
