/*
 * Several daemons' reports on paper as one: their pages behind each other, each with its daemon's
 * name at its upper edge, and a first page where a daemon's part is missing.
 */
#pragma once

#include <glib.h>

/* The pages of one of them. */
struct sabot_report_part {
	char *daemon;
	GBytes *pdf;
};

/* A GDestroyNotify. */
void
sabot_report_part_free(gpointer part);

/*
 * `parts`: of struct sabot_report_part, at least one. `missing`: lines of text, or NULL. NULL with
 * an error when one of them is no PDF. Transferred.
 */
GBytes *
sabot_report_join(const GPtrArray *parts, const char *missing, GError **error);
