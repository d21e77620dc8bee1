#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# on-a-display.sh PROGRAM [ARGUMENT...]: runs PROGRAM on an X display that it shares with nobody, so
# that what one test puts on the clipboard, or where it lets the focus, is nothing to another, and
# tests neither need nor disturb the display that is in use.
set -euo pipefail

# Xvfb chooses a number that is free and tells it when it can be connected to.
coproc display {
  exec Xvfb -displayfd 1 -screen 0 1920x1080x24 -nolisten tcp -noreset 2>/dev/null
}
trap 'kill "$display_PID" 2>/dev/null || true' EXIT
if ! read -r number <&"${display[0]}"; then
  echo 'Bail out! Xvfb does not start'
  exit 99
fi

env -u WAYLAND_DISPLAY GDK_BACKEND=x11 DISPLAY=":$number" "$@" </dev/null &
# A test that is cut off takes its program along.
trap 'kill "$!" 2>/dev/null || true; kill "$display_PID" 2>/dev/null || true' EXIT
status=0
wait "$!" || status=$?
exit "$status"
