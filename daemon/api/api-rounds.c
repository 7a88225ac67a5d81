/* Requests about the cards dealt at a table: its last rounds, the load so far, the roads. */
#include "api-private.h"
#include "proto/messages/table-messages.h"
#include "proto/wire-roads.h"

/* The numbers of the incidents of a round. */
static json_t *
list_incidents(const struct sabot_table_service *table, int64_t round)
{
	const GPtrArray *incidents = table->published_incidents.incidents;
	json_t *ids = json_array();

	for (guint i = 0; i < incidents->len; i++) {
		const struct sabot_wire_incident *incident = g_ptr_array_index(incidents, i);

		if (incident->round == round)
			json_array_append_new(ids, json_integer(incident->id));
	}
	return ids;
}

static json_t *
build_round(const struct sabot_table_service *table, guint back)
{
	int64_t number;
	json_t *round = sabot_round_book_get(&table->rounds, back, &number);

	if (round)
		json_object_set_new(round, "incidents", list_incidents(table, number));
	return round;
}

json_t *
sabot_api_rounds(struct sabot_api *api, struct sabot_peer *peer,
		 const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_rounds_request *args = request->record;
	const struct sabot_table_service *table =
		sabot_api_get_table(api, peer, args->table, error);
	struct sabot_answer_page page;
	guint from, next;

	if (!table || !sabot_api_check_from(args->from, &from, error))
		return NULL;
	if (args->limit < 1 || args->limit > SABOT_ROUND_BOOK_MAX) {
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
			    "limit: 1 to %d are wanted", SABOT_ROUND_BOOK_MAX);
		return NULL;
	}
	sabot_answer_page_init(&page, SABOT_ANSWER_PAGE_BYTES_MAX);
	next = from;
	while (next < table->rounds.rounds->len && next - from < args->limit &&
	       sabot_answer_page_add(&page, build_round(table, next)))
		next++;
	/* Skip a round too long for a line, or the client would request it forever. */
	next += next == from;
	return sabot_answer_page_finish(&page, "rounds", next, table->rounds.rounds->len);
}

/*
 * A letter for each card that has left the shoe: b burned, ? not read, . any other. Never the card
 * itself.
 */
static char *
list_positions(const struct sabot_load *load, int64_t n_seen)
{
	GString *marks = g_string_new(NULL);

	for (int i = 0; i < load->n_order && i < n_seen; i++) {
		bool is_unread = load->order[i].card.rank == SABOT_RANK_UNKNOWN;

		g_string_append_c(marks, is_unread ? '?' : i < load->burned_cards ? 'b' : '.');
	}
	return g_string_free(marks, FALSE);
}

static json_t *
build_load(const struct sabot_table_service *table)
{
	const struct sabot_load *load = &sabot_derive_table(table->derive)->load;
	const struct sabot_wire_view *view = table->published;
	const struct sabot_round_book *book = &table->rounds;
	json_t *json = sabot_record_build(&sabot_wire_shoe_type, view->shoe);
	g_autofree char *positions = list_positions(load, view->shoe->seen_cards);

	json_object_set_new(json, "load", json_integer(view->load));
	json_object_set(json, "at", book->loaded_at);
	json_object_set_new(json, "rounds", json_integer(MAX(view->round - book->from_round, 0)));
	json_object_set_new(json, "positions", json_string(positions));
	if (load->behind_cards >= 0)
		json_object_set_new(json, "behind", json_integer(load->behind_cards));
	if (view->shoe->is_cut)
		json_object_set_new(json, "cut_at", json_integer(load->cut_at_cards));
	json_object_set(json, "prepared", book->prepared);
	return json;
}

json_t *
sabot_api_load(struct sabot_api *api, struct sabot_peer *peer,
	       const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_table_request *args = request->record;
	const struct sabot_table_service *table =
		sabot_api_get_table(api, peer, args->table, error);
	const struct sabot_load *load;
	json_t *ok;

	if (!table)
		return NULL;
	load = &sabot_derive_table(table->derive)->load;
	ok = json_object();
	/* Between the step that begins a load and its commit there is no answer about it. */
	if (table->published->shoe && load->number == table->published->load)
		json_object_set_new(ok, "load", build_load(table));
	json_object_set(ok, "preparing", table->rounds.preparing);
	return ok;
}

/* ["b",1,2], followed by ties, coup and flags on roads that have them. */
static json_t *
build_cell(const struct sabot_wire_cell *cell, enum sabot_wire_road road)
{
	const char mark[2] = {cell->mark, '\0'};
	json_t *json = json_pack("[s, i, i]", mark, cell->column, cell->row);

	if (road > SABOT_WIRE_ROAD_BIG)
		return json;
	json_array_append_new(json, json_integer(cell->coup));
	json_array_append_new(json, json_integer(cell->ties));
	json_array_append_new(json,
			      json_integer((cell->punto_pair ? 1 : 0) + (cell->banca_pair ? 2 : 0) +
					   (cell->natural ? 4 : 0)));
	return json;
}

static json_t *
build_ask(const char *coups)
{
	char punto[SABOT_WIRE_ASK_SIZE], banca[SABOT_WIRE_ASK_SIZE];

	return json_pack("{s:s, s:s}", "punto",
			 sabot_wire_road_ask_all(coups, SABOT_WINNER_PUNTO, punto), "banca",
			 sabot_wire_road_ask_all(coups, SABOT_WINNER_BANCA, banca));
}

json_t *
sabot_api_roads(struct sabot_api *api, struct sabot_peer *peer,
		const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_table_request *args = request->record;
	const struct sabot_table_service *table =
		sabot_api_get_table(api, peer, args->table, error);
	const char *coups;
	json_t *ok;

	if (!table)
		return NULL;
	coups = table->published->coups;
	ok = json_pack("{s:I, s:i}", "load", (json_int_t)table->published->load, "waiting_ties",
		       sabot_wire_road_waiting_ties(coups));
	json_object_set_new(ok, "ask", build_ask(coups));
	for (int road = 0; road < SABOT_WIRE_ROADS; road++) {
		g_autoptr(GArray) cells = sabot_wire_road_cells(
			coups, table->published->has_falling_tails, (enum sabot_wire_road)road);
		json_t *list = json_array();

		for (guint i = 0; i < cells->len; i++)
			json_array_append_new(
				list, build_cell(&g_array_index(cells, struct sabot_wire_cell, i),
						 (enum sabot_wire_road)road));
		json_object_set_new(ok, sabot_wire_road_to_string((enum sabot_wire_road)road),
				    list);
	}
	return ok;
}
