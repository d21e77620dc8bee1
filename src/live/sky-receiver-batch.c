/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-receiver-batch.h"

#include <string.h>

#define RECEIPTS_MODE 0640

typedef struct
{
  SkyReceiverBatch *batch;
  SkyReceiverBatchDone done;
  gpointer user_data;
} Run;

static void
item_free (gpointer data)
{
  SkyReceiverItem *self = data;

  if (self->lines != NULL)
    g_string_free (self->lines, TRUE);
  g_free (self->receipts);
  g_free (self->receipt);
  g_clear_error (&self->error);
  g_free (self);
}

SkyReceiverBatch *
sky_receiver_batch_new (void)
{
  SkyReceiverBatch *self = g_new0 (SkyReceiverBatch, 1);

  self->items = g_ptr_array_new_with_free_func (item_free);
  return self;
}

void
sky_receiver_batch_add_lines (SkyReceiverBatch *self, SkyReceivedLog *log, GString *lines)
{
  SkyReceiverItem *item = g_new0 (SkyReceiverItem, 1);

  item->log = log;
  item->file = log->file;
  item->lines = lines;
  sky_live_log_get_kept (log->live, &item->kept);
  g_ptr_array_add (self->items, item);
}

void
sky_receiver_batch_add_receipt (SkyReceiverBatch *self, SkyReceivedLog *log, const char *receipt)
{
  SkyReceiverItem *item = g_new0 (SkyReceiverItem, 1);

  item->log = log;
  item->receipts = sky_received_log_dup_path (log, SKY_RECEIVED_RECEIPTS);
  item->receipt = g_strdup (receipt);
  g_ptr_array_add (self->items, item);
}

/* --- In the thread -----------------------------------------------------------------------------
 */

static gboolean
write_lines (SkyReceiverItem *item)
{
  const char *line = item->lines->str;
  const char *end = line + item->lines->len;

  while (line < end)
    {
      const char *lf = memchr (line, '\n', (gsize) (end - line));

      if (!sky_log_appender_add (item->file, line, (gsize) (lf - line), &item->error))
        return FALSE;
      line = lf + 1;
    }
  return sky_log_appender_flush (item->file, &item->error);
}

/* A receipt tells of what has been synced already, and may itself be lost. */
static void
write_receipt (SkyReceiverItem *item)
{
  g_autoptr (SkyLogAppender) file =
      sky_log_appender_open (item->receipts, RECEIPTS_MODE, &item->error);

  if (file != NULL
      && sky_log_appender_add (file, item->receipt, strlen (item->receipt), &item->error))
    sky_log_appender_flush (file, &item->error);
}

/* What is not on the disk for certain is not left in the file. */
static void
take_back (SkyReceiverItem *item)
{
  sky_log_appender_cut_back (item->file, (goffset) item->kept, NULL);
}

static void
batch_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  SkyReceiverBatch *self = ((Run *) data)->batch;
  g_autoptr (GPtrArray) written = g_ptr_array_new ();
  g_autoptr (GPtrArray) files = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < self->items->len; i++)
    {
      SkyReceiverItem *item = self->items->pdata[i];

      if (item->lines == NULL)
        write_receipt (item);
      else if (write_lines (item))
        {
          g_ptr_array_add (written, item);
          g_ptr_array_add (files, item->file);
        }
      else
        take_back (item);
    }
  if (sky_log_appender_sync_all ((SkyLogAppender *const *) files->pdata, files->len, &error))
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  for (guint i = 0; i < written->len; i++)
    {
      SkyReceiverItem *item = written->pdata[i];

      item->error = g_error_copy (error);
      take_back (item);
    }
  g_task_return_boolean (task, TRUE);
}

static void
run_free (gpointer data)
{
  Run *run = data;

  g_ptr_array_unref (run->batch->items);
  g_free (run->batch);
  g_free (run);
}

static void
done_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Run *run = g_task_get_task_data (G_TASK (result));

  if (!g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    run->done (run->batch, run->user_data);
}

void
sky_receiver_batch_run (SkyReceiverBatch *self,
                        GCancellable *cancellable,
                        SkyReceiverBatchDone done,
                        gpointer user_data)
{
  Run *run = g_new0 (Run, 1);
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, done_cb, NULL);

  run->batch = self;
  run->done = done;
  run->user_data = user_data;
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, run, run_free);
  g_task_run_in_thread (task, batch_thread);
}
