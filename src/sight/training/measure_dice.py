#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the reader of dice on labelled pictures: how many dice are read, and how many wrongly.

    measure_dice.py MODULE.so MODEL.onnx LABELS.csv [--show FOLDER]

Of each line of LABELS.csv count the columns kind (dice), file (beside LABELS.csv), region (x0,y0,x1,y1 in pixels) and
truth (1 to 6). The reader searches each picture by itself; a die counts for the region that its middle lies in.
"""

import argparse
import collections
import csv
import ctypes
import math
import pathlib
import time

import cv2
import numpy as np


class Picture(ctypes.Structure):
    _fields_ = [('width', ctypes.c_int), ('height', ctypes.c_int), ('stride', ctypes.c_size_t), ('pixels', ctypes.c_void_p)]


class Die(ctypes.Structure):
    _fields_ = [('value', ctypes.c_uint), ('log_probabilities', ctypes.c_double * 7), ('x', ctypes.c_double),
                ('y', ctypes.c_double), ('edge', ctypes.c_double)]


class Array(ctypes.Structure):
    _fields_ = [('data', ctypes.POINTER(Die)), ('len', ctypes.c_uint)]


class Reader:
    def __init__(self, module, model):
        self.glib = ctypes.CDLL('libglib-2.0.so.0')
        self.glib.g_array_new.restype = ctypes.POINTER(Array)
        self.module = ctypes.CDLL(str(pathlib.Path(module).resolve()))
        self.module.sky_dice_eye_new.restype = ctypes.c_void_p
        message = ctypes.c_char_p()
        self.eye = self.module.sky_dice_eye_new(model, ctypes.c_size_t(len(model)), ctypes.byref(message))
        if not self.eye:
            raise SystemExit(message.value.decode())

    def read(self, picture, edge=0.0):
        """The dice in a picture of three bytes a pixel."""
        pixels = np.ascontiguousarray(np.dstack([picture, np.zeros(picture.shape[:2], np.uint8)]))
        seen = Picture(picture.shape[1], picture.shape[0], pixels.strides[0], pixels.ctypes.data)
        dice = self.glib.g_array_new(0, 0, ctypes.sizeof(Die))
        message = ctypes.c_char_p()
        if not self.module.sky_dice_eye_look(ctypes.c_void_p(self.eye), ctypes.byref(seen), None, ctypes.c_double(edge), None,
                                             ctypes.c_size_t(0), None, dice, ctypes.byref(message)):
            raise SystemExit(message.value.decode())
        return [dice.contents.data[i] for i in range(dice.contents.len)]


def sure_of(die):
    return math.exp(max(die.log_probabilities[1:]))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('module')
    parser.add_argument('model')
    parser.add_argument('labels', type=pathlib.Path)
    parser.add_argument('--show', type=pathlib.Path)
    parser.add_argument('--every', type=int, default=1, help='measure each Nth picture only')
    options = parser.parse_args()
    cv2.setNumThreads(1)
    reader = Reader(options.module, pathlib.Path(options.model).read_bytes())
    pictures = collections.defaultdict(list)
    for row in csv.DictReader(options.labels.open(encoding='utf-8')):
        if row['kind'] == 'dice':
            pictures[row['file']].append(([int(k) for k in row['region'].split(',')], int(row['truth'])))
    counts = collections.defaultdict(collections.Counter)
    spent = collections.Counter()
    for file in sorted(pictures)[::options.every]:
        group = file.split('/')[0]
        picture = cv2.imread(str(options.labels.parent / file))
        start = time.process_time()
        dice = reader.read(picture)
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


if __name__ == '__main__':
    main()
