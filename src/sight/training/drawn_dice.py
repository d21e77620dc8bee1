# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws what the reader of dice learns from: dice of every make as a table's camera sees them, and what is no die.

Nothing here is taken from a photograph. Dice (drawn_die.py), seen from up to 50° off the vertical, lie on felt, wood,
leather or print; then the picture is made small, blurred, noisy and compressed, as recordings are.
"""

import math
import typing

import cv2
import numpy as np

import drawn_die
from drawn_die import PIPS, View, colour, draw_die, make_of_die

CROP = 48
"""Pixels a side of what the net sees."""

USUAL_SPREAD = 0.235
"""How far a corner's pips lie from a face's middle, along a side and in edges, as the reader takes it."""

EDGE = 48
"""Pixels a die's edge has where it is drawn, before the picture is made small."""

FELT = ((38, 92, 32), (45, 110, 40), (120, 60, 20), (30, 30, 120), (60, 60, 60), (90, 80, 40), (35, 70, 60), (110, 50, 90))
WOOD = ((90, 130, 170), (60, 95, 140), (120, 160, 200), (50, 70, 100))
PLAIN = ((200, 200, 200), (235, 235, 235), (25, 25, 25), (140, 140, 140), (70, 70, 90))

def noise_field(rng, h, w, cell, strength):
    small = rng.normal(0, strength, (max(2, h // cell + 2), max(2, w // cell + 2))).astype(np.float32)
    return cv2.resize(small, (w, h), interpolation=cv2.INTER_CUBIC)


def background(rng, h, w):
    """Felt, wood, leather or a plain surface, at times with a layout's print on it."""
    kind = rng.integers(4)
    base = colour(rng, (FELT, FELT, WOOD, PLAIN)[kind][rng.integers((len(FELT), len(FELT), len(WOOD), len(PLAIN))[kind])], 18)
    picture = np.empty((h, w, 3), np.float32)
    picture[:] = base
    picture += noise_field(rng, h, w, 40, rng.uniform(0, 10))[..., None]
    picture += rng.normal(0, rng.uniform(0, 7), (h, w, 1)).astype(np.float32)
    if kind == 2:
        grain = noise_field(rng, h, w, 3, 14)
        grain = cv2.blur(grain, (int(rng.integers(15, 61)), 1))
        turn = cv2.getRotationMatrix2D((w / 2, h / 2), float(rng.uniform(0, 180)), 1.5)
        picture += 2.2 * cv2.warpAffine(grain, turn, (w, h), borderMode=cv2.BORDER_REFLECT)[..., None]
    for _ in range(rng.integers(0, 4)):
        print_on(rng, picture)
    if rng.random() < 0.2:
        add_wall(rng, picture)
    return np.clip(picture, 0, 255)


def add_wall(rng, picture):
    """A tray's wall or another surface beside the first, lighter or darker."""
    h, w = picture.shape[:2]
    turn, far = rng.uniform(0, 2 * math.pi), rng.uniform(0.1, 0.5) * w
    x, y = np.meshgrid(np.arange(w, dtype=np.float32) - w / 2, np.arange(h, dtype=np.float32) - h / 2)
    beyond = np.clip((x * math.cos(turn) + y * math.sin(turn) - far) / rng.uniform(1, 12) + 0.5, 0, 1)[..., None]
    other = picture * rng.uniform(0.5, 1.4) if rng.random() < 0.7 else colour(rng, PLAIN[rng.integers(len(PLAIN))], 20)
    picture[:] = picture * (1 - beyond) + other * beyond


def print_on(rng, picture):
    """A line, a circle, words or a numeral of a layout."""
    h, w = picture.shape[:2]
    ink = tuple(float(c) for c in colour(rng, ((230, 230, 230), (60, 200, 230), (30, 30, 200), (20, 20, 20))[rng.integers(4)], 20))
    at = (int(rng.integers(0, w)), int(rng.integers(0, h)))
    thick = int(rng.integers(1, max(2, w // 24)))
    match rng.integers(4):
        case 0:
            cv2.line(picture, at, (int(rng.integers(0, w)), int(rng.integers(0, h))), ink, thick, cv2.LINE_AA)
        case 1:
            cv2.circle(picture, at, int(rng.integers(w // 12, w // 2)), ink, thick, cv2.LINE_AA)
        case 2:
            word = ('COME', 'FIELD', 'PASS', '6', 'BIG', '12', 'NO', '8', '30 to 1', '•')[rng.integers(10)]
            cv2.putText(picture, word, at, int(rng.integers(0, 4)), float(rng.uniform(w / 240, w / 60)), ink, thick, cv2.LINE_AA)
        case 3:
            other = (int(at[0] + rng.integers(5, w)), int(at[1] + rng.integers(5, h)))
            cv2.rectangle(picture, at, other, ink, thick, cv2.LINE_AA)


def draw_key(rng, picture, at):
    """A key with a letter, among others: a small mark on a body as large as a die."""
    body, ink = colour(rng, (30, 30, 30), 15), colour(rng, (225, 225, 225), 15)
    if rng.random() < 0.4:
        body, ink = ink, body
    turn, half = rng.uniform(0, 2 * math.pi), EDGE * rng.uniform(0.4, 0.55)
    s, c = math.sin(turn), math.cos(turn)
    for column in (-1, 0, 1):
        for row in (-1, 0, 1):
            x, y = 2.3 * half * column, 2.3 * half * row
            middle = (at[0] + x * c - y * s, at[1] + x * s + y * c)
            corners = [(middle[0] + half * (p * c - q * s), middle[1] + half * (p * s + q * c)) for p, q in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
            cv2.fillConvexPoly(picture, np.array(corners, np.int32), [float(v) for v in body], cv2.LINE_AA)
            letter = 'ABCDEFGHKMNOQRSUXZ'[rng.integers(18)]
            size = EDGE / 110 * rng.uniform(0.7, 1.4)
            cv2.putText(picture, letter, (int(middle[0] - 11 * size), int(middle[1] + 11 * size)), 0, size, [float(v) for v in ink],
                        int(rng.integers(1, 4)), cv2.LINE_AA)


def draw_chip(rng, picture, at, radius):
    base = rng.uniform(20, 240, 3)
    cv2.circle(picture, at, radius, [float(c) for c in base], -1, cv2.LINE_AA)
    for k in range(0, 360, 60):
        cv2.ellipse(picture, at, (radius, radius), 0, k, k + 24, [float(c) for c in rng.uniform(180, 250, 3)], max(1, radius // 5), cv2.LINE_AA)
    cv2.circle(picture, at, max(1, radius * 2 // 3), [float(c) for c in base * 0.8], -1, cv2.LINE_AA)
    if rng.random() < 0.6:
        cv2.putText(picture, ('5', '25', '100', '1')[rng.integers(4)], (at[0] - radius // 2, at[1] + radius // 3), 0, radius / 40 + 0.2,
                    (20, 20, 20), 1, cv2.LINE_AA)


def draw_printed_die(rng, picture, at, edge, value):
    """A die printed on a layout: flat, in one ink."""
    turn = rng.uniform(0, 2 * math.pi) if rng.random() < 0.5 else 0.0
    ink = [float(c) for c in colour(rng, ((230, 230, 230), (60, 200, 230), (30, 30, 200))[rng.integers(3)], 20)]
    s, c = math.sin(turn), math.cos(turn)

    def spot(x, y):
        return (int(at[0] + edge * (x * c - y * s)), int(at[1] + edge * (x * s + y * c)))

    square = np.array([spot(-.5, -.5), spot(.5, -.5), spot(.5, .5), spot(-.5, .5)], np.int32)
    filled = rng.random() < 0.5
    if filled:
        cv2.fillConvexPoly(picture, square, ink, cv2.LINE_AA)
    else:
        cv2.polylines(picture, [square], True, ink, max(1, int(edge / 14)), cv2.LINE_AA)
    under = [float(v) for v in picture[min(max(at[1], 0), picture.shape[0] - 1), min(max(at[0], 0), picture.shape[1] - 1)]] if not filled else [20.0, 20.0, 20.0]
    for x, y in PIPS[value]:
        cv2.circle(picture, spot(x * 0.25, y * 0.25), max(1, int(edge * 0.09)), ink if not filled else under, -1, cv2.LINE_AA)


def draw_numeral_die(rng, picture, view, at, edge):
    make = make_of_die(rng)
    draw_die(rng, picture, view, make, 0, at, edge, rng.uniform(0, 2 * math.pi))
    cv2.putText(picture, str(rng.integers(1, 21)), (int(at[0] - edge * 0.25), int(at[1] + edge * 0.25)), 0, edge / 40, [float(c) for c in make.pip],
                max(1, int(edge / 12)), cv2.LINE_AA)


def as_recorded(rng, picture, shrink):
    """The picture as a camera records it: smaller, blurred, noisy, compressed."""
    h, w = picture.shape[:2]
    small = cv2.resize(picture, (max(8, round(w * shrink)), max(8, round(h * shrink))), interpolation=cv2.INTER_AREA)
    if rng.random() < 0.5:
        small = cv2.GaussianBlur(small, (0, 0), rng.uniform(0.3, 1.0))
    small = (small - 128) * rng.uniform(0.6, 1.25) + 128 + rng.uniform(-35, 35)
    small = small + rng.normal(0, rng.uniform(0, 7), small.shape)
    if rng.random() < (0.45 if drawn_die.HARD else 0.15):  # sharpened by the camera
        small = small + (rng.uniform(0.5, 1.8) if drawn_die.HARD else 0.8) * (small - cv2.GaussianBlur(small, (0, 0), 1.2))
    small = np.clip(small, 0, 255).astype(np.uint8)
    if rng.random() < 0.6:
        kept, data = cv2.imencode('.jpg', small, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 95))])
        if kept:
            small = cv2.imdecode(data, cv2.IMREAD_COLOR)
    return small


def crop(picture, at, side):
    """A square of `side` pixels around `at`, CROP pixels a side; what lies outside is repeated."""
    scale = CROP / side
    matrix = np.array(((scale, 0, CROP / 2 - at[0] * scale), (0, scale, CROP / 2 - at[1] * scale)), np.float32)
    return cv2.warpAffine(picture, matrix, (CROP, CROP), flags=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def tilt_of(rng):
    return abs(rng.normal(0, 12)) if rng.random() < 0.5 else rng.uniform(0, 50)


def smeared(rng, picture, length):
    """The picture of what moves by `length` pixels while it is taken, or jumps by them."""
    turn = rng.uniform(0, math.pi)
    n = max(3, int(length) | 1)
    kernel = np.zeros((n, n), np.float32)
    far = (n - 1) / 2
    a = (round(far - far * math.cos(turn)), round(far - far * math.sin(turn)))
    b = (round(far + far * math.cos(turn)), round(far + far * math.sin(turn)))
    if rng.random() < 0.35:
        kernel[a[1], a[0]] += 1.0
        kernel[b[1], b[0]] += rng.uniform(0.5, 1.0)
    else:
        cv2.line(kernel, a, b, 1.0, 1)
    return cv2.filter2D(picture, -1, kernel / kernel.sum(), borderType=cv2.BORDER_REPLICATE)


def aside(rng, at, near, far):
    """A point that lies between `near` and `far` edges from another."""
    turn, length = rng.uniform(0, 2 * math.pi), EDGE * rng.uniform(near, far)
    return (at[0] + length * math.cos(turn), at[1] + length * math.sin(turn))


class Look(typing.NamedTuple):
    """Where a crop is taken, how many pixels wide, and what it shows: 1 to 6, or 0 for no die that can be read."""
    at: tuple
    side: float
    value: int


def lay_dice(rng, picture, view):
    """Draws one to three dice that lie apart or side by side. Returns their places, in edges on the table, where the
    middle of each upper face is seen, and their values."""
    side = picture.shape[0]
    centre = (side / 2 + rng.uniform(-8, 8), side / 2 + rng.uniform(-8, 8))
    make = make_of_die(rng)
    few = rng.random() < 0.3  # faces of few pips, that pair up with a neighbour's
    dice = []
    for i in range(int(rng.choice((1, 2, 3, 4), p=(0.3, 0.4, 0.2, 0.1)))):
        heading, where = rng.uniform(0, 2 * math.pi), (0.0, 0.0)
        if i > 0:
            beside_x, beside_y, beside_heading = dice[int(rng.integers(len(dice)))][:3]
            if rng.random() < 0.4:  # flush
                heading = beside_heading
                turn, far = heading + math.pi / 2 * rng.integers(4), rng.uniform(1.0, 1.12)
            else:
                turn, far = rng.uniform(0, 2 * math.pi), rng.uniform(1.15, 1.9)
            where = (beside_x + far * math.cos(turn), beside_y + far * math.sin(turn))
            if any(math.hypot(where[0] - d[0], where[1] - d[1]) < 0.98 for d in dice):
                continue
            if rng.random() < 0.35:
                make = make_of_die(rng)
        value = int(rng.integers(1, 4 if few else 7))
        dice.append((*where, heading, value, make))
    seen = []
    for x, y, heading, value, of in sorted(dice, key=lambda d: d[1]):  # the far ones first
        at = view.point((x, y, 0.5), EDGE, centre)
        draw_die(rng, picture, view, of, value, at, EDGE, heading)
        seen.append((at, heading, value, of.spread))
    return seen


def looks_at_dice(rng, view, seen, side):
    """Crops of drawn dice in a picture of `side` pixels: each that lies within it, and what could be taken for one."""
    looks = []
    seen = [die for die in seen if all(0.75 * EDGE < k < side - 0.75 * EDGE for k in die[0])] or seen[:1]
    for at, _heading, value, spread in seen:
        # The reader knows an edge by how far the pips lie apart, which differs from die to die.
        as_known = EDGE * (spread / USUAL_SPREAD) ** rng.uniform(0, 1)
        looks.append(Look(aside(rng, at, 0, 0.12), as_known * rng.uniform(1.25, 1.95), value))
    for _ in range(2 if len(seen) > 1 else 1):
        at, heading, _value, _spread = seen[int(rng.integers(len(seen)))]
        kind = rng.random()
        if len(seen) > 1 and kind < 0.6:  # between two dice, as large as a die would be whose pips are theirs
            other = min((o for o in seen if o[0] is not at), key=lambda o: math.hypot(o[0][0] - at[0], o[0][1] - at[1]))
            far = math.hypot(other[0][0] - at[0], other[0][1] - at[1])
            if far > 2.3 * EDGE:
                continue
            share = 0.5 if rng.random() < 0.6 else rng.uniform(0.35, 0.65)
            middle = (at[0] + share * (other[0][0] - at[0]), at[1] + share * (other[0][1] - at[1]))
            looks.append(Look(aside(rng, middle, 0, 0.12), far * rng.uniform(0.7, 1.6) * rng.uniform(1.3, 1.9), 0))
        elif kind < 0.75:  # half of it, and what lies beside
            looks.append(Look(aside(rng, at, 0.5, 1.0), EDGE * rng.uniform(1.2, 2.0), 0))
        elif kind < 0.85:  # a side, that has pips too
            turn = heading + math.pi / 2 * rng.integers(4)
            x, y = math.cos(turn) / 2, math.sin(turn) / 2
            looks.append(Look(aside(rng, view.point((x, y, 0), EDGE, at), 0, 0.1), EDGE * rng.uniform(1.1, 1.9), 0))
            if math.hypot(looks[-1].at[0] - at[0], looks[-1].at[1] - at[1]) < 0.4 * EDGE:
                looks.pop()
        elif kind < 0.94:  # so near that a part of the pips could be taken for all of them
            looks.append(Look(aside(rng, at, 0, 0.4), EDGE * rng.uniform(0.3, 0.8), 0))
        else:  # so far that the die is lost in what lies around it
            looks.append(Look(aside(rng, at, 0, 0.2), EDGE * rng.uniform(2.7, 3.6), 0))
    return looks


def draw_spots(rng, picture, at):
    """Round spots on a plain ground: screws, feet, print; at random or as pips would lie."""
    h, w = picture.shape[:2]
    ink = [float(c) for c in rng.uniform(0, 255, 3)]
    radius = max(2, int(EDGE * rng.uniform(0.06, 0.2)))
    if rng.random() < 0.5:
        turn, step = rng.uniform(0, 2 * math.pi), EDGE * rng.uniform(0.2, 0.5)
        s, c = math.sin(turn) * step, math.cos(turn) * step
        places = [(at[0] + x * c - y * s, at[1] + x * s + y * c) for x, y in PIPS[int(rng.integers(1, 7))]]
    else:
        places = [(at[0] + rng.normal(0, EDGE / 2.5), at[1] + rng.normal(0, EDGE / 2.5)) for _ in range(int(rng.integers(1, 9)))]
    for x, y in places:
        cv2.circle(picture, (int(x), int(y)), radius, ink, -1, cv2.LINE_AA)


def draw_tile(rng, picture, at):
    """A domino or a tile of Pai Gow: two fields of pips on one body."""
    base = rng.uniform(0, 255, 3)
    ink = [float(c) for c in (255 - base if rng.random() < 0.5 else colour(rng, (230, 230, 230), 10))]
    turn, half = rng.uniform(0, 2 * math.pi), EDGE * rng.uniform(0.4, 0.6)
    s, c = math.sin(turn), math.cos(turn)

    def spot(x, y):
        return (int(at[0] + half * (x * c - y * s)), int(at[1] + half * (x * s + y * c)))

    cv2.fillConvexPoly(picture, np.array([spot(-2, -1), spot(2, -1), spot(2, 1), spot(-2, 1)], np.int32),
                       [float(v) for v in base], cv2.LINE_AA)
    if rng.random() < 0.5:
        cv2.line(picture, spot(0, -0.9), spot(0, 0.9), ink, 1, cv2.LINE_AA)
    for middle in (-1, 1):
        for x, y in PIPS[int(rng.integers(1, 7))]:
            cv2.circle(picture, spot(middle + x * 0.5, y * 0.5), max(1, int(half * 0.17)), ink, -1, cv2.LINE_AA)


def draw_no_die(rng, picture, view):
    """Draws something that is no die with pips. Returns where."""
    side = picture.shape[0]
    at = (side / 2 + rng.uniform(-12, 12), side / 2 + rng.uniform(-12, 12))
    where = (int(at[0]), int(at[1]))
    match rng.choice(9, p=(0.16, 0.13, 0.11, 0.1, 0.15, 0.1, 0.07, 0.1, 0.08)):
        case 0:
            draw_printed_die(rng, picture, where, EDGE, int(rng.integers(1, 7)))
        case 1:
            draw_numeral_die(rng, picture, view, at, EDGE)
        case 2:
            draw_chip(rng, picture, where, int(EDGE * rng.uniform(0.4, 0.8)))
        case 3:
            draw_die(rng, picture, view, make_of_die(rng), 0, at, EDGE, rng.uniform(0, 2 * math.pi))
        case 4:
            draw_spots(rng, picture, at)
        case 5:
            draw_tile(rng, picture, at)
        case 6:
            for _ in range(6):
                print_on(rng, picture)
        case 7:  # a die under a stick or a hand
            draw_die(rng, picture, view, make_of_die(rng), int(rng.integers(1, 7)), at, EDGE, rng.uniform(0, 2 * math.pi))
            draw_stick(rng, picture, aside(rng, at, 0, 0.25), int(rng.integers(EDGE // 3, EDGE)))
        case 8:
            draw_key(rng, picture, at)
    return at


def draw_stick(rng, picture, at, thick):
    turn = rng.uniform(0, 2 * math.pi)
    x, y = 400 * math.cos(turn), 400 * math.sin(turn)
    cv2.line(picture, (int(at[0] - x), int(at[1] - y)), (int(at[0] + x), int(at[1] + y)),
             [float(c) for c in colour(rng, ((60, 90, 140), (110, 140, 190), (20, 20, 20))[rng.integers(3)], 15)], thick, cv2.LINE_AA)


def scene(rng):
    """One drawn picture. Returns its crops, what each shows, and whether the camera could be turned any way."""
    side = int(EDGE * 4.4)
    picture = background(rng, side, side)
    view = View(rng, min(50, tilt_of(rng)))
    if rng.random() < 0.78:
        seen = lay_dice(rng, picture, view)
        looks = looks_at_dice(rng, view, seen, side)
        if rng.random() < 0.1:  # a stick comes in, and touches none of them
            at = seen[0][0]
            turn = rng.uniform(0, 2 * math.pi)
            x, y, thick = math.cos(turn), math.sin(turn), int(rng.integers(6, 36))
            far = EDGE * rng.uniform(0.95, 1.4) + thick / 2
            if all((d[0][0] - at[0]) * x + (d[0][1] - at[1]) * y < EDGE * 0.1 for d in seen):
                middle = (at[0] + far * x, at[1] + far * y)
                a = (int(middle[0] - 400 * y), int(middle[1] + 400 * x))
                b = (int(middle[0] + 400 * y), int(middle[1] - 400 * x))
                cv2.line(picture, a, b, [float(c) for c in colour(rng, ((60, 90, 140), (110, 140, 190), (20, 20, 20))[rng.integers(3)], 15)],
                         thick, cv2.LINE_AA)
        if rng.random() < 0.08:
            length = rng.uniform(0.05, 0.8)
            picture = smeared(rng, picture, length * EDGE)
            if length > 0.2:
                looks = [look._replace(value=0) for look in looks]
            elif length > 0.1:
                looks = [look for look in looks if look.value == 0]
    else:
        at = draw_no_die(rng, picture, view)
        looks = [Look(aside(rng, at, 0, 0.3), EDGE * rng.uniform(1.1, 2.2), 0)]
        if rng.random() < 0.5:
            looks.append(Look(aside(rng, at, 0, 1.2), EDGE * rng.uniform(0.5, 3.0), 0))
    shrink = math.exp(math.log(10) + math.log(EDGE / 10) * rng.random() ** 0.75) / EDGE
    small = as_recorded(rng, picture, shrink)
    return [(crop(small, (look.at[0] * shrink, look.at[1] * shrink), look.side * shrink), look.value, not view.upright)
            for look in looks]
