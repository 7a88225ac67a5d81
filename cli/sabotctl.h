/*
 * The verbs of sabotctl, one file each. Every one gets its own arguments (argv[0] is the verb) and
 * returns the exit status: 0 well, 1 something found, 2 it could not be done.
 */
#pragma once

enum sabotctl_status { SABOTCTL_OK = 0, SABOTCTL_FOUND = 1, SABOTCTL_FAILED = 2 };

/* Derive rounds, money and incidents from an event log file. */
int
sabotctl_audit(int argc, char **argv);

/* Play many rounds of a profile in memory and count what the engine says to them. */
int
sabotctl_simulate(int argc, char **argv);
