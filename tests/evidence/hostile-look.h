/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A case of four cameras that browsers play and one that they do not, by people who would rather
 * have the page do something else. */
#pragma once

#include "package-fixture.h"

G_BEGIN_DECLS

/* What a page must show, letter by letter. */
#define HOSTILE_CAMERA "</script><img src=x onerror=\"window.owned=1\">"
#define HOSTILE_TITLE                                                                              \
  "<svg onload=window.owned=2>--><!--<script>'\"&amp;<img src=http://owned.invalid/>"
#define HOSTILE_NOTE                                                                               \
  "</script></ScRiPt ><script>window.owned=3</script>\n\342\200\256evil\342\200\254 javascript:x"

/* @seconds of pictures of each camera, @rate a second; 0: as many as cameras have. */
void hostile_look_init (PackageLook *look, guint seconds, int rate);

G_END_DECLS
