/*
 * See incident-story.h; its layout is incident-story.ui. The log has a round's story once it is
 * over; for the round in play the events around the incident are replayed one by one.
 */
#include "incident-story.h"
#include "gui/widgets/template.h"

#include "cue-strip.h"
#include "gui/console/log/log-row.h"
#include "gui/console/log/step-lines.h"
#include "gui/model/log/log-phrases.h"
#include "gui/widgets/label.h"
#include "proto/floor-names.h"
#include "proto/messages/derived-lines.h"
#include "proto/messages/lookup-messages.h"
#include "proto/messages/members.h"
#include "proto/review.h"
#include "proto/rfc3339.h"

#include <glib/gi18n.h>
#include <string.h>

enum { AGAIN_MS = 1500, STEPS_BEFORE = 12, STEPS_AFTER = 6 };

/* The children of the template. */
#define INCIDENT_STORY_CHILDREN(CHILD)                                                             \
	CHILD(GtkScrolledWindow, scroll)                                                           \
	CHILD(GtkListBox, events)                                                                  \
	CHILD(GtkLabel, said)                                                                      \
	CHILD(GtkWidget, cue_frame)                                                                \
	CHILD(SabotCueStrip, cue)                                                                  \
	CHILD(GtkLabel, cue_times)                                                                 \
	CHILD(GtkButton, ask)                                                                      \
	CHILD(GtkLabel, asked)

struct _SabotIncidentStory {
	GtkBox parent_instance;
	SabotFeed *feed;
	GCancellable *cancellable;
	guint again_source;
	char *table;
	int64_t incident, at_us;
	int64_t next_n, end_n; /* the events still to be replayed; 0: not known yet */
	GtkWidget *own_row;    /* the incident's own line; borrowed, or NULL */
	INCIDENT_STORY_CHILDREN(SABOT_CHILD_MEMBER)
};

G_DEFINE_FINAL_TYPE(SabotIncidentStory, sabot_incident_story, GTK_TYPE_BOX)

static SabotSession *
get_session(SabotIncidentStory *story)
{
	return sabot_feed_get_session(story->feed);
}

static void
sabot_incident_story_dispose(GObject *object)
{
	SabotIncidentStory *story = SABOT_INCIDENT_STORY(object);

	sabot_give_up(&story->cancellable);
	g_clear_handle_id(&story->again_source, g_source_remove);
	if (story->feed)
		g_signal_handlers_disconnect_by_data(get_session(story), story);
	g_clear_object(&story->feed);
	g_clear_pointer(&story->table, g_free);
	G_OBJECT_CLASS(sabot_incident_story_parent_class)->dispose(object);
}

static void
sabot_incident_story_class_init(SabotIncidentStoryClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_incident_story_dispose;
	g_type_ensure(SABOT_TYPE_CUE_STRIP);
	gtk_widget_class_set_template_from_resource(
		widget_class, "/org/sabot/console/incident/incident-story.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotIncidentStory, INCIDENT_STORY_CHILDREN);
}

/* --- The events ------------------------------------------------------------------------------- */

static gboolean
is_own(SabotIncidentStory *story, const struct sabot_wire_story_line *line)
{
	static const struct sabot_member members[] = {{"id", SABOT_MEMBER_NUMBER, 0}};
	int64_t id = 0;

	if (sabot_derived_line_kind(line->line) == SABOT_DERIVED_INCIDENT)
		sabot_members_read(line->line, members, G_N_ELEMENTS(members), &id);
	return id == story->incident;
}

static void
add_line(SabotIncidentStory *story, struct sabot_wire_story_line *line)
{
	g_autofree char *at = sabot_phrase_log_time(line->at_us, FALSE);
	g_autofree char *text = sabot_phrase_story_line(line, get_session(story));
	GtkWidget *row =
		sabot_log_row_add(story->events, (const char *const[]){at, text, NULL}, line);

	if (line->at_us != SABOT_TIME_NONE && g_str_equal(line->kind, "event"))
		sabot_cue_strip_add_tick(story->cue, line->at_us);
	if (!is_own(story, line))
		return;
	sabot_style_set_class(row, "own", TRUE);
	story->own_row = row;
}

/* When the rows are laid out, scroll the incident's row to the middle. */
static void
on_sized(GtkWidget *events, GdkRectangle *allocation, gpointer data)
{
	SabotIncidentStory *story = data;
	GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment(story->scroll);
	GtkAllocation place;

	(void)events;
	(void)allocation;
	if (!story->own_row)
		return;
	gtk_widget_get_allocation(story->own_row, &place);
	if (place.height <= 1)
		return;
	gtk_adjustment_set_value(adjustment, place.y + place.height / 2.0 -
						     gtk_adjustment_get_page_size(adjustment) / 2);
	story->own_row = NULL;
}

static void
request_story(SabotIncidentStory *story, int64_t from);

static gboolean
on_again_due(gpointer data)
{
	SabotIncidentStory *story = data;

	story->again_source = 0;
	request_story(story, 0);
	return G_SOURCE_REMOVE;
}

static void
request_step(SabotIncidentStory *story, int64_t n);

static void
on_line_ready(struct sabot_wire_story_line *line, gpointer data)
{
	add_line(data, line);
}

static void
on_step_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotIncidentStory *story = data;
	g_autofree char *why = NULL;
	struct sabot_wire_replay *replay =
		sabot_session_read(ok, error, &sabot_wire_replay_type, &why);

	(void)client;
	sabot_label_set(story->said, why);
	if (!replay)
		return;
	if (story->end_n == 0) {
		story->next_n = MAX(replay->n - STEPS_BEFORE, 1);
		story->end_n = MIN(replay->n + STEPS_AFTER, replay->last_n);
	} else {
		sabot_step_lines(replay, on_line_ready, story);
	}
	if (story->next_n <= story->end_n)
		request_step(story, story->next_n++);
	sabot_record_unref(replay);
}

/* `n` 0: the incident's own event, whose number is not known yet. */
static void
request_step(SabotIncidentStory *story, int64_t n)
{
	json_t *args = json_pack("{s:s}", "table", story->table);

	json_object_set_new(args, n > 0 ? "n" : "incident",
			    json_integer(n > 0 ? n : story->incident));
	sabot_session_request(get_session(story), "replay", args, story->cancellable, on_step_came,
			      story);
}

static void
on_story_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotIncidentStory *story = data;
	g_autofree char *why = NULL;
	struct sabot_wire_story *answer =
		sabot_session_read(ok, error, &sabot_wire_story_type, &why);

	(void)client;
	if (sabot_session_get_readiness(error) >= 0) {
		story->again_source = g_timeout_add(AGAIN_MS, on_again_due, story);
		return;
	}
	if (!answer)
		request_step(story, 0);
	for (guint i = 0; answer && i < answer->lines->len; i++)
		if (sabot_story_line_is_shown(g_ptr_array_index(answer->lines, i)))
			add_line(story, g_ptr_array_index(answer->lines, i));
	if (answer && answer->next)
		request_story(story, answer->next);
	sabot_record_unref(answer);
}

static void
request_story(SabotIncidentStory *story, int64_t from)
{
	sabot_session_request(get_session(story), "story",
			      json_pack("{s:s, s:I, s:I}", "table", story->table, "incident",
					(json_int_t)story->incident, "from", (json_int_t)from),
			      story->cancellable, on_story_came, story);
}

/* --- The pictures ----------------------------------------------------------------------------- */

static void
show_ask(SabotIncidentStory *story)
{
	g_autofree char *refusal = sabot_session_refusal(get_session(story), "review");

	gtk_widget_set_sensitive(GTK_WIDGET(story->ask), !refusal);
	gtk_widget_set_tooltip_text(GTK_WIDGET(story->ask), refusal);
	atk_object_set_description(gtk_widget_get_accessible(GTK_WIDGET(story->ask)),
				   refusal ? refusal : "");
}

static void
show_review(SabotIncidentStory *story, const struct sabot_wire_review *review)
{
	g_autofree char *text = NULL;

	if (!review) {
		sabot_label_set(story->asked, C_("pictures", "nobody has asked yet"));
		return;
	}
	/* Translators: a request's number, what became of it ("requested"), who asked. */
	text = g_strdup_printf(C_("pictures", "No. %d, %s: %s%s%s"), (int)review->review,
			       sabot_review_state_name(review->state),
			       sabot_session_get_name(get_session(story),
						      review->by ? review->by : ""),
			       review->camera ? ", " : "", review->camera ? review->camera : "");
	sabot_label_set(story->asked, text);
}

static void
on_reviews_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotIncidentStory *story = data;
	const struct sabot_wire_review *newest = NULL;
	struct sabot_wire_page *page =
		error ? NULL : sabot_record_parse(&sabot_wire_reviews_type, ok, NULL);

	(void)client;
	for (guint i = 0; page && i < page->items->len && !newest; i++) {
		const struct sabot_wire_review *review = g_ptr_array_index(page->items, i);

		if (review->incident == story->incident)
			newest = review;
	}
	if (page)
		show_review(story, newest);
	sabot_record_unref(page);
}

static void
request_reviews(SabotIncidentStory *story)
{
	sabot_session_request(get_session(story), "reviews",
			      json_pack("{s:s}", "table", story->table), story->cancellable,
			      on_reviews_came, story);
}

static void
on_asked(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotIncidentStory *story = data;
	g_autofree char *why = error ? sabot_session_explain(error) : NULL;

	(void)client;
	(void)ok;
	sabot_label_set(story->asked, why);
	if (!error)
		request_reviews(story);
}

static char *
cue_time(SabotIncidentStory *story, int offset_s)
{
	return sabot_time_format(story->at_us + offset_s * G_USEC_PER_SEC);
}

static void
on_ask(GtkButton *button, gpointer data)
{
	SabotIncidentStory *story = data;
	g_autofree char *from = cue_time(story, -SABOT_CUE_BEFORE_S);
	g_autofree char *to = cue_time(story, SABOT_CUE_AFTER_S);

	(void)button;
	sabot_session_request(get_session(story), "review_request",
			      json_pack("{s:s, s:I, s:s, s:s}", "table", story->table, "incident",
					(json_int_t)story->incident, "from", from, "to", to),
			      story->cancellable, on_asked, story);
}

static void
sabot_incident_story_init(SabotIncidentStory *story)
{
	gtk_widget_init_template(GTK_WIDGET(story));
	story->cancellable = g_cancellable_new();
	g_signal_connect(story->ask, "clicked", G_CALLBACK(on_ask), story);
	g_signal_connect_after(story->events, "size-allocate", G_CALLBACK(on_sized), story);
}

static void
show_times(SabotIncidentStory *story)
{
	g_autofree char *from =
		sabot_phrase_log_time(story->at_us - SABOT_CUE_BEFORE_S * G_USEC_PER_SEC, FALSE);
	g_autofree char *to =
		sabot_phrase_log_time(story->at_us + SABOT_CUE_AFTER_S * G_USEC_PER_SEC, FALSE);
	g_autofree char *text = g_strdup_printf("%s – %s", from, to);

	sabot_label_set(story->cue_times, text);
}

void
sabot_incident_story_begin(SabotIncidentStory *story, SabotFeed *feed,
			   const struct sabot_wire_incident *incident)
{
	gboolean is_of_table = !sabot_floor_name_is_house(incident->table);

	story->feed = g_object_ref(feed);
	story->table = g_strdup(incident->table);
	story->incident = incident->id;
	story->at_us = incident->at_us;
	gtk_widget_set_visible(story->cue_frame, is_of_table && incident->at_us != SABOT_TIME_NONE);
	g_signal_connect_swapped(get_session(story), "changed", G_CALLBACK(show_ask), story);
	show_ask(story);
	if (!is_of_table)
		return;
	sabot_cue_strip_set_time(story->cue, story->at_us);
	show_times(story);
	request_story(story, 0);
	request_reviews(story);
}
