#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: bench-export.sh SKYWARD-CLI [ARCHIVE [PAGE]]
# How long the export of a case takes beside copying the bytes that it takes along: ten minutes of
# play before four cameras. Both read what memory has and end on the disk. They are timed in turn, and
# the quickest of each counts: what else the machine and its disk do only ever adds. With a page, its
# section on exporting is what was measured.
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

# The two cameras, and again under other names. Drawn tables are small: an element that says nothing
# (EBML Void) makes each as large as ten minutes of a real camera at 3 Mbit/s. It is written out, as
# a hole need not be copied.
python3 -B - "$archive" <<'PYTHON'
import json, os, shutil, sys
path = os.path.join(sys.argv[1], 'footage.json')
noise = os.urandom(1_000_000)
with open(path) as file:
    footage = json.load(file)
for camera in footage['cameras'][:2]:
    other = dict(camera, camera=camera['camera'] + '2', segments=[])
    for segment in camera['segments']:
        segment.pop('sha256', None)
        name = os.path.join(sys.argv[1], segment['file'])
        room = 225_000_000 - os.path.getsize(name) - 9
        with open(name, 'ab') as target:
            target.write(b'\xec\x01' + room.to_bytes(7, 'big'))
            for at in range(0, room, len(noise)):
                target.write(noise[:room - at])
            target.flush()
            os.fsync(target.fileno())
        again = segment['file'].replace('.mkv', '-2.mkv')
        shutil.copyfile(name, os.path.join(sys.argv[1], again))
        other['segments'].append(dict(segment, file=again))
    footage['cameras'].append(other)
with open(path, 'w') as file:
    json.dump(footage, file)
PYTHON

store=$folder/skyward.db
"$cli" audit --store="$store" "$archive" >/dev/null
(umask 077 && echo "a passphrase of a bench" >"$folder/passphrase")
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
for run in 1 2 3 4 5; do
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
quickest () { printf '%s\n' "$@" | sort -n | sed -n 1p; }
exported=$(quickest "${export_times[@]}")
copied=$(quickest "${copy_times[@]}")
measured=$(printf '%d recordings, %d MB: export %d ms, copy %d ms, ratio %d.%02d\n' "${#names[@]}" \
  "$(($(stat -c %s "$folder/case.zip") / 1000000))" $((exported / 1000000)) $((copied / 1000000)) \
  $((exported / copied)) $((exported * 100 / copied % 100)))
echo "$measured"

# Verifying is bound by reading: it is timed in turn with `sha256sum` over the package.
verify_times=()
sum_times=()
for run in 1 2 3 4 5; do
  start=$(now)
  # 3: nobody was said who vouches for the signer.
  "$cli" verify "$folder/case.zip" --certificate="$folder/key.pem" >/dev/null || [ $? -eq 3 ]
  verify_times+=($(($(now) - start)))
  start=$(now)
  sha256sum "$folder/case.zip" >/dev/null
  sum_times+=($(($(now) - start)))
done
verified=$(quickest "${verify_times[@]}")
summed=$(quickest "${sum_times[@]}")
bound=$(printf 'verify %d ms, sha256sum %d ms: %d.%02d of its speed\n' $((verified / 1000000)) \
  $((summed / 1000000)) $((summed / verified)) $((summed * 100 / verified % 100)))
echo "$bound"
[ -n "$page" ] || exit 0
python3 -B - "$page" "$measured" "$bound" <<'PYTHON'
import re
import sys
page, measured, bound = sys.argv[1:]
with open(page, encoding='utf-8') as file:
    text = file.read()
section = f"""## Exporting a case

Ten minutes before four cameras, exported with the recordings as they are, against `cp` of those recordings to the same
disk and `sync` of the copies, in turns, the quickest of 5 each. Both read what memory has and end when the disk has
everything; the recordings have no holes. The aim is a ratio of 2.

{measured}.

Its verification, against `sha256sum` over the package, likewise. The aim is 0.5 of its speed.

{bound}.
"""
text = re.sub(r'\n*## Exporting a case\n.*?(?=\n## |\Z)', '', text, flags=re.DOTALL)
with open(page, 'w', encoding='utf-8') as file:
    file.write(text.rstrip('\n') + '\n\n' + section)
PYTHON
