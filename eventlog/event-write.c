/*
 * Engine events written as JSON in the form of the event log.
 */
#include "event-write.h"

#include <glib.h>

static void
set_card(json_t *object, const char *name, struct sabot_card card)
{
	char text[SABOT_CARD_TEXT_SIZE];

	json_object_set_new(object, name, json_string(sabot_card_format(card, text)));
}

static void
set_word(json_t *object, const char *name, const char *word)
{
	if (word != NULL)
		json_object_set_new(object, name, json_string(word));
}

static void
set_number(json_t *object, const char *name, int64_t number)
{
	json_object_set_new(object, name, json_integer(number));
}

static void
write_cards(json_t *object, const struct sabot_event *event)
{
	json_t *list = json_array();
	char text[SABOT_CARD_TEXT_SIZE];

	for (size_t i = 0; i < event->u.unload.n_cards; i++)
		json_array_append_new(
			list, json_string(sabot_card_format(event->u.unload.cards[i], text)));
	json_object_set_new(object, "cards", list);
}

static void
write_backs(json_t *object, const struct sabot_event *event)
{
	json_t *list = json_array();

	for (int i = 0; i < event->u.load.n_backs; i++)
		json_array_append_new(list, json_string(event->u.load.backs[i]));
	json_object_set_new(object, "backs", list);
}

static void
write_boxes(json_t *object, uint32_t boxes)
{
	json_t *list = json_array();

	for (int box = 1; box <= SABOT_BOXES_MAX; box++)
		if (boxes >> box & 1)
			json_array_append_new(list, json_integer(box));
	json_object_set_new(object, "boxes", list);
}

static void
write_device(json_t *object, const struct sabot_event *event)
{
	set_word(object, "state", sabot_device_state_to_string(event->u.device.state));
	set_word(object, "code", event->u.device.code);
	set_word(object, "detail", event->u.device.detail);
	if (event->u.device.detail == NULL &&
	    (event->u.device.lost_cards > 0 ||
	     (event->u.device.is_counted && event->u.device.state == SABOT_DEVICE_ONLINE)))
		set_number(object, "detail", event->u.device.lost_cards);
}

/* What only this type of event has. */
static void
write_own(json_t *object, const struct sabot_event *event)
{
	switch (event->type) {
	case SABOT_EVENT_LOAD:
		set_number(object, "decks", event->u.load.decks);
		if (event->u.load.behind_cards >= 0)
			set_number(object, "behind", event->u.load.behind_cards);
		if (event->u.load.n_backs > 0)
			write_backs(object, event);
		break;
	case SABOT_EVENT_CARD:
		if (event->u.card.face_up)
			json_object_set_new(object, "face_up", json_true());
		set_word(object, "back", event->u.card.back);
		break;
	case SABOT_EVENT_NO_MORE_BETS:
		if (event->u.no_more_bets.boxes != 0)
			write_boxes(object, event->u.no_more_bets.boxes);
		break;
	case SABOT_EVENT_ACTION:
		set_word(object, "do", sabot_action_to_string(event->u.action.kind));
		break;
	case SABOT_EVENT_RESULT:
		set_word(object, "winner", sabot_winner_to_string(event->u.result.winner));
		if (event->u.result.claims_punto)
			set_number(object, "punto", event->u.result.punto_points);
		if (event->u.result.claims_banca)
			set_number(object, "banca", event->u.result.banca_points);
		break;
	case SABOT_EVENT_RULING:
		if (event->u.ruling.is_mend)
			json_object_set_new(object, "mend", json_true());
		else
			set_number(object, "incident", event->u.ruling.incident);
		set_word(object, "remedy", sabot_remedy_to_string(event->u.ruling.remedy));
		if (event->of != 0)
			set_number(object, "of", event->of);
		break;
	case SABOT_EVENT_LIMITS:
		set_number(object, "min", event->u.limits.min_minor);
		set_number(object, "max", event->u.limits.max_minor);
		break;
	case SABOT_EVENT_TABLE:
		set_word(object, "state", sabot_table_state_to_string(event->u.table.state));
		break;
	case SABOT_EVENT_REVEAL:
		set_word(object, "what", sabot_reveal_to_string(event->u.reveal.what));
		break;
	case SABOT_EVENT_UNLOAD:
		if (event->u.unload.cards != NULL)
			write_cards(object, event);
		else if (event->u.unload.left_cards >= 0)
			set_number(object, "left", event->u.unload.left_cards);
		break;
	case SABOT_EVENT_DEVICE:
		write_device(object, event);
		break;
	case SABOT_EVENT_CUT_CARD:
	case SABOT_EVENT_BET:
	case SABOT_EVENT_INSURANCE:
	case SABOT_EVENT_EVEN_MONEY:
	case SABOT_EVENT_INSURANCE_CLOSED:
	case SABOT_EVENT_PAID:
	case SABOT_EVENT_UNDO:
	case SABOT_EVENT_CALL:
	case SABOT_EVENT_HOLDER:
	case SABOT_EVENT_STAFF:
	case SABOT_EVENT_PREPARED:
	case SABOT_EVENT_CORRECTION:
	case SABOT_EVENT_COMMISSION_PAID:
		break;
	}
}

static bool
has_amount(const struct sabot_event *event)
{
	return event->type == SABOT_EVENT_BET || event->type == SABOT_EVENT_INSURANCE ||
	       event->type == SABOT_EVENT_PAID || event->type == SABOT_EVENT_CORRECTION ||
	       event->type == SABOT_EVENT_COMMISSION_PAID ||
	       (event->type == SABOT_EVENT_RULING && event->u.ruling.has_amount);
}

static enum sabot_source
default_source(const struct sabot_event *event)
{
	return event->type == SABOT_EVENT_CARD || event->type == SABOT_EVENT_CUT_CARD ||
			       event->type == SABOT_EVENT_DEVICE
		       ? SABOT_SOURCE_READ
		       : SABOT_SOURCE_MANUAL;
}

static void
write_common(json_t *object, const struct sabot_event *event)
{
	if (event->at_us != SABOT_TIME_NONE) {
		g_autoptr(GDateTime) seconds =
			g_date_time_new_from_unix_utc(event->at_us / G_USEC_PER_SEC);
		g_autofree char *text = g_date_time_format(seconds, "%Y-%m-%dT%H:%M:%S");
		g_autofree char *at =
			g_strdup_printf("%s.%06dZ", text, (int)(event->at_us % G_USEC_PER_SEC));
		json_object_set_new(object, "at", json_string(at));
	}
	set_word(object, "by", event->by);
	if (event->source != default_source(event))
		set_word(object, "src", sabot_source_to_string(event->source));
}

json_t *
sabot_event_to_json(const struct sabot_event *event)
{
	json_t *object = json_object();

	set_word(object, "ev", sabot_event_type_to_string(event->type));
	if (event->box > 0)
		set_number(object, "box", event->box);
	if (event->hand >= 0)
		set_number(object, "hand", event->hand);
	set_word(object, "bettor", event->bettor);
	if (event->on != SABOT_BET_NONE)
		set_word(object, "on",
			 event->on == SABOT_BET_UNKNOWN ? event->on_word
							: sabot_bet_to_string(event->on));
	if (event->round != 0)
		set_number(object, "round", event->round);
	if (has_amount(event))
		set_number(object, "amount", event->amount_minor);
	if (event->type == SABOT_EVENT_CARD || event->has_card)
		set_card(object, "card", event->card);
	write_own(object, event);
	write_common(object, event);
	return object;
}

json_t *
sabot_event_read_later(const char *line, int64_t n_lines)
{
	json_t *event = json_loads(line, 0, NULL);
	json_int_t of = json_integer_value(json_object_get(event, "of"));

	if (n_lines > 0 && of > n_lines)
		set_number(event, "of", of - n_lines);
	return event;
}
