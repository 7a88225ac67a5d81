/*
 * Who may do what: one table of rights and roles (docs/access.md), and its changes for a house
 * without a cage or count room. Pure.
 */
#pragma once

#include "engine/core/event.h"
#include "shift/document.h"
#include "store/log/persons.h"

enum sabot_right {
	SABOT_RIGHT_DEAL,          /* what happens at a table: cards, stakes, calls, results */
	SABOT_RIGHT_RUN,           /* limits, opening and closing, staff, corrections */
	SABOT_RIGHT_CHANGE,        /* give a table other rules, chips or pay tables */
	SABOT_RIGHT_ARRANGE,       /* say where tables stand on the floor plan */
	SABOT_RIGHT_READ_AS,       /* say what an unread card was */
	SABOT_RIGHT_MEND,          /* mend the last card, while the house allows it */
	SABOT_RIGHT_RULE,          /* any other ruling at a table */
	SABOT_RIGHT_ALARM,         /* acknowledge, assign and shelve an incident */
	SABOT_RIGHT_COMMENT,       /* say something about an incident */
	SABOT_RIGHT_RULE_HOUSE,    /* a ruling on a finding of the house log */
	SABOT_RIGHT_SECOND,        /* be the second person of a two-person action */
	SABOT_RIGHT_LOOK_UP,       /* look into the log: find, replay, what if */
	SABOT_RIGHT_REPORT,        /* have reports made of the log */
	SABOT_RIGHT_REPORT_PEOPLE, /* those that name single persons */
	SABOT_RIGHT_UNVEIL,        /* lift the veil from a load, with a second person */
	SABOT_RIGHT_COMMAND,       /* lock, unlock or clear a shoe */
	SABOT_RIGHT_PERSONS,       /* create, change, disable and erase persons */
	SABOT_RIGHT_MONEY,         /* write a document of table money */
	SABOT_RIGHT_REQUEST,       /* request a fill or a credit */
	SABOT_RIGHT_ISSUE,         /* issue a fill, take back a credit, for the cage */
	SABOT_RIGHT_REDEEM,        /* redeem a marker */
	SABOT_RIGHT_BANK,          /* write down the main bank's float, and what comes and goes */
	SABOT_RIGHT_COUNT,         /* count a drop box */
	SABOT_RIGHT_COUNTERSIGN,   /* be the second signer of a document of a table */
	SABOT_RIGHT_WITNESS,       /* be the second signer of a count of drop or main bank */
	SABOT_RIGHT_SIGN_OFF,      /* close a shift */
	SABOT_RIGHT_AMEND,         /* write a document of a shift that is sealed */
	SABOT_RIGHT_REVIEW,        /* ask surveillance for pictures */
	SABOT_RIGHT_DELIVER,       /* answer that */
	SABOT_RIGHT_MACHINES,      /* let machines in over the network, and turn them out */
	SABOT_RIGHTS,              /* how many */
};

/* The right's word on the wire. */
const char *
sabot_right_to_string(enum sabot_right right);

/* The money rooms that a house has. The rights of a room are nobody else's there. */
struct sabot_access_rooms {
	bool has_cage, has_count_room;
};

/*
 * True if the role has the right in such a house. Without the room, its rights also belong to roles
 * with `money` and, for a second signer, to roles with `second`.
 */
bool
sabot_access_allows(enum sabot_role role, enum sabot_right right, struct sabot_access_rooms rooms);

/* Who signs one kind of document. */
struct sabot_access_signers {
	enum sabot_right first, second;
};

/*
 * The rights that the signers of a document of table money need. `is_credit`: it is of a credit
 * slip.
 */
struct sabot_access_signers
sabot_access_document(enum sabot_document_kind kind, enum sabot_document_step step, bool is_credit);

/*
 * The right that a table's event needs, except a ruling: that depends on the ruling (api-event.c).
 */
enum sabot_right
sabot_access_event(enum sabot_event_type type);
