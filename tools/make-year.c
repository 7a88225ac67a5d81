/*
 * A year of one pit, made up: 12 tables of both games, dealt by the simulated dealers of
 * `sabotctl simulate`, written through the real store with its chain and checkpoints. The same seed
 * makes the same events. Beside the database stands disputes.json: what was planted, and where;
 * with --cheats also cheats.json: who cheats, where, and how often.
 *
 *     make-year DIRECTORY [--weeks 52] [--loads 1] [--seed 1] [--full] [--cheats]
 *
 * Each table begins a part a week, as with `[archive]`. A week of all tables is made in memory,
 * sorted by time, and appended.
 */
#include "year-cheats.h"
#include "eventlog/event-write.h"
#include "profiles/profile.h"
#include "proto/rfc3339.h"
#include "store/log/log.h"
#include "store/proof/seal.h"
#include "store/db/db-open.h"
#include "store/keys/key-find.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	YEAR_TABLES = 12,
	YEAR_DEALERS = 24,
	YEAR_DEALER_FIRST = 10, /* his person's number */
	YEAR_PIT_FIRST = 2,
	YEAR_PITS = 3,
	YEAR_BATCH_EVENTS = 1000, /* then a checkpoint, as the daemon's writer does */
	YEAR_FULL_LOADS = 17,     /* a table and week: ten million events a year */
	YEAR_ROUNDS_A_LOAD = 55,  /* rather fewer than come of six decks */
	YEAR_DUTY_MINUTES = 30,
	YEAR_FAULT_PERMILLE = 4,
	YEAR_HURRIED_MS = 1000,    /* from a past-poster's bet until the bets are closed */
	YEAR_DISPUTE_ROUNDS = 400, /* one in so many rounds */
};

/* Monday, 5 January 2026. */
#define YEAR_BEGIN_US (INT64_C(1767571200) * G_USEC_PER_SEC)
#define YEAR_MAIN_FAULTS                                                                           \
	(1u << SIMULATE_OVERDRAW | 1u << SIMULATE_WITHHELD_CARD | 1u << SIMULATE_WRONG_RESULT |    \
	 1u << SIMULATE_WRONG_PAYMENT | 1u << SIMULATE_LATE_BET | 1u << SIMULATE_SMALL_BET |       \
	 1u << SIMULATE_UNREAD | 1u << SIMULATE_BOXED | 1u << SIMULATE_EARLY_CARD)

struct year {
	gint weeks, loads;
	gint64 seed;
	gboolean is_full, has_cheats;
	int64_t cheats[YEAR_CHEATS]; /* how often each one cheated */
	struct sabot_db *db;
	struct sabot_key *key;
	int64_t seq, house_n;
	GPtrArray *week; /* of struct sabot_log_record */
	json_t *disputes;
};

struct table {
	struct year *year; /* borrowed */
	char name[16];
	const char *profile;
	struct sabot_rules rules;
	int64_t n, part;
	unsigned loads, rounds, incidents; /* so far */

	/* this week */
	int64_t now_us, day_us, duty_until_us;
	unsigned day_rounds, rounds_today;
	bool is_open;
	int dealer;
	struct shoe_random random;
	struct sabot_log_record *load; /* begun, and not yet counted from; borrowed */
	unsigned answered;             /* incidents up to it are done with */
	struct year_cheats cheats;
};

static void
die(const char *what, const char *why)
{
	fprintf(stderr, "make-year: %s: %s\n", what, why);
	exit(1);
}

/* Some seconds pass, half of them by chance. */
static void
wait(struct table *table, unsigned ms)
{
	table->now_us += (int64_t)(ms / 2 + shoe_random_below(&table->random, ms) + 1) * 1000;
}

static struct sabot_log_record *
add_record(struct year *year, const char *table, int64_t n, int64_t at_us, json_t *object)
{
	struct sabot_log_record *record = sabot_log_record_new();
	g_autofree char *at = sabot_time_format(at_us);

	json_object_set_new(object, "at", json_string(at));
	record->table = g_strdup(table);
	record->n = n;
	record->at_us = at_us;
	record->ev = g_strdup(json_string_value(json_object_get(object, "ev")));
	record->line = json_dumps(object, JSON_COMPACT);
	json_decref(object);
	g_ptr_array_add(year->week, record);
	return record;
}

static void
add_house(struct table *table, json_t *object)
{
	add_record(table->year, "house", 0, table->now_us, object); /* numbered in order of time */
}

/* What a load's row says: as daemon/tables/table-service.c records it after the
 * event was applied. */
static void
finish_load(struct table *table, const struct simulate *sim)
{
	const struct sabot_table *state = simulate_table(sim);
	const struct sabot_update *update = simulate_last_update(sim);
	struct sabot_log_load *load;
	unsigned n_own = 0;

	if (!table->load)
		return;
	for (unsigned i = 0; i < update->n_outputs; i++)
		n_own += update->outputs[i].kind == SABOT_OUTPUT_INCIDENT &&
			 update->outputs[i].u.incident.load == state->load.number;
	load = g_new0(struct sabot_log_load, 1);
	load->load = state->load.number;
	load->n = table->load->n;
	load->part = table->part;
	load->from_round = state->n_rounds - (state->round.open ? 1 : 0);
	load->from_incident = state->n_incidents - n_own;
	table->load->load = load;
	table->load = NULL;
}

/* How long somebody takes until it happens. */
static unsigned
pause_ms(enum sabot_event_type type)
{
	if (type == SABOT_EVENT_LOAD)
		return 300000;
	if (type == SABOT_EVENT_NO_MORE_BETS)
		return 6000;
	if (type == SABOT_EVENT_RESULT)
		return 3000;
	return type == SABOT_EVENT_CARD ? 1600 : 1200;
}

/* Who says it: the shoe says nobody, rulings are the pit's, the rest is the dealer's. */
static void
set_by(const struct table *table, const struct sabot_event *event, json_t *object)
{
	g_autofree char *by = NULL;

	if (event->type == SABOT_EVENT_CARD || event->type == SABOT_EVENT_CUT_CARD)
		return;
	if (event->type == SABOT_EVENT_RULING || event->type == SABOT_EVENT_LOAD ||
	    event->type == SABOT_EVENT_STAFF || event->type == SABOT_EVENT_TABLE)
		by = g_strdup_printf("p%d", YEAR_PIT_FIRST + table->dealer % YEAR_PITS);
	else
		by = g_strdup_printf("p%d", table->dealer);
	json_object_set_new(object, "by", json_string(by));
}

static struct sabot_log_record *
log_event(struct table *table, const struct sabot_event *event, json_t *object)
{
	bool is_hurried = event->type == SABOT_EVENT_NO_MORE_BETS && table->cheats.is_hurried;

	wait(table, is_hurried ? YEAR_HURRIED_MS : pause_ms(event->type));
	set_by(table, event, object);
	return add_record(table->year, table->name, ++table->n, table->now_us, object);
}

static void
on_event(const struct simulate *sim, const struct sabot_event *event, void *data)
{
	struct table *table = data;
	struct sabot_log_record *record;

	finish_load(table, sim);
	record = log_event(table, event, sabot_event_to_json(event));
	if (event->type == SABOT_EVENT_LOAD)
		table->load = record;
}

static struct sabot_event
event_of(enum sabot_event_type type)
{
	return (struct sabot_event){
		.type = type, .hand = SABOT_HAND_IN_TURN, .at_us = SABOT_TIME_NONE};
}

/* A note: it decides nothing in the game, so the simulated table need not hear of it. */
static void
put_event(struct table *table, enum sabot_event_type type, json_t *object)
{
	const struct sabot_event event = event_of(type);

	log_event(table, &event, object);
}

static void
send_dealer(struct table *table)
{
	g_autofree char *who = NULL;

	table->dealer = YEAR_DEALER_FIRST + (int)shoe_random_below(&table->random, YEAR_DEALERS);
	table->duty_until_us = table->now_us + YEAR_DUTY_MINUTES * G_TIME_SPAN_MINUTE;
	who = g_strdup_printf("p%d", table->dealer);
	put_event(table, SABOT_EVENT_STAFF,
		  json_pack("{s:s, s:s, s:s}", "ev", "staff", "who", who, "post", "dealer"));
	add_house(table, json_pack("{s:s, s:s}", "ev", "login", "person", who));
}

static void
open_table(struct table *table)
{
	/* Between five and six in the afternoon. */
	table->now_us = MAX(table->now_us, table->day_us + 17 * G_TIME_SPAN_HOUR) +
			(int64_t)shoe_random_below(&table->random, 3600) * G_USEC_PER_SEC;
	table->is_open = true;
	table->rounds_today = 0;
	put_event(table, SABOT_EVENT_TABLE,
		  json_pack("{s:s, s:s}", "ev", "table", "state", "open"));
	send_dealer(table);
}

static void
close_table(struct table *table)
{
	g_autofree char *who = g_strdup_printf("p%d", table->dealer);

	put_event(table, SABOT_EVENT_TABLE,
		  json_pack("{s:s, s:s}", "ev", "table", "state", "closed"));
	add_house(table,
		  json_pack("{s:s, s:s, s:s}", "ev", "logout", "person", who, "why", "said"));
	table->is_open = false;
	table->day_us += G_TIME_SPAN_DAY;
}

/* A player does not agree with the round that is just over; the pit boss looks, and lets it be. */
static void
dispute(struct table *table, struct simulate *sim)
{
	const struct sabot_table *state = simulate_table(sim);
	struct sabot_event call = event_of(SABOT_EVENT_CALL);
	g_autofree char *at = NULL;

	call.box = 1;
	simulate_emit(sim, &call);
	at = sabot_time_format(table->now_us);
	json_array_append_new(table->year->disputes,
			      json_pack("{s:s, s:I, s:I, s:I, s:s}", "table", table->name, "round",
					(json_int_t)state->last.number, "load",
					(json_int_t)state->last.load, "incident",
					(json_int_t)state->n_incidents, "at", at));
}

/* Each incident since is seen and ruled on. */
static void
answer_incidents(struct table *table, struct simulate *sim)
{
	for (; table->answered < simulate_table(sim)->n_incidents; table->answered++) {
		struct sabot_event ruling = event_of(SABOT_EVENT_RULING);

		ruling.u.ruling.incident = table->answered + 1;
		ruling.u.ruling.remedy = SABOT_REMEDY_LET_STAND;
		wait(table, 20000);
		add_house(table, json_pack("{s:s, s:s, s:I, s:s}", "ev", "acknowledge", "table",
					   table->name, "incident", (json_int_t)table->answered + 1,
					   "by", "p2"));
		simulate_emit(sim, &ruling);
	}
}

/* Before each round: the day continues. */
static void
on_pause(struct simulate *sim, void *data)
{
	struct table *table = data;

	answer_incidents(table, sim);
	if (simulate_table(sim)->last.number > 0 &&
	    shoe_random_below(&table->random, YEAR_DISPUTE_ROUNDS) == 0) {
		dispute(table, sim);
		answer_incidents(table, sim);
	}
	if (table->is_open && table->rounds_today >= table->day_rounds)
		close_table(table);
	if (!table->is_open)
		open_table(table);
	else if (table->now_us >= table->duty_until_us)
		send_dealer(table);
	table->rounds_today++;
	wait(table, 12000);
}

/* What came of the week, for the next one to continue from. */
static void
on_end(const struct simulate *sim, void *data)
{
	const struct sabot_table *state = simulate_table(sim);
	struct table *table = data;

	finish_load(table, sim);
	table->loads = state->load.number;
	table->rounds = state->n_rounds;
	table->incidents = state->n_incidents;
}

static void
on_shuffle(G_GNUC_UNUSED const struct simulate *sim, struct shoe_pack *pack, void *data)
{
	struct table *table = data;

	year_cheats_shuffle(&table->cheats, pack);
}

static void
on_stake(const struct simulate *sim, int box, int64_t *amount_minor, void *data)
{
	struct table *table = data;

	year_cheats_stake(&table->cheats, sim, box, amount_minor);
}

static void
on_close(struct simulate *sim, void *data)
{
	struct table *table = data;

	year_cheats_close(&table->cheats, sim, table->dealer);
}

static void
on_pay(const struct simulate *sim, struct sabot_event *event, void *data)
{
	struct table *table = data;

	year_cheats_pay(&table->cheats, sim, table->dealer, event);
}

static void
begin_week(struct table *table, int week)
{
	uint64_t seed = (uint64_t)table->year->seed * 1000003 + (uint64_t)week * 101 +
			g_str_hash(table->name);

	shoe_random_init(&table->random, seed);
	table->day_us = YEAR_BEGIN_US + week * 7 * G_TIME_SPAN_DAY;
	table->now_us = MAX(table->now_us, table->day_us + 17 * G_TIME_SPAN_HOUR);
	table->is_open = false;
	table->dealer = YEAR_DEALER_FIRST;
	table->answered = table->incidents;
	table->part++;
}

/* The week's first event begins a part. */
static void
put_part(struct table *table, const struct simulate_options *options, guint first)
{
	struct sabot_log_part *part = sabot_log_part_new(table->profile, "");

	part->part = table->part;
	part->from_load = options->from_load;
	part->from_round = options->from_round;
	part->from_incident = options->from_incident;
	for (guint i = first; i < table->year->week->len; i++) {
		struct sabot_log_record *record = g_ptr_array_index(table->year->week, i);

		if (strcmp(record->table, table->name) != 0)
			continue;
		part->from_n = record->n;
		record->part = part;
		return;
	}
	sabot_log_part_free(part);
}

static void
play_week(struct table *table, int week)
{
	static const struct simulate_cheats cheats = {on_shuffle, on_stake, on_close, on_pay};
	guint first = table->year->week->len;
	struct simulate_options options = {
		.rules = table->rules,
		.rounds = (uint64_t)table->year->loads * YEAR_ROUNDS_A_LOAD,
		.faults = YEAR_MAIN_FAULTS,
		.fault_permille = YEAR_FAULT_PERMILLE,
		.from_load = table->loads,
		.from_round = table->rounds,
		.from_incident = table->incidents,
		.watch = on_event,
		.pause = on_pause,
		.end = on_end,
		.data = table,
	};
	struct simulate_report report;

	if (table->year->has_cheats)
		options.cheats = cheats;
	begin_week(table, week);
	options.seed = table->random.state[0];
	table->day_rounds = (unsigned)options.rounds / 7 + 1;
	simulate_run(&options, &report);
	if (report.fault)
		die(table->name, report.fault);
	put_part(table, &options, first);
}

static gint
compare_times(gconstpointer a, gconstpointer b)
{
	const struct sabot_log_record *one = *(struct sabot_log_record *const *)a;
	const struct sabot_log_record *other = *(struct sabot_log_record *const *)b;
	int by_name = strcmp(one->table, other->table);

	if (one->at_us != other->at_us)
		return one->at_us < other->at_us ? -1 : 1;
	return by_name ? by_name : (one->n > other->n) - (one->n < other->n);
}

/* In transactions as the daemon's, each under a checkpoint. */
static void
append(struct year *year, guint from, guint n_records)
{
	g_autoptr(GPtrArray) batch = g_ptr_array_new();
	g_autoptr(GError) error = NULL;

	for (guint i = from; i < from + n_records; i++)
		g_ptr_array_add(batch, g_ptr_array_index(year->week, i));
	if (!sabot_log_append(year->db, batch, &error) ||
	    !sabot_seal_make(year->db, year->key, &error))
		die("the week", error->message);
}

static void
write_week(struct year *year)
{
	g_ptr_array_sort(year->week, compare_times);
	for (guint i = 0; i < year->week->len; i++) {
		struct sabot_log_record *record = g_ptr_array_index(year->week, i);

		record->seq = ++year->seq;
		if (strcmp(record->table, "house") == 0)
			record->n = ++year->house_n;
	}
	for (guint i = 0; i < year->week->len; i += YEAR_BATCH_EVENTS)
		append(year, i, MIN(year->week->len - i, (guint)YEAR_BATCH_EVENTS));
	g_ptr_array_set_size(year->week, 0);
}

static void
init_table(struct table *table, struct year *year, int number)
{
	static const char *const profiles[] = {"punto-banco-es", "blackjack-es"};
	bool is_blackjack = number >= YEAR_TABLES / 2;
	g_autoptr(GError) error = NULL;

	table->year = year;
	table->profile = profiles[is_blackjack];
	g_snprintf(table->name, sizeof(table->name), "%s-%02d", is_blackjack ? "BJ" : "PB",
		   number % (YEAR_TABLES / 2) + 1);
	if (!sabot_profile_load(table->profile, NULL, &table->rules, &error))
		die(table->profile, error->message);
	year_cheats_init(&table->cheats, table->name, (uint64_t)year->seed + (uint64_t)number,
			 year->cheats);
}

static void
make(struct year *year)
{
	g_autofree struct table *tables = g_new0(struct table, YEAR_TABLES);

	for (int i = 0; i < YEAR_TABLES; i++)
		init_table(&tables[i], year, i);
	for (int week = 0; week < year->weeks; week++) {
		for (int i = 0; i < YEAR_TABLES; i++)
			play_week(&tables[i], week);
		write_week(year);
	}
}

static void
open_all(struct year *year, const char *directory)
{
	g_autofree char *path = g_build_filename(directory, "sabot.db", NULL);
	g_autofree char *key_path = sabot_key_path(directory);
	g_autoptr(GError) error = NULL;

	if (g_mkdir_with_parents(directory, 0700) != 0)
		die(directory, g_strerror(errno));
	if (g_file_test(path, G_FILE_TEST_EXISTS))
		die(path, "is there already");
	year->key = sabot_key_create(key_path, "made-up", &error);
	if (year->key)
		year->db = sabot_db_open(path, SABOT_DB_WRITER, &error);
	if (!year->db)
		die(directory, error->message);
	year->week = g_ptr_array_new_with_free_func(sabot_log_record_unref);
	year->disputes = json_array();
}

static void
write_list(const char *directory, const char *name, json_t *list)
{
	g_autofree char *path = g_build_filename(directory, name, NULL);

	if (json_dump_file(list, path, JSON_INDENT(1)) != 0)
		die(path, g_strerror(errno));
	json_decref(list);
}

static void
close_all(struct year *year, const char *directory)
{
	size_t n_disputes = json_array_size(year->disputes);
	g_autofree char *public_line = sabot_key_to_public_line(year->key);
	g_autoptr(GError) error = NULL;

	write_list(directory, "disputes.json", year->disputes);
	if (year->has_cheats)
		write_list(directory, "cheats.json", year_cheats_to_json(year->cheats));
	if (!sabot_db_close_single(year->db, &error))
		die(directory, error->message);
	printf("%" G_GINT64_FORMAT " events, %zu disputes\n%s\n", year->seq, n_disputes,
	       public_line);
	sabot_key_free(year->key);
	g_ptr_array_unref(year->week);
}

int
main(int argc, char **argv)
{
	struct year year = {.weeks = 52, .loads = 1, .seed = 1};
	const GOptionEntry entries[] = {
		{"weeks", 0, 0, G_OPTION_ARG_INT, &year.weeks, "how many (52)", "N"},
		{"loads", 0, 0, G_OPTION_ARG_INT, &year.loads, "a table and week (1)", "N"},
		{"seed", 0, 0, G_OPTION_ARG_INT64, &year.seed, "of all that is by chance (1)", "N"},
		{"full", 0, 0, G_OPTION_ARG_NONE, &year.is_full, "ten million events", NULL},
		{"cheats", 0, 0, G_OPTION_ARG_NONE, &year.has_cheats,
		 "with cheats, listed in cheats.json", NULL},
		G_OPTION_ENTRY_NULL,
	};
	g_autoptr(GOptionContext) context = g_option_context_new("DIRECTORY");
	g_autoptr(GError) error = NULL;

	g_option_context_set_summary(context, "Writes the log of one pit's year, made up.");
	g_option_context_add_main_entries(context, entries, NULL);
	if (!g_option_context_parse(context, &argc, &argv, &error))
		die("usage", error->message);
	if (argc != 2 || year.weeks < 1 || year.loads < 1)
		die("usage", "one directory is wanted, and at least one week and load");
	if (year.is_full)
		year.loads = YEAR_FULL_LOADS;
	open_all(&year, argv[1]);
	make(&year);
	close_all(&year, argv[1]);
	return 0;
}
