#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The English that people read: docs, help, man pages, READMEs, NEWS, the comments of headers and
the program's messages.

A sentence has at most 30 words and at most two passives, and it uses no word of banned-words.txt,
which gives the reason and a better word for each. Code, headings and link targets do not count; a
quoted command or identifier counts as one word.

With --figures it prints the readability of each group of texts: sentences, mean words per sentence,
the share of sentences over 30 words, passives per 100 sentences, and the Flesch-Kincaid grade.
"""

import collections
import pathlib
import re
import sys

import project

LONGEST = 30
MOST_PASSIVES = 2

# Printed from the sources by ./dev docs or ./dev bench, and dated records of past runs, which nobody
# edits afterward.
PRINTED = ('docs/reference/checks.md', 'docs/maintainers/mutants.md', 'docs/maintainers/stumbles.md',
           'docs/reference/bets.md', 'docs/reference/coverage.md', 'docs/reference/editions.md',
           'docs/reference/event-log.md', 'docs/reference/options.md', 'docs/reference/sections.md',
           'docs/maintainers/performance.md')
# Whose words they are is not ours to change: findings' texts are fixed by the contract.
FIXED = ('src/rules/', 'src/audit/')

IRREGULAR = ('begun bound bought brought broken built caught chosen cut dealt done drawn driven eaten '
             'fed felt forbidden forgotten found frozen given gone held heard hidden kept known laid '
             'led left lent let lost made meant met paid put read rung said seen sent set shown shut '
             'sold sought split spoken spent stood stolen sworn swept taken taught thrown told torn '
             'thought understood undone withdrawn won worn woven written').split()
PASSIVE = re.compile(r'\b(?:is|are|was|were|be|been|being)\s+(?:(?:not|never|also|only|already|still|'
                     r'then|once|first|just|always|\w+ly)\s+){0,2}'
                     r'(?:\w{2,}ed|' + '|'.join(IRREGULAR) + r')\b', re.IGNORECASE)
# What ends a sentence: a mark before a blank, unless it belongs to an abbreviation or a number.
END = re.compile(r'(?<!\be\.g)(?<!\bi\.e)(?<!\bPa)(?<!\bNo)(?<!\bvs)(?<!\bch)[.!?…]["”’)]*(?=\s+["“(\w§`*])')
WORD = re.compile(r"[^\W_](?:[\w’'.,/:§%@+-]*\w)?")


def banned(root):
    """(pattern, what is wrong with it) for each line of banned-words.txt."""
    path = root / 'tests' / 'checks' / 'banned-words.txt'
    found = []
    for _, line in project.lines(path) if path.exists() else ():
        if line.strip() and not line.startswith('#'):
            word, reason = (part.strip() for part in line.split(' :: ', 1))
            found.append((re.compile(r'(?<![\w-])' + word + r'(?![\w-])', re.IGNORECASE), reason))
    return found


# --- What is read, as (line, text) of one paragraph, item, cell or message each ---------------------

def markdown(path):
    block, start, fenced = [], 0, False

    def flush():
        nonlocal block
        text = ' '.join(block)
        block = []
        text = re.sub(r'!?\[([^\]]*)\]\([^)]*\)', r'\1', text)
        text = re.sub(r'``.+?``|`[^`]+`', 'code', text)
        return re.sub(r'<[^>]+>|\*\*|(?<!\w)[*_]|[*_](?!\w)', '', text)

    for number, line in project.lines(path):
        bare = line.strip()
        if bare.startswith(('```', '~~~')):
            fenced = not fenced
            bare = ''
        elif fenced or re.match(r'^(#|\||<!--|---+$|={3,}$)', bare) or line.startswith('    ') and not block:
            if bare.startswith('|') and not re.match(r'^[|:\s-]+$', bare):
                for cell in re.split(r'(?<!\\)\|', bare.strip('|')):
                    block = [cell.strip()]
                    yield number, flush()
            bare = ''
        item = re.match(r'^(?:[*+-]|\d+[.)])\s+', bare)
        if (not bare or item) and block:
            yield start, flush()
        if item:
            bare = bare[item.end():]
        if bare:
            start = start if block else number
            block.append(bare)
    if block:
        yield start, flush()


def man_page(path):
    block, start, verbatim = [], 0, False
    for number, line in project.lines(path):
        if re.match(r'^\.(EX|nf)\b', line):
            verbatim = True
        text = line
        macro = re.match(r'^\.(\w+)\s*(.*)$', line)
        ends = bool(macro) and macro[1] not in ('B', 'I', 'BR', 'BI', 'IR', 'RB', 'RI', 'IB')
        if macro:
            text = '' if ends else re.sub(r'"|\s+', lambda m: ' ' if m[0] != '"' else '', macro[2])
            if not ends and macro[1] in ('BR', 'BI', 'IR', 'RB', 'RI', 'IB'):
                text = re.sub(r'\s+(?=[.,;:)])', '', text)
        if line.startswith(r'.\"') or verbatim:
            text, ends = '', True
        if re.match(r'^\.(EE|fi)\b', line):
            verbatim = False
        if (ends or not line.strip()) and block:
            yield start, ' '.join(block)
            block = []
        text = re.sub(r'\\f[BIRP]|\\&|\\c', '', text).replace('\\-', '-').replace('\\(aq', "'")
        if text.strip():
            start = start if block else number
            block.append(text.strip())
    if block:
        yield start, ' '.join(block)


def catalogue(path):
    """The messages of a .pot that are not fixed elsewhere."""
    refs, said, number, start, into = [], [], 0, 0, None

    def texts():
        if refs and all(ref.startswith(FIXED) for ref in refs):
            return
        for text in said:
            for part in re.split(r'\\n', text):
                part = re.sub(r'%(?:\d+\$)?[-+ #0]*(?:\*|\d+)?(?:\.\d+)?(?:<\w+>|[a-z]{0,2}[a-zA-Z])', 'x', part)
                yield start, re.sub(r'<[^>]+>', '', part.replace('_', '').replace('\\"', '"'))

    for number, line in list(project.lines(path)) + [(0, '')]:
        if line.startswith('#:'):
            refs += [ref.rsplit(':', 1)[0] for ref in line[2:].split()]
        elif line.startswith(('msgid ', 'msgid_plural ')):
            said.append('')
            start = number if len(said) == 1 else start
            into = len(said) - 1
        elif line.startswith(('msgstr', 'msgctxt')):
            into = None
        elif not line.strip():
            if ''.join(said):
                yield from texts()
            refs, said, into = [], [], None
        literal = re.match(r'^(?:msgid |msgid_plural )?"(.*)"$', line)
        if literal and into is not None:
            said[into] += literal[1]


def comments(path):
    """The comments of a header: each paragraph, each item of a list. Whatever is indented by four
    columns or more is code or a drawing, and the license line says nothing."""
    source = project.text(path)
    token = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*(.*?)\*/', re.DOTALL)
    for match in token.finditer(source):
        if match[0].startswith('"') or 'SPDX-License-Identifier' in match[0]:
            continue
        number = source.count('\n', 0, match.start()) + 1
        inside = match[1] if match[1] is not None else match[0][2:]
        block, start = [], number
        for at, line in enumerate(inside.split('\n') + [''], start=number):
            bare = re.sub(r'^\s*\*+(?= |$)', '', line) if at > number else line.lstrip('*')
            drawn = re.match(r' {4,}\S', bare)
            item = re.match(r'^ *(?:[*+•-]|\d+[.)]|@\w+:)\s+', bare)
            if (not bare.strip() or drawn or item) and block:
                yield start, ' '.join(block)
                block = []
            if drawn or not bare.strip():
                continue
            start = start if block else at
            said = bare[item.end():] if item else bare
            said = re.sub(r'`[^`]+`|@\w+', 'code', said)
            block.append(re.sub(r'\b(\w+) \(\)', r'\1()', said).strip())


def groups(root):
    """Each group of texts that people read, by name, with its files and how they are read."""
    docs = [path for path in project.files(root, '.md', under='docs')
            if str(path.relative_to(root)) not in PRINTED]
    helps = root / 'docs' / 'help'
    yield 'README and NEWS', [path for path in (root / 'README.md', root / 'NEWS') if path.exists()], markdown
    yield 'docs', [path for path in docs if helps not in path.parents], markdown
    yield 'help', [path for path in docs if path.parent == helps], markdown
    yield 'man pages', project.files(root, '.1', under='data/man'), man_page
    yield "folders' READMEs", project.files(root, '.md', under='src'), markdown
    yield 'public comments', project.files(root, '.h', under='src'), comments
    yield 'messages', [path for path in (root / 'po' / 'skyward.pot',) if path.exists()], catalogue


# --- What is said of it -------------------------------------------------------------------------

def sentences(text):
    text = re.sub(r'\s+', ' ', text).strip()
    start = 0
    for match in END.finditer(text):
        yield text[start:match.end()].strip()
        start = match.end()
    if text[start:].strip():
        yield text[start:].strip()


def words(sentence):
    return WORD.findall(sentence)


def offences(root):
    bans = banned(root)
    for _, paths, read in groups(root):
        for path in paths:
            for number, text in read(path):
                for sentence in sentences(text):
                    shown = sentence if len(sentence) < 90 else sentence[:87] + '…'
                    count = len(words(sentence))
                    if count > LONGEST:
                        yield project.Offence(path, number, f'a sentence of {count} words: {shown}')
                    passives = len(PASSIVE.findall(sentence))
                    if passives > MOST_PASSIVES:
                        yield project.Offence(path, number, f'{passives} passives in a sentence: {shown}')
                    for pattern, reason in bans:
                        match = pattern.search(sentence)
                        if match:
                            yield project.Offence(path, number, f'“{match.group()}”: {reason}: {shown}')


def syllables(word):
    word = re.sub(r'[^a-z]', '', word.lower())
    found = len(re.findall(r'[aeiouy]+', word))
    if word.endswith('e') and not word.endswith(('le', 'ee')) and found > 1:
        found -= 1
    if word.endswith('ed') and not word.endswith(('ted', 'ded')) and found > 1:
        found -= 1
    return max(found, 1)


def figures(root):
    print(f'{"":18} sentences  words each  over {LONGEST}  passives/100  Flesch-Kincaid')
    total = collections.Counter()
    for name, paths, read in list(groups(root)) + [('all', None, None)]:
        sums = collections.Counter()
        for path in paths or ():
            for _, text in read(path):
                for sentence in sentences(text):
                    said = words(sentence)
                    if len(said) < 3:
                        continue
                    sums.update(sentences=1, words=len(said), long=len(said) > LONGEST,
                                passives=len(PASSIVE.findall(sentence)),
                                syllables=sum(syllables(word) for word in said))
        total.update(sums)
        sums = total if paths is None else sums
        if not sums['sentences']:
            continue
        mean = sums['words'] / sums['sentences']
        grade = 0.39 * mean + 11.8 * sums['syllables'] / sums['words'] - 15.59
        print(f'{name:18} {sums["sentences"]:9} {mean:11.1f} {100 * sums["long"] / sums["sentences"]:7.1f}%'
              f' {100 * sums["passives"] / sums["sentences"]:13.1f} {grade:15.1f}')


if __name__ == '__main__':
    if len(sys.argv) == 3 and sys.argv[1] == '--figures':
        figures(pathlib.Path(sys.argv[2]).resolve())
    else:
        project.run(offences)
