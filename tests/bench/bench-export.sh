#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: bench-export.sh SKYWARD-CLI [ARCHIVE [PAGE]]
# How long the export of a case takes beside copying the bytes that it takes along: ten minutes of
# play before four cameras. Both end on the disk, and they are timed in turn, so that what else the
# machine does falls on both. With a page, its section on exporting is what was measured.
set -euo pipefail

cli=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
archive=$folder/archive
page=${3:-}
if [ -n "${2:-}" ]; then
  cp -r "$2" "$archive"
else
  "$cli" simulate --game=craps --rounds=25 --seed=64 --faults=6 --footage "$archive" >/dev/null
fi

# The two cameras again under other names.
python3 -B - "$archive" <<'PYTHON'
import json, os, sys
path = os.path.join(sys.argv[1], 'footage.json')
with open(path) as file:
    footage = json.load(file)
for camera in [dict(camera) for camera in footage['cameras'][:2]]:
    camera['camera'] += '2'
    camera['segments'] = [dict(segment) for segment in camera['segments']]
    for segment in camera['segments']:
        other = segment['file'].replace('.mkv', '-2.mkv')
        with open(os.path.join(sys.argv[1], segment['file']), 'rb') as source, \
                open(os.path.join(sys.argv[1], other), 'wb') as target:
            target.write(source.read())
        segment['file'] = other
    footage['cameras'].append(camera)
# Drawn tables are small: an element that says nothing (EBML Void) makes each as large as ten minutes
# of a real camera at 3 Mbit/s.
for camera in footage['cameras']:
    for segment in camera['segments']:
        path_of = os.path.join(sys.argv[1], segment['file'])
        room = 225_000_000 - os.path.getsize(path_of) - 9
        with open(path_of, 'ab') as target:
            target.write(b'\xec\x01' + room.to_bytes(7, 'big'))
            target.truncate(target.tell() + room)
        segment.pop('sha256', None)
with open(path, 'w') as file:
    json.dump(footage, file)
PYTHON

store=$folder/skyward.db
"$cli" audit --store="$store" "$archive" >/dev/null
echo "a passphrase of a bench" >"$folder/passphrase"
"$cli" people add PA-1 Bench --role=investigator --store="$store" --key="$folder/key.pem" \
  --passphrase-file="$folder/passphrase" >/dev/null
key=$("$cli" audit --format=jsonl --check='settle.*' "$archive" | head -n 1 | python3 -B -c '
import json, sys
f = json.loads(sys.stdin.readline())
print("/".join([f["property"], f["table"], f["gaming_day"], "craps", f["check"], str(f["seq"]), f["wager"]]))')
"$cli" export "$folder/first.zip" --title=Bench --finding="$key" --store="$store" --as=PA-1 \
  --key="$folder/key.pem" --passphrase-file="$folder/passphrase" >/dev/null
mapfile -t names < <(unzip -Z1 "$folder/first.zip" 'originals/*')

now () { date +%s%N; }
export_times=()
copy_times=()
for run in 1 2 3; do
  rm -f "$folder"/case.zip
  start=$(now)
  "$cli" export "$folder/case.zip" --case=1 --store="$store" --as=PA-1 --key="$folder/key.pem" \
    --passphrase-file="$folder/passphrase" >/dev/null
  export_times+=($(($(now) - start)))
  rm -rf "$folder/copy"
  mkdir "$folder/copy"
  start=$(now)
  for name in "${names[@]}"; do
    cp --sparse=never "$archive/footage/${name#originals/}" "$folder/copy/"
  done
  sync "$folder"/copy/*
  copy_times+=($(($(now) - start)))
done
median () { printf '%s\n' "$@" | sort -n | sed -n 2p; }
exported=$(median "${export_times[@]}")
copied=$(median "${copy_times[@]}")
measured=$(printf '%d recordings, %d MB: export %d ms, copy %d ms, ratio %d.%02d\n' "${#names[@]}" \
  "$(($(stat -c %s "$folder/case.zip") / 1000000))" $((exported / 1000000)) $((copied / 1000000)) \
  $((exported / copied)) $((exported * 100 / copied % 100)))
echo "$measured"
[ -n "$page" ] || exit 0
python3 -B - "$page" "$measured" <<'PYTHON'
import re
import sys
page, measured = sys.argv[1:]
with open(page, encoding='utf-8') as file:
    text = file.read()
section = f"""## Exporting a case

Ten minutes before four cameras, exported with the recordings as they are, against copying those bytes to the same
disk, in turns, 3 times each; medians. The aim is a ratio of 2.

{measured}.
"""
text = re.sub(r'\n*## Exporting a case\n.*?(?=\n## |\Z)', '', text, flags=re.DOTALL)
with open(page, 'w', encoding='utf-8') as file:
    file.write(text.rstrip('\n') + '\n\n' + section)
PYTHON
