#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures what is read of drawn cards that training never drew, one to a picture, and prints a table.

    measure_drawn_cards.py MODULE.so MODEL.onnx [--cards N] [--mixed N] [--seed N] [--show FOLDER]

One thing at a time differs from a card of 60 pixels, at most 20° off the vertical, hardly compressed, in even light: its
width, the camera's tilt, compression or light. N cards make a row. With --mixed, N cards in which all of that is drawn
anew, as far as the reader promises to read. Then it prints how far the readings are as sure as they are right.
"""

import argparse
import collections
import ctypes
import math
import pathlib

import cv2
import numpy as np

import drawn_cards
import drawn_dice
from calibration import Calibration
from eye import Eye
from measure_cards import Card, sure_of
from measure_drawn import list_rows, recorded


def laid(rng, card, corner, width, tilt):
    """A table with the card on it, and the card's middle."""
    size = int(2.2 * width) + 40
    ground = drawn_dice.background(rng, size, size).astype(np.float32)
    points = np.array(((-.5, -.5), (.5, -.5), (.5, .5), (-.5, .5))) * (width, width * drawn_cards.CARD_H / drawn_cards.CARD_W)
    turn, way, lean = rng.uniform(0, 2 * math.pi), rng.uniform(0, 2 * math.pi), math.radians(tilt)
    points = points @ np.array(((math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))))
    to = np.array((math.cos(way), math.sin(way)))
    along = points @ to
    points = (points - np.outer(along * (1 - math.cos(lean)), to)) * (1 + along / width * math.sin(lean) * rng.uniform(0, 0.2))[:, None]
    middle = size / 2 + rng.uniform(-0.1, 0.1, 2) * width
    points += middle
    shape = drawn_cards.round_corners(np.ones_like(card), corner, np.zeros(3, np.float32))
    # As large as the lens shows it: each pixel of the picture has its share.
    small = max(1.0, width * 1.4) / card.shape[1]
    if small < 1:
        card, shape = (cv2.resize(one, None, fx=small, fy=small, interpolation=cv2.INTER_AREA) for one in (card, shape))
    h, w = card.shape[:2]
    for aside, paint in ((0.015 * width, None), (0, card)):
        matrix = cv2.getPerspectiveTransform(np.float32(((0, 0), (w, 0), (w, h), (0, h))), (points + aside).astype(np.float32))
        there = cv2.warpPerspective(shape, matrix, (size, size), flags=cv2.INTER_LINEAR)
        if paint is None:  # its shadow
            ground *= 1 - 0.4 * cv2.GaussianBlur(there, (0, 0), 0.02 * width + 0.5)
        else:
            ground = ground * (1 - there) + there * cv2.warpPerspective(paint, matrix, (size, size), flags=cv2.INTER_LINEAR)
    return np.clip(ground, 0, 255), points.mean(0)


def measure(eye, rng, n, draw, calibration, show=None):
    count = collections.Counter()
    for i in range(n):
        width, tilt, quality, light = draw(rng)
        deck = drawn_cards.deck_of(rng)
        rank, suit = int(rng.integers(1, 14)), int(rng.integers(1, 5))
        card = drawn_cards.face(rng, deck, drawn_cards.RANKS[rank], drawn_cards.SUITS[suit])
        picture, middle = laid(rng, card, deck.corner, width, tilt)
        picture = recorded(rng, picture, quality, light)
        seen = eye.look(picture, ctypes.c_int(0), ctypes.c_double(0), None, ctypes.c_size_t(0))
        here = [one for one in seen if math.hypot(one.x - middle[0], one.y - middle[1]) < width / 3]
        said = 'not seen' if not here else 'doubtful' if here[0].rank == 0 else 'right' if here[0].rank == rank + 1 else 'wrong'
        if here:
            calibration['cards seen'].add(*sure_of(here[0], rank + 1))
            if here[0].rank:
                calibration['cards read'].add(*sure_of(here[0], rank + 1))
        count[said] += 1
        count['beside'] += sum(one.rank > 0 for one in seen if one not in here)
        if said == 'wrong':
            print(f'{here[0].rank} read for {rank + 1}, {width:.0f} px, {tilt:.0f}°', flush=True)
        if show and said != 'right':
            show.mkdir(exist_ok=True)
            cv2.imwrite(str(show / f'{said}-{width:.0f}-{i}-{drawn_cards.RANKS[rank]}.png'), picture)
    return count


def mixed(rng):
    return rng.uniform(44, 120), rng.uniform(0, 35), int(rng.integers(40, 95)), rng.uniform(0.6, 1.3)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('module')
    parser.add_argument('model')
    parser.add_argument('--cards', type=int, default=100)
    parser.add_argument('--mixed', type=int, default=0)
    parser.add_argument('--seed', type=int, default=78)
    parser.add_argument('--show', type=pathlib.Path, help='a folder for the pictures of what was not read right')
    options = parser.parse_args()
    cv2.setNumThreads(1)
    eye = Eye(options.module, options.model, 'card', Card)
    rng = np.random.default_rng(options.seed)
    rows = [('mixed', mixed)] if options.mixed else list_rows((30, 36, 44, 60, 90, 140), 60)
    calibration = collections.defaultdict(Calibration)
    print('| | cards | read right | doubtful | not seen | wrong | read beside them |')
    print('| --- ' * 7 + '|')
    for name, draw in rows:
        n = options.mixed or options.cards
        count = measure(eye, rng, n, draw, calibration, options.show)
        print(f'| {name} | {n} | {count["right"] / n:.1%} | {count["doubtful"]} | {count["not seen"]} | {count["wrong"]} | {count["beside"]} |', flush=True)
    for name, readings in calibration.items():
        readings.show(name)


if __name__ == '__main__':
    main()
