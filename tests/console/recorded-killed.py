#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The console is killed while a table is recorded by eye, and nothing that was on the screen is lost.

recorded-killed.py CONSOLE CLI SCRIPT PLAY KILLS SEED: roulette is recorded through the window, round after
round. At a random instant the program is killed; the next one continues. It has each line that the
window had shown, the bytes of the log are as they were, with whole rounds alone behind them, and
the log is valid. Prints TAP.
"""

import os
import pathlib
import random
import shutil
import signal
import sys
import tempfile
import threading
import time

import recorder
from desk import Atspi, Console, GLib, Gone, on_own_bus, run, spin, wait
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

    def __init__(self, tools, program, seed):
        self.tools = tools
        self.console = Console(program)
        self.random = random.Random(seed)
        self.operator = None
        self.seen = None  # rounds in the log, lines of the round in hand
        self.bytes = b''
        self.n_typed = 0

    def start(self):
        folder = self.tools['folder']
        self.console.start(folder / 'store.db', self.tools['archive'])
        if self.seen is None:
            layout = recorder.begin(self.console, self.tools)
        else:
            self.console.choose('Record a Table…')
            self.console.says('What You Record')
            self.console.write('Your credential', recorder.CODER)
            layout = recorder.go_on(self.console)
        self.operator = Operator(self.console, self.tools, layout)

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
        until = time.monotonic() + 30
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


def test(tell):
    program, cli, script, player, kills, seed = sys.argv[1:]
    folder = pathlib.Path(tempfile.mkdtemp(prefix='skyward-recorded-'))
    tools = {'cli': cli, 'script': script, 'play': player, 'folder': folder, 'game': 'roulette'}
    failed = 0
    tell('1..1')
    os.environ['XDG_DATA_HOME'] = str(folder / 'data')
    recorder.play(tools, PLAY)
    Atspi.init()
    coder = Coder(tools, program, seed)
    try:
        coder.start()
        first_round(coder)
        for kill in range(int(kills)):
            coder.record()
            coder.start()
            coder.check()
            if kill % 10 == 9:
                tell(f'# {kill + 1} times killed')
        tell(f'# {coder.n_typed} things were done, {coder.seen[0]} rounds are in the log')
        tell('ok 1 /recorded/killed')
    except Gone as gone:
        failed = 1
        tell(f'not ok 1 /recorded/killed\n# {gone}')
    finally:
        coder.console.end()
        shutil.rmtree(folder)
    return failed


def main():
    if 'DESK_TAP' not in os.environ:
        return on_own_bus()
    with open(os.environ['DESK_TAP'], 'w', encoding='utf-8') as tap:
        return test(lambda text: print(text, file=tap, flush=True))


if __name__ == '__main__':
    sys.exit(main())
