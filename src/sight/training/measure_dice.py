#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the reader of dice on labelled pictures: how many dice are read, and how many wrongly.

    measure_dice.py MODULE.so MODEL.onnx LABELS.csv [--every N] [--only NAMES] [--show FOLDER]

Of each line of LABELS.csv count the columns kind (dice), file (beside LABELS.csv), region (x0,y0,x1,y1 in pixels) and
truth (1 to 6). With --only, only those pictures count whose file name begins a line of NAMES, up to a comma. The reader
searches each picture by itself; a die counts for the region that its middle lies in.
"""

import argparse
import collections
import csv
import ctypes
import math
import pathlib
import time

import cv2

from calibration import Calibration
from eye import Eye


class Die(ctypes.Structure):
    _fields_ = [('value', ctypes.c_uint), ('log_probabilities', ctypes.c_double * 7), ('x', ctypes.c_double),
                ('y', ctypes.c_double), ('edge', ctypes.c_double)]


def sure_of(die):
    return math.exp(max(die.log_probabilities[1:]))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('module')
    parser.add_argument('model')
    parser.add_argument('labels', type=pathlib.Path)
    parser.add_argument('--show', type=pathlib.Path)
    parser.add_argument('--every', type=int, default=1, help='measure each Nth picture only')
    parser.add_argument('--only', type=pathlib.Path, help='measure only the pictures that this file names')
    options = parser.parse_args()
    cv2.setNumThreads(1)
    eye = Eye(options.module, options.model, 'dice', Die)
    only = {line.split(',')[0] for line in options.only.read_text(encoding='utf-8').splitlines()} if options.only else None
    pictures = collections.defaultdict(list)
    for row in csv.DictReader(options.labels.open(encoding='utf-8')):
        if row['kind'] == 'dice' and (only is None or pathlib.PurePath(row['file']).name in only):
            pictures[row['file']].append(([int(k) for k in row['region'].split(',')], int(row['truth'])))
    counts = collections.defaultdict(collections.Counter)
    spent = collections.Counter()
    calibration = {'dice seen': Calibration(), 'dice read': Calibration()}
    for file in sorted(pictures)[::options.every]:
        group = file.split('/')[0]
        picture = cv2.imread(str(options.labels.parent / file))
        start = time.process_time()
        dice = eye.look(picture, None, ctypes.c_double(0), None, ctypes.c_size_t(0), None)
        spent[group] += time.process_time() - start
        count = counts[group]
        count['pictures'] += 1
        faults = []
        left = list(dice)
        for (x0, y0, x1, y1), truth in pictures[file]:
            count['dice'] += 1
            margin = 0.15 * (x1 - x0)
            here = [d for d in left if x0 - margin <= d.x <= x1 + margin and y0 - margin <= d.y <= y1 + margin]
            if not here:
                count['not seen'] += 1
                continue
            die = min(here, key=lambda d: math.hypot(d.x - (x0 + x1) / 2, d.y - (y0 + y1) / 2))
            left.remove(die)
            likeliest = max(range(1, 7), key=lambda value: die.log_probabilities[value])
            calibration['dice seen'].add(sure_of(die), likeliest == truth)
            if die.value:
                calibration['dice read'].add(sure_of(die), die.value == truth)
            if die.value == 0:
                count['doubtful'] += 1
            elif die.value == truth:
                count['right'] += 1
            else:
                count['wrong'] += 1
                faults.append(die)
                print(f'{file}: {die.value} read for {truth} at {die.x:.0f},{die.y:.0f}, edge {die.edge:.0f}, {sure_of(die):.4f}')
        for die in left:
            count['beside, read' if die.value else 'beside, doubtful'] += 1
            if die.value:
                faults.append(die)
                print(f'{file}: {die.value} read beside the dice at {die.x:.0f},{die.y:.0f}, edge {die.edge:.0f}, {sure_of(die):.4f}')
        if options.show and faults:
            for die in faults:
                half = die.edge * 0.75
                cv2.rectangle(picture, (int(die.x - half), int(die.y - half)), (int(die.x + half), int(die.y + half)), (255, 0, 255), 1)
                cv2.putText(picture, str(die.value), (int(die.x + half), int(die.y)), 0, 0.6, (255, 0, 255), 2)
            options.show.mkdir(exist_ok=True)
            cv2.imwrite(str(options.show / file.replace('/', '-')), picture)
    for group, count in counts.items():
        share = count['right'] / max(1, count['dice'])
        print(f'{group}: {dict(count)}; {share:.1%} read right, {1000 * spent[group] / count["pictures"]:.0f} ms a picture')
    for name, readings in calibration.items():
        readings.show(name)


if __name__ == '__main__':
    main()
