/*
 * Finding in a database: what `sabotctl log FILE` is. Arguments and exit status as in sabotctl.h.
 */
#pragma once

int
sabotctl_find(int argc, char **argv);
