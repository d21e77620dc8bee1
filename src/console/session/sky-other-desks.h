/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What others do at other desks on the same store: what they say and audit is shown within a
 * second, and who is at which finding. They are told who sits here and what is looked at.
 *
 * Signals: "present-changed" (), who is at which finding; "spoken" (), others have said something
 * that is not shown yet; "changed" (), that, or they have audited something. */
#pragma once

#include "sky-inbox.h"

G_BEGIN_DECLS

#define SKY_TYPE_OTHER_DESKS (sky_other_desks_get_type ())
G_DECLARE_FINAL_TYPE (SkyOtherDesks, sky_other_desks, SKY, OTHER_DESKS, GObject)

/* What they do is put into the rows of @inbox. */
SkyOtherDesks *sky_other_desks_new (SkyInbox *inbox);

/* The finding with the key @key (NULL: none) is looked at here. */
void sky_other_desks_set_shown (SkyOtherDesks *self, const char *key);

/* How many there are. */
guint sky_other_desks_get_n (SkyOtherDesks *self);
/* Who is at the finding that desks know by @digest, by name; NULL: nobody. */
const char *sky_other_desks_get_names (SkyOtherDesks *self, const char *digest);
/* FALSE: something they did is about to be shown. */
gboolean sky_other_desks_is_settled (SkyOtherDesks *self);

G_END_DECLS
