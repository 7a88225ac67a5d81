/* The table of documents: see money-document.h. */
#include "money-document.h"

#include <glib/gi18n.h>
#include <string.h>

#define REQUIRED SABOT_FORM_FIELD_REQUIRED, NULL
#define OPTIONAL SABOT_FORM_FIELD_OPTIONAL, NULL
#define EXTRA SABOT_FORM_FIELD_EXTRA, NULL

#define CHIPS(want)                                                                                \
	{                                                                                          \
		"chips", NC_("field", "Count of chips"), SABOT_FORM_FIELD_CHIPS, want              \
	}
#define AMOUNT                                                                                     \
	{                                                                                          \
		"amount", NC_("field", "Amount"), SABOT_FORM_FIELD_AMOUNT, REQUIRED                \
	}
#define PATRON(want)                                                                               \
	{                                                                                          \
		"patron", NC_("field", "Patron's reference"), SABOT_FORM_FIELD_TEXT, want          \
	}
#define CARD_SET                                                                                   \
	{                                                                                          \
		"set", NC_("field", "Set of cards"), SABOT_FORM_FIELD_TEXT, REQUIRED               \
	}
#define PAPER                                                                                      \
	{                                                                                          \
		"number", NC_("field", "Number of the paper form"), SABOT_FORM_FIELD_NUMBER, EXTRA \
	}

/* What the main bank holds. */
#define BANK_COUNT                                                                                 \
	{                                                                                          \
		CHIPS(OPTIONAL), CASH, CURRENCIES, OTHER_CHIPS                                     \
	}
#define CASH                                                                                       \
	{                                                                                          \
		"cash", NC_("field", "Cash"), SABOT_FORM_FIELD_AMOUNT, OPTIONAL                    \
	}
#define CURRENCIES                                                                                 \
	{                                                                                          \
		"currencies", NC_("field", "Foreign money (USD 100.00 GBP 20.00)"),                \
			SABOT_FORM_FIELD_CURRENCIES, OPTIONAL                                      \
	}
#define OTHER_CHIPS                                                                                \
	{                                                                                          \
		"other_chips", NC_("field", "Other chips (rolling:500x20 promotional:5x40)"),      \
			SABOT_FORM_FIELD_OTHER_CHIPS, EXTRA                                        \
	}
#define FROM_OR_TO                                                                                 \
	{                                                                                          \
		"note", NC_("field", "From where, or to where"), SABOT_FORM_FIELD_TEXT, REQUIRED   \
	}
#define EXCHANGE                                                                                   \
	{                                                                                          \
		{"foreign", NC_("field", "Foreign money (USD 100.00)"), SABOT_FORM_FIELD_FOREIGN,  \
		 REQUIRED},                                                                        \
			{"rate", NC_("field", "Rate (0.9215)"), SABOT_FORM_FIELD_RATE, REQUIRED},  \
			PATRON(OPTIONAL)                                                           \
	}

static const struct sabot_money_document documents[] = {
	{
		.id = "opener",
		.title = NC_("document", "Opener"),
		.done = NC_("document", "Opener counted"),
		.ev = "count",
		.step = "opener",
		.is_of_two = true,
		.fields = {CHIPS(REQUIRED)},
	},
	{
		.id = "closer",
		.title = NC_("document", "Closer"),
		.done = NC_("document", "Closer counted"),
		.ev = "count",
		.step = "closer",
		.is_of_two = true,
		.fields = {CHIPS(REQUIRED)},
	},
	{
		.id = "check",
		.title = NC_("document", "Check"),
		.done = NC_("document", "Chips checked"),
		.ev = "count",
		.step = "check",
		.fields = {CHIPS(REQUIRED)},
	},
	{
		.id = "fill",
		.title = NC_("document", "Fill"),
		.done = NC_("document", "Fill requested"),
		.right = "request",
		.ev = "slip",
		.step = "request",
		.kind = "fill",
		.fields = {CHIPS(REQUIRED), PAPER},
	},
	{
		.id = "credit",
		.title = NC_("document", "Credit"),
		.done = NC_("document", "Credit requested"),
		.right = "request",
		.ev = "slip",
		.step = "request",
		.kind = "credit",
		.fields = {CHIPS(REQUIRED), PAPER},
	},
	{
		.id = "box",
		.title = NC_("document", "Drop box"),
		.done = NC_("document", "Drop box counted"),
		.right = "count",
		.second = "witness",
		.ev = "drop",
		.step = "box",
		.is_of_two = true,
		.fields = {{"box", NC_("field", "Box number"), SABOT_FORM_FIELD_TEXT, REQUIRED},
			   {"counts.cash", NC_("field", "Cash"), SABOT_FORM_FIELD_AMOUNT, OPTIONAL},
			   {"counts.markers", NC_("field", "Markers"), SABOT_FORM_FIELD_AMOUNT,
			    OPTIONAL},
			   {"counts.vouchers", NC_("field", "Vouchers"), SABOT_FORM_FIELD_AMOUNT,
			    OPTIONAL},
			   {"counts.match_play", NC_("field", "Match play"),
			    SABOT_FORM_FIELD_AMOUNT, OPTIONAL},
			   {"counts.foreign_chips", NC_("field", "Foreign chips"),
			    SABOT_FORM_FIELD_AMOUNT, OPTIONAL},
			   {"counts.redemptions", NC_("field", "Cash for markers"),
			    SABOT_FORM_FIELD_AMOUNT, OPTIONAL}},
	},
	{
		.id = "marker",
		.title = NC_("document", "Marker"),
		.done = NC_("document", "Marker issued"),
		.ev = "marker",
		.step = "issue",
		.is_of_two = true,
		.fields = {PATRON(REQUIRED), AMOUNT},
	},
	{
		.id = "tips",
		.title = NC_("document", "Tips"),
		.done = NC_("document", "Tips"),
		.ev = "tips",
		.fields = {AMOUNT},
	},
	{
		.id = "cash-in",
		.title = NC_("document", "Cash in"),
		.done = NC_("document", "Cash in"),
		.ev = "cash",
		.step = "in",
		.fields = {AMOUNT, PATRON(OPTIONAL)},
	},
	{
		.id = "cash-out",
		.title = NC_("document", "Cash out"),
		.done = NC_("document", "Cash out"),
		.ev = "cash",
		.step = "out",
		.fields = {AMOUNT, PATRON(OPTIONAL)},
	},
	{
		.id = "estimate",
		.title = NC_("document", "Drop, estimated"),
		.done = NC_("document", "Drop estimated"),
		.ev = "drop",
		.step = "estimate",
		.fields = {AMOUNT},
	},
	{
		.id = "cards-issue",
		.title = NC_("document", "Cards to the table"),
		.done = NC_("document", "Cards to the table"),
		.ev = "cards",
		.step = "issue",
		.fields = {CARD_SET},
	},
	{
		.id = "cards-receive",
		.title = NC_("document", "New cards"),
		.done = NC_("document", "Cards received"),
		.ev = "cards",
		.step = "receive",
		.fields = {CARD_SET,
			   {"decks", NC_("field", "Decks"), SABOT_FORM_FIELD_NUMBER, REQUIRED}},
	},
	{
		.id = "cards-destroy",
		.title = NC_("document", "Destroy cards"),
		.done = NC_("document", "Cards destroyed"),
		.ev = "cards",
		.step = "destroy",
		.is_of_two = true,
		.fields = {CARD_SET},
	},
	{
		.id = "slip-issue",
		.title = NC_("document", "Issue"),
		.done = NC_("document", "Slip issued"),
		.right = "issue",
		.ev = "slip",
		.step = "issue",
		.is_step = true,
		.fields = {CHIPS(OPTIONAL)},
	},
	{
		.id = "slip-receive",
		.title = NC_("document", "Receive"),
		.done = NC_("document", "Slip received"),
		.ev = "slip",
		.step = "receive",
		.is_of_two = true,
		.is_step = true,
		.fields = {CHIPS(OPTIONAL)},
	},
	{
		.id = "credit-issue",
		.title = NC_("document", "Issue"),
		.done = NC_("document", "Slip issued"),
		.ev = "slip",
		.step = "issue",
		.is_step = true,
		.fields = {CHIPS(OPTIONAL)},
	},
	{
		.id = "credit-receive",
		.title = NC_("document", "Receive"),
		.done = NC_("document", "Slip received"),
		.right = "issue",
		.ev = "slip",
		.step = "receive",
		.is_of_two = true,
		.is_step = true,
		.fields = {CHIPS(OPTIONAL)},
	},
	{
		.id = "slip-void",
		.title = NC_("document", "Void"),
		.done = NC_("document", "Slip void"),
		.ev = "slip",
		.step = "void",
		.is_of_two = true,
		.is_step = true,
		.wants_note = true,
	},
	{
		.id = "marker-redeem",
		.title = NC_("document", "Redeem"),
		.done = NC_("document", "Marker redeemed"),
		.right = "redeem",
		.ev = "marker",
		.step = "redeem",
		.is_step = true,
		.fields = {AMOUNT},
	},
	{
		.id = "marker-void",
		.title = NC_("document", "Void"),
		.done = NC_("document", "Marker void"),
		.ev = "marker",
		.step = "void",
		.is_of_two = true,
		.is_step = true,
		.wants_note = true,
	},
	{
		.id = "cards-return",
		.title = NC_("document", "Return"),
		.done = NC_("document", "Cards returned"),
		.ev = "cards",
		.step = "return",
		.is_step = true,
	},
	{
		.id = "cards-cancel",
		.title = NC_("document", "Cancel"),
		.done = NC_("document", "Cards cancelled"),
		.ev = "cards",
		.step = "cancel",
		.is_of_two = true,
		.is_step = true,
	},
	{
		.id = "bank-opener",
		.title = NC_("document", "Bank: opener"),
		.done = NC_("document", "Main bank: opener counted"),
		.right = "bank",
		.second = "witness",
		.is_of_two = true,
		.ev = "bank",
		.step = "opener",
		.is_cage = true,
		.fields = BANK_COUNT,
	},
	{
		.id = "bank-closer",
		.title = NC_("document", "Bank: closer"),
		.done = NC_("document", "Main bank: closer counted"),
		.right = "bank",
		.second = "witness",
		.is_of_two = true,
		.ev = "bank",
		.step = "closer",
		.is_cage = true,
		.fields = BANK_COUNT,
	},
	{
		.id = "bank-check",
		.title = NC_("document", "Bank: check"),
		.done = NC_("document", "Main bank checked"),
		.right = "bank",
		.ev = "bank",
		.step = "check",
		.is_cage = true,
		.fields = BANK_COUNT,
	},
	{
		.id = "bank-in",
		.title = NC_("document", "Into the bank"),
		.done = NC_("document", "Came into the main bank"),
		.right = "bank",
		.second = "witness",
		.is_of_two = true,
		.ev = "bank",
		.step = "in",
		.is_cage = true,
		.fields = {CHIPS(OPTIONAL), CASH, CURRENCIES, FROM_OR_TO, OTHER_CHIPS},
	},
	{
		.id = "bank-out",
		.title = NC_("document", "Out of the bank"),
		.done = NC_("document", "Went out of the main bank"),
		.right = "bank",
		.second = "witness",
		.is_of_two = true,
		.ev = "bank",
		.step = "out",
		.is_cage = true,
		.fields = {CHIPS(OPTIONAL), CASH, CURRENCIES, FROM_OR_TO, OTHER_CHIPS},
	},
	{
		.id = "exchange-in",
		.title = NC_("document", "Take foreign money"),
		.done = NC_("document", "Foreign money taken"),
		.right = "bank",
		.ev = "exchange",
		.step = "in",
		.is_cage = true,
		.fields = EXCHANGE,
	},
	{
		.id = "exchange-out",
		.title = NC_("document", "Give foreign money"),
		.done = NC_("document", "Foreign money given"),
		.right = "bank",
		.ev = "exchange",
		.step = "out",
		.is_cage = true,
		.fields = EXCHANGE,
	},
	{
		.id = "tronc",
		.title = NC_("document", "Share out tips"),
		.done = NC_("document", "Tips shared out"),
		.right = "bank",
		.second = "witness",
		.ev = "tronc",
		.is_of_two = true,
		.is_cage = true,
		.fields = {AMOUNT,
			   {"points", NC_("field", "Points"), SABOT_FORM_FIELD_POINTS, REQUIRED}},
	},
};

const struct sabot_money_document *
sabot_money_document_nth(unsigned n)
{
	return n < G_N_ELEMENTS(documents) ? &documents[n] : NULL;
}

const struct sabot_money_document *
sabot_money_document_find(const char *id)
{
	for (gsize i = 0; i < G_N_ELEMENTS(documents); i++)
		if (g_strcmp0(documents[i].id, id) == 0)
			return &documents[i];
	return NULL;
}

const struct sabot_money_document *
sabot_money_document_of(const struct sabot_wire_document *written)
{
	for (gsize i = 0; i < G_N_ELEMENTS(documents); i++)
		if (g_strcmp0(documents[i].ev, written->ev) == 0 &&
		    g_strcmp0(documents[i].step, written->step) == 0 &&
		    g_strcmp0(documents[i].kind, documents[i].kind ? written->kind : NULL) == 0)
			return &documents[i];
	return NULL;
}

json_t *
sabot_money_document_build(const struct sabot_money_document *document)
{
	json_t *event = json_pack("{s:s, s:s*, s:s*}", "ev", document->ev, "do", document->step,
				  "kind", document->kind);

	/* A drop box always has `counts`, and the main bank its chips, even if none were typed. */
	if (g_strcmp0(document->id, "box") == 0)
		json_object_set_new(event, "counts", json_object());
	if (g_strcmp0(document->ev, "bank") == 0)
		json_object_set_new(event, "chips", json_array());
	return event;
}

const char *
sabot_money_document_title(const struct sabot_money_document *document)
{
	return g_dpgettext2(NULL, "document", document->title);
}

const char *
sabot_money_document_right(const struct sabot_money_document *document, bool is_sealed)
{
	if (is_sealed)
		return "amend";
	return document->right ? document->right : "money";
}

const char *
sabot_money_document_second_right(const struct sabot_money_document *document, bool is_sealed)
{
	if (is_sealed)
		return "second";
	return document->second ? document->second : "countersign";
}

/* Markers and sets of cards are corrected by their next step. */
char *
sabot_money_document_refusal(const struct sabot_money_document *document, bool gives_no_credit)
{
	bool is_issue =
		g_strcmp0(document->ev, "marker") == 0 && g_strcmp0(document->step, "issue") == 0;

	return gives_no_credit && is_issue ? g_strdup(_("This house gives no credit to players."))
					   : NULL;
}

bool
sabot_money_document_is_correctable(const struct sabot_wire_document *written)
{
	const struct sabot_money_document *document = sabot_money_document_of(written);
	static const char *const kinds[] = {"count", "slip",     "drop",  "tips", "cash",
					    "bank",  "exchange", "tronc", NULL};

	return document && !document->wants_note && !written->replaced_by &&
	       g_strv_contains(kinds, written->ev);
}

/* True if one of its own fields is the note. */
static bool
has_note(const struct sabot_money_document *document)
{
	for (gsize i = 0; document->fields[i].name; i++)
		if (strcmp(document->fields[i].name, "note") == 0)
			return true;
	return false;
}

void
sabot_money_document_get_fields(const struct sabot_money_document *document, bool is_correction,
				bool is_unnamed,
				struct sabot_form_field ret_fields[SABOT_FORM_FIELDS_MAX])
{
	static const struct sabot_form_field
		reason = {"note", NC_("field", "Reason"), SABOT_FORM_FIELD_TEXT, REQUIRED},
		remark = {"note", NC_("field", "Remark"), SABOT_FORM_FIELD_TEXT, EXTRA},
		happened = {"happened", NC_("field", "When, if it was before (14:05)"),
			    SABOT_FORM_FIELD_CLOCK, EXTRA},
		by = {"by", NC_("field", "Signed by"), SABOT_FORM_FIELD_TEXT, REQUIRED},
		second = {"second", NC_("field", "and by"), SABOT_FORM_FIELD_TEXT, REQUIRED};
	gsize n = 0;

	memset(ret_fields, 0, SABOT_FORM_FIELDS_MAX * sizeof *ret_fields);
	while (document->fields[n].name) {
		ret_fields[n] = document->fields[n];
		n++;
	}
	if (!has_note(document))
		ret_fields[n++] = is_correction || document->wants_note ? reason : remark;
	if (is_unnamed)
		ret_fields[n++] = by;
	if (is_unnamed && document->is_of_two)
		ret_fields[n++] = second;
	ret_fields[n] = happened;
}
