/* Makes and corrects all comparisons of game protection (protection.h). */
#pragma once

#include "protection.h"

/* All comparisons (struct sabot_trial), by kind and unit. Transferred. */
GPtrArray *
sabot_protection_try(const struct sabot_facts *facts);
