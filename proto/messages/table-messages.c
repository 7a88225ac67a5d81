/* The tables behind table-messages.h. */
#include "proto/messages/table-messages.h"

static const struct sabot_record_field rules_set_fields[] = {
	SABOT_RECORD_FIELD(sabot_wire_rules_set, "chips", INTEGERS, chips, .required = false),
};
static const struct sabot_record_type rules_set_type =
	SABOT_RECORD_TYPE(sabot_wire_rules_set, rules_set_fields);

#define F(...) SABOT_RECORD_FIELD(sabot_wire_next_rules, __VA_ARGS__, )
static const struct sabot_record_field next_rules_fields[] = {
	F("rules", STRING, rules),
	F("set", OBJECT, set, .type = &rules_set_type),
	F("min", INTEGER, min_minor, .absent = SABOT_WIRE_NO_NUMBER),
	F("max", INTEGER, max_minor, .absent = SABOT_WIRE_NO_NUMBER),
};
static const struct sabot_record_type next_rules_type =
	SABOT_RECORD_TYPE(sabot_wire_next_rules, next_rules_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_profile, __VA_ARGS__, )
static const struct sabot_record_field profile_fields[] = {
	F("name", STRING, name, .required = true),
	F("title", STRING, title),
	F("game", STRING, game),
};
SABOT_WIRE_TYPE(profile);
#undef F
static const struct sabot_record_field profiles_fields[] =
	SABOT_RECORD_PAGE_FIELDS("profiles", &sabot_wire_profile_type);
const struct sabot_record_type sabot_wire_profiles_type =
	SABOT_RECORD_TYPE(sabot_wire_page, profiles_fields);

#define F(...) SABOT_RECORD_FIELD(sabot_wire_event, __VA_ARGS__, )
static const struct sabot_record_field event_fields[] = {
	F("ev", STRING, ev, .required = true),
	F("card", STRING, card),
	F("box", INTEGER, box),
	F("decks", INTEGER, decks),
	F("amount", INTEGER, amount_minor),
	F("bettor", STRING, bettor),
	F("on", STRING, on),
};
const struct sabot_record_type sabot_wire_event_type =
	SABOT_RECORD_TYPE(sabot_wire_event, event_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_stepped, __VA_ARGS__, )
static const struct sabot_record_field stepped_fields[] = {
	F("seq", INTEGER, seq),
	F("n", INTEGER, n),
	F("out", JSON, out),
};
const struct sabot_record_type sabot_wire_stepped_type =
	SABOT_RECORD_TYPE(sabot_wire_stepped, stepped_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_incident_event, __VA_ARGS__, )
static const struct sabot_record_field incident_event_fields[] = {
	F("ev", STRING, ev, .required = true),
	F("by", STRING, by),
	F("to", STRING, to),
	F("text", STRING, text),
	F("reason", STRING, reason),
	F("at", TIME, at_us),
	F("until", TIME, until_us),
};
static const struct sabot_record_type incident_event_type =
	SABOT_RECORD_TYPE(sabot_wire_incident_event, incident_event_fields);
#undef F

static const struct sabot_record_field history_fields[] = {
	SABOT_RECORD_FIELD(sabot_wire_history, "notes", LIST, notes, .required = true,
			   .type = &incident_event_type),
};
const struct sabot_record_type sabot_wire_history_type =
	SABOT_RECORD_TYPE(sabot_wire_history, history_fields);

#define F(...) SABOT_RECORD_FIELD(sabot_wire_rules, __VA_ARGS__, )
static const struct sabot_record_field rules_fields[] = {
	F("rules", STRING, rules, .required = true),
	F("game", STRING, game),
	F("decks", INTEGER, decks, .required = true),
	F("boxes", INTEGER, boxes, .required = true),
	F("cut_min", INTEGER, cut_min_cards),
	F("bets", STRINGS, bets, .required = true),
	F("chips", INTEGERS, chips, .required = true),
	F("insurance", BOOLEAN, has_insurance),
	F("even_money", BOOLEAN, has_even_money),
	F("soft_17", STRING, soft_17),
	F("blackjack_pays", INTEGERS, blackjack_pays),
	F("insurance_pays", INTEGERS, insurance_pays),
	F("last_rounds", STRING, last_rounds),
	F("min", INTEGER, min_minor),
	F("max", INTEGER, max_minor),
	F("configured", BOOLEAN, is_configured, .absent = true),
	F("next", OBJECT, next, .type = &next_rules_type),
};
const struct sabot_record_type sabot_wire_rules_type =
	SABOT_RECORD_TYPE(sabot_wire_rules, rules_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_settled, __VA_ARGS__, )
static const struct sabot_record_field settled_fields[] = {
	F("box", INTEGER, box, .required = true),
	F("hand", INTEGER, hand, .absent = -1),
	F("bettor", STRING, bettor),
	F("on", STRING, on, .required = true),
	F("stake", INTEGER, stake_minor, .absent = SABOT_WIRE_NO_NUMBER),
	F("due", INTEGER, due_minor, .absent = SABOT_WIRE_NO_NUMBER),
	F("due_min", INTEGER, due_min_minor, .absent = SABOT_WIRE_NO_NUMBER),
	F("due_max", INTEGER, due_max_minor, .absent = SABOT_WIRE_NO_NUMBER),
	F("commission", INTEGER, commission_minor),
};
const struct sabot_record_type sabot_wire_settled_type =
	SABOT_RECORD_TYPE(sabot_wire_settled, settled_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_payment, __VA_ARGS__, )
static const struct sabot_record_field payment_fields[] = {
	F("box", INTEGER, box),
	F("hand", INTEGER, hand, .absent = -1),
	F("bettor", STRING, bettor),
	F("on", STRING, on),
	F("amount", INTEGER, amount_minor, .required = true),
	F("note", STRING, note),
	F("by", STRING, by),
	F("at", TIME, at_us),
};
const struct sabot_record_type sabot_wire_payment_type =
	SABOT_RECORD_TYPE(sabot_wire_payment, payment_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_played, __VA_ARGS__, )
static const struct sabot_record_field played_fields[] = {
	F("box", INTEGER, box, .required = true),   F("hand", INTEGER, hand, .required = true),
	F("cards", CARDS, cards, .required = true), F("total", INTEGER, total, .absent = -1),
	F("result", STRING, result),
};
const struct sabot_record_type sabot_wire_played_type =
	SABOT_RECORD_TYPE(sabot_wire_played, played_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_past_round, __VA_ARGS__, )
static const struct sabot_record_field past_round_fields[] = {
	F("round", INTEGER, round, .required = true),
	F("load", INTEGER, load, .required = true),
	F("at", TIME, at_us),
	F("winner", STRING, winner),
	F("punto", INTEGER, punto, .absent = -1),
	F("banca", INTEGER, banca, .absent = -1),
	F("dealer", INTEGER, dealer, .absent = -1),
	F("punto_cards", CARDS, punto_cards),
	F("banca_cards", CARDS, banca_cards),
	F("dealer_cards", CARDS, dealer_cards),
	F("hands", LIST, hands, .type = &sabot_wire_played_type),
	F("stakes", LIST, stakes, .type = &sabot_wire_settled_type),
	F("paid", LIST, paid, .type = &sabot_wire_payment_type),
	F("corrections", LIST, corrections, .type = &sabot_wire_payment_type),
	F("more", INTEGER, more),
	F("unverified", BOOLEAN, is_unverified),
	F("dummy", BOOLEAN, is_dummy),
	F("incidents", JSON, incidents),
};
const struct sabot_record_type sabot_wire_past_round_type =
	SABOT_RECORD_TYPE(sabot_wire_past_round, past_round_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_rounds, __VA_ARGS__, )
static const struct sabot_record_field rounds_fields[] = {
	F("rounds", LIST, rounds, .required = true, .type = &sabot_wire_past_round_type),
	F("next", INTEGER, next),
};
const struct sabot_record_type sabot_wire_rounds_type =
	SABOT_RECORD_TYPE(sabot_wire_rounds, rounds_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_prepared, __VA_ARGS__, )
static const struct sabot_record_field prepared_fields[] = {
	F("step", STRING, step, .required = true),
	F("who", STRING, who),
	F("by", STRING, by),
	F("at", TIME, at_us),
};
const struct sabot_record_type sabot_wire_prepared_type =
	SABOT_RECORD_TYPE(sabot_wire_prepared, prepared_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_load, __VA_ARGS__, )
static const struct sabot_record_field load_fields[] = {
	F("load", INTEGER, load, .required = true),
	F("at", TIME, at_us),
	F("rounds", INTEGER, rounds),
	F("decks", INTEGER, decks, .required = true),
	F("seen", INTEGER, seen_cards, .required = true),
	F("left", INTEGER, left_cards, .absent = -1),
	F("unread", INTEGER, unread_cards),
	F("burned", INTEGER, burned_cards),
	F("cut", BOOLEAN, is_cut),
	F("cut_at", INTEGER, cut_at_cards, .absent = -1),
	F("behind", INTEGER, behind_cards, .absent = -1),
	F("positions", STRING, positions),
	F("prepared", LIST, prepared, .type = &sabot_wire_prepared_type),
};
const struct sabot_record_type sabot_wire_load_type =
	SABOT_RECORD_TYPE(sabot_wire_load, load_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_load_answer, __VA_ARGS__, )
static const struct sabot_record_field load_answer_fields[] = {
	F("load", OBJECT, load, .type = &sabot_wire_load_type),
	F("preparing", LIST, preparing, .type = &sabot_wire_prepared_type),
};
const struct sabot_record_type sabot_wire_load_answer_type =
	SABOT_RECORD_TYPE(sabot_wire_load_answer, load_answer_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_effect, __VA_ARGS__, )
static const struct sabot_record_field effect_fields[] = {
	F("effect", STRING, effect, .required = true),
	F("round", INTEGER, round),
	F("from", STRING, from),
	F("to", STRING, to),
	F("why", STRING, why),
	F("box", INTEGER, box),
	F("bettor", STRING, bettor),
	F("amount", INTEGER, amount_minor),
	F("text", STRING, text, .required = true),
};
const struct sabot_record_type sabot_wire_effect_type =
	SABOT_RECORD_TYPE(sabot_wire_effect, effect_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_stake_effect, __VA_ARGS__, )
static const struct sabot_record_field stake_effect_fields[] = {
	F("box", INTEGER, box, .required = true),
	F("hand", INTEGER, hand, .absent = -1),
	F("bettor", STRING, bettor),
	F("on", STRING, on, .required = true),
	F("stake", INTEGER, stake_minor, .required = true),
	F("before", INTEGER, before_minor, .absent = SABOT_WIRE_NO_NUMBER),
	F("after", INTEGER, after_minor, .absent = SABOT_WIRE_NO_NUMBER),
	F("text", STRING, text, .required = true),
};
const struct sabot_record_type sabot_wire_stake_effect_type =
	SABOT_RECORD_TYPE(sabot_wire_stake_effect, stake_effect_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_remedy, __VA_ARGS__, )
static const struct sabot_record_field remedy_fields[] = {
	F("remedy", STRING, remedy, .required = true),
	F("name", STRING, name, .required = true),
	F("article", STRING, article),
	F("rule", STRING, rule),
	F("second", BOOLEAN, needs_second),
	F("wants_card", BOOLEAN, wants_card),
	F("possible", BOOLEAN, is_possible, .required = true),
	F("effects", LIST, effects, .type = &sabot_wire_effect_type),
	F("stakes", LIST, stakes, .type = &sabot_wire_stake_effect_type),
	F("changed", INTEGER, changed),
	F("delta", INTEGER, delta_minor),
	F("text", STRING, text, .required = true),
};
const struct sabot_record_type sabot_wire_remedy_type =
	SABOT_RECORD_TYPE(sabot_wire_remedy, remedy_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_remedies, __VA_ARGS__, )
static const struct sabot_record_field remedies_fields[] = {
	F("table", STRING, table, .required = true),
	F("incident", INTEGER, incident, .required = true),
	F("remedies", LIST, remedies, .required = true, .type = &sabot_wire_remedy_type),
	F("stakes", LIST, stakes, .type = &sabot_wire_stake_effect_type),
};
const struct sabot_record_type sabot_wire_remedies_type =
	SABOT_RECORD_TYPE(sabot_wire_remedies, remedies_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_mend_place, __VA_ARGS__, )
static const struct sabot_record_field mend_place_fields[] = {
	F("box", INTEGER, box),
	F("hand", INTEGER, hand),
	F("before", INTEGER, before, .required = true),
	F("after", INTEGER, after, .required = true),
};
const struct sabot_record_type sabot_wire_mend_place_type =
	SABOT_RECORD_TYPE(sabot_wire_mend_place, mend_place_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_mends, __VA_ARGS__, )
static const struct sabot_record_field mends_fields[] = {
	F("table", STRING, table, .required = true),
	F("of", INTEGER, of, .required = true),
	F("until", TIME, until_us, .required = true),
	F("box", INTEGER, box),
	F("hand", INTEGER, hand),
	F("dealer", BOOLEAN, is_dealers),
	F("read", BOOLEAN, can_read),
	F("card", STRING, card),
	F("early", BOOLEAN, is_early),
	F("places", LIST, places, .type = &sabot_wire_mend_place_type),
};
const struct sabot_record_type sabot_wire_mends_type =
	SABOT_RECORD_TYPE(sabot_wire_mends, mends_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_count, __VA_ARGS__, )
static const struct sabot_record_field count_fields[] = {
	F("name", STRING, name, .required = true),
	F("raised", INTEGER, raised, .required = true),
	F("open", INTEGER, open),
	F("explained", INTEGER, explained),
	F("cleared", INTEGER, cleared),
	F("right", INTEGER, right),
	F("dismissed", INTEGER, dismissed),
	F("precision", INTEGER, precision_permille, .absent = -1),
};
const struct sabot_record_type sabot_wire_count_type =
	SABOT_RECORD_TYPE(sabot_wire_count, count_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_statistics, __VA_ARGS__, )
static const struct sabot_record_field statistics_fields[] = {
	F("from", TIME, from_us),
	F("codes", LIST, codes, .required = true, .type = &sabot_wire_count_type),
	F("devices", LIST, devices, .required = true, .type = &sabot_wire_count_type),
	F("hours", LIST, hours, .required = true, .type = &sabot_wire_count_type),
};
const struct sabot_record_type sabot_wire_statistics_type =
	SABOT_RECORD_TYPE(sabot_wire_statistics, statistics_fields);
#undef F
