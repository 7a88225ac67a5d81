/*
 * The visible part of a log is fixed when the request is made: events published by then, and of the
 * load then in the shoe only what the veil lets through. A load that came since is not visible.
 */
#include "lookup-scope.h"

#include "proto/wire-error.h"
#include "store/log/log.h"
#include "text/refusal.h"

#include <string.h>

bool
sabot_lookup_refuse(const char *why, GError **error)
{
	g_set_error_literal(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST, why);
	return false;
}

/*
 * Find where the veil begins. If the load in the shoe is not in the database, the whole log is
 * veiled.
 */
static bool
find_veil(struct sabot_book *book, struct sabot_lookup_scope *scope, GError **error)
{
	const struct sabot_lookup_source *place = scope->place;
	g_autoptr(GError) failure = NULL;
	struct sabot_log_load load;

	scope->veiled_from_n = 0;
	if (!place->veiled_load)
		return true;
	if (sabot_log_get_load(book->db, place->table, place->veiled_load, &load, &failure))
		scope->veiled_from_n = load.n;
	else
		scope->veiled_from_n = 1;
	if (!failure)
		return true;
	g_propagate_error(error, g_steal_pointer(&failure));
	return false;
}

bool
sabot_lookup_see(struct sabot_book *book, const struct sabot_lookup_source *place,
		 struct sabot_lookup_scope *ret_scope, GError **error)
{
	ret_scope->place = place;
	if (!sabot_log_get_id(book->db, place->table, &ret_scope->log_id, error))
		return false;
	if (ret_scope->log_id)
		return find_veil(book, ret_scope, error);
	return sabot_lookup_refuse(SABOT_REFUSAL("table: it has no log yet"), error);
}

bool
sabot_lookup_see_table(struct sabot_book *book, const struct sabot_lookup *lookup,
		       const char *table, struct sabot_lookup_scope *ret_scope, GError **error)
{
	for (guint i = 0; table && i < lookup->places->len; i++) {
		const struct sabot_lookup_source *place = g_ptr_array_index(lookup->places, i);

		if (strcmp(place->table, table) == 0)
			return sabot_lookup_see(book, place, ret_scope, error);
	}
	return sabot_lookup_refuse(SABOT_REFUSAL("table: is missing"), error);
}

bool
sabot_lookup_get_round(struct sabot_book *book, const struct sabot_lookup_scope *scope,
		       struct sabot_lookup_round name, struct sabot_index_round *ret_round,
		       GError **error)
{
	if ((name.round > 0) == (name.incident > 0))
		return sabot_lookup_refuse(SABOT_REFUSAL("a round or an incident is wanted"),
					   error);
	return name.round ? sabot_book_get_round(book, scope->place->table, name.round, ret_round,
						 error)
			  : sabot_book_get_round_of_incident(book, scope->place->table,
							     name.incident, ret_round, error);
}

bool
sabot_lookup_get_journal(const struct sabot_lookup *lookup, struct sabot_story_journal *ret_journal)
{
	const struct sabot_lookup_house *house = lookup->house;

	if (!house || !house->journal)
		return false;
	*ret_journal = (struct sabot_story_journal){
		.path = house->journal,
		.n_old = house->journal_files,
		.is_live = true,
	};
	return true;
}
