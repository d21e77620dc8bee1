#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: demo.sh SKYWARD-CLI DEV
# What ./dev demo plays has in it what the demo is to show. A table that is filmed is played
# differently, so the play is asked for with its recordings; but they take minutes to draw, and the
# log is looked at as soon as it is there.
set -eu

cli=$1
# The words between the parentheses of DEMO=(…).
arguments=$(sed -n 's/^DEMO=(\(.*\))$/\1/p' "$2")
folder=$(mktemp -d)
trap 'kill "$play" 2>/dev/null || true; wait "$play" || true; rm -rf "$folder"' EXIT

# shellcheck disable=SC2086 # several words are meant
"$cli" simulate $arguments --footage "$folder/archive" &
play=$!
tries=0
until ls "$folder"/.archive.*/footage/* >/dev/null 2>&1; do
  tries=$((tries + 1))
  [ "$tries" -lt 250 ] || { echo "no recording is begun" >&2; exit 1; }
  sleep 0.1
done
"$cli" audit --format=jsonl "$folder"/.archive.* >"$folder/findings"
for check in settle.outcome settle.missing settle.payout dispute.open fire_bet.confirm; do
  if ! grep -q "\"check\":\"$check\"" "$folder/findings"; then
    echo "the demo ($arguments) has no $check: choose another seed in dev" >&2
    exit 1
  fi
done
