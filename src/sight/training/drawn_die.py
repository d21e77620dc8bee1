# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws one die as a camera sees it: each pixel's ray is followed to a cube with rounded edges, lit by a lamp and what it mirrors.

Lengths are in edges. A die's own coordinates have their origin in its middle and z towards its upper face.
"""

import math
import typing

import cv2
import numpy as np

UPRIGHT = 32
"""Degrees off the vertical from which on a camera's picture has the table's far side above."""

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}

# (body, pips, how much of what lies behind shows through): casino dice are transparent red, green, blue, amber and
# purple with white pips; others are white, ivory or black, and of every colour besides.
CASINO = (((30, 20, 190), (240, 240, 240)), ((60, 140, 30), (240, 240, 240)), ((180, 60, 20), (240, 240, 240)),
          ((20, 130, 220), (240, 240, 240)), ((140, 30, 100), (240, 240, 240)))

HARD = False
"""Whether most dice are glossy or marbled, many pips differ little from their body, and cameras sharpen. The second of the
two larger nets learns from such dice: see train_dice.py."""

STEPS = 12
"""How often a ray goes on by its distance from the die."""


def colour(rng, base, spread):
    return np.clip(np.array(base, np.float32) + rng.normal(0, spread, 3), 0, 255)


class Make(typing.NamedTuple):
    """How a die is made."""
    body: np.ndarray
    pip: np.ndarray
    corner: float   # the radius of its rounded edges
    ball: float     # the radius of the ball that cuts its corners; 1: none
    radius: float   # of a pip
    spread: float   # from the middle to the pips of a corner, along a side
    opacity: float
    hollow: float   # how steep a pip's rim is
    ring: bool      # a dark ring around each pip
    worn: float     # how much of the pips' colour is gone
    across: bool    # 2, 3 and 6 lie the other way
    one: float      # how much larger the pip of the one is
    marbled: float  # how much a second colour shows in the body
    second: np.ndarray
    gloss: float    # how strongly it mirrors lamps
    sheen: float    # and the room


def colours_of(rng):
    """A body's and its pips' colours, which differ in lightness or in colour."""
    style = rng.integers(8)
    if style < 2:
        return colour(rng, (232, 236, 238), 14), colour(rng, (25, 25, 25), 15)
    if style == 2:
        return colour(rng, (28, 28, 28), 12), colour(rng, (235, 235, 235), 15)
    body = rng.uniform(10, 250, 3).astype(np.float32)
    if style == 3:  # dark
        body = body * rng.uniform(0.2, 0.5)
    light = body @ np.array((0.114, 0.587, 0.299))
    pip = colour(rng, (240, 240, 240) if light < 110 or style == 4 and light < 150 else (20, 20, 20), 15)
    if rng.random() < (0.6 if HARD else 0.4):
        for _ in range(20):
            other = rng.uniform(0, 255, 3).astype(np.float32)
            if rng.random() < 0.5:  # a strong colour
                other[rng.integers(3)] *= 0.2
            if np.abs(other - body).max() > (rng.uniform(40, 80) if HARD else rng.uniform(50, 90)):
                return body, other
    return body, pip


def make_of_die(rng):
    if rng.random() < (0.2 if HARD else 0.3):
        body, pip = CASINO[rng.integers(len(CASINO))]
        opacity = rng.uniform(0.5, 0.95)
        corner, ball = rng.uniform(0.005, 0.05), 1.0
    else:
        body, pip = colours_of(rng)
        opacity = 1.0 if rng.random() < 0.8 else rng.uniform(0.65, 1)
        corner, ball = rng.uniform(0.01, 0.27), 1.0
        if rng.random() < 0.35:
            ball, corner = rng.uniform(0.62, 0.8), rng.uniform(0.01, 0.1)
    body, pip = colour(rng, body, 12), colour(rng, pip, 10)
    marbled = rng.random() < (0.4 if HARD else 0.25)
    second = rng.uniform(0, 255, 3).astype(np.float32)
    if marbled and np.abs(second - pip).max() < 70:
        second = body * rng.uniform(0.3, 0.8)
    return Make(body, pip, corner, ball, rng.uniform(0.06, 0.115), rng.uniform(0.18, 0.27), opacity,
                rng.uniform(0.2, 1.3) if rng.random() < 0.6 else 0.0, rng.random() < 0.12,
                rng.uniform(0.1, 0.5) if rng.random() < 0.15 else 0.0, rng.random() < 0.5,
                rng.uniform(1, 1.6) if rng.random() < 0.4 else 1.0, rng.uniform(0.3, 1) if marbled else 0.0, second,
                rng.uniform(0, 1) ** 1.5 if rng.random() < (0.85 if HARD else 0.6) else 0.0, rng.uniform(0, 1) if rng.random() < 0.5 else 0.0)


def beside(rng, top):
    """The values of all faces: those that lie opposite add up to seven."""
    first = int(rng.choice([v for v in range(1, 7) if v not in (top, 7 - top)]))
    second = int(rng.choice([v for v in range(1, 7) if v not in (top, 7 - top, first, 7 - first)]))
    return {(2, 1): top, (2, -1): 7 - top, (1, 1): first, (1, -1): 7 - first, (0, 1): second, (0, -1): 7 - second}


class Lamp(typing.NamedTuple):
    """What a smooth surface mirrors: a patch of light in a direction, as wide and as high as it says."""
    towards: np.ndarray
    side: np.ndarray
    wide: float
    high: float
    strength: float


def direction(turn, height):
    return np.array((math.cos(turn) * math.cos(height), math.sin(turn) * math.cos(height), math.sin(height)), np.float32)


def lamp_of(rng):
    turn, height = rng.uniform(0, 2 * math.pi), math.radians(rng.uniform(45 if HARD and rng.random() < 0.5 else 15, 90))
    towards = direction(turn, height)
    side = np.cross(towards, direction(rng.uniform(0, 2 * math.pi), math.radians(rng.uniform(-80, 80))))
    side /= np.linalg.norm(side) + 1e-6
    wide = rng.uniform(0.04, 0.3)
    return Lamp(towards, side.astype(np.float32), wide, wide * (rng.uniform(1, 6) if rng.random() < 0.4 else 1.0), rng.uniform(60, 260))


class View:
    """A camera: how far off the vertical, in what direction, how strong its perspective is; and the light."""

    def __init__(self, rng, tilt):
        self.tilt = math.radians(tilt)
        # Seen from the side, only what lies above tells a die's upper face from its side: such a camera stands upright.
        self.upright = tilt > UPRIGHT
        self.turn = float(np.clip(rng.normal(0, 0.3), -0.7, 0.7)) if self.upright else rng.uniform(0, 2 * math.pi)
        self.distance = rng.uniform(8, 60)
        self.light = rng.uniform(0, 2 * math.pi)
        self.height = math.radians(rng.uniform(30, 85))
        self.contrast = rng.uniform(0.1, 0.75)
        self.sky = rng.uniform(0.1, 0.5)
        self.shadow = rng.uniform(0, 0.6)
        self.shadow_length = rng.uniform(0.1, 0.9)
        self.shadow_blur = rng.uniform(0.02, 0.25)
        self.lamps = [lamp_of(rng) for _ in range(int(rng.integers(1, 6 if HARD else 4)))]
        self.room = [(direction(rng.uniform(0, 2 * math.pi), rng.uniform(-0.5, 1.5)), rng.uniform(1, 4)) for _ in range(2)]

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

    def rays(self, box, edge, at):
        """Of each pixel of a box: where the camera stands, and in what direction the pixel lies."""
        x0, y0, x1, y1 = box
        x, y = np.meshgrid((np.arange(x0, x1, dtype=np.float32) - at[0]) / edge, (np.arange(y0, y1, dtype=np.float32) - at[1]) / edge)
        s, c = math.sin(self.turn), math.cos(self.turn)
        u, v = (x * c + y * s).ravel(), (-x * s + y * c).ravel()
        s, c = math.sin(self.tilt), math.cos(self.tilt)
        stands = np.array((0, self.distance * s, self.distance * c + 0.5), np.float32)
        lies = np.stack((u, v * c, 0.5 - v * s))
        towards = lies - stands[:, None]
        return stands, towards / np.sqrt((towards * towards).sum(axis=0))


def turned(vectors, heading):
    """Directions of the table in a die's own coordinates."""
    s, c = math.sin(heading), math.cos(heading)
    x, y, z = vectors
    return np.stack((x * c + y * s, -x * s + y * c, z)) if vectors.ndim > 1 else np.array((x * c + y * s, -x * s + y * c, z), np.float32)


def slabs(stands, towards):
    """How far each ray goes until it enters a cube, and until it leaves it."""
    with np.errstate(divide='ignore', invalid='ignore'):
        a, b = (-0.5 - stands[:, None]) / towards, (0.5 - stands[:, None]) / towards
    return np.minimum(a, b).max(axis=0), np.maximum(a, b).min(axis=0)


def distance_from(points, make):
    """How far points lie from a die's surface."""
    q = np.abs(points) - (0.5 - make.corner)
    out = np.maximum(q, 0)
    far = np.sqrt((out * out).sum(axis=0)) + np.minimum(q.max(axis=0), 0) - make.corner
    return np.maximum(far, np.sqrt((points * points).sum(axis=0)) - make.ball) if make.ball < 0.9 else far


def normals_of(points, make):
    q = np.abs(points) - (0.5 - make.corner)
    out = np.maximum(q, 0)
    length = np.sqrt((out * out).sum(axis=0))
    flat = np.where(q == q.max(axis=0), 1.0, 0.0)
    n = np.where(length > 1e-6, out / np.maximum(length, 1e-6), flat) * np.sign(points)
    if make.ball < 0.9:
        radius = np.sqrt((points * points).sum(axis=0))
        cut = radius - make.ball > length + np.minimum(q.max(axis=0), 0) - make.corner
        n = np.where(cut, points / radius, n)
    return n.astype(np.float32)


def marbling(rng, points):
    """Veins and clouds through a body, from 0 to 1."""
    field = np.zeros(points.shape[1], np.float32)
    for _ in range(3):
        wave, bend = rng.normal(0, 5, 3).astype(np.float32), rng.normal(0, 6, 3).astype(np.float32)
        field += np.sin(wave @ points + 1.5 * np.sin(bend @ points + rng.uniform(0, 6)) + rng.uniform(0, 6))
    return np.clip(field * rng.uniform(0.4, 1.5) + 0.5 + rng.uniform(-0.4, 0.4), 0, 1)


class Marks(typing.NamedTuple):
    """Where pips lie on a die's surface: how much of each point is one, its rim's ring, and which way the surface leans."""
    share: np.ndarray
    ring: np.ndarray
    lean: np.ndarray


def marks_of(rng, points, values, make, blur):
    """The pips of what is seen of each face."""
    n = points.shape[1]
    share, ring, lean = np.zeros(n, np.float32), np.zeros(n, np.float32), np.zeros((3, n), np.float32)
    axis = np.abs(points).argmax(axis=0)
    for (along, sign), value in values.items():
        here = np.flatnonzero((axis == along) & (np.sign(points[along]) == sign))
        if value == 0 or not len(here):
            continue
        a, b = [k for k in range(3) if k != along]
        u, v = points[a, here], points[b, here]
        radius = make.radius * (make.one if value == 1 else 1)
        for x, y in PIPS[value]:
            if value in (2, 3, 6) and make.across:
                x, y = y, -x
            # Not all pips are where they should be, nor of one size.
            du, dv = u - x * make.spread - rng.normal(0, 0.006), v - y * make.spread - rng.normal(0, 0.006)
            r = radius * (1 + rng.normal(0, 0.03))
            far = np.sqrt(du * du + dv * dv)
            inside = np.clip((r - far) / blur + 0.5, 0, 1)
            share[here] = np.maximum(share[here], inside)
            if make.ring:
                ring[here] = np.maximum(ring[here], np.clip((r * 1.25 - far) / blur + 0.5, 0, 1))
            if make.hollow > 0:
                lean[a, here] -= make.hollow * inside * du / r
                lean[b, here] -= make.hollow * inside * dv / r
    return Marks(share, ring, lean)


def draw_shadow(picture, view, edge, at, heading):
    """The die's outline on the table, drawn out away from the light, and the dark where it stands."""
    h, w = picture.shape[:2]
    s, c = math.sin(heading), math.cos(heading)
    away = (math.cos(view.light) * view.shadow_length, math.sin(view.light) * view.shadow_length)
    shade = np.zeros((h, w), np.float32)
    for heights, strength, blur in (((0, 1), view.shadow, view.shadow_blur), ((0,), view.shadow * 0.5, 0.1)):
        ground = []
        for z in heights:
            for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
                px, py = x / 2 * c - y / 2 * s - away[0] * z, x / 2 * s + y / 2 * c - away[1] * z
                ground.append(view.point((px, py, -0.5), edge, at))
        part = np.zeros((h, w), np.float32)
        cv2.fillConvexPoly(part, cv2.convexHull(np.array(ground, np.float32)).astype(np.int32), strength, cv2.LINE_AA)
        shade = np.maximum(shade, cv2.GaussianBlur(part, (0, 0), max(0.5, blur * edge)))
    picture *= (1 - shade)[..., None]


def box_around(picture, view, edge, at, heading):
    """The pixels among which the die is seen."""
    h, w = picture.shape[:2]
    s, c = math.sin(heading), math.cos(heading)
    seen = np.array([view.point(((x * c - y * s) / 2, (x * s + y * c) / 2, z / 2), edge, at)
                     for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    x0, y0 = np.floor(seen.min(axis=0)).astype(int) - 1
    x1, y1 = np.ceil(seen.max(axis=0)).astype(int) + 2
    return max(0, x0), max(0, y0), min(w, x1), min(h, y1)


def mirrored(view, towards, normals, make, heading):
    """What a surface mirrors: how light it is there."""
    facing = (towards * normals).sum(axis=0)
    bounced = towards - 2 * facing * normals
    grazing = 0.35 + 0.65 * np.clip(1 + facing, 0, 1) ** 3
    light = np.zeros(normals.shape[1], np.float32)
    if make.gloss > 0:
        for lamp in view.lamps:
            to, side = turned(lamp.towards, heading), turned(lamp.side, heading)
            up = np.cross(to, side).astype(np.float32)
            across, along, ahead = side @ bounced, up @ bounced, to @ bounced
            soft = 0.25 * lamp.wide
            light += (np.clip((lamp.wide - np.abs(across)) / soft + 0.5, 0, 1) * np.clip((lamp.high - np.abs(along)) / soft + 0.5, 0, 1)
                      * (ahead > 0) * (lamp.strength * make.gloss))
    if make.sheen > 0:
        for to, narrow in view.room:
            light += 70 * make.sheen * np.clip(turned(to, heading) @ bounced, 0, 1) ** narrow
    return light * grazing


def draw_die(rng, picture, view, make, value, at, edge, heading):
    """Draws one die into `picture`; `value` 0 is one without pips."""
    draw_shadow(picture, view, edge, at, heading)
    box = x0, y0, x1, y1 = box_around(picture, view, edge, at, heading)
    if x1 <= x0 or y1 <= y0:
        return
    stands, all_towards = view.rays(box, edge, at)
    stands, all_towards = turned(stands, heading), turned(all_towards, heading)
    enters, leaves = slabs(stands, all_towards)
    some = np.flatnonzero(enters < leaves)
    towards, way = all_towards[:, some], enters[some]
    for _ in range(STEPS):
        far = distance_from(stands[:, None] + towards * way, make)
        way = way + far
    hit = np.abs(far) < 0.4 / edge
    some, towards, way = some[hit], towards[:, hit], way[hit]
    if not len(some):
        return
    points = stands[:, None] + towards * way
    values = beside(rng, value) if value else {}
    normals = normals_of(points, make)
    blur = 1.0 / edge
    marks = marks_of(rng, points, values, make, blur)
    normals = normals + marks.lean
    normals /= np.sqrt((normals * normals).sum(axis=0))

    body = np.repeat(make.body[:, None], len(some), axis=1)
    if make.marbled > 0:
        veins = make.marbled * marbling(rng, points)
        body = body * (1 - veins) + make.second[:, None] * veins
    lies_at = (some // (x1 - x0), some % (x1 - x0))
    part = picture[y0:y1, x0:x1]
    if make.opacity < 1:
        behind = part[lies_at].T
        through = stands[:, None] + towards * leaves[some]
        far_marks = marks_of(rng, through, values, make, 3 * blur) if values else None
        if far_marks is not None:
            shown = 0.6 * far_marks.share
            behind = behind * (1 - shown) + make.pip[:, None] * shown
        body = body * make.opacity + behind * (1 - make.opacity)
    body = body * (1 - 0.4 * marks.ring)
    share = marks.share
    if make.worn > 0:
        share = share * np.clip(1 - make.worn * (0.5 + 2 * marbling(rng, points * 3)), 0.25, 1)
    surface = body * (1 - share) + make.pip[:, None] * share

    lamp = turned(direction(view.light, view.height), heading)
    shade = (1 - view.contrast) * (1 - view.sky + view.sky * np.clip(normals[2], 0, 1)) + view.contrast * np.clip(lamp @ normals, 0, None) / lamp[2]
    lit = surface * np.clip(shade, 0, 1.7) + mirrored(view, towards, normals, make, heading)

    cover = np.zeros(part.shape[:2], np.float32)
    cover[lies_at] = 1
    drawn = part.copy()
    drawn[lies_at] = np.clip(lit.T, 0, 255)
    inner = cv2.GaussianBlur(cover, (3, 3), 0.6) * cover
    part[:] = part * (1 - inner[..., None]) + drawn * inner[..., None]
