# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether readings are right as often as they say: the expected calibration error."""

BINS = 10


class Calibration:
    """Gathers readings: how sure each was, from 0 to 1, and whether it was right."""

    def __init__(self):
        self.readings = []

    def add(self, sure, right):
        self.readings.append((sure, bool(right)))

    def bins(self):
        """The readings by how sure they were, in BINS parts of equal width."""
        found = [[] for _ in range(BINS)]
        for sure, right in self.readings:
            found[min(int(sure * BINS), BINS - 1)].append((sure, right))
        return found

    def error(self):
        """The mean of how far each part's share of right ones lies off what its readings said, by how many they are."""
        off = sum(abs(sum(sure - right for sure, right in part)) for part in self.bins())
        return off / max(1, len(self.readings))

    def show(self, name):
        """Prints the error and what it is made of."""
        print(f'{name}: {len(self.readings)} readings, expected calibration error {self.error():.4f}')
        for i, part in enumerate(self.bins()):
            if part:
                sure, right = (sum(one[k] for one in part) / len(part) for k in range(2))
                print(f'  {i / BINS:.1f} to {(i + 1) / BINS:.1f}: {len(part)} readings, {sure:.4f} sure, {right:.4f} right')
