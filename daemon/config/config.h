/*
 * The daemon's configuration (docs/daemon.md): read once, checked wholly, then immutable.
 */
#pragma once

#include "engine/rules/rules.h"
#include "daemon/net/machine.h"
#include "shift/result.h"

#include <gio/gio.h>
#include <stdbool.h>

#define SABOT_CONFIG_ERROR (sabot_config_error_quark())
GQuark
sabot_config_error_quark(void);

enum sabot_config_error {
	SABOT_CONFIG_ERROR_FILE,  /* cannot be read as a key file */
	SABOT_CONFIG_ERROR_VALUE, /* an unknown key or a wrong value */
};

struct sabot_key;

struct sabot_device_config {
	char *name;
	char *driver;
	char *transport;          /* a URL */
	int baud;                 /* 0 = the driver's own */
	int repeat_ms;            /* -1 = the default */
	char seq_first, seq_last; /* 0 = unknown: gaps are not counted */
	char *serial;             /* of the shoe that belongs here; NULL = the one before */
	int silence_ms;           /* 0 = no limit, or the driver's heartbeat decides */
	bool is_result_by_device;
	char *card_map;       /* a file's path, or the text of one; NULL = codes are names */
	bool allows_commands; /* people may lock and unlock the shoe */
	char *journal;        /* path of the raw bytes' journal */
	int journal_mb;       /* of it, then another file begins */
	int journal_files;    /* full ones kept */
};

struct sabot_table_config {
	char *name;
	char *profile;
	char *overrides; /* KEY=VALUE lines, sorted by key */
	struct sabot_rules rules;
	const struct sabot_device_config *device; /* borrowed from the configuration, or NULL */
	bool is_simulated;
	char *pit;     /* the pit that it belongs to, or NULL */
	char *camera;  /* which one sees it, for reports; or NULL */
	int part_days; /* so old, a part ends at the next load */
};

/* A daemon that a hub follows. */
struct sabot_upstream_config {
	char *name;
	char *connect;           /* as clients name a daemon */
	char *certificate, *key; /* the hub's own, for it */
	GStrv tables;            /* of it that the hub shows; NULL: all */
};

/* Who signs the heads of this house's log: [witness NAME] (docs/witness.md). */
struct sabot_witness_config {
	char *name;
	char *url; /* of C2SP's tlog-witness, without a slash at its end */
	char *ca;  /* a file with the authorities of its certificate; NULL: the system's */
	struct sabot_key *key;
	int within_s; /* so long it may be silent */
};

/* Whether acting needs a person who has logged in. */
enum sabot_persons_policy {
	SABOT_PERSONS_ONCE_ONE_EXISTS,
	SABOT_PERSONS_REQUIRED,
	SABOT_PERSONS_OFF,
};

/* Whether a house has a room of its money, whose rights are then nobody else's. */
enum sabot_room_policy {
	SABOT_ROOM_AUTO, /* as soon as there is a person of its role */
	SABOT_ROOM_REQUIRED,
	SABOT_ROOM_OFF,
};

struct sabot_config {
	char *site;
	char *socket;
	char *state_dir;
	char *spool_dir;
	char *mirror_dir;        /* NULL: there is no mirror */
	char *profiles_dir;      /* or NULL: those built in */
	char *listen;            /* ADDRESS:PORT for machines over the network; NULL: none */
	char *certificate, *key; /* the daemon's, for them */
	int clients_max;
	int idle_s; /* who does not watch, has not logged in and asks nothing for so long goes */
	enum sabot_persons_policy persons;
	int idle_logout_s;             /* who does nothing for so long is logged out */
	int machine_clients_max;       /* of `clients_max`, for one machine or user */
	int pin_digits[SABOT_ROLES];   /* a PIN has at least so many */
	bool wants_cards[SABOT_ROLES]; /* beside the PIN */
	int second_after_days;   /* so long nobody signs with whom he made; 0: not looked at */
	bool hides_names;        /* of persons, from connections without a log-in */
	bool is_dated_by_client; /* `at` of a client's event is when it was */
	int claim_s;             /* so far back a client's time is believed */
	bool creates_key;        /* at the first start, when there is none */
	char *archive_dir;       /* NULL: nothing is archived */
	int archive_after_days;  /* -1: on request only */
	int refresh_reports_s;   /* so often; 0: never */
	char *path;              /* of the file */
	char *settings;          /* the file without comments and blanks, for comparing */
	bool tells_people;       /* reports may name single persons */
	struct sabot_calendar *calendar; /* gaming day and shifts */
	struct sabot_formula formula;    /* what counts as drop */
	int cash_threshold_minor;        /* from there on cash is named; 0: never */
	int backdate_days; /* gaming days before this one of which documents are taken */
	enum sabot_room_policy cage, count_room;
	bool forbids_markers; /* no credit to players: none is issued */
	int mend_s;           /* so long the last card can be mended at the table; 0 = never */
	bool needs_two_for_changes; /* of a table's rules, limits and chips */
	GPtrArray *tables;          /* of struct sabot_table_config, in the file's order */
	GPtrArray *devices;         /* of struct sabot_device_config */
	GPtrArray *machines;        /* of struct sabot_machine */
	GPtrArray *witnesses;       /* of struct sabot_witness_config */
	GPtrArray *upstreams;       /* of struct sabot_upstream_config; empty: it is no hub */
};

/* NULL is allowed. */
void
sabot_config_free(struct sabot_config *config);

/*
 * The rules of a profile with KEY=VALUE lines set on top, checked. False with an error naming
 * the key.
 */
bool
sabot_config_build_rules(const char *profile, const char *profiles_dir, const char *overrides,
			 struct sabot_rules *ret_rules, GError **error);

/* Where clients find the daemon when nothing else is said. Transferred. */
char *
sabot_config_default_socket(void);
