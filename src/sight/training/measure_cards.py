#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the reader of cards on labelled pictures: how many cards are read, and how many wrongly.

    measure_cards.py MODULE.so MODEL.onnx LABELS.csv [--by-eye SEEN.csv] [--show FOLDER] [--every N]

Of each line of LABELS.csv count the columns kind (card), file (beside LABELS.csv), region (x0,y0,x1,y1 in pixels) and
truth (two to ten, jack, queen, king or ace). The reader searches each picture by itself; a card counts for the region that its middle lies in.
Cards whose regions overlap those of others, or that the picture cuts off, are counted apart: they are not seen whole.
SEEN.csv (cards_by_eye.csv) has what the labels do not say and an eye sees: the columns file, region, truth where a label
is wrong, and "covered by" where something lies over one of the two corners with an index; these are counted apart, too.
Last it prints how far the readings are as sure as they are right.
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

RANKS = {'two': 2, 'three': 3, 'four': 4, 'five': 5, 'six': 6, 'seven': 7, 'eight': 8, 'nine': 9, 'ten': 10, 'jack': 11, 'queen': 12, 'king': 13,
         'ace': 14}


class Card(ctypes.Structure):
    _fields_ = [('rank', ctypes.c_uint), ('suit', ctypes.c_int), ('log_probabilities', ctypes.c_double * 15), ('x', ctypes.c_double),
                ('y', ctypes.c_double), ('width', ctypes.c_double), ('corners', ctypes.c_double * 8)]


def sure_of(card, truth):
    """How sure the reader is of the likeliest rank, and whether that is the truth."""
    rank = max(range(2, 15), key=lambda k: card.log_probabilities[k])
    return math.exp(card.log_probabilities[rank]), rank == truth


def is_whole(box, others, size):
    """Whether a card's region lies apart from the others', and within the picture."""
    x0, y0, x1, y1 = box
    if x0 < 3 or y0 < 3 or x1 > size[0] - 3 or y1 > size[1] - 3:
        return False
    return not any(x0 < b[2] and b[0] < x1 and y0 < b[3] and b[1] < y1 for b in others if b != box)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('module')
    parser.add_argument('model')
    parser.add_argument('labels', type=pathlib.Path)
    parser.add_argument('--by-eye', type=pathlib.Path)
    parser.add_argument('--show', type=pathlib.Path)
    parser.add_argument('--every', type=int, default=1, help='measure each Nth picture only')
    options = parser.parse_args()
    cv2.setNumThreads(1)
    eye = Eye(options.module, options.model, 'card', Card)
    by_eye = {}
    if options.by_eye:
        by_eye = {(row['file'], row['region']): row for row in csv.DictReader(options.by_eye.open(encoding='utf-8'))}
    pictures = collections.defaultdict(list)
    for row in csv.DictReader(options.labels.open(encoding='utf-8')):
        if row['kind'] == 'card':
            seen = by_eye.get((row['file'], row['region']), {})
            pictures[row['file']].append(([int(k) for k in row['region'].split(',')], RANKS[seen.get('truth') or row['truth']]))
    calibration = {'cards seen': Calibration(), 'cards read': Calibration()}
    counts = collections.defaultdict(collections.Counter)
    spent = collections.Counter()
    for file in sorted(pictures)[::options.every]:
        group = file.split('/')[0]
        picture = cv2.imread(str(options.labels.parent / file))
        start = time.process_time()
        left = eye.look(picture, ctypes.c_int(0), ctypes.c_double(0), None, ctypes.c_size_t(0))
        spent[group] += time.process_time() - start
        counts[group]['pictures'] += 1
        faults = []
        boxes = [region for region, _ in pictures[file]]
        for region, truth in pictures[file]:
            x0, y0, x1, y1 = region
            kind = 'whole' if is_whole(region, boxes, picture.shape[1::-1]) else 'covered'
            if by_eye.get((file, ','.join(map(str, region))), {}).get('covered by'):
                kind = 'index covered'
            counts[group][kind] += 1
            here = [c for c in left if x0 <= c.x <= x1 and y0 <= c.y <= y1]
            if not here:
                counts[group][f'{kind}, not seen'] += 1
                if kind == 'whole':
                    faults.append((region, 'not seen'))
                continue
            card = min(here, key=lambda c: math.hypot(c.x - (x0 + x1) / 2, c.y - (y0 + y1) / 2))
            left.remove(card)
            sure, right = sure_of(card, truth)
            calibration['cards seen'].add(sure, right)
            if card.rank:
                calibration['cards read'].add(sure, right)
            said = 'doubtful' if card.rank == 0 else 'right' if card.rank == truth else 'wrong'
            counts[group][f'{kind}, {said}'] += 1
            if said != 'right':
                faults.append((region, f'{card.rank} for {truth}'))
                print(f'{file}: {kind}, {said}: {card.rank} for {truth} at {card.x:.0f},{card.y:.0f}, {card.width:.0f} px wide, {sure:.4f}')
        for card in left:
            counts[group]['beside, read' if card.rank else 'beside, doubtful'] += 1
            if card.rank:
                faults.append(([int(card.x - 20), int(card.y - 20), int(card.x + 20), int(card.y + 20)], f'{card.rank} beside'))
                print(f'{file}: {card.rank} read beside the cards at {card.x:.0f},{card.y:.0f}')
        if options.show and faults:
            for (x0, y0, x1, y1), words in faults:
                cv2.rectangle(picture, (x0, y0), (x1, y1), (255, 0, 255), 1)
                cv2.putText(picture, words, (x0, y0), 0, 0.6, (255, 0, 255), 2)
            options.show.mkdir(exist_ok=True)
            cv2.imwrite(str(options.show / (file.replace('/', '-') + '.png')), picture)
    for group, count in counts.items():
        share = count['whole, right'] / max(1, count['whole'])
        print(f'{group}: {dict(sorted(count.items()))}; {share:.1%} of whole cards read right, '
              f'{1000 * spent[group] / count["pictures"]:.0f} ms a picture')
    for name, readings in calibration.items():
        readings.show(name)


if __name__ == '__main__':
    main()
