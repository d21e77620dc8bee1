/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libxml2, loaded when the first XML source is opened: it loads all of Unicode's tables, and most
 * sources are not XML. */
#pragma once

#include <glib.h>

#include <libxml/xmlreader.h>

G_BEGIN_DECLS

/* The functions of libxml2 that this folder calls. */
#define SKY_LIBXML_FUNCTIONS(FUNCTION)                                                             \
  FUNCTION (xmlBufferContent)                                                                      \
  FUNCTION (xmlBufferCreate)                                                                       \
  FUNCTION (xmlBufferEmpty)                                                                        \
  FUNCTION (xmlBufferFree)                                                                         \
  FUNCTION (xmlBufferLength)                                                                       \
  FUNCTION (xmlFreeTextReader)                                                                     \
  FUNCTION (xmlGetLineNo)                                                                          \
  FUNCTION (xmlNodeBufGetContent)                                                                  \
  FUNCTION (xmlNodeDump)                                                                           \
  FUNCTION (xmlReaderForIO)                                                                        \
  FUNCTION (xmlTextReaderCurrentNode)                                                              \
  FUNCTION (xmlTextReaderDepth)                                                                    \
  FUNCTION (xmlTextReaderExpand)                                                                   \
  FUNCTION (xmlTextReaderNext)                                                                     \
  FUNCTION (xmlTextReaderNodeType)                                                                 \
  FUNCTION (xmlTextReaderRead)                                                                     \
  FUNCTION (xmlTextReaderSetStructuredErrorHandler)

typedef struct
{
#define SKY_LIBXML_MEMBER(name) __typeof__ (&(name)) name;
  SKY_LIBXML_FUNCTIONS (SKY_LIBXML_MEMBER)
#undef SKY_LIBXML_MEMBER
} SkyLibxml;

/* libxml2's functions, after sky_libxml_load(). */
extern SkyLibxml sky_libxml;

/* Loads libxml2, once. Returns TRUE; or FALSE, with the cause in *@cause. */
gboolean sky_libxml_load (char **cause);

G_END_DECLS
