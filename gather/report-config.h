/* What reports take from the daemon's configuration: how the house calls and divides its time. */
#pragma once

#include "report/facts.h"

struct report_config {
	const char *path; /* NULL: none, as if it were empty */
	const char *zone; /* instead of the house's; NULL: that */
	bool without_people;
};

/*
 * Name, calendar and formula into `facts`, and whether single persons are named; `file` is read
 * for report_config_fill_tables(). False with an error.
 */
bool
report_config_read(struct sabot_facts *facts, GKeyFile *file, const struct report_config *config,
		   GError **error);

/* Of the tables that the facts have: the camera, the shoe, and of what make each shoe is. */
void
report_config_fill_tables(struct sabot_facts *facts, GKeyFile *file);
