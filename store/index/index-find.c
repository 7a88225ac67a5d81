/*
 * One search term leads through the index, from the latest place to the earliest; the others are
 * checked at each place it leads to. The term that the fewest rounds have leads.
 */
#include "index-find.h"

#include "store/db/statements.h"

/* An event's own time may go back when the clock is set; its place does not. */
enum { FIND_CLOCK_SLACK_HOURS = 48 };

struct finding {
	struct sabot_db *index;
	const struct sabot_index_query *query;
	int64_t from, to;          /* places between them */
	enum sabot_statement lead; /* what leads: it need not be looked up again */
};

/* A round's place by time, as `which` asks for it; left alone when there is none. */
static bool
find_row_at(struct sabot_db *index, enum sabot_statement which, int64_t at_us, int64_t *place,
	    GError **error)
{
	g_autoptr(GError) failure = NULL;
	sqlite3_stmt *row = sabot_statement_find(index, which, &failure, "i", at_us);

	if (failure) {
		g_propagate_error(error, g_steal_pointer(&failure));
		return false;
	}
	if (!row)
		return true;
	*place = sqlite3_column_int64(row, 0);
	sqlite3_reset(row);
	return true;
}

/* The requested time as places, widely: what fits is looked at in fits_round(). */
static bool
choose_bounds(struct finding *finding, GError **error)
{
	const struct sabot_index_query *query = finding->query;
	const int64_t slack_us = FIND_CLOCK_SLACK_HOURS * G_TIME_SPAN_HOUR;

	finding->from = 0;
	finding->to = INT64_MAX;
	if (query->since_us && !find_row_at(finding->index, SABOT_STATEMENT_INDEX_ROUND_BEFORE,
					    query->since_us - slack_us, &finding->from, error))
		return false;
	if (query->until_us && !find_row_at(finding->index, SABOT_STATEMENT_INDEX_ROUND_AFTER,
					    query->until_us + slack_us, &finding->to, error))
		return false;
	if (query->before)
		finding->to = MIN(finding->to, query->before);
	return true;
}

static enum sabot_statement
choose_lead(const struct sabot_index_query *query)
{
	if (query->code)
		return SABOT_STATEMENT_INDEX_BY_CODE;
	if (query->has_amount)
		return SABOT_STATEMENT_INDEX_BY_AMOUNT;
	if (query->load)
		return SABOT_STATEMENT_INDEX_BY_LOAD;
	if (query->person)
		return SABOT_STATEMENT_INDEX_BY_PERSON;
	if (query->has_card)
		return SABOT_STATEMENT_INDEX_BY_CARD;
	return query->log_id ? SABOT_STATEMENT_INDEX_BY_LOG : SABOT_STATEMENT_INDEX_BY_ALL;
}

/* The statement that leads, bound. NULL on failure. */
static sqlite3_stmt *
bind_lead(struct finding *finding, GError **error)
{
	const struct sabot_index_query *query = finding->query;
	sqlite3_stmt *lead = sabot_statement_get(finding->index, finding->lead, error);
	const char *format = "ii", *word = query->code ? query->code : query->person;
	int64_t third = query->log_id, fourth = query->load;
	bool is_bound;

	if (!lead)
		return NULL;
	if (finding->lead == SABOT_STATEMENT_INDEX_BY_AMOUNT) {
		format = "iii";
		third = query->amount_minor;
	} else if (finding->lead == SABOT_STATEMENT_INDEX_BY_CARD) {
		format = "iiii";
		third = sabot_index_card_number(query->card);
		fourth = query->lay;
	} else if (finding->lead == SABOT_STATEMENT_INDEX_BY_LOAD) {
		format = "iiii";
	} else if (finding->lead == SABOT_STATEMENT_INDEX_BY_LOG) {
		format = "iii";
	}
	if (finding->lead == SABOT_STATEMENT_INDEX_BY_CODE ||
	    finding->lead == SABOT_STATEMENT_INDEX_BY_PERSON)
		is_bound = sabot_statement_bind(finding->index, lead, error, "iis", finding->from,
						finding->to, word);
	else
		is_bound = sabot_statement_bind(finding->index, lead, error, format, finding->from,
						finding->to, third, fourth);
	return is_bound ? lead : NULL;
}

/* What the event at `place` is that lies in no round. */
static bool
read_event(struct finding *finding, int64_t place, struct sabot_index_round *ret_event,
	   bool *ret_has, GError **error)
{
	sqlite3_stmt *find =
		sabot_statement_get(finding->query->db, SABOT_STATEMENT_EVENT_BY_SEQ, error);

	if (!find || !sabot_statement_bind(finding->query->db, find, error, "i", place) ||
	    !sabot_statement_row(finding->query->db, find, ret_has, error))
		return false;
	if (*ret_has) {
		*ret_event = (struct sabot_index_round){
			.place = place,
			.log_id = sqlite3_column_int64(find, 0),
			.n = sqlite3_column_int64(find, 1),
			.end_n = sqlite3_column_int64(find, 1),
			.at_us = sqlite3_column_int64(find, 2),
			.end_us = sqlite3_column_int64(find, 2),
		};
		g_strlcpy(ret_event->ev, (const char *)sqlite3_column_text(find, 3),
			  sizeof(ret_event->ev));
	}
	sqlite3_reset(find);
	return true;
}

/* Whether a bound statement has a row. */
static bool
has_row(struct sabot_db *index, sqlite3_stmt *statement, bool *ret_has, GError **error)
{
	if (!sabot_statement_row(index, statement, ret_has, error))
		return false;
	sqlite3_reset(statement);
	return true;
}

/* Each looks up one thing at `place`, if it was requested. False on failure. */
static bool
check_card(struct finding *finding, int64_t place, bool *ret_fits, GError **error)
{
	const struct sabot_index_query *query = finding->query;
	sqlite3_stmt *has;

	if (!query->has_card || finding->lead == SABOT_STATEMENT_INDEX_BY_CARD)
		return true;
	has = sabot_statement_get(finding->index, SABOT_STATEMENT_INDEX_HAS_CARD, error);
	return has &&
	       sabot_statement_bind(finding->index, has, error, "iii", place,
				    sabot_index_card_number(query->card), (int64_t)query->lay) &&
	       has_row(finding->index, has, ret_fits, error);
}

static bool
check_amount(struct finding *finding, int64_t place, bool *ret_fits, GError **error)
{
	sqlite3_stmt *has;

	if (!finding->query->has_amount || finding->lead == SABOT_STATEMENT_INDEX_BY_AMOUNT)
		return true;
	has = sabot_statement_get(finding->index, SABOT_STATEMENT_INDEX_HAS_AMOUNT, error);
	return has &&
	       sabot_statement_bind(finding->index, has, error, "ii", place,
				    finding->query->amount_minor) &&
	       has_row(finding->index, has, ret_fits, error);
}

static bool
check_word(struct finding *finding, int64_t place, enum sabot_statement which, bool *ret_fits,
	   GError **error)
{
	const char *word = which == SABOT_STATEMENT_INDEX_HAS_CODE ? finding->query->code
								   : finding->query->person;
	sqlite3_stmt *has;

	if (!word)
		return true;
	has = sabot_statement_get(finding->index, which, error);
	return has && sabot_statement_bind(finding->index, has, error, "is", place, word) &&
	       has_row(finding->index, has, ret_fits, error);
}

static bool
fits_round(const struct sabot_index_query *query, const struct sabot_index_round *round)
{
	return (!query->log_id || round->log_id == query->log_id) &&
	       (!query->load || round->load == query->load) &&
	       (!query->round || round->round == query->round) &&
	       (!query->since_us || round->at_us >= query->since_us) &&
	       (!query->until_us || round->at_us < query->until_us);
}

/* A place that the lead came to: what is there, if it fits. */
static bool
check_row(struct finding *finding, int64_t place, struct sabot_index_round *ret_round,
	  bool *ret_fits, GError **error)
{
	g_autoptr(GError) failure = NULL;

	*ret_fits = sabot_index_get_round(finding->index, place, ret_round, &failure);
	if (failure) {
		g_propagate_error(error, g_steal_pointer(&failure));
		return false;
	}
	if (!*ret_fits && !read_event(finding, place, ret_round, ret_fits, error))
		return false;
	*ret_fits = *ret_fits && fits_round(finding->query, ret_round);
	return (!*ret_fits || check_card(finding, place, ret_fits, error)) &&
	       (!*ret_fits || check_amount(finding, place, ret_fits, error)) &&
	       (!*ret_fits ||
		check_word(finding, place, SABOT_STATEMENT_INDEX_HAS_CODE, ret_fits, error)) &&
	       (!*ret_fits ||
		check_word(finding, place, SABOT_STATEMENT_INDEX_HAS_PERSON, ret_fits, error));
}

/* One place is meant: a round or an incident of a table, by number. */
static bool
find_one(struct finding *finding, sabot_index_found_fn *fn, void *data, GError **error)
{
	const struct sabot_index_query *query = finding->query;
	struct sabot_index_incident incident;
	struct sabot_index_round round;
	g_autoptr(GError) failure = NULL;
	int64_t place = 0;
	bool fits = false;

	if (query->incident && sabot_index_get_incident(finding->index, query->log_id,
							query->incident, &incident, &failure))
		place = incident.place;
	else if (!query->incident && sabot_index_find_round(finding->index, query->log_id,
							    query->round, &round, &failure))
		place = round.place;
	if (failure) {
		g_propagate_error(error, g_steal_pointer(&failure));
		return false;
	}
	if (place && !check_row(finding, place, &round, &fits, error))
		return false;
	if (fits)
		fn(&round, data);
	return true;
}

bool
sabot_index_find(struct sabot_db *index, const struct sabot_index_query *query,
		 sabot_index_found_fn *fn, void *data, GError **error)
{
	struct finding finding = {
		.index = index, .query = query, .lead = SABOT_STATEMENT_INDEX_BY_ALL};
	g_autoptr(GError) failure = NULL;
	sqlite3_stmt *lead;
	int64_t last = 0;
	bool goes_on = true;

	if (query->log_id && (query->round || query->incident))
		return find_one(&finding, fn, data, error);
	if (!choose_bounds(&finding, error))
		return false;
	finding.lead = choose_lead(query);
	lead = bind_lead(&finding, error);
	while (lead && goes_on && sabot_statement_next(index, lead, &failure)) {
		int64_t place = sqlite3_column_int64(lead, 0);
		struct sabot_index_round round;
		bool fits;

		/* A card that came twice, or two incidents of a kind. */
		if (place == last)
			continue;
		last = place;
		if (!check_row(&finding, place, &round, &fits, &failure))
			break;
		goes_on = !fits || fn(&round, data);
	}
	return sabot_statement_end(lead, &failure, error);
}
