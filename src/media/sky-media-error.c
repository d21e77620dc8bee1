/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-media-error.h"

G_DEFINE_QUARK (sky - media - error - quark, sky_media_error)
