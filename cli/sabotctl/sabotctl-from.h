/*
 * `--from URL` for verbs that read a file: the second copy of a house's log, fetched from its core
 * into a temporary file of this run, replaces the file.
 */
#pragma once

#include <stdbool.h>

#include "sabotctl-private.h"

/*
 * Run a verb. If its arguments have --from (and perhaps --origin), these are removed, and the file
 * is inserted before all others, or if `is_late` after them; it is deleted afterwards. If the copy
 * at the core is not what was sealed, returns FOUND without running the verb.
 */
int
sabotctl_from_run(sabotctl_verb_fn *run, bool is_late, int argc, char **argv);
