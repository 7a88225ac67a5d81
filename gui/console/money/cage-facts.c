/* See cage-facts.h: sections with a heading, each a grid of words and amounts. */
#include "cage-facts.h"

#include "gui/model/foreign-money.h"
#include "gui/widgets/label.h"
#include "text/money.h"

#include <glib/gi18n.h>

enum { COLUMNS = 5 }; /* for a currency: its code, three amounts, the difference */

struct _SabotCageFacts {
	GtkBox parent_instance;
};

G_DEFINE_FINAL_TYPE(SabotCageFacts, sabot_cage_facts, GTK_TYPE_BOX)

static void
sabot_cage_facts_class_init(SabotCageFactsClass *klass)
{
	(void)klass;
}

static void
sabot_cage_facts_init(SabotCageFacts *facts)
{
	gtk_orientable_set_orientation(GTK_ORIENTABLE(facts), GTK_ORIENTATION_VERTICAL);
	gtk_box_set_spacing(GTK_BOX(facts), 8);
}

/* A section, with its number of rows. */
struct part {
	GtkGrid *grid;
	int n_rows;
};

static GtkWidget *
label_new(const char *text, const char *style, double xalign)
{
	GtkWidget *label = gtk_label_new(text);

	gtk_label_set_xalign(GTK_LABEL(label), (float)xalign);
	gtk_label_set_line_wrap(GTK_LABEL(label), TRUE);
	sabot_style_set_class(label, style, TRUE);
	sabot_style_set_class(label, "figures", TRUE);
	gtk_widget_show(label);
	return label;
}

static struct part
begin_part(SabotCageFacts *facts, const char *heading)
{
	struct part part = {.grid = GTK_GRID(gtk_grid_new())};

	gtk_grid_set_column_spacing(part.grid, 12);
	gtk_grid_set_row_spacing(part.grid, 2);
	gtk_container_add(GTK_CONTAINER(facts), label_new(heading, "panel-heading", 0));
	gtk_container_add(GTK_CONTAINER(facts), GTK_WIDGET(part.grid));
	gtk_widget_show(GTK_WIDGET(part.grid));
	return part;
}

static void
add_cell(struct part *part, int column, const char *text, const char *style)
{
	GtkWidget *label = label_new(text, style, column > 0);

	gtk_widget_set_hexpand(label, column > 0);
	gtk_grid_attach(part->grid, label, column, part->n_rows, 1, 1);
}

/* Unknown amounts are left out, and so are zero amounts that are `is_seldom`. */
static void
add_amount(struct part *part, const char *words, int64_t minor, gboolean is_seldom)
{
	char money[SABOT_TEXT_MONEY_SIZE];

	if (minor == SABOT_WIRE_NO_NUMBER || (is_seldom && minor == 0))
		return;
	add_cell(part, 0, words, "panel-text");
	add_cell(part, 1, sabot_text_money(minor, money), "panel-text");
	part->n_rows++;
}

static void
show_bank(SabotCageFacts *facts, const struct sabot_wire_bank *bank)
{
	struct part part = begin_part(facts, _("Main bank"));

	if (bank->fills_minor == SABOT_WIRE_NO_NUMBER) {
		add_cell(&part, 0, _("Nothing was written of the main bank."), "panel-help");
		return;
	}
	add_amount(&part, bank->is_rolled ? _("opener, rolled") : C_("bank", "opener"),
		   bank->opener_minor, FALSE);
	add_amount(&part, _("opener less the closer before"), bank->opener_difference_minor, TRUE);
	add_amount(&part, _("fills issued"), bank->fills_minor, TRUE);
	add_amount(&part, _("credits taken back"), bank->credits_minor, TRUE);
	add_amount(&part, _("markers redeemed"), bank->redeemed_minor, TRUE);
	add_amount(&part, _("came in"), bank->in_minor, TRUE);
	add_amount(&part, _("went out"), bank->out_minor, TRUE);
	add_amount(&part, _("given for foreign money"), bank->exchanged_minor, TRUE);
	add_amount(&part, C_("bank", "float"), bank->float_minor, FALSE);
	if (bank->count)
		add_amount(&part, _("last count"), bank->count->amount_minor, FALSE);
	add_amount(&part, C_("bank", "difference"), bank->difference_minor, FALSE);
}

static void
add_foreign(struct part *part, int column, const char *currency, int64_t minor)
{
	g_autofree char *text = minor == SABOT_WIRE_NO_NUMBER
					? g_strdup("–")
					: sabot_foreign_format(currency, minor);

	add_cell(part, column, text, "panel-text");
}

static void
add_currency(struct part *part, const struct sabot_wire_bank_currency *currency)
{
	const int64_t amounts[COLUMNS - 1] = {currency->in_minor, currency->out_minor,
					      currency->float_minor, currency->difference_minor};

	add_cell(part, 0, currency->currency, "panel-text");
	for (int i = 0; i < COLUMNS - 1; i++)
		add_foreign(part, i + 1, currency->currency, amounts[i]);
	part->n_rows++;
}

static void
show_currencies(SabotCageFacts *facts, const GPtrArray *currencies)
{
	const char *const heads[COLUMNS] = {"", _("came in"), _("went out"), C_("bank", "float"),
					    C_("bank", "difference")};
	struct part part;

	if (currencies->len == 0)
		return;
	part = begin_part(facts, _("Foreign money"));
	for (int i = 0; i < COLUMNS; i++)
		add_cell(&part, i, heads[i], "panel-help");
	part.n_rows++;
	for (guint i = 0; i < currencies->len; i++)
		add_currency(&part, g_ptr_array_index(currencies, i));
}

static void
show_tips(SabotCageFacts *facts, const struct sabot_wire_tips *tips)
{
	struct part part;

	if (!tips)
		return;
	part = begin_part(facts, C_("cage", "Tips"));
	add_amount(&part, _("tips left before"), tips->before_minor, TRUE);
	add_amount(&part, _("tips collected"), tips->collected_minor, FALSE);
	add_amount(&part, _("tips shared out"), tips->shared_minor, FALSE);
	if (tips->difference_minor != SABOT_WIRE_NO_NUMBER && tips->difference_minor < 0)
		add_amount(&part, _("less than there was"), -tips->difference_minor, TRUE);
	else
		add_amount(&part, _("more than there was"), tips->difference_minor, TRUE);
	add_amount(&part, _("tips left"), tips->left_minor, FALSE);
}

void
sabot_cage_facts_show(SabotCageFacts *facts, const struct sabot_wire_bank *bank)
{
	sabot_container_clear(facts);
	if (!bank)
		return;
	show_bank(facts, bank);
	show_currencies(facts, bank->currencies);
	show_tips(facts, bank->tips);
}
