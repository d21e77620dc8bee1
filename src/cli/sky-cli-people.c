/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "sky-cli.h"
#include "sky-passphrase.h"
#include "sky-person.h"
#include "sky-sign-in.h"
#include "sky-store-opener.h"

/* How long a certificate of our own making is good, when nothing else is said. */
#define DAYS 730

typedef struct
{
  char *store;
  char *role;
  char *key;
  char *certificate;
  char *until;
  char *as;
  char *as_key;
  char *passphrase;
  char *as_passphrase;
  int days;
} Options;

static void
options_clear (Options *self)
{
  g_free (self->store);
  g_free (self->role);
  g_free (self->key);
  g_free (self->certificate);
  g_free (self->until);
  g_free (self->as);
  g_free (self->as_key);
  g_free (self->passphrase);
  g_free (self->as_passphrase);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

static SkyCliStatus
list (SkyStore *store)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) people = sky_store_list_people (store, &error);

  if (people == NULL)
    return sky_cli_fail (error);
  for (guint i = 0; i < people->len; i++)
    {
      const SkyPerson *person = people->pdata[i];
      g_autoptr (SkyCertificate) certificate =
          sky_certificate_new_from_pem (person->certificate, NULL);
      char until[SKY_TIME_TEXT_SIZE];

      sky_time_format (person->expires, until);
      sky_cli_print ("%-14s %-12s  %s\n", person->credential,
                     sky_person_role_to_name (person->role), person->name);
      sky_cli_print (_ ("    until %s, SHA-256 %s\n"), until,
                     certificate != NULL ? sky_certificate_get_fingerprint (certificate) : "?");
      if (person->revocation != 0)
        sky_cli_print (_ ("    revoked %s: %s\n"), sky_time_format (person->revoked_at, until),
                       person->reason);
      else if (person->expires <= g_get_real_time ())
        sky_cli_print (_ ("    expired\n"));
    }
  return SKY_CLI_DONE;
}

/* Who acts, signed in on @store. Returns: FALSE, with a complaint, when they cannot. */
static gboolean
sign_in (SkyStore *store, const Options *options, SkyPerson **who)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) people = sky_store_list_people (store, &error);
  g_autoptr (SkyIdentity) identity = NULL;
  const SkyPerson *person;

  if (people == NULL)
    {
      sky_cli_complain ("%s", error->message);
      return FALSE;
    }
  if (options->as == NULL || (person = sky_people_find (people, options->as)) == NULL)
    {
      sky_cli_complain (_ ("give your registered credential with --as"));
      return FALSE;
    }
  identity = sky_cli_open_identity (options->as, options->as_key, options->as_passphrase);
  if (identity == NULL)
    return FALSE;
  sky_cli_sign_in (store, options->as, identity);
  *who = g_new0 (SkyPerson, 1);
  (*who)->credential = g_strdup (person->credential);
  (*who)->name = g_strdup (person->name);
  return TRUE;
}

/* Registers the owner of @identity, whose certificate is theirs. */
static gboolean
register_person (SkyStore *store,
                 const Options *options,
                 const char *credential,
                 const char *name,
                 SkyPersonRole role,
                 SkyIdentity *identity,
                 GError **error)
{
  SkyCertificate *certificate = sky_identity_get_certificate (identity);
  g_autofree char *pem = sky_certificate_to_pem (certificate);
  g_autoptr (GPtrArray) people = sky_store_list_people (store, error);
  g_autoptr (SkyPerson) who = NULL;
  const SkyPerson person = {
    .credential = (char *) credential,
    .name = (char *) name,
    .role = role,
    .certificate = pem,
    .expires = sky_certificate_get_not_after (certificate),
  };
  SkyReviewer reviewer = { credential, name };

  if (people == NULL)
    return FALSE;
  if (people->len == 0)
    sky_cli_sign_in (store, credential, identity);
  else
    {
      if (!sign_in (store, options, &who))
        return FALSE;
      reviewer = (SkyReviewer){ who->credential, who->name };
    }
  return sky_store_add_person (store, &reviewer, &person, error);
}

static SkyCliStatus
add (SkyStore *store,
     const Options *options,
     gboolean import,
     const char *credential,
     const char *name)
{
  g_autofree char *path = sky_identity_default_path (credential);
  g_autofree char *prompt = g_strdup_printf (_ ("New passphrase for %s"), path);
  g_autoptr (SkyIdentity) identity = NULL;
  g_autoptr (GError) error = NULL;
  SkyPersonRole role;
  char *passphrase;
  gboolean done = FALSE;

  if (!sky_person_role_from_name (options->role, &role))
    return sky_cli_wrong_usage ("people", _ ("--role is one of operator, investigator, auditor"));
  if (import && options->key == NULL)
    return sky_cli_wrong_usage ("people", _ ("give the file to import with --key"));
  if (!import && options->key != NULL)
    {
      g_free (path);
      path = g_strdup (options->key);
    }
  if (options->days < 0 || options->days > 36500)
    return sky_cli_wrong_usage ("people", _ ("--days takes a number from 1 to 36500"));

  passphrase = sky_passphrase_read (options->passphrase, prompt, !import);
  if (passphrase == NULL)
    return SKY_CLI_FAILED;
  if (import)
    identity = sky_identity_import (options->key, options->certificate, passphrase, &error);
  else
    identity = sky_identity_create (credential, name,
                                    options->days > 0 ? (guint) options->days : DAYS, &error);
  if (identity != NULL)
    done = sky_identity_save (identity, path, passphrase, &error);
  sky_passphrase_free (passphrase);
  if (!done)
    return sky_cli_fail (error);
  if (!register_person (store, options, credential, name, role, identity, &error))
    {
      if (error != NULL)
        sky_cli_complain ("%s", error->message);
      sky_cli_complain (_ ("wrote %s, but its owner is not registered"), path);
      return SKY_CLI_FAILED;
    }
  sky_cli_print (_ ("registered %s, credential %s, as %s\nkey: %s\ncertificate: SHA-256 %s\n"),
                 name, credential, options->role, path,
                 sky_certificate_get_fingerprint (sky_identity_get_certificate (identity)));
  return SKY_CLI_DONE;
}

static SkyCliStatus
expire_person (SkyStore *store, const Options *options, const char *credential)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyPerson) who = NULL;
  SkyTime at = g_get_real_time ();

  if (options->until != NULL && !sky_time_parse (options->until, strlen (options->until), &at))
    return sky_cli_wrong_usage ("people",
                                _ ("--at takes a time in UTC, such as “2026-01-31T00:00:00Z”"));
  if (!sign_in (store, options, &who))
    return SKY_CLI_FAILED;
  if (!sky_store_expire_person (store, &(SkyReviewer){ who->credential, who->name }, credential, at,
                                &error))
    return sky_cli_fail (error);
  return SKY_CLI_DONE;
}

static SkyCliStatus
revoke_person (SkyStore *store, const Options *options, const char *credential, const char *reason)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyPerson) who = NULL;

  if (!sign_in (store, options, &who))
    return SKY_CLI_FAILED;
  if (!sky_store_revoke_person (store, &(SkyReviewer){ who->credential, who->name }, credential,
                                reason, &error))
    return sky_cli_fail (error);
  return SKY_CLI_DONE;
}

SkyCliStatus
sky_cli_people (const SkyCommand *command, int argc, char **argv)
{
  g_auto (Options) options = { NULL };
  g_autoptr (SkyStore) store = NULL;
  g_autoptr (GError) error = NULL;
  SkyCliStatus status;
  gboolean reads;
  const GOptionEntry entries[] = {
    { "store", 0, 0, G_OPTION_ARG_FILENAME, &options.store,
      N_ ("The database (default: the console's)"), "FILE" },
    { "role", 0, 0, G_OPTION_ARG_STRING, &options.role, N_ ("The person's role"),
      "operator|investigator|auditor" },
    { "key", 0, 0, G_OPTION_ARG_FILENAME, &options.key,
      N_ ("The file to write the key to, or to import it from"), "FILE" },
    { "certificate", 0, 0, G_OPTION_ARG_FILENAME, &options.certificate,
      N_ ("The certificate of an imported key, if the key file has none"), "FILE" },
    { "days", 0, 0, G_OPTION_ARG_INT, &options.days,
      N_ ("How many days the certificate is valid (default: 730)"), "N" },
    { "at", 0, 0, G_OPTION_ARG_STRING, &options.until,
      N_ ("When the person expires (default: now)"), "INSTANT" },
    { "passphrase-file", 0, 0, G_OPTION_ARG_FILENAME, &options.passphrase,
      N_ ("A file whose first line is the passphrase of the new or imported key"), "FILE" },
    { "as", 0, 0, G_OPTION_ARG_STRING, &options.as, N_ ("Your credential"), "CREDENTIAL" },
    { "as-key", 0, 0, G_OPTION_ARG_FILENAME, &options.as_key, N_ ("Your key file"), "FILE" },
    { "as-passphrase-file", 0, 0, G_OPTION_ARG_FILENAME, &options.as_passphrase,
      N_ ("A file whose first line is your key's passphrase"), "FILE" },
    { NULL },
  };

  if (!sky_cli_parse (command, entries, &argc, &argv, &status))
    return status;
  if (argc < 2)
    return sky_cli_wrong_usage ("people", _ ("give list, add, import, expire or revoke"));
  reads = g_str_equal (argv[1], "list");
  if (!(reads && argc == 2)
      && !((g_str_equal (argv[1], "add") || g_str_equal (argv[1], "import")) && argc == 4)
      && !(g_str_equal (argv[1], "expire") && argc == 3)
      && !(g_str_equal (argv[1], "revoke") && argc == 4))
    return sky_cli_wrong_usage ("people",
                                _ ("give one of: list; add CREDENTIAL NAME; import CREDENTIAL "
                                   "NAME; expire CREDENTIAL; revoke CREDENTIAL REASON"));
  if (options.store == NULL)
    options.store = sky_store_default_path ();
  store = sky_cli_open_store (options.store, reads ? SKY_STORE_READ_ONLY : SKY_STORE_READ_WRITE,
                              &error);
  if (store == NULL)
    return sky_cli_fail (error);
  if (reads)
    return list (store);
  if (g_str_equal (argv[1], "expire"))
    return expire_person (store, &options, argv[2]);
  if (g_str_equal (argv[1], "revoke"))
    return revoke_person (store, &options, argv[2], argv[3]);
  return add (store, &options, g_str_equal (argv[1], "import"), argv[2], argv[3]);
}
