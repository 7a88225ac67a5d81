/* Common figures and words: see figures.h. */
#include "report/figures.h"

#include "proto/pace.h"
#include "proto/view.h"
#include "proto/wording/wording.h"
#include "text/words.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

enum { PPM = 1000000, HOURS_PER_DAY = 24 };

enum sabot_cause
sabot_cause_of_code(enum sabot_incident_code code)
{
	switch (code) {
	case SABOT_INCIDENT_UNREAD_CARD:
	case SABOT_INCIDENT_DEVICE_ERROR:
	case SABOT_INCIDENT_DEVICE_OFFLINE:
	case SABOT_INCIDENT_FRAMES_LOST:
	case SABOT_INCIDENT_DEVICE_DISAGREES:
	case SABOT_INCIDENT_CLOCK_STEP:
	case SABOT_INCIDENT_CLOCK_BACKWARDS:
	case SABOT_INCIDENT_STORE_DOWN:
		return SABOT_CAUSE_DEVICE;
	case SABOT_INCIDENT_IMPOSSIBLE_CARD:
	case SABOT_INCIDENT_COUNT_MISMATCH:
	case SABOT_INCIDENT_BOXED_CARD:
	case SABOT_INCIDENT_CUT_CARD_MISPLACED:
	case SABOT_INCIDENT_CUT_CARD_MISSED:
	case SABOT_INCIDENT_UNSHUFFLED_ORDER:
	case SABOT_INCIDENT_REPEATED_ORDER:
	case SABOT_INCIDENT_BURN_INCOMPLETE:
	case SABOT_INCIDENT_DEAL_AFTER_CUT:
	case SABOT_INCIDENT_EVENT_OUT_OF_ORDER:
	case SABOT_INCIDENT_DISPUTE:
	case SABOT_INCIDENT_COMMISSION_UNPAID:
	case SABOT_INCIDENT_WRONG_DECKS:
	case SABOT_INCIDENT_FOREIGN_BACK:
	case SABOT_INCIDENT_USED_CARDS_REACHED:
	case SABOT_INCIDENT_RULING_WITHOUT_EFFECT:
	case SABOT_INCIDENT_SHOE_SWAPPED:
	case SABOT_INCIDENT_UNVEILED:
	case SABOT_INCIDENT_CHAIN_BROKEN:
	case SABOT_INCIDENT_ACCESS_RECOVERED:
	case SABOT_INCIDENT_LOG_REPLACED:
	case SABOT_INCIDENT_LOG_RESTORED:
	case SABOT_INCIDENT_PIN_GUESSING:
	case SABOT_INCIDENT_CLAIMED_TIME:
	case SABOT_INCIDENT_SOFTWARE_CHANGED:
	case SABOT_INCIDENT_KEY_LOST:
	case SABOT_INCIDENT_FORWARD_REFUSED:
	case SABOT_INCIDENT_UNWITNESSED:
		return SABOT_CAUSE_PROCEDURE;
	case SABOT_INCIDENT_NONE:
	case SABOT_INCIDENTS:
	case SABOT_INCIDENT_CODES:
	case SABOT_INCIDENT_CARD_BEFORE_NO_MORE_BETS:
	case SABOT_INCIDENT_CARD_IN_EXCESS:
	case SABOT_INCIDENT_CARD_MISSING:
	case SABOT_INCIDENT_WRONG_RESULT:
	case SABOT_INCIDENT_BET_AFTER_NO_MORE_BETS:
	case SABOT_INCIDENT_BET_BELOW_MINIMUM:
	case SABOT_INCIDENT_BET_ABOVE_MAXIMUM:
	case SABOT_INCIDENT_ACTION_NOT_ALLOWED:
	case SABOT_INCIDENT_ACTION_OUT_OF_TURN:
	case SABOT_INCIDENT_PAYOUT_WRONG:
	case SABOT_INCIDENT_PAYOUT_MISSING:
	case SABOT_INCIDENT_DEALING_WENT_ON:
	case SABOT_INCIDENT_ROUND_NOT_CLOSED:
	case SABOT_INCIDENT_CARD_NOT_ASKED:
	case SABOT_INCIDENT_WRONG_TOTAL:
	case SABOT_INCIDENT_CARD_MENDED:
		break;
	}
	return SABOT_CAUSE_HUMAN;
}

/* Another incident of the round, at most so many rows away, says that the shoe failed. */
static bool
has_device_fault(const struct sabot_sheet *sheet, guint place, int step)
{
	const struct sabot_sheet_incident *incident = &sheet->incidents[place];

	for (guint i = place + (guint)step; i < sheet->n_incidents; i += (guint)step) {
		const struct sabot_sheet_incident *other = &sheet->incidents[i];

		if (other->load != incident->load || other->round != incident->round)
			return false;
		if (sabot_cause_of_code(other->code) == SABOT_CAUSE_DEVICE)
			return true;
	}
	return false;
}

enum sabot_cause
sabot_cause_of(const struct sabot_sheet *sheet, const struct sabot_sheet_incident *incident)
{
	enum sabot_cause cause = sabot_cause_of_code(incident->code);
	guint place = (guint)(incident - sheet->incidents);

	if (cause == SABOT_CAUSE_HUMAN && incident->round != 0 &&
	    (has_device_fault(sheet, place, 1) || has_device_fault(sheet, place, -1)))
		return SABOT_CAUSE_DEVICE;
	return cause;
}

const char *
sabot_cause_words(enum sabot_cause cause)
{
	switch (cause) {
	case SABOT_CAUSE_HUMAN:
		return C_("cause", "people");
	case SABOT_CAUSE_DEVICE:
		return C_("cause", "device");
	case SABOT_CAUSE_PROCEDURE:
		return C_("cause", "procedure");
	}
	return "";
}

char *
sabot_figure_incident(const struct sabot_sheet *sheet, const struct sabot_sheet_incident *incident)
{
	json_t *detail = json_loads(sabot_sheet_word(sheet, incident->detail), 0, NULL);
	const char *code = sabot_incident_code_to_string(incident->code);
	/* The wire's form of it: what screens say is what paper says. */
	struct sabot_wire_incident seen = {
		.code = (char *)code,
		.detail = detail,
		.text = (char *)sabot_text_incident_name(incident->code),
	};
	char *sentence = sabot_phrase_incident(&seen);

	json_decref(detail);
	return sentence;
}

const char *
sabot_figure_word(const struct sabot_sheet *sheet, uint32_t word)
{
	return word != 0 ? sabot_sheet_word(sheet, word) : NULL;
}

const char *
sabot_figure_person(const struct sabot_facts *facts, const struct sabot_sheet *sheet, uint32_t word)
{
	return sabot_facts_signer(facts, sabot_figure_word(sheet, word));
}

int64_t
sabot_figure_scaled(int64_t part, int64_t factor, int64_t whole)
{
	/* A long double holds every product of a year's money and a million. */
	return whole != 0 ? llroundl((long double)part * (long double)factor / (long double)whole)
			  : SABOT_REPORT_NONE;
}

int64_t
sabot_figure_share(int64_t part, int64_t whole)
{
	return sabot_figure_scaled(part, PPM, whole);
}

int64_t
sabot_figure_per_thousand(int64_t part, int64_t whole)
{
	return sabot_figure_scaled(part, PPM, whole);
}

int64_t
sabot_figure_pace(int64_t count, int64_t n_rounds, int64_t duration_us)
{
	if (!sabot_pace_is_known(n_rounds, duration_us))
		return SABOT_REPORT_NONE;
	return sabot_figure_scaled(count, 1000 * G_TIME_SPAN_HOUR, duration_us);
}

int
sabot_figure_nth_hour(const struct sabot_facts *facts, int nth)
{
	int first = facts->calendar != NULL ? facts->calendar->shifts[0].minute / 60 : 0;

	return (first + nth) % HOURS_PER_DAY;
}

int
sabot_figure_hour_of_day(const struct sabot_facts *facts, int64_t at_us)
{
	int64_t seconds;
	int interval;

	if (at_us == SABOT_REPORT_NONE)
		return -1;
	seconds = at_us / G_USEC_PER_SEC;
	interval = g_time_zone_find_interval(facts->zone, G_TIME_TYPE_UNIVERSAL, seconds);
	seconds += g_time_zone_get_offset(facts->zone, interval);
	return (int)((seconds / 3600 % HOURS_PER_DAY + HOURS_PER_DAY) % HOURS_PER_DAY);
}

int64_t
sabot_figure_difference(const struct sabot_sheet *sheet, const struct sabot_sheet_stake *stake)
{
	if (stake->is_uncertain)
		return 0;
	if (stake->is_paid)
		return stake->paid_minor - stake->due_minor;
	return sheet->has_payments && stake->due_minor > 0 ? -stake->due_minor : 0;
}

static void
add_round(struct sabot_figure_table *reported, const struct sabot_sheet *sheet,
	  const struct sabot_sheet_round *round)
{
	reported->n_rounds++;
	reported->n_hands += round->n_hands;
	reported->n_void += (round->flags & SABOT_SHEET_VOID) != 0;
	reported->n_unverified += (round->flags & SABOT_SHEET_UNVERIFIED) != 0;
	reported->has_payments = reported->has_payments || sheet->has_payments;
	sabot_facts_add_round(&reported->money, sheet, round);
	reported->owes_commission = reported->owes_commission || sheet->owes_commission;
	for (uint32_t i = 0; i < round->n_stakes; i++)
		reported->paid_wrong_minor +=
			sabot_figure_difference(sheet, &sheet->stakes[round->first_stake + i]);
	if (round->end_us == SABOT_REPORT_NONE)
		return;
	if (reported->first_us == SABOT_REPORT_NONE)
		reported->first_us =
			round->begin_us != SABOT_REPORT_NONE ? round->begin_us : round->end_us;
	reported->last_us = round->end_us;
	if (round->begin_us != SABOT_REPORT_NONE)
		reported->playing_us += round->end_us - round->begin_us;
}

/* How long the shoe was away: from offline or error until it is there again. */
static void
add_device(struct sabot_figure_table *reported, const struct sabot_sheet_note *note,
	   int64_t *since_us)
{
	switch ((enum sabot_device_state)note->what) {
	case SABOT_DEVICE_OFFLINE:
	case SABOT_DEVICE_ERROR:
		reported->n_faults++;
		if (*since_us == SABOT_REPORT_NONE)
			*since_us = note->at_us;
		break;
	case SABOT_DEVICE_ONLINE:
	case SABOT_DEVICE_CLEARED:
		if (*since_us != SABOT_REPORT_NONE)
			reported->away_us += note->at_us - *since_us;
		*since_us = SABOT_REPORT_NONE;
		break;
	case SABOT_DEVICE_LOST:
		reported->n_faults++;
		break;
	case SABOT_DEVICE_LOCKED:
	case SABOT_DEVICE_UNLOCKED:
		break;
	}
}

static bool
is_gone(const struct sabot_sheet_note *note)
{
	return note->what == SABOT_DEVICE_OFFLINE || note->what == SABOT_DEVICE_ERROR;
}

static bool
is_back(const struct sabot_sheet_note *note)
{
	return note->what == SABOT_DEVICE_ONLINE || note->what == SABOT_DEVICE_CLEARED;
}

static void
follow_device(GArray *away, const struct sabot_sheet_note *note)
{
	struct sabot_shoe_absence *last =
		away->len > 0 ? &g_array_index(away, struct sabot_shoe_absence, away->len - 1)
			      : NULL;
	struct sabot_shoe_absence next = {note->at_us, G_MAXINT64};
	bool is_away = last != NULL && last->to_us == G_MAXINT64;

	if (note->ev != SABOT_EVENT_DEVICE)
		return;
	if (is_gone(note) && !is_away)
		g_array_append_val(away, next);
	else if (is_back(note) && is_away)
		last->to_us = note->at_us;
}

GArray *
sabot_shoe_absence(const struct sabot_facts_table *table)
{
	GArray *away = g_array_new(FALSE, FALSE, sizeof(struct sabot_shoe_absence));

	for (guint i = 0; i < table->sheets->len; i++) {
		const struct sabot_sheet *sheet = g_ptr_array_index(table->sheets, i);

		for (guint j = 0; j < sheet->n_notes; j++)
			follow_device(away, &sheet->notes[j]);
	}
	return away;
}

bool
sabot_sheet_note_is_redress(const struct sabot_sheet_note *note)
{
	return note->ev == SABOT_EVENT_CORRECTION ||
	       (note->ev == SABOT_EVENT_RULING && note->what == SABOT_REMEDY_PAY_DIFFERENCE &&
		!note->is_prompted);
}

static void
add_notes(struct sabot_figure_table *tables, const struct sabot_facts *facts)
{
	struct sabot_facts_walk walk = {.facts = facts};
	const struct sabot_sheet_note *note;
	int64_t since_us = SABOT_REPORT_NONE;
	guint table = 0;

	while ((note = sabot_facts_next_note(&walk)) != NULL) {
		struct sabot_figure_table *reported = &tables[walk.table];

		if (walk.table != table)
			since_us = SABOT_REPORT_NONE;
		table = walk.table;
		if (note->ev == SABOT_EVENT_DEVICE)
			add_device(reported, note, &since_us);
		else if (sabot_sheet_note_is_redress(note))
			reported->corrected_minor += note->amount_minor;
		else if (note->ev == SABOT_EVENT_COMMISSION_PAID)
			reported->commission_paid_minor += note->amount_minor;
	}
}

struct sabot_figure_table *
sabot_figure_tables(const struct sabot_facts *facts)
{
	struct sabot_figure_table *tables =
		g_new0(struct sabot_figure_table, facts->tables->len + 1);
	struct sabot_facts_walk rounds = {.facts = facts}, incidents = {.facts = facts};
	const struct sabot_sheet_round *round;

	for (guint i = 0; i < facts->tables->len; i++) {
		const struct sabot_facts_table *table = g_ptr_array_index(facts->tables, i);

		tables[i].name = table->name;
		tables[i].first_us = tables[i].last_us = SABOT_REPORT_NONE;
	}
	while ((round = sabot_facts_next_round(&rounds)) != NULL)
		add_round(&tables[rounds.table], rounds.its_sheet, round);
	while (sabot_facts_next_incident(&incidents) != NULL)
		tables[incidents.table].n_incidents++;
	add_notes(tables, facts);
	return tables;
}

void
sabot_figure_why_no_people(struct sabot_report *report, const struct sabot_facts *facts,
			   const char *off)
{
	if (facts->hides_people)
		sabot_report_remark(
			report, "%s",
			_("What is reported about single persons is not for this user: it is "
			  "left out."));
	else if (!facts->names_people)
		sabot_report_remark(report, "%s", off);
}
