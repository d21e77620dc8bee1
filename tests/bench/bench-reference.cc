/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "bench.h"

#include <simdjson.h>

/* On one core, for that is what it is compared with. */
static simdjson::dom::parser &
get_parser (void)
{
  static simdjson::dom::parser parser;

#ifdef SIMDJSON_THREADS_ENABLED
  parser.threaded = false;
#endif
  return parser;
}

static gsize
read_all (simdjson::dom::document_stream &documents)
{
  gsize n = 0;

  for (auto document : documents)
    {
      if (document.error () != simdjson::SUCCESS)
        g_error ("simdjson: %s", simdjson::error_message (document.error ()));
      n++;
    }
  return n;
}

/* As the library recommends for such files: in batches of its default size. */
gsize
bench_reference_parse (const char *data, gsize size)
{
  simdjson::dom::document_stream documents;

  if (get_parser ().parse_many (data, size, simdjson::dom::DEFAULT_BATCH_SIZE).get (documents)
      != simdjson::SUCCESS)
    g_error ("simdjson could not begin");
  return read_all (documents);
}

gsize
bench_reference_load (const char *path)
{
  simdjson::dom::document_stream documents;

  if (get_parser ().load_many (path, simdjson::dom::DEFAULT_BATCH_SIZE).get (documents)
      != simdjson::SUCCESS)
    g_error ("simdjson could not read %s", path);
  return read_all (documents);
}

gsize
bench_reference_padding (void)
{
  return simdjson::SIMDJSON_PADDING;
}

const char *
bench_reference_version (void)
{
  static const std::string version = std::to_string (simdjson::SIMDJSON_VERSION_MAJOR) + "."
                                     + std::to_string (simdjson::SIMDJSON_VERSION_MINOR) + "."
                                     + std::to_string (simdjson::SIMDJSON_VERSION_REVISION) + " ("
                                     + simdjson::get_active_implementation ()->name () + ")";

  return version.c_str ();
}
