/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skyward-cli receive --status. */
#pragma once

#include "sky-cli.h"

G_BEGIN_DECLS

/* Prints, for a person, what the receiver of @folder is doing, or did last. */
SkyCliStatus sky_receive_status (const char *folder);

G_END_DECLS
