/*
 * The events of the load in the shoe, packed: what is needed to derive the load again when an
 * unread card is read, a lost one is put back, or the last event is undone. Fixed size, no
 * pointers.
 */
#pragma once

#include "engine/core/event.h"

enum {
	SABOT_JOURNAL_MAX = 5120, /* 80 coups of 60 events each, and their cards */
	SABOT_JOURNAL_NAMES_MAX = 256,
	SABOT_NO_NAME = 0xffff,
	SABOT_LOST_MENDED = -2, /* nothing of what was lost is missing any more */
};

enum sabot_entry_flag {
	SABOT_ENTRY_RAISED = 1,         /* it raised an incident, or was refused */
	SABOT_ENTRY_UNDOABLE = 2,       /* bets, insurance, even money or action in effect */
	SABOT_ENTRY_CLOSED = 4,         /* a `result` that closed its round */
	SABOT_ENTRY_ENDED_ROUND = 8,    /* a bet or no_more_bets that ended the round before */
	SABOT_ENTRY_INSERTED = 16,      /* a card that a ruling put in */
	SABOT_ENTRY_REPORTED_LATE = 32, /* a loss that is about the round before, reported later */
	SABOT_ENTRY_JUST_ENDS = 64,     /* undone, but the round that it ended stays closed */
	SABOT_ENTRY_SKIPPED = 128,      /* refused: not applied again */
	SABOT_ENTRY_CLOSES = 256,       /* CLOSED, if what is derived now is taken over */
	SABOT_ENTRY_MOVED = 512,        /* an action put before its card, after which it was sent */
	SABOT_ENTRY_EARLY = 1024,       /* a card that a mend keeps until the bets close */
	SABOT_ENTRY_UNDONE = 2048,      /* taken back as the cards lie, or what took it back */
	SABOT_ENTRY_LEFT_OUT = 4096,  /* a bet taken back, or its undo, while the load is derived */
	SABOT_ENTRY_ENDS_RUN = 8192,  /* SKIPPED, but it still ends a row of unwanted cards */
	SABOT_ENTRY_REOPENED = 16384, /* a `result` after which the round went on by `draw_now` */
	SABOT_ENTRY_UNMADE = 32768,   /* what began a round stood here, and was taken back */
};

struct sabot_entry {
	uint8_t type; /* enum sabot_event_type */
	uint8_t box, on;
	int8_t hand;
	int8_t back; /* of a card: the number of its colour, -1 */
	struct sabot_card card;
	uint16_t bettor; /* index of its name, or SABOT_NO_NAME */
	uint16_t flags;  /* enum sabot_entry_flag */
	bool face_up;
	uint8_t what; /* action, winner, remedy, state, reveal: by type */
	unsigned line, of, round;
	unsigned number; /* boxes, incident, repeats_load; decks and cards behind; points claimed */
	int number_2;    /* lost cards; cards behind */
	int64_t amount_minor, amount_2_minor;
};

struct sabot_journal {
	bool full; /* more came than it holds: the load cannot be derived again */
	unsigned begin_line;
	unsigned begin_round; /* the first round that can begin or be closed in it */
	int n_entries;
	int n_names;
	struct sabot_entry entries[SABOT_JOURNAL_MAX];
	char names[SABOT_JOURNAL_NAMES_MAX][SABOT_BETTOR_BYTES_MAX + 1];
};

/* Forget everything. */
void
sabot_journal_clear(struct sabot_journal *journal);

/*
 * Append the event of that line. Returns its place, or -1 when it is a load or its end, decides
 * nothing, or there is no room.
 */
int
sabot_journal_append(struct sabot_journal *journal, const struct sabot_event *event, unsigned line);

/* It decides nothing in the game, and what was said before it can still be taken back. */
static inline bool
sabot_entry_is_note(const struct sabot_entry *entry)
{
	return entry->type == SABOT_EVENT_HOLDER || entry->type == SABOT_EVENT_CORRECTION ||
	       entry->type == SABOT_EVENT_COMMISSION_PAID || entry->type == SABOT_EVENT_REVEAL;
}

/* A ruling that said which card it was: the load is derived as if that had been known at once. */
static inline bool
sabot_entry_is_reading(const struct sabot_entry *entry)
{
	return entry->type == SABOT_EVENT_RULING && entry->number != 0 &&
	       (entry->what == SABOT_REMEDY_READ_AS || entry->what == SABOT_REMEDY_INSERT_CARD) &&
	       (entry->flags & SABOT_ENTRY_SKIPPED) != 0;
}

/* By a player, in the play of a round. */
static inline bool
sabot_entry_is_said(const struct sabot_entry *entry)
{
	return entry->type == SABOT_EVENT_ACTION || entry->type == SABOT_EVENT_INSURANCE ||
	       entry->type == SABOT_EVENT_EVEN_MONEY;
}

/* It is one of the events that an `undo` takes back. */
static inline bool
sabot_entry_can_be_undone(const struct sabot_entry *entry)
{
	return entry->type == SABOT_EVENT_BET || entry->type == SABOT_EVENT_NO_MORE_BETS ||
	       sabot_entry_is_said(entry);
}

/*
 * It parts nothing that belongs together, such as an action and the `undo` of it: a note, a
 * reading, what the shoe says of itself, a call.
 */
static inline bool
sabot_entry_is_between(const struct sabot_entry *entry)
{
	return sabot_entry_is_note(entry) || sabot_entry_is_reading(entry) ||
	       entry->type == SABOT_EVENT_DEVICE || entry->type == SABOT_EVENT_CUT_CARD ||
	       entry->type == SABOT_EVENT_CALL;
}

/* Make room for an entry before `place`. Returns it, all zero, or NULL when there is none. */
struct sabot_entry *
sabot_journal_insert(struct sabot_journal *journal, int place);

/* Remove the entry at `place`; the later ones move forward. */
void
sabot_journal_remove(struct sabot_journal *journal, int place);

/*
 * The event as it was, names borrowed from the journal; words of devices and colours are left
 * out.
 */
void
sabot_journal_read(const struct sabot_journal *journal, int place, struct sabot_event *ret_event);

/* The place of the entry of `line` and type, searched from the end; -1 = none. */
int
sabot_journal_find(const struct sabot_journal *journal, unsigned line, enum sabot_event_type type);
