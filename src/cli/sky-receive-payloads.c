/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-receive-payloads.h"

#include "sky-cli.h"
#include "sky-json-writer.h"

#include <gio/gio.h>
#include <glib/gi18n.h>

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* More than that does not wait for a disk. */
#define MAX_WAITING (64 * 1024 * 1024)

struct _SkyReceivePayloads
{
  char *path;
  int file;
  off_t size;       /* of what is whole and synced */
  GString *waiting; /* lines that are not written yet */
  SkyJsonParser *parser;
  SkyImport *import;
  guint64 n_lost; /* there was no room for them */
};

static gboolean
fail (const SkyReceivePayloads *self, GError **error)
{
  const int cause = errno;

  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (cause), "%s: %s", self->path,
               g_strerror (cause));
  return FALSE;
}

/* What does not fit is told when it comes, beside being kept. */
static void
trace_cb (gpointer data, const SkyImportTrace *trace)
{
  if (trace->fate == SKY_IMPORT_ASIDE)
    sky_cli_complain (_ ("%s:%" PRIu64 ": set aside: %s"), SKY_RECEIVE_PAYLOADS_FILE,
                      trace->record->number, trace->reason);
}

/* A line that a kill cut is no record: nobody was told of it. */
static gboolean
cut_torn (SkyReceivePayloads *self, GError **error)
{
  char block[4096];
  struct stat status;

  if (fstat (self->file, &status) != 0)
    return fail (self, error);
  self->size = status.st_size;
  while (self->size > 0)
    {
      const off_t from = MAX (0, self->size - (off_t) sizeof block);
      const gssize n = pread (self->file, block, (size_t) (self->size - from), from);
      const char *lf = n > 0 ? memrchr (block, '\n', (size_t) n) : NULL;

      if (n <= 0)
        return fail (self, error);
      self->size = lf != NULL ? from + (lf - block) + 1 : from;
      if (lf != NULL)
        break;
    }
  return ftruncate (self->file, self->size) == 0 || fail (self, error);
}

SkyReceivePayloads *
sky_receive_payloads_new (const SkyMap *map, const char *folder, GError **error)
{
  g_autoptr (SkyReceivePayloads) self = g_new0 (SkyReceivePayloads, 1);
  const SkyImportOptions options = {
    .folder = folder, .append = TRUE, .tolerate = G_MAXINT64, .trace = trace_cb
  };

  self->path = g_build_filename (folder, SKY_RECEIVE_PAYLOADS_FILE, NULL);
  self->waiting = g_string_new (NULL);
  self->parser = sky_json_parser_new ();
  self->file = open (self->path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0640);
  if (self->file < 0)
    {
      fail (self, error);
      return NULL;
    }
  if (!cut_torn (self, error))
    return NULL;
  self->import = sky_import_new (map, &options, error);
  if (self->import == NULL || !sky_import_follow (self->import, self->path, error))
    return NULL;
  return g_steal_pointer (&self);
}

void
sky_receive_payloads_free (SkyReceivePayloads *self)
{
  if (self == NULL)
    return;
  sky_import_free (self->import);
  if (self->file >= 0)
    close (self->file);
  g_string_free (self->waiting, TRUE);
  sky_json_parser_free (self->parser);
  g_free (self->path);
  g_free (self);
}

/* JSON stays JSON, on one line; other text is a text; what is no text is base64. */
static void
add_payload (SkyReceivePayloads *self, const char *payload, gsize size)
{
  g_autofree char *text = NULL;
  const char *cause;

  if (!g_utf8_validate_len (payload, size, NULL))
    {
      text = g_base64_encode ((const guchar *) payload, size);
      sky_json_add_string (self->waiting, "raw", text);
      return;
    }
  text = g_strndup (payload, size);
  if (sky_json_parse (self->parser, text, size, FALSE, &cause) == NULL)
    {
      sky_json_add_string (self->waiting, "payload", text);
      return;
    }
  /* Between the tokens of JSON, where alone they can be, line ends are blanks. */
  g_strdelimit (text, "\r\n", ' ');
  sky_json_add_raw (self->waiting, "payload", text);
}

void
sky_receive_payloads_add (SkyReceivePayloads *self,
                          const char *topic,
                          const char *payload,
                          gsize size)
{
  char at[SKY_TIME_TEXT_SIZE];

  if (self->waiting->len > MAX_WAITING)
    {
      if (self->n_lost++ == 0)
        sky_cli_complain (_ ("%s: payloads are lost: the disk takes nothing"), self->path);
      return;
    }
  self->n_lost = 0;
  sky_json_begin_object (self->waiting, NULL);
  sky_json_add_string (self->waiting, "topic", topic);
  sky_json_add_string (self->waiting, "at", sky_time_format (g_get_real_time (), at));
  add_payload (self, payload, size);
  sky_json_end_object (self->waiting);
  g_string_append_c (self->waiting, '\n');
}

/* All of it or nothing. */
static gboolean
write_waiting (SkyReceivePayloads *self, GError **error)
{
  gsize done = 0;

  while (done < self->waiting->len)
    {
      const gssize n = write (self->file, self->waiting->str + done, self->waiting->len - done);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        break;
      done += (gsize) n;
    }
  if (done < self->waiting->len || fdatasync (self->file) != 0)
    {
      fail (self, error);
      if (ftruncate (self->file, self->size) != 0)
        g_prefix_error (error, "%s: ", _ ("cannot be cut back"));
      return FALSE;
    }
  self->size += (off_t) done;
  g_string_truncate (self->waiting, 0);
  return TRUE;
}

gboolean
sky_receive_payloads_write (SkyReceivePayloads *self, GError **error)
{
  if (self->waiting->len == 0)
    return TRUE;
  return write_waiting (self, error) && sky_import_read_more (self->import, error);
}

gboolean
sky_receive_payloads_finish (SkyReceivePayloads *self, GError **error)
{
  return sky_receive_payloads_write (self, error) && sky_import_finish (self->import, error);
}
