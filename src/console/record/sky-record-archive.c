/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-record-archive.h"

#include <glib/gi18n.h>

#include <string.h>

#include "sky-record-bet.h"
#include "sky-table-cameras.h"
#include "sky-thread-task.h"

static void
table_free (gpointer data)
{
  SkyRecordTable *table = data;

  for (guint i = 0; i < table->sources->len; i++)
    {
      SkyRecordSource *source = &g_array_index (table->sources, SkyRecordSource, i);

      g_free ((char *) source->camera);
      g_free ((char *) source->file);
      g_free ((char *) source->sha256);
    }
  g_array_unref (table->sources);
  g_array_unref (table->starts);
  g_ptr_array_unref (table->cameras);
  g_clear_pointer (&table->log, sky_log_unref);
  g_free (table->rules);
  g_free (table->table);
  g_free (table);
}

static void
plan_free (gpointer data)
{
  SkyRecordPlan *plan = data;

  sky_plan_free (plan->plan);
  g_free (plan->path);
  g_free (plan);
}

void
sky_record_archive_free (SkyRecordArchive *self)
{
  if (self == NULL)
    return;
  g_free (self->folder);
  g_clear_pointer (&self->tables, g_ptr_array_unref);
  g_clear_pointer (&self->started, g_ptr_array_unref);
  g_clear_pointer (&self->plans, g_ptr_array_unref);
  g_strfreev (self->problems);
  sky_record_archive_free (self->tests);
  g_free (self);
}

/* --- In a thread ------------------------------------------------------------------------------ */

/* The recordings of the table, in the order of its cameras. */
static void
add_sources (SkyRecordTable *table, const SkyFootage *footage)
{
  for (guint i = 0; i < footage->n_cameras; i++)
    {
      const SkyFootageCamera *camera = &footage->cameras[i];

      if (g_strcmp0 (camera->table, table->table) != 0)
        continue;
      for (guint j = 0; j < camera->n_segments; j++)
        {
          const SkySegment *segment = &camera->segments[j];
          const SkyRecordSource source = {
            .camera = g_strdup (camera->camera),
            .file = g_strdup (segment->file != NULL ? segment->file : segment->replay),
            .sha256 = g_strdup (segment->sha256),
          };

          g_array_append_val (table->sources, source);
        }
    }
}

static gint
compare_tables (gconstpointer a, gconstpointer b)
{
  const SkyRecordTable *one = *(const SkyRecordTable *const *) a;
  const SkyRecordTable *other = *(const SkyRecordTable *const *) b;

  return strcmp (one->table, other->table);
}

static void
add_tables (SkyRecordArchive *self, const SkyFootage *footage)
{
  for (guint i = 0; i < footage->n_cameras; i++)
    {
      const char *name = footage->cameras[i].table;
      SkyRecordTable *table;

      if (name == NULL || sky_record_archive_find (self, name) != NULL)
        continue;
      table = g_new0 (SkyRecordTable, 1);
      table->table = g_strdup (name);
      table->cameras = sky_table_cameras_new (self->folder, footage, name);
      table->sources = g_array_new (FALSE, FALSE, sizeof (SkyRecordSource));
      table->starts = g_array_new (FALSE, FALSE, sizeof (SkyTime));
      add_sources (table, footage);
      g_ptr_array_add (self->tables, table);
      if (!sky_table_cameras_get_span (table->cameras, &table->from, &table->until))
        g_ptr_array_set_size (self->tables, (gint) self->tables->len - 1);
    }
  g_ptr_array_sort (self->tables, compare_tables);
}

/* The members of the JSON line @line behind its type: name → value as it stands there. It is cut up
 * for this. */
static GHashTable *
cut_members (const char *type, char *line)
{
  g_autofree char *before = g_strdup_printf (",\"type\":\"%s\",", type);
  GHashTable *members = g_hash_table_new (g_str_hash, g_str_equal);
  char *at = strstr (line, before);

  at = at != NULL ? at + strlen (before) : NULL;
  while (at != NULL && *at == '"')
    {
      char *name = at + 1;
      char *value = strstr (name, "\":");
      guint depth = 0;
      gboolean quoted = FALSE;

      if (value == NULL)
        break;
      *value = '\0';
      value += strlen ("\":");
      for (at = value; *at != '\0'; at++)
        {
          if (quoted && *at == '\\' && at[1] != '\0')
            at++;
          else if (*at == '"')
            quoted = !quoted;
          else if (!quoted && (*at == '{' || *at == '['))
            depth++;
          else if (!quoted && depth == 0 && (*at == '}' || *at == ','))
            break;
          else if (!quoted && (*at == '}' || *at == ']'))
            depth--;
        }
      g_hash_table_insert (members, name, value);
      if (*at == '\0')
        break;
      *at++ = '\0';
    }
  return members;
}

static const SkyEventFormat *
find_format (SkyEventType type)
{
  gsize n;
  const SkyEventFormat *formats = sky_event_formats (&n);

  for (gsize i = 0; i < n; i++)
    if (formats[i].type == type)
      return &formats[i];
  return NULL;
}

/* The line at @text as a person types it (sky-entry.h). */
static char *
format_entry (SkyEventType type, const char *text, gsize length)
{
  const char *name = sky_event_type_to_name (type);
  g_autofree char *line = g_strndup (text, length);
  g_autoptr (GHashTable) members = cut_members (name, line);
  const SkyEventFormat *format = find_format (type);
  GString *entry = g_string_new (name);

  for (guint optional = 0; optional < 2 && format != NULL; optional++)
    for (const SkyField *field = format->fields; field->kind != SKY_FIELD_END; field++)
      {
        const char *value = g_hash_table_lookup (members, field->name);
        g_autofree char *money = NULL;

        if (value == NULL || (field->need == SKY_NEED_NOT) != optional)
          continue;
        if (field->kind == SKY_FIELD_MONEY)
          money = sky_record_money_format (g_ascii_strtoll (value, NULL, 10));
        g_string_append_printf (entry, " %s%s%s", optional ? field->name : "", optional ? "=" : "",
                                money != NULL ? money : value);
      }
  return g_string_free (entry, FALSE);
}

/* The first rules and limits of the table's other log. */
static char *
read_rules (SkyLog *log)
{
  g_autoptr (SkyLogReader) reader = sky_log_reader_new (log, NULL);
  g_autofree char *text = NULL;
  g_autoptr (GString) rules = g_string_new (NULL);
  gboolean seen[2] = { FALSE, FALSE };
  const SkyLine *line;
  gsize length;

  if (!g_file_get_contents (sky_log_get_path (log), &text, &length, NULL))
    return NULL;
  for (guint i = 0; i < 100 && (line = sky_log_reader_next (reader)) != NULL; i++)
    {
      const gboolean limits = line->event.type == SKY_EVENT_LIMITS;
      g_autofree char *entry = NULL;

      if (line->kind != SKY_LINE_EVENT || (!limits && line->event.type != SKY_EVENT_RULES)
          || seen[limits] || (gsize) line->offset + line->length > length)
        continue;
      seen[limits] = TRUE;
      entry = format_entry (line->event.type, text + line->offset, line->length);
      g_string_append_printf (rules, "%s%s", rules->len > 0 ? "\n" : "", entry);
    }
  return rules->len > 0 ? g_strdup (rules->str) : NULL;
}

/* A recording tells the rules too, if nothing else does: a second coder needs the same. */
static void
add_log (SkyRecordArchive *self, SkyLog *log)
{
  const SkyLogHeader *header = sky_log_get_header (log);
  const gboolean recorded = header->record.how == SKY_RECORD_FOOTAGE;

  if (recorded)
    g_ptr_array_add (self->started, sky_log_ref (log));
  for (guint i = 0; i < self->tables->len; i++)
    {
      SkyRecordTable *table = self->tables->pdata[i];

      if (table->log != NULL || !g_str_equal (table->table, header->table)
          || (recorded && table->rules != NULL))
        continue;
      g_free (table->rules);
      table->rules = read_rules (log);
      if (!recorded)
        table->log = sky_log_ref (log);
    }
}

static gint
compare_paths (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* The files of @folder whose names end in @suffix, by path; a folder that is not there has none. */
static GPtrArray *
list_files (const char *folder, const char *suffix)
{
  GDir *dir = g_dir_open (folder, 0, NULL);
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (name[0] != '.' && g_str_has_suffix (name, suffix))
      g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
  g_clear_pointer (&dir, g_dir_close);
  g_ptr_array_sort (paths, compare_paths);
  return paths;
}

static void
add_logs (SkyRecordArchive *self, const char *folder)
{
  g_autoptr (GPtrArray) paths = list_files (folder, ".tel.jsonl");

  for (guint i = 0; i < paths->len; i++)
    {
      g_autoptr (SkyLog) log = sky_log_open (paths->pdata[i], NULL);

      if (log != NULL)
        add_log (self, log);
    }
}

const SkyRecordPlan *
sky_record_archive_add_plan (SkyRecordArchive *self, const char *path, GError **error)
{
  SkyPlan *plan = sky_plan_read (path, error);
  SkyRecordPlan *added;

  if (plan == NULL)
    return NULL;
  added = g_new0 (SkyRecordPlan, 1);
  added->path = g_strdup (path);
  added->plan = plan;
  g_ptr_array_add (self->plans, added);
  return added;
}

/* A file that is no plan is not offered. */
static void
add_plans (SkyRecordArchive *self, const char *folder)
{
  g_autoptr (GPtrArray) paths = list_files (folder, "plan.json");

  for (guint i = 0; i < paths->len; i++)
    (void) sky_record_archive_add_plan (self, paths->pdata[i], NULL);
}

static void
read_starts (SkyRecordTable *table)
{
  g_autoptr (SkyLogReader) reader =
      table->log != NULL ? sky_log_reader_new (table->log, NULL) : NULL;
  const SkyLine *line;
  SkyTime end = SKY_TIME_NONE;

  while (reader != NULL && (line = sky_log_reader_next (reader)) != NULL)
    if (line->kind == SKY_LINE_EVENT && line->event.type == SKY_EVENT_ROUND_START)
      g_array_append_val (table->starts, line->event.at);
    else if (line->kind == SKY_LINE_EVENT && line->event.type == SKY_EVENT_ROUND_END)
      end = line->event.at;
  if (end != SKY_TIME_NONE)
    g_array_append_val (table->starts, end);
}

static SkyRecordArchive *
read_archive (const char *folder, GError **error)
{
  g_autoptr (SkyRecordArchive) self = g_new0 (SkyRecordArchive, 1);
  g_autofree char *path = g_build_filename (folder, "footage.json", NULL);
  g_autofree char *recorded = g_build_filename (folder, SKY_ARCHIVE_RECORDED, NULL);
  g_autoptr (SkyFootage) footage = sky_footage_read (folder, path, error);

  if (footage == NULL)
    return NULL;
  self->folder = g_strdup (folder);
  self->tables = g_ptr_array_new_with_free_func (table_free);
  self->started = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_log_unref);
  self->problems = g_strdupv (footage->problems);
  add_tables (self, footage);
  add_logs (self, self->folder);
  add_logs (self, recorded);
  self->plans = g_ptr_array_new_with_free_func (plan_free);
  add_plans (self, self->folder);
  add_plans (self, recorded);
  return g_steal_pointer (&self);
}

/* Play whose errors are known lies in a folder of its own. */
static SkyRecordArchive *
read_tests (const char *folder)
{
  g_autofree char *place = g_build_filename (folder, SKY_ARCHIVE_TESTS, NULL);
  g_autofree char *planted = g_build_filename (place, "planted.json", NULL);
  SkyRecordArchive *tests =
      g_file_test (planted, G_FILE_TEST_EXISTS) ? read_archive (place, NULL) : NULL;

  for (guint i = 0; tests != NULL && i < tests->tables->len; i++)
    read_starts (tests->tables->pdata[i]);
  return tests;
}

static gpointer
read_in_thread (gpointer task_data, GCancellable *cancellable, GError **error)
{
  SkyRecordArchive *self = read_archive (task_data, error);

  if (self != NULL)
    self->tests = read_tests (task_data);
  return self;
}

void
sky_record_archive_read_async (const char *folder,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data)
{
  const gsize size = strlen (folder) + 1;
  char *task_data = sky_thread_task_alloc (size);

  memcpy (task_data, folder, size);
  sky_thread_task_run (task_data, read_in_thread, (GDestroyNotify) sky_record_archive_free,
                       cancellable, callback, user_data);
}

SkyRecordArchive *
sky_record_archive_read_finish (GAsyncResult *result, GError **error)
{
  return sky_thread_task_finish (result, error);
}

/* --- What it has ------------------------------------------------------------------------------ */

const SkyRecordTable *
sky_record_archive_find (const SkyRecordArchive *self, const char *table)
{
  for (guint i = 0; table != NULL && i < self->tables->len; i++)
    if (g_str_equal (((SkyRecordTable *) self->tables->pdata[i])->table, table))
      return self->tables->pdata[i];
  return NULL;
}

SkyLog *
sky_record_archive_find_started (const SkyRecordArchive *self,
                                 const char *table,
                                 SkyDay day,
                                 const char *by)
{
  for (guint i = 0; i < self->started->len; i++)
    {
      const SkyLogHeader *header = sky_log_get_header (self->started->pdata[i]);

      if (g_str_equal (header->table, table) && header->gaming_day == day
          && g_strcmp0 (header->record.by, by) == 0)
        return self->started->pdata[i];
    }
  return NULL;
}

SkyLog *
sky_record_archive_find_other (const SkyRecordArchive *self,
                               const char *table,
                               SkyDay day,
                               const char *by)
{
  for (guint i = 0; i < self->started->len; i++)
    {
      const SkyLogHeader *header = sky_log_get_header (self->started->pdata[i]);

      if (g_str_equal (header->table, table) && header->gaming_day == day
          && g_strcmp0 (header->record.by, by) != 0)
        return self->started->pdata[i];
    }
  return NULL;
}

/* Whether the folder has a log of the table's day that another wrote. */
static gboolean
has_other (const SkyRecordArchive *self, const char *table, SkyDay day, const char *by)
{
  const SkyRecordTable *found = sky_record_archive_find (self, table);

  return sky_record_archive_find_other (self, table, day, by) != NULL
         || (found != NULL && found->log != NULL
             && sky_log_get_header (found->log)->gaming_day == day);
}

char *
sky_record_archive_make_plan_path (const char *log)
{
  static const char suffix[] = ".tel.jsonl";
  const gsize length = strlen (log);
  g_autofree char *base =
      g_strndup (log, g_str_has_suffix (log, suffix) ? length - strlen (suffix) : length);

  return g_strconcat (base, ".plan.json", NULL);
}

char *
sky_record_archive_make_path (const SkyRecordArchive *self,
                              const char *table,
                              SkyDay day,
                              const char *by)
{
  char day_text[SKY_DAY_TEXT_SIZE];
  g_autofree char *name =
      g_strdup_printf ("%s-%s.%s.tel.jsonl", table, sky_day_format (day, day_text), by);

  g_strdelimit (name, "/\\:", '_');
  return has_other (self, table, day, by) ? g_build_filename (self->folder, "recorded", name, NULL)
                                          : g_build_filename (self->folder, name, NULL);
}
