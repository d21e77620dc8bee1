/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is kept from one run to the next: how the window is divided, and of the archive that is open
 * which list is shown, what narrows it, how it is sorted, what is looked at and how the cameras are
 * magnified. That is taken up again for the same archive alone, and what the settings have is
 * believed only as far as it makes sense. */
#include "config.h"

#include "sky-filter-text.h"
#include "sky-window-private.h"

#define KEY        "view"
#define LAYOUT_KEY "layout"
#define PICTURES   "pictures"
#define SIDEBAR    "queues"

/* What is divided otherwise by less than this, in thousandths, was not divided by anybody. */
#define SLIP 12

/* As the settings name them. A name is never given another meaning. */
static const char *const sort_names[SKY_N_FINDING_SORTS] = {
  [SKY_FINDING_SORT_RECORD] = "table",      [SKY_FINDING_SORT_DAY] = "day",
  [SKY_FINDING_SORT_TIME] = "time",         [SKY_FINDING_SORT_CHECK] = "check",
  [SKY_FINDING_SORT_SEVERITY] = "severity", [SKY_FINDING_SORT_STATE] = "state",
  [SKY_FINDING_SORT_VARIANCE] = "variance", [SKY_FINDING_SORT_ROUND] = "round",
  [SKY_FINDING_SORT_WHAT] = "what",         [SKY_FINDING_SORT_SIGHT] = "picture",
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

/* --- How the window is divided ---------------------------------------------------------------- */

/* The parts, as the settings name them. */
static const struct
{
  const char *name;
  gsize offset;
} parts[] = {
  { "list", offsetof (SkyDivision, list) },
  { "findings", offsetof (SkyDivision, findings) },
  { "cameras", offsetof (SkyDivision, cameras) },
  { "round", offsetof (SkyDivision, round) },
  { "timeline", offsetof (SkyDivision, timeline) },
  { "both", offsetof (SkyDivision, both) },
};

static int *
part (SkyDivision *division, guint i)
{
  return G_STRUCT_MEMBER_P (division, parts[i].offset);
}

SkyDivision
sky_window_read_division (SkyWindow *self, int width, int height)
{
  g_autoptr (GVariant) layout = g_settings_get_value (self->settings, LAYOUT_KEY);
  SkyDivision lengths;
  SkyDivision division = sky_window_divide_anew (width, height, &lengths);

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      int share;
      if (g_variant_lookup (layout, parts[i].name, "i", &share) && share > 0 && share < 1000)
        *part (&division, i) = share * *part (&lengths, i) / 1000;
    }
  int pictures;
  if (g_variant_lookup (layout, PICTURES, "i", &pictures) && pictures >= 0
      && pictures < SKY_N_PICTURES)
    division.pictures = (SkyPictures) pictures;
  int sidebar;
  if (g_variant_lookup (layout, SIDEBAR, "i", &sidebar))
    division.sidebar = sidebar != 0;
  return division;
}

/* Keeps what somebody divided otherwise than the window does by itself. */
static void
keep_layout (SkyWindow *self)
{
  sky_window_keep_heights (self);

  g_autoptr (GVariant) before = g_settings_get_value (self->settings, LAYOUT_KEY);
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  int height = gtk_widget_get_height (GTK_WIDGET (self));
  SkyDivision anew_lengths;
  SkyDivision anew = sky_window_divide_anew (width, height, &anew_lengths);
  SkyDivision now = {
    .list = gtk_paned_get_position (self->columns),
    .findings = gtk_paned_get_position (self->list_rows),
    .cameras = self->cameras_height,
    .round = self->layout_height,
    .timeline = gtk_paned_get_position (self->lower_rows),
    .both = gtk_paned_get_position (self->pictures_columns),
  };
  SkyDivision lengths = {
    .list = gtk_widget_get_width (GTK_WIDGET (self->columns)),
    .findings = gtk_widget_get_height (GTK_WIDGET (self->list_rows)),
    .cameras = gtk_widget_get_height (GTK_WIDGET (self->view_rows)),
    .round = gtk_widget_get_height (GTK_WIDGET (self->view_rows)),
    .timeline = height,
    .both = gtk_widget_get_width (GTK_WIDGET (self->pictures_columns)),
  };
  GVariantBuilder builder;

  if (!self->divided || !gtk_widget_get_mapped (GTK_WIDGET (self->columns)))
    return;
  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{si}"));
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      int share = *part (&now, i) * 1000 / MAX (1, *part (&lengths, i));
      int by_itself = *part (&anew, i) * 1000 / MAX (1, *part (&anew_lengths, i));
      gboolean kept = ABS (share - by_itself) > SLIP;

      /* How wide the cameras are beside the layout is to be seen only where both are. */
      if (self->pictures_shown != SKY_PICTURES_BOTH
          && parts[i].offset == offsetof (SkyDivision, both))
        kept = g_variant_lookup (before, parts[i].name, "i", &share);
      /* Without the round below it the timeline has what is left. */
      if (!gtk_widget_get_visible (GTK_WIDGET (self->round))
          && parts[i].offset == offsetof (SkyDivision, timeline))
        kept = g_variant_lookup (before, parts[i].name, "i", &share);
      if (kept)
        g_variant_builder_add (&builder, "{si}", parts[i].name, share);
    }
  if (adw_flap_get_reveal_flap (self->flap) != anew.sidebar)
    g_variant_builder_add (&builder, "{si}", SIDEBAR, !anew.sidebar);
  if (self->pictures != anew.pictures)
    g_variant_builder_add (&builder, "{si}", PICTURES, (int) self->pictures);
  g_variant_builder_add (&builder, "{si}", "cameras-away", self->wall_window != NULL);
  g_settings_set_value (self->settings, LAYOUT_KEY, g_variant_builder_end (&builder));
}

static void
take_up_layout (SkyWindow *self)
{
  g_autoptr (GVariant) layout = g_settings_get_value (self->settings, LAYOUT_KEY);
  int on;

  if (g_variant_lookup (layout, "cameras-away", "i", &on) && on != 0)
    sky_window_send_cameras_away (self);
}

/* --- What is looked at ------------------------------------------------------------------------ */

static void
keep_look (SkyWindow *self, GVariantBuilder *builder)
{
  SkyTableDay *day = sky_day_view_get_day (sky_session_get_day_view (self->session));
  const SkyStoredFinding *finding =
      sky_selection_get_finding (sky_session_get_selection (self->session));
  g_autofree char *cameras = sky_camera_grid_dup_looks (self->cameras);
  char day_text[SKY_DAY_TEXT_SIZE];
  char at_text[SKY_TIME_TEXT_SIZE];

  if (cameras[0] != '\0')
    g_variant_builder_add (builder, "{ss}", "cameras", cameras);
  if (day == NULL
      || sky_day_view_get_position (sky_session_get_day_view (self->session)) == SKY_TIME_NONE)
    return;
  const SkyLogHeader *header = sky_table_day_get_header (day);
  g_variant_builder_add (builder, "{ss}", "property", header->property);
  g_variant_builder_add (builder, "{ss}", "table", header->table);
  g_variant_builder_add (builder, "{ss}", "game", sky_game_id_to_name (header->game));
  g_variant_builder_add (builder, "{ss}", "day", sky_day_format (header->gaming_day, day_text));
  g_variant_builder_add (
      builder, "{ss}", "at",
      sky_time_format (sky_day_view_get_position (sky_session_get_day_view (self->session)),
                       at_text));
  if (finding != NULL)
    g_variant_builder_add (builder, "{ss}", "finding", finding->key);
}

static void
take_up_look (SkyWindow *self, GVariant *view)
{
  const char *key = NULL;
  const char *cameras = NULL;
  const char *day = NULL;
  const char *at = NULL;
  SkySpot spot = { 0 };

  if (g_variant_lookup (view, "cameras", "&s", &cameras))
    sky_camera_grid_take_looks (self->cameras, cameras);
  (void) g_variant_lookup (view, "finding", "&s", &key);
  if (g_variant_lookup (view, "property", "&s", &spot.property)
      && g_variant_lookup (view, "table", "&s", &spot.table)
      && g_variant_lookup (view, "game", "&s", &spot.game)
      && g_variant_lookup (view, "day", "&s", &day) && g_variant_lookup (view, "at", "&s", &at)
      && sky_day_parse (day, strlen (day), &spot.gaming_day)
      && sky_time_parse (at, strlen (at), &spot.at))
    sky_selection_return_to (sky_session_get_selection (self->session), key, &spot);
}

/* --- All of it -------------------------------------------------------------------------------- */

void
sky_window_keep_view (SkyWindow *self)
{
  /* A package is looked at for a while; what was worked on before is worked on again. */
  if (self->check != NULL)
    return;
  const SkyFindingFilter *filter = sky_inbox_get_filter (sky_session_get_inbox (self->session));
  g_autofree char *line = sky_filter_to_line (filter);
  GVariantBuilder builder;
  gboolean descending;
  SkyFindingSort sort = sky_queue_model_get_sort (
      sky_inbox_get_model (sky_session_get_inbox (self->session)), &descending);

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{ss}"));
  g_variant_builder_add (&builder, "{ss}", "archive",
                         filter->archive != NULL ? filter->archive : "");
  g_variant_builder_add (
      &builder, "{ss}", "listing",
      listing_name (sky_inbox_get_listing (sky_session_get_inbox (self->session))));
  g_variant_builder_add (&builder, "{ss}", "filter", line);
  g_variant_builder_add (&builder, "{ss}", "sort", sort_names[sort]);
  g_variant_builder_add (&builder, "{ss}", "order", descending ? "descending" : "ascending");
  keep_look (self, &builder);
  keep_layout (self);
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
  const SkyFindingFilter *now = sky_inbox_get_filter (sky_session_get_inbox (self->session));
  const char *archive = NULL;
  const char *listing = NULL;
  const char *line = NULL;
  const char *sort = NULL;
  const char *order = NULL;

  take_up_layout (self);
  if (!g_variant_lookup (view, "archive", "&s", &archive)
      || strcmp (archive, now->archive != NULL ? now->archive : "") != 0)
    return;
  (void) g_variant_lookup (view, "listing", "&s", &listing);
  (void) g_variant_lookup (view, "filter", "&s", &line);
  (void) g_variant_lookup (view, "sort", "&s", &sort);
  (void) g_variant_lookup (view, "order", "&s", &order);
  g_autoptr (SkyFindingFilter) filter = line != NULL ? sky_filter_from_line (line) : NULL;
  if (filter != NULL)
    sky_inbox_choose_filter (sky_session_get_inbox (self->session), filter);
  for (guint i = 0; listing != NULL && i < SKY_N_LISTINGS; i++)
    {
      if (strcmp (listing_name ((SkyListing) i), listing) == 0)
        sky_inbox_set_listing (sky_session_get_inbox (self->session), (SkyListing) i);
    }
  take_up_sort (self, sort, order);
  take_up_look (self, view);
}
