#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: demo.sh SKYWARD-CLI DEV
# What ./dev demo plays has in it what the demo is to show.
set -eu

cli=$1
# The words between the parentheses of DEMO=(…).
arguments=$(sed -n 's/^DEMO=(\(.*\))$/\1/p' "$2")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# shellcheck disable=SC2086 # several words are meant
"$cli" simulate $arguments "$folder/archive"
"$cli" audit --format=jsonl "$folder/archive" >"$folder/findings"
for check in settle.outcome settle.missing dispute.open dispute.ruling fire_bet.confirm; do
  if ! grep -q "\"check\":\"$check\"" "$folder/findings"; then
    echo "the demo ($arguments) has no $check: choose another seed in dev" >&2
    exit 1
  fi
done
