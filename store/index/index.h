/*
 * The index of a database's log: a file beside it (schema/index.sql) that locates rounds,
 * incidents, cards, amounts and persons. It is derived, so it proves nothing and may be deleted at
 * any time. case/indexer.h fills it. On the connection's thread.
 */
#pragma once

#include "store/db/db.h"

#include "engine/core/card.h"

/* Where a card is, other than at boxes 1 … 16. */
enum {
	SABOT_LAY_ASIDE = 0,
	SABOT_LAY_PUNTO = 17,
	SABOT_LAY_BANCA = 18,
	SABOT_LAY_DEALER = 19,
	SABOT_LAY_ANY = -1,
};

/* The path of the index that belongs to the database at `db_path`. Transferred. */
char *
sabot_index_path(const char *db_path);

/*
 * Open for writing. A new index is made if there is none, or if the existing one belongs to another
 * database or program; `program` names the rules that fill it. An existing file that is not an
 * index is refused.
 */
struct sabot_db *
sabot_index_open(struct sabot_db *db, const char *path, const char *program, GError **error);

/*
 * Remove the index at `path`, with what SQLite has beside it: it is built again when it is needed.
 * What is not there is no error.
 */
bool
sabot_index_remove(const char *path, GError **error);

/*
 * True if the index has each round and each incident of a log, by their numbers, up to these (0:
 * the last are not known). False with SABOT_STORE_ERROR_ROW if rows are gone, or with another
 * error.
 */
bool
sabot_index_check_whole(struct sabot_db *index, int64_t log_id, int64_t last_round,
			int64_t last_incident, GError **error);

/* Get the last indexed event of a log, 0 for none; and set it. */
bool
sabot_index_get_done(struct sabot_db *index, int64_t log_id, int64_t *ret_n, GError **error);
bool
sabot_index_set_done(struct sabot_db *index, int64_t log_id, int64_t n, GError **error);

/* A load as the index stores it. */
struct sabot_index_load {
	int64_t log_id, load, seq, n, at_us;
	int64_t rounds, incidents; /* numbers before it */
};

/* Insert or replace the load; `state` is the snapshot before its first event. */
bool
sabot_index_put_load(struct sabot_db *index, const struct sabot_index_load *load, GBytes *state,
		     GError **error);

/*
 * Find the last load of `load->log_id` up to `load->load` and set its number and first event in
 * `load`; `*ret_state` (transferred) is the table's state before it. False without an error if
 * there is none.
 */
bool
sabot_index_get_state(struct sabot_db *index, struct sabot_index_load *load, GBytes **ret_state,
		      GError **error);

/*
 * As sabot_index_get_state(), for the last load of `load->log_id` that began up to event `load->n`.
 */
bool
sabot_index_get_state_before(struct sabot_db *index, struct sabot_index_load *load,
			     GBytes **ret_state, GError **error);

/* Loads of a log that began from `from_us` to before `until_us`. */
struct sabot_index_span {
	int64_t log_id, from_us, until_us;
};

/* The first load of the span after `*load`; 0: none. */
bool
sabot_index_next_load(struct sabot_db *index, const struct sabot_index_span *span, int64_t *load,
		      GError **error);

/* A round, or (`round` 0) an event outside any round. */
struct sabot_index_round {
	int64_t place; /* the seq of its first event */
	int64_t log_id, round, load;
	int64_t n, end_n;
	int64_t at_us, end_us;
	char outcome[16];                /* "" = an event */
	char ev[24];                     /* of an event */
	int64_t staked_minor, due_minor; /* SABOT_INDEX_UNCERTAIN: cards are open */
};

#define SABOT_INDEX_UNCERTAIN INT64_MIN

/* Insert a round. One already present gets its new outcome and money. */
bool
sabot_index_put_round(struct sabot_db *index, const struct sabot_index_round *round,
		      GError **error);

/* The round that began at `place`. False without an error if none did. */
bool
sabot_index_get_round(struct sabot_db *index, int64_t place, struct sabot_index_round *ret_round,
		      GError **error);

/* Find a round by its number at the table. False without an error if there is none. */
bool
sabot_index_find_round(struct sabot_db *index, int64_t log_id, int64_t round,
		       struct sabot_index_round *ret_round, GError **error);

struct sabot_index_incident {
	int64_t log_id, incident;
	char code[32];
	int64_t place, n, at_us;
};

/* Insert or replace the incident. */
bool
sabot_index_put_incident(struct sabot_db *index, const struct sabot_index_incident *incident,
			 GError **error);
/* Read one incident. False without an error if there is none. */
bool
sabot_index_get_incident(struct sabot_db *index, int64_t log_id, int64_t number,
			 struct sabot_index_incident *ret_incident, GError **error);
/* The next event after `n` that revealed an incident; 0: there is none. False on failure only. */
bool
sabot_index_get_incident_after(struct sabot_db *index, int64_t log_id, int64_t n, int64_t *ret_n,
			       GError **error);

/* The number under which the index stores a card. */
static inline int64_t
sabot_index_card_number(struct sabot_card card)
{
	return card.suit * 16 + card.rank;
}

/* Add something that can be found at `place`. Adding the same again changes nothing. */
bool
sabot_index_put_card(struct sabot_db *index, struct sabot_card card, int64_t place, int lay,
		     GError **error);
/* Remove what sabot_index_put_card() added. */
bool
sabot_index_drop_card(struct sabot_db *index, struct sabot_card card, int64_t place, int lay,
		      GError **error);
bool
sabot_index_put_amount(struct sabot_db *index, int64_t amount_minor, int64_t place, GError **error);
bool
sabot_index_put_person(struct sabot_db *index, const char *person, int64_t place, GError **error);

/* Record that event n completes the order of an earlier load; and get that load, or 0. */
bool
sabot_index_put_repeat(struct sabot_db *index, int64_t log_id, int64_t n, int64_t load,
		       GError **error);
bool
sabot_index_get_repeat(struct sabot_db *index, int64_t log_id, int64_t n, int64_t *ret_load,
		       GError **error);

/* A statement about an incident, or (`incident` 0) about a round of a table. */
struct sabot_index_said {
	const char *table;
	int64_t incident, round;
	int64_t log_id, n; /* its place in the log */
};

/* A statement about neither is not recorded. */
bool
sabot_index_put_said(struct sabot_db *index, const struct sabot_index_said *said, GError **error);

/* A load of a table, for which statements are searched in a log. */
struct sabot_index_about {
	const char *table;
	int64_t log_id;
	int64_t from_incident, to_incident; /* after, up to */
	int64_t from_round, to_round;       /* after, up to */
};

/* The numbers (int64_t) of those statements' events, in order. NULL on failure. */
GArray *
sabot_index_list_said(struct sabot_db *index, const struct sabot_index_about *about,
		      GError **error);

/* Record events of the house log by time, and log-ins with their ends. */
bool
sabot_index_put_note(struct sabot_db *index, int64_t at_us, int64_t n, GError **error);
bool
sabot_index_put_login(struct sabot_db *index, int64_t n, const char *person, int64_t at_us,
		      GError **error);
bool
sabot_index_end_login(struct sabot_db *index, const char *person, int64_t at_us, GError **error);

/* The numbers (int64_t) of the house log's events in this time, in order. NULL on failure. */
GArray *
sabot_index_list_notes(struct sabot_db *index, int64_t from_us, int64_t until_us, GError **error);

/*
 * Who was logged in at that time (of char *, each once). Log-ins more than a day before do not
 * count, because a stop of the daemon ends log-ins without recording it. NULL on failure.
 */
GPtrArray *
sabot_index_list_logins(struct sabot_db *index, int64_t at_us, GError **error);
