/*
 * What a button or a row of table money begins: which document is to be written, what is known of
 * it already, and the first contents of its form.
 */
#pragma once

#include "gui/model/money/money-document.h"

struct sabot_money_start {
	const struct sabot_money_document *document;
	char *title;        /* what is about to be done, translated */
	json_t *from;       /* fills the form; may be NULL */
	json_t *members;    /* of the event: what names the slip, marker or set */
	bool is_correction; /* of `from`, a document of the register */
};

/* The document of this id. `from` may be NULL; all is copied. Transferred. */
struct sabot_money_start *
sabot_money_start_new(const char *id, const char *title, const json_t *from);
/* A GDestroyNotify. */
void
sabot_money_start_free(gpointer start);

/* These members of `from` go into the event; `other` may be NULL. */
void
sabot_money_start_keep(struct sabot_money_start *start, const char *member, const char *other);
