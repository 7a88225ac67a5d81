/*
 * sabotctl review: pictures that are asked of surveillance, with what became of each. `list` reads
 * them from a running daemon, or from the house log of a file; the others ask the daemon.
 */
#include "sabotctl-private.h"
#include "verb-options.h"
#include "sabotctl-book.h"
#include "sabotctl-client.h"
#include "sabotctl-rows.h"
#include "cli/common/user-request.h"
#include "proto/messages/table-messages.h"
#include "proto/review.h"
#include "proto/messages/house-requests.h"
#include "store/log/walk.h"
#include "store/files/joined.h"
#include "store/log/log.h"
#include "sabotctl-verbs.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

enum { PIECE_BYTES = 65536 };

struct options {
	struct sabotctl_options client;
	char *table, *from, *to, *why, *note, *as, *file;
	gint64 round, incident;
	gboolean is_open;
};

static bool
parse(struct options *options, int *argc, char ***argv)
{
	const GOptionEntry entries[] = {
		{"table", 0, 0, G_OPTION_ARG_STRING, &options->table, N_("of this table"),
		 N_("NAME")},
		{"open", 0, 0, G_OPTION_ARG_NONE, &options->is_open,
		 N_("only those that nobody has answered"), NULL},
		{"round", 0, 0, G_OPTION_ARG_INT64, &options->round, N_("this round"), N_("N")},
		{"incident", 0, 0, G_OPTION_ARG_INT64, &options->incident,
		 N_("where this incident was raised"), N_("N")},
		{"from", 0, 0, G_OPTION_ARG_STRING, &options->from,
		 N_("pictures from this time on"), N_("TIME")},
		{"to", 0, 0, G_OPTION_ARG_STRING, &options->to, N_("and up to this one"),
		 N_("TIME")},
		{"why", 0, 0, G_OPTION_ARG_STRING, &options->why, N_("what they are for"),
		 N_("TEXT")},
		{"note", 0, 0, G_OPTION_ARG_STRING, &options->note,
		 N_("where they are, or why there are none"), N_("TEXT")},
		{"file", 0, 0, G_OPTION_ARG_FILENAME, &options->file,
		 N_("the file that is delivered: its SHA-256 is recorded"), N_("FILE")},
		{"as", 0, 0, G_OPTION_ARG_STRING, &options->as, N_("who says so; asks for the PIN"),
		 N_("NAME")},
		{"json", 0, 0, G_OPTION_ARG_NONE, &options->client.json,
		 N_("as JSON, an object a line"), NULL},
		SABOTCTL_CONNECT_OPTIONS(&options->client.socket),
		G_OPTION_ENTRY_NULL,
	};
	const struct verb_options verb = {
		.arguments = _("WHAT"),
		.summary =
			_("list [FILE]: pictures that are requested from surveillance, the newest "
			  "first; without a file from the daemon.\nrequest --table NAME --round "
			  "N or --incident N: ask for them. deliver N, refuse N: answer.\nExit "
			  "status: 0 well, 1 some are open, 2 it could not be done."),
		.entries = entries,
	};

	return verb_options_parse(&verb, argc, argv) &&
	       (*argc <= 3 || verb_options_refuse(_("there is an argument too many")));
}

/* --- The list --------------------------------------------------------------------------------- */

static bool
is_wanted(const struct options *options, const struct sabot_wire_review *review)
{
	return (!options->table || strcmp(options->table, review->table) == 0) &&
	       (!options->is_open || review->state == SABOT_REVIEW_REQUESTED);
}

static void
add_row(GPtrArray *rows, const struct sabot_wire_review *review)
{
	g_autofree char *number = g_strdup_printf("%d", (int)review->review);
	g_autofree char *from = sabotctl_format_time(review->from_us);
	g_autofree char *to = sabotctl_format_time(review->to_us);
	g_autofree char *round = g_strdup_printf("%d", (int)review->round);
	g_autofree char *incident = g_strdup_printf("%d", (int)review->incident);

	sabotctl_rows_add(rows, number, sabot_review_state_name(review->state), review->table,
			  review->round ? round : "", review->incident ? incident : "",
			  review->camera ? review->camera : "", from, to,
			  review->by ? review->by : "", review->why ? review->why : "",
			  review->note ? review->note : "", review->sha256 ? review->sha256 : "",
			  NULL);
}

static void
print_json(const struct sabot_wire_review *review)
{
	json_t *object = sabot_record_build(&sabot_wire_review_type, review);

	json_dumpf(object, stdout, JSON_COMPACT);
	putchar('\n');
	json_decref(object);
}

static int
print_list(const struct options *options, const GPtrArray *reviews)
{
	g_autoptr(GPtrArray) rows = sabotctl_rows_new();
	int status = SABOTCTL_OK;

	sabotctl_rows_add(rows, _("No."), _("state"), _("table"), _("round"), _("incident"),
			  _("camera"), _("from (UTC)"), _("to (UTC)"), _("by"), _("why"),
			  _("answer"), _("SHA-256 of the file"), NULL);
	for (guint i = reviews->len; i > 0; i--) {
		const struct sabot_wire_review *review = g_ptr_array_index(reviews, i - 1);

		if (!is_wanted(options, review))
			continue;
		if (review->state == SABOT_REVIEW_REQUESTED)
			status = SABOTCTL_FOUND;
		if (options->client.json)
			print_json(review);
		else
			add_row(rows, review);
	}
	if (!options->client.json)
		sabotctl_rows_print(rows);
	return status;
}

static bool
on_record(const struct sabot_log_record *record, const struct sabot_chain_hash *hash, void *data)
{
	json_t *event;

	(void)hash;
	if (strcmp(record->ev, "review") != 0)
		return true;
	event = json_loads(record->line, 0, NULL);
	if (event)
		sabot_reviews_apply(data, record->n, event);
	json_decref(event);
	return true;
}

static bool
read_file(const char *path, GPtrArray *reviews)
{
	struct sabot_walk_range house = {.from_n = 1, .to_n = INT64_MAX};
	g_autoptr(GError) error = NULL;
	struct sabot_db *db = sabot_joined_open((const char *const[]){path, NULL}, NULL, &error);
	bool is_read = db && sabot_log_get_id(db, "house", &house.log_id, &error) &&
		       sabot_walk_log(db, &house, on_record, reviews, &error);

	if (!is_read)
		sabotctl_complain(error->message);
	sabot_db_close(db);
	return is_read;
}

/* The newest come first over the wire. */
static bool
request_daemon(const struct options *options, GPtrArray *reviews)
{
	json_t *answer =
		sabotctl_request_pages(NULL, options->client.socket, "reviews", NULL, "reviews");
	g_autoptr(GError) error = NULL;
	struct sabot_wire_page *page =
		answer ? sabot_record_parse(&sabot_wire_reviews_type, answer, &error) : NULL;

	for (guint i = page ? page->items->len : 0; i > 0; i--)
		g_ptr_array_add(reviews, sabot_record_ref(g_ptr_array_index(page->items, i - 1)));
	if (error)
		sabotctl_complain(error->message);
	sabot_record_unref(page);
	json_decref(answer);
	return answer && !error;
}

static int
list(const struct options *options, const char *path)
{
	g_autoptr(GPtrArray) reviews = sabot_reviews_new();
	bool is_known = path ? read_file(path, reviews) : request_daemon(options, reviews);

	return is_known ? print_list(options, reviews) : SABOTCTL_FAILED;
}

/* --- Asking and answering --------------------------------------------------------------------- */

static int
send_request(const struct options *options, const char *verb, json_t *args)
{
	json_t *ok = options->as ? user_request_as(options->client.socket, options->as, verb, args)
				 : sabotctl_request("review", options->client.socket, verb, args);
	struct sabot_wire_stepped *stepped =
		ok ? sabot_record_parse(&sabot_wire_stepped_type, ok, NULL) : NULL;
	int status = stepped ? SABOTCTL_OK : SABOTCTL_FAILED;

	if (stepped)
		printf("%d\n", (int)stepped->n);
	sabot_record_unref(stepped);
	json_decref(ok);
	return status;
}

static int
request(const struct options *options)
{
	struct sabot_wire_review_request_request *args;

	if (!options->table || (options->round <= 0 && options->incident <= 0)) {
		fputs(_("sabotctl review: --table and --round or --incident are wanted\n"), stderr);
		return SABOTCTL_FAILED;
	}
	args = sabot_record_new(&sabot_wire_review_request_request_type);
	args->table = g_strdup(options->table);
	args->from = g_strdup(options->from);
	args->to = g_strdup(options->to);
	args->why = g_strdup(options->why);
	args->round = MAX(options->round, 0);
	args->incident = MAX(options->incident, 0);
	return send_request(options, "review_request",
			    sabot_record_finish(&sabot_wire_review_request_request_type, args));
}

/* A clip may be of any size: it is read through, and stays where it is. */
static bool
hash_file(const char *path, char **ret_sha256)
{
	g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
	FILE *file = fopen(path, "rb");
	unsigned char piece[PIECE_BYTES];
	size_t n_bytes;
	bool is_read;

	while (file && (n_bytes = fread(piece, 1, sizeof(piece), file)) > 0)
		g_checksum_update(checksum, piece, (gssize)n_bytes);
	is_read = file && !ferror(file);
	if (!is_read)
		fprintf(stderr, _("sabotctl review: %s cannot be read: %s\n"), path,
			g_strerror(errno));
	if (file)
		fclose(file);
	*ret_sha256 = is_read ? g_strdup(g_checksum_get_string(checksum)) : NULL;
	return is_read;
}

static int
answer(const struct options *options, const char *what, const char *number)
{
	struct sabot_wire_review_answer_request *args;
	g_autofree char *sha256 = NULL;
	gint64 review;

	if (!number || !g_ascii_string_to_signed(number, 10, 1, G_MAXINT64, &review, NULL)) {
		fputs(_("sabotctl review: the number of a request is wanted\n"), stderr);
		return SABOTCTL_FAILED;
	}
	if (options->file && !hash_file(options->file, &sha256))
		return SABOTCTL_FAILED;
	args = sabot_record_new(&sabot_wire_review_answer_request_type);
	args->review = review;
	args->sha256 = g_steal_pointer(&sha256);
	args->answer = g_strdup(what);
	args->note = g_strdup(options->note);
	return send_request(options, "review_answer",
			    sabot_record_finish(&sabot_wire_review_answer_request_type, args));
}

static int
run(const struct options *options, char **words)
{
	const char *what = words[1] ? words[1] : "", *argument = words[1] ? words[2] : NULL;

	if (strcmp(what, "list") == 0)
		return list(options, argument);
	if (strcmp(what, "request") == 0 && !argument)
		return request(options);
	if (strcmp(what, "deliver") == 0 || strcmp(what, "refuse") == 0)
		return answer(options, what, argument);
	fputs(_("sabotctl review: list, request, deliver or refuse?\n"), stderr);
	return SABOTCTL_FAILED;
}

int
sabotctl_review(int argc, char **argv)
{
	struct options options = {0};
	int status = SABOTCTL_FAILED;

	if (parse(&options, &argc, &argv))
		status = run(&options, argv);
	sabotctl_options_clear(&options.client);
	g_free(options.table);
	g_free(options.from);
	g_free(options.to);
	g_free(options.why);
	g_free(options.note);
	g_free(options.as);
	g_free(options.file);
	return status;
}
