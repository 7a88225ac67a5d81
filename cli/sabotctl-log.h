/*
 * The verb `log`: a table's log as recorded, printed as an event log file that `audit` reads.
 */
#pragma once

/* Arguments and exit status as in sabotctl.h. */
int
sabotctl_log(int argc, char **argv);
