/*
 * sabotctl shift reckon: why the tables won what they won. The logs are fetched and derived again
 * here, money documents too: it is a second opinion on what the daemon says.
 */
#include "sabotctl-reckon.h"
#include "sabotctl-verbs.h"
#include "sabotctl-client.h"
#include "sabotctl-rows.h"
#include "gather/shift-reckon.h"
#include "proto/messages/log-messages.h"
#include "proto/messages/money-messages.h"
#include "proto/messages/table-messages.h"
#include "proto/messages/log-requests.h"
#include "shift/ledger-apply.h"
#include "text/money.h"
#include "text/shift-text.h"
#include "text/escape.h"
#include "shift/reckoning-json.h"

#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>

struct reckoned {
	const struct money_options *options;
	char *shift;
	struct shift_reckon_span span;
	struct sabot_ledger *ledger;
	GPtrArray *tables; /* of struct reckoned_table */
};

/* A table that was worked out. */
struct reckoned_table {
	char *name;
	int64_t veiled_load; /* the load in the shoe, whose rounds are not in it; 0 = none */
	struct sabot_reckoning *reckoning;
	struct sabot_reckoning_sum sum;
};

static void
reckoned_table_free(gpointer data)
{
	struct reckoned_table *table = data;

	g_free(table->name);
	sabot_reckoning_free(table->reckoning);
	g_free(table);
}

static void
write_line(FILE *file, const json_t *line)
{
	json_dumpf(line, file, JSON_COMPACT);
	fputc('\n', file);
}

/* Which piece of a table's log: a part (0 is the last), or a load. */
struct piece {
	const char *table;
	int64_t part, load;
};

/* New reference. */
static json_t *
build_log_args(const struct piece *piece, int64_t from_n)
{
	struct sabot_wire_log_request *args = sabot_record_new(&sabot_wire_log_request_type);

	args->table = g_strdup(piece->table);
	if (piece->part)
		args->part = piece->part;
	args->load = piece->load;
	if (from_n)
		args->from_n = from_n;
	return sabot_record_finish(&sabot_wire_log_request_type, args);
}

/*
 * A page of the piece. NULL when it cannot be had: why goes to `refusal`, or is said if that is
 * NULL. Transferred.
 */
static struct sabot_wire_log *
fetch_page(const struct money_options *options, const struct piece *piece, int64_t from_n,
	   GError **refusal)
{
	json_t *args = build_log_args(piece, from_n), *answer;
	struct sabot_wire_log *page;

	if (!refusal)
		return sabotctl_request_record(g_get_prgname(), options->socket, "log", args,
					       &sabot_wire_log_type);
	answer = sabotctl_try(options->socket, "log", args, refusal);
	page = answer ? sabot_record_parse(&sabot_wire_log_type, answer, refusal) : NULL;
	json_decref(answer);
	return page;
}

/* The whole piece as text; NULL as fetch_page(). How many parts there are goes to `ret_parts`. */
static char *
fetch(const struct money_options *options, const struct piece *piece, int64_t *ret_parts,
      GError **refusal)
{
	struct sabot_wire_log *page = fetch_page(options, piece, 0, refusal);
	char *text = NULL;
	size_t size, i;
	FILE *file = open_memstream(&text, &size);

	if (page)
		write_line(file, page->header);
	while (page) {
		int64_t next_n = page->next_n;
		json_t *event;

		json_array_foreach(page->events, i, event)
			write_line(file, event);
		*ret_parts = page->parts;
		sabot_record_unref(page);
		if (next_n == 0) {
			fclose(file);
			return text;
		}
		page = fetch_page(options, piece, next_n, refusal);
	}
	fclose(file);
	free(text);
	return NULL;
}

/* When the part's first event was; before all times when it has none. */
static int64_t
begin_of(const char *text)
{
	size_t head = strcspn(text, "\n");
	size_t begin = head + (text[head] == '\n');
	g_autofree char *line = g_strndup(text + begin, strcspn(text + begin, "\n"));
	json_t *event = line[0] ? json_loads(line, 0, NULL) : NULL;
	struct sabot_wire_log_line *first =
		event ? sabot_record_parse(&sabot_wire_log_line_type, event, NULL) : NULL;
	int64_t at_us = first && first->at_us != SABOT_TIME_NONE ? first->at_us : INT64_MIN;

	sabot_record_unref(first);
	json_decref(event);
	return at_us;
}

/* One piece into the reckoning; when it begins goes to `ret_begin_us`. `text` is freed. */
static bool
reckon_text(const struct reckoned *reckoned, char *text, struct sabot_reckoning *reckoning,
	    int64_t *ret_begin_us)
{
	FILE *file = fmemopen(text, strlen(text), "r");
	g_autofree char *why = NULL;

	if (!shift_reckon_log(reckoning, file, &reckoned->span, &why))
		sabotctl_complain(why);
	*ret_begin_us = begin_of(text);
	fclose(file);
	free(text);
	return !why;
}

/*
 * The number of the load in the shoe; 0 = none, -1 = no answer (said). It is of the shift if it
 * came before its end.
 */
static int64_t
request_load(const struct reckoned *reckoned, const char *table, bool *ret_is_of_shift)
{
	struct sabot_wire_load_answer *answer =
		sabotctl_request_record(g_get_prgname(), reckoned->options->socket, "load",
					json_pack("{s:s}", "table", table),
					&sabot_wire_load_answer_type);
	const struct sabot_wire_load *load = answer ? answer->load : NULL;
	int64_t number = !answer ? -1 : load ? load->load : 0;

	*ret_is_of_shift = number > 0 && load->at_us < reckoned->span.to_us;
	sabot_record_unref(answer);
	return number;
}

/* No load is in the shoe, and the log is refused: there is none yet, and so no rounds. */
static bool
was_never_dealt(const GError *refusal)
{
	if (g_error_matches(refusal, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST))
		return true;
	sabotctl_complain(refusal->message);
	return false;
}

/*
 * Where the log is refused: the loads before the one in the shoe, which is veiled, as far as they
 * touch the shift.
 */
static bool
reckon_loads(const struct reckoned *reckoned, const char *table, struct sabot_reckoning *reckoning,
	     const GError *refusal, int64_t *ret_veiled)
{
	struct piece piece = {.table = table};
	int64_t begin_us = INT64_MAX, n_parts;
	bool is_of_shift;
	int64_t in_shoe = request_load(reckoned, table, &is_of_shift);

	if (in_shoe <= 0)
		return in_shoe == 0 && was_never_dealt(refusal);
	*ret_veiled = is_of_shift ? in_shoe : 0;
	for (piece.load = in_shoe - 1; piece.load > 0 && begin_us >= reckoned->span.from_us;
	     piece.load--) {
		char *text = fetch(reckoned->options, &piece, &n_parts, NULL);

		if (!text || !reckon_text(reckoned, text, reckoning, &begin_us))
			return false;
	}
	return true;
}

/* The table's parts that touch the shift, the last one first. */
static bool
reckon_parts(const struct reckoned *reckoned, const char *table, struct sabot_reckoning *reckoning,
	     int64_t *ret_veiled)
{
	g_autoptr(GError) refusal = NULL;
	struct piece piece = {.table = table};
	int64_t begin_us = INT64_MAX, n_parts = 0;
	char *text = fetch(reckoned->options, &piece, &n_parts, &refusal);

	if (!text)
		return reckon_loads(reckoned, table, reckoning, refusal, ret_veiled);
	piece.part = n_parts;
	while (text && reckon_text(reckoned, text, reckoning, &begin_us)) {
		if (--piece.part < 1 || begin_us < reckoned->span.from_us)
			return true;
		text = fetch(reckoned->options, &piece, &n_parts, NULL);
	}
	return false;
}

/* Everything of the reckoning, for programs. New reference. */
static json_t *
build_table(const struct reckoned_table *table)
{
	const GPtrArray *differences = sabot_reckoning_differences(table->reckoning);
	const GPtrArray *bets = sabot_reckoning_bets(table->reckoning);
	json_t *list = json_array(), *by_bet = json_array(), *object;

	for (guint i = 0; i < differences->len; i++)
		json_array_append_new(list,
				      sabot_difference_to_json(g_ptr_array_index(differences, i)));
	for (guint i = 0; i < bets->len; i++) {
		const struct sabot_reckoned_bet *bet = g_ptr_array_index(bets, i);

		json_array_append_new(by_bet, json_pack("{s:s, s:I, s:I, s:I}", "on", bet->on,
							"stakes", (json_int_t)bet->n_stakes,
							"staked", (json_int_t)bet->staked_minor,
							"due", (json_int_t)bet->due_minor));
	}
	object = sabot_reckoning_sum_to_json(&table->sum);
	json_object_set_new(object, "table", json_string(table->name));
	json_object_set_new(object, "differences", list);
	json_object_set_new(object, "bets", by_bet);
	if (table->veiled_load)
		json_object_set_new(object, "veiled", json_integer(table->veiled_load));
	return object;
}

static bool
reckon_table(struct reckoned *reckoned, const char *name)
{
	struct reckoned_table *table = g_new0(struct reckoned_table, 1);

	table->name = g_strdup(name);
	table->reckoning = sabot_reckoning_new();
	if (!reckon_parts(reckoned, name, table->reckoning, &table->veiled_load)) {
		reckoned_table_free(table);
		return false;
	}
	sabot_reckoning_set_result(table->reckoning, reckoned->ledger, reckoned->shift, name);
	if (table->veiled_load)
		sabot_reckoning_set_veiled(table->reckoning);
	sabot_reckoning_finish(table->reckoning, &table->sum);
	g_ptr_array_add(reckoned->tables, table);
	return true;
}

/* Rebuild the ledger from the house log. */
static bool
read_ledger(struct reckoned *reckoned)
{
	const struct piece piece = {.table = "house"};
	char why[SABOT_DOCUMENT_WHY_SIZE];
	int64_t from_n = 1;

	while (from_n) {
		struct sabot_wire_log *page = fetch_page(reckoned->options, &piece, from_n, NULL);
		json_t *event;
		size_t i;

		if (!page)
			return false;
		json_array_foreach(page->events, i, event)
			if (sabot_document_is(event) &&
			    !sabot_ledger_apply(reckoned->ledger, page->from_n + (int64_t)i, event,
						why))
				sabotctl_complain(why);
		from_n = page->next_n;
		sabot_record_unref(page);
	}
	return true;
}

/* The shift's name and bounds, as sent by the daemon. */
static bool
read_shift(struct reckoned *reckoned)
{
	struct sabot_wire_shift *shift =
		sabotctl_request_record(g_get_prgname(), reckoned->options->socket, "shift",
					json_pack("{s:s*}", "shift", reckoned->options->shift),
					&sabot_wire_shift_type);
	bool is_known = shift && shift->head.from_us != SABOT_TIME_NONE &&
			shift->head.to_us != SABOT_TIME_NONE;

	if (is_known) {
		reckoned->shift = g_strdup(shift->head.shift);
		reckoned->span.from_us = shift->head.from_us;
		reckoned->span.to_us = shift->head.to_us;
	} else if (shift) {
		sabotctl_complain(_("this shift is of no calendar that the house has now"));
	}
	sabot_record_unref(shift);
	return is_known;
}

/* Every table of the shift. */
static bool
reckon_shift(struct reckoned *reckoned)
{
	g_autoptr(GError) error = NULL;
	json_t *list = money_request_list(reckoned->options, "shift_tables", "tables");
	g_autoptr(GPtrArray) tables =
		list ? sabot_record_list_parse(&sabot_wire_table_result_type, list, &error) : NULL;
	bool is_read = tables != NULL;

	if (error)
		sabotctl_complain(error->message);
	for (guint i = 0; is_read && i < tables->len; i++) {
		const struct sabot_wire_table_result *table = g_ptr_array_index(tables, i);

		is_read = table->table && reckon_table(reckoned, table->table);
	}
	json_decref(list);
	return is_read;
}

static bool
reckon_all(struct reckoned *reckoned, char **tables)
{
	bool is_read = read_shift(reckoned) && read_ledger(reckoned);

	if (is_read && !tables[0])
		return reckon_shift(reckoned);
	for (; is_read && *tables; tables++)
		is_read = reckon_table(reckoned, *tables);
	return is_read;
}

/* Transferred. */
static char *
show_money(bool is_known, int64_t amount_minor)
{
	char buffer[SABOT_TEXT_MONEY_SIZE];

	return g_strdup(is_known ? sabot_text_money(amount_minor, buffer) : "");
}

static void
add_row(GPtrArray *rows, const struct reckoned_table *table)
{
	const struct sabot_reckoning_sum *sum = &table->sum;
	g_autofree char *cards = show_money(true, sum->cards_win_minor);
	g_autofree char *paid = show_money(true, sum->paid_win_minor);
	g_autofree char *chips = show_money(sum->has_chips, sum->chips_win_minor);
	g_autofree char *left = table->veiled_load
					? g_strdup(_("not yet known"))
					: show_money(sum->has_unexplained, sum->unexplained_minor);
	g_autofree char *expected = show_money(sum->has_expectation, sum->expected_minor);
	g_autofree char *luck = sum->has_expectation && sum->deviation_minor > 0
					? sabot_text_luck(sum->z_hundredths)
					: g_strdup("");

	sabotctl_rows_add(rows, table->name, cards, paid, chips, left, expected, luck, NULL);
}

static void
print_differences(const struct reckoned_table *table)
{
	const GPtrArray *differences = sabot_reckoning_differences(table->reckoning);

	if (table->veiled_load)
		printf(_("%s: load %d is still in the shoe: its rounds are veiled, and not in "
			 "this; what is unexplained is not yet known\n"),
		       sabot_text_plain(table->name), (int)table->veiled_load);
	if (table->sum.n_uncertain)
		printf(_("%s: what was due is not certain on %d stakes, as cards were not seen: "
			 "they are in no sum, and what is unexplained is not known\n"),
		       sabot_text_plain(table->name), (int)table->sum.n_uncertain);
	for (guint i = 0; i < differences->len; i++) {
		const struct sabot_difference *difference = g_ptr_array_index(differences, i);
		g_autofree char *text =
			sabot_text_difference(sabot_difference_kind_to_string(difference->kind),
					      &(struct sabot_difference_args){
						      .table = table->name,
						      .on = difference->on,
						      .round = difference->round,
						      .box = difference->box,
						      .number = difference->number,
						      .expected_minor = difference->expected_minor,
						      .is_minor = difference->is_minor,
					      });

		printf("%s\n", sabot_text_plain(text));
	}
}

static void
print_all(const GPtrArray *tables)
{
	GPtrArray *rows = sabotctl_rows_new();

	sabotctl_rows_add(rows, _("table"), _("by the cards"), _("as paid"), _("by the chips"),
			  _("unexplained"), _("expected"), _("luck"), NULL);
	for (guint i = 0; i < tables->len; i++)
		add_row(rows, g_ptr_array_index(tables, i));
	sabotctl_rows_print(rows);
	g_ptr_array_unref(rows);
	for (guint i = 0; i < tables->len; i++)
		print_differences(g_ptr_array_index(tables, i));
}

/* For programs: a list with an object a table. */
static void
write_all(const GPtrArray *tables)
{
	json_t *list = json_array();

	for (guint i = 0; i < tables->len; i++)
		json_array_append_new(list, build_table(g_ptr_array_index(tables, i)));
	write_line(stdout, list);
	json_decref(list);
}

int
money_reckon(const struct money_options *options, char **tables)
{
	g_autofree char *kept = g_build_filename(g_get_user_cache_dir(), "sabot", NULL);
	struct reckoned reckoned = {.options = options};
	int status = SABOTCTL_FAILED;

	reckoned.ledger = sabot_ledger_new();
	reckoned.ledger->holds_all = true;
	reckoned.tables = g_ptr_array_new_with_free_func(reckoned_table_free);
	reckoned.span.worths = shift_worth_book_new(kept);
	if (reckon_all(&reckoned, tables)) {
		status = SABOTCTL_OK;
		if (options->json)
			write_all(reckoned.tables);
		else
			print_all(reckoned.tables);
	}
	g_ptr_array_unref(reckoned.tables);
	shift_worth_book_free(reckoned.span.worths);
	sabot_ledger_free(reckoned.ledger);
	g_free(reckoned.shift);
	return status;
}
