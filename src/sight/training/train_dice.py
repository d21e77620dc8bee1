#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Trains the nets that read dice, on drawn dice alone, and writes them as one ONNX.

A small one glances at many places, at half the pixels. What two larger ones say is averaged: they learn from other
drawings (drawn_die.HARD), so that each is sure of other things that are no dice, and only what both see is read.

    train_dice.py MODEL.onnx [--pictures N] [--epochs N] [--seed N]

On Debian 12 (python3-torch, python3-opencv, python3-numpy), with the same arguments, it writes the same bytes again: one
thread trains, seeds are fixed, and nothing is read but this folder.
"""

import argparse
import multiprocessing
import time

import cv2
import numpy as np
import torch
from torch import nn

import drawn_dice
import drawn_die

CLASSES = 7
"""0: no die that can be read; 1 to 6."""

CHUNK = 500
"""How many pictures are drawn from one seed."""


def layer(n, of, side, stride=1):
    return nn.Conv2d(n, of, side, stride=stride, padding=side // 2, bias=False), nn.BatchNorm2d(of), nn.ReLU()


class DiceNet(nn.Sequential):
    def __init__(self):
        super().__init__(
            *layer(3, 16, 5, 2), *layer(16, 32, 3), nn.MaxPool2d(2),
            *layer(32, 48, 3), *layer(48, 64, 3), nn.MaxPool2d(2),
            *layer(64, 64, 3), *layer(64, 64, 3),
            nn.Dropout2d(0.1), nn.Conv2d(64, 96, 6), nn.ReLU(), nn.Conv2d(96, CLASSES, 1), nn.Flatten())


class GlanceNet(nn.Sequential):
    def __init__(self):
        super().__init__(
            nn.AvgPool2d(2), *layer(3, 16, 3), nn.MaxPool2d(2), *layer(16, 32, 3), nn.MaxPool2d(2), *layer(32, 32, 3),
            nn.Conv2d(32, 48, 6), nn.ReLU(), nn.Conv2d(48, CLASSES, 1), nn.Flatten())


class All(nn.Module):
    """The nets as one: what a glance says, and the mean of what the two others say."""

    def __init__(self, glance, first, second):
        super().__init__()
        self.glance, self.first, self.second = glance, first, second

    def forward(self, crops):
        return self.glance(crops), (self.first(crops) + self.second(crops)) * 0.5


def normalised(crops):
    """Each crop with mean 0 and deviation 1, as the reader gives it."""
    crops = crops.astype(np.float32)
    mean = crops.mean(axis=(1, 2, 3), keepdims=True)
    deviation = crops.std(axis=(1, 2, 3), keepdims=True)
    return ((crops - mean) / (deviation + 4)).transpose(0, 3, 1, 2)


def seen(crops):
    """The crops as the net takes them."""
    return torch.from_numpy(normalised(crops)).contiguous(memory_format=torch.channels_last)


def drawn_from(seed):
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    looks = [look for _ in range(CHUNK) for look in drawn_dice.scene(rng)]
    return (np.stack([look[0] for look in looks]), np.array([look[1] for look in looks], np.int64),
            np.array([look[2] for look in looks]))


def drawn(count, seed):
    """Crops of `count` pictures, what each shows, and whether it may be turned. Each processor draws some of them."""
    with multiprocessing.Pool() as pool:
        parts = pool.map(drawn_from, [(seed, i) for i in range(-(-count // CHUNK))], chunksize=1)
    return tuple(np.concatenate([part[k] for part in parts]) for k in range(3))


def changed(rng, crops, free):
    """The same crops as another camera sees them: mirrored, in other colours, light for dark, and turned by quarters
    where the camera need not stand upright."""
    if rng.random() < 0.5:
        crops = crops[:, :, ::-1]
    crops = crops[..., rng.permutation(3)]
    if rng.random() < 0.3:
        crops = 255 - crops
    turned = np.rot90(crops, int(rng.integers(4)), axes=(1, 2))
    return np.where(free[:, None, None, None], turned, crops)


def temperature_of(logits, labels):
    """By what logits are divided so that probabilities are as often right as they say: least log loss."""
    best = min(np.exp(np.linspace(np.log(0.5), np.log(4), 60)),
               key=lambda t: float(nn.functional.cross_entropy(logits / float(t), labels)))
    return float(best)


def train(options, net, seed, hard):
    drawn_die.HARD = hard
    torch.manual_seed(seed)
    crops, labels, free = drawn(options.pictures, seed)
    held, held_labels, _ = drawn(options.pictures // 20, seed + 1000003)
    print(f'{len(labels)} crops, {np.bincount(labels)}', flush=True)
    net = net.to(memory_format=torch.channels_last)
    rate = torch.optim.Adam(net.parameters(), lr=1e-3, weight_decay=1e-5)
    steps = options.epochs * (len(labels) // 128)
    schedule = torch.optim.lr_scheduler.OneCycleLR(rate, 3e-3, total_steps=steps)
    rng = np.random.default_rng(seed + 1)
    answers = torch.from_numpy(held_labels)
    for epoch in range(options.epochs):
        net.train()
        order, total, start = rng.permutation(len(labels)), 0.0, time.monotonic()
        for i in range(len(labels) // 128):
            part = order[i * 128:(i + 1) * 128]
            loss = nn.functional.cross_entropy(net(seen(changed(rng, crops[part], free[part]))), torch.from_numpy(labels[part]))
            rate.zero_grad()
            loss.backward()
            rate.step()
            schedule.step()
            total += float(loss)
        net.eval()
        with torch.no_grad():
            logits = torch.cat([net(seen(held[i:i + 512])) for i in range(0, len(held), 512)])
        print(f'epoch {epoch + 1}: loss {total / (len(labels) // 128):.4f}, held {float((logits.argmax(1) == answers).float().mean()):.4f}, '
              f'{time.monotonic() - start:.0f} s', flush=True)
    temperature = temperature_of(logits, answers)
    print(f'temperature {temperature:.3f}')
    # The model's answer is divided by the temperature: what the reader gets is calibrated.
    with torch.no_grad():
        last = net[-2]
        last.weight /= temperature
        last.bias /= temperature
    return net


def write(nets, path):
    model = All(*nets).to(memory_format=torch.contiguous_format).eval()
    torch.onnx.export(model, torch.zeros(1, 3, drawn_dice.CROP, drawn_dice.CROP), path, input_names=['crop'], output_names=['glance', 'pips'],
                      dynamic_axes={'crop': {0: 'n'}, 'glance': {0: 'n'}, 'pips': {0: 'n'}})


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('model')
    parser.add_argument('--pictures', type=int, default=50000)
    parser.add_argument('--epochs', type=int, default=10)
    parser.add_argument('--seed', type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.use_deterministic_algorithms(True)
    kinds = ((GlanceNet, 2, True), (DiceNet, 1, False), (DiceNet, 2, True))
    nets = []
    for kind, which, hard in kinds:
        torch.manual_seed(options.seed + which)
        nets.append(train(options, kind(), options.seed + which, hard))
    write(nets, options.model)


if __name__ == '__main__':
    main()
