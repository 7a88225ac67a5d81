/*
 * What is installed, held against the manifests that were made when it was built (store/files/
 * manifest.h): at the start and once a day. Each start, and each change, is a `software` event of
 * the house log; a file that is not as it was built is the finding `software_changed`. A program
 * that was built and not installed has no manifest, and nothing is written. Main thread, but for
 * the reading.
 */
#pragma once

#include "daemon/tables/floor.h"

struct sabot_software_check;

/* Begin the first look. The floor is borrowed. Transferred. */
struct sabot_software_check *
sabot_software_check_new(struct sabot_floor *floor);

/* Gives up a look under way. Before the floor is stopped. NULL is allowed. */
void
sabot_software_check_free(struct sabot_software_check *check);
