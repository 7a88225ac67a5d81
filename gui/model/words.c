/* One function an enum: the words of the screens. See phrases.h. */
#include "gui/model/phrases.h"

#include <glib/gi18n.h>

const char *
sabot_phrase_game(enum sabot_wire_game game)
{
	switch (game) {
	case SABOT_WIRE_GAME_UNKNOWN:
		return C_("game", "unknown game");
	case SABOT_WIRE_GAME_PUNTO_BANCO:
		return C_("game", "punto banco");
	case SABOT_WIRE_GAME_BLACKJACK:
		return C_("game", "blackjack");
	}
	return "";
}

const char *
sabot_phrase_phase(enum sabot_wire_phase phase)
{
	switch (phase) {
	case SABOT_WIRE_PHASE_UNKNOWN:
		return C_("phase", "unknown phase");
	case SABOT_WIRE_PHASE_NO_LOAD:
		return C_("phase", "no shoe loaded");
	case SABOT_WIRE_PHASE_BURN:
		return C_("phase", "burning");
	case SABOT_WIRE_PHASE_BETTING:
		return C_("phase", "bets open");
	case SABOT_WIRE_PHASE_DEALING:
		return C_("phase", "dealing");
	case SABOT_WIRE_PHASE_DECIDING:
		return C_("phase", "players decide");
	case SABOT_WIRE_PHASE_DECIDED:
		return C_("phase", "decided");
	case SABOT_WIRE_PHASE_RULING:
		return C_("phase", "waits for the pit");
	case SABOT_WIRE_PHASE_AFTER_CUT:
		return C_("phase", "shoe finished");
	}
	return "";
}

const char *
sabot_phrase_table_state(enum sabot_wire_table_state state)
{
	switch (state) {
	case SABOT_WIRE_TABLE_UNKNOWN:
		return "";
	case SABOT_WIRE_TABLE_OPEN:
		return C_("table", "open");
	case SABOT_WIRE_TABLE_CLOSED:
		return C_("table", "closed");
	case SABOT_WIRE_TABLE_PAUSED:
		return C_("table", "paused");
	}
	return "";
}

const char *
sabot_phrase_severity(enum sabot_wire_severity severity)
{
	switch (severity) {
	case SABOT_WIRE_SEVERITY_UNKNOWN:
		return C_("severity", "unknown");
	case SABOT_WIRE_SEVERITY_LOW:
		return C_("severity", "low");
	case SABOT_WIRE_SEVERITY_MEDIUM:
		return C_("severity", "medium");
	case SABOT_WIRE_SEVERITY_HIGH:
		return C_("severity", "high");
	case SABOT_WIRE_SEVERITY_CRITICAL:
		return C_("severity", "critical");
	}
	return "";
}

const char *
sabot_phrase_severity_letter(enum sabot_wire_severity severity)
{
	switch (severity) {
	case SABOT_WIRE_SEVERITY_UNKNOWN:
		return "?";
	case SABOT_WIRE_SEVERITY_LOW:
		return C_("letter for low severity", "L");
	case SABOT_WIRE_SEVERITY_MEDIUM:
		return C_("letter for medium severity", "M");
	case SABOT_WIRE_SEVERITY_HIGH:
		return C_("letter for high severity", "H");
	case SABOT_WIRE_SEVERITY_CRITICAL:
		return C_("letter for critical severity", "C");
	}
	return "";
}

const char *
sabot_phrase_incident_state(enum sabot_wire_incident_state state)
{
	switch (state) {
	case SABOT_WIRE_INCIDENT_UNKNOWN:
		return "";
	case SABOT_WIRE_INCIDENT_OPEN:
		return C_("incident", "open");
	case SABOT_WIRE_INCIDENT_RULED:
		return C_("incident", "ruled");
	case SABOT_WIRE_INCIDENT_EXPLAINED:
		return C_("incident", "explained");
	case SABOT_WIRE_INCIDENT_CLEARED:
		return C_("incident", "cleared");
	}
	return "";
}

const char *
sabot_phrase_device_state(enum sabot_wire_device_state state)
{
	switch (state) {
	case SABOT_WIRE_DEVICE_UNKNOWN:
		return C_("shoe", "shoe state unknown");
	case SABOT_WIRE_DEVICE_ONLINE:
		return C_("shoe", "shoe online");
	case SABOT_WIRE_DEVICE_OFFLINE:
		return C_("shoe", "shoe OFFLINE");
	case SABOT_WIRE_DEVICE_ERROR:
		return C_("shoe", "shoe ERROR");
	case SABOT_WIRE_DEVICE_CLEARED: /* an error that is over; the incident tells of it */
		return C_("shoe", "shoe online");
	case SABOT_WIRE_DEVICE_LOCKED:
		return C_("shoe", "shoe locked");
	case SABOT_WIRE_DEVICE_UNLOCKED:
		return C_("shoe", "shoe unlocked");
	case SABOT_WIRE_DEVICE_LOST:
		return C_("shoe", "shoe lost frames");
	case SABOT_WIRE_DEVICE_CONNECTING:
		return C_("shoe", "shoe connecting");
	}
	return "";
}

const char *
sabot_phrase_winner(enum sabot_winner winner)
{
	switch (winner) {
	case SABOT_WINNER_NONE:
		return "";
	case SABOT_WINNER_PUNTO:
		return C_("winner", "punto wins");
	case SABOT_WINNER_BANCA:
		return C_("winner", "banca wins");
	case SABOT_WINNER_TIE:
		return C_("winner", "tie");
	case SABOT_WINNER_VOID:
		return C_("winner", "round void");
	}
	return "";
}

static const char *
hand_state(enum sabot_wire_hand_state state)
{
	switch (state) {
	case SABOT_WIRE_HAND_UNKNOWN:
	case SABOT_WIRE_HAND_DEALING:
	case SABOT_WIRE_HAND_WAITING:
	case SABOT_WIRE_HAND_COMPLETE:
		return "";
	case SABOT_WIRE_HAND_TURN:
		return C_("hand", "in turn");
	case SABOT_WIRE_HAND_STOOD:
		return C_("hand", "stood");
	case SABOT_WIRE_HAND_BUST:
		return C_("hand", "bust");
	case SABOT_WIRE_HAND_BLACKJACK:
		return C_("hand", "blackjack");
	case SABOT_WIRE_HAND_SURRENDERED:
		return C_("hand", "surrendered");
	}
	return "";
}

const char *
sabot_phrase_hand(const struct sabot_wire_hand *hand)
{
	switch (hand->result) {
	case SABOT_WIRE_RESULT_NONE:
		return hand_state(hand->state);
	case SABOT_WIRE_RESULT_BLACKJACK:
		return C_("hand", "blackjack");
	case SABOT_WIRE_RESULT_WIN:
		return C_("hand", "wins");
	case SABOT_WIRE_RESULT_PUSH:
		return C_("hand", "push");
	case SABOT_WIRE_RESULT_LOSE:
		return C_("hand", "loses");
	case SABOT_WIRE_RESULT_BUST:
		return C_("hand", "bust");
	case SABOT_WIRE_RESULT_SURRENDER:
		return C_("hand", "surrendered");
	case SABOT_WIRE_RESULT_EVEN_MONEY:
		return C_("hand", "even money");
	case SABOT_WIRE_RESULT_VOID:
		return C_("hand", "void");
	}
	return "";
}

/* The codes of engine/incident.def; a test insists that none is missing. */
static const struct {
	const char *code;
	const char *phrase;
} codes[] = {
	{"burn_incomplete", NC_("incident code", "burn incomplete")},
	{"card_before_no_more_bets", NC_("incident code", "card before no more bets")},
	{"card_in_excess", NC_("incident code", "card in excess")},
	{"card_missing", NC_("incident code", "card missing")},
	{"wrong_result", NC_("incident code", "wrong result")},
	{"impossible_card", NC_("incident code", "impossible card")},
	{"count_mismatch", NC_("incident code", "count does not match")},
	{"unread_card", NC_("incident code", "unread card")},
	{"boxed_card", NC_("incident code", "boxed card")},
	{"cut_card_misplaced", NC_("incident code", "cut card misplaced")},
	{"cut_card_missed", NC_("incident code", "cut card missed")},
	{"deal_after_cut", NC_("incident code", "deal after the cut card")},
	{"bet_after_no_more_bets", NC_("incident code", "bet after no more bets")},
	{"bet_below_minimum", NC_("incident code", "bet below minimum")},
	{"bet_above_maximum", NC_("incident code", "bet above maximum")},
	{"action_not_allowed", NC_("incident code", "action not allowed")},
	{"action_out_of_turn", NC_("incident code", "action out of turn")},
	{"payout_wrong", NC_("incident code", "wrong payout")},
	{"payout_missing", NC_("incident code", "payout missing")},
	{"unshuffled_order", NC_("incident code", "unshuffled order")},
	{"repeated_order", NC_("incident code", "repeated order")},
	{"device_error", NC_("incident code", "shoe error")},
	{"device_offline", NC_("incident code", "shoe offline")},
	{"frames_lost", NC_("incident code", "frames lost")},
	{"event_out_of_order", NC_("incident code", "event out of order")},
	{"dispute", NC_("incident code", "dispute")},
};

static const char *
code_phrase(const char *code)
{
	for (gsize i = 0; i < G_N_ELEMENTS(codes); i++)
		if (g_strcmp0(codes[i].code, code) == 0)
			return codes[i].phrase;
	return NULL;
}

gboolean
sabot_phrase_has_code(const char *code)
{
	return code_phrase(code) != NULL;
}

char *
sabot_phrase_code(const char *code)
{
	const char *phrase = code_phrase(code);

	if (phrase)
		return g_strdup(g_dpgettext2(NULL, "incident code", phrase));
	return g_strdelimit(g_strdup(code), "_", ' ');
}
