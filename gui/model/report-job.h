/*
 * Reports for the console: made by `sabotctl report` in a process of its own, which derives them
 * from the database apart from this program (docs/reports.md). What is asked of it, and its answer
 * when it comes. No GTK.
 */
#pragma once

#include <gio/gio.h>

/* What there is: one line of `sabotctl report list`. */
struct sabot_report_name {
	char *name, *title, *about;
};

struct sabot_report_wish {
	const char *name;
	const char *database; /* a file; NULL: none is read, for forms */
	const char *config;   /* the daemon's; NULL: none */
	const char *shift;    /* NULL: all there is */
	const char *numbers;  /* of blank slips, "8-20"; NULL: none */
	const char *chips;    /* of blank forms, "500 2500"; NULL: the usual ones */
};

/* The words of the command; `format` as of --format, `paper` for pdf. Transferred. */
GStrv
sabot_report_wish_args(const struct sabot_report_wish *wish, const char *format, const char *paper);

/* Of struct sabot_report_name, from what `sabotctl report list` prints. Transferred. */
GPtrArray *
sabot_report_names_parse(const char *text);

/* What it printed; NULL, with a sentence in `why`: it failed. Both borrowed. Not when cancelled. */
typedef void
sabot_report_done_fn(GBytes *printed, const char *why, gpointer data);

/* Start it, with `sabotctl` as it is found in the path. */
void
sabot_report_run(const char *const *args, GCancellable *cancellable, sabot_report_done_fn *fn,
		 gpointer data);
