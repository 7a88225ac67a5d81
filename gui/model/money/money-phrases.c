/* See money-phrases.h. */
#include "money-phrases.h"

#include "gui/model/foreign-money.h"
#include "text/money.h"

#include <glib/gi18n.h>

static void
add_part(GString *text, const char *part)
{
	if (part)
		g_string_append_printf(text, " · %s", part);
}

/* "USD 100.00 × 0.9215", with the decimal mark of the user's language. */
static void
add_exchange(GString *text, const struct sabot_wire_document *written)
{
	json_t *members;
	g_autofree char *foreign = NULL, *rate = NULL;

	if (!written->currency)
		return;
	members = json_pack("{s:s, s:I, s:I}", "currency", written->currency, "foreign",
			    (json_int_t)written->foreign_minor, "digits",
			    (json_int_t)written->digits);
	foreign = sabot_foreign_show(members);
	json_decref(members);
	rate = sabot_text_rate(written->rate);
	g_string_append_printf(text, " · %s × %s", foreign, rate);
}

char *
sabot_money_document_phrase(const struct sabot_wire_document *written)
{
	const struct sabot_money_document *document = sabot_money_document_of(written);
	GString *text = g_string_new(document ? g_dpgettext2(NULL, "document", document->done)
					      : written->ev);
	char money[SABOT_TEXT_MONEY_SIZE];

	if (written->number)
		g_string_append_printf(text, " · %" G_GINT64_FORMAT, written->number);
	add_part(text, written->box);
	add_part(text, written->patron);
	add_part(text, written->set);
	add_exchange(text, written);
	if (written->amount_minor != SABOT_WIRE_NO_NUMBER)
		add_part(text, sabot_text_money(written->amount_minor, money));
	add_part(text, written->note);
	return g_string_free(text, FALSE);
}

/* A known amount of a table's money. */
struct fact {
	int64_t amount_minor;
	const char *text; /* with a place for the amount */
	bool is_shown_zero;
};

static char *
join_facts(const struct fact *facts, gsize n, const char *between)
{
	GString *text = g_string_new(NULL);
	char money[SABOT_TEXT_MONEY_SIZE];

	for (gsize i = 0; i < n; i++) {
		g_autofree char *fact = NULL;

		if (facts[i].amount_minor == SABOT_WIRE_NO_NUMBER ||
		    (!facts[i].is_shown_zero && facts[i].amount_minor == 0))
			continue;
		sabot_text_money(facts[i].amount_minor, money);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
		fact = g_strdup_printf(_(facts[i].text), money);
#pragma GCC diagnostic pop
		g_string_append_printf(text, "%s%s", text->len > 0 ? between : "", fact);
	}
	return g_string_free(text, FALSE);
}

char *
sabot_money_result_phrase(const struct sabot_wire_table_result *result)
{
	const struct fact facts[] = {
		/* Translators: each an amount at a table. */
		{result->opener_minor, N_("Opener %s"), true},
		{result->fills_minor, N_("Fills %s"), false},
		{result->credits_minor, N_("Credits %s"), false},
		{result->drop_minor, N_("Drop %s"), true},
		{result->markers_minor, N_("Markers %s"), false},
		{result->tips_minor, N_("Tips %s"), false},
		{result->closer_minor, N_("Closer %s"), true},
		{result->win_minor, N_("Win %s"), true},
		{result->estimate_minor, N_("Win, as estimated %s"), true},
	};

	return join_facts(facts, G_N_ELEMENTS(facts), "\n");
}

char *
sabot_money_drop_phrase(const struct sabot_wire_table_result *result)
{
	const struct fact facts[] = {
		{result->drop_minor, N_("Drop %s"), true},
		{result->win_minor, N_("Win %s"), true},
		{result->win_minor == SABOT_WIRE_NO_NUMBER ? result->estimate_minor
							   : SABOT_WIRE_NO_NUMBER,
		 N_("Win, as estimated %s"), true},
	};

	return join_facts(facts, G_N_ELEMENTS(facts), " · ");
}
