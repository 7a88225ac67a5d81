/*
 * The documents of table money that the console writes, as data: the event each form sends
 * (docs/shift.md, docs/event-log.md), its fields, and how a written document is recognised. To add
 * one, add an entry in money-document.c. No GTK.
 */
#pragma once

#include "gui/model/form-field.h"
#include "proto/messages/money-messages.h"

struct sabot_money_document {
	const char *id;
	const char *title;            /* label of its button, untranslated, context "document" */
	const char *done;             /* its text in the register, likewise */
	const char *ev, *step, *kind; /* the log's words that identify it; NULL: it has none */
	/* rights of its signers (docs/access.md); NULL: the usual ones */
	const char *right, *second;
	bool is_of_two; /* two persons sign */
	/* belongs to no table: the main bank, foreign money, the tronc */
	bool is_cage;
	bool is_step;    /* a step of an existing slip, marker or set */
	bool wants_note; /* a reason is required */
	struct sabot_form_field fields[SABOT_FORM_FIELDS_MAX];
};

/* The nth document; NULL past the last. */
const struct sabot_money_document *
sabot_money_document_nth(unsigned n);
/* The document with this id; NULL if there is none. */
const struct sabot_money_document *
sabot_money_document_find(const char *id);
/* The kind of a document in the register; NULL if it is none of these. */
const struct sabot_money_document *
sabot_money_document_of(const struct sabot_wire_document *written);

/* The event to which its form's fields are added. New reference. */
json_t *
sabot_money_document_build(const struct sabot_money_document *document);

/* The label of its button, translated. */
const char *
sabot_money_document_title(const struct sabot_money_document *document);

/* The rights of the first and the second signer; other ones if the shift is sealed. */
const char *
sabot_money_document_right(const struct sabot_money_document *document, bool is_sealed);
const char *
sabot_money_document_second_right(const struct sabot_money_document *document, bool is_sealed);

/*
 * Why the document is not written in this house, whatever the role: markers if `gives_no_credit`.
 * NULL if it can be. Transferred.
 */
char *
sabot_money_document_refusal(const struct sabot_money_document *document, bool gives_no_credit);

/* True if the written document can be corrected by another one. */
bool
sabot_money_document_is_correctable(const struct sabot_wire_document *written);

/*
 * All fields of its form: its own and those of every document. `is_correction`: a reason is
 * required; `is_unnamed`: nobody logs in in this house, so the signer's name is a field.
 */
void
sabot_money_document_get_fields(const struct sabot_money_document *document, bool is_correction,
				bool is_unnamed,
				struct sabot_form_field ret_fields[SABOT_FORM_FIELDS_MAX]);
