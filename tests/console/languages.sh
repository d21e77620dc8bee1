#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# languages.sh SCREENSHOTS CLI LOCALES LOG: draws every view in Spanish and in simplified Chinese at
# 1280x720; no text in them may be cut, and no window larger than that.
set -euo pipefail

screenshots=$1
cli=$2
export SKYWARD_LOCALE_DIR=$3 SKYWARD_MAPS_DIR=${G_TEST_SRCDIR:?}/../data/maps
export SCREENSHOTS_FIT=1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"$cli" simulate --game=craps --rounds=5 --seed=64 --faults=4 --footage "$folder/craps" >/dev/null 2>&1
"$cli" simulate --game=raise_it_up --rounds=1 --seed=7 --footage "$folder/raise_it_up" >/dev/null 2>&1
mkdir "$folder/fire_bet"
cp "$4" "$folder/fire_bet"
echo 1..2
number=0
for language in es zh_CN; do
  number=$((number + 1))
  said=$(LANGUAGE=$language "$screenshots" "$folder/$language" dark 1280x720 "$folder/stores-$language" \
    "$folder/craps" "$folder/fire_bet" --record "$folder/raise_it_up" 2>&1) && result=ok || result='not ok'
  echo "$result $number - nothing is cut in $language"
  [ "$result" = ok ] || sed 's/^/# /' <<<"$said"
done
