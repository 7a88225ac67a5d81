/*
 * The table of rights. Reading the present state is not in it: that is the machine's right, no
 * matter who has logged in there.
 */
#include "access.h"

enum {
	DEALER = 1u << SABOT_ROLE_DEALER,
	PIT = 1u << SABOT_ROLE_PIT,
	SHIFT = 1u << SABOT_ROLE_SHIFT,
	CAGE = 1u << SABOT_ROLE_CAGE,
	COUNT = 1u << SABOT_ROLE_COUNT,
	SURVEILLANCE = 1u << SABOT_ROLE_SURVEILLANCE,
	AUDIT = 1u << SABOT_ROLE_AUDIT,
	ADMIN = 1u << SABOT_ROLE_ADMIN,
	WRITERS = DEALER | PIT | SHIFT, /* of table money */
	SECONDS = PIT | SHIFT | ADMIN,
};

static const struct {
	const char *word;
	unsigned roles;
} rows[SABOT_RIGHTS] = {
	[SABOT_RIGHT_DEAL] = {"deal", DEALER | PIT | SHIFT},
	[SABOT_RIGHT_RUN] = {"run", PIT | SHIFT},
	[SABOT_RIGHT_CHANGE] = {"change", SHIFT},
	[SABOT_RIGHT_ARRANGE] = {"arrange", PIT | SHIFT | ADMIN},
	[SABOT_RIGHT_READ_AS] = {"read_as", DEALER | PIT | SHIFT},
	[SABOT_RIGHT_MEND] = {"mend", DEALER | PIT | SHIFT},
	[SABOT_RIGHT_RULE] = {"rule", PIT | SHIFT},
	[SABOT_RIGHT_ALARM] = {"alarm", PIT | SHIFT | ADMIN},
	[SABOT_RIGHT_COMMENT] = {"comment", PIT | SHIFT | SURVEILLANCE | ADMIN},
	[SABOT_RIGHT_RULE_HOUSE] = {"rule_house", PIT | SHIFT | ADMIN},
	[SABOT_RIGHT_SECOND] = {"second", SECONDS},
	[SABOT_RIGHT_LOOK_UP] = {"look_up", PIT | SHIFT | SURVEILLANCE | AUDIT | ADMIN},
	[SABOT_RIGHT_REPORT] = {"report",
				PIT | SHIFT | CAGE | COUNT | SURVEILLANCE | AUDIT | ADMIN},
	[SABOT_RIGHT_REPORT_PEOPLE] = {"report_people", SHIFT | AUDIT | ADMIN},
	[SABOT_RIGHT_UNVEIL] = {"unveil", PIT | SHIFT | ADMIN},
	[SABOT_RIGHT_COMMAND] = {"command", PIT | SHIFT},
	[SABOT_RIGHT_PERSONS] = {"persons", ADMIN},
	[SABOT_RIGHT_MONEY] = {"money", WRITERS},
	[SABOT_RIGHT_REQUEST] = {"request", PIT | SHIFT},
	[SABOT_RIGHT_ISSUE] = {"issue", CAGE},
	[SABOT_RIGHT_REDEEM] = {"redeem", CAGE},
	[SABOT_RIGHT_BANK] = {"bank", CAGE},
	[SABOT_RIGHT_COUNT] = {"count", COUNT},
	[SABOT_RIGHT_COUNTERSIGN] = {"countersign", PIT | SHIFT},
	[SABOT_RIGHT_WITNESS] = {"witness", CAGE | COUNT | AUDIT},
	[SABOT_RIGHT_SIGN_OFF] = {"sign_off", SHIFT},
	[SABOT_RIGHT_AMEND] = {"amend", SHIFT | AUDIT},
	[SABOT_RIGHT_REVIEW] = {"review", PIT | SHIFT},
	[SABOT_RIGHT_DELIVER] = {"deliver", SURVEILLANCE},
	[SABOT_RIGHT_MACHINES] = {"machines", ADMIN},
};

const char *
sabot_right_to_string(enum sabot_right right)
{
	return rows[right].word;
}

/* The roles that have a room's right as well if the house has no such room. */
static unsigned
stand_ins(enum sabot_right right, struct sabot_access_rooms rooms)
{
	switch ((int)right) {
	case SABOT_RIGHT_REQUEST:
	case SABOT_RIGHT_ISSUE:
	case SABOT_RIGHT_REDEEM:
	case SABOT_RIGHT_BANK:
		return rooms.has_cage ? 0 : WRITERS;
	case SABOT_RIGHT_COUNTERSIGN:
		return rooms.has_cage ? 0 : SECONDS;
	case SABOT_RIGHT_COUNT:
		return rooms.has_count_room ? 0 : WRITERS;
	case SABOT_RIGHT_WITNESS:
		return rooms.has_count_room ? 0 : SECONDS;
	default:
		return 0;
	}
}

bool
sabot_access_allows(enum sabot_role role, enum sabot_right right, struct sabot_access_rooms rooms)
{
	return ((rows[right].roles | stand_ins(right, rooms)) & 1u << role) != 0;
}

/* A fill leaves the cage and is received at the table; a credit goes the other way. */
static enum sabot_right
first_of_slip(enum sabot_document_step step, bool is_credit)
{
	if (step == SABOT_STEP_REQUEST)
		return SABOT_RIGHT_REQUEST;
	if (step == (is_credit ? SABOT_STEP_RECEIVE : SABOT_STEP_ISSUE))
		return SABOT_RIGHT_ISSUE;
	return SABOT_RIGHT_MONEY;
}

struct sabot_access_signers
sabot_access_document(enum sabot_document_kind kind, enum sabot_document_step step, bool is_credit)
{
	struct sabot_access_signers signers = {SABOT_RIGHT_MONEY, SABOT_RIGHT_COUNTERSIGN};

	if (kind == SABOT_DOCUMENT_SLIP)
		signers.first = first_of_slip(step, is_credit);
	else if (kind == SABOT_DOCUMENT_MARKER && step == SABOT_STEP_REDEEM)
		signers.first = SABOT_RIGHT_REDEEM;
	else if (kind == SABOT_DOCUMENT_BANK || kind == SABOT_DOCUMENT_EXCHANGE ||
		 kind == SABOT_DOCUMENT_TRONC)
		signers = (struct sabot_access_signers){SABOT_RIGHT_BANK, SABOT_RIGHT_WITNESS};
	else if (kind == SABOT_DOCUMENT_DROP && step == SABOT_STEP_BOX)
		signers = (struct sabot_access_signers){SABOT_RIGHT_COUNT, SABOT_RIGHT_WITNESS};
	return signers;
}

enum sabot_right
sabot_access_event(enum sabot_event_type type)
{
	switch (type) {
	case SABOT_EVENT_LOAD:
	case SABOT_EVENT_CARD:
	case SABOT_EVENT_CUT_CARD:
	case SABOT_EVENT_BET:
	case SABOT_EVENT_NO_MORE_BETS:
	case SABOT_EVENT_INSURANCE:
	case SABOT_EVENT_EVEN_MONEY:
	case SABOT_EVENT_INSURANCE_CLOSED:
	case SABOT_EVENT_ACTION:
	case SABOT_EVENT_RESULT:
	case SABOT_EVENT_PAID:
	case SABOT_EVENT_UNDO:
	case SABOT_EVENT_CALL:
	case SABOT_EVENT_HOLDER:
	case SABOT_EVENT_PREPARED:
	case SABOT_EVENT_COMMISSION_PAID:
	case SABOT_EVENT_REVEAL:
	case SABOT_EVENT_UNLOAD:
	case SABOT_EVENT_DEVICE:
		return SABOT_RIGHT_DEAL;
	case SABOT_EVENT_LIMITS:
	case SABOT_EVENT_TABLE:
	case SABOT_EVENT_STAFF:
	case SABOT_EVENT_CORRECTION:
		return SABOT_RIGHT_RUN;
	case SABOT_EVENT_RULING:
		return SABOT_RIGHT_RULE;
	}
	return SABOT_RIGHT_RULE;
}
