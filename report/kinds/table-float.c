/* Floats: see table-float.h. */
#include "table-float.h"
#include "shift-reckonings.h"

#include "report/figures.h"

#include <glib/gi18n-lib.h>
#include <string.h>

enum { PPM_PER_BASIS_POINT = 100 };

static const struct sabot_report_column float_columns[] = {
	{"shift", N_("Shift"), SABOT_REPORT_TEXT},
	{"table", N_("Table"), SABOT_REPORT_TEXT},
	{"opener_minor", N_("Opener"), SABOT_REPORT_MONEY},
	{"fills_minor", N_("Fills"), SABOT_REPORT_MONEY},
	{"credits_minor", N_("Credits"), SABOT_REPORT_MONEY},
	{"drop_minor", N_("Drop"), SABOT_REPORT_MONEY},
	{"closer_minor", N_("Closer"), SABOT_REPORT_MONEY},
	{"win_minor", N_("Win"), SABOT_REPORT_MONEY},
	{"cards_minor", N_("As paid"), SABOT_REPORT_MONEY},
	{"difference_minor", N_("Difference"), SABOT_REPORT_MONEY},
	{"explained_minor", N_("Of it explained"), SABOT_REPORT_MONEY},
	{"unexplained_minor", N_("Of it unexplained"), SABOT_REPORT_MONEY},
	{"opener_difference_minor", N_("Opener off by"), SABOT_REPORT_MONEY},
};
static const struct sabot_report_column drop_columns[] = {
	{"table", N_("Table"), SABOT_REPORT_TEXT},
	{"shifts", N_("Shifts"), SABOT_REPORT_COUNT},
	{"markers_minor", N_("Markers"), SABOT_REPORT_MONEY},
	{"drop_minor", N_("Drop"), SABOT_REPORT_MONEY},
	{"win_minor", N_("Win"), SABOT_REPORT_MONEY},
	{"hold", N_("Win of drop"), SABOT_REPORT_RATIO},
};

/* `reckoned` may be NULL: nothing is known about the table's rounds. */
static void
add_table(GArray *floats, const struct sabot_facts *facts, const struct sabot_shift *shift,
	  const char *table, const struct sabot_reckoning_sum *reckoned)
{
	struct sabot_float one = {.shift = shift->id, .table = table};

	sabot_result_make(facts->ledger, shift->id, table, &facts->formula, &one.result);
	if (reckoned != NULL && reckoned->n_rounds > 0) {
		one.has_cards = true;
		one.cards_minor = reckoned->paid_win_minor;
		one.has_difference = reckoned->has_unexplained;
		one.difference_minor = reckoned->chips_win_minor - reckoned->paid_win_minor;
		one.unexplained_minor = reckoned->unexplained_minor;
	}
	g_array_append_val(floats, one);
}

static void
add_shift(GArray *floats, const struct sabot_facts *facts, const struct sabot_shift *shift)
{
	struct sabot_facts part = sabot_facts_of_shift(facts, shift->id);
	g_autofree struct sabot_figure_table *reported = sabot_figure_tables(&part);
	g_autoptr(GPtrArray) reckoned = sabot_shift_reckonings_make(facts, shift->id);

	for (guint i = 0; i < part.tables->len; i++) {
		const struct sabot_shift_reckoning *one = g_ptr_array_index(reckoned, i);

		if (reported[i].n_rounds > 0 ||
		    sabot_shift_find_table(shift, reported[i].name) != NULL)
			add_table(floats, facts, shift, reported[i].name,
				  sabot_facts_is_veiled(&part, i) ? NULL : &one->sum);
	}
	for (guint i = 0; i < shift->tables->len; i++) {
		const struct sabot_table_money *money = g_ptr_array_index(shift->tables, i);

		if (!sabot_facts_has_table(facts, money->table) &&
		    sabot_facts_asks(facts, money->table))
			add_table(floats, facts, shift, money->table, NULL);
	}
}

GArray *
sabot_floats_make(const struct sabot_facts *facts)
{
	GArray *floats = g_array_new(FALSE, FALSE, sizeof(struct sabot_float));
	g_autoptr(GPtrArray) shifts = sabot_facts_shifts(facts);

	for (guint i = 0; i < shifts->len; i++)
		add_shift(floats, facts, g_ptr_array_index(shifts, i));
	return floats;
}

static void
write_float(struct sabot_report_section *section, const struct sabot_float *one)
{
	const struct sabot_result *result = &one->result;

	sabot_report_begin_row(section, SABOT_REPORT_ROW);
	sabot_report_set_text(section, "shift", one->shift);
	sabot_report_set_text(section, "table", one->table);
	sabot_report_set_number(section, "opener_minor",
				sabot_figure_if(result->has_opener, result->opener_minor));
	sabot_report_set_number(section, "fills_minor", result->fills_minor);
	sabot_report_set_number(section, "credits_minor", result->credits_minor);
	sabot_report_set_number(section, "drop_minor",
				sabot_figure_if(result->has_drop, result->drop_minor));
	sabot_report_set_number(section, "closer_minor",
				sabot_figure_if(result->has_closer, result->closer_minor));
	sabot_report_set_number(section, "win_minor",
				sabot_figure_if(result->has_win, result->win_minor));
	sabot_report_set_number(section, "cards_minor",
				sabot_figure_if(one->has_cards, one->cards_minor));
	sabot_report_set_number(section, "difference_minor",
				sabot_figure_if(one->has_difference, one->difference_minor));
	sabot_report_set_number(section, "explained_minor",
				sabot_figure_if(one->has_difference,
						one->difference_minor - one->unexplained_minor));
	sabot_report_set_number(section, "unexplained_minor",
				sabot_figure_if(one->has_difference, one->unexplained_minor));
	sabot_report_set_number(section, "opener_difference_minor",
				sabot_figure_if(result->has_expected,
						result->opener_difference_minor));
}

static bool
lacks_win(const GArray *floats)
{
	for (guint i = 0; i < floats->len; i++)
		if (!g_array_index(floats, struct sabot_float, i).result.has_win)
			return true;
	return false;
}

void
sabot_floats_write(struct sabot_report *report, const struct sabot_facts *facts)
{
	g_autoptr(GArray) floats = sabot_floats_make(facts);
	struct sabot_report_section *section;

	if (floats->len == 0)
		return;
	section = sabot_report_add_section(report, "floats", _("The float"), float_columns,
					   G_N_ELEMENTS(float_columns));
	for (guint i = 0; i < floats->len; i++)
		write_float(section, &g_array_index(floats, struct sabot_float, i));
	if (floats->len > 1)
		sabot_report_add_sums(section, _("Total"));
	sabot_report_remark(report, "%s",
			    _("Win: closer, credits and drop, less opener and fills. As paid: "
			      "what the cards gave, as it was really paid and collected. "
			      "Difference: what the chips have more than that (less: negative); "
			      "explained: of it what a count or a marker's missing copy accounts "
			      "for; unexplained: the rest. Opener off by: against the closer "
			      "before it."));
	if (floats->len > 1 && lacks_win(floats))
		sabot_report_remark(report, "%s",
				    _("A table without a closer has no win: the total of wins is "
				      "without it, the totals beside it are not."));
}

static void
write_drop(struct sabot_report_section *section, enum sabot_report_role role, const char *label,
	   struct sabot_result *sum)
{
	sabot_result_finish(sum);
	sabot_report_begin_row(section, role);
	sabot_report_set_text(section, "table", label);
	sabot_report_set_number(section, "shifts",
				sabot_figure_if(role == SABOT_REPORT_ROW, sum->n_tables));
	sabot_report_set_number(section, "markers_minor", sum->markers_minor);
	sabot_report_set_number(section, "drop_minor",
				sabot_figure_if(sum->has_drop, sum->drop_minor));
	sabot_report_set_number(section, "win_minor",
				sabot_figure_if(sum->has_win, sum->win_minor));
	sabot_report_set_number(section, "hold",
				sabot_figure_if(sum->has_win && sum->drop_minor != 0,
						sum->hold_bp * PPM_PER_BASIS_POINT));
}

void
sabot_floats_write_drop(struct sabot_report *report, const struct sabot_facts *facts)
{
	g_autoptr(GArray) floats = sabot_floats_make(facts);
	g_autoptr(GHashTable) sums = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
	g_autoptr(GList) names = NULL;
	struct sabot_report_section *section;
	struct sabot_result total = {0};

	for (guint i = 0; i < floats->len; i++) {
		const struct sabot_float *one = &g_array_index(floats, struct sabot_float, i);
		struct sabot_result *sum = g_hash_table_lookup(sums, one->table);

		if (sum == NULL) {
			sum = g_new0(struct sabot_result, 1);
			g_hash_table_insert(sums, (gpointer)one->table, sum);
		}
		sabot_result_add(sum, &one->result);
		sabot_result_add(&total, &one->result);
	}
	names = g_list_sort(g_hash_table_get_keys(sums), (GCompareFunc)strcmp);
	if (names == NULL)
		return;
	section = sabot_report_add_section(report, "drop", _("Win of drop"), drop_columns,
					   G_N_ELEMENTS(drop_columns));
	for (const GList *at = names; at != NULL; at = at->next)
		write_drop(section, SABOT_REPORT_ROW, at->data,
			   g_hash_table_lookup(sums, at->data));
	if (section->rows->len > 1)
		write_drop(section, SABOT_REPORT_TOTAL, _("Total"), &total);
}
