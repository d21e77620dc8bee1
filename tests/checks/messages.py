#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every message is translated, in the trade's own words.

docs/maintainers/glossary.md is a table of terms: English, meaning, Spanish, Chinese, identifier. Each
language of po/LINGUAS must translate every message of po/skyward.pot. No translation may have an English
term of the glossary in it, unless the glossary keeps the term in that language. A message that is exactly
a term has exactly the glossary's translation. Each identifier is in src. Each help page is there in each
language, with the headings and the keys of the English page.
"""

import re

import project
import translations

COLUMNS = {'es': 2, 'zh_CN': 3}
# What is the same in every language: what a person types, and what a program reads.
SAME = re.compile(r'“[^”]*”|«[^»]*»|\\"[^"]*\\"|<[^>]*>|`[^`]*`|--[\w-]+|%[-+ #\d$.*]*(?:<\w+>)?[a-zA-Z]*'
                  r'|(?:Ctrl|Shift|Alt)\+\S*'
                  # Names as they are printed on the layouts: Straight Wager, Hop the Top Wager.
                  r'|[A-Z0-9][\w’\'-]*(?: (?:the|and|to|of) | )(?:[A-Z0-9][\w’\'-]*(?: (?:the|and|to|of) | ))*[A-Z][\w’\'-]*'
                  r'|\b[\w-]+[./_=][\w./_=-]*|\b[A-Z][A-Z0-9_-]+\b'
                  r'|^.*\b(?:init|rebuild|restore|add CREDEN|grant)\b.*$')


def terms(root):
    """(line, cells) of each row of the glossary."""
    path = root / 'docs' / 'maintainers' / 'glossary.md'
    for number, line in project.lines(path) if path.exists() else ():
        cells = [cell.strip() for cell in line.strip().strip('|').split('|')]
        if line.startswith('|') and len(cells) == 5 and cells[0] != 'Term' and '---' not in line:
            yield number, cells


def check_language(root, language, glossary, kept):
    po = root / 'po' / f'{language}.po'
    if not po.exists():
        return
    column = COLUMNS[language]
    wanted = {cells[0]: cells[column] for _, cells in glossary}
    foreign = [re.compile(r'(?<![\w-])' + re.escape(term) + r's?(?![\w-])', re.IGNORECASE)
               for term, own in wanted.items()
               if not re.search(r'(?<!\w)' + re.escape(term) + r's?(?!\w)', ' '.join(wanted.values()), re.IGNORECASE)]
    said = set()
    for message, _, texts in translations.entries(po):
        said.add(message)
        term = re.fullmatch(r'msgid "(.*)"', message)
        if term and term[1] in wanted and texts and texts[0] != wanted[term[1]]:
            yield project.Offence(po, 1, f'“{term[1]}” is “{texts[0]}”, in the glossary “{wanted[term[1]]}”')
        for text in texts:
            for pattern in foreign:
                match = pattern.search(SAME.sub(' ', text))
                if match:
                    yield project.Offence(po, 1, f'leaves “{match.group()}” in English: {text}')
        if not texts or not all(texts):
            yield project.Offence(po, 1, f'does not translate {message!r}')
    for message in sorted(kept - said):
        yield project.Offence(po, 1, f'does not translate {message!r}: run ./dev po')


def outline(path):
    """How many headings a page of the help has, and how many keys each row of its tables has."""
    text = project.text(path)
    keys = [len(re.findall(r'`[^`]+`', cell))
            for cell in re.findall(r'^\| ([^|]*)\|', text, re.MULTILINE)]
    return len(re.findall(r'^#+ ', text, re.MULTILINE)), keys


def check_help(root, language):
    folder = root / 'docs' / 'help'
    for page in sorted(folder.glob('*.md')):
        other = folder / language / page.name
        if not other.exists():
            yield project.Offence(other, 1, 'is not there')
        elif outline(other) != outline(page):
            yield project.Offence(other, 1, f'has other headings or keys than {page.name}')


def offences(root):
    glossary = list(terms(root))
    sources = '\n'.join(project.text(path) for path in project.files(root, '.c', '.h', under='src'))
    for number, cells in glossary:
        if not all(cells):
            yield project.Offence(root / 'docs/maintainers/glossary.md', number, 'has an empty cell')
        if cells[4] not in sources:
            yield project.Offence(root / 'docs/maintainers/glossary.md', number, f'no {cells[4]} in src')
    pot = root / 'po' / 'skyward.pot'
    kept = translations.messages(pot) if pot.exists() else set()
    for language in translations.languages(root):
        yield from check_language(root, language, glossary, kept)
        yield from check_help(root, language)


if __name__ == '__main__':
    project.run(offences)
