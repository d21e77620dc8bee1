/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-verify.h"

const SkyVerifyEye *
sky_verify_get_eye (void)
{
  static const SkyVerifyEye eye = {
    .open = sky_sight_archive_new,
    .close = sky_sight_archive_free,
    .get_calibration = sky_sight_archive_get_calibration,
    .read = sky_sight_archive_read,
  };

  return &eye;
}
