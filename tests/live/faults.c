/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loaded before a program, it has its disk fail, as the environment says:
 *
 *   SKY_FAULT=kill     now and then the program dies in the middle of a write, or before a sync
 *   SKY_FAULT=full     from the moment that the file $SKY_FAULT_WHILE is there, writes into logs
 * fail SKY_FAULT=slow     and syncs take two seconds while it is there
 */
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int fdatasync (int file);

static int
is_fault (const char *name)
{
  const char *fault = getenv ("SKY_FAULT");
  const char *path = getenv ("SKY_FAULT_WHILE");

  return fault != NULL && strcmp (fault, name) == 0 && (path == NULL || access (path, F_OK) == 0);
}

/* Whether the file is one of logs: what else a program writes is left alone. */
static int
is_log (int file)
{
  char link[64];
  char path[4096];
  ssize_t n;

  snprintf (link, sizeof link, "/proc/self/fd/%d", file);
  n = readlink (link, path, sizeof path - 1);
  if (n < 0)
    return 0;
  path[n] = '\0';
  return strstr (path, ".tel.jsonl") != NULL;
}

static int
is_time (void)
{
  static unsigned state;

  if (state == 0)
    state = (unsigned) getpid () * 2654435761u;
  state = state * 1664525u + 1013904223u;
  return state >> 28 == 0;
}

ssize_t
write (int file, const void *bytes, size_t size)
{
  static ssize_t (*real) (int, const void *, size_t);

  if (real == NULL)
    real = (ssize_t (*) (int, const void *, size_t)) dlsym (RTLD_NEXT, "write");
  if (is_fault ("full") && is_log (file))
    {
      errno = ENOSPC;
      return -1;
    }
  if (is_fault ("kill") && size > 1 && is_log (file) && is_time ())
    {
      real (file, bytes, size / 2);
      kill (getpid (), SIGKILL);
    }
  return real (file, bytes, size);
}

static int
sync_by (const char *name, int file)
{
  int (*real) (int) = (int (*) (int)) dlsym (RTLD_NEXT, name);

  if (is_fault ("kill") && is_time ())
    kill (getpid (), SIGKILL);
  if (is_fault ("slow"))
    sleep (2);
  return real (file);
}

int
fdatasync (int file)
{
  return sync_by ("fdatasync", file);
}

int
syncfs (int file)
{
  return sync_by ("syncfs", file);
}
