/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bookmarks (an instant of a table with a text) and cases (findings, bookmarks, stills and notes
 * under one number). Both are entries of the ledger, and the lists here are derived from it. */
#pragma once

#include "sky-case-details.h"
#include "sky-case-still.h"
#include "sky-ledger.h"

G_BEGIN_DECLS

typedef struct
{
  gint64 number; /* of the ledger's entry that made it */
  char *property;
  char *table;
  char *game;
  SkyDay gaming_day;
  SkyTime at; /* the instant on the log's clock */
  char *text;
  char *credential; /* who made it, and when */
  char *name;
  SkyTime made_at;
} SkyBookmark;

typedef struct
{
  gint64 id;     /* the number of the entry that opened it: the @target of entries about it */
  gint64 number; /* the case's own: 1, 2, 3 … */
  char *title;
  gboolean closed;
  SkyCaseDetails *details; /* NULL: nobody has said any */
  gint64 last_change; /* the entry that last renamed, described, closed or reopened it, else that
                       * opened it */
  char *credential;   /* who opened it, and when */
  char *name;
  SkyTime opened_at;
  guint64 n_findings;
  guint64 n_bookmarks;
  guint64 n_stills;
  guint64 n_notes;
} SkyCase;

typedef enum
{
  SKY_CASE_FINDING,
  SKY_CASE_BOOKMARK,
  SKY_CASE_NOTE,
  SKY_CASE_STILL,
  SKY_CASE_CLOSING,   /* the text is why */
  SKY_CASE_REOPENING, /* likewise */
  SKY_CASE_RENAMING,  /* the text is the title from then on */
  SKY_CASE_DETAILS,   /* its details from then on */
} SkyCaseItemKind;

typedef struct
{
  SkyCaseItemKind kind;
  gint64 entry;            /* that added it */
  char *finding;           /* its key; NULL: it is no finding */
  gint64 bookmark;         /* its number; 0: it is no bookmark */
  SkyCaseStill *still;     /* NULL: it is no still */
  SkyCaseDetails *details; /* NULL: it is none */
  char *text;              /* NULL: none */
  char *credential;
  char *name;
  SkyTime at;
} SkyCaseItem;

void sky_bookmark_free (SkyBookmark *self);
void sky_case_free (SkyCase *self);
void sky_case_item_free (SkyCaseItem *self);

/* Bookmarks the instant @at of the log with the id @log. */
gboolean sky_store_add_bookmark (SkyStore *self,
                                 const SkyReviewer *reviewer,
                                 gint64 log,
                                 SkyTime at,
                                 const char *text,
                                 gint64 *number,
                                 GError **error);
gboolean sky_store_remove_bookmark (SkyStore *self,
                                    const SkyReviewer *reviewer,
                                    gint64 bookmark,
                                    GError **error);

/* Returns: the SkyBookmarks of the log with the id @log by instant, of all logs when it is 0. */
GPtrArray *
sky_store_list_bookmarks (SkyStore *self, gint64 log, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* @id takes the new case's id. */
gboolean sky_store_open_case (
    SkyStore *self, const SkyReviewer *reviewer, const char *title, gint64 *id, GError **error);

/* Instead of the last change seen: accepts whatever others did with the case. */
#define SKY_CASE_ANY (-1)

/* @last_change is the case's last change that the reviewer saw. If there is a newer one, nothing is
 * written and SKY_STORE_ERROR_CHANGED says who made it. */
gboolean sky_store_rename_case (SkyStore *self,
                                const SkyReviewer *reviewer,
                                gint64 id,
                                const char *title,
                                gint64 last_change,
                                GError **error);
/* The same for the case's details. A closed case takes none. */
gboolean sky_store_describe_case (SkyStore *self,
                                  const SkyReviewer *reviewer,
                                  gint64 id,
                                  const SkyCaseDetails *details,
                                  gint64 last_change,
                                  GError **error);
/* The same. @text gives the reason, without which a case is neither closed nor reopened. */
gboolean sky_store_close_case (SkyStore *self,
                               const SkyReviewer *reviewer,
                               gint64 id,
                               const char *text,
                               gint64 last_change,
                               GError **error);
gboolean sky_store_reopen_case (SkyStore *self,
                                const SkyReviewer *reviewer,
                                gint64 id,
                                const char *text,
                                gint64 last_change,
                                GError **error);

/* Exactly one of @finding (a key) and @bookmark (a number, otherwise 0). An item already in the
 * case is not added again (SKY_STORE_ERROR_REFUSED). A closed case accepts nothing. */
gboolean sky_store_add_to_case (SkyStore *self,
                                const SkyReviewer *reviewer,
                                gint64 id,
                                const char *finding,
                                gint64 bookmark,
                                const char *text,
                                GError **error);
gboolean sky_store_remove_from_case (SkyStore *self,
                                     const SkyReviewer *reviewer,
                                     gint64 id,
                                     const char *finding,
                                     gint64 bookmark,
                                     GError **error);
gboolean sky_store_note_case (
    SkyStore *self, const SkyReviewer *reviewer, gint64 id, const char *text, GError **error);

/* Notes @text about a reported pattern, with @record: the counts that it follows from, JSON. */
gboolean sky_store_add_pattern_to_case (SkyStore *self,
                                        const SkyReviewer *reviewer,
                                        gint64 id,
                                        const char *text,
                                        const char *record,
                                        GError **error);

/* Returns: SkyCases by number. */
GPtrArray *sky_store_list_cases (SkyStore *self, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Returns: the case, or NULL with SKY_STORE_ERROR_NOT_FOUND. */
SkyCase *sky_store_get_case (SkyStore *self, gint64 id, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Returns SkyCaseItems in the order added, and the actions on the case between them. */
GPtrArray *
sky_store_list_case_items (SkyStore *self, gint64 id, GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyBookmark, sky_bookmark_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyCase, sky_case_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyCaseItem, sky_case_item_free)

G_END_DECLS
