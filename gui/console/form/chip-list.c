/* A count of chips: see chip-list.h. Its rows are the table's chips. */
#include "chip-list.h"

#include "gui/model/amount.h"
#include "text/money.h"

#include <glib/gi18n.h>
#include <string.h>

struct row {
	int64_t chip_minor;
	char *kind; /* "rolling", "promotional"; NULL: cash chips */
	char *chip; /* as written: "500", "rolling:500" */
	GtkEntry *count;
	GtkLabel *worth;
};

struct _SabotChipList {
	GtkGrid parent_instance;
	GArray *rows;    /* of struct row */
	GtkEntry *plain; /* used if the chips are not known, else NULL */
	GtkLabel *sum;
};

enum { SIGNAL_ACTIVATE, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE(SabotChipList, sabot_chip_list, GTK_TYPE_GRID)

static void
clear_row(gpointer data)
{
	struct row *row = data;

	g_free(row->kind);
	g_free(row->chip);
}

static void
sabot_chip_list_finalize(GObject *object)
{
	g_array_unref(SABOT_CHIP_LIST(object)->rows);
	G_OBJECT_CLASS(sabot_chip_list_parent_class)->finalize(object);
}

static void
sabot_chip_list_class_init(SabotChipListClass *klass)
{
	G_OBJECT_CLASS(klass)->finalize = sabot_chip_list_finalize;
	signals[SIGNAL_ACTIVATE] = g_signal_new("activate", SABOT_TYPE_CHIP_LIST, G_SIGNAL_RUN_LAST,
						0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
sabot_chip_list_init(SabotChipList *list)
{
	list->rows = g_array_new(FALSE, TRUE, sizeof(struct row));
	g_array_set_clear_func(list->rows, clear_row);
	gtk_grid_set_column_spacing(GTK_GRID(list), 8);
	gtk_grid_set_row_spacing(GTK_GRID(list), 2);
}

/* The value of a row; false if there is no count, or it is too large. */
static bool
get_worth(const struct row *row, int64_t *ret_minor)
{
	int64_t count;

	return sabot_number_parse(gtk_entry_get_text(row->count), &count) &&
	       !__builtin_mul_overflow(count, row->chip_minor, ret_minor);
}

static void
show_sums(SabotChipList *list)
{
	char money[SABOT_TEXT_MONEY_SIZE];
	int64_t sum = 0, worth;
	g_autofree char *text = NULL;

	for (guint i = 0; i < list->rows->len; i++) {
		const struct row *row = &g_array_index(list->rows, struct row, i);
		bool is_number = get_worth(row, &worth);
		bool is_summed = is_number && !__builtin_add_overflow(sum, worth, &sum);

		gtk_label_set_text(row->worth, is_summed ? sabot_text_money(worth, money) : "");
	}
	/* Translators: an amount. */
	text = g_strdup_printf(_("Together: %s"), sabot_text_money(sum, money));
	gtk_label_set_text(list->sum, text);
}

/* Move to the next row; after the last the count is complete. */
static void
on_return(GtkEntry *entry, gpointer data)
{
	(void)entry;
	if (!gtk_widget_child_focus(GTK_WIDGET(data), GTK_DIR_TAB_FORWARD))
		g_signal_emit(data, signals[SIGNAL_ACTIVATE], 0);
}

static void
attach(SabotChipList *list, GtkWidget *widget, int column, int row)
{
	gtk_grid_attach(GTK_GRID(list), widget, column, row, 1, 1);
	gtk_widget_show(widget);
}

static GtkWidget *
label_new(const char *text, double xalign)
{
	GtkWidget *label = gtk_label_new(text);

	gtk_label_set_xalign(GTK_LABEL(label), (float)xalign);
	return label;
}

static GtkEntry *
entry_new(SabotChipList *list, const char *name)
{
	GtkWidget *entry = gtk_entry_new();

	gtk_entry_set_width_chars(GTK_ENTRY(entry), 6);
	atk_object_set_name(gtk_widget_get_accessible(entry), name);
	g_signal_connect(entry, "activate", G_CALLBACK(on_return), list);
	return GTK_ENTRY(entry);
}

/* "500", "rolling 500". Transferred. */
static char *
show_chip(const char *kind, const char *value)
{
	return kind ? g_strdup_printf("%s %s", g_dpgettext2(NULL, "chip", kind), value)
		    : g_strdup(value);
}

/* `kind` may be NULL: cash chips. */
static void
add_row(SabotChipList *list, const char *kind, int64_t chip_minor)
{
	char money[SABOT_TEXT_MONEY_SIZE];
	const char *value = sabot_text_money_short(chip_minor, money);
	g_autofree char *chip = show_chip(kind, value);
	/* Translators: an entry for how many chips of this value there are. */
	g_autofree char *name = g_strdup_printf(_("chips of %s"), chip);
	struct row row = {chip_minor, g_strdup(kind),
			  kind ? g_strdup_printf("%s:%s", kind, value) : g_strdup(value),
			  entry_new(list, name), GTK_LABEL(label_new("", 1))};
	int y = (int)list->rows->len + 1;

	gtk_entry_set_input_purpose(row.count, GTK_INPUT_PURPOSE_DIGITS);
	g_signal_connect_swapped(row.count, "changed", G_CALLBACK(show_sums), list);
	attach(list, label_new(chip, 1), 0, y);
	attach(list, label_new("×", 0.5), 1, y);
	attach(list, GTK_WIDGET(row.count), 2, y);
	gtk_widget_set_hexpand(GTK_WIDGET(row.worth), TRUE);
	attach(list, GTK_WIDGET(row.worth), 3, y);
	g_array_append_val(list->rows, row);
}

/*
 * Set "500x20" or "rolling:500x20" in its row; a chip that the table no longer has, or of another
 * kind, gets a row of its own.
 */
static void
set_count(SabotChipList *list, const char *word)
{
	const char *colon = strchr(word, ':');
	g_autofree char *kind = colon ? g_strndup(word, (gsize)(colon - word)) : NULL;
	g_auto(GStrv) parts = g_strsplit(colon ? colon + 1 : word, "x", 2);
	int64_t chip_minor;

	if (!parts[0] || !parts[1] || !sabot_amount_parse(parts[0], &chip_minor))
		return;
	for (guint i = 0; i < list->rows->len; i++) {
		const struct row *row = &g_array_index(list->rows, struct row, i);

		if (row->chip_minor == chip_minor && g_strcmp0(row->kind, kind) == 0) {
			gtk_entry_set_text(row->count, parts[1]);
			return;
		}
	}
	add_row(list, kind, chip_minor);
	gtk_entry_set_text(g_array_index(list->rows, struct row, list->rows->len - 1).count,
			   parts[1]);
}

static void
set_text(SabotChipList *list, const char *text)
{
	g_auto(GStrv) words = g_strsplit(text, " ", -1);

	if (list->plain)
		gtk_entry_set_text(list->plain, text);
	for (char **word = words; !list->plain && *word; word++)
		set_count(list, *word);
}

/* The chips are unknown: the count is typed as text. */
static void
add_plain(SabotChipList *list)
{
	list->plain = entry_new(list, _("chips, as 500x20 25x40"));
	gtk_entry_set_placeholder_text(list->plain, "500x20 25x40");
	gtk_widget_set_hexpand(GTK_WIDGET(list->plain), TRUE);
	attach(list, GTK_WIDGET(list->plain), 0, 1);
}

/* True if each word names a chip, for which there can be a row. */
static bool
is_count(const char *text)
{
	g_auto(GStrv) words = g_strsplit(text, " ", -1);
	bool is_read = true;

	for (char **word = words; *word; word++) {
		const char *colon = strchr(*word, ':');
		const char *value = colon ? colon + 1 : *word;
		const char *x = strchr(value, 'x');
		g_autofree char *chip = x ? g_strndup(value, (gsize)(x - value)) : NULL;
		int64_t chip_minor;

		is_read &= !**word || (chip && sabot_amount_parse(chip, &chip_minor));
	}
	return is_read;
}

GtkWidget *
sabot_chip_list_new(const GArray *chips, const char *text)
{
	SabotChipList *list = g_object_new(SABOT_TYPE_CHIP_LIST, NULL);
	bool has_rows = chips && chips->len > 0 && (!text || is_count(text));

	list->sum = GTK_LABEL(label_new("", 1));
	for (guint i = has_rows ? chips->len : 0; i > 0; i--)
		add_row(list, NULL, g_array_index(chips, int64_t, i - 1));
	if (!has_rows)
		add_plain(list);
	if (text)
		set_text(list, text);
	/* Above the rows: below a long list it would be out of sight. */
	gtk_grid_attach(GTK_GRID(list), GTK_WIDGET(list->sum), 0, 0, 4, 1);
	gtk_widget_set_visible(GTK_WIDGET(list->sum), !list->plain);
	show_sums(list);
	return GTK_WIDGET(list);
}

void
sabot_chip_list_begin(SabotChipList *list)
{
	GtkEntry *first =
		list->plain ? list->plain : g_array_index(list->rows, struct row, 0).count;

	gtk_widget_grab_focus(GTK_WIDGET(first));
}

void
sabot_chip_list_go_on(SabotChipList *list)
{
	GtkEntry *last = list->plain;

	for (guint i = 0; i < list->rows->len; i++) {
		const struct row *row = &g_array_index(list->rows, struct row, i);

		if (!last || gtk_entry_get_text_length(row->count) > 0)
			last = row->count;
	}
	gtk_entry_grab_focus_without_selecting(last);
	gtk_editable_set_position(GTK_EDITABLE(last), -1);
}

char *
sabot_chip_list_get_text(SabotChipList *list)
{
	GString *text = g_string_new(list->plain ? gtk_entry_get_text(list->plain) : NULL);

	for (guint i = 0; i < list->rows->len; i++) {
		const struct row *row = &g_array_index(list->rows, struct row, i);
		const char *count = gtk_entry_get_text(row->count);

		if (*count)
			g_string_append_printf(text, "%s%sx%s", text->len > 0 ? " " : "", row->chip,
					       count);
	}
	return g_string_free(text, FALSE);
}
