/*
 * The state of tables on the wire: views, incidents, the daemon's status, as plain structs made by
 * proto/record.h (counted; lists are never NULL). The daemon fills them in and builds JSON, clients
 * parse JSON into them and treat them as immutable. In each enum 0 is "absent, or a word this
 * program does not know"; enums marked "as the engine's" are the engine's value plus one.
 */
#pragma once

#include "engine/core/event.h"
#include "proto/record.h"

enum sabot_wire_game {
	SABOT_WIRE_GAME_UNKNOWN,
	SABOT_WIRE_GAME_PUNTO_BANCO,
	SABOT_WIRE_GAME_BLACKJACK,
};

/* As the engine's sabot_severity. */
enum sabot_wire_severity {
	SABOT_WIRE_SEVERITY_UNKNOWN,
	SABOT_WIRE_SEVERITY_LOW,
	SABOT_WIRE_SEVERITY_MEDIUM,
	SABOT_WIRE_SEVERITY_HIGH,
	SABOT_WIRE_SEVERITY_CRITICAL,
};

/* As the engine's sabot_table_state. */
enum sabot_wire_table_state {
	SABOT_WIRE_TABLE_UNKNOWN,
	SABOT_WIRE_TABLE_OPEN,
	SABOT_WIRE_TABLE_CLOSED,
	SABOT_WIRE_TABLE_PAUSED,
};

/* As the engine's sabot_phase. */
enum sabot_wire_phase {
	SABOT_WIRE_PHASE_UNKNOWN,
	SABOT_WIRE_PHASE_NO_LOAD,
	SABOT_WIRE_PHASE_BURN,
	SABOT_WIRE_PHASE_BETTING,
	SABOT_WIRE_PHASE_DEALING,
	SABOT_WIRE_PHASE_DECIDING,
	SABOT_WIRE_PHASE_DECIDED,
	SABOT_WIRE_PHASE_RULING,
	SABOT_WIRE_PHASE_AFTER_CUT,
};

/* As the engine's sabot_prompt_kind, with TURN where the next step hangs on hidden cards. */
enum sabot_wire_prompt_kind {
	SABOT_WIRE_PROMPT_UNKNOWN,
	SABOT_WIRE_PROMPT_LOAD,
	SABOT_WIRE_PROMPT_BURN,
	SABOT_WIRE_PROMPT_BETS,
	SABOT_WIRE_PROMPT_DEAL,
	SABOT_WIRE_PROMPT_PLAY,
	SABOT_WIRE_PROMPT_INSURANCE,
	SABOT_WIRE_PROMPT_DRAW,
	SABOT_WIRE_PROMPT_RESULT,
	SABOT_WIRE_PROMPT_RULING,
	SABOT_WIRE_PROMPT_UNLOAD,
	SABOT_WIRE_PROMPT_READ,
	SABOT_WIRE_PROMPT_TURN,
};

/* The engine's sabot_owner. */
enum sabot_wire_who {
	SABOT_WIRE_WHO_NONE,
	SABOT_WIRE_WHO_PUNTO,
	SABOT_WIRE_WHO_BANCA,
	SABOT_WIRE_WHO_DEALER,
	SABOT_WIRE_WHO_PLAYER,
};

enum sabot_wire_hand_state {
	SABOT_WIRE_HAND_UNKNOWN,
	SABOT_WIRE_HAND_DEALING,
	SABOT_WIRE_HAND_TURN,
	SABOT_WIRE_HAND_WAITING,
	SABOT_WIRE_HAND_STOOD,
	SABOT_WIRE_HAND_BUST,
	SABOT_WIRE_HAND_BLACKJACK,
	SABOT_WIRE_HAND_SURRENDERED,
	SABOT_WIRE_HAND_COMPLETE,
};

/* As the engine's sabot_hand_result. */
enum sabot_wire_hand_result {
	SABOT_WIRE_RESULT_NONE,
	SABOT_WIRE_RESULT_BLACKJACK,
	SABOT_WIRE_RESULT_WIN,
	SABOT_WIRE_RESULT_PUSH,
	SABOT_WIRE_RESULT_LOSE,
	SABOT_WIRE_RESULT_BUST,
	SABOT_WIRE_RESULT_SURRENDER,
	SABOT_WIRE_RESULT_EVEN_MONEY,
	SABOT_WIRE_RESULT_VOID,
};

enum sabot_wire_incident_state {
	SABOT_WIRE_INCIDENT_UNKNOWN,
	SABOT_WIRE_INCIDENT_OPEN,
	SABOT_WIRE_INCIDENT_RULED,
	SABOT_WIRE_INCIDENT_EXPLAINED,
	SABOT_WIRE_INCIDENT_CLEARED,
};

/* As the engine's sabot_device_state, with CONNECTING for a device not yet heard of. */
enum sabot_wire_device_state {
	SABOT_WIRE_DEVICE_UNKNOWN,
	SABOT_WIRE_DEVICE_ONLINE,
	SABOT_WIRE_DEVICE_OFFLINE,
	SABOT_WIRE_DEVICE_ERROR,
	SABOT_WIRE_DEVICE_CLEARED,
	SABOT_WIRE_DEVICE_LOCKED,
	SABOT_WIRE_DEVICE_UNLOCKED,
	SABOT_WIRE_DEVICE_LOST,
	SABOT_WIRE_DEVICE_CONNECTING,
};

/* What somebody did about an incident: which members are set depends on what. */
struct sabot_wire_mark {
	char *by; /* who, or NULL */
	int64_t at_us;
	char *to;         /* assigned: whom */
	int64_t until_us; /* shelved */
	char *reason;     /* shelved; or NULL */
	char *remedy;     /* ruled */
};

struct sabot_wire_incident {
	char *table; /* whose log holds it; "house": the daemon's own */
	char *about; /* the table that a finding of the house is about, or NULL */
	int64_t id;  /* unique within its log */
	int64_t at_us;
	int64_t seq;
	int64_t load, round; /* 0 = before any, between rounds */
	char *code;          /* a word; clients show one they do not know as it is */
	enum sabot_wire_severity severity;
	char *rule;
	json_t *detail;
	char *text;
	enum sabot_wire_incident_state state;
	int64_t parent; /* the device fault of the same log that it follows from; 0 = none */
	struct sabot_wire_mark *acknowledged, *assigned, *shelved, *ruled; /* each or NULL */
	int64_t comments; /* how many: `history` has their texts */
};

/* An incident as an alarm (after OPC UA part 9). RESOLVED is every state but open. */
enum sabot_wire_alarm {
	SABOT_WIRE_ALARM_ACTIVE,
	SABOT_WIRE_ALARM_ACKNOWLEDGED,
	SABOT_WIRE_ALARM_SHELVED,
	SABOT_WIRE_ALARM_RESOLVED,
};

/* What a prompt rests on: each -1 unless everybody may see it. */
struct sabot_wire_why {
	char *rule; /* id of docs/rules.md, or "" */
	int64_t punto, banca, third, player, dealer;
	bool is_soft;
	bool is_blackjack; /* dealer's total is one */
};

/* Something that the dealer says. */
struct sabot_wire_call {
	char *id; /* a word of engine/table/call.h; clients show the text of an unknown one */
	enum sabot_wire_who owner;
	int64_t box, hand, number;
	bool is_soft;
	int64_t amount_minor;
	char *text;
};

struct sabot_wire_prompt {
	enum sabot_wire_prompt_kind kind;
	enum sabot_wire_who who;
	int64_t box;        /* 0 = none */
	int64_t hand;       /* -1 = none */
	int64_t total;      /* -1 = none */
	int64_t left_cards; /* -1 = none */
	enum sabot_winner winner;
	int64_t incident; /* 0 = none */
	bool is_last_round;
	GArray *can;                /* of int: enum sabot_action plus one */
	struct sabot_wire_why *why; /* or NULL */
	GPtrArray *calls; /* of struct sabot_wire_call: in the order in which they are said */
	char *text;
};

/* Punto's, banca's and the dealer's cards, and one hand of a box. */
struct sabot_wire_hand {
	int64_t hand;  /* -1: no box's hand */
	GArray *cards; /* of struct sabot_wire_card */
	int64_t total; /* -1 = veiled */
	bool is_soft;
	bool is_doubled;
	enum sabot_wire_hand_state state;
	enum sabot_wire_hand_result result;
};

struct sabot_wire_stake {
	char *bettor;
	char *on;
	int64_t amount_minor;
};

struct sabot_wire_box {
	int64_t box;
	GPtrArray *stakes; /* of struct sabot_wire_stake */
	GPtrArray *hands;  /* of struct sabot_wire_hand */
};

struct sabot_wire_stack {
	int64_t chip_minor, count;
};

/* How one stake is settled: as the engine's sabot_payout. */
#define SABOT_WIRE_NOT_PAID INT64_MIN
#define SABOT_WIRE_NO_DUE INT64_MIN

struct sabot_wire_payout {
	int64_t box;
	int64_t hand; /* -1: a bet that has no hand */
	char *on, *bettor, *rule;
	enum sabot_wire_hand_result result;
	int64_t stake_minor, pays, per, gross_minor, commission_minor, pay_minor;
	int64_t due_minor;  /* SABOT_WIRE_NO_DUE: it is not certain */
	bool is_unverified; /* so it is; then the least and the most that may be due, if known */
	int64_t due_min_minor, due_max_minor; /* or SABOT_WIRE_NO_DUE */
	int64_t paid_minor; /* what the dealer has said so far; SABOT_WIRE_NOT_PAID: nothing */
	bool is_ruled;      /* what it still gets is put right by itself (`redress`) */
	GPtrArray *chips;   /* of struct sabot_wire_stack, the largest first */
	int64_t rest_minor;
	char *text;
};

/* Commission that is owed. */
struct sabot_wire_debt {
	int64_t box; /* 0 = all others together */
	char *bettor;
	int64_t amount_minor; /* negative: paid too much */
};

/* What is still to be paid or collected for a round that is over. */
struct sabot_wire_redress {
	int64_t redress; /* its number */
	int64_t round;
	int64_t incident, box; /* 0 = none */
	char *bettor;          /* NULL: the seat's own */
	int64_t amount_minor;  /* negative: is collected */
	GPtrArray *chips;      /* of struct sabot_wire_stack, the largest first */
	int64_t rest_minor;
	char *by, *note; /* who ordered it, and why; or NULL */
	int64_t at_us;
	char *text;
};

/* What is to be put right because a due changed after it was paid: the log's `redress` line. */
struct sabot_wire_difference {
	int64_t round, box;
	int64_t hand; /* -1: a bet that has no hand */
	char *bettor, *on;
	int64_t paid_minor, due_minor;
	int64_t amount_minor; /* negative: is collected */
};

/* The card that the dealer must name: it was not read, and it can still be seen. */
struct sabot_wire_unread {
	int64_t incident;
	enum sabot_wire_who who; /* whose it is; NONE: nobody's, it was burned or set aside */
	int64_t box;             /* 0: none */
	int64_t hand;            /* -1: the box has one only */
	int64_t number;          /* of its hand's cards, from 1; 0: in no hand */
};

struct sabot_wire_shoe {
	int64_t decks, seen_cards, left_cards, unread_cards, burned_cards;
	bool is_cut; /* the cut card came out */
};

struct sabot_wire_device {
	char *name, *driver, *transport, *table; /* in a view only the name */
	char *serial;                            /* of the shoe, where known; in a status only */
	enum sabot_wire_device_state state;
	char *detail;
	int64_t since_us;                       /* in a view: that it is in this state */
	int64_t frames, garbage, repeats, lost; /* in a status only; -1 = absent */
};

struct sabot_wire_exposure {
	int64_t rounds;
	int64_t since_us; /* SABOT_TIME_NONE: never proven */
};

/* Who is on duty at a table. */
struct sabot_wire_duty {
	char *who, *post; /* "dealer", or any other word */
	int64_t since_us;
};

struct sabot_wire_open_incidents {
	int64_t open;                      /* that want somebody: not those of the next two */
	int64_t shelved;                   /* put off for a while */
	int64_t suppressed;                /* children of a device fault that is open */
	struct sabot_wire_incident *worst; /* of the open ones, or NULL */
	struct sabot_wire_incident *stops; /* the game waits for a ruling on it; or NULL */
	int64_t called_us; /* since when the pit is called to a dispute; or SABOT_TIME_NONE */
};

/*
 * The hall of the floor plan, in its own pixels: a table's place is its middle, on a grid. A
 * screen scales the hall to the room there is.
 */
enum {
	SABOT_HALL_WIDTH_PX = 1472,
	SABOT_HALL_HEIGHT_PX = 928,
	SABOT_HALL_GRID_PX = 8,
};

struct sabot_wire_place {
	int64_t x_px, y_px;
};

/*
 * The view is of before: behind a hub the table's daemon is not heard, or the daemon only shows
 * what another one recorded.
 */
struct sabot_wire_away {
	char *daemon;     /* as the hub calls it; of records: the house */
	char *why;        /* of records: "", or why nothing later comes */
	int64_t since_us; /* when it was last heard; SABOT_TIME_NONE: `why` is another matter */
	int64_t until_us; /* of records: up to when they go; else SABOT_TIME_NONE */
};

/* What a daemon that only shows records has of them. */
struct sabot_wire_records {
	int64_t until_us; /* the time of the last checkpoint; SABOT_TIME_NONE: there is none yet */
	int64_t asked_us; /* when the core last gave what it had; likewise */
	char *why;        /* why it does not give anything now; or NULL */
};

struct sabot_wire_view {
	char *table;
	enum sabot_wire_game game;
	char *rules;
	enum sabot_wire_table_state state;
	bool is_simulated, is_saved;
	int64_t min_minor, max_minor; /* -1 = absent */
	enum sabot_wire_phase phase;
	int64_t load, round, n;
	bool is_round_open; /* it has begun and is not over: the stakes are its own */
	bool is_unverified; /* not everything is certain in the round that is shown */
	int64_t at_us;
	struct sabot_wire_prompt *prompt;               /* or NULL */
	struct sabot_wire_hand *punto, *banca, *dealer; /* or NULL */
	enum sabot_winner winner;
	GPtrArray *boxes;                 /* of struct sabot_wire_box */
	GPtrArray *payouts;               /* of struct sabot_wire_payout */
	GPtrArray *per_100;               /* likewise, of 100.00 on each bet */
	int64_t holder;                   /* box of the shoe or the bank; 0 = unknown */
	GPtrArray *owed;                  /* of struct sabot_wire_debt */
	GPtrArray *redress;               /* of struct sabot_wire_redress */
	GPtrArray *differences;           /* of struct sabot_wire_difference */
	GArray *results;                  /* of int: enum sabot_winner */
	bool has_falling_tails;           /* how the roads draw them */
	char *coups;                      /* proto/wire-roads.h reads them; or NULL */
	char *pit;                        /* the pit that it belongs to, or NULL */
	struct sabot_wire_place *place;   /* on the floor plan, or NULL */
	GPtrArray *staff;                 /* of struct sabot_wire_duty */
	int64_t pace;                     /* rounds an hour; -1 = not known */
	struct sabot_wire_shoe *shoe;     /* or NULL */
	struct sabot_wire_unread *unread; /* or NULL */
	GArray *kept; /* of struct sabot_wire_card: a ruling deals them first in the next round */
	int64_t run_out_cards;                /* of the load, which is run out; -1 = it is not */
	struct sabot_wire_device *device;     /* or NULL */
	struct sabot_wire_exposure *exposure; /* or NULL */
	struct sabot_wire_open_incidents *incidents; /* or NULL */
	char *fault; /* quarantined by a fault of the program: a sentence; else NULL */
	struct sabot_wire_away *away; /* or NULL */
};

/* A daemon that a hub follows. */
struct sabot_wire_upstream {
	char *upstream, *site; /* its name in the hub's configuration; its own, "" = not known */
	char *connect;         /* where it is, as clients name it */
	char *state;           /* of its connection: the client's word */
	char *why;             /* it is not heard; or NULL */
	int64_t heard_us;      /* when it was last heard; SABOT_TIME_NONE: never */
	int64_t tables;
	GPtrArray *refused; /* of char *: tables that another daemon has under the same name */
};

/* What the daemon's last check of the installed files found. */
struct sabot_wire_software {
	char *version, *commit, *digest; /* NULL: built, not installed */
	int64_t files, differing;        /* differing: not as they were built */
	int64_t at_us;
};

struct sabot_wire_status {
	char *version, *site;
	int64_t started_us, uptime_s, seq, tables, clients;
	bool is_saved, is_signed;
	bool is_checking; /* the check at the start continues, or its findings are not saved yet */
	char *mirror;     /* "current", "behind", or NULL: there is none */
	char *persons;    /* "required" to act, or "off" */
	GPtrArray *devices;                 /* of struct sabot_wire_device */
	GPtrArray *upstreams;               /* of struct sabot_wire_upstream; NULL: it is no hub */
	struct sabot_wire_records *records; /* NULL: it records */
	struct sabot_wire_software *software; /* NULL: the first check has not ended */
};

extern const struct sabot_record_type sabot_wire_mark_type;
extern const struct sabot_record_type sabot_wire_incident_type;
extern const struct sabot_record_type sabot_wire_why_type;
extern const struct sabot_record_type sabot_wire_call_type;
extern const struct sabot_record_type sabot_wire_prompt_type;
extern const struct sabot_record_type sabot_wire_hand_type;
extern const struct sabot_record_type sabot_wire_stake_type;
extern const struct sabot_record_type sabot_wire_box_type;
extern const struct sabot_record_type sabot_wire_stack_type;
extern const struct sabot_record_type sabot_wire_payout_type;
extern const struct sabot_record_type sabot_wire_debt_type;
extern const struct sabot_record_type sabot_wire_redress_type;
extern const struct sabot_record_type sabot_wire_difference_type;
extern const struct sabot_record_type sabot_wire_unread_type;
extern const struct sabot_record_type sabot_wire_shoe_type;
extern const struct sabot_record_type sabot_wire_device_type;
extern const struct sabot_record_type sabot_wire_exposure_type;
extern const struct sabot_record_type sabot_wire_duty_type;
extern const struct sabot_record_type sabot_wire_open_incidents_type;
extern const struct sabot_record_type sabot_wire_place_type;
extern const struct sabot_record_type sabot_wire_away_type;
extern const struct sabot_record_type sabot_wire_records_type;
extern const struct sabot_record_type sabot_wire_upstream_type;
extern const struct sabot_record_type sabot_wire_view_type;
extern const struct sabot_record_type sabot_wire_software_type;
extern const struct sabot_record_type sabot_wire_status_type;

/* The wire's words; "" for the enum's 0. */
const char *
sabot_wire_game_to_string(enum sabot_wire_game game);
const char *
sabot_wire_severity_to_string(enum sabot_wire_severity severity);
const char *
sabot_wire_table_state_to_string(enum sabot_wire_table_state state);
const char *
sabot_wire_hand_result_to_string(enum sabot_wire_hand_result result);
const char *
sabot_wire_phase_to_string(enum sabot_wire_phase phase);
const char *
sabot_wire_incident_state_to_string(enum sabot_wire_incident_state state);
const char *
sabot_wire_device_state_to_string(enum sabot_wire_device_state state);

/* UNKNOWN for a word that is none. */
enum sabot_wire_incident_state
sabot_wire_incident_state_from_string(const char *word);

/* The table that needs somebody: what the incident is about, else its own. Borrowed. */
const char *
sabot_wire_incident_table(const struct sabot_wire_incident *incident);

/* The device's own word for its fault, of an incident about one; else NULL. Borrowed. */
const char *
sabot_wire_incident_fault(const struct sabot_wire_incident *incident);

/* The log that a finding about the second copy is about, or NULL. Borrowed. */
const char *
sabot_wire_incident_log(const struct sabot_wire_incident *incident);

/* The card that it is about. False: none, or one that was not read. */
bool
sabot_wire_incident_get_card(const struct sabot_wire_incident *incident,
			     struct sabot_card *ret_card);

/* Shelving ends by itself: `now_us` is the clock's time, in UTC. */
enum sabot_wire_alarm
sabot_wire_incident_alarm(const struct sabot_wire_incident *incident, int64_t now_us);
