#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Random histories, computed a second time with sixty decimal digits and held against what
skyward-cli statistics prints: oracle.py SKYWARD-CLI [NUMBER [SEED]]. TAP, a line a kind."""

import json
import random
import subprocess
import sys
import tempfile
from decimal import Decimal as D, getcontext
from fractions import Fraction

getcontext().prec = 60
getcontext().Emin, getcontext().Emax = -10 ** 15, 10 ** 15
WITHIN = D('1e-12')

ARC_TILTS = [Fraction(1, 10), Fraction(1, 5), Fraction(2, 5), Fraction(4, 5)]
DICE_TILTS = [Fraction(1, 20), Fraction(1, 10), Fraction(1, 5), Fraction(2, 5)]
LOGARITHMS = {}


def ln(fraction):
    """ln of a fraction, kept: the same few are asked for thousands of times."""
    if fraction not in LOGARITHMS:
        LOGARITHMS[fraction] = (D(fraction.numerator) / D(fraction.denominator)).ln()
    return LOGARITHMS[fraction]


# --- Laws: for each alternative the probability of each category -------------------------------

def arc_laws(places):
    laws = []
    for start in range(places):
        for width in (1, 3, 5, 9, 13, 19):
            inside = {(start + i) % places for i in range(width)}
            for tilt in ARC_TILTS:
                weights = [1 + tilt if place in inside else Fraction(1) for place in range(places)]
                laws.append((f'arc/{start}/{width}/{tilt.numerator}/{tilt.denominator}', weights))
    return laws


def dice_laws():
    laws = []
    for face in range(6):
        for tilt in DICE_TILTS:
            laws.append((f'face/{face + 1}/{tilt.numerator}/{tilt.denominator}',
                         [1 + tilt if f == face else Fraction(1) for f in range(6)]))
    for face in range(6):
        for tilt in DICE_TILTS:
            weights = [Fraction(1)] * 6
            weights[face], weights[5 - face] = 1 + tilt, 1 - tilt
            laws.append((f'loaded/{face + 1}/{tilt.numerator}/{tilt.denominator}', weights))
    for sign in (1, -1):
        for axis in range(3):
            for tilt in DICE_TILTS:
                weights = [Fraction(1)] * 6
                weights[axis] = weights[5 - axis] = 1 + sign * tilt
                laws.append((f'axis/{axis + 1}/{sign * tilt.numerator}/{tilt.denominator}', weights))
    return laws


def multinomial_weeks(laws, weeks):
    for counts in weeks:
        if sum(counts) == 0:
            yield None
            continue
        places = len(counts)
        week = []
        for _, weights in laws:
            total = sum(weights)
            powers = {}
            for count, weight in zip(counts, weights):
                ratio = weight * places / total
                powers[ratio] = powers.get(ratio, 0) + count
            week.append(sum(count * ln(ratio) for ratio, count in powers.items()))
        yield week


def sevens_weeks(weeks):
    for sevens, others in weeks:
        yield None if sevens + others == 0 else [
            sevens * ln(Fraction(6, k)) + others * ln(Fraction(6 * (k - 1), 5 * k))
            for k in (9, 8, 7, 5, 4)]


def generating(n, others, errors, ratio):
    """The sum of C(n,k) C(others,errors-k) ratio^k, exactly where that is quick."""
    total = Fraction(0)
    term = None
    low, high = max(0, errors - others), min(n, errors)
    term = D(1)
    total = D(0)
    theta = D(ratio.numerator) / D(ratio.denominator)
    for k in range(low, high + 1):
        total += term
        term = term * (n - k) * (errors - k) * theta / ((k + 1) * (others - errors + k + 1))
    return total, low


def rate_ratio(stratum, theta, null):
    x, n, total, errors = stratum
    if n == 0 or n == total or errors == 0:
        return D(0)
    up, low = generating(n, total - n, errors, theta)
    down, _ = generating(n, total - n, errors, null)
    return (x - low) * ln(theta / null) - (up / down).ln()


def rate_weeks(weeks):
    for strata in weeks:
        yield None if not any(stratum[1] for stratum in strata) else [
            sum(rate_ratio(stratum, Fraction(theta), Fraction(3, 2)) for stratum in strata)
            for theta in (2, 3, 5, 8)]


def pair_weeks(weeks, other):
    for week in weeks:
        (x, n), (y, m) = week[0], week[other]
        yield None if n == 0 else [rate_ratio((x, n, n + m, x + y), Fraction(theta), Fraction(1))
                                   for theta in (2, 3, 5, 10)]


def gains_of(wagers, pockets):
    return {pocket: sum(stake * pays if pocket in covered else -stake
                        for covered, pays, stake in wagers) for pocket in pockets}


def win_weeks(weeks, pockets):
    for rounds in weeks:
        sums, active = [D(0)] * 5, False
        for played in rounds:
            gains = gains_of(played['wagers'], pockets)
            mean = Fraction(sum(gains.values()), len(pockets))
            variance = Fraction(sum(g * g for g in gains.values()), len(pockets)) - mean * mean
            if variance == 0:
                continue
            active = True
            deviation = (D(variance.numerator) / D(variance.denominator)).sqrt()
            for i, size in enumerate((64, 32, 16, 8, 4)):
                rate = 1 / (size * deviation)
                expected = sum((rate * g).exp() for g in gains.values()) / len(pockets)
                sums[i] += rate * gains[played['pocket']] - expected.ln()
        yield sums if active else None


# --- The detector -------------------------------------------------------------------------------

def detect(weeks, names, with_since):
    """The values of each week; a lead is a list of all that are equal."""
    evidence, since, values = [D(0)] * len(names), {}, {}
    for number, week in enumerate(weeks):
        if week is not None:
            likelihoods = [x.exp() for x in week]
            evidence = [(1 + r) * likelihood for r, likelihood in zip(evidence, likelihoods)]
            for begun in since:
                since[begun] = [a * b for a, b in zip(since[begun], likelihoods)]
            since[number] = likelihoods
        if not since:
            continue
        key = f'week{number + 1}.'
        values[key + 'ln_r'] = (sum(evidence) / len(evidence)).ln()
        values[key + 'lead'] = [name for name, r in zip(names, evidence)
                                if abs(r - max(evidence)) < max(evidence) * D('1e-30')]
        if with_since:
            begun = max(since, key=lambda start: (sum(since[start]), -start))
            values[key + 'since'] = begun
            values[key + 'ln_e'] = (sum(since[begun]) / len(names)).ln()
    return values


def without_leads(values):
    return {key: value for key, value in values.items() if not key.endswith('lead')}


def compute(history):
    kind = history['kind']
    if kind in ('arc', 'dice'):
        laws = arc_laws(history['categories']) if kind == 'arc' else dice_laws()
        return detect(multinomial_weeks(laws, history['weeks']), [name for name, _ in laws], True)
    if kind == 'sevens':
        return detect(sevens_weeks(history['weeks']), [f'p7/1/{k}' for k in (9, 8, 7, 5, 4)], True)
    if kind == 'rate':
        return detect(rate_weeks(history['weeks']), ['2', '3', '5', '8'], True)
    if kind == 'pair':
        others = without_leads(detect(pair_weeks(history['weeks'], 1), ['2', '3', '5', '10'], False))
        elsewhere = without_leads(detect(pair_weeks(history['weeks'], 2), ['2', '3', '5', '10'], False))
        values = {}
        for key in others:
            values[key] = min(others[key], elsewhere[key])
            values[key + '_others'], values[key + '_elsewhere'] = others[key], elsewhere[key]
        return values
    pockets = [str(n) for n in range(37)] + (['00'] if history.get('wheel') == 'double_zero' else [])
    if kind == 'win':
        return detect(win_weeks(history['weeks'], pockets),
                      ['1/64', '1/32', '1/16', '1/8', '1/4'], False)
    if kind == 'law':
        gains = gains_of(history['wagers'], pockets)
        mean = Fraction(sum(gains.values()), len(gains))
        variance = Fraction(sum(g * g for g in gains.values()), len(gains)) - mean * mean
        return {'mean_cents': str(mean), 'variance_cents2': str(variance),
                'sd_cents': (D(variance.numerator) / D(variance.denominator)).sqrt()}
    return interval(history['x'], history['n'], Fraction(history['alpha']))


def factorial_ln(n):
    """ln n!, by Stirling's series from a hundred on."""
    if n < 100:
        product = 1
        for k in range(2, n + 1):
            product *= k
        return D(product).ln()
    pi = D('3.14159265358979323846264338327950288419716939937510582097494459')
    series = [(1, 12), (-1, 360), (1, 1260), (-1, 1680), (1, 1188), (-691, 360360), (1, 156),
              (-3617, 122400), (43867, 244188), (-174611, 125400)]
    return ((D(n) + D('0.5')) * D(n).ln() - n + (2 * pi).ln() / 2
            + sum(D(a) / b / D(n) ** (2 * i + 1) for i, (a, b) in enumerate(series)))


def interval(x, n, alpha):
    """Halving between the rate and 0, and between the rate and 1."""
    least = D(alpha.numerator) / D(alpha.denominator)
    constant = D(n + 1).ln() + factorial_ln(n) - factorial_ln(x) - factorial_ln(n - x) - least.ln()

    def inside(p):
        return constant + (x * p.ln() if x else 0) + ((n - x) * (1 - p).ln() if x < n else 0) >= 0

    def edge(start, end):
        for _ in range(150):
            middle = (start + end) / 2
            start, end = (middle, end) if inside(middle) else (start, middle)
        return start

    rate = D(x) / n
    return {'low': edge(rate, D(0)) if x else D(0), 'high': edge(rate, D(1)) if x < n else D(1)}


# --- Histories ----------------------------------------------------------------------------------

def some_counts(chance, places):
    size = chance.choice([0, 3, 40, 700, 10 ** 5, 10 ** 7])
    return [chance.randrange(2 * size // places + 2) if size else 0 for _ in range(places)]


def some_stratum(chance):
    total = chance.choice([1, 10, 1000, 60000])
    errors = chance.randrange(min(total, 400) + 1)
    n = chance.randrange(total + 1)
    low, high = max(0, errors - (total - n)), min(n, errors)
    return [chance.randint(low, high), n, total, errors]


def some_pair(chance):
    def part():
        n = chance.choice([0, 5, 800, 50000])
        return [chance.randrange(min(n, 60) + 1), n]
    return [part(), part(), part()]


def some_wagers(chance, pockets):
    wagers = []
    for _ in range(chance.randrange(4)):
        n = chance.choice([1, 2, 12, 18, len(pockets)])
        wagers.append([chance.sample(pockets, n), max(36 // n - 1, 0), 100 * chance.randint(1, 5000)])
    return wagers


def some_history(chance, kind):
    weeks = range(chance.randint(1, 6))
    wheel = chance.choice(['single_zero', 'double_zero'])
    pockets = [str(n) for n in range(37)] + (['00'] if wheel == 'double_zero' else [])
    if kind == 'arc':
        places = chance.choice([37, 38, 54])
        return {'kind': kind, 'categories': places, 'weeks': [some_counts(chance, places) for _ in weeks]}
    if kind == 'dice':
        return {'kind': kind, 'weeks': [some_counts(chance, 6) for _ in weeks]}
    if kind == 'sevens':
        return {'kind': kind, 'weeks': [some_counts(chance, 2) for _ in weeks]}
    if kind == 'rate':
        return {'kind': kind, 'weeks': [[some_stratum(chance) for _ in range(chance.randrange(4))]
                                        for _ in weeks]}
    if kind == 'pair':
        return {'kind': kind, 'weeks': [some_pair(chance) for _ in weeks]}
    if kind == 'win':
        return {'kind': kind, 'wheel': wheel, 'weeks': [
            [{'wagers': some_wagers(chance, pockets), 'pocket': chance.choice(pockets)}
             for _ in range(chance.randrange(6))] for _ in weeks]}
    if kind == 'law':
        return {'kind': kind, 'wheel': wheel, 'wagers': some_wagers(chance, pockets)}
    n = chance.choice([1, 7, 99, 1000, 10 ** 7])
    return {'kind': 'interval', 'x': chance.choice([0, n, chance.randrange(n + 1)]), 'n': n,
            'alpha': chance.choice(['1/20', '1/2', '1/100000'])}


def differs(value, expected):
    if isinstance(expected, list):
        return value not in expected
    if isinstance(expected, str):
        return value != expected
    return abs(D(repr(value)) - expected) > WITHIN * max(D(1), abs(expected))


def main():
    program = sys.argv[1]
    number = int(sys.argv[2]) if len(sys.argv) > 2 else 6
    chance = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 617)
    kinds = ['arc', 'dice', 'sevens', 'rate', 'pair', 'win', 'law', 'interval']
    print(f'1..{len(kinds)}')
    for index, kind in enumerate(kinds):
        histories = {f'{kind} {i}': some_history(chance, kind) for i in range(number)}
        with tempfile.NamedTemporaryFile('w', suffix='.json') as file:
            json.dump(histories, file)
            file.flush()
            printed = subprocess.run([program, 'statistics', '--from=' + file.name],
                                     stdout=subprocess.PIPE, check=True, text=True).stdout
        found = {line['case']: line['values'] for line in map(json.loads, printed.splitlines())}
        wrong = []
        for case, history in histories.items():
            expected = compute(history)
            values = found.get(case, {})
            if set(values) != set(expected):
                wrong.append(f'{case}: members {sorted(set(values) ^ set(expected))}')
            wrong += [f'{case} {key}: {values[key]} for {expected[key]}' for key in expected
                      if key in values and differs(values[key], expected[key])]
        for line in wrong[:10]:
            print('#', line)
        print(('not ok' if wrong else 'ok'), index + 1, kind)
    return 0


if __name__ == '__main__':
    sys.exit(main())
