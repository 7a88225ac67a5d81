/* The tables behind money-messages.h. */
#include "proto/messages/money-messages.h"

#define AMOUNT(wire_name, member) F(wire_name, INTEGER, member, .absent = SABOT_WIRE_NO_NUMBER)
#define PAGE(name, list, item)                                                                     \
	static const struct sabot_record_field name##_fields[] =                                   \
		SABOT_RECORD_PAGE_FIELDS(list, &sabot_wire_##item##_type);                         \
	const struct sabot_record_type sabot_wire_##name##_type =                                  \
		SABOT_RECORD_TYPE(sabot_wire_page, name##_fields)

#define F(...) SABOT_RECORD_FIELD(sabot_wire_chips, __VA_ARGS__, )
static const struct sabot_record_field chips_fields[] = {
	F("chip", INTEGER, chip_minor, .required = true),
	F("count", INTEGER, count, .required = true),
	F("kind", STRING, kind),
};
SABOT_WIRE_TYPE(chips);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_currency, __VA_ARGS__, )
static const struct sabot_record_field currency_fields[] = {
	F("currency", STRING, currency, .required = true),
	F("amount", INTEGER, amount_minor, .required = true),
};
static SABOT_WIRE_TYPE(currency);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_share, __VA_ARGS__, )
static const struct sabot_record_field share_fields[] = {
	F("person", STRING, person, .required = true),
	F("points", INTEGER, points, .required = true),
	F("amount", INTEGER, amount_minor, .required = true),
};
static SABOT_WIRE_TYPE(share);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_drop, __VA_ARGS__, )
static const struct sabot_record_field drop_fields[] = {
	F("cash", INTEGER, cash_minor),
	F("markers", INTEGER, markers_minor),
	F("vouchers", INTEGER, vouchers_minor),
	F("match_play", INTEGER, match_play_minor),
	F("foreign_chips", INTEGER, foreign_chips_minor),
	F("redemptions", INTEGER, redemptions_minor),
};
static SABOT_WIRE_TYPE(drop);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_barred, __VA_ARGS__, )
static const struct sabot_record_field barred_fields[] = {
	F("person", STRING, person, .required = true),
	F("why", STRING, why, .required = true),
};
SABOT_WIRE_TYPE(barred);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_document, __VA_ARGS__, )
static const struct sabot_record_field document_fields[] = {
	F("n", INTEGER, n, .required = true),
	F("ev", STRING, ev, .required = true),
	F("do", STRING, step),
	F("kind", STRING, kind),
	F("shift", STRING, shift, .required = true),
	F("table", STRING, table),
	F("by", STRING, by),
	F("second", STRING, second),
	F("note", STRING, note),
	F("box", STRING, box),
	F("set", STRING, set),
	F("patron", STRING, patron),
	F("item", STRING, item),
	F("chips", LIST, chips, .type = &sabot_wire_chips_type),
	AMOUNT("amount", amount_minor),
	F("cash", INTEGER, cash_minor),
	F("currencies", LIST, currencies, .type = &sabot_wire_currency_type),
	F("currency", STRING, currency),
	F("rate", STRING, rate),
	F("foreign", INTEGER, foreign_minor),
	F("digits", INTEGER, digits),
	F("points", LIST, points, .type = &sabot_wire_share_type),
	F("recount", BOOLEAN, is_recount),
	F("day", STRING, day),
	F("number", INTEGER, number),
	F("to", INTEGER, to_number),
	F("decks", INTEGER, decks),
	F("corrects", INTEGER, corrects),
	F("replaced_by", INTEGER, replaced_by),
	F("barred", LIST, barred, .type = &sabot_wire_barred_type),
	F("counts", OBJECT, counts, .type = &sabot_wire_drop_type),
	F("totals", JSON, totals),
	F("at", TIME, at_us, .required = true),
	F("happened", TIME, happened_us),
};
SABOT_WIRE_TYPE(document);
#undef F
PAGE(documents, "documents", document);

#define F(...) SABOT_RECORD_FIELD(sabot_wire_shift_head, __VA_ARGS__, )
static const struct sabot_record_field shift_head_fields[] = {
	F("shift", STRING, shift, .required = true),
	F("name", STRING, name),
	F("from", TIME, from_us),
	F("to", TIME, to_us),
	F("sealed", OBJECT, sealed, .type = &sabot_wire_document_type),
};
SABOT_WIRE_TYPE(shift_head);
#undef F
PAGE(shifts, "shifts", shift_head);

#define F(...) SABOT_RECORD_FIELD(sabot_wire_table_result, __VA_ARGS__, )
static const struct sabot_record_field table_result_fields[] = {
	F("table", STRING, table),
	F("rounds", INTEGER, rounds),
	AMOUNT("opener", opener_minor),
	F("rolled", BOOLEAN, is_rolled),
	AMOUNT("expected", expected_minor),
	AMOUNT("opener_difference", opener_difference_minor),
	AMOUNT("closer", closer_minor),
	AMOUNT("fills", fills_minor),
	AMOUNT("credits", credits_minor),
	AMOUNT("markers", markers_minor),
	AMOUNT("redeemed", redeemed_minor),
	AMOUNT("drop", drop_minor),
	AMOUNT("tips", tips_minor),
	AMOUNT("cash_in", cash_in_minor),
	AMOUNT("cash_out", cash_out_minor),
	AMOUNT("win", win_minor),
	AMOUNT("hold_bp", hold_bp),
	AMOUNT("estimate", estimate_minor),
	F("estimate_at", TIME, estimate_at_us),
};
SABOT_WIRE_TYPE(table_result);
#undef F
PAGE(shift_tables, "tables", table_result);

#define F(...) SABOT_RECORD_FIELD(sabot_wire_shift, __VA_ARGS__, )
static const struct sabot_record_field shift_fields[] = {
	F("shift", STRING, head.shift, .required = true),
	F("name", STRING, head.name),
	F("from", TIME, head.from_us),
	F("to", TIME, head.to_us),
	F("sealed", OBJECT, head.sealed, .type = &sabot_wire_document_type),
	F("forgotten", BOOLEAN, is_forgotten),
	F("sum", OBJECT, sum, .type = &sabot_wire_table_result_type),
	F("tables", INTEGER, tables),
	F("rounds", INTEGER, rounds),
	F("documents", INTEGER, documents),
	F("exceptions", INTEGER, exceptions),
	F("open", INTEGER, open),
	F("signed", BOOLEAN, is_signed),
	F("no_credit", BOOLEAN, gives_no_credit),
};
SABOT_WIRE_TYPE(shift);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_open_item, __VA_ARGS__, )
static const struct sabot_record_field open_item_fields[] = {
	F("item", STRING, item, .required = true),
	F("what", STRING, what, .required = true),
	F("blocks", BOOLEAN, blocks),
	F("table", STRING, table),
	F("remark", STRING, remark),
	F("number", INTEGER, number),
	F("amount", INTEGER, amount_minor),
};
SABOT_WIRE_TYPE(open_item);
#undef F
PAGE(shift_open, "open", open_item);

#define F(...) SABOT_RECORD_FIELD(sabot_wire_slip, __VA_ARGS__, )
static const struct sabot_record_field slip_fields[] = {
	F("day", STRING, day, .required = true),
	F("number", INTEGER, number, .required = true),
	F("state", STRING, state, .required = true),
	F("shift", STRING, shift),
	F("table", STRING, table),
	F("kind", STRING, kind),
	AMOUNT("amount", amount_minor),
	F("chips", LIST, chips, .type = &sabot_wire_chips_type),
	F("barred", LIST, barred, .type = &sabot_wire_barred_type),
	F("paper", BOOLEAN, is_paper),
	F("note", STRING, note),
};
SABOT_WIRE_TYPE(slip);
#undef F
PAGE(slips, "slips", slip);

#define F(...) SABOT_RECORD_FIELD(sabot_wire_marker, __VA_ARGS__, )
static const struct sabot_record_field marker_fields[] = {
	F("day", STRING, day, .required = true),
	F("number", INTEGER, number, .required = true),
	F("table", STRING, table),
	F("patron", STRING, patron),
	F("amount", INTEGER, amount_minor, .required = true),
	F("left", INTEGER, left_minor, .required = true),
};
SABOT_WIRE_TYPE(marker);
#undef F
PAGE(markers, "markers", marker);

#define F(...) SABOT_RECORD_FIELD(sabot_wire_bank_currency, __VA_ARGS__, )
static const struct sabot_record_field bank_currency_fields[] = {
	F("currency", STRING, currency, .required = true),
	AMOUNT("opener", opener_minor),
	AMOUNT("opener_difference", opener_difference_minor),
	AMOUNT("in", in_minor),
	AMOUNT("out", out_minor),
	AMOUNT("float", float_minor),
	AMOUNT("expected", expected_minor),
	AMOUNT("difference", difference_minor),
};
static SABOT_WIRE_TYPE(bank_currency);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_tips, __VA_ARGS__, )
static const struct sabot_record_field tips_fields[] = {
	AMOUNT("before", before_minor),         AMOUNT("collected", collected_minor),
	AMOUNT("shared", shared_minor),         AMOUNT("left", left_minor),
	AMOUNT("difference", difference_minor),
};
static SABOT_WIRE_TYPE(tips);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_bank, __VA_ARGS__, )
static const struct sabot_record_field bank_fields[] = {
	F("shift", STRING, shift, .required = true),
	AMOUNT("opener", opener_minor),
	F("rolled", BOOLEAN, is_rolled),
	AMOUNT("opener_difference", opener_difference_minor),
	AMOUNT("fills", fills_minor),
	AMOUNT("n_fills", n_fills),
	AMOUNT("credits", credits_minor),
	AMOUNT("n_credits", n_credits),
	AMOUNT("redeemed", redeemed_minor),
	AMOUNT("in", in_minor),
	AMOUNT("out", out_minor),
	AMOUNT("exchanged", exchanged_minor),
	F("currencies", LIST, currencies, .type = &sabot_wire_bank_currency_type),
	AMOUNT("float", float_minor),
	F("count", OBJECT, count, .type = &sabot_wire_document_type),
	AMOUNT("expected", expected_minor),
	AMOUNT("difference", difference_minor),
	F("tips", OBJECT, tips, .type = &sabot_wire_tips_type),
};
SABOT_WIRE_TYPE(bank);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_card_set, __VA_ARGS__, )
static const struct sabot_record_field card_set_fields[] = {
	F("set", STRING, set, .required = true),
	F("state", STRING, state, .required = true),
	F("decks", INTEGER, decks, .is_always_written = true),
	F("table", STRING, table),
	F("since", TIME, since_us),
};
SABOT_WIRE_TYPE(card_set);
#undef F
PAGE(card_sets, "sets", card_set);

static const struct sabot_record_field recorded_fields[] = {
	SABOT_RECORD_FIELD(sabot_wire_recorded, "out", LIST, out, .required = true,
			   .type = &sabot_wire_document_type),
};
SABOT_WIRE_TYPE(recorded);

#define F(...) SABOT_RECORD_FIELD(sabot_wire_named_difference, __VA_ARGS__, )
static const struct sabot_record_field named_difference_fields[] = {
	F("table", STRING, table),
	F("difference", STRING, difference),
	F("words", STRING, words),
	F("amount_minor", INTEGER, amount_minor),
};
static SABOT_WIRE_TYPE(named_difference);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_difference_section, __VA_ARGS__, )
static const struct sabot_record_field difference_section_fields[] = {
	F("id", STRING, id, .required = true),
	F("rows", LIST, rows, .type = &sabot_wire_named_difference_type),
};
static SABOT_WIRE_TYPE(difference_section);
#undef F

static const struct sabot_record_field difference_report_fields[] = {
	SABOT_RECORD_FIELD(sabot_wire_difference_report, "sections", LIST, sections,
			   .required = true, .type = &sabot_wire_difference_section_type),
};
SABOT_WIRE_TYPE(difference_report);
