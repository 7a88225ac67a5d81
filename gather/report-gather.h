/*
 * Fills the facts of a report (report/facts.h) from a database, which the daemon may be using, or
 * from event logs in files.
 */
#pragma once

#include "report-source.h"
#include "report/facts.h"

/*
 * Fill tables, house log, checkpoint and odds into `facts`, whose time is already set. False with a
 * message.
 */
bool
report_gather(const struct report_source *source, struct sabot_facts *facts, GError **error);
