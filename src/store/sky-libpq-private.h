/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libpq, loaded when the first store in a PostgreSQL database is opened. It loads LDAP and Kerberos
 * too, which a program with a store in a file does not need. */
#pragma once

#include <glib.h>

#include <libpq-fe.h>

G_BEGIN_DECLS

/* The functions of libpq that the store calls. */
#define SKY_LIBPQ_FUNCTIONS(FUNCTION)                                                              \
  FUNCTION (PQbackendPID)                                                                          \
  FUNCTION (PQcancel)                                                                              \
  FUNCTION (PQclear)                                                                               \
  FUNCTION (PQcmdStatus)                                                                           \
  FUNCTION (PQconnectdbParams)                                                                     \
  FUNCTION (PQconnectionNeedsPassword)                                                             \
  FUNCTION (PQconninfoFree)                                                                        \
  FUNCTION (PQconninfoParse)                                                                       \
  FUNCTION (PQconsumeInput)                                                                        \
  FUNCTION (PQerrorMessage)                                                                        \
  FUNCTION (PQexec)                                                                                \
  FUNCTION (PQexecPrepared)                                                                        \
  FUNCTION (PQfinish)                                                                              \
  FUNCTION (PQfreeCancel)                                                                          \
  FUNCTION (PQfreemem)                                                                             \
  FUNCTION (PQftype)                                                                               \
  FUNCTION (PQgetCancel)                                                                           \
  FUNCTION (PQgetResult)                                                                           \
  FUNCTION (PQgetisnull)                                                                           \
  FUNCTION (PQgetlength)                                                                           \
  FUNCTION (PQgetvalue)                                                                            \
  FUNCTION (PQnotifies)                                                                            \
  FUNCTION (PQntuples)                                                                             \
  FUNCTION (PQparameterStatus)                                                                     \
  FUNCTION (PQprepare)                                                                             \
  FUNCTION (PQputCopyData)                                                                         \
  FUNCTION (PQputCopyEnd)                                                                          \
  FUNCTION (PQresultErrorField)                                                                    \
  FUNCTION (PQresultStatus)                                                                        \
  FUNCTION (PQserverVersion)                                                                       \
  FUNCTION (PQsetNoticeReceiver)                                                                   \
  FUNCTION (PQsocket)                                                                              \
  FUNCTION (PQstatus)                                                                              \
  FUNCTION (PQtransactionStatus)

typedef struct
{
#define SKY_LIBPQ_MEMBER(name) __typeof__ (&(name)) name;
  SKY_LIBPQ_FUNCTIONS (SKY_LIBPQ_MEMBER)
#undef SKY_LIBPQ_MEMBER
} SkyLibpq;

/* libpq's functions, after sky_libpq_load(). */
extern SkyLibpq sky_libpq;

/* Loads libpq, once. Returns TRUE; or FALSE, with the cause in *@cause. */
gboolean sky_libpq_load (char **cause);

G_END_DECLS
