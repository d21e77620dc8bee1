/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-received-log.h"

#include "sky-json-writer.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MODE_OPEN  0640
#define MODE_ENDED 0440

#define BLOCK (256 * 1024)

/* What is near an end or a beginning is looked for here first: a thousand logs are opened at once.
 */
#define NEAR 4096

/* Other lines that are kept of one log: a table that repeats itself does not fill the disk. */
#define CONFLICTS_MAX 1000

static gboolean
fail (GError **error, const char *path, int number)
{
  g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (number), "%s: %s", path,
               g_strerror (number));
  return FALSE;
}

char *
sky_received_log_dup_path (const SkyReceivedLog *self, const char *ending)
{
  return g_strconcat (self->stem, ending, NULL);
}

/* FOLDER/PROPERTY/DAY/TABLE-DAY[+EPOCH8] */
static char *
make_stem (const char *folder, const char *key, const char *epoch)
{
  g_auto (GStrv) names = g_strsplit (key, "/", 3);

  if (epoch == NULL)
    return g_strdup_printf ("%s/%s/%s/%s-%s", folder, names[0], names[2], names[1], names[2]);
  return g_strdup_printf ("%s/%s/%s/%s-%s+%.8s", folder, names[0], names[2], names[1], names[2],
                          epoch);
}

gboolean
sky_received_log_exists (const char *folder, const char *key, const char *epoch)
{
  g_autofree char *stem = make_stem (folder, key, epoch);
  g_autofree char *path = g_strconcat (stem, SKY_RECEIVED_LOG, NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

void
sky_received_log_free (SkyReceivedLog *self)
{
  if (self == NULL)
    return;
  sky_live_log_free (self->live);
  sky_log_appender_free (self->file);
  sky_digest_free (self->hashed);
  g_clear_pointer (&self->conflicts, g_hash_table_unref);
  g_free (self->key);
  g_free (self->stem);
  g_free (self->epoch);
  g_free (self);
}

/* --- What lies on the disk ---------------------------------------------------------------------
 */

/* Reads up to @size bytes at @offset. Returns: how many; -1 with errno. */
static gssize
read_at (int file, char *buffer, gsize size, goffset offset)
{
  gsize done = 0;

  while (done < size)
    {
      gssize n = pread (file, buffer + done, size - done, offset + (goffset) done);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return -1;
      if (n == 0)
        break;
      done += (gsize) n;
    }
  return (gssize) done;
}

static guint64
count_ends (const char *text, gsize size)
{
  const char *end = text + size;
  guint64 n = 0;

  while (text < end && (text = memchr (text, '\n', (gsize) (end - text))) != NULL)
    {
      n++;
      text++;
    }
  return n;
}

/* A receipt as it is read back. */
typedef struct
{
  guint64 next;
  guint64 bytes;
  char sha256[SKY_DIGEST_HEX_SIZE];
} Receipt;

static gboolean
read_receipt (SkyLiveReader *reader, const char *line, gsize length, Receipt *receipt)
{
  SkyLiveHave have;

  if (!sky_live_reader_have (reader, line, length, &have) || have.sha256[0] == '\0')
    return FALSE;
  receipt->next = have.position + 1;
  receipt->bytes = have.bytes;
  g_strlcpy (receipt->sha256, have.sha256, sizeof receipt->sha256);
  return TRUE;
}

/* How many of the @n bytes are lines with their ends. */
static gssize
whole_lines (const char *text, gssize n)
{
  while (n > 0 && text[n - 1] != '\n')
    n--;
  return n;
}

/* The last receipt among the @n bytes of receipts that is at a line's end of the log's @size bytes.
 */
static gboolean
pick_receipt (const char *text, gssize n, int log, guint64 size, Receipt *found)
{
  g_autoptr (SkyLiveReader) reader = sky_live_reader_new ();
  Receipt receipt;

  while (n > 0)
    {
      const gssize end = whole_lines (text, n);
      const gssize begin = end > 0 ? whole_lines (text, end - 1) : 0;
      char last = '\0';

      if (end == 0)
        break;
      if (read_receipt (reader, text + begin, (gsize) (end - 1 - begin), &receipt)
          && receipt.bytes <= size && receipt.bytes > 0
          && read_at (log, &last, 1, (goffset) receipt.bytes - 1) == 1 && last == '\n')
        {
          *found = receipt;
          return TRUE;
        }
      n = begin;
    }
  return FALSE;
}

/* The last receipt of the log, in @found; without one that is left alone. */
static void
find_receipt (const SkyReceivedLog *self, int log, guint64 size, Receipt *found)
{
  g_autofree char *path = sky_received_log_dup_path (self, SKY_RECEIVED_RECEIPTS);
  int file = open (path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY);
  struct stat status;

  if (file < 0)
    return;
  if (fstat (file, &status) == 0 && S_ISREG (status.st_mode))
    {
      g_autofree char *text = g_malloc (BLOCK);

      for (goffset room = NEAR; room <= BLOCK; room *= 64)
        if (pick_receipt (text, read_at (file, text, (gsize) room, MAX (status.st_size - room, 0)),
                          log, size, found)
            || room >= status.st_size)
          break;
    }
  close (file);
}

/* What tells the lines of @text from others, behind those that @hashes has. */
static void
hash_lines (GArray *hashes, const char *text, gsize size)
{
  const char *end = text + size;

  while (text < end)
    {
      const char *lf = memchr (text, '\n', (gsize) (end - text));
      guint64 hash;

      if (lf == NULL)
        return;
      hash = sky_live_log_hash (text, (gsize) (lf - text));
      g_array_append_val (hashes, hash);
      text = lf + 1;
    }
}

/* Where few bytes are behind what is sure, their lines are told from others at once; more are
 * looked at by the pass over all of the log (sky_received_past_read()). */
static void
know_lines (SkyReceivedLog *self, int file, guint64 size)
{
  const gsize n = (gsize) (size - self->sure_bytes);
  g_autoptr (GArray) hashes = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autofree char *text = NULL;

  if (n > BLOCK)
    return;
  text = g_malloc (n + 1);
  if (read_at (file, text, n, (goffset) self->sure_bytes) != (gssize) n)
    return;
  hash_lines (hashes, text, n);
  sky_live_log_know (self->live, sky_live_log_get_next (self->live) - hashes->len,
                     (const guint64 *) (gpointer) hashes->data, hashes->len);
}

/* Where the second line of the @n bytes ends, behind its LF; NULL: it does not. */
static const char *
find_second_end (const char *text, gsize n)
{
  const char *first = memchr (text, '\n', n);
  const char *second =
      first != NULL ? memchr (first + 1, '\n', n - (gsize) (first + 1 - text)) : NULL;

  return second != NULL ? second + 1 : NULL;
}

/* Reads the first two lines. Returns FALSE with errno. */
static gboolean
read_head (SkyReceivedLog *self, int file, guint64 size)
{
  const gsize most = (gsize) MIN (2 * SKY_LIVE_RAW_MAX + 2, size);
  g_autofree char *head = g_malloc (most + 1);
  gssize n = read_at (file, head, MIN (NEAR, most), 0);
  const char *end;

  if (n > 0 && find_second_end (head, (gsize) n) == NULL)
    n = read_at (file, head, most, 0);
  if (n < 0)
    return FALSE;
  end = find_second_end (head, (gsize) n);
  if (end != NULL)
    {
      char epoch[SKY_LIVE_EPOCH_SIZE];

      sky_live_epoch (head, (gsize) (end - head), epoch);
      sky_live_log_set_epoch (self->live, epoch);
    }
  else if ((end = memchr (head, '\n', (gsize) n)) != NULL)
    sky_live_log_set_header (self->live, head, (gsize) (end - head));
  return TRUE;
}

/* Counts the lines of the log's @size bytes, on from @known or its last receipt, and reads its
 * first two. */
static gboolean
read_log (SkyReceivedLog *self,
          int file,
          guint64 size,
          const Receipt *known,
          const char *path,
          GError **error)
{
  g_autofree char *text = g_malloc (BLOCK);
  Receipt receipt = { 0, 0, "" };
  gssize n;

  find_receipt (self, file, size, &receipt);
  self->receipt_bytes = receipt.bytes;
  if (known != NULL && known->bytes <= size)
    receipt = *known;
  self->sure_bytes = receipt.bytes;
  self->sure_next = receipt.next;
  for (guint64 at = receipt.bytes; at < size; at += (guint64) n)
    {
      n = read_at (file, text, (gsize) MIN (BLOCK, size - at), (goffset) at);
      if (n <= 0)
        return fail (error, path, n < 0 ? errno : EIO);
      receipt.next += count_ends (text, (gsize) n);
    }
  self->live = sky_live_log_new (receipt.next, size);
  know_lines (self, file, size);
  return read_head (self, file, size) ? TRUE : fail (error, path, errno);
}

/* Whether @text is a line that says its own position, which is then in @position. */
static gboolean
says_position (
    SkyLiveReader *reader, const char *text, gsize length, SkyLiveLine *line, guint64 *position)
{
  if (!sky_live_reader_line (reader, text, length, line))
    return FALSE;
  *position = line->position;
  return line->bytes == text;
}

/* What follows from how the lines behind a receipt number themselves. */
typedef struct
{
  guint64 next;  /* by counting */
  guint64 ahead; /* how much further the numbers are; 0: they are not */
  guint64 from;  /* the position from which they are */
} Numbers;

static void
number_line (Numbers *self, SkyLiveReader *reader, const char *text, gsize length)
{
  SkyLiveLine line;
  guint64 position;

  if (says_position (reader, text, length, &line, &position))
    {
      if (position > self->next && self->ahead == 0)
        self->from = self->next;
      if (position >= self->next)
        self->ahead = position - self->next;
    }
  self->next++;
}

/* Where the last line numbers itself further than it was counted, lines may be missing before it:
 * an accepted gap of which no receipt is left. Or the table itself left numbers out. */
static void
find_doubt (SkyReceivedLog *self, int file, guint64 from, guint64 next, guint64 size)
{
  g_autoptr (SkyLiveReader) reader = sky_live_reader_new ();
  g_autoptr (GByteArray) text = g_byte_array_new ();
  Numbers numbers = { .next = next };

  while (from < size)
    {
      const guint before = text->len;
      const char *line, *lf;
      gssize n;

      g_byte_array_set_size (text, before + BLOCK);
      n = read_at (file, (char *) text->data + before, (gsize) MIN (BLOCK, size - from),
                   (goffset) from);
      if (n <= 0)
        return;
      g_byte_array_set_size (text, before + (guint) n);
      from += (guint64) n;
      line = (const char *) text->data;
      while ((lf = memchr (line, '\n', text->len - (gsize) (line - (const char *) text->data)))
             != NULL)
        {
          number_line (&numbers, reader, line, (gsize) (lf - line));
          line = lf + 1;
        }
      g_byte_array_remove_range (text, 0, (guint) (line - (const char *) text->data));
    }
  if (numbers.ahead > 0)
    {
      self->doubt = numbers.next + numbers.ahead;
      self->doubt_from = numbers.from;
    }
}

/* Looks at the last line of the log's @size bytes: whether it is a table_close, and whether it is
 * where it says. */
static void
read_last_line (SkyReceivedLog *self, int file, guint64 size)
{
  g_autoptr (SkyLiveReader) reader = sky_live_reader_new ();
  const gsize most = (gsize) MIN (size, SKY_LIVE_LINE_MAX + 2);
  g_autofree char *text = g_malloc (most + 1);
  const guint64 next = sky_live_log_get_next (self->live);
  SkyLiveLine line = { .closes = FALSE };
  const char *begin;
  guint64 position;

  self->closed = FALSE;
  self->doubt = 0;
  if (size < 2 || read_at (file, text, most, (goffset) (size - most)) != (gssize) most)
    return;
  begin = memrchr (text, '\n', most - 1);
  begin = begin != NULL ? begin + 1 : text;
  if (!says_position (reader, begin, (gsize) (text + most - 1 - begin), &line, &position)
      || position >= next)
    find_doubt (self, file, self->sure_bytes, self->sure_next, size);
  self->closed = line.closes;
}

/* Where the last whole line of the file ends. */
static gboolean
find_size (int file, const char *path, guint64 *size, GError **error)
{
  g_autofree char *text = g_malloc (BLOCK);
  struct stat status;

  if (fstat (file, &status) != 0)
    return fail (error, path, errno);
  if (!S_ISREG (status.st_mode))
    return fail (error, path, EINVAL);
  for (goffset end = status.st_size; end > 0;)
    {
      gsize n = (gsize) MIN (end, end == status.st_size ? NEAR : BLOCK);
      const char *last;

      if (read_at (file, text, n, end - (goffset) n) != (gssize) n)
        return fail (error, path, EIO);
      end -= (goffset) n;
      last = memrchr (text, '\n', n);
      if (last != NULL)
        {
          *size = (guint64) (end + (last - text) + 1);
          return TRUE;
        }
    }
  *size = 0;
  return TRUE;
}

/* Reads what the file has; what is @known of it is not counted again. Returns FALSE without an
 * error when there is none. */
static gboolean
read_disk (SkyReceivedLog *self, const Receipt *known, GError **error)
{
  g_autofree char *path = sky_received_log_dup_path (self, SKY_RECEIVED_LOG);
  int file = open (path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY);
  struct stat status;
  guint64 size = 0;
  gboolean done;

  if (file < 0)
    {
      if (errno != ENOENT)
        fail (error, path, errno);
      return FALSE;
    }
  done = find_size (file, path, &size, error) && read_log (self, file, size, known, path, error);
  if (done && fstat (file, &status) == 0)
    {
      self->ended = (status.st_mode & S_IWUSR) == 0;
      self->arrived = (SkyTime) status.st_mtim.tv_sec * SKY_SECOND;
      self->quiet_since = g_get_monotonic_time () - MAX (g_get_real_time () - self->arrived, 0);
      read_last_line (self, file, size);
    }
  close (file);
  return done;
}

SkyReceivedLog *
sky_received_log_load (
    const char *folder, const char *key, const char *epoch, gboolean make, GError **error)
{
  g_autoptr (SkyReceivedLog) self = g_new0 (SkyReceivedLog, 1);
  g_autoptr (GError) cause = NULL;

  self->key = g_strdup (key);
  self->epoch = g_strdup (epoch);
  self->stem = make_stem (folder, key, epoch);
  self->receipt_at = g_get_monotonic_time ();
  if (!read_disk (self, NULL, &cause))
    {
      if (cause != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&cause));
          return NULL;
        }
      if (!make)
        return NULL;
      self->live = sky_live_log_new (0, 0);
      self->arrived = g_get_real_time ();
      self->quiet_since = g_get_monotonic_time ();
    }
  return g_steal_pointer (&self);
}

gboolean
sky_received_log_reload (SkyReceivedLog *self, GError **error)
{
  g_autoptr (SkyLiveLog) before = g_steal_pointer (&self->live);
  g_autoptr (GError) cause = NULL;
  Receipt known = { 0, 0, "" };

  sky_received_log_close (self);
  g_clear_pointer (&self->hashed, sky_digest_free);
  self->generation++;
  known.next = sky_live_log_get_kept (before, &known.bytes);
  if (read_disk (self, self->doubt == 0 ? &known : NULL, &cause))
    return TRUE;
  if (self->live != NULL)
    sky_live_log_free (g_steal_pointer (&self->live));
  if (cause == NULL)
    {
      self->live = sky_live_log_new (0, 0);
      return TRUE;
    }
  self->live = g_steal_pointer (&before);
  g_propagate_error (error, g_steal_pointer (&cause));
  return FALSE;
}

/* --- Adding ------------------------------------------------------------------------------------
 */

static gboolean
sync_folder (const char *path)
{
  int folder = open (path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  gboolean done = folder >= 0 && fsync (folder) == 0;

  if (folder >= 0)
    close (folder);
  return done;
}

/* Makes the folder @path, in one that is there. */
static gboolean
make_folder (const char *path, GError **error)
{
  g_autofree char *above = g_path_get_dirname (path);

  if (g_mkdir (path, 0750) == 0)
    return sync_folder (above) ? TRUE : fail (error, above, errno);
  return errno == EEXIST ? TRUE : fail (error, path, errno);
}

gboolean
sky_received_log_open (SkyReceivedLog *self, const char *folder, GError **error)
{
  g_autofree char *path = sky_received_log_dup_path (self, SKY_RECEIVED_LOG);
  g_autofree char *day = g_path_get_dirname (path);
  g_autofree char *property = g_path_get_dirname (day);
  guint64 bytes;

  if (self->file != NULL)
    return TRUE;
  if (!make_folder (property, error) || !make_folder (day, error))
    return FALSE;
  /* More has come for a log that had ended. */
  if (self->ended && g_chmod (path, MODE_OPEN) != 0)
    return fail (error, path, errno);
  self->ended = FALSE;
  self->file = sky_log_appender_open (path, MODE_OPEN, error);
  if (self->file == NULL)
    return FALSE;
  sky_live_log_get_kept (self->live, &bytes);
  if ((guint64) sky_log_appender_get_length (self->file) == bytes)
    return TRUE;
  sky_received_log_close (self);
  g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s: somebody else wrote into it", path);
  return FALSE;
}

void
sky_received_log_close (SkyReceivedLog *self)
{
  g_clear_pointer (&self->file, sky_log_appender_free);
}

gboolean
sky_received_log_end (SkyReceivedLog *self, GError **error)
{
  g_autofree char *path = sky_received_log_dup_path (self, SKY_RECEIVED_LOG);

  sky_received_log_close (self);
  if (g_chmod (path, MODE_ENDED) != 0)
    return fail (error, path, errno);
  self->ended = TRUE;
  return TRUE;
}

char *
sky_received_log_make_receipt (const SkyReceivedLog *self, SkyTime at)
{
  g_autoptr (GString) json = g_string_new (NULL);
  char digest[SKY_DIGEST_HEX_SIZE];
  guint64 bytes;
  guint64 next = sky_live_log_get_kept (self->live, &bytes);

  if (next == 0 || !sky_live_log_get_kept_digest (self->live, digest))
    return NULL;
  sky_json_begin_object (json, NULL);
  sky_json_add_int (json, "seq", (gint64) next - 1);
  sky_json_add_int (json, "bytes", (gint64) bytes);
  sky_json_add_string (json, "sha256", digest);
  sky_json_add_time (json, "at", at);
  if (*sky_live_log_get_epoch (self->live) != '\0')
    sky_json_add_string (json, "epoch", sky_live_log_get_epoch (self->live));
  sky_json_add_string (json, "how", "live");
  if (self->gone != 0)
    sky_json_add_time (json, "gone", self->gone);
  sky_json_end_object (json);
  return g_strdup (json->str);
}

gboolean
sky_received_log_keep_conflict (SkyReceivedLog *self, const SkyLiveLine *line, GError **error)
{
  g_autofree char *path = NULL;
  g_autoptr (SkyLogAppender) file = NULL;
  guint64 mark = sky_live_log_hash (line->bytes, line->length) ^ line->position;

  self->n_conflicts++;
  if (self->conflicts == NULL)
    self->conflicts = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  if (g_hash_table_size (self->conflicts) >= CONFLICTS_MAX
      || g_hash_table_contains (self->conflicts, &mark))
    return TRUE;
  path = sky_received_log_dup_path (self, SKY_RECEIVED_CONFLICTS);
  file = sky_log_appender_open (path, MODE_OPEN, error);
  if (file == NULL || !sky_log_appender_add (file, line->bytes, line->length, error)
      || !sky_log_appender_sync (file, error))
    return FALSE;
  g_hash_table_add (self->conflicts, g_memdup2 (&mark, sizeof mark));
  return TRUE;
}

/* --- What lay there before ---------------------------------------------------------------------
 */

SkyReceivedPast *
sky_received_past_new (const SkyReceivedLog *log)
{
  SkyReceivedPast *self = g_new0 (SkyReceivedPast, 1);

  self->path = sky_received_log_dup_path (log, SKY_RECEIVED_LOG);
  self->generation = log->generation;
  self->next = sky_live_log_get_kept (log->live, &self->bytes);
  self->sure_bytes = log->sure_bytes;
  return self;
}

void
sky_received_past_free (SkyReceivedPast *self)
{
  g_free (self->path);
  sky_digest_free (self->digest);
  if (self->hashes != NULL)
    g_array_unref (self->hashes);
  g_free (self);
}

/* So many bytes at the end are looked through for lines. */
#define END_MAX ((guint64) 4 * 1024 * 1024)

/* Hashes the lines of the file's last bytes, where their positions are sure. */
static gboolean
read_end (SkyReceivedPast *self, int file, gboolean whole)
{
  const guint64 end = self->bytes - MIN (self->bytes, END_MAX);
  const guint64 from = whole ? end : MAX (end, self->sure_bytes);
  const gsize n = (gsize) (self->bytes - from);
  g_autofree char *text = g_malloc (n + 1);
  const char *begin = text;

  if (read_at (file, text, n, (goffset) from) != (gssize) n)
    return FALSE;
  /* The first may have begun before. */
  if (from != 0 && from != self->sure_bytes)
    {
      const char *lf = memchr (text, '\n', n);

      begin = lf != NULL ? lf + 1 : text + n;
    }
  hash_lines (self->hashes, begin, (gsize) (text + n - begin));
  return TRUE;
}

void
sky_received_past_read (SkyReceivedPast *self)
{
  g_autoptr (SkyDigest) digest = sky_digest_new ();
  g_autofree char *text = g_malloc (BLOCK);
  int file = open (self->path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY);
  guint64 n_lines = 0;
  guint64 at;
  gssize n = 0;

  self->hashes = g_array_new (FALSE, FALSE, sizeof (guint64));
  if (file < 0)
    return;
  for (at = 0; at < self->bytes; at += (guint64) n)
    {
      n = read_at (file, text, (gsize) MIN (BLOCK, self->bytes - at), (goffset) at);
      if (n <= 0)
        break;
      sky_digest_update (digest, text, (gsize) n);
      n_lines += count_ends (text, (gsize) n);
    }
  if (at == self->bytes && read_end (self, file, n_lines == self->next))
    self->digest = g_steal_pointer (&digest);
  close (file);
}

gboolean
sky_received_log_take_past (SkyReceivedLog *self, SkyReceivedPast *past)
{
  guint64 n;

  if (past->digest == NULL || past->generation != self->generation)
    return FALSE;
  n = MIN (past->next, past->hashes->len);
  if (n > 0)
    sky_live_log_know (self->live, past->next - n,
                       &g_array_index (past->hashes, guint64, past->hashes->len - n), (gsize) n);
  sky_digest_free (self->hashed);
  self->hashed = g_steal_pointer (&past->digest);
  self->hashed_bytes = past->bytes;
  return TRUE;
}

gboolean
sky_received_log_join_digest (SkyReceivedLog *self)
{
  g_autofree char *path = sky_received_log_dup_path (self, SKY_RECEIVED_LOG);
  g_autofree char *text = g_malloc (BLOCK);
  g_autoptr (SkyDigest) digest = g_steal_pointer (&self->hashed);
  int file = open (path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY);
  guint64 at = self->hashed_bytes;
  guint64 bytes;
  gssize n = 1;

  sky_live_log_get_kept (self->live, &bytes);
  while (file >= 0 && at < bytes && n > 0)
    {
      n = read_at (file, text, (gsize) MIN (BLOCK, bytes - at), (goffset) at);
      if (n > 0)
        {
          sky_digest_update (digest, text, (gsize) n);
          at += (guint64) n;
        }
    }
  if (file >= 0)
    close (file);
  if (at != bytes)
    return FALSE;
  sky_live_log_set_digest (self->live, g_steal_pointer (&digest));
  return TRUE;
}
