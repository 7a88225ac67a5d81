/*
 * The verb `odds`: what a profile's games and bets come to, exactly, as a table or as JSON.
 */
#pragma once

/* Arguments and exit status as in sabotctl.h. */
int
sabotctl_odds(int argc, char **argv);
