#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""cases.py SKYWARD_CLI MAPS: `skyward-cli import` as it is typed."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

cli, maps = sys.argv[1], pathlib.Path(sys.argv[2])

HISTORY = 'table,time,number\n' + ''.join(
    f'RO-01,2023-11-04 20:{minute:02}:03,{minute % 37}\n' for minute in range(60))


def run(*arguments, status=0, cwd=None):
    done = subprocess.run([cli, 'import', *map(str, arguments)], capture_output=True, text=True, cwd=cwd,
                          check=False)
    assert done.returncode == status, (arguments, done.returncode, done.stdout, done.stderr)
    return done.stdout, done.stderr


def lines_of(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def types(path):
    return [line['type'] for line in lines_of(path)[1:]]


CARDS = ('table;round;time;place;card;deal\n'
         'CW-01;1;2023-11-04T20:15:03Z;1;10S;original\n'
         'CW-01;1;2023-11-04T20:15:04Z;Dealer;♥A;\n'
         'CW-01;2;2023-11-04T20:16:03Z;1;2c;original\n'
         'CW-01;2;2023-11-04T20:16:04Z;dealer;9D;original\n')


def histories(folder):
    (folder / 'numbers.csv').write_text(HISTORY)
    out, _ = run(f'--map={maps}/roulette-history.skymap', f'--out={folder}/out', folder / 'numbers.csv')
    assert 'set aside: 0\n' in out and 'findings: 0\n' in out, out
    log = next((folder / 'out').glob('RO-01-*.tel.jsonl'))
    assert types(log) == ['table_open'] + ['round_start', 'result', 'round_end'] * 60
    (folder / 'cards.csv').write_text(CARDS)
    out, _ = run(f'--map={maps}/card-history.skymap', f'--out={folder}/out', folder / 'cards.csv')
    assert 'set aside: 0\n' in out and 'findings: 0\n' in out, out
    log = next((folder / 'out').glob('CW-01-*.tel.jsonl'))
    assert [(line['to'], line['card']) for line in lines_of(log) if line.get('type') == 'deal'] == \
        [(1, 'TS'), ('dealer', 'AH'), (1, '2C'), ('dealer', '9D')]


def real_craps(folder):
    """Another person's session, where it lies beside the tree."""
    source = maps.parent.parent.parent / 'shared' / 'real' / 'feeds' / 'mbroadfo' / 'session.jsonl'
    if not source.exists():
        return
    out, _ = run(f'--map={maps}/craps-session.skymap', f'--out={folder}/out', source)
    assert 'set aside: 0\n' in out, out
    log = next((folder / 'out').glob('*.tel.jsonl'))
    assert types(log).count('settle') == 302
    done = subprocess.run([cli, 'audit', '--format=jsonl', folder / 'out'], capture_output=True, text=True,
                          check=True)
    found = sorted((finding['check'], finding['cite'][12:])
                   for finding in map(json.loads, done.stdout.splitlines()))
    # Hardways that the simulator lets work on the come out roll, and a Field Bet on 12 paid 3 to 1.
    assert found == [('settle.payout', '§ 623a.5(a)')] + [('settle.premature', '§ 623a.3(a)(8)')] * 8 + \
        [('settle.premature', '§ 623a.3(a)(9)')] * 5, found


def grows(folder):
    source = folder / 'numbers.csv'
    rows = HISTORY.splitlines(keepends=True)
    arguments = (f'--map={maps}/roulette-history.skymap', '--append', f'--out={folder}/out', source)
    log = folder / 'out' / 'RO-01-2023-11-04.tel.jsonl'
    before = b''
    for n in (5, 20, 61):
        source.write_text(''.join(rows[:n]) + rows[0][:4])
        run(*arguments)
        assert log.read_bytes().startswith(before) and log.read_bytes() != before
        before = log.read_bytes()
    assert types(log).count('result') == 60
    source.write_text(''.join(rows).replace(',17', ',18'))
    assert 'the part already imported has changed' in run(*arguments, status=1)[1]
    assert log.read_bytes() == before


def wrong_usage(folder):
    source = folder / 'h.csv'
    source.write_text(HISTORY)
    good = maps / 'craps-session.skymap'
    for arguments, what in (((), 'no mapping given'), ((f'--map={good}',), 'no source given'),
                            ((f'--map={good}', '--tolerate=-1', source), '--tolerate'),
                            ((f'--map={good}', '--explain=1', source, source), '--explain'),
                            ((f'--map={folder}/none.skymap', source), 'No such file')):
        _, error = run(*arguments, status=2)
        assert what in error, error
    bad = folder / 'bad.skymap'
    bad.write_text(good.read_text().replace('emit=round_next', 'emit=round_nex'))
    _, error = run('--check', f'--map={bad}', status=2)
    number = bad.read_text().splitlines().index('emit=round_nex') + 1
    assert f'{bad}:{number}: [rule 10]: emit: there is no event “round_nex”' in error, error
    assert not list(folder.glob('*.tel.jsonl*'))
    for path in maps.glob('*.skymap'):
        out, _ = run('--check', f'--map={path}')
        assert 'no errors' in out, out


def explain(folder):
    source = folder / 's.jsonl'
    source.write_text('{"table_id":"T","type":"SessionStarted"}\n'
                      '{"table_id":"T","type":"BetPlaced","player_name":"Molly","bet_type":"Pass Line",'
                      '"amount":10,"number":null}\n'
                      '{"table_id":"T","type":"RiskUpdated"}\n{"table_id":"T","type":"Other"}\n')
    mapping = f'--map={maps}/craps-session.skymap'
    out, _ = run(mapping, '--explain=2', source)
    assert 'Rule: [rule 30]' in out, out
    assert 'wager {"wager":"1","seat":1,"bet":"pass","amount":1000}' in out, out
    assert 'ignored' in run(mapping, '--explain=3', source)[0]
    assert 'no rule fits it' in run(mapping, '--explain=4', source)[0]
    assert 'no record begins at line 9' in run(mapping, '--explain=9', source, status=1)[1]
    assert os.listdir(folder) == ['s.jsonl']


def aside(folder):
    # All classes are in scope: a log of version 1.
    whole = folder / 'whole.skymap'
    whole.write_text((maps / 'craps-session.skymap').read_text().replace(
        '[scope]\nclasses=outcome;wagers;settlements\n', ''))
    source = folder / 's.jsonl'
    source.write_text('{"table_id":"T","type":"SessionStarted"}\n{"table_id":"T","type":"Other"}\n'
                      '{"table_id":"T","type":"DiceRolled","dice":[5,3]}\n')
    mapping = f'--map={whole}'
    out, error = run(mapping, f'--out={folder}/out', source, status=1)
    assert 'set aside: 1\n' in out and 's.jsonl:2: no rule fits it' in out, out
    assert '.part' in error, error
    assert not list((folder / 'out').glob('*.tel.jsonl'))
    run(mapping, '--tolerate=1', '--by=PA-100231', f'--out={folder}/out', source)
    log = next((folder / 'out').glob('*.tel.jsonl'))
    assert lines_of(log)[0]['record']['by'] == 'PA-100231'
    assert types(log) == ['table_open', 'rules', 'limits', 'note', 'round_start', 'result', 'round_end'], types(log)
    assert lines_of(folder / 'out' / 's.jsonl.aside.jsonl')[0]['line'] == 2


def main():
    for case in (wrong_usage, explain, aside, histories, grows, real_craps):
        with tempfile.TemporaryDirectory() as folder:
            case(pathlib.Path(folder))
            print('ok', case.__name__)


main()
