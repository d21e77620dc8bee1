#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A log that somebody recorded by a plan, held beside the table's own: recorded.py SKYWARD-CLI [NUMBER
[SEED]]. Recorded logs are cut from simulated ones: the rounds of the plan's windows, numbered anew, each
line with its frame, and what was not looked at said between them. They agree with the table's; what is
planted is listed with both lines and its frame; and nothing is said of what was not looked at. TAP."""

import json
import pathlib
import subprocess
import sys
import tempfile
import traceback

from agree import agree, by_round, run
from estimate import COVERS, micro, text, write_footage

HELD = ('player', 'staff', 'equipment', 'inspection', 'shuffle', 'limits', 'limits_notice', 'meter',
        'dispute', 'ruling', 'notify', 'confirm', 'checkpoint', 'table_close')


class Recorder:
    """A log of version 2, event by event."""

    def __init__(self, header, plan, **scope):
        self.header = dict(header, version=2, scope=scope, record={
            'how': 'footage', 'by': 'PA-100231', 'plan': plan['plan'],
            'from': [{'camera': 'A', 'file': 'footage/a.mkv'}]})
        self.events = []

    def add(self, event, **members):
        event = dict(event, seq=len(self.events) + 1, **members)
        event['frame'] = [0, micro(event['at']) - micro('2023-11-04T20:00:00.000000Z')]
        self.events.append(event)
        return event

    def write(self, path):
        path.write_text(''.join(json.dumps(line) + '\n' for line in [self.header] + self.events),
                        encoding='utf-8')
        return path


def lying(events):
    """What lies behind these events, as `standing` has it."""
    wagers, working, puck, shooter = {}, {}, 0, None
    for event in events:
        if event['type'] == 'wager':
            wagers[event['wager']] = {name: value for name, value in event.items()
                                      if name not in ('seq', 'at', 'type', 'via', 'confirmed', 'vig')}
        elif event['type'] == 'wager_change' and event['action'] == 'remove':
            wagers.pop(event['wager'], None)
        elif event['type'] == 'wager_change' and 'amount' in event:
            wagers[event['wager']]['amount'] = event['amount']
        elif event['type'] == 'wager_change' and event['action'] in ('on', 'off'):
            working[event['wager']] = event['action']
        elif event['type'] == 'settle' and not event.get('stays'):
            wagers.pop(event['wager'], None)
        elif event['type'] == 'move':
            wagers[event['wager']]['number'] = event['number']
        elif event['type'] == 'puck':
            puck = event['number'] if event['on'] else 0
        elif event['type'] == 'shooter':
            shooter = event['seat']
    return wagers, {name: action for name, action in working.items() if name in wagers}, puck, shooter


def record(header, events, plan, stands=False):
    """The rounds that start in the windows, numbered anew; and their numbers at the table. With `stands`
    the log says what lies when looking begins."""
    windows = plan['windows']
    recorder = Recorder(header, plan, rounds='sample', classes=['outcome', 'procedure', 'wagers', 'settlements'])
    starts = {event['round']: micro(event['at']) for event in events if event['type'] == 'round_start'}
    chosen = [number for number, start in starts.items()
              if any(micro(w['from']) <= start < micro(w['until']) for w in windows)]
    rules = next(event for event in events if event['type'] == 'rules')
    first = min(event['seq'] for number, event in by_round(events) if number == chosen[0])
    recorder.add(rules, at=events[0]['at'])
    before = None
    numbered = list(by_round(events))
    for place, number in enumerate(chosen, start=1):
        own = [event for each, event in numbered if each == number and event['type'] not in HELD]
        # Looking begins with the round: what was placed before it lies there.
        begins = next(i for i, event in enumerate(own) if event['type'] == 'round_start')
        if before is None or number != before + 1:
            at = own[begins]['at']
            last = recorder.events[-1]['at']
            if micro(last) < micro(at):
                recorder.add({'at': last, 'type': 'unobserved', 'until': at, 'reason': 'not_sampled'})
            if stands:
                wagers, working, puck, shooter = lying([e for e in events if e['seq'] < own[begins]['seq']])
                recorder.add({'at': at, 'type': 'standing', 'puck': {'on': puck > 0, 'number': puck},
                              **({'shooter': shooter} if shooter else {}),
                              'wagers': [{**wager, 'placed': False} for wager in wagers.values()]})
                for name, action in working.items():
                    recorder.add({'at': at, 'type': 'wager_change', 'wager': name, 'action': action})
        for event in own[begins:] if before is None or number != before + 1 else own:
            members = {'round': place} if event['type'] in ('round_start', 'round_end') else {}
            recorder.add(event, **members)
        before = number
    assert first
    return recorder, chosen


def check_kinds(kinds, matched, unseen):
    assert kinds['match'] == {'kind': 'match', 'by': 'time', 'n': matched, 'unseen_a': unseen,
                              'unseen_b': 0}, kinds['match']
    assert kinds['round']['agreed'] == 1 and kinds['round']['both'] == matched


def check_standing(cli, header, events, plan, table_log, folder):
    """What lies when looking begins is the table's that was placed before: at craps, where wagers outlast
    rounds. One that the coder overlooked is listed, and one that does not lie there."""
    recorder, chosen = record(header, events, plan, stands=True)
    path = recorder.write(folder / 'stands.tel.jsonl')
    kinds, disagreements = agree(cli, table_log, path)
    assert disagreements == [], disagreements
    assert kinds['wager']['agreed'] == 1 and kinds['as_due']['agreed'] == 1
    both = kinds['wager']['both']
    standing = [e for e in recorder.events if e['type'] == 'standing' and e['wagers']]
    gone = next((w for e in standing for w in e['wagers'] if w['bet'] in ('pass', 'dont_pass')
                 and not any(x.get('supports') == w['wager'] for x in e['wagers'] + recorder.events)), None)
    if gone is None:
        return
    event = next(e for e in standing if gone in e['wagers'])
    event['wagers'].remove(gone)
    event['wagers'].append({'wager': 'never', 'seat': gone['seat'], 'bet': 'lay', 'number': 4,
                            'amount': 12345, 'placed': False})
    recorder.write(path)
    kinds, disagreements = agree(cli, table_log, path)
    assert (kinds['wager']['both'], kinds['wager']['only_a'], kinds['wager']['only_b']) == (both - 1, 1, 1)
    lone = [each for each in disagreements if each['compared'] == 'wager']
    assert {each['wager'].split(', ')[1] for each in lone} == {gone['bet'], 'lay 4'}, lone


def check(cli, game, seed, folder):
    archive = folder / 'archive'
    run(cli, 'simulate', f'--game={game}', '--rounds=100', f'--seed={seed}', archive)
    table_log = next(archive.glob('*.tel.jsonl'))
    header, *events = map(json.loads, table_log.read_text(encoding='utf-8').splitlines())
    write_footage(archive, game, header['table'])
    plan_path = folder / 'plan.json'
    plan = json.loads(run(cli, 'sample', f'--table={header["table"]}', '--day=2023-11-04', f'--seed={seed}',
                          '--windows=8', '--format=json', f'--out={plan_path}', archive))
    if game == 'craps':
        check_standing(cli, header, events, plan, table_log, folder)
        return len(plan['windows'])
    recorder, chosen = record(header, events, plan)
    path = recorder.write(folder / 'recorded.tel.jsonl')

    kinds, disagreements = agree(cli, table_log, path)
    assert disagreements == [], disagreements
    check_kinds(kinds, len(chosen), 100 - len(chosen))
    kinds, disagreements = agree(cli, path, path)
    assert disagreements == [] and kinds['match']['n'] == len(chosen)

    # A settlement that the coder saw otherwise, a wager overlooked, a round that was missed within a
    # window, and a clock that is two seconds off.
    settle = next(e for e in recorder.events if e['type'] == 'settle' and e.get('paid', 0) > 0)
    origin = next(e for e in events if e['type'] == 'settle' and e['at'] == settle['at']
                  and e['wager'] == settle['wager'])
    settle['paid'] += 500
    settle['unsure'] = True
    for event in recorder.events:
        for name in ('at', 'until'):
            if name in event:
                event[name] = text(micro(event[name]) + 2 * 10 ** 6)
    recorder.write(path)
    kinds, disagreements = agree(cli, table_log, path)
    check_kinds(kinds, len(chosen), 100 - len(chosen))
    assert [each['compared'] for each in disagreements] == ['settlement', 'as_due'], disagreements
    for each in disagreements:
        assert each['seqs'] == [origin['seq'], settle['seq']] and each['unsure'] is True
        assert each['frames'] == [None, settle['frame']] and each['rounds'][0] in chosen
        assert each['rounds'] == [chosen[each['rounds'][1] - 1], each['rounds'][1]]

    rows = [json.loads(line) for line in run(cli, 'estimate', '--format=jsonl', f'--plan={plan_path}',
                                             path).splitlines()]
    row = next(each for each in rows if each['by'] == 'coder' and each['unit'] == 'settlement')
    assert row['value'] == 'PA-100231' and row['x'] == 1 and row['coder']['known'] is False
    assert row['windows'] <= 8 and row['method'] == 'exact'
    coders = folder / 'coders.json'
    coders.write_text(json.dumps({'coders': [{'credential': 'PA-100231', 'game': game, 'planted': 40,
                                              'found': 36, 'clean': 400, 'flagged': 1}]}), encoding='utf-8')
    rows = [json.loads(line) for line in run(cli, 'estimate', '--format=jsonl', f'--coders={coders}',
                                             f'--plan={plan_path}', path).splitlines()]
    row = next(each for each in rows if each['by'] == 'all' and each['unit'] == 'settlement')
    assert row['coder']['known'] is True
    value = (row['x'] / row['n'] - 1 / 400) / (36 / 40 - 1 / 400) if len(plan['strata']) == 1 else None
    assert value is None or abs(row['corrected']['rate'] - max(value, 0)) < 2e-6
    assert row['corrected']['low'] <= row['corrected']['rate'] <= row['corrected']['high']

    # A part of the classes, and one seat.
    narrow = Recorder(header, plan, classes=['outcome', 'wagers'])
    seat = next(e['seat'] for e in events if e['type'] == 'wager')
    narrow.header['scope']['seats'] = [seat]
    for event in events:
        if event['type'] in ('rules', 'round_start', 'round_end', 'result', 'void', 'deal', 'burn'):
            narrow.add(event)
        elif event['type'] in ('wager', 'wager_change') and event.get('seat') == seat:
            narrow.add(event)
    kinds, disagreements = agree(cli, '--match=number', table_log,
                                 narrow.write(folder / 'narrow.tel.jsonl'))
    assert {each['compared'] for each in disagreements} <= {'outcome', 'amount', 'decision'}, disagreements
    assert 'settlement' not in kinds and 'as_due' not in kinds and 'call' not in kinds
    assert kinds['wager']['only_a'] == kinds['wager']['only_b'] == 0 and kinds['wager']['both'] > 0
    return len(chosen)


def main(cli, number=1, seed=1):
    failed, cli = 0, pathlib.Path(cli).resolve()
    games = list(COVERS)
    print(f'1..{len(games)}')
    for place, game in enumerate(games, start=1):
        try:
            rounds = 0
            for i in range(int(number)):
                with tempfile.TemporaryDirectory() as name:
                    rounds += check(cli, game, int(seed) + i, pathlib.Path(name))
            print(f'ok {place} - {game}: {rounds} rounds recorded')
        except (AssertionError, subprocess.CalledProcessError) as error:
            failed += 1
            where = traceback.extract_tb(error.__traceback__)[-1]
            print(f'not ok {place} - {game}')
            print(f'# line {where.lineno}: ' + ascii(error)[:2000])
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
