# SPDX-License-Identifier: GPL-3.0-or-later
"""A console that is worked at as a screen reader does it, over AT-SPI: everything is found by role
and by name. For clicks.py and long-session.py."""

import os
import subprocess
import sys
import tempfile
import time

import gi

gi.require_version('Atspi', '2.0')
from gi.repository import Atspi, GLib  # noqa: E402

PATIENCE = int(os.environ.get('DESK_PATIENCE', '60'))

BUTTON = ('push button', 'button')
TOGGLE = ('toggle button', 'push button', 'button', 'menu button')
PASSWORD = ('password text',)
CONTROL, SHIFT = 37, 50  # the keys' codes on every X server's keyboard

TAB = ('radio button', 'page tab', 'toggle button', 'push button')


class Gone(Exception):
    """What was looked for is not there."""


def spin(seconds):
    """Lets events arrive for a moment."""
    context = GLib.MainContext.default()
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if not context.iteration(False):
            time.sleep(0.01)


def wait(what, condition, patience=PATIENCE):
    """Returns what the condition does, as soon as that is true; waits so many seconds. A machine that
    stood still, or had no time for this program, used none of them."""
    left = patience
    while left > 0:
        before = time.monotonic()
        try:
            found = condition()
        except GLib.Error:
            found = None  # the object went while it was looked at
        if found:
            return found
        spin(0.05)
        left -= min(time.monotonic() - before, 0.5)
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

    def start(self, store, archive, errors=None):
        """Runs it; what it complains of goes into the file @errors, or is shown."""
        self.open(f'--store={store}', archive, errors=errors)

    def open(self, *arguments, errors=None):
        """Runs it with other arguments."""
        self.arguments = [self.program, *arguments]
        # A program that is ended by a signal tells of no leaks, and looking for them takes so long
        # that nobody would wait.
        environment = dict(os.environ)
        if 'ASAN_OPTIONS' in environment:
            environment['ASAN_OPTIONS'] += ':detect_leaks=0:fast_unwind_on_malloc=1'
        self.process = subprocess.Popen(self.arguments, env=environment, stderr=errors)
        # Beside other tests a program may be slow to answer, first of all where a window opens.
        Atspi.set_timeout(PATIENCE * 1000, PATIENCE * 1000)
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

    def write(self, name, text, role=('text', 'entry'), fits=lambda node: True):
        node = self.there(role, name, role == PASSWORD, fits)
        editable = node.get_editable_text_iface()
        if editable is None or not editable.set_text_contents(text):
            raise Gone(f'“{name}” cannot be written in')
        spin(0.2)

    def key(self, symbol, control=False, shift=False):
        """Presses a key; whatever window is under the pointer has it."""
        held = [code for code, wanted in ((CONTROL, control), (SHIFT, shift)) if wanted]
        for code in held:
            Atspi.generate_keyboard_event(code, None, Atspi.KeySynthType.PRESS)
        Atspi.generate_keyboard_event(symbol, None, Atspi.KeySynthType.SYM)
        for code in reversed(held):
            Atspi.generate_keyboard_event(code, None, Atspi.KeySynthType.RELEASE)

    def end(self):
        self.process.terminate()
        self.process.wait(PATIENCE)


def is_in(node, window):
    """Whether the node lies in the window of that title."""
    while node is not None and node.get_role_name() not in ('frame', 'dialog', 'window'):
        node = node.get_parent()
    return node is not None and node.get_name() == window


def sign_in(console, credential, name, passphrase):
    """As at the beginning of a shift."""
    console.choose('Preferences')
    console.write('Credential', credential)
    console.write('Name', name)
    console.press(BUTTON, 'Close', fits=lambda node: is_in(node, 'Preferences'))
    console.choose('Sign In')
    console.says(f'Credential {credential}')
    console.write('Passphrase', passphrase, PASSWORD)
    console.press(BUTTON, '_Sign In', contains=True)
    wait('the sign-in to be over', lambda: not console.find(PASSWORD, 'Passphrase', True))


def run(tools, *arguments):
    """What the command line says."""
    done = subprocess.run([tools['cli'], *arguments], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Gone(f'{" ".join(arguments)}: status {done.returncode}: {done.stdout}{done.stderr}')
    return done.stdout


def on_own_bus():
    """Runs this program again on a bus of its own, and hands its TAP on.

    What the bus starts writes to the standard output too, so the TAP comes in a file.
    """
    with tempfile.NamedTemporaryFile(prefix='skyward-desk-') as tap:
        status = subprocess.run(['dbus-run-session', '--', sys.executable, '-B', *sys.argv],
                                stdout=sys.stderr, env=dict(os.environ, DESK_TAP=tap.name),
                                check=False).returncode
        print(tap.read().decode(), end='', flush=True)
    return status


def run_test(test):
    """Calls the test, on a bus of its own, with what prints a line of TAP; returns the program's status."""
    if 'DESK_TAP' not in os.environ:
        return on_own_bus()
    with open(os.environ['DESK_TAP'], 'w', encoding='utf-8') as tap:
        return test(lambda text: print(text, file=tap, flush=True))
