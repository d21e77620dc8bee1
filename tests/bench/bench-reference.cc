/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "bench.h"

#include <simdjson.h>

/* As the library recommends for such files: in batches of its default size. On one core, for that
 * is what it is compared with. */
gsize
bench_reference_parse (const char *data, gsize size)
{
  static simdjson::dom::parser parser;
  simdjson::dom::document_stream documents;
  gsize n = 0;

#ifdef SIMDJSON_THREADS_ENABLED
  parser.threaded = false;
#endif
  if (parser.parse_many (data, size, simdjson::dom::DEFAULT_BATCH_SIZE).get (documents)
      != simdjson::SUCCESS)
    g_error ("simdjson could not begin");
  for (auto document : documents)
    {
      if (document.error () != simdjson::SUCCESS)
        g_error ("simdjson: %s", simdjson::error_message (document.error ()));
      n++;
    }
  return n;
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
