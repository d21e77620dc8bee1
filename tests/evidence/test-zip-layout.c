/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ZIPs in which two programs could read two things: written here byte by byte, each with one thing
 * that is not as it must be, which is refused and named. */
#include "config.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "sky-phrase.h"
#include "sky-zip-layout.h"

/* What is odd about a ZIP of the members "a.txt" ("first") and "b.txt" ("second"), both stored. */
typedef enum
{
  NOTHING,
  DESCRIPTORS,    /* what is only known behind the bytes stands there */
  PREFIX,         /* bytes in front, the places told as if there were none */
  PREFIX_COUNTED, /* and told as they are */
  BETWEEN,        /* bytes between two members */
  HIDDEN,         /* a whole member between them that the directory does not have */
  BEFORE_DIRECTORY,
  BEFORE_END,
  BEHIND,
  COMMENT, /* of the ZIP */
  ENTRY_COMMENT,
  EXCHANGED_NAMES, /* in the directory */
  EXCHANGED_PLACES,
  COUNT_LESS,
  COUNT_MORE,
  COUNT_HERE, /* on this disk another number than in all */
  DISK,
  ENTRY_DISK,
  SAME_NAME,
  SAME_FOLDED,
  ENCRYPTED,
  STRANGE_FLAG,
  STRANGE_METHOD,
  STRANGE_VERSION,
  STRANGE_EXTRA, /* Info-ZIP's name in Unicode, which some programs go by */
  TIMES,
  CRC,
  SIZES,        /* in the directory another size than before the bytes */
  STORED_SIZES, /* stored, and unpacked it is to be longer */
  LOCAL_METHOD,
  DESCRIPTOR_CRC,
  LINK,
  FOLDER,
  PROGRAM,
  NUL_IN_NAME,
  TAIL_OF_DIRECTORY,
  NEEDLESS_ZIP64, /* an end that nothing needs */
  ZIP64_FIELD,    /* a field that nothing needs */
  N_ODDITIES,
} Oddity;

static void
put16 (GByteArray *zip, guint value)
{
  const guint8 bytes[] = { (guint8) value, (guint8) (value >> 8) };

  g_byte_array_append (zip, bytes, sizeof bytes);
}

static void
put32 (GByteArray *zip, guint32 value)
{
  put16 (zip, value & 0xffff);
  put16 (zip, value >> 16);
}

static void
put64 (GByteArray *zip, guint64 value)
{
  put32 (zip, (guint32) value);
  put32 (zip, (guint32) (value >> 32));
}

static void
put_text (GByteArray *zip, const char *text, gsize size)
{
  g_byte_array_append (zip, (const guint8 *) text, (guint) size);
}

typedef struct
{
  const char *name;
  const char *data;
  guint32 crc;
  guint32 offset;
} Written;

static guint
get_flags (Oddity odd)
{
  return odd == ENCRYPTED                              ? 1
         : odd == STRANGE_FLAG                         ? 0x2000
         : odd == DESCRIPTORS || odd == DESCRIPTOR_CRC ? 8
                                                       : 0;
}

static void
put_extra (GByteArray *zip, Oddity odd)
{
  if (odd == STRANGE_EXTRA)
    {
      put16 (zip, 0x7075);
      put16 (zip, 10);
      put_text (zip, "\x01\0\0\0\0c.txt", 10);
    }
  else if (odd == ZIP64_FIELD)
    {
      put16 (zip, 1);
      put16 (zip, 8);
      put64 (zip, 5);
    }
}

static guint
extra_size (Oddity odd)
{
  return odd == STRANGE_EXTRA ? 14 : odd == ZIP64_FIELD ? 12 : 0;
}

/* @odd: of this one. */
static void
put_member (GByteArray *zip, Written *member, Oddity odd)
{
  const gboolean later = (get_flags (odd) & 8) != 0;
  const guint32 size = (guint32) strlen (member->data);
  gsize name_size = strlen (member->name);

  member->offset = zip->len;
  put32 (zip, 0x04034b50);
  put16 (zip, 20);
  put16 (zip, get_flags (odd));
  put16 (zip, odd == STRANGE_METHOD ? 12 : odd == LOCAL_METHOD ? 8 : 0);
  put32 (zip, odd == TIMES ? 1 : 0);
  put32 (zip, later ? 0 : member->crc);
  put32 (zip, later ? 0 : size);
  put32 (zip, later ? 0 : size);
  put16 (zip, (guint) name_size);
  put16 (zip, extra_size (odd));
  put_text (zip, member->name, name_size);
  put_extra (zip, odd);
  put_text (zip, member->data, size);
  if (!later)
    return;
  put32 (zip, 0x08074b50);
  put32 (zip, odd == DESCRIPTOR_CRC ? 7 : member->crc);
  put32 (zip, size);
  put32 (zip, size);
}

static void
put_entry (GByteArray *zip, const Written *member, const char *name, guint32 offset, Oddity odd)
{
  const guint32 size = (guint32) strlen (member->data);
  const gsize name_size = odd == NUL_IN_NAME ? 5 : strlen (name);

  put32 (zip, 0x02014b50);
  put16 (zip, 0x031e);
  put16 (zip, odd == STRANGE_VERSION ? 63 : 20);
  put16 (zip, get_flags (odd));
  put16 (zip, odd == STRANGE_METHOD ? 12 : 0);
  put32 (zip, 0);
  put32 (zip, odd == CRC ? 7 : member->crc);
  put32 (zip, odd == SIZES ? size - 1 : size);
  put32 (zip, odd == SIZES ? size - 1 : odd == STORED_SIZES ? size + 1 : size);
  put16 (zip, (guint) name_size);
  put16 (zip, extra_size (odd));
  put16 (zip, odd == ENTRY_COMMENT ? 2 : 0);
  put16 (zip, odd == ENTRY_DISK ? 1 : 0);
  put16 (zip, 0);
  put32 (zip, odd == LINK      ? 0120777u << 16
              : odd == FOLDER  ? (040755u << 16) | 0x10
              : odd == PROGRAM ? 0100755u << 16
                               : 0100644u << 16);
  put32 (zip, offset);
  put_text (zip, odd == NUL_IN_NAME ? "a\0txt" : name, name_size);
  put_extra (zip, odd);
  if (odd == ENTRY_COMMENT)
    put_text (zip, "hi", 2);
}

static void
put_directory (GByteArray *zip, Written *members, guint32 origin, Oddity odd)
{
  guint32 place = zip->len;
  const gboolean names = odd == EXCHANGED_NAMES, places = odd == EXCHANGED_PLACES;
  guint n = odd == COUNT_LESS ? 1 : odd == COUNT_MORE ? 3 : 2;
  guint32 size;

  put_entry (zip, &members[0], members[names ? 1 : 0].name, members[places ? 1 : 0].offset - origin,
             odd);
  put_entry (zip, &members[1], members[names ? 0 : 1].name, members[places ? 0 : 1].offset - origin,
             NOTHING);
  if (odd == TAIL_OF_DIRECTORY)
    put_text (zip, "tail", 4);
  size = zip->len - place;
  if (odd == BEFORE_END)
    put_text (zip, "more", 4);
  if (odd == NEEDLESS_ZIP64)
    {
      guint32 end = zip->len;

      put32 (zip, 0x06064b50);
      put64 (zip, 44);
      put16 (zip, 0x031e);
      put16 (zip, 45);
      put64 (zip, 0);
      put64 (zip, 2);
      put64 (zip, 2);
      put64 (zip, size);
      put64 (zip, place);
      put32 (zip, 0x07064b50);
      put32 (zip, 0);
      put64 (zip, end);
      put32 (zip, 1);
    }
  put32 (zip, 0x06054b50);
  put16 (zip, odd == DISK ? 1 : 0);
  put16 (zip, 0);
  put16 (zip, odd == COUNT_HERE ? 1 : n);
  put16 (zip, n);
  put32 (zip, size);
  put32 (zip, place - origin);
  put16 (zip, odd == COMMENT ? 2 : 0);
  if (odd == COMMENT || odd == BEHIND)
    put_text (zip, "hi", 2);
}

static GByteArray *
make (Oddity odd)
{
  GByteArray *zip = g_byte_array_new ();
  Written members[] = {
    { "a.txt", "first", 0xb0ba5e25, 0 },
    { odd == SAME_NAME     ? "a.txt"
      : odd == SAME_FOLDED ? "A.TXT"
                           : "b.txt",
      "second", 0x11d0d6a7, 0 },
  };

  if (odd == PREFIX || odd == PREFIX_COUNTED)
    put_text (zip, "#!/bin/sh\n", 10);
  put_member (zip, &members[0], odd);
  if (odd == BETWEEN)
    put_text (zip, "between", 7);
  if (odd == HIDDEN)
    put_member (zip, &(Written){ "c.txt", "third", 0, 0 }, NOTHING);
  put_member (zip, &members[1], NOTHING);
  if (odd == BEFORE_DIRECTORY)
    put_text (zip, "before", 6);
  put_directory (zip, members, odd == PREFIX ? 10 : 0, odd);
  return zip;
}

static SkyZipLayout *
read_layout (const GByteArray *zip)
{
  g_autofree char *path = NULL;
  int descriptor = g_file_open_tmp ("sky-zip-XXXXXX", &path, NULL);
  SkyZipLayout *layout;

  g_assert_cmpint (write (descriptor, zip->data, zip->len), ==, (gssize) zip->len);
  layout = sky_zip_layout_read (descriptor, zip->len);
  close (descriptor);
  g_unlink (path);
  return layout;
}

static void
test_good (void)
{
  const Oddity good[] = { NOTHING, DESCRIPTORS };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autoptr (GByteArray) zip = make (good[i]);
      g_autoptr (SkyZipLayout) layout = read_layout (zip);

      if (layout->faults->len > 0)
        g_error ("%s", (char *) layout->faults->pdata[0]);
      g_assert_cmpuint (layout->members->len, ==, 2);
      g_assert_cmpstr (((SkyZipMember *) layout->members->pdata[1])->name, ==, "b.txt");
      g_assert_cmpuint (((SkyZipMember *) layout->members->pdata[1])->size, ==, 6);
    }
}

static void
test_odd (void)
{
  /* What the words about it have in them: who it is, and what. */
  static const char *const named[N_ODDITIES] = {
    [PREFIX] = "the directory of the ZIP: it does not end where",
    [PREFIX_COUNTED] = "a.txt: it does not begin where",
    [BETWEEN] = "b.txt: it does not begin where",
    [HIDDEN] = "b.txt: it does not begin where",
    [BEFORE_DIRECTORY] = "the directory of the ZIP: it does not begin where",
    [BEFORE_END] = "the directory of the ZIP: it does not end where",
    [BEHIND] = "the end of the ZIP: it is not the last",
    [COMMENT] = "the end of the ZIP: it is not the last",
    [ENTRY_COMMENT] = "a.txt: it has a comment",
    [EXCHANGED_NAMES] = "b.txt: so it is named in the directory",
    [EXCHANGED_PLACES] = "a.txt: it does not begin where",
    [COUNT_LESS] = "the end of the ZIP: it speaks of 1 members, and there are 2",
    [COUNT_MORE] = "the end of the ZIP: it speaks of 3 members, and there are 2",
    [COUNT_HERE] = "the end of the ZIP: it does not say",
    [DISK] = "the end of the ZIP: it does not say",
    [ENTRY_DISK] = "a.txt: it stands on another disk",
    [SAME_NAME] = "a.txt: it is there twice",
    [SAME_FOLDED] = "A.TXT: another member differs from it in capital letters alone",
    [ENCRYPTED] = "a.txt: it is encrypted",
    [STRANGE_FLAG] = "a.txt: it has flags",
    [STRANGE_METHOD] = "a.txt: it is packed in a way",
    [STRANGE_VERSION] = "a.txt: it needs a version",
    [STRANGE_EXTRA] = "a.txt: it has an extra field",
    [TIMES] = "a.txt: before its bytes it has another time",
    [CRC] = "a.txt: before its bytes it has another CRC",
    [SIZES] = "a.txt: before its bytes it has another size",
    [STORED_SIZES] = "a.txt: before its bytes it has another size",
    [LOCAL_METHOD] = "a.txt: before its bytes it is packed in another way",
    [DESCRIPTOR_CRC] = "a.txt: behind its bytes stands something else",
    [LINK] = "a.txt: it is no plain file",
    [FOLDER] = "a.txt: it is no plain file",
    [PROGRAM] = "a.txt: it has attributes",
    [NUL_IN_NAME] = "a: its name has a NUL in it",
    [TAIL_OF_DIRECTORY] = "the directory of the ZIP: behind 2 members",
    [NEEDLESS_ZIP64] = "the directory of the ZIP: it does not end where",
    [ZIP64_FIELD] = "a.txt: its ZIP64 field",
  };

  for (Oddity odd = PREFIX; odd < N_ODDITIES; odd++)
    {
      g_autoptr (GByteArray) zip = make (odd);
      g_autoptr (SkyZipLayout) layout = read_layout (zip);
      g_autoptr (GString) faults = g_string_new (NULL);

      for (guint i = 0; i < layout->faults->len; i++)
        {
          g_autofree char *fault = sky_phrase_english (layout->faults->pdata[i]);

          g_string_append_printf (faults, "%s\n", fault);
        }
      g_assert_true (layout->is_zip);
      if (strstr (faults->str, named[odd]) == NULL)
        g_error ("%u: “%s” is not in “%s”", odd, named[odd], faults->str);
    }
}

/* Two things are wrong, and both are named. */
static void
test_several (void)
{
  g_autoptr (GByteArray) zip = make (ENCRYPTED);
  g_autoptr (SkyZipLayout) layout = NULL;

  zip->data[zip->len - 14] = 7;
  zip->data[zip->len - 12] = 7;
  layout = read_layout (zip);
  g_assert_cmpuint (layout->faults->len, ==, 2);
}

/* Any byte that is cut off, and any bit that is another: never a crash; without the last byte it is
 * no ZIP as it must be. */
static void
test_damaged (void)
{
  g_autoptr (GByteArray) zip = make (DESCRIPTORS);

  for (guint size = zip->len; size > 0; size--)
    {
      g_autoptr (GByteArray) cut = g_byte_array_new ();
      g_autoptr (SkyZipLayout) layout = NULL;

      g_byte_array_append (cut, zip->data, size - 1);
      layout = read_layout (cut);
      g_assert_cmpuint (layout->faults->len, >, 0);
    }
  for (guint bit = 0; bit < zip->len * 8; bit++)
    {
      g_autoptr (SkyZipLayout) layout = NULL;

      zip->data[bit / 8] ^= (guint8) (1u << (bit % 8));
      layout = read_layout (zip);
      zip->data[bit / 8] ^= (guint8) (1u << (bit % 8));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/zip-layout/good", test_good);
  g_test_add_func ("/zip-layout/odd", test_odd);
  g_test_add_func ("/zip-layout/several", test_several);
  g_test_add_func ("/zip-layout/damaged", test_damaged);
  return g_test_run ();
}
