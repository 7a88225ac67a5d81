/*
 * Makes a case file of a round: selects the events that prove it, and adds the pieces for people:
 * the story, the report with the table's layout at the disputed moment, the cue sheet. One thread
 * at a time.
 */
#pragma once

#include "book.h"
#include "report/output/paper-size.h"
#include "store/files/case-file.h"
#include "story-bytes.h"

/* The pieces' names. */
#define SABOT_CASE_STORY "story.txt"
#define SABOT_CASE_REPORT "report.pdf"
#define SABOT_CASE_REPORT_TEXT "report.txt"
#define SABOT_CASE_CUE "cue.csv"

/* The request for a case file. Borrowed. */
struct sabot_case_wish {
	const char *table;
	int64_t round, incident;   /* one of them; the other is 0 */
	const char *by;            /* the person who makes it, or NULL */
	const char *house;         /* the house's name, or NULL */
	const char *letterhead;    /* for paper, as in struct sabot_report; or NULL */
	const char *licence;       /* as above */
	bool names_people;         /* the house allows names of persons on paper */
	GTimeZone *zone;           /* the house's; NULL: UTC */
	const char *camera;        /* the camera that sees the table, or NULL */
	int64_t before_s, after_s; /* seconds of pictures wanted around the moment */
	enum sabot_report_paper paper;
	const struct sabot_story_journal *journal; /* of the table's shoe, or NULL */
	const struct sabot_key *key;               /* seals it, or NULL */
	int64_t veiled_from_n; /* the table's events from this one on are veiled; 0: none */
};

/* The defaults for the time around the moment. */
enum { SABOT_CASE_BEFORE_S = 90, SABOT_CASE_AFTER_S = 60 };

/* The file's bytes; NULL with an error. Transferred. */
GBytes *
sabot_case_make(struct sabot_book *book, const struct sabot_case_wish *wish, GError **error);

/* The cue sheet of a round, without the case file. NULL with an error. Transferred. */
struct sabot_report *
sabot_case_make_cue(struct sabot_book *book, const struct sabot_case_wish *wish, GError **error);
