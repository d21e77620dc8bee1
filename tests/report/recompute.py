#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every figure of every report, worked out again from the logs and from what `audit` prints.

recompute.py CLI WRITER: an archive is simulated with planted faults and audited; nothing of the
store is read here. Prints TAP.
"""

import collections
import csv
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

QUEUES = {'dispute': 'disputes', 'variance': 'variances', 'irregularity': 'irregularities',
          'confirmation': 'confirmations', 'coverage': 'coverage', 'integrity': 'integrity'}
DAY = '2023-11-04'


class Figures:
    """What a report counts of some rounds and findings."""

    def __init__(self):
        self.counts = collections.Counter()

    def add_round(self, n_wagers):
        self.counts['rounds'] += 1
        self.counts['wagers'] += n_wagers

    def add_finding(self, finding):
        self.counts[QUEUES[finding['queue']]] += 1
        self.counts['open'] += 1
        variance = finding.get('variance') or 0
        if finding['queue'] != 'variance' or variance == 0:
            return
        over = variance > 0
        self.counts['overpayments' if over else 'underpayments'] += 1
        self.counts['overpaid' if over else 'underpaid'] += abs(variance)
        self.counts['net'] += variance

    def differ(self, record, has_rounds):
        """What of the CSV's record is not what was worked out."""
        wrong = []
        for column in ('rounds', 'wagers', *QUEUES.values(), 'overpayments', 'underpayments',
                       'overpaid', 'underpaid', 'net', 'open', 'in_review', 'confirmed',
                       'dismissed', 'escalated'):
            if column in ('rounds', 'wagers') and not has_rounds:
                continue
            told = record[column]
            if column in ('overpaid', 'underpaid', 'net'):
                told = round(float(told) * 100)
            if int(told) != self.counts[column]:
                wrong.append(f'{column}: told {told}, worked out {self.counts[column]}')
        return wrong


def read_lines(path):
    """The lines that can be read; the faults that were planted leave some that cannot."""
    with open(path, encoding='utf-8', errors='replace') as lines:
        for line in lines:
            try:
                yield json.loads(line)
            except ValueError:
                pass


class Log:
    """The rounds and duties of a table's log."""

    def __init__(self, path):
        header, *events = read_lines(path)
        self.table = header['table']
        self.game = header['game']
        self.rounds = []
        self.duties = []
        self.last_seq = events[-1]['seq']
        open_duties = {}
        current = None
        for event in events:
            kind = event['type']
            if kind == 'round_start':
                current = {'first': event['seq'], 'at': event['at'], 'wagers': 0}
                self.rounds.append(current)
            elif kind == 'wager' and current is not None:
                current['wagers'] += 1
            elif kind == 'round_end':
                current = None
            elif kind == 'staff' and event['role'] == 'dealer':
                if event['on']:
                    open_duties.setdefault(event['credential'], event['seq'])
                elif event['credential'] in open_duties:
                    first = open_duties.pop(event['credential'])
                    self.duties.append((event['credential'], first, event['seq']))
        for credential, first in open_duties.items():
            self.duties.append((credential, first, self.last_seq))

    def dealers_at(self, seq):
        return {credential for credential, first, last in self.duties if first <= seq <= last}


def instant(text):
    """Without the fraction's zeros, which do not tell instants apart."""
    return text.rstrip('Z').rstrip('0')


def expect(logs, findings, wanted, dealer):
    """All, by check, table, game and dealer, of the events that wanted takes.

    A dealer's own report has of the checks those alone that a dealer can have a part in, and of
    dealers the others.
    """
    sums = collections.defaultdict(Figures)
    by_table = {log.table: log for log in logs}
    for log in logs:
        for a_round in log.rounds:
            if not wanted(log, a_round['first'], a_round['at']):
                continue
            keys = [('all', ''), ('table', log.table), ('game', log.game)]
            keys += [('dealer', dealer) for dealer in log.dealers_at(a_round['first'])]
            for key in keys:
                sums[key].add_round(a_round['wagers'])
    for finding in findings:
        log = by_table[finding['table']]
        if not wanted(log, finding['seq'], finding['at']):
            continue
        keys = [('all', ''), ('check', finding['check']), ('table', log.table), ('game', log.game)]
        keys += [('dealer', dealer) for dealer in log.dealers_at(finding['seq'])]
        if dealer and finding['queue'] not in ('variance', 'irregularity', 'dispute'):
            keys.remove(('check', finding['check']))
        for key in keys:
            sums[key].add_finding(finding)
    sums.pop(('dealer', dealer), None)
    return sums


def compare(path, sums):
    """What is wrong in the CSV, and how many records were held against it."""
    wrong = []
    seen = set()
    with open(path, encoding='utf-8', newline='') as file:
        for record in csv.DictReader(file):
            key = (record['by'], record['key'])
            if record['by'] in ('hour', 'day'):
                continue  # these are parts of the same findings; their sum is held below
            seen.add(key)
            if key not in sums:
                wrong.append(f'{key}: told, and there is nothing of it')
                continue
            wrong += [f'{key}: {text}'
                      for text in sums[key].differ(record, record['by'] not in ('check',))]
    with open(path, encoding='utf-8', newline='') as file:
        records = list(csv.DictReader(file))
    for by in {record['by'] for record in records} & {'hour', 'day'}:
        total = sum(int(record['variances']) for record in records if record['by'] == by)
        if total != sums[('all', '')].counts['variances']:
            wrong.append(f'{by}: the variances come to {total}')
    told_by = {record['by'] for record in records}
    for key, figures in sums.items():
        if key[0] in told_by and key not in seen and sum(figures.counts.values()) > 0:
            wrong.append(f'{key}: not told')
    return wrong, len(seen)


def reports(logs):
    """Kind, item, start, end and which events belong to it."""
    first, last = '2023-11-04T21:00:00.000000Z', '2023-11-04T22:00:00.000000Z'
    yield 'day', '-', '-', '-', lambda log, seq, at: True
    yield ('shift', '17:00–18:00', first, last,
           lambda log, seq, at: instant(first) <= instant(at) < instant(last))
    for table in sorted({log.table for log in logs}):
        yield 'table', table, '-', '-', lambda log, seq, at, table=table: log.table == table
    dealers = sorted({credential for log in logs for credential, _, _ in log.duties})
    for dealer in dealers[:4]:
        yield ('dealer', dealer, '-', '-',
               lambda log, seq, at, dealer=dealer: dealer in log.dealers_at(seq))


def main():
    cli, writer = sys.argv[1:]
    folder = pathlib.Path(tempfile.mkdtemp(prefix='skyward-recompute-'))
    try:
        archive = folder / 'archive'
        store = folder / 'store.db'
        subprocess.run([cli, 'simulate', '--game=craps', '--rounds=250', '--tables=2', '--seed=11',
                        '--faults=60', archive], check=True, stdout=subprocess.DEVNULL)
        audit = subprocess.run([cli, 'audit', '--format=jsonl', f'--store={store}', archive],
                               check=False, capture_output=True, text=True)
        findings = [json.loads(line) for line in audit.stdout.splitlines()]
        logs = [Log(path) for path in sorted(archive.glob('*.tel.jsonl'))]
        if len(findings) < 50:
            raise SystemExit(f'only {len(findings)} findings: {audit.stderr}')
        wanted = list(reports(logs))
        print(f'1..{len(wanted)}')
        failed = 0
        for number, (kind, item, start, end, belongs) in enumerate(wanted, 1):
            output = folder / f'report-{number}'
            subprocess.run([writer, store, kind, item, DAY, DAY, start, end, output], check=True)
            wrong, n_records = compare(f'{output}.csv', expect(logs, findings, belongs,
                                                             item if kind == 'dealer' else None))
            if n_records < 3:
                wrong.append(f'only {n_records} records')
            failed += bool(wrong)
            print(f'{"not ok" if wrong else "ok"} {number} /recompute/{kind}/{item}')
            for text in wrong:
                print(f'# {text}')
        return 1 if failed else 0
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == '__main__':
    sys.exit(main())
