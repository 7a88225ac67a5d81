/*
 * The verbs of sabotctl, one file each; main.c has the table of them. Not for other files.
 */
#pragma once

#include "sabotctl.h"

/* A verb receives its own arguments; argv[0] is its name. Returns the exit status. */
typedef int
sabotctl_verb_fn(int argc, char **argv);

/* A new house. FOUND: see the verb's --help, here and below. */
sabotctl_verb_fn sabotctl_setup;

/* Verbs that send requests to a running daemon. */
sabotctl_verb_fn sabotctl_status, sabotctl_tables, sabotctl_incidents;
sabotctl_verb_fn sabotctl_watch;
sabotctl_verb_fn sabotctl_metrics;
sabotctl_verb_fn sabotctl_log, sabotctl_unveil;
sabotctl_verb_fn sabotctl_device;
sabotctl_verb_fn sabotctl_user;
sabotctl_verb_fn sabotctl_cert;

/* Table money and the shift (docs/shift.md): the daemon decides. */
sabotctl_verb_fn sabotctl_count, sabotctl_slip, sabotctl_marker, sabotctl_drop, sabotctl_tips,
	sabotctl_cash, sabotctl_cards, sabotctl_bank, sabotctl_exchange, sabotctl_tronc;
sabotctl_verb_fn sabotctl_shift;

/* Settling a dispute from a database (docs/disputes.md). */
sabotctl_verb_fn sabotctl_replay;
sabotctl_verb_fn sabotctl_what_if;
sabotctl_verb_fn sabotctl_case;
sabotctl_verb_fn sabotctl_review;
sabotctl_verb_fn sabotctl_cue;

/* The database and its copies, without a daemon (docs/storage.md). */
sabotctl_verb_fn sabotctl_report;
sabotctl_verb_fn sabotctl_verify;
sabotctl_verb_fn sabotctl_proof, sabotctl_checkpoint;
sabotctl_verb_fn sabotctl_key;
sabotctl_verb_fn sabotctl_backup, sabotctl_restore;
sabotctl_verb_fn sabotctl_archive;
sabotctl_verb_fn sabotctl_table;

/* The second copy, in PostgreSQL (docs/operations.md). */
sabotctl_verb_fn sabotctl_floor, sabotctl_forward;

/* The installation itself. */
sabotctl_verb_fn sabotctl_doctor, sabotctl_self_check, sabotctl_lab, sabotctl_comply;

/* Event log files and rules, without a database. */
sabotctl_verb_fn sabotctl_audit;
sabotctl_verb_fn sabotctl_simulate;
sabotctl_verb_fn sabotctl_profile;
sabotctl_verb_fn sabotctl_odds;
