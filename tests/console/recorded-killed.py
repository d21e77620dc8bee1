#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The console is killed while a table is recorded by eye, and nothing that was on the screen is lost.

recorded-killed.py CONSOLE CLI SCRIPT PLAY KILLS SEED: roulette is recorded through the window, round after
round. At a random instant the program is killed; the next one continues. It has each line that the
window had shown, the bytes of the log are as they were, with whole rounds alone behind them, and
the log is valid. At the end each round says what was said of it. Prints TAP.
"""

import json
import os
import random
import signal
import sys
import threading
import time

import recorder
from desk import PATIENCE, GLib, Gone, run, run_test, spin, wait
from recorder import Operator

PLAY = '''0 table_open
0 rules "submission":{"payout_unit":1}
7 round_start "round":1
7.2 wager "wager":"w1","seat":1,"bet":"red","amount":1000
8.6 no_more_bets
9.4 result "pocket":"1","revolutions":8,"observed":[]
9.8 due
12.5 round_end "round":1
'''
# A round: what is typed where it has so many lines, and how many it has then.
ROUND = {0: ('17 5', 2), 2: ('20 10', 3), 3: ('', 4), 4: ('17', 5), 5: ('175', 6), 6: ('t', 7), 7: ('', 0)}
LONGEST = 4.0  # seconds until the program is killed


class Killed(Exception):
    """The program is gone."""


class Coder:
    """Who records on, and what they have seen on the screen."""

    def __init__(self, tools, console, seed):
        self.tools = tools
        self.console = console
        self.random = random.Random(seed)
        self.operator = None
        self.seen = None  # rounds in the log, lines of the round in hand
        self.bytes = b''
        self.n_typed = 0

    def take_up(self):
        """From the first page of the window to the round."""
        if self.seen is None:
            layout = recorder.begin(self.console, self.tools)
        else:
            recorder.open_window(self.console)
            self.console.write('Your credential', recorder.CODER)
            layout = recorder.go_on(self.console)
        self.operator = Operator(self.console, self.tools, layout)

    def start_again(self):
        """The program was killed."""
        self.console.start(self.tools['folder'] / 'store.db', self.tools['archive'])
        self.take_up()

    def rounds(self):
        if not self.tools['coded'].exists():
            return 0
        return self.tools['coded'].read_text(encoding='utf-8').count('"type":"round_end"')

    def lines(self):
        """How many lines the window shows."""
        try:
            return self.operator.lines()
        except (GLib.Error, TypeError) as gone:
            if self.console.process.poll() is not None:
                raise Killed from gone
            return -1

    def act(self, lines):
        """The next thing that is done where the round has so many lines; returns when it is seen."""
        text, then = ROUND[lines]
        if len(text) > 1:
            self.operator.type(text)
        if text == 't':
            self.operator.key('t')
        else:
            self.operator.key('Return')
        until = time.monotonic() + PATIENCE
        while self.lines() != then:
            if self.console.process.poll() is not None:
                raise Killed
            if time.monotonic() > until:
                raise Gone(f'“{text}” at {lines} lines: {self.lines()} instead of {then}')
            spin(0.02)
        self.seen = self.rounds(), then
        self.n_typed += 1

    def record(self):
        """Until the program is killed."""
        process = self.console.process
        timer = threading.Timer(self.random.uniform(0, LONGEST), lambda: os.kill(process.pid, signal.SIGKILL))
        timer.start()
        try:
            while True:
                self.act(self.seen[1])
        except (Killed, GLib.Error):
            pass
        finally:
            timer.join()
            process.wait()

    def check(self):
        """The next program has what was seen, or that and what was being done."""
        found = self.rounds(), wait('the lines', lambda: self.lines() >= 0 and (self.lines(),))[0]
        text = self.tools['coded'].read_bytes()
        rounds, lines = self.seen
        then = ROUND[lines][1]
        allowed = [self.seen, (rounds, then) if then > 0 else (rounds + 1, 0)]
        if found not in allowed:
            raise Gone(f'rounds and lines: {found} instead of {allowed}')
        if not text.startswith(self.bytes) or not text.endswith(b'\n'):
            raise Gone('the log does not go on where it was')
        run(self.tools, 'check-log', str(self.tools['coded']))
        self.bytes = text
        self.seen = found


def first_round(coder):
    """Before its first round a log has lines besides: they are closed with that round."""
    operator = coder.operator
    opening = operator.lines()
    for lines in (0, 2, 3, 4, 5, 6):
        text, then = ROUND[lines]
        operator.type(text)
        if text != 't':
            operator.key('Return')
        operator.wait_lines(text, opening + then)
    operator.key('Return')
    operator.wait_lines('the first round', 0)
    coder.seen = coder.rounds(), 0


def finish_round(coder):
    """What was begun is done to its end."""
    rounds = coder.seen[0]
    while coder.seen[1] != 0 or coder.seen[0] == rounds:
        coder.act(coder.seen[1])


def check_rounds(tools):
    """Each round says the same: two wagers, the result, what was paid and what was taken."""
    rounds = []
    for line in recorder.read_lines(tools['coded']):
        if line['type'] == 'round_start':
            rounds.append([])
        if rounds:
            left = ('seq', 'at', 'frame', 'round', 'wager', 'coded')
            rounds[-1].append({name: value for name, value in line.items() if name not in left})
    types = [event['type'] for event in rounds[0]]
    if types != ['round_start', 'wager', 'wager', 'no_more_bets', 'result', 'settle', 'settle', 'round_end']:
        raise Gone(f'the first round has {types}')
    for number, events in enumerate(rounds):
        if events != rounds[0]:
            raise Gone(f'round {number + 1}: {json.dumps(events)} instead of {json.dumps(rounds[0])}')


def test(tell):
    program, cli, script, player, kills, seed = sys.argv[1:]
    tools = {'cli': cli, 'script': script, 'play': player, 'game': 'roulette'}

    def work(console):
        coder = Coder(tools, console, seed)
        coder.take_up()
        first_round(coder)
        for kill in range(int(kills)):
            coder.record()
            coder.start_again()
            coder.check()
            if kill % 10 == 9:
                tell(f'# {kill + 1} times killed')
        finish_round(coder)
        check_rounds(tools)
        tell(f'# {coder.n_typed} things were done, {coder.seen[0]} rounds are in the log')

    return recorder.try_at_table(tell, 'killed', program, tools, lambda: recorder.play(tools, PLAY), work)


if __name__ == '__main__':
    sys.exit(run_test(test))
