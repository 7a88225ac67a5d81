/*
 * The verb `profile`: lists, describes, checks and compares rule profiles.
 */
#pragma once

#include "profiles/profile.h"

/* Arguments and exit status as in sabotctl.h. FOUND: `diff` found a difference. */
int
sabotctl_profile(int argc, char **argv);

/* sabotctl-profile-words.c: print what a profile means, in the user's language. */
void
sabotctl_profile_print(const struct sabot_profile *profile);
