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
import sys
import tempfile

from desk import (BUTTON, PASSWORD, TAB, TOGGLE, Atspi, Console, Gone, is_in, run, run_test,
                  wait, walk)

PASSPHRASE = 'a long night watch'


def verify_ledger(tools, store):
    run(tools, 'ledger', 'verify', f'--store={store}')


def looks_at(console, text):
    """Waits until the finding that is shown says it."""
    finding = console.there(('panel',), 'Finding')
    wait(f'a finding with “{text}”', lambda: any(
        node.get_role_name() == 'label' and text in (node.get_name() or '') for node in walk(finding)))


def operator(console, tools):
    """Looks at what waits, confirms one finding, dismisses the next with a reason, and goes back to
    it."""
    console.there(('list',), 'Queues')
    console.there(('slider',), 'Timeline', contains=True)
    console.says('Open')
    console.press(BUTTON, 'Confirm')
    looks_at(console, 'Red Wager is void')
    console.press(TOGGLE, 'Dismiss')
    console.write('Reason for the dismissal', 'Seen on the recording: a drill')
    console.press(BUTTON, 'Dismiss the Finding')
    looks_at(console, 'RO-01 · round 4')
    console.key(ord('P'))
    looks_at(console, 'a drill')


def investigator(console, tools):
    """Opens a case and puts the finding that is looked at into it, with a note; gives it another
    title, closes it, and opens it again."""
    console.press(BUTTON, 'Cases and Surveillance Log')
    console.press(TOGGLE, 'New Case')
    console.write('Title of the new case', 'Payouts at CR-01')
    console.press(BUTTON, 'Open the Case')
    console.says('Case 1: Payouts at CR-01')
    console.press(BUTTON, 'Add Current Item')
    console.there(BUTTON, 'Remove from the case')
    console.write('Case note', 'Asked the floorperson for the shift sheet.')
    console.press(BUTTON, 'Add the Note')
    console.says('Asked the floorperson')
    console.press(TOGGLE, 'Rename…')
    console.write('New title of the case', 'Fire Bet at CR-01')
    console.press(BUTTON, 'Rename')
    console.says('Case 1: Fire Bet at CR-01')
    console.write('Case note', 'Handed to the Board.')
    console.press(BUTTON, 'Close the Case')
    console.says('Closed · opened by')
    console.write('Case note', 'The Board asks again.')
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
    console.write('Passphrase', PASSPHRASE, PASSWORD, lambda node: is_in(node, 'Sign In'))
    console.press(BUTTON, '_Sign In', contains=True)
    # The window closes when the key is open.
    wait('the sign-in to be over',
         lambda: not console.find(PASSWORD, 'Passphrase', True, lambda node: is_in(node, 'Sign In')))


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
    console.says('who must be someone else')
    sign_in(console, 'PA-2', 'Ben Ames')
    console.press(BUTTON, 'Agree')
    console.says('Second reviewer: Ben Ames')
    verify_ledger(tools, store)


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
                if os.environ.get('DESK_TREE'):
                    for node in walk(console.application):
                        tell(f'# {node.get_role_name()}: {node.get_name()}')
    finally:
        console.end()
        shutil.rmtree(folder, ignore_errors=True)
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(run_test(click))
