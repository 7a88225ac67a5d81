/*
 * The verbs of sabotctl for table money and the shift (docs/shift.md): each asks the running
 * daemon, which alone decides. Arguments and exit status as in sabotctl.h.
 */
#pragma once

#include "sabotctl.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* Write down one kind of document each. */
int
sabotctl_count(int argc, char **argv);
int
sabotctl_slip(int argc, char **argv);
int
sabotctl_marker(int argc, char **argv);
int
sabotctl_drop(int argc, char **argv);
int
sabotctl_tips(int argc, char **argv);
int
sabotctl_cash(int argc, char **argv);
int
sabotctl_cards(int argc, char **argv);

/* What the shift comes to and what is open of it; remarks; closing it. FOUND: something is open. */
int
sabotctl_shift(int argc, char **argv);

/* Who asks, and what every document can say beside what it is. */
struct money_options {
	char *socket, *by, *as, *second;
	char *shift, *day, *happened, *note;
	gint64 number, corrects;
	gboolean is_recount, json;
};

/* Parse and remove the options. False when they are wrong, which was said. */
gboolean
money_options_parse(struct money_options *options, int argc, char **argv, const char *summary);
void
money_options_clear(struct money_options *options);

/* Always FAILED; said on standard error. */
int
money_complain(const char *what);

/*
 * Ask `verb` (`args` transferred) as who --as says, with the PIN of --second beside it. A new
 * reference; NULL when there is no answer, which was said.
 */
json_t *
money_ask(const struct money_options *options, const char *verb, json_t *args);

/* The shift and the day that the options name, as arguments. New reference. */
json_t *
money_shift_args(const struct money_options *options);

/* All pages of a list of the shift. A new reference; NULL when there is none, which was said. */
json_t *
money_ask_list(const struct money_options *options, const char *verb, const char *list);

/* What each table (or the shift's own, without any) won, and why: printed. The exit status. */
int
money_reckon(const struct money_options *options, char **tables);

/*
 * Write the document `event` (transferred), with what the options say, and print it. The exit
 * status.
 */
int
money_write(const struct money_options *options, json_t *event);
