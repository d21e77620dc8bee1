/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What others do at other desks on the same store. Their entries and audits appear within a second,
 * and who is at which finding. The other desks learn who sits here and which item is shown.
 * Signals:
 *
 * * "present-changed" (): who is at which finding;
 * * "spoken" (): others wrote something that is not shown yet;
 * * "changed" (): that, or they audited something. */
#pragma once

#include "sky-inbox.h"

G_BEGIN_DECLS

#define SKY_TYPE_OTHER_DESKS (sky_other_desks_get_type ())
G_DECLARE_FINAL_TYPE (SkyOtherDesks, sky_other_desks, SKY, OTHER_DESKS, GObject)

/* Updates the rows of @inbox. */
SkyOtherDesks *sky_other_desks_new (SkyInbox *inbox);

/* The finding with the key @key (NULL: none) is shown here. */
void sky_other_desks_set_shown (SkyOtherDesks *self, const char *key);

/* How many there are. */
guint sky_other_desks_get_n (SkyOtherDesks *self);
/* The names of those at the finding with the digest @digest; NULL: nobody. */
const char *sky_other_desks_get_names (SkyOtherDesks *self, const char *digest);
/* FALSE: something they did is about to appear. */
gboolean sky_other_desks_is_settled (SkyOtherDesks *self);

G_END_DECLS
