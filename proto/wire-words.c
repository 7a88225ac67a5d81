/* One function an enum: see words.h. */
#include "wire-words.h"
#include "text/words.h"

#include <glib/gi18n-lib.h>

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
	if (severity == SABOT_WIRE_SEVERITY_UNKNOWN)
		return C_("severity", "unknown");
	return sabot_text_severity((enum sabot_severity)(severity - 1));
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
		return C_("state of an incident", "open");
	case SABOT_WIRE_INCIDENT_RULED:
		return C_("state of an incident", "ruled");
	case SABOT_WIRE_INCIDENT_EXPLAINED:
		return C_("state of an incident", "explained");
	case SABOT_WIRE_INCIDENT_CLEARED:
		return C_("state of an incident", "cleared");
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
	case SABOT_WIRE_DEVICE_CLEARED: /* an error that is over; its incident shows it */
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

char *
sabot_phrase_code(const char *code)
{
	enum sabot_incident_code known;

	if (sabot_incident_code_from_string(code, &known))
		return g_strdup(sabot_text_incident_name(known));
	return g_strdelimit(g_strdup(code), "_", ' ');
}
