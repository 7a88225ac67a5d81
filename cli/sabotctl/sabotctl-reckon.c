/*
 * sabotctl shift reckon: why the tables won what they won. The logs are fetched and derived again
 * here, money documents too: it is a second opinion on what the daemon says.
 */
#include "sabotctl-client.h"
#include "sabotctl-money.h"
#include "sabotctl-rows.h"
#include "gather/shift-reckon.h"
#include "proto/rfc3339.h"
#include "text/money.h"
#include "text/shift-text.h"

#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>

struct reckoned {
	const struct money_options *options;
	char *shift;
	struct shift_reckon_span span;
	struct sabot_ledger *ledger;
	json_t *tables; /* one object each */
};

static json_t *
send_request(const struct money_options *options, const char *verb, json_t *args)
{
	return sabotctl_ask(g_get_prgname(), options->socket, verb, args);
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

/*
 * The piece as text; NULL when it cannot be had: why goes to `refusal`, or is said if that is NULL.
 * How many parts there are goes to `ret_parts`.
 */
static char *
fetch(const struct money_options *options, const struct piece *piece, int64_t *ret_parts,
      GError **refusal)
{
	int64_t from_n = 0;
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);
	json_t *page, *event;
	bool is_begun = false;
	size_t i;

	do {
		json_t *args = json_pack("{s:s}", "table", piece->table);

		if (piece->part)
			json_object_set_new(args, "part", json_integer(piece->part));
		if (piece->load)
			json_object_set_new(args, "load", json_integer(piece->load));
		if (from_n)
			json_object_set_new(args, "from_n", json_integer(from_n));
		page = refusal ? sabotctl_try(options->socket, "log", args, refusal)
			       : send_request(options, "log", args);
		if (!page)
			break;
		if (!is_begun)
			write_line(file, json_object_get(page, "header"));
		is_begun = true;
		json_array_foreach(json_object_get(page, "events"), i, event)
			write_line(file, event);
		*ret_parts = json_integer_value(json_object_get(page, "parts"));
		from_n = json_integer_value(json_object_get(page, "next_n"));
		json_decref(page);
	} while (from_n);
	fclose(file);
	if (!page)
		g_clear_pointer(&text, free);
	return text;
}

/* When the part's first event was; before all times when it has none. */
static int64_t
begin_of(const char *text)
{
	size_t head = strcspn(text, "\n");
	size_t begin = head + (text[head] == '\n');
	g_autofree char *line = g_strndup(text + begin, strcspn(text + begin, "\n"));
	json_t *event = line[0] ? json_loads(line, 0, NULL) : NULL;
	const char *at = json_string_value(json_object_get(event, "at"));
	int64_t at_us = INT64_MIN;

	if (at)
		sabot_time_parse(at, &at_us);
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
		money_complain(why);
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
	json_t *answer =
		send_request(reckoned->options, "load", json_pack("{s:s}", "table", table));
	const json_t *load = json_object_get(answer, "load");
	int64_t number = answer ? json_integer_value(json_object_get(load, "load")) : -1;
	const char *at = json_string_value(json_object_get(load, "at"));
	int64_t at_us = INT64_MIN;

	if (at)
		sabot_time_parse(at, &at_us);
	*ret_is_of_shift = number > 0 && at_us < reckoned->span.to_us;
	json_decref(answer);
	return number;
}

/* No load is in the shoe, and the log is refused: there is none yet, and so no rounds. */
static bool
was_never_dealt(const GError *refusal)
{
	if (g_error_matches(refusal, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST))
		return true;
	money_complain(refusal->message);
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

/* Everything of the reckoning as JSON. */
static json_t *
build_table(const char *table, struct sabot_reckoning *reckoning)
{
	struct sabot_reckoning_sum sum;
	const GPtrArray *differences, *bets;
	json_t *list = json_array(), *by_bet = json_array(), *object;

	sabot_reckoning_finish(reckoning, &sum);
	differences = sabot_reckoning_differences(reckoning);
	bets = sabot_reckoning_bets(reckoning);
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
	object = sabot_reckoning_sum_to_json(&sum);
	json_object_set_new(object, "table", json_string(table));
	json_object_set_new(object, "differences", list);
	json_object_set_new(object, "bets", by_bet);
	return object;
}

static bool
reckon_table(struct reckoned *reckoned, const char *table)
{
	struct sabot_reckoning *reckoning = sabot_reckoning_new();
	int64_t veiled = 0;
	bool is_read = reckon_parts(reckoned, table, reckoning, &veiled);
	json_t *told;

	if (is_read) {
		sabot_reckoning_set_result(reckoning, reckoned->ledger, reckoned->shift, table);
		if (veiled)
			sabot_reckoning_set_veiled(reckoning);
		told = build_table(table, reckoning);
		if (veiled)
			json_object_set_new(told, "veiled", json_integer(veiled));
		json_array_append_new(reckoned->tables, told);
	}
	sabot_reckoning_free(reckoning);
	return is_read;
}

/* Rebuild the ledger from the house log. */
static bool
read_ledger(struct reckoned *reckoned)
{
	char why[SABOT_DOCUMENT_WHY_SIZE];
	int64_t n = 0, from_n = 1;

	while (from_n) {
		json_t *page = send_request(reckoned->options, "log",
					    json_pack("{s:s, s:I}", "table", "house", "from_n",
						      (json_int_t)from_n));
		json_t *event;
		size_t i;

		if (!page)
			return false;
		n = json_integer_value(json_object_get(page, "from_n"));
		json_array_foreach(json_object_get(page, "events"), i, event)
			if (sabot_document_is(event) &&
			    !sabot_ledger_apply(reckoned->ledger, n + (int64_t)i, event, why))
				money_complain(why);
		from_n = json_integer_value(json_object_get(page, "next_n"));
		json_decref(page);
	}
	return true;
}

/* The shift's name and bounds, as sent by the daemon. */
static bool
read_shift(struct reckoned *reckoned)
{
	json_t *shift = send_request(reckoned->options, "shift",
				     json_pack("{s:s*}", "shift", reckoned->options->shift));
	const char *from = json_string_value(json_object_get(shift, "from"));
	const char *to = json_string_value(json_object_get(shift, "to"));
	bool is_read = from && to && sabot_time_parse(from, &reckoned->span.from_us) &&
		       sabot_time_parse(to, &reckoned->span.to_us);

	reckoned->shift = g_strdup(json_string_value(json_object_get(shift, "shift")));
	if (shift && !is_read)
		money_complain(_("this shift is of no calendar that the house has now"));
	json_decref(shift);
	return is_read;
}

static bool
reckon_all(struct reckoned *reckoned, char **tables)
{
	bool is_read = read_shift(reckoned) && read_ledger(reckoned);
	json_t *list, *table;
	size_t i;

	for (; is_read && tables[0] && *tables; tables++)
		is_read = reckon_table(reckoned, *tables);
	if (!is_read || json_array_size(reckoned->tables) > 0)
		return is_read;
	list = money_ask_list(reckoned->options, "shift_tables", "tables");
	json_array_foreach(list, i, table)
		is_read =
			is_read &&
			reckon_table(reckoned, json_string_value(json_object_get(table, "table")));
	is_read = is_read && list;
	json_decref(list);
	return is_read;
}

static char *
money_of(const json_t *object, const char *field)
{
	const json_t *amount = json_object_get(object, field);
	char buffer[SABOT_TEXT_MONEY_SIZE];

	return g_strdup(amount ? sabot_text_money(json_integer_value(amount), buffer) : "");
}

static void
add_row(GPtrArray *rows, const json_t *table)
{
	g_autofree char *cards = money_of(table, "cards_win"),
			*chips = money_of(table, "chips_win");
	g_autofree char *paid = money_of(table, "paid_win");
	g_autofree char *left = json_object_get(table, "veiled") ? g_strdup(_("not yet known"))
								 : money_of(table, "unexplained");
	g_autofree char *expected = money_of(table, "expected");
	g_autofree char *luck = json_object_get(table, "z_hundredths")
					? sabot_text_luck(json_integer_value(
						  json_object_get(table, "z_hundredths")))
					: g_strdup("");

	sabotctl_rows_add(rows, json_string_value(json_object_get(table, "table")), cards, paid,
			  chips, left, expected, luck, NULL);
}

static void
print_differences(const json_t *table)
{
	const json_t *veiled = json_object_get(table, "veiled");
	json_t *difference;
	size_t i;

	if (veiled)
		printf(_("%s: load %d is still in the shoe: its rounds are veiled, and not in "
			 "this; what is unexplained is not yet known\n"),
		       json_string_value(json_object_get(table, "table")),
		       (int)json_integer_value(veiled));
	json_array_foreach(json_object_get(table, "differences"), i, difference) {
		g_autofree char *text = sabot_text_difference(
			json_string_value(json_object_get(difference, "difference")),
			&(struct sabot_difference_args){
				.table = json_string_value(json_object_get(table, "table")),
				.on = json_string_value(json_object_get(difference, "on")),
				.round = json_integer_value(json_object_get(difference, "round")),
				.box = json_integer_value(json_object_get(difference, "box")),
				.number = json_integer_value(json_object_get(difference, "number")),
				.expected_minor =
					json_integer_value(json_object_get(difference, "expected")),
				.is_minor = json_integer_value(json_object_get(difference, "is")),
			});

		printf("%s\n", text);
	}
}

static void
print_all(const json_t *tables)
{
	GPtrArray *rows = sabotctl_rows_new();
	json_t *table;
	size_t i;

	sabotctl_rows_add(rows, _("table"), _("by the cards"), _("as paid"), _("by the chips"),
			  _("unexplained"), _("expected"), _("luck"), NULL);
	json_array_foreach(tables, i, table)
		add_row(rows, table);
	sabotctl_rows_print(rows);
	g_ptr_array_unref(rows);
	json_array_foreach(tables, i, table)
		print_differences(table);
}

int
money_reckon(const struct money_options *options, char **tables)
{
	g_autofree char *kept = g_build_filename(g_get_user_cache_dir(), "sabot", NULL);
	struct reckoned reckoned = {.options = options};
	int status = SABOTCTL_FAILED;

	reckoned.ledger = sabot_ledger_new();
	reckoned.ledger->holds_all = true;
	reckoned.tables = json_array();
	reckoned.span.worths = shift_worth_book_new(kept);
	if (reckon_all(&reckoned, tables)) {
		status = SABOTCTL_OK;
		if (options->json)
			write_line(stdout, reckoned.tables);
		else
			print_all(reckoned.tables);
	}
	json_decref(reckoned.tables);
	shift_worth_book_free(reckoned.span.worths);
	sabot_ledger_free(reckoned.ledger);
	g_free(reckoned.shift);
	return status;
}
