#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Proves that each source check can fail.

A small project is laid out in a temporary folder. Every check must let it pass as it is, and must
tell each offence that is then planted in it, and tell no other.
"""

import importlib
import pathlib
import shutil
import sys
import tempfile

CHECKS = ('attacks', 'callers', 'circles', 'cites', 'coverage', 'format', 'headers', 'keys', 'layers',
          'length', 'listed', 'messages', 'prose', 'states', 'templates', 'translations', 'versions', 'words')

LICENCE = '/* SPDX-License-Identifier: GPL-3.0-or-later */\n'

CLEAN = {
    'meson.build': "project('skyward', ['c'],\n  version: '2.1',\n)\n",
    'NEWS': 'Skyward 2.1\n',
    'debian/changelog': 'skyward (2.1) unstable; urgency=medium\n',
    'data/man/skyward.1': '.TH SKYWARD 1 "" "Skyward 2.1" "User Commands"\n',
    'data/man/skyward-cli.1': '.TH SKYWARD-CLI 1 "" "Skyward 2.1" "User Commands"\n',
    '.clang-format': 'BasedOnStyle: GNU\nColumnLimit: 100\n',
    'src/meson.build': "subdir('base')\n",
    'src/base/meson.build': "lib = static_library('sky-base', 'sky-sum.c', "
                            "dependencies: [glib_dep])\n",
    'src/base/sky-sum.h': LICENCE + '/* Sums. */\n#pragma once\n\n#include <glib.h>\n\n'
                          'int sky_sum (int a, int b);\n',
    'src/base/sky-sum.c': LICENCE + '#include "sky-sum.h"\n\n#include <string.h>\n\n'
                          'int\nsky_sum (int a, int b)\n{\n  return a + b; /* no double */\n}\n',
    'src/rules/meson.build': "lib = static_library('sky-rules', 'sky-dice.c', "
                             "dependencies: [base_dep])\n",
    'src/rules/sky-dice.c': LICENCE + '#include "sky-sum.h"\n\n'
                            '/* 58 Pa. Code § 623a.5(a)(1). */\nvoid\nsky_dice_fall (void)\n{\n'
                            '  sky_table_decide_win (sky_sum (1, 2));\n}\n',
    'src/reference/coverage/623a.txt': '623a.5(a)(1) | It pays. | sky-dice.c:sky_dice_fall | '
                                       'test-sum.c\n',
    'src/console/meson.build': "lib = static_library('sky-console', 'app/sky-door.c', "
                               "dependencies: [gtk_dep])\n",
    'src/console/app/sky-door.c': LICENCE + '#include <gtk/gtk.h>\n\nvoid\nsky_door_class_init '
                              '(GtkWidgetClass *klass)\n{\n'
                              '  gtk_widget_class_set_template_from_resource (klass, '
                              '"/org/skyward/sky-door.ui");\n}\n',
    'ui/sky-door.ui': '<interface>\n  <template class="SkyDoor" parent="GtkWidget">\n    '
                      '<property name="name" translatable="yes">Door</property>\n'
                      '  </template>\n</interface>\n',
    'ui/skyward.gresource.xml': '<gresources><gresource><file>sky-door.ui</file>'
                                '</gresource></gresources>\n',
    'po/POTFILES': 'ui/sky-door.ui\n',
    'po/skyward.pot': 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
                      'msgid "Door"\nmsgstr ""\n',
    'po/LINGUAS': 'es\n',
    'po/es.po': 'msgid ""\nmsgstr "Language: es\\nContent-Type: text/plain; charset=UTF-8\\n"\n\n'
                'msgid "Door"\nmsgstr "Puerta"\n',
    'tests/base/meson.build': "tests = ['test-sum']\n",
    'tests/base/test-sum.c': LICENCE + 'int\nmain (void)\n{\n  sky_sum (1, 2);\n  sky_dice_fall ();\n'
                             '  sky_door_class_init (NULL);\n  return g_test_run ();\n}\n',
    'docs/maintainers/glossary.md': '| Term | Meaning | Spanish | Chinese | In code |\n'
                                    '| --- | --- | --- | --- | --- |\n'
                                    '| Door | A door | Puerta | 门 | sky_door |\n',
    'docs/help/1-start.md': '# Start\n\n| Key | Action |\n| --- | --- |\n| `O` | Opens it |\n',
    'docs/help/es/1-start.md': '# Inicio\n\n| Tecla | Acción |\n| --- | --- |\n| `O` | La abre |\n',
    'README.md': '# Skyward\n\nIt replays rounds. You decide.\n',
    'tests/checks/banned-words.txt': 'is wanted :: say who must give what\n',
    'tests/checks/test-only.txt': 'Because:\n  sky_dice_fall\n  sky_door_class_init\n',
}

BASE = 'src/base/sky-sum.c'
HEADER = 'src/base/sky-sum.h'
DICE = 'src/rules/sky-dice.c'
ROWS = 'src/reference/coverage/623a.txt'
DOOR = 'src/console/app/sky-door.c'
KEYS = 'src/console/parts/sky-keys.c'
POT = 'po/skyward.pot'
SPANISH = 'po/es.po'

# Check, file, what is replaced in it (None: added at its end), by what (None: the file is taken
# away), and what the check must say.
PLANTED = (
    ('callers', BASE, None, '\nvoid\nsky_sum_up (void)\n{\n}\n', 'nobody calls sky_sum_up'),
    ('callers', 'tests/checks/test-only.txt', '  sky_dice_fall\n', '',
     'tests alone call sky_dice_fall'),
    ('callers', 'tests/checks/test-only.txt', None, '  sky_sum\n', 'is not called by tests alone'),
    ('circles', BASE, 'a + b;', 'a + b + sky_dice_fall (sky_sum);', 'a circle: sky-dice.c calls'),
    ('cites', DICE, '58 Pa. Code § 623a.5(a)(1)', 'somewhere', 'cites no section'),
    ('cites', DICE, '§ 623a.5(a)(1)', '§623a.5', 'not a section'),
    ('cites', BASE, None, '/* 58 Pa Code 623a.5. */\n', 'not a section'),
    ('cites', BASE, None, '/* As § 623a.5(a), (b) say. */\n', 'write each section in full'),
    ('cites', BASE, None, '/* As § 623a.5(a)—(c) say. */\n', 'write each section in full'),
    ('cites', BASE, None, '/* As 623a.5(a) says. */\n', 'no "§ " before 623a.5(a)'),
    ('coverage', DICE, '623a.5(a)(1)', '623a.5(a)(2)', '623a.5(a)(2) has no row'),
    ('coverage', ROWS, 'dice.c', 'die.c', 'names a file that is not there'),
    ('coverage', ROWS, 'fall', 'rise', 'names what is not there'),
    ('coverage', ROWS, 'test-sum.c', 'craps/none', 'is proved by nothing'),
    ('coverage', ROWS, 'It pays.', '', 'does not say what it says'),
    ('coverage', ROWS, ' | sky-dice.c:sky_dice_fall | test-sum.c', '', 'neither implementation nor'),
    ('coverage', ROWS, None, '623a.5(a)(1) | It pays. |  |  | nothing of its own: no.\n', 'already'),
    ('format', BASE, 'a + b', 'a+b', 'not as clang-format 14'),
    ('headers', BASE, LICENCE, '', 'no SPDX-License-Identifier'),
    ('headers', HEADER, '#pragma once\n', '', 'no #pragma once'),
    ('headers', HEADER, '#pragma once\n', '#ifndef SKY_SUM_H\n#pragma once\n', 'before #pragma'),
    ('headers', HEADER, '#pragma once\n', '#pragma once\n#ifndef SKY_SUM_H_\n', '#ifndef guard'),
    ('headers', HEADER, '/* Sums. */\n', '', 'does not open with what it is for'),
    ('keys', KEYS, None, LICENCE + 'GROUP (N_ ("Doors")),\n', 'run ./dev po'),
    ('keys', KEYS, None, '  { "o", "door.open", NULL, NULL },\n  { "O", "door.shut", NULL, NULL },\n',
     'does door.open already'),
    ('layers', BASE, '<string.h>', '<gtk/gtk.h>', 'base may not use gtk'),
    ('layers', DICE, '"sky-sum.h"', '<gio/gio.h>', 'rules may not use gio'),
    ('layers', DICE, None, 'long now (void) { return g_get_real_time (); }\n', 'rules is pure'),
    ('layers', DICE, None, 'double share;\n', 'whole numbers'),
    ('layers', 'src/sight/sky-look.c', None, LICENCE + '#include "sky-event.h"\n', 'is blind and may not see'),
    ('layers', 'src/sight/sky-look.c', None, LICENCE + 'static int recorded[2];\n', 'is blind and may not use'),
    ('layers', BASE, None, '#include "sky-roof.h"\n', 'base may not use console'),
    ('layers', 'src/console/parts/sky-hinge.c', None, LICENCE + '#include "sky-roof.h"\n',
     'parts may not use app'),
    ('layers', 'src/console/sky-step.c', None, LICENCE, 'stands in no room'),
    ('layers', 'src/store/sky-row.c', None, LICENCE + '#include <sqlite3.h>\n',
     'sqlite is for sky-engine-sqlite.c alone'),
    ('layers', 'src/base/meson.build', 'glib_dep', 'glib_dep, rules_dep',
     'base may not depend on rules'),
    ('attacks', 'docs/attacks.md', None, '| a | b | `sum: gone` |\n', 'there is no test sum: gone'),
    ('attacks', 'docs/attacks.md', None, '| a | b | `gone: sum` |\n', 'there is no test gone: sum'),
    ('attacks', 'docs/attacks.md', None, '| a | b | none |\n', 'no test is named'),
    ('layers', 'src/console/meson.build', 'gtk_dep', 'gst_dep', 'console may not depend on gst'),
    ('layers', 'src/attic/meson.build', None, 'x\n', 'not in the table'),
    ('length', BASE, None, '\n' * 1200, 'at most 1200'),
    ('listed', 'src/base/sky-lost.c', None, LICENCE, 'no meson.build lists'),
    ('listed', 'tests/base/test-lost.c', None, LICENCE + 'return g_test_run ();\n',
     'no meson.build lists'),
    ('listed', 'tests/base/test-sum.c', 'return g_test_run ()', 'return 0', 'does not end in'),
    ('messages', SPANISH, '"Puerta"', '""', 'does not translate'),
    ('messages', SPANISH, '"Puerta"', '"La door"', 'leaves “door” in English'),
    ('messages', SPANISH, '"Puerta"', '"Portal"', 'in the glossary “Puerta”'),
    ('messages', POT, None, '\nmsgid "Gate"\nmsgstr ""\n', 'does not translate'),
    ('messages', 'docs/maintainers/glossary.md', 'sky_door', 'sky_gate', 'no sky_gate in src'),
    ('messages', 'docs/help/es/1-start.md', None, None, 'is not there'),
    ('messages', 'docs/help/es/1-start.md', '`O`', 'O', 'has other headings or keys'),
    ('prose', 'README.md', None, 'It is ' + 'long, ' * 30 + 'and ends.\n', 'a sentence of 34 words'),
    ('prose', 'README.md', None, 'It was said that it was seen when it was done.\n', '3 passives'),
    ('prose', 'docs/help/1-start.md', None, 'One archive is wanted.\n', 'say who must give what'),
    ('prose', 'data/man/skyward.1', None, '.PP\nOne\n.I archive\nis wanted.\n', 'say who must give'),
    ('prose', POT, '"Door"', '"One archive is wanted"', 'say who must give what'),
    ('prose', 'src/base/README.md', None, '* One archive is wanted.\n', 'say who must give what'),
    ('prose', HEADER, 'Sums.', 'Sums are ' + 'long,\n * ' * 30 + 'and end.', 'a sentence of 34 words'),
    ('prose', HEADER, 'int sky_sum', '/* One\n * sum is wanted. */\nint sky_sum', 'say who must give'),
    ('prose', HEADER, 'int b);', 'int b); /* it is wanted */', 'say who must give what'),
    ('templates', 'ui/sky-door.ui', '"SkyDoor"', '"SkyGate"', 'template of SkyGate'),
    ('templates', DOOR, 'sky-door.ui', 'sky-gate.ui', 'sets a template other than'),
    ('templates', DOOR, 'gtk_widget_class_set_template_from_resource', 'gtk_widget_class_no',
     'sets no template'),
    ('templates', DOOR, None, None, 'no room of src/console has sky-door.c'),
    ('templates', 'ui/sky-door.ui', None, None, 'there is no ui/sky-door.ui'),
    ('states', BASE, None, '/* Visits Dice. */\nvoid\nvisit (Dice *dice)\n{\n  see (dice->low);\n}\n'
     'typedef struct\n{\n  int low; /* one */\n  int high[2];\n} Dice;\n', 'Dice.high is not visited'),
    ('states', BASE, None, '/* Visits Dice. */\n', 'no struct Dice'),
    ('templates', 'ui/skyward.gresource.xml', 'sky-door', 'sky-gate', 'not listed'),
    ('templates', 'ui/menu.ui', None, '<interface><menu/></interface>\n', 'nor loaded'),
    ('translations', DOOR, None, 'const char *word = _ ("Open");\n', 'not in po/POTFILES'),
    ('translations', 'ui/sky-door.ui', 'translatable="yes"', '', 'nothing to translate'),
    ('translations', 'ui/sky-door.ui', '>Door<', '>Gate<', 'Gate'),
    ('translations', DOOR, None,
     'void f (void) { g_print (_ ("%" G_GUINT64_FORMAT " doors"), n); }\n', 'format string'),
    ('translations', POT, 'Door', 'Gate', 'still has'),
    ('translations', POT, None, None, 'is not there'),
    ('translations', SPANISH, None, None, 'es.po is not there'),
    ('translations', SPANISH, '"Puerta"', '""', 'does not translate'),
    ('translations', SPANISH, 'msgid "Door"', '#, fuzzy\nmsgid "Door"', 'is not sure of'),
    ('translations', SPANISH, '"Door"', '"Gate"', 'lacks 1 of 1 messages'),
    ('translations', SPANISH, 'msgid "Door"\nmsgstr "Puerta"',
     '#, c-format\nmsgid "Door"\nmsgstr "Puerta %s"', 'msgfmt refuses it'),
    ('versions', 'NEWS', 'Skyward 2.1', 'Skyward 2.0', 'version 2.0'),
    ('words', BASE, None, '/* /ho' 'me/somebody/skyward */\n', 'path of one machine'),
    ('words', 'README.md', None, 'from deb.deb' 'ian.org\n', 'package registry'),
    ('words', 'README.md', None, '10.' '1.2.3\n', 'address of one network'),
    ('words', 'README.md', None, '<' * 7 + ' main\n', 'conflict marker'),
    ('words', BASE, None, '  spr' 'intf (buffer, "%d", 1);\n', 'unsafe function'),
    ('words', BASE, None, 'G_DEFINE_' 'QUARK (sky - sum - error, sky_sum)\n', 'clang-format spreads'),
    ('words', BASE, None, '/* TO' 'DO: later */\n', 'left undone'),
)


def lay(root):
    for name, text in CLEAN.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding='utf-8')
    # Somewhere to reach up to; no layer below may.
    (root / 'src/console/app/sky-roof.h').write_text(
        LICENCE + '/* Roofs. */\n#pragma once\n', encoding='utf-8')
    # What was recorded, which a reader of pictures may not see.
    (root / 'src/log').mkdir()
    (root / 'src/log/sky-event.h').write_text(
        LICENCE + '/* Events. */\n#pragma once\n', encoding='utf-8')


def plant(root, name, old, new):
    path = root / name
    if new is None:
        path.unlink()
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    text = path.read_text(encoding='utf-8') if path.exists() else ''
    if old is None:
        text += new
    else:
        assert old in text, f'{name} does not hold {old!r}'
        text = text.replace(old, new)
    path.write_text(text, encoding='utf-8')


def main():
    failed = 0

    def tell(good, number, what):
        nonlocal failed
        failed += not good
        print(f'{"ok" if good else "not ok"} {number} - {what}')

    print(f'1..{len(CHECKS) + len(PLANTED)}')
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder).resolve() / 'clean'
        lay(root)
        for number, name in enumerate(CHECKS, start=1):
            told = list(importlib.import_module(name).offences(root))
            tell(not told, number, f'{name} lets a clean project pass')
            for offence in told:
                print(f'# {offence}')
        for number, (name, file, old, new, wanted) in enumerate(PLANTED, start=len(CHECKS) + 1):
            root = pathlib.Path(folder).resolve() / f'planted-{number}'
            lay(root)
            plant(root, file, old, new)
            told = [offence.what for offence in importlib.import_module(name).offences(root)]
            good = not told if wanted is None else any(wanted in what for what in told)
            tell(good, number, f'{name}: {wanted}')
            if not good:
                print(f'# told instead: {told}')
            shutil.rmtree(root)
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
