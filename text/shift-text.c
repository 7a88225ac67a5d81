/*
 * A sentence for each word; one that is not known is shown as it is.
 */
#include "shift-text.h"

#include "money.h"

#include <glib.h>
#include <glib/gi18n-lib.h>
#include <string.h>

/* Where a sentence names a table, and a number or an amount. */
enum form { FORM_TABLE, FORM_TABLE_NUMBER, FORM_TABLE_AMOUNT, FORM_NUMBER, FORM_PLAIN };

static const struct sentence {
	const char *what;
	enum form form;
	const char *text;
} sentences[] = {
	{"incident_grave", FORM_TABLE_NUMBER, N_("%s: incident %d is not answered")},
	{"opener_missing", FORM_TABLE, N_("%s: there is no opener")},
	{"opener_recount", FORM_TABLE_AMOUNT,
	 N_("%s: the opener differs from the closer before by %s: count it again")},
	{"closer_missing", FORM_TABLE, N_("%s: the closer was not counted")},
	{"slip_open", FORM_TABLE_NUMBER, N_("%s: slip %d is neither received nor void")},
	{"slip_gap", FORM_NUMBER, N_("The blank form of slip %d has not come back")},
	{"load_open", FORM_TABLE_NUMBER, N_("%s: load %d is still in the shoe of a closed table")},
	{"incident", FORM_TABLE_NUMBER, N_("%s: small incidents not answered: %d")},
	{"opener_differs", FORM_TABLE_AMOUNT,
	 N_("%s: counted twice, the opener differs from the closer before by %s")},
	{"slip_differs", FORM_TABLE_NUMBER,
	 N_("%s: of slip %d something else was received than issued")},
	{"drop_missing", FORM_TABLE, N_("%s: no drop box was counted")},
	{"load_incomplete", FORM_TABLE_NUMBER, N_("%s: loads that were not proven whole: %d")},
	{"load_wrong", FORM_TABLE_NUMBER, N_("%s: load %d had cards too many or too few")},
	{"unsigned", FORM_PLAIN, N_("There is no key: the seal will not be signed")},
};

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

/* The formats are the table's, and the catalogues' are compared with them by a test. */
static char *
say(const struct sentence *sentence, const char *table, int64_t number, int64_t amount_minor)
{
	const char *text = _(sentence->text);
	char money[SABOT_TEXT_MONEY_SIZE];

	switch (sentence->form) {
	case FORM_TABLE:
		return g_strdup_printf(text, table);
	case FORM_TABLE_NUMBER:
		return g_strdup_printf(text, table, (int)number);
	case FORM_TABLE_AMOUNT:
		return g_strdup_printf(text, table, sabot_text_money(amount_minor, money));
	case FORM_NUMBER:
		return g_strdup_printf(text, (int)number);
	case FORM_PLAIN:
		break;
	}
	return g_strdup(text);
}

#pragma GCC diagnostic pop

char *
sabot_text_open_item(const char *what, const char *table, int64_t number, int64_t amount_minor)
{
	for (size_t i = 0; i < G_N_ELEMENTS(sentences); i++) {
		if (strcmp(sentences[i].what, what) == 0)
			return say(&sentences[i], table ? table : "", number, amount_minor);
	}
	return table ? g_strdup_printf("%s: %s", table, what) : g_strdup(what);
}
