#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two logs of the same play: agree.py SKYWARD-CLI [NUMBER [SEED]]. A log agrees with itself in every
game; differences that are planted in a copy are listed, those and no others; and the figures are the
ones that are computed here a second time, from the logs alone. TAP, a line a game."""

import collections
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import traceback
from fractions import Fraction

GAMES = ('craps', 'mini_craps', 'pai_gow', 'sic_bo', 'roulette', 'big_six', 'casino_war',
         'props_and_hops', 'raise_it_up')
OF_WAGERS = ('seq', 'at', 'type', 'wager', 'amount', 'via', 'vig', 'confirmed', 'supports')


def run(cli, *arguments):
    done = subprocess.run([cli, *map(str, arguments)], capture_output=True, text=True, check=True)
    assert done.stderr == '', done.stderr
    return done.stdout


def agree(cli, *arguments):
    """The kinds by name, and the disagreements."""
    objects = [json.loads(line) for line in run(cli, 'agree', '--format=jsonl', *arguments).splitlines()]
    return ({each['kind']: each for each in objects if 'kind' in each},
            [each for each in objects if 'compared' in each])


def by_round(events):
    """(round, event) of each event; between two rounds it belongs to the next one."""
    number, before = 0, []
    for event in events:
        if event['type'] == 'round_start':
            number = event['round']
            yield from ((number, each) for each in before)
            before = []
        if number == 0:
            before.append(event)
        else:
            yield number, event
        if event['type'] == 'round_end':
            number = 0


# --- A second computation ------------------------------------------------------------------------

def read_wagers(events):
    """By id: (round, seat, bet and members), amount, what was done with it besides."""
    wagers = {}
    for number, event in by_round(events):
        if event['type'] == 'wager':
            members = {name: sorted(value) if isinstance(value, list) else value
                       for name, value in event.items() if name not in OF_WAGERS}
            wagers[event['wager']] = [(number, json.dumps(members, sort_keys=True),
                                       event.get('supports')), event['amount'], '']
        elif event['type'] == 'wager_change' and event['wager'] in wagers:
            wager = wagers[event['wager']]
            if event['action'] in ('increase', 'reduce'):
                wager[1] = event['amount']
            else:
                wager[2] = event['action']
    return wagers


def match_wagers(a, b, rounds):
    """Pairs of ids; ids that one log has alone. Those in order and of one amount belong together, then
    those of one amount, then those on one bet."""
    placed = [collections.defaultdict(list), collections.defaultdict(list)]
    for side, wagers in enumerate((a, b)):
        for name, wager in wagers.items():
            placed[side][wager[0]].append(name)
    left = {key: list(names) for key, names in placed[1].items()}
    pairs, alone = [], []
    for amount, order in ((True, True), (True, False), (False, False)):
        for name, wager in a.items():
            key = wager[0]
            if key[0] not in rounds or name in dict(pairs):
                continue
            fitting = [other for other in left.get(key, [])
                       if (not amount or b[other][1:] == wager[1:])
                       and (not order or placed[0][key].index(name) == placed[1][key].index(other))]
            if fitting:
                left[key].remove(fitting[0])
                pairs.append((name, fitting[0]))
            elif not amount:
                alone.append(name)
    return pairs, alone, [name for key, names in left.items() if key[0] in rounds for name in names]


def read_settlements(events):
    """(wager, round) → texts."""
    settlements = collections.defaultdict(list)
    for number, event in by_round(events):
        if event['type'] == 'settle':
            settlements[event['wager'], number].append(
                (event['outcome'], event.get('paid', 0), event.get('taken', 0), event.get('returned', 0),
                 event.get('vig', 0), event.get('stays', False)))
    return settlements


def read_outcomes(events):
    outcomes = collections.defaultdict(list)
    for number, event in by_round(events):
        if event['type'] == 'result':
            outcomes[number].append([event.get('pocket'), event.get('section'), event.get('symbol')])
        elif event['type'] == 'void':
            outcomes[number].append(event['reason'])
    return outcomes


def coefficients(pairs):
    """Share agreed, kappa and AC1 of pairs of categories, exactly; None where there is none."""
    n = len(pairs)
    agreed = Fraction(sum(a == b for a, b in pairs), n)
    counts = [collections.Counter(pair[side] for pair in pairs) for side in (0, 1)]
    used = set(counts[0]) | set(counts[1])
    if len(used) == 1:
        return agreed, None, None
    kappa = sum(Fraction(counts[0][c] * counts[1][c], n * n) for c in used)
    means = [Fraction(counts[0][c] + counts[1][c], 2 * n) for c in used]
    ac1 = sum(mean * (1 - mean) for mean in means) / (len(used) - 1)
    return agreed, (agreed - kappa) / (1 - kappa), (agreed - ac1) / (1 - ac1)


def near(printed, value):
    return (printed is None) == (value is None) and (value is None or abs(printed - value) < 1e-6)


def check_figures(game, kinds, events, bad):
    rounds = [{event['round'] for event in each if event['type'] == 'round_start'} for each in events]
    both = rounds[0] & rounds[1]
    wagers = [read_wagers(each) for each in events]
    # Odds are told apart by what they support, which has another id in another log; here the same.
    pairs, only_a, only_b = match_wagers(wagers[0], wagers[1], both)
    settled = [read_settlements(each) for each in events]

    assert kinds['round']['both'] == len(both)
    assert kinds['round']['only_a'] == len(rounds[0] - rounds[1])
    assert kinds['round']['only_b'] == len(rounds[1] - rounds[0])
    assert near(kinds['round']['agreed'], Fraction(2 * len(both), len(rounds[0]) + len(rounds[1])))
    assert kinds['wager']['both'] == len(pairs), (kinds['wager'], len(pairs))
    assert (kinds['wager']['only_a'], kinds['wager']['only_b']) == (len(only_a), len(only_b))
    assert near(kinds['wager']['agreed'],
                Fraction(2 * len(pairs), 2 * len(pairs) + len(only_a) + len(only_b)))
    same = [wagers[0][a][1:] == wagers[1][b][1:] for a, b in pairs]
    assert near(kinds['amount']['agreed'], Fraction(sum(same), len(same)))
    differences = sorted(wagers[1][b][1] - wagers[0][a][1] for a, b in pairs)
    assert kinds['amount']['median'] == differences[(len(differences) - 1) // 2]

    texts, due = [], []
    for a, b in pairs:
        for number in both:
            said = settled[0].get((a, number), []), settled[1].get((b, number), [])
            missed = [(name, number) in bad[side]['missing'] for side, name in ((0, a), (1, b))]
            for i in range(max(len(said[0]) + missed[0], len(said[1]) + missed[1])):
                pair = [each[i] if i < len(each) else None for each in said]
                texts.append(tuple(pair))
                due.append(tuple(not missed[side] and not (pair[side] and name in bad[side]['wager']
                                                           and (name, number) in bad[side]['round'])
                                 for side, name in ((0, a), (1, b))))
    assert kinds['settlement']['n'] == len(texts), (kinds['settlement'], len(texts))
    assert near(kinds['settlement']['agreed'], Fraction(sum(a == b for a, b in texts), len(texts)))
    agreed, kappa, ac1 = coefficients(due)
    assert near(kinds['as_due']['agreed'], agreed), (kinds['as_due'], agreed)
    assert near(kinds['as_due']['kappa'], kappa) and near(kinds['as_due']['ac1'], ac1)
    if game in ('roulette', 'big_six'):
        outcomes = [read_outcomes(each) for each in events]
        agreed, kappa, ac1 = coefficients([tuple(json.dumps(each[number]) for each in outcomes)
                                           for number in sorted(both)])
        assert near(kinds['outcome']['agreed'], agreed)
        assert near(kinds['outcome']['kappa'], kappa) and near(kinds['outcome']['ac1'], ac1)


def read_bad(cli, archive):
    """What the audit says is not as due: ids, (id, round), and those that were not settled."""
    found = {'wager': set(), 'round': set(), 'missing': set()}
    for line in run(cli, 'audit', '--format=jsonl', archive).splitlines():
        finding = json.loads(line)
        if finding['queue'] == 'variance' and finding['check'].startswith('settle.'):
            key = finding.get('wager'), finding.get('round')
            if finding['check'] == 'settle.missing':
                found['missing'].add(key)
            else:
                found['wager'].add(key[0])
                found['round'].add(key)
    return found


# --- Planting ------------------------------------------------------------------------------------

def other_card(card):
    return ('2' if card[0] != '2' else '3') + card[1]


def change_outcome(event):
    """Another result of the same kind. Returns whether there is one to change."""
    if 'pocket' in event:
        event['pocket'] = '17' if event['pocket'] != '17' else '20'
    elif 'section' in event:
        event['section'] = (event['section'] + 1) % 54
    elif 'dice' in event:
        event['dice'] = [1 + event['dice'][0] % 6] + event['dice'][1:]
    elif 'number' in event:
        event['number'] += 1
    elif 'card' in event:
        event['card'] = other_card(event['card'])
    elif 'cards' in event and event['cards']:
        event['cards'] = [other_card(event['cards'][0])] + event['cards'][1:]
    else:
        return False
    return True


def plant(chance, events):
    """A copy with differences, and what must be listed: (compared, round, seq in A, seq in B)."""
    events = [dict(event) for event in events]
    needed = {event[name] for event in events for name in ('supports',) if name in event}
    needed |= {event['wager'] for event in events if event['type'] in ('move', 'wager_change', 'dispute')
               and 'wager' in event}
    where = {event['seq']: number for number, event in by_round(events)}
    rounds = sorted(set(where.values()))
    chosen = chance.sample(rounds[1:-1], 6)
    planted, removed = [], set()

    def pick(number, fits):
        fitting = [event for event in events if where.get(event['seq']) == number and fits(event)]
        return chance.choice(fitting) if fitting else None

    wager = pick(chosen[0], lambda e: e['type'] == 'wager' and e['wager'] not in needed)
    if wager:
        wager['amount'] += 500
        planted.append(('amount', chosen[0], wager['seq'], wager['seq']))
    wager = pick(chosen[1], lambda e: e['type'] == 'wager' and e['wager'] not in needed)
    if wager:
        removed |= {event['seq'] for event in events if event.get('wager') == wager['wager']}
        planted.append(('wager', chosen[1], wager['seq'], None))
    settle = pick(chosen[2], lambda e: e['type'] == 'settle' and e['seq'] not in removed)
    if settle:
        settle['paid'] = settle.get('paid', 0) + 100
        planted.append(('settlement', chosen[2], settle['seq'], settle['seq']))
    result = pick(chosen[3], lambda e: e['type'] in ('result', 'deal') and 'tiles' not in e)
    if result and change_outcome(result):
        planted.append(('outcome', chosen[3], None, None))
    call = pick(chosen[4], lambda e: e['type'] in ('call', 'no_more_bets', 'burn', 'style'))
    if call:
        removed.add(call['seq'])
        alone = sum(event['type'] == call['type'] and where.get(event['seq']) == chosen[4]
                    for event in events) == 1
        planted.append((call['type'], chosen[4], call['seq'] if alone else None, None))
    last = chosen[5]
    placed = {event['wager'] for event in events if event['type'] == 'wager'
              and where.get(event['seq']) == last}
    if not placed & needed and not pick(last, lambda e: e['type'] == 'wager_change'):
        removed |= {seq for seq, number in where.items() if number == last}
        removed |= {event['seq'] for event in events if event.get('wager') in placed}
        start = next(event['seq'] for event in events
                     if event['type'] == 'round_start' and event['round'] == last)
        planted.append(('round', last, start, None))
    return [event for event in events if event['seq'] not in removed], planted


def write(folder, header, events):
    folder.mkdir()
    path = folder / 'log.tel.jsonl'
    lines = [header] + [event for event in events if event['type'] != 'checkpoint']
    path.write_text(''.join(json.dumps(line) + '\n' for line in lines), encoding='utf-8')
    return path


def check_planted(disagreements, planted):
    """Listed are those and, besides, what follows from them: whether a settlement is as due."""
    left = [each for each in disagreements if each['compared'] != 'as_due']
    for compared, number, a, b in planted:
        found = [each for each in left if each['compared'] == compared and each['round'] == number
                 and (a is None or each['seqs'][0] == a) and (b is None or each['seqs'][1] == b)]
        assert len(found) == 1, (compared, number, a, b, left)
        left.remove(found[0])
    assert left == [], left
    if any(compared == 'settlement' for compared, *_ in planted):
        number = next(number for compared, number, *_ in planted if compared == 'settlement')
        assert any(each['compared'] == 'as_due' and each['round'] == number for each in disagreements)


def check_game(cli, game, seed, folder):
    archive = folder / 'archive'
    run(cli, 'simulate', f'--game={game}', '--rounds=24', f'--seed={seed}', archive)
    lines = next(archive.glob('*.tel.jsonl')).read_text(encoding='utf-8').splitlines()
    header, *events = map(json.loads, lines)
    a = write(folder / 'a', header, events)

    kinds, disagreements = agree(cli, a, a)
    assert disagreements == []
    for kind in kinds.values():
        assert kind['n'] > 0 and kind.get('agreed', 1) == 1 and kind.get('kappa', 1) in (1, None)
        assert kind.get('ac1', 1) in (1, None) and kind.get('low', 0) != 1, kind

    chance = random.Random(seed)
    changed, planted = plant(chance, events)
    b = write(folder / 'b', header, changed)
    kinds, disagreements = agree(cli, a, b)
    check_planted(disagreements, planted)
    bad = [read_bad(cli, folder / name) for name in ('a', 'b')]
    check_figures(game, kinds, (events, changed), bad)
    # The other way round the same is found, by time too.
    mirrored, turned = agree(cli, b, a)
    assert len(turned) == len(disagreements) and mirrored['round']['only_b'] == kinds['round']['only_a']
    assert [each for each in agree(cli, '--match=time', a, b)[1]] == disagreements
    return len(planted)


def main(cli, number=1, seed=1):
    failed = 0
    print(f'1..{len(GAMES)}')
    for place, game in enumerate(GAMES, start=1):
        try:
            planted = 0
            for i in range(int(number)):
                with tempfile.TemporaryDirectory() as folder:
                    planted += check_game(cli, game, int(seed) + i, pathlib.Path(folder))
            print(f'ok {place} - {game}, {number} times, {planted} differences')
        except (AssertionError, subprocess.CalledProcessError) as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            failed += 1
            print(f'not ok {place} - {game}')
            print(f'# line {where.lineno}: ' + ascii(error)[:3000])
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
