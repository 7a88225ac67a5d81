/*
 * What a button or a row of table money begins: which document is to be written, what is known of
 * it already, and the first contents of its form.
 */
#pragma once

#include "gui/model/money/money-document.h"

struct sabot_money_start {
	const struct sabot_money_document *document;
	char *title;      /* what is about to be done, translated */
	json_t *from;     /* fills the form; may be NULL */
	json_t *members;  /* of the event: what names the slip, marker or set */
	bool is_sealed;   /* its shift is */
	int64_t corrects; /* the number of the document that is put right; 0 = none */
};

/* The document of this id. `from` is transferred and may be NULL. Transferred. */
struct sabot_money_start *
sabot_money_start_new(const char *id, const char *title, json_t *from);
/* Another with the same; `from` and `members` are shared. Transferred. */
struct sabot_money_start *
sabot_money_start_copy(const struct sabot_money_start *start);
/* A GDestroyNotify. */
void
sabot_money_start_free(gpointer start);

/* The event names the slip, marker or form of this number; `day` may be NULL. */
void
sabot_money_start_set_number(struct sabot_money_start *start, const char *day, int64_t number);

/* The event names this set of cards. */
void
sabot_money_start_set_cards(struct sabot_money_start *start, const char *set);
