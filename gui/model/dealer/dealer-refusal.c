/* See dealer-refusal.h. */
#include "dealer-refusal.h"

#include "dealer-event.h"
#include "dealer-touches.h"
#include "proto/wire-error.h"

#include <glib/gi18n.h>

enum { READ_S = 3 };

struct sabot_dealer_refusal {
	char *why;
	gint64 n;
	bool is_of_lost; /* of touches that were lost, or have no answer yet */
	bool is_unsent;  /* of one that was not sent at all */
	struct sabot_dealer_touches *touches;
	SabotSession *session;
	guint reading; /* source that runs once it has been shown long enough, or 0 */
	gpointer owner;
	void (*on_changed)(gpointer owner);
};

/* `why` is transferred. */
static void
set_lost(struct sabot_dealer_refusal *refusal, char *why)
{
	sabot_dealer_refusal_set(refusal, why, 0);
	refusal->is_of_lost = true;
}

/* A touch has no answer for some time, so the dealer does not see what it did. */
static void
on_slow(gpointer data)
{
	struct sabot_dealer_refusal *refusal = data;

	set_lost(refusal, g_strdup(_("The daemon has not answered yet.")));
	refusal->on_changed(refusal->owner);
}

struct sabot_dealer_refusal *
sabot_dealer_refusal_new(SabotSession *session, gpointer owner, void (*on_changed)(gpointer owner))
{
	struct sabot_dealer_refusal *refusal = g_new0(struct sabot_dealer_refusal, 1);

	refusal->why = g_strdup("");
	refusal->session = session;
	refusal->owner = owner;
	refusal->on_changed = on_changed;
	refusal->touches = sabot_dealer_touches_new(refusal, on_slow);
	return refusal;
}

void
sabot_dealer_refusal_free(struct sabot_dealer_refusal *refusal)
{
	g_clear_handle_id(&refusal->reading, g_source_remove);
	sabot_dealer_touches_free(refusal->touches);
	g_free(refusal->why);
	g_free(refusal);
}

static gboolean
on_time(gpointer data)
{
	struct sabot_dealer_refusal *refusal = data;

	refusal->reading = 0;
	refusal->on_changed(refusal->owner);
	return G_SOURCE_REMOVE;
}

void
sabot_dealer_refusal_set(struct sabot_dealer_refusal *refusal, char *why, gint64 n)
{
	g_free(refusal->why);
	refusal->why = why;
	refusal->n = n;
	refusal->is_of_lost = false;
	refusal->is_unsent = false;
	g_clear_handle_id(&refusal->reading, g_source_remove);
	if (*why)
		refusal->reading = g_timeout_add_seconds(READ_S, on_time, refusal);
}

void
sabot_dealer_refusal_forget(struct sabot_dealer_refusal *refusal)
{
	if (!refusal->is_of_lost)
		*refusal->why = '\0';
}

void
sabot_dealer_refusal_drop_old(struct sabot_dealer_refusal *refusal, gint64 n)
{
	if (!refusal->reading && !refusal->is_of_lost && n > refusal->n)
		*refusal->why = '\0';
}

gboolean
sabot_dealer_refusal_is(const struct sabot_dealer_refusal *refusal)
{
	return *refusal->why != '\0';
}

const char *
sabot_dealer_refusal_get(const struct sabot_dealer_refusal *refusal)
{
	return refusal->why;
}

/* In words; the only right that a dealer may lack is named with the roles that have it. */
static char *
explain(struct sabot_dealer_refusal *refusal, json_t *event, const GError *error)
{
	char *why =
		g_error_matches(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED)
			? sabot_session_refusal(refusal->session, sabot_dealer_event_right(event))
			: NULL;

	return why ? why : sabot_session_explain(error);
}

void
sabot_dealer_refusal_begin(struct sabot_dealer_refusal *refusal, json_t *event, int64_t n)
{
	sabot_dealer_refusal_set(refusal, g_strdup(""), n);
	sabot_dealer_touches_begin(refusal->touches, event, n);
}

void
sabot_dealer_refusal_end(struct sabot_dealer_refusal *refusal, json_t *event, const GError *error,
			 int64_t n)
{
	bool is_answered = !error || error->domain == SABOT_WIRE_ERROR;

	sabot_dealer_touches_end(refusal->touches, event, is_answered);
	if (!is_answered)
		set_lost(refusal, explain(refusal, event, error));
	else if (error)
		sabot_dealer_refusal_set(refusal, explain(refusal, event, error), n);
	else if (refusal->is_of_lost)
		sabot_dealer_refusal_set(refusal, g_strdup(""), n);
}

/* A later touch that was not sent at all matters more than one that is recorded. */
static void
say_lost(struct sabot_dealer_refusal *refusal, int64_t n)
{
	enum sabot_lost_touches lost = sabot_dealer_touches_say(refusal->touches, n);

	if (!refusal->is_unsent || lost != SABOT_LOST_RECORDED)
		set_lost(refusal, g_strdup(sabot_phrase_lost_touches(lost)));
}

bool
sabot_dealer_refusal_step(struct sabot_dealer_refusal *refusal, const struct sabot_wire_step *step)
{
	if (!sabot_dealer_touches_step(refusal->touches, step))
		return false;
	say_lost(refusal, step->n);
	return true;
}

void
sabot_dealer_refusal_settle(struct sabot_dealer_refusal *refusal, int64_t n)
{
	if (sabot_dealer_touches_are_lost(refusal->touches))
		say_lost(refusal, n);
}

void
sabot_dealer_refusal_set_unsent(struct sabot_dealer_refusal *refusal)
{
	set_lost(refusal, g_strdup(sabot_phrase_lost_touches(SABOT_LOST_UNSENT)));
	refusal->is_unsent = true;
}
