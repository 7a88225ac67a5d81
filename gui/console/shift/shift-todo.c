/* See shift-todo.h. An entry is a row: a sign, a sentence, its keys, and below them the remark. */
#include "shift-todo.h"

#include "gui/model/tables/incident-phrases.h"
#include "gui/model/phrases.h"
#include "gui/widgets/label.h"
#include "gui/widgets/severity-badge.h"
#include "text/shift-text.h"

#include <glib/gi18n.h>

#define ENTRY_KEY "sabot-todo-entry"

enum { BADGE_PX = 30, SENTENCE_CHARS = 26, REMARK_CHARS_MAX = 400 };

struct _SabotShiftTodo {
	GtkBox parent_instance;
	SabotFeed *feed;                      /* borrowed */
	GtkWidget *open;                      /* open items */
	GtkWidget *done;                      /* items ticked off */
	guint n_open, n_done;                 /* number of rows of either */
	gboolean is_there[SABOT_SHIFT_AREAS]; /* the area has had an item */
};

/* Data for an entry's keys. Owned by its row. */
struct entry {
	SabotShiftTodo *todo;
	SabotTableItem *table; /* borrowed from the feed's list, or NULL */
	char *item, *what, *sentence;
	gboolean wants_remark, has_all; /* has_all: it has a key for all items of its kind */
	gint64 number;
	GtkWidget *row, *keys, *remark, *field; /* borrowed from the list */
};

enum { SIGNAL_REMARKED, SIGNAL_TABLE, SIGNAL_MONEY, SIGNAL_RULING, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE(SabotShiftTodo, sabot_shift_todo, GTK_TYPE_BOX)

static guint
signal_new(const char *name, guint n_params, GType first, GType second)
{
	return g_signal_new(name, SABOT_TYPE_SHIFT_TODO, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
			    G_TYPE_NONE, n_params, first, second);
}

static void
sabot_shift_todo_class_init(SabotShiftTodoClass *klass)
{
	(void)klass;
	signals[SIGNAL_REMARKED] = signal_new("remarked", 2, G_TYPE_STRING, G_TYPE_STRING);
	signals[SIGNAL_TABLE] = signal_new("table-wanted", 1, SABOT_TYPE_TABLE_ITEM, G_TYPE_NONE);
	signals[SIGNAL_MONEY] = signal_new("money-wanted", 1, SABOT_TYPE_TABLE_ITEM, G_TYPE_NONE);
	signals[SIGNAL_RULING] =
		signal_new("ruling-wanted", 2, SABOT_TYPE_TABLE_ITEM, G_TYPE_INT64);
}

static GtkWidget *
add_list(SabotShiftTodo *todo)
{
	GtkWidget *list = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);

	gtk_container_add(GTK_CONTAINER(todo), list);
	gtk_widget_show(list);
	return list;
}

static void
sabot_shift_todo_init(SabotShiftTodo *todo)
{
	gtk_orientable_set_orientation(GTK_ORIENTABLE(todo), GTK_ORIENTATION_VERTICAL);
	gtk_box_set_spacing(GTK_BOX(todo), 12);
	todo->open = add_list(todo);
	todo->done = add_list(todo);
}

void
sabot_shift_todo_set_feed(SabotShiftTodo *todo, SabotFeed *feed)
{
	todo->feed = feed;
}

void
sabot_shift_todo_reset(SabotShiftTodo *todo)
{
	sabot_container_clear(todo->open);
	sabot_container_clear(todo->done);
	todo->n_open = todo->n_done = 0;
	for (gsize i = 0; i < SABOT_SHIFT_AREAS; i++)
		todo->is_there[i] = FALSE;
}

guint
sabot_shift_todo_count(SabotShiftTodo *todo, guint *ret_all)
{
	*ret_all = todo->n_open + todo->n_done;
	return todo->n_open;
}

static GtkWidget *
label_new(const char *text, const char *style)
{
	GtkWidget *label = gtk_label_new(text);

	gtk_label_set_xalign(GTK_LABEL(label), 0);
	gtk_label_set_line_wrap(GTK_LABEL(label), TRUE);
	gtk_label_set_line_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
	gtk_label_set_width_chars(GTK_LABEL(label), SENTENCE_CHARS / 2);
	gtk_label_set_max_width_chars(GTK_LABEL(label), SENTENCE_CHARS);
	sabot_style_set_class(label, style, TRUE);
	gtk_widget_set_hexpand(label, TRUE);
	gtk_widget_show(label);
	return label;
}

/* --- Keys ------------------------------------------------------------------------------------- */

static void
free_entry(gpointer data)
{
	struct entry *entry = data;

	g_free(entry->item);
	g_free(entry->what);
	g_free(entry->sentence);
	g_free(entry);
}

static void
on_rule(GtkButton *button, gpointer data)
{
	struct entry *entry = data;

	(void)button;
	g_signal_emit(entry->todo, signals[SIGNAL_RULING], 0, entry->table, entry->number);
}

static void
on_open(GtkButton *button, gpointer data)
{
	struct entry *entry = data;

	(void)button;
	g_signal_emit(entry->todo, signals[SIGNAL_TABLE], 0, entry->table);
}

static void
on_money(GtkButton *button, gpointer data)
{
	struct entry *entry = data;

	(void)button;
	g_signal_emit(entry->todo, signals[SIGNAL_MONEY], 0, entry->table);
}

static void
on_remark_wanted(GtkButton *button, gpointer data)
{
	struct entry *entry = data;

	(void)button;
	gtk_widget_show(entry->remark);
	gtk_widget_child_focus(entry->remark, GTK_DIR_TAB_FORWARD);
}

static void
on_remark(GtkEntry *field, gpointer data)
{
	struct entry *entry = data;
	const char *text = gtk_entry_get_text(field);

	if (text[0] != '\0')
		g_signal_emit(entry->todo, signals[SIGNAL_REMARKED], 0, entry->item, text);
}

/* The entries of the same kind that still need a remark, as their rows. Transferred. */
static GPtrArray *
find_alike(const struct entry *entry)
{
	g_autoptr(GList) rows = gtk_container_get_children(GTK_CONTAINER(entry->todo->open));
	GPtrArray *alike = g_ptr_array_new();

	for (const GList *row = rows; row; row = row->next) {
		struct entry *other = g_object_get_data(G_OBJECT(row->data), ENTRY_KEY);

		if (other && other->wants_remark && g_str_equal(other->what, entry->what))
			g_ptr_array_add(alike, other);
	}
	return alike;
}

/* Record one remark for all of them. */
static void
on_remark_all(GtkButton *button, gpointer data)
{
	struct entry *entry = data;
	g_autoptr(GPtrArray) alike = find_alike(entry);
	g_autofree char *text = g_strdup(gtk_entry_get_text(GTK_ENTRY(entry->field)));

	(void)button;
	for (guint i = 0; text[0] != '\0' && i < alike->len; i++) {
		const struct entry *one = g_ptr_array_index(alike, i);

		g_signal_emit(entry->todo, signals[SIGNAL_REMARKED], 0, one->item, text);
	}
}

/* A second key beside that of the remark, if there are several items of the kind. */
static void
add_remark_all(struct entry *entry)
{
	g_autoptr(GPtrArray) alike = find_alike(entry);
	g_autofree char *label = NULL, *name = NULL;
	GtkWidget *button;

	if (entry->has_all || alike->len < 2)
		return;
	entry->has_all = TRUE;
	/* Translators: a key: the remark is of so many things of one kind. */
	label = g_strdup_printf(C_("shift", "All %d"), (int)alike->len);
	/* Translators: how many, and one of them, a sentence. */
	name = g_strdup_printf(_("note the remark on all %d like: %s"), (int)alike->len,
			       entry->sentence);
	button = gtk_button_new_with_label(label);
	atk_object_set_name(gtk_widget_get_accessible(button), name);
	g_signal_connect(button, "clicked", G_CALLBACK(on_remark_all), entry);
	gtk_container_add(GTK_CONTAINER(entry->remark), button);
	gtk_widget_show(button);
}

/* A key whose accessible name includes the item. */
static void
add_key(struct entry *entry, const char *label, const char *sentence, GCallback fn)
{
	GtkWidget *button = gtk_button_new_with_label(label);
	/* Translators: a key, and what it is about, a sentence. */
	g_autofree char *name = g_strdup_printf(C_("shift", "%s: %s"), label, sentence);

	atk_object_set_name(gtk_widget_get_accessible(button), name);
	gtk_widget_set_valign(button, GTK_ALIGN_CENTER);
	g_signal_connect(button, "clicked", fn, entry);
	gtk_container_add(GTK_CONTAINER(entry->keys), button);
	gtk_widget_show(button);
}

static void
add_keys(struct entry *entry, unsigned wanted, const char *sentence)
{
	if (entry->table && wanted & SABOT_SHIFT_RULE)
		add_key(entry, C_("need", "Rule"), sentence, G_CALLBACK(on_rule));
	if (entry->table && wanted & SABOT_SHIFT_OPEN)
		add_key(entry, C_("need", "Open"), sentence, G_CALLBACK(on_open));
	if (entry->table && wanted & SABOT_SHIFT_MONEY)
		/* Translators: a key: to where a table's chips and drop boxes are counted. */
		add_key(entry, C_("shift", "Count"), sentence, G_CALLBACK(on_money));
	if (wanted & SABOT_SHIFT_REMARK)
		add_key(entry, C_("shift", "Remark"), sentence, G_CALLBACK(on_remark_wanted));
}

/* The field for the remark, shown after its key was pressed. */
static GtkWidget *
remark_new(struct entry *entry, const char *sentence)
{
	GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
	GtkWidget *field = gtk_entry_new();
	GtkWidget *button = gtk_button_new_with_label(C_("shift", "Note it"));
	/* Translators: what the remark is on, a sentence. */
	g_autofree char *name = g_strdup_printf(_("remark on: %s"), sentence);
	/* Translators: a button, and what the remark is on. */
	g_autofree char *noted = g_strdup_printf(_("note the remark on: %s"), sentence);

	gtk_entry_set_placeholder_text(GTK_ENTRY(field), _("A remark"));
	gtk_entry_set_max_length(GTK_ENTRY(field), REMARK_CHARS_MAX);
	gtk_entry_set_width_chars(GTK_ENTRY(field), SENTENCE_CHARS / 2);
	gtk_widget_set_hexpand(field, TRUE);
	atk_object_set_name(gtk_widget_get_accessible(field), name);
	atk_object_set_name(gtk_widget_get_accessible(button), noted);
	entry->field = field;
	g_signal_connect(field, "activate", G_CALLBACK(on_remark), entry);
	g_signal_connect_swapped(button, "clicked", G_CALLBACK(gtk_widget_activate), field);
	gtk_container_add(GTK_CONTAINER(box), field);
	gtk_container_add(GTK_CONTAINER(box), button);
	gtk_widget_show(field);
	gtk_widget_show(button);
	return box;
}

/* --- Entries ---------------------------------------------------------------------------------- */

/* The item's incident, if it is known here; borrowed until the list changes. */
static const struct sabot_wire_incident *
find_incident(SabotShiftTodo *todo, const struct sabot_wire_open_item *item)
{
	if (!item->table || !g_str_equal(item->what, "incident_grave"))
		return NULL;
	return sabot_incident_list_find(sabot_feed_get_incidents(todo->feed), item->table,
					item->number);
}

/* The incident as named in the list of incidents, if it is there; else by its number. */
static char *
show_item(SabotShiftTodo *todo, const struct sabot_wire_open_item *item)
{
	const struct sabot_wire_incident *incident = find_incident(todo, item);
	g_autofree char *brief = NULL, *age = NULL;

	if (!incident || incident->at_us == SABOT_TIME_NONE)
		return sabot_text_open_item(item->what, item->table, item->number,
					    item->amount_minor);
	brief = sabot_phrase_incident_brief(incident);
	age = sabot_phrase_age(g_get_real_time() - incident->at_us);
	/* Translators: a table, "round 28 · card in excess", how long ago ("2 min"). */
	return g_strdup_printf(_("%s: %s (%s) is not answered"),
			       sabot_wire_incident_table(incident), brief, age);
}

/* A severity's sign, an arrow for money to be paid, an empty square, or a tick. */
static GtkWidget *
sign_new(SabotShiftTodo *todo, const struct sabot_wire_open_item *item)
{
	const struct sabot_wire_incident *incident = find_incident(todo, item);
	GtkWidget *sign;

	if (incident) {
		sign = g_object_new(SABOT_TYPE_BADGE, NULL);
		sabot_badge_set(SABOT_BADGE(sign), incident->severity, FALSE);
		sabot_badge_set_size(SABOT_BADGE(sign), BADGE_PX);
	} else {
		sign = gtk_label_new(item->remark                              ? "✓"
				     : g_str_equal(item->what, "redress_open") ? "▶"
									       : "□");
		sabot_style_set_class(sign, "todo-sign", TRUE);
		gtk_widget_set_size_request(sign, BADGE_PX, -1);
	}
	gtk_widget_set_valign(sign, GTK_ALIGN_CENTER);
	gtk_widget_show(sign);
	return sign;
}

static SabotTableItem *
find_table(SabotShiftTodo *todo, const char *table)
{
	return table ? sabot_table_list_find(sabot_feed_get_tables(todo->feed), table, NULL) : NULL;
}

static struct entry *
entry_new(SabotShiftTodo *todo, const struct sabot_wire_open_item *item, const char *sentence)
{
	struct entry *entry = g_new0(struct entry, 1);

	entry->todo = todo;
	entry->table = find_table(todo, item->table);
	entry->item = g_strdup(item->item);
	entry->number = item->number;
	entry->what = g_strdup(item->what);
	entry->sentence = g_strdup(sentence);
	entry->row = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4);
	entry->keys = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
	entry->remark = remark_new(entry, sentence);
	g_object_set_data_full(G_OBJECT(entry->row), ENTRY_KEY, entry, free_entry);
	return entry;
}

/* Sign, sentence and keys side by side, the remark below. */
static struct entry *
add_row(SabotShiftTodo *todo, const struct sabot_wire_open_item *item, const char *sentence)
{
	struct entry *entry = entry_new(todo, item, sentence);
	GtkWidget *line = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
	GtkWidget *label = label_new(sentence, item->remark ? "todo-done" : "todo-text");
	/* Translators: a sentence, before it what must be done with it. */
	g_autofree char *name = g_strdup_printf(item->remark   ? _("Remarked: %s")
						: item->blocks ? _("First: %s")
							       : _("Wants a remark: %s"),
						sentence);

	atk_object_set_name(gtk_widget_get_accessible(label), name);
	gtk_container_add(GTK_CONTAINER(line), sign_new(todo, item));
	gtk_container_add(GTK_CONTAINER(line), label);
	gtk_container_add(GTK_CONTAINER(line), entry->keys);
	gtk_container_add(GTK_CONTAINER(entry->row), line);
	gtk_container_add(GTK_CONTAINER(entry->row), entry->remark);
	gtk_container_add(GTK_CONTAINER(item->remark ? todo->done : todo->open), entry->row);
	sabot_style_set_class(entry->row, item->remark ? "todo-past" : "todo", TRUE);
	gtk_widget_show(entry->keys);
	gtk_widget_show(line);
	gtk_widget_show(entry->row);
	return entry;
}

void
sabot_shift_todo_add(SabotShiftTodo *todo, const struct sabot_wire_open_item *item,
		     const char *sentence)
{
	const struct sabot_shift_kind *kind = sabot_shift_kind_find(item->what);
	g_autofree char *own = sentence ? NULL : show_item(todo, item);
	const char *text = sentence ? sentence : own;
	struct entry *entry = add_row(todo, item, text);

	if (kind)
		todo->is_there[kind->area] = TRUE;
	if (item->remark) {
		gtk_container_add(GTK_CONTAINER(entry->row), label_new(item->remark, "panel-help"));
		todo->n_done++;
		return;
	}
	add_keys(entry, kind ? kind->keys : (item->blocks ? 0 : SABOT_SHIFT_REMARK), text);
	entry->wants_remark = !item->blocks;
	todo->n_open++;
}

static void
add_tick(SabotShiftTodo *todo, const char *text)
{
	GtkWidget *line = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
	GtkWidget *sign = gtk_label_new("✓");

	sabot_style_set_class(sign, "todo-sign", TRUE);
	sabot_style_set_class(line, "todo-past", TRUE);
	gtk_widget_set_size_request(sign, BADGE_PX, -1);
	gtk_widget_set_valign(sign, GTK_ALIGN_START);
	gtk_container_add(GTK_CONTAINER(line), sign);
	gtk_container_add(GTK_CONTAINER(line), label_new(text, "todo-done"));
	gtk_container_add(GTK_CONTAINER(todo->done), line);
	gtk_widget_show_all(line);
	todo->n_done++;
}

static void
add_remarks_for_all(SabotShiftTodo *todo)
{
	g_autoptr(GList) rows = gtk_container_get_children(GTK_CONTAINER(todo->open));

	for (const GList *row = rows; row; row = row->next) {
		struct entry *entry = g_object_get_data(G_OBJECT(row->data), ENTRY_KEY);

		if (entry && entry->wants_remark)
			add_remark_all(entry);
	}
}

void
sabot_shift_todo_finish(SabotShiftTodo *todo, gboolean is_reckoned)
{
	add_remarks_for_all(todo);
	if (!is_reckoned)
		todo->is_there[SABOT_SHIFT_AREA_DIFFERENCES] = TRUE;
	for (gsize i = 0; i < SABOT_SHIFT_AREAS; i++)
		if (!todo->is_there[i])
			add_tick(todo, sabot_shift_done((enum sabot_shift_area)i));
}
