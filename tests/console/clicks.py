#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""An operator's, an investigator's and an auditor's work, clicked through in a real window.

clicks.py CONSOLE CLI LOG...: the console is run on an archive of LOGs, and everything is found and
pressed as a screen reader does it, over AT-SPI: by role and by name. What has no name cannot be
found, so that a widget that lost its name fails here. Prints TAP.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

import gi

gi.require_version('Atspi', '2.0')
from gi.repository import Atspi, GLib  # noqa: E402

PATIENCE = int(os.environ.get('CLICKS_PATIENCE', '60'))


class Gone(Exception):
    """What was looked for is not there."""


def spin(seconds):
    """Lets events arrive for a moment."""
    context = GLib.MainContext.default()
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if not context.iteration(False):
            time.sleep(0.01)


def wait(what, condition):
    """Returns what the condition does, as soon as that is true."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            found = condition()
        except GLib.Error:
            found = None  # the object went while it was looked at
        if found:
            return found
        spin(0.05)
    raise Gone(f'waited in vain for {what}')


def walk(node, depth=0):
    """The node and all below it that are shown."""
    if node is None or depth > 60:
        return
    yield node
    for i in range(node.get_child_count()):
        child = node.get_child_at_index(i)
        if child is not None and child.get_state_set().contains(Atspi.StateType.VISIBLE):
            yield from walk(child, depth + 1)


def can_be_pressed(node):
    """Whether it has an action; what a button lies in may have the button's name."""
    action = node.get_action_iface()
    return action is not None and action.get_n_actions() > 0


class Console:
    """The program and its windows."""

    def __init__(self, program):
        self.program = program

    def start(self, store, archive):
        # A program that is ended by a signal tells of no leaks, and looking for them takes so long
        # that nobody would wait.
        environment = dict(os.environ)
        if 'ASAN_OPTIONS' in environment:
            environment['ASAN_OPTIONS'] += ':detect_leaks=0:fast_unwind_on_malloc=1'
        self.process = subprocess.Popen([self.program, f'--store={store}', archive],
                                        env=environment)
        self.application = wait('the application', self.find_application)

    def find_application(self):
        desktop = Atspi.get_desktop(0)
        desktop.clear_cache()
        for i in range(desktop.get_child_count()):
            application = desktop.get_child_at_index(i)
            if application is not None and application.get_process_id() == self.process.pid:
                return application
        return None

    def find(self, role, name, contains=False, fits=lambda node: True):
        """The first that is shown with this role and name."""
        for node in walk(self.application):
            if node.get_role_name() not in role:
                continue
            text = node.get_name() or ''
            if (text == name or (contains and name in text)) and fits(node):
                return node
        return None

    def there(self, role, name, contains=False, fits=lambda node: True):
        return wait(f'{role} “{name}”', lambda: self.find(role, name, contains, fits))

    def says(self, text):
        """Waits until a label has the text in it."""
        return self.there(('label',), text, contains=True)

    def press(self, role, name, contains=False, fits=lambda node: True):
        node = self.there(role, name, contains, lambda node: can_be_pressed(node) and fits(node))
        wait(f'“{name}” to be sensitive',
             lambda: node.get_state_set().contains(Atspi.StateType.SENSITIVE))
        node.get_action_iface().do_action(0)
        spin(0.2)

    def choose(self, item):
        """Chooses an item of the main menu."""
        self.press(TOGGLE, 'Main Menu')
        self.press(('menu item', 'push button', 'button'), item)

    def write(self, name, text, role=('text', 'entry')):
        node = self.there(role, name, role == PASSWORD)
        editable = node.get_editable_text_iface()
        if editable is None or not editable.set_text_contents(text):
            raise Gone(f'“{name}” cannot be written in')
        spin(0.2)

    def end(self):
        self.process.terminate()
        self.process.wait(PATIENCE)


BUTTON = ('push button', 'button')
TOGGLE = ('toggle button', 'push button', 'button', 'menu button')
PASSWORD = ('password text',)
TAB = ('radio button', 'page tab', 'toggle button', 'push button')


PASSPHRASE = 'a long night watch'


def is_in(node, window):
    """Whether the node lies in the window of that title."""
    while node is not None and node.get_role_name() not in ('frame', 'dialog', 'window'):
        node = node.get_parent()
    return node is not None and node.get_name() == window


def run(tools, *arguments):
    """What the command line says."""
    done = subprocess.run([tools['cli'], *arguments], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Gone(f'{" ".join(arguments)}: {done.stdout}{done.stderr}')
    return done.stdout


def verify_ledger(tools, store):
    run(tools, 'ledger', 'verify', f'--store={store}')


def operator(console, tools):
    """Looks at what waits, confirms one finding, dismisses another with a reason."""
    console.there(('list',), 'Queues')
    console.there(('slider',), 'Timeline', contains=True)
    console.says('Open')
    console.press(BUTTON, 'Confirm')
    console.says('Confirmed by')
    console.press(BUTTON, 'Next Finding', contains=True)
    console.says('Open')
    console.press(TOGGLE, 'Dismiss')
    console.write('Reason of the dismissal', 'Seen on the recording: a drill')
    console.press(BUTTON, 'Dismiss the Finding')
    console.says('a drill')


def investigator(console, tools):
    """Opens a case and puts the finding that is looked at into it, with a note; gives it another
    title, closes it, and opens it again."""
    console.press(BUTTON, 'Cases and Surveillance Log')
    console.press(TOGGLE, 'New Case')
    console.write('Title of the new case', 'Payouts at CR-01')
    console.press(BUTTON, 'Open the Case')
    console.says('Case 1: Payouts at CR-01')
    console.press(BUTTON, 'Add What Is Looked At')
    console.there(BUTTON, 'Take out of the case')
    console.write('Note to the case', 'Asked the floorperson for the shift sheet.')
    console.press(BUTTON, 'Add the Note')
    console.says('Asked the floorperson')
    console.press(TOGGLE, 'Rename…')
    console.write('The case’s other title', 'Fire Bet at CR-01')
    console.press(BUTTON, 'Rename')
    console.says('Case 1: Fire Bet at CR-01')
    console.write('Note to the case', 'Handed to the Board.')
    console.press(BUTTON, 'Close the Case')
    console.says('Closed · opened by')
    console.write('Note to the case', 'The Board asks again.')
    console.press(BUTTON, 'Reopen the Case')
    console.says('Open · opened by')
    console.says('The Board asks again.')


def shift_report(console, tools):
    """Makes the report of a shift and saves it as PDF."""
    saved = tools['folder'] / 'shift.pdf'
    console.choose('Reports')
    console.says('Shift Summary')
    console.press(BUTTON, 'Save as PDF…')
    console.write('Name:', str(saved))
    console.press(BUTTON, '_Save', contains=True)
    wait('the file to be there', saved.exists)
    if not saved.read_bytes().startswith(b'%PDF-'):
        raise Gone('what was saved is no PDF')
    console.press(BUTTON, 'Close', fits=lambda node: is_in(node, 'Reports'))


def auditor(console, tools):
    """Reads the surveillance log, and checks the ledger without the console."""
    console.press(TAB, 'Surveillance Log')
    console.says('Case opened')
    console.says('Dismissed: ')
    console.says('Report saved: shift.pdf')
    verify_ledger(tools, tools['store'])


def sign_in(console, credential, name):
    """Has @credential sit down at the console."""
    console.choose('Preferences')
    console.write('Credential', credential)
    console.write('Name', name)
    console.press(BUTTON, 'Close', fits=lambda node: is_in(node, 'Preferences'))
    console.choose('Sign In')
    console.says(f'Credential {credential}')
    console.write('Passphrase', PASSPHRASE, PASSWORD)
    console.press(BUTTON, '_Sign In', contains=True)
    # The window closes when the key is open.
    wait('the sign-in to be over', lambda: not console.find(PASSWORD, 'Passphrase', True))


def second_reviewer(console, tools):
    """In a room whose people are registered, one confirms a Fire Bet; that one is refused as the
    second, and another agrees."""
    store = tools['folder'] / 'registered.db'
    phrase = tools['folder'] / 'passphrase'
    phrase.write_text(PASSPHRASE + '\n', encoding='utf-8')
    phrase.chmod(0o600)
    for arguments in (['PA-1', 'Ada Quinn', '--role=investigator'],
                      ['PA-2', 'Ben Ames', '--role=operator', '--as=PA-1',
                       f'--as-passphrase-file={phrase}']):
        run(tools, 'people', 'add', *arguments, f'--store={store}', f'--passphrase-file={phrase}')
    console.end()
    console.start(store, tools['fire_bet'])
    console.says('2 Fire Bets are pending')
    sign_in(console, 'PA-1', 'Ada Quinn')
    console.press(BUTTON, 'Confirm')
    console.says('Confirmed by Ada Quinn')
    console.says('that must be somebody else')
    sign_in(console, 'PA-2', 'Ben Ames')
    console.press(BUTTON, 'Agree')
    console.says('Second reviewer: Ben Ames')
    verify_ledger(tools, store)


def on_own_bus():
    """Runs this program again on a bus of its own, and hands its TAP on.

    What the bus starts writes to the standard output too, so the TAP comes in a file.
    """
    with tempfile.NamedTemporaryFile(prefix='skyward-clicks-') as tap:
        status = subprocess.run(['dbus-run-session', '--', sys.executable, '-B', *sys.argv],
                                stdout=sys.stderr, env=dict(os.environ, CLICKS_TAP=tap.name),
                                check=False).returncode
        print(tap.read().decode(), end='', flush=True)
    return status


def main():
    if 'CLICKS_TAP' not in os.environ:
        return on_own_bus()
    with open(os.environ['CLICKS_TAP'], 'w', encoding='utf-8') as tap:
        return click(lambda text: print(text, file=tap, flush=True))


def click(tell):
    program, cli, *logs = sys.argv[1:]
    parts = (operator, investigator, shift_report, auditor, second_reviewer)
    folder = pathlib.Path(tempfile.mkdtemp(prefix='skyward-clicks-'))
    archive = folder / 'archive'
    archive.mkdir()
    for log in logs:
        shutil.copy(log, archive)
    fire_bet = folder / 'fire-bet'
    fire_bet.mkdir()
    shutil.copy(logs[0], fire_bet)
    store = folder / 'store.db'
    tools = {'cli': cli, 'store': store, 'folder': folder, 'fire_bet': fire_bet}
    failed = 0
    tell(f'1..{len(parts)}')
    # Keys are kept below.
    os.environ['XDG_DATA_HOME'] = str(folder / 'data')
    Atspi.init()
    console = Console(program)
    console.start(store, archive)
    try:
        for number, part in enumerate(parts, 1):
            try:
                part(console, tools)
                tell(f'ok {number} /clicks/{part.__name__}')
            except Gone as gone:
                failed += 1
                tell(f'not ok {number} /clicks/{part.__name__}\n# {gone}')
                if os.environ.get('CLICKS_TREE'):
                    for node in walk(console.application):
                        tell(f'# {node.get_role_name()}: {node.get_name()}')
    finally:
        console.end()
        shutil.rmtree(folder, ignore_errors=True)
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
