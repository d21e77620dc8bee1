/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-roulette-layout.h"

/* Clockwise: § 617a.1(d) and § 617a.1(c). */
static const gint8 double_zero_wheel[] = { 0,  28, 9,  26, 30, 11, 7,  20, 32, 17, 5,  22, 34,
                                           15, 3,  24, 36, 13, 1,  37, 27, 10, 25, 29, 12, 8,
                                           19, 31, 18, 6,  21, 33, 16, 4,  23, 35, 14, 2 };
static const gint8 single_zero_wheel[] = { 0,  32, 15, 19, 4,  21, 2,  25, 17, 34, 6, 27, 13,
                                           36, 11, 30, 8,  23, 10, 5,  24, 16, 33, 1, 20, 14,
                                           31, 9,  22, 18, 29, 7,  28, 12, 35, 3,  26 };

G_STATIC_ASSERT (G_N_ELEMENTS (double_zero_wheel) == 38);
G_STATIC_ASSERT (G_N_ELEMENTS (single_zero_wheel) == 37);

static const gint8 *
get_wheel (SkyWheel wheel, int *n)
{
  *n = wheel == SKY_WHEEL_SINGLE_ZERO ? 37 : 38;
  return wheel == SKY_WHEEL_SINGLE_ZERO ? single_zero_wheel : double_zero_wheel;
}

gboolean
sky_wheel_has (SkyWheel wheel, int number)
{
  return number >= 0 && number <= (wheel == SKY_WHEEL_SINGLE_ZERO ? 36 : SKY_POCKET_DOUBLE_ZERO);
}

int
sky_wheel_step (SkyWheel wheel, int number, int steps)
{
  int n, at = 0;
  const gint8 *pockets = get_wheel (wheel, &n);

  while (at < n - 1 && pockets[at] != number)
    at++;
  return pockets[((at + steps) % n + n) % n];
}

gboolean
sky_roulette_is_red (int number)
{
  static const guint64 reds = SKY_POCKET_BIT (1) | SKY_POCKET_BIT (3) | SKY_POCKET_BIT (5)
                              | SKY_POCKET_BIT (7) | SKY_POCKET_BIT (9) | SKY_POCKET_BIT (12)
                              | SKY_POCKET_BIT (14) | SKY_POCKET_BIT (16) | SKY_POCKET_BIT (18)
                              | SKY_POCKET_BIT (19) | SKY_POCKET_BIT (21) | SKY_POCKET_BIT (23)
                              | SKY_POCKET_BIT (25) | SKY_POCKET_BIT (27) | SKY_POCKET_BIT (30)
                              | SKY_POCKET_BIT (32) | SKY_POCKET_BIT (34) | SKY_POCKET_BIT (36);

  return number >= 0 && number < SKY_N_POCKETS && (reds & SKY_POCKET_BIT (number)) != 0;
}

gboolean
sky_layout_offers (SkyWheel wheel, int number)
{
  return number >= 0 && number <= 36 + (wheel == SKY_WHEEL_DOUBLE_ZERO);
}

/* Where a box lies: rows from the zeros down, columns in halves of a zero's width, so that 0 and 00
 * end in the middle of the box of 2. */
typedef struct
{
  int row;
  int left;
  int right;
} Box;

#define LAYOUT_WIDTH 6

static Box
find_box (SkyWheel wheel, int number)
{
  int column = (number - 1) % 3;

  if (number == SKY_POCKET_DOUBLE_ZERO)
    return (Box){ 0, LAYOUT_WIDTH / 2, LAYOUT_WIDTH };
  if (number == 0)
    return (Box){ 0, 0, wheel == SKY_WHEEL_SINGLE_ZERO ? LAYOUT_WIDTH : LAYOUT_WIDTH / 2 };
  return (Box){ (number + 2) / 3, column * 2, column * 2 + 2 };
}

/* The two boxes have a line between them. */
static gboolean
share_line (SkyWheel wheel, int a, int b)
{
  Box x = find_box (wheel, a), y = find_box (wheel, b);

  if (x.row == y.row)
    return x.right == y.left || y.right == x.left;
  return ABS (x.row - y.row) == 1 && MIN (x.right, y.right) > MAX (x.left, y.left);
}

static guint
take_numbers (guint64 set, int numbers[SKY_N_POCKETS])
{
  guint n = 0;

  for (; set != 0; set &= set - 1)
    numbers[n++] = __builtin_ctzll (set);
  return n;
}

/* A row from the left, or two. */
static gboolean
are_rows (const int *numbers, int n)
{
  for (int i = 1; i < n; i++)
    if (numbers[i] != numbers[0] + i)
      return FALSE;
  return numbers[0] % 3 == 1 && numbers[n - 1] <= 36;
}

/* Three boxes with a common corner: each has a line to the two others. Only a zero is so wide that
 * this can be, and of these groups § 617a.3(e)(3)(i) has no 0, 2 and 3 (reading R18). */
static gboolean
is_zero_corner (SkyWheel wheel, const int *numbers)
{
  return share_line (wheel, numbers[0], numbers[1]) && share_line (wheel, numbers[1], numbers[2])
         && share_line (wheel, numbers[0], numbers[2]) && !(numbers[0] == 0 && numbers[2] == 3);
}

/* Four boxes with a common corner: two above two. Zeros have none. */
static gboolean
is_corner (SkyWheel wheel, const int *numbers)
{
  return numbers[0] > 0 && numbers[3] <= 36 && numbers[1] == numbers[0] + 1
         && share_line (wheel, numbers[0], numbers[1]) && numbers[2] == numbers[0] + 3
         && numbers[3] == numbers[1] + 3;
}

gboolean
sky_layout_is_group (SkyWheel wheel, guint64 set)
{
  int numbers[SKY_N_POCKETS];
  guint n = take_numbers (set, numbers);

  for (guint i = 0; i < n; i++)
    if (!sky_layout_offers (wheel, numbers[i]))
      return FALSE;
  switch (n)
    {
    case 2:
      return share_line (wheel, numbers[0], numbers[1]);
    case 3:
      return are_rows (numbers, 3) || is_zero_corner (wheel, numbers);
    case 4:
      return is_corner (wheel, numbers);
    case 6:
      return are_rows (numbers, 6);
    default:
      return FALSE;
    }
}

gint8
sky_pocket_from_text (SkyText text)
{
  int value = 0;

  if (sky_text_is (text, "00"))
    return SKY_POCKET_DOUBLE_ZERO;
  if (text.length < 1 || text.length > 2 || (text.length == 2 && text.data[0] == '0'))
    return -1;
  for (gsize i = 0; i < text.length; i++)
    {
      if (!g_ascii_isdigit (text.data[i]))
        return -1;
      value = value * 10 + (text.data[i] - '0');
    }
  return value <= 36 ? (gint8) value : -1;
}

char *
sky_pocket_to_text (int number, char buffer[4])
{
  if (number == SKY_POCKET_DOUBLE_ZERO)
    g_strlcpy (buffer, "00", 4);
  else
    g_snprintf (buffer, 4, "%d", CLAMP (number, 0, 36));
  return buffer;
}
