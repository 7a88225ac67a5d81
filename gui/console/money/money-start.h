/*
 * What a button or a row of table money begins: which document, the members already known, and the
 * initial contents of its form.
 */
#pragma once

#include "gui/model/money/money-document.h"

#include <glib.h>

struct sabot_money_start {
	const struct sabot_money_document *document;
	char *title;       /* title of the work, translated */
	json_t *from;      /* initial contents of the form; may be NULL */
	json_t *members;   /* members of the event that identify the slip, marker or set */
	GPtrArray *barred; /* of struct sabot_wire_barred: who may not sign it; NULL: nobody */
	bool is_sealed;    /* its shift is sealed */
	int64_t corrects;  /* number of the document to correct; 0 = none */
};

/* A start for the document with this id. `from` is transferred and may be NULL. Transferred. */
struct sabot_money_start *
sabot_money_start_new(const char *id, const char *title, json_t *from);
/* A copy; `from` and `members` are shared. Transferred. */
struct sabot_money_start *
sabot_money_start_copy(const struct sabot_money_start *start);
/* A GDestroyNotify. */
void
sabot_money_start_free(gpointer start);

/* Set the number of the slip, marker or form in the event; `day` may be NULL. */
void
sabot_money_start_set_number(struct sabot_money_start *start, const char *day, int64_t number);

/* True if it counts an opener or a closer again, of the table or of the main bank. */
bool
sabot_money_start_is_recount(const struct sabot_money_start *start, bool has_opener,
			     bool has_closer);

/* Set who may not sign it, of struct sabot_wire_barred; NULL: nobody. Referenced. */
void
sabot_money_start_set_barred(struct sabot_money_start *start, GPtrArray *barred);

/*
 * Why this person ("p3") may not sign, in the user's language; NULL: the person may. `barred`: of
 * struct sabot_wire_barred, or NULL. A sabot_person_hinder_fn. Transferred.
 */
char *
sabot_money_start_bars(const char *person, gconstpointer barred);

/* Set the set of cards in the event. */
void
sabot_money_start_set_cards(struct sabot_money_start *start, const char *set);
