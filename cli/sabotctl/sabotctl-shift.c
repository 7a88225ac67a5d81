/*
 * sabotctl shift: what a shift comes to, what is open of it, and closing it.
 */
#include "sabotctl-client.h"
#include "sabotctl-money.h"
#include "sabotctl-rows.h"
#include "text/money.h"
#include "text/shift-text.h"
#include "proto/json-text.h"
#include "sabotctl-verbs.h"

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

/* An amount, or nothing where there is none. */
static char *
money_of(const json_t *object, const char *field)
{
	const json_t *amount = json_object_get(object, field);
	char buffer[SABOT_TEXT_MONEY_SIZE];

	return g_strdup(amount ? sabot_text_money(json_integer_value(amount), buffer) : "");
}

static char *
hold_of(const json_t *object)
{
	const json_t *hold = json_object_get(object, "hold_bp");
	char buffer[SABOT_TEXT_MONEY_SIZE];

	return hold ? g_strdup_printf("%s %%", sabot_text_money(json_integer_value(hold), buffer))
		    : g_strdup("");
}

static void
print_json(json_t *json)
{
	json_dumpf(json, stdout, JSON_COMPACT);
	putchar('\n');
}

/* One of `add_row` for each of the list, or JSON. */
static int
print_list(const struct money_options *options, json_t *list, GPtrArray *rows,
	   void (*add_row)(GPtrArray *rows, const json_t *item))
{
	json_t *item;
	size_t i;

	if (list && options->json)
		print_json(list);
	else if (list) {
		json_array_foreach(list, i, item)
			add_row(rows, item);
		sabotctl_rows_print(rows);
	}
	g_ptr_array_unref(rows);
	json_decref(list);
	return list ? SABOTCTL_OK : SABOTCTL_FAILED;
}

static void
add_shift(GPtrArray *rows, const json_t *shift)
{
	const json_t *seal = json_object_get(shift, "sealed");
	g_autofree char *signers = seal ? g_strdup_printf("%s, %s", sabot_json_text(seal, "by"),
							  sabot_json_text(seal, "second"))
					: g_strdup("");

	sabotctl_rows_add(rows, sabot_json_text(shift, "shift"), sabot_json_text(shift, "name"),
			  sabot_json_text(shift, "from"), seal ? sabot_json_text(seal, "at") : "",
			  signers, NULL);
}

static int
run_list(const struct money_options *options, char **words)
{
	GPtrArray *rows = sabotctl_rows_new();

	(void)words;
	sabotctl_rows_add(rows, _("shift"), _("name"), _("from"), _("sealed"), _("by"), NULL);
	return print_list(options, money_ask_list(options, "shifts", "shifts"), rows, add_shift);
}

static void
add_table(GPtrArray *rows, const json_t *table)
{
	g_autofree char *opener = money_of(table, "opener"), *fills = money_of(table, "fills");
	g_autofree char *credits = money_of(table, "credits"), *drop = money_of(table, "drop");
	g_autofree char *closer = money_of(table, "closer"), *hold = hold_of(table);
	g_autofree char *win = money_of(table, json_object_get(table, "win") ? "win" : "estimate");
	bool is_estimate = !json_object_get(table, "win") && win[0];
	g_autofree char *told = g_strdup_printf("%s%s", is_estimate ? "~" : "", win);

	sabotctl_rows_add(rows, sabot_json_text(table, "table"), opener, fills, credits, drop,
			  closer, told, hold, NULL);
}

static int
run_tables(const struct money_options *options, char **words)
{
	GPtrArray *rows = sabotctl_rows_new();

	(void)words;
	sabotctl_rows_add(rows, _("table"), _("opener"), _("fills"), _("credits"), _("drop"),
			  _("closer"), _("win"), _("hold"), NULL);
	return print_list(options, money_ask_list(options, "shift_tables", "tables"), rows,
			  add_table);
}

static void
add_slip(GPtrArray *rows, const json_t *slip)
{
	g_autofree char *amount = money_of(slip, "amount");
	g_autofree char *number = g_strdup_printf(
		"%lld", (long long)json_integer_value(json_object_get(slip, "number")));

	sabotctl_rows_add(rows, number, sabot_json_text(slip, "table"),
			  sabot_json_text(slip, "kind"), sabot_json_text(slip, "state"), amount,
			  sabot_json_text(slip, "note"), NULL);
}

static int
run_slips(const struct money_options *options, char **words)
{
	GPtrArray *rows = sabotctl_rows_new();

	(void)words;
	sabotctl_rows_add(rows, _("no."), _("table"), _("kind"), _("state"), _("amount"), _("note"),
			  NULL);
	return print_list(options, money_ask_list(options, "slips", "slips"), rows, add_slip);
}

/* What still hinders the seal, and what is said of the rest. */
static unsigned
print_open(json_t *list)
{
	unsigned n_open = 0;
	json_t *item;
	size_t i;

	json_array_foreach(list, i, item) {
		bool blocks = json_is_true(json_object_get(item, "blocks"));
		const char *remark = sabot_json_text(item, "remark");
		g_autofree char *text =
			sabot_text_open_item(sabot_json_text(item, "what"),
					     json_string_value(json_object_get(item, "table")),
					     json_integer_value(json_object_get(item, "number")),
					     json_integer_value(json_object_get(item, "amount")));

		n_open += blocks || !remark[0];
		printf("%s %s\n", blocks ? "!" : remark[0] ? "+" : "?", text);
		printf("    %s%s%s\n", sabot_json_text(item, "item"), remark[0] ? ": " : "",
		       remark);
	}
	return n_open;
}

static int
run_open(const struct money_options *options, char **words)
{
	json_t *list = money_ask_list(options, "shift_open", "open");
	unsigned n_open = 0;

	(void)words;
	if (!list)
		return SABOTCTL_FAILED;
	if (options->json)
		print_json(list);
	else
		n_open = print_open(list);
	if (!options->json && n_open > 0)
		printf("%s\n", _("! must be done first; ? wants a remark; + has one"));
	json_decref(list);
	return n_open > 0 ? SABOTCTL_FOUND : SABOTCTL_OK;
}

static int
run_documents(const struct money_options *options, char **words)
{
	json_t *list = money_ask_list(options, "documents", "documents"), *document;
	size_t i;

	(void)words;
	if (!list)
		return SABOTCTL_FAILED;
	json_array_foreach(list, i, document)
		print_json(document);
	json_decref(list);
	return SABOTCTL_OK;
}

static int
run_show(const struct money_options *options, char **words)
{
	json_t *shift =
		sabotctl_ask(g_get_prgname(), options->socket, "shift", money_shift_args(options));
	json_t *sum = json_object_get(shift, "sum");
	g_autofree char *drop = money_of(sum, "drop"), *win = money_of(sum, "win");
	g_autofree char *hold = hold_of(sum);

	(void)words;
	if (!shift)
		return SABOTCTL_FAILED;
	if (options->json) {
		print_json(shift);
	} else {
		/* Translators: a shift, its name, its beginning and end. */
		printf(_("%s (%s), %s to %s\n"), sabot_json_text(shift, "shift"),
		       sabot_json_text(shift, "name"), sabot_json_text(shift, "from"),
		       sabot_json_text(shift, "to"));
		printf(_("tables %lld, rounds %lld, drop %s, win %s, hold %s\n"),
		       (long long)json_integer_value(json_object_get(shift, "tables")),
		       (long long)json_integer_value(json_object_get(shift, "rounds")), drop, win,
		       hold);
		printf(_("open %lld, entered after the seal %lld\n"),
		       (long long)json_integer_value(json_object_get(shift, "open")),
		       (long long)json_integer_value(json_object_get(shift, "exceptions")));
		if (json_object_get(shift, "sealed"))
			printf("%s\n", json_is_true(json_object_get(shift, "signed"))
					       ? _("sealed and signed")
					       : _("sealed; no checkpoint covers it yet"));
	}
	json_decref(shift);
	return SABOTCTL_OK;
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
		return money_complain(_("which shift? --shift"));
	args = json_pack("{s:s, s:s*, s:s*}", "shift", options->shift, "by",
			 options->as ? NULL : options->by, "second",
			 options->as ? NULL : options->second);
	answer = money_ask(options, "sign_off", args);
	if (!answer)
		return SABOTCTL_FAILED;
	if (options->json)
		print_json(answer);
	else
		printf(_("%s is sealed.\n"), options->shift);
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
		return money_complain(usage);
	}
	return argv[1] ? sabotctl_refuse_verb(argv[1], verbs, G_N_ELEMENTS(verbs), sizeof(verbs[0]))
		       : money_complain(_("a verb is wanted; see sabotctl shift --help"));
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
