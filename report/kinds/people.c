/* Who dealt, how long and how: see people.h. */
#include "people.h"

#include <string.h>

/* Longer between two rounds is no dealing. */
#define PAUSE_US (10 * 60 * G_USEC_PER_SEC)
/* Longer between two stints is the end of one duty and the begin of another. */
#define OFF_DUTY_US (4 * G_TIME_SPAN_HOUR)
#define POST_OF_DEALER "dealer"

struct gathering {
	const struct sabot_facts *facts;
	struct sabot_people *people;
	GHashTable *by_who; /* id -> struct sabot_dealer_figures, of `people` */
};

static struct sabot_dealer_figures *
dealer_of(struct gathering *gathering, const char *who)
{
	struct sabot_dealer_figures *dealer = g_hash_table_lookup(gathering->by_who, who);

	if (dealer == NULL) {
		dealer = g_new0(struct sabot_dealer_figures, 1);
		dealer->who = who;
		g_hash_table_insert(gathering->by_who, (gpointer)who, dealer);
		g_ptr_array_add(gathering->people->dealers, dealer);
	}
	return dealer;
}

/* --- stints --- */

static void
add_stint(struct gathering *gathering, struct sabot_stint *stint, int64_t to_us)
{
	stint->to_us = MIN(to_us, gathering->facts->to_us);
	stint->from_us = MAX(stint->from_us, gathering->facts->from_us);
	if (stint->who != NULL && stint->from_us < stint->to_us)
		g_array_append_val(gathering->people->stints, *stint);
	stint->who = NULL;
}

static void
follow_note(struct gathering *gathering, const struct sabot_sheet *sheet,
	    const struct sabot_sheet_note *note, struct sabot_stint *stint)
{
	const char *who = sabot_sheet_word(sheet, note->who);

	if (note->ev == SABOT_EVENT_TABLE && note->what == SABOT_TABLE_CLOSED)
		add_stint(gathering, stint, note->at_us);
	if (note->ev != SABOT_EVENT_STAFF ||
	    strcmp(sabot_sheet_word(sheet, note->words), POST_OF_DEALER) != 0)
		return;
	if (note->what && g_strcmp0(stint->who, who) == 0)
		return;
	if (note->what || g_strcmp0(stint->who, who) == 0)
		add_stint(gathering, stint, note->at_us);
	if (note->what) {
		stint->who = who;
		stint->from_us = note->at_us;
	}
}

static int64_t
last_of(const struct sabot_sheet *sheet)
{
	int64_t last_us = SABOT_REPORT_NONE;

	if (sheet->n_rounds > 0)
		last_us = sheet->rounds[sheet->n_rounds - 1].end_us;
	if (sheet->n_notes > 0)
		last_us = MAX(last_us, sheet->notes[sheet->n_notes - 1].at_us);
	return last_us;
}

/* All notes, also those before the time: who is on a post then came there earlier. */
static void
add_stints(struct gathering *gathering, guint place)
{
	const struct sabot_facts_table *table = g_ptr_array_index(gathering->facts->tables, place);
	struct sabot_stint stint = {.table = place, .pause_us = SABOT_REPORT_NONE};
	int64_t last_us = SABOT_REPORT_NONE;

	for (guint i = 0; i < table->sheets->len; i++) {
		const struct sabot_sheet *sheet = g_ptr_array_index(table->sheets, i);

		for (guint j = 0; j < sheet->n_notes; j++)
			follow_note(gathering, sheet, &sheet->notes[j], &stint);
		last_us = MAX(last_us, last_of(sheet));
	}
	add_stint(gathering, &stint, last_us);
}

static int
compare_stints(gconstpointer a, gconstpointer b)
{
	const struct sabot_stint *one = a, *other = b;
	int order = strcmp(one->who, other->who);

	return order != 0 ? order
			  : (one->from_us > other->from_us) - (one->from_us < other->from_us);
}

/* What lies between two stints of one person, be they at different tables. */
static void
sum_stints(struct gathering *gathering)
{
	GArray *stints = gathering->people->stints;

	g_array_sort(stints, compare_stints);
	for (guint i = 0; i < stints->len; i++) {
		struct sabot_stint *stint = &g_array_index(stints, struct sabot_stint, i);
		const struct sabot_stint *before = i > 0 ? stint - 1 : NULL;
		struct sabot_dealer_figures *dealer = dealer_of(gathering, stint->who);
		int64_t pause_us;

		dealer->at_table_us += stint->to_us - stint->from_us;
		if (before == NULL || strcmp(before->who, stint->who) != 0)
			continue;
		pause_us = stint->from_us - before->to_us;
		if (pause_us <= 0 || pause_us > OFF_DUTY_US)
			continue;
		stint->pause_us = pause_us;
		dealer->n_pauses++;
		dealer->pauses_us += pause_us;
	}
}

/* --- rounds --- */

/* How long the shoe of the walk's table was away between two moments. */
static int64_t
away_between(const GArray *away, int64_t from_us, int64_t to_us)
{
	int64_t sum_us = 0;
	guint low = 0, high = away->len;

	while (low < high) {
		guint middle = low + (high - low) / 2;

		if (g_array_index(away, struct sabot_shoe_absence, middle).to_us <= from_us)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < away->len; low++) {
		const struct sabot_shoe_absence *one =
			&g_array_index(away, struct sabot_shoe_absence, low);

		if (one->from_us >= to_us)
			break;
		sum_us += MIN(one->to_us, to_us) - MAX(one->from_us, from_us);
	}
	return sum_us;
}

static void
add_round(struct sabot_dealer_figures *dealer, const struct sabot_sheet_round *round,
	  int64_t before_us, const GArray *away)
{
	int64_t took_us;

	dealer->rounds++;
	dealer->hands += round->n_hands;
	dealer->void_rounds += (round->flags & SABOT_SHEET_VOID) != 0;
	if (before_us == SABOT_REPORT_NONE || round->end_us - before_us > PAUSE_US)
		return;
	dealer->timed_rounds++;
	dealer->timed_hands += round->n_hands;
	took_us = round->end_us - before_us - away_between(away, before_us, round->end_us);
	dealer->dealing_us += took_us;
	dealer->in_hands_us += round->n_hands > 0 ? took_us : 0;
}

static void
add_rounds(struct gathering *gathering)
{
	struct sabot_facts_walk walk = {.facts = gathering->facts};
	const struct sabot_sheet_round *round;
	int64_t before_us = SABOT_REPORT_NONE;
	g_autoptr(GArray) away = NULL;
	guint table = 0;

	while ((round = sabot_facts_next_round(&walk)) != NULL) {
		const char *who = sabot_sheet_word(walk.its_sheet, round->dealer);

		if (away == NULL || walk.table != table) {
			before_us = SABOT_REPORT_NONE;
			g_clear_pointer(&away, g_array_unref);
			away = sabot_shoe_absence(walk.its_table);
		}
		table = walk.table;
		add_round(dealer_of(gathering, who), round, before_us, away);
		before_us = round->end_us;
	}
}

static void
add_incidents(struct gathering *gathering)
{
	struct sabot_facts_walk walk = {.facts = gathering->facts};
	const struct sabot_sheet_incident *incident;

	while ((incident = sabot_facts_next_incident(&walk)) != NULL) {
		const char *who = sabot_sheet_word(walk.its_sheet, incident->dealer);
		struct sabot_dealer_figures *dealer = dealer_of(gathering, who);
		enum sabot_cause cause = sabot_cause_of(walk.its_sheet, incident);

		if (!sabot_sheet_incident_is_error(incident))
			continue;
		dealer->causes[cause]++;
		if (cause == SABOT_CAUSE_HUMAN)
			dealer->kinds[incident->code]++;
	}
}

static int
compare_dealers(gconstpointer a, gconstpointer b)
{
	const struct sabot_dealer_figures *const *one = a, *const *other = b;

	return strcmp((*one)->who, (*other)->who);
}

struct sabot_people *
sabot_people_new(const struct sabot_facts *facts)
{
	struct sabot_people *people = g_new0(struct sabot_people, 1);
	g_autoptr(GHashTable) by_who = g_hash_table_new(g_str_hash, g_str_equal);
	struct gathering gathering = {facts, people, by_who};

	people->stints = g_array_new(FALSE, FALSE, sizeof(struct sabot_stint));
	people->dealers = g_ptr_array_new_with_free_func(g_free);
	for (guint i = 0; i < facts->tables->len; i++)
		add_stints(&gathering, i);
	sum_stints(&gathering);
	add_rounds(&gathering);
	add_incidents(&gathering);
	g_ptr_array_sort(people->dealers, compare_dealers);
	return people;
}

void
sabot_people_free(struct sabot_people *people)
{
	if (people == NULL)
		return;
	g_array_unref(people->stints);
	g_ptr_array_unref(people->dealers);
	g_free(people);
}
