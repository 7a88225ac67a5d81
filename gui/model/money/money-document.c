/* The table of documents, and how they are shown: see money-document.h. */
#include "money-document.h"

#include "text/money.h"

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

	/* A drop box always has `counts`, also when none was typed. */
	if (g_strcmp0(document->id, "box") == 0)
		json_object_set_new(event, "counts", json_object());
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

/* Markers and sets of cards are put right by their next step. */
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
	static const char *const kinds[] = {"count", "slip", "drop", "tips", "cash", NULL};

	return document && !document->wants_note && !written->replaced_by &&
	       g_strv_contains(kinds, written->ev);
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
	ret_fields[n++] = is_correction || document->wants_note ? reason : remark;
	if (is_unnamed)
		ret_fields[n++] = by;
	if (is_unnamed && document->is_of_two)
		ret_fields[n++] = second;
	ret_fields[n] = happened;
}

static void
add_part(GString *text, const char *part)
{
	if (part)
		g_string_append_printf(text, " · %s", part);
}

char *
sabot_money_document_phrase(const struct sabot_wire_document *written)
{
	const struct sabot_money_document *document = sabot_money_document_of(written);
	GString *text = g_string_new(document ? g_dpgettext2(NULL, "document", document->done)
					      : written->ev);
	char money[SABOT_TEXT_MONEY_SIZE];

	if (written->number)
		g_string_append_printf(text, " · %" G_GINT64_FORMAT, written->number);
	add_part(text, written->box);
	add_part(text, written->patron);
	add_part(text, written->set);
	if (written->amount_minor != SABOT_WIRE_NO_NUMBER)
		add_part(text, sabot_text_money(written->amount_minor, money));
	add_part(text, written->note);
	return g_string_free(text, FALSE);
}

/* What is known of a table's money. */
struct fact {
	int64_t amount_minor;
	const char *text; /* with a place for it */
	bool is_shown_zero;
};

static char *
join_facts(const struct fact *facts, gsize n, const char *between)
{
	GString *text = g_string_new(NULL);
	char money[SABOT_TEXT_MONEY_SIZE];

	for (gsize i = 0; i < n; i++) {
		g_autofree char *fact = NULL;

		if (facts[i].amount_minor == SABOT_WIRE_NO_NUMBER ||
		    (!facts[i].is_shown_zero && facts[i].amount_minor == 0))
			continue;
		sabot_text_money(facts[i].amount_minor, money);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
		fact = g_strdup_printf(_(facts[i].text), money);
#pragma GCC diagnostic pop
		g_string_append_printf(text, "%s%s", text->len > 0 ? between : "", fact);
	}
	return g_string_free(text, FALSE);
}

char *
sabot_money_result_phrase(const struct sabot_wire_table_result *result)
{
	const struct fact facts[] = {
		/* Translators: each an amount at a table. */
		{result->opener_minor, N_("Opener %s"), true},
		{result->fills_minor, N_("Fills %s"), false},
		{result->credits_minor, N_("Credits %s"), false},
		{result->drop_minor, N_("Drop %s"), true},
		{result->markers_minor, N_("Markers %s"), false},
		{result->tips_minor, N_("Tips %s"), false},
		{result->closer_minor, N_("Closer %s"), true},
		{result->win_minor, N_("Win %s"), true},
		{result->estimate_minor, N_("Win, as estimated %s"), true},
	};

	return join_facts(facts, G_N_ELEMENTS(facts), "\n");
}

char *
sabot_money_drop_phrase(const struct sabot_wire_table_result *result)
{
	const struct fact facts[] = {
		{result->drop_minor, N_("Drop %s"), true},
		{result->win_minor, N_("Win %s"), true},
		{result->win_minor == SABOT_WIRE_NO_NUMBER ? result->estimate_minor
							   : SABOT_WIRE_NO_NUMBER,
		 N_("Win, as estimated %s"), true},
	};

	return join_facts(facts, G_N_ELEMENTS(facts), " · ");
}
