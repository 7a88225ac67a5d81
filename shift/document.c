/* Kinds and steps of documents, and their words. Reading one: document-parse.c. */
#include "document.h"

#include <stdio.h>
#include <string.h>

static const char *const kind_words[SABOT_DOCUMENT_KINDS] = {
	"count", "slip", "marker",   "drop",  "tips",   "cash", "cards",
	"paper", "bank", "exchange", "tronc", "remark", "seal",
};

static const char *const step_words[SABOT_STEPS] = {
	"",       "opener", "closer",   "check", "request", "issue",  "receive", "void",
	"redeem", "box",    "estimate", "in",    "out",     "return", "cancel",  "destroy",
};

static const char *const drop_words[SABOT_DROP_KINDS] = {
	"cash", "markers", "vouchers", "match_play", "foreign_chips", "redemptions",
};

static const char *const chip_words[SABOT_CHIP_KINDS] = {"cash", "rolling", "promotional"};

#define STEP(name) (1u << SABOT_STEP_##name)

/* The steps of each kind, and those that are two persons'. */
static const struct {
	unsigned steps, seconds;
} kinds[SABOT_DOCUMENT_KINDS] = {
	[SABOT_DOCUMENT_COUNT] = {STEP(OPENER) | STEP(CLOSER) | STEP(CHECK),
				  STEP(OPENER) | STEP(CLOSER)},
	[SABOT_DOCUMENT_SLIP] = {STEP(REQUEST) | STEP(ISSUE) | STEP(RECEIVE) | STEP(VOID),
				 STEP(RECEIVE) | STEP(VOID)},
	[SABOT_DOCUMENT_MARKER] = {STEP(ISSUE) | STEP(REDEEM) | STEP(VOID),
				   STEP(ISSUE) | STEP(VOID)},
	[SABOT_DOCUMENT_DROP] = {STEP(BOX) | STEP(ESTIMATE), STEP(BOX)},
	[SABOT_DOCUMENT_TIPS] = {STEP(NONE), 0},
	[SABOT_DOCUMENT_CASH] = {STEP(IN) | STEP(OUT), 0},
	[SABOT_DOCUMENT_CARDS] = {STEP(RECEIVE) | STEP(ISSUE) | STEP(RETURN) | STEP(CANCEL) |
					  STEP(DESTROY),
				  STEP(CANCEL) | STEP(DESTROY)},
	[SABOT_DOCUMENT_PAPER] = {STEP(NONE), 0},
	[SABOT_DOCUMENT_BANK] = {STEP(OPENER) | STEP(CLOSER) | STEP(CHECK) | STEP(IN) | STEP(OUT),
				 STEP(OPENER) | STEP(CLOSER) | STEP(IN) | STEP(OUT)},
	[SABOT_DOCUMENT_EXCHANGE] = {STEP(IN) | STEP(OUT), 0},
	[SABOT_DOCUMENT_TRONC] = {STEP(NONE), STEP(NONE)},
	[SABOT_DOCUMENT_REMARK] = {STEP(NONE), 0},
	[SABOT_DOCUMENT_SEAL] = {STEP(NONE), STEP(NONE)},
};

const char *
sabot_document_kind_to_string(enum sabot_document_kind kind)
{
	return kind_words[kind];
}

const char *
sabot_document_step_to_string(enum sabot_document_step step)
{
	return step_words[step];
}

const char *
sabot_drop_kind_to_string(enum sabot_drop_kind kind)
{
	return drop_words[kind];
}

static int
find_word(const char *const *words, int n_words, const char *word)
{
	for (int i = 0; word && i < n_words; i++)
		if (strcmp(words[i], word) == 0)
			return i;
	return -1;
}

bool
sabot_drop_kind_from_string(const char *word, enum sabot_drop_kind *ret_kind)
{
	int i = find_word(drop_words, SABOT_DROP_KINDS, word);

	if (i >= 0)
		*ret_kind = (enum sabot_drop_kind)i;
	return i >= 0;
}

const char *
sabot_chip_kind_to_string(enum sabot_chip_kind kind)
{
	return chip_words[kind];
}

bool
sabot_chip_kind_from_string(const char *word, enum sabot_chip_kind *ret_kind)
{
	int i = find_word(chip_words, SABOT_CHIP_KINDS, word);

	if (i >= 0)
		*ret_kind = (enum sabot_chip_kind)i;
	return i >= 0;
}

bool
sabot_document_needs_second(enum sabot_document_kind kind, enum sabot_document_step step)
{
	return (kinds[kind].seconds & 1u << step) != 0;
}

static int
kind_of(const json_t *event)
{
	return find_word(kind_words, SABOT_DOCUMENT_KINDS,
			 json_string_value(json_object_get(event, "ev")));
}

bool
sabot_document_has_step(enum sabot_document_kind kind, enum sabot_document_step step)
{
	return (kinds[kind].steps & 1u << step) != 0;
}

bool
sabot_document_is(const json_t *event)
{
	return kind_of(event) >= 0;
}

/* Without the word it is no step; a word that is none is -1. */
static int
step_of(const json_t *event)
{
	const json_t *word = json_object_get(event, "do");

	if (!word)
		return SABOT_STEP_NONE;
	return json_is_string(word) && json_string_length(word) > 0
		       ? find_word(step_words, SABOT_STEPS, json_string_value(word))
		       : -1;
}

bool
sabot_document_event_kind(const json_t *event, enum sabot_document_kind *ret_kind,
			  enum sabot_document_step *ret_step)
{
	int kind = kind_of(event), step = step_of(event);

	if (kind < 0 || step < 0)
		return false;
	*ret_kind = (enum sabot_document_kind)kind;
	*ret_step = (enum sabot_document_step)step;
	return true;
}

bool
sabot_document_event_needs_second(const json_t *event)
{
	int kind = kind_of(event), step = step_of(event);

	return kind >= 0 && step >= 0 &&
	       (json_object_get(event, "amends") ||
		sabot_document_needs_second((enum sabot_document_kind)kind,
					    (enum sabot_document_step)step));
}

void
sabot_document_free(gpointer data)
{
	struct sabot_document *document = data;

	if (!document)
		return;
	g_free(document->table);
	g_free(document->by);
	g_free(document->second);
	g_free(document->note);
	g_free(document->name);
	json_decref(document->totals);
	if (document->chips)
		g_array_unref(document->chips);
	if (document->currencies)
		g_array_unref(document->currencies);
	if (document->shares)
		g_array_unref(document->shares);
	g_free(document);
}
