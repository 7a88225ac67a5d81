/*
 * Requests about table money: options that the verbs share, and documents written by the daemon.
 */
#pragma once

#include "cli/sabotctl/sabotctl.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

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

/*
 * Write the document `event` (transferred), with what the options say, and print it. The exit
 * status.
 */
int
money_write(const struct money_options *options, json_t *event);
