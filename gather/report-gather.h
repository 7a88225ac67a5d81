/*
 * Fills the facts of a report (report/facts.h) from a database, also while the daemon works, or
 * from event logs in files.
 */
#pragma once

#include "engine/rules/rules.h"
#include "report/facts.h"

struct report_source {
	char **paths;         /* NULL-terminated: one database, or event logs */
	const char *profiles; /* directory of rule profiles, or NULL */
	const char *digest;   /* where sheets are kept; NULL: beside the database or not at all */
	bool is_fresh;        /* derive everything again and keep nothing */
	char **tables;        /* NULL: all */
	bool wants_house;     /* the house log, too */
};

/*
 * Tables, house log, checkpoint and odds into `facts`, whose time is set already. False with a
 * sentence.
 */
bool
report_gather(const struct report_source *source, struct sabot_facts *facts, GError **error);

/* A database, by how the file begins. */
bool
report_source_is_database(const char *path);

/* Whether the table is wanted. */
bool
report_source_wants(const struct report_source *source, const char *table);

/* The profile with KEY=VALUE lines on top. False with a sentence. */
bool
report_gather_rules(const char *profile, const char *profiles, const char *overrides,
		    struct sabot_rules *ret_rules, GError **error);

/* report-database.c: the tables and house log of a database. */
bool
report_gather_database(const struct report_source *source, struct sabot_facts *facts,
		       GError **error);

/*
 * report-odds.c: what bets are worth; `profiles` is borrowed as long as the facts are. In `kept`, a
 * directory or NULL, is what was simulated.
 */
void
report_odds_attach(struct sabot_facts *facts, const char *profiles, const char *kept);
/* All that the sheets' rules offer, so that it is kept before a report asks. */
void
report_odds_count(const struct sabot_facts *facts);

/*
 * Where sheets and simulated worths are kept: where the options say, else beside the database where
 * that can be written, else nowhere: NULL. Transferred.
 */
char *
report_source_directory(const struct report_source *source);
