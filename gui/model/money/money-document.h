/*
 * What is written down of table money at the console, as data: the document each form sends
 * (docs/shift.md, docs/event-log.md), its fields, and how they are known again.
 * A new one is an entry in money-document.c. No GTK.
 */
#pragma once

#include "gui/model/form-field.h"
#include "proto/messages/money-messages.h"

struct sabot_money_document {
	const char *id;
	const char *title;            /* what a button says, untranslated, context "document" */
	const char *done;             /* what the register says, likewise */
	const char *ev, *step, *kind; /* the log's words that it is known by; NULL: it has none */
	const char *right, *second;   /* of its signers (docs/access.md); NULL: the usual ones */
	bool is_of_two;               /* two persons sign */
	bool is_cage;                 /* of no table: the main bank, foreign money, the tronc */
	bool is_step;                 /* of a slip, a marker or a set that is there */
	bool wants_note;              /* always with a reason */
	struct sabot_form_field fields[SABOT_FORM_FIELDS_MAX];
};

/* The nth; NULL past the last. */
const struct sabot_money_document *
sabot_money_document_nth(unsigned n);
/* NULL when there is none. */
const struct sabot_money_document *
sabot_money_document_find(const char *id);
/* What a document of the register is; NULL: none of these. */
const struct sabot_money_document *
sabot_money_document_of(const struct sabot_wire_document *written);

/* The event that its form's fields are added to. New reference. */
json_t *
sabot_money_document_build(const struct sabot_money_document *document);

/* Translated. */
const char *
sabot_money_document_title(const struct sabot_money_document *document);

/* The right of who signs it, and of who signs it second: of a sealed shift other ones. */
const char *
sabot_money_document_right(const struct sabot_money_document *document, bool is_sealed);
const char *
sabot_money_document_second_right(const struct sabot_money_document *document, bool is_sealed);

/*
 * Why it is not written in this house, whatever one's role: markers where `gives_no_credit`.
 * NULL: it is. Transferred.
 */
char *
sabot_money_document_refusal(const struct sabot_money_document *document, bool gives_no_credit);

/* Whether what was written can be put right by another one. */
bool
sabot_money_document_is_correctable(const struct sabot_wire_document *written);

/*
 * All fields of its form: its own and what is of every document. `is_correction`: it wants a
 * reason; `is_unnamed`: nobody logs in in this house, so the signer's name is a field.
 */
void
sabot_money_document_get_fields(const struct sabot_money_document *document, bool is_correction,
				bool is_unnamed,
				struct sabot_form_field ret_fields[SABOT_FORM_FIELDS_MAX]);
