/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* How many of @n seeds a test tries. With sanitizers, which slow it down several times, a quarter:
 * all of them are tried without, and whether memory is used well depends on the code, not the seed.
 */
#ifdef __SANITIZE_ADDRESS__
#define SEEDS(n) (((n) + 3) / 4)
#else
#define SEEDS(n) (n)
#endif
