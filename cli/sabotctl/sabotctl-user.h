/*
 * sabotctl user: the persons of a daemon. Arguments and exit status as in sabotctl.h.
 */
#pragma once

int
sabotctl_user(int argc, char **argv);
