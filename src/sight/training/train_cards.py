#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Trains the net that reads a card's corner, on drawn cards alone, and writes it as ONNX.

    train_cards.py MODEL.onnx [--cards N] [--epochs N] [--seed N]

On Debian 12 (python3-torch, python3-onnx, python3-opencv, python3-pil, fonts-urw-base35, fonts-dejavu), with the same
arguments, it writes the same bytes again: one thread, fixed seeds, and nothing read but this folder and these fonts.
"""

import argparse
import time

import cv2
import numpy as np
import torch
from torch import nn

import drawn_cards
from train_dice import temperature_of

N_RANKS, N_SUITS = len(drawn_cards.RANKS), len(drawn_cards.SUITS)


class CardNet(nn.Module):
    """What a corner shows: the ranks, then the suits, each with "none" first."""

    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(
            nn.Conv2d(3, 16, 5, stride=2, padding=2), nn.ReLU(),
            nn.Conv2d(16, 24, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(24, 40, 3, padding=1), nn.ReLU(),
            nn.Conv2d(40, 40, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(40, 56, 3, padding=1), nn.ReLU(),
            nn.Dropout2d(0.1), nn.Conv2d(56, 56, (8, 6)), nn.ReLU())
        self.rank = nn.Conv2d(56, N_RANKS, 1)
        self.suit = nn.Conv2d(56, N_SUITS, 1)

    def forward(self, corners):
        features = self.trunk(corners)
        return torch.cat([self.rank(features), self.suit(features)], 1).flatten(1)


def normalised(corners):
    """Each with mean 0 and deviation 1, as the reader gives it."""
    corners = corners.astype(np.float32)
    mean = corners.mean(axis=(1, 2, 3), keepdims=True)
    deviation = corners.std(axis=(1, 2, 3), keepdims=True)
    return torch.from_numpy(((corners - mean) / (deviation + 4)).transpose(0, 3, 1, 2)).contiguous(memory_format=torch.channels_last)


def drawn(count, seed):
    """Corners of `count` things, and the rank and the suit of each."""
    rng = np.random.default_rng(seed)
    looks = [look for _ in range(count) for look in drawn_cards.looks(rng)]
    return np.stack([look[0] for look in looks]), np.array([look[1] for look in looks], np.int64), np.array([look[2] for look in looks], np.int64)


def changed(rng, corners):
    """The same corners a little aside, and in other light."""
    by = rng.integers(-2, 3, 2)
    corners = np.roll(corners, by, axis=(1, 2)).astype(np.float32)
    power = rng.uniform(0.7, 1.4, (len(corners), 1, 1, 1))
    return 255 * (corners / 255) ** power.astype(np.float32)


def losses(answers, ranks, suits):
    of_ranks = nn.functional.cross_entropy(answers[:, :N_RANKS], ranks, label_smoothing=0.02)
    of_suits = nn.functional.cross_entropy(answers[:, N_RANKS:], suits, ignore_index=drawn_cards.UNKNOWN)
    return of_ranks + 0.3 * of_suits


def train(options):
    torch.manual_seed(options.seed)
    start = time.monotonic()
    corners, ranks, suits = drawn(options.cards, options.seed)
    held, held_ranks, held_suits = drawn(options.cards // 20, options.seed + 1000003)
    print(f'{len(ranks)} corners in {time.monotonic() - start:.0f} s, {np.bincount(ranks)}', flush=True)
    net = CardNet().to(memory_format=torch.channels_last)
    rate = torch.optim.Adam(net.parameters(), lr=1e-3, weight_decay=1e-5)
    batches = len(ranks) // 128
    schedule = torch.optim.lr_scheduler.OneCycleLR(rate, 4e-3, total_steps=options.epochs * batches)
    rng = np.random.default_rng(options.seed + 1)
    known = torch.from_numpy(held_suits >= 0)
    answer_ranks, answer_suits = torch.from_numpy(held_ranks), torch.from_numpy(held_suits)
    for epoch in range(options.epochs):
        net.train()
        order, total, start = rng.permutation(len(ranks)), 0.0, time.monotonic()
        for i in range(batches):
            part = order[i * 128:(i + 1) * 128]
            loss = losses(net(normalised(changed(rng, corners[part]))), torch.from_numpy(ranks[part]), torch.from_numpy(suits[part]))
            rate.zero_grad()
            loss.backward()
            rate.step()
            schedule.step()
            total += float(loss)
        net.eval()
        with torch.no_grad():
            answers = torch.cat([net(normalised(held[i:i + 512])) for i in range(0, len(held), 512)])
        right = (answers[:, :N_RANKS].argmax(1) == answer_ranks).float().mean()
        right_suits = (answers[known, N_RANKS:].argmax(1) == answer_suits[known]).float().mean()
        print(f'epoch {epoch + 1}: loss {total / batches:.4f}, held {float(right):.4f}, suits {float(right_suits):.4f}, '
              f'{time.monotonic() - start:.0f} s', flush=True)
    # The answers are divided by the temperatures: what the reader gets is calibrated.
    temperatures = (temperature_of(answers[:, :N_RANKS], answer_ranks), temperature_of(answers[known, N_RANKS:], answer_suits[known]))
    print(f'temperatures {temperatures[0]:.3f} {temperatures[1]:.3f}')
    with torch.no_grad():
        for last, temperature in zip((net.rank, net.suit), temperatures):
            last.weight /= temperature
            last.bias /= temperature
    return net


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('model')
    parser.add_argument('--cards', type=int, default=40000)
    parser.add_argument('--epochs', type=int, default=6)
    parser.add_argument('--seed', type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.use_deterministic_algorithms(True)
    net = train(options)
    torch.onnx.export(net.to(memory_format=torch.contiguous_format), torch.zeros(1, 3, drawn_cards.HIGH, drawn_cards.WIDE), options.model,
                      input_names=['corner'], output_names=['card'], dynamic_axes={'corner': {0: 'n'}, 'card': {0: 'n'}})


if __name__ == '__main__':
    main()
