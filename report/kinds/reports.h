/*
 * The reports by name. Each is one file, report-NAME.c, with one function that fills a report from
 * the facts; the data common to all (house, time, checkpoint) is set here.
 */
#pragma once

#include "report/facts.h"

enum sabot_report_flag {
	SABOT_REPORT_ABOUT_PEOPLE = 1, /* only if the house has enabled it */
	SABOT_REPORT_IS_FORM = 2,      /* made from no log: a form to fill in */
	SABOT_REPORT_ABOUT_USERS = 4,  /* actions of single persons at screens; restricted */
};

struct sabot_report_kind_of {
	const char *name;  /* for commands and requests */
	const char *title; /* untranslated */
	const char *about; /* untranslated: its subject, in one line */
	void (*fill)(struct sabot_report *report, const struct sabot_facts *facts);
	unsigned flags; /* enum sabot_report_flag */
};

/* All kinds of reports, and how many there are. Static. */
const struct sabot_report_kind_of *
sabot_reports(guint *ret_n);
/* The names of all reports, separated by ", ". Transferred. */
char *
sabot_report_kinds_list(void);

/* The report of that name, or NULL. Static. */
const struct sabot_report_kind_of *
sabot_report_kind_find(const char *name);

/* Make a report of this kind from the facts. Transferred. */
struct sabot_report *
sabot_report_make(const struct sabot_report_kind_of *kind, const struct sabot_facts *facts);
