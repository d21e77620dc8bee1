/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes JSON (RFC 8259) onto a GString, one member at a time, without a tree in memory: findings
 * come by the million. The text so far decides where a comma is needed. */
#pragma once

#include <glib.h>

#include "sky-money.h"
#include "sky-time.h"

G_BEGIN_DECLS

/* Begin and end an object or an array. @name is the member's name; NULL for an array's element or
 * the whole text. */
void sky_json_begin_object (GString *json, const char *name);
void sky_json_end_object (GString *json);
void sky_json_begin_array (GString *json, const char *name);
void sky_json_end_array (GString *json);

void sky_json_add_int (GString *json, const char *name, gint64 value);
void sky_json_add_bool (GString *json, const char *name, gboolean value);
/* @value is UTF-8; NULL becomes null. */
void sky_json_add_string (GString *json, const char *name, const char *value);
void sky_json_add_string_len (GString *json, const char *name, const char *value, gssize length);
void sky_json_add_time (GString *json, const char *name, SkyTime value);
/* @raw is JSON, added unchanged. */
void sky_json_add_raw (GString *json, const char *name, const char *raw);

G_END_DECLS
