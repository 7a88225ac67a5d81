/*
 * Fill and credit slips: three parts under one number of the gaming day. Numbers go up by
 * one; those printed on blank forms are reserved, and a gap until the form is entered or void.
 */
#include "ledger-slip.h"
#include "text/refusal.h"
#include "ledger-private.h"

#include <string.h>

static const char *const state_words[] = {"reserved", "requested", "issued", "received", "void"};

const char *
sabot_slip_state_to_string(enum sabot_slip_state state)
{
	return state_words[state];
}

static int
compare(const struct sabot_slip *slip, const char *day, int64_t number)
{
	int by_day = strcmp(slip->day, day);

	return by_day ? by_day : (slip->number > number) - (slip->number < number);
}

/* The index behind the last that is before this number. */
static guint
slip_index(const struct sabot_ledger *ledger, const char *day, int64_t number)
{
	guint i = ledger->slips->len;

	while (i > 0 && compare(g_ptr_array_index(ledger->slips, i - 1), day, number) >= 0)
		i--;
	return i;
}

static struct sabot_slip *
find_slip(const struct sabot_ledger *ledger, const char *day, int64_t number)
{
	guint i = slip_index(ledger, day, number);
	struct sabot_slip *slip =
		i < ledger->slips->len ? g_ptr_array_index(ledger->slips, i) : NULL;

	return slip && compare(slip, day, number) == 0 ? slip : NULL;
}

const struct sabot_slip *
sabot_ledger_find_slip(const struct sabot_ledger *ledger, const char *day, int64_t number)
{
	return find_slip(ledger, day, number);
}

const char *
sabot_slip_table(const struct sabot_slip *slip)
{
	if (slip->request)
		return slip->request->table;
	return slip->paper ? slip->paper->table : NULL;
}

/* In this state the slip does not take what is entered. */
static bool
refuse_state(const struct sabot_slip *slip, char *why)
{
	static const char *const sentences[] = {
		SABOT_REFUSAL("number: the slip is reserved"),
		SABOT_REFUSAL_AS("number: the slip is requested",
				 "this slip is requested, but not yet issued"),
		SABOT_REFUSAL_AS("number: the slip is issued", "this slip is issued already"),
		SABOT_REFUSAL_AS("number: the slip is received", "this slip is received already"),
		SABOT_REFUSAL_AS("number: the slip is void", "this slip is void"),
	};

	return sabot_ledger_refuse(why, "%s", sentences[slip->state]);
}

static bool
has_signed(const struct sabot_document *part, const char *person)
{
	return part && person &&
	       (g_strcmp0(part->by, person) == 0 || g_strcmp0(part->second, person) == 0);
}

/* `person`, who signs `document` as `field`, has signed no other part that excludes him. */
static bool
check_signer(const struct sabot_slip *slip, const struct sabot_document *document, bool is_strict,
	     const char *field, char *why)
{
	const struct sabot_document *const parts[] = {slip->request, slip->issue, slip->receipt};
	const char *person = field[0] == 'b' ? document->by : document->second;

	for (size_t i = 0; i < G_N_ELEMENTS(parts); i++) {
		bool excludes = is_strict || document->step == SABOT_STEP_ISSUE ||
				(parts[i] && parts[i]->step == SABOT_STEP_ISSUE);

		if (excludes && has_signed(parts[i], person) && parts[i]->step != document->step)
			return sabot_ledger_refuse(
				why,
				SABOT_REFUSAL_AS(
					"%s: who signed the %s of this slip does not sign here",
					"who signed the %2$s of this slip does not sign here"),
				field, sabot_document_step_to_string(parts[i]->step));
	}
	return true;
}

bool
sabot_slip_check_signers(const struct sabot_slip *slip, const struct sabot_document *document,
			 bool is_strict, char ret_why[SABOT_DOCUMENT_WHY_SIZE])
{
	return document->step == SABOT_STEP_VOID ||
	       (check_signer(slip, document, is_strict, "by", ret_why) &&
		check_signer(slip, document, is_strict, "second", ret_why));
}

int64_t
sabot_ledger_next_slip(const struct sabot_ledger *ledger, const char *day)
{
	guint i = slip_index(ledger, day, INT64_MAX);
	const struct sabot_slip *last = i > 0 ? g_ptr_array_index(ledger->slips, i - 1) : NULL;

	return last && strcmp(last->day, day) == 0 ? last->number + 1 : 1;
}

static struct sabot_slip *
add_slip(struct sabot_ledger *ledger, const struct sabot_document *document, int64_t number)
{
	struct sabot_slip *slip = g_new0(struct sabot_slip, 1);

	g_strlcpy(slip->day, document->day, sizeof slip->day);
	g_strlcpy(slip->shift, document->shift, sizeof slip->shift);
	slip->number = number;
	g_ptr_array_insert(ledger->slips, (gint)slip_index(ledger, document->day, number), slip);
	return slip;
}

bool
sabot_ledger_add_paper(struct sabot_ledger *ledger, struct sabot_document *document, char *why)
{
	int64_t next = sabot_ledger_next_slip(ledger, document->day);

	if (document->number != next)
		return sabot_ledger_refuse(why,
					   SABOT_REFUSAL_AS("number: the next free one is %d",
							    "the next free number is %1$s"),
					   (int)next);
	for (int64_t number = document->number; number <= document->to_number; number++)
		add_slip(ledger, document, number)->paper = document;
	return true;
}

/* What a step does not say of the chips holds as it was said before. Returns `document`. */
static struct sabot_document *
inherit_chips(struct sabot_document *document, const struct sabot_document *from)
{
	if (document->chips)
		return document;
	document->chips = g_array_ref(from->chips);
	document->amount_minor = from->amount_minor;
	document->has_amount = true;
	return document;
}

/* A step of a slip that has taken it already, put right. */
static bool
correct(struct sabot_ledger *ledger, struct sabot_slip *slip, struct sabot_document *document,
	char *why)
{
	const struct sabot_document *other = sabot_ledger_corrected(ledger, document);

	if (slip->state == SABOT_SLIP_VOID)
		return refuse_state(slip, why);
	if (other == slip->request)
		slip->request = inherit_chips(document, other);
	else if (other == slip->issue)
		slip->issue = inherit_chips(document, other);
	else if (other == slip->receipt)
		slip->receipt = inherit_chips(document, other);
	else
		return sabot_ledger_refuse(
			why, SABOT_REFUSAL("corrects: is no part of this slip that holds"));
	document->is_credit = slip->is_credit;
	return true;
}

static bool
request(struct sabot_ledger *ledger, struct sabot_slip *slip, struct sabot_document *document,
	char *why)
{
	int64_t next = sabot_ledger_next_slip(ledger, document->day);

	if (slip && slip->state != SABOT_SLIP_RESERVED)
		return sabot_ledger_refuse(why,
					   SABOT_REFUSAL_AS("number: %d was used already",
							    "number %1$s was used already"),
					   (int)document->number);
	if (!slip && document->number != next)
		return sabot_ledger_refuse(why,
					   SABOT_REFUSAL_AS("number: the next free one is %d",
							    "the next free number is %1$s"),
					   (int)next);
	if (!slip)
		slip = add_slip(ledger, document, document->number);
	g_strlcpy(slip->shift, document->shift, sizeof slip->shift);
	slip->is_credit = document->is_credit;
	slip->request = document;
	slip->state = SABOT_SLIP_REQUESTED;
	return true;
}

static bool
issue(struct sabot_slip *slip, struct sabot_document *document, char *why)
{
	if (slip->state != SABOT_SLIP_REQUESTED)
		return refuse_state(slip, why);
	if (strcmp(slip->request->by, document->by) == 0)
		return sabot_ledger_refuse(
			why, SABOT_REFUSAL_AS("by: who asked for it does not issue it",
					      "who requested this slip does not issue it"));
	slip->issue = inherit_chips(document, slip->request);
	slip->state = SABOT_SLIP_ISSUED;
	return true;
}

static bool
receive(struct sabot_slip *slip, struct sabot_document *document, char *why)
{
	if (slip->state != SABOT_SLIP_ISSUED)
		return refuse_state(slip, why);
	slip->receipt = inherit_chips(document, slip->issue);
	slip->state = SABOT_SLIP_RECEIVED;
	return true;
}

/* Chips that have come, or gone, are not undone by a word: that is a slip the other way. */
static bool
make_void(struct sabot_slip *slip, struct sabot_document *document, char *why)
{
	if (slip->state == SABOT_SLIP_RECEIVED || slip->state == SABOT_SLIP_VOID)
		return refuse_state(slip, why);
	slip->voided = document;
	slip->state = SABOT_SLIP_VOID;
	return true;
}

/* The table is the slip's; a blank form that is void has none of its own. */
static bool
is_of_table(const struct sabot_slip *slip, const struct sabot_document *document)
{
	return !slip->request || strcmp(slip->request->table, document->table) == 0;
}

bool
sabot_ledger_add_slip(struct sabot_ledger *ledger, struct sabot_document *document, char *why)
{
	struct sabot_slip *slip = find_slip(ledger, document->day, document->number);

	if (slip && sabot_ledger_corrected(ledger, document))
		return correct(ledger, slip, document, why);
	if (document->step == SABOT_STEP_REQUEST)
		return request(ledger, slip, document, why);
	if (!slip)
		return sabot_ledger_refuse(why,
					   SABOT_REFUSAL_AS("number: there is no slip %d of %s",
							    "there is no slip %1$s of %2$s"),
					   (int)document->number, document->day);
	if (!is_of_table(slip, document))
		return sabot_ledger_refuse(why,
					   SABOT_REFUSAL_AS("table: slip %d is of %s",
							    "slip %1$s belongs to %2$s"),
					   (int)slip->number, slip->request->table);
	document->is_credit = slip->is_credit;
	switch ((int)document->step) {
	case SABOT_STEP_ISSUE:
		return issue(slip, document, why);
	case SABOT_STEP_RECEIVE:
		return receive(slip, document, why);
	default:
		return make_void(slip, document, why);
	}
}
