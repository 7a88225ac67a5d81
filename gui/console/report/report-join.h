/*
 * Joins the PDF reports of several daemons: their pages one after the other, each with its daemon's
 * name at its upper edge, and a first page if a daemon's part is missing.
 */
#pragma once

#include <glib.h>

/* The pages of one daemon. */
struct sabot_report_part {
	char *daemon;
	GBytes *pdf;
};

/* A GDestroyNotify. */
void
sabot_report_part_free(gpointer part);

/*
 * Join the pages into one PDF. `parts` is of struct sabot_report_part, at least one. `missing`: the
 * text of the first page, in lines; NULL: no such page. NULL with an error if a part is not a PDF.
 * Transferred.
 */
GBytes *
sabot_report_join(const GPtrArray *parts, const char *missing, GError **error);
