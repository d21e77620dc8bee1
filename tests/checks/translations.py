#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""po/POTFILES names every file with words for people, po/skyward.pot holds those words, and each
language of po/LINGUAS says them.

A language is held against the template that is committed. What it has must be translated, sure and
right in its formats, and it must have all but a few of the template's messages: a new word waits for
its translation without being in anybody's way, and no language falls behind.

With --list it prints what po/POTFILES should hold; ./dev pot renews both.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

import project

MARKED_CODE = re.compile(r'(?<![\w])(_|N_|C_|NC_|Q_|ngettext|g_dngettext|g_dpgettext2)\s*\(\s*"')
# Phrases are marked by the functions that make them (sky-phrase.h).
MARKED_PHRASE = re.compile(r'(?<![\w])(sky_phrase(?:_count|_words)?|sky_table_(?:raise|raise_at|step)|sky_verification_say)\s*\([^;{]*?"')
MARKED_MARKUP = re.compile(r'\btranslatable="(yes|true)"')
KEYWORDS = ('_', 'N_', 'C_:1c,2', 'NC_:1c,2', 'Q_', 'ngettext:1,2', 'g_dngettext:2,3')


def is_marked(path):
    name = path.name
    text = project.text(path)
    if name.endswith(('.c', '.h')):
        # Comments speak of _() too; only a marked literal counts, and code() keeps no literals.
        bare = project.code(path)
        return any(bare[match.start(1)] != ' ' for pattern in (MARKED_CODE, MARKED_PHRASE)
                   for match in pattern.finditer(text))
    if name.endswith('.ui'):
        return MARKED_MARKUP.search(text) is not None
    return name.endswith(('.desktop.in', '.metainfo.xml.in', '.gschema.xml'))


def keywords(root):
    """What xgettext finds messages by: gettext's own functions, and those that po/meson.build adds."""
    build = root / 'po' / 'meson.build'
    added = re.findall(r"'--keyword=([^']+)'", project.text(build)) if build.exists() else []
    return [f'--keyword={word}' for word in (*KEYWORDS, *added)]


def extract(root, potfiles):
    """The messages as xgettext finds them, without the header that holds the date."""
    with tempfile.TemporaryDirectory() as folder:
        pot = pathlib.Path(folder) / 'skyward.pot'
        environment = dict(os.environ, GETTEXTDATADIRS=str(root / 'data'))
        subprocess.run(['xgettext', '--package-name=skyward', '--from-code=UTF-8',
                        f'--files-from={potfiles}', f'--directory={root}', f'--output={pot}',
                        '--add-comments=Translators:'] +
                       keywords(root),
                       check=True, capture_output=True, text=True, env=environment)
        return messages(pot)


def cut_short(root, names):
    """What xgettext warns of: above all a message that ends where a macro begins."""
    sources = [name for name in names if name.endswith(('.c', '.h'))]
    if not sources:
        return ''
    done = subprocess.run(['xgettext', '--from-code=UTF-8', f'--directory={root}', '--output=-',
                           '--flag=g_print:1:c-format', '--flag=g_strdup_printf:1:c-format',
                           '--flag=g_string_append_printf:2:c-format', '--flag=_:1:pass-c-format',
                           '--flag=g_set_error:4:c-format', '--flag=ngettext:1:pass-c-format',
                           *keywords(root), *sources],
                          check=True, capture_output=True, text=True)
    return done.stderr


def messages(pot):
    """The set of (context, id, plural) in a catalogue."""
    done = subprocess.run(['msgcat', '--no-wrap', '--no-location', str(pot)],
                          check=True, capture_output=True, text=True)
    found = set()
    for entry in done.stdout.split('\n\n'):
        said = '\n'.join(line for line in entry.splitlines() if not line.startswith('#'))
        said = re.sub(r'"\n"', '', said)
        said = re.sub(r'\nmsgstr.*', '', said, flags=re.DOTALL)
        if said and said != 'msgid ""':
            found.add(said)
    return found


# Of how many messages one may be newer than the translations.
ONE_IN = 5


def entries(po):
    """Each message of a catalogue as (what is said, flags, translations)."""
    done = subprocess.run(['msgcat', '--no-wrap', '--no-location', str(po)],
                          check=True, capture_output=True, text=True)
    for entry in done.stdout.split('\n\n'):
        lines = [line for line in entry.splitlines() if not line.startswith('#~')]
        flags = ' '.join(line for line in lines if line.startswith('#,'))
        body = re.sub(r'"\n"', '', '\n'.join(line for line in lines if line[:1] != '#'))
        said, _, rest = body.partition('\nmsgstr')
        if said and said != 'msgid ""':
            yield said, flags, re.findall(r'"(.*)"', rest)


def check_language(root, language, kept):
    po = root / 'po' / f'{language}.po'
    if not po.exists():
        yield project.Offence(root / 'po' / 'LINGUAS', 1, f'{po.name} is not there')
        return
    checked = subprocess.run(['msgfmt', '--check-format', '--check-domain', '--output=/dev/null',
                              str(po)], capture_output=True, text=True)
    if checked.returncode != 0:
        yield project.Offence(po, 1, f'msgfmt refuses it: {checked.stderr.strip()}')
        return
    said = set()
    for message, flags, translations in entries(po):
        said.add(message)
        if 'fuzzy' in flags:
            yield project.Offence(po, 1, f'is not sure of {message!r}')
        elif not translations or not all(translations):
            yield project.Offence(po, 1, f'does not translate {message!r}')
    lacking = kept - said
    if len(lacking) * ONE_IN > len(kept):
        yield project.Offence(po, 1, f'lacks {len(lacking)} of {len(kept)} messages: run ./dev po '
                                     f'and translate them')


def languages(root):
    listed = root / 'po' / 'LINGUAS'
    return [line.strip() for _, line in project.lines(listed)
            if line.strip() and not line.startswith('#')] if listed.exists() else []


def marked_files(root):
    return sorted(str(path.relative_to(root)) for folder in ('src', 'ui', 'data')
                  for path in project.files(root, under=folder) if is_marked(path))


def offences(root):
    potfiles = root / 'po' / 'POTFILES'
    named = {line.strip(): number for number, line in project.lines(potfiles)
             if line.strip() and not line.startswith('#')}
    marked = set(marked_files(root))
    for name in sorted(marked - set(named)):
        yield project.Offence(root / name, 1, 'has words to translate but is not in po/POTFILES')
    for name in sorted(set(named) - marked):
        yield project.Offence(potfiles, named[name], f'{name} has nothing to translate')
    for match in re.finditer(r'^(.+?):(\d+): warning: (.*)$', cut_short(root, sorted(marked)), re.MULTILINE):
        yield project.Offence(root / match[1], int(match[2]), match[3])
    if list(named) != sorted(named):
        yield project.Offence(potfiles, 1, 'the names are not in order')
    if set(named) - marked:
        return

    pot = root / 'po' / 'skyward.pot'
    if not pot.exists():
        yield project.Offence(pot, 1, 'is not there')
        return
    found, kept = extract(root, potfiles), messages(pot)
    for message in sorted(found - kept):
        yield project.Offence(pot, 1, f'lacks {message!r}: run ./dev pot')
    for message in sorted(kept - found):
        yield project.Offence(pot, 1, f'still has {message!r}: run ./dev pot')
    for language in languages(root):
        yield from check_language(root, language, kept)


if __name__ == '__main__':
    if len(sys.argv) == 3 and sys.argv[1] == '--list':
        print('\n'.join(marked_files(pathlib.Path(sys.argv[2]))))
    else:
        project.run(offences)
