/*
 * The veil is a function of the table after the event, and of how many cards were burned before it.
 */
#include "veiling.h"

#include "view/veil.h"

void
sabot_veiling_update(struct sabot_veiling *veiling, const struct sabot_playback *playback)
{
	veiling->burned_before = sabot_playback_table(playback)->load.burned_cards;
}

json_t *
sabot_veiling_apply(const struct sabot_veiling *veiling, const struct sabot_playback *playback,
		    const struct sabot_playback_event *event, json_t *lines)
{
	struct sabot_veil veil;

	if (!sabot_veiling_hides(veiling, event->record->n))
		return json_incref(event->object);
	sabot_veil_of_event(sabot_playback_table(playback), &event->event, veiling->burned_before,
			    &veil);
	sabot_veil_lines(&veil, lines);
	return sabot_veil_event(&veil, event->object);
}
