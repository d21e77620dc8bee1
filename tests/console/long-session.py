#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two hours of an operator's work without a pause, compressed into minutes.

long-session.py CONSOLE CLI LOG...: CONSOLE is measured-console, which tells how long its turns take. It is run
on an archive with two cameras' footage and the LOGs, of which one log grows, and another archive is opened
in between. What is done comes in rounds; each has every kind of action in it, in an order that the seed
chooses, so that after the first of them all has been done that will be. From then on neither memory nor
open descriptors grow. In the end many windows are opened at the same time. No turn of the main
loop works longer than LONGEST_TURN, and the toolkit has nothing to complain of. Prints TAP.
"""

import collections
import itertools
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

from desk import BUTTON, PATIENCE, TOGGLE, Atspi, Console, GLib, Gone, run, run_test, spin, wait, walk

SEED = int(os.environ.get('LONG_SESSION_SEED', '1'))
# Somebody who does something every four seconds for two hours does it 1,800 times; a round has 130 and some.
ROUNDS = int(os.environ.get('LONG_SESSION_ROUNDS', '15'))
# What happens to be decoded and drawn makes a round's memory come and go: of some in a row the least counts.
SOME = max(1, ROUNDS // 5)

LONGEST_TURN = 100  # ms that the main loop's thread works in one turn
# The program's end takes away whatever is open in one turn; no frame waits for it.
ENDING = 'the end'
# What the heap's pieces lie apart, and what the ledger and the log that grows have more of in the end.
MORE_MEMORY = 5  # per cent
# SQLite keeps the descriptor of a connection that ends while another has the file, for the next connection:
# the store's are as many as were connected at the same time, once an audit and what follows a log met.
CONNECTED_AT_ONCE = 2
SORTS = 9  # columns that a list is sorted by
CROWD = 28  # windows that are open at the same time

# What every turn is in, and how many functions are named that a long one was in.
AROUND = {'main', '__libc_start_main', 'g_application_run', 'g_main_context_iteration', 'g_main_context_dispatch'}
NAMES_TOLD = 40

FRAME = ('frame', 'dialog', 'window')


def place_of(name, actions):
    """Where an action is among those that are enabled, in a tuple. How many there are is not asked: GTK 4.8
    never frees the names that it counts for the answer."""
    for i in itertools.count():
        try:
            found = actions.get_action_name(i)
        except GLib.Error:
            return None
        if found == name:
            return (i,)


class Desk:
    """Who works at the console, and what was done."""

    def __init__(self, console, tools):
        self.console = console
        self.tools = tools
        self.random = random.Random(SEED)
        self.done = []  # (when, what)
        self.nodes = {}
        self.growing = tools['growing'].read_text(encoding='utf-8').splitlines(keepends=True)
        self.grown = len(self.growing) // 2
        self.grow_to(self.grown)

    # --- What is there ---

    def windows(self):
        application = self.console.application
        found = (application.get_child_at_index(i) for i in range(application.get_child_count()))
        return [window for window in found if window is not None]

    def window(self, title):
        return next((window for window in self.windows() if window.get_name() == title), None)

    def main(self):
        return self.there(FRAME, 'Skyward', self.console.application)

    def there(self, role, name, below=None):
        """What has the role and the name, looked for once as long as it is shown."""
        key = (role, name)
        try:
            if key in self.nodes and self.nodes[key].get_state_set().contains(Atspi.StateType.VISIBLE):
                return self.nodes[key]
        except GLib.Error:
            pass
        self.nodes[key] = wait(f'{role} “{name}”', lambda: self.look(role, name, below))
        return self.nodes[key]

    def look(self, role, name, below=None):
        for node in walk(below or self.main()):
            if node.get_role_name() in role and (node.get_name() or '') == name \
                    and (role not in (BUTTON, TOGGLE) or node.get_action_iface().get_n_actions() > 0):
                return node
        return None

    def review(self):
        return self.there(('tool bar',), 'Review')

    def says(self, text, below):
        """Waits until a label below a node has the text in it."""
        return wait(f'“{text}”', lambda: next(
            (node for node in walk(below)
             if node.get_role_name() == 'label' and text in (node.get_name() or '')), None))

    # --- What is done ---

    def act(self, what, pause=0.12):
        """Notes what was done just now, and looks at it for a moment."""
        self.done.append((time.monotonic(), what))
        spin(pause)

    def do(self, action, window=None, pause=0.12, note=None):
        """Activates an action, by its name, on a window; it is noted as that, or under its name."""
        actions = (window or self.main()).get_action_iface()
        place, = wait(f'the action {action}', lambda: place_of(action, actions))
        self.done.append((time.monotonic(), note or action))
        actions.do_action(place)
        spin(pause)

    def press(self, role, name, below=None, pause=0.12):
        node = self.there(role, name, below)
        wait(f'“{name}” to be sensitive',
             lambda: node.get_state_set().contains(Atspi.StateType.SENSITIVE))
        self.done.append((time.monotonic(), name))
        node.get_action_iface().do_action(0)
        spin(pause)

    def write(self, role, name, text, below=None):
        node = self.there(role, name, below)
        if not node.get_editable_text_iface().set_text_contents(text):
            raise Gone(f'“{name}” cannot be written in')
        self.act(f'{name}: {text}')

    def key(self, symbol, control=False):
        self.console.key(symbol, control)
        self.act(f'key {symbol:x}{" with Control" if control else ""}')

    def close(self, title):
        self.do('window.close', wait(f'the window “{title}”', lambda: self.window(title)))
        wait(f'“{title}” to close', lambda: self.window(title) is None)


    # --- The kinds of work ---

    def labels(self, role, name):
        """What the labels below a node say."""
        return wait(f'what “{name}” says', lambda: [
            node.get_name() for node in walk(self.there(role, name)) if node.get_role_name() == 'label'])

    def position(self):
        """The finding that is looked at."""
        return self.labels(('panel',), 'Finding')

    def resting_position(self):
        """The same when it stays what it is."""
        last = None
        while last != self.position():
            last = self.position()
            spin(0.4)
        return last

    def clock(self):
        return self.labels(('tool bar',), 'Playback')[-2:]

    def is_still(self):
        """Whether a day is shown, and no other one takes its place."""
        before = self.clock()
        spin(0.5)
        return any(before) and self.clock() == before

    def listed(self):
        """How many rows the list says that it has."""
        for node in walk(self.there(('filler', 'panel'), 'SkyFindingView')):
            found = re.fullmatch(r'([\d,]+) (findings?|rounds?|bookmarks?)', node.get_name() or '')
            if found and node.get_role_name() == 'label':
                return int(found[1].replace(',', ''))
        return 0

    def look_at_findings_by_buttons(self):
        self.key(ord('1'), control=True)
        for _ in range(4):
            self.press(BUTTON, 'Next Finding', pause=0.25)
        self.press(BUTTON, 'Previous Finding', pause=0.25)

    def look_at_findings(self):
        self.look_at_findings_by_buttons()
        before = self.resting_position()
        n = 0
        # Some that follow each other may say the same.
        while n < 8 and self.resting_position() == before:
            self.key(ord('n'))
            n += 1
        if self.resting_position() == before:
            raise Gone('waited in vain for another finding')
        for _ in range(n):
            self.key(ord('p'))
        wait('the finding before', lambda: self.position() == before)

    def play(self):
        """There and back: at its day's end nothing can be played on."""
        clocks = [self.clock()]
        for action in ('win.play', 'win.forward', 'win.forward', 'win.reverse', 'win.reverse'):
            self.do(action, pause=0.35)
            clocks.append(self.clock())
        self.do('win.pause')
        if clocks == clocks[:1] * len(clocks):
            raise Gone(f'it does not play: {clocks}')

    def seek(self):
        place = self.there(('slider',), 'Timeline').get_component_iface().get_extents(Atspi.CoordType.WINDOW)
        self.do('win.show-day', pause=0.25)
        wait('the day to be there', self.is_still)
        for part in self.random.sample(range(30, 95, 5), 3):
            before = self.clock()
            # In the lane of the rounds.
            Atspi.generate_mouse_event(place.x + place.width * part // 100, place.y + 47, 'b1c')
            self.act('click on the timeline', 0.2)
            wait('the clock to have moved', lambda: self.clock() != before)
        self.do('win.show-round', pause=0.25)
        for name in ('Next Event', 'One Frame Forward', 'One Frame Forward', 'One Frame Back', 'Next Round',
                     'Previous Event', 'Previous Round'):
            self.press(BUTTON, name, self.there(('tool bar',), 'Playback'))

    def decide(self):
        """Says something of a finding, and takes back what it says in the end: the next time it is open."""
        review = self.review()
        self.press(BUTTON, 'Next Finding')
        self.decided = self.resting_position()
        # That is ruled on.
        dispute = self.look(BUTTON, 'For Patron', review) is not None
        kind = self.random.randrange(3)
        if kind == 0:
            said = 'The patron is right by' if dispute else 'Confirmed by'
            self.press(BUTTON, 'For Patron' if dispute else 'Confirm', review)
        elif kind == 1:
            said = 'Escalated by'
            self.press(BUTTON, 'Escalate', review)
        else:
            said = 'The record stands by' if dispute else 'Dismissed by'
            self.press(TOGGLE, 'Stands' if dispute else 'Dismiss', review, pause=0.3)
            self.write(('text', 'entry'), 'Reason for the dismissal', 'Seen on the recording: a drill', review)
            self.press(BUTTON, 'Dismiss the Finding', review)
        # The next one is shown, but for one that wants a second reviewer: as soon as it is written.
        for _ in range(8):
            spin(0.6)
            if any(said in text for text in self.resting_position()):
                break
            self.do('win.decided')
        self.says(said, review)
        self.do('win.undo')
        self.says('Open', review)

    def note(self):
        review = self.review()
        self.do('win.note', pause=0.3)
        self.write(('text', 'entry'), 'Note to the finding', 'Looked at.', review)
        self.press(BUTTON, 'Add the Note', review)
        # Thought better of: the next finding's has nothing in it.
        self.do('win.note', pause=0.3)
        self.write(('text', 'entry'), 'Note to the finding', 'Looked at, and then', review)
        self.press(BUTTON, 'Next Finding', review, pause=0.3)
        self.do('win.dismiss', pause=0.3)
        self.write(('text', 'entry'), 'Reason for the dismissal', 'Or rather', review)
        self.press(BUTTON, 'Previous Finding', review, pause=0.3)

    def filter(self):
        view = self.there(('filler', 'panel'), 'SkyFindingView')
        everything = self.listed()
        search = self.there(('entry',), 'Search the findings', view)
        for text in ('w', 'wa', 'wag', 'wage', 'wager'):
            search.get_editable_text_iface().set_text_contents(text)
            self.act(f'search {text}')
        wait('fewer findings', lambda: 0 < self.listed() < everything)
        self.do('win.clear-filter')
        wait('all findings', lambda: self.listed() == everything)
        self.do('win.filter', pause=0.3)
        # By the keyboard: the first box has the focus.
        for name in ('Critical', 'Major'):
            box = self.there(('check box',), name, view)
            self.key(ord(' '))
            wait(f'{name} to be ticked',
                 lambda: box.get_state_set().contains(Atspi.StateType.CHECKED))
            self.key(0xff09)
        wait('fewer findings', lambda: 0 < self.listed() < everything)
        game = self.there(('combo box',), 'Game', view)
        next(node for node in walk(game) if node.get_role_name() in TOGGLE).get_action_iface().do_action(0)
        self.act('the games', 0.3)
        severe = self.listed()
        self.key(0xff54)
        self.key(0xff54)
        self.key(0xff0d)
        wait('still fewer findings', lambda: self.listed() < severe)
        self.press(BUTTON, 'Clear All', view)
        self.press(TOGGLE, 'Filter', view)
        wait('the filter to close', lambda: self.look(('check box',), 'Critical', view) is None)
        wait('all findings', lambda: self.listed() == everything)

    def queues(self):
        for number in (2, 3, 4, 8, 9, 1):
            self.key(ord(str(number)), control=True)
        self.do('win.changed')
        self.do('win.changed')
        self.key(ord('h'))
        for _ in range(6):
            self.key(ord('h'))

    def look_at_windows(self):
        windows = [('win.preferences', 'Preferences'), ('win.reports', 'Reports'), ('win.help', 'Help'),
                   ('win.show-help-overlay', 'Keyboard Shortcuts'), ('win.verify', 'Verify a Package'),
                   ('win.people', 'People'), ('win.locks', 'Locked Recordings'), ('win.sign-in', 'Sign In'),
                   ('win.cases', 'Cases and Surveillance Log'), ('win.log', 'Cases and Surveillance Log')]
        self.random.shuffle(windows)
        for action, title in windows:
            self.do(action, pause=0.5)
            self.close(title)

    def change_view(self):
        self.do('win.wall-window', pause=0.6)
        self.do('win.play', pause=0.4)
        self.do('win.pause')
        self.do('win.wall-window', pause=0.4)
        for action in ('win.strip', 'win.overlay', 'win.all-wagers', 'win.fullscreen', 'win.sidebar'):
            self.do(action, pause=0.4)
            self.do(action, pause=0.2)
        self.do('win.bookmark')

    def follow(self):
        """The growing log grows by a few rounds."""
        for _ in range(3):
            self.grow_to(min(len(self.growing), self.grown + len(self.growing) // 2 // (3 * ROUNDS)))
            self.act('the log grows', 0.4)

    def grow_to(self, number):
        self.grown = number
        path = self.tools['archive'] / self.tools['growing'].name
        with open(path, 'w' if not path.exists() else 'r+', encoding='utf-8') as log:
            log.seek(0, os.SEEK_END)
            have = path.read_text(encoding='utf-8').count('\n')
            log.writelines(self.growing[have:number])

    def visit_other_archive(self):
        for archive, title in (('other', 'CR-03'), ('archive', None)):
            self.open(self.tools[archive])
            wait(f'{archive} to be listed', lambda: self.listed() > 0)

    def open(self, archive):
        self.do('win.open', pause=0.8)
        dialog = wait('the dialog', lambda: self.window('Open Archive'))
        self.key(ord('/'))
        entry = wait('the place for a path', lambda: next(
            (node for node in walk(dialog) if node.get_role_name() in ('text', 'entry')
             and node.get_state_set().contains(Atspi.StateType.FOCUSED)), None))
        entry.get_editable_text_iface().set_text_contents(str(archive))
        self.act(f'open {archive}', 0.3)
        self.press(BUTTON, '_Open Open', dialog)
        wait('the dialog to close', lambda: self.window('Open Archive') is None)

    def crowd(self):
        """Further main windows, each with all that it opens; and work in the midst of them."""
        opened = ['win.preferences', 'win.reports', 'win.help', 'win.verify', 'win.people', 'win.cases']
        each = 1 + len(opened)
        mains = [self.main()]
        for number in range(CROWD // each):
            if number > 0:
                subprocess.run(self.console.arguments, check=True,
                               env=dict(os.environ, SKYWARD_TURNS=os.devnull))
                self.act('another main window')
                mains = wait('another main window', lambda: [
                    window for window in self.windows()
                    if window.get_name() == 'Skyward'][number:] and [
                    window for window in self.windows() if window.get_name() == 'Skyward'])
                wait('what it lists', lambda: self.look(BUTTON, 'Next Finding', mains[-1]))
            for action in opened:
                self.do(action, mains[-1], pause=0.25)
        wait(f'{CROWD} windows', lambda: len(self.windows()) >= CROWD)
        self.look_at_findings_by_buttons()
        self.decide()
        self.follow()
        for window in reversed(self.windows()):
            if window != mains[0]:
                self.do('window.close', window, note='closing a main window' if window in mains else None)
        wait('the main window alone', lambda: len(self.windows()) == 1)

    def come_to_rest(self):
        """The main window alone, at the first finding of all, and nothing plays.

        Two windows were drawn last, each time: what cairo keeps to draw them side by side depends on it.
        """
        self.do('win.pause')
        self.do('win.clear-filter')
        self.key(ord('2'), control=True)
        self.key(ord('1'), control=True)
        self.sort_by_time()
        self.do('win.wall-window', pause=0.6)
        self.do('win.wall-window', pause=0.4)
        # It gives back what is free once it has rested for some seconds.
        spin(6)

    def sort_by_time(self):
        """The same finding comes first then, and with it the same pictures are in sight."""
        view = self.there(('filler', 'panel'), 'SkyFindingView')
        for _ in range(SORTS):
            if any(node.get_role_name() == 'label' and node.get_name() == 'Time ↑' for node in walk(view)):
                return
            self.key(ord('h'))
        raise Gone('waited in vain for a list by time')


def measure(console):
    """Memory in kB and open descriptors of a program at rest, but those of the day that is looked at."""
    folder = pathlib.Path(f'/proc/{console.process.pid}')
    text = (folder / 'smaps_rollup').read_text(encoding='utf-8')
    memory = {name: int(re.search(rf'^{name}: *(\d+) kB', text, re.M)[1]) for name in ('Rss', 'Anonymous')}
    links = []
    for link in (folder / 'fd').iterdir():
        try:
            target = os.readlink(link)
        except OSError:
            continue
        if not target.endswith(('.tel.jsonl', '.mkv')):
            links.append(target)
    return memory, sorted(links)


def make_archives(tools, logs):
    archive, other, growing = (tools['folder'] / name for name in ('archive', 'other', 'growing'))
    run(tools, 'simulate', '--game=craps', '--rounds=6', '--faults=6', '--seed=7', '--footage', str(archive))
    for log in logs:
        shutil.copy(log, archive / f'{pathlib.Path(log).parent.name}-{pathlib.Path(log).name}')
    run(tools, 'simulate', '--game=craps', '--rounds=120', '--tables=3', '--faults=40', '--seed=8', str(other))
    run(tools, 'simulate', '--game=craps', '--rounds=200', '--tables=2', '--faults=80', '--seed=9', str(growing))
    tools.update(archive=archive, other=other, growing=next(growing.glob('CR-02*.tel.jsonl')))


def work(desk):
    kinds = [desk.look_at_findings, desk.look_at_findings, desk.play, desk.seek, desk.seek, desk.decide,
             desk.decide, desk.decide, desk.note, desk.filter, desk.queues, desk.look_at_windows,
             desk.change_view, desk.follow, desk.visit_other_archive]
    desk.random.shuffle(kinds)
    for kind in kinds:
        kind()


def read_turns(path, desk, tell):
    """What is wrong with the turns; tells of each long one what was done last before it ended."""
    *lines, summary = path.read_text(encoding='utf-8').splitlines()
    wrong = []
    for line in lines:
        *times, faults = (int(number) for number in line.split())
        worked, took, woken = (time / 1000 for time in times)
        what = (['starting'] + [what for at, what in desk.done if at * 1000 < woken + took])[-1]
        turn = f'a turn of {worked:.0f} ms, {took:.0f} ms on the wall, {faults} pages, after {what}'
        tell(f'# {turn}')
        if worked > LONGEST_TURN and what != ENDING:
            wrong.append(turn)
    number, worked, took = (int(number) for number in summary.removeprefix('turns ').split())
    tell(f'# {number} turns, the longest {worked / 1000:.0f} ms, the longest on the wall {took / 1000:.0f} ms')
    return ', '.join(wrong)


def tell_where(path, tell):
    """In which functions turns were that took long, those first in which most samples were."""
    for turn in path.read_text(encoding='utf-8').split('a turn of ')[1:]:
        length, *samples = turn.strip().split('\n\n')
        samples = [sample for sample in [*length.split('\n', 1)[1:], *samples] if sample.strip()]
        inside = collections.Counter(name for sample in samples
                                     for name in set(re.findall(r'\((\w+)\+', sample)) - AROUND)
        tell(f'# where a turn of {length.split(maxsplit=1)[0]} µs was, of {len(samples)} samples: ' + ', '.join(
            f'{name} {number}' for name, number in inside.most_common(NAMES_TOLD)))


def session(tools, tell):
    """Works, and returns what each promise comes to: by its name, what is wrong with it, or nothing."""
    errors, turns = tools['folder'] / 'errors', tools['folder'] / 'turns'
    where = tools['folder'] / 'where'
    where.touch()
    os.environ.update(SKYWARD_TURNS=str(turns), SKYWARD_TURNS_WHERE=str(where))
    console = Console(tools['console'])
    desk = Desk(console, tools)
    begun = time.monotonic()
    measured = []
    try:
        with open(errors, 'wb') as file:
            console.start(tools['folder'] / 'store.db', tools['archive'], file)
        wait('findings', lambda: desk.listed() > 0)
        for number in range(1, ROUNDS + 1):
            work(desk)
            desk.come_to_rest()
            memory, links = measure(console)
            tell(f'# round {number}: {len(desk.done)} actions, {time.monotonic() - begun:.0f} s, '
                 f'{memory["Rss"]} kB, {memory["Anonymous"]} kB of them its own, {len(links)} descriptors')
            measured.append((memory['Rss'], links))
        desk.crowd()
        run(tools, 'ledger', 'verify', f'--store={tools["folder"] / "store.db"}')
    except Gone as gone:
        for at, what in desk.done[-12:]:
            tell(f'# {at - begun:.1f} s: {what}')
        tell(f'# decided last: {desk.decided}')
        tell(f'# what is shown: {desk.position()}')
        return {'work': str(gone)}
    finally:
        desk.act(ENDING, 0)
        console.end()
        long_turns = read_turns(turns, desk, tell)
        tell_where(where, tell)
        said = errors.read_text(encoding='utf-8')
        for line in said.splitlines():
            tell(f'# {line}')

    least, in_the_end = (min(memory for memory, links in some) for some in (measured[:SOME], measured[-SOME:]))
    more = in_the_end * 100 / least - 100
    (_, first_links), (_, links) = measured[0], measured[-1]
    store = str(tools['folder'] / 'store.db')
    opened = {link: links.count(link) - first_links.count(link) for link in set(links)
              if links.count(link) > first_links.count(link) + (CONNECTED_AT_ONCE if link == store else 0)}
    tell(f'# memory {more:+.1f} per cent, descriptors {len(links) - len(first_links):+d}')
    return {'work': '',
            'memory': f'{more:.1f} per cent more' if more > MORE_MEMORY else '',
            'descriptors': f'more than before: {opened}' if opened else '',
            'turns': long_turns,
            'warnings': 'the console complained' if said else ''}


def long_session(tell):
    folder = pathlib.Path(tempfile.mkdtemp(prefix='skyward-long-session-'))
    tools = {'console': sys.argv[1], 'cli': sys.argv[2], 'folder': folder}
    os.environ['XDG_DATA_HOME'] = str(folder / 'data')
    Atspi.init()
    # A desk that is busy is waited for.
    Atspi.set_timeout(PATIENCE * 1000, PATIENCE * 1000)
    try:
        make_archives(tools, sys.argv[3:])
        found = session(tools, tell)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    tell(f'1..{len(found)}')
    for number, (name, wrong) in enumerate(found.items(), 1):
        tell(f'not ok {number} /long-session/{name}\n# {wrong}' if wrong else f'ok {number} /long-session/{name}')
    return 1 if any(found.values()) else 0


if __name__ == '__main__':
    sys.exit(run_test(long_session))
