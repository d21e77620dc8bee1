/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-intake.h"

struct _SkyIntake
{
  GObject parent_instance;

  SkyStoreLink *link;
  char **opened;         /* the archives that are open */
  SkyAuditJob *job;      /* NULL: none runs */
  guint n_audits;        /* that began so far */
  char *problem;         /* the last that the audit told; NULL: none */
  gboolean follow;       /* what grows is to be followed */
  SkyFollower *follower; /* NULL: nothing is */
  GHashTable *told;      /* keys of what it found, which the store may not have yet */
};

G_DEFINE_FINAL_TYPE (SkyIntake, sky_intake, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_JOB,
  PROP_FOLLOWING,
  N_PROPS,
};

enum
{
  LOG_AUDITED,
  ENDED,
  LOG_GROWN,
  NEWS,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

static void
notify (SkyIntake *self, guint property)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

/* --- Following -------------------------------------------------------------------------------- */

static void
found_cb (SkyIntake *self, const SkyNews *news, SkyFollower *follower)
{
  if (follower != self->follower)
    return;
  g_hash_table_add (self->told, g_strdup (news->key));
  g_signal_emit (self, signals[NEWS], 0, news);
}

static void
stored_cb (SkyIntake *self, const char *archive, const char *name, SkyFollower *follower)
{
  g_autofree char *path = g_build_filename (archive, name, NULL);

  if (follower == self->follower)
    g_signal_emit (self, signals[LOG_GROWN], 0, path);
}

static void
follower_problem_cb (SkyIntake *self, const char *problem, SkyFollower *follower)
{
  if (follower == self->follower)
    sky_store_link_warn (self->link, problem);
}

/* Follows what is open, if that is wanted and no audit runs. */
static void
start_following (SkyIntake *self)
{
  if (!self->follow || self->follower != NULL || self->job != NULL || self->opened == NULL
      || self->opened[0] == NULL)
    return;
  self->follower =
      sky_follower_start ((const char *const *) self->opened, sky_store_link_get_path (self->link));
  g_signal_connect_object (self->follower, "found", G_CALLBACK (found_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->follower, "log-stored", G_CALLBACK (stored_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->follower, "problem", G_CALLBACK (follower_problem_cb), self,
                           G_CONNECT_SWAPPED);
  notify (self, PROP_FOLLOWING);
}

static void
stop_following (SkyIntake *self)
{
  if (self->follower == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->follower, self);
  sky_follower_stop (self->follower);
  g_clear_object (&self->follower);
  g_hash_table_remove_all (self->told);
  notify (self, PROP_FOLLOWING);
}

void
sky_intake_set_follow (SkyIntake *self, gboolean follow)
{
  g_return_if_fail (SKY_IS_INTAKE (self));

  self->follow = follow;
  if (follow)
    start_following (self);
  else
    stop_following (self);
}

gboolean
sky_intake_is_following (SkyIntake *self)
{
  g_return_val_if_fail (SKY_IS_INTAKE (self), FALSE);
  return self->follower != NULL;
}

gboolean
sky_intake_has_announced (SkyIntake *self, const char *key)
{
  g_return_val_if_fail (SKY_IS_INTAKE (self), FALSE);
  return g_hash_table_contains (self->told, key);
}

/* --- Auditing --------------------------------------------------------------------------------- */

static void
log_stored_cb (SkyIntake *self, SkyAuditJob *job)
{
  g_signal_emit (self, signals[LOG_AUDITED], 0);
}

static void
problem_cb (SkyIntake *self, const char *problem, SkyAuditJob *job)
{
  if (job == self->job)
    {
      g_free (self->problem);
      self->problem = g_strdup (problem);
    }
  sky_store_link_warn (self->link, problem);
}

static void
finished_cb (SkyIntake *self, GParamSpec *pspec, SkyAuditJob *job)
{
  if (job != self->job)
    return;
  g_clear_object (&self->job);
  g_signal_emit (self, signals[ENDED], 0);
  notify (self, PROP_JOB);
  start_following (self);
}

/* Takes @job. */
static void
watch_job (SkyIntake *self, SkyAuditJob *job)
{
  g_clear_pointer (&self->problem, g_free);
  self->job = job;
  g_signal_connect_object (self->job, "log-stored", G_CALLBACK (log_stored_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->job, "problem", G_CALLBACK (problem_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->job, "notify::finished", G_CALLBACK (finished_cb), self,
                           G_CONNECT_SWAPPED);
  notify (self, PROP_JOB);
}

static void
stop_job (SkyIntake *self)
{
  sky_intake_cancel (self);
  stop_following (self);
  g_clear_object (&self->job);
}

static void
start_job (SkyIntake *self, const char *const *paths)
{
  stop_job (self);
  self->n_audits++;
  watch_job (self, sky_audit_job_start (paths, sky_store_link_get_path (self->link)));
}

void
sky_intake_open (SkyIntake *self, const char *const *paths)
{
  g_return_if_fail (SKY_IS_INTAKE (self));
  g_return_if_fail (paths != NULL);

  stop_following (self);
  g_strfreev (self->opened);
  self->opened = g_strdupv ((char **) paths);
  if (paths[0] != NULL)
    start_job (self, paths);
}

const char *const *
sky_intake_get_opened (SkyIntake *self)
{
  g_return_val_if_fail (SKY_IS_INTAKE (self), NULL);
  return (const char *const *) self->opened;
}

void
sky_intake_audit_again (SkyIntake *self, const char *archive)
{
  const char *paths[] = { archive, NULL };

  g_return_if_fail (SKY_IS_INTAKE (self));

  if (archive != NULL)
    start_job (self, paths);
  else if (self->job == NULL && self->opened != NULL && self->opened[0] != NULL)
    start_job (self, (const char *const *) self->opened);
}

void
sky_intake_read_pictures (SkyIntake *self, const char *archive, const char *log)
{
  g_return_if_fail (SKY_IS_INTAKE (self));
  g_return_if_fail (archive != NULL && log != NULL);

  if (self->job != NULL)
    return;
  stop_job (self);
  watch_job (self,
             sky_audit_job_start_reading (archive, log, sky_store_link_get_path (self->link)));
}

void
sky_intake_cancel (SkyIntake *self)
{
  g_return_if_fail (SKY_IS_INTAKE (self));

  if (self->job != NULL)
    sky_audit_job_cancel (self->job);
}

SkyAuditJob *
sky_intake_get_job (SkyIntake *self)
{
  g_return_val_if_fail (SKY_IS_INTAKE (self), NULL);
  return self->job;
}

const char *
sky_intake_get_problem (SkyIntake *self)
{
  g_return_val_if_fail (SKY_IS_INTAKE (self), NULL);
  return self->problem;
}

guint
sky_intake_get_n_audits (SkyIntake *self)
{
  g_return_val_if_fail (SKY_IS_INTAKE (self), 0);
  return self->n_audits;
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_intake_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  SkyIntake *self = SKY_INTAKE (object);

  switch (id)
    {
    case PROP_JOB:
      g_value_set_object (value, self->job);
      break;
    case PROP_FOLLOWING:
      g_value_set_boolean (value, self->follower != NULL);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_intake_dispose (GObject *object)
{
  SkyIntake *self = SKY_INTAKE (object);

  sky_intake_cancel (self);
  stop_following (self);
  g_clear_object (&self->job);
  G_OBJECT_CLASS (sky_intake_parent_class)->dispose (object);
}

static void
sky_intake_finalize (GObject *object)
{
  SkyIntake *self = SKY_INTAKE (object);

  g_clear_object (&self->link);
  g_strfreev (self->opened);
  g_free (self->problem);
  g_hash_table_unref (self->told);
  G_OBJECT_CLASS (sky_intake_parent_class)->finalize (object);
}

static void
sky_intake_class_init (SkyIntakeClass *klass)
{
  const GParamFlags readable = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = sky_intake_get_property;
  object_class->dispose = sky_intake_dispose;
  object_class->finalize = sky_intake_finalize;

  properties[PROP_JOB] = g_param_spec_object ("job", NULL, NULL, SKY_TYPE_AUDIT_JOB, readable);
  properties[PROP_FOLLOWING] = g_param_spec_boolean ("following", NULL, NULL, FALSE, readable);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[LOG_AUDITED] = g_signal_new ("log-audited", SKY_TYPE_INTAKE, G_SIGNAL_RUN_LAST, 0, NULL,
                                       NULL, NULL, G_TYPE_NONE, 0);
  signals[ENDED] = g_signal_new ("ended", SKY_TYPE_INTAKE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
  signals[LOG_GROWN] = g_signal_new ("log-grown", SKY_TYPE_INTAKE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                     NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[NEWS] = g_signal_new ("news", SKY_TYPE_INTAKE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 1, SKY_TYPE_NEWS);
}

static void
sky_intake_init (SkyIntake *self)
{
  self->told = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

SkyIntake *
sky_intake_new (SkyStoreLink *link)
{
  g_return_val_if_fail (SKY_IS_STORE_LINK (link), NULL);

  SkyIntake *self = g_object_new (SKY_TYPE_INTAKE, NULL);
  self->link = g_object_ref (link);
  return self;
}
