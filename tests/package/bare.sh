#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# bare.sh FOLDER: the packages of FOLDER on a Debian 12 that has nothing else, in a folder of its own:
# what they bring is there and runs, their own tests (debian/tests) pass, one takes the other's place,
# and after a purge nothing of them is left. Wants root, mmdebstrap and autopkgtest.
set -euo pipefail

packages=$(cd -- "$1" && pwd -P)
bare=$packages/bare.tar
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8

work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT

die ()
{
  printf 'bare: %s\n' "$*" >&2
  exit 1
}

[ "$(id -u)" -eq 0 ] || die "another root is only for root"

# make_root FOLDER: a bare Debian with the packages in /packages.
make_root ()
{
  [ -s "$bare" ] || mmdebstrap --quiet --variant=minbase bookworm "$bare"
  mkdir "$1"
  tar -x -f "$bare" -C "$1" --exclude='./dev/*'
  mkdir -p "$1/packages" "$1/dev"
  cp "$packages"/*.deb "$1/packages"
  mknod -m 666 "$1/dev/null" c 1 3
  mknod -m 666 "$1/dev/zero" c 1 5
  mknod -m 666 "$1/dev/urandom" c 1 9
  ln -s /proc/self/fd "$1/dev/fd"
  cp /etc/resolv.conf "$1/etc/resolv.conf"
  cp /etc/hosts "$1/etc/hosts"
  # Nothing is started there.
  printf '#!/bin/sh\nexit 101\n' >"$1/usr/sbin/policy-rc.d"
  chmod 755 "$1/usr/sbin/policy-rc.d"
}

# inside FOLDER COMMAND...: there, with processes of its own, which end with it.
inside ()
{
  local folder=$1
  shift
  unshare --mount --pid --fork --kill-child --mount-proc="$folder/proc" chroot "$folder" "$@"
}

install_in ()
{
  local folder=$1
  shift
  inside "$folder" apt-get -q -y install --no-install-recommends "$@" >>"$work/apt.log" 2>&1 \
    || { tail -n 40 "$work/apt.log" >&2; die "could not install: $*"; }
}

# What is there, but for what apt and dpkg keep of what they did.
list ()
{
  (cd "$1" && find . -path ./proc -prune -o -path ./var/lib/apt -prune -o -path ./var/log -prune \
    -o -path ./var/cache -prune -o -path './var/lib/dpkg/*' -prune -o -path ./tmp -prune -o -print | sort)
}

# try_package NAME FILE...: NAME is installed over what it depends on, has each FILE, and is purged.
try_package ()
{
  local name=$1 folder=$work/$1 file needed
  shift
  make_root "$folder"
  inside "$folder" apt-get -q update >>"$work/apt.log" 2>&1
  mapfile -t needed < <(
    inside "$folder" sh -c "apt-get -s --no-install-recommends install /packages/${name}_*.deb" \
      | sed -n 's/^Inst \([^ ]*\) .*/\1/p' | grep -vx "$name")
  [ "${#needed[@]}" -eq 0 ] || install_in "$folder" "${needed[@]}"
  list "$folder" >"$work/$name.before"
  install_in "$folder" "/packages/$(cd "$folder/packages" && echo "$name"_*.deb)"
  for file in "$@"; do
    [ -s "$folder/$file" ] || die "$name has no $file"
  done
  printf 'bare: %s is installed, with %d packages that it depends on\n' "$name" "${#needed[@]}"
}

purge ()
{
  local name=$1 folder=$work/$1 left
  inside "$folder" apt-get -q -y purge "$name" >>"$work/apt.log" 2>&1
  list "$folder" | diff "$work/$name.before" - || die "$name: this is left, or gone (<)"
  left=$(grep -rlaIi skyward "$folder/etc" "$folder/usr" "$folder/lib/systemd" "$folder/var/lib/systemd" \
    "$folder/var/lib/dpkg/info" "$folder/var/lib/dpkg/status" 2>/dev/null || true)
  [ -z "$left" ] || die "$name: what is left speaks of it: $left"
  printf 'bare: %s is purged, and nothing of it is left\n' "$name"
}

common=(usr/bin/skyward-cli usr/libexec/skyward/skyward-cli-recordings
  usr/share/man/man1/skyward-cli.1.gz lib/systemd/system/skyward-work@.service
  lib/systemd/system/skyward-receive@.service usr/lib/systemd/user/skyward-work@.service
  usr/share/skyward/broker/skyward.conf usr/share/skyward/maps/craps-session.skymap usr/share/bash-completion/completions/skyward-cli
  usr/share/locale/es/LC_MESSAGES/skyward.mo)

try_package skyward-cli "${common[@]}"
inside "$work/skyward-cli" skyward-cli --version
if inside "$work/skyward-cli" dpkg-query -W -f '${Package}\n' | grep -E '^(libgtk|libadwaita)'; then
  die "skyward-cli brought a toolkit"
fi
purge skyward-cli

try_package skyward "${common[@]}" usr/bin/skyward usr/share/man/man1/skyward.1.gz \
  usr/share/applications/org.skyward.Skyward.desktop usr/share/metainfo/org.skyward.Skyward.metainfo.xml \
  usr/share/icons/hicolor/scalable/apps/org.skyward.Skyward.svg \
  usr/share/mime/packages/org.skyward.Skyward.xml usr/share/bash-completion/completions/skyward \
  usr/share/glib-2.0/schemas/org.skyward.Skyward.gschema.xml
inside "$work/skyward" skyward --version
inside "$work/skyward" skyward-cli --version
grep -qa org.skyward.Skyward "$work/skyward/usr/share/glib-2.0/schemas/gschemas.compiled" \
  || die "the settings are not known"
purge skyward

# A server becomes a desk, and a server again.
install_in "$work/skyward" "/packages/$(cd "$packages" && echo skyward-cli_*.deb)"
install_in "$work/skyward" "/packages/$(cd "$packages" && echo skyward_*.deb)"
inside "$work/skyward" dpkg-query -W -f '${db:Status-Status}\n' skyward | grep -qx installed
inside "$work/skyward" skyward-cli --version >/dev/null
install_in "$work/skyward" "/packages/$(cd "$packages" && echo skyward-cli_*.deb)"
inside "$work/skyward" skyward-cli --version >/dev/null
[ ! -e "$work/skyward/usr/bin/skyward" ] || die "the console is still there"
printf 'bare: either takes the place of the other\n'

# Their own tests, each on what it says that it needs.
make_root "$work/tested"
status=0
unshare --mount --pid --fork --kill-child --mount-proc bash -euc '
  mkdir -p "$1/dev/pts" "$1/dev/shm"
  mount -t proc proc "$1/proc"
  mount -t devpts -o newinstance,ptmxmode=0666 devpts "$1/dev/pts"
  ln -s pts/ptmx "$1/dev/ptmx"
  mount -t tmpfs tmpfs "$1/dev/shm"
  root=$1
  shift
  # A folder for what is temporary that is said here is not there.
  exec env -u TMPDIR autopkgtest --apt-upgrade "$@" -- chroot "$root"
' bash "$work/tested" "$packages"/*.dsc "$packages"/*.deb >"$packages/autopkgtest.log" 2>&1 \
  || status=$?
grep -E '^[a-z-]+ +(PASS|FAIL|SKIP)' "$packages/autopkgtest.log" || true
[ "$status" -eq 0 ] || { tail -n 40 "$packages/autopkgtest.log" >&2; die "their tests fail: $status"; }
