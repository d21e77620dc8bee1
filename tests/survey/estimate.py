#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Plans and error rates, computed a second time: estimate.py SKYWARD-CLI [NUMBER [SEED]]. Archives with
planted faults are sampled; each plan is drawn again here, from what it says of itself; and what the
command estimates is computed from the log and the audit alone. TAP."""

import collections
import functools
import hashlib
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import traceback

from agree import by_round, run

START = '2023-11-04T20:00:00.000000Z'
COVERS = {'roulette': ('wheel', 'layout'), 'craps': ('end_left', 'end_right'), 'casino_war': ('table',),
          'sic_bo': ('table',)}


# --- Statistics ----------------------------------------------------------------------------------

def beta_below(x, a, b):
    """The regularized incomplete beta function, by a series of positive terms."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - beta_below(1 - x, b, a)
    term, total, n = 1.0, 1.0, 0
    while term > 1e-17 * total:
        term *= x * (a + b + n) / (a + 1 + n)
        total += term
        n += 1
    return total * math.exp(a * math.log(x) + b * math.log1p(-x) - math.log(a)
                            - math.lgamma(a) - math.lgamma(b) + math.lgamma(a + b))


def halve(holds, low, high):
    for _ in range(70):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low


@functools.lru_cache(None)
def exact(x, n):
    low = halve(lambda p: 1 - beta_below(1 - p, n - x + 1, x) < 0.025, 0, 1) if x > 0 else 0
    high = halve(lambda p: beta_below(1 - p, n - x, x + 1) > 0.025, 0, 1) if x < n else 1
    return low, high


@functools.lru_cache(None)
def student(df):
    """Exceeded in either direction one time in twenty: Simpson's rule over the density."""
    constant = math.exp(math.lgamma((df + 1) / 2) - math.lgamma(df / 2)) / math.sqrt(df * math.pi)

    def within(t):
        steps = 400
        values = [constant * (1 + (t * i / steps) ** 2 / df) ** (-(df + 1) / 2) for i in range(steps + 1)]
        return 2 * t / steps / 3 * (values[0] + values[-1] + 4 * sum(values[1::2]) + 2 * sum(values[2:-1:2]))
    return halve(lambda t: within(t) < 0.95, 0, 50)


def jackknife(clusters, rate):
    """The variance by leaving out, and the degrees of freedom; None where there is none."""
    strata = collections.defaultdict(list)
    for cluster in clusters:
        strata[cluster[3]].append(cluster)
    alone = [stratum for stratum, own in strata.items() if len(own) == 1]
    rest = [cluster for stratum in alone for cluster in strata.pop(stratum)]
    if rest and (len(rest) > 1 or not strata):
        strata['alone'] = rest
    elif rest:
        first = next(cluster[3] for cluster in clusters if cluster[3] in strata)
        strata[first] += rest
    df = len(clusters) - len(strata)
    if df < 1:
        return None, df
    variance = 0
    for own in strata.values():
        others = [cluster for each in strata.values() if each is not own for cluster in each]
        for left in range(len(own)):
            kept = own[:left] + own[left + 1:]
            grown = [(x, n, w * len(own) / (len(own) - 1), s) for x, n, w, s in kept] + others
            without = sum(w * x for x, n, w, s in grown) / sum(w * n for x, n, w, s in grown)
            variance += (len(own) - 1) / len(own) * (without - rate) ** 2
    return variance, df


def estimate(clusters, unit, rounds_drawn):
    """rate, low, high, method of (x, n, weight, stratum)."""
    clusters = [cluster for cluster in clusters if cluster[1] > 0]
    x, n = sum(cluster[0] for cluster in clusters), sum(cluster[1] for cluster in clusters)
    rate = sum(w * x for x, n, w, s in clusters) / sum(w * n for x, n, w, s in clusters)
    in_error = sum(cluster[0] > 0 for cluster in clusters)
    variance, df = jackknife(clusters, rate)
    if unit == 'round' and rounds_drawn:
        if x == 0:
            return rate, *exact(0, n), 'exact'
        z = student(1e6)
        middle, half = rate + z * z / 2 / n, z * math.sqrt(rate * (1 - rate) / n + z * z / 4 / n / n)
        return rate, (middle - half) / (1 + z * z / n), (middle + half) / (1 + z * z / n), 'wilson'
    if in_error >= 6 and variance and rate < 1:
        error, t = math.sqrt(variance), student(df)
        if unit == 'dollar':
            return rate, rate * math.exp(-t * error / rate), rate * math.exp(t * error / rate), 'jackknife_log'
        middle, half = math.log(rate / (1 - rate)), t * error / rate / (1 - rate)
        return rate, 1 / (1 + math.exp(half - middle)), 1 / (1 + math.exp(-half - middle)), 'jackknife_logit'
    if unit == 'dollar':
        return None, None, None, 'none'
    if in_error < 2 or not variance or rate >= 1:
        deff = 1.5 * n * sum(w * w * n for x, n, w, s in clusters) / sum(w * n for x, n, w, s in clusters) ** 2
    else:
        deff = max(variance / (rate * (1 - rate) / n), 1)
    if df >= 1:
        deff *= (student(df) / student(1e6)) ** 2
    return rate, *exact(rate * n / deff, n / deff), 'exact'


# --- Plans ---------------------------------------------------------------------------------------

def draw_again(plan):
    """The windows that the plan's seed gives, from its stretches."""
    drawn = []
    for stratum in plan['strata']:
        candidates = []
        for start, end in stratum['stretches']:
            at, end = micro(start), micro(end)
            length = plan['seconds'] * 10 ** 6
            while end - at >= length * 3 // 2:
                candidates.append((at, at + length))
                at += length
            candidates.append((at, end))
        assert stratum['of'] == len(candidates)
        candidates.sort(key=lambda window: hashlib.sha256(
            f'{plan["seed"]}/{plan["table"]}/{plan["day"]}/{text(window[0])}'.encode()).hexdigest())
        drawn += candidates[:stratum['drawn']]
    return sorted(drawn)


def micro(instant):
    """Microseconds of the archive's evening and the night behind it."""
    day, clock = instant.rstrip('Z').split('T')
    hours, minutes, seconds = clock.split(':')
    return (((int(day[-2:]) * 24 + int(hours)) * 60 + int(minutes)) * 60 * 10 ** 6
            + round(float(seconds) * 10 ** 6))


def text(at):
    seconds, rest = divmod(at, 10 ** 6)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f'2023-11-{hours // 24:02}T{hours % 24:02}:{minutes:02}:{seconds:02}.{rest:06}Z'


# --- Logs ----------------------------------------------------------------------------------------

def read_settlements(events, findings):
    """(round, bet, in error, variance, stake) of each that was made or missed."""
    bad = {finding['seq']: finding for finding in findings
           if finding['queue'] == 'variance' and finding['check'].startswith('settle.')}
    stakes, bets = {}, {}
    last = 0
    for number, event in by_round(events):
        last = number
        if event['type'] == 'wager':
            stakes[event['wager']], bets[event['wager']] = event['amount'], event['bet']
        elif event['type'] == 'wager_change' and event['action'] in ('increase', 'reduce'):
            stakes[event['wager']] = event['amount']
        elif event['type'] == 'settle' and event['wager'] in stakes:
            finding = bad.get(event['seq'])
            yield (number, bets[event['wager']], finding is not None,
                   abs(finding['variance']) if finding else 0, stakes[event['wager']])
    for finding in findings:
        if finding['check'] == 'settle.missing':
            yield (finding['round'], bets[finding['wager']], True, abs(finding['variance']),
                   stakes[finding['wager']])


def check(cli, game, seed, folder, by):
    archive = folder / 'archive'
    run(cli, 'simulate', f'--game={game}', '--rounds=150', f'--seed={seed}', '--faults=70', archive)
    path = next(archive.glob('*.tel.jsonl'))
    header, *events = (json.loads(line) for line in path.read_text(encoding='utf-8').splitlines()
                       if line.startswith('{') and line.endswith('}'))
    events = [event for event in events if 'seq' in event]
    table = header['table']
    write_footage(archive, game, table)
    plan_path = folder / 'plan.json'
    arguments = {'window': ['--by=window', '--windows=10'], 'dealer': ['--windows=11'],
                 'round': ['--rounds=40']}[by]
    printed = run(cli, 'sample', f'--table={table}', '--day=2023-11-04', f'--seed={seed}', '--format=json',
                  f'--out={plan_path}', *arguments, archive)
    plan = json.loads(printed)
    assert json.loads(plan_path.read_text(encoding='utf-8')) == plan and plan['seed'] == seed
    if by != 'round':
        assert [(micro(w['from']), micro(w['until'])) for w in plan['windows']] == draw_again(plan)
    findings = [json.loads(line) for line in run(cli, 'audit', '--format=jsonl', archive).splitlines()]
    starts = {event['round']: micro(event['at']) for event in events if event['type'] == 'round_start'}

    groups = collections.defaultdict(lambda: collections.defaultdict(lambda: [0, 0]))
    weights, rounds_in_error = {}, collections.defaultdict(bool)
    for number, bet, wrong, variance, stake in read_settlements(events, findings):
        start = starts.get(number)
        for index, window in enumerate(plan['windows']):
            off = 3 * 10 ** 6 if 'round' in window else 0
            if start is None or not micro(window['from']) - off <= start < micro(window['until']):
                continue
            stratum = plan['strata'][window['stratum'] - 1]
            weights[index] = stratum['of'] / stratum['drawn'], window['stratum']
            ways = [('all', ''), ('table', table), ('bet', bet)]
            if 'dealer' in window:
                ways.append(('dealer', window['dealer']))
            for way in ways:
                for unit, x, n in (('settlement', wrong, 1), ('dollar', variance, stake)):
                    groups[way + (unit,)][index][0] += x
                    groups[way + (unit,)][index][1] += n
                if way[0] != 'bet':
                    rounds_in_error[way, index, number] |= wrong
            break
    for (way, index, number), wrong in rounds_in_error.items():
        groups[way + ('round',)][index][0] += wrong
        groups[way + ('round',)][index][1] += 1

    rows = [json.loads(line) for line in run(cli, 'estimate', '--format=jsonl', f'--plan={plan_path}',
                                             path).splitlines()]
    seen = set()
    for row in rows:
        key = row['by'], row.get('value', ''), row['unit']
        if row['by'] == 'dealer' and by != 'dealer':
            continue
        seen.add(key)
        clusters = [(x, n, *weights[index]) for index, (x, n) in sorted(groups[key].items())]
        assert (row['x'], row['n']) == (sum(c[0] for c in clusters), sum(c[1] for c in clusters)), row
        rate, low, high, method = estimate(clusters, row['unit'], by == 'round')
        assert row['method'] == method, (row, method)
        for printed, value in ((row['rate'], rate), (row['low'], low), (row['high'], high)):
            assert (printed is None) == (value is None), (row, value)
            assert value is None or abs(printed - value) < 2e-6, (row, rate, low, high)
    assert seen == {key for key, own in groups.items() if sum(n for _, n in own.values()) > 0}
    return len(rows)


def write_footage(archive, game, table):
    cameras = [{'camera': f'{table}-{place}', 'table': table, 'kind': 'stationary', 'covers': [place],
                'clock_offset_ms': 0,
                'segments': [{'file': f'footage/{place}-{i}.mkv', 'start': start, 'end': end}
                             for i, (start, end) in enumerate((
                                 (START, f'2023-11-04T21:0{index}:30.000000Z'),
                                 ('2023-11-04T21:10:00.000000Z', '2023-11-05T01:00:00.000000Z')))]}
               for index, place in enumerate(COVERS[game])]
    (archive / 'footage.json').write_text(json.dumps({'cameras': cameras}), encoding='utf-8')


# --- Usage ---------------------------------------------------------------------------------------

def check_usage(cli, folder):
    archive = folder / 'archive'
    run(cli, 'simulate', '--game=roulette', '--rounds=10', '--seed=4', archive)
    log = next(archive.glob('*.tel.jsonl'))
    other = folder / 'other'
    run(cli, 'simulate', '--game=sic_bo', '--rounds=5', '--seed=4', other)
    other_log = next(other.glob('*.tel.jsonl'))
    asked = ['--table=RO-01', '--day=2023-11-04']
    plan = folder / 'plan.json'
    coders = folder / 'coders.json'
    coders.write_text('{"coders":[{"credential":"PA-1","game":"roulette","planted":1,"found":2,"clean":5,'
                      '"flagged":0}]}', encoding='utf-8')
    roster = folder / 'roster.csv'
    roster.write_text('2023-11-04T20:00:00Z,2023-11-04T20:30:00Z,PA-7\n', encoding='utf-8')

    def fails(status, *arguments):
        done = subprocess.run([cli, *map(str, arguments)], capture_output=True, text=True, check=False,
                              cwd=folder)
        assert done.returncode == status and done.stdout == '' and done.stderr != '', (arguments, done)

    for arguments in (['agree'], ['agree', log], ['agree', '--format=xml', log, log],
                      ['agree', '--match=name', log, log], ['agree', '--within=-1', log, log],
                      ['sample'], ['sample', archive], ['sample', *asked, archive],
                      ['sample', '--table=RO-01', '--day=today', '--windows=3', archive],
                      ['sample', *asked, '--windows=3', '--rounds=3', archive],
                      ['sample', *asked, '--windows=3', '--minutes=0', archive],
                      ['sample', *asked, '--windows=3', '--by=bet', archive],
                      ['sample', *asked, '--windows=3', '--format=xml', archive],
                      ['estimate'], ['estimate', '--format=xml', log], ['estimate', '--minutes=0', log],
                      ['estimate', '--by=seat', log]):
        fails(2, *arguments)
    fails(1, 'agree', log, folder / 'none')
    fails(1, 'agree', log, other_log)
    fails(1, 'sample', *asked, '--windows=3', folder / 'none')
    fails(1, 'sample', *asked, '--windows=3', archive)      # there are no recordings
    fails(1, 'sample', '--table=RO-09', '--day=2023-11-04', '--rounds=3', archive)
    fails(1, 'estimate', folder / 'none')
    fails(1, 'estimate', f'--plan={roster}', log)
    fails(1, 'estimate', f'--coders={coders}', log)
    assert not plan.exists()

    # A plan is not written over; without --seed two draws have different seeds.
    run(cli, 'sample', *asked, '--rounds=3', '--seed=9', f'--out={plan}', archive)
    fails(1, 'sample', *asked, '--rounds=3', '--seed=9', f'--out={plan}', archive)
    seeds = {json.loads(run(cli, 'sample', *asked, '--rounds=3', '--format=json', archive))['seed']
             for _ in range(3)}
    assert len(seeds) == 3
    # Recordings without any log, and a typed roster.
    bare = folder / 'bare'
    bare.mkdir()
    write_footage(bare, 'roulette', 'RO-01')
    fails(1, 'sample', *asked, '--windows=2', bare)
    drawn = json.loads(run(cli, 'sample', *asked, '--windows=2', '--game=roulette', f'--roster={roster}',
                           '--format=json', '--tests=4', bare))
    assert len(drawn['windows']) == 2 and drawn['strata'][0]['dealer'] == 'PA-7' and drawn['tests'] == 4
    assert drawn['strata'][0]['of'] == 6
    # Texts for people.
    said = run(cli, 'estimate', log)
    assert 'Table RO-01' in said and 'no plan' in said and '(' in said
    said = run(cli, 'agree', log, log)
    assert 'Rounds matched by number: 10' in said and 'Disagreements: 0' in said


def main(cli, number=1, seed=1):
    failed, cli = 0, pathlib.Path(cli).resolve()
    cases = [(game, by) for game in COVERS for by in ('dealer', 'window', 'round')]
    print(f'1..{len(cases) + 1}')
    for place, (game, by) in enumerate(cases + [('usage', '')], start=1):
        try:
            rows = 0
            for i in range(int(number) if game != 'usage' else 1):
                with tempfile.TemporaryDirectory() as name:
                    folder = pathlib.Path(name)
                    rows += (check(cli, game, int(seed) + i, folder, by) if game != 'usage'
                             else check_usage(cli, folder) or 1)
            print(f'ok {place} - {game} {by}: {rows} rows')
        except (AssertionError, subprocess.CalledProcessError) as error:
            failed += 1
            where = traceback.extract_tb(error.__traceback__)[-1]
            print(f'not ok {place} - {game} {by}')
            print(f'# line {where.lineno}: ' + ascii(error)[:2000])
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
