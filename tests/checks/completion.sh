#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# completion.sh FOLDER PROGRAM [CONSOLE]: the bash completions of FOLDER offer the commands, options and
# values that PROGRAM (skyward-cli) and CONSOLE (skyward) say they have, and no others.
set -euo pipefail

folder=$1
cli=$2
console=${3:-}
failed=0
export LC_ALL=C.UTF-8

# Sourced where no bash-completion is, they only say what they would do.
# shellcheck source=/dev/null
source "$folder/skyward-cli"
# shellcheck source=/dev/null
source "$folder/skyward"

# same WHAT OFFERED HAD: two lists of words, in any order.
same ()
{
  local difference
  difference=$(diff <(tr -s ' \n' '\n' <<<"$2" | sed '/^$/d' | sort) \
    <(tr -s ' \n' '\n' <<<"$3" | sed '/^$/d' | sort)) || {
    printf '%s: offered (<) is not what there is (>):\n%s\n' "$1" "$difference"
    failed=1
  }
}

# The long options that a help names, "=" behind those with a value.
options_of ()
{
  sed -n 's/^ *\(-[a-zA-Z], \)\?\(--[a-z-]*=\?\).*/\2/p'
}

# usage_words COMMAND: its first arguments, as its usage has them: "a|b X|c".
usage_words ()
{
  "$cli" "$1" --help | sed -n "2s/^.*\[OPTION…\] //p" | tr '|' '\n' | awk '{ print $1 }'
}

# values_of COMMAND OPTION: the values that its help has: "--format=a|b  ...".
values_of ()
{
  "$cli" "$1" --help | sed -n "s/^ *$2\([a-z|]*\) .*/\1/p" | tr '|' '\n'
}

commands=$("$cli" --help | sed -n '/^Commands:/,$s/^  \([a-z-]*\)  *[A-Z].*/\1/p')
same commands "$_skyward_cli_commands" "$commands"
same 'without a command' "$(_skyward_cli_options '')" '--help --version'
for command in $commands; do
  same "$command" "$(_skyward_cli_options "$command")" "$("$cli" "$command" --help | options_of)"
done
for command in ledger people store; do
  same "$command …" "$(_skyward_cli_words "$command")" "$(usage_words "$command")"
done
while read -r command option; do
  same "$command $option" "$(_skyward_cli_values "$command" "$option")" \
    "$(values_of "$command" "$option")"
done <<'TEXT'
agree --format=
agree --match=
estimate --format=
estimate --by=
sample --format=
sample --by=
audit --format=
odds --format=
people --role=
store --as=
TEXT
same games "$(_skyward_cli_values simulate --game=)" \
  "$("$cli" odds --format=jsonl | sed -n 's/.*"game":"\([a-z_]*\)".*/\1/p' | sort -u)"
for queue in $(_skyward_cli_values audit --queue=); do
  # One that is not known is wrong usage; an archive that is not there is a failure.
  status=0
  "$cli" audit --queue="$queue" "$folder/none" >/dev/null 2>&1 || status=$?
  [ "$status" -eq 1 ] || { echo "audit --queue=$queue: there is no such queue"; failed=1; }
done
if [ -n "$console" ]; then
  same console "$_skyward_options" "$("$console" --help-all | options_of)"
fi

# What a shell with bash-completion makes of it.
if [ -r /usr/share/bash-completion/bash_completion ]; then
  # complete_words LINE: the replies to its last word. Readline breaks words at "=" too.
  complete_words ()
  (
    set +eu
    source /usr/share/bash-completion/bash_completion
    source "$folder/skyward-cli"
    compopt () { :; }
    read -ra COMP_WORDS <<<"${1//=/ = }"
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    COMP_LINE=$1
    COMP_POINT=${#COMP_LINE}
    COMPREPLY=()
    _skyward_cli
    echo "${COMPREPLY[*]}"
  )
  same 'skyward-cli si' "$(complete_words 'skyward-cli si')" 'sight simulate'
  same 'skyward-cli ledger re' "$(complete_words 'skyward-cli ledger re')" 'rebuild restore'
  same 'skyward-cli work --j' "$(complete_words 'skyward-cli work --j')" '--jobs='
  same 'skyward-cli people --role=o' "$(complete_words 'skyward-cli people --role=o')" operator
  same 'skyward-cli odds cr' "$(complete_words 'skyward-cli odds --format=jsonl cr')" craps
fi
exit "$failed"
