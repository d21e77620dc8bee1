/* SPDX-License-Identifier: GPL-3.0-or-later */
/* killed-at N PROGRAM [ARGUMENT…]: runs the program and kills it where it is about to change the
 * disk for the Nth time: a write, a sync, a file made, renamed or removed. Ends with 1 when that
 * was done, and with 0 when the program ended before, which must be well. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* The system's headers know it by this name alone. */
#include <linux/ptrace.h>

static int
changes_the_disk (const struct __ptrace_syscall_info *call)
{
  switch (call->entry.nr)
    {
    case SYS_write:
    case SYS_pwrite64:
    case SYS_writev:
      /* What is said to people is no matter. */
      return call->entry.args[0] > 2;
    case SYS_openat:
      return (call->entry.args[2] & O_CREAT) != 0;
    case SYS_copy_file_range:
    case SYS_fsync:
    case SYS_fdatasync:
    case SYS_ftruncate:
    case SYS_renameat:
    case SYS_renameat2:
    case SYS_unlinkat:
    case SYS_mkdirat:
#ifdef SYS_rename
    case SYS_rename:
    case SYS_unlink:
    case SYS_mkdir:
#endif
      return 1;
    default:
      return 0;
    }
}

int
main (int argc, char **argv)
{
  long left = argc > 2 ? strtol (argv[1], NULL, 10) : 0;
  pid_t child, stopped;
  int status, killed = 0;

  if (left < 1)
    return 2;
  child = fork ();
  if (child == 0)
    {
      ptrace (PTRACE_TRACEME, 0, NULL, NULL);
      raise (SIGSTOP);
      execv (argv[2], argv + 2);
      _exit (127);
    }
  waitpid (child, &status, 0);
  ptrace (PTRACE_SETOPTIONS, child, NULL,
          PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_EXITKILL);
  ptrace (PTRACE_SYSCALL, child, NULL, NULL);
  while ((stopped = waitpid (-1, &status, __WALL)) > 0)
    {
      struct __ptrace_syscall_info call;
      int signal = 0;

      if (!WIFSTOPPED (status))
        {
          if (stopped == child)
            break;
          continue;
        }
      if (WSTOPSIG (status) == (SIGTRAP | 0x80))
        {
          if (ptrace (PTRACE_GET_SYSCALL_INFO, stopped, (void *) sizeof call, &call) > 0
              && call.op == PTRACE_SYSCALL_INFO_ENTRY && changes_the_disk (&call) && --left == 0)
            {
              kill (child, SIGKILL);
              killed = 1;
              continue;
            }
        }
      else if (WSTOPSIG (status) != SIGTRAP && WSTOPSIG (status) != SIGSTOP)
        signal = WSTOPSIG (status);
      ptrace (PTRACE_SYSCALL, stopped, NULL, (void *) (long) signal);
    }
  if (killed)
    return 1;
  return WIFEXITED (status) && WEXITSTATUS (status) == 0 ? 0 : 2;
}
