/* The meaning of a rule profile in words. */
#pragma once

#include "profiles/profile.h"

/* Print what a profile means, in the user's language, on standard output. */
void
sabotctl_profile_print(const struct sabot_profile *profile);
