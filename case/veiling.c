/*
 * The veil is a function of the table after the event, and of how many cards were burned before it.
 */
#include "veiling.h"

void
sabot_veiling_update(struct sabot_veiling *veiling, const struct sabot_playback *playback)
{
	veiling->burned_before = sabot_playback_table(playback)->load.burned_cards;
}

json_t *
sabot_veiling_apply(const struct sabot_veiling *veiling, const struct sabot_playback *playback,
		    const struct sabot_playback_event *event, sabot_shown_line_fn fn, void *data)
{
	bool is_veiled = sabot_veiling_hides(veiling, event->record->n);
	struct sabot_veil veil;

	if (is_veiled)
		sabot_veil_of_event(sabot_playback_table(playback), &event->event,
				    veiling->burned_before, &veil);
	sabot_shown_lines_write(sabot_derive_last_update(playback->derive),
				is_veiled ? &veil : NULL, (unsigned)event->record->n, fn, data);
	return is_veiled ? sabot_veil_event(&veil, event->object) : json_incref(event->object);
}
