/*
 * `--from URL` for verbs that read a file: the second copy of a house's log, fetched from its core
 * into a file of this run's own, takes the file's place.
 */
#pragma once

#include "sabotctl-private.h"

/*
 * Run a verb. Where its arguments have --from (and perhaps --origin), these are taken out, and the
 * file comes before all others, or if `is_late` behind them; it is removed afterwards. FOUND, and
 * the verb is not run, when what is at the core is not what was sealed.
 */
int
sabotctl_from_run(sabotctl_verb_fn *run, bool is_late, int argc, char **argv);
