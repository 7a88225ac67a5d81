/*
 * A report that somebody wants: by the daemon, which derives it from its log (docs/reports.md); or
 * blank forms, which are of no log and are drawn here, also while the daemon is away.
 */
#pragma once

#include "gui/model/tables/feed.h"
#include "gui/model/log/file-job.h"
#include "report/reports.h"

/* In a reference-counted box: g_rc_box_acquire(), sabot_report_wish_unref(). */
struct sabot_report_wish {
	const struct sabot_report_kind_of *kind;
	SabotFeed *feed;            /* whose daemon; a reference, or NULL of a form */
	char *daemon;               /* of a hub: that one's; NULL: all of them */
	char *shift;                /* NULL: all there is */
	gboolean with_simulated;    /* simulated tables, too */
	int64_t form_from, form_to; /* numbers of blank slips; 0: none */
	GArray *chips;              /* of int64_t, on blank forms; NULL: the usual ones */
};

/* `feed` may be NULL for a form. Transferred. */
struct sabot_report_wish *
sabot_report_wish_new(const struct sabot_report_kind_of *kind, SabotFeed *feed);
void
sabot_report_wish_unref(struct sabot_report_wish *wish);

/* True if it is an empty form, which is filled from no log. */
gboolean
sabot_report_wish_is_form(const struct sabot_report_wish *wish);

/* The right that is needed to request the report (docs/access.md). Static. */
const char *
sabot_report_right(const struct sabot_report_kind_of *kind);
/* Why the report cannot be made now, or NULL if it can. Transferred. */
char *
sabot_report_wish_refusal(const struct sabot_report_wish *wish);

/* "text", "pdf", "csv", "json"; a form is text or PDF. `paper` of a PDF: "a4", "letter". Static. */
struct sabot_report_format {
	const char *name, *paper;
};

/* `fn` may be called before it returns. */
void
sabot_report_wish_make(const struct sabot_report_wish *wish, struct sabot_report_format format,
		       GCancellable *cancellable, sabot_file_done_fn *fn, gpointer data);
