/*
 * The verbs that settle a dispute from a database (docs/disputes.md). Arguments and exit status as
 * in sabotctl.h.
 */
#pragma once

/* A round as the screens showed it; is it derived today as it was recorded? */
int
sabotctl_replay(int argc, char **argv);

/* What would have come of it under another ruling, reading or rule. */
int
sabotctl_what_if(int argc, char **argv);

/* A round with all that proves it, in one sealed file. */
int
sabotctl_case(int argc, char **argv);

/* Pictures asked of surveillance: list, request, deliver, refuse. FOUND: some are open. */
int
sabotctl_review(int argc, char **argv);

/* Which camera, from when to when. */
int
sabotctl_cue(int argc, char **argv);
