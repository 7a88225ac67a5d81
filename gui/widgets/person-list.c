/* The list of persons: see person-list.h; its layout is person-list.ui. */
#include "gui/widgets/person-list.h"
#include "template.h"

#include "gui/model/phrases.h"
#include "gui/widgets/entry-icons.h"
#include "gui/widgets/label.h"
#include "proto/rfc3339.h"

#include <glib/gi18n.h>
#include <string.h>

enum { LOCK_MARGIN_MS = 50 };

/* The children of the template. */
#define PERSON_LIST_CHILDREN(CHILD)                                                                \
	CHILD(GtkSearchEntry, search)                                                              \
	CHILD(GtkListBox, rows)

struct _SabotPersonList {
	GtkBox parent_instance;
	SabotSession *session;
	gulong changed_handler;
	char *right;
	gboolean without_self;
	gboolean needs_no_pin;          /* locked persons can be chosen */
	sabot_person_hinder_fn *hinder; /* who else cannot be; NULL: nobody */
	gconstpointer hinder_data;
	guint unlock_source; /* timer for the end of the next lock; 0: none ends by itself */
	char *chosen;
	PERSON_LIST_CHILDREN(SABOT_CHILD_MEMBER)
};

enum { SIGNAL_CHOSEN, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE(SabotPersonList, sabot_person_list, GTK_TYPE_BOX)

static void
sabot_person_list_dispose(GObject *object)
{
	SabotPersonList *list = SABOT_PERSON_LIST(object);

	if (list->session)
		g_clear_signal_handler(&list->changed_handler, list->session);
	g_clear_object(&list->session);
	g_clear_handle_id(&list->unlock_source, g_source_remove);
	G_OBJECT_CLASS(sabot_person_list_parent_class)->dispose(object);
}

static void
sabot_person_list_finalize(GObject *object)
{
	SabotPersonList *list = SABOT_PERSON_LIST(object);

	g_free(list->right);
	g_free(list->chosen);
	G_OBJECT_CLASS(sabot_person_list_parent_class)->finalize(object);
}

static void
sabot_person_list_class_init(SabotPersonListClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_person_list_dispose;
	G_OBJECT_CLASS(klass)->finalize = sabot_person_list_finalize;
	signals[SIGNAL_CHOSEN] = g_signal_new("chosen", SABOT_TYPE_PERSON_LIST, G_SIGNAL_RUN_LAST,
					      0, NULL, NULL, NULL, G_TYPE_NONE, 0);
	gtk_widget_class_set_template_from_resource(widget_class,
						    "/org/sabot/widgets/person-list.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotPersonList, PERSON_LIST_CHILDREN);
}

static const char *
name_of_row(GtkListBoxRow *row)
{
	return g_object_get_data(G_OBJECT(row), "name");
}

static void
choose(SabotPersonList *list, GtkListBoxRow *row)
{
	g_free(list->chosen);
	list->chosen = g_strdup(name_of_row(row));
	g_signal_emit(list, signals[SIGNAL_CHOSEN], 0);
}

static void
on_row_selected(GtkListBox *box, GtkListBoxRow *row, gpointer data)
{
	SabotPersonList *list = data;

	(void)box;
	if (row && g_strcmp0(list->chosen, name_of_row(row)) != 0)
		choose(list, row);
}

/*
 * On Enter or a click: emitted even if the person was chosen before, because the PIN is typed next.
 */
static void
on_row_activated(GtkListBox *box, GtkListBoxRow *row, gpointer data)
{
	(void)box;
	choose(data, row);
}

static gboolean
is_wanted(GtkListBoxRow *row, gpointer data)
{
	SabotPersonList *list = data;
	g_autofree char *sought = g_utf8_casefold(gtk_entry_get_text(GTK_ENTRY(list->search)), -1);
	g_autofree char *name = g_utf8_casefold(name_of_row(row), -1);

	return g_str_has_prefix(name, sought);
}

/* If the house lists no names before a log-in, the typed text is the name. */
static void
choose_unlisted(SabotPersonList *list)
{
	const char *name = gtk_entry_get_text(GTK_ENTRY(list->search));

	if (gtk_list_box_get_row_at_index(list->rows, 0) || !name[0])
		return;
	g_free(list->chosen);
	list->chosen = g_strdup(name);
	g_signal_emit(list, signals[SIGNAL_CHOSEN], 0);
}

/* Choose the first matching person who can be chosen. */
static void
on_search_activated(GtkEntry *entry, gpointer data)
{
	SabotPersonList *list = data;
	GtkListBoxRow *row;

	(void)entry;
	for (int i = 0; (row = gtk_list_box_get_row_at_index(list->rows, i)); i++) {
		if (is_wanted(row, list) && gtk_widget_get_sensitive(GTK_WIDGET(row))) {
			gtk_list_box_select_row(list->rows, row);
			choose(list, row);
			return;
		}
	}
	choose_unlisted(list);
}

static void
sabot_person_list_init(SabotPersonList *list)
{
	gtk_widget_init_template(GTK_WIDGET(list));
	gtk_list_box_set_filter_func(list->rows, is_wanted, list, NULL);
	g_signal_connect(list->rows, "row-selected", G_CALLBACK(on_row_selected), list);
	g_signal_connect(list->rows, "row-activated", G_CALLBACK(on_row_activated), list);
	g_signal_connect_swapped(list->search, "search-changed",
				 G_CALLBACK(gtk_list_box_invalidate_filter), list->rows);
	g_signal_connect(list->search, "activate", G_CALLBACK(on_search_activated), list);
	sabot_entry_name_icons(list->search);
}

/* An expired lock no longer counts, even before the persons are requested again. */
static gboolean
is_locked(const struct sabot_wire_person *person)
{
	return person->state == SABOT_WIRE_PERSON_LOCKED &&
	       (person->locked_until_us == SABOT_TIME_NONE ||
		person->locked_until_us > g_get_real_time());
}

/* Why this person cannot be chosen now; NULL if the person can. */
static char *
hindrance(SabotPersonList *list, const struct sabot_wire_person *person)
{
	g_autoptr(GDateTime) utc = NULL, local = NULL;
	g_autofree char *time = NULL;
	char *why = list->hinder ? list->hinder(person->person, list->hinder_data) : NULL;

	if (why)
		return why;
	if (list->needs_no_pin || !is_locked(person))
		return NULL;
	if (person->locked_until_us == SABOT_TIME_NONE)
		return g_strdup(_("locked after wrong PINs"));
	utc = g_date_time_new_from_unix_utc(person->locked_until_us / G_USEC_PER_SEC);
	local = g_date_time_to_local(utc);
	time = g_date_time_format(local, "%H:%M:%S");
	/* Translators: a time of day. */
	return g_strdup_printf(_("locked until %s after wrong PINs"), time);
}

static GtkWidget *
row_new(SabotPersonList *list, const struct sabot_wire_person *person)
{
	g_autofree char *hindered = hindrance(list, person);
	g_autofree char *text = NULL;
	GtkWidget *row = gtk_list_box_row_new();
	GtkWidget *label = gtk_label_new(NULL);

	if (hindered)
		/* Translators: a person's name, why he cannot be chosen. */
		text = g_strdup_printf(C_("person", "%s · %s"), person->name, hindered);
	else
		/* Translators: a person's name, his role. */
		text = g_strdup_printf(C_("person", "%s, %s"), person->name,
				       sabot_phrase_role(person->role));
	gtk_label_set_text(GTK_LABEL(label), text);
	gtk_label_set_xalign(GTK_LABEL(label), 0);
	gtk_label_set_line_wrap(GTK_LABEL(label), TRUE);
	gtk_container_add(GTK_CONTAINER(row), label);
	g_object_set_data_full(G_OBJECT(row), "name", g_strdup(person->name), g_free);
	gtk_widget_set_sensitive(row, !hindered);
	atk_object_set_name(gtk_widget_get_accessible(row), text);
	gtk_widget_show_all(row);
	return row;
}

static gboolean
belongs(SabotPersonList *list, const struct sabot_wire_person *person)
{
	const struct sabot_wire_person *self = sabot_session_get_person(list->session);

	if (list->right && !sabot_session_role_has(list->session, person->role, list->right))
		return FALSE;
	return !list->without_self || !self || g_strcmp0(self->person, person->person) != 0;
}

static void
show_persons(SabotPersonList *list);

static gboolean
on_unlocked(gpointer data)
{
	SabotPersonList *list = data;

	list->unlock_source = 0;
	show_persons(list);
	return G_SOURCE_REMOVE;
}

/* Show the list again when the first of its locks ends. */
static void
await_unlock(SabotPersonList *list, const GPtrArray *persons)
{
	int64_t now_us = g_get_real_time(), left_us = INT64_MAX;

	g_clear_handle_id(&list->unlock_source, g_source_remove);
	for (guint i = 0; i < persons->len; i++) {
		const struct sabot_wire_person *person = g_ptr_array_index(persons, i);

		if (is_locked(person) && person->locked_until_us != SABOT_TIME_NONE)
			left_us = MIN(left_us, person->locked_until_us - now_us);
	}
	if (left_us != INT64_MAX)
		list->unlock_source =
			g_timeout_add((guint)(left_us / 1000 + LOCK_MARGIN_MS), on_unlocked, list);
}

static void
show_persons(SabotPersonList *list)
{
	const GPtrArray *persons = sabot_session_get_persons(list->session);

	await_unlock(list, persons);
	sabot_container_clear(list->rows);
	for (guint i = 0; i < persons->len; i++) {
		const struct sabot_wire_person *person = g_ptr_array_index(persons, i);
		GtkWidget *row;

		if (!belongs(list, person))
			continue;
		row = row_new(list, person);
		gtk_container_add(GTK_CONTAINER(list->rows), row);
		if (g_strcmp0(person->name, list->chosen) == 0)
			gtk_list_box_select_row(list->rows, GTK_LIST_BOX_ROW(row));
	}
}

void
sabot_person_list_set_session(SabotPersonList *list, SabotSession *session, const char *right,
			      gboolean without_self)
{
	list->session = g_object_ref(session);
	list->right = g_strdup(right);
	list->without_self = without_self;
	list->changed_handler =
		g_signal_connect_swapped(session, "changed", G_CALLBACK(show_persons), list);
	show_persons(list);
}

void
sabot_person_list_set_right(SabotPersonList *list, const char *right)
{
	if (g_strcmp0(list->right, right) == 0)
		return;
	g_free(list->right);
	list->right = g_strdup(right);
	show_persons(list);
}

void
sabot_person_list_set_hindrance(SabotPersonList *list, sabot_person_hinder_fn *hinder,
				gconstpointer data)
{
	list->hinder = hinder;
	list->hinder_data = data;
	show_persons(list);
}

gboolean
sabot_person_list_is_choice_good(SabotPersonList *list)
{
	GtkListBoxRow *row = gtk_list_box_get_row_at_index(list->rows, 0);

	/* Without a list the name was typed. */
	for (int i = 0; row; row = gtk_list_box_get_row_at_index(list->rows, ++i))
		if (g_strcmp0(name_of_row(row), list->chosen) == 0)
			return gtk_widget_get_sensitive(GTK_WIDGET(row));
	return list->chosen && !gtk_list_box_get_row_at_index(list->rows, 0);
}

void
sabot_person_list_set_needs_no_pin(SabotPersonList *list)
{
	list->needs_no_pin = TRUE;
	if (list->session)
		show_persons(list);
}

const char *
sabot_person_list_get_name(SabotPersonList *list)
{
	return list->chosen;
}

const char *
sabot_person_list_get_id(SabotPersonList *list)
{
	const GPtrArray *persons = sabot_session_get_persons(list->session);

	for (guint i = 0; i < persons->len; i++) {
		const struct sabot_wire_person *person = g_ptr_array_index(persons, i);

		if (g_strcmp0(person->name, list->chosen) == 0)
			return person->person;
	}
	return NULL;
}

void
sabot_person_list_choose(SabotPersonList *list, const char *name)
{
	GtkListBoxRow *row;

	for (int i = 0; (row = gtk_list_box_get_row_at_index(list->rows, i)); i++) {
		if (strcmp(name_of_row(row), name) == 0 &&
		    gtk_widget_get_sensitive(GTK_WIDGET(row)))
			gtk_list_box_select_row(list->rows, row);
	}
}

void
sabot_person_list_begin(SabotPersonList *list)
{
	gtk_widget_grab_focus(GTK_WIDGET(list->search));
}
