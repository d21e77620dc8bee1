#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the reader of dice on drawn pictures of two dice that training never drew, and prints a table.

    measure_drawn.py MODULE.so MODEL.onnx [--pictures N] [--seed N]

One thing at a time differs from a die of 28 pixels, at most 20° off the vertical, hardly compressed, in even light: its
size, the camera's tilt, compression or light. N pictures make a row.
"""

import argparse
import collections
import math
import pathlib

import cv2
import numpy as np

import drawn_dice
from measure_dice import Reader

WIDTH, HEIGHT = 200, 150


def picture_of(rng, size, tilt, quality, light):
    """A picture, and of each die where it is and its value."""
    shrink = size / drawn_dice.EDGE
    w, h = round(WIDTH / shrink), round(HEIGHT / shrink)
    side = max(w, h)
    picture = np.ascontiguousarray(drawn_dice.background(rng, side, side)[:h, :w])
    view = drawn_dice.View(rng, tilt)
    make = drawn_dice.make_of_die(rng)
    centre = (w / 2 + rng.uniform(-0.5, 0.5) * drawn_dice.EDGE, h / 2)
    turn, far = rng.uniform(0, 2 * math.pi), rng.uniform(1.3, 2.2)
    dice = []
    for sign in (-1, 1):
        dice.append((sign * far / 2 * math.cos(turn), sign * far / 2 * math.sin(turn), rng.uniform(0, 6.3), int(rng.integers(1, 7))))
    seen = []
    for x, y, heading, value in sorted(dice, key=lambda d: d[1]):
        at = view.point((x, y, 0.5), drawn_dice.EDGE, centre)
        drawn_dice.draw_die(rng, picture, view, make, value, at, drawn_dice.EDGE, heading)
        seen.append((at[0] * shrink, at[1] * shrink, value))
    small = cv2.resize(picture, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    small = np.clip((small - 128) * (0.5 + light / 2) + 128 * light + rng.normal(0, 3, small.shape), 0, 255).astype(np.uint8)
    if quality < 100:
        small = cv2.imdecode(cv2.imencode('.jpg', small, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR)
    return small, seen


def measure(reader, rng, n, size, tilt, quality, light):
    count = collections.Counter()
    for _ in range(n):
        picture, seen = picture_of(rng, size, rng.uniform(*tilt), quality, light)
        left = list(reader.read(picture, edge=float(size)))
        for x, y, value in seen:
            here = [d for d in left if math.hypot(d.x - x, d.y - y) < 0.5 * size]
            count['dice'] += 1
            if not here:
                count['not seen'] += 1
                continue
            left.remove(here[0])
            count['doubtful' if here[0].value == 0 else 'right' if here[0].value == value else 'wrong'] += 1
        count['beside'] += sum(d.value > 0 for d in left)
    return count


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('module')
    parser.add_argument('model')
    parser.add_argument('--pictures', type=int, default=100)
    parser.add_argument('--seed', type=int, default=77)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    reader = Reader(options.module, pathlib.Path(options.model).read_bytes())
    rng = np.random.default_rng(options.seed)
    rows = [(f'{size} px', (size, (0, 20), 90, 1.0)) for size in (10, 14, 18, 24, 28, 36, 48)]
    rows += [(f'{low}° to {high}°', (28, (low, high), 90, 1.0)) for low, high in ((0, 10), (10, 20), (20, 30), (30, 40), (40, 50))]
    rows += [(f'JPEG quality {quality}', (28, (0, 20), quality, 1.0)) for quality in (90, 60, 30, 15)]
    rows += [(f'light {light:g}', (28, (0, 20), 90, light)) for light in (0.4, 0.7, 1.0, 1.3)]
    print('| | dice | read right | doubtful | not seen | wrong | read beside them |')
    print('| --- | --- | --- | --- | --- | --- | --- |')
    for name, row in rows:
        count = measure(reader, rng, options.pictures, *row)
        print(f'| {name} | {count["dice"]} | {count["right"] / count["dice"]:.1%} | {count["doubtful"]} | {count["not seen"]} | '
              f'{count["wrong"]} | {count["beside"]} |', flush=True)


if __name__ == '__main__':
    main()
