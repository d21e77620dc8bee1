/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is listed, kept from one run to the next: which list, what narrows it, how it is sorted. It
 * is taken up again for the same archive alone, and what the settings have of it is believed only
 * as far as it makes sense. */
#include "config.h"

#include "sky-filter-text.h"
#include "sky-window-private.h"

#define KEY "view"

/* As the settings name them. A name is never given another meaning. */
static const char *const sort_names[SKY_N_FINDING_SORTS] = {
  [SKY_FINDING_SORT_RECORD] = "table",      [SKY_FINDING_SORT_DAY] = "day",
  [SKY_FINDING_SORT_TIME] = "time",         [SKY_FINDING_SORT_CHECK] = "check",
  [SKY_FINDING_SORT_SEVERITY] = "severity", [SKY_FINDING_SORT_STATE] = "state",
  [SKY_FINDING_SORT_VARIANCE] = "variance", [SKY_FINDING_SORT_ROUND] = "round",
  [SKY_FINDING_SORT_WHAT] = "what",
};

static const char *
listing_name (SkyListing listing)
{
  switch ((guint) listing)
    {
    case SKY_LISTING_ALL:
      return "all";
    case SKY_LISTING_ROUNDS:
      return "rounds";
    case SKY_LISTING_BOOKMARKS:
      return "bookmarks";
    case SKY_LISTING_WITHDRAWN:
      return "withdrawn";
    default:
      return sky_queue_to_name ((SkyQueue) listing);
    }
}

void
sky_window_keep_view (SkyWindow *self)
{
  const SkyFindingFilter *filter = sky_session_get_filter (self->session);
  g_autofree char *line = sky_filter_to_line (filter);
  GVariantBuilder builder;
  gboolean descending;
  SkyFindingSort sort =
      sky_queue_model_get_sort (sky_session_get_model (self->session), &descending);

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{ss}"));
  g_variant_builder_add (&builder, "{ss}", "archive",
                         filter->archive != NULL ? filter->archive : "");
  g_variant_builder_add (&builder, "{ss}", "listing",
                         listing_name (sky_session_get_listing (self->session)));
  g_variant_builder_add (&builder, "{ss}", "filter", line);
  g_variant_builder_add (&builder, "{ss}", "sort", sort_names[sort]);
  g_variant_builder_add (&builder, "{ss}", "order", descending ? "descending" : "ascending");
  g_settings_set_value (self->settings, KEY, g_variant_builder_end (&builder));
}

static void
take_up_sort (SkyWindow *self, const char *name, const char *order)
{
  for (guint i = 0; name != NULL && i < SKY_N_FINDING_SORTS; i++)
    {
      if (strcmp (sort_names[i], name) == 0)
        sky_finding_view_sort_as (self->findings, (SkyFindingSort) i,
                                  g_strcmp0 (order, "descending") == 0);
    }
}

void
sky_window_take_up_view (SkyWindow *self)
{
  g_autoptr (GVariant) view = g_settings_get_value (self->settings, KEY);
  const SkyFindingFilter *now = sky_session_get_filter (self->session);
  const char *archive = NULL;
  const char *listing = NULL;
  const char *line = NULL;
  const char *sort = NULL;
  const char *order = NULL;

  if (!g_variant_lookup (view, "archive", "&s", &archive)
      || strcmp (archive, now->archive != NULL ? now->archive : "") != 0)
    return;
  (void) g_variant_lookup (view, "listing", "&s", &listing);
  (void) g_variant_lookup (view, "filter", "&s", &line);
  (void) g_variant_lookup (view, "sort", "&s", &sort);
  (void) g_variant_lookup (view, "order", "&s", &order);
  g_autoptr (SkyFindingFilter) filter = line != NULL ? sky_filter_from_line (line) : NULL;
  if (filter != NULL)
    sky_session_choose_filter (self->session, filter);
  for (guint i = 0; listing != NULL && i < SKY_N_LISTINGS; i++)
    {
      if (strcmp (listing_name ((SkyListing) i), listing) == 0)
        sky_session_set_listing (self->session, (SkyListing) i);
    }
  take_up_sort (self, sort, order);
}
