/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of a store in PostgreSQL, for the engine that makes them. */
#pragma once

#include "sky-store-private.h"

G_BEGIN_DECLS

/* The number of the lock held while a month's partitions are created. */
#define SKY_POSTGRES_MONTHS "23480592505074277"

/* Makes the schema "skyward" of version 1. */
extern const char sky_postgres_schema[];

/* What leads from a version to the next. */
typedef struct
{
  const char *tables;
  const char *roles; /* run behind it; roles, and what follows; NULL: nothing */
} SkyPostgresStep;

/* sky_postgres_steps[n] leads from version n, which is 1 or more, to version n + 1. */
extern const SkyPostgresStep sky_postgres_steps[SKY_STORE_SCHEMA_VERSION];

/* Who sees of statistics' counts what: those of people are not for operators. */
extern const char sky_postgres_counts_roles[];
/* Who sees and adds reports: those of people are not for operators. */
extern const char sky_postgres_reports_roles[];
/* The same of what statistics made of counts. */
extern const char sky_postgres_folds_roles[];
extern const char sky_postgres_streams_roles[];
/* Who sees what the pictures showed: whoever sees the log. */
extern const char sky_postgres_testimony_roles[];

/* Roles, their rights and what they see, of version 1; run after the schema. */
extern const char sky_postgres_roles[];

/* What makes reviews, bookmarks and cases follow from the ledger. */
extern const char sky_postgres_follow[];

/* Has cases' details follow too, from version 4 on. */
extern const char sky_postgres_follow_details[];

/* Asks every table for its layout. */
extern const char sky_postgres_probe[];

/* What guards the ledger, by name and text, and what asks for it. */
extern const SkyStoreTrigger sky_postgres_triggers[];
extern const char sky_postgres_list_triggers[];

G_END_DECLS
