/*
 * The tables behind derived-lines.h. A number that may be missing is read as SABOT_WIRE_NO_NUMBER
 * and split into number and flag at the end, so that it is never added up by mistake.
 */
#include "proto/messages/derived-lines.h"

#include "proto/messages/members.h"
#include "proto/wire-error.h"

#include <string.h>

/* In the order of enum sabot_winner. */
static const char *const winner_words[] = {"", "punto", "banca", "tie", "void", NULL};
G_STATIC_ASSERT(SABOT_WINNER_VOID == 4 && G_N_ELEMENTS(winner_words) == SABOT_WINNERS + 1);

#define F(...) SABOT_RECORD_FIELD(sabot_hand_line, __VA_ARGS__, )
static const struct sabot_record_field hand_fields[] = {
	F("box", INTEGER, box, .required = true),
	F("hand", INTEGER, hand, .required = true),
	F("cards", CARDS, cards, .is_nullable = true),
	F("total", INTEGER, total, .absent = SABOT_WIRE_NO_NUMBER),
	F("result", STRING, result),
};
static const struct sabot_record_type hand_type = SABOT_RECORD_TYPE(sabot_hand_line, hand_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_round_line, __VA_ARGS__, )
static const struct sabot_record_field round_fields[] = {
	F("load", INTEGER, load, .required = true),
	F("round", INTEGER, round, .required = true),
	F("line", INTEGER, line),
	F("winner", WORD, winner, .words = winner_words),
	F("punto", INTEGER, punto, .absent = SABOT_WIRE_NO_NUMBER),
	F("banca", INTEGER, banca, .absent = SABOT_WIRE_NO_NUMBER),
	F("punto_cards", CARDS, punto_cards, .is_nullable = true),
	F("banca_cards", CARDS, banca_cards, .is_nullable = true),
	F("dealer", INTEGER, dealer, .absent = SABOT_WIRE_NO_NUMBER),
	F("dealer_cards", CARDS, dealer_cards, .is_nullable = true),
	F("hands", LIST, hands, .type = &hand_type),
	F("unverified", BOOLEAN, is_unverified),
	F("dummy", BOOLEAN, is_dummy),
	F("again", BOOLEAN, is_again),
	F("inferred", BOOLEAN, is_inferred),
};
static const struct sabot_record_type round_type =
	SABOT_RECORD_TYPE(sabot_round_line, round_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_settle_line, __VA_ARGS__, )
static const struct sabot_record_field settle_fields[] = {
	F("round", INTEGER, round, .required = true),
	F("box", INTEGER, box, .required = true),
	F("hand", INTEGER, hand, .absent = -1),
	F("bettor", STRING, bettor, .required = true),
	F("on", STRING, on, .required = true),
	F("stake", INTEGER, stake_minor, .absent = SABOT_WIRE_NO_NUMBER),
	F("due", INTEGER, due_minor, .absent = SABOT_WIRE_NO_NUMBER),
	F("due_min", INTEGER, due_min_minor, .absent = SABOT_WIRE_NO_NUMBER),
	F("due_max", INTEGER, due_max_minor, .absent = SABOT_WIRE_NO_NUMBER),
	F("commission", INTEGER, commission_minor),
	F("unverified", BOOLEAN, is_unverified),
	F("again", BOOLEAN, is_again),
};
static const struct sabot_record_type settle_type =
	SABOT_RECORD_TYPE(sabot_settle_line, settle_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_incident_line, __VA_ARGS__, )
static const struct sabot_record_field incident_fields[] = {
	F("id", INTEGER, id, .required = true),
	F("line", INTEGER, line, .is_always_written = true),
	F("of", INTEGER, of),
	F("load", INTEGER, load, .required = true),
	F("round", INTEGER, round, .required = true),
	F("code", STRING, code, .required = true),
	F("severity", STRING, severity, .required = true),
	F("rule", STRING, rule),
	F("detail", JSON, detail),
	F("text", STRING, text),
};
const struct sabot_record_type sabot_incident_line_type =
	SABOT_RECORD_TYPE(sabot_incident_line, incident_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_load_line, __VA_ARGS__, )
static const struct sabot_record_field load_fields[] = {
	F("load", INTEGER, load, .required = true),
	F("cards_seen", INTEGER, cards_seen, .required = true),
	F("unread", INTEGER, unread, .required = true),
	F("burned", INTEGER, burned, .required = true),
	F("left", INTEGER, left, .absent = SABOT_WIRE_NO_NUMBER),
	F("verdict", STRING, verdict, .required = true),
	F("proven", STRING, proven, .required = true),
	F("extra", CARDS, extra, .required = true),
	F("missing", CARDS, missing, .required = true),
	F("deduced", CARDS, deduced, .is_nullable = true),
	F("deduced_among", CARDS, deduced_among, .is_nullable = true),
};
static const struct sabot_record_type load_type = SABOT_RECORD_TYPE(sabot_load_line, load_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_explained_line, __VA_ARGS__, )
static const struct sabot_record_field explained_fields[] = {
	F("id", INTEGER, id, .required = true),
	F("line", INTEGER, line, .required = true),
	F("by", INTEGER, by, .required = true),
};
static const struct sabot_record_type explained_type =
	SABOT_RECORD_TYPE(sabot_explained_line, explained_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_redressed_line, __VA_ARGS__, )
static const struct sabot_record_field redress_fields[] = {
	F("line", INTEGER, line, .required = true),
	F("round", INTEGER, round, .required = true),
	F("box", INTEGER, box, .required = true),
	F("hand", INTEGER, hand, .absent = -1),
	F("bettor", STRING, bettor, .required = true),
	F("on", STRING, on, .required = true),
	F("paid", INTEGER, paid_minor, .required = true),
	F("due", INTEGER, due_minor, .required = true),
	F("difference", INTEGER, difference_minor, .required = true),
};
static const struct sabot_record_type redress_type =
	SABOT_RECORD_TYPE(sabot_redressed_line, redress_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_aside_line, __VA_ARGS__, )
static const struct sabot_record_field aside_fields[] = {
	F("line", INTEGER, line, .required = true),
	F("first", INTEGER, first, .required = true),
	F("cards", CARDS, cards, .required = true),
};
static const struct sabot_record_type aside_type =
	SABOT_RECORD_TYPE(sabot_aside_line, aside_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_open_line, __VA_ARGS__, )
static const struct sabot_record_field open_fields[] = {
	F("load", INTEGER, load, .required = true),
	F("round", INTEGER, round, .required = true),
	F("line", INTEGER, line, .required = true),
	F("cards", INTEGER, cards, .required = true),
	F("staked", INTEGER, staked_minor, .required = true),
};
static const struct sabot_record_type open_type = SABOT_RECORD_TYPE(sabot_open_line, open_fields);
#undef F

/* By enum sabot_derived_kind. */
static const struct {
	const char *out;
	const struct sabot_record_type *type;
} kinds[] = {
	[SABOT_DERIVED_ROUND] = {"round", &round_type},
	[SABOT_DERIVED_SETTLE] = {"settle", &settle_type},
	[SABOT_DERIVED_INCIDENT] = {"incident", &sabot_incident_line_type},
	[SABOT_DERIVED_LOAD] = {"load", &load_type},
	[SABOT_DERIVED_SUMMARY] = {"summary", &sabot_wire_summary_type},
	[SABOT_DERIVED_EXPLAINED] = {"explained", &explained_type},
	[SABOT_DERIVED_REDRESS] = {"redress", &redress_type},
	[SABOT_DERIVED_ASIDE] = {"aside", &aside_type},
	[SABOT_DERIVED_OPEN] = {"open", &open_type},
};

enum sabot_derived_kind
sabot_derived_line_kind(const json_t *json)
{
	const char *out = json_string_value(json_object_get(json, "out"));

	for (guint i = SABOT_DERIVED_UNKNOWN + 1; out && i < G_N_ELEMENTS(kinds); i++)
		if (strcmp(kinds[i].out, out) == 0)
			return (enum sabot_derived_kind)i;
	return SABOT_DERIVED_UNKNOWN;
}

/* True if the number is there; else it becomes 0. */
static bool
split(int64_t *number)
{
	if (*number != SABOT_WIRE_NO_NUMBER)
		return true;
	*number = 0;
	return false;
}

static void
split_round(struct sabot_round_line *round)
{
	round->has_punto = split(&round->punto);
	round->has_banca = split(&round->banca);
	round->has_dealer = split(&round->dealer);
	for (guint i = 0; i < round->hands->len; i++) {
		struct sabot_hand_line *hand = g_ptr_array_index(round->hands, i);

		hand->has_total = split(&hand->total);
	}
}

static void
split_settle(struct sabot_settle_line *settle)
{
	bool has_min = split(&settle->due_min_minor), has_max = split(&settle->due_max_minor);

	settle->has_stake = split(&settle->stake_minor);
	settle->has_due = split(&settle->due_minor);
	settle->has_due_range = has_min && has_max;
}

static void
split_numbers(struct sabot_derived_line *line)
{
	switch (line->kind) {
	case SABOT_DERIVED_ROUND:
		split_round(line->u.round);
		break;
	case SABOT_DERIVED_SETTLE:
		split_settle(line->u.settle);
		break;
	case SABOT_DERIVED_LOAD:
		line->u.load->has_left = split(&line->u.load->left);
		break;
	case SABOT_DERIVED_UNKNOWN:
	case SABOT_DERIVED_INCIDENT:
	case SABOT_DERIVED_SUMMARY:
	case SABOT_DERIVED_EXPLAINED:
	case SABOT_DERIVED_REDRESS:
	case SABOT_DERIVED_ASIDE:
	case SABOT_DERIVED_OPEN:
		break;
	}
}

/*
 * A due that is missing must be said to be uncertain; else it was forgotten. So must a stake, but
 * in a void round, where it may be uncertain and the due is 0 all the same.
 */
static bool
check_settle(const struct sabot_derived_line *line, GError **error)
{
	const struct sabot_settle_line *settle = line->u.settle;

	if (line->kind != SABOT_DERIVED_SETTLE || settle->is_unverified ||
	    (settle->has_due && (settle->has_stake || settle->due_minor == 0)))
		return true;
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST, "%s: missing",
		    settle->has_due ? "stake" : "due");
	return false;
}

bool
sabot_derived_line_read(json_t *json, struct sabot_derived_line *ret_line, GError **error)
{
	struct sabot_derived_line line = {.kind = sabot_derived_line_kind(json)};

	*ret_line = (struct sabot_derived_line){0};
	if (line.kind == SABOT_DERIVED_UNKNOWN) {
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
			    "out: this is no line that follows from a log");
		return false;
	}
	line.u.record = sabot_record_parse(kinds[line.kind].type, json, error);
	if (!line.u.record)
		return false;
	split_numbers(&line);
	if (!check_settle(&line, error)) {
		sabot_derived_line_clear(&line);
		return false;
	}
	*ret_line = line;
	return true;
}

json_t *
sabot_incident_line_build(const struct sabot_incident_line *incident)
{
	json_t *line = json_object(), *members;

	json_object_set_new(line, "out", json_string(kinds[SABOT_DERIVED_INCIDENT].out));
	members = sabot_record_build(&sabot_incident_line_type, incident);
	json_object_update(line, members);
	json_decref(members);
	return line;
}

static enum sabot_wire_severity
severity_of(const char *word)
{
	for (int i = SABOT_WIRE_SEVERITY_LOW; i <= SABOT_WIRE_SEVERITY_CRITICAL; i++)
		if (g_strcmp0(word, sabot_wire_severity_to_string((enum sabot_wire_severity)i)) ==
		    0)
			return (enum sabot_wire_severity)i;
	return SABOT_WIRE_SEVERITY_UNKNOWN;
}

struct sabot_wire_incident *
sabot_incident_line_open(const struct sabot_incident_line *line)
{
	struct sabot_wire_incident *incident = sabot_record_new(&sabot_wire_incident_type);

	incident->id = line->id;
	incident->load = line->load;
	incident->round = line->round;
	incident->code = g_strdup(line->code);
	incident->severity = severity_of(line->severity);
	incident->rule = g_strdup(line->rule);
	incident->detail = json_incref(line->detail);
	incident->text = g_strdup(line->text);
	incident->state = SABOT_WIRE_INCIDENT_OPEN;
	return incident;
}

void
sabot_derived_line_clear(struct sabot_derived_line *line)
{
	sabot_record_unref(line->u.record);
	*line = (struct sabot_derived_line){0};
}

#define M(member_name, member_kind, member)                                                        \
	{                                                                                          \
		member_name, SABOT_MEMBER_##member_kind,                                           \
			offsetof(struct sabot_incident_detail, member)                             \
	}

static const struct sabot_member detail_members[] = {
	M("bettor", TEXT, bettor),   M("box", NUMBER, box),     M("cards", HAS, has_cards),
	M("due", NUMBER, due_minor), M("due", HAS, has_due),    M("hand", NUMBER, hand),
	M("hand", TEXT, hand_name),  M("on", TEXT, on),         M("paid", NUMBER, paid_minor),
	M("paid", HAS, has_paid),    M("round", NUMBER, round), M("total", HAS, has_total),
};

void
sabot_incident_detail_read(const json_t *detail, struct sabot_incident_detail *ret_detail)
{
	*ret_detail = (struct sabot_incident_detail){0};
	sabot_members_read(detail, detail_members, G_N_ELEMENTS(detail_members), ret_detail);
}

static int64_t
field_number(const struct sabot_incident *incident, const char *key)
{
	const struct sabot_field *field = sabot_incident_field(incident, key);

	return field && field->kind == SABOT_FIELD_NUMBER ? field->u.number : 0;
}

static const char *
field_word(const struct sabot_incident *incident, const char *key)
{
	const struct sabot_field *field = sabot_incident_field(incident, key);

	if (field && field->kind == SABOT_FIELD_BETTOR)
		return incident->bettor;
	return field && (field->kind == SABOT_FIELD_WORD || field->kind == SABOT_FIELD_TEXT)
		       ? field->u.word
		       : NULL;
}

void
sabot_incident_detail_of(const struct sabot_incident *incident,
			 struct sabot_incident_detail *ret_detail)
{
	*ret_detail = (struct sabot_incident_detail){
		.box = field_number(incident, "box"),
		.hand = field_number(incident, "hand"),
		.round = field_number(incident, "round"),
		.hand_name = field_word(incident, "hand"),
		.bettor = field_word(incident, "bettor"),
		.on = field_word(incident, "on"),
		.due_minor = field_number(incident, "due"),
		.paid_minor = field_number(incident, "paid"),
		.has_due = sabot_incident_field(incident, "due") != NULL,
		.has_paid = sabot_incident_field(incident, "paid") != NULL,
		.has_total = sabot_incident_field(incident, "total") != NULL,
		.has_cards = sabot_incident_field(incident, "cards") != NULL,
	};
}
