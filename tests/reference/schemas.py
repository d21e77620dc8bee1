#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The published schemas say what the readers take, and what is printed as findings.

Every line of the golden logs, and each of them damaged in every way that mutations() knows, must be
taken by the schema exactly when the reader takes it; likewise footage.json, sight.json and staff.json.
"""

import copy
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import zoneinfo

from schema import Schema

# In place of any value, at any depth.
ODD = (None, True, False, 0, -1, 1.5, 3_000_000_000, 10**15, 10**15 + 1, '', 'x', 'x\0', {'x\0': 1}, {'more': [{'x': 'a\0'}]},
       '2024-02-30', 'dealer',
       '2023-11-04T20:00:01.1234567Z', '2023-11-04T24:00:00Z', '2023-11-04T20:00:00z', '2023-02-29T10:00:00Z', [], {},
       [1, 2], ['x'], {'outcome': 'win'})
LATE_TIME = '2024-02-29t23:59:60.5Z'

FOOTAGE = {'cameras': [
    {'camera': 'CR-01-A', 'table': 'CR-01', 'kind': 'stationary', 'covers': ['end_left'],
     'clock_offset_ms': -120, 'segments': [
         {'file': 'footage/CR-01-A-0001.mkv', 'start': '2023-11-04T20:00:00Z',
          'end': '2024-02-29T20:10:00.000001Z', 'sha256': 'aB' * 32}]},
    {'camera': 'CR-01-PTZ', 'table': 'CR-01', 'kind': 'ptz', 'covers': [],
     'stream': 'rtsp://127.0.0.1:8554/cr01', 'clock_sync': [
         {'camera': '2023-11-04T18:00:00Z', 'log': '2023-11-04T18:00:01Z'},
         {'camera': '2023-11-04T23:00:00Z', 'log': '2023-11-04T23:00:01.5Z'}],
     'segments': [{'replay': 'rtsp://127.0.0.1:8554/replay', 'start': '2023-11-04T20:00:00Z',
                   'end': '2023-11-04T21:00:00Z'}]}]}

SIGHT = {'cameras': [
    {'camera': 'CR-01-A', 'from': '2023-11-04T20:00:00Z', 'die_px': 31,
     'layout': [[112, 80], [1180, 84], [1204, -6], [90, 636]], 'ignore': [[0, 680, 1280, 40]]},
    {'camera': 'CW-01-A', 'card_px': 52},
    {'camera': 'CR-01-B'}]}

STAFF = {'staff': [
    {'credential': 'PA-104233', 'name': 'A. Dealer', 'roles': ['dealer'], 'training': [
        {'game_type': 'craps_and_dice', 'hours': 160, 'completed': '2024-02-29'}],
     'table_tests': [{'game': 'craps', 'passed': '2022-03-04'}], 'live_hours': 900},
    {'credential': ''}]}

# What no golden log holds.
SPARE = [{'seq': 9, 'at': '2023-11-04T20:00:09Z', 'type': 'confirm', 'subject': 'fire_bet',
          'credential': 'PA-7'}]


class Unreadable(Exception):
    """A text that is no JSON, or one that a schema cannot speak of."""


def refuse(*_):
    raise Unreadable


def members(pairs):
    if len({name for name, _ in pairs}) != len(pairs):
        raise Unreadable
    return dict(pairs)


def read(text):
    try:
        return json.loads(text, parse_constant=refuse, object_pairs_hook=members)
    except ValueError as error:
        raise Unreadable from error


def write(value):
    return json.dumps(value, ensure_ascii=False, separators=(',', ':'))


def places(value, path=()):
    """The path to each value in a value."""
    if path:
        yield path
    inner = (value.items() if isinstance(value, dict)
             else enumerate(value) if isinstance(value, list) else ())
    for name, child in inner:
        yield from places(child, path + (name,))


def changed(value, path, odd):
    """A copy with another value at the path; without the value where `odd` is refuse."""
    result = copy.deepcopy(value)
    at = result
    for name in path[:-1]:
        at = at[name]
    if odd is refuse:
        del at[path[-1]]
    else:
        at[path[-1]] = odd
    return result


def mutations(value, odd_values=ODD):
    for path in places(value):
        yield changed(value, path, refuse)
        for odd in odd_values:
            yield changed(value, path, odd)


def judge(program, what, paths):
    done = subprocess.run([program, what, *paths], capture_output=True, text=True, check=True)
    return [line == 'taken' for line in done.stdout.splitlines()]


class Test:
    def __init__(self, program, root):
        self.program = program
        self.root = root
        self.schemas = {
            name: Schema(json.loads((root / 'data' / 'schema' / f'{name}.schema.json')
                                    .read_text(encoding='utf-8')))
            for name in ('findings', 'footage', 'sight', 'staff', 'table-event-log', 'table-event-log-2')}
        self.number = 0
        self.failed = 0

    def tell(self, what, wrong, count):
        """One line of TAP: wrong lists what went wrong, count what was tried."""
        self.number += 1
        good = not wrong and count > 0
        self.failed += not good
        print(f'{"ok" if good else "not ok"} {self.number} - {what}')
        print(f'# {count} tried')
        for line in wrong[:10]:
            print(f'# {line}')
        if len(wrong) > 10:
            print(f'# and {len(wrong) - 10} more')

    def log_schema(self, version):
        return self.schemas['table-event-log' if version == 1 else 'table-event-log-2']

    def takes_line(self, text, part, version):
        schema = self.log_schema(version)
        try:
            return schema.takes(read(text), schema.definition(part))
        except Unreadable:
            return False

    def logs(self):
        return sorted((self.root / 'tests' / 'data').glob('*/*.tel.jsonl'))

    def golden_logs(self):
        wrong, count = [], 0
        for path in self.logs():
            lines = path.read_text(encoding='utf-8', errors='replace').split('\n')
            if lines[-1] == '':
                lines.pop()
            header = read(lines[0])
            game, version = header['game'], header['version']
            told = judge(self.program, 'log', [path])
            if len(told) != len(lines):
                wrong.append(f'{path}: {len(lines)} lines, {len(told)} judged')
                continue
            for number, (text, taken) in enumerate(zip(lines, told), start=1):
                count += 1
                if self.takes_line(text, 'header' if number == 1 else game, version) != taken:
                    wrong.append(f'{path}:{number}: reader {taken}: {text}')
        self.tell('golden logs', wrong, count)

    def samples(self):
        """By game and version: a header, and one event of each shape that its golden logs hold."""
        games = {}
        for path in self.logs():
            lines = path.read_text(encoding='utf-8', errors='replace').splitlines()
            header = read(lines[0])
            shapes = games.setdefault((header['game'], header['version']), (header, {}))[1]
            for text in lines[1:]:
                try:
                    event = read(text)
                    shape = (event['type'], event.get('bet'), tuple(sorted(event)))
                except (Unreadable, KeyError, TypeError):
                    continue
                shapes.setdefault(shape, event)
        return games

    def mutated_logs(self, folder):
        games = self.samples()
        for (game, version), (header, shapes) in sorted(games.items(), key=lambda item: item[0]):
            events = [*shapes.values(), *self.borrowed(game, version, games)]
            lines = [write(header)]
            for event in events:
                lines.extend(write(one) for one in mutations(event))
                lines.append(write({**event, 'at': LATE_TIME, 'more': [event]}))
            path = folder / f'{game}-{version}.tel.jsonl'
            path.write_text('\n'.join(lines) + '\n', encoding='utf-8')
            told = judge(self.program, 'log', [path])
            wrong = [f'reader {taken}: {text}' for text, taken in zip(lines[1:], told[1:])
                     if self.takes_line(text, game, version) != taken]
            if len(told) != len(lines) or all(told):
                wrong.append(f'{len(lines)} lines, {len(told)} judged, {sum(told)} taken')
            untried = self.kinds(game, version) - {event['type'] for event in events}
            wrong.extend(f'no log holds the event {kind}' for kind in sorted(untried))
            self.tell(f'damaged events of {game}, version {version}', wrong, len(lines) - 1)

    def kinds(self, game, version):
        """The types of event that the schema knows of a game."""
        return {case['if']['properties']['type']['const']
                for case in self.log_schema(version).definition(game)['allOf']}

    def borrowed(self, game, version, games):
        """An event of each kind that the game's own golden logs lack."""
        lacking = self.kinds(game, version) - {event['type']
                                               for event in games[game, version][1].values()}
        others = [event for _, shapes in games.values() for event in shapes.values()]
        for event in others + SPARE:
            if event['type'] in lacking:
                lacking.remove(event['type'])
                yield event

    def mutated_headers(self, folder):
        headers = {}
        for (_, version), (header, _) in sorted(self.samples().items(), key=lambda item: item[0]):
            headers.setdefault(version, []).append(header)
        for version, some in headers.items():
            # Those of version 1 say alike.
            self.mutate_headers(some if version > 1 else some[:1], version, folder)

    def mutate_headers(self, headers, version, folder):
        texts = [write(one) for header in headers for one in mutations(header)]
        paths = []
        for number, text in enumerate(texts):
            paths.append(folder / f'{version}-{number}.tel.jsonl')
            paths[-1].write_text(text + '\n', encoding='utf-8')
        told = judge(self.program, 'log', paths)
        # A schema cannot say which time zones there are.
        zones = zoneinfo.available_timezones()
        wrong = [f'reader {taken}: {text}' for text, taken in zip(texts, told)
                 if (self.takes_line(text, 'header', version)
                     and read(text)['time_zone'] in zones) != taken]
        if len(told) != len(texts) or not any(told) or all(told):
            wrong.append(f'{len(texts)} headers, {len(told)} judged, {sum(told)} taken')
        self.tell(f'damaged headers of version {version}', wrong, len(texts))

    def files(self, name, value, folder):
        values = [value, *mutations(value)]
        paths = []
        for number, one in enumerate(values):
            paths.append(folder / f'{name}-{number}.json')
            paths[-1].write_text(write(one), encoding='utf-8')
        told = judge(self.program, name, paths)
        wrong = [f'reader {taken}: {write(one)}' for one, taken in zip(values, told)
                 if self.schemas[name].takes(one) != taken]
        if len(told) != len(values) or not told[0] or all(told):
            wrong.append(f'{len(values)} files, {len(told)} judged, {sum(told)} taken')
        self.tell(f'damaged {name}.json', wrong, len(values))

    def findings(self):
        wrong, count = [], 0
        schema = self.schemas['findings']
        for path in sorted((self.root / 'tests' / 'data').glob('*/*.findings.jsonl')):
            for number, text in enumerate(path.read_text(encoding='utf-8').splitlines(), start=1):
                count += 1
                finding = read(text)
                if not schema.takes(finding):
                    wrong.append(f'{path}:{number}: {text}')
                if not set(finding) <= set(schema.root['properties']):
                    wrong.append(f'{path}:{number}: has members that the schema does not tell')
                for name in finding:
                    if name in schema.root['required'] and schema.takes(
                            changed(finding, (name,), refuse)):
                        wrong.append(f'{path}:{number}: taken without {name}')
                    if schema.takes(changed(finding, (name,), None)):
                        wrong.append(f'{path}:{number}: taken with no {name}')
        self.tell('golden findings', wrong, count)

    def examples(self, folder):
        """The examples of the page for those who write the files."""
        page = (self.root / 'docs' / 'reference' / 'files.md').read_text(encoding='utf-8')
        found = dict(re.findall(r'^```jsonl? (\w+)\n(.*?)^```$', page, re.M | re.S))
        wrong = [f'no example: {name}' for name in ('log', 'footage', 'sight', 'staff', 'findings')
                 if name not in found]
        for name in ('log', 'footage', 'sight', 'staff'):
            path = folder / f'example-{name}.json'
            path.write_text(found.get(name, ''), encoding='utf-8')
            if not all(judge(self.program, name, [path])):
                wrong.append(f'the reader refuses the {name}')
        lines = found.get('log', '').splitlines()
        wrong += [f'schema refuses {text}' for number, text in enumerate(lines)
                  if not self.takes_line(text, 'header' if number == 0 else read(lines[0])['game'], 1)]
        digest = hashlib.sha256()
        for text in lines:
            event = read(text)
            if event.get('type') == 'checkpoint' and event['sha256'] != digest.hexdigest():
                wrong.append('the checkpoint is wrong')
            digest.update(text.encode() + b'\n')
        for name in ('footage', 'sight', 'staff', 'findings'):
            if not self.schemas[name].takes(read(found.get(name, 'null'))):
                wrong.append(f'the schema refuses the {name}')
        self.tell('examples of docs/reference/files.md', wrong, len(lines))

    def run(self):
        print('TAP version 13')
        self.golden_logs()
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            self.mutated_logs(folder)
            self.mutated_headers(folder)
            self.examples(folder)
            self.files('footage', FOOTAGE, folder)
            self.files('sight', SIGHT, folder)
            self.files('staff', STAFF, folder)
        self.findings()
        print(f'1..{self.number}')
        return 1 if self.failed else 0


if __name__ == '__main__':
    sys.exit(Test(sys.argv[1], pathlib.Path(sys.argv[2])).run())
