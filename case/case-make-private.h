/*
 * What the files that make a case share: what was found out about the round.
 */
#pragma once

#include "case-make.h"
#include "proto/view.h"
#include "report/report.h"

/* Of one round, from the database. */
struct sabot_case_facts {
	const struct sabot_case_wish *wish;
	struct sabot_case_about about;
	struct sabot_index_round round;
	int64_t moment_n;                      /* the event at the disputed moment */
	char *incident_text;                   /* what was said of the incident, or NULL */
	int64_t from_n, to_n;                  /* the load's events */
	int64_t from_round, to_round;          /* its rounds: after, up to */
	int64_t from_incident, to_incident;    /* its incidents, likewise */
	int64_t first_house_us, last_house_us; /* the house log's events of this time */
	GArray *ranges;                        /* of struct sabot_case_range */
	json_t *decisions;                     /* rulings and corrections about the load */
	GPtrArray *reviews; /* pictures requested of its rounds (proto/review.h) */
	struct sabot_wire_story *story;
	char *checkpoint;             /* over the moment, in one line; NULL: there is none */
	struct sabot_wire_view *view; /* at the moment */
	char *aside;                  /* the round's cards that lay in no hand then: "8D 3C" */
};

/* Choose the ranges, and collect the decisions (case-ranges.c). */
bool
sabot_case_choose_ranges(struct sabot_book *book, struct sabot_case_facts *facts, GError **error);

/* The report, and the cue sheet (case-report.c). Transferred. */
struct sabot_report *
sabot_case_report(const struct sabot_case_facts *facts);
struct sabot_report *
sabot_case_cue_sheet(const struct sabot_case_facts *facts);
