/*
 * sabotctl what-if FILE: what rounds would have come to under another ruling, reading or rule.
 * Nothing is written but the index.
 */
#include "sabotctl-private.h"
#include "verb-options.h"
#include "case/what-if.h"
#include "sabotctl-book.h"
#include "sabotctl-look.h"
#include "proto/json-text.h"
#include "proto/wording/log-outcome.h"
#include "proto/wording/log-wording.h"
#include "proto/rfc3339.h"
#include "proto/messages/log-requests.h"
#include "text/money.h"
#include "text/words.h"
#include "text/escape.h"
#include "sabotctl-verbs.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

struct options {
	struct sabotctl_book_options book;
	struct sabotctl_look look;
	char *table, *month, *profile;
	char **rulings, **readings, **sets;
	gint64 round, load;
	gboolean is_json;
};

static bool
parse(struct options *options, int *argc, char ***argv)
{
	const GOptionEntry entries[] = {
		{"table", 0, 0, G_OPTION_ARG_STRING, &options->table, N_("of this table"),
		 N_("NAME")},
		{"round", 0, 0, G_OPTION_ARG_INT64, &options->round,
		 N_("the load in which this round was dealt"), N_("N")},
		{"load", 0, 0, G_OPTION_ARG_INT64, &options->load, N_("this load only"), N_("N")},
		{"month", 0, 0, G_OPTION_ARG_STRING, &options->month, N_("all loads of this month"),
		 N_("YYYY-MM")},
		{"ruling", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->rulings,
		 N_("incident ID was answered by REMEDY; may be given again"), N_("ID:REMEDY")},
		{"read-as", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->readings,
		 N_("the card of event SEQ was CARD; may be given again"), N_("SEQ:CARD")},
		{"profile", 0, 0, G_OPTION_ARG_STRING, &options->profile,
		 N_("dealt by this profile"), N_("NAME")},
		{"set", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->sets,
		 N_("with another rule; may be given again"), N_("KEY=VALUE")},
		{"json", 0, 0, G_OPTION_ARG_NONE, &options->is_json,
		 N_("as JSON, an object a line"), NULL},
		SABOTCTL_BOOK_OPTIONS(&options->book),
		SABOTCTL_LOOK_OPTIONS(&options->look),
		G_OPTION_ENTRY_NULL,
	};
	const struct verb_options verb = {
		.arguments = _("[FILE…]"),
		.summary =
			_("Plays loads again with something changed, and says which rounds would "
			  "have come to something else,\nper stake and in all. Writes nothing. "
			  "Exit status: 0 identical, 1 something differs, 2 it cannot be played."),
		.entries = entries,
	};

	return verb_options_parse(&verb, argc, argv) &&
	       ((options->table &&
		 (options->round != 0) + (options->load != 0) + (options->month != NULL) == 1) ||
		verb_options_refuse(
			_("one file, --table, and one of --round, --load and --month are wanted")));
}

static bool
refuse(const char *text, const char *why)
{
	fprintf(stderr, "sabotctl what-if: %s: %s\n", sabot_text_plain(text),
		sabot_text_plain(why));
	return false;
}

static bool
refuse_remedy(const char *text)
{
	g_autofree char *known = sabot_text_list_remedies(), *what = NULL;

	what = g_strdup_printf(_("there is no such remedy; there are: %s"), known);
	return refuse(text, what);
}

/* "18:void_round" */
static bool
read_ruling(const char *text, GArray *rulings)
{
	g_auto(GStrv) parts = g_strsplit(text, ":", 2);
	struct sabot_what_if_ruling ruling;
	guint64 incident;

	if (parts[0] && parts[1] && !sabot_remedy_from_string(parts[1], &ruling.remedy))
		return refuse_remedy(text);
	if (!parts[0] || !parts[1] ||
	    !g_ascii_string_to_unsigned(parts[0], 10, 1, G_MAXUINT32, &incident, NULL))
		return refuse(text, _("a ruling is an incident and a remedy, as 18:void_round"));
	ruling.incident = (unsigned)incident;
	g_array_append_val(rulings, ruling);
	return true;
}

/* "45210:7H" */
static bool
read_reading(const char *text, GArray *readings)
{
	g_auto(GStrv) parts = g_strsplit(text, ":", 2);
	struct sabot_what_if_reading reading;

	if (!parts[0] || !parts[1] ||
	    !g_ascii_string_to_signed(parts[0], 10, 1, G_MAXINT64, &reading.seq, NULL) ||
	    !sabot_card_parse(parts[1], strlen(parts[1]), &reading.card))
		return refuse(text, _("a reading is an event's seq and a card, as 45210:7H"));
	g_array_append_val(readings, reading);
	return true;
}

static bool
read_change(const struct options *options, struct sabot_what_if *change)
{
	for (size_t i = 0; options->rulings && options->rulings[i]; i++) {
		if (!read_ruling(options->rulings[i], change->rulings))
			return false;
	}
	for (size_t i = 0; options->readings && options->readings[i]; i++) {
		if (!read_reading(options->readings[i], change->readings))
			return false;
	}
	change->profile = options->profile;
	return true;
}

/* "2026-12": from its beginning to that of "2027-01". */
static bool
read_month(const char *month, int64_t *ret_from_us, int64_t *ret_until_us)
{
	g_autoptr(GDateTime) begin = NULL, end = NULL;

	if (!sabotctl_parse_time(month, ret_from_us))
		return refuse(month, _("this is no month like 2026-05"));
	begin = g_date_time_new_from_unix_utc(*ret_from_us / G_USEC_PER_SEC);
	end = g_date_time_add_months(begin, 1);
	*ret_until_us = g_date_time_to_unix(end) * G_USEC_PER_SEC;
	return true;
}

static bool
find_month(struct sabot_book *book, const struct options *options, struct sabot_what_if_span *span,
	   GError **error)
{
	int64_t from_us, until_us;

	span->table = options->table;
	return read_month(options->month, &from_us, &until_us) &&
	       sabot_what_if_loads(book, from_us, until_us, span, error);
}

static bool
find_span(struct sabot_book *book, const struct options *options, struct sabot_what_if_span *span,
	  GError **error)
{
	struct sabot_index_round round = {.load = options->load};

	if (options->month)
		return find_month(book, options, span, error);
	if (options->round &&
	    !sabot_book_get_round(book, options->table, options->round, &round, error))
		return false;
	*span = (struct sabot_what_if_span){options->table, round.load, round.load};
	return true;
}

/* "?" where it is not certain. */
static const char *
due_text(int64_t minor, char buffer[SABOT_TEXT_MONEY_SIZE])
{
	return minor == SABOT_WIRE_NO_NUMBER ? "?" : sabot_text_money(minor, buffer);
}

/* Who plays at the box itself has its number and needs no name. */
static void
print_stake(const struct sabot_wire_changed_stake *stake)
{
	char before[SABOT_TEXT_MONEY_SIZE], after[SABOT_TEXT_MONEY_SIZE];
	const char *on = sabot_log_wording_bet(stake->on);
	g_autofree char *seat = g_strdup_printf("%d", (int)stake->box);

	if (strcmp(stake->bettor, seat) == 0)
		/* Translators: a box, a bet; two amounts. */
		printf(_("    box %d, %s: %s instead of %s\n"), (int)stake->box, on,
		       due_text(stake->after_minor, after), due_text(stake->before_minor, before));
	else
		/* Translators: a box, who stakes on it, a bet; two amounts. */
		printf(_("    box %d, bettor %s, %s: %s instead of %s\n"), (int)stake->box,
		       sabot_text_plain(stake->bettor), on, due_text(stake->after_minor, after),
		       due_text(stake->before_minor, before));
}

/* The record has it already; a ruling made now must not pay it again. */
static void
print_correction(const struct sabot_wire_later_correction *correction)
{
	char amount[SABOT_TEXT_MONEY_SIZE];

	printf(_("    put right later by %s, event %d of the log\n"),
	       sabot_text_money(correction->amount_minor, amount), (int)correction->n);
}

static void
print_change(const struct sabot_wire_change *change)
{
	g_autofree char *text = sabot_log_outcome_change(change);

	puts(sabot_text_plain(text));
	for (guint i = 0; i < change->stakes->len; i++)
		print_stake(g_ptr_array_index(change->stakes, i));
	for (guint i = 0; i < change->corrections->len; i++)
		print_correction(g_ptr_array_index(change->corrections, i));
}

static int
print_text(const struct sabot_what_if_result *result)
{
	char before[SABOT_TEXT_MONEY_SIZE], after[SABOT_TEXT_MONEY_SIZE];
	g_autoptr(GPtrArray) changes =
		sabot_record_list_parse(&sabot_wire_change_type, result->difference.changes, NULL);

	g_return_val_if_fail(changes, SABOTCTL_FAILED);
	for (guint i = 0; i < changes->len; i++)
		print_change(g_ptr_array_index(changes, i));
	if (changes->len == 0) {
		printf(_("identical: %d rounds in %d loads, due %s\n"),
		       (int)result->difference.n_rounds, (int)result->n_loads,
		       sabot_text_money(result->difference.due_before_minor, before));
		return SABOTCTL_OK;
	}
	printf(_("%d of %d rounds differ; due %s instead of %s\n"),
	       (int)result->difference.n_changed, (int)result->difference.n_rounds,
	       sabot_text_money(result->difference.due_minor, after),
	       sabot_text_money(result->difference.due_before_minor, before));
	return SABOTCTL_FOUND;
}

static int
print_json(const struct sabot_what_if_result *result)
{
	json_t *object = json_pack("{s:I, s:I, s:I}", "loads", (json_int_t)result->n_loads,
				   "rounds", (json_int_t)result->difference.n_rounds, "changed",
				   (json_int_t)result->difference.n_changed);

	sabot_json_set_money(object, "due_before", result->difference.due_before_minor);
	sabot_json_set_money(object, "due", result->difference.due_minor);
	json_object_set(object, "changes", result->difference.changes);
	json_dumpf(object, stdout, JSON_COMPACT);
	putchar('\n');
	json_decref(object);
	return json_array_size(result->difference.changes) > 0 ? SABOTCTL_FOUND : SABOTCTL_OK;
}

/* --- Over the wire ---------------------------------------------------------------------------- */

/* "18:void_round" is a member 18 of text "void_round"; "commission=4" likewise. */
static void
add_texts(GPtrArray *texts, char **words, const char *between)
{
	for (size_t i = 0; words && words[i]; i++) {
		g_auto(GStrv) parts = g_strsplit(words[i], between, 2);

		sabot_record_add_text(texts, parts[0], parts[1] ? parts[1] : "");
	}
}

/* NULL, said, when there is no such month. New reference. */
static json_t *
build_args(const struct options *options)
{
	struct sabot_wire_what_if_request *args;
	int64_t from_us, until_us;

	if (options->month && !read_month(options->month, &from_us, &until_us))
		return NULL;
	args = sabot_record_new(&sabot_wire_what_if_request_type);
	args->table = g_strdup(options->table);
	args->profile = g_strdup(options->profile);
	add_texts(args->rulings, options->rulings, ":");
	add_texts(args->readings, options->readings, ":");
	add_texts(args->set, options->sets, "=");
	args->round = options->round;
	args->load = options->load;
	if (options->month) {
		args->since = sabot_time_format(from_us);
		args->until = sabot_time_format(until_us);
	}
	return sabot_record_finish(&sabot_wire_what_if_request_type, args);
}

static int
send_request(struct options *options)
{
	json_t *args = build_args(options);
	struct sabot_wire_what_if *answer =
		args ? sabotctl_look_request_record(&options->look, "what_if", args,
						    &sabot_wire_what_if_type)
		     : NULL;
	struct sabot_what_if_result result;
	int status;

	if (!answer)
		return SABOTCTL_FAILED;
	result = (struct sabot_what_if_result){
		.n_loads = answer->to_load - answer->load + 1,
		.difference.n_rounds = answer->rounds,
		.difference.due_before_minor = answer->due_before_minor,
		.difference.due_minor = answer->due_minor,
		.difference.n_changed = answer->changed,
		.difference.changes = answer->changes,
	};
	status = options->is_json ? print_json(&result) : print_text(&result);
	sabot_record_unref(answer);
	return status;
}

/* --- In a file -------------------------------------------------------------------------------- */

static int
run(struct sabot_book *book, const struct options *options)
{
	g_autofree char *lines = options->sets ? g_strjoinv("\n", options->sets) : NULL;
	g_autofree char *set = lines ? g_strconcat(lines, "\n", NULL) : NULL;
	struct sabot_what_if change = {
		.rulings = g_array_new(FALSE, FALSE, sizeof(struct sabot_what_if_ruling)),
		.readings = g_array_new(FALSE, FALSE, sizeof(struct sabot_what_if_reading)),
		.set = set,
	};
	struct sabot_what_if_result result = {0};
	struct sabot_what_if_span span;
	g_autoptr(GError) error = NULL;
	int status = SABOTCTL_FAILED;

	if (read_change(options, &change) && find_span(book, options, &span, &error) &&
	    sabot_what_if(book, &span, &change, &result, &error))
		status = options->is_json ? print_json(&result) : print_text(&result);
	if (error)
		sabotctl_complain(error->message);
	sabot_what_if_result_clear(&result);
	g_array_unref(change.rulings);
	g_array_unref(change.readings);
	return status;
}

int
sabotctl_what_if(int argc, char **argv)
{
	struct options options = {.look = {.who = "what-if"}};
	struct sabot_book *book = NULL;
	int status = SABOTCTL_FAILED;

	if (!parse(&options, &argc, &argv))
		argc = 0;
	if (argc == 1)
		status = send_request(&options);
	else if (argc > 1)
		book = sabotctl_book_open("what-if", argv + 1, &options.book);
	if (book)
		status = run(book, &options);
	sabot_book_free(book);
	sabotctl_book_options_clear(&options.book);
	sabotctl_look_clear(&options.look);
	g_free(options.table);
	g_free(options.month);
	g_free(options.profile);
	g_strfreev(options.rulings);
	g_strfreev(options.readings);
	g_strfreev(options.sets);
	return status;
}
