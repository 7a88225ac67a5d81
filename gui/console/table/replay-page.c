/*
 * The replay: see replay-page.h; its layout is replay-page.ui. One place is requested at a time: a
 * user who steps faster than the daemon answers gets to the last place requested.
 */
#include "replay-page.h"
#include "gui/widgets/template.h"

#include "table-cloth.h"
#include "gui/model/log/log-phrases.h"
#include "gui/widgets/label.h"
#include "proto/wording/log-outcome.h"
#include "proto/messages/log-messages.h"
#include "proto/wording/wording.h"

#include <glib/gi18n.h>

enum { PLAY_STEP_MS = 700 };

/* The children of the template. */
#define REPLAY_PAGE_CHILDREN(CHILD)                                                                \
	CHILD(GtkButton, back)                                                                     \
	CHILD(GtkButton, first)                                                                    \
	CHILD(GtkButton, previous)                                                                 \
	CHILD(GtkButton, play_back)                                                                \
	CHILD(GtkButton, play)                                                                     \
	CHILD(GtkButton, next)                                                                     \
	CHILD(GtkButton, incident)                                                                 \
	CHILD(GtkButton, what_if)                                                                  \
	CHILD(GtkToggleButton, whole)                                                              \
	CHILD(GtkLabel, title)                                                                     \
	CHILD(GtkLabel, position)                                                                  \
	CHILD(GtkLabel, prompt)                                                                    \
	CHILD(GtkLabel, more)                                                                      \
	CHILD(GtkLabel, said)                                                                      \
	CHILD(GtkLabel, check)                                                                     \
	CHILD(GtkListBox, out)                                                                     \
	CHILD(SabotTableCloth, cloth)

struct _SabotReplayPage {
	GtkBox parent_instance;
	SabotFeed *feed;
	GCancellable *asking;   /* NULL: nothing is requested */
	GCancellable *checking; /* likewise, for the text below */
	char *table;
	gint64 first_n, end_n;     /* events of the round */
	gint64 load_n, load_end_n; /* events of its load; 0: not known */
	gint64 n, last_n;          /* the event shown; the last of the log */
	gint64 next_incident_n;    /* next one after the event shown; 0: none */
	gint64 wanted_n;           /* requested now, or next */
	guint play_source;
	int play_by;         /* 1 forwards, -1 backwards */
	gboolean is_seeking; /* goes to the next incident, once its place is known */
	REPLAY_PAGE_CHILDREN(SABOT_CHILD_MEMBER)
};

G_DEFINE_FINAL_TYPE(SabotReplayPage, sabot_replay_page, GTK_TYPE_BOX)

enum { SIGNAL_LEFT, SIGNAL_WHAT_IF_WANTED, SIGNALS };

static guint signals[SIGNALS];

static void
stop_playing(SabotReplayPage *page)
{
	g_clear_handle_id(&page->play_source, g_source_remove);
	page->is_seeking = FALSE;
	if (!page->play)
		return;
	gtk_button_set_label(page->play, _("Play"));
	gtk_button_set_label(page->play_back, _("Play back"));
}

void
sabot_replay_page_stop(SabotReplayPage *page)
{
	stop_playing(page);
	sabot_give_up(&page->asking);
	sabot_give_up(&page->checking);
}

static void
sabot_replay_page_dispose(GObject *object)
{
	SabotReplayPage *page = SABOT_REPLAY_PAGE(object);

	page->play = NULL;
	sabot_replay_page_stop(page);
	g_clear_object(&page->feed);
	g_clear_pointer(&page->table, g_free);
	G_OBJECT_CLASS(sabot_replay_page_parent_class)->dispose(object);
}

static void
sabot_replay_page_class_init(SabotReplayPageClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_replay_page_dispose;
	g_type_ensure(SABOT_TYPE_TABLE_CLOTH);
	gtk_widget_class_set_template_from_resource(widget_class,
						    "/org/sabot/console/table/replay-page.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotReplayPage, REPLAY_PAGE_CHILDREN);
	gtk_widget_class_set_css_name(widget_class, "sabot-replay-page");
	signals[SIGNAL_LEFT] = g_signal_new("left", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0,
					    NULL, NULL, NULL, G_TYPE_NONE, 0);
	signals[SIGNAL_WHAT_IF_WANTED] =
		g_signal_new("what-if-wanted", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL,
			     NULL, NULL, G_TYPE_NONE, 0);
}

static void
request(SabotReplayPage *page, const char *verb, json_t *args, GCancellable **asking,
	sabot_client_reply_fn *fn)
{
	*asking = g_cancellable_new();
	sabot_session_request(sabot_feed_get_session(page->feed), verb, args, *asking, fn, page);
}

/* --- What is shown ---------------------------------------------------------------------------- */

static void
show_view(SabotReplayPage *page, struct sabot_wire_view *view)
{
	g_autofree char *prompt = NULL, *more = NULL;

	sabot_table_cloth_set_view(page->cloth, view);
	if (view->prompt) {
		prompt = sabot_phrase_prompt(view->prompt);
		more = sabot_phrase_prompt_more(view->prompt);
	}
	sabot_label_set(page->prompt, prompt);
	sabot_label_set(page->more, more);
}

static void
show_position(SabotReplayPage *page, json_t *event, int64_t named_n)
{
	struct sabot_wire_log_line *line =
		sabot_record_parse(&sabot_wire_log_line_type, event, NULL);
	g_autofree char *what =
		sabot_phrase_log_event(event, named_n, sabot_feed_get_session(page->feed));
	g_autofree char *at = sabot_phrase_log_time(line ? line->at_us : SABOT_TIME_NONE, FALSE);
	/* Translators: an event's number in the table's log, its time, what it was. */
	g_autofree char *text = g_strdup_printf(_("Event %d, %s: %s"), (int)page->n, at, what);

	sabot_record_unref(line);
	sabot_label_set(page->position, text);
	gtk_widget_set_sensitive(GTK_WIDGET(page->previous), page->n > 1);
	gtk_widget_set_sensitive(GTK_WIDGET(page->next), page->n < page->last_n);
}

/* The consequences of the event, a row each. */
static void
show_out(SabotReplayPage *page, const json_t *out)
{
	size_t index;
	json_t *line;

	sabot_container_clear(page->out);
	json_array_foreach((json_t *)out, index, line) {
		g_autofree char *text = sabot_log_outcome_line(line);
		GtkWidget *label = gtk_label_new(text);

		gtk_label_set_xalign(GTK_LABEL(label), 0);
		gtk_label_set_line_wrap(GTK_LABEL(label), TRUE);
		gtk_container_add(GTK_CONTAINER(page->out), label);
		atk_object_set_name(gtk_widget_get_accessible(gtk_widget_get_parent(label)), text);
		gtk_widget_show_all(gtk_widget_get_parent(label));
	}
}

/* --- Going there ------------------------------------------------------------------------------ */

static void
send_request(SabotReplayPage *page);

static void
go_to(SabotReplayPage *page, gint64 n)
{
	page->wanted_n = page->last_n > 0 ? CLAMP(n, 1, page->last_n) : MAX(n, 1);
	if (!page->asking && page->wanted_n != page->n)
		send_request(page);
}

static void
seek(SabotReplayPage *page)
{
	page->is_seeking = FALSE;
	if (page->next_incident_n > 0)
		go_to(page, page->next_incident_n);
	else
		sabot_label_set(page->said, _("No further incident in the log."));
}

static void
show_replay(SabotReplayPage *page, const struct sabot_wire_replay *replay)
{
	page->n = replay->n;
	page->last_n = replay->last_n;
	page->load_n = replay->load_n;
	page->load_end_n = replay->load_end_n;
	page->next_incident_n = replay->next_incident_n;
	show_out(page, replay->out);
	show_view(page, replay->view);
	show_position(page, replay->event, replay->named_n);
	if (page->is_seeking)
		seek(page);
	go_to(page, page->wanted_n);
}

static void
on_seen(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotReplayPage *page = data;
	g_autofree char *text = NULL;
	struct sabot_wire_replay *replay =
		sabot_session_read(ok, error, &sabot_wire_replay_type, &text);

	(void)client;
	g_clear_object(&page->asking);
	sabot_label_set(page->said, text);
	if (replay)
		show_replay(page, replay);
	else
		stop_playing(page);
	sabot_record_unref(replay);
}

static void
send_request(SabotReplayPage *page)
{
	request(page, "replay",
		json_pack("{s:s, s:I}", "table", page->table, "n", (json_int_t)page->wanted_n),
		&page->asking, on_seen);
}

static void
step(SabotReplayPage *page, int by)
{
	stop_playing(page);
	go_to(page, page->wanted_n + by);
}

/* The first and the last event of what is replayed: the round, or its whole load. */
static gint64
get_first(const SabotReplayPage *page)
{
	gboolean is_whole = page->load_n > 0 && gtk_toggle_button_get_active(page->whole);

	return is_whole ? page->load_n : page->first_n;
}

static gint64
get_end(const SabotReplayPage *page)
{
	gboolean is_whole = page->load_n > 0 && gtk_toggle_button_get_active(page->whole);

	return is_whole ? page->load_end_n : MIN(page->end_n, page->last_n);
}

static gboolean
has_more(const SabotReplayPage *page)
{
	return page->play_by > 0 ? page->n < get_end(page) : page->n > get_first(page);
}

static gboolean
on_play_due(gpointer data)
{
	SabotReplayPage *page = data;

	if (has_more(page)) {
		go_to(page, page->n + page->play_by);
		return G_SOURCE_CONTINUE;
	}
	page->play_source = 0;
	stop_playing(page);
	return G_SOURCE_REMOVE;
}

/* At one end, play starts from the other end again. */
static void
toggle_play(SabotReplayPage *page, GtkButton *button)
{
	int by = button == page->play ? 1 : -1;
	gboolean is_stop = page->play_source && page->play_by == by;

	stop_playing(page);
	if (is_stop)
		return;
	page->play_by = by;
	if (has_more(page))
		go_to(page, page->n + by);
	else
		go_to(page, by > 0 ? get_first(page) : get_end(page));
	gtk_button_set_label(button, _("Stop"));
	page->play_source = g_timeout_add(PLAY_STEP_MS, on_play_due, page);
}

/* --- Does it come to the same? ---------------------------------------------------------------- */

static void
show_check(SabotReplayPage *page, const struct sabot_wire_check *check)
{
	const char *fault = check->faults->len > 0 ? g_ptr_array_index(check->faults, 0) : NULL;
	g_autofree char *text =
		fault ? g_strdup_printf(_("DIFFERS from what was recorded: %s"), fault)
		      : g_strdup_printf(_("Derived again today as it was recorded: load %d; "
					  "events: %d; rulings: %d."),
					(int)check->load, (int)check->events, (int)check->rulings);

	sabot_style_set_class(page->check, "open-blocks", fault != NULL);
	sabot_label_set(page->check, text);
}

static void
on_checked(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotReplayPage *page = data;
	g_autofree char *text = NULL;
	struct sabot_wire_check *check =
		sabot_session_read(ok, error, &sabot_wire_check_type, &text);

	(void)client;
	g_clear_object(&page->checking);
	if (check)
		show_check(page, check);
	else
		sabot_label_set(page->check, text);
	sabot_record_unref(check);
}

/* --- Buttons ---------------------------------------------------------------------------------- */

static void
on_clicked(GtkButton *button, gpointer data)
{
	SabotReplayPage *page = data;

	if (button == page->back)
		g_signal_emit(page, signals[SIGNAL_LEFT], 0);
	else if (button == page->what_if)
		g_signal_emit(page, signals[SIGNAL_WHAT_IF_WANTED], 0);
	else if (button == page->first)
		step(page, (int)(get_first(page) - page->wanted_n));
	else if (button == page->previous)
		step(page, -1);
	else if (button == page->next)
		step(page, 1);
	else
		toggle_play(page, button);
}

static void
on_next_incident(GtkButton *button, gpointer data)
{
	SabotReplayPage *page = data;

	(void)button;
	stop_playing(page);
	page->is_seeking = TRUE;
	/*
	 * Request the same place again: the log may have grown, and a refusal shows its reason
	 * again.
	 */
	if (!page->asking)
		send_request(page);
}

static gboolean
on_key_pressed(GtkWidget *widget, GdkEventKey *event, gpointer data)
{
	SabotReplayPage *page = data;

	(void)widget;
	if (event->state & gtk_accelerator_get_default_mod_mask())
		return GDK_EVENT_PROPAGATE;
	if (event->keyval == GDK_KEY_Left)
		step(page, -1);
	else if (event->keyval == GDK_KEY_Right)
		step(page, 1);
	else
		return GDK_EVENT_PROPAGATE;
	return GDK_EVENT_STOP;
}

static void
connect_buttons(SabotReplayPage *page)
{
	GtkButton *const buttons[] = {page->back,      page->first, page->previous, page->play,
				      page->play_back, page->next,  page->what_if};

	for (gsize i = 0; i < G_N_ELEMENTS(buttons); i++)
		g_signal_connect(buttons[i], "clicked", G_CALLBACK(on_clicked), page);
	g_signal_connect(page->incident, "clicked", G_CALLBACK(on_next_incident), page);
}

static void
sabot_replay_page_init(SabotReplayPage *page)
{
	gtk_widget_init_template(GTK_WIDGET(page));
	connect_buttons(page);
	g_signal_connect(page, "key-press-event", G_CALLBACK(on_key_pressed), page);
}

GtkWidget *
sabot_replay_page_new(void)
{
	return g_object_new(SABOT_TYPE_REPLAY_PAGE, NULL);
}

void
sabot_replay_page_begin(SabotReplayPage *page, SabotFeed *feed,
			const struct sabot_wire_found *found, gint64 n)
{
	g_autofree char *title = NULL;

	sabot_replay_page_stop(page);
	g_set_object(&page->feed, feed);
	g_free(page->table);
	page->table = g_strdup(found->table);
	page->first_n = found->n;
	page->end_n = found->end_n;
	page->n = page->last_n = page->load_n = 0;
	gtk_toggle_button_set_active(page->whole, found->round == 0);
	/* Translators: a table, numbers. */
	title = g_strdup_printf(_("%s, load %d, round %d"), page->table, (int)found->load,
				(int)found->round);
	sabot_label_set(page->title, found->round ? title : page->table);
	gtk_widget_set_sensitive(GTK_WIDGET(page->what_if), found->round != 0);
	sabot_label_set(page->check, NULL);
	go_to(page, n);
	if (found->round)
		request(page, "verify",
			json_pack("{s:s, s:I}", "table", page->table, "round",
				  (json_int_t)found->round),
			&page->checking, on_checked);
	gtk_widget_grab_focus(GTK_WIDGET(page->next));
}
