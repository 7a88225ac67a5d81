/* See dealer-refusal.h. */
#include "dealer-refusal.h"

#include "proto/wire-error.h"

enum { READ_S = 3 };

struct sabot_dealer_refusal {
	char *why;
	gint64 n;
	guint reading; /* source that runs once it has been shown long enough, or 0 */
	gpointer owner;
	void (*on_read)(gpointer owner);
};

struct sabot_dealer_refusal *
sabot_dealer_refusal_new(gpointer owner, void (*on_read)(gpointer owner))
{
	struct sabot_dealer_refusal *refusal = g_new0(struct sabot_dealer_refusal, 1);

	refusal->why = g_strdup("");
	refusal->owner = owner;
	refusal->on_read = on_read;
	return refusal;
}

void
sabot_dealer_refusal_free(struct sabot_dealer_refusal *refusal)
{
	g_clear_handle_id(&refusal->reading, g_source_remove);
	g_free(refusal->why);
	g_free(refusal);
}

static gboolean
on_time(gpointer data)
{
	struct sabot_dealer_refusal *refusal = data;

	refusal->reading = 0;
	refusal->on_read(refusal->owner);
	return G_SOURCE_REMOVE;
}

void
sabot_dealer_refusal_set(struct sabot_dealer_refusal *refusal, char *why, gint64 n)
{
	g_free(refusal->why);
	refusal->why = why;
	refusal->n = n;
	g_clear_handle_id(&refusal->reading, g_source_remove);
	if (*why)
		refusal->reading = g_timeout_add_seconds(READ_S, on_time, refusal);
}

void
sabot_dealer_refusal_drop_old(struct sabot_dealer_refusal *refusal, gint64 n)
{
	if (!refusal->reading && n > refusal->n)
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

char *
sabot_dealer_refusal_explain(SabotSession *session, const char *right, const GError *error)
{
	char *refusal = g_error_matches(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED)
				? sabot_session_refusal(session, right)
				: NULL;

	return refusal ? refusal : sabot_session_explain(error);
}
