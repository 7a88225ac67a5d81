/*
 * sabotctl log FILE: finds rounds and events in a database by what is known about them, the latest
 * first. The file's owner decides who may read it: there is no veil on a file.
 */
#include "sabotctl-find.h"
#include "verb-options.h"
#include "case/found.h"
#include "sabotctl-book.h"
#include "sabotctl-look.h"
#include "sabotctl-rows.h"
#include "sabotctl-story.h"
#include "sabotctl.h"
#include "proto/rfc3339.h"
#include "proto/messages/log-requests.h"
#include "text/money.h"
#include "store/log/log.h"
#include "text/escape.h"
#include "sabotctl-verbs.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

enum { FIND_LIMIT = 200, FIND_PAGE_MAX = 200 };

/* The search terms, as they were given. */
struct asked {
	struct sabotctl_book_options book;
	struct sabotctl_look look;
	char *table, *since, *until, *card, *lay, *person, *amount, *code, *journal;
	gint64 load, round, incident, limit;
	gboolean is_json, is_story;
};

struct finding {
	struct asked *asked;
	struct sabot_book *book; /* NULL: the daemon is asked */
	GPtrArray *rows;         /* NULL: as JSON */
	GHashTable *names;       /* of logs, by number */
	gint64 n_found;
	struct sabot_index_round found; /* the last one */
	char *found_table;              /* of it, over the wire */
};

static bool
fail(const char *why, const char *value)
{
	fprintf(stderr, "sabotctl log: %s: %s\n", sabot_text_plain(why), sabot_text_plain(value));
	return false;
}

static bool
parse_lay(const char *text, int *ret_lay)
{
	return sabot_found_parse_lay(text, ret_lay) ||
	       fail(_("a place is a box, punto, banca, dealer or aside"), text);
}

/* "500.00", or "500": major units. */
static bool
parse_amount(const char *text, int64_t *ret_minor)
{
	g_auto(GStrv) parts = g_strsplit(text, ".", 2);
	bool has_minor = parts[0] && parts[1];
	gint64 major, minor = 0;

	if (!parts[0] || !g_ascii_string_to_signed(parts[0], 10, 0, G_MAXINT32, &major, NULL) ||
	    (has_minor && (strlen(parts[1]) != 2 ||
			   !g_ascii_string_to_signed(parts[1], 10, 0, 99, &minor, NULL))))
		return fail(_("this is no amount like 500.00"), text);
	*ret_minor = major * 100 + minor;
	return true;
}

static bool
parse_card(const char *text, struct sabot_index_query *query)
{
	query->has_card = sabot_card_parse(text, strlen(text), &query->card);
	return query->has_card || fail(_("this is no card like 7H"), text);
}

static bool
parse_time(const char *text, int64_t *ret_us)
{
	return sabotctl_parse_time(text, ret_us) ||
	       fail(_("this is no time like 2026-05-03 or 2026-05-03T20:00:00Z"), text);
}

/* `--table` names a log that is there. */
static bool
find_log(struct finding *finding, struct sabot_index_query *query)
{
	const char *table = finding->asked->table;
	g_autoptr(GError) error = NULL;

	if (!table) {
		if (!query->round && !query->load && !query->incident)
			return true;
		fputs(_("sabotctl log: these numbers are a table's: --table is wanted\n"), stderr);
		return false;
	}
	if (!sabot_log_get_id(finding->book->db, table, &query->log_id, &error))
		return fail(table, error->message);
	return query->log_id || fail(_("there is no such table"), table);
}

static bool
build_query(struct finding *finding, struct sabot_index_query *query)
{
	const struct asked *asked = finding->asked;

	*query = (struct sabot_index_query){
		.db = finding->book->db,
		.load = asked->load,
		.round = asked->round,
		.incident = asked->incident,
		.lay = SABOT_LAY_ANY,
		.person = asked->person,
		.has_amount = asked->amount != NULL,
		.code = asked->code,
	};
	return find_log(finding, query) && (!asked->card || parse_card(asked->card, query)) &&
	       (!asked->lay || parse_lay(asked->lay, &query->lay)) &&
	       (!asked->amount || parse_amount(asked->amount, &query->amount_minor)) &&
	       (!asked->since || parse_time(asked->since, &query->since_us)) &&
	       (!asked->until || parse_time(asked->until, &query->until_us));
}

static const char *
name_of(struct finding *finding, int64_t log_id)
{
	char *name = g_hash_table_lookup(finding->names, &log_id);

	if (!name) {
		name = sabot_log_get_name(finding->book->db, log_id, NULL);
		g_hash_table_insert(finding->names, g_memdup2(&log_id, sizeof(log_id)), name);
	}
	return name ? name : "?";
}

static void
print_json(const char *table, const struct sabot_index_round *round)
{
	json_t *object = sabot_found_to_json(table, round);

	json_dumpf(object, stdout, JSON_COMPACT);
	putchar('\n');
	json_decref(object);
}

static void
add_row(struct finding *finding, const char *table, const struct sabot_index_round *round)
{
	g_autofree char *at = sabotctl_format_time(round->at_us);
	g_autofree char *load = g_strdup_printf("%" G_GINT64_FORMAT, round->load);
	g_autofree char *number = g_strdup_printf("%" G_GINT64_FORMAT, round->round);
	g_autofree char *events =
		g_strdup_printf("%" G_GINT64_FORMAT "…%" G_GINT64_FORMAT, round->n, round->end_n);
	char staked[SABOT_TEXT_MONEY_SIZE], due[SABOT_TEXT_MONEY_SIZE];
	bool is_round = round->round > 0;

	sabotctl_rows_add(finding->rows, at, table, is_round ? load : "", is_round ? number : "",
			  is_round ? round->outcome : round->ev,
			  is_round ? sabot_text_money(round->staked_minor, staked) : "",
			  is_round ? sabot_text_money(round->due_minor, due) : "", events, NULL);
}

/* False when the limit was reached. */
static bool
print_answer(struct finding *finding, const char *table, const struct sabot_index_round *round)
{
	finding->found = *round;
	finding->n_found++;
	if (finding->asked->is_story)
		return true;
	if (finding->rows)
		add_row(finding, table, round);
	else
		print_json(table, round);
	return finding->n_found < finding->asked->limit;
}

static bool
on_found(const struct sabot_index_round *round, void *data)
{
	return print_answer(data, name_of(data, round->log_id), round);
}

static int
print_story(struct finding *finding)
{
	if (finding->n_found == 1 && finding->found.round && !finding->book)
		return sabotctl_story_request(&finding->asked->look, finding->found_table,
					      &finding->found, finding->asked->journal,
					      finding->asked->is_json);
	if (finding->n_found == 1 && finding->found.round)
		return sabotctl_story(finding->book, &finding->found, finding->asked->journal,
				      finding->asked->is_json);
	fprintf(stderr, _("sabotctl log: a story is of one round: %d fit\n"),
		(int)finding->n_found);
	return SABOTCTL_FAILED;
}

static int
print_found(struct finding *finding)
{
	if (finding->asked->is_story)
		return print_story(finding);
	if (finding->rows && finding->n_found == 0)
		puts(_("nothing fits"));
	else if (finding->rows)
		sabotctl_rows_print(finding->rows);
	if (finding->n_found == finding->asked->limit)
		fprintf(stderr, _("only the last %d (--limit)\n"), (int)finding->asked->limit);
	return finding->n_found > 0 ? SABOTCTL_OK : SABOTCTL_FOUND;
}

static void
begin_rows(struct finding *finding)
{
	if (finding->asked->is_json)
		return;
	finding->rows = sabotctl_rows_new();
	sabotctl_rows_add(finding->rows, _("time (UTC)"), _("table"), _("load"), _("round"),
			  _("outcome"), _("staked"), _("due"), _("events"), NULL);
}

/* --- Over the wire ---------------------------------------------------------------------------- */

/* The wire's words for a time; NULL stays NULL. False, said, when it is none. Transferred. */
static bool
format_time(const char *text, char **ret_time)
{
	int64_t at_us;

	if (text && !parse_time(text, &at_us))
		return false;
	*ret_time = text ? sabot_time_format(at_us) : NULL;
	return true;
}

/* NULL, said, when something cannot be read. New reference. */
static json_t *
build_args(const struct asked *asked)
{
	struct sabot_wire_find_request *args = sabot_record_new(&sabot_wire_find_request_type);

	args->table = g_strdup(asked->table);
	args->card = g_strdup(asked->card);
	args->at = g_strdup(asked->lay);
	args->person = g_strdup(asked->person);
	args->code = g_strdup(asked->code);
	args->load = MAX(asked->load, 0);
	args->round = MAX(asked->round, 0);
	args->incident = MAX(asked->incident, 0);
	if (asked->limit > 0)
		args->limit = MIN(asked->limit, FIND_PAGE_MAX);
	if (format_time(asked->since, &args->since) && format_time(asked->until, &args->until) &&
	    (!asked->amount || parse_amount(asked->amount, &args->amount_minor)))
		return sabot_record_finish(&sabot_wire_find_request_type, args);
	sabot_record_unref(args);
	return NULL;
}

/* False when the limit was reached, or there is no more. */
static bool
print_page(struct finding *finding, const struct sabot_wire_finds *page)
{
	for (guint i = 0; i < page->found->len; i++) {
		const struct sabot_wire_found *found = g_ptr_array_index(page->found, i);
		struct sabot_index_round round;

		sabot_found_read(found, &round);
		g_free(finding->found_table);
		finding->found_table = g_strdup(found->table);
		if (!print_answer(finding, found->table, &round))
			return false;
	}
	if (page->is_veiled)
		fputs(_("cards are not looked for in loads that are in a shoe\n"), stderr);
	return page->next != 0;
}

static int
send_request(struct finding *finding)
{
	json_t *args = build_args(finding->asked);
	bool has_more = true;

	begin_rows(finding);
	while (args && has_more) {
		struct sabot_wire_finds *page = sabotctl_look_request_record(
			&finding->asked->look, "find", json_incref(args), &sabot_wire_finds_type);

		if (!page) {
			json_decref(args);
			return SABOTCTL_FAILED;
		}
		has_more = print_page(finding, page);
		json_object_set_new(args, "before", json_integer(page->next));
		sabot_record_unref(page);
	}
	if (!args)
		return SABOTCTL_FAILED;
	json_decref(args);
	return print_found(finding);
}

/* --- In a file -------------------------------------------------------------------------------- */

static int
find(struct finding *finding)
{
	struct sabot_index_query query;
	g_autoptr(GError) error = NULL;

	if (!build_query(finding, &query))
		return SABOTCTL_FAILED;
	begin_rows(finding);
	if (sabot_index_find(finding->book->index, &query, on_found, finding, &error))
		return print_found(finding);
	sabotctl_complain(error->message);
	return SABOTCTL_FAILED;
}

static bool
parse(struct asked *asked, int *argc, char ***argv)
{
	const GOptionEntry entries[] = {
		{"table", 0, 0, G_OPTION_ARG_STRING, &asked->table, N_("of this table"),
		 N_("NAME")},
		{"since", 0, 0, G_OPTION_ARG_STRING, &asked->since, N_("from this time or day on"),
		 N_("TIME")},
		{"until", 0, 0, G_OPTION_ARG_STRING, &asked->until, N_("before this time or day"),
		 N_("TIME")},
		{"load", 0, 0, G_OPTION_ARG_INT64, &asked->load, N_("this load only"), N_("N")},
		{"round", 0, 0, G_OPTION_ARG_INT64, &asked->round, N_("this round"), N_("N")},
		{"incident", 0, 0, G_OPTION_ARG_INT64, &asked->incident,
		 N_("where this incident was raised"), N_("N")},
		{"code", 0, 0, G_OPTION_ARG_STRING, &asked->code,
		 N_("with an incident of this kind, as card_in_excess"), N_("CODE")},
		{"card", 0, 0, G_OPTION_ARG_STRING, &asked->card, N_("with this card"), N_("CARD")},
		{"at", 0, 0, G_OPTION_ARG_STRING, &asked->lay,
		 N_("which lay there: a box's number, punto, banca, dealer, aside"), N_("PLACE")},
		{"amount", 0, 0, G_OPTION_ARG_STRING, &asked->amount,
		 N_("with a stake or payment of so much, as 500.00"), N_("AMOUNT")},
		{"person", 0, 0, G_OPTION_ARG_STRING, &asked->person,
		 N_("in which this person said something or was on duty, as p17"), N_("ID")},
		{"limit", 0, 0, G_OPTION_ARG_INT64, &asked->limit, N_("so many at most (200)"),
		 N_("N")},
		{"story", 0, 0, G_OPTION_ARG_NONE, &asked->is_story,
		 N_("show the round line by line"), NULL},
		{"journal", 0, 0, G_OPTION_ARG_FILENAME, &asked->journal,
		 N_("the story with the bytes of the shoe's line, from its journal"),
		 N_("FILE.shoelog")},
		{"json", 0, 0, G_OPTION_ARG_NONE, &asked->is_json, N_("as JSON, an object a line"),
		 NULL},
		SABOTCTL_BOOK_OPTIONS(&asked->book),
		SABOTCTL_LOOK_OPTIONS(&asked->look),
		G_OPTION_ENTRY_NULL,
	};
	const struct verb_options verb = {
		.arguments = _("[FILE…]"),
		.summary = _("Finds rounds and events in a database, a backup or an archive, or at "
			     "a running daemon, the latest first. All that is given must\nhold. "
			     "Exit status: 0 something fits, 1 nothing does, 2 the file cannot be "
			     "used."),
		.entries = entries,
	};

	return verb_options_parse(&verb, argc, argv);
}

static void
clear_asked(struct asked *asked)
{
	sabotctl_book_options_clear(&asked->book);
	sabotctl_look_clear(&asked->look);
	g_free(asked->table);
	g_free(asked->since);
	g_free(asked->until);
	g_free(asked->card);
	g_free(asked->lay);
	g_free(asked->person);
	g_free(asked->amount);
	g_free(asked->code);
	g_free(asked->journal);
}

int
sabotctl_find(int argc, char **argv)
{
	struct asked asked = {.limit = FIND_LIMIT, .look = {.who = "log"}};
	struct finding finding = {.asked = &asked};
	int status = SABOTCTL_FAILED;
	bool is_parsed = parse(&asked, &argc, &argv);

	if (is_parsed && argc == 1)
		status = send_request(&finding);
	else if (is_parsed)
		finding.book = sabotctl_book_open("log", argv + 1, &asked.book);
	if (finding.book) {
		finding.names = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
		status = find(&finding);
		g_hash_table_unref(finding.names);
	}
	g_clear_pointer(&finding.rows, g_ptr_array_unref);
	g_free(finding.found_table);
	sabot_book_free(finding.book);
	clear_asked(&asked);
	return status;
}
