/*
 * What a report is made from: one database, or event logs in files, and which tables of it.
 */
#pragma once

#include "engine/rules/rules.h"

#include <glib.h>

struct report_source {
	char **paths;         /* NULL-terminated: parts of one log's database, or event logs */
	const char *archives; /* where its archives are looked for, or NULL (joined.h) */
	const char *profiles; /* directory of rule profiles, or NULL */
	const char *digest;   /* where sheets are kept; NULL: beside the database or not at all */
	bool is_fresh;        /* derive everything again and keep nothing */
	char **tables;        /* NULL: all */
	bool wants_house;     /* the house log, too */
};

/* True if the file begins like a database. */
bool
report_source_is_database(const char *path);

/* True if the source is one log's database, with archives or without. */
bool
report_source_is_of_databases(const struct report_source *source);

/* True if the table is wanted. */
bool
report_source_wants(const struct report_source *source, const char *table);

/*
 * Where sheets and simulated worths are kept: where the options say, else beside the database where
 * that can be written, else nowhere: NULL. Transferred.
 */
char *
report_source_directory(const struct report_source *source);

/* The profile with KEY=VALUE lines on top. False with an error. */
bool
report_source_build_rules(const char *profile, const char *profiles, const char *overrides,
			  struct sabot_rules *ret_rules, GError **error);
