/* Box and amount of a ruling: see named-money.h. */
#include "named-money.h"

#include "gui/model/amount.h"
#include "text/effect-text.h"
#include "text/money.h"

/* The row of an entry and its label. */
static GtkWidget *
row_of(GtkEntry *entry)
{
	return gtk_widget_get_parent(GTK_WIDGET(entry));
}

static const struct sabot_wire_effect *
find_money(const struct sabot_wire_remedy *remedy)
{
	for (guint i = 0; i < remedy->effects->len; i++) {
		const struct sabot_wire_effect *effect = g_ptr_array_index(remedy->effects, i);

		if (g_strcmp0(effect->effect, sabot_effect_to_string(SABOT_EFFECT_MONEY)) == 0)
			return effect;
	}
	return NULL;
}

static void
fill(struct sabot_named_money *money, const struct sabot_wire_effect *effect)
{
	g_autofree char *box =
		effect && effect->box ? g_strdup_printf("%d", (int)effect->box) : g_strdup("");
	char amount[SABOT_TEXT_MONEY_SIZE] = "";

	if (effect)
		sabot_text_money(effect->amount_minor, amount);
	money->is_filling = TRUE;
	gtk_entry_set_text(money->box, box);
	gtk_entry_set_text(money->amount, amount);
	money->is_filling = FALSE;
}

void
sabot_named_money_show(struct sabot_named_money *money, const struct sabot_wire_remedy *remedy)
{
	const char *word = remedy ? remedy->remedy : "";
	gboolean is_pay = g_str_equal(word, "pay_difference");

	gtk_widget_set_visible(row_of(money->amount), is_pay);
	gtk_widget_set_visible(row_of(money->box), is_pay || g_str_equal(word, "move_card"));
	if (!money->is_typed)
		fill(money, is_pay ? find_money(remedy) : NULL);
}

gboolean
sabot_named_money_note(struct sabot_named_money *money)
{
	if (money->is_filling)
		return FALSE;
	money->is_typed = *gtk_entry_get_text(money->box) || *gtk_entry_get_text(money->amount);
	return TRUE;
}

gboolean
sabot_named_money_add(const struct sabot_named_money *money, json_t *ruling)
{
	const char *box_text = gtk_entry_get_text(money->box);
	const char *amount_text = gtk_entry_get_text(money->amount);
	int64_t box = 0, amount_minor = 0;

	if (!money->is_typed)
		return TRUE;
	if ((*box_text && !sabot_number_parse(box_text, &box)) ||
	    (*amount_text && !sabot_amount_parse(amount_text, &amount_minor)))
		return FALSE;
	if (*box_text && gtk_widget_get_visible(row_of(money->box)))
		json_object_set_new(ruling, "box", json_integer(box));
	if (*amount_text && gtk_widget_get_visible(row_of(money->amount)))
		json_object_set_new(ruling, "amount", json_integer(amount_minor));
	return TRUE;
}
