#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Rounds recorded by eye from rendered recordings, by a scripted operator with keys and pointer.

recorded.py CONSOLE CLI SCRIPT PLAY GAME CASES, or … GAME ROUNDS SEED [typed]: a table is played with recordings, and its
log is put away. The operator opens the recordings in a real window and records each round where
the picture stands: wagers by clicks on the layout or typed, results typed, settlements accepted
after they were played. What comes out says the same as the log that was put away, event for event,
in the classes that were looked at. CASES: so many of the rounds that the design of recording has figures
for; none takes more than these. ROUNDS: of random play. Prints TAP.
"""

import copy
import json
import re
import statistics
import sys

import recorder
from desk import Gone, run, run_test
from recorder import BOUND, CODED, HAND, KEY, POINT, THINK, Operator, instant

# A result is seen within some frames of the time that the table has; the frames are a tenth apart.
TOLERANCE = 0.5
# How often a stretch is played anew, at most.
PLAYS = 4

WAGERS_BEFORE = ('wager', 'wager_change', 'shooter', 'round_start', 'player')

# By case: keys and clicks, pointings, thoughts and hands moved, seconds. Nobody can count what a script
# thinks: these are as the figures have them.
FIGURES = {
    'new by pointer': (18, 6, 3, 2, 15.1),
    'new typed': (44, 0, 6, 0, 16.9),
    'repeated, 2 new, 1 gone': (12, 3, 3, 2, 10.6),
    'repeated': (7, 0, 2, 0, 4.1),
    'new, one settlement deviates': (21, 3, 5, 2, 15.1),
    'carried, 2 props typed': (12, 0, 3, 0, 6.5),
    'odds and 2 props by pointer': (13, 3, 3, 2, 10.8),
    '3 seats repeated': (11, 0, 2, 0, 4.9),
    'one tie goes to war': (19, 0, 4, 0, 9.2),
}


# --- The plays of the cases ----------------------------------------------------------------------

class Plan:
    """What record-play.c reads. A round takes seven seconds."""

    def __init__(self, opening):
        self.lines = ['0 table_open'] + [f'0 {line}' for line in opening]
        self.cases = []
        self.wagers = 0
        self.at = 0.0

    def say(self, after, text):
        self.lines.append(f'{self.at + after:.2f} {text}')

    def round(self, case, wagers, closing, outcome, payments):
        """@wagers: (seat, bet, cents, other members) each; @payments: `due` and `pays`."""
        self.at += 7
        self.cases.append(case)
        number = len(self.cases)
        self.say(0, f'round_start "round":{number}')
        for i, wager in enumerate(wagers):
            self.lay(0.2 + 0.1 * i, *wager)
        if closing:
            self.say(1.6, closing)
        for i, line in enumerate(outcome):
            self.say(2.4 + 0.2 * i, line)
        for i, payment in enumerate(payments):
            self.say(2.6 + 0.2 * len(outcome) + 0.1 * i, payment)
        return number

    def lay(self, after, seat, bet, cents, members=''):
        self.wagers += 1
        more = f',{members}' if members else ''
        self.say(after, f'wager "wager":"w{self.wagers}","seat":{seat},"bet":"{bet}","amount":{cents}{more}')

    def end(self):
        self.say(5.5, f'round_end "round":{len(self.cases)}')

    def text(self):
        return '\n'.join(self.lines) + '\n'


def number(*pockets):
    if len(pockets) == 1:
        return f'"number":"{pockets[0]}"'
    return f'"numbers":{json.dumps([str(pocket) for pocket in pockets])}'.replace(' ', '')


def plan_roulette(n):
    plan = Plan(['rules "submission":{"payout_unit":1,"wheel":"double_zero"}'])
    first = [(1, 'straight', 500, number(17)), (1, 'split', 500, number(17, 20)), (2, 'red', 1000),
             (2, 'dozen', 1000, number(2)), (3, 'straight', 2500, number(32)), (3, 'even', 2500)]
    typed = [(1, 'straight', 500, number(7)), (1, 'straight', 500, number(20)),
             (2, 'split', 1000, number(17, 20)), (2, 'black', 1000),
             (3, 'straight', 500, number(32)), (3, 'dozen', 2500, number(2))]
    few = [(1, 'straight', 500, number(20)), (2, 'red', 1000), (3, 'even', 1000)]
    five = [(1, 'straight', 500, number(5)), (1, 'straight', 500, number(8)), (2, 'red', 1000),
            (2, 'odd', 1000), (3, 'straight', 1000, number(29))]
    changed = five[:3] + five[4:] + [(3, 'straight', 1000, number(36)), (3, 'even', 1000)]
    for case, wagers, pocket in [('new by pointer', first, 17), ('repeated', first, 30),
                                 ('new typed', typed, 20), ('new, one settlement deviates', few, 20),
                                 ('', five, 8), ('repeated, 2 new, 1 gone', changed, 36)][:n]:
        pays = [f'pays w{plan.wagers + 1} 17000'] if 'deviates' in case else []
        plan.round(case, wagers, 'no_more_bets', [f'result "pocket":"{pocket}","revolutions":8,"observed":[]'], pays + ['due'])
        plan.end()
    return plan


def plan_craps(n):
    plan = Plan(['rules "submission":{"payout_unit":1}'])
    plan.say(1, 'shooter "seat":2')
    for case, wagers, dice, pays in [
            ('', [(1, 'pass', 1000), (2, 'pass', 1000)], (4, 2), False),
            ('odds and 2 props by pointer',
             [(2, 'pass_odds', 2000, '"supports":"w2"'), (2, 'hardway', 500, '"number":8'), (2, 'eleven', 500)],
             (5, 4), True),
            ('carried, 2 props typed', [(2, 'eleven', 500), (2, 'hardway', 500, '"number":4')], (3, 1), True),
            ('', [], (3, 3), True)][:n]:
        plan.round(case, wagers, 'throw', [f'result "dice":[{dice[0]},{dice[1]}],"observed":[]'], ['due'] if pays else [])
        plan.end()
    return plan


def plan_casino_war(n):
    plan = Plan(['rules "submission":{"payout_unit":1,"decks":6}'])
    wagers = [(1, 'initial', 1000), (2, 'initial', 1500), (3, 'initial', 2500)]
    for case, cards in [('', '5D9H2CTS'), ('3 seats repeated', 'KD4HJC8C'), ('one tie goes to war', '6D9H2C6S')][:n]:
        deals = [f'deal "to":{to},"card":"{cards[2 * i:2 * i + 2]}","deal":"original"'
                 for i, to in enumerate([1, 2, 3, '"dealer"'])]
        plan.round(case, wagers, None, deals, ['due'])
        if 'war' in case:
            plan.lay(4.2, 1, 'war', 1000)
            plan.say(4.4, 'deal "to":1,"card":"QD","deal":"war"')
            plan.say(4.6, 'deal "to":"dealer","card":"7H","deal":"war"')
            plan.say(4.8, 'due')
        plan.end()
    return plan


PLANS = {'roulette': plan_roulette, 'craps': plan_craps, 'casino_war': plan_casino_war}


# --- A round -------------------------------------------------------------------------------------

def find_closing(events):
    """When the wagers lie that are laid before the outcome."""
    return next(event.at for event in events
                if event.type in ('no_more_bets', 'throw', 'deal', 'result', 'settle', 'round_end'))


class Recording:
    """The log as it comes to be."""

    def __init__(self, operator, tools, typed):
        self.operator = operator
        self.tools = tools
        self.typed = typed
        self.ended = []  # wagers of the last round
        self.ids = {}    # of the wagers that were put away, in the log that comes to be
        self.n = 0       # lines of the round
        self.played = None

    def saw(self, what):
        """Waits until the round has more lines."""
        self.n = recorder.wait(what, lambda: self.operator.lines() > self.n and self.operator.lines())

    def closes_by_key(self):
        return self.tools['game'] != 'casino_war'

    def own(self, event):
        """The event, with the ids that wagers have in this log."""
        own = copy.copy(event)
        own.bet, own.text = (re.sub(r'\bw\d+\b', lambda found: self.ids.get(found[0], found[0]), text)
                             for text in (event.bet, event.text))
        return own

    def note_ids(self, wagers):
        """Which ids these have now, as the round's draft says."""
        drafts = self.tools['coded'].with_name(self.tools['coded'].name + '.draft').read_text(encoding='utf-8')
        draft = json.loads(drafts.splitlines()[-1])['lines'] if drafts else []
        known = set(self.ids.values())
        found = [json.loads('{' + line['members'] + '}') for line in draft if line['type'] == 'wager']
        found = [line for line in found if line['wager'] not in known]
        for event in wagers:
            if event.line['wager'] in self.ids:
                continue
            said = plain({**event.line, 'wager': 0}, self.ids)
            same = [line for line in found if plain({**line, 'type': 'wager', 'wager': 0}, {}) == said]
            if same:
                self.ids[event.line['wager']] = same[0]['wager']
                found.remove(same[0])

    def repeat(self, wagers):
        """Has the last round's wagers laid again, if most of them are. Returns: the others."""
        wanted = [event.key() for event in wagers]
        kept = [event for event in self.ended if event.key() in wanted]
        gone = [event for event in self.ended if event.key() not in wanted]
        if len(kept) < 2 or len(gone) > 1 or any('supports' in event.bet for event in self.ended):
            return wagers
        self.operator.key('r')
        self.operator.thoughts += 1
        self.saw('the wagers again')
        for event in gone:
            self.operator.click(event.place, button=3)
            self.n -= 1
            self.operator.wait_lines('a wager taken back', self.n)
        again = [event.key() for event in kept]
        return [event for event in wagers if event.key() not in again]

    def bet(self, events, closing, typed):
        """What is laid and said before the outcome."""
        self.operator.go_to(closing)
        wagers = [event for event in events if event.type == 'wager']
        others = self.repeat(wagers) if all(event.type in ('wager', 'round_start') or event.type not in CODED
                                            for event in events) else wagers
        self.note_ids(wagers)
        laid = set()
        for event in events:
            if event.type == 'wager' and event in others:
                # A click where chips of the seat lie adds to them.
                twice = (event.line['seat'], event.bet) in laid
                laid.add((event.line['seat'], event.bet))
                self.operator.lay(self.own(event), not typed and not twice)
                self.saw(event.text)
                self.note_ids([event])
            elif event.type in CODED and event.type not in ('wager', 'round_start'):
                self.operator.enter(self.own(event).text, BOUND)
                self.saw(event.text)

    def accept(self, cards):
        """@cards: some are awaited, and A begins one."""
        self.operator.key('a')
        if cards:
            self.operator.key('Return')

    def settle(self, events, decided, cards):
        """Types what is not as due, and accepts the rest, which was played."""
        if not events:
            return
        # All since the decision is to be played, in one piece.
        since = self.played or decided
        self.play(since, events[-1].at)
        for event in events:
            if not event.due:
                self.deviate(event)
        if not any(event.due for event in events):
            return
        self.accept(cards)
        self.operator.thoughts += 1
        # Pictures that a busy machine left out were not played: that is refused, and played again.
        for _ in range(PLAYS):
            if self.has_more_lines():
                break
            self.play(since, events[-1].at)
            self.operator.counts = False
            self.accept(cards)
            self.operator.counts = True
        self.saw('settlements')

    def play(self, since, until):
        self.operator.go_to(since)
        self.operator.play_until(until)
        self.played = until

    def has_more_lines(self):
        """Within some seconds."""
        try:
            return recorder.wait('more lines', lambda: self.operator.lines() > self.n, 10)
        except Gone:
            return False

    def deviate(self, event):
        """What was paid on the chosen wager, which is the list's first; or any settlement as an entry."""
        line = event.line
        if not self.tools['random']:
            self.operator.enter(str(line['paid'] // 100))
        else:
            money = [f'{name}={line[name] / 100:.2f}' for name in ('paid', 'taken', 'returned', 'vig') if name in line]
            stays = ['stays=yes'] if line.get('stays') else []
            wager = self.ids.get(line['wager'], line['wager'])
            self.operator.enter(' '.join(['settle', wager, line['outcome'], *money, *stays]), BOUND)
        self.saw(f"the settlement of {line['wager']}")

    def round(self, events, typed=False):
        typed = typed or self.typed
        self.played = None
        closing = find_closing(events)
        first = next(i for i, event in enumerate(events)
                     if event.at >= closing and event.type not in WAGERS_BEFORE)
        self.bet(events[:first], closing, typed)
        if not any(event.type == 'wager' for event in events[:first]):
            self.operator.key('Return')
            self.saw('the beginning of the round')
        if self.closes_by_key() and events[first].type in ('no_more_bets', 'throw'):
            self.operator.key('Return')
            self.saw('the end of betting')
        rest = [event for event in events[first:] if event.type in CODED]
        decided = None
        while rest:
            event = rest[0]
            run_of = [event]
            while len(rest) > len(run_of) and rest[len(run_of)].type == event.type:
                run_of.append(rest[len(run_of)])
            rest = rest[len(run_of):]
            if event.type == 'settle' and self.tools['game'] in ('pai_gow', 'raise_it_up'):
                # More is due than was settled: each is typed.
                self.operator.go_to(run_of[-1].at)
                for one in run_of:
                    self.deviate(one)
            elif event.type == 'settle':
                self.settle(run_of, decided, rest[0].type == 'deal')
            elif event.type == 'deal' and self.tools['game'] == 'casino_war':
                self.operator.go_to(run_of[-1].at)
                self.operator.type(''.join(event.line['card'] for event in run_of).lower())
                if rest[0].type == 'discard':
                    # A card is put away between them: these are not all.
                    self.operator.key('Return')
                self.saw('the cards')
            elif event.type == 'round_end':
                self.operator.key('Return')
                self.operator.wait_lines('the round in the log', 0)
                self.n = 0
            else:
                for event in run_of:
                    self.say(event)
            if decided is None:
                decided = run_of[-1].at if event.type == 'deal' else event.at
        self.note_ended(events)

    def say(self, event):
        """An event of the outcome."""
        self.operator.go_to(event.at)
        if event.type == 'result' and 'pocket' in event.line:
            self.operator.enter(event.line['pocket'])
        elif event.type == 'result' and 'dice' in event.line:
            self.operator.enter(''.join(str(die) for die in event.line['dice']))
        elif event.type == 'wager' and event.bet == 'w':
            self.operator.take_seat(event.line['seat'])
            self.operator.enter('w')
        elif event.type == 'wager':
            self.operator.lay(self.own(event), False)
        else:
            self.operator.enter(self.own(event).text, BOUND)
        self.saw(event.text)
        if event.type == 'wager':
            self.note_ids([event])

    def note_ended(self, events):
        ended = {event.line['wager'] for event in events if event.type == 'settle'
                 and not event.line.get('stays')}
        self.ended = [event for event in events if event.type == 'wager' and event.line['wager'] in ended
                      and event.bet not in ('w', 'wt')]


# --- What comes out ------------------------------------------------------------------------------

def plain(line, names):
    """What both logs say of an event. A wager's id is each log's own."""
    left = ('seq', 'at', 'frame', 'as', 'coded', 'revolutions', 'observed')
    said = {name: value for name, value in line.items() if name not in left and value not in (0, False, [])}
    for name in ('wager', 'supports'):
        if name in said:
            said[name] = names.get(said[name], said[name])
    return said


def order(lines):
    """Puts wagers that are laid one after the other, and settlements, into an order that both logs
    share: what lies on a still picture has none. Numbers wagers in that order."""
    found = []
    names = {}
    for line in lines:
        if line['type'] not in CODED:
            continue
        if found and line['type'] in ('wager', 'settle') and found[-1][0]['type'] == line['type']:
            found[-1].append(line)
        else:
            found.append([line])
    for run_of in found:
        if run_of[0]['type'] == 'wager':
            run_of.sort(key=lambda line: json.dumps({**line, 'wager': '', 'seq': 0, 'at': '', 'frame': 0,
                                                     'supports': names.get(line.get('supports'), '')},
                                                    sort_keys=True))
            for line in run_of:
                names[line['wager']] = f'#{len(names) + 1}'
        else:
            run_of.sort(key=lambda line: int(names.get(line.get('wager'), '#0')[1:]))
    return [(plain(line, names), line) for run_of in found for line in run_of]


def compare(tools):
    """Returns: how many events are the same."""
    true = order(read(tools['log']))
    coded = order(read(tools['coded']))
    for place, ((a, of_a), (b, of_b)) in enumerate(zip(true, coded)):
        if a != b:
            raise Gone(f'event {place + 1} of {len(true)}: {b} instead of {a}')
        apart = abs((instant(of_a['at']) - instant(of_b['at'])).total_seconds())
        if a['type'] in ('result', 'reveal') and apart > TOLERANCE:
            raise Gone(f'{b}: {apart} s apart')
    if len(true) != len(coded):
        raise Gone(f'{len(coded)} events instead of {len(true)}')
    if not all('frame' in line for _, line in coded if line['type'] in ('wager', 'result', 'settle')):
        raise Gone('a wager, result or settlement without its frame')
    return len(true)


def read(path):
    return recorder.read_lines(path)


def agree(tools):
    """What Skyward itself says of the two."""
    said = run(tools, 'agree', '--format=jsonl', str(tools['log']), str(tools['coded']))
    kinds = [json.loads(line) for line in said.splitlines() if '"kind"' in line]
    for kind in kinds:
        if kind['n'] > 0 and kind.get('agreed', 1) != 1:
            raise Gone(f'agree: {kind}')
    return ', '.join(f"{kind['kind']} {kind['n']}" for kind in kinds)


# --- The test ------------------------------------------------------------------------------------

def hold(case, work):
    """What the case takes, by the keystroke-level model, beside its figures."""
    keys, points, _ = work
    most_keys, most_points, thoughts, hands, most = FIGURES[case]
    took = KEY * keys + POINT * points + THINK * thoughts + HAND * hands
    if keys > most_keys or points > most_points or took > most + 0.05:
        raise Gone(f'{case}: {keys} keys and clicks, {points} pointings, {took:.1f} s '
                   f'of at most {most_keys}, {most_points}, {most}')
    return f'{keys} of {most_keys} keys and clicks, {points} of {most_points} pointings, {took:.1f} of {most} s'


class Took:
    """What rounds of random play take, by the keystroke-level model."""

    def __init__(self):
        self.rounds = []

    def add(self, work, wagers, real):
        keys, points, thoughts = work
        seconds = KEY * keys + POINT * points + THINK * thoughts + HAND * (2 if points else 0)
        self.rounds.append((keys, points, seconds, seconds / real, seconds / max(wagers, 1)))
        return (f'{wagers} wagers, {keys} keys and clicks, {points} pointings, {thoughts} thoughts, '
                f'{seconds:.1f} s of {real:.1f} s')

    def tell(self):
        """The median of each, and what nine of ten rounds do not exceed."""
        names = ('keys and clicks', 'pointings', 'seconds', 'of real duration', 'seconds a wager')
        return [f'{name}: median {statistics.median(values):.2f}, nine of ten '
                f'{sorted(values)[-(-len(values) * 9 // 10) - 1]:.2f}'
                for name, values in zip(names, zip(*self.rounds))]


def record(tell, console, tools, cases, typed):
    layout = recorder.begin(console, tools)
    operator = Operator(console, tools, layout)
    recording = Recording(operator, tools, typed)
    recording.n = operator.lines()
    parts = recorder.cut_rounds(recorder.read_events(tools, layout.width, layout.height))
    took = Took()
    for case, part in zip(cases or [''] * len(parts), parts):
        operator.take()
        recording.round(part, 'typed' in case)
        if case in FIGURES:
            tell(f'# {case}: {hold(case, operator.take())}')
        else:
            wagers = sum(event.type == 'wager' for event in part)
            start = next(event.at for event in part if event.type == 'round_start')
            tell(f'# a round: {took.add(operator.take(), wagers, (part[-1].at - start).total_seconds())}')
    for line in took.tell():
        tell(f'# {line}')
    tell(f'# {compare(tools)} events are the same')
    tell(f'# {agree(tools)}')


def test(tell):
    program, cli, script, player, game, rounds, *random = sys.argv[1:]
    tools = {'cli': cli, 'script': script, 'play': player, 'game': game, 'random': random}
    plan = None if random else PLANS[game](int(rounds))

    def make():
        if random:
            recorder.simulate(tools, rounds, random[0])
        else:
            recorder.play(tools, plan.text())

    return recorder.try_at_table(
        tell, game, program, tools, make,
        lambda console: record(tell, console, tools, plan and plan.cases, random[1:] == ['typed']))


if __name__ == '__main__':
    sys.exit(run_test(test))
