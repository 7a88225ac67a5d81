/*
 * A table before its first event, and its end.
 */
#include "table-state.h"

#include "proto/rfc3339.h"

struct sabot_table_service *
sabot_table_service_new(const struct sabot_table_config *config)
{
	struct sabot_table_service *table = g_new0(struct sabot_table_service, 1);

	table->config = config;
	table->at_us = SABOT_TIME_NONE;
	table->exposure.proven_at_us = SABOT_TIME_NONE;
	sabot_device_faults_init(&table->device_faults);
	table->results = g_array_new(FALSE, FALSE, sizeof(struct sabot_round_result));
	table->derive = sabot_derive_new(&config->rules, 0, 0, 0);
	sabot_table_book_init(&table->book);
	sabot_round_book_init(&table->rounds);
	sabot_keyed_cards_init(&table->keyed);
	sabot_played_book_init(&table->played);
	sabot_ruled_money_init(&table->ruled);
	sabot_incident_book_init(&table->incidents);
	sabot_incident_book_init(&table->published_incidents);
	return table;
}

void
sabot_table_service_free(gpointer data)
{
	struct sabot_table_service *table = data;

	if (!table)
		return;
	sabot_derive_free(table->derive);
	sabot_log_part_free(table->part);
	sabot_rules_order_free(table->order);
	g_free(table->fault);
	g_free(table->away);
	g_free(table->shoe.serial);
	g_free(table->shoe.firmware);
	sabot_keyed_cards_clear(&table->keyed);
	sabot_played_book_clear(&table->played);
	sabot_ruled_money_clear(&table->ruled);
	json_decref(table->follow);
	json_decref(table->run_out);
	sabot_table_book_clear(&table->book);
	sabot_round_book_clear(&table->rounds);
	sabot_incident_book_clear(&table->incidents);
	sabot_incident_book_clear(&table->published_incidents);
	g_array_unref(table->results);
	sabot_record_unref(table->device);
	sabot_record_unref(table->copy);
	sabot_record_unref(table->published);
	g_clear_pointer(&table->spooled_frame, g_bytes_unref);
	g_free(table);
}

unsigned
sabot_table_service_line_of(const struct sabot_table_service *table, int64_t n)
{
	return table->part && n >= table->part->from_n ? (unsigned)(n - table->part->from_n + 2)
						       : 0;
}
