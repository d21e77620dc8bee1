#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a screen reader is told: everything that can be pressed, chosen or written in has a name, in each window.

names.py CONSOLE CLI LOG: the console is opened on an archive with two cameras' footage and the LOG, at what is to be
confirmed, and each of its windows in turn. Widgets of our own have a role that says what they are. Prints TAP.
"""

import os
import pathlib
import re
import shutil
import sys
import tempfile

from gi.repository import GLib

from desk import BUTTON, TOGGLE, Atspi, Console, Gone, can_be_pressed, run, run_test, spin, wait, walk

# What is worked with.
WORKED_WITH = set(BUTTON) | set(TOGGLE) | {
    'check box', 'combo box', 'entry', 'link', 'menu item', 'password text', 'radio button', 'slider', 'spin button',
    'switch', 'text', 'toggle button'}

# How each widget of our own is told, by its name in the main window.
ROLES = {
    'Timeline': ('slider',),
    'Playback': ('tool bar',),
    'Review': ('tool bar',),
    'Finding': ('panel',),
    'What to confirm': ('panel', 'grouping'),
}

WINDOWS = (
    ('win.cases', 'Cases and Surveillance Log'), ('win.help', 'Help'), ('win.people', 'People'),
    ('win.preferences', 'Preferences'), ('win.reports', 'Reports'), ('win.patterns', 'Patterns'), ('win.show-help-overlay', 'Keyboard Shortcuts'),
    ('win.verify', 'Verify a Package'), ('win.import', 'Import'), ('win.locks', 'Locked Recordings'), ('win.sign-in', 'Sign In'))


def is_named(node):
    """The toolkit tells what has no name by its type."""
    name = (node.get_name() or '').strip()
    return name != '' and not re.fullmatch(r'(Gtk|Adw|Sky)[A-Z]\w*', name)


def parents(node):
    names = []
    while node is not None and len(names) < 6:
        names.append(f'{node.get_role_name()} “{node.get_name() or ""}”')
        node = node.get_parent()
    return ' in '.join(names)


def unnamed(window, tell):
    """The same, again where something went while it was looked at."""
    for _ in range(10):
        try:
            return look_through(window, tell)
        except GLib.Error:
            spin(1)
    raise Gone(f'“{window.get_name()}” does not come to rest')


def look_through(window, tell):
    """What has no name, of what is worked with; a text that belongs to an entry goes by that."""
    found = []
    nodes = [node for node in walk(window) if node.get_role_name() in WORKED_WITH
             and (node.get_role_name() not in BUTTON + TOGGLE or can_be_pressed(node))]
    tell(f'# {len(nodes)} to work with in “{window.get_name()}”')
    if not nodes:
        found.append('nothing to work with')
    for node in nodes:
        if is_named(node):
            continue
        parent = node.get_parent()
        if parent is not None and parent.get_role_name() in WORKED_WITH and is_named(parent):
            continue
        found.append(parents(node))
    return found


def do(window, action):
    actions = window.get_action_iface()
    for i in range(actions.get_n_actions()):
        if actions.get_action_name(i) == action:
            actions.do_action(i)
            spin(0.3)
            return
    raise Gone(f'no action {action}')


def window_of(console, title):
    application = console.application
    for i in range(application.get_child_count()):
        window = application.get_child_at_index(i)
        if window is not None and window.get_name() == title:
            return window
    return None


def look_at_main(console, tell):
    """What is shown of a finding with its round, and of what is to be confirmed."""
    main = wait('the main window', lambda: window_of(console, 'Skyward'))
    console.says('Open')
    found = set(unnamed(main, tell))
    for key in ('g', 't', '5'):
        console.key(ord(key), control=key == '5')
        spin(1)
        found |= set(unnamed(main, tell))
    for name, roles in ROLES.items():
        told = {node.get_role_name() for node in walk(main) if node.get_name() == name}
        if not told & set(roles):
            found.add(f'{name}: {", ".join(sorted(told)) or "nothing"} where {roles[0]} is expected')
    return sorted(found)


def look_at_window(console, action, title, tell):
    do(window_of(console, 'Skyward'), action)
    window = wait(f'“{title}”', lambda: window_of(console, title))
    spin(0.8)
    found = unnamed(window, tell)
    do(window, 'window.close')
    wait(f'“{title}” to close', lambda: window_of(console, title) is None)
    return found


def check(tell):
    program, cli, log = sys.argv[1:]
    folder = pathlib.Path(tempfile.mkdtemp(prefix='skyward-names-'))
    failed = 0
    os.environ['XDG_DATA_HOME'] = str(folder / 'data')
    Atspi.init()
    console = Console(program)
    tell(f'1..{len(WINDOWS) + 1}')
    try:
        archive = folder / 'archive'
        run({'cli': cli}, 'simulate', '--game=craps', '--rounds=6', '--faults=6', '--seed=7', '--footage', str(archive))
        shutil.copy(log, archive)
        console.start(folder / 'store.db', archive)
        looks = [('/names/main', lambda: look_at_main(console, tell))]
        looks += [('/names/' + action.removeprefix('win.'), lambda action=action, title=title:
                   look_at_window(console, action, title, tell)) for action, title in WINDOWS]
        for number, (name, look) in enumerate(looks, 1):
            try:
                found = look()
            except Gone as gone:
                found = [str(gone)]
            failed += bool(found)
            tell(f'{"not ok" if found else "ok"} {number} {name}')
            for what in found:
                tell(f'# {what}')
    finally:
        console.end()
        shutil.rmtree(folder, ignore_errors=True)
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(run_test(check))
