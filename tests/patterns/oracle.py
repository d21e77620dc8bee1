#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Archives with planted patterns, whose logs are counted and weighed a second time and held against
what skyward-cli audit and statistics say of them: oracle.py SKYWARD-CLI. TAP, a line an archive.

Nothing here shares code with the program. Evidence is computed with forty decimal digits."""

import datetime
import json
import os
import subprocess
import sys
import tempfile
from decimal import Decimal as D, getcontext
from fractions import Fraction

getcontext().prec = 40
WITHIN = D('1e-12')
CONFIRMS = 1000

# § 617a.1(c): the pockets of a double zero wheel, clockwise.
DOUBLE_ZERO = ('0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 00 27 10 25 29 12 8 19 31 18 6 '
               '21 33 16 4 23 35 14 2').split()


def events_of(path):
    with open(path, encoding='utf-8') as file:
        next(file)
        for line in file:
            yield json.loads(line)


def results_of(path):
    """The counted result of each round: the last one, unless it was called void or was amiss."""
    shown = None
    for event in events_of(path):
        if event['type'] == 'round_start':
            shown = None
        elif event['type'] == 'result':
            shown = event
        elif event['type'] == 'void':
            shown = None
        elif event['type'] == 'round_end' and shown is not None and not shown.get('observed'):
            yield shown


def wheel_day(path):
    counts = [0] * 38
    for result in results_of(path):
        counts[DOUBLE_ZERO.index(result['pocket'])] += 1
    return counts


def dice_day(path):
    counts = [0] * 6
    for result in results_of(path):
        for face in result['dice']:
            counts[face - 1] += 1
    return counts


# --- Laws: a name, and what the probability of each category is multiplied by ------------------

def wheel_laws():
    for start in range(38):
        for width in (1, 3, 5, 9, 13, 19):
            inside = {(start + i) % 38 for i in range(width)}
            for tilt in (Fraction(1, 10), Fraction(1, 5), Fraction(2, 5), Fraction(4, 5)):
                whole = Fraction(38) + width * tilt
                yield (f'arc/{start}/{width}', [(1 + tilt if place in inside else 1) * 38 / whole
                                                for place in range(38)], sorted(inside))


def dice_laws():
    tilts = (Fraction(1, 20), Fraction(1, 10), Fraction(1, 5), Fraction(2, 5))
    for face in range(6):
        for tilt in tilts:
            yield (f'face/{face + 1}', [(1 + tilt if f == face else 1) * 6 / (6 + tilt)
                                        for f in range(6)], [face])
    for face in range(6):
        for tilt in tilts:
            yield (f'loaded/{face + 1}', [1 + tilt if f == face else 1 - tilt if f == 5 - face
                                          else Fraction(1) for f in range(6)], [face])
    for sign in (1, -1):
        for axis in range(3):
            for tilt in tilts:
                yield (f'axis/{axis + 1}/{sign}', [(1 + sign * tilt if f in (axis, 5 - axis) else 1)
                                                   * 6 / (6 + 2 * sign * tilt) for f in range(6)],
                       [axis, 5 - axis])


class Stream:
    """One statistic, day by day. A report takes the rest of its week with it."""

    def __init__(self, laws, ln_a):
        self.laws = [(name, [(D(p.numerator) / D(p.denominator)).ln() for p in map(Fraction, law)],
                      cells) for name, law, cells in laws]
        self.ln_a = ln_a
        self.before = [D(0)] * len(self.laws)
        self.weeks = {}
        self.week = None
        self.report = None
        self.n = 0
        self.fresh = None
        self.decided = None

    def weigh(self, counts):
        return [sum(n * weight for n, weight in zip(counts, law)) for _, law, _ in self.laws]

    def evidence(self):
        likelihoods = [x.exp() for x in self.weigh(self.weeks[self.week])]
        return [(1 + r) * l for r, l in zip(self.before, likelihoods)]

    def add_day(self, day, counts):
        monday = day - datetime.timedelta(days=day.weekday())
        if self.report is None and self.week not in (None, monday):
            self.before = self.evidence()
        self.week = monday
        week = self.weeks.setdefault(monday, [0] * len(counts))
        for place, n in enumerate(counts):
            week[place] += n
        self.n += sum(counts)
        if self.report is None:
            self.look(day)
        elif self.decided is None:
            self.test(day, counts)

    def read(self):
        evidence = self.evidence()
        lead = max(range(len(evidence)), key=lambda a: (evidence[a], a))
        sums, best = [D(0)] * len(self.laws), None
        for monday in sorted(self.weeks, reverse=True):
            sums = [a + b for a, b in zip(sums, self.weigh(self.weeks[monday]))]
            e = sum(x.exp() for x in sums) / len(sums)
            if best is None or e >= best[0]:
                best = (e, monday)
        since = [week for monday, week in self.weeks.items() if monday >= best[1]]
        cells = self.laws[lead][2]
        return {'ln_r': (sum(evidence) / len(evidence)).ln(), 'lead': lead,
                'ln_e': best[0].ln(), 'since': str(best[1]), 'n_since': sum(map(sum, since)),
                'observed': sum(week[cell] for week in since for cell in cells),
                'expected': Fraction(sum(map(sum, since)) * len(cells), len(since[0]))}

    def look(self, day):
        values = self.read()
        if values['ln_r'] >= self.ln_a:
            self.report = dict(values, reported_on=str(day))
            self.fresh = [0] * len(self.weeks[self.week])

    def test(self, day, counts):
        self.fresh = [a + b for a, b in zip(self.fresh, counts)]
        name = self.laws[self.report['lead']][0]
        sizes = [ln_l for ln_l, law in zip(self.weigh(self.fresh), self.laws) if law[0] == name]
        assert len(sizes) == 4
        c = sum(x.exp() for x in sizes) / 4
        self.report.update(ln_c=c.ln(), n_fresh=sum(self.fresh))
        if c >= CONFIRMS:
            self.decided = str(day)
            self.report['decided_on'] = self.decided


# --- Against the program ------------------------------------------------------------------------

def run(*arguments):
    return subprocess.run(arguments, check=True, stdout=subprocess.PIPE).stdout.decode()


def differs(key, printed, computed):
    if key not in printed:
        return True
    value = printed[key]
    if isinstance(computed, (str, int)):
        return value != computed
    if isinstance(computed, Fraction):
        computed = D(computed.numerator) / D(computed.denominator)
    return abs(D(repr(value)) - computed) > WITHIN * max(1, abs(computed))


def compare(printed, stream):
    values = dict(stream.report or stream.read())
    values['n'] = stream.n
    values['weeks'] = len(stream.weeks)
    values['ln_a'] = stream.ln_a
    values['state'] = ('quiet' if stream.report is None
                       else 'reported' if stream.decided is None else 'confirmed')
    lead = values.pop('lead')
    wrong = [f'{key}: {printed.get(key)}, not {value}'
             for key, value in values.items() if differs(key, printed, value)]
    cells = stream.laws[lead][2]
    if 'places' in printed['lead']:
        named = sorted(DOUBLE_ZERO.index(pocket) for pocket in printed['lead']['places'])
        if named != cells:
            wrong.append(f'lead: {named}, not {cells}')
    return wrong


# Name, game, days, plant, how a day is counted, laws, the check, and the state that is planted.
CASES = [
    ('biased wheel', 'roulette', 20, 'wheel:8,19,31,18,6*1.6@3', wheel_day, wheel_laws,
     'equipment.wheel-bias', 'confirmed'),
    ('fair wheel', 'roulette', 10, 'wheel:8*1', wheel_day, wheel_laws, 'equipment.wheel-bias', 'quiet'),
    ('loaded dice', 'craps', 12, 'dice:6=0.22', dice_day, dice_laws, 'equipment.dice-bias',
     'confirmed'),
    ('hardly loaded dice', 'craps', 5, 'dice:6=0.1666', dice_day, dice_laws, 'equipment.dice-bias', 'quiet'),
]

# Sections 4.1, 4.2 and 5 of the contract: one table; the first week's streams, doubled, are fewer
# than eight; nine budgets; one false report in 100 table-years.
LN_A = D(52 * 9 * 8 * 100).ln()


def check(cli, folder, case):
    name, game, days, plant, count, laws, check_name, state = case
    archive, store = os.path.join(folder, 'archive'), os.path.join(folder, 'store.db')
    run(cli, 'simulate', f'--game={game}', '--rounds=400', '--seed=5', f'--days={days}',
        *([f'--plant={plant}'] if plant else []), archive)
    subprocess.run([cli, 'audit', f'--store={store}', archive], stdout=subprocess.DEVNULL)
    lines = run(cli, 'statistics', f'--store={store}', '--format=jsonl', f'--check={check_name}')
    printed = [json.loads(line) for line in lines.splitlines()]
    printed = [line for line in printed if line.get('check') == check_name]
    stream = Stream(laws(), LN_A)
    for file in sorted(os.listdir(archive)):
        if file.endswith('.tel.jsonl'):
            day = datetime.date.fromisoformat(file.removesuffix('.tel.jsonl')[-10:])
            counts = count(os.path.join(archive, file))
            if sum(counts) > 0:
                stream.add_day(day, counts)
    if len(printed) != 1:
        return [f'{len(printed)} streams']
    wrong = compare(printed[0], stream)
    if printed[0]['state'] != state:
        wrong.append(f'state: {printed[0]["state"]}, not {state} as planted')
    return wrong


# --- Money -------------------------------------------------------------------------------------

SINGLE_ZERO = ('0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 '
               '28 12 35 3 26').split()
RED = '1 3 5 7 9 12 14 16 18 19 21 23 25 27 30 32 34 36'.split()
NUMBERS = [str(n) for n in range(1, 37)]
OUTSIDE = {
    'red': RED, 'black': [n for n in NUMBERS if n not in RED],
    'odd': [n for n in NUMBERS if int(n) % 2], 'even': [n for n in NUMBERS if int(n) % 2 == 0],
    'low': NUMBERS[:18], 'high': NUMBERS[18:],
}
PAYS = {'straight': 35, 'split': 17, 'three': 11, 'four': 8, 'first_five': 6, 'six': 5, 'column': 2,
        'dozen': 2}
SIZES = [D(1) / D(n) for n in (64, 32, 16, 8, 4)]


def gains_of(wager, wheel, raised):
    """What the wager gains at each place of the wheel (§ 617a.4), or by the odds @raised."""
    bet, amount = wager['bet'], wager['amount']
    if bet == 'five_adjacent':
        centre = wheel.index(wager['number'])
        wins = {wheel[(centre + i) % len(wheel)] for i in range(-2, 3)}
        straight = raised.get('straight', Fraction(35))
        return [int(amount // 5 * straight) - amount // 5 * 4 if pocket in wins else -amount
                for pocket in wheel]
    if bet in ('column', 'dozen'):
        part = int(wager['number']) - 1
        wins = [n for n in NUMBERS if (int(n) - 1) % 3 == part] if bet == 'column' else \
            NUMBERS[12 * part:12 * part + 12]
    elif bet == 'first_five':
        wins = ['0', '00', '1', '2', '3']
    else:
        wins = OUTSIDE.get(bet) or wager.get('numbers') or [wager['number']]
    pays = raised.get(bet, Fraction(PAYS.get(bet, 1)))
    return [int(amount * pays) if pocket in wins else -amount for pocket in wheel]


class Win:
    """What is won by one unit: sums, and by week what each size gathers."""

    def __init__(self):
        self.n = self.gain = 0
        self.theory = self.variance = Fraction(0)
        self.weeks = {}

    def add(self, monday, gains, came):
        mean = Fraction(sum(gains), len(gains))
        variance = Fraction(sum(x * x for x in gains), len(gains)) - mean * mean
        if variance == 0:
            return
        self.n += 1
        self.gain += came
        self.theory += mean
        self.variance += variance
        deviation = (D(variance.numerator) / D(variance.denominator)).sqrt()
        week = self.weeks.setdefault(monday, [D(0)] * 5)
        distinct = {x: gains.count(x) for x in gains}
        for a, size in enumerate(SIZES):
            step = size / deviation
            week[a] += step * came - (sum(n * (step * x).exp() for x, n in distinct.items())
                                      / len(gains)).ln()

    def ln_r(self):
        r = [D(0)] * 5
        for _, week in sorted(self.weeks.items()):
            r = [(1 + x) * y.exp() for x, y in zip(r, week)]
        return (sum(r) / 5).ln()


def play_day(path, wins):
    """Adds a log's rounds, of which nothing was late, void or amiss, to each patron's and to the
    table's."""
    day = datetime.date.fromisoformat(path.removesuffix('.tel.jsonl')[-10:])
    monday = day - datetime.timedelta(days=day.weekday())
    wheel, raised, seats, up, pocket = DOUBLE_ZERO, {}, {}, [], None
    for event in events_of(path):
        if event['type'] == 'rules':
            wheel = SINGLE_ZERO if event['submission'].get('wheel') == 'single_zero' else DOUBLE_ZERO
            raised = {bet: Fraction(*map(int, odds.split(' to ')))
                      for bet, odds in event['submission'].get('pay', {}).items()}
        elif event['type'] == 'player':
            seats[event['seat']] = event.get('player') if event['present'] else None
        elif event['type'] == 'wager':
            up.append(event)
        elif event['type'] in ('round_start', 'void'):
            pocket = None
        elif event['type'] == 'result':
            pocket = event['pocket']
        elif event['type'] == 'round_end' and pocket is None:
            up = []
        elif event['type'] == 'round_end':
            shares = {}
            for wager in up:
                for who in {None, seats.get(wager['seat'])}:
                    shares[who] = [a + b for a, b in zip(shares.get(who, [0] * len(wheel)),
                                                         gains_of(wager, wheel, raised))]
            for who, gains in shares.items():
                wins.setdefault(who, Win()).add(monday, gains, gains[wheel.index(pocket)])
            up = []


def check_money(cli, folder, seed):
    archive, store = os.path.join(folder, 'archive'), os.path.join(folder, 'store.db')
    run(cli, 'simulate', '--game=roulette', '--rounds=120', f'--seed={seed}', '--days=3',
        '--patrons=16', archive)
    subprocess.run([cli, 'audit', f'--store={store}', archive], stdout=subprocess.DEVNULL)
    lines = run(cli, 'statistics', f'--store={store}', '--format=jsonl', '--check=*.win')
    printed = {}
    for line in map(json.loads, lines.splitlines()):
        if 'check' in line:
            printed[line['unit'].get('patron')] = line
    wins = {}
    for file in sorted(os.listdir(archive)):
        if file.endswith('.tel.jsonl'):
            play_day(os.path.join(archive, file), wins)
    if sorted(map(str, printed)) != sorted(map(str, wins)) or len(wins) < 10:
        return [f'{sorted(map(str, printed))}, not {sorted(map(str, wins))}']
    return [f'{who}: {key}: {printed[who].get(key)}, not {value}' for who, win in wins.items()
            for key, value in {
                'n': win.n, 'weeks': len(win.weeks), 'gain': win.gain, 'ln_r': win.ln_r(),
                'theory': str(win.theory), 'variance': str(win.variance)}.items()
            if differs(key, printed[who], value)]


# --- What test-patterns.c says of its wheels ----------------------------------------------------

def arc_day(width, start, more):
    return [20 + (more if start <= place < start + width else 0) for place in range(38)]


# Counts of a day that comes again for ten days; and the report, as it stands in that test. Two
# tables, so that A is half of one's.
WORKED = [
    ('w1', arc_day(5, 3, 12), 'arc/3/5', {
        'reported_on': '2023-09-05', 'since': '2023-09-04', 'n_since': 1640, 'observed': 320,
        'expected': Fraction(1640 * 5, 38), 'n_fresh': 820, 'decided_on': '2023-09-06'}),
    ('PA-2', arc_day(9, 0, 6), 'arc/0/9', {
        'reported_on': '2023-09-07', 'since': '2023-09-04'}),
    ('w2', arc_day(1, 0, 0), None, None),
]


def work_out(counts, name, expected):
    stream = Stream(wheel_laws(), LN_A - D(2).ln())
    for day in range(10):
        stream.add_day(datetime.date(2023, 9, 4) + datetime.timedelta(days=day), counts)
    if expected is None:
        return [] if stream.report is None else ['reported']
    if stream.report is None or stream.decided is None:
        return ['not confirmed']
    if stream.laws[stream.report['lead']][0] != name:
        return [f'lead: {stream.laws[stream.report["lead"]][0]}']
    return [f'{key}: {stream.report[key]}, not {value}' for key, value in expected.items()
            if stream.report[key] != value]


def tell(number, name, wrong):
    for line in wrong:
        print('#', line)
    print('not ok' if wrong else 'ok', number, name, flush=True)


def main():
    cli = sys.argv[1]
    print(f'1..{len(CASES) + len(WORKED) + 2}')
    for number, case in enumerate(CASES, 1):
        with tempfile.TemporaryDirectory() as folder:
            tell(number, case[0], check(cli, folder, case))
    for number, (name, counts, lead, expected) in enumerate(WORKED, len(CASES) + 1):
        tell(number, name, work_out(counts, lead, expected))
    for number, seed in enumerate((5, 6), len(CASES) + len(WORKED) + 1):
        with tempfile.TemporaryDirectory() as folder:
            tell(number, f'money {seed}', check_money(cli, folder, seed))
    return 0


sys.exit(main())
