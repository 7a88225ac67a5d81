/*
 * See pictures-panel.h; its layout is pictures-panel.ui. The list is the daemon's; it is requested
 * again after each action here, and every few seconds for actions elsewhere.
 */
#include "pictures-panel.h"
#include "gui/widgets/template.h"

#include "gui/console/log/log-row.h"
#include "gui/model/log/log-phrases.h"
#include "gui/widgets/label.h"
#include "proto/review.h"
#include "proto/rfc3339.h"

#include <glib/gi18n.h>

enum { AGAIN_S = 3, BEFORE_S = 90, AFTER_S = 60 };

/* The children of the template. */
#define PICTURES_PANEL_CHILDREN(CHILD)                                                             \
	CHILD(GtkBox, asking)                                                                      \
	CHILD(GtkBox, answering)                                                                   \
	CHILD(GtkLabel, what)                                                                      \
	CHILD(GtkLabel, empty)                                                                     \
	CHILD(GtkEntry, why)                                                                       \
	CHILD(GtkEntry, note)                                                                      \
	CHILD(GtkButton, ask)                                                                      \
	CHILD(GtkButton, deliver)                                                                  \
	CHILD(GtkButton, refuse)                                                                   \
	CHILD(GtkListBox, rows)

struct _SabotPicturesPanel {
	SabotPanel parent_instance;
	SabotFeed *feed;
	GCancellable *cancellable;
	struct sabot_wire_found *found; /* or NULL */
	json_t *shown;                  /* the answer shown, or NULL */
	struct sabot_wire_page *page;   /* the same, of struct sabot_wire_review */
	guint again_source;
	gint64 chosen;        /* the number of a request; 0: none */
	char *daemon;         /* of a hub: whose it is; else NULL */
	gboolean has_no_list; /* it could not be had, which is said */
	PICTURES_PANEL_CHILDREN(SABOT_CHILD_MEMBER)
};

G_DEFINE_FINAL_TYPE(SabotPicturesPanel, sabot_pictures_panel, SABOT_TYPE_PANEL)

static SabotSession *
get_session(SabotPicturesPanel *panel)
{
	return sabot_feed_get_session(panel->feed);
}

static void
sabot_pictures_panel_dispose(GObject *object)
{
	SabotPicturesPanel *panel = SABOT_PICTURES_PANEL(object);

	sabot_give_up(&panel->cancellable);
	g_clear_handle_id(&panel->again_source, g_source_remove);
	if (panel->feed)
		g_signal_handlers_disconnect_by_data(get_session(panel), panel);
	g_clear_object(&panel->feed);
	g_clear_pointer(&panel->found, sabot_record_unref);
	g_clear_pointer(&panel->daemon, g_free);
	g_clear_pointer(&panel->shown, json_decref);
	g_clear_pointer(&panel->page, sabot_record_unref);
	G_OBJECT_CLASS(sabot_pictures_panel_parent_class)->dispose(object);
}

static void
sabot_pictures_panel_class_init(SabotPicturesPanelClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_pictures_panel_dispose;
	gtk_widget_class_set_template_from_resource(
		widget_class, "/org/sabot/console/incident/pictures-panel.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotPicturesPanel, PICTURES_PANEL_CHILDREN);
}

/* --- What may be done ------------------------------------------------------------------------- */

/* Several daemons of a hub have requests of one number. */
static gboolean
is_chosen(SabotPicturesPanel *panel, const struct sabot_wire_review *review)
{
	return review->review == panel->chosen && g_strcmp0(review->upstream, panel->daemon) == 0;
}

static gboolean
has_chosen(SabotPicturesPanel *panel)
{
	for (guint i = 0; panel->page && i < panel->page->items->len; i++)
		if (is_chosen(panel, g_ptr_array_index(panel->page->items, i)))
			return TRUE;
	return FALSE;
}

/* A button that cannot be pressed shows why; a refusal has its reason. */
static void
show_buttons(SabotPicturesPanel *panel)
{
	g_autofree char *no_asking = sabot_session_refusal(get_session(panel), "review");
	g_autofree char *no_answer = sabot_session_refusal(get_session(panel), "deliver");
	gboolean may_answer = !no_answer && has_chosen(panel);
	gboolean has_note = *gtk_entry_get_text(panel->note) != '\0';

	gtk_widget_set_visible(GTK_WIDGET(panel->asking), panel->found != NULL);
	gtk_widget_set_sensitive(GTK_WIDGET(panel->ask), !no_asking);
	gtk_widget_set_tooltip_text(GTK_WIDGET(panel->ask), no_asking);
	gtk_widget_set_visible(GTK_WIDGET(panel->answering), !no_answer);
	gtk_widget_set_sensitive(GTK_WIDGET(panel->deliver), may_answer);
	gtk_widget_set_sensitive(GTK_WIDGET(panel->refuse), may_answer && has_note);
}

/* --- The list --------------------------------------------------------------------------------- */

/* Who made the entry, and when: "Pia, 2026-11-21 20:15:03". */
static void
add_who(GString *text, SabotPicturesPanel *panel, const char *by, int64_t at_us)
{
	g_autofree char *at = at_us == SABOT_TIME_NONE ? NULL : sabot_phrase_log_time(at_us, TRUE);

	g_string_append_printf(text, "\n%s%s%s",
			       by ? sabot_session_get_name(get_session(panel), by) : "",
			       by && at ? ", " : "", at ? at : "");
}

static char *
phrase(SabotPicturesPanel *panel, const struct sabot_wire_review *review)
{
	g_autofree char *from = sabot_phrase_log_time(review->from_us, TRUE),
			*to = sabot_phrase_log_time(review->to_us, FALSE);
	GString *text = g_string_new(NULL);

	/* Translators: a request's number, what became of it. */
	g_string_append_printf(text, C_("pictures", "No. %d, %s\n"), (int)review->review,
			       sabot_review_state_name(review->state));
	if (review->round)
		/* Translators: a table, a round's number. */
		g_string_append_printf(text, C_("pictures", "%s, round %d"), review->table,
				       (int)review->round);
	else
		g_string_append_printf(text, C_("pictures", "%s, incident %d"), review->table,
				       (int)review->incident);
	g_string_append_printf(text, "\n%s%s%s – %s", review->camera ? review->camera : "",
			       review->camera ? ", " : "", from, to);
	add_who(text, panel, review->by, review->at_us);
	if (review->why)
		g_string_append_printf(text, ": %s", review->why);
	if (review->state != SABOT_REVIEW_REQUESTED)
		add_who(text, panel, review->answered_by, review->answered_us);
	if (review->note)
		g_string_append_printf(text, ": %s", review->note);
	return g_string_free(text, FALSE);
}

static void
add_review(SabotPicturesPanel *panel, struct sabot_wire_review *review)
{
	g_autofree char *text = phrase(panel, review);
	GtkWidget *row = sabot_log_row_add(panel->rows, (const char *const[]){text, NULL}, review);

	sabot_style_set_class(row, sabot_review_state_word(review->state), TRUE);
	if (is_chosen(panel, review))
		gtk_list_box_select_row(panel->rows, GTK_LIST_BOX_ROW(row));
}

/* Unchanged entries are not redrawn while they are read. `ok` is the answer that was parsed. */
static void
show_list(SabotPicturesPanel *panel, json_t *ok, struct sabot_wire_page *page)
{
	gint64 chosen = panel->chosen;
	g_autofree char *daemon = g_strdup(panel->daemon);

	if (panel->shown && json_equal(panel->shown, ok))
		return;
	json_decref(panel->shown);
	panel->shown = json_incref(ok);
	sabot_record_unref(panel->page);
	panel->page = sabot_record_ref(page);
	sabot_container_clear(panel->rows);
	panel->chosen = chosen;
	g_free(panel->daemon);
	panel->daemon = g_steal_pointer(&daemon);
	for (guint i = 0; i < page->items->len; i++)
		add_review(panel, g_ptr_array_index(page->items, i));
	gtk_widget_set_visible(GTK_WIDGET(panel->empty), page->items->len == 0);
	show_buttons(panel);
}

/* A load error is cleared when the list arrives; the result of an action stays. */
static void
on_list_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotPicturesPanel *panel = data;
	g_autofree char *text = NULL;
	struct sabot_wire_page *page =
		sabot_session_read(ok, error, &sabot_wire_reviews_type, &text);

	(void)client;
	if (!page || panel->has_no_list)
		sabot_panel_show_message(SABOT_PANEL(panel), text);
	panel->has_no_list = !page;
	if (page)
		show_list(panel, ok, page);
	sabot_record_unref(page);
}

static void
request_list(SabotPicturesPanel *panel)
{
	sabot_session_request(get_session(panel), "reviews", NULL, panel->cancellable, on_list_came,
			      panel);
}

static gboolean
on_again_due(gpointer data)
{
	request_list(data);
	return G_SOURCE_CONTINUE;
}

static void
on_row_selected(GtkListBox *rows, GtkListBoxRow *row, gpointer data)
{
	SabotPicturesPanel *panel = data;
	const struct sabot_wire_review *review = row ? sabot_log_row_get_record(row) : NULL;

	(void)rows;
	panel->chosen = review ? review->review : 0;
	g_free(panel->daemon);
	panel->daemon = review ? g_strdup(review->upstream) : NULL;
	show_buttons(panel);
}

/* --- Asking and answering --------------------------------------------------------------------- */

static void
on_done(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotPicturesPanel *panel = data;
	g_autofree char *text = error ? sabot_session_explain(error) : NULL;

	(void)client;
	(void)ok;
	sabot_panel_show_message(SABOT_PANEL(panel), text);
	if (error)
		return;
	gtk_entry_set_text(panel->why, "");
	gtk_entry_set_text(panel->note, "");
	request_list(panel);
}

static void
on_ask(GtkButton *button, gpointer data)
{
	SabotPicturesPanel *panel = data;
	const struct sabot_wire_found *found = panel->found;
	g_autofree char *from = sabot_time_format(found->at_us - BEFORE_S * G_USEC_PER_SEC);
	g_autofree char *to = sabot_time_format(found->end_us + AFTER_S * G_USEC_PER_SEC);
	const char *why = gtk_entry_get_text(panel->why);

	(void)button;
	sabot_session_request(get_session(panel), "review_request",
			      json_pack("{s:s, s:I, s:s, s:s, s:s*}", "table", found->table,
					"round", (json_int_t)found->round, "from", from, "to", to,
					"why", *why ? why : NULL),
			      panel->cancellable, on_done, panel);
}

static void
on_answer(GtkButton *button, gpointer data)
{
	SabotPicturesPanel *panel = data;
	const char *note = gtk_entry_get_text(panel->note);
	json_t *args = json_pack("{s:I, s:s, s:s*}", "review", (json_int_t)panel->chosen, "answer",
				 button == panel->deliver ? "deliver" : "refuse", "note",
				 *note ? note : NULL);

	sabot_session_request(get_session(panel), "review_answer",
			      sabot_session_aim(args, panel->daemon), panel->cancellable, on_done,
			      panel);
}

static void
sabot_pictures_panel_init(SabotPicturesPanel *panel)
{
	gtk_widget_init_template(GTK_WIDGET(panel));
	panel->cancellable = g_cancellable_new();
	g_signal_connect(panel->ask, "clicked", G_CALLBACK(on_ask), panel);
	g_signal_connect(panel->deliver, "clicked", G_CALLBACK(on_answer), panel);
	g_signal_connect(panel->refuse, "clicked", G_CALLBACK(on_answer), panel);
	g_signal_connect(panel->rows, "row-selected", G_CALLBACK(on_row_selected), panel);
	g_signal_connect_swapped(panel->note, "changed", G_CALLBACK(show_buttons), panel);
}

static void
show_found(SabotPicturesPanel *panel)
{
	g_autofree char *text = NULL;

	if (!panel->found)
		return;
	/* Translators: a table, a round's number. */
	text = g_strdup_printf(C_("pictures", "%s, round %d"), panel->found->table,
			       (int)panel->found->round);
	sabot_label_set(panel->what, text);
}

GtkWidget *
sabot_pictures_panel_new(SabotFeed *feed, struct sabot_wire_found *found)
{
	SabotPicturesPanel *panel = g_object_new(SABOT_TYPE_PICTURES_PANEL, NULL);

	panel->feed = g_object_ref(feed);
	if (found && found->round)
		panel->found = sabot_record_ref(found);
	sabot_panel_set_title(SABOT_PANEL(panel), _("Pictures"));
	g_signal_connect_swapped(get_session(panel), "changed", G_CALLBACK(show_buttons), panel);
	show_found(panel);
	show_buttons(panel);
	request_list(panel);
	panel->again_source = g_timeout_add_seconds(AGAIN_S, on_again_due, panel);
	return GTK_WIDGET(panel);
}
