/*
 * sabotctl shift: what a shift comes to, what is open of it, and closing it.
 */
#include "sabotctl-reckon.h"
#include "sabotctl-private.h"
#include "sabotctl-client.h"
#include "sabotctl-rows.h"
#include "text/money.h"
#include "text/shift-text.h"
#include "proto/messages/hub-messages.h"
#include "proto/messages/money-messages.h"
#include "proto/rfc3339.h"
#include "sabotctl-verbs.h"
#include "text/escape.h"
#include "text/words.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

typedef int
run_fn(const struct money_options *options, char **words);

struct verb {
	const char *name;
	int n_words; /* -1: any */
	const char *usage, *summary;
	run_fn *run;
};

/* An amount, or nothing where there is none. Transferred. */
static char *
show_money(int64_t amount_minor)
{
	char buffer[SABOT_TEXT_MONEY_SIZE];

	return g_strdup(
		amount_minor != SABOT_WIRE_NO_NUMBER ? sabot_text_money(amount_minor, buffer) : "");
}

/* Transferred. */
static char *
show_hold(const struct sabot_wire_table_result *result)
{
	char buffer[SABOT_TEXT_MONEY_SIZE];

	return result->hold_bp != SABOT_WIRE_NO_NUMBER
		       ? g_strdup_printf("%s %%", sabot_text_money(result->hold_bp, buffer))
		       : g_strdup("");
}

static void
print_json(json_t *json)
{
	json_dumpf(json, stdout, JSON_COMPACT);
	putchar('\n');
}

/* The answer's list as records of `type`; NULL when it cannot be read, which was said. */
static GPtrArray *
read_items(const struct sabot_record_type *type, json_t *list)
{
	g_autoptr(GError) error = NULL;
	GPtrArray *items = sabot_record_list_parse(type, list, &error);

	if (!items)
		sabotctl_complain(error->message);
	return items;
}

/* A list of the shift, and what is shown of it. */
struct table {
	const char *verb, *list;
	const struct sabot_record_type *type;
	void (*add_row)(GPtrArray *rows, gconstpointer item);
};

/* Behind a hub: whose it is, in a last column. */
static void
add_daemon(GPtrArray *rows, json_t *item)
{
	struct sabot_wire_floor_item *head =
		sabot_record_parse_lenient(&sabot_wire_floor_item_type, item);

	if (head->upstream)
		sabotctl_rows_extend(rows, _("daemon"), head->upstream);
	sabot_record_unref(head);
}

static bool
print_rows(const struct table *table, json_t *list, GPtrArray *rows)
{
	g_autoptr(GPtrArray) items = read_items(table->type, list);

	for (guint i = 0; items && i < items->len; i++) {
		table->add_row(rows, g_ptr_array_index(items, i));
		add_daemon(rows, json_array_get(list, i));
	}
	if (items)
		sabotctl_rows_print(rows);
	return items != NULL;
}

/* A row for each item of the list below the head that `rows` has, or JSON. `rows` is freed. */
static int
print_table(const struct money_options *options, const struct table *table, GPtrArray *rows)
{
	json_t *list = money_request_list(options, table->verb, table->list);
	bool is_printed = list != NULL;

	if (list && options->json)
		print_json(list);
	else if (list)
		is_printed = print_rows(table, list, rows);
	g_ptr_array_unref(rows);
	json_decref(list);
	return is_printed ? SABOTCTL_OK : SABOTCTL_FAILED;
}

/* Transferred. */
static char *
show_time(int64_t time_us)
{
	return time_us != SABOT_TIME_NONE ? sabot_time_format(time_us) : g_strdup("");
}

static const char *
text_or_empty(const char *text)
{
	return text ? text : "";
}

static void
add_shift(GPtrArray *rows, gconstpointer item)
{
	const struct sabot_wire_shift_head *shift = item;
	const struct sabot_wire_document *seal = shift->sealed;
	g_autofree char *signers = seal ? g_strdup_printf("%s, %s", text_or_empty(seal->by),
							  text_or_empty(seal->second))
					: g_strdup("");
	g_autofree char *from = show_time(shift->from_us);
	g_autofree char *sealed = show_time(seal ? seal->at_us : SABOT_TIME_NONE);

	sabotctl_rows_add(rows, shift->shift, sabot_text_shift_name(shift->name), from, sealed,
			  signers, NULL);
}

static int
run_list(const struct money_options *options, char **words)
{
	static const struct table table = {"shifts", "shifts", &sabot_wire_shift_head_type,
					   add_shift};
	GPtrArray *rows = sabotctl_rows_new();

	(void)words;
	sabotctl_rows_add(rows, _("shift"), _("name"), _("from"), _("sealed"), _("by"), NULL);
	return print_table(options, &table, rows);
}

static void
add_table(GPtrArray *rows, gconstpointer item)
{
	const struct sabot_wire_table_result *table = item;
	bool is_estimate = table->win_minor == SABOT_WIRE_NO_NUMBER &&
			   table->estimate_minor != SABOT_WIRE_NO_NUMBER;
	g_autofree char *opener = show_money(table->opener_minor);
	g_autofree char *fills = show_money(table->fills_minor);
	g_autofree char *credits = show_money(table->credits_minor);
	g_autofree char *drop = show_money(table->drop_minor);
	g_autofree char *closer = show_money(table->closer_minor);
	g_autofree char *win = show_money(is_estimate ? table->estimate_minor : table->win_minor);
	g_autofree char *shown_win = g_strdup_printf("%s%s", is_estimate ? "~" : "", win);
	g_autofree char *hold = show_hold(table);

	sabotctl_rows_add(rows, text_or_empty(table->table), opener, fills, credits, drop, closer,
			  shown_win, hold, NULL);
}

static int
run_tables(const struct money_options *options, char **words)
{
	static const struct table table = {"shift_tables", "tables", &sabot_wire_table_result_type,
					   add_table};
	GPtrArray *rows = sabotctl_rows_new();

	(void)words;
	sabotctl_rows_add(rows, _("table"), _("opener"), _("fills"), _("credits"), _("drop"),
			  _("closer"), _("win"), _("hold"), NULL);
	return print_table(options, &table, rows);
}

static void
add_slip(GPtrArray *rows, gconstpointer item)
{
	const struct sabot_wire_slip *slip = item;
	g_autofree char *amount = show_money(slip->amount_minor);
	g_autofree char *number = g_strdup_printf("%" G_GINT64_FORMAT, slip->number);

	sabotctl_rows_add(rows, number, text_or_empty(slip->table), text_or_empty(slip->kind),
			  slip->state, amount, text_or_empty(slip->note), NULL);
}

static int
run_slips(const struct money_options *options, char **words)
{
	static const struct table table = {"slips", "slips", &sabot_wire_slip_type, add_slip};
	GPtrArray *rows = sabotctl_rows_new();

	(void)words;
	sabotctl_rows_add(rows, _("no."), _("table"), _("kind"), _("state"), _("amount"), _("note"),
			  NULL);
	return print_table(options, &table, rows);
}

/* What still hinders the seal, and what is said of the rest. */
static unsigned
print_open(const GPtrArray *items)
{
	unsigned n_open = 0;

	for (guint i = 0; i < items->len; i++) {
		const struct sabot_wire_open_item *item = g_ptr_array_index(items, i);
		const char *remark = text_or_empty(item->remark);
		g_autofree char *text = sabot_text_open_item(item->what, item->table, item->number,
							     item->amount_minor);

		n_open += item->blocks || !remark[0];
		printf("%s %s\n",
		       item->blocks ? "!"
		       : remark[0]  ? "+"
				    : "?",
		       sabot_text_plain(text));
		printf("    %s%s%s\n", sabot_text_plain(item->item), remark[0] ? ": " : "",
		       sabot_text_plain(remark));
	}
	return n_open;
}

static int
show_open(json_t *list)
{
	g_autoptr(GPtrArray) items = read_items(&sabot_wire_open_item_type, list);
	unsigned n_open = items ? print_open(items) : 0;

	if (n_open > 0)
		printf("%s\n", _("! must be done first; ? wants a remark; + has one"));
	return !items ? SABOTCTL_FAILED : n_open > 0 ? SABOTCTL_FOUND : SABOTCTL_OK;
}

static int
run_open(const struct money_options *options, char **words)
{
	json_t *list = money_request_list(options, "shift_open", "open");
	int status = list ? SABOTCTL_OK : SABOTCTL_FAILED;

	(void)words;
	if (list && options->json)
		print_json(list);
	else if (list)
		status = show_open(list);
	json_decref(list);
	return status;
}

static int
run_documents(const struct money_options *options, char **words)
{
	json_t *list = money_request_list(options, "documents", "documents"), *document;
	size_t i;

	(void)words;
	if (!list)
		return SABOTCTL_FAILED;
	json_array_foreach(list, i, document)
		print_json(document);
	json_decref(list);
	return SABOTCTL_OK;
}

/* What is not known yet is a dash in a sentence. */
static const char *
or_dash(const char *figure)
{
	return figure[0] != '\0' ? figure : "–";
}

static void
print_shift(const struct sabot_wire_shift *shift)
{
	const struct sabot_wire_table_result *sum = shift->sum;
	g_autofree char *drop = show_money(sum ? sum->drop_minor : SABOT_WIRE_NO_NUMBER);
	g_autofree char *win = show_money(sum ? sum->win_minor : SABOT_WIRE_NO_NUMBER);
	g_autofree char *hold = sum ? show_hold(sum) : g_strdup("");
	g_autofree char *from = show_time(shift->head.from_us);
	g_autofree char *to = show_time(shift->head.to_us);

	/* Translators: a shift, its name, its beginning and end. */
	printf(_("%s (%s), %s to %s\n"), sabot_text_plain(shift->head.shift),
	       sabot_text_plain(sabot_text_shift_name(shift->head.name)), from, to);
	printf(_("tables %lld, rounds %lld, drop %s, win %s, hold %s\n"), (long long)shift->tables,
	       (long long)shift->rounds, or_dash(drop), or_dash(win), or_dash(hold));
	printf(_("open %lld, entered after the seal %lld\n"), (long long)shift->open,
	       (long long)shift->exceptions);
	if (shift->head.sealed)
		printf("%s\n", !shift->is_signed       ? _("sealed; no checkpoint covers it yet")
			       : shift->exceptions > 0 ? _("sealed and signed; amended since")
						       : _("sealed and signed"));
}

/* False, said, when the answer has another form. */
static bool
print_shift_of(const struct sabot_wire_each *each)
{
	g_autoptr(GError) error = NULL;
	struct sabot_wire_shift *shift =
		sabot_record_parse(&sabot_wire_shift_type, each->ok, &error);

	if (!shift) {
		sabotctl_complain(error->message);
		return false;
	}
	if (each->upstream)
		printf("%s: ", sabot_text_plain(each->upstream));
	print_shift(shift);
	sabot_record_unref(shift);
	return true;
}

static int
run_show(const struct money_options *options, char **words)
{
	json_t *answer = sabotctl_request(g_get_prgname(), options->socket, "shift",
					  money_shift_args(options));
	g_autoptr(GPtrArray) all = answer ? sabot_wire_each_of(answer) : NULL;
	bool is_well = answer != NULL;

	(void)words;
	if (answer && options->json)
		print_json(answer);
	for (guint i = 0; answer && !options->json && i < all->len; i++)
		is_well = print_shift_of(g_ptr_array_index(all, i)) && is_well;
	json_decref(answer);
	return is_well ? SABOTCTL_OK : SABOTCTL_FAILED;
}

static int
run_remark(const struct money_options *options, char **words)
{
	return money_write(options, json_pack("{s:s, s:s, s:s}", "ev", "remark", "item", words[0],
					      "note", words[1]));
}

static int
run_seal(const struct money_options *options, char **words)
{
	json_t *args, *answer;

	(void)words;
	if (!options->shift)
		return sabotctl_complain(_("which shift? --shift"));
	args = json_pack("{s:s, s:s*, s:s*}", "shift", options->shift, "by",
			 options->as ? NULL : options->by, "second",
			 options->as ? NULL : options->second);
	answer = money_request(options, "sign_off", args);
	if (!answer)
		return SABOTCTL_FAILED;
	if (options->json)
		print_json(answer);
	else
		printf(_("%s is sealed.\n"), sabot_text_plain(options->shift));
	json_decref(answer);
	return SABOTCTL_OK;
}

static const struct verb verbs[] = {
	{"show", 0, "show", N_("what it comes to"), run_show},
	{"tables", 0, "tables", N_("each table"), run_tables},
	{"slips", 0, "slips", N_("fill and credit slips of a gaming day, void ones and gaps too"),
	 run_slips},
	{"documents", 0, "documents", N_("everything that was written, as JSON lines"),
	 run_documents},
	{"open", 0, "open", N_("what hinders the seal"), run_open},
	{"remark", 2, "remark ITEM TEXT", N_("what there is to say of something that is open"),
	 run_remark},
	{"seal", 0, "seal", N_("close the shift, for good: two persons"), run_seal},
	{"reckon", -1, "reckon [TABLE…]", N_("why they won it: cards, payments, chips"),
	 money_reckon},
	{"list", 0, "list", N_("all shifts"), run_list},
};

static char *
describe_verbs(void)
{
	GString *text = g_string_new(NULL);

	for (size_t i = 0; i < G_N_ELEMENTS(verbs); i++)
		g_string_append_printf(text, "  %-18s %s\n", verbs[i].usage, _(verbs[i].summary));
	g_string_append_printf(
		text, "\n%s",
		_("Without --shift it is the one that is now; the one to seal is named."));
	return g_string_free(text, FALSE);
}

static int
run_verb(const struct money_options *options, char **argv)
{
	for (size_t i = 0; argv[1] && i < G_N_ELEMENTS(verbs); i++) {
		g_autofree char *usage = NULL;

		if (strcmp(argv[1], verbs[i].name) != 0)
			continue;
		if (verbs[i].n_words < 0 || g_strv_length(argv + 2) == (guint)verbs[i].n_words)
			return verbs[i].run(options, argv + 2);
		usage = g_strdup_printf("sabotctl shift %s", verbs[i].usage);
		return sabotctl_complain(usage);
	}
	return argv[1] ? sabotctl_refuse_verb(argv[1], verbs, G_N_ELEMENTS(verbs), sizeof(verbs[0]))
		       : sabotctl_complain(_("a verb is wanted; see sabotctl shift --help"));
}

int
sabotctl_shift(int argc, char **argv)
{
	struct money_options options = {0};
	g_autofree char *summary = describe_verbs();
	int status = SABOTCTL_FAILED;

	if (money_options_parse(&options, argc, argv, summary))
		status = run_verb(&options, argv);
	money_options_clear(&options);
	return status;
}
