/*
 * The actions of the simulated dealer at each connection before anything is dealt: log in, if a
 * person was named, and request the rules of the table. See shoe-prepare.h.
 */
#include "shoe-prepare.h"

#include "proto/messages/table-messages.h"
#include "text/escape.h"

#include <glib/gi18n.h>

/* Decks and cut card as the table's rules want them, unless the command line said otherwise. */
static void
read_rules(struct shoe_table *table, const struct sabot_wire_rules *rules)
{
	table->cut_min_cards =
		(unsigned)CLAMP(rules->cut_min_cards, 0, SABOT_DECKS_MAX * SABOT_DECK_CARDS);
	if (table->options->decks == 0 && rules->decks >= 1 && rules->decks <= SABOT_DECKS_MAX)
		table->decks = (int)rules->decks;
}

static void
on_rules(G_GNUC_UNUSED struct sabot_client *client, json_t *ok, G_GNUC_UNUSED const GError *error,
	 gpointer data)
{
	struct shoe_table *table = data;
	struct sabot_wire_rules *rules =
		ok ? sabot_record_parse(&sabot_wire_rules_type, ok, NULL) : NULL;

	if (rules)
		read_rules(table, rules);
	sabot_record_unref(rules);
	table->is_prepared = true;
}

static void
request_rules(struct shoe_table *table)
{
	json_t *args = json_pack("{s:s}", "table", table->options->table);

	sabot_client_request(table->client, "rules", args, table->cancellable, on_rules, table);
	json_decref(args);
}

static void
on_login(G_GNUC_UNUSED struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	struct shoe_table *table = data;

	if (ok) {
		request_rules(table);
		return;
	}
	g_printerr(_("sabot-shoe: %s cannot log in: %s\n"), table->options->as,
		   sabot_text_plain(error->message));
	/* A PIN that is wrong stays wrong, and asking again would lock the person out. */
	if (!g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CLOSED))
		shoe_table_fail(table);
}

void
shoe_table_prepare(struct shoe_table *table)
{
	json_t *args;

	table->is_prepared = false;
	if (!table->options->as) {
		request_rules(table);
		return;
	}
	args = json_pack("{s:s, s:s}", "name", table->options->as, "pin", table->pin);
	sabot_client_request(table->client, "login", args, table->cancellable, on_login, table);
	json_decref(args);
}
