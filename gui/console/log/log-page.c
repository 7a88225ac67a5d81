/* The log browser: see log-page.h; its layout is log-page.ui. */
#include "log-page.h"
#include "gui/widgets/template.h"

#include "case-button.h"
#include "log-filter.h"
#include "log-row.h"
#include "gui/model/log/log-phrases.h"
#include "gui/widgets/label.h"
#include "gui/widgets/narrow.h"
#include "proto/floor-names.h"
#include "proto/wording/log-wording.h"

#include <glib/gi18n.h>
#include <string.h>

enum { FOUND_PER_PAGE = 50, ENTRIES = 7, AGAIN_MS = 1500 };
enum { LEFT_PX = 320, NARROW_LEFT_PX = 220, NARROW_BELOW_PX = 860 };

/* The children of the template. */
#define LOG_PAGE_CHILDREN(CHILD)                                                                   \
	CHILD(GtkWidget, left_column)                                                              \
	CHILD(GtkComboBoxText, table)                                                              \
	CHILD(GtkComboBoxText, lay)                                                                \
	CHILD(GtkComboBoxText, person)                                                             \
	CHILD(GtkEntry, round)                                                                     \
	CHILD(GtkEntry, load)                                                                      \
	CHILD(GtkEntry, incident)                                                                  \
	CHILD(GtkEntry, card)                                                                      \
	CHILD(GtkEntry, amount)                                                                    \
	CHILD(GtkEntry, since)                                                                     \
	CHILD(GtkEntry, until)                                                                     \
	CHILD(GtkButton, back)                                                                     \
	CHILD(GtkButton, find)                                                                     \
	CHILD(GtkButton, more)                                                                     \
	CHILD(GtkButton, replay)                                                                   \
	CHILD(GtkButton, pictures)                                                                 \
	CHILD(GtkListBox, rows)                                                                    \
	CHILD(GtkListBox, story)                                                                   \
	CHILD(GtkLabel, said)                                                                      \
	CHILD(GtkLabel, head)                                                                      \
	CHILD(SabotCaseButton, case_file)

struct _SabotLogPage {
	GtkBox parent_instance;
	SabotFeed *feed;
	GCancellable *finding, *telling; /* the requests under way; NULL: none */
	guint again_source;              /* timer to repeat the request; 0: none */
	json_t *filter;                  /* filter of the list shown */
	struct sabot_wire_found *found;  /* the round shown; or NULL */
	GPtrArray *lines;                /* its story, of struct sabot_wire_story_line; or NULL */
	LOG_PAGE_CHILDREN(SABOT_CHILD_MEMBER)
};

G_DEFINE_FINAL_TYPE(SabotLogPage, sabot_log_page, GTK_TYPE_BOX)

enum { SIGNAL_LEFT, SIGNAL_REPLAY_WANTED, SIGNAL_PICTURES_WANTED, SIGNALS };

static guint signals[SIGNALS];

static SabotSession *
get_session(SabotLogPage *page)
{
	return sabot_feed_get_session(page->feed);
}

static void
forget_story(SabotLogPage *page)
{
	sabot_give_up(&page->telling);
	g_clear_pointer(&page->found, sabot_record_unref);
	g_clear_pointer(&page->lines, g_ptr_array_unref);
}

static void
stop_finding(SabotLogPage *page)
{
	sabot_give_up(&page->finding);
	g_clear_handle_id(&page->again_source, g_source_remove);
}

static void
sabot_log_page_dispose(GObject *object)
{
	SabotLogPage *page = SABOT_LOG_PAGE(object);

	stop_finding(page);
	forget_story(page);
	g_clear_pointer(&page->filter, json_decref);
	g_clear_object(&page->feed);
	G_OBJECT_CLASS(sabot_log_page_parent_class)->dispose(object);
}

static void
sabot_log_page_class_init(SabotLogPageClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_log_page_dispose;
	g_type_ensure(SABOT_TYPE_CASE_BUTTON);
	gtk_widget_class_set_template_from_resource(widget_class,
						    "/org/sabot/console/log/log-page.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotLogPage, LOG_PAGE_CHILDREN);
	gtk_widget_class_set_css_name(widget_class, "sabot-log-page");
	signals[SIGNAL_LEFT] = g_signal_new("left", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0,
					    NULL, NULL, NULL, G_TYPE_NONE, 0);
	signals[SIGNAL_REPLAY_WANTED] =
		g_signal_new("replay-wanted", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
			     NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT64);
	signals[SIGNAL_PICTURES_WANTED] =
		g_signal_new("pictures-wanted", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0,
			     NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
show_message(SabotLogPage *page, const char *text)
{
	sabot_label_set(page->said, text);
}

/* --- A story ---------------------------------------------------------------------------------- */

static void
add_line(SabotLogPage *page, struct sabot_wire_story_line *line)
{
	g_autofree char *at = sabot_phrase_log_time(line->at_us, FALSE);
	g_autofree char *text = sabot_phrase_story_line(line, get_session(page));
	const char *const texts[] = {at, sabot_log_wording_kind(line->kind), text, NULL};

	sabot_style_set_class(sabot_log_row_add(page->story, texts, line), line->kind, TRUE);
}

static void
show_head(SabotLogPage *page, const struct sabot_wire_story *story)
{
	g_autofree char *round = sabot_phrase_found(page->found), *text = NULL;
	GString *names = g_string_new(NULL);

	for (guint i = 0; i < story->logged_in->len; i++)
		g_string_append_printf(
			names, "%s%s", i > 0 ? ", " : "",
			sabot_session_get_name(get_session(page),
					       g_ptr_array_index(story->logged_in, i)));
	/* Translators: a round, and who was logged in then. */
	text = g_strdup_printf(_("%s\nLogged in: %s"), round,
			       names->len > 0 ? names->str : _("nobody"));
	sabot_label_set(page->head, text);
	g_string_free(names, TRUE);
}

static void
request_story(SabotLogPage *page, int64_t from);

static void
add_lines(SabotLogPage *page, const struct sabot_wire_story *story)
{
	show_head(page, story);
	for (guint i = 0; i < story->lines->len; i++) {
		struct sabot_wire_story_line *line = g_ptr_array_index(story->lines, i);

		g_ptr_array_add(page->lines, sabot_record_ref(line));
		add_line(page, line);
	}
	gtk_widget_set_sensitive(GTK_WIDGET(page->replay), TRUE);
	sabot_case_button_set(page->case_file, get_session(page), page->found);
	if (story->next)
		request_story(page, story->next);
}

static void
on_story_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotLogPage *page = data;
	g_autofree char *text = NULL;
	struct sabot_wire_story *story =
		sabot_session_read(ok, error, &sabot_wire_story_type, &text);

	(void)client;
	g_clear_object(&page->telling);
	show_message(page, text);
	if (story)
		add_lines(page, story);
	sabot_record_unref(story);
}

static void
request_story(SabotLogPage *page, int64_t from)
{
	sabot_give_up(&page->telling);
	page->telling = g_cancellable_new();
	sabot_session_request(get_session(page), "story",
			      json_pack("{s:s, s:I, s:I}", "table", page->found->table, "round",
					(json_int_t)page->found->round, "from", (json_int_t)from),
			      page->telling, on_story_came, page);
}

static void
clear_story(SabotLogPage *page)
{
	forget_story(page);
	sabot_container_clear(page->story);
	sabot_label_set(page->head, NULL);
	gtk_widget_set_sensitive(GTK_WIDGET(page->replay), FALSE);
	sabot_case_button_set(page->case_file, NULL, NULL);
}

/* An event outside of all rounds has no story, but a place in its table's log. */
static gboolean
is_of_a_table(SabotLogPage *page)
{
	return !sabot_floor_name_is_house(page->found->table);
}

static void
on_row_selected(GtkListBox *rows, GtkListBoxRow *row, gpointer data)
{
	SabotLogPage *page = data;

	(void)rows;
	clear_story(page);
	if (!row)
		return;
	page->found = sabot_record_ref(sabot_log_row_get_record(row));
	page->lines = g_ptr_array_new_with_free_func(sabot_record_unref);
	if (page->found->round)
		request_story(page, 0);
	else
		gtk_widget_set_sensitive(GTK_WIDGET(page->replay), is_of_a_table(page));
}

static void
want_replay(SabotLogPage *page, int64_t n)
{
	g_signal_emit(page, signals[SIGNAL_REPLAY_WANTED], 0, (gint64)n);
}

static void
on_replay(GtkButton *button, gpointer data)
{
	SabotLogPage *page = data;

	(void)button;
	want_replay(page, page->found->n);
}

static void
on_found_activated(GtkListBox *rows, GtkListBoxRow *row, gpointer data)
{
	SabotLogPage *page = data;

	(void)rows;
	(void)row;
	if (page->lines && gtk_widget_get_sensitive(GTK_WIDGET(page->replay)))
		want_replay(page, page->found->n);
}

/* An event of the table has a place in its log; those of the house have none. */
static void
on_line_activated(GtkListBox *story, GtkListBoxRow *row, gpointer data)
{
	const struct sabot_wire_story_line *line = sabot_log_row_get_record(row);

	(void)story;
	if (strcmp(line->kind, "event") == 0)
		want_replay(data, line->n);
}

/* --- Finding ---------------------------------------------------------------------------------- */

static gboolean
on_again_due(gpointer data);

/* NULL if there is no error. Transferred. */
static char *
explain(const GError *error)
{
	if (sabot_session_get_readiness(error) < 0)
		return error ? sabot_session_explain(error) : NULL;
	/* Translators: how many percent of it there are. */
	return g_strdup_printf(
		_("The log is made ready to be looked into: %d %%. It is asked again by itself."),
		sabot_session_get_readiness(error));
}

/* `missing`: that not all daemons of a hub are in it; or NULL. */
static void
add_finds(SabotLogPage *page, const struct sabot_wire_finds *finds, const char *missing)
{
	for (guint i = 0; i < finds->found->len; i++) {
		struct sabot_wire_found *found = g_ptr_array_index(finds->found, i);
		g_autofree char *line = sabot_phrase_found(found);

		sabot_log_row_add(page->rows, (const char *const[]){line, NULL}, found);
	}
	if (missing)
		show_message(page, missing);
	else if (finds->is_veiled)
		show_message(page, _("Cards are not looked for in loads that are in a shoe."));
	else
		show_message(page, gtk_list_box_get_row_at_index(page->rows, 0)
					   ? NULL
					   : _("Nothing fits."));
	if (finds->next)
		json_object_set_new(page->filter, "before", json_integer(finds->next));
}

static void
on_found_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotLogPage *page = data;
	g_autoptr(GError) unreadable = NULL;
	struct sabot_wire_finds *finds =
		error ? NULL : sabot_record_parse(&sabot_wire_finds_type, ok, &unreadable);
	g_autofree char *refusal = finds ? NULL : explain(error ? error : unreadable);
	g_autofree char *missing = finds ? sabot_session_missing(ok) : NULL;

	(void)client;
	g_clear_object(&page->finding);
	show_message(page, refusal);
	if (finds)
		add_finds(page, finds, missing);
	if (sabot_session_get_readiness(error) >= 0)
		page->again_source = g_timeout_add(AGAIN_MS, on_again_due, page);
	gtk_widget_set_visible(GTK_WIDGET(page->more), finds && finds->next);
	sabot_record_unref(finds);
}

static void
request_found(SabotLogPage *page)
{
	stop_finding(page);
	page->finding = g_cancellable_new();
	sabot_session_request(get_session(page), "find", json_deep_copy(page->filter),
			      page->finding, on_found_came, page);
}

/* A message shown meanwhile stays. */
static gboolean
on_again_due(gpointer data)
{
	SabotLogPage *page = data;

	page->again_source = 0;
	request_found(page);
	return G_SOURCE_REMOVE;
}

static void
begin_finding(SabotLogPage *page)
{
	gtk_widget_hide(GTK_WIDGET(page->more));
	show_message(page, _("Looking …"));
	request_found(page);
}

/* The search; NULL after a message about unreadable input. Transferred. */
static json_t *
read_filter(SabotLogPage *page)
{
	const struct sabot_log_filter entries = {
		.table = page->table,
		.lay = page->lay,
		.person = page->person,
		.round = page->round,
		.load = page->load,
		.incident = page->incident,
		.card = page->card,
		.amount = page->amount,
		.since = page->since,
		.until = page->until,
	};
	const char *wrong = NULL;
	json_t *filter = sabot_log_filter_read(&entries, &wrong);

	if (filter)
		json_object_set_new(filter, "limit", json_integer(FOUND_PER_PAGE));
	else
		show_message(page, wrong);
	return filter;
}

static void
on_find(GtkWidget *widget, gpointer data)
{
	SabotLogPage *page = data;
	json_t *filter = read_filter(page);

	(void)widget;
	if (!filter)
		return;
	json_decref(page->filter);
	page->filter = filter;
	clear_story(page);
	sabot_container_clear(page->rows);
	begin_finding(page);
}

/* --- Beginning -------------------------------------------------------------------------------- */

static void
list_entries(SabotLogPage *page, GtkEntry *ret_entries[ENTRIES])
{
	GtkEntry *const entries[ENTRIES] = {page->round,  page->load,  page->incident, page->card,
					    page->amount, page->since, page->until};

	memcpy(ret_entries, entries, sizeof(entries));
}

static void
fill_tables(SabotLogPage *page, const char *chosen)
{
	GListModel *tables = G_LIST_MODEL(sabot_feed_get_tables(page->feed));

	gtk_combo_box_text_remove_all(page->table);
	gtk_combo_box_text_append(page->table, "", _("All tables"));
	for (guint i = 0; i < g_list_model_get_n_items(tables); i++) {
		g_autoptr(SabotTableItem) item = g_list_model_get_item(tables, i);
		const char *name = sabot_table_item_get_name(item);

		gtk_combo_box_text_append(page->table, name, name);
	}
	gtk_combo_box_set_active_id(GTK_COMBO_BOX(page->table), chosen ? chosen : "");
}

static void
fill_persons(SabotLogPage *page)
{
	const GPtrArray *persons = sabot_session_get_persons(get_session(page));

	gtk_combo_box_text_remove_all(page->person);
	gtk_combo_box_text_append(page->person, "", _("Anybody"));
	for (guint i = 0; i < persons->len; i++) {
		const struct sabot_wire_person *person = g_ptr_array_index(persons, i);

		gtk_combo_box_text_append(page->person, person->person, person->name);
	}
	gtk_combo_box_set_active(GTK_COMBO_BOX(page->person), 0);
}

/* The persons may arrive after the page was opened. */
static void
on_session_changed(SabotLogPage *page)
{
	GtkTreeModel *shown = gtk_combo_box_get_model(GTK_COMBO_BOX(page->person));

	if (gtk_tree_model_iter_n_children(shown, NULL) <= 1)
		fill_persons(page);
}

static void
clear_entries(SabotLogPage *page)
{
	GtkEntry *entries[ENTRIES];

	list_entries(page, entries);
	for (gsize i = 0; i < ENTRIES; i++)
		gtk_entry_set_text(entries[i], "");
	gtk_combo_box_set_active(GTK_COMBO_BOX(page->lay), 0);
}

static void
on_case_said(SabotCaseButton *button, const char *text, gpointer data)
{
	(void)button;
	show_message(data, text);
}

static void
on_back(GtkButton *button, gpointer data)
{
	(void)button;
	g_signal_emit(data, signals[SIGNAL_LEFT], 0);
}

static void
on_pictures(GtkButton *button, gpointer data)
{
	(void)button;
	g_signal_emit(data, signals[SIGNAL_PICTURES_WANTED], 0);
}

static void
on_narrow(G_GNUC_UNUSED GtkWidget *page, gboolean is_narrow, gpointer left_column)
{
	gtk_widget_set_size_request(left_column, is_narrow ? NARROW_LEFT_PX : LEFT_PX, -1);
}

static void
sabot_log_page_init(SabotLogPage *page)
{
	GtkEntry *entries[ENTRIES];

	gtk_widget_init_template(GTK_WIDGET(page));
	sabot_narrow_watch(GTK_WIDGET(page), NARROW_BELOW_PX, on_narrow, page->left_column);
	g_signal_connect(page->back, "clicked", G_CALLBACK(on_back), page);
	g_signal_connect(page->pictures, "clicked", G_CALLBACK(on_pictures), page);
	g_signal_connect(page->find, "clicked", G_CALLBACK(on_find), page);
	g_signal_connect_swapped(page->more, "clicked", G_CALLBACK(begin_finding), page);
	gtk_label_set_line_wrap(GTK_LABEL(gtk_bin_get_child(GTK_BIN(page->replay))), TRUE);
	g_signal_connect(page->replay, "clicked", G_CALLBACK(on_replay), page);
	g_signal_connect(page->rows, "row-selected", G_CALLBACK(on_row_selected), page);
	g_signal_connect(page->rows, "row-activated", G_CALLBACK(on_found_activated), page);
	g_signal_connect(page->case_file, "said", G_CALLBACK(on_case_said), page);
	g_signal_connect(page->story, "row-activated", G_CALLBACK(on_line_activated), page);
	list_entries(page, entries);
	for (gsize i = 0; i < ENTRIES; i++)
		g_signal_connect(entries[i], "activate", G_CALLBACK(on_find), page);
}

GtkWidget *
sabot_log_page_new(void)
{
	return g_object_new(SABOT_TYPE_LOG_PAGE, NULL);
}

void
sabot_log_page_begin(SabotLogPage *page, SabotFeed *feed, const char *table, gint64 incident)
{
	g_autofree char *number = g_strdup_printf("%" G_GINT64_FORMAT, incident);

	if (page->feed != feed) {
		clear_story(page);
		sabot_container_clear(page->rows);
		if (page->feed)
			g_signal_handlers_disconnect_by_data(get_session(page), page);
		g_set_object(&page->feed, feed);
		g_signal_connect_object(get_session(page), "changed",
					G_CALLBACK(on_session_changed), page, G_CONNECT_SWAPPED);
	}
	fill_tables(page, table);
	fill_persons(page);
	clear_entries(page);
	if (incident)
		gtk_entry_set_text(page->incident, number);
	gtk_widget_grab_focus(GTK_WIDGET(page->round));
	on_find(NULL, page);
}

SabotFeed *
sabot_log_page_get_feed(SabotLogPage *page)
{
	return page->feed;
}

struct sabot_wire_found *
sabot_log_page_get_found(SabotLogPage *page)
{
	return page->found;
}

const GPtrArray *
sabot_log_page_get_lines(SabotLogPage *page)
{
	return page->lines;
}
