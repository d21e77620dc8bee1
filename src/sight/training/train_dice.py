#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Trains the net that reads dice, on drawn dice alone, and writes it as ONNX.

    train_dice.py MODEL.onnx [--samples N] [--epochs N] [--seed N]

On Debian 12 (python3-torch, python3-opencv, python3-numpy), with the same arguments, it writes the same bytes again: one
thread, fixed seeds, and nothing read but this folder.
"""

import argparse
import time

import cv2
import numpy as np
import torch
from torch import nn

import drawn_dice

CLASSES = 7
"""0: no die that can be read; 1 to 6."""


class DiceNet(nn.Sequential):
    def __init__(self):
        super().__init__(
            nn.Conv2d(3, 16, 5, stride=2, padding=2), nn.ReLU(),
            nn.Conv2d(16, 24, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(24, 32, 3, padding=1), nn.ReLU(),
            nn.Conv2d(32, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(32, 64, 3, padding=1), nn.ReLU(),
            nn.Flatten(), nn.Dropout(0.2), nn.Linear(64 * 6 * 6, 64), nn.ReLU(), nn.Linear(64, CLASSES))


def normalised(crops):
    """Each crop with mean 0 and deviation 1, as the reader gives it."""
    crops = crops.astype(np.float32)
    mean = crops.mean(axis=(1, 2, 3), keepdims=True)
    deviation = crops.std(axis=(1, 2, 3), keepdims=True)
    return ((crops - mean) / (deviation + 4)).transpose(0, 3, 1, 2)


def drawn(count, seed):
    rng = np.random.default_rng(seed)
    crops = np.empty((count, drawn_dice.CROP, drawn_dice.CROP, 3), np.uint8)
    labels = np.empty(count, np.int64)
    for i in range(count):
        crops[i], labels[i] = drawn_dice.sample(rng)
    return crops, labels


def turned(rng, crops):
    """The same crops as a camera elsewhere sees them: turned by quarters, mirrored, in other colours, light for dark."""
    if rng.random() < 0.5:
        crops = crops[:, :, ::-1]
    crops = crops[..., rng.permutation(3)]
    crops = np.rot90(crops, int(rng.integers(4)), axes=(1, 2))
    if rng.random() < 0.3:
        crops = 255 - crops
    return np.ascontiguousarray(crops)


def temperature_of(logits, labels):
    """By what logits are divided so that probabilities are as often right as they say: least log loss."""
    best = min(np.exp(np.linspace(np.log(0.5), np.log(4), 60)),
               key=lambda t: float(nn.functional.cross_entropy(logits / float(t), labels)))
    return float(best)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('model')
    parser.add_argument('--samples', type=int, default=120000)
    parser.add_argument('--epochs', type=int, default=14)
    parser.add_argument('--seed', type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(options.seed)
    torch.use_deterministic_algorithms(True)

    crops, labels = drawn(options.samples, options.seed)
    held, held_labels = drawn(options.samples // 20, options.seed + 1000003)
    net = DiceNet()
    rate = torch.optim.Adam(net.parameters(), lr=1e-3, weight_decay=1e-5)
    steps = options.epochs * (len(labels) // 128)
    schedule = torch.optim.lr_scheduler.OneCycleLR(rate, 3e-3, total_steps=steps)
    rng = np.random.default_rng(options.seed + 1)
    for epoch in range(options.epochs):
        net.train()
        order, total, start = rng.permutation(len(labels)), 0.0, time.monotonic()
        for i in range(len(labels) // 128):
            part = order[i * 128:(i + 1) * 128]
            loss = nn.functional.cross_entropy(net(torch.from_numpy(normalised(turned(rng, crops[part])))),
                                               torch.from_numpy(labels[part]), label_smoothing=0.02)
            rate.zero_grad()
            loss.backward()
            rate.step()
            schedule.step()
            total += float(loss)
        net.eval()
        with torch.no_grad():
            logits = torch.cat([net(torch.from_numpy(normalised(held[i:i + 512]))) for i in range(0, len(held), 512)])
        answers = torch.from_numpy(held_labels)
        print(f'epoch {epoch + 1}: loss {total / (len(labels) // 128):.4f}, held {float((logits.argmax(1) == answers).float().mean()):.4f}, '
              f'{time.monotonic() - start:.0f} s', flush=True)
    temperature = temperature_of(logits, answers)
    print(f'temperature {temperature:.3f}')
    # The model's answer is divided by the temperature: what the reader gets is calibrated.
    with torch.no_grad():
        net[-1].weight /= temperature
        net[-1].bias /= temperature
    torch.onnx.export(net, torch.zeros(1, 3, drawn_dice.CROP, drawn_dice.CROP), options.model, input_names=['crop'], output_names=['pips'],
                      dynamic_axes={'crop': {0: 'n'}, 'pips': {0: 'n'}})


if __name__ == '__main__':
    main()
