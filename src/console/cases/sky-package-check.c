/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-package-check.h"

#include <glib/gi18n.h>

#include "sky-thread-task.h"

/* How far it is is told so often, in milliseconds. */
#define TELL_EVERY 100

struct _SkyPackageCheck
{
  GObject parent_instance;

  char *path;
  GPtrArray *logs;     /* of paths */
  char *certificate;   /* NULL: whoever it says */
  GCancellable *going; /* NULL: nothing goes on */
  gint *done;          /* thousandths, atomic; of the thread that goes on. A ref-counted box */
  guint telling;
  SkyVerifyReport *report;
  char *problem;
};

enum
{
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SkyPackageCheck, sky_package_check, G_TYPE_OBJECT)

/* What is asked for, as the preferences were when it was. */
typedef struct
{
  char *path;
  char **logs;
  char *certificate; /* a file's path; NULL: none */
  char *trust;       /* a file's path; empty: none */
  char *authority;   /* likewise */
  gint *done;
} Asked;

static void
progress_cb (guint64 done, guint64 total, gpointer data)
{
  g_atomic_int_set ((gint *) data, total > 0 ? (gint) (done * 1000 / total) : 0);
}

static SkyCertificate *
read_certificate (const char *path, GError **error)
{
  g_autofree char *pem = NULL;

  if (!g_file_get_contents (path, &pem, NULL, error))
    return NULL;
  return sky_certificate_new_from_pem (pem, error);
}

static gpointer
verify_in_thread (gpointer task_data, GCancellable *cancellable, GError **error)
{
  const Asked *asked = task_data;
  g_autoptr (SkyTrust) trust = NULL;
  g_autoptr (SkyTrust) authorities = NULL;
  g_autoptr (SkyCertificate) certificate = NULL;
  SkyVerifyOptions options = {
    .logs = (const char *const *) asked->logs,
    .eye = sky_verify_get_eye (),
    .cancellable = cancellable,
    .progress = progress_cb,
    .progress_data = asked->done,
  };

  if (!sky_trust_read_both (asked->trust, asked->authority, &trust, &authorities, error))
    return NULL;
  if (asked->certificate != NULL
      && (certificate = read_certificate (asked->certificate, error)) == NULL)
    return NULL;
  options.trust = trust;
  options.authorities = authorities;
  options.certificate = certificate;
  return sky_package_verify (asked->path, &options, error);
}

static void
end (SkyPackageCheck *self)
{
  g_clear_handle_id (&self->telling, g_source_remove);
  g_clear_object (&self->going);
  g_clear_pointer (&self->done, g_atomic_rc_box_release);
}

static void
verified_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (SkyPackageCheck) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyVerifyReport) report = sky_thread_task_finish (result, &error);

  /* It was begun anew, or stopped. */
  if (g_task_get_cancellable (G_TASK (result)) != self->going)
    return;
  end (self);
  self->report = g_steal_pointer (&report);
  self->problem = error != NULL ? g_strdup (error->message) : NULL;
  g_signal_emit (self, signals[CHANGED], 0);
}

static gboolean
tell_cb (gpointer self)
{
  g_signal_emit (self, signals[CHANGED], 0);
  return G_SOURCE_CONTINUE;
}

void
sky_package_check_stop (SkyPackageCheck *self)
{
  g_return_if_fail (SKY_IS_PACKAGE_CHECK (self));

  if (self->going != NULL)
    g_cancellable_cancel (self->going);
  end (self);
}

static void
begin (SkyPackageCheck *self)
{
  g_autoptr (GSettings) settings = g_settings_new (SKY_APP_ID);
  Asked *asked = sky_thread_task_new (Asked);

  sky_package_check_stop (self);
  g_clear_pointer (&self->report, sky_verify_report_free);
  g_clear_pointer (&self->problem, g_free);
  self->going = g_cancellable_new ();
  self->done = g_atomic_rc_box_new0 (gint);
  self->telling = g_timeout_add (TELL_EVERY, tell_cb, self);
  asked->path = sky_thread_task_copy_text (asked, self->path);
  asked->logs = sky_thread_task_keep (asked, g_strdupv ((char **) self->logs->pdata),
                                      (GDestroyNotify) g_strfreev);
  asked->certificate = sky_thread_task_copy_text (asked, self->certificate);
  asked->trust = sky_thread_task_keep_text (asked, g_settings_get_string (settings, "trust-list"));
  asked->authority =
      sky_thread_task_keep_text (asked, g_settings_get_string (settings, "authority-list"));
  asked->done = sky_thread_task_keep (asked, g_atomic_rc_box_acquire (self->done),
                                      (GDestroyNotify) g_atomic_rc_box_release);
  sky_thread_task_run (asked, verify_in_thread, (GDestroyNotify) sky_verify_report_free,
                       self->going, verified_cb, g_object_ref (self));
  g_signal_emit (self, signals[CHANGED], 0);
}

void
sky_package_check_add_log (SkyPackageCheck *self, const char *path)
{
  g_return_if_fail (SKY_IS_PACKAGE_CHECK (self));
  g_return_if_fail (path != NULL);

  g_ptr_array_add (self->logs, g_strdup (path));
  begin (self);
}

void
sky_package_check_set_certificate (SkyPackageCheck *self, const char *path)
{
  g_return_if_fail (SKY_IS_PACKAGE_CHECK (self));
  g_return_if_fail (path != NULL);

  g_free (self->certificate);
  self->certificate = g_strdup (path);
  begin (self);
}

const char *
sky_package_check_get_path (SkyPackageCheck *self)
{
  g_return_val_if_fail (SKY_IS_PACKAGE_CHECK (self), NULL);
  return self->path;
}

const SkyVerifyReport *
sky_package_check_get_report (SkyPackageCheck *self)
{
  g_return_val_if_fail (SKY_IS_PACKAGE_CHECK (self), NULL);
  return self->report;
}

const char *
sky_package_check_get_problem (SkyPackageCheck *self)
{
  g_return_val_if_fail (SKY_IS_PACKAGE_CHECK (self), NULL);
  return self->problem;
}

guint
sky_package_check_get_done (SkyPackageCheck *self)
{
  g_return_val_if_fail (SKY_IS_PACKAGE_CHECK (self), 0);
  return self->done != NULL ? (guint) g_atomic_int_get (self->done) : 1000;
}

const char *
sky_package_check_get_verdict (SkyPackageCheck *self)
{
  g_return_val_if_fail (SKY_IS_PACKAGE_CHECK (self), NULL);

  if (self->report == NULL)
    return self->problem != NULL ? self->problem : "";
  switch (self->report->verdict)
    {
    case SKY_VERDICT_HOLDS:
      return _ ("Every check passed, and the signer is trusted.");
    case SKY_VERDICT_NOBODY_VOUCHES:
      return _ ("Every check passed, but the signer is not trusted.");
    case SKY_VERDICT_FAILS:
    default:
      return _ ("Some checks failed.");
    }
}

static void
sky_package_check_dispose (GObject *object)
{
  sky_package_check_stop (SKY_PACKAGE_CHECK (object));
  G_OBJECT_CLASS (sky_package_check_parent_class)->dispose (object);
}

static void
sky_package_check_finalize (GObject *object)
{
  SkyPackageCheck *self = SKY_PACKAGE_CHECK (object);

  g_free (self->path);
  g_free (self->certificate);
  g_free (self->problem);
  g_clear_pointer (&self->report, sky_verify_report_free);
  g_ptr_array_unref (self->logs);
  G_OBJECT_CLASS (sky_package_check_parent_class)->finalize (object);
}

static void
sky_package_check_class_init (SkyPackageCheckClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sky_package_check_dispose;
  G_OBJECT_CLASS (klass)->finalize = sky_package_check_finalize;
  signals[CHANGED] = g_signal_new ("changed", SKY_TYPE_PACKAGE_CHECK, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
sky_package_check_init (SkyPackageCheck *self)
{
  self->logs = g_ptr_array_new_null_terminated (0, g_free, TRUE);
}

SkyPackageCheck *
sky_package_check_new (const char *path)
{
  g_return_val_if_fail (path != NULL, NULL);

  SkyPackageCheck *self = g_object_new (SKY_TYPE_PACKAGE_CHECK, NULL);
  self->path = g_strdup (path);
  begin (self);
  return self;
}
