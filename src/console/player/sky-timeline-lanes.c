/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-timeline-lanes.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "sky-clock-text.h"

#define MAP_HEIGHT       16
#define RULER_HEIGHT     18
#define ROUNDS_HEIGHT    18
#define EVENTS_HEIGHT    14
#define FINDINGS_HEIGHT  18
#define BOOKMARKS_HEIGHT 12
#define CAMERA_HEIGHT    14
#define CAMERA_LEAST     7
#define LEAST_NAMED      11
#define LEAST_WORD       60

#define FIXED_HEIGHT                                                                               \
  (MAP_HEIGHT + RULER_HEIGHT + ROUNDS_HEIGHT + EVENTS_HEIGHT + FINDINGS_HEIGHT + BOOKMARKS_HEIGHT)

typedef struct
{
  const SkyLanes *lanes;
  const SkyLanesPalette *palette;
  SkySelection *selection;
  SkyDayView *day_view;
  SkyTableDay *day;
  SkyTimeAxis axis;
  GTimeZone *zone;
  GtkSnapshot *snapshot;
  PangoLayout *layout;
} Drawing;

/* --- Places ----------------------------------------------------------------------------------- */

SkyTimeAxis
sky_lanes_get_axis (GtkWidget *widget, SkyDayView *day_view)
{
  SkyTimeAxis axis = { 0, SKY_MINUTE, MAX (1, gtk_widget_get_width (widget) - SKY_LANES_GUTTER) };

  if (day_view != NULL)
    sky_day_view_get_span (day_view, &axis.from, &axis.until);
  return axis;
}

void
sky_lanes_place (SkyLanes *lanes, guint n_cameras, int height)
{
  SkyLane *const above[] = { &lanes->map,    &lanes->ruler,    &lanes->rounds,
                             &lanes->events, &lanes->findings, &lanes->bookmarks };
  static const int heights[] = { MAP_HEIGHT,    RULER_HEIGHT,    ROUNDS_HEIGHT,
                                 EVENTS_HEIGHT, FINDINGS_HEIGHT, BOOKMARKS_HEIGHT };
  int rest = height - FIXED_HEIGHT;
  int top = 0;

  for (guint i = 0; i < G_N_ELEMENTS (above); i++)
    {
      *above[i] = (SkyLane){ top, heights[i] };
      top += heights[i];
    }
  lanes->cameras_top = top;
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

/* How wide @text is, px. */
static int
measure_text (Drawing *d, const char *text)
{
  int width;

  pango_layout_set_text (d->layout, text, -1);
  pango_layout_set_width (d->layout, -1);
  pango_layout_get_pixel_size (d->layout, &width, NULL);
  return width;
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
  /* Whole hours of that clock. */
  SkyTime offset = sky_clock_text_offset (d->axis.from, d->zone);
  SkyTime at = d->axis.from - (d->axis.from + offset) % tick;
  g_autofree char *name = sky_clock_text_zone (d->axis.from, d->zone);

  write_name (d, name, &d->lanes->ruler);
  for (; at < d->axis.until; at += tick)
    {
      int x = sky_time_axis_to_x (&d->axis, at);
      if (x < 0)
        continue;
      g_autofree char *text = sky_clock_text_tick (at, tick, d->zone);
      fill (d, &d->palette->line, SKY_LANES_GUTTER + x, d->lanes->ruler.top, 1,
            height - d->lanes->ruler.top);
      if (x + 4 + measure_text (d, text) <= d->axis.width)
        write_text (d, text, &d->palette->dim, SKY_LANES_GUTTER + x + 4, &d->lanes->ruler, 0);
    }
}

static void
draw_gap (Drawing *d, int x, int until, const SkyLane *lane)
{
  const GskColorStop stops[] = {
    { 0, d->palette->gap },
    { 0.4f, d->palette->gap },
    { 0.4f, { 0, 0, 0, 0 } },
    { 1, { 0, 0, 0, 0 } },
  };

  if (until <= x)
    return;
  gtk_snapshot_append_repeating_linear_gradient (
      d->snapshot, &GRAPHENE_RECT_INIT (x, lane->top + 2, until - x, lane->height - 4),
      &GRAPHENE_POINT_INIT (0, 0), &GRAPHENE_POINT_INIT (4, 4), stops, G_N_ELEMENTS (stops));
}

/* When nobody looked there are no rounds, and it is said that this is why. */
static void
draw_unobserved (Drawing *d)
{
  const SkyLane *lane = &d->lanes->rounds;
  guint n;
  const SkySpan *spans = sky_table_day_get_unobserved (d->day, &n);

  for (guint i = 0; i < n; i++)
    {
      int x = MAX (place_x (d, MAX (spans[i].start, d->axis.from)), SKY_LANES_GUTTER);
      int until = place_x (d, MIN (spans[i].end, d->axis.until));
      /* Translators: stands on the timeline where nobody looked. */
      const char *word = _ ("not looked at");

      if (spans[i].end <= d->axis.from || spans[i].start >= d->axis.until)
        continue;
      if (until - x < measure_text (d, word) + 12)
        {
          draw_gap (d, x, MAX (until, x + 1), lane);
          continue;
        }
      write_text (d, word, &d->palette->text, x + 4, lane, until - x - 8);
      draw_gap (d, x + measure_text (d, word) + 8, until, lane);
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
  /* One that began before the axis does is drawn no further than to its edge. */
  gtk_snapshot_push_clip (
      d->snapshot, &GRAPHENE_RECT_INIT (SKY_LANES_GUTTER, lane->top, d->axis.width, lane->height));
  draw_unobserved (d);
  for (round = round != NULL ? round : rounds; round < end && round->start < d->axis.until; round++)
    {
      int x = place_x (d, round->start);
      int width = MAX (1, place_x (d, round->end) - x - 1);
      gboolean shown = round->round == sky_day_view_get_round (d->day_view);
      if ((x == last && !shown) || round->end < d->axis.from)
        continue;
      last = x;
      fill (d, &d->palette->round_edge, x, lane->top + 2, width, lane->height - 4);
      if (shown || width > 4)
        fill (d, shown ? &d->palette->round_shown : &d->palette->round, x + 1, lane->top + 3,
              MAX (1, width - 2), lane->height - 6);
      if (width >= 26)
        {
          char text[24];
          g_snprintf (text, sizeof text, "%" G_GINT64_FORMAT, round->round);
          write_text (d, text, shown ? &d->palette->round_text : &d->palette->text,
                      MAX (x, SKY_LANES_GUTTER) + 4, lane, width - 4);
        }
    }
  gtk_snapshot_pop (d->snapshot);
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

/* The outline of a finding's mark: a dot, a square, a triangle, a diamond, so that severities are
 * told apart without their colours. */
static void
trace_mark (cairo_t *cr, SkySeverity severity, double x, double y, double size)
{
  double half = size / 2;

  cairo_new_path (cr);
  switch (severity)
    {
    case SKY_SEVERITY_MINOR:
      cairo_rectangle (cr, x - half * 0.8, y - half * 0.8, size * 0.8, size * 0.8);
      return;
    case SKY_SEVERITY_MAJOR:
      cairo_move_to (cr, x, y - half);
      cairo_line_to (cr, x + half, y + half * 0.8);
      cairo_line_to (cr, x - half, y + half * 0.8);
      break;
    case SKY_SEVERITY_CRITICAL:
      cairo_move_to (cr, x, y - half * 1.2);
      cairo_line_to (cr, x + half, y);
      cairo_line_to (cr, x, y + half * 1.2);
      cairo_line_to (cr, x - half, y);
      break;
    case SKY_SEVERITY_INFO:
    case SKY_N_SEVERITIES:
    default:
      cairo_arc (cr, x, y, half * 0.8, 0, 2 * G_PI);
    }
  cairo_close_path (cr);
}

/* What is decided is an outline, what waits is filled. */
static void
draw_finding (Drawing *d, cairo_t *cr, const SkyDayMark *mark, gboolean selected)
{
  const SkyLane *lane = &d->lanes->findings;
  double x = place_x (d, mark->at) + 0.5;
  double y = lane->top + lane->height / 2.0;
  double size = lane->height - 8;

  gdk_cairo_set_source_rgba (cr, &d->palette->severities[mark->severity]);
  cairo_set_line_width (cr, 1.5);
  trace_mark (cr, mark->severity, x, y, size);
  if (mark->state == SKY_REVIEW_OPEN || mark->state == SKY_REVIEW_IN_REVIEW)
    cairo_fill (cr);
  else
    cairo_stroke (cr);
  if (!selected)
    return;
  gdk_cairo_set_source_rgba (cr, &d->palette->text);
  cairo_rectangle (cr, x - size / 2 - 3, lane->top + 1, size + 6, lane->height - 2);
  cairo_stroke (cr);
}

static void
draw_findings (Drawing *d)
{
  const SkyLane *lane = &d->lanes->findings;
  const GArray *marks = sky_day_view_get_marks (d->day_view);
  const SkyStoredFinding *finding = sky_selection_get_finding (d->selection);
  gint64 selected = finding != NULL ? finding->id : 0;
  const SkyDayMark *shown = NULL;
  int last = G_MININT;

  write_name (d, _ ("Findings"), lane);
  cairo_t *cr = gtk_snapshot_append_cairo (
      d->snapshot, &GRAPHENE_RECT_INIT (SKY_LANES_GUTTER, lane->top, d->axis.width, lane->height));
  for (guint i = 0; i < marks->len; i++)
    {
      const SkyDayMark *mark = &g_array_index (marks, SkyDayMark, i);
      if (mark->kind != SKY_DAY_MARK_FINDING || mark->at < d->axis.from
          || mark->at >= d->axis.until)
        continue;

      int x = place_x (d, mark->at);
      if (selected != 0 && mark->id == selected)
        shown = mark;
      else if (x != last)
        draw_finding (d, cr, mark, FALSE);
      last = x;
    }
  if (shown != NULL)
    draw_finding (d, cr, shown, TRUE);
  cairo_destroy (cr);
}

/* Flags on their poles. */
static void
draw_bookmarks (Drawing *d)
{
  const SkyLane *lane = &d->lanes->bookmarks;
  const GArray *marks = sky_day_view_get_marks (d->day_view);

  write_name (d, _ ("Bookmarks"), lane);
  for (guint i = 0; i < marks->len; i++)
    {
      const SkyDayMark *mark = &g_array_index (marks, SkyDayMark, i);
      if (mark->kind != SKY_DAY_MARK_BOOKMARK || mark->at < d->axis.from
          || mark->at >= d->axis.until)
        continue;

      int x = place_x (d, mark->at);
      fill (d, &d->palette->bookmark, x, lane->top + 1, 1, lane->height - 2);
      fill (d, &d->palette->bookmark, x, lane->top + 1, 7, (lane->height - 2) / 2);
    }
}

/* Brackets over the cameras' lanes, with a word where it has room. */
static void
draw_locks (Drawing *d)
{
  const SkyLane *lane = &d->lanes->bookmarks;
  const GArray *marks = sky_day_view_get_marks (d->day_view);
  int bottom = lane->top + lane->height;

  for (guint i = 0; i < marks->len; i++)
    {
      const SkyDayMark *mark = &g_array_index (marks, SkyDayMark, i);
      if (mark->kind != SKY_DAY_MARK_LOCK || mark->until <= d->axis.from
          || mark->at >= d->axis.until)
        continue;

      int x = MAX (place_x (d, mark->at), SKY_LANES_GUTTER);
      int until = place_x (d, mark->until);
      fill (d, &d->palette->text, x, bottom - 2, MAX (2, until - x), 2);
      if (mark->at >= d->axis.from)
        fill (d, &d->palette->text, x, bottom - 6, 2, 6);
      if (mark->until <= d->axis.until)
        fill (d, &d->palette->text, until - 2, bottom - 6, 2, 6);
      if (until - x >= LEAST_WORD && lane->height >= LEAST_NAMED)
        /* Translators: of recordings that must not be deleted. */
        write_text (d, _ ("locked"), &d->palette->text, x + 10, lane, until - x - 14);
    }
}

/* A recording that is not there: the frame of one, with nothing in it. The frame is open where the
 * word stands, which is higher than it. */
static void
draw_missing (Drawing *d, int x, int until, const SkyLane *lane)
{
  /* Translators: stands where a recording would be drawn whose file is not there. */
  const char *word = _ ("missing");
  int top = lane->top + 2;
  int height = lane->height - 4;
  int line = x;

  if (until - x >= LEAST_WORD && lane->height >= LEAST_NAMED)
    {
      write_text (d, word, &d->palette->gap, x + 6, lane, until - x - 8);
      line = MIN (x + 6 + measure_text (d, word) + 4, until);
    }
  fill (d, &d->palette->gap, line, top, until - line, 1);
  fill (d, &d->palette->gap, line, top + height - 1, until - line, 1);
  fill (d, &d->palette->gap, x, top, 1, height);
  fill (d, &d->palette->gap, until - 1, top, 1, height);
}

static void
draw_camera (Drawing *d, const SkyCamera *camera, const SkyLane *lane)
{
  GHashTable *missing = sky_day_files_get_missing (sky_day_view_get_files (d->day_view));
  SkyTime from_day;
  SkyTime until_day;

  /* Before and after the day nothing is missing. */
  sky_table_day_get_span (d->day, &from_day, &until_day);
  int x = place_x (d, MAX (d->axis.from, from_day));
  int end = place_x (d, MIN (d->axis.until, until_day));

  /* In a lane lower than a line of text names would lie over each other; a tooltip has them. */
  if (lane->height >= LEAST_NAMED)
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
      if (g_hash_table_contains (missing, sky_camera_get_segment (camera, coverage->segment)->path))
        draw_missing (d, from, MAX (from + 1, until), lane);
      else
        fill (d, &d->palette->footage, from, lane->top + 2, MAX (1, until - from),
              lane->height - 4);
      x = until;
    }
  draw_gap (d, x, end, lane);
}

/* Behind all lanes; its ends are drawn over them by draw_loop_ends(). */
static void
draw_loop (Drawing *d, int height)
{
  SkyTime from;
  SkyTime until;

  if (!sky_camera_wall_get_loop (sky_day_view_get_wall (d->day_view), &from, &until))
    return;
  int x = MAX (place_x (d, from), SKY_LANES_GUTTER);
  fill (d, &d->palette->loop, x, d->lanes->ruler.top, place_x (d, until) - x,
        height - d->lanes->ruler.top);
}

static void
draw_loop_end (Drawing *d, SkyTime at, const char *letter, int height)
{
  if (at < d->axis.from || at > d->axis.until)
    return;

  const SkyLane *lane = &d->lanes->ruler;
  int x = place_x (d, at);
  fill (d, &d->palette->loop_edge, x, lane->top, 1, height - lane->top);
  fill (d, &d->palette->loop_edge, x, lane->top, 13, lane->height - 4);
  write_text (d, letter, &d->palette->round_text, x + 3, &(SkyLane){ lane->top, lane->height - 4 },
              0);
}

static void
draw_loop_ends (Drawing *d, SkyTime begun, gboolean is_end, int height)
{
  SkyTime from;
  SkyTime until;

  if (sky_camera_wall_get_loop (sky_day_view_get_wall (d->day_view), &from, &until))
    {
      draw_loop_end (d, from, "A", height);
      draw_loop_end (d, until, "B", height);
    }
  else if (begun != SKY_TIME_NONE)
    draw_loop_end (d, begun, is_end ? "B" : "A", height);
}

/* --- The day's map ---------------------------------------------------------------------------- */

/* Where there are rounds, one box for each stretch without a gap that can be seen. */
static void
draw_map_rounds (Drawing *d)
{
  const SkyLane *lane = &d->lanes->map;
  guint n;
  const SkyRound *rounds = sky_table_day_get_rounds (d->day, &n);
  int from = 0;
  int until = -1;

  for (guint i = 0; i <= n; i++)
    {
      int x = i < n ? place_x (d, rounds[i].start) : G_MAXINT;
      if (x > until)
        {
          if (until >= 0)
            fill (d, &d->palette->round_edge, from, lane->top + 5, MAX (1, until - from),
                  lane->height - 10);
          from = x;
        }
      if (i < n)
        until = MAX (until, MAX (x + 1, place_x (d, rounds[i].end)));
    }
}

static void
draw_map_marks (Drawing *d)
{
  const SkyLane *lane = &d->lanes->map;
  const GArray *marks = sky_day_view_get_marks (d->day_view);
  int last = -1;

  for (guint i = 0; i < marks->len; i++)
    {
      const SkyDayMark *mark = &g_array_index (marks, SkyDayMark, i);
      int x = place_x (d, mark->at);
      if (mark->kind == SKY_DAY_MARK_LOCK)
        {
          fill (d, &d->palette->text, x, lane->top + lane->height - 2,
                MAX (2, place_x (d, mark->until) - x), 2);
          continue;
        }
      if (mark->kind == SKY_DAY_MARK_BOOKMARK)
        fill (d, &d->palette->bookmark, x, lane->top + lane->height - 4, 2, 4);
      else if (x != last)
        fill (d, &d->palette->severities[mark->severity], x, lane->top, 1, 5);
      last = x;
    }
}

/* --- Drawing ---------------------------------------------------------------------------------- */

static Drawing
begin_drawing (const SkyLanes *lanes,
               SkySelection *selection,
               const SkyTimeAxis *axis,
               GtkSnapshot *snapshot,
               PangoLayout *layout)
{
  return (Drawing){
    .lanes = lanes,
    .palette = sky_lanes_get_palette (),
    .selection = selection,
    .day_view = sky_selection_get_day_view (selection),
    .day = sky_day_view_get_day (sky_selection_get_day_view (selection)),
    .axis = *axis,
    .zone = sky_day_view_get_zone (sky_selection_get_day_view (selection)),
    .snapshot = snapshot,
    .layout = layout,
  };
}

const SkyLanesPalette *
sky_lanes_get_palette (void)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();

  return sky_lanes_palette (adw_style_manager_get_dark (manager),
                            adw_style_manager_get_high_contrast (manager));
}

void
sky_lanes_draw (const SkyLanes *lanes,
                GtkWidget *widget,
                SkySelection *selection,
                const SkyTimeAxis *axis,
                SkyTime begun,
                gboolean begun_is_end,
                GtkSnapshot *snapshot)
{
  int width = gtk_widget_get_width (widget);
  int height = gtk_widget_get_height (widget);
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (widget, NULL);
  Drawing drawing = begin_drawing (lanes, selection, axis, snapshot, layout);

  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  fill (&drawing, &drawing.palette->ground, 0, 0, width, height);
  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  draw_loop (&drawing, height);
  draw_ruler (&drawing, height);
  draw_rounds (&drawing);
  draw_events (&drawing);
  draw_findings (&drawing);
  draw_locks (&drawing);
  draw_bookmarks (&drawing);

  GPtrArray *cameras = sky_table_day_get_cameras (drawing.day);
  for (guint i = 0; i < cameras->len; i++)
    {
      SkyLane lane = { lanes->cameras_top + (int) i * lanes->camera_height, lanes->camera_height };
      draw_camera (&drawing, cameras->pdata[i], &lane);
    }
  draw_loop_ends (&drawing, begun, begun_is_end, height);
  gtk_snapshot_pop (snapshot);
}

void
sky_lanes_draw_map (const SkyLanes *lanes,
                    GtkWidget *widget,
                    SkySelection *selection,
                    const SkyTimeAxis *day,
                    GtkSnapshot *snapshot)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (widget, NULL);
  Drawing drawing = begin_drawing (lanes, selection, day, snapshot, layout);

  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  /* Translators: the strip of the timeline that always shows the whole gaming day. */
  write_name (&drawing, _ ("Day"), &lanes->map);
  draw_map_rounds (&drawing);
  draw_map_marks (&drawing);
}
