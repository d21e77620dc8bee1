# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws what the reader of cards learns from: the corners of playing cards of every make as a table's camera sees them,
and what is no such corner.

Nothing here is taken from a photograph. A card is drawn flat, with indices in fonts of Debian's (fonts-urw-base35,
fonts-dejavu) or in plain strokes, made wider, narrower, bolder or thinner; then it is turned, tilted, made small, lit,
blurred and compressed, as recordings are; and its corners are cut out as the reader cuts them.
"""

import functools
import math
import pathlib
import typing

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

import drawn_dice

WIDE, HIGH = 48, 64
"""Pixels of what the net sees of a corner."""

CARD_W, CARD_H = 63.0, 88.0
"""A card's size in millimetres; what is drawn on it is in millimetres too."""

WINDOW_W, WINDOW_H = 0.45 * CARD_W, 0.6 * CARD_W
"""The corner's part that the net sees."""

LEAST = 7.5
"""How many pixels high a rank is at least."""

SCALE = 4
"""Pixels a millimetre where a card is drawn."""

RANKS = ('', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A')
"""What the net tells apart; the first is no index that can be read."""

SUITS = ('', 'club', 'diamond', 'heart', 'spade')
UNKNOWN = -1
"""A suit that does not count in training."""

URW = pathlib.Path('/usr/share/fonts/opentype/urw-base35')
DEJAVU = pathlib.Path('/usr/share/fonts/truetype/dejavu')
FONTS = tuple([URW / f'{name}.otf' for name in (
    'C059-Bold', 'C059-Roman', 'C059-BdIta', 'NimbusMonoPS-Bold', 'NimbusMonoPS-Regular', 'NimbusRoman-Bold', 'NimbusRoman-Regular',
    'NimbusRoman-BoldItalic', 'NimbusSans-Bold', 'NimbusSans-Regular', 'NimbusSans-BoldItalic', 'NimbusSansNarrow-Bold',
    'NimbusSansNarrow-Regular', 'P052-Bold', 'P052-Roman', 'URWBookman-Demi', 'URWBookman-Light', 'URWGothic-Demi', 'URWGothic-Book')]
    + [DEJAVU / f'{name}.ttf' for name in (
        'DejaVuSans', 'DejaVuSans-Bold', 'DejaVuSansCondensed', 'DejaVuSansCondensed-Bold', 'DejaVuSansMono', 'DejaVuSansMono-Bold',
        'DejaVuSerif', 'DejaVuSerif-Bold', 'DejaVuSerifCondensed', 'DejaVuSerifCondensed-Bold')])
STROKES = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX)
OTHERS = 'BCDEFGHILMNOPRSTUVWXYZ01&?$#%*+abcdefghkmnrstuvwxyz'
WORDS = ('CASINO', 'RULES', 'Total', '11', '12', '13', '25', '100', '15', '20', '50', '19', 'No', 'THE', 'WAR', 'Draw', 'skip', 'Date', 'Visa', 'EUR',
         'Mint', '17', '101', '110', 'TIE', '$5', 'Page')


@functools.lru_cache(maxsize=None)
def glyph(font, text, thick=0):
    """The shape of a sign, 0 to 255, without a margin."""
    if isinstance(font, int):
        mask = np.zeros((200, 140 * len(text) + 60), np.uint8)
        cv2.putText(mask, text, (30, 150), font, 4, 255, thick, cv2.LINE_AA)
    else:
        image = Image.new('L', (160 * len(text) + 80, 240))
        ImageDraw.Draw(image).text((40, 30), text, fill=255, font=ImageFont.truetype(str(font), 130))
        mask = np.asarray(image)
    ys, xs = np.nonzero(mask > 40)
    return np.ascontiguousarray(mask[ys.min():ys.max() + 1, xs.min():xs.max() + 1])


class Lettering(typing.NamedTuple):
    """How a deck writes its indices."""
    font: typing.Union[int, pathlib.Path]
    thick: int     # of strokes
    weight: float  # how much bolder, in parts of the height; less than 0: thinner
    tight: float   # the gap within a 10, in parts of its height
    narrow: float  # a 10's width, in widths of the others


def lettering_of(rng):
    if rng.random() < 0.12:
        return Lettering(STROKES[rng.integers(len(STROKES))], int(rng.integers(4, 22)), 0, rng.uniform(0, 0.12), rng.uniform(1, 1.5))
    return Lettering(FONTS[rng.integers(len(FONTS))], 0, float(rng.choice((-0.03, 0, 0, 0, 0.03, 0.06))), rng.uniform(-0.04, 0.12),
                     rng.uniform(0.95, 1.6))


def word_shape(letters, text):
    """A word's shape, its signs side by side."""
    if text != '10':
        return glyph(letters.font, text, letters.thick)
    one, nought = (glyph(letters.font, sign, letters.thick) for sign in text)
    high = max(one.shape[0], nought.shape[0])
    one, nought = (cv2.resize(m, (m.shape[1], high), interpolation=cv2.INTER_AREA) for m in (one, nought))
    gap = int(letters.tight * high)
    both = np.zeros((high, one.shape[1] + nought.shape[1] + gap), np.uint8)
    both[:, :one.shape[1]] = one
    both[:, one.shape[1] + gap:] = np.maximum(both[:, one.shape[1] + gap:], nought)
    return both


def index_shape(rng, letters, text, wide, high):
    """The shape of a rank, `wide` and `high` in millimetres."""
    shape = word_shape(letters, text)
    shape = cv2.resize(shape, (max(3, int(wide * SCALE)), max(3, int(high * SCALE))), interpolation=cv2.INTER_AREA)
    by = int(round(abs(letters.weight) * high * SCALE))
    if by > 0:
        change = cv2.dilate if letters.weight > 0 else cv2.erode
        thinner = change(shape, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (by + 1, by + 1)))
        if thinner.max() > 200:
            shape = thinner
    return shape.astype(np.float32) / 255


@functools.lru_cache(maxsize=None)
def suit_shape(suit, style):
    """A suit's shape, 128 pixels high; `style` is one of six."""
    n = 128
    mask = np.zeros((n, n), np.uint8)
    fat = (0.0, 0.05, 0.1)[style % 3]

    def dot(x, y, r):
        cv2.circle(mask, (int(x * n), int(y * n)), int(r * n), 255, -1, cv2.LINE_AA)

    def shape(points):
        cv2.fillPoly(mask, [(np.array(points) * n).astype(np.int32)], 255, cv2.LINE_AA)

    def curve(points):
        """From point to point as smooth as a pen."""
        points = np.array(points)
        t = np.linspace(0, 1, 24)[:, None]
        p0, p1, p2 = points
        return (1 - t) ** 2 * p0 + 2 * t * (1 - t) * p1 + t ** 2 * p2

    foot = [(0.5, 0.55), (0.36 - fat, 0.99), (0.64 + fat, 0.99)]
    if suit == 'club':
        r = 0.2 + fat / 2
        dot(0.5, r, r)
        dot(r + 0.02, 0.56, r)
        dot(0.98 - r, 0.56, r)
        dot(0.5, 0.5, 0.12)
        shape(foot)
    elif suit == 'diamond':
        half = 0.36 + fat
        if style < 3:
            shape([(0.5, 0), (0.5 + half, 0.5), (0.5, 1), (0.5 - half, 0.5)])
        else:
            corners = [(0.5, 0), (0.5 + half, 0.5), (0.5, 1), (0.5 - half, 0.5)]
            sides = [curve((corners[i], (np.array(corners[i]) + corners[(i + 1) % 4]) * 0.5 * 0.84 + 0.08, corners[(i + 1) % 4])) for i in range(4)]
            shape(np.concatenate(sides))
    else:
        r = 0.24 + fat / 4
        up = 1 if suit == 'heart' else -1

        def at(y):
            return y if up > 0 else 0.86 - y

        dot(r, at(r), r)
        dot(1 - r, at(r), r)
        shape(np.concatenate([curve(((0.03, at(0.36)), (0.2, at(0.62)), (0.5, at(0.98 if up > 0 else 0.86)))),
                              curve(((0.5, at(0.98 if up > 0 else 0.86)), (0.8, at(0.62)), (0.97, at(0.36)))), np.array([(0.5, at(0.2))])]))
        if suit == 'spade':
            shape(foot)
    return mask


def stamp(card, shape, x, y, colour):
    """Puts a shape's middle at x, y millimetres."""
    h, w = shape.shape
    x0, y0 = int(x * SCALE - w / 2), int(y * SCALE - h / 2)
    cut_x, cut_y = max(0, -x0), max(0, -y0)
    x0, y0 = max(0, x0), max(0, y0)
    part = card[y0:y0 + h - cut_y, x0:x0 + w - cut_x]
    if part.size:
        alpha = shape[cut_y:cut_y + part.shape[0], cut_x:cut_x + part.shape[1], None]
        part[:] = part * (1 - alpha) + colour * alpha


def stamp_suit(card, suit, style, x, y, high, colour, over=False):
    n = max(3, int(high * SCALE))
    shape = cv2.resize(suit_shape(suit, style), (max(3, int(n * 0.92)), n), interpolation=cv2.INTER_AREA)
    stamp(card, (shape[::-1] if over else shape).astype(np.float32) / 255, x, y, colour)


ROWS = {2: ((0, 0), (0, 1)), 3: ((0, 0), (0, .5), (0, 1)), 4: ((-1, 0), (1, 0), (-1, 1), (1, 1))}
ROWS[5] = ROWS[4] + ((0, .5),)
ROWS[6] = ROWS[4] + ((-1, .5), (1, .5))
ROWS[7] = ROWS[6] + ((0, .25),)
ROWS[8] = ROWS[7] + ((0, .75),)
ROWS[9] = tuple((x, y / 3) for x in (-1, 1) for y in range(4)) + ((0, .5),)
ROWS[10] = ROWS[9][:8] + ((0, 1 / 6), (0, 5 / 6))


class Deck(typing.NamedTuple):
    """How a deck is made; lengths in millimetres."""
    letters: Lettering
    paper: np.ndarray
    red: np.ndarray
    black: np.ndarray
    coloured: bool  # four colours
    high: float     # of a rank
    wide: float
    x: float        # its middle
    top: float
    suit: float     # the height of the suit under it; 0: there is none
    gap: float
    style: int
    four: bool      # an index in each corner
    middle: int     # 0: pips; 1: one large suit; 2: a large rank and a suit; 3: nothing
    corner: float


def deck_of(rng):
    letters = lettering_of(rng)
    if rng.random() < 0.55:
        high = rng.uniform(7.5, 12)
        wide = high * rng.uniform(0.45, 0.85)
        x = rng.uniform(4.6, 7.8)
        top = rng.uniform(3, 6.5)
    else:
        high = rng.uniform(12, 22)
        wide = high * rng.uniform(0.45, 0.85)
        x = max(wide / 2 + rng.uniform(1.5, 4.5), rng.uniform(5, 9))
        top = rng.uniform(2.5, 6.5)
    suit = 0.0 if rng.random() < 0.08 else high * rng.uniform(0.45, 0.9)
    return Deck(letters, np.clip(drawn_dice.colour(rng, (244, 247, 248), 6), 200, 255),
                drawn_dice.colour(rng, (45, 30, 200), 22), drawn_dice.colour(rng, (28, 26, 26), 14), rng.random() < 0.06, high, wide, x, top,
                suit, rng.uniform(0.6, 3), int(rng.integers(6)), rng.random() < 0.15, int(rng.choice((0, 0, 0, 1, 2, 3))), rng.uniform(2, 5))


def blank(rng, deck):
    card = np.empty((int(CARD_H * SCALE), int(CARD_W * SCALE), 3), np.float32)
    card[:] = deck.paper
    return card


def ink_of(deck, suit):
    if deck.coloured and suit == 'diamond':
        return np.array((190, 70, 20), np.float32)
    if deck.coloured and suit == 'club':
        return np.array((40, 120, 20), np.float32)
    return deck.red if suit in ('heart', 'diamond') else deck.black


def court(rng, card, deck, suit):
    """A picture within a frame, of bright patches and lines."""
    x0, y0 = int(rng.uniform(9.5, 14) * SCALE), int(rng.uniform(7, 13) * SCALE)
    h, w = card.shape[:2]
    part = card[y0:h - y0, x0:w - x0]
    inks = (deck.red, deck.black, np.array((30, 200, 240)), np.array((180, 90, 30)), deck.paper, np.array((60, 60, 160)))
    for _ in range(int(rng.integers(8, 22))):
        points = rng.uniform(0, 1, (int(rng.integers(3, 6)), 2)) * (part.shape[1], part.shape[0] / 2)
        ink = [float(c) for c in inks[rng.integers(len(inks))]]
        if rng.random() < 0.5:
            cv2.fillPoly(part, [points.astype(np.int32)], ink, cv2.LINE_AA)
        else:
            cv2.polylines(part, [points.astype(np.int32)], False, ink, int(rng.integers(1, 6)), cv2.LINE_AA)
    for _ in range(int(rng.integers(0, 5))):
        cv2.circle(part, (int(rng.uniform(0, part.shape[1])), int(rng.uniform(0, part.shape[0] / 2))), int(rng.uniform(4, 40)),
                   [float(c) for c in inks[rng.integers(len(inks))]], int(rng.choice((-1, 2, 3))), cv2.LINE_AA)
    if rng.random() < 0.8:
        stamp_suit(card, suit, deck.style, x0 / SCALE + rng.uniform(4, 8), y0 / SCALE + rng.uniform(5, 9), rng.uniform(7, 12), ink_of(deck, suit))
    part[part.shape[0] - part.shape[0] // 2:] = part[:part.shape[0] // 2][::-1, ::-1]
    if rng.random() < 0.85:
        cv2.rectangle(card, (x0, y0), (w - 1 - x0, h - 1 - y0), [float(c) for c in inks[int(rng.choice((0, 1, 3)))]], int(rng.integers(1, 4)), cv2.LINE_AA)


def middle_of(rng, card, deck, text, suit):
    ink = ink_of(deck, suit)
    if text in 'JQK' and (deck.middle == 0 or rng.random() < 0.5):
        court(rng, card, deck, suit)
    elif deck.middle == 3:
        pass
    elif deck.middle == 0 and text in ('A', *'23456789', '10'):
        if text == 'A':
            stamp_suit(card, suit, deck.style, CARD_W / 2, CARD_H / 2, rng.uniform(11, 40), ink)
            return
        left, over, high = rng.uniform(10, 14), rng.uniform(12, 20), rng.uniform(9, 15)
        for x, y in ROWS[int(text)]:
            stamp_suit(card, suit, deck.style, CARD_W / 2 + x * left, over + y * (CARD_H - 2 * over), high, ink, y > 0.5)
    else:
        stamp_suit(card, suit, deck.style, CARD_W / 2, CARD_H * rng.uniform(0.5, 0.6), rng.uniform(18, 34), ink)
        if deck.middle == 2:
            shape = index_shape(rng, deck.letters, text, 22, 28)
            stamp(card, shape, CARD_W / 2, CARD_H * 0.3, ink)


def put_index(rng, card, deck, text, suit):
    """Writes an index into the upper left corner."""
    ink = ink_of(deck, suit)
    wide = deck.wide * (deck.letters.narrow if len(text) > 1 else 1)
    if text in 'IJ1':
        wide *= 0.85
    x = max(deck.x, wide / 2 + 1.2)
    stamp(card, index_shape(rng, deck.letters, text, wide, deck.high), x, deck.top + deck.high / 2, ink)
    if deck.suit > 0:
        stamp_suit(card, suit, deck.style, x, deck.top + deck.high + deck.gap + deck.suit / 2, deck.suit, ink)


def index_box(deck):
    """Where a rank is written, in millimetres."""
    return deck.x - deck.wide / 2, deck.top, deck.x + deck.wide / 2, deck.top + deck.high


def face(rng, deck, text, suit):
    card = blank(rng, deck)
    middle_of(rng, card, deck, text, suit)
    put_index(rng, card, deck, text, suit)
    card = np.ascontiguousarray(card[::-1, ::-1])
    put_index(rng, card, deck, text, suit)
    if deck.four:
        part = card[:int(CARD_H * SCALE * 0.45), :int(deck.x * 2 * SCALE)].copy()
        mirror = blank(rng, deck)
        put_index(rng, mirror, deck, text, suit)
        part = mirror[:part.shape[0], :part.shape[1]]
        card[:part.shape[0], -part.shape[1]:] = np.minimum(card[:part.shape[0], -part.shape[1]:], part)
        card[-part.shape[0]:, :part.shape[1]] = np.minimum(card[-part.shape[0]:, :part.shape[1]], part[::-1, ::-1])
    return card


def back(rng, deck):
    card = blank(rng, deck)
    ink = [float(c) for c in ((150, 60, 40), (40, 30, 170), (30, 30, 30), (60, 120, 40))[rng.integers(4)]]
    margin = int(rng.uniform(0, 6) * SCALE)
    part = card[margin:card.shape[0] - margin or None, margin:card.shape[1] - margin or None]
    kind = rng.integers(3)
    if kind == 0:
        part[:] = ink
    step = int(rng.integers(8, 26))
    for i in range(-part.shape[0], part.shape[1], step):
        line = ink if kind != 0 else [float(c) for c in deck.paper]
        cv2.line(part, (i, 0), (i + part.shape[0], part.shape[0]), line, int(rng.integers(1, 6)), cv2.LINE_AA)
        if kind != 2:
            cv2.line(part, (i + part.shape[0], 0), (i, part.shape[0]), line, int(rng.integers(1, 6)), cv2.LINE_AA)
    return card


def paper(rng, deck):
    """A sheet, a box or a label: words in lines, a table, a picture."""
    card = blank(rng, deck)
    if rng.random() < 0.3:
        card[:] = drawn_dice.colour(rng, (120, 160, 190), 50)
    h, w = card.shape[:2]
    y = rng.uniform(3, 14)
    ink = drawn_dice.colour(rng, ((30, 30, 30), (60, 40, 160), (120, 60, 30))[rng.integers(3)], 20)
    while y < 84:
        high = rng.uniform(3, 11)
        x = rng.uniform(2, 12)
        while x < 60 and rng.random() < 0.9:
            letters = lettering_of(rng)
            text = str(rng.choice(WORDS)) if rng.random() < 0.6 else ''.join(rng.choice(list(OTHERS), int(rng.integers(2, 5))))
            wide = high * 0.6 * len(text)
            stamp(card, index_shape(rng, letters, text, wide, high), x + wide / 2, y + high / 2, ink)
            x += wide + high * 0.5
        y += high * rng.uniform(1.2, 2)
    if rng.random() < 0.3:
        cv2.rectangle(card, (int(rng.uniform(0, w / 2)), int(rng.uniform(0, h / 2))), (int(rng.uniform(w / 2, w)), int(rng.uniform(h / 2, h))),
                      [float(c) for c in rng.uniform(0, 255, 3)], int(rng.choice((-1, 2, 6))))
    return card


def no_card(rng, deck):
    """What has a card's outline and no rank in its corners."""
    match rng.integers(6):
        case 0:
            return back(rng, deck)
        case 1:
            return paper(rng, deck)
        case 2:  # a letter or a number that no card has
            text = str(rng.choice(list(OTHERS))) if rng.random() < 0.6 else str(rng.choice(WORDS))
            card = blank(rng, deck)
            put_index(rng, card, deck._replace(suit=deck.suit if rng.random() < 0.4 else 0.0, wide=deck.wide * (1 if len(text) == 1 else 1.6)),
                      text, SUITS[rng.integers(1, 5)])
            card = np.ascontiguousarray(card[::-1, ::-1])
            put_index(rng, card, deck, text, SUITS[rng.integers(1, 5)])
            return card
        case 3:  # a joker
            card = blank(rng, deck)
            high = rng.uniform(4, 7)
            for i, sign in enumerate('JOKER'):
                stamp(card, index_shape(rng, deck.letters, sign, high * 0.7, high), deck.x, deck.top + high * (0.5 + 1.15 * i),
                      deck.black if rng.random() < 0.5 else deck.red)
            court(rng, card, deck, 'spade')
            return card
        case 4:  # blank, with spots
            card = blank(rng, deck)
            for _ in range(int(rng.integers(0, 12))):
                stamp_suit(card, SUITS[rng.integers(1, 5)], deck.style, rng.uniform(0, CARD_W), rng.uniform(0, CARD_H), rng.uniform(3, 20),
                           ink_of(deck, SUITS[rng.integers(1, 5)]))
            return card
        case _:  # something lies there: chips, dice, print
            card = drawn_dice.background(rng, int(CARD_H * SCALE), int(CARD_W * SCALE))
            for _ in range(int(rng.integers(1, 5))):
                at = (int(rng.uniform(0, card.shape[1])), int(rng.uniform(0, card.shape[0])))
                r = int(rng.uniform(8, 90))
                cv2.circle(card, at, r, [float(c) for c in rng.uniform(0, 255, 3)], -1, cv2.LINE_AA)
                cv2.circle(card, at, int(r * 0.7), [float(c) for c in rng.uniform(0, 255, 3)], int(rng.choice((-1, 3))), cv2.LINE_AA)
            return card


def round_corners(card, corner, under):
    """The card with its corners off, on a ground."""
    mask = np.zeros(card.shape[:2], np.float32)
    h, w = mask.shape
    c = int(corner * SCALE)
    cv2.rectangle(mask, (c, 0), (w - 1 - c, h - 1), 1.0, -1)
    cv2.rectangle(mask, (0, c), (w - 1, h - 1 - c), 1.0, -1)
    for x in (c, w - 1 - c):
        for y in (c, h - 1 - c):
            cv2.circle(mask, (x, y), c, 1.0, -1, cv2.LINE_AA)
    return card * mask[..., None] + under * (1 - mask[..., None])


def light_on(rng, picture):
    h, w = picture.shape[:2]
    ys, xs = np.mgrid[0:h, 0:w].astype(np.float32)
    turn = rng.uniform(0, 2 * math.pi)
    slope = (xs * math.cos(turn) + ys * math.sin(turn)) / max(h, w)
    picture *= (rng.uniform(0.35, 1.15) * (1 + rng.uniform(0, 0.5) * (slope - slope.mean())))[..., None] if rng.random() < 0.7 else rng.uniform(0.6, 1.05)
    if rng.random() < 0.15:  # a shadow's edge
        edge = slope > rng.uniform(slope.min(), slope.max())
        picture *= (1 - rng.uniform(0.2, 0.6) * cv2.GaussianBlur(edge.astype(np.float32), (0, 0), rng.uniform(0.6, 6)))[..., None]
    if rng.random() < 0.12:  # a gleam
        at = rng.uniform(0, 1, 2) * (w, h)
        picture += (rng.uniform(40, 160) * np.exp(-((xs - at[0]) ** 2 + (ys - at[1]) ** 2) / (2 * (rng.uniform(0.05, 0.3) * w) ** 2)))[..., None]
    cast = rng.normal(1, 0.07, 3).astype(np.float32)
    return picture * cast


def seen(rng, card, corner, high):
    """The card as a camera sees it, and where its corners are in the picture; `high`: a rank's height in millimetres."""
    least = max(36.0, LEAST * CARD_W / high)
    wide = float(np.exp(rng.uniform(math.log(least), math.log(max(230, 1.2 * least)))))
    turn, tilt, way = rng.uniform(0, 2 * math.pi), math.radians(abs(rng.normal(0, 18)) % 45), rng.uniform(0, 2 * math.pi)
    points = np.array(((-.5, -CARD_H / CARD_W / 2), (.5, -CARD_H / CARD_W / 2), (.5, CARD_H / CARD_W / 2), (-.5, CARD_H / CARD_W / 2))) * wide
    s, c = math.sin(turn), math.cos(turn)
    points = points @ np.array(((c, s), (-s, c)))
    s, c = math.sin(way), math.cos(way)
    along = points @ np.array((c, s))
    points -= np.outer(along * (1 - math.cos(tilt)), (c, s))
    near = 1 + along / wide * math.sin(tilt) * rng.uniform(0, 0.25)
    points = points * near[:, None]
    margin = 0.12 * wide + 3
    points -= points.min(0) - margin
    size = np.ceil(points.max(0) + margin).astype(int)
    under = np.empty(3, np.float32)
    under[:] = drawn_dice.colour(rng, drawn_dice.FELT[rng.integers(len(drawn_dice.FELT))] if rng.random() < 0.7 else drawn_dice.WOOD[rng.integers(4)], 25)
    flat = round_corners(card, corner, under)
    # As large as the lens shows it, then as small as the picture: each pixel has its share.
    shrink = wide / flat.shape[1]
    if shrink < 0.6:
        flat = cv2.resize(flat, None, fx=shrink * 1.4, fy=shrink * 1.4, interpolation=cv2.INTER_AREA)
    h, w = flat.shape[:2]
    matrix = cv2.getPerspectiveTransform(np.float32(((0, 0), (w, 0), (w, h), (0, h))), points.astype(np.float32))
    picture = cv2.warpPerspective(flat, matrix, tuple(int(k) for k in size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT,
                                  borderValue=[float(k) for k in under])
    picture = light_on(rng, picture)
    if rng.random() < 0.75:
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.3, max(0.5, 0.1 * high / CARD_W * wide)))
    if rng.random() < 0.1:
        n = int(rng.integers(2, 5))
        kernel = np.eye(n, dtype=np.float32) / n if rng.random() < 0.5 else np.ones((1, n), np.float32) / n
        picture = cv2.filter2D(picture, -1, kernel)
    if rng.random() < 0.15:  # sharpened by the camera
        picture += rng.uniform(0.3, 1.2) * (picture - cv2.GaussianBlur(picture, (0, 0), 1.2))
    picture += rng.normal(0, rng.uniform(0.5, 8), picture.shape).astype(np.float32)
    picture = np.clip(picture, 0, 255).astype(np.uint8)
    if rng.random() < 0.7:
        picture = cv2.imdecode(cv2.imencode('.jpg', picture, (cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 96))))[1], cv2.IMREAD_COLOR)
    return picture, points, wide


def cut(picture, corners, shift=(0.0, 0.0), size=(1.0, 1.0)):
    """The window at the first of the card's `corners`, as the reader cuts it; `shift` in card widths."""
    upright = np.float32(((0, 0), (CARD_W, 0), (CARD_W, CARD_H), (0, CARD_H)))
    to_card = cv2.getPerspectiveTransform(upright, np.float32(corners))
    x, y = shift[0] * CARD_W, shift[1] * CARD_W
    w, h = WINDOW_W * size[0], WINDOW_H * size[1]
    window = np.float32([((x, y), (x + w, y), (x + w, y + h), (x, y + h))])
    there = cv2.perspectiveTransform(window, to_card)[0]
    # Shrunk first where the picture is much larger than the window: each pixel has its share.
    fine = min(np.linalg.norm(there[1] - there[0]) / WIDE, np.linalg.norm(there[3] - there[0]) / HIGH)
    n = max(1, int(fine + 0.3))
    target = np.float32(((0, 0), (WIDE * n, 0), (WIDE * n, HIGH * n), (0, HIGH * n)))
    view = cv2.warpPerspective(picture, cv2.getPerspectiveTransform(there, target), (WIDE * n, HIGH * n), flags=cv2.INTER_LINEAR,
                               borderMode=cv2.BORDER_REPLICATE)
    return view if n == 1 else cv2.resize(view, (WIDE, HIGH), interpolation=cv2.INTER_AREA)


def jitter(rng, corners, wide):
    """The corners as the reader finds them, a little off."""
    return corners + rng.normal(0, 0.012 * wide + 0.4, (4, 2)) + rng.normal(0, 0.012 * wide, 2)


def cover(rng, card, deck):
    """Something lies over most of the index."""
    x0, y0, x1, y1 = (k * SCALE for k in index_box(deck))
    # From one side, at least two fifths of the rank.
    share = rng.uniform(0.4, 1)
    shade = [float(c) for c in rng.uniform(0, 255, 3)] if rng.random() < 0.6 else [float(c) for c in deck.paper]
    match rng.integers(4):
        case 0:
            box = (0, 0, int(x0 + (x1 - x0) * share), card.shape[0])
        case 1:
            box = (int(x1 - (x1 - x0) * share), 0, card.shape[1], card.shape[0])
        case 2:
            box = (0, 0, card.shape[1], int(y0 + (y1 - y0) * share))
        case _:
            box = (0, int(y1 - (y1 - y0) * share), card.shape[1], card.shape[0])
    cv2.rectangle(card, box[:2], box[2:], shade, -1)


def looks(rng):
    """Corners of one thing: what the net sees, the rank (by RANKS) and the suit (by SUITS, or UNKNOWN)."""
    deck = deck_of(rng)
    if rng.random() < 0.2:
        picture, corners, wide = seen(rng, no_card(rng, deck), deck.corner, 12)
        corners = np.roll(corners, int(rng.integers(4)), axis=0)
        return [(cut(picture, jitter(rng, np.roll(corners, 2 * k, axis=0), wide)), 0, UNKNOWN) for k in range(2)]
    rank, suit = int(rng.integers(1, 14)), int(rng.integers(1, 5))
    card = face(rng, deck, RANKS[rank], SUITS[suit])
    if rng.random() < 0.06:
        cover(rng, card, deck)
        picture, corners, wide = seen(rng, card, deck.corner, deck.high)
        return [(cut(picture, jitter(rng, corners, wide)), 0, UNKNOWN)]
    picture, corners, wide = seen(rng, card, deck.corner, deck.high)
    found = []
    for k in range(2):
        shift, size = rng.normal(0, 0.012, 2), rng.normal(1, 0.04, 2)
        view = cut(picture, jitter(rng, np.roll(corners, -2 * k, axis=0), wide), shift, size)
        found.append((view, rank, suit if deck.suit > 0 else 0))
    other = rng.random()
    if other < 0.1:  # turned by a quarter: the outline was taken for another
        view = cut(picture, jitter(rng, np.roll(corners, -1, axis=0), wide))
        found.append((view, 0, UNKNOWN))
    elif other < 0.2 and not deck.four:  # elsewhere on the card
        view = cut(picture, jitter(rng, corners, wide), rng.uniform((0.32, 0.1), (0.6, 0.8)))
        found.append((view, 0, UNKNOWN))
    elif other < 0.28:  # the rank is cut off
        away = (deck.x / CARD_W + rng.uniform(-0.02, 0.05), rng.uniform(-0.1, 0.1)) if rng.random() < 0.5 else \
            (rng.uniform(-0.1, 0.1), (deck.top + deck.high * rng.uniform(0.5, 1)) / CARD_W)
        found.append((cut(picture, jitter(rng, corners, wide), away), 0, UNKNOWN))
    elif other < 0.32:  # upside down
        view = cut(picture, jitter(rng, corners, wide))[::-1, ::-1]
        if RANKS[rank] not in ('8', '6', '9', '10'):
            found.append((view, 0, UNKNOWN))
    return found
