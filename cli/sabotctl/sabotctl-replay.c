/*
 * sabotctl replay FILE: a round as its table's screens showed it, event by event; or, with
 * --verify, whether the engine of today comes to what was recorded.
 */
#include "sabotctl-private.h"
#include "verb-options.h"
#include "case/found.h"
#include "case/replay.h"
#include "sabotctl-book.h"
#include "sabotctl-look.h"
#include "proto/wording/log-wording.h"
#include "proto/messages/log-messages.h"
#include "proto/wording/wording.h"
#include "store/log/log.h"
#include "text/escape.h"
#include "sabotctl-verbs.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

struct options {
	struct sabotctl_book_options book;
	struct sabotctl_look look;
	char *table;
	gint64 round, incident, load, event;
	gboolean is_step, is_verify, is_json;
};

static bool
parse(struct options *options, int *argc, char ***argv)
{
	const GOptionEntry entries[] = {
		{"table", 0, 0, G_OPTION_ARG_STRING, &options->table, N_("of this table"),
		 N_("NAME")},
		{"round", 0, 0, G_OPTION_ARG_INT64, &options->round, N_("this round"), N_("N")},
		{"incident", 0, 0, G_OPTION_ARG_INT64, &options->incident,
		 N_("the round of this incident"), N_("N")},
		{"load", 0, 0, G_OPTION_ARG_INT64, &options->load, N_("this whole load"), N_("N")},
		{"event", 0, 0, G_OPTION_ARG_INT64, &options->event,
		 N_("only what was seen after event N of the table's log"), N_("N")},
		{"step", 0, 0, G_OPTION_ARG_NONE, &options->is_step,
		 N_("wait at each event: Enter continues, b goes back, q ends"), NULL},
		{"verify", 0, 0, G_OPTION_ARG_NONE, &options->is_verify,
		 N_("does the engine of today come to what was recorded? Without --table: for "
		    "every table"),
		 NULL},
		{"json", 0, 0, G_OPTION_ARG_NONE, &options->is_json,
		 N_("as JSON, an object a line"), NULL},
		SABOTCTL_BOOK_OPTIONS(&options->book),
		SABOTCTL_LOOK_OPTIONS(&options->look),
		G_OPTION_ENTRY_NULL,
	};
	const struct verb_options verb = {
		.arguments = _("[FILE…]"),
		.summary = _("Shows a round or a load of a database, a backup or an archive again, "
			     "as the table's screens showed it.\nExit status: 0 well, 1 --verify "
			     "found a difference, 2 the file cannot be used."),
		.entries = entries,
	};

	return verb_options_parse(&verb, argc, argv) &&
	       ((options->is_verify ? *argc > 1
				    : options->table && (options->round || options->incident ||
							 options->load || options->event)) ||
		verb_options_refuse(
			_("one file is wanted, with --table and --round, --incident, --load "
			  "or --event, or --verify")));
}

static char *
cards_of(const struct sabot_wire_hand *hand)
{
	GString *text = g_string_new(NULL);

	for (guint i = 0; hand && i < hand->cards->len; i++) {
		const struct sabot_wire_card *card =
			&g_array_index(hand->cards, struct sabot_wire_card, i);
		char name[SABOT_CARD_TEXT_SIZE];

		g_string_append_printf(text, "%s%s", i > 0 ? " " : "",
				       card->is_hidden ? "##"
						       : sabot_card_format(card->card, name));
	}
	return g_string_free(text, FALSE);
}

static void
print_hand(const char *name, const struct sabot_wire_hand *hand)
{
	g_autofree char *cards = cards_of(hand);

	if (!hand || hand->cards->len == 0)
		return;
	if (hand->total < 0) /* a card was not read */
		printf("    %s: %s\n", name, cards);
	else
		printf("    %s: %s (%d)\n", name, cards, (int)hand->total);
}

static void
print_boxes(const struct sabot_wire_view *view)
{
	for (guint i = 0; i < view->boxes->len; i++) {
		const struct sabot_wire_box *box = g_ptr_array_index(view->boxes, i);

		for (guint j = 0; j < box->hands->len; j++) {
			g_autofree char *name = g_strdup_printf(_("box %d"), (int)box->box);

			print_hand(name, g_ptr_array_index(box->hands, j));
		}
	}
}

/* An event, what followed, and the table behind it. */
struct seen {
	json_t *event, *derived;
	int64_t named_n; /* of the event that a ruling is about; 0: none */
	struct sabot_wire_view *view;
};

static void
print_text(const struct seen *seen)
{
	const struct sabot_wire_view *view = seen->view;
	g_autofree char *event =
		sabot_log_wording_event(seen->event, sabot_log_wording_by(seen->event),
					sabot_log_wording_second(seen->event), seen->named_n);
	g_autofree char *asked = view->prompt ? sabot_phrase_prompt(view->prompt) : NULL;
	size_t index;
	json_t *json;

	printf("#%d  %s\n", (int)view->n, sabot_text_plain(event));
	json_array_foreach(seen->derived, index, json) {
		struct sabot_wire_log_line *line =
			sabot_record_parse(&sabot_wire_log_line_type, json, NULL);

		if (line && line->text)
			printf("    ! %s\n", sabot_text_plain(line->text));
		sabot_record_unref(line);
	}
	print_hand(_("Punto"), view->punto);
	print_hand(_("Banca"), view->banca);
	print_hand(_("Dealer"), view->dealer);
	print_boxes(view);
	if (asked)
		printf("    [%s]\n", sabot_text_plain(asked));
}

static void
print_json(const struct seen *seen)
{
	json_t *object = json_pack("{s:O, s:O, s:o}", "event", seen->event, "out", seen->derived,
				   "view", sabot_record_build(&sabot_wire_view_type, seen->view));

	json_dumpf(object, stdout, JSON_COMPACT);
	putchar('\n');
	json_decref(object);
}

/* Where the events come from: a file's replay, or the daemon. */
struct source {
	struct options *options;
	struct sabot_replay *replay; /* NULL: the daemon */
	GError **error;
};

static void
print_seen(const struct options *options, const struct seen *seen)
{
	if (options->is_json)
		print_json(seen);
	else
		print_text(seen);
}

static bool
request_event(const struct source *source, int64_t n)
{
	struct options *options = source->options;
	struct sabot_wire_replay *replay = sabotctl_look_request_record(
		&options->look, "replay",
		json_pack("{s:s, s:I}", "table", options->table, "n", (json_int_t)n),
		&sabot_wire_replay_type);

	if (!replay)
		return false;
	print_seen(options,
		   &(struct seen){replay->event, replay->out, replay->named_n, replay->view});
	sabot_record_unref(replay);
	return true;
}

static bool
show(const struct source *source, int64_t n)
{
	struct sabot_replay *replay = source->replay;
	struct seen seen;

	if (!replay)
		return request_event(source, n);
	if (!sabot_replay_seek(replay, n, source->error))
		return false;
	seen = (struct seen){(json_t *)sabot_replay_event(replay),
			     (json_t *)sabot_replay_shown(replay), sabot_replay_named_n(replay),
			     sabot_replay_view(replay)};
	print_seen(source->options, &seen);
	sabot_record_unref(seen.view);
	return true;
}

/* What the person at the keyboard wants next: an event's number, 0 = no more. */
static int64_t
request_next(int64_t n, int64_t first)
{
	char line[16];

	fflush(stdout);
	if (!fgets(line, sizeof(line), stdin) || line[0] == 'q')
		return 0;
	return line[0] == 'b' ? MAX(n - 1, first) : n + 1;
}

static bool
play(const struct source *source, int64_t first, int64_t last)
{
	int64_t n = first;

	while (n >= first && n <= last) {
		if (!show(source, n))
			return false;
		n = source->options->is_step ? request_next(n, first) : n + 1;
	}
	return true;
}

static bool
find_load(struct sabot_book *book, const struct options *options,
	  struct sabot_index_round *ret_round, GError **error)
{
	struct sabot_log_range range;

	if (!sabot_book_get_load(book, options->table, options->load, &range, error))
		return false;
	ret_round->n = range.from_n;
	ret_round->end_n = range.to_n - 1;
	return true;
}

/* From where to where it goes. */
static bool
find_round(struct sabot_book *book, const struct options *options,
	   struct sabot_index_round *ret_round, GError **error)
{
	if (options->event) {
		ret_round->n = ret_round->end_n = options->event;
		return true;
	}
	if (options->load)
		return find_load(book, options, ret_round, error);
	if (options->incident)
		return sabot_book_get_round_of_incident(book, options->table, options->incident,
							ret_round, error);
	return sabot_book_get_round(book, options->table, options->round, ret_round, error);
}

static int
replay_round(struct sabot_book *book, struct options *options, GError **error)
{
	struct source source = {.options = options, .error = error};
	struct sabot_index_round round;
	bool is_shown;

	if (!find_round(book, options, &round, error))
		return SABOTCTL_FAILED;
	source.replay = sabot_replay_new(book, options->table, error);
	is_shown = source.replay && play(&source, round.n, round.end_n);
	sabot_replay_free(source.replay);
	return is_shown ? SABOTCTL_OK : SABOTCTL_FAILED;
}

/* From where to where a round goes, as the daemon finds it. */
static bool
request_round(struct options *options, struct sabot_index_round *ret_round)
{
	const bool is_incident = options->incident > 0;
	struct sabot_wire_finds *answer = sabotctl_look_request_record(
		&options->look, "find",
		json_pack("{s:s, s:I}", "table", options->table, is_incident ? "incident" : "round",
			  (json_int_t)(is_incident ? options->incident : options->round)),
		&sabot_wire_finds_type);
	bool is_found = answer && answer->found->len > 0;

	if (answer && !is_found && is_incident)
		fprintf(stderr,
			_("sabotctl replay: %s: there is no incident %d in a round that is "
			  "over\n"),
			sabot_text_plain(options->table), (int)options->incident);
	else if (answer && !is_found)
		fprintf(stderr, _("sabotctl replay: %s: there is no round %d that is over\n"),
			sabot_text_plain(options->table), (int)options->round);
	if (is_found)
		sabot_found_read(g_ptr_array_index(answer->found, 0), ret_round);
	sabot_record_unref(answer);
	return is_found && ret_round->n > 0;
}

/* The same of a load. */
static bool
request_load(struct options *options, struct sabot_index_round *ret_round)
{
	struct sabot_wire_replay *replay = sabotctl_look_request_record(
		&options->look, "replay",
		json_pack("{s:s, s:I}", "table", options->table, "load", (json_int_t)options->load),
		&sabot_wire_replay_type);

	ret_round->n = replay ? replay->load_n : 0;
	ret_round->end_n = replay ? replay->load_end_n : 0;
	sabot_record_unref(replay);
	return ret_round->n > 0;
}

static bool
request_span(struct options *options, struct sabot_index_round *ret_round)
{
	ret_round->n = ret_round->end_n = options->event;
	if (options->event)
		return true;
	return options->load ? request_load(options, ret_round) : request_round(options, ret_round);
}

static int
send_request(struct options *options, GError **error)
{
	const struct source source = {.options = options, .error = error};
	struct sabot_index_round round = {0};

	return request_span(options, &round) && play(&source, round.n, round.end_n)
		       ? SABOTCTL_OK
		       : SABOTCTL_FAILED;
}

static int
verify_table(struct sabot_book *book, const char *table, GError **error)
{
	struct sabot_replay_check check;
	int status = SABOTCTL_FAILED;

	if (sabot_replay_verify(book, table, &check, error)) {
		for (guint i = 0; i < check.faults->len; i++)
			printf("%s: %s\n", sabot_text_plain(table),
			       sabot_text_plain(g_ptr_array_index(check.faults, i)));
		printf(_("%s: %d events, %d loads, %d rulings: %s\n"), sabot_text_plain(table),
		       (int)check.n_events, (int)check.n_loads, (int)check.n_rulings,
		       check.faults->len > 0 ? _("derived otherwise today") : _("as recorded"));
		status = check.faults->len > 0 ? SABOTCTL_FOUND : SABOTCTL_OK;
	}
	sabot_replay_check_clear(&check);
	return status;
}

static int
verify(struct sabot_book *book, const struct options *options, GError **error)
{
	g_autoptr(GPtrArray) tables = sabot_log_list(book->db, error);
	int status = SABOTCTL_OK;

	if (options->table)
		return verify_table(book, options->table, error);
	if (!tables)
		return SABOTCTL_FAILED;
	for (guint i = 0; i < tables->len && status != SABOTCTL_FAILED; i++) {
		const char *table = g_ptr_array_index(tables, i);

		if (strcmp(table, "house") != 0) {
			int found = verify_table(book, table, error);

			status = MAX(status, found);
		}
	}
	return status;
}

int
sabotctl_replay(int argc, char **argv)
{
	struct options options = {.look = {.who = "replay"}};
	struct sabot_book *book = NULL;
	g_autoptr(GError) error = NULL;
	int status = SABOTCTL_FAILED;

	if (!parse(&options, &argc, &argv))
		argc = 0;
	if (argc == 1)
		status = send_request(&options, &error);
	else if (argc > 1)
		book = sabotctl_book_open("replay", argv + 1, &options.book);
	if (book)
		status = options.is_verify ? verify(book, &options, &error)
					   : replay_round(book, &options, &error);
	if (error)
		sabotctl_complain(error->message);
	sabot_book_free(book);
	sabotctl_book_options_clear(&options.book);
	sabotctl_look_clear(&options.look);
	g_free(options.table);
	return status;
}
