/* The tables behind view.h: every field of docs/wire.md's views, incidents and status, once. */
#include "proto/view.h"

#include "proto/json-text.h"

static const char *const game_words[] = {"", "punto_banco", "blackjack", NULL};
static const char *const severity_words[] = {"", "low", "medium", "high", "critical", NULL};
static const char *const table_state_words[] = {"", "open", "closed", "paused", NULL};
static const char *const phase_words[] = {"",         "no_load", "burn",   "betting",   "dealing",
					  "deciding", "decided", "ruling", "after_cut", NULL};
static const char *const prompt_words[] = {"",       "load",      "burn", "bets",   "deal",
					   "play",   "insurance", "draw", "result", "ruling",
					   "unload", "read",      "turn", NULL};
static const char *const who_words[] = {"", "punto", "banca", "dealer", "player", NULL};
static const char *const winner_words[] = {"", "punto", "banca", "tie", "void", NULL};
static const char *const action_words[] = {"",      "stand",     "hit", "double",
					   "split", "surrender", NULL};
static const char *const hand_state_words[] = {"",         "dealing", "turn",      "waiting",
					       "stood",    "bust",    "blackjack", "surrendered",
					       "complete", NULL};
static const char *const result_words[] = {"",     "blackjack", "win",        "push", "lose",
					   "bust", "surrender", "even_money", "void", NULL};
static const char *const incident_state_words[] = {"",          "open",    "ruled",
						   "explained", "cleared", NULL};
static const char *const device_state_words[] = {"",           "online", "offline",  "error",
						 "cleared",    "locked", "unlocked", "lost",
						 "connecting", NULL};

#define F(...) SABOT_RECORD_FIELD(sabot_wire_mark, __VA_ARGS__, )
static const struct sabot_record_field mark_fields[] = {
	F("by", STRING, by),        F("at", TIME, at_us),        F("to", STRING, to),
	F("until", TIME, until_us), F("reason", STRING, reason), F("remedy", STRING, remedy),
};
const struct sabot_record_type sabot_wire_mark_type =
	SABOT_RECORD_TYPE(sabot_wire_mark, mark_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_incident, __VA_ARGS__, )
static const struct sabot_record_field incident_fields[] = {
	F("table", STRING, table, .required = true),
	F("about", STRING, about),
	F("id", INTEGER, id, .required = true),
	F("at", TIME, at_us),
	F("seq", INTEGER, seq),
	F("load", INTEGER, load, .absent = -1),
	F("round", INTEGER, round, .absent = -1),
	F("code", STRING, code, .required = true),
	F("severity", WORD, severity, .required = true, .words = severity_words),
	F("rule", STRING, rule),
	F("detail", JSON, detail),
	F("text", STRING, text, .required = true),
	F("state", WORD, state, .words = incident_state_words),
	F("parent", INTEGER, parent),
	F("acknowledged", OBJECT, acknowledged, .type = &sabot_wire_mark_type),
	F("assigned", OBJECT, assigned, .type = &sabot_wire_mark_type),
	F("shelved", OBJECT, shelved, .type = &sabot_wire_mark_type),
	F("ruled", OBJECT, ruled, .type = &sabot_wire_mark_type),
	F("comments", INTEGER, comments),
};
const struct sabot_record_type sabot_wire_incident_type =
	SABOT_RECORD_TYPE(sabot_wire_incident, incident_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_why, __VA_ARGS__, )
static const struct sabot_record_field why_fields[] = {
	F("rule", STRING, rule),
	F("punto", INTEGER, punto, .absent = -1),
	F("banca", INTEGER, banca, .absent = -1),
	F("third", INTEGER, third, .absent = -1),
	F("player", INTEGER, player, .absent = -1),
	F("dealer", INTEGER, dealer, .absent = -1),
	F("soft", BOOLEAN, is_soft),
	F("blackjack", BOOLEAN, is_blackjack),
};
const struct sabot_record_type sabot_wire_why_type = SABOT_RECORD_TYPE(sabot_wire_why, why_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_call, __VA_ARGS__, )
static const struct sabot_record_field call_fields[] = {
	F("call", STRING, id, .required = true),
	F("owner", WORD, owner, .words = who_words),
	F("box", INTEGER, box),
	F("hand", INTEGER, hand),
	F("number", INTEGER, number),
	F("soft", BOOLEAN, is_soft),
	F("amount", INTEGER, amount_minor),
	F("text", STRING, text, .required = true),
};
const struct sabot_record_type sabot_wire_call_type =
	SABOT_RECORD_TYPE(sabot_wire_call, call_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_prompt, __VA_ARGS__, )
static const struct sabot_record_field prompt_fields[] = {
	F("kind", WORD, kind, .required = true, .words = prompt_words),
	F("who", WORD, who, .words = who_words),
	F("box", INTEGER, box),
	F("hand", INTEGER, hand, .absent = -1),
	F("total", INTEGER, total, .absent = -1),
	F("left", INTEGER, left_cards, .absent = -1),
	F("winner", WORD, winner, .words = winner_words),
	F("incident", INTEGER, incident),
	F("last_round", BOOLEAN, is_last_round),
	F("can", WORDS, can, .words = action_words),
	F("why", OBJECT, why, .type = &sabot_wire_why_type),
	F("calls", LIST, calls, .type = &sabot_wire_call_type),
	F("text", STRING, text, .required = true),
};
const struct sabot_record_type sabot_wire_prompt_type =
	SABOT_RECORD_TYPE(sabot_wire_prompt, prompt_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_hand, __VA_ARGS__, )
static const struct sabot_record_field hand_fields[] = {
	F("hand", INTEGER, hand, .absent = -1),
	F("cards", CARDS, cards, .required = true),
	F("total", INTEGER, total, .absent = -1),
	F("soft", BOOLEAN, is_soft),
	F("doubled", BOOLEAN, is_doubled),
	F("state", WORD, state, .words = hand_state_words),
	F("result", WORD, result, .words = result_words),
};
const struct sabot_record_type sabot_wire_hand_type =
	SABOT_RECORD_TYPE(sabot_wire_hand, hand_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_stake, __VA_ARGS__, )
static const struct sabot_record_field stake_fields[] = {
	F("bettor", STRING, bettor),
	F("on", STRING, on, .required = true),
	F("amount", INTEGER, amount_minor, .required = true),
};
const struct sabot_record_type sabot_wire_stake_type =
	SABOT_RECORD_TYPE(sabot_wire_stake, stake_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_box, __VA_ARGS__, )
static const struct sabot_record_field box_fields[] = {
	F("box", INTEGER, box, .required = true),
	F("stakes", LIST, stakes, .type = &sabot_wire_stake_type),
	F("hands", LIST, hands, .type = &sabot_wire_hand_type),
};
const struct sabot_record_type sabot_wire_box_type = SABOT_RECORD_TYPE(sabot_wire_box, box_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_stack, __VA_ARGS__, )
static const struct sabot_record_field stack_fields[] = {
	F("chip", INTEGER, chip_minor, .required = true),
	F("count", INTEGER, count, .required = true),
};
const struct sabot_record_type sabot_wire_stack_type =
	SABOT_RECORD_TYPE(sabot_wire_stack, stack_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_payout, __VA_ARGS__, )
static const struct sabot_record_field payout_fields[] = {
	F("box", INTEGER, box, .required = true),
	F("hand", INTEGER, hand, .absent = -1),
	F("on", STRING, on, .required = true),
	F("bettor", STRING, bettor),
	F("result", WORD, result, .words = result_words),
	F("rule", STRING, rule),
	F("stake", INTEGER, stake_minor, .required = true),
	F("pays", INTEGER, pays),
	F("per", INTEGER, per),
	F("gross", INTEGER, gross_minor),
	F("commission", INTEGER, commission_minor),
	F("due", INTEGER, due_minor, .absent = SABOT_WIRE_NO_DUE),
	F("unverified", BOOLEAN, is_unverified),
	F("due_min", INTEGER, due_min_minor, .absent = SABOT_WIRE_NO_DUE),
	F("due_max", INTEGER, due_max_minor, .absent = SABOT_WIRE_NO_DUE),
	F("pay", INTEGER, pay_minor),
	F("paid", INTEGER, paid_minor, .absent = SABOT_WIRE_NOT_PAID),
	F("ruled", BOOLEAN, is_ruled),
	F("chips", LIST, chips, .type = &sabot_wire_stack_type),
	F("rest", INTEGER, rest_minor),
	F("text", STRING, text, .required = true),
};
const struct sabot_record_type sabot_wire_payout_type =
	SABOT_RECORD_TYPE(sabot_wire_payout, payout_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_debt, __VA_ARGS__, )
static const struct sabot_record_field debt_fields[] = {
	F("box", INTEGER, box),
	F("bettor", STRING, bettor),
	F("amount", INTEGER, amount_minor, .required = true),
};
const struct sabot_record_type sabot_wire_debt_type =
	SABOT_RECORD_TYPE(sabot_wire_debt, debt_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_difference, __VA_ARGS__, )
static const struct sabot_record_field difference_fields[] = {
	F("round", INTEGER, round, .required = true),
	F("box", INTEGER, box, .required = true),
	F("hand", INTEGER, hand, .absent = -1),
	F("bettor", STRING, bettor),
	F("on", STRING, on, .required = true),
	F("paid", INTEGER, paid_minor),
	F("due", INTEGER, due_minor),
	F("difference", INTEGER, amount_minor, .required = true),
};
const struct sabot_record_type sabot_wire_difference_type =
	SABOT_RECORD_TYPE(sabot_wire_difference, difference_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_redress, __VA_ARGS__, )
static const struct sabot_record_field redress_fields[] = {
	F("redress", INTEGER, redress, .required = true),
	F("round", INTEGER, round, .required = true),
	F("incident", INTEGER, incident),
	F("box", INTEGER, box),
	F("bettor", STRING, bettor),
	F("amount", INTEGER, amount_minor, .required = true),
	F("chips", LIST, chips, .type = &sabot_wire_stack_type),
	F("rest", INTEGER, rest_minor),
	F("by", STRING, by),
	F("note", STRING, note),
	F("at", TIME, at_us),
	F("text", STRING, text, .required = true),
};
const struct sabot_record_type sabot_wire_redress_type =
	SABOT_RECORD_TYPE(sabot_wire_redress, redress_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_unread, __VA_ARGS__, )
static const struct sabot_record_field unread_fields[] = {
	F("incident", INTEGER, incident, .required = true),
	F("who", WORD, who, .words = who_words),
	F("box", INTEGER, box),
	F("hand", INTEGER, hand, .absent = -1),
	F("number", INTEGER, number),
};
const struct sabot_record_type sabot_wire_unread_type =
	SABOT_RECORD_TYPE(sabot_wire_unread, unread_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_shoe, __VA_ARGS__, )
static const struct sabot_record_field shoe_fields[] = {
	F("decks", INTEGER, decks, .required = true),
	F("seen", INTEGER, seen_cards, .required = true),
	F("left", INTEGER, left_cards, .absent = -1),
	F("unread", INTEGER, unread_cards),
	F("cut", BOOLEAN, is_cut),
	F("burned", INTEGER, burned_cards),
};
const struct sabot_record_type sabot_wire_shoe_type =
	SABOT_RECORD_TYPE(sabot_wire_shoe, shoe_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_device, __VA_ARGS__, )
static const struct sabot_record_field device_fields[] = {
	F("name", STRING, name, .required = true),
	F("driver", STRING, driver),
	F("transport", STRING, transport),
	F("serial", STRING, serial),
	F("table", STRING, table),
	F("state", WORD, state, .required = true, .words = device_state_words),
	F("detail", STRING, detail),
	F("since", TIME, since_us),
	F("frames", INTEGER, frames, .absent = -1),
	F("garbage", INTEGER, garbage, .absent = -1),
	F("repeats", INTEGER, repeats, .absent = -1),
	F("lost", INTEGER, lost, .absent = -1),
};
const struct sabot_record_type sabot_wire_device_type =
	SABOT_RECORD_TYPE(sabot_wire_device, device_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_exposure, __VA_ARGS__, )
static const struct sabot_record_field exposure_fields[] = {
	F("rounds", INTEGER, rounds, .required = true),
	F("since", TIME, since_us),
};
const struct sabot_record_type sabot_wire_exposure_type =
	SABOT_RECORD_TYPE(sabot_wire_exposure, exposure_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_duty, __VA_ARGS__, )
static const struct sabot_record_field duty_fields[] = {
	F("who", STRING, who, .required = true),
	F("post", STRING, post, .required = true),
	F("since", TIME, since_us),
};
const struct sabot_record_type sabot_wire_duty_type =
	SABOT_RECORD_TYPE(sabot_wire_duty, duty_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_open_incidents, __VA_ARGS__, )
static const struct sabot_record_field open_incidents_fields[] = {
	F("open", INTEGER, open, .required = true),
	F("shelved", INTEGER, shelved),
	F("suppressed", INTEGER, suppressed),
	F("worst", OBJECT, worst, .type = &sabot_wire_incident_type),
	F("stops", OBJECT, stops, .type = &sabot_wire_incident_type),
	F("called", TIME, called_us),
};
const struct sabot_record_type sabot_wire_open_incidents_type =
	SABOT_RECORD_TYPE(sabot_wire_open_incidents, open_incidents_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_place, __VA_ARGS__, )
static const struct sabot_record_field place_fields[] = {
	F("x", INTEGER, x_px, .required = true),
	F("y", INTEGER, y_px, .required = true),
};
const struct sabot_record_type sabot_wire_place_type =
	SABOT_RECORD_TYPE(sabot_wire_place, place_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_away, __VA_ARGS__, )
static const struct sabot_record_field away_fields[] = {
	F("daemon", STRING, daemon, .required = true),
	F("since", TIME, since_us),
	F("why", STRING, why, .required = true),
	F("until", TIME, until_us),
};
const struct sabot_record_type sabot_wire_away_type =
	SABOT_RECORD_TYPE(sabot_wire_away, away_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_records, __VA_ARGS__, )
static const struct sabot_record_field records_fields[] = {
	F("until", TIME, until_us),
	F("asked", TIME, asked_us),
	F("why", STRING, why),
};
const struct sabot_record_type sabot_wire_records_type =
	SABOT_RECORD_TYPE(sabot_wire_records, records_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_upstream, __VA_ARGS__, )
static const struct sabot_record_field upstream_fields[] = {
	F("upstream", STRING, upstream, .required = true),
	F("site", STRING, site),
	F("connect", STRING, connect),
	F("state", STRING, state, .required = true),
	F("why", STRING, why),
	F("heard", TIME, heard_us),
	F("tables", INTEGER, tables, .is_always_written = true),
	F("refused", STRINGS, refused),
};
const struct sabot_record_type sabot_wire_upstream_type =
	SABOT_RECORD_TYPE(sabot_wire_upstream, upstream_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_view, __VA_ARGS__, )
static const struct sabot_record_field view_fields[] = {
	F("table", STRING, table, .required = true),
	F("game", WORD, game, .required = true, .words = game_words),
	F("rules", STRING, rules),
	F("state", WORD, state, .words = table_state_words),
	F("simulated", BOOLEAN, is_simulated),
	F("saved", BOOLEAN, is_saved, .absent = 1),
	F("min", INTEGER, min_minor, .absent = -1),
	F("max", INTEGER, max_minor, .absent = -1),
	F("phase", WORD, phase, .required = true, .words = phase_words),
	F("load", INTEGER, load),
	F("round", INTEGER, round),
	F("round_open", BOOLEAN, is_round_open),
	F("unverified", BOOLEAN, is_unverified),
	F("n", INTEGER, n, .required = true),
	F("at", TIME, at_us),
	F("prompt", OBJECT, prompt, .type = &sabot_wire_prompt_type),
	F("punto", OBJECT, punto, .type = &sabot_wire_hand_type),
	F("banca", OBJECT, banca, .type = &sabot_wire_hand_type),
	F("winner", WORD, winner, .words = winner_words),
	F("dealer", OBJECT, dealer, .type = &sabot_wire_hand_type),
	F("boxes", LIST, boxes, .type = &sabot_wire_box_type),
	F("payouts", LIST, payouts, .type = &sabot_wire_payout_type),
	F("per_100", LIST, per_100, .type = &sabot_wire_payout_type),
	F("holder", INTEGER, holder),
	F("owed", LIST, owed, .type = &sabot_wire_debt_type),
	F("redress", LIST, redress, .type = &sabot_wire_redress_type),
	F("differences", LIST, differences, .type = &sabot_wire_difference_type),
	F("results", WORDS, results, .words = winner_words),
	F("coups", STRING, coups),
	F("falling_tails", BOOLEAN, has_falling_tails),
	F("pit", STRING, pit),
	F("place", OBJECT, place, .type = &sabot_wire_place_type),
	F("staff", LIST, staff, .type = &sabot_wire_duty_type),
	F("pace", INTEGER, pace, .absent = -1),
	F("shoe", OBJECT, shoe, .type = &sabot_wire_shoe_type),
	F("unread", OBJECT, unread, .type = &sabot_wire_unread_type),
	F("kept", CARDS, kept),
	F("run_out", INTEGER, run_out_cards, .absent = -1),
	F("device", OBJECT, device, .type = &sabot_wire_device_type),
	F("exposure", OBJECT, exposure, .type = &sabot_wire_exposure_type),
	F("incidents", OBJECT, incidents, .type = &sabot_wire_open_incidents_type),
	F("fault", STRING, fault),
	F("away", OBJECT, away, .type = &sabot_wire_away_type),
};
const struct sabot_record_type sabot_wire_view_type =
	SABOT_RECORD_TYPE(sabot_wire_view, view_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_software, __VA_ARGS__, )
static const struct sabot_record_field software_fields[] = {
	F("version", STRING, version),
	F("commit", STRING, commit),
	F("digest", STRING, digest),
	F("files", INTEGER, files, .is_always_written = true),
	F("differing", INTEGER, differing, .is_always_written = true),
	F("at", TIME, at_us, .required = true),
};
const struct sabot_record_type sabot_wire_software_type =
	SABOT_RECORD_TYPE(sabot_wire_software, software_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_status, __VA_ARGS__, )
static const struct sabot_record_field status_fields[] = {
	F("version", STRING, version, .required = true),
	F("site", STRING, site),
	F("started", TIME, started_us),
	F("uptime_s", INTEGER, uptime_s),
	F("seq", INTEGER, seq, .required = true),
	F("tables", INTEGER, tables, .required = true),
	F("clients", INTEGER, clients),
	F("saved", BOOLEAN, is_saved, .absent = 1),
	F("signed", BOOLEAN, is_signed, .absent = 1),
	F("checking", BOOLEAN, is_checking),
	F("mirror", STRING, mirror),
	F("persons", STRING, persons),
	F("devices", LIST, devices, .required = true, .type = &sabot_wire_device_type),
	F("upstreams", LIST, upstreams, .is_nullable = true, .type = &sabot_wire_upstream_type),
	F("records", OBJECT, records, .type = &sabot_wire_records_type),
	F("software", OBJECT, software, .type = &sabot_wire_software_type),
};
const struct sabot_record_type sabot_wire_status_type =
	SABOT_RECORD_TYPE(sabot_wire_status, status_fields);
#undef F

const char *
sabot_wire_game_to_string(enum sabot_wire_game game)
{
	return game_words[game];
}

const char *
sabot_wire_severity_to_string(enum sabot_wire_severity severity)
{
	return severity_words[severity];
}

const char *
sabot_wire_table_state_to_string(enum sabot_wire_table_state state)
{
	return table_state_words[state];
}

const char *
sabot_wire_hand_result_to_string(enum sabot_wire_hand_result result)
{
	return result_words[result];
}

const char *
sabot_wire_phase_to_string(enum sabot_wire_phase phase)
{
	return phase_words[phase];
}

const char *
sabot_wire_incident_state_to_string(enum sabot_wire_incident_state state)
{
	return incident_state_words[state];
}

const char *
sabot_wire_device_state_to_string(enum sabot_wire_device_state state)
{
	return device_state_words[state];
}

enum sabot_wire_incident_state
sabot_wire_incident_state_from_string(const char *word)
{
	for (int i = 1; incident_state_words[i]; i++)
		if (g_strcmp0(incident_state_words[i], word) == 0)
			return (enum sabot_wire_incident_state)i;
	return SABOT_WIRE_INCIDENT_UNKNOWN;
}

const char *
sabot_wire_incident_table(const struct sabot_wire_incident *incident)
{
	return incident->about ? incident->about : incident->table;
}

const char *
sabot_wire_incident_fault(const struct sabot_wire_incident *incident)
{
	return json_string_value(json_object_get(incident->detail, "code"));
}

const char *
sabot_wire_incident_log(const struct sabot_wire_incident *incident)
{
	return json_string_value(json_object_get(incident->detail, "log"));
}

bool
sabot_wire_incident_get_card(const struct sabot_wire_incident *incident,
			     struct sabot_card *ret_card)
{
	const char *word = sabot_json_text(incident->detail, "card");
	struct sabot_card card;

	if (!word || !sabot_card_parse(word, strlen(word), &card) || !sabot_card_is_known(card))
		return false;
	*ret_card = card;
	return true;
}

enum sabot_wire_alarm
sabot_wire_incident_alarm(const struct sabot_wire_incident *incident, int64_t now_us)
{
	if (incident->state != SABOT_WIRE_INCIDENT_OPEN)
		return SABOT_WIRE_ALARM_RESOLVED;
	if (incident->shelved && incident->shelved->until_us > now_us)
		return SABOT_WIRE_ALARM_SHELVED;
	return incident->acknowledged ? SABOT_WIRE_ALARM_ACKNOWLEDGED : SABOT_WIRE_ALARM_ACTIVE;
}
