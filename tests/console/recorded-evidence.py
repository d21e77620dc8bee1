#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What someone recorded by eye beside a table's own log becomes evidence, in a real window.

recorded-evidence.py CONSOLE CLI SCRIPT PLAY: an investigator records a round of roulette, in which a
wager is paid too much, from the recordings of a folder that has the table's own log. The main window
lists the finding as recorded by eye (Shift+F); it goes into a case, and the case is exported with its
recordings. `skyward-cli verify` finds the package whole, and what lies in it is what was recorded.
Prints TAP.
"""

import json
import os
import shutil
import subprocess
import sys
import zipfile

import recorder
from desk import Atspi, Console, Gone, run, run_test, sign_in, spin, wait, walk
from recorder import KEYS, Operator

PASSPHRASE = 'a long night watch'
PLAY = '''0 table_open
0 rules "submission":{"payout_unit":1,"wheel":"double_zero"}
7 round_start "round":1
7.2 wager "wager":"w1","seat":1,"bet":"red","amount":1000
8.6 no_more_bets
9.4 result "pocket":"1","revolutions":8,"observed":[]
9.8 due
12.5 round_end "round":1
'''

# In the filter.
MOST_BOXES = 30


def furnish(tools):
    """The recordings with the table's own log beside them, and a person who may sign."""
    os.environ['HOME'] = str(tools['folder'])
    recorder.play(tools, PLAY)
    shutil.copy(tools['log'], tools['archive'])
    tools['coded'] = tools['archive'] / 'recorded' / tools['coded'].name
    phrase = tools['folder'] / 'passphrase'
    phrase.write_text(PASSPHRASE + '\n', encoding='utf-8')
    phrase.chmod(0o600)
    run(tools, 'people', 'add', 'PA-1', 'Ada Quinn', '--role=investigator', f'--store={tools["folder"] / "store.db"}',
        f'--passphrase-file={phrase}')


def record(console, tools):
    """The round, in which $50.00 are paid for a wager of $10.00 on Red."""
    recorder.open_window(console)
    console.write('Your credential', recorder.CODER)
    operator = Operator(console, tools, recorder.go_on(console))
    events = {event.type: event for event in recorder.read_events(tools)}
    opening = operator.lines()
    operator.go_to(events['no_more_bets'].at)
    operator.enter('r 10', recorder.BOUND)
    operator.wait_lines('the wager', opening + 2)
    operator.key('Return')
    operator.wait_lines('the end of betting', opening + 3)
    operator.go_to(events['result'].at)
    operator.enter('1')
    operator.wait_lines('the result', opening + 4)
    operator.enter('50')
    operator.wait_lines('what was paid', opening + 5)
    operator.key('Return')
    operator.wait_lines('the round in the log', 0)
    operator.key('w', control=True)
    console.application = wait('the main window alone', lambda: console.find_application())
    wait('the window to close', lambda: not console.find(('frame', 'window', 'dialog'), 'Record a Table'))


def list_alone(console):
    """Of all findings, those of what was recorded by eye."""
    console.key(ord('F'), shift=True)
    box = console.there(('check box',), 'Recorded by Eye')
    for _ in range(MOST_BOXES):
        if box.get_state_set().contains(Atspi.StateType.FOCUSED):
            break
        console.key(KEYS['Tab'])
        spin(0.1)
    console.key(KEYS['space'])
    wait('the box to be ticked', lambda: box.get_state_set().contains(Atspi.StateType.CHECKED))
    console.key(KEYS['Escape'])
    console.says('Wrong amount paid, +$40.00, T-01 by eye')
    console.says('1 finding')
    console.key(ord('n'))
    wait('the finding', lambda: any('by eye' in (node.get_name() or '') for node in walk(
        console.there(('panel',), 'Finding'))))


def export(console, tools):
    """A case of the finding; returns its package."""
    console.key(ord('x'))
    wait('the case with the finding', lambda: any(
        node.get_name() == 'Case 1 · 1 item' for node in walk(console.application)))
    console.key(ord('e'), control=True)
    spin(1.5)
    console.key(KEYS['Return'])
    return wait('the package', lambda: list(tools['folder'].glob('**/case-1*.zip')))[0]


def check(tools, package):
    """The package is whole, and has the lines of the recorded log and what its cameras saw."""
    done = subprocess.run([tools['cli'], 'verify', f'--log={tools["coded"]}', package], capture_output=True, text=True,
                          check=False)
    # All holds, and nobody said that the signer is trusted.
    if done.returncode != 3 or '\nfails' in done.stdout:
        raise Gone(f'verify: status {done.returncode}: {done.stdout}{done.stderr}')
    for line in (f'{tools["coded"].name}, byte for byte', '1 of 1 findings recomputed', 'recordings: 2, of cameras: 2',
                 'Not looked at: procedure'):
        if line not in done.stdout:
            raise Gone(f'verify does not say “{line}”: {done.stdout}')
    with zipfile.ZipFile(package) as members:
        names = members.namelist()
        finding = json.loads(members.read('findings.jsonl').splitlines()[0])
    if sorted(name for name in names if name.endswith('.mp4')) != ['footage/T-01-A.mp4', 'footage/T-01-B.mp4']:
        raise Gone(f'the clips are missing: {names}')
    if finding['check'] != 'settle.payout' or finding['variance'] != 4000:
        raise Gone(f'another finding: {finding}')


def test(tell):
    program, cli, script, player = sys.argv[1:]
    tools = {'cli': cli, 'script': script, 'play': player, 'game': 'roulette'}

    def work(console):
        sign_in(console, 'PA-1', 'Ada Quinn', PASSPHRASE)
        record(console, tools)
        tell('# recorded')
        list_alone(console)
        check(tools, export(console, tools))

    return recorder.try_at_table(tell, 'evidence', program, tools, lambda: furnish(tools), work)


if __name__ == '__main__':
    sys.exit(run_test(test))
