/*
 * Fills the facts of a report (report/facts.h) from a database, also while the daemon works, or
 * from event logs in files.
 */
#pragma once

#include "report-source.h"
#include "report/facts.h"

/*
 * Tables, house log, checkpoint and odds into `facts`, whose time is set already. False with a
 * sentence.
 */
bool
report_gather(const struct report_source *source, struct sabot_facts *facts, GError **error);
