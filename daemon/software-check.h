/*
 * Compares the installed files with the manifests made at build time (store/files/manifest.h): at
 * the start and once a day. Each start, and each change, is a `software` event of the house log; a
 * file that differs from its build is the finding `software_changed`. A program that was built but
 * not installed has no manifest, and nothing is recorded. Main thread, except for the reading.
 */
#pragma once

#include "daemon/tables/floor.h"

struct sabot_software_check;

/* Begin the first check. The floor is borrowed. Transferred. */
struct sabot_software_check *
sabot_software_check_new(struct sabot_floor *floor);

/* Aborts a check under way. Call before the floor is stopped. NULL is allowed. */
void
sabot_software_check_free(struct sabot_software_check *check);
