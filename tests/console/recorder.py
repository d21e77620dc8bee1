# SPDX-License-Identifier: GPL-3.0-or-later
"""An operator who records a table by eye in a real window, over AT-SPI, and the log that says what
happened. For recorded.py and recorded-keys.py."""

import datetime
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import zoneinfo

from desk import Atspi, Console, Gone, run, spin, wait, walk

KEYS = {'Return': 0xff0d, 'Escape': 0xff1b, 'Tab': 0xff09, 'space': 0x20, 'Delete': 0xffff,
        'Up': 0xff52, 'Down': 0xff54, 'F2': 0xffbf}
CODER = 'PA-7'
OUTCOME = ('round_start', 'round_end', 'result', 'void', 'shooter', 'deal', 'set', 'reveal', 'expose',
           'discard', 'move', 'puck', 'power_odds')
WAGERS = ('wager', 'wager_change', 'decision', 'bank')
SETTLEMENTS = ('settle', 'bank_settle', 'envy')
CODED = OUTCOME + WAGERS + SETTLEMENTS
GAMES = ('craps', 'mini_craps', 'pai_gow', 'sic_bo', 'roulette', 'big_six', 'casino_war', 'props_and_hops',
         'raise_it_up')
# Around a window is its edge, which the extents that a screen reader is told leave out.
EDGE = 5
# Letters that are keys at some point of a round.
BOUND = 'rfxulctjkvaso'
# The keystroke-level model: a key or click, pointing, thinking, a hand to the mouse.
KEY, POINT, THINK, HAND = 0.2, 1.1, 1.35, 0.4


def instant(text):
    return datetime.datetime.fromisoformat(text.replace('Z', '+00:00'))


def read_lines(path):
    """The log's events but for checkpoints, which are about bytes."""
    with open(path, encoding='utf-8') as log:
        lines = [json.loads(line) for line in log]
    return [line for line in lines[1:] if line['type'] != 'checkpoint']


class Event:
    """A line of the log that was put away, and what is typed or clicked for it."""

    def __init__(self, line, place, due, bet, text):
        self.line = line
        self.type = line['type']
        self.at = instant(line['at'])
        self.place = place
        self.due = due
        self.bet = bet
        self.text = text

    def key(self):
        """What makes a wager the same as one of another round."""
        return self.line['seat'], self.bet, self.line['amount']


# --- The table -----------------------------------------------------------------------------------

def put_away(tools, true):
    """Leaves the recordings alone in a folder, and keeps the log elsewhere."""
    archive = tools['folder'] / 'archive'
    archive.mkdir()
    shutil.move(true / 'footage', archive)
    shutil.copy(true / 'footage.json', archive)
    tools['log'] = next(true.glob('*.tel.jsonl'))
    tools['archive'] = archive
    header = json.loads(tools['log'].read_text(encoding='utf-8').split('\n', 1)[0])
    tools['coded'] = archive / f"{header['table']}-{header['gaming_day']}.{CODER}.tel.jsonl"
    tools['header'] = header


def simulate(tools, rounds, seed):
    """Rounds of random play."""
    true = tools['folder'] / 'true'
    run(tools, 'simulate', f"--game={tools['game']}", f'--rounds={rounds}', f'--seed={seed}', '--footage',
        str(true))
    put_away(tools, true)


def play(tools, plan):
    """Rounds of the play that @plan has, as record-play.c reads it."""
    true = tools['folder'] / 'true'
    true.mkdir()
    subprocess.run([tools['play'], tools['game'], str(true)], input=plan, text=True, check=True)
    put_away(tools, true)


def read_events(tools, width=1000, height=500):
    """The events of the log that was put away, for a layout of that size."""
    done = subprocess.run([tools['script'], tools['log'], str(width), str(height)], capture_output=True,
                          text=True, check=True)
    told = {}
    for row in done.stdout.splitlines():
        if not row.startswith('#'):
            seq, x, y, due, bet, text = row.split('\t')
            told[int(seq)] = (int(x), int(y)), due == '1', bet, text
    return [Event(line, *told[line['seq']]) for line in read_lines(tools['log'])]


def cut_rounds(events):
    """What lies before a round belongs to it."""
    rounds = [[]]
    for event in events:
        rounds[-1].append(event)
        if event.type == 'round_end':
            rounds.append([])
    return [part for part in rounds if any(event.type == 'round_end' for event in part)]


# --- The operator --------------------------------------------------------------------------------

class Layout:
    """Where the layout is on the screen."""

    def __init__(self, node):
        extents = node.get_component_iface().get_extents(Atspi.CoordType.SCREEN)
        self.x, self.y = extents.x + EDGE, extents.y + EDGE
        self.width, self.height = extents.width, extents.height


def open_window(console):
    """The window that records, on its first page. From here on everything is looked for in it alone."""
    console.choose('Record a Table…')
    console.application = console.there(('frame', 'window', 'dialog'), 'Record a Table')
    console.says('What You Record')


def begin(console, tools):
    """The window's first page, filled in. Returns: the layout."""
    events = read_events(tools)
    open_window(console)
    console.write('Your credential', CODER)
    console.write('Property', tools['header']['property'])
    names = {'rules': 'Rules Submission, as the log format has it (empty: not known)',
             'limits': 'Posted limits, likewise'}
    for event in events:
        if event.type in names:
            console.write(names[event.type], event.text.split(' ', 1)[1])
    choose_game(console, tools)
    return go_on(console)


def go_on(console):
    """From the first page to the table. A program that kept no settings shows its tour."""
    tour = console.there(('panel', 'grouping'), 'Tour of the window')

    def is_shown():
        tour.clear_cache()
        return tour.get_child_count() > 0

    console.key(KEYS['Return'], control=True)
    wait('the tour of the window', is_shown)
    console.key(KEYS['F2'], shift=True)
    wait('the end of the tour', lambda: not is_shown())
    spin(0.5)
    return Layout(console.there(('image', 'icon'), 'The table’s layout: click a bet to lay chips'))


def choose_game(console, tools):
    """By the keyboard, in the list that opens."""
    row = Layout(console.there(('list item', 'combo box', 'row'), 'Game'))
    Atspi.generate_mouse_event(row.x + row.width // 2, row.y + row.height // 2, 'b1c')
    spin(0.6)
    for _ in range(GAMES.index(tools['game'])):
        console.key(KEYS['Down'])
        spin(0.05)
    console.key(KEYS['Return'])
    spin(0.5)


class Operator:
    """Who looks at the screen, and has two hands."""

    def __init__(self, console, tools, layout):
        self.console = console
        self.zone = zoneinfo.ZoneInfo(tools['header']['time_zone'])
        self.layout = layout
        self.seat, self.amount = 1, 500  # in hand
        self.title = wait('the lines', lambda: self.find_label(r'(\d+) lines? of the round'))
        self.clock = None
        self.keys = self.clicks = self.points = self.thoughts = 0
        self.clicked_for = None  # the seat of the last click
        self.counts = True

    def key(self, name, control=False, shift=False):
        # Where there is no window manager the window under the pointer has the keys.
        self.console.key(KEYS.get(name) or ord(name), control=control, shift=shift)
        if self.counts:
            self.keys += 1
        spin(0.02)

    def type(self, text):
        for letter in text:
            self.key(letter, shift=letter.isupper() or letter in '@:"{}()<>?_+|~!#$%^&*')

    def click(self, place, button=1):
        """A bet of the layout."""
        Atspi.generate_mouse_event(self.layout.x + place[0], self.layout.y + place[1], f'b{button}c')
        self.clicks += 1
        self.points += 1
        spin(0.05)

    def take(self):
        """The keys and clicks, the pointings and the thoughts since it was last asked. A thought is had for
        each seat that is clicked for, each thing that is typed but for a result, and each key that does many."""
        work = self.keys + self.clicks, self.points, self.thoughts
        self.keys = self.clicks = self.points = self.thoughts = 0
        self.clicked_for = None
        return work

    # --- What is seen ---

    def find_label(self, pattern):
        for node in walk(self.console.application):
            if node.get_role_name() == 'label' and re.fullmatch(pattern, node.get_name() or ''):
                return node
        return None

    def lines(self):
        self.title.clear_cache()
        return int(re.match(r'\d+', self.title.get_name())[0])

    def wait_lines(self, what, n):
        wait(f'{what}: {n} lines, there are {self.lines()}', lambda: self.lines() == n)

    def position(self):
        """The playhead, as the transport shows it."""
        self.clock.clear_cache()
        return self.clock.get_name()

    def show(self, at):
        """@at as the transport shows it."""
        return at.astimezone(self.zone).strftime('%H:%M:%S.%f')[:-3]

    # --- Where the recording stands: no part of the count ---

    def go_to(self, at):
        """Types a time."""
        text = self.show(at)
        if self.clock is not None and self.position() == text:
            return
        self.counts = False
        self.key('t', shift=True)
        spin(0.15)
        self.type(text)
        self.key('Return')
        self.counts = True
        if self.clock is None:
            # Pictures have such a label too, without a button around it.
            self.clock = wait('the playhead', self.find_clock)
        wait(f'{text}, not {self.position()}', lambda: self.position() == text)

    def find_clock(self):
        for node in walk(self.console.application):
            if node.get_role_name() == 'label' and re.fullmatch(r'\d\d:\d\d:\d\d\.\d{3}', node.get_name() or ''):
                around = node.get_parent().get_parent()
                if around is not None and around.get_name() == 'Go to a Time':
                    return node
        return None

    def play_until(self, at):
        """Plays in real time up to @at."""
        self.counts = False
        self.key('space')
        wait(f'the playing up to {at}', lambda: self.position() > self.show(at), 120)
        self.key('space')
        self.counts = True

    # --- What is said ---

    def enter(self, text, bound=''):
        """Types @text into the entry line and leaves it; @bound: letters that are keys now."""
        slash = text[0] in bound
        self.thoughts += not text[0].isdigit() or bound != ''
        if slash:
            self.key('/')
        self.type(text)
        self.key('Return')
        if slash:
            self.key('Escape')

    def take_seat(self, seat):
        if seat != self.seat:
            self.key(str(seat), control=True)
            self.seat = seat

    def lay(self, event, by_pointer):
        """A wager by a click where it lies, or typed where a click does not say it."""
        line = event.line
        money = f"{line['amount'] // 100}" + (f".{line['amount'] % 100:02}" if line['amount'] % 100 else '')
        options = [word for word in event.text.split() if '=' in word and not word.startswith('supports=')]
        if by_pointer and event.place[0] >= 0 and line['seat'] < 10 and not options:
            self.take_seat(line['seat'])
            if self.clicked_for != line['seat']:
                self.thoughts += 1
                self.clicked_for = line['seat']
            if line['amount'] != self.amount:
                self.type(money)
                self.amount = line['amount']
            self.click(event.place)
            return
        words = [event.bet.split()[0]] + ([] if line['amount'] == self.amount else [money])
        words += [word for word in event.bet.split() if word.startswith('supports=')] + options
        if line['seat'] < 10:
            self.take_seat(line['seat'])
        else:
            words.insert(0, f"@{line['seat']}")
        self.enter(' '.join(words), BOUND)


# --- The test ------------------------------------------------------------------------------------

def try_at_table(tell, name, program, tools, make, work):
    """Makes the table's archive, opens it in the console and works there; returns the program's status."""
    tools['folder'] = pathlib.Path(tempfile.mkdtemp(prefix='skyward-recorded-'))
    tell('1..1')
    os.environ['XDG_DATA_HOME'] = str(tools['folder'] / 'data')
    make()
    Atspi.init()
    console = Console(program)
    console.start(tools['folder'] / 'store.db', tools['archive'])
    try:
        work(console)
        tell(f'ok 1 /recorded/{name}')
        return 0
    except Gone as gone:
        tell(f'not ok 1 /recorded/{name}\n# {gone}')
        if os.environ.get('DESK_TREE'):
            for node in walk(console.application):
                tell(f'# {node.get_role_name()}: {node.get_name()}')
        return 1
    finally:
        console.end()
        shutil.rmtree(tools['folder'])
