/* A floor without tables: see empty-floor.h. */
#include "empty-floor.h"
#include "text/refusal.h"

#include <glib/gi18n.h>
#include <stdbool.h>

static void
describe_daemon(GString *text, struct sabot_client *client)
{
	g_autofree char *reason = sabot_text_refusal(sabot_client_get_reason(client));
	bool is_live = sabot_client_get_state(client) == SABOT_CLIENT_LIVE;

	g_string_append_printf(
		text,
		is_live ? _("The daemon at %s has no tables.")
			: _("No daemon answers at %s.\nIt is tried again by itself."),
		sabot_client_get_path(client));
	if (*reason)
		g_string_append_printf(text, "\n%s", reason);
}

char *
sabot_empty_floor_text(SabotFloorModel *floor)
{
	GString *text = g_string_new(NULL);

	for (guint i = 0; i < sabot_floor_model_count_feeds(floor); i++) {
		if (i > 0)
			g_string_append(text, "\n\n");
		describe_daemon(text, sabot_feed_get_client(sabot_floor_model_get_feed(floor, i)));
	}
	return g_string_free(text, FALSE);
}
