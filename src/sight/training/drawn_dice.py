# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws what the reader of dice learns from: dice of every make as a table's camera sees them, and what is no die.

Nothing here is taken from a photograph. A die is a cube with the pips where dice have them, seen from up to 55° off
the vertical, lit from one side, on felt, wood, leather or print; then the picture is made small, blurred, noisy and
compressed, as recordings are.
"""

import math
import typing

import cv2
import numpy as np

CROP = 48
"""Pixels a side of what the net sees."""

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}

FELT = ((38, 92, 32), (45, 110, 40), (120, 60, 20), (30, 30, 120), (60, 60, 60), (90, 80, 40), (35, 70, 60), (110, 50, 90))
WOOD = ((90, 130, 170), (60, 95, 140), (120, 160, 200), (50, 70, 100))
PLAIN = ((200, 200, 200), (235, 235, 235), (25, 25, 25), (140, 140, 140), (70, 70, 90))

# (body, pips, how much of what lies behind shows through): casino dice are transparent red, green, blue, amber and
# purple with white pips; others are white, ivory or black, and of every colour besides.
CASINO = (((30, 20, 190), (240, 240, 240)), ((60, 140, 30), (240, 240, 240)), ((180, 60, 20), (240, 240, 240)),
          ((20, 130, 220), (240, 240, 240)), ((140, 30, 100), (240, 240, 240)))


def colour(rng, base, spread):
    return np.clip(np.array(base, np.float32) + rng.normal(0, spread, 3), 0, 255)


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
    return np.clip(picture, 0, 255)


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


def face_texture(rng, value, size, make):
    """A face's colour and how opaque it is, with rounded corners, `size` pixels a side."""
    body, pip, spread = make.body, make.pip, make.spread
    texture = np.empty((size, size, 3), np.float32)
    texture[:] = body
    if make.marbled > 0:
        share = np.clip(noise_field(rng, size, size, 12, 1.0) * make.marbled, 0, 1)[..., None]
        texture = texture * (1 - share) + make.second * share
    texture += noise_field(rng, size, size, 16, 5)[..., None]
    alpha = np.full((size, size), make.opacity, np.float32)
    shift = 4
    scale = 1 << shift
    for x, y in PIPS.get(value, ()):
        if value in (2, 3, 6) and make.across:
            x, y = y, -x
        # Not all pips are where they should be, nor of one size.
        at = (size * (0.5 + x * spread + rng.normal(0, 0.006)), size * (0.5 + y * spread + rng.normal(0, 0.006)))
        r = make.radius * (make.one if value == 1 else 1) * size
        centre = (int(at[0] * scale), int(at[1] * scale))
        if make.ring:
            cv2.circle(texture, centre, int(r * 1.25 * scale), [float(c) for c in body * 0.6], -1, cv2.LINE_AA, shift)
        cv2.circle(texture, centre, int(r * scale), [float(c) for c in pip], -1, cv2.LINE_AA, shift)
        cv2.circle(alpha, centre, int(r * scale), 1.0, -1, cv2.LINE_AA, shift)
        if rng.random() < 0.3:  # a hollow pip has a lit and a dark side
            cv2.ellipse(texture, centre, (int(r * 0.8 * scale),) * 2, float(rng.uniform(0, 360)), 0, 180,
                        [float(c) for c in np.clip(pip * rng.uniform(0.75, 1.2), 0, 255)], -1, cv2.LINE_AA, shift)
    mask = np.zeros((size, size), np.float32)
    c = int(make.corner * size)
    if c < 1:
        mask[:] = 1
    else:
        cv2.rectangle(mask, (c, 0), (size - 1 - c, size - 1), 1.0, -1)
        cv2.rectangle(mask, (0, c), (size - 1, size - 1 - c), 1.0, -1)
        for x in (c, size - 1 - c):
            for y in (c, size - 1 - c):
                cv2.circle(mask, (x, y), c, 1.0, -1, cv2.LINE_AA)
    return texture, alpha * mask


class Make(typing.NamedTuple):
    """How a die is made; lengths in edges."""
    body: np.ndarray
    pip: np.ndarray
    corner: float   # radius of its rounded corners
    radius: float   # of a pip
    spread: float   # from the middle to the pips of a corner, along a side
    opacity: float
    ring: bool      # a dark ring around each pip
    across: bool    # 2, 3 and 6 lie the other way
    one: float      # how much larger the pip of the one is
    marbled: float  # how much a second colour shows in the body
    second: np.ndarray


def make_of_die(rng):
    if rng.random() < 0.35:
        body, pip = CASINO[rng.integers(len(CASINO))]
        opacity = rng.uniform(0.55, 0.95)
        corner = rng.uniform(0, 0.06)
    else:
        style = rng.integers(4)
        if style == 0:
            body, pip = colour(rng, (232, 236, 238), 14), colour(rng, (25, 25, 25), 15)
        elif style == 1:
            body, pip = colour(rng, (28, 28, 28), 12), colour(rng, (235, 235, 235), 15)
        else:
            body = rng.uniform(10, 250, 3).astype(np.float32)
            light = body @ np.array((0.114, 0.587, 0.299))
            pip = colour(rng, (240, 240, 240) if light < 110 or style == 3 and light < 150 else (20, 20, 20), 15)
            while rng.random() < 0.3:  # coloured pips, that differ from the body in colour more than in light
                pip = rng.uniform(10, 250, 3).astype(np.float32)
                if np.abs(pip - body).max() > 90:
                    break
        opacity = 1.0 if rng.random() < 0.8 else rng.uniform(0.7, 1)
        corner = rng.uniform(0.0, 0.26)
    body, pip = colour(rng, body, 12), colour(rng, pip, 10)
    return Make(body, pip, corner, rng.uniform(0.07, 0.115), rng.uniform(0.2, 0.27), opacity, rng.random() < 0.15,
                rng.random() < 0.5, rng.uniform(1, 1.5) if rng.random() < 0.4 else 1.0,
                rng.uniform(0.2, 1) if rng.random() < 0.15 else 0.0, rng.uniform(10, 250, 3).astype(np.float32))


# The corners of each face, in the die's own coordinates, in the order of its texture's corners.
FACES = {
    'top': ((-1, -1, 1), (1, -1, 1), (1, 1, 1), (-1, 1, 1)),
    'south': ((-1, 1, 1), (1, 1, 1), (1, 1, -1), (-1, 1, -1)),
    'north': ((1, -1, 1), (-1, -1, 1), (-1, -1, -1), (1, -1, -1)),
    'east': ((1, 1, 1), (1, -1, 1), (1, -1, -1), (1, 1, -1)),
    'west': ((-1, -1, 1), (-1, 1, 1), (-1, 1, -1), (-1, -1, -1)),
}


def beside(rng, top):
    """The four sides' values: a standard die's opposite faces add up to seven."""
    first = int(rng.choice([v for v in range(1, 7) if v not in (top, 7 - top)]))
    second = int(rng.choice([v for v in range(1, 7) if v not in (top, 7 - top, first, 7 - first)]))
    return {'top': top, 'south': first, 'north': 7 - first, 'east': second, 'west': 7 - second}


class View:
    """A camera: how far off the vertical, in what direction, and how strong its perspective is."""

    def __init__(self, rng, tilt):
        self.tilt = math.radians(tilt)
        self.turn = rng.uniform(0, 2 * math.pi)
        self.distance = rng.uniform(8, 60)
        self.light = rng.uniform(0, 2 * math.pi)
        self.contrast = rng.uniform(0.05, 0.45)
        self.shadow = rng.uniform(0, 0.6)
        self.shadow_length = rng.uniform(0.1, 0.9)
        self.shadow_blur = rng.uniform(0.02, 0.25)

    def point(self, p, edge, at):
        """Where a point, in edges from the die's middle, is seen; `at`: where the middle of its top is."""
        x, y, z = p
        z = z - 0.5
        s, c = math.sin(self.tilt), math.cos(self.tilt)
        u, v, depth = x, y * c - z * s, y * s + z * c
        near = self.distance / (self.distance - depth)
        u, v = u * near, v * near
        s, c = math.sin(self.turn), math.cos(self.turn)
        return (at[0] + edge * (u * c - v * s), at[1] + edge * (u * s + v * c))


def blend(picture, patch, alpha, box):
    x0, y0, x1, y1 = box
    part = picture[y0:y1, x0:x1]
    part[:] = part * (1 - alpha[..., None]) + patch * alpha[..., None]


def draw_die(rng, picture, view, make, value, at, edge, heading):
    """Draws one die into `picture`; `value` 0 is one without pips."""
    h, w = picture.shape[:2]
    s, c = math.sin(heading), math.cos(heading)

    def seen(corner):
        x, y, z = (k / 2 for k in corner)
        return view.point((x * c - y * s, x * s + y * c, z), edge, at)

    values = beside(rng, value) if value else dict.fromkeys(FACES, 0)
    # The shadow: the die's outline on the table, drawn out away from the light.
    long = view.shadow_length
    away = (math.cos(view.light) * long, math.sin(view.light) * long)
    ground = []
    for x, y, z in ((-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0), (-1, -1, 1), (1, -1, 1), (1, 1, 1), (-1, 1, 1)):
        px, py = x / 2 * c - y / 2 * s + away[0] * z, x / 2 * s + y / 2 * c + away[1] * z
        ground.append(view.point((px, py, -0.5), edge, at))
    hull = cv2.convexHull(np.array(ground, np.float32)).astype(np.int32)
    shade = np.zeros((h, w), np.float32)
    cv2.fillConvexPoly(shade, hull, view.shadow, cv2.LINE_AA)
    shade = cv2.GaussianBlur(shade, (0, 0), max(0.5, view.shadow_blur * edge))
    picture *= (1 - shade)[..., None]

    body = make.body
    size = int(max(24, edge * 1.3))
    order = []
    for name, corners in FACES.items():
        quad = np.array([seen(k) for k in corners], np.float32)
        a, b, d = quad[0], quad[1], quad[3]
        turned = (b[0] - a[0]) * (d[1] - a[1]) - (b[1] - a[1]) * (d[0] - a[0])
        if turned > 0:
            order.append((name != 'top', name, quad))
    # The rounded edges between the faces are the body's colour.
    if len(order) > 1:
        outline = cv2.convexHull(np.concatenate([q for _, _, q in order]))
        middle = outline.mean(axis=0)
        outline = (middle + (outline - middle) * (1 - 0.35 * make.corner)).astype(np.int32)
        mask = np.zeros((h, w), np.float32)
        cv2.fillConvexPoly(mask, outline, float(make.opacity), cv2.LINE_AA)
        picture[:] = picture * (1 - mask[..., None]) + body * 0.8 * mask[..., None]
    for _, name, quad in sorted(order, key=lambda o: (not o[0], o[1])):
        texture, alpha = face_texture(rng, values[name], size, make)
        if name == 'top':
            light = 1.0
            if rng.random() < 0.4:  # gloss
                glint = noise_field(rng, size, size, size // 2, 30)
                texture = texture + np.maximum(glint, 0)[..., None]
        else:
            normal = {'south': math.pi / 2, 'north': -math.pi / 2, 'east': 0.0, 'west': math.pi}[name] + heading
            light = 1 - view.contrast * (1 + math.cos(normal - view.light)) / 2 - 0.08
        source = np.array(((0, 0), (size, 0), (size, size), (0, size)), np.float32)
        x0, y0 = np.floor(quad.min(axis=0)).astype(int) - 1
        x1, y1 = np.ceil(quad.max(axis=0)).astype(int) + 2
        x0, y0, x1, y1 = max(0, x0), max(0, y0), min(w, x1), min(h, y1)
        if x1 <= x0 or y1 <= y0:
            continue
        matrix = cv2.getPerspectiveTransform(source, quad - np.array((x0, y0), np.float32))
        patch = cv2.warpPerspective(texture * light, matrix, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        cover = cv2.warpPerspective(alpha, matrix, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR)
        blend(picture, np.clip(patch, 0, 255), np.clip(cover, 0, 1), (x0, y0, x1, y1))


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
    if rng.random() < 0.15:  # sharpened by the camera
        small = small + 0.8 * (small - cv2.GaussianBlur(small, (0, 0), 1.2))
    small = np.clip(small, 0, 255).astype(np.uint8)
    if rng.random() < 0.6:
        kept, data = cv2.imencode('.jpg', small, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 95))])
        if kept:
            small = cv2.imdecode(data, cv2.IMREAD_COLOR)
    return small


def crop(picture, at, side):
    """A square of `side` pixels around `at`, CROP pixels a side; what lies outside is repeated."""
    scale = CROP / side
    matrix = np.array(((scale, 0, CROP / 2 - at[0] * scale), (0, scale, CROP / 2 - at[1] * scale)), np.float32)
    return cv2.warpAffine(picture, matrix, (CROP, CROP), flags=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def tilt_of(rng):
    return abs(rng.normal(0, 12)) if rng.random() < 0.5 else rng.uniform(0, 55)


def sample(rng):
    """One crop and what it shows: 1 to 6, or 0 for what is no die that can be read."""
    edge = 52
    side = round(edge * 3.4)
    picture = background(rng, side, side)
    view = View(rng, min(55, tilt_of(rng)))
    centre = (side / 2 + rng.uniform(-12, 12), side / 2 + rng.uniform(-12, 12))
    make = make_of_die(rng)
    value = int(rng.integers(1, 7))
    at = centre
    kind = rng.random()
    if rng.random() < 0.35:  # a second die near by
        turn = rng.uniform(0, 2 * math.pi)
        far = edge * rng.uniform(1.25, 2.2)
        near = (centre[0] + far * math.cos(turn), centre[1] + far * math.sin(turn))
        draw_die(rng, picture, view, make, int(rng.integers(1, 7)), near, edge, rng.uniform(0, 2 * math.pi))
    wide = rng.uniform(1.3, 1.9)
    if kind < 0.64:
        draw_die(rng, picture, view, make, value, centre, edge, rng.uniform(0, 2 * math.pi))
    elif kind < 0.68:  # so near that a part of the pips could be taken for all of them
        draw_die(rng, picture, view, make, value, centre, edge, rng.uniform(0, 2 * math.pi))
        turn = rng.uniform(0, 2 * math.pi)
        far = edge * rng.uniform(0.1, 0.4)
        at = (centre[0] + far * math.cos(turn), centre[1] + far * math.sin(turn))
        wide = rng.uniform(0.3, 0.9)
        value = 0
    elif kind < 0.70:  # so far that the die is lost in what lies around it
        draw_die(rng, picture, view, make, value, centre, edge, rng.uniform(0, 2 * math.pi))
        wide = rng.uniform(2.6, 3.4)
        value = 0
    elif kind < 0.82:  # beside a die, or half of it
        draw_die(rng, picture, view, make, value, centre, edge, rng.uniform(0, 2 * math.pi))
        turn = rng.uniform(0, 2 * math.pi)
        far = edge * rng.uniform(0.55, 1.6)
        at = (centre[0] + far * math.cos(turn), centre[1] + far * math.sin(turn))
        value = 0
    elif kind < 0.85:
        draw_printed_die(rng, picture, (int(centre[0]), int(centre[1])), edge, value)
        value = 0
    elif kind < 0.88:
        draw_numeral_die(rng, picture, view, centre, edge)
        value = 0
    elif kind < 0.92:
        draw_chip(rng, picture, (int(centre[0]), int(centre[1])), int(edge * rng.uniform(0.4, 0.8)))
        value = 0
    elif kind < 0.94:
        draw_die(rng, picture, view, make, 0, centre, edge, rng.uniform(0, 2 * math.pi))
        value = 0
    elif kind < 0.97:  # spots at random
        for _ in range(int(rng.integers(1, 9))):
            spot = (int(centre[0] + rng.normal(0, edge / 3)), int(centre[1] + rng.normal(0, edge / 3)))
            cv2.circle(picture, spot, int(rng.integers(3, 12)), [float(c) for c in rng.uniform(0, 255, 3)], -1, cv2.LINE_AA)
        value = 0
    else:
        for _ in range(6):
            print_on(rng, picture)
        value = 0
    if rng.random() < 0.12:  # a stick or a hand comes in, beside the die
        turn = rng.uniform(0, 2 * math.pi)
        near = rng.uniform(0.95, 1.4) * edge
        a = (int(at[0] + near * math.cos(turn) - 400 * math.sin(turn)), int(at[1] + near * math.sin(turn) + 400 * math.cos(turn)))
        b = (int(at[0] + near * math.cos(turn) + 400 * math.sin(turn)), int(at[1] + near * math.sin(turn) - 400 * math.cos(turn)))
        cv2.line(picture, a, b, [float(c) for c in colour(rng, ((60, 90, 140), (110, 140, 190), (20, 20, 20))[rng.integers(3)], 15)],
                 int(rng.integers(8, 40)), cv2.LINE_AA)
    shrink = math.exp(rng.uniform(math.log(10), math.log(48))) / edge
    small = as_recorded(rng, picture, shrink)
    size = edge * shrink
    jitter = size * 0.1
    where = (at[0] * shrink + rng.uniform(-jitter, jitter), at[1] * shrink + rng.uniform(-jitter, jitter))
    return crop(small, where, size * wide), value
