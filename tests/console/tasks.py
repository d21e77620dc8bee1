#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How many keys each task of a shift takes, counted in a real window.

tasks.py CONSOLE CLI LOG: what is done is done by key events alone, as the X server sends them; what
it comes to is read over AT-SPI. Each task may take so many keys and no more; the words of a search,
a line or a passphrase are typed besides. Prints TAP with the keys of each.
"""

import json
import os
import pathlib
import re
import shutil
import sys
import tempfile

from desk import Atspi, PATIENCE, Console, Gone, run, run_test, sign_in, spin, wait, walk

PASSPHRASE = 'a long night watch'
NAMES = {'Return': 0xff0d, 'Down': 0xff54, 'F7': 0xffc4}


class Hands:
    """Two hands on the keyboard, which are counted."""

    def __init__(self, console):
        self.console = console
        self.keys = []

    def press(self, *keys):
        for key in keys:
            *modifiers, name = key.split('+')
            symbol = NAMES.get(name) or ord(name)
            # Where there is no window manager the window under the pointer has the keys.
            Atspi.generate_mouse_event(300, 200, 'abs')
            self.console.key(symbol, control='Ctrl' in modifiers, shift='Shift' in modifiers)
            self.keys.append(key)
            spin(0.4)

    def type(self, text):
        """Words are not counted."""
        for letter in text:
            self.console.key(ord(letter))
            spin(0.02)
        spin(0.3)

    def take(self):
        keys, self.keys = self.keys, []
        return keys


# --- What is seen --------------------------------------------------------------------------------

def labels(console, role, name):
    node = console.there(role, name)
    return [label.get_name() or '' for label in walk(node) if label.get_role_name() == 'label']


def finding(console):
    return labels(console, ('panel',), 'Finding')


def shows(console, *texts):
    """Waits until the finding that is shown says all of them."""
    wait(f'a finding with {texts}', lambda: all(
        any(text in label for label in finding(console)) for text in texts))


def resting(console):
    """The finding that is shown, when it stays what it is."""
    last = None
    while last != finding(console):
        last = finding(console)
        spin(0.4)
    return last


def listed(console):
    for node in walk(console.application):
        if node.get_role_name() == 'label':
            found = re.fullmatch(r'([\d,]+) findings?', node.get_name() or '')
            if found:
                return int(found[1].replace(',', ''))
    return 0


def seconds(text):
    hours, minutes, rest = text.split(':')
    return int(hours) * 3600 + int(minutes) * 60 + float(rest)


def shows_frame(console):
    """Waits until a camera shows the picture of the playhead's instant."""
    def is_shown():
        clocks = [label for label in labels(console, ('tool bar',), 'Playback')
                  if re.match(r'\d\d:\d\d:\d\d\.\d{3}', label)]
        frames = [node.get_name() for node in walk(console.application)
                  if node.get_role_name() == 'label'
                  and re.fullmatch(r'\d\d:\d\d:\d\d\.\d{3}', node.get_name() or '')
                  and node.get_name() not in clocks]
        return clocks and any(abs(seconds(frame) - seconds(clocks[0][:12])) < 0.5 for frame in frames)
    wait('the frame', is_shown)


# --- The tasks -----------------------------------------------------------------------------------

def demo(console, hands, tools):
    """Makes the demo, where there is no archive, and is led to its first finding and its picture."""
    console.says('No Archive Yet')
    hands.press('Ctrl+d')
    wait('the demo', lambda: console.find(('label',), 'This is a simulated table', True),
         max(PATIENCE, 300))
    console.says('This is a simulated table')
    wait('its first finding', lambda: any(text == 'Open' for text in finding(console)))
    shows_frame(console)
    learn_words(tools)


def first_variance(console, hands, tools):
    """From the start to the first open variance and its frame."""
    hands.press('Ctrl+3')
    shows(console, 'Difference', 'Open')
    shows_frame(console)


def decide(console, hands, tools):
    """Decides one and is at the next open one."""
    before = resting(console)
    hands.press('e')
    wait('the next one', lambda: finding(console) != before)
    shows(console, 'Open')


def search(console, hands, tools):
    """Finds every finding of one seat, round, dealer and note by typing."""
    everything = listed(console)
    hands.press('m')
    hands.type('asked the floor')
    hands.press('Return')
    hands.take()
    for words in (tools['seat'], tools['round'], tools['dealer'], 'floor'):
        hands.press('/')
        hands.type(words)
        # One dealer may have been there all the time.
        most = everything if words == tools['dealer'] else everything - 1
        wait(f'findings with “{words}”', lambda: 0 < listed(console) <= most)
        # One goes on to something else; each is a search of its own.
        keys = hands.take()
        console.key(0xff1b)
        wait('all findings', lambda: listed(console) == everything)
    hands.keys = keys


def log_line(console, hands, tools):
    """Writes a line of one's own into the surveillance log."""
    hands.press('Shift+F7')
    spin(1)
    hands.type('reviewed for pit 3')
    hands.press('Return')
    wait('the line', lambda: has_line(tools))


def has_line(tools):
    """The ledger's file has it, whoever reads that."""
    return any(b'reviewed for pit 3' in path.read_bytes()
               for path in tools['folder'].glob('store.db*') if path.is_file())


def case(console, hands, tools):
    """A case of three findings and two stills, exported, and its folder shown."""
    hands.press('Shift+Down', 'Shift+Down', 'x', 's')
    spin(1)
    hands.press('.', 's')
    wait('the case with what is in it', lambda: any(
        node.get_name() == 'Case 1 · 5 items' for node in walk(console.application)))
    hands.press('Ctrl+e')
    spin(1.5)
    hands.press('Return')
    wait('the package', lambda: list(tools['folder'].glob('**/case-1*.zip')))


def fire_bet(console, hands, tools):
    """Confirms a Fire Bet, with the second reviewer at the same desk."""
    hands.press('Ctrl+5')
    shows(console, 'Fire Bet')
    hands.press('c')
    wait('who agrees to be asked', lambda: console.find(('text', 'entry'), 'Credential of the second reviewer'))
    spin(0.5)
    hands.type('PA-2')
    hands.press('Return')
    hands.type(PASSPHRASE)
    hands.press('Return')
    console.says('Second reviewer: Ben Ames')
    run(tools, 'ledger', 'verify', f'--store={tools["store"]}')


def package(console, hands, tools):
    """Sees the findings, clips and verdict of a package: the desktop hands it over at a double click."""
    console.says('Every check passed')
    if listed(console) != 3:
        raise Gone(f'{listed(console)} findings')
    shows_frame(console)
    hands.keys.append('double click')


# The keys that each may take.
TASKS = ((demo, 1), (first_variance, 1), (decide, 1), (search, 1), (log_line, 3), (case, 8), (fire_bet, 4),
         (package, 1))


def learn_words(tools):
    """What somebody who knows the archive would look for."""
    text = next(tools['archive'].glob('*.tel.jsonl')).read_text(encoding='utf-8')
    findings = [json.loads(line) for line in
                run(tools, 'audit', '--format=jsonl', str(tools['archive'])).splitlines()]
    variance = next(each for each in findings if each['queue'] == 'variance')
    events = [json.loads(line) for line in text.splitlines()[1:]]
    wager = next(each for each in events if each.get('wager') == variance['wager'])
    tools.update(seat=f'seat {wager["seat"]}', round=f'round {variance["round"]}',
                 dealer=next(each['credential'] for each in events
                             if each['type'] == 'staff' and each['role'] == 'dealer'))


# --- The room ------------------------------------------------------------------------------------

def furnish(tools, log):
    """An archive with a Fire Bet, and a store in which people are registered; the demo is the other."""
    folder = tools['folder']
    tools.update(archive=folder / 'cache/skyward/tour/archive', fire_bet=folder / 'fire-bet', store=folder / 'store.db')
    tools['fire_bet'].mkdir()
    shutil.copy(log, tools['fire_bet'])
    phrase = folder / 'passphrase'
    phrase.write_text(PASSPHRASE + '\n', encoding='utf-8')
    phrase.chmod(0o600)
    for arguments in (['PA-1', 'Ada Quinn', '--role=investigator'],
                      ['PA-2', 'Ben Ames', '--role=operator', '--as=PA-1',
                       f'--as-passphrase-file={phrase}']):
        run(tools, 'people', 'add', *arguments, f'--store={tools["store"]}', f'--passphrase-file={phrase}')


def begin(console, tools, task):
    """What stands on the desk before the task."""
    if task is package:
        console.end()
        console.open(next(tools['folder'].glob('**/case-1*.zip'), tools['folder']))
    elif task is demo:
        console.open()
    elif task in (first_variance, fire_bet):
        console.end()
        console.start(tools['store'], tools['fire_bet' if task is fire_bet else 'archive'])
        console.says('Open')
        # It is counted to no task.
        sign_in(console, 'PA-1', 'Ada Quinn', PASSPHRASE)
    elif task is case:
        # The window of the log is done with; of all findings more than three are there.
        console.key(0xff1b)
        spin(0.5)
        console.key(ord('1'), control=True)
        spin(0.5)
    wait('a rest', lambda: resting(console))


def count(tell):
    program, cli, log = sys.argv[1:]
    folder = pathlib.Path(tempfile.mkdtemp(prefix='skyward-tasks-'))
    tools = {'cli': cli, 'folder': folder}
    failed = 0
    os.environ['XDG_DATA_HOME'] = str(folder / 'data')
    os.environ['XDG_CACHE_HOME'] = str(folder / 'cache')
    os.environ['XDG_PICTURES_DIR'] = str(folder)
    os.environ['HOME'] = str(folder)
    # Leaks are looked for where less is done.
    if 'ASAN_OPTIONS' in os.environ:
        os.environ['ASAN_OPTIONS'] += ':detect_leaks=0:fast_unwind_on_malloc=1'
    Atspi.init()
    console = Console(program)
    hands = Hands(console)
    tell(f'1..{len(TASKS)}')
    try:
        furnish(tools, log)
        for number, (task, most) in enumerate(TASKS, 1):
            name = f'/tasks/{task.__name__}'
            try:
                begin(console, tools, task)
                task(console, hands, tools)
                keys = hands.take()
                failed += len(keys) > most
                tell(f'{"not ok" if len(keys) > most else "ok"} {number} {name}\n'
                     f'# {len(keys)} of {most} keys: {" ".join(keys)}')
            except Gone as gone:
                failed += 1
                tell(f'not ok {number} {name}\n# after {hands.take()}: {gone}')
                if os.environ.get('DESK_TREE'):
                    for node in walk(console.application):
                        if node.get_name():
                            tell(f'# {node.get_role_name()}: {node.get_name()}')
    finally:
        console.end()
        shutil.rmtree(folder, ignore_errors=True)
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(run_test(count))
