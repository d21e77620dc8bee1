#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: bench-fleet.sh SKYWARD-CLI [PAGE]
# How much sooner two workers of a fleet are done than one, each a program with one thread, at a
# PostgreSQL server of their own on the same machine: in turns, so that what else the machine does
# falls on both. With a page, its section on the fleet is what was measured.
set -euo pipefail

cli=$1
page=${2:-}
tables=40
rounds=1000
turns=5
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
folder=$(mktemp -d)
# The server is gone when its input ends.
coproc server { exec python3 -B "$here/../store/private-postgres.py" "$folder/template"; }
server_pid=$server_PID
orders=${server[1]}
trap 'exec {orders}>&-; wait "$server_pid" || true; rm -rf "$folder"' EXIT
read -r socket <&"${server[0]}"

"$cli" simulate --game=craps --rounds=$rounds --tables=$tables --seed=11 --faults=1600 \
  "$folder/archives/day" >/dev/null
sql () { psql -q -X -h "$socket" -U skyward postgres -c "$1"; }
now () { date +%s%N; }

# work WORKERS: how long they take, in milliseconds; the tables of a new store are made before.
work ()
{
  local start workers=() i uri="postgresql://skyward@/fleet?host=$socket"
  sql "CREATE DATABASE fleet TEMPLATE template0"
  "$cli" work --store="$uri" "$folder/none" >/dev/null
  start=$(now)
  for ((i = 0; i < $1; i++)); do
    "$cli" work --jobs=1 --store="$uri" "$folder/archives" >/dev/null &
    workers+=($!)
  done
  wait "${workers[@]}"
  echo $((($(now) - start) / 1000000))
  sql "DROP DATABASE fleet"
}

mkdir "$folder/none"
one=()
two=()
ratios=()
for ((turn = 0; turn < turns; turn++)); do
  one+=("$(work 1)")
  two+=("$(work 2)")
  ratios+=($((one[turn] * 100 / two[turn])))
done
median () { printf '%s\n' "$@" | sort -n | sed -n $((turns / 2 + 1))p; }
least () { printf '%s\n' "$@" | sort -n | head -n 1; }
most () { printf '%s\n' "$@" | sort -n | tail -n 1; }
hundredths () { printf '%d.%02d' $(($1 / 100)) $(($1 % 100)); }
measured=$(printf '| %d | %d | %d | %s (%s–%s) |' $((tables * rounds)) "$(median "${one[@]}")" \
  "$(median "${two[@]}")" "$(hundredths "$(median "${ratios[@]}")")" \
  "$(hundredths "$(least "${ratios[@]}")")" "$(hundredths "$(most "${ratios[@]}")")")
echo "$measured"
[ -n "$page" ] || exit 0
python3 -B - "$page" "$measured" "$tables" "$turns" <<'PYTHON'
import re
import sys
page, measured, tables, turns = sys.argv[1:]
with open(page, encoding='utf-8') as file:
    text = file.read()
section = f"""## A fleet

A day of {tables} tables of craps into a new store in PostgreSQL, by one worker and by two, each a program with one thread, the server on
the same machine; on the wall, in turns, {turns} times: median (least–most). The aim is 1.8.

| rounds | one worker, ms | two, ms | ratio |
| --- | --- | --- | --- |
{measured}

It says little while other programs want the processors too.
"""
text = re.sub(r'\n*## A fleet\n.*?(?=\n## |\Z)', '', text, flags=re.DOTALL)
with open(page, 'w', encoding='utf-8') as file:
    file.write(text.rstrip('\n') + '\n\n' + section)
PYTHON
