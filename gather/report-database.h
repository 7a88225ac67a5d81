/* Gathers the facts of a report from a database. */
#pragma once

#include "report-source.h"
#include "report/facts.h"

/* Add the tables and house log of a database to `facts`. False with an error. */
bool
report_gather_database(const struct report_source *source, struct sabot_facts *facts,
		       GError **error);
