/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loaded before a program, it has its disk or its clock fail, as the environment says:
 *
 *   SKY_FAULT=kill   now and then the program dies in the middle of a write, or before a sync
 *   SKY_FAULT=cache  or before a sync only, and what was synced of logs is added to
 *                    $SKY_FAULT_SYNCED: "SIZE PATH" a line
 *
 * and while the file $SKY_FAULT_WHILE is there:
 *
 *   SKY_FAULT=full   writes into logs fail
 *   SKY_FAULT=slow   syncs take two seconds
 *   SKY_FAULT=clock  the clock is an hour behind
 */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

int fdatasync (int file);

static int
is_fault (const char *name)
{
  const char *fault = getenv ("SKY_FAULT");
  const char *path = getenv ("SKY_FAULT_WHILE");

  return fault != NULL && strcmp (fault, name) == 0 && (path == NULL || access (path, F_OK) == 0);
}

/* Whether the file is one of logs: what else a program writes is left alone. Its path is then in
 * @path. */
static int
find_log (int file, char *path, size_t size)
{
  char link[64];
  ssize_t n;

  snprintf (link, sizeof link, "/proc/self/fd/%d", file);
  n = readlink (link, path, size - 1);
  if (n < 0)
    return 0;
  path[n] = '\0';
  return strstr (path, ".tel.jsonl") != NULL;
}

static int
is_log (int file)
{
  char path[4096];

  return find_log (file, path, sizeof path);
}

/* How large the log is, as a line behind @said. */
static void
add_size (int file, char *said, size_t room)
{
  struct stat status;
  char path[4096];

  if (find_log (file, path, sizeof path) && fstat (file, &status) == 0)
    snprintf (said + strlen (said), room - strlen (said), "%lld %s\n", (long long) status.st_size,
              path);
}

/* The sizes of the file, or of all logs that are open. */
static char *
note_sizes (int file, int all)
{
  const size_t room = 1024 * 1024;
  char *said = calloc (1, room);
  DIR *open_files = all ? opendir ("/proc/self/fd") : NULL;
  struct dirent *each;

  if (!all)
    add_size (file, said, room);
  while (open_files != NULL && (each = readdir (open_files)) != NULL)
    add_size ((int) strtol (each->d_name, NULL, 10), said, room);
  if (open_files != NULL)
    closedir (open_files);
  return said;
}

static void
tell_synced (const char *said)
{
  const char *path = getenv ("SKY_FAULT_SYNCED");
  int file = path != NULL ? open (path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;

  if (file < 0 || write (file, said, strlen (said)) < 0)
    abort ();
  close (file);
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

  if ((is_fault ("kill") || is_fault ("cache")) && is_time ())
    kill (getpid (), SIGKILL);
  if (is_fault ("slow"))
    sleep (2);
  if (is_fault ("cache"))
    {
      char *said = note_sizes (file, strcmp (name, "syncfs") == 0);
      const int result = real (file);

      if (result == 0)
        tell_synced (said);
      free (said);
      return result;
    }
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

#define BACK 3600 /* seconds */

int
clock_gettime (clockid_t clock, struct timespec *time)
{
  static int (*real) (clockid_t, struct timespec *);
  int result;

  if (real == NULL)
    real = (int (*) (clockid_t, struct timespec *)) dlsym (RTLD_NEXT, "clock_gettime");
  result = real (clock, time);
  if (clock == CLOCK_REALTIME && is_fault ("clock"))
    time->tv_sec -= BACK;
  return result;
}

int
gettimeofday (struct timeval *restrict time, void *restrict zone)
{
  struct timespec now;

  if (clock_gettime (CLOCK_REALTIME, &now) != 0)
    return -1;
  time->tv_sec = now.tv_sec;
  time->tv_usec = now.tv_nsec / 1000;
  return 0;
}
