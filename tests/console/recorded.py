#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Rounds recorded by eye from rendered recordings, by a scripted operator with keys and pointer.

recorded.py CONSOLE CLI SCRIPT GAME ROUNDS SEED: a table is simulated with recordings, and its log is put
away. The operator opens the recordings in a real window, and records each round: wagers by clicks
on the layout where the picture is still, results typed, settlements accepted after they were
played. What comes out says the same as the log that was put away, event for event, in the classes
that were looked at. Prints TAP, and what the rounds took: keys, clicks, and the seconds that the
keystroke-level model makes of them.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from desk import Atspi, Console, Gone, on_own_bus, run, spin, wait, walk

KEYS = {'Return': 0xff0d, 'Escape': 0xff1b, 'Tab': 0xff09, 'space': 0x20, 'Delete': 0xffff}
CODER = 'PA-7'
OUTCOME = ('round_start', 'round_end', 'result', 'void', 'shooter', 'deal', 'set', 'reveal', 'expose',
           'discard', 'move', 'puck', 'power_odds')
WAGERS = ('wager', 'wager_change', 'decision', 'bank')
SETTLEMENTS = ('settle', 'bank_settle', 'envy')
CODED = OUTCOME + WAGERS + SETTLEMENTS
# The keystroke-level model: a key or click, pointing, thinking, a hand to the mouse.
KEY, POINT, THINK, HAND = 0.2, 1.1, 1.35, 0.4


def seconds(at):
    """2023-11-04T20:00:06.390000Z in seconds of its day."""
    hours, minutes, rest = at[11:-1].split(':')
    return int(hours) * 3600 + int(minutes) * 60 + float(rest)


class Operator:
    """Who looks at the screen, and has two hands."""

    def __init__(self, console, tools):
        self.console = console
        self.tools = tools
        self.keys = self.clicks = self.points = self.thoughts = self.hands = 0
        self.counts = True

    def key(self, name, control=False, shift=False):
        # Where there is no window manager the window under the pointer has the keys.
        self.console.key(KEYS.get(name) or ord(name), control=control, shift=shift)
        if self.counts:
            self.keys += 1
        spin(0.03)

    def type(self, text):
        for letter in text:
            self.key(letter, shift=letter.isupper() or letter in '@:"')

    def click(self, x, y, button=1):
        Atspi.generate_mouse_event(x, y, f'b{button}c')
        self.clicks += 1
        self.points += 1
        spin(0.05)

    def think(self, n=1):
        self.thoughts += n

    def take(self):
        """What the round took: keys and clicks, pointings, modelled seconds."""
        work = (self.keys + self.clicks, self.points,
                KEY * (self.keys + self.clicks) + POINT * self.points + THINK * self.thoughts
                + HAND * self.hands)
        self.keys = self.clicks = self.points = self.thoughts = self.hands = 0
        return work

    # --- What is seen ---

    def named(self, pattern):
        """The first that is shown whose name is this."""
        for node in walk(self.console.application):
            found = re.fullmatch(pattern, node.get_name() or '')
            if found:
                return found
        return None

    def count(self, pattern):
        found = self.named(pattern)
        return int(found[1]) if found else -1

    def lines(self):
        return self.count(r'(\d+) lines? of the round')

    def wait_lines(self, n):
        wait(f'{n} lines, there are {self.lines()}', lambda: self.lines() == n)

    def position(self):
        """The playhead, in seconds of the day on the property's clock."""
        found = self.named(r'(\d\d:\d\d:\d\d\.\d{3}) ?')
        return clock(found[1]) if found else None

    # --- Where the recording stands ---

    def go_to(self, at):
        """Types a time; how one comes there is no part of the count."""
        self.counts = False
        self.key('T', shift=True)
        spin(0.3)
        self.type(f'{at[11:23]} UTC')
        self.key('Return')
        self.counts = True
        spin(0.3)

    def play_until(self, at):
        """Plays at real time up to @at."""
        self.counts = False
        self.key('space')
        spin(max(0, seconds(at) - seconds(self.at)) + 1.2)
        self.key('space')
        self.counts = True
        spin(0.3)

    def enter(self, text):
        """Types @text into the entry line, which is left again."""
        bare = text[0].isdigit() or text[0] == '@'
        if not bare:
            self.key('/')
        self.type(text)
        self.key('Return')
        if not bare:
            self.key('Escape')


def clock(text):
    hours, minutes, rest = text.split(':')
    return int(hours) * 3600 + int(minutes) * 60 + float(rest)


# --- The script ----------------------------------------------------------------------------------

class Event:
    """A line of the log that was put away, and what is typed or clicked for it."""

    def __init__(self, line, x, y, text):
        self.line = line
        self.type = line['type']
        self.at = line['at']
        self.place = (x, y)
        self.text = text


def read_script(tools, width, height):
    told = run_script(tools, width, height)
    events = []
    for line in read_lines(tools['log']):
        if line['seq'] in told:
            events.append(Event(line, *told[line['seq']]))
    return events


def run_script(tools, width, height):
    done = subprocess.run([tools['script'], tools['log'], str(width), str(height)],
                          capture_output=True, text=True, check=True)
    told = {}
    for row in done.stdout.splitlines():
        if row.startswith('#'):
            continue
        seq, x, y, text = row.split('\t')
        told[int(seq)] = (int(x), int(y), text)
    return told


def read_lines(path):
    with open(path, encoding='utf-8') as log:
        lines = [json.loads(line) for line in log]
    return [line for line in lines[1:] if line['type'] != 'checkpoint']


def cut_rounds(events):
    """What lies before a round belongs to it."""
    rounds = [[]]
    for event in events:
        rounds[-1].append(event)
        if event.type == 'round_end':
            rounds.append([])
    return [part for part in rounds if any(event.type == 'round_end' for event in part)]


# --- A round -------------------------------------------------------------------------------------

# These lie where another bet lies, which a click means first.
SHARED = ('five_adjacent', 'buy', 'lay', 'horn_high')


class Hand:
    seat = 1
    amount = 500


def place(operator, hand, event, layout):
    """A wager by a click where it lies; typed where the click would not say all of it."""
    line = event.line
    if event.place[0] < 0 or '=' in event.text or line['seat'] > 9 or line['bet'] in SHARED:
        operator.enter(event.text)
        operator.think()
        return
    if line['seat'] != hand.seat:
        operator.key(str(line['seat']), control=True)
        hand.seat = line['seat']
    if line['amount'] != hand.amount:
        cents = line['amount'] % 100
        operator.type(f"{line['amount'] // 100}" + (f'.{cents:02}' if cents else ''))
        hand.amount = line['amount']
    operator.click(layout.x + event.place[0], layout.y + event.place[1])


def settle(operator, at, until):
    """Watches what is settled, and accepts it."""
    operator.at = at
    operator.go_to(at)
    operator.play_until(until)
    before = operator.lines()
    operator.key('a')
    operator.think()
    wait('settlements', lambda: operator.lines() > before)


def record_round(operator, hand, events, layout):
    closing = next(event.at for event in events
                   if event.type in ('no_more_bets', 'throw', 'deal', 'result'))
    n = operator.lines()
    index = 0
    mouse = False
    operator.go_to(closing)
    while index < len(events):
        event = events[index]
        index += 1
        if event.type in ('round_start', 'round_end') or (
                event.type not in CODED and event.type not in ('no_more_bets', 'throw')):
            continue
        if event.type in CODED and event.type not in ('wager', 'settle'):
            decided = event.at
        if event.type == 'wager':
            first = operator.lines() == 0
            place(operator, hand, event, layout)
            mouse = True
            n = wait('the wager', lambda: operator.lines() > n and operator.lines())
            if first:
                operator.think()
        elif event.type in ('no_more_bets', 'throw'):
            if operator.tools['game'] != 'casino_war':
                operator.key('Return')
                n = wait('the end of betting', lambda: operator.lines() > n and operator.lines())
        elif event.type == 'settle':
            last = event
            while events[index].type == 'settle' or events[index].type not in CODED:
                if events[index].type == 'settle':
                    last = events[index]
                index += 1
            settle(operator, decided, last.at)
            n = operator.lines()
        elif event.type == 'deal' and operator.tools['game'] == 'casino_war':
            cards = event.line['card']
            while events[index].type == 'deal':
                cards += events[index].line['card']
                index += 1
            operator.go_to(events[index - 1].at)
            operator.think()
            operator.type(cards.lower())
            n = wait('the cards', lambda: operator.lines() > n and operator.lines())
        else:
            operator.go_to(event.at)
            if event.type == 'result':
                operator.think()
                operator.enter(result_text(event.line))
            else:
                operator.enter(event.text)
            n = wait(event.text, lambda: operator.lines() > n and operator.lines())
    operator.hands += 2 * mouse
    operator.key('Return')
    operator.wait_lines(0)


def result_text(line):
    if 'pocket' in line:
        return line['pocket']
    return ''.join(str(die) for die in line['dice'])


# --- What comes out ------------------------------------------------------------------------------

def plain(line):
    """What both logs say of an event."""
    left = ('seq', 'at', 'frame', 'as', 'coded', 'revolutions', 'observed')
    return {name: value for name, value in line.items()
            if name not in left and value not in (0, False, [])}


def compare(tools):
    true = [plain(line) for line in read_lines(tools['log']) if line['type'] in CODED]
    coded = [plain(line) for line in read_lines(tools['coded']) if line['type'] in CODED]
    for number, (a, b) in enumerate(zip(true, coded)):
        if a != b:
            raise Gone(f'event {number} of {len(true)}: {b} instead of {a}')
    if len(true) != len(coded):
        raise Gone(f'{len(coded)} events instead of {len(true)}')
    framed = [line for line in read_lines(tools['coded']) if line['type'] in ('wager', 'result', 'settle')]
    if not all('frame' in line for line in framed):
        raise Gone('a wager, result or settlement without its frame')
    return len(true)


# --- The test ------------------------------------------------------------------------------------

def prepare(tools, game, rounds, seed):
    """Recordings without a log, and the log beside them."""
    true = tools['folder'] / 'true'
    run(tools, 'simulate', f'--game={game}', f'--rounds={rounds}', f'--seed={seed}', '--footage', str(true))
    archive = tools['folder'] / 'archive'
    archive.mkdir()
    shutil.move(true / 'footage', archive)
    shutil.copy(true / 'footage.json', archive)
    tools['log'] = next(true.glob('*.tel.jsonl'))
    tools['archive'] = archive
    header = json.loads(tools['log'].read_text(encoding='utf-8').split('\n', 1)[0])
    tools['coded'] = archive / f"{header['table']}-{header['gaming_day']}.{CODER}.tel.jsonl"
    tools['header'] = header


def begin(console, tools):
    told = run_script(tools, 1000, 500)
    console.choose('Record a Table…')
    console.says('What You Record')
    console.write('Your credential', CODER)
    console.write('Property', tools['header']['property'])
    for line in read_lines(tools['log']):
        if line['type'] in ('rules', 'limits'):
            name = 'Rules Submission, as the log format has it (empty: not known)' \
                if line['type'] == 'rules' else 'Posted limits, likewise'
            console.write(name, told[line['seq']][2].split(' ', 1)[1])
    spin(0.5)
    choose_game(console, tools)
    console.key(KEYS['Return'], control=True)
    return console.there(('image', 'icon'), 'The table’s layout: click a bet to lay chips')


GAMES = ('craps', 'mini_craps', 'pai_gow', 'sic_bo', 'roulette', 'big_six', 'casino_war', 'props_and_hops',
         'raise_it_up')


def choose_game(console, tools):
    """By the keyboard, in the list that opens."""
    row = console.there(('list item', 'combo box', 'row'), 'Game')
    there = Layout(row)
    Atspi.generate_mouse_event(there.x + there.width // 2, there.y + there.height // 2, 'b1c')
    spin(0.6)
    for _ in range(GAMES.index(tools['game'])):
        console.key(0xff54)
        spin(0.05)
    console.key(KEYS['Return'])
    spin(0.5)


# Around a window is its shadow, which the extents that a screen reader is told leave out.
SHADOW = 4


class Layout:
    """Where the layout is on the screen."""

    def __init__(self, node):
        extents = node.get_component_iface().get_extents(Atspi.CoordType.SCREEN)
        print('#', node.get_role_name(), node.get_name(), extents.x, extents.y, extents.width, extents.height, file=sys.stderr)
        self.x, self.y, self.width, self.height = extents.x + SHADOW, extents.y + SHADOW, extents.width, extents.height


def record(tell, console, tools):
    layout = Layout(begin(console, tools))
    tell(f'# layout at {layout.x}, {layout.y}: {layout.width} by {layout.height}')
    operator = Operator(console, tools)
    wait('the lines', lambda: operator.lines() >= 0)
    spin(0.5)
    hand = Hand()
    for part in cut_rounds(read_script(tools, layout.width, layout.height)):
        wagers = sum(event.type == 'wager' for event in part)
        record_round(operator, hand, part, layout)
        keys, points, modelled = operator.take()
        tell(f'# {wagers} wagers: {keys} keys and clicks, {points} pointings, {modelled:.1f} s')
    n = compare(tools)
    tell(f'# {n} events are the same')


def main():
    if 'DESK_TAP' not in os.environ:
        return on_own_bus()
    with open(os.environ['DESK_TAP'], 'w', encoding='utf-8') as tap:
        return test(lambda text: print(text, file=tap, flush=True))


def test(tell):
    program, cli, script, game, rounds, seed = sys.argv[1:]
    folder = pathlib.Path(tempfile.mkdtemp(prefix='skyward-recorded-'))
    tools = {'cli': cli, 'script': script, 'folder': folder, 'game': game}
    failed = 0
    tell('1..1')
    os.environ['XDG_DATA_HOME'] = str(folder / 'data')
    prepare(tools, game, rounds, seed)
    Atspi.init()
    console = Console(program)
    console.start(folder / 'store.db', tools['archive'])
    try:
        record(tell, console, tools)
        tell(f'ok 1 /recorded/{game}')
    except Gone as gone:
        failed = 1
        tell(f'not ok 1 /recorded/{game}\n# {gone}')
        if os.environ.get('DESK_TREE'):
            for node in walk(console.application):
                tell(f'# {node.get_role_name()}: {node.get_name()}')
    finally:
        console.end()
        shutil.rmtree(folder)
    return failed


if __name__ == '__main__':
    sys.exit(main())
