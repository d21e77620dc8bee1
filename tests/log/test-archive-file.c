/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an archive names is opened beneath its folder or not at all; with the kernel's own way of
 * following a path, and, where a sandbox denies that, step by step. */
#include "config.h"

#include "sky-archive-file.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "sky-archive.h"

/* outside/secret.mkv, outside/kept/far.mkv, archive/ with a.mkv, sub/b.mkv, links, a pipe. */
typedef struct
{
  char *top;
  char *archive;
  char *outside;
} Tree;

static void
put (const char *folder, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
make_link (const Tree *tree, const char *name, const char *target)
{
  g_autofree char *path = g_build_filename (tree->archive, name, NULL);

  g_assert_cmpint (symlink (target, path), ==, 0);
}

static void
set_up (Tree *tree, gconstpointer data)
{
  g_autofree char *sub = NULL;
  g_autofree char *kept = NULL;
  g_autofree char *pipe = NULL;
  g_autofree char *one = NULL;
  g_autofree char *other = NULL;

  tree->top = g_dir_make_tmp ("skyward-XXXXXX", NULL);
  tree->archive = g_build_filename (tree->top, "archive", NULL);
  tree->outside = g_build_filename (tree->top, "outside", NULL);
  sub = g_build_filename (tree->archive, "sub", NULL);
  kept = g_build_filename (tree->outside, "kept", NULL);
  pipe = g_build_filename (tree->archive, "pipe", NULL);
  one = g_build_filename (tree->outside, "secret.mkv", NULL);
  other = g_build_filename (tree->archive, "hard.mkv", NULL);
  g_assert_cmpint (g_mkdir_with_parents (sub, 0700) + g_mkdir_with_parents (kept, 0700), ==, 0);
  put (tree->outside, "secret.mkv", "secret");
  put (kept, "far.mkv", "far");
  put (tree->archive, "a.mkv", "a");
  put (sub, "b.mkv", "b");
  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  make_link (tree, "link.mkv", one);
  make_link (tree, "near.mkv", "a.mkv");
  make_link (tree, "folder", tree->outside);
  make_link (tree, "broken.mkv", "nowhere");
  make_link (tree, "circle.mkv", "circle.mkv");
  make_link (tree, "far.mkv", "../outside/kept/far.mkv");
  g_assert_cmpint (link (one, other), ==, 0);
}

static void
tear_down (Tree *tree, gconstpointer data)
{
  g_autofree char *command = g_strdup_printf ("rm -rf '%s'", tree->top);

  sky_archive_file_set_roots (NULL);
  g_assert_true (g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL));
  g_free (tree->top);
  g_free (tree->archive);
  g_free (tree->outside);
}

static void
expect_text (const Tree *tree, const char *name, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_auto (SkyDescriptor) file = sky_archive_file_open (tree->archive, name, &error);
  char bytes[16] = "";

  g_test_message ("%s", name);
  g_assert_no_error (error);
  g_assert_cmpint (read (file, bytes, sizeof bytes - 1), ==, (gssize) strlen (text));
  g_assert_cmpstr (bytes, ==, text);
}

static void
expect_error (const char *folder, const char *name, SkyLogError code, const char *cause)
{
  g_autoptr (GError) error = NULL;
  g_auto (SkyDescriptor) file = sky_archive_file_open (folder, name, &error);

  g_test_message ("%s", name);
  g_assert_cmpint (file, ==, -1);
  g_assert_error (error, SKY_LOG_ERROR, (int) code);
  g_assert_nonnull (strstr (error->message, cause));
}

static void
check_paths (const Tree *tree)
{
  const char *a = tree->archive;
  g_autofree char *absolute = g_build_filename (tree->outside, "secret.mkv", NULL);
  g_autofree char *own = g_build_filename (tree->archive, "a.mkv", NULL);

  expect_text (tree, "a.mkv", "a");
  expect_text (tree, "./sub//b.mkv", "b");
  expect_text (tree, "sub/../a.mkv", "a");
  expect_text (tree, "hard.mkv", "secret");
  expect_error (a, "../outside/secret.mkv", SKY_LOG_ERROR_REFUSED, "out of the archive's folder");
  expect_error (a, "sub/../../outside/secret.mkv", SKY_LOG_ERROR_REFUSED, "out of the archive");
  expect_error (a, "sub/../../archive/a.mkv", SKY_LOG_ERROR_REFUSED, "out of the archive");
  expect_error (a, "..", SKY_LOG_ERROR_REFUSED, "out of the archive");
  expect_error (a, absolute, SKY_LOG_ERROR_REFUSED, "absolute");
  expect_error (a, own, SKY_LOG_ERROR_REFUSED, "absolute");
  expect_error (a, "/proc/self/environ", SKY_LOG_ERROR_REFUSED, "absolute");
  expect_error (a, "link.mkv", SKY_LOG_ERROR_REFUSED, "symbolic link");
  expect_error (a, "near.mkv", SKY_LOG_ERROR_REFUSED, "symbolic link");
  expect_error (a, "folder/secret.mkv", SKY_LOG_ERROR_REFUSED, "symbolic link");
  expect_error (a, "broken.mkv", SKY_LOG_ERROR_REFUSED, "symbolic link");
  expect_error (a, "circle.mkv", SKY_LOG_ERROR_REFUSED, "symbolic link");
  expect_error (a, "pipe", SKY_LOG_ERROR_REFUSED, "pipe");
  expect_error (a, "sub", SKY_LOG_ERROR_REFUSED, "a folder");
  expect_error (a, ".", SKY_LOG_ERROR_REFUSED, "a folder");
  expect_error (a, "", SKY_LOG_ERROR_REFUSED, "a folder");
  expect_error (a, "c.mkv", SKY_LOG_ERROR_MISSING, "No such file");
  expect_error (a, "none/c.mkv", SKY_LOG_ERROR_MISSING, "No such file");
  expect_error (a, "a.mkv/c.mkv", SKY_LOG_ERROR_MISSING, "No such file");
  expect_error ("/nowhere", "a.mkv", SKY_LOG_ERROR_MISSING, "No such file");
  expect_error ("/dev", "null", SKY_LOG_ERROR_REFUSED, "a device");
}

static void
check_roots (const Tree *tree)
{
  g_autofree char *kept = g_build_filename (tree->outside, "kept", NULL);
  g_autofree char *half = g_build_filename (tree->outside, "kep", NULL);
  g_autofree char *far = g_build_filename (kept, "far.mkv", NULL);
  const char *const roots[] = { "/nowhere", half, kept, NULL };

  expect_error (tree->archive, "far.mkv", SKY_LOG_ERROR_REFUSED, "symbolic link");
  sky_archive_file_set_roots (roots);
  expect_text (tree, "far.mkv", "far");
  expect_text (tree, "folder/kept/far.mkv", "far");
  expect_text (tree, "../outside/kept/far.mkv", "far");
  expect_text (tree, far, "far");
  /* Beside the folder that was named nothing is. */
  expect_error (tree->archive, "link.mkv", SKY_LOG_ERROR_REFUSED, "symbolic link");
  expect_error (tree->archive, "../outside/secret.mkv", SKY_LOG_ERROR_REFUSED, "out of the arch");
  expect_error (tree->archive, "near.mkv", SKY_LOG_ERROR_REFUSED, "symbolic link");
  sky_archive_file_set_roots (NULL);
  expect_error (tree->archive, "far.mkv", SKY_LOG_ERROR_REFUSED, "symbolic link");
}

static void
test_paths (Tree *tree, gconstpointer data)
{
  check_paths (tree);
  check_roots (tree);
}

/* As a container's filter of system calls may answer. */
static void
deny_openat2 (guint32 code)
{
  struct sock_filter lines[] = {
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr)),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_openat2, 0, 1),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ERRNO | code),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog filter = { .len = G_N_ELEMENTS (lines), .filter = lines };

  g_assert_cmpint (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), ==, 0);
  g_assert_cmpint (prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0), ==, 0);
  g_assert_cmpint (syscall (SYS_openat2, -1, "", NULL, 0), ==, -1);
  g_assert_cmpint (errno, ==, (int) code);
}

static void
test_step_by_step (Tree *tree, gconstpointer data)
{
  if (g_test_subprocess ())
    {
      deny_openat2 (GPOINTER_TO_UINT (data));
      check_paths (tree);
      check_roots (tree);
      return;
    }
  g_test_trap_subprocess (NULL, 120 * G_USEC_PER_SEC, G_TEST_SUBPROCESS_INHERIT_STDERR);
  g_test_trap_assert_passed ();
}

typedef struct
{
  const Tree *tree;
  gint done;
} Swapping;

/* Puts by turns a recording, a link out of the archive and a linked folder under one path. */
static gpointer
swap (gpointer data)
{
  Swapping *swapping = data;
  const char *archive = swapping->tree->archive;
  g_autofree char *path = g_build_filename (archive, "turn", NULL);
  g_autofree char *linked = g_build_filename (archive, "turn-link", NULL);
  g_autofree char *real = g_build_filename (archive, "turn-real", NULL);
  g_autofree char *inner = g_build_filename (real, "secret.mkv", NULL);

  g_assert_cmpint (g_mkdir (real, 0700), ==, 0);
  g_assert_true (g_file_set_contents (inner, "b", -1, NULL));
  g_assert_cmpint (symlink (swapping->tree->outside, linked), ==, 0);
  while (!g_atomic_int_get (&swapping->done))
    {
      rename (real, path);
      rename (path, real);
      rename (linked, path);
      rename (path, linked);
    }
  return NULL;
}

/* Whatever happens to the path meanwhile, what is opened is the archive's or nothing. */
static void
test_swapped (Tree *tree, gconstpointer data)
{
  Swapping swapping = { .tree = tree };
  GThread *thread = g_thread_new ("swap", swap, &swapping);
  guint n_opened = 0;

  for (guint i = 0; i < 20000; i++)
    {
      g_auto (SkyDescriptor) file = sky_archive_file_open (tree->archive, "turn/secret.mkv", NULL);
      char byte = 0;

      if (file < 0)
        continue;
      g_assert_cmpint (read (file, &byte, 1), ==, 1);
      g_assert_cmpint (byte, ==, 'b');
      n_opened++;
    }
  g_atomic_int_set (&swapping.done, 1);
  g_thread_join (thread);
  g_test_message ("opened %u times", n_opened);
}

/* Its logs, footage.json and staff.json are an archive's own too. */
static void
test_archive (Tree *tree, gconstpointer data)
{
  static const char *const names[] = { "footage.json", "staff.json" };
  static const char header[] =
      "{\"log\":\"skyward.table-log\",\"version\":1,\"property\":\"K\",\"table\":\"CR-01\","
      "\"game\":\"craps\",\"gaming_day\":\"2023-11-04\",\"time_zone\":\"America/New_York\","
      "\"currency\":\"USD\"}\n";
  g_autoptr (SkyArchive) archive = NULL;
  g_autoptr (SkyLog) log = NULL;
  g_autoptr (GError) error = NULL;

  put (tree->outside, "footage.json", "{\"cameras\":[]}");
  put (tree->outside, "staff.json", "{\"staff\":[]}");
  put (tree->outside, "log", header);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *target = g_build_filename (tree->outside, names[i], NULL);
      make_link (tree, names[i], target);
    }
  make_link (tree, "a.tel.jsonl", "../outside/log");
  archive = sky_archive_open (tree->archive, &error);
  g_assert_no_error (error);
  g_assert_null (archive->footage);
  g_assert_null (archive->staff);
  g_assert_cmpuint (g_strv_length (archive->problems), ==, 2);
  for (guint i = 0; i < 2; i++)
    g_assert_nonnull (strstr (archive->problems[i], "symbolic link"));
  log = sky_log_open_in_archive (archive->path, archive->logs[0], &error);
  g_assert_null (log);
  g_assert_error (error, SKY_LOG_ERROR, SKY_LOG_ERROR_REFUSED);
  g_assert_true (g_str_has_prefix (error->message, archive->logs[0]));
  g_clear_error (&error);
  /* What the user names himself is followed. */
  log = sky_log_open (archive->logs[0], &error);
  g_assert_no_error (error);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, data, func)                                                                      \
  g_test_add ("/archive-file/" name, Tree, GUINT_TO_POINTER (data), set_up, func, tear_down)
  ADD ("paths", 0, test_paths);
  ADD ("no-such-call", ENOSYS, test_step_by_step);
  ADD ("call-denied", EPERM, test_step_by_step);
  ADD ("swapped", 0, test_swapped);
  ADD ("archive", 0, test_archive);
  return g_test_run ();
}
