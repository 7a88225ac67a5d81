/* Shared by the files that make a case: the facts about the round. */
#pragma once

#include "case-make.h"
#include "concerned.h"
#include "proto/view.h"
#include "report/report.h"

/* The facts of one round, from the database. */
struct sabot_case_facts {
	struct sabot_book *book; /* borrowed, as the wish is */
	const struct sabot_case_wish *wish;
	struct sabot_case_about about;
	struct sabot_index_round round;
	int64_t moment_n;                      /* the event at the disputed moment */
	char *incident_text;                   /* the incident's text, or NULL */
	int64_t from_n, to_n;                  /* the load's events */
	int64_t from_round, to_round;          /* the load's rounds: after, up to */
	int64_t from_incident, to_incident;    /* the load's incidents: after, up to */
	int64_t first_house_us, last_house_us; /* the house log's events of this period */
	GArray *ranges;                        /* of struct sabot_case_range */
	json_t *decisions;                     /* rulings and corrections about the load */
	GPtrArray *reviews;                /* pictures requested of its rounds (proto/review.h) */
	struct sabot_concerned *concerned; /* by the load */
	GHashTable *names;                 /* a person's id -> name, of those who may be named */
	struct sabot_wire_story *story;
	char *checkpoint;             /* the one over the moment, in one line; NULL: none */
	struct sabot_wire_view *view; /* at the moment */
	/* the round's cards that were in no hand at the moment: "8D 3C" */
	char *aside;
};

/* case-ranges.c */

/* Choose the ranges, and collect the decisions. */
bool
sabot_case_choose_ranges(struct sabot_book *book, struct sabot_case_facts *facts, GError **error);

/* case-report.c */

/* The report, and the cue sheet. Transferred. */
struct sabot_report *
sabot_case_report(const struct sabot_case_facts *facts);
struct sabot_report *
sabot_case_cue_sheet(const struct sabot_case_facts *facts);
