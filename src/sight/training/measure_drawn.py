#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures what is read of drawn throws of two dice that training never drew, and prints a table.

    measure_drawn.py READ-THROWS [--throws N] [--mixed N] [--seed N] [--show FOLDER]

READ-THROWS is tests/sight/read-throws of a build: each throw is read from its pictures as a recording's are. One thing
at a time differs from dice of 28 pixels, at most 20° off the vertical, hardly compressed, in even light: their size, the
camera's tilt, compression or light. N throws make a row. With --mixed, N throws in which all of that is drawn anew, as
far as the reader promises to read: at least 24 pixels, at most 35°.
"""

import argparse
import collections
import math
import os
import pathlib
import struct
import subprocess

import cv2
import numpy as np

import drawn_dice

WIDTH, HEIGHT = 200, 150
PICTURES = 6
"""Of each throw, the table without dice first."""

REASONS = ('covered', 'count', 'moving', 'too_small', 'readers_differ')


def recorded(rng, picture, quality, light):
    """The picture as a camera takes it: no two are the same."""
    small = np.clip((picture - 128) * (0.5 + light / 2) + 128 * light + rng.normal(0, 3, picture.shape), 0, 255).astype(np.uint8)
    if quality < 100:
        small = cv2.imdecode(cv2.imencode('.jpg', small, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR)
    return small


def throw_of(rng, size, tilt):
    """The table without dice and with them, and their values."""
    shrink = size / drawn_dice.EDGE
    w, h = round(WIDTH / shrink), round(HEIGHT / shrink)
    side = max(w, h)
    picture = np.ascontiguousarray(drawn_dice.background(rng, side, side)[:h, :w])
    bare = picture.copy()
    view = drawn_dice.View(rng, tilt)
    make = drawn_dice.make_of_die(rng)
    centre = (w / 2 + rng.uniform(-0.5, 0.5) * drawn_dice.EDGE, h / 2)
    turn, far = rng.uniform(0, 2 * math.pi), rng.uniform(1.3, 2.2)
    dice = []
    for sign in (-1, 1):
        dice.append((sign * far / 2 * math.cos(turn), sign * far / 2 * math.sin(turn), rng.uniform(0, 6.3), int(rng.integers(1, 7))))
    for x, y, heading, value in sorted(dice, key=lambda d: d[1]):
        at = view.point((x, y, 0.5), drawn_dice.EDGE, centre)
        drawn_dice.draw_die(rng, picture, view, make, value, at, drawn_dice.EDGE, heading)
    small = [cv2.resize(one, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA) for one in (bare, picture)]
    return small[0], small[1], sorted(d[3] for d in dice)


class Reader:
    def __init__(self, program):
        folder = pathlib.Path(program).resolve().parents[2] / 'src' / 'sight'
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        env={**os.environ, 'SKYWARD_SIGHT_DIR': str(folder)})

    def read(self, pictures, edge, n_dice):
        """The reason, the dice in order, the probability and the milliseconds."""
        height, width = pictures[0].shape[:2]
        self.process.stdin.write(struct.pack('=iiiid', width, height, len(pictures), n_dice, edge))
        for picture in pictures:
            self.process.stdin.write(np.dstack([picture, np.zeros((height, width), np.uint8)]).tobytes())
        self.process.stdin.flush()
        reason, *values, probability, spent = self.process.stdout.readline().decode().split()
        return reason, sorted(int(v) for v in values if v != '0'), float(probability), float(spent)


def measure(reader, rng, n, draw, show=None):
    count = collections.Counter()
    for i in range(n):
        size, tilt, quality, light = draw(rng)
        bare, picture, values = throw_of(rng, size, tilt)
        pictures = [recorded(rng, one, quality, light) for one in [bare] + [picture] * (PICTURES - 1)]
        reason, read, probability, spent = reader.read(pictures, float(size), len(values))
        count['ms'] += spent
        count[reason if reason != 'read' else 'right' if read == values else 'wrong'] += 1
        if reason == 'read' and read != values:
            print(f'throw {i}: {read} read for {values}, {size:.0f} px, {tilt:.0f}°, {probability:.4f}', flush=True)
        if show and not (reason == 'read' and read == values):
            show.mkdir(exist_ok=True)
            cv2.imwrite(str(show / f'{i}-{reason}-{values[0]}{values[1]}.png'), pictures[1])
    return count


def row_of(name, n, count):
    cells = [name, str(n), f'{count["right"] / n:.1%}'] + [str(count[reason]) for reason in REASONS] + [str(count['wrong'])]
    return f'| {" | ".join(cells)} |'


def fixed(size, tilt, quality, light):
    return lambda rng: (size, rng.uniform(*tilt), quality, light)


def list_rows(sizes, size):
    """The rows of a table in which one thing at a time differs from what is `size` pixels large: by name, what is drawn."""
    rows = [(f'{other} px', fixed(other, (0, 20), 90, 1.0)) for other in sizes]
    rows += [(f'{low}° to {low + 10}°', fixed(size, (low, low + 10), 90, 1.0)) for low in range(0, 50, 10)]
    rows += [(f'JPEG quality {quality}', fixed(size, (0, 20), quality, 1.0)) for quality in (90, 60, 30, 15)]
    return rows + [(f'light {light:g}', fixed(size, (0, 20), 90, light)) for light in (0.4, 0.7, 1.0, 1.3)]


def mixed(rng):
    return rng.uniform(24, 48), rng.uniform(0, 35), int(rng.integers(40, 95)), rng.uniform(0.6, 1.3)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('program')
    parser.add_argument('--throws', type=int, default=100)
    parser.add_argument('--mixed', type=int, default=0)
    parser.add_argument('--seed', type=int, default=77)
    parser.add_argument('--show', type=pathlib.Path, help='a folder for the pictures of what was not read right')
    options = parser.parse_args()
    cv2.setNumThreads(1)
    reader = Reader(options.program)
    rng = np.random.default_rng(options.seed)
    rows = [('mixed', mixed)] if options.mixed else list_rows((10, 14, 18, 24, 28, 36, 48), 28)
    print('| | throws | read right |' + ''.join(f' {reason.replace("_", " ")} |' for reason in REASONS) + ' wrong |')
    print('| --- ' * (len(REASONS) + 4) + '|')
    for name, draw in rows:
        n = options.mixed or options.throws
        count = measure(reader, rng, n, draw, options.show)
        print(row_of(name, n, count), flush=True)
    if options.mixed:
        print(f'{count["ms"] / options.mixed:.0f} ms of processor time a throw')


if __name__ == '__main__':
    main()
