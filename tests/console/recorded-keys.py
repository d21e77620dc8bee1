#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Each key of the window that records a table by eye, pressed once in a real window.

recorded-keys.py CONSOLE CLI SCRIPT PLAY: three rounds of craps. What the keys did is read from the
screen, and at the end from the log. Prints TAP.
"""

import re
import sys

import recorder
from desk import BUTTON, Gone, run_test, spin, wait
from recorder import Operator

PLAY = '''0 table_open
0 rules "submission":{"payout_unit":1}
1 shooter "seat":2
7 round_start "round":1
7.2 wager "wager":"w1","seat":1,"bet":"pass","amount":1000
8.6 throw
9.4 result "dice":[4,2],"observed":[]
12.5 round_end "round":1
14 round_start "round":2
14.2 wager "wager":"w2","seat":1,"bet":"place_win","amount":1200,"number":8
14.4 wager "wager":"w3","seat":2,"bet":"eleven","amount":500
14.6 wager "wager":"w4","seat":2,"bet":"field","amount":500
15.6 throw
16.4 result "dice":[5,3],"observed":[]
16.8 due
19.5 round_end "round":2
21 round_start "round":3
21.2 wager "wager":"w5","seat":3,"bet":"field","amount":500
22.6 throw
23.4 result "dice":[3,1],"observed":[]
23.8 due
26.5 round_end "round":3
'''


class Keys:
    """The window, and the instants of the play."""

    def __init__(self, console, tools):
        self.console = console
        self.tools = tools
        layout = recorder.begin(console, tools)
        self.operator = Operator(console, tools, layout)
        self.events = {event.line['seq']: event for event in recorder.read_events(tools, layout.width, layout.height)}
        self.begun = self.events[1].at

    def go_to(self, seconds):
        self.operator.go_to(self.begun + recorder.datetime.timedelta(seconds=seconds))

    def press(self, name, lines, **held):
        """A key, after which the round has so many lines."""
        self.operator.key(name, **held)
        self.operator.wait_lines(name, lines)

    def enter(self, text, lines):
        self.operator.enter(text, recorder.BOUND)
        self.operator.wait_lines(text, lines)

    def says(self, pattern):
        wait(pattern, lambda: self.operator.find_label(pattern))


def log(tools):
    return tools['coded'].read_text(encoding='utf-8')


def first_round(keys):
    """The seat in hand, undo and redo; the round is closed."""
    opening = keys.operator.lines()
    keys.go_to(8.6)
    keys.enter('shooter 2', opening + 1)
    for seat in range(9, 0, -1):
        keys.operator.key(str(seat), control=True)
        keys.says(rf'Seat {seat} · .*')
    keys.operator.key('Tab')
    keys.says('Seat 2 · .*')
    keys.operator.key('1', control=True)
    keys.enter('p 10', opening + 3)
    keys.press('z', opening + 1, control=True)
    keys.press('z', opening + 3, control=True, shift=True)
    keys.press('Return', opening + 4)
    keys.go_to(9.4)
    keys.enter('42', opening + 5)
    keys.press('Return', 0)


def second_round(keys):
    """What differs from what is due; what was not seen for certain; the frame."""
    keys.go_to(15.6)
    keys.enter('8 12', 2)
    keys.operator.key('2', control=True)
    keys.enter('yo', 3)
    keys.enter('f', 4)
    keys.press('Return', 5)
    keys.go_to(16.4)
    keys.enter('53', 6)
    keys.operator.play_until(keys.begun + recorder.datetime.timedelta(seconds=17.2))
    keys.operator.key('o')  # the Pass Bet is not decided
    keys.press('s', 7)
    keys.press('t', 8)
    keys.press('a', 9, shift=True)
    for _ in range(6):
        keys.operator.key('Up')
    keys.operator.key('f')
    keys.says(r'16:00:15\.600')
    wait('the frame of the throw', lambda: keys.operator.position() == '16:00:15.600')
    keys.operator.key('u')
    spin(0.3)
    keys.press('Return', 0)


def again(keys):
    """A closed round is opened by Ctrl+Z, after a question."""
    before = log(keys.tools)
    keys.operator.key('z', control=True)
    # The question is a window of its own.
    window, keys.console.application = keys.console.application, keys.console.find_application()
    keys.console.there(('label', 'heading'), 'Record round 2 again?')
    keys.console.write('Reason', 'the field')
    keys.console.press(BUTTON, 'Record Again', contains=True)
    keys.console.application = window
    wait('the lines of the round', lambda: keys.operator.lines() == 9)
    if log(keys.tools) != before:
        raise Gone('the log changed before the round was closed again')
    # Where the dialog was, the pointer is over the window again.
    keys.operator.click((5, 5), button=2)
    keys.operator.key('u')
    spin(0.3)
    keys.press('Return', 0)
    after = log(keys.tools)
    if not after.startswith(before) or '"type":"again","round":2,"reason":"the field"' not in after:
        raise Gone('the log has no correction')


def away(keys):
    """Nothing is seen in the third round."""
    keys.go_to(22)
    keys.press('Return', 1)
    keys.operator.key('x')
    keys.says('Out of view since 16:00:22.000.*')
    keys.go_to(25)
    keys.press('1', 0)


def check(tools):
    text = log(tools)
    for part in ('"outcome":"win","paid":1400,"taken":0,"returned":0,"stays":true,"as":"seen"',
                 '"outcome":"lose","paid":0,"taken":500,"returned":0,"as":"seen"',
                 '"outcome":"lose","paid":0,"taken":500,"returned":0,"as":"due"', '"unsure":true',
                 '"type":"unobserved","until":"2023-11-04T20:00:25.000000Z","reason":"view_blocked"'):
        if not re.search(re.escape(part), text):
            raise Gone(f'the log has no {part}: {text}')


def test(tell):
    program, cli, script, player = sys.argv[1:]
    tools = {'cli': cli, 'script': script, 'play': player, 'game': 'craps'}

    def work(console):
        keys = Keys(console, tools)
        for step in (first_round, second_round, again, away):
            step(keys)
            tell(f'# {step.__name__}')
        check(tools)

    return recorder.try_at_table(tell, 'keys', program, tools, lambda: recorder.play(tools, PLAY), work)


if __name__ == '__main__':
    sys.exit(run_test(test))
