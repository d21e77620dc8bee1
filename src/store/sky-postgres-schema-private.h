/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of a store in PostgreSQL, for the engine that makes them. */
#pragma once

#include "sky-store-private.h"

G_BEGIN_DECLS

/* What whoever makes the partitions of a month holds until its end: the lock's number. */
#define SKY_POSTGRES_MONTHS "23480592505074277"

/* Makes the schema "skyward" with all that is in it. */
extern const char sky_postgres_schema[];

/* Roles, what they may and what they see; run behind it. */
extern const char sky_postgres_roles[];

/* What makes reviews, bookmarks and cases follow from the ledger. */
extern const char sky_postgres_follow[];

/* Asks every table for its layout. */
extern const char sky_postgres_probe[];

/* What guards the ledger, by name and text, and what asks for it. */
extern const SkyStoreTrigger sky_postgres_triggers[];
extern const char sky_postgres_list_triggers[];

G_END_DECLS
