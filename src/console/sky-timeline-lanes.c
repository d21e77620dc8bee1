/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-timeline-lanes.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "sky-clock-text.h"

#define RULER_HEIGHT    18
#define ROUNDS_HEIGHT   18
#define EVENTS_HEIGHT   14
#define FINDINGS_HEIGHT 18
#define CAMERA_HEIGHT   14
#define CAMERA_LEAST    7

#define FIXED_HEIGHT (RULER_HEIGHT + ROUNDS_HEIGHT + EVENTS_HEIGHT + FINDINGS_HEIGHT)

/* What is drawn with, on dark and on light. */
typedef struct
{
  GdkRGBA text;
  GdkRGBA dim;
  GdkRGBA line;
  GdkRGBA round;
  GdkRGBA round_shown;
  GdkRGBA event;
  GdkRGBA result;
  GdkRGBA footage;
  GdkRGBA gap;
  GdkRGBA loop;
  GdkRGBA bookmark;
  GdkRGBA severities[SKY_N_SEVERITIES];
} Palette;

static const Palette dark = {
  .text = { 1, 1, 1, 0.9f },
  .dim = { 1, 1, 1, 0.55f },
  .line = { 1, 1, 1, 0.1f },
  .round = { 0.38f, 0.63f, 0.92f, 0.35f },
  .round_shown = { 0.38f, 0.63f, 0.92f, 0.85f },
  .event = { 1, 1, 1, 0.4f },
  .result = { 0.97f, 0.83f, 0.3f, 1 },
  .footage = { 0.34f, 0.72f, 0.52f, 0.75f },
  .gap = { 0.93f, 0.2f, 0.23f, 0.5f },
  .loop = { 0.38f, 0.63f, 0.92f, 0.18f },
  .bookmark = { 0.56f, 0.94f, 0.64f, 1 },
  .severities = { { 0.6f, 0.76f, 0.95f, 1 },
                  { 0.97f, 0.83f, 0.3f, 1 },
                  { 1, 0.56f, 0.25f, 1 },
                  { 0.96f, 0.32f, 0.3f, 1 } },
};

static const Palette light = {
  .text = { 0, 0, 0, 0.85f },
  .dim = { 0, 0, 0, 0.6f },
  .line = { 0, 0, 0, 0.12f },
  .round = { 0.11f, 0.44f, 0.85f, 0.3f },
  .round_shown = { 0.11f, 0.44f, 0.85f, 0.85f },
  .event = { 0, 0, 0, 0.4f },
  .result = { 0.61f, 0.43f, 0.01f, 1 },
  .footage = { 0.15f, 0.55f, 0.36f, 0.75f },
  .gap = { 0.75f, 0.11f, 0.16f, 0.5f },
  .loop = { 0.11f, 0.44f, 0.85f, 0.15f },
  .bookmark = { 0.12f, 0.5f, 0.25f, 1 },
  .severities = { { 0.1f, 0.37f, 0.71f, 1 },
                  { 0.61f, 0.43f, 0.01f, 1 },
                  { 0.78f, 0.27f, 0, 1 },
                  { 0.75f, 0.11f, 0.16f, 1 } },
};

typedef struct
{
  const SkyLanes *lanes;
  const Palette *palette;
  SkySession *session;
  SkyTableDay *day;
  SkyTimeAxis axis;
  GtkSnapshot *snapshot;
  PangoLayout *layout;
} Drawing;

/* --- Places ----------------------------------------------------------------------------------- */

void
sky_lanes_place (SkyLanes *lanes, guint n_cameras, int height)
{
  int rest = height - FIXED_HEIGHT;

  lanes->ruler = (SkyLane){ 0, RULER_HEIGHT };
  lanes->rounds = (SkyLane){ RULER_HEIGHT, ROUNDS_HEIGHT };
  lanes->events = (SkyLane){ RULER_HEIGHT + ROUNDS_HEIGHT, EVENTS_HEIGHT };
  lanes->findings = (SkyLane){ RULER_HEIGHT + ROUNDS_HEIGHT + EVENTS_HEIGHT, FINDINGS_HEIGHT };
  lanes->cameras_top = FIXED_HEIGHT;
  lanes->n_cameras = n_cameras;
  lanes->camera_height =
      n_cameras == 0 ? 0 : CLAMP (rest / (int) n_cameras, CAMERA_LEAST, CAMERA_HEIGHT + 6);
}

int
sky_lanes_natural_height (guint n_cameras)
{
  return FIXED_HEIGHT + (int) n_cameras * CAMERA_HEIGHT;
}

int
sky_lanes_least_height (void)
{
  return FIXED_HEIGHT + 2 * CAMERA_LEAST;
}

/* --- Primitives ------------------------------------------------------------------------------- */

static void
fill (Drawing *d, const GdkRGBA *colour, int x, int y, int width, int height)
{
  gtk_snapshot_append_color (d->snapshot, colour, &GRAPHENE_RECT_INIT (x, y, width, height));
}

/* Writes @text with its left end at @x, in the middle of the lane; no further than @width. */
static void
write_text (
    Drawing *d, const char *text, const GdkRGBA *colour, int x, const SkyLane *lane, int width)
{
  int height;

  pango_layout_set_text (d->layout, text, -1);
  pango_layout_set_width (d->layout, width > 0 ? width * PANGO_SCALE : -1);
  pango_layout_get_pixel_size (d->layout, NULL, &height);
  gtk_snapshot_save (d->snapshot);
  gtk_snapshot_translate (d->snapshot,
                          &GRAPHENE_POINT_INIT (x, lane->top + (lane->height - height) / 2));
  gtk_snapshot_append_layout (d->snapshot, d->layout, colour);
  gtk_snapshot_restore (d->snapshot);
}

static void
write_name (Drawing *d, const char *name, const SkyLane *lane)
{
  write_text (d, name, &d->palette->dim, 6, lane, SKY_LANES_GUTTER - 12);
}

/* @x held to just outside of the axis, and moved to the widget's coordinates. */
static int
place_x (const Drawing *d, SkyTime at)
{
  return SKY_LANES_GUTTER + CLAMP (sky_time_axis_to_x (&d->axis, at), -2, d->axis.width + 2);
}

/* --- Lanes ------------------------------------------------------------------------------------ */

static void
draw_ruler (Drawing *d, int height)
{
  SkyTime tick = sky_time_axis_tick (&d->axis, 84);
  SkyTime at = d->axis.from - d->axis.from % tick;

  write_name (d, _ ("UTC"), &d->lanes->ruler);
  for (; at < d->axis.until; at += tick)
    {
      int x = sky_time_axis_to_x (&d->axis, at);
      if (x < 0)
        continue;
      g_autofree char *text = sky_clock_text_tick (at, tick);
      fill (d, &d->palette->line, SKY_LANES_GUTTER + x, 0, 1, height);
      write_text (d, text, &d->palette->dim, SKY_LANES_GUTTER + x + 4, &d->lanes->ruler, 0);
    }
}

static void
draw_rounds (Drawing *d)
{
  const SkyLane *lane = &d->lanes->rounds;
  guint n;
  const SkyRound *rounds = sky_table_day_get_rounds (d->day, &n);
  const SkyRound *end = rounds + n;
  const SkyRound *round = sky_table_day_round_at (d->day, d->axis.from);
  int last = -1;

  write_name (d, _ ("Rounds"), lane);
  for (round = round != NULL ? round : rounds; round < end && round->start < d->axis.until; round++)
    {
      int x = place_x (d, round->start);
      int width = MAX (1, place_x (d, round->end) - x - 1);
      gboolean shown = round->round == sky_session_get_round (d->session);
      if (x == last && !shown)
        continue;
      last = x;
      fill (d, shown ? &d->palette->round_shown : &d->palette->round, x, lane->top + 2, width,
            lane->height - 4);
      if (width >= 26)
        {
          char text[24];
          g_snprintf (text, sizeof text, "%" G_GINT64_FORMAT, round->round);
          write_text (d, text, &d->palette->text, MAX (x, SKY_LANES_GUTTER) + 4, lane, width - 4);
        }
    }
}

static void
draw_events (Drawing *d)
{
  const SkyLane *lane = &d->lanes->events;
  guint n;
  const SkyDayEvent *events = sky_table_day_get_events (d->day, &n);
  const SkyDayEvent *end = events + n;
  const SkyDayEvent *event = sky_table_day_next_event (d->day, d->axis.from - 1, 1);
  int last = -1;
  int last_result = -1;

  write_name (d, _ ("Events"), lane);
  for (; event != NULL && event < end && event->at < d->axis.until; event++)
    {
      int x = place_x (d, event->at);
      if (event->type == SKY_EVENT_RESULT && x != last_result)
        {
          fill (d, &d->palette->result, x, lane->top + 1, 2, lane->height - 2);
          last_result = x;
        }
      else if (x != last)
        fill (d, &d->palette->event, x, lane->top + 4, 1, lane->height - 6);
      last = x;
    }
}

static void
draw_mark (Drawing *d, const SkyDayMark *mark, gboolean selected)
{
  const SkyLane *lane = &d->lanes->findings;
  int x = place_x (d, mark->at);
  GskRoundedRect outline;

  if (mark->id == 0)
    {
      fill (d, &d->palette->bookmark, x - 1, lane->top + 1, 3, lane->height - 2);
      return;
    }

  GdkRGBA colour = d->palette->severities[mark->severity];
  if (mark->state != SKY_REVIEW_OPEN && mark->state != SKY_REVIEW_IN_REVIEW)
    colour.alpha = 0.4f;
  gsk_rounded_rect_init_from_rect (
      &outline, &GRAPHENE_RECT_INIT (x - 4, lane->top + 3, 8, lane->height - 6), 3);
  gtk_snapshot_push_rounded_clip (d->snapshot, &outline);
  fill (d, &colour, x - 4, lane->top + 3, 8, lane->height - 6);
  gtk_snapshot_pop (d->snapshot);
  if (!selected)
    return;
  gsk_rounded_rect_init_from_rect (
      &outline, &GRAPHENE_RECT_INIT (x - 6, lane->top + 1, 12, lane->height - 2), 4);
  const GdkRGBA *text = &d->palette->text;
  gtk_snapshot_append_border (d->snapshot, &outline, (const float[4]){ 1.5f, 1.5f, 1.5f, 1.5f },
                              (const GdkRGBA[4]){ *text, *text, *text, *text });
}

static void
draw_findings (Drawing *d)
{
  const GArray *marks = sky_session_get_marks (d->session);
  const SkyStoredFinding *finding = sky_session_get_finding (d->session);
  gint64 selected = finding != NULL ? finding->id : 0;
  int last = G_MININT;

  write_name (d, _ ("Findings"), &d->lanes->findings);
  for (guint i = 0; i < marks->len; i++)
    {
      const SkyDayMark *mark = &g_array_index (marks, SkyDayMark, i);
      if (mark->at < d->axis.from || mark->at >= d->axis.until)
        continue;

      int x = place_x (d, mark->at);
      gboolean is_selected = selected != 0 && mark->id == selected;
      if (x == last && !is_selected)
        continue;
      last = x;
      draw_mark (d, mark, is_selected);
    }
}

static void
draw_gap (Drawing *d, int x, int until, const SkyLane *lane)
{
  const GskColorStop stops[] = {
    { 0, d->palette->gap },
    { 0.5f, d->palette->gap },
    { 0.5f, { 0, 0, 0, 0 } },
    { 1, { 0, 0, 0, 0 } },
  };

  if (until <= x)
    return;
  gtk_snapshot_append_repeating_linear_gradient (
      d->snapshot, &GRAPHENE_RECT_INIT (x, lane->top + 2, until - x, lane->height - 4),
      &GRAPHENE_POINT_INIT (0, 0), &GRAPHENE_POINT_INIT (4, 4), stops, G_N_ELEMENTS (stops));
}

static void
draw_camera (Drawing *d, const SkyCamera *camera, const SkyLane *lane)
{
  SkyTime from_day;
  SkyTime until_day;

  /* Before and after the day nothing is missing. */
  sky_table_day_get_span (d->day, &from_day, &until_day);
  int x = place_x (d, MAX (d->axis.from, from_day));
  int end = place_x (d, MIN (d->axis.until, until_day));

  write_name (d, sky_camera_get_name (camera), lane);
  for (guint i = 0; i < sky_camera_get_n_coverages (camera); i++)
    {
      const SkyCoverage *coverage = sky_camera_get_coverage (camera, i);
      if (coverage->until <= d->axis.from)
        continue;
      if (coverage->from >= d->axis.until)
        break;

      int from = MAX (x, place_x (d, coverage->from));
      int until = MIN (end, place_x (d, coverage->until));
      draw_gap (d, x, from, lane);
      fill (d, &d->palette->footage, from, lane->top + 2, MAX (1, until - from), lane->height - 4);
      x = until;
    }
  draw_gap (d, x, end, lane);
}

static void
draw_loop (Drawing *d, int height)
{
  SkyTime from;
  SkyTime until;

  if (!sky_camera_wall_get_loop (sky_session_get_wall (d->session), &from, &until))
    return;
  int x = place_x (d, from);
  fill (d, &d->palette->loop, x, 0, place_x (d, until) - x, height);
}

void
sky_lanes_draw (const SkyLanes *lanes,
                GtkWidget *widget,
                SkySession *session,
                const SkyTimeAxis *axis,
                GtkSnapshot *snapshot)
{
  int width = gtk_widget_get_width (widget);
  int height = gtk_widget_get_height (widget);
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (widget, NULL);
  Drawing drawing = {
    .lanes = lanes,
    .palette = adw_style_manager_get_dark (adw_style_manager_get_default ()) ? &dark : &light,
    .session = session,
    .day = sky_session_get_day (session),
    .axis = *axis,
    .snapshot = snapshot,
    .layout = layout,
  };

  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  draw_ruler (&drawing, height);
  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  draw_rounds (&drawing);
  draw_events (&drawing);
  draw_findings (&drawing);

  GPtrArray *cameras = sky_table_day_get_cameras (drawing.day);
  for (guint i = 0; i < cameras->len; i++)
    {
      SkyLane lane = { lanes->cameras_top + (int) i * lanes->camera_height, lanes->camera_height };
      draw_camera (&drawing, cameras->pdata[i], &lane);
    }
  draw_loop (&drawing, height);
  gtk_snapshot_pop (snapshot);
}
