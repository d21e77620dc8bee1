#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# units.sh FOLDER PROGRAM: the units of FOLDER are such that systemd takes them, with PROGRAM in place
# of the one that is not installed yet, and the system's is held to what it needs.
set -euo pipefail

folder=$1
program=$(realpath -- "$2")

if ! command -v systemd-analyze >/dev/null; then
  echo "there is no systemd-analyze"
  exit 77
fi

made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT

# A manager of a user wants a folder of its own.
export XDG_RUNTIME_DIR=$made

for manager in system user; do
  mkdir "$made/$manager"
  unit=$made/$manager/skyward-work@.service
  sed "s,^ExecStart=[^ ]*/skyward-cli ,ExecStart=$program ," "$folder/$manager-skyward-work@.service" >"$unit"
  grep -q "^ExecStart=$program work " "$unit"
  # A manual page that is not installed is all that may be missing.
  said=$(systemd-analyze verify --man=no "--$manager" "$made/$manager/skyward-work@night.service" 2>&1 \
    | grep -F skyward-work || true)
  if [ -n "$said" ]; then
    printf '%s\n' "$said"
    exit 1
  fi
done

# The receiver is the machine's alone.
unit=$made/system/skyward-receive@.service
sed "s,^ExecStart=[^ ]*/skyward-cli ,ExecStart=$program ," "$folder/system-skyward-receive@.service" >"$unit"
grep -q "^ExecStart=$program receive " "$unit"
said=$(systemd-analyze verify --man=no --system "$made/system/skyward-receive@floor.service" 2>&1 \
  | grep -F skyward-receive || true)
if [ -n "$said" ]; then
  printf '%s\n' "$said"
  exit 1
fi
systemd-analyze security --offline=true --no-pager --threshold=15 "$unit"

# 10 is the exposure of a service that nothing is held from, 0 of one that cannot do anything.
systemd-analyze security --offline=true --no-pager --threshold=15 \
  "$made/system/skyward-work@.service"
