/* The badge reader: see badge-reader.h. */
#include "badge-reader.h"

#include <glib.h>
#include <string.h>

/* True also for the first character, which has none before it. */
static bool
is_in_time(const struct sabot_badge *badge, uint32_t at_ms)
{
	return badge->n_characters > 0 && at_ms - badge->last_ms <= SABOT_BADGE_GAP_MS;
}

void
sabot_badge_type(struct sabot_badge *badge, uint32_t character, uint32_t at_ms)
{
	char utf8[6];
	int n_bytes = g_unichar_isprint(character) ? g_unichar_to_utf8(character, utf8) : 0;

	if (!is_in_time(badge, at_ms) || n_bytes == 0) {
		badge->text[0] = '\0';
		badge->n_characters = 0;
	}
	badge->last_ms = at_ms;
	if (n_bytes == 0 || strlen(badge->text) + (size_t)n_bytes >= sizeof badge->text)
		return;
	strncat(badge->text, utf8, (size_t)n_bytes);
	badge->n_characters++;
}

bool
sabot_badge_end(struct sabot_badge *badge, uint32_t at_ms)
{
	bool is_badge = badge->n_characters >= SABOT_BADGE_LEAST && is_in_time(badge, at_ms);

	badge->n_characters = 0;
	return is_badge;
}
