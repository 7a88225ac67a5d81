/* The source of a report: one database, or event logs in files, and the selected tables. */
#pragma once

#include "engine/rules/rules.h"

#include <glib.h>

struct report_source {
	char **paths;         /* NULL-terminated: parts of one log's database, or event logs */
	const char *archives; /* directory to search for its archives, or NULL (joined.h) */
	const char *profiles; /* directory of rule profiles, or NULL */
	/* directory of the kept sheets; NULL: beside the database or not at all */
	const char *digest;
	bool is_fresh;        /* derive everything again and keep nothing */
	char **tables;        /* NULL: all */
	bool wants_house;     /* the house log is included */
};

/* True if the file begins like a database. */
bool
report_source_is_database(const char *path);

/* True if the source is one log's database, with or without archives. */
bool
report_source_is_of_databases(const struct report_source *source);

/* True if the table is selected. */
bool
report_source_wants(const struct report_source *source, const char *table);

/*
 * The directory of kept sheets and simulated worths: the one in the options, or else the database's
 * if it is writable, or else NULL. Transferred.
 */
char *
report_source_directory(const struct report_source *source);

/* Build the rules of the profile with KEY=VALUE lines on top. False with an error. */
bool
report_source_build_rules(const char *profile, const char *profiles, const char *overrides,
			  struct sabot_rules *ret_rules, GError **error);
