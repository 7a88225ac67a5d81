/*
 * The verb `log`: a table's log as recorded, printed as an event log file that `audit` reads; and
 * `unveil`, the same of the load that is in the shoe, before two persons.
 */
#pragma once

/* Arguments and exit status as in sabotctl.h. */
int
sabotctl_log(int argc, char **argv);
int
sabotctl_unveil(int argc, char **argv);
