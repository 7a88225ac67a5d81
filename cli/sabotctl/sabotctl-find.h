/* Searches a database: `sabotctl log FILE`. Arguments and exit status as in sabotctl.h. */
#pragma once

int
sabotctl_find(int argc, char **argv);
