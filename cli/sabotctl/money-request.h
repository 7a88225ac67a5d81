/*
 * Requests about table money: options that the verbs share, and documents written by the daemon.
 */
#pragma once

#include "sabotctl.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* The person who makes the request, and the fields that every document may have. */
struct money_options {
	char *socket, *by, *as, *second;
	char *shift, *day, *happened, *note;
	gint64 number, corrects;
	gboolean is_recount, json;
};

/* Parse and remove the options. False, reported, if they are wrong. */
gboolean
money_options_parse(struct money_options *options, int argc, char **argv, const char *summary);
void
money_options_clear(struct money_options *options);

/*
 * Send the request `verb` (`args` transferred) as the person of --as, with the PIN of --second. A
 * new reference; NULL, reported, if there is no answer.
 */
json_t *
money_request(const struct money_options *options, const char *verb, json_t *args);

/* The shift and the day that the options name, as arguments. New reference. */
json_t *
money_shift_args(const struct money_options *options);

/* All pages of a list of the shift. A new reference; NULL, reported, if there is none. */
json_t *
money_request_list(const struct money_options *options, const char *verb, const char *list);

/*
 * Write the document `event` (transferred), with the fields of the options, and print it. Returns
 * the exit status.
 */
int
money_write(const struct money_options *options, json_t *event);
