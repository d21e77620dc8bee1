/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What others do with a store is told, and that somebody is there until they are not: the one who
 * dies is this program, run again. */
#include "config.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include "private-postgres.h"
#include "sky-review.h"
#include "sky-store-watch.h"
#include "store-samples.h"

static const SkyReviewer ada = { "PA-100001", "Ada Quinn" };

/* What a watch told last. */
typedef struct
{
  SkyStoreWatch *watch;
  guint n; /* how often it told something */
  gboolean connected;
  SkyLook present;
  gint64 stamp;
  GPtrArray *desks; /* NULL: nothing was told yet */
} Ear;

static void
news_cb (const SkyStoreNews *news, gpointer data)
{
  Ear *ear = data;

  ear->n++;
  ear->connected = news->connected;
  ear->present = news->present;
  ear->stamp = news->stamp;
  g_clear_pointer (&ear->desks, g_ptr_array_unref);
  ear->desks = g_ptr_array_ref (news->desks);
}

static void
ear_open (Ear *ear, const char *path)
{
  *ear = (Ear){ .watch = sky_store_watch_new (path, news_cb, ear) };
}

static void
ear_close (Ear *ear)
{
  sky_store_watch_free (ear->watch);
  g_clear_pointer (&ear->desks, g_ptr_array_unref);
}

G_GNUC_NORETURN static gboolean
give_up_cb (gpointer data)
{
  g_error ("waited in vain for %s", (const char *) data);
}

#define WAIT(condition)                                                                            \
  G_STMT_START                                                                                     \
  {                                                                                                \
    guint patience = g_timeout_add_seconds (60, give_up_cb, (gpointer) #condition);                \
    while (!(condition))                                                                           \
      g_main_context_iteration (NULL, TRUE);                                                       \
    g_source_remove (patience);                                                                    \
  }                                                                                                \
  G_STMT_END

typedef struct
{
  Samples samples;
  char *path; /* of the store */
  SkyStore *store;
  SampleAudit *audit;
  char *keys[3];
} Desk;

static void
set_up (Desk *self, gconstpointer in_postgres)
{
  g_autoptr (GError) error = NULL;

  samples_set_up (&self->samples, NULL);
  self->path =
      in_postgres != NULL ? private_postgres_new_database () : g_strdup (self->samples.path);
  self->store = sky_store_open (self->path, SKY_STORE_READ_WRITE, &error);
  g_assert_no_error (error);
  self->audit = sample_audit_new (1, 0, 20, 12, 1);
  sample_audit_write (self->audit, self->store);
  for (guint i = 0; i < G_N_ELEMENTS (self->keys); i++)
    self->keys[i] = sample_audit_key (self->audit, i);
}

static void
tear_down (Desk *self, gconstpointer unused)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->keys); i++)
    g_free (self->keys[i]);
  sample_audit_free (self->audit);
  sky_store_free (self->store);
  g_free (self->path);
  samples_tear_down (&self->samples, NULL);
}

static gint64
decide (Desk *self, guint finding)
{
  g_autoptr (GError) error = NULL;
  gint64 number = 0;

  sky_store_decide (self->store, &ada, self->keys[finding], SKY_LEDGER_CONFIRM, NULL,
                    SKY_REVIEW_ANY, &number, &error);
  g_assert_no_error (error);
  return number;
}

static void
test_told (Desk *self, gconstpointer unused)
{
  g_autoptr (SampleAudit) more = sample_audit_new (2, 0, 20, 30, 2);
  Ear ear;

  ear_open (&ear, self->path);
  WAIT (ear.desks != NULL);
  g_assert_true (ear.connected);
  g_assert_cmpint (ear.present.entry, ==, 0);
  g_assert_cmpint (ear.present.finding, >=, 12);
  gint64 findings = ear.present.finding;

  for (guint i = 0; i < 3; i++)
    {
      gint64 number = decide (self, i);
      WAIT (ear.present.entry == number);
    }
  g_assert_cmpint (ear.present.finding, ==, findings);
  sample_audit_write (more, self->store);
  WAIT (ear.present.finding == findings + 30);

  /* An audit that finds the same is a change all the same. */
  gint64 stamp = ear.stamp;
  sample_audit_write (more, self->store);
  WAIT (ear.stamp != stamp);
  ear_close (&ear);
}

/* The one that others see of @ear's desk; NULL: they do not. */
static const SkyDesk *
find_desk (const Ear *ear, const char *credential)
{
  for (guint i = 0; ear->desks != NULL && i < ear->desks->len; i++)
    {
      const SkyDesk *desk = ear->desks->pdata[i];
      if (strcmp (desk->credential, credential) == 0)
        return desk;
    }
  return NULL;
}

static gboolean
is_at (const Ear *ear, const char *credential, const char *key)
{
  const SkyDesk *desk = find_desk (ear, credential);
  char digest[SKY_DIGEST_HEX_SIZE] = "";

  if (key != NULL)
    sky_desk_digest_finding (key, digest);
  return desk != NULL && strcmp (desk->finding, digest) == 0;
}

static void
test_present (Desk *self, gconstpointer unused)
{
  Ear ears[2];

  ear_open (&ears[0], self->path);
  sky_store_watch_set_present (ears[0].watch, "PA-1", "Ada\nQuinn", self->keys[0]);
  ear_open (&ears[1], self->path);
  sky_store_watch_set_present (ears[1].watch, "PA-2", "Ben Stone", self->keys[1]);
  WAIT (is_at (&ears[1], "PA-1", self->keys[0]));
  WAIT (is_at (&ears[0], "PA-2", self->keys[1]));
  /* None sees itself, and a name is a line. */
  g_assert_cmpuint (ears[0].desks->len, ==, 1);
  g_assert_cmpstr (find_desk (&ears[0], "PA-2")->name, ==, "Ben Stone");
  g_assert_cmpstr (find_desk (&ears[1], "PA-1")->name, ==, "Ada Quinn");

  sky_store_watch_set_present (ears[1].watch, "PA-2", "Ben Stone", self->keys[2]);
  WAIT (is_at (&ears[0], "PA-2", self->keys[2]));
  sky_store_watch_set_present (ears[1].watch, "PA-2", "Ben Stone", NULL);
  WAIT (is_at (&ears[0], "PA-2", NULL));
  sky_store_watch_set_present (ears[1].watch, "PA-3", "Cy Reed", self->keys[0]);
  WAIT (is_at (&ears[0], "PA-3", self->keys[0]));
  g_assert_cmpuint (ears[0].desks->len, ==, 1);
  ear_close (&ears[1]);
  WAIT (ears[0].desks->len == 0);
  ear_close (&ears[0]);
}

static char *program;

/* Sits at a finding for as long as it lives. */
G_GNUC_NORETURN static void
sit (const char *path, const char *key)
{
  Ear ear;

  ear_open (&ear, path);
  sky_store_watch_set_present (ear.watch, "PA-9", "Dee Died", key);
  for (;;)
    g_main_context_iteration (NULL, TRUE);
}

/* One who is killed is gone like one who leaves. */
static void
test_killed (Desk *self, gconstpointer unused)
{
  const char *arguments[] = { program, "--sit", self->path, self->keys[1], NULL };
  g_autoptr (GError) error = NULL;
  Ear ear;

  ear_open (&ear, self->path);
  for (guint i = 0; i < 3; i++)
    {
      GPid pid;

      g_spawn_async (NULL, (char **) arguments, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &pid,
                     &error);
      g_assert_no_error (error);
      WAIT (is_at (&ear, "PA-9", self->keys[1]));
      g_assert_cmpint (kill (pid, SIGKILL), ==, 0);
      WAIT (ear.desks->len == 0);
      g_assert_cmpint (waitpid (pid, NULL, 0), ==, pid);
    }
  ear_close (&ear);
}

/* A store that is not there yet is watched as soon as it is. */
static void
test_late (Desk *self, gconstpointer in_postgres)
{
  g_autofree char *path = in_postgres != NULL
                              ? private_postgres_new_database ()
                              : g_build_filename (self->samples.folder, "later.db", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = NULL;
  Ear ear;

  ear_open (&ear, path);
  WAIT (ear.desks != NULL);
  g_assert_false (ear.connected);
  store = sky_store_open (path, SKY_STORE_READ_WRITE, &error);
  g_assert_no_error (error);
  sky_store_watch_retry (ear.watch);
  WAIT (ear.connected);
  ear_close (&ear);
}

/* A server that goes is told, and that it is back; who was there is so again. */
static void
test_restarted (Desk *self, gconstpointer unused)
{
  Ear ears[2];

  for (guint i = 0; i < 2; i++)
    {
      ear_open (&ears[i], self->path);
      sky_store_watch_set_present (ears[i].watch, i == 0 ? "PA-1" : "PA-2", "", self->keys[i]);
    }
  WAIT (is_at (&ears[0], "PA-2", self->keys[1]));
  gint64 number = decide (self, 0);
  WAIT (ears[1].present.entry == number);

  private_postgres_stop ();
  WAIT (!ears[0].connected && !ears[1].connected);
  private_postgres_start ();
  for (guint i = 0; i < 2; i++)
    sky_store_watch_retry (ears[i].watch);
  WAIT (ears[0].connected && ears[1].connected);
  WAIT (is_at (&ears[0], "PA-2", self->keys[1]));
  WAIT (is_at (&ears[1], "PA-1", self->keys[0]));
  g_autoptr (GError) error = NULL;
  g_assert_true (sky_store_reconnect (self->store, &error));
  number = decide (self, 1);
  WAIT (ears[0].present.entry == number && ears[1].present.entry == number);
  ear_close (&ears[0]);
  ear_close (&ears[1]);
}

#define ADD(path, function)                                                                        \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_test_add ("/watch/sqlite/" path, Desk, NULL, set_up, function, tear_down);                   \
    g_test_add ("/watch/postgres/" path, Desk, "", set_up, function, tear_down);                   \
  }                                                                                                \
  G_STMT_END

int
main (int argc, char **argv)
{
  if (argc == 4 && strcmp (argv[1], "--sit") == 0)
    sit (argv[2], argv[3]);
  g_test_init (&argc, &argv, NULL);
  program = argv[0];
  ADD ("told", test_told);
  ADD ("present", test_present);
  ADD ("killed", test_killed);
  ADD ("late", test_late);
  g_test_add ("/watch/postgres/restarted", Desk, "", set_up, test_restarted, tear_down);
  return g_test_run ();
}
