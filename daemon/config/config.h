/* The daemon's configuration (docs/daemon.md): read once, checked completely, then immutable. */
#pragma once

#include "engine/rules/rules.h"
#include "daemon/access/machine.h"
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
	char *serial;             /* of the shoe that belongs here; NULL: the shoe seen last */
	int silence_ms;           /* 0 = no limit, or the driver's heartbeat decides */
	bool is_result_by_device;
	char *card_map;       /* a file's path, or the text of a card map; NULL: codes are names */
	bool allows_commands; /* people may lock and unlock the shoe */
	char *journal;        /* path of the raw bytes' journal */
	int journal_mb;       /* its size, from which on another file is begun */
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
	char *camera;  /* the camera that sees the table, for reports; or NULL */
	int part_days; /* a part of this age ends at the next load */
};

/* A daemon that a hub follows. */
struct sabot_upstream_config {
	char *name;
	char *connect;           /* its address, as clients give it */
	char *certificate, *key; /* the hub's own, for this daemon */
	GStrv tables;            /* the tables that the hub shows; NULL: all */
	bool renames_tables;     /* each is called TABLE@NAME there */
};

/* A witness that signs the heads of this house's log: [witness NAME] (docs/witness.md). */
struct sabot_witness_config {
	char *name;
	char *url; /* of C2SP's tlog-witness, without a slash at the end */
	char *ca;  /* a file with the authorities for its certificate; NULL: the system's */
	struct sabot_key *key;
	int within_s; /* how long it may be silent */
};

/* A core of which the daemon only shows one database's records: [records] (docs/records.md). */
struct sabot_records_config {
	char *from;   /* the core's address */
	char *origin; /* the database there: its site, or the beginning of its number */
	GStrv keys;   /* the house's public keys, or files with them; empty: not proven */
	int every_s;  /* how often the core is asked */
};

/* Whether acting needs a person who has logged in. */
enum sabot_persons_policy {
	SABOT_PERSONS_ONCE_ONE_EXISTS,
	SABOT_PERSONS_REQUIRED,
	SABOT_PERSONS_OFF,
};

/* Whether a house has a certain money room, whose rights then belong to nobody else. */
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
	char *profiles_dir;      /* or NULL: the profiles built in */
	char *listen;            /* ADDRESS:PORT for machines over the network; NULL: none */
	char *certificate, *key; /* the daemon's, for `listen` */
	int clients_max;
	/*
	 * a client that does not watch, has not logged in and requests nothing is disconnected
	 * after this
	 */
	int idle_s;
	enum sabot_persons_policy persons;
	int idle_logout_s;             /* a person who is idle for this long is logged out */
	int machine_clients_max;       /* of `clients_max`, for one machine or user */
	int pin_digits[SABOT_ROLES];   /* the fewest digits of a PIN */
	bool wants_cards[SABOT_ROLES]; /* required besides the PIN */
	/* for so long nobody may sign with a person he created; 0: not checked */
	int second_after_days;
	bool hides_names;        /* persons' names are hidden from connections without a log-in */
	bool is_dated_by_client; /* `at` of a client's event is the event's time */
	int claim_s;             /* how far back a client's time is believed */
	bool creates_key;        /* at the first start, if there is none */
	char *archive_dir;       /* NULL: nothing is archived */
	int archive_after_days;  /* -1: on request only */
	int refresh_reports_s;   /* the interval; 0: never */
	char *path;              /* of the configuration file */
	char *settings;          /* the file without comments and blanks, for comparing */
	bool names_people;       /* reports may name single persons */
	char *letterhead;        /* printed below the house's name; NULL: none */
	char *licence;           /* the house's number with its authority, printed; NULL: none */
	struct sabot_calendar *calendar; /* gaming day and shifts */
	struct sabot_formula formula;    /* what counts as drop */
	int cash_threshold_minor;        /* from this amount on, cash needs a name; 0: never */
	int backdate_days; /* documents are accepted for so many gaming days before this one */
	enum sabot_room_policy cage, count_room;
	bool forbids_markers; /* no credit to players: no markers are issued */
	int mend_s;           /* how long the last card can be mended at the table; 0: never */
	/* changes of a table's rules, limits and chips need two persons */
	bool needs_two_for_changes;
	GPtrArray *tables;    /* of struct sabot_table_config, in the file's order */
	GPtrArray *devices;   /* of struct sabot_device_config */
	GPtrArray *machines;  /* of struct sabot_machine */
	GPtrArray *witnesses; /* of struct sabot_witness_config */
	GPtrArray *upstreams; /* of struct sabot_upstream_config; empty: not a hub */
	struct sabot_records_config *records; /* NULL: the daemon records */
};

/* NULL is allowed. */
void
sabot_config_free(struct sabot_config *config);

/* A GDestroyNotify. */
void
sabot_table_config_free(gpointer table);

/*
 * Build the rules of a profile with KEY=VALUE lines applied on top, and check them. False with an
 * error naming the key.
 */
bool
sabot_config_build_rules(const char *profile, const char *profiles_dir, const char *overrides,
			 struct sabot_rules *ret_rules, GError **error);

/* The path of the database. Transferred. */
char *
sabot_config_database_path(const struct sabot_config *config);
/* The path of the database's mirror; NULL: there is no mirror. Transferred. */
char *
sabot_config_mirror_path(const struct sabot_config *config);

/* The socket where clients find the daemon by default. Transferred. */
char *
sabot_config_default_socket(void);
