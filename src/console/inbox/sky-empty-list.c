/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-empty-list.h"

#include <glib/gi18n.h>

#include "sky-filter-text.h"
#include "sky-left-out.h"
#include "sky-queue-list.h"

static gboolean
is_auditing (SkyInbox *inbox)
{
  return sky_intake_get_job (sky_inbox_get_intake (inbox)) != NULL;
}

/* Of bookmarks nothing is left out. */
static gboolean
is_narrowed (SkyInbox *inbox)
{
  return sky_inbox_get_listing (inbox) != SKY_LISTING_BOOKMARKS
         && sky_filter_is_set (sky_inbox_get_filter (inbox));
}

const char *
sky_empty_list_get_title (SkyInbox *inbox)
{
  g_return_val_if_fail (SKY_IS_INBOX (inbox), NULL);

  SkyListing listing = sky_inbox_get_listing (inbox);
  if (is_auditing (inbox))
    return _ ("Audit in Progress");
  if (is_narrowed (inbox))
    return _ ("Nothing Matches");
  if (listing == SKY_LISTING_BOOKMARKS)
    return _ ("No Bookmarks");
  return listing == SKY_LISTING_WITHDRAWN ? _ ("Nothing Withdrawn") : _ ("Nothing in This Queue");
}

char *
sky_empty_list_dup_text (SkyInbox *inbox)
{
  g_return_val_if_fail (SKY_IS_INBOX (inbox), NULL);

  SkyListing listing = sky_inbox_get_listing (inbox);
  if (is_auditing (inbox))
    return g_strdup (_ ("Findings appear here log by log."));
  if (is_narrowed (inbox))
    {
      g_autofree char *words = sky_filter_describe (sky_inbox_get_filter (inbox));
      /* Translators: the name of a list, then what it is narrowed to. */
      return g_strdup_printf (_ ("Nothing in “%s” matches\n%s"), sky_listing_to_label (listing),
                              words);
    }
  if (listing == SKY_LISTING_BOOKMARKS)
    return g_strdup (_ ("Press B to bookmark the playhead."));
  if (listing == SKY_LISTING_WITHDRAWN)
    return g_strdup (_ ("Findings that a later audit no longer makes appear here."));

  g_autofree char *left_out = sky_left_out_dup_text (inbox);
  return g_strconcat (_ ("The audit found nothing in this queue."), left_out != NULL ? "\n" : NULL,
                      left_out, NULL);
}
