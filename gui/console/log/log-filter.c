/* Converts what was typed to the arguments of `find`: see log-filter.h. */
#include "log-filter.h"

#include "gui/model/amount.h"
#include "gui/model/log/log-phrases.h"

#include <glib/gi18n.h>

/* Each function adds what was typed to the filter. False if it cannot be read. */
static gboolean
add_number(json_t *filter, const char *key, GtkEntry *entry)
{
	const char *text = gtk_entry_get_text(entry);
	int64_t number;

	if (!*text)
		return TRUE;
	if (!sabot_number_parse(text, &number) || number == 0)
		return FALSE;
	json_object_set_new(filter, key, json_integer(number));
	return TRUE;
}

static gboolean
add_amount(json_t *filter, GtkEntry *entry)
{
	const char *text = gtk_entry_get_text(entry);
	int64_t amount;

	if (!*text)
		return TRUE;
	if (!sabot_amount_parse(text, &amount) || amount < 0)
		return FALSE;
	json_object_set_new(filter, "amount", json_integer(amount));
	return TRUE;
}

static gboolean
add_time(json_t *filter, const char *key, GtkEntry *entry)
{
	const char *text = gtk_entry_get_text(entry);
	g_autofree char *time = *text ? sabot_log_time_parse(text) : NULL;

	if (time)
		json_object_set_new(filter, key, json_string(time));
	return time || !*text;
}

static void
add_choice(json_t *filter, const char *key, GtkComboBoxText *box)
{
	const char *id = gtk_combo_box_get_active_id(GTK_COMBO_BOX(box));

	if (id && *id)
		json_object_set_new(filter, key, json_string(id));
}

static void
add_card(json_t *filter, GtkEntry *entry)
{
	g_autofree char *card = g_ascii_strup(gtk_entry_get_text(entry), -1);

	g_strstrip(card);
	if (*card)
		json_object_set_new(filter, "card", json_string(card));
}

static gboolean
is_of_table(const struct sabot_log_filter *entries)
{
	return *gtk_entry_get_text(entries->round) || *gtk_entry_get_text(entries->load) ||
	       *gtk_entry_get_text(entries->incident);
}

static gboolean
has_table(const struct sabot_log_filter *entries)
{
	const char *table = gtk_combo_box_get_active_id(GTK_COMBO_BOX(entries->table));

	return table && *table;
}

json_t *
sabot_log_filter_read(const struct sabot_log_filter *entries, const char **ret_wrong)
{
	json_t *filter = json_object();
	const char *wrong = NULL;

	add_choice(filter, "table", entries->table);
	add_choice(filter, "at", entries->lay);
	add_choice(filter, "person", entries->person);
	add_card(filter, entries->card);
	if (!add_number(filter, "round", entries->round) ||
	    !add_number(filter, "load", entries->load) ||
	    !add_number(filter, "incident", entries->incident))
		wrong = _("Round, load and incident are numbers.");
	else if (is_of_table(entries) && !has_table(entries))
		wrong = _("These numbers are a table's: choose it.");
	else if (!add_amount(filter, entries->amount))
		wrong = _("This is no amount like 25 or 25.50.");
	else if (!add_time(filter, "since", entries->since) ||
		 !add_time(filter, "until", entries->until))
		wrong = _("A time is like 2026-11-21 or 2026-11-21 20:15.");
	if (!wrong)
		return filter;
	*ret_wrong = wrong;
	json_decref(filter);
	return NULL;
}
