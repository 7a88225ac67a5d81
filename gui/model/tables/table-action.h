/*
 * The actions at a table from the console, as data: the event each one sends, or another request
 * (docs/wire.md, docs/event-log.md), the fields that people fill in, the right it requires
 * (docs/access.md) and when it makes no sense. To add one, add an entry in table-action.c. No GTK.
 */
#pragma once

#include "gui/model/form-field.h"

struct sabot_table_action {
	const char *id;
	const char *title; /* untranslated, context "action" */
	const char *help;  /* what it does, untranslated */
	const char *right; /* NULL: it only reads */
	const char *event; /* JSON to which the fields are added; NULL: it has a panel of its own */
	const char *verb;  /* the request whose arguments are the fields; NULL: send `event` */
	struct sabot_form_field fields[SABOT_FORM_FIELDS_MAX];
	/* Why it makes no sense now, translated; NULL if it does. */
	const char *(*hindrance)(const struct sabot_wire_view *view);
	bool is_rare; /* hidden while it is hindered */
};

/* The nth action in the page's order; NULL past the last. */
const struct sabot_table_action *
sabot_table_action_nth(unsigned n);
/* NULL when there is none. */
const struct sabot_table_action *
sabot_table_action_find(const char *id);

/* The label of an action's key, and the sentence that explains it. Translated. */
const char *
sabot_table_action_title(const struct sabot_table_action *action);
const char *
sabot_table_action_help(const struct sabot_table_action *action);

/*
 * Build the event: `texts` has one entry a field, in order (NULL: left empty). NULL with a
 * translated sentence in `ret_why` (transferred) if a field is missing or cannot be read. New
 * reference.
 */
json_t *
sabot_table_action_build(const struct sabot_table_action *action, const char *const *texts,
			 char **ret_why);

/*
 * The request that performs the action at `table`: returns its verb, borrowed, and its arguments in
 * `ret_args` (a new reference). `event` is the event built, transferred.
 */
const char *
sabot_table_action_request(const struct sabot_table_action *action, const char *table,
			   json_t *event, json_t **ret_args);
